/* SPDX-License-Identifier: MIT */
/* Heaps in order. Each takes the least common value that none of its options is known to have, unless a rare value below is in doubt
 * and turns out to be missing too. */
#include "code/machine/split_settle.h"
#include "code/machine/split_share.h"
#include <string.h>

enum {
    HEAP_STEPS = 20,
    SCAN_SHARE = 8,
    FOUND_STEPS = 50,
    DOUBTS_FEW = SPLIT_BLOCK,
    ROWS_AT_ONCE = 4,
    NO_HEAP = UINT16_MAX
};

struct settling {
    struct split_blocks *b;
    struct value_run *values;
    uint64_t n; /* of the first heap of the block */
    size_t count, words;
    uint32_t limit; /* values from here on were left out */
    uint64_t steps;
    size_t late;                 /* heaps whose value is beyond their bound */
    uint64_t fresh[SPLIT_BLOCK]; /* heaps of the block with rare values */
    size_t fresh_count;
    uint64_t common[2][SPLIT_VALUES_MOST / 64]; /* the values that are common, by the parity of j */
    size_t near; /* of b->near: those of which the partner is in the block, for the heap at hand */
    uint8_t marks[SPLIT_VALUES_MOST],
        mark; /* marks[v] == mark: the heap at hand has an option of value v in the block */
};

/* ---- doubts ------------------------------------------------------------------------------------------------------ */
/* The common values of heaps n, n + 2, ... and of n + 1, n + 3, ... */
static void list_common(const struct split_blocks *b, uint64_t n, uint64_t common[2][SPLIT_VALUES_MOST / 64])
{
    for (unsigned odd = 0; odd < 2; odd++)
        for (uint32_t v = 0; v < b->values; v++) {
            if (v % 64 == 0) common[odd][v / 64] = 0;
            common[odd][v / 64] |= (uint64_t)split_common(b, v, n + odd) << v % 64;
        }
}

/* Rare values below the bound are sought for all heaps together: it is the common value of this rank that is free, as those before
 * it may be taken within the block. */
static uint32_t bound(const uint64_t *has, const uint64_t *common, size_t words, unsigned rank)
{
    for (size_t k = 0; k < words; k++) {
        uint64_t x = ~has[k] & common[k];
        for (; x && rank; rank--) x &= x - 1;
        if (x) return (uint32_t)(64 * k) + (uint32_t)__builtin_ctzll(x);
    }
    return (uint32_t)(64 * words);
}

static void list_bounds(struct split_blocks *b, uint64_t n, size_t count, uint32_t limit)
{
    struct split_work *w = b->work;
    size_t words = (b->values + 63) / 64;
    uint64_t common[2][SPLIT_VALUES_MOST / 64];
    list_common(b, n, common);
    memset(w->first, 0xff, (b->values + 1) * sizeof *w->first);
    for (size_t j = 0; j < count; j++) {
        uint32_t v = bound(w->inside + j * words, common[j % 2], words, b->rank);
        uint16_t *first = &w->first[v < limit ? v : limit];
        w->bound[j] = (uint16_t)(v < limit ? v : limit);
        w->next[j] = *first;
        *first = (uint16_t)j;
    }
}

/* covered[v] for rare values: full but for the heaps whose bound is above. Afterwards only what was found of these. Returns how many
 * heaps are in doubt before, a heap for each value. */
static uint64_t each_doubt(struct split_blocks *b, uint64_t n, uint32_t limit, bool found)
{
    struct split_work *w = b->work;
    uint64_t above[SPLIT_WORDS] = {0}, doubts = 0;
    split_share_begin(b, w->sharing);
    for (uint32_t v = limit; v-- > 0;) {
        for (uint16_t j = w->first[v + 1]; j != NO_HEAP; j = w->next[j]) above[j / 64] |= (uint64_t)1 << j % 64;
        uint64_t any = 0, no = (split_common(b, v, n) ? 0x5555555555555555u : 0) |
                               (split_common(b, v, n + 1) ? 0xaaaaaaaaaaaaaaaau : 0);
        for (size_t q = 0; q < SPLIT_WORDS; q++) {
            uint64_t sought = above[q] & ~no;
            w->covered[v][q] = found ? w->covered[v][q] & sought : ~sought;
            any |= sought;
        }
        if (!any) continue;
        split_share_value(b, v);
        if (!found) doubts += b->by->missing(w->covered[v]);
    }
    return doubts;
}

uint64_t split_doubts(struct split_blocks *b, uint64_t n, size_t count)
{
    uint64_t steps = 0, left;
    uint32_t limit = split_limit(b);
    list_bounds(b, n, count, limit);
    left = each_doubt(b, n, limit, false);
    for (uint32_t i = 0; i < b->often_count && left > DOUBTS_FEW; i += ROWS_AT_ONCE) {
        uint32_t to = b->often_count - i < ROWS_AT_ONCE ? b->often_count : i + ROWS_AT_ONCE;
        steps += split_share_rows(b, &b->tries, n, i, to, &left);
    }
    each_doubt(b, n, limit, true);
    split_share_spread(b, (struct value_view){0}, n, count, false);
    return steps;
}

/* ---- one heap ---------------------------------------------------------------------------------------------------- */
/* The value of a heap that has one. */
static uint32_t settled(const struct settling *s, uint64_t n) { return value_view_at(value_view(s->values), n); }

static void take(struct settling *s, size_t j, uint32_t v)
{
    s->b->work->inside[j * s->words + v / 64] |= (uint64_t)1 << v % 64;
}

/* Is the rare value v, in doubt, one of no option? */
static bool missing(struct settling *s, size_t j, uint32_t v)
{
    bool gives = split_gives(s->b->rule, s->b->by, value_view(s->values), s->n + j, v, s->b->crew);
    s->steps += gives ? FOUND_STEPS : (s->n + j) / SCAN_SHARE;
    if (gives) take(s, j, v);
    return !gives;
}

/* Marks what the heaps of the block before heap n + j give it beside rare heaps. Each heap looks back for itself: its
 * marks stay in the nearest cache, as bits in the sets of all the heaps to come would not. */
EACH_WIDTH void mark_back(struct settling *s, struct value_view values, size_t j)
{
    const struct split_rule *rule = s->b->rule;
    const struct split_near *near = s->b->near.data;
    uint8_t *marks = s->marks, mark = s->mark;
    size_t count = s->near; /* a mark may be any byte, for all that a compiler knows */
    uint64_t heap = s->n + j;
    if (rule->modulus == 1)
        for (size_t i = 0; i < count; i++) marks[value_view_at(values, heap - near[i].distance) ^ near[i].value] = mark;
    else
        for (size_t i = 0; i < count; i++)
            if (near[i].partners >> (heap - near[i].distance) % rule->modulus & 1)
                marks[value_view_at(values, heap - near[i].distance) ^ near[i].value] = mark;
}

static void look_back(struct settling *s, size_t j)
{
    const struct split_near *near = s->b->near.data;
    struct value_view values = value_view(s->values);
    if (++s->mark == 0) {
        memset(s->marks, 0, sizeof s->marks);
        s->mark = 1;
    }
    while (s->near < s->b->near.count && near[s->near].distance <= j) s->near++;
    VALUE_VIEW_WIDTH(values, mark_back(s, values, j));
    s->steps += s->near / 2;
}

/* The least common value that no option is known to have. */
static uint32_t least_common(const struct settling *s, size_t j)
{
    const uint64_t *has = s->b->work->inside + j * s->words, *common = s->common[j % 2];
    for (size_t k = 0; k < s->words; k++)
        for (uint64_t x = ~has[k] & common[k]; x; x &= x - 1) {
            uint32_t v = (uint32_t)(64 * k) + (uint32_t)__builtin_ctzll(x);
            if (s->marks[v] != s->mark) return v;
        }
    return (uint32_t)(64 * s->words);
}

/* The least value below `to` that is neither common nor known to be an option's, nor found to be one's; else `to`. */
static uint32_t least_missing(struct settling *s, size_t j, uint32_t to)
{
    const uint64_t *has = s->b->work->inside + j * s->words;
    for (uint32_t k = 0; 64 * k < to; k++) {
        uint64_t x = ~has[k] & ~s->common[j % 2][k];
        if (to - 64 * k < 64) x &= ((uint64_t)1 << (to - 64 * k)) - 1;
        for (; x; x &= x - 1) {
            uint32_t v = 64 * k + (uint32_t)__builtin_ctzll(x);
            if (s->marks[v] != s->mark && missing(s, j, v)) return v;
        }
    }
    return to;
}

/* Values of the options of heap n + j in which one part is this rare heap. */
static void take_with(struct settling *s, size_t j, uint64_t place)
{
    const struct split_rule *rule = s->b->rule;
    for (size_t i = 0; i < rule->count; i++) {
        const struct split_kind *k = &rule->kinds[i];
        int64_t other = (int64_t)(s->n + j - place) - k->take;
        if (k->two && other > 0 && split_allows(rule, k, place, (uint64_t)other))
            take(s, j, settled(s, (uint64_t)other) ^ settled(s, place));
    }
}

/* All that rare heaps give to this heap, heap by heap: what was left out from the limit on is made good. */
static void take_all(struct settling *s, size_t j)
{
    const struct split_blocks *b = s->b;
    for (size_t i = 0; i < b->rule->count; i++)
        if (!b->rule->kinds[i].two) take(s, j, settled(s, s->n + j - (uint64_t)b->rule->kinds[i].take));
    for (uint64_t i = 0; i < b->space->count; i++) take_with(s, j, b->space->rare[i].place);
    for (size_t i = 0; i < s->fresh_count; i++) take_with(s, j, s->fresh[i]);
    s->steps += 2 * b->space->count;
}

/* May be b->values, one beyond what the sets have room for. */
static uint32_t value_of(struct settling *s, size_t j)
{
    uint32_t v = least_common(s, j);
    if (v >= s->limit) {
        take_all(s, j);
        v = least_common(s, j);
    }
    s->late += v > s->b->work->bound[j];
    return least_missing(s, j, v < s->b->values ? v : (uint32_t)s->b->values);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */
/* Tells the heaps after n + j, of value v, that they can leave it beside any other, if it is a rare one. */
static void tell(struct settling *s, size_t j, uint32_t v)
{
    if (!split_rare(s->b, s->n + j, v)) return;
    s->fresh[s->fresh_count++] = s->n + j;
    for (size_t t = j + 1; t < s->count; t++) take_with(s, t, s->n + j);
    s->steps += s->count - j;
}

size_t split_settle(struct split_blocks *b, struct value_run *values, uint64_t n, size_t count, uint64_t *steps)
{
    struct settling s = {.b = b, .values = values, .n = n, .count = count, .words = (b->values + 63) / 64};
    size_t j = 0;
    s.limit = split_limit(b);
    list_common(b, n, s.common);
    for (bool fits = true; j < count && fits; j++) {
        look_back(&s, j);
        uint32_t v = value_of(&s, j);
        fits = value_run_put(values, n + j, v) && v < b->values; /* at most SPLIT_VALUES_MOST: it is put */
        if (fits) tell(&s, j, v);
    }
    if (s.late > count / 16) b->rank++;
    else if (s.late < count / 64 && b->rank > 1) b->rank--;
    *steps += s.steps + j * HEAP_STEPS;
    return j;
}
