/* SPDX-License-Identifier: MIT */
/* Instances with some cells known are compared as sets; those near the cells first, which mostly differ if any do. */
#include "solve/search/strip_rules.h"
#include <string.h>
#include "solve/search/strip_sights.h"

/* Of the cells that are taken the first `left` and the last `right` stay; `cut`: at the ends of two pieces. */
struct way {
    bool cut;
    uint8_t taken, left, right;
};
/* The best first. A way of which no piece is shorter is passed over. */
static const struct way ways[] = {
    {0}, /* STRIP_UNKNOWN */
    {0}, /* STRIP_NONE */
    {true, 1, 0, 0},
    {false, 1, 0, 0},
    {true, 1, 1, 0},
    {true, 1, 0, 1},
    {true, 1, 1, 1},
    {true, 2, 0, 0},
    {false, 2, 0, 0},
    {true, 2, 1, 0},
    {true, 2, 0, 1},
    {true, 2, 1, 1},
    {false, 2, 1, 0},
    {false, 2, 0, 1},
    {true, 2, 2, 0},
    {true, 2, 0, 2},
    {true, 2, 2, 1},
    {true, 2, 1, 2},
};
enum { WAYS = sizeof ways / sizeof *ways, NEAR = 1, ALL_CELLS = STRIP_CELLS };

/* Of a board: cells from `first` on hold these values, and the cells after them stand from `after` on. */
static struct strip_sight sight_from(uint32_t size, uint32_t first, uint32_t known, uint32_t after,
                                     const uint8_t *values)
{
    struct strip_sight at = {.size = size, .name = 1};
    for (uint32_t c = 0; c < size; c++) {
        bool fixed = c >= first && c < first + known;
        at.to[c] = (uint8_t)(c < first ? c : fixed ? DIAGRAM_FIXED | values[c - first] : c - first - known + after);
    }
    for (uint32_t i = 0; i < known; i++) at.name = at.name << 2 | values[i]; /* a 1 above them says how many */
    at.name = ((at.name << 5 | size) << 5 | first) << 5 | (first + known < size ? after : 0);
    return at;
}

/* ---- rules -------------------------------------------------------------------------------------------------------------- */
/* Some final cells of a board, what is tried for them. */
struct trial {
    uint32_t size, cell, taken;
    uint8_t values[2];
};

/* The sights of what is written: one or two; none: no way, as a piece is not shorter or a board is not known. */
static int sights_of(const struct strips *s, const struct trial *t, const struct way *way, uint8_t *kept,
                     struct strip_sight *sights)
{
    uint32_t end = t->cell + t->taken, rest = t->size - end;
    const uint8_t *last = t->values + t->taken - way->right;
    memcpy(kept, t->values, way->left);
    memcpy(kept + way->left, last, way->right);
    sights[0] = sight_from(t->cell + way->left, t->cell, way->left, end, t->values);
    sights[1] = sight_from(way->right + rest, 0, way->right, end, last);
    if (!way->cut)
        sights[0] = sight_from(t->size - t->taken + way->left + way->right, t->cell, way->left + way->right, end, kept);
    int count = way->cut ? 2 : 1;
    for (int i = 0; i < count; i++)
        if (sights[i].size >= t->size || (sights[i].size && !s->boards[sights[i].size].fine)) return 0;
    return count;
}

static struct strip_sight sight_of(const struct trial *t)
{
    return sight_from(t->size, t->cell, t->taken, t->cell + t->taken, t->values);
}

/* The effects of the trial on these cells, with what its own cells hold known, come first in the list. */
static bool open_trial(struct strips *s, const struct trial *t, uint32_t writing, size_t *count)
{
    struct strip_sight whole = sight_of(t);
    s->effects.count = 0;
    if (!strip_add_effects(s, &whole, writing, DIAGRAM_TRUE, NULL)) return false;
    strip_sort_effects(s, 0);
    *count = s->effects.count;
    return true;
}

/* The pieces that have an effect which the trial has not, by how many of the taken cells they have, of this trial and these cells; bits. */
struct unlike {
    uint32_t left, right;
};

/* Is the same known of the trial as of what is written for it? *known: of each piece. */
static bool is_same_known(struct strips *s, const struct trial *t, const struct strip_sight *sights, int count,
                          uint32_t *known)
{
    struct strip_sight whole = sight_of(t);
    known[1] = DIAGRAM_TRUE;
    for (int i = 0; i < count; i++) known[i] = strip_known_in(s, &sights[i]);
    return strip_known_in(s, &whole) == diagram_join(&s->diagrams, FORMULA_ALL, known[0], known[1]);
}

/* Has what is written by the way these effects? */
static bool is_same_game(struct strips *s, const struct trial *t, const struct way *way, uint32_t writing,
                         size_t effects, struct unlike *unlike)
{
    uint8_t kept[4];
    struct strip_sight sights[2];
    if (way->cut && (unlike->left >> way->left & 1 || unlike->right >> way->right & 1)) return false;
    uint32_t known[2];
    int count = sights_of(s, t, way, kept, sights);
    if (!count || !is_same_known(s, t, sights, count, known)) return false;
    s->effects.count = effects;
    for (int i = 0; i < count; i++) {
        if (strip_add_effects(s, &sights[i], writing, known[1 - i], &effects)) continue;
        if (way->cut && !i) unlike->left |= 1u << way->left;
        if (way->cut && i) unlike->right |= 1u << way->right;
        return false;
    }
    return strip_same_effects(s, effects);
}

static uint8_t find_way(struct strips *s, const struct trial *t)
{
    uint32_t end = t->cell + t->taken, before = t->cell > NEAR ? t->cell - NEAR : 0;
    uint32_t writing[] = {((1u << (end + NEAR)) - 1) & ~((1u << before) - 1), (1u << STRIP_CELLS) - 1};
    uint32_t may = 0; /* ways, bits */
    for (uint8_t way = STRIP_WAYS; way < WAYS; way++)
        may |= (uint32_t)(ways[way].taken == t->taken && !(s->around && ways[way].cut)) << way;
    for (int i = 0; i < 2 && may; i++) {
        size_t effects;
        struct unlike unlike = {0};
        if (!open_trial(s, t, writing[i], &effects)) may = 0;
        for (uint32_t left = may; left; left &= left - 1) {
            uint8_t way = (uint8_t)__builtin_ctz(left);
            if (!is_same_game(s, t, &ways[way], writing[i], effects, &unlike)) may &= ~(1u << way);
            else if (i) break;
        }
    }
    s->failed = s->failed || s->diagrams.no_memory;
    return may && !s->diagrams.failed ? (uint8_t)__builtin_ctz(may) : STRIP_NONE;
}

static uint8_t backwards(uint8_t way)
{
    for (uint8_t i = STRIP_WAYS; way >= STRIP_WAYS && i < WAYS; i++)
        if (ways[i].taken == ways[way].taken && ways[i].cut == ways[way].cut && ways[i].left == ways[way].right &&
            ways[i].right == ways[way].left)
            return i;
    return way;
}

/* Once no rule is left at a cell it is not looked at again. */
static void close_cell(const struct strips *s, const uint8_t *known, uint32_t count, uint32_t cell, uint32_t *any)
{
    bool all = true;
    for (uint32_t k = 0; all && k < count; k++) {
        bool final = s->final >> k % STRIP_VALUES & 1 && (count == STRIP_VALUES || s->final >> k / STRIP_VALUES & 1);
        all = !final || known[k] == STRIP_NONE;
    }
    if (all) *any &= ~(1u << cell);
}

/* Where a rule of a ring is found: what it says at one cell it says at all. With its cells in order, but for those that are taken, read
 * from another one on, the instances are the same of the ring and of the shorter one that is written for it. That is so if it is not cut,
 * as find_way sees to. Where cells are near, both sides of them are. */
static uint32_t ring_cell(uint32_t size) { return size > 2 * NEAR + 2 ? NEAR : 0; }

/* What an image of the strip has there, or STRIP_UNKNOWN: where the least of them is elsewhere it is found there. */
static uint8_t one_by_image(struct strips *s, uint32_t size, uint32_t cell, uint32_t value)
{
    for (size_t i = 0; i < s->exchange_count; i++)
        if (s->exchanges[i].to[value] < value) return strip_one(s, size, cell, s->exchanges[i].to[value]);
    if (s->around) return cell == ring_cell(size) ? STRIP_UNKNOWN : strip_one(s, size, ring_cell(size), value);
    if (s->backwards && size - 1 - cell < cell) return backwards(strip_one(s, size, size - 1 - cell, value));
    return STRIP_UNKNOWN;
}

uint8_t strip_find_one(struct strips *s, uint32_t size, uint32_t cell, uint32_t value)
{
    struct strip_board *b = &s->boards[size];
    struct trial t = {size, cell, 1, {(uint8_t)value}};
    uint8_t way = one_by_image(s, size, cell, value);
    b->ones[cell][value] = way == STRIP_UNKNOWN ? find_way(s, &t) : way;
    close_cell(s, b->ones[cell], STRIP_VALUES, cell, &b->one_any);
    return b->ones[cell][value];
}

static uint8_t two_by_image(struct strips *s, uint32_t size, uint32_t cell, uint32_t values)
{
    uint32_t first = values / STRIP_VALUES, second = values % STRIP_VALUES;
    for (size_t i = 0; i < s->exchange_count; i++) {
        uint32_t other = (uint32_t)s->exchanges[i].to[first] * STRIP_VALUES + s->exchanges[i].to[second];
        if (other < values) return strip_two(s, size, cell, other);
    }
    if (s->around && s->backwards && second < first)
        return backwards(strip_two(s, size, cell, second * STRIP_VALUES + first));
    if (s->around) return cell == ring_cell(size) ? STRIP_UNKNOWN : strip_two(s, size, ring_cell(size), values);
    if (s->backwards && size - 2 - cell < cell)
        return backwards(strip_two(s, size, size - 2 - cell, second * STRIP_VALUES + first));
    return STRIP_UNKNOWN;
}

uint8_t strip_find_two(struct strips *s, uint32_t size, uint32_t cell, uint32_t values)
{
    struct strip_board *b = &s->boards[size];
    struct trial t = {size, cell, 2, {(uint8_t)(values / STRIP_VALUES), (uint8_t)(values % STRIP_VALUES)}};
    uint8_t way = two_by_image(s, size, cell, values);
    b->twos[cell][values] = way == STRIP_UNKNOWN ? find_way(s, &t) : way;
    close_cell(s, b->twos[cell], STRIP_PAIRS, cell, &b->two_any);
    return b->twos[cell][values];
}

size_t strip_cuts(struct strips *s, uint32_t size)
{
    size_t cuts = 0;
    for (uint32_t cell = 1; cell + 2 < size && !s->failed; cell++)
        for (uint32_t k = 0; k < STRIP_PAIRS; k++) {
            uint32_t both = 1u << k / STRIP_VALUES | 1u << k % STRIP_VALUES;
            cuts += !(both & ~s->final) && ways[strip_two(s, size, cell, k)].cut;
        }
    return cuts;
}

/* Without its first cells. */
static uint64_t end_from(uint64_t strip, uint32_t cell) { return strip >> cell & strip_twice(UINT32_MAX >> cell); }

uint64_t strip_apply(uint64_t strip, uint32_t cell, uint32_t taken, uint8_t way, uint64_t *right)
{
    const struct way *w = &ways[way];
    uint64_t rest = end_from(strip, cell + taken - w->right);
    *right = w->cut ? rest : 0;
    if (w->cut) return strip_start(strip, cell + w->left);
    return (strip & strip_below(cell + w->left)) | rest << (cell + w->left);
}

bool strip_pays(struct strips *s, uint32_t size)
{
    uint32_t fine = 0;
    for (uint32_t cell = 0; cell + 1 < size && !s->failed; cell++) {
        bool some = false;
        for (uint32_t v = 0; !some && v < s->values; v++)
            some = s->final >> v & 1 && strip_one(s, size, cell, v) > STRIP_NONE;
        for (uint32_t k = 0; !some && k < STRIP_PAIRS; k++) {
            uint32_t both = 1u << k / STRIP_VALUES | 1u << k % STRIP_VALUES;
            some = !(both & ~s->final) && strip_two(s, size, cell, k) > STRIP_NONE;
        }
        fine += some;
    }
    return 2 * fine >= size - 1;
}
