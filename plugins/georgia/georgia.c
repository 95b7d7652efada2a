/* Georgia and Bob: pair the chips from the right, an odd leftmost one with cell 0. The value is the xor of the gaps, the
 * free cells inside the pairs: a move of a right chip lowers its gap, as in Nim; a move of a left chip raises its gap,
 * and the right chip can follow at once, so it changes nothing.
 *
 * A gap of x free cells has the target t: if t < x the right chip goes x - t to the left; if t > x the left chip goes
 * t - x to the left, if it has the room. Several boards are one with more gaps. Normal play: t is the xor of all other
 * gaps. Misere play follows the same induction as Nim's: where no other gap exceeds 1 the target has its last bit
 * flipped. */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>
#include <string.h>

/* The text of georgia.game; a test compares the two. */
static const char reference[] =
    "# Georgia and Bob (POJ 1704): chips on distinct cells 1, 2, ...; move one to the left, without jumping over another.\n"
    "game georgia(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) {\n"
    "  move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> georgia(p with { [i] = y })\n"
    "\n"
    "  expect P(georgia([1, 2, 3]))\n"
    "  expect sg(georgia([2, 4, 7])) == 3\n"
    "  expect wins(georgia([2, 4, 7])) == { georgia([2, 4, 6]) }\n"
    "}\n";

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];

enum { MOST_LIMBS = 1 << 20, WORKING_NUMBERS = 12 };

struct sum {
    mpz_t x, gap, to;   /* the xor of all gaps; of one pair; where a chip goes */
    size_t large;       /* gaps larger than 1 */
    cgi_integer *cells; /* room for the longest row */
    void *reserve;      /* GMP takes its memory from malloc; as much is asked of the host, so that budgets hold */
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

/* out = the gap that ends at the chip in cell k, the right one of its pair. */
static void gap_of(mpz_t out, const cgi_field *row, uint32_t k)
{
    mpz_t right, left;
    mpz_sub_ui(out, view(right, &row->cells[k]), 1);
    if (k) mpz_sub(out, out, view(left, &row->cells[k - 1]));
}

/* The first right chip: of an odd number of chips the leftmost one. */
static uint32_t first_right(const cgi_field *row)
{
    return row->rows % 2 ? 0 : 1;
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
    mpz_inits(sum->x, sum->gap, sum->to, NULL);
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(request, i);
        for (uint32_t k = first_right(row); k < row->rows; k += 2) {
            gap_of(sum->gap, row, k);
            mpz_xor(sum->x, sum->x, sum->gap);
            sum->large += mpz_cmp_ui(sum->gap, 1) > 0;
        }
    }
    return CGI_OK;
}

static void sum_close(const cgi_request *request, struct sum *sum)
{
    mpz_clears(sum->x, sum->gap, sum->to, NULL);
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

/* The xor of the gaps of chips on cells of one limb each, and all their bits; false when there is a larger number. Cells rise,
 * so the last one says it for all. */
static bool small_sum(const cgi_request *request, uint64_t *x, uint64_t *any)
{
    *x = *any = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_field *row = row_of(request, i);
        if (row->rows && row->cells[row->rows - 1].count != 1) return false;
        for (uint32_t k = first_right(row); k < row->rows; k += 2) {
            uint64_t left = k ? row->cells[k - 1].limbs[0] : 0, gap = row->cells[k].limbs[0] - left - 1;
            *x ^= gap;
            *any |= gap;
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

/* The row with the chip in cell k moved to `to`. */
static int emit(const cgi_sink *sink, size_t component, const cgi_field *row, const struct sum *sum, uint32_t k)
{
    memcpy(sum->cells, row->cells, row->rows * sizeof *sum->cells);
    sum->cells[k] = as_integer(sum->to);
    cgi_field field = {CGI_ROW, row->rows, 1, sum->cells};
    cgi_component result = {1, &field};
    return sink->move(sink, component, &result);
}

/* Brings the gap to its target gap ^ sum->x, if a move does: the right chip stands in cell k. */
static int emit_target(const cgi_sink *sink, size_t component, const cgi_field *row, struct sum *sum, uint32_t k)
{
    mpz_t n;
    mpz_xor(sum->to, sum->gap, sum->x);
    mpz_sub(sum->to, sum->to, sum->gap); /* how much the gap is to grow */
    if (mpz_sgn(sum->to) < 0) {
        mpz_add(sum->to, view(n, &row->cells[k]), sum->to);
        return emit(sink, component, row, sum, k);
    }
    if (k == 0) return CGI_OK; /* paired with cell 0, which stays */
    mpz_sub(sum->to, view(n, &row->cells[k - 1]), sum->to);
    bool room = k == 1 ? mpz_sgn(sum->to) > 0 : mpz_cmp(sum->to, view(n, &row->cells[k - 2])) > 0;
    return room ? emit(sink, component, row, sum, k - 1) : CGI_OK;
}

static int moves_of(const cgi_request *request, const cgi_sink *sink, struct sum *sum, size_t component)
{
    const cgi_field *row = row_of(request, component);
    int status = CGI_OK;
    for (uint32_t k = first_right(row); status == CGI_OK && k < row->rows; k += 2) {
        gap_of(sum->gap, row, k);
        bool flipped = request->play == CGI_PLAY_MISERE && sum->large - (mpz_cmp_ui(sum->gap, 1) > 0) == 0;
        if (flipped) mpz_combit(sum->x, 0);
        if (mpz_sgn(sum->x)) status = emit_target(sink, component, row, sum, k);
        if (flipped) mpz_combit(sum->x, 0);
        if (k % 1024 >= 1022 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
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
    .name = "georgia",
    .version = "1.0",
    .summary = "Georgia and Bob: move a chip to the left without jumping",
    .reference = reference,
    .claim = "the value is the xor of the gaps, chips paired from the right; misere play follows Nim's rule on the gaps",
    .source = "POJ 1704; staircase Nim on the gaps, from Bouton 1901",
    .value = value,
    .outcome = outcome,
    .moves = moves,
};

const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
