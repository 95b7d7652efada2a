/* Staircase Nim: the value is the xor of the coins on the odd steps. Each move changes one odd step: coins leave it, or
 * arrive from the step above. Leaving is a move of Nim; what arrived can be sent on at once, so it changes nothing.
 *
 * So odd step i is a heap of x coins with target t: if t < x, x - t coins go down from step i; if t > x, t - x coins
 * come down from step i + 1, if it holds that many. Several staircases are one with more odd steps. Normal play: t is
 * the xor of all other odd steps. Misere play follows the same induction as Nim's: where no other odd step exceeds 1
 * the target has its last bit flipped. */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

/* The text of staircase.game; a test compares the two. */
static const char reference[] =
    "# Staircase Nim: coins on steps s[1], s[2], ...; move some from a step to the one below. What leaves step 1 is out of play.\n"
    "game staircase(s: row) {\n"
    "  move off(t in 1..s[1])                  -> staircase(s with { [1] -= t })\n"
    "  move down(i in 2..len(s), t in 1..s[i]) -> staircase(s with { [i] -= t, [i - 1] += t })\n"
    "\n"
    "  claim sg(staircase(s)) == xor(s[i] for i in 1..len(s) where odd(i)) for s in all_rows(4, 0..3)\n"
    "  expect P(staircase([1, 7, 1]))\n"
    "  expect wins(staircase([2, 1, 3])) == { staircase([3, 0, 3]), staircase([2, 2, 2]) }\n"
    "}\n";

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];

enum { MOST_LIMBS = 1 << 20, WORKING_NUMBERS = 12 };

struct sum {
    mpz_t x, here, other; /* the xor of all odd steps; the cells of a result that a move changes */
    size_t large;         /* odd steps with more than 1 */
    cgi_integer *cells;   /* room for the longest row */
    void *reserve;        /* GMP takes its memory from malloc; as much is asked of the host, so that budgets hold */
};

static const cgi_field *row_of(const cgi_request *request, size_t component)
{
    return &request->components[component].fields[0];
}

static mpz_srcptr view(mpz_t out, const cgi_integer *n)
{
    static const mp_limb_t zero; /* GMP may look at the first limb of a number without limbs */
    return mpz_roinit_n(out, n->count ? (const mp_limb_t *)n->limbs : &zero, (mp_size_t)n->count);
}

static bool is_large(const cgi_integer *n)
{
    return n->count > 1 || (n->count == 1 && n->limbs[0] > 1);
}

static bool longest(const cgi_request *request, size_t *cells, size_t *limbs)
{
    *cells = *limbs = 1;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(request, i);
        if (row->rows > *cells) *cells = row->rows;
        for (uint32_t k = 0; k < row->rows; k++) {
            if (row->cells[k].count > MOST_LIMBS) return false;
            if (row->cells[k].count > *limbs) *limbs = row->cells[k].count;
        }
    }
    return true;
}

static int sum_open(const cgi_request *request, struct sum *sum)
{
    size_t cells, limbs;
    if (!longest(request, &cells, &limbs)) return CGI_UNSUPPORTED;
    *sum = (struct sum){.large = 0};
    sum->reserve = request->host->allocate(request->host, (limbs + 1) * WORKING_NUMBERS * sizeof(mp_limb_t));
    sum->cells = request->host->allocate(request->host, cells * sizeof *sum->cells);
    if (!sum->reserve || !sum->cells) {
        request->host->release(request->host, sum->reserve);
        request->host->release(request->host, sum->cells);
        return CGI_NO_MEMORY;
    }
    mpz_inits(sum->x, sum->here, sum->other, NULL);
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(request, i);
        for (uint32_t k = 0; k < row->rows; k += 2) { /* steps 1, 3, 5, ... */
            mpz_t n;
            mpz_xor(sum->x, sum->x, view(n, &row->cells[k]));
            sum->large += is_large(&row->cells[k]);
        }
    }
    return CGI_OK;
}

static void sum_close(const cgi_request *request, struct sum *sum)
{
    mpz_clears(sum->x, sum->here, sum->other, NULL);
    request->host->release(request->host, sum->reserve);
    request->host->release(request->host, sum->cells);
}

static cgi_integer as_integer(const mpz_t n)
{
    cgi_integer integer = {mpz_sgn(n), (uint32_t)mpz_size(n), (const uint64_t *)mpz_limbs_read(n)};
    return integer;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    cgi_integer answer = as_integer(sum.x);
    status = sink->value(sink, &answer);
    sum_close(request, &sum);
    return status;
}

/* The xor of odd steps of one limb each, and all their bits; false when there is a larger one. */
static bool small_sum(const cgi_request *request, uint64_t *x, uint64_t *any)
{
    *x = *any = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(request, i);
        for (uint32_t k = 0; k < row->rows; k += 2) {
            if (row->cells[k].count > 1) return false;
            uint64_t n = row->cells[k].count ? row->cells[k].limbs[0] : 0;
            *x ^= n;
            *any |= n;
        }
    }
    return true;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    uint64_t x, any;
    (void)instance;
    if (small_sum(request, &x, &any)) {
        bool reversed = request->play == CGI_PLAY_MISERE && any <= 1;
        *answer = (x == 0) != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
        return CGI_OK;
    }
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    bool reversed = request->play == CGI_PLAY_MISERE && sum.large == 0;
    *answer = (mpz_sgn(sum.x) == 0) != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    sum_close(request, &sum);
    return CGI_OK;
}

/* The row with `here` on cell k, and, if k has the neighbour `next`, `other` there. */
static int emit(const cgi_sink *sink, size_t component, const cgi_field *row, const struct sum *sum, uint32_t k,
                uint32_t next)
{
    memcpy(sum->cells, row->cells, row->rows * sizeof *sum->cells);
    sum->cells[k] = as_integer(sum->here);
    if (next < row->rows) sum->cells[next] = as_integer(sum->other);
    cgi_field field = {CGI_ROW, row->rows, 1, sum->cells};
    cgi_component result = {1, &field};
    return sink->move(sink, component, &result);
}

/* Brings the odd step in cell k to its target x ^ sum->x, if a move does. */
static int emit_target(const cgi_sink *sink, size_t component, const cgi_field *row, struct sum *sum, uint32_t k)
{
    mpz_t n, m;
    mpz_srcptr x = view(n, &row->cells[k]);
    mpz_xor(sum->here, x, sum->x);
    if (mpz_cmp(sum->here, x) < 0) {
        if (k == 0) return emit(sink, component, row, sum, 0, row->rows);
        mpz_sub(sum->other, x, sum->here);
        mpz_add(sum->other, sum->other, view(m, &row->cells[k - 1]));
        return emit(sink, component, row, sum, k, k - 1);
    }
    if (k + 1 >= row->rows) return CGI_OK;
    mpz_sub(sum->other, sum->here, x);
    mpz_sub(sum->other, view(m, &row->cells[k + 1]), sum->other);
    return mpz_sgn(sum->other) < 0 ? CGI_OK : emit(sink, component, row, sum, k, k + 1);
}

static int moves_of(const cgi_request *request, const cgi_sink *sink, struct sum *sum, size_t component)
{
    const cgi_field *row = row_of(request, component);
    int status = CGI_OK;
    for (uint32_t k = 0; status == CGI_OK && k < row->rows; k += 2) {
        bool flipped = request->play == CGI_PLAY_MISERE && sum->large - is_large(&row->cells[k]) == 0;
        if (flipped) mpz_combit(sum->x, 0);
        if (mpz_sgn(sum->x)) status = emit_target(sink, component, row, sum, k);
        if (flipped) mpz_combit(sum->x, 0);
        if (k % 1024 == 1022 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    return status;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        status = moves_of(request, sink, &sum, i);
        if (i % 1024 == 1023 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    sum_close(request, &sum);
    return status;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES,
    .name = "staircase",
    .version = "1.0",
    .summary = "staircase Nim: move coins from a step to the one below",
    .reference = reference,
    .claim = "the value is the xor of the coins on odd steps; misere play follows Nim's rule on these",
    .source = "folklore, from Bouton 1901",
    .value = value,
    .outcome = outcome,
    .moves = moves,
};

const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
