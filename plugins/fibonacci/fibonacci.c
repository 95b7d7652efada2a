/* Dynamic take-away (Schwenk): after a take of t the limit is f(t) = floor(num t / den) + plus, num >= den, so that f
 * never falls and f(t) >= t. Let H_1 = 1 and H_{i+1} = H_i + H_m, m the least index with f(H_m) >= H_i: for f = 2t the
 * Fibonacci numbers (Whinihan). Taking the greatest member of H again and again writes n as a sum of parts. The player
 * to move wins at (n, limit) if and only if the limit is at least the least part of n.
 *
 * The winning takes are the sums t of the last parts, as many as one likes, with t <= limit, and t = n or f(t) < the
 * part before them. Misere: (n, limit) is the normal (n - 1, limit), since who must take the last one loses; with n = 0
 * or limit = 0 the player to move has won.
 *
 * Values have no known closed form but for f = 2t and values up to 3. With least parts z1 < z2 < z3 (a missing one is
 * infinite) the value is 0 iff limit < z1; with z1 = 1, z2 != 3: 1 while limit < z2; with z1 = 1, z2 = 3: 1 for 1 and 2,
 * then 3 while limit < z3; with z1 = 2: 2 while limit < z2; with z1 = 3: 3 while limit < z2 - 1. They are offered where
 * those of all options are known too.
 *
 * H is made anew for each call: its members grow by a factor of 1 + den / (2 num) at least once they exceed 2 plus,
 * which bounds their number beforehand. */
#include "share/descriptor.h"
#include "share/gmp_numbers.h"

/* The text of fibonacci.game; a test compares the two. */
static const char reference[] =
    "# Dynamic take-away: a heap of n; take t, at most the limit; the next limit is num * t / den + plus. With the "
    "defaults\n"
    "# this is Fibonacci Nim: at most twice of what was taken before. The first player may not take all.\n"
    "game fibonacci(n, limit) {\n"
    "  param num = 2 in 1..\n"
    "  param den = 1 in 1..\n"
    "  param plus = 0 in 0..\n"
    "  start(n) where n >= 1 -> fibonacci(n, n - 1)\n"
    "  move take(t in 1..min(n, limit)) -> fibonacci(n - t, num * t / den + plus)\n"
    "\n"
    "  claim P(fibonacci(n)) iff n in fib for n in 1..200\n"
    "  expect wins(fibonacci(85, 84)) == { fibonacci(84, 2), fibonacci(76, 18) }\n"
    "  expect sg(fibonacci(4, 3)) == 3\n"
    "}\n";

/* More terms or more memory than this is no closed form any more. */
enum { MOST_TERMS = 1 << 22, HEAP_LIMBS = 1 << 16, MOST_BYTES = 1 << 28, WORKING_NUMBERS = 24, MOST_OPTIONS = 200 };

struct rule {
    unsigned long num, den, plus;
};
struct heap {
    const cgi_request *request;
    struct rule rule;
    mpz_t n, limit; /* views of the request's integers; never cleared */
    mpz_t rest, sum, next;
    mpz_t *h;                 /* the members of H up to n, one beyond */
    size_t count, made, room; /* members up to n, numbers initialised, place for them */
    void *reserve;            /* GMP takes its memory from malloc; as much is asked of the host, so that budgets hold */
};

static const cgi_integer *number(const cgi_request *request, size_t field)
{
    return cell_of(&request->components[0], field);
}

/* A parameter below 2^62, positive where it must be. */
static bool read_param(const cgi_request *request, size_t index, unsigned long least, unsigned long *out)
{
    return read_word(&request->params[index].values[0], out) && *out >> 62 == 0 && *out >= least;
}

static bool read_rule(const cgi_request *request, struct rule *rule)
{
    return read_param(request, 0, 1, &rule->num) && read_param(request, 1, 1, &rule->den) &&
           read_param(request, 2, 0, &rule->plus) && rule->num >= rule->den;
}

/* ---- how long is H? ---------------------------------------------------------------------------------------------- */
/* At most so many terms up to n: 2 plus + 2 of them below 2 plus + 2, the others growing by 1 + 1 / (2 ratio) each,
 * ln(1 + x) >= x / 2 for x <= 1. UINT64_MAX: too many. A heap of one word has at most that many terms as well. */
static uint64_t most_terms(const struct rule *rule, const cgi_integer *n)
{
    unsigned long ratio = rule->num / rule->den + (rule->num % rule->den != 0);
    uint64_t word = n->count ? n->limbs[0] : 0;
    uint64_t terms = UINT64_MAX;
    if (ratio <= MOST_TERMS && rule->plus <= MOST_TERMS)
        terms = 2 * rule->plus + 8 + 64 * (uint64_t)n->count * 4 * ratio;
    return n->count <= 1 && word < terms ? word + 2 : terms;
}

static uint64_t bytes_for(uint64_t terms, uint32_t limbs)
{
    return terms * (sizeof(mpz_t) + ((uint64_t)limbs + 1) * sizeof(mp_limb_t));
}

static const char *no_answer(const cgi_request *request, struct rule *rule)
{
    const cgi_integer *n = number(request, 0);
    if (n->sign < 0 || number(request, 1)->sign < 0 || n->count > HEAP_LIMBS || number(request, 1)->count > HEAP_LIMBS)
        return "the heap is too large";
    if (!read_rule(request, rule)) return "the closed form needs next limits of at least what was taken";
    uint64_t terms = most_terms(rule, n);
    if (terms > MOST_TERMS || bytes_for(terms, n->count) > MOST_BYTES)
        return "Schwenk's sequence is too long for this heap";
    return NULL;
}

/* ---- H ----------------------------------------------------------------------------------------------------------- */
/* out = f(t) */
static void next_limit(const struct heap *heap, mpz_t out, const mpz_t t)
{
    mpz_mul_ui(out, t, heap->rule.num);
    mpz_fdiv_q_ui(out, out, heap->rule.den);
    mpz_add_ui(out, out, heap->rule.plus);
}

/* H up to `n`. m never falls while H_i rises. */
static int make_members(struct heap *heap, const mpz_t n)
{
    size_t m = 0;
    for (;;) {
        if (heap->count == heap->room)
            return heap->request->host->fail(heap->request->host, "Schwenk's sequence is longer than was expected");
        mpz_ptr here = heap->h[heap->count];
        mpz_init(here);
        heap->made++;
        if (heap->count == 0) {
            mpz_set_ui(here, 1);
        } else {
            mpz_srcptr last = heap->h[heap->count - 1];
            for (;; m++) {
                next_limit(heap, heap->next, heap->h[m]);
                if (mpz_cmp(heap->next, last) >= 0) break;
            }
            mpz_add(here, last, heap->h[m]);
        }
        if (mpz_cmp(here, n) > 0) return CGI_OK;
        heap->count++;
        if (heap->count % 4096 == 0 && heap->request->host->cancelled(heap->request->host)) return CGI_CANCELLED;
    }
}

static void heap_close(struct heap *heap)
{
    for (size_t i = 0; i < heap->made; i++) mpz_clear(heap->h[i]);
    mpz_clears(heap->rest, heap->sum, heap->next, NULL);
    heap->request->host->release(heap->request->host, heap->h);
    heap->request->host->release(heap->request->host, heap->reserve);
}

static int heap_open(const cgi_request *request, struct heap *heap)
{
    *heap = (struct heap){.request = request};
    if (no_answer(request, &heap->rule)) return CGI_UNSUPPORTED;
    const cgi_integer *n = number(request, 0);
    heap->room = (size_t)most_terms(&heap->rule, n) + 2;
    heap->h = request->host->allocate(request->host, heap->room * sizeof *heap->h);
    heap->reserve = request->host->allocate(request->host, (heap->room + WORKING_NUMBERS) *
                                                               ((size_t)n->count + number(request, 1)->count + 2) *
                                                               sizeof(mp_limb_t));
    mpz_inits(heap->rest, heap->sum, heap->next, NULL);
    int status = heap->h && heap->reserve ? CGI_OK : CGI_NO_MEMORY;
    view(heap->n, n);
    view(heap->limit, number(request, 1));
    if (status == CGI_OK) status = make_members(heap, heap->n);
    if (status != CGI_OK) heap_close(heap);
    return status;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */
/* The parts of n, greatest first, as indices into H; returns how many. */
static size_t component_table_number(struct heap *heap, const mpz_t n, size_t *parts)
{
    size_t count = 0;
    mpz_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (mpz_cmp(heap->h[i], heap->rest) > 0) continue;
        mpz_sub(heap->rest, heap->rest, heap->h[i]);
        parts[count++] = i;
    }
    return count;
}

/* The least part of a positive n; no room needed. */
static mpz_srcptr least_part(struct heap *heap, const mpz_t n)
{
    size_t last = 0;
    mpz_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (mpz_cmp(heap->h[i], heap->rest) > 0) continue;
        mpz_sub(heap->rest, heap->rest, heap->h[i]);
        last = i;
    }
    return heap->h[last];
}

static bool is_lost(struct heap *heap, const mpz_t n)
{
    return mpz_sgn(n) == 0 || mpz_cmp(heap->limit, least_part(heap, n)) < 0;
}

/* out = n as normal play sees it; false where misere play is over. */
static bool shift(struct heap *heap, mpz_t out)
{
    mpz_set(out, heap->n);
    if (heap->request->play != CGI_PLAY_MISERE) return true;
    if (mpz_sgn(heap->n) == 0 || mpz_sgn(heap->limit) == 0) return false;
    mpz_sub_ui(out, out, 1);
    return true;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct heap heap;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    bool going = shift(&heap, heap.sum);
    *answer = going && is_lost(&heap, heap.sum) ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    heap_close(&heap);
    return CGI_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* Fibonacci Nim: the value of (n, limit), or -1 where it is not known; z are the least parts of n, missing ones empty. */
static int known_value(struct heap *heap, const mpz_t n, const mpz_t limit)
{
    mpz_srcptr z[3] = {NULL, NULL, NULL};
    mpz_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (mpz_cmp(heap->h[i], heap->rest) > 0) continue;
        mpz_sub(heap->rest, heap->rest, heap->h[i]);
        z[2] = z[1];
        z[1] = z[0];
        z[0] = heap->h[i];
    }
    if (!z[0] || mpz_cmp(limit, z[0]) < 0) return 0;
    unsigned long least = mpz_cmp_ui(z[0], 4) < 0 ? mpz_get_ui(z[0]) : 4;
    bool below[3] = {false, !z[1] || mpz_cmp(limit, z[1]) < 0, !z[2] || mpz_cmp(limit, z[2]) < 0};
    if (least == 1 && z[1] && mpz_cmp_ui(z[1], 3) == 0) return mpz_cmp_ui(limit, 2) <= 0 ? 1 : below[2] ? 3 : -1;
    if (least == 3) {
        mpz_add_ui(heap->next, limit, 1);
        return !z[1] || mpz_cmp(heap->next, z[1]) < 0 ? 3 : -1;
    }
    return least <= 2 && below[1] ? (int)least : -1;
}

static bool is_doubling(const struct heap *heap)
{
    return heap->rule.num == 2 * heap->rule.den && heap->rule.plus == 0;
}

/* Are the values of the position and of all its options known? */
static bool all_known(struct heap *heap)
{
    if (!is_doubling(heap) || known_value(heap, heap->n, heap->limit) < 0) return false;
    mpz_set(heap->sum, mpz_cmp(heap->n, heap->limit) < 0 ? heap->n : heap->limit);
    if (mpz_cmp_ui(heap->sum, MOST_OPTIONS) > 0) return false;
    unsigned long most = mpz_get_ui(heap->sum);
    mpz_t left, limit;
    bool known = true;
    mpz_inits(left, limit, NULL);
    for (unsigned long t = 1; known && t <= most; t++) {
        mpz_sub_ui(left, heap->n, t);
        mpz_set_ui(limit, 2 * t);
        known = known_value(heap, left, limit) >= 0;
    }
    mpz_clears(left, limit, NULL);
    return known;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    struct heap heap;
    struct rule rule;
    (void)instance;
    const char *missing = no_answer(request, &rule);
    answer->reason = missing;
    if (missing) {
        answer->value = answer->outcome = answer->moves = 0;
        return CGI_OK;
    }
    answer->nanoseconds =
        1000 + 100 * most_terms(&rule, number(request, 0)) * ((uint64_t)number(request, 0)->count + 1);
    if (!answer->value) return CGI_OK;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    answer->value = all_known(&heap);
    if (!answer->value) answer->reason = "closed forms are known for SG values up to 3 of Fibonacci Nim only";
    heap_close(&heap);
    return CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heap heap;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    int known = is_doubling(&heap) ? known_value(&heap, heap.n, heap.limit) : -1;
    uint64_t limb = (uint64_t)known;
    cgi_integer answer = {known > 0, known > 0, &limb};
    status = known < 0 ? CGI_UNSUPPORTED : sink->value(sink, &answer);
    heap_close(&heap);
    return status;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
/* Takes `sum`. */
static int emit(struct heap *heap, const cgi_sink *sink)
{
    mpz_sub(heap->rest, heap->n, heap->sum);
    next_limit(heap, heap->next, heap->sum);
    return give_pair(sink, 0, as_integer(heap->rest), as_integer(heap->next));
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heap heap;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    size_t *parts = request->host->allocate(request->host, (heap.count + 1) * sizeof *parts);
    bool going = parts && shift(&heap, heap.sum);
    size_t count = going ? component_table_number(&heap, heap.sum, parts) : 0;
    if (!parts) status = CGI_NO_MEMORY;
    mpz_set_ui(heap.sum, 0);
    while (status == CGI_OK && count-- > 0) {
        mpz_add(heap.sum, heap.sum, heap.h[parts[count]]);
        if (mpz_cmp(heap.sum, heap.limit) > 0) break;
        next_limit(&heap, heap.next, heap.sum);
        if (count == 0 || mpz_cmp(heap.next, heap.h[parts[count - 1]]) < 0) status = emit(&heap, sink);
    }
    request->host->release(request->host, parts);
    heap_close(&heap);
    return status;
}

/* ---- options of a value ------------------------------------------------------------------------------------------ */
/* Where values are offered there are few options, and all their values are known. */
static int options(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink)
{
    struct heap heap;
    uint64_t wanted;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    bool known = all_known(&heap), small = read_word(value, &wanted) && wanted <= 3;
    unsigned long most = mpz_get_ui(mpz_cmp(heap.n, heap.limit) < 0 ? heap.n : heap.limit);
    mpz_t left, limit;
    mpz_inits(left, limit, NULL);
    for (unsigned long t = 1; known && small && status == CGI_OK && t <= most; t++) {
        mpz_sub_ui(left, heap.n, t);
        mpz_set_ui(limit, 2 * t);
        if (known_value(&heap, left, limit) != (int)wanted) continue;
        mpz_set_ui(heap.sum, t);
        status = emit(&heap, sink);
    }
    mpz_clears(left, limit, NULL);
    heap_close(&heap);
    return known ? status : CGI_UNSUPPORTED;
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES,
    .name = "fibonacci",
    .version = "1.0",
    .summary = "dynamic take-away: the next limit is a multiple of what was taken; Fibonacci Nim",
    .reference = reference,
    .claim = "the player to move wins if and only if the limit is at least the least part of n in Schwenk's sequence; "
             "in misere play (n, limit) from 1 on is the normal (n - 1, limit)",
    .source = "Whinihan 1963, Schwenk 1970",
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
    .options = options,
};

PLUGIN_ENTRY(plugin)
