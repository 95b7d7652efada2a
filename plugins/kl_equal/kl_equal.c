/* K-L-Nim with K = L: take any positive number but k. The value of a heap x is g(x) = k floor(x / 2k) + x mod k: the
 * values fill blocks of 2k heaps, each value twice, k apart. By induction: x = 2ak + b, b < k, misses x - k only, whose
 * value x - 2k has as well, and sees all smaller ones; x = (2a+1)k + b misses only the one smaller heap of its value.
 *
 * The heaps of value t are y = 2k floor(t / k) + t mod k and y + k, so a move from x to value t leaves one of these, if
 * it is smaller than x and not x - k. In a sum the target of a heap is t = g ^ X, X the xor of all values; t may lie
 * above g. A subtraction game is pet (Ferguson), so misere play follows Nim's rule on the values: where no other value
 * exceeds 1 the target has its last bit flipped.
 *
 * Nothing here doubles k: 2k may not fit a word, but floor(x / 2k) is floor(floor(x / k) / 2). */
#include <cgi/plugin.h>
#include <gmp.h>
#include <stdbool.h>

/* The text of kl_equal.game; a test compares the two. */
static const char reference[] =
    "# K-L-Nim with K = L: a heap of n; take any positive number but k.\n"
    "game kl_equal(n) {\n"
    "  param k = 3 in 1..\n"
    "  move take(t in 1..n) where t != k -> kl_equal(n - t)\n"
    "\n"
    "  claim sg(kl_equal(n)) == k * (n / (2 * k)) + n % k for n in 0..100, k in 1..12\n"
    "  expect sg(kl_equal(4) + kl_equal(7) + kl_equal(8) + kl_equal(12)) == 6\n"
    "  expect P(kl_equal(3))\n"
    "}\n";

typedef char limbs_are_words[sizeof(mp_limb_t) == sizeof(uint64_t) ? 1 : -1];
typedef char words_are_longs[sizeof(unsigned long) == sizeof(uint64_t) ? 1 : -1];

enum { MOST_LIMBS = 1 << 20, WORKING_NUMBERS = 16 };

struct sum {
    unsigned long k;
    mpz_t x, t, q, y; /* the xor of all values; for calculations */
    size_t large;     /* values larger than 1 */
    void *reserve;    /* GMP takes its memory from malloc; as much is asked of the host, so that budgets hold */
};

static const cgi_integer *heap_of(const cgi_component *component)
{
    return &component->fields[0].cells[0];
}

static mpz_srcptr view(mpz_t out, const cgi_integer *n)
{
    static const mp_limb_t zero; /* GMP may look at the first limb of a number without limbs */
    return mpz_roinit_n(out, n->count ? (const mp_limb_t *)n->limbs : &zero, (mp_size_t)n->count);
}

/* out = the value of the heap; uses q. */
static void value_of(struct sum *sum, mpz_t out, const cgi_integer *heap)
{
    mpz_t n;
    unsigned long rest = mpz_fdiv_q_ui(sum->q, view(n, heap), sum->k);
    mpz_fdiv_q_2exp(sum->q, sum->q, 1);
    mpz_mul_ui(out, sum->q, sum->k);
    mpz_add_ui(out, out, rest);
}

static bool fits(const cgi_request *request)
{
    const cgi_integer *k = &request->params[0].values[0];
    return k->sign > 0 && k->count == 1;
}

static int sum_open(const cgi_request *request, struct sum *sum)
{
    size_t most = 2;
    if (!fits(request)) return CGI_UNSUPPORTED;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        if (heap->sign < 0 || heap->count > MOST_LIMBS) return CGI_UNSUPPORTED;
        if (heap->count > most) most = heap->count;
    }
    *sum = (struct sum){.k = request->params[0].values[0].limbs[0]};
    sum->reserve = request->host->allocate(request->host, most * WORKING_NUMBERS * sizeof(mp_limb_t));
    if (!sum->reserve) return CGI_NO_MEMORY;
    mpz_inits(sum->x, sum->t, sum->q, sum->y, NULL);
    for (size_t i = 0; i < request->component_count; i++) {
        value_of(sum, sum->t, heap_of(&request->components[i]));
        mpz_xor(sum->x, sum->x, sum->t);
        sum->large += mpz_cmp_ui(sum->t, 1) > 0;
    }
    return CGI_OK;
}

static void sum_close(const cgi_request *request, struct sum *sum)
{
    mpz_clears(sum->x, sum->t, sum->q, sum->y, NULL);
    request->host->release(request->host, sum->reserve);
}

static cgi_integer as_integer(const mpz_t n)
{
    cgi_integer integer = {mpz_sgn(n), (uint32_t)mpz_size(n), (const uint64_t *)mpz_limbs_read(n)};
    return integer;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    (void)instance;
    if (fits(request)) return CGI_OK;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = "the closed form is computed for k below 2^64 only";
    return CGI_OK;
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

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    bool reversed = request->play == CGI_PLAY_MISERE && sum.large == 0;
    *answer = (mpz_sgn(sum.x) == 0) != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    sum_close(request, &sum);
    return CGI_OK;
}

/* Leaves y in the heap, if that is a move. */
static int emit(const cgi_sink *sink, size_t component, const cgi_integer *heap, struct sum *sum)
{
    mpz_t n;
    mpz_sub(sum->q, view(n, heap), sum->y);
    if (mpz_sgn(sum->q) <= 0 || mpz_cmp_ui(sum->q, sum->k) == 0) return CGI_OK;
    cgi_integer left = as_integer(sum->y);
    cgi_field field = {CGI_NAT, 1, 1, &left};
    cgi_component result = {1, &field};
    return sink->move(sink, component, &result);
}

/* The two heaps of value t ^ x. */
static int emit_both(const cgi_sink *sink, size_t component, const cgi_integer *heap, struct sum *sum)
{
    mpz_xor(sum->t, sum->t, sum->x);
    unsigned long rest = mpz_fdiv_q_ui(sum->q, sum->t, sum->k);
    mpz_mul_ui(sum->y, sum->q, sum->k);
    mpz_mul_2exp(sum->y, sum->y, 1);
    mpz_add_ui(sum->y, sum->y, rest);
    int status = emit(sink, component, heap, sum);
    if (status != CGI_OK) return status;
    mpz_add_ui(sum->y, sum->y, sum->k);
    return emit(sink, component, heap, sum);
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        value_of(&sum, sum.t, heap);
        bool flipped = request->play == CGI_PLAY_MISERE && sum.large - (mpz_cmp_ui(sum.t, 1) > 0) == 0;
        if (flipped) mpz_combit(sum.x, 0);
        if (mpz_sgn(sum.x)) status = emit_both(sink, i, heap, &sum); /* else the target is the value itself */
        if (flipped) mpz_combit(sum.x, 0);
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
    .name = "kl_equal",
    .version = "1.0",
    .summary = "K-L-Nim with K = L: take any number but k from one heap",
    .reference = reference,
    .claim = "the value of a heap n is k floor(n / 2k) + n mod k; misere sums follow Nim's rule on the values",
    .source = "K-L-Nim, Corollary 7; misere sums: Ferguson 1974",
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
};

const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
