/* SPDX-License-Identifier: MIT */
/* K-L-Nim with K != L: no sum of values, since the two players have different moves. s is the smaller of the forbidden
 * numbers; weak is who may not take s, strong is who may not take the larger one. X is the xor of all heaps.
 *
 *   1. no heap >= s: ordinary Nim for both; the player to move wins iff X != 0
 *   2. some heap >= s, strong to move: strong wins
 *   3. some heap >= s, weak to move: weak wins iff exactly one heap h is >= s, and with y the xor of the others y < s
 *      and h - y != s; the only winning move then takes h - y
 *
 * By induction on the number of stones. 1: nobody can take s or more. 3: weak must leave a loss for strong, which by 1
 * and 2 is X = 0 with all heaps below s. 2: strong takes 1 where two heaps >= s stay and empties one of (s, s). With one
 * heap h >= s and y < s strong leaves y or, where that is forbidden, y + s; with y >= s strong takes 1 from h > s, or where
 * h = s makes the xor of the other heaps 0. Weak then loses by 1 or 3.
 *
 * Strong has many winning moves: a heap h becomes h' exactly where weak then loses. By the number of other heaps >= s
 * that is all h' in a range, the h' in a range with (h' xor y) >= s, or single ones; so nothing is tried in vain and the
 * list may stop at any place. A number of 0 forbids nothing, as a number larger than all heaps does. */
#include "share/descriptor.h"
#include "share/numbers.h"
#include "share/nim_steps.h"

/* The text of kl_nim.game; a test compares the two. */
static const char reference[] =
    "# K-L-Nim: a heap of n; take any positive number, but player 1 never k, player 2 never l. (0 forbids nothing.)\n"
    "game kl_nim(n) {\n"
    "  param k = 1 in 0..\n"
    "  param l = 2 in 0..\n"
    "  move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl_nim(n - t)\n"
    "\n"
    "  expect outcome(kl_nim(4) + kl_nim(5), mover = 1) == loss\n"
    "  expect outcome(kl_nim(4) + kl_nim(5), mover = 2) == win\n"
    "  expect wins(kl_nim(4), mover = 1) == { kl_nim(0) }\n"
    "}\n";

enum { NUMBERS = 5 };

struct forbidden {
    bool any; /* false: nothing is forbidden */
    uint64_t number;
};
struct sum {
    const cgi_request *request;
    struct forbidden weak, strong; /* what they may not take; weak's number is s */
    bool strong_moves;
    size_t big;      /* heaps >= s */
    size_t where[2]; /* the first two of them */
    uint64_t low;    /* the xor of the heaps < s */
    struct number *to, *end, *skip, *x, *bar;
    struct number list[NUMBERS]; /* these */
    struct numbers numbers;
};

/* ---- who may not take what --------------------------------------------------------------------------------------- */
static bool read_forbidden(const cgi_integer *n, struct forbidden *out)
{
    out->any = n->sign > 0;
    return read_word(n, &out->number);
}

/* Does `a` forbid a smaller number than `b`? */
static bool smaller(struct forbidden a, struct forbidden b) { return a.any && (!b.any || a.number < b.number); }

static const char *no_answer(const cgi_request *request, struct sum *sum)
{
    struct forbidden k, l;
    if (request->mover != 1 && request->mover != 2) return "the closed form is for a given player to move";
    if (!read_forbidden(&request->params[0].values[0], &k) || !read_forbidden(&request->params[1].values[0], &l))
        return "the closed form is computed for forbidden numbers below 2^64 only";
    if (k.any == l.any && (!k.any || k.number == l.number)) return "both players have the same moves";
    bool first_weak = smaller(k, l);
    sum->weak = first_weak ? k : l;
    sum->strong = first_weak ? l : k;
    sum->strong_moves = (request->mover == 1) != first_weak;
    return NULL;
}

static bool reaches(const cgi_integer *heap, uint64_t s)
{
    return heap->count > 1 || (heap->count == 1 && heap->limbs[0] >= s);
}

static int sum_open(const cgi_request *request, struct sum *sum)
{
    struct extent most = extent_of(request);
    *sum = (struct sum){.request = request};
    if (no_answer(request, sum) || most.negative || most.limbs > MOST_LIMBS) return CGI_UNSUPPORTED;
    for (size_t i = 0; i < request->component_count; i++) {
        const cgi_integer *heap = heap_of(&request->components[i]);
        if (!reaches(heap, sum->weak.number)) {
            if (heap->count) sum->low ^= heap->limbs[0];
            continue;
        }
        if (sum->big < 2) sum->where[sum->big] = i;
        sum->big++;
    }
    struct number *list = sum->list;
    sum->to = list, sum->end = list + 1, sum->skip = list + 2, sum->x = list + 3, sum->bar = list + 4;
    int status = numbers_open(&sum->numbers, request->host, list, NUMBERS, most.limbs + 2);
    if (status != CGI_OK) numbers_close(&sum->numbers);
    return status;
}

static void sum_close(struct sum *sum) { numbers_close(&sum->numbers); }

/* Leaves `to` in a heap, if the memory was there to find it. */
static int give(const struct sum *sum, const cgi_sink *sink, size_t component, const cgi_integer *to)
{
    int status = numbers_status(&sum->numbers);
    return status == CGI_OK ? give_heap(sink, component, *to) : status;
}

/* Can weak leave X = 0 with all heaps < s? Uses x. */
static bool weak_wins(struct sum *sum)
{
    if (sum->big != 1 || sum->low >= sum->weak.number) return false;
    number_sub_word(sum->x, heap_of(&sum->request->components[sum->where[0]]), sum->low);
    return number_compare_word(&sum->x->is, sum->weak.number) != 0;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    struct sum sum;
    (void)instance;
    answer->reason = no_answer(request, &sum);
    if (answer->reason) answer->value = answer->outcome = answer->moves = 0;
    return CGI_OK;
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    bool wins = sum.big == 0 ? sum.low != 0 : sum.strong_moves || weak_wins(&sum);
    *answer = wins ? CGI_OUTCOME_N : CGI_OUTCOME_P;
    status = numbers_status(&sum.numbers);
    sum_close(&sum);
    return status;
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
/* One heap that strong lowers. */
struct lowered {
    struct sum *sum;
    const cgi_sink *sink;
    size_t component;
    const cgi_integer *heap;
    bool barred; /* it may not become sum->bar */
};

/* heap' = `to`, if that is a move of strong's. */
static int lower_to(const struct lowered *l, const struct number *to)
{
    bool barred = l->barred && number_compare(&to->is, &l->sum->bar->is) == 0;
    if (barred || number_compare(&to->is, l->heap) >= 0) return numbers_status(&l->sum->numbers);
    return give(l->sum, l->sink, l->component, &to->is);
}

/* heap' from first to last. */
static int lower_range(const struct lowered *l, const struct number *first, const struct number *last)
{
    int status = CGI_OK;
    uint64_t steps = 0;
    struct number *to = l->sum->to;
    number_set(to, &first->is);
    while (status == CGI_OK && number_compare(&to->is, &last->is) <= 0) {
        status = lower_to(l, to);
        number_add_word(to, &to->is, 1);
        const cgi_host *host = l->sum->request->host;
        if (status == CGI_OK && ++steps % 4096 == 0 && host->cancelled(host)) status = CGI_CANCELLED;
    }
    return status;
}

static int lower_words(const struct lowered *l, uint64_t first, uint64_t last)
{
    number_set_word(l->sum->end, last);
    number_set_word(l->sum->skip, first);
    return lower_range(l, l->sum->skip, l->sum->end);
}

/* All heap' <= last in [block, block + 2^bits) with (heap' xor y) >= s. A block has its low bits clear, so its xor with y
 * is a block again. */
static int lower_xor(const struct lowered *l, uint64_t block, unsigned bits, uint64_t last, uint64_t y)
{
    uint64_t s = l->sum->weak.number;
    uint64_t inside = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t low = (block ^ y) & ~inside, high = low | inside, top = block | inside;
    if (block > last || high < s) return CGI_OK;
    if (low >= s) return lower_words(l, block, top < last ? top : last);
    int status = lower_xor(l, block, bits - 1, last, y); /* low < s <= high: bits > 0 */
    if (status != CGI_OK) return status;
    return lower_xor(l, block | UINT64_C(1) << (bits - 1), bits - 1, last, y);
}

/* heap' below s, with `others` the number of other heaps >= s and y the xor of the other ones below s. Weak loses iff
 * two others stay, or the only other g has z = heap' xor y with z >= s or g - z = s; without others iff X = 0. */
static int lower_below(const struct lowered *l, size_t others, size_t other, uint64_t y)
{
    struct sum *sum = l->sum;
    uint64_t s = sum->weak.number, last = number_compare_word(l->heap, s) < 0 ? number_word(l->heap) - 1 : s - 1;
    if (others >= 2) return lower_words(l, 0, last);
    if (others == 0) {
        number_set_word(sum->x, y);
        return y < s ? lower_to(l, sum->x) : CGI_OK;
    }
    number_sub_word(sum->x, heap_of(&sum->request->components[other]), s);
    if (number_compare_word(&sum->x->is, s) < 0) { /* z = g - s */
        uint64_t single = number_word(&sum->x->is) ^ y;
        number_set_word(sum->x, single);
        int status = single < s ? lower_to(l, sum->x) : CGI_OK;
        if (status != CGI_OK) return status;
    }
    return lower_xor(l, 0, 64, last, y);
}

/* heap' from s on: one more heap >= s. Weak loses iff there is another, or y >= s, or heap' - y = s. */
static int lower_above(const struct lowered *l, size_t others, uint64_t y)
{
    struct sum *sum = l->sum;
    uint64_t s = sum->weak.number;
    if (others == 0 && y < s) {
        number_set_word(sum->x, s);
        number_add_word(sum->x, &sum->x->is, y);
        return lower_to(l, sum->x);
    }
    number_set_word(sum->skip, s);
    number_sub_word(sum->end, l->heap, 1);
    return lower_range(l, sum->skip, sum->end);
}

static int strong_move(struct sum *sum, const cgi_sink *sink, size_t component)
{
    const cgi_integer *heap = heap_of(&sum->request->components[component]);
    struct lowered l = {.sum = sum, .sink = sink, .component = component};
    bool big = reaches(heap, sum->weak.number);
    if (heap->count == 0) return CGI_OK;
    l.heap = heap;
    size_t others = sum->big - big, other = big && sum->where[0] == component ? sum->where[1] : sum->where[0];
    uint64_t y = big ? sum->low : sum->low ^ heap->limbs[0];
    if (sum->strong.any) number_sub_word(sum->bar, heap, sum->strong.number);
    l.barred = sum->strong.any;
    int status = lower_below(&l, others, other, y);
    if (status == CGI_OK && big) status = lower_above(&l, others, y);
    return status;
}

/* No heap reaches s: Nim. */
static int nim_move(const struct sum *sum, const cgi_sink *sink, size_t component)
{
    const cgi_integer *heap = heap_of(&sum->request->components[component]);
    uint64_t n = heap->count ? heap->limbs[0] : 0, to = n ^ sum->low;
    if (to >= n) return CGI_OK;
    return give_heap(sink, component, natural(&to, 1));
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    (void)instance;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    if (sum.big && !sum.strong_moves) {
        number_set_word(sum.to, sum.low);
        if (weak_wins(&sum)) status = give(&sum, sink, sum.where[0], &sum.to->is);
        if (status == CGI_OK) status = numbers_status(&sum.numbers);
        sum_close(&sum);
        return status;
    }
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        status = sum.big ? strong_move(&sum, sink, i) : nim_move(&sum, sink, i);
        if (status == CGI_OK) status = go_on(request, i);
    }
    sum_close(&sum);
    return status;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
static void tell_players(const struct sum *sum, struct steps *s)
{
    uint32_t mover = sum->request->mover, strong = sum->strong_moves ? mover : 3 - mover;
    steps_add(s, "player %d may not take %d, player %d ", steps_word(s, 3 - strong), steps_word(s, sum->weak.number),
              steps_word(s, strong));
    if (sum->strong.any) steps_add(s, "not %d", steps_word(s, sum->strong.number));
    else steps_add(s, "may take any number");
    step(s, "; it is the turn of player %d", steps_word(s, mover));
}

/* No heap reaches s: the xor decides. */
static void tell_nim(const struct sum *sum, struct steps *s)
{
    const cgi_request *request = sum->request;
    struct nim_table t = {.steps = s, .always = true};
    const cgi_integer x = natural(&sum->low, 1);
    for (size_t c = 0; c < request->component_count; c++) nim_table_count(&t, heap_of(&request->components[c]));
    step(s, "no heap reaches %d, so nothing is forbidden any more, and this is Nim", steps_word(s, sum->weak.number));
    for (size_t c = 0; steps_room(s) && c < request->component_count; c++)
        nim_table_row(&t, c, NULL, 0, heap_of(&request->components[c]));
    steps_add(s, "their xor is %d, ", &x);
    step(s, sum->low ? "not 0, so the player to move wins" : "so the player to move loses");
}

/* The player who may not take s is to move, and some heap reaches s. */
static void tell_weak(struct sum *sum, struct steps *s)
{
    const cgi_integer *big = heap_of(&sum->request->components[sum->where[0]]);
    const cgi_integer *limit = steps_word(s, sum->weak.number), *low;
    if (sum->big > 1) {
        step(s, "%d heaps reach %d, and one move cannot lower more than one of them: the other player wins",
             steps_word(s, sum->big), limit);
        return;
    }
    step(s, "only a move in %c, to the xor of the other heaps, could leave Nim with a xor of 0",
         steps_component(s, sum->where[0]));
    low = steps_word(s, sum->low);
    limit = steps_word(s, sum->weak.number);
    if (sum->low >= sum->weak.number) {
        step(s, "that xor is %d >= %d, so the heap would still reach %d: the other player wins", low, limit, limit);
        return;
    }
    number_sub_word(sum->x, big, sum->low);
    steps_add(s, "that xor is %d < %d, and the move takes %d - %d = %d, ", low, limit, big, low, &sum->x->is);
    step(s, weak_wins(sum) ? "which is allowed: the player to move wins" : "which is forbidden: the other player wins");
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct steps s;
    struct sum sum;
    (void)instance;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = sum_open(request, &sum);
    if (status != CGI_OK) return status;
    s.memory = &sum.numbers.status;
    tell_players(&sum, &s);
    if (sum.big == 0) tell_nim(&sum, &s);
    else if (!sum.strong_moves) tell_weak(&sum, &s);
    else
        step(
            &s,
            "heaps that reach %d: %d; the player to move may take %d and the other may not, so the player to move wins",
            steps_word(&s, sum.weak.number), steps_word(&s, sum.big), steps_word(&s, sum.weak.number));
    bool wins = sum.big == 0 ? sum.low != 0 : sum.strong_moves || weak_wins(&sum);
    status = numbers_status(&sum.numbers);
    if (status == CGI_OK) status = steps_come_to(&s, NULL, wins ? CGI_OUTCOME_N : CGI_OUTCOME_P);
    sum_close(&sum);
    return status;
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MOVER | CGI_OUTCOME | CGI_MOVES,
    .name = "kl_nim",
    .version = "1.0",
    .summary = "K-L-Nim: player 1 never takes k, player 2 never l",
    .reference = reference,
    .claim = "with a heap of min(k, l) or more, who may not take the larger number wins, unless the other can leave a "
             "nim-sum "
             "of 0 with smaller heaps only",
    .source = "K-L-Nim, Theorem 14 and Corollary 15, completed",
    .offer = offer,
    .outcome = outcome,
    .moves = moves,
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
