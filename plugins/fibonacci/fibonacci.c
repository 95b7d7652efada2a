/* SPDX-License-Identifier: MIT */
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
#include "share/numbers.h"
#include "share/steps.h"

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
enum { MOST_TERMS = 1 << 22, HEAP_LIMBS = 1 << 16, MOST_BYTES = 1 << 28, NUMBERS = 5, MOST_OPTIONS = 200 };

struct rule {
    uint64_t num, den, plus;
};
struct heap {
    const cgi_request *request;
    struct rule rule;
    const cgi_integer *n, *limit;
    struct number *rest, *sum, *next, *left, *bound;
    struct number list[NUMBERS]; /* these */
    struct numbers numbers;
    cgi_integer *h;  /* the members of H up to n, one beyond */
    uint64_t *limbs; /* of the members: `stride` for each */
    size_t stride;
    size_t count, room; /* members up to n, place for them */
};

static const cgi_integer *number(const cgi_request *request, size_t field)
{
    return cell_of(&request->components[0], field);
}

/* A parameter below 2^62, positive where it must be. */
static bool read_param(const cgi_request *request, size_t index, uint64_t least, uint64_t *out)
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
    uint64_t ratio = rule->num / rule->den + (rule->num % rule->den != 0);
    uint64_t word = n->count ? n->limbs[0] : 0;
    uint64_t terms = UINT64_MAX;
    if (ratio <= MOST_TERMS && rule->plus <= MOST_TERMS)
        terms = 2 * rule->plus + 8 + 64 * (uint64_t)n->count * 4 * ratio;
    return n->count <= 1 && word < terms ? word + 2 : terms;
}

static uint64_t bytes_for(uint64_t terms, uint32_t limbs)
{
    return terms * (sizeof(cgi_integer) + ((uint64_t)limbs + 1) * sizeof(uint64_t));
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
static void next_limit(const struct heap *heap, struct number *out, const cgi_integer *t)
{
    number_mul_word(out, t, heap->rule.num);
    number_div_word(out, &out->is, heap->rule.den);
    number_add_word(out, &out->is, heap->rule.plus);
}

/* H's next member is last + more, at most 2 n. */
static cgi_integer make_member(const struct heap *heap, const cgi_integer *last, const cgi_integer *more)
{
    uint64_t *limbs = heap->limbs + heap->count * heap->stride;
    if (!last) limbs[0] = 1;
    if (!last) return natural(limbs, 1);
    mp_limb_t carry = mpn_add((mp_limb_t *)limbs, limbs_of(last), last->count, limbs_of(more), more->count);
    limbs[last->count] = carry;
    return natural(limbs, last->count + (carry != 0));
}

/* H up to `n`. m never falls while H_i rises. */
static int make_members(struct heap *heap)
{
    size_t m = 0;
    for (;;) {
        if (heap->count == heap->room)
            return heap->request->host->fail(heap->request->host, "Schwenk's sequence is longer than was expected");
        const cgi_integer *last = heap->count ? &heap->h[heap->count - 1] : NULL;
        for (; last; m++) {
            next_limit(heap, heap->next, &heap->h[m]);
            if (numbers_status(&heap->numbers) != CGI_OK) return CGI_NO_MEMORY;
            if (number_compare(&heap->next->is, last) >= 0) break;
        }
        heap->h[heap->count] = make_member(heap, last, &heap->h[m]);
        if (number_compare(&heap->h[heap->count], heap->n) > 0) return CGI_OK;
        heap->count++;
        if (heap->count % 4096 == 0 && heap->request->host->cancelled(heap->request->host)) return CGI_CANCELLED;
    }
}

static void heap_close(struct heap *heap)
{
    numbers_close(&heap->numbers);
    heap->request->host->release(heap->request->host, heap->h);
    heap->request->host->release(heap->request->host, heap->limbs);
}

static int heap_open(const cgi_request *request, struct heap *heap)
{
    *heap = (struct heap){.request = request};
    if (no_answer(request, &heap->rule)) return CGI_UNSUPPORTED;
    const cgi_integer *n = heap->n = number(request, 0);
    heap->limit = number(request, 1);
    heap->room = (size_t)most_terms(&heap->rule, n) + 2;
    heap->stride = (size_t)n->count + 1;
    heap->h = request->host->allocate(request->host, heap->room * sizeof *heap->h);
    heap->limbs = request->host->allocate(request->host, heap->room * heap->stride * sizeof *heap->limbs);
    struct number *list = heap->list;
    heap->rest = list, heap->sum = list + 1, heap->next = list + 2, heap->left = list + 3, heap->bound = list + 4;
    int status = numbers_open(&heap->numbers, request->host, list, NUMBERS, (size_t)n->count + heap->limit->count + 2);
    if (!heap->h || !heap->limbs) status = CGI_NO_MEMORY;
    if (status == CGI_OK) status = make_members(heap);
    if (status != CGI_OK) heap_close(heap);
    return status;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */
/* The parts of n, greatest first, as indices into H; returns how many. */
static size_t parts_of(struct heap *heap, const cgi_integer *n, size_t *parts)
{
    size_t count = 0;
    number_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (number_compare(&heap->h[i], &heap->rest->is) > 0) continue;
        number_sub(heap->rest, &heap->rest->is, &heap->h[i]);
        parts[count++] = i;
    }
    return count;
}

/* The least part of a positive n; no room needed. */
static const cgi_integer *least_part(struct heap *heap, const cgi_integer *n)
{
    size_t last = 0;
    number_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (number_compare(&heap->h[i], &heap->rest->is) > 0) continue;
        number_sub(heap->rest, &heap->rest->is, &heap->h[i]);
        last = i;
    }
    return &heap->h[last];
}

static bool is_lost(struct heap *heap, const cgi_integer *n)
{
    return n->sign == 0 || number_compare(heap->limit, least_part(heap, n)) < 0;
}

/* out = n as normal play sees it; false where misere play is over. */
static bool shift(struct heap *heap, struct number *out)
{
    number_set(out, heap->n);
    if (heap->request->play != CGI_PLAY_MISERE) return true;
    if (heap->n->sign == 0 || heap->limit->sign == 0) return false;
    number_sub_word(out, &out->is, 1);
    return true;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct heap heap;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    bool going = shift(&heap, heap.sum);
    *answer = going && is_lost(&heap, &heap.sum->is) ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    status = numbers_status(&heap.numbers);
    heap_close(&heap);
    return status;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* Fibonacci Nim: the value of (n, limit), or -1 where it is not known; z are the least parts of n, missing ones empty. */
static int known_value(struct heap *heap, const cgi_integer *n, const cgi_integer *limit)
{
    const cgi_integer *z[3] = {NULL, NULL, NULL};
    number_set(heap->rest, n);
    for (size_t i = heap->count; i-- > 0;) {
        if (number_compare(&heap->h[i], &heap->rest->is) > 0) continue;
        number_sub(heap->rest, &heap->rest->is, &heap->h[i]);
        z[2] = z[1];
        z[1] = z[0];
        z[0] = &heap->h[i];
    }
    if (!z[0] || number_compare(limit, z[0]) < 0) return 0;
    uint64_t least = number_compare_word(z[0], 4) < 0 ? number_word(z[0]) : 4;
    bool below[3] = {false, !z[1] || number_compare(limit, z[1]) < 0, !z[2] || number_compare(limit, z[2]) < 0};
    if (least == 1 && z[1] && number_compare_word(z[1], 3) == 0)
        return number_compare_word(limit, 2) <= 0 ? 1 : below[2] ? 3 : -1;
    if (least == 3) {
        number_add_word(heap->next, limit, 1);
        return !z[1] || number_compare(&heap->next->is, z[1]) < 0 ? 3 : -1;
    }
    return least <= 2 && below[1] ? (int)least : -1;
}

static bool is_doubling(const struct heap *heap)
{
    return heap->rule.num == 2 * heap->rule.den && heap->rule.plus == 0;
}

static const cgi_integer *most_taken(const struct heap *heap)
{
    return number_compare(heap->n, heap->limit) < 0 ? heap->n : heap->limit;
}

/* Are the values of the position and of all its options known? */
static bool all_known(struct heap *heap)
{
    if (!is_doubling(heap) || known_value(heap, heap->n, heap->limit) < 0) return false;
    if (number_compare_word(most_taken(heap), MOST_OPTIONS) > 0) return false;
    uint64_t most = number_word(most_taken(heap));
    bool known = true;
    for (uint64_t t = 1; known && t <= most; t++) {
        number_sub_word(heap->left, heap->n, t);
        number_set_word(heap->bound, 2 * t);
        known = known_value(heap, &heap->left->is, &heap->bound->is) >= 0;
    }
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
    status = numbers_status(&heap.numbers);
    heap_close(&heap);
    return status;
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
    status = numbers_status(&heap.numbers);
    if (status == CGI_OK) status = known < 0 ? CGI_UNSUPPORTED : sink->value(sink, &answer);
    heap_close(&heap);
    return status;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
/* Takes `sum`. */
static int emit(struct heap *heap, const cgi_sink *sink)
{
    number_sub(heap->rest, heap->n, &heap->sum->is);
    next_limit(heap, heap->next, &heap->sum->is);
    int status = numbers_status(&heap->numbers);
    return status == CGI_OK ? give_pair(sink, 0, heap->rest->is, heap->next->is) : status;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heap heap;
    (void)instance;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    size_t *parts = request->host->allocate(request->host, (heap.count + 1) * sizeof *parts);
    bool going = parts && shift(&heap, heap.sum);
    size_t count = going ? parts_of(&heap, &heap.sum->is, parts) : 0;
    if (!parts) status = CGI_NO_MEMORY;
    number_set_word(heap.sum, 0);
    while (status == CGI_OK && count-- > 0) {
        number_add(heap.sum, &heap.sum->is, &heap.h[parts[count]]);
        if (number_compare(&heap.sum->is, heap.limit) > 0) break;
        next_limit(&heap, heap.next, &heap.sum->is);
        if (count == 0 || number_compare(&heap.next->is, &heap.h[parts[count - 1]]) < 0) status = emit(&heap, sink);
    }
    if (status == CGI_OK) status = numbers_status(&heap.numbers);
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
    uint64_t most = number_word(most_taken(&heap));
    for (uint64_t t = 1; known && small && status == CGI_OK && t <= most; t++) {
        number_sub_word(heap.left, heap.n, t);
        number_set_word(heap.bound, 2 * t);
        if (known_value(&heap, &heap.left->is, &heap.bound->is) != (int)wanted) continue;
        number_set_word(heap.sum, t);
        status = emit(&heap, sink);
    }
    if (status == CGI_OK) status = numbers_status(&heap.numbers);
    heap_close(&heap);
    return known || status != CGI_OK ? status : CGI_UNSUPPORTED;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
static void tell_parts(struct heap *heap, struct steps *s, const size_t *parts, size_t count)
{
    step(s,
         is_doubling(heap)
             ? "each number is a sum of Fibonacci numbers without neighbours in one way, found from the greatest down"
             : "the numbers of Schwenk's sequence take the place of Fibonacci's: each is the one before and the first "
               "whose next limit reaches that");
    if (count > STEP_ITEMS) {
        step(s, "%d is a sum of %d of them, the least is %d", &heap->sum->is, steps_word(s, count),
             &heap->h[parts[count - 1]]);
        return;
    }
    steps_add(s, "%d", &heap->sum->is);
    for (size_t i = 0; i < count; i++) steps_add(s, i ? " + %d" : " = %d", &heap->h[parts[i]]);
    steps_end(s);
}

/* The sums of the last parts within the limit: each wins where its next limit is less than the part before. Uses left and bound. */
static void tell_takes(struct heap *heap, struct steps *s, const size_t *parts, size_t count)
{
    const struct rule *rule = &heap->rule;
    size_t told = 0;
    number_set_word(heap->left, 0);
    while (count-- > 0 && told++ < 12 && steps_room(s)) {
        number_add(heap->left, &heap->left->is, &heap->h[parts[count]]);
        const cgi_integer *take = &heap->left->is, *before = count ? &heap->h[parts[count - 1]] : NULL;
        if (number_compare(take, heap->limit) > 0) return;
        next_limit(heap, heap->next, take);
        if (!before) {
            step(s, "a take of %d leaves nothing: it wins", take);
            return;
        }
        steps_add(s, "after a take of %d the limit is ", take);
        if (rule->den == 1) steps_add(s, "%d * %d", steps_word(s, rule->num), take);
        else steps_add(s, "floor(%d * %d / %d)", steps_word(s, rule->num), take, steps_word(s, rule->den));
        if (rule->plus) steps_add(s, " + %d", steps_word(s, rule->plus));
        bool wins = number_compare(&heap->next->is, before) < 0;
        steps_add(s, wins ? " = %d, and %d < %d" : " = %d, and %d >= %d", &heap->next->is, &heap->next->is, before);
        step(s, wins ? ", the least part of what is left: it wins"
                     : ", the least part of what is left, which can be taken next");
    }
}

static int tell(struct heap *heap, struct steps *s, size_t *parts)
{
    if (!shift(heap, heap->sum)) {
        step(s, "there is no move, so in misere play the player to move has won");
        return steps_come_to(s, NULL, CGI_OUTCOME_N);
    }
    if (heap->request->play == CGI_PLAY_MISERE)
        step(s, "misere play: who must take the last one loses, so this is normal play with one less: %d - 1 = %d",
             heap->n, &heap->sum->is);
    bool lost = is_lost(heap, &heap->sum->is);
    if (numbers_status(&heap->numbers) != CGI_OK) return CGI_NO_MEMORY;
    if (heap->sum->is.sign == 0) step(s, "nothing is left to take, so the player to move loses");
    else {
        size_t count = parts_of(heap, &heap->sum->is, parts);
        if (numbers_status(&heap->numbers) != CGI_OK) return CGI_NO_MEMORY;
        const cgi_integer *least = &heap->h[parts[count - 1]];
        tell_parts(heap, s, parts, count);
        if (lost)
            step(s,
                 "the limit %d < %d, the least part: any take leaves a least part within the next limit, so the player "
                 "to move loses",
                 heap->limit, least);
        else
            step(s, "the limit %d >= %d, the least part, so the player to move wins by taking some of the last parts",
                 heap->limit, least);
        if (!lost) tell_takes(heap, s, parts, count);
    }
    int known =
        heap->request->play == CGI_PLAY_NORMAL && is_doubling(heap) ? known_value(heap, heap->n, heap->limit) : -1;
    uint64_t word = known > 0 ? (uint64_t)known : 0;
    const cgi_integer value = natural(&word, 1);
    int status = numbers_status(&heap->numbers);
    return status == CGI_OK ? steps_come_to(s, known < 0 ? NULL : &value, lost ? CGI_OUTCOME_P : CGI_OUTCOME_N)
                            : status;
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct steps s;
    struct heap heap;
    (void)instance;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = heap_open(request, &heap);
    if (status != CGI_OK) return status;
    size_t *parts = request->host->allocate(request->host, (heap.count + 1) * sizeof *parts);
    s.memory = &heap.numbers.status;
    status = parts ? tell(&heap, &s, parts) : CGI_NO_MEMORY;
    request->host->release(request->host, parts);
    heap_close(&heap);
    return status;
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
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
