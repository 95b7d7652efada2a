/* SPDX-License-Identifier: MIT */
/* Moore's Nim_k. Count the ones in each binary column of the heaps: the player to move loses exactly where every count is
 * divisible by k + 1. From there a move changes at most k bits of the highest column that it touches, so it leaves no such
 * position; from elsewhere one is made going down the columns: heaps that were lowered already are free to have any bit below,
 * and where they are too few to fill the column up to a multiple of k + 1, the r heaps that are beyond one are lowered there.
 *
 * Misere play differs only where no heap exceeds 1: then the number of ones is 1 modulo k + 1 where the player to move loses.
 * From a position with a heap above 1, at most k of them, the numbers of ones that one move can leave without such a heap are
 * k + 1 in a row, or all from 0 up to 1 at least; so one is lost, and (the reason why the game is tame) both 0 and 1 modulo
 * k + 1 are among them.
 *
 * Values are known in part. With n heaps that are not empty: for n <= k a move can reach every smaller sum, so the value is
 * the sum; k = 1 is Nim; n = k + 1 >= 3 was solved by Jenkyns and Mayberry; without a heap above 1 the value is the number of
 * ones modulo k + 1; it is 0 where the player to move loses, and 1 where column 0 alone has the count 1 modulo k + 1. */
#include <stdlib.h>
#include <string.h>
#include "share/descriptor.h"
#include "share/numbers.h"
#include "share/steps.h"

/* The text of moore.game; a test compares the two. */
static const char reference[] =
    "# Moore's Nim_k: a move takes from at least one and at most k heaps, from each of them any positive number.\n"
    "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n"
    "param k = 2 in 1..\n"
    "game moore(h: bag) = upto k of (nim(x) for x in h)\n"
    "\n"
    "expect P(moore([1, 1, 4, 4, 5]))\n"
    "expect P(moore([3, 3, 3]))\n"
    "expect sg(moore([2, 3])) == 5\n"
    "expect sg(moore([1, 1, 2])) == 4\n"
    "expect wins(moore([1, 2])) == { moore([0, 0]) }\n";

/* A position: ascending heaps, so the ones and the large ones stand behind each other. */
struct heaps {
    const cgi_field *bag;
    uint64_t k;
    uint32_t empty, ones, large; /* how many are 0, 1, larger */
    bool misere;
};

static bool read_heaps(const cgi_request *request, struct heaps *h)
{
    const cgi_integer *k = &request->params[0].values[0];
    *h = (struct heaps){.bag = row_of(request->components), .misere = request->play == CGI_PLAY_MISERE};
    if (k->sign <= 0 || k->count > 1 || k->limbs[0] >> 63) return false;
    h->k = k->limbs[0];
    for (uint32_t i = 0; i < h->bag->rows; i++) {
        const cgi_integer *heap = &h->bag->cells[i];
        if (heap->sign < 0 || heap->count > MOST_LIMBS) return false;
        if (heap->count == 0) h->empty++;
        else if (heap->count == 1 && heap->limbs[0] == 1) h->ones++;
        else h->large++;
    }
    return true;
}

static uint32_t nonempty(const struct heaps *h) { return h->ones + h->large; }

static uint32_t most_limbs(const struct heaps *h) { return h->bag->rows ? h->bag->cells[h->bag->rows - 1].count : 0; }

static uint64_t bit_of(const cgi_integer *heap, uint32_t limb, int bit)
{
    return limb < heap->count ? heap->limbs[limb] >> bit & 1 : 0;
}

/* How many heaps have that bit, modulo k + 1. */
static uint64_t column(const struct heaps *h, uint32_t limb, int bit)
{
    uint64_t count = 0;
    for (uint32_t i = h->bag->rows; i-- > 0 && h->bag->cells[i].count > limb;)
        count += bit_of(&h->bag->cells[i], limb, bit);
    return count % (h->k + 1);
}

/* Are all columns 0 but the lowest, which is `lowest`? */
static bool columns_are(const struct heaps *h, uint64_t lowest)
{
    for (uint32_t limb = most_limbs(h); limb-- > 0;)
        for (int bit = 63; bit >= 0; bit--)
            if (column(h, limb, bit) != (limb == 0 && bit == 0 ? lowest : 0)) return false;
    return lowest == 0 || most_limbs(h) > 0;
}

static bool is_lost(const struct heaps *h)
{
    if (h->misere && h->large == 0) return h->ones % (h->k + 1) == 1;
    return h->k >= nonempty(h) ? nonempty(h) == 0 : columns_are(h, 0);
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct heaps h;
    (void)instance;
    if (!read_heaps(request, &h)) return CGI_UNSUPPORTED;
    *answer = is_lost(&h) ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    return CGI_OK;
}

/* ---- values -------------------------------------------------------------------------------------------------------- */
enum known { KNOWN_SUM, KNOWN_XOR, KNOWN_ONES, KNOWN_ONE_MORE, KNOWN_ZERO, KNOWN_ONE, KNOWN_NOT };

/* By which law the value is known; ZERO and ONE do not hold for all options as well. */
static enum known find_law(const struct heaps *h)
{
    if (h->k == 1) return KNOWN_XOR;
    if (h->k >= nonempty(h)) return KNOWN_SUM;
    if (h->large == 0) return KNOWN_ONES;
    if (h->k + 1 == nonempty(h)) return KNOWN_ONE_MORE;
    return columns_are(h, 0) ? KNOWN_ZERO : columns_are(h, 1) ? KNOWN_ONE : KNOWN_NOT;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    struct heaps h;
    (void)instance;
    bool readable = read_heaps(request, &h);
    enum known law = readable && answer->value ? find_law(&h) : KNOWN_NOT;
    if (!readable) answer->outcome = answer->moves = 0;
    if (law == KNOWN_NOT && answer->value) {
        answer->value = 0;
        answer->reason = "no closed form for SG values is known where more than k + 1 heaps are not empty";
    }
    answer->alone = law == KNOWN_ZERO || law == KNOWN_ONE;
    answer->nanoseconds = 1000 + 64 * (uint64_t)h.bag->rows * (most_limbs(&h) + 1);
    return CGI_OK;
}

static void add_all(const struct heaps *h, struct number *out, bool carries)
{
    for (uint32_t i = h->empty; i < h->bag->rows; i++)
        if (carries) number_add(out, &out->is, &h->bag->cells[i]);
        else number_xor(out, &out->is, &h->bag->cells[i]);
}

/* Of k + 1 heaps whose sum is u and the least of which is m: y = u - (k + 1) m, y + 1, and z = 1 + y (y + 1) / 2. Is m < z? */
static bool is_small(const struct heaps *h, struct number *u, struct number *y, struct number *z, struct number *y_1)
{
    const cgi_integer *m = &h->bag->cells[h->empty];
    number_set_word(u, 0);
    add_all(h, u, true);
    number_mul_word(y_1, m, nonempty(h));
    number_sub(y, &u->is, &y_1->is);
    number_add_word(y_1, &y->is, 1);
    number_mul(z, &y->is, &y_1->is);
    number_shift_down(z, &z->is, 1);
    number_add_word(z, &z->is, 1);
    return number_compare(m, &z->is) < 0;
}

/* The value is u where m < z, else z - 1 + (m - z) mod (y + 1). */
static void one_heap_more(const struct heaps *h, struct number *list)
{
    struct number *u = list, *y = list + 1, *z = list + 2, *t = list + 3;
    const cgi_integer *m = &h->bag->cells[h->empty];
    if (is_small(h, u, y, z, t)) return;
    number_sub(u, m, &z->is);
    number_divide(y, u, &u->is, &t->is);
    number_add(u, &u->is, &z->is);
    number_sub_word(u, &u->is, 1);
}

/* Into the first of the numbers, of which there are NUMBERS. */
enum { NUMBERS = 4 };
static void find_value(const struct heaps *h, enum known law, struct number *out)
{
    switch (law) {
    case KNOWN_SUM: add_all(h, out, true); return;
    case KNOWN_XOR: add_all(h, out, false); return;
    case KNOWN_ONES: number_set_word(out, h->ones % (h->k + 1)); return;
    case KNOWN_ONE_MORE: one_heap_more(h, out); return;
    default: number_set_word(out, law == KNOWN_ONE);
    }
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heaps h;
    (void)instance;
    enum known law = read_heaps(request, &h) ? find_law(&h) : KNOWN_NOT;
    if (law == KNOWN_NOT) return CGI_UNSUPPORTED;
    struct numbers numbers;
    struct number list[NUMBERS];
    int status = numbers_open(&numbers, request->host, list, NUMBERS, most_limbs(&h) + (size_t)2);
    if (status == CGI_OK) find_value(&h, law, list);
    if (status == CGI_OK) status = numbers_status(&numbers);
    if (status == CGI_OK) status = sink->value(sink, &list->is);
    numbers_close(&numbers);
    return status;
}

/* ---- a winning move ------------------------------------------------------------------------------------------------- */
/* The heaps after the move, while it is made. */
struct after {
    cgi_integer *cells; /* as many as there are heaps */
    uint64_t *limbs;    /* of all of them */
    uint64_t **of;      /* where each heap's limbs are */
    bool *lowered;
    uint64_t free; /* how many are lowered */
};

static size_t all_limbs(const struct heaps *h)
{
    size_t count = 0;
    for (uint32_t i = 0; i < h->bag->rows; i++) count += h->bag->cells[i].count;
    return count;
}

static bool after_open(const cgi_request *request, const struct heaps *h, struct after *a)
{
    size_t rows = h->bag->rows, limbs = all_limbs(h);
    size_t bytes = rows * (sizeof *a->cells + sizeof *a->of + sizeof *a->lowered) + limbs * sizeof *a->limbs + 64;
    char *block = request->host->allocate(request->host, bytes);
    if (!block) return false;
    *a = (struct after){.cells = (cgi_integer *)(void *)block};
    a->of = (uint64_t **)(void *)(a->cells + rows);
    a->limbs = (uint64_t *)(void *)(a->of + rows);
    a->lowered = (bool *)(void *)(a->limbs + limbs);
    uint64_t *at = a->limbs;
    for (size_t i = 0; i < rows; i++) {
        const cgi_integer *heap = &h->bag->cells[i];
        a->of[i] = at;
        a->lowered[i] = false;
        if (heap->count) memcpy(at, heap->limbs, heap->count * sizeof *at);
        at += heap->count;
    }
    return true;
}

/* Column by column from the top: leaves all columns divisible by k + 1. */
static void balance_column(const struct heaps *h, struct after *a, uint32_t limb, int bit)
{
    uint64_t mask = (uint64_t)1 << bit, beyond = 0;
    for (uint32_t i = 0; i < h->bag->rows; i++) {
        if (limb >= h->bag->cells[i].count) continue;
        if (a->lowered[i]) a->of[i][limb] &= ~mask;
        else beyond += (a->of[i][limb] & mask) != 0;
    }
    beyond %= h->k + 1;
    bool fill = beyond && h->k + 1 - beyond <= a->free;
    uint64_t left = !beyond ? 0 : fill ? h->k + 1 - beyond : beyond;
    for (uint32_t i = 0; i < h->bag->rows && left; i++) {
        if (limb >= h->bag->cells[i].count || a->lowered[i] != fill) continue;
        if (!fill && !(a->of[i][limb] & mask)) continue;
        a->of[i][limb] ^= mask;
        if (!fill) a->lowered[i] = true, a->free++;
        left--;
    }
}

/* Leaves no heap above 1, and a number of ones that is 1 modulo k + 1. */
static void leave_ones(const struct heaps *h, struct after *a)
{
    uint64_t modulus = h->k + 1, remove = (h->ones % modulus + h->k) % modulus;
    uint32_t first = h->empty + h->ones;
    bool enough = remove <= h->k - h->large;
    uint64_t keep = enough ? 0 : (modulus + 1 - h->ones % modulus) % modulus;
    for (uint32_t i = first; i < h->bag->rows; i++) {
        memset(a->of[i], 0, h->bag->cells[i].count * sizeof **a->of);
        if (i - first < keep) a->of[i][0] = 1;
    }
    for (uint32_t i = 0; enough && i < remove; i++) a->of[h->empty + i][0] = 0;
}

static int compare(const void *left, const void *right) { return number_compare(left, right); }

static int emit(const struct heaps *h, struct after *a, const cgi_sink *sink)
{
    for (uint32_t i = 0; i < h->bag->rows; i++) a->cells[i] = natural(a->of[i], h->bag->cells[i].count);
    qsort(a->cells, h->bag->rows, sizeof *a->cells, compare);
    return give_cells(sink, 0, h->bag, a->cells);
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heaps h;
    struct after a;
    (void)instance;
    if (!read_heaps(request, &h)) return CGI_UNSUPPORTED;
    if (is_lost(&h) || nonempty(&h) == 0) return CGI_OK;
    if (!after_open(request, &h, &a)) return CGI_NO_MEMORY;
    int status = CGI_OK;
    if (h.misere && h.large <= h.k) leave_ones(&h, &a);
    else
        for (uint32_t limb = most_limbs(&h); status == CGI_OK && limb-- > 0;) {
            for (int bit = 63; bit >= 0; bit--) balance_column(&h, &a, limb, bit);
            if (request->host->cancelled(request->host)) status = CGI_CANCELLED;
        }
    if (status == CGI_OK) status = emit(&h, &a, sink);
    request->host->release(request->host, a.cells);
    return status;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
enum { HEAPS_TOLD = 24, COLUMNS_TOLD = 16, STEP_LIST = 6 };

/* The number of ones in a column of these cells, empty heaps left out. */
static uint64_t ones_in(const struct heaps *h, const cgi_integer *cells, uint32_t limb, int bit)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < h->bag->rows; i++) count += bit_of(&cells[i], limb, bit);
    return count;
}

/* "ones in the column of 4: 2 = 0 * 3 + 2, not divisible by 3"; the highest columns that have any. n is one number. */
static void tell_columns(const struct heaps *h, struct steps *s, const cgi_integer *cells, const char *where,
                         struct number *n)
{
    uint64_t modulus = h->k + 1;
    size_t told = 0;
    for (uint32_t limb = most_limbs(h); limb-- > 0;)
        for (int bit = 63; bit >= 0; bit--) {
            uint64_t ones = ones_in(h, cells, limb, bit);
            if (ones == 0) continue;
            if (++told > COLUMNS_TOLD) {
                step(s, "and so on in the columns below");
                return;
            }
            number_set_word(n, 1);
            number_shift_up(n, &n->is, limb * (size_t)64 + (size_t)bit);
            steps_add(s, where, &n->is);
            steps_add(
                s, ones % modulus ? ": %d = %d * %d + %d, not divisible by %d" : ": %d = %d * %d + %d, divisible by %d",
                steps_word(s, ones), steps_word(s, ones / modulus), steps_word(s, modulus),
                steps_word(s, ones % modulus), steps_word(s, modulus));
            steps_end(s);
        }
}

static void tell_heaps(const struct heaps *h, struct steps *s)
{
    uint32_t rows = h->bag->rows;
    if (nonempty(h) > HEAPS_TOLD) return;
    size_t width = rows ? number_bits(&h->bag->cells[rows - 1]) : 0;
    for (uint32_t i = h->empty; i < rows; i++)
        step(s, "%*b  a heap of %d", steps_word(s, width), &h->bag->cells[i], &h->bag->cells[i]);
}

/* Which heaps the move of `moves` changes. */
static void tell_changes(const struct heaps *h, struct steps *s, struct after *a, struct number *n)
{
    size_t told = 0;
    for (uint32_t i = 0; i < h->bag->rows && told < HEAPS_TOLD; i++) {
        a->cells[i] = natural(a->of[i], h->bag->cells[i].count);
        if (number_compare(&h->bag->cells[i], &a->cells[i]) == 0) continue;
        number_sub(n, &h->bag->cells[i], &a->cells[i]);
        step(s, "a heap of %d becomes %d - %d = %d", &h->bag->cells[i], &h->bag->cells[i], &n->is, &a->cells[i]);
        told++;
    }
}

static int tell_move(const struct heaps *h, struct steps *s, struct number *n)
{
    struct after a;
    if (!after_open(s->request, h, &a)) return CGI_NO_MEMORY;
    if (h->misere && h->large <= h->k) {
        leave_ones(h, &a);
        tell_changes(h, s, &a, n);
    } else {
        for (uint32_t limb = most_limbs(h); limb-- > 0;)
            for (int bit = 63; bit >= 0; bit--) balance_column(h, &a, limb, bit);
        step(s, "so the player to move wins: from the top down each column is made divisible, by heaps that are "
                "lowered already where they "
                "are enough, else by lowering others that have it");
        tell_changes(h, s, &a, n);
        tell_columns(h, s, a.cells, "then ones in the column of %d", n);
    }
    s->request->host->release(s->request->host, a.cells);
    return CGI_OK;
}

/* The value of k + 1 heaps by the theorem of Jenkyns and Mayberry; list[0] is the value already. */
static void tell_one_more(const struct heaps *h, struct steps *s, struct number *list)
{
    struct number *u = list + 1, *y = list + 2, *z = list + 3, *t = list + 4;
    const cgi_integer *m = &h->bag->cells[h->empty], *count = steps_word(s, nonempty(h));
    bool small = is_small(h, u, y, z, t);
    step(s,
         "%d heaps, one more than may be touched: their sum is %d and the least is %d, so y = %d - %d * %d = %d and z "
         "= 1 + %d * (%d + 1) / 2 = %d",
         count, &u->is, m, &u->is, count, m, &y->is, &y->is, &y->is, &z->is);
    if (small) step(s, "%d < %d, so the value is the sum, %d", m, &z->is, &list->is);
    else
        step(s, "%d >= %d, so the value is %d - 1 + (%d - %d) mod (%d + 1) = %d", m, &z->is, &z->is, m, &z->is, &y->is,
             &list->is);
}

static void tell_value(const struct heaps *h, struct steps *s, enum known law, struct number *list)
{
    number_set_word(list, 0);
    find_value(h, law, list);
    const cgi_integer *g = &list->is;
    uint32_t rows = h->bag->rows;
    if (law == KNOWN_ONE_MORE) tell_one_more(h, s, list);
    if (law == KNOWN_SUM || law == KNOWN_XOR) {
        steps_add(s,
                  law == KNOWN_SUM
                      ? "%d heaps, no more than may be touched, so every smaller sum can be left, and the value is "
                      : "one heap may be touched, so of %d heaps the value is ",
                  steps_word(s, nonempty(h)));
        for (uint32_t i = h->empty; i < rows && nonempty(h) <= STEP_ITEMS; i++)
            steps_add(s, i == h->empty ? "%d" : law == KNOWN_SUM ? " + %d" : " xor %d", &h->bag->cells[i]);
        step(s, nonempty(h) && nonempty(h) <= STEP_ITEMS ? " = %d" : "%d", g);
    }
    if (law == KNOWN_ONES)
        step(s, "no heap exceeds 1, so the value is %d mod %d = %d", steps_word(s, h->ones), steps_word(s, h->k + 1),
             g);
    if (law == KNOWN_ONE)
        step(s, "only the column of 1 is not divisible by %d, with a rest of 1, so the value is 1",
             steps_word(s, h->k + 1));
}

/* In misere play, without a heap above 1 or with few enough of them for one move. */
static void tell_ones(const struct heaps *h, struct steps *s)
{
    uint64_t modulus = h->k + 1;
    if (h->large == 0) {
        step(s,
             "misere play: no heap exceeds 1, and the player to move loses where their number has the rest 1 modulo %d",
             steps_word(s, modulus));
        step(s, "%d = %d * %d + %d", steps_word(s, h->ones), steps_word(s, h->ones / modulus), steps_word(s, modulus),
             steps_word(s, h->ones % modulus));
    } else
        step(s,
             "misere play: %d <= %d heaps exceed 1, so one move can leave no heap above 1 and a number of ones with "
             "the rest 1 modulo %d",
             steps_word(s, h->large), steps_word(s, h->k), steps_word(s, modulus));
    step(s, is_lost(h) ? "so the player to move loses" : "so the player to move wins");
}

static int tell(const struct heaps *h, struct steps *s, struct number *list)
{
    int status = CGI_OK;
    bool lost = is_lost(h);
    enum known law = h->misere ? KNOWN_NOT : find_law(h);
    tell_heaps(h, s);
    if (h->misere && h->large <= h->k) {
        tell_ones(h, s);
        if (!lost && nonempty(h)) status = tell_move(h, s, list);
    } else if (nonempty(h) == 0) step(s, "no heap is left, so the player to move loses");
    else {
        step(s, "at most %d heaps may be touched, so the ones in each column are counted modulo %d",
             steps_word(s, h->k), steps_word(s, h->k + 1));
        tell_columns(h, s, h->bag->cells, "ones in the column of %d", list);
        if (!lost) status = tell_move(h, s, list);
        else
            step(s,
                 "all are divisible: the highest column that a move changes loses or gains at most %d ones, so it is "
                 "not divisible then, and the "
                 "player to move loses",
                 steps_word(s, h->k));
    }
    if (law != KNOWN_NOT && status == CGI_OK) tell_value(h, s, law, list);
    if (status == CGI_OK) status = numbers_status(list->all);
    return status == CGI_OK
               ? steps_come_to(s, law == KNOWN_NOT ? NULL : &list->is, lost ? CGI_OUTCOME_P : CGI_OUTCOME_N)
               : status;
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct heaps h;
    struct steps s;
    struct numbers numbers;
    struct number list[STEP_LIST];
    (void)instance;
    if (!steps_open(&s, request, sink) || !read_heaps(request, &h)) return CGI_UNSUPPORTED;
    int status = numbers_open(&numbers, request->host, list, STEP_LIST, most_limbs(&h) + (size_t)2);
    s.memory = &numbers.status;
    if (status == CGI_OK) status = tell(&h, &s, list);
    numbers_close(&numbers);
    return status;
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_SOME_MOVES | CGI_TAME,
    .name = "moore",
    .version = "1.0",
    .summary = "Moore: take from at least one and at most k heaps",
    .reference = reference,
    .claim = "the player to move loses where each binary column has a number of ones divisible by k + 1; misere play "
             "differs only "
             "where no heap exceeds 1",
    .source = "Moore 1910; misere play: Yamasaki 1980; values: Jenkyns and Mayberry 1980",
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
