/* SPDX-License-Identifier: MIT */
#include "solve/search/strip_rings.h"
#include <string.h>
#include "solve/search/strip_sights.h"

enum { SMALL = 8, NOTHING = 0, ENDS = STRIP_VALUES + 1, EVERY_CELL = INT32_MAX };

/* What is tried. */
struct trial {
    uint32_t size, cell, last, wall;
};
/* A way has for each piece what is added at its end: NOTHING or a value + 1. */
static uint8_t way_of(uint32_t left, uint32_t right) { return (uint8_t)(STRIP_WAYS + left * ENDS + right); }
static uint32_t left_of(uint8_t way) { return (way - (uint32_t)STRIP_WAYS) / ENDS; }
static uint32_t right_of(uint8_t way) { return (way - (uint32_t)STRIP_WAYS) % ENDS; }

/* ---- sights ------------------------------------------------------------------------------------------------------------- */
/* The cell is known where the wall says so. */
static void fix_cell(struct strip_sight *at, uint32_t cell, uint32_t value)
{
    if (value < STRIP_VALUES) at->to[cell] = (uint8_t)(DIAGRAM_FIXED | value);
}

/* Names of sights of a few cells side by side are below this bit. */
static uint32_t name_of(bool piece, uint32_t size, uint32_t place, uint32_t content)
{
    return UINT32_C(1) << 31 | (uint32_t)piece << 30 | size << 25 | place << 20 | content;
}

static struct strip_sight whole_of(const struct trial *t)
{
    struct strip_sight at = {.size = t->size,
                             .name = name_of(false, t->size, t->cell, t->last * STRIP_WALLS + t->wall)};
    for (uint32_t c = 0; c < t->size; c++) at.to[c] = (uint8_t)c;
    fix_cell(&at, 0, t->last % STRIP_WALL_ENDS);
    fix_cell(&at, t->cell, t->wall / STRIP_WALL_ENDS);
    fix_cell(&at, t->cell + 1, t->wall % STRIP_WALL_ENDS);
    fix_cell(&at, t->size - 1, t->last / STRIP_WALL_ENDS);
    return at;
}

/* The cells from `first` on, which ends a wall, to the first of another one, and what is added. */
static struct strip_sight piece_of(uint32_t first, uint32_t count, uint32_t before, uint32_t after, uint32_t added)
{
    uint32_t size = count + (added != NOTHING), start = before % STRIP_WALL_ENDS, end = after / STRIP_WALL_ENDS;
    struct strip_sight at = {.size = size};
    at.name = name_of(true, size, first, (start * STRIP_VALUES + end) * ENDS + added);
    for (uint32_t c = 0; c < count; c++) at.to[c] = (uint8_t)(first + c);
    fix_cell(&at, 0, start);
    fix_cell(&at, count - 1, end);
    if (added != NOTHING) fix_cell(&at, count, added - 1);
    return at;
}

/* ---- proofs ------------------------------------------------------------------------------------------------------------- */
static bool open_trial(struct strips *s, const struct strip_sight *whole, size_t *count)
{
    s->effects.count = 0;
    if (!strip_add_effects(s, whole, EVERY_CELL, DIAGRAM_TRUE, NULL)) return false;
    strip_sort_effects(s, 0);
    *count = s->effects.count;
    return true;
}

/* Are the first `count` effects those of the pieces together, and is the same known of the positions? */
static bool is_sum(struct strips *s, const struct strip_sight *whole, const struct strip_sight *left,
                   const struct strip_sight *right, size_t count)
{
    uint32_t known_left = strip_known_in(s, left), known_right = strip_known_in(s, right);
    uint32_t both = diagram_join(&s->diagrams, FORMULA_ALL, known_left, known_right);
    s->effects.count = count;
    return strip_known_in(s, whole) == both && strip_add_effects(s, left, EVERY_CELL, known_right, &count) &&
           strip_add_effects(s, right, EVERY_CELL, known_left, &count) && strip_same_effects(s, count);
}

static bool may_add(const struct strips *s, uint32_t added) { return added == NOTHING || s->final >> (added - 1) & 1; }

static bool is_fine(const struct strips *s, const struct strip_sight *at) { return s->boards[at->size].fine; }

static uint8_t find_way(struct strips *s, const struct trial *t)
{
    struct strip_sight whole = whole_of(t);
    size_t count;
    if (!open_trial(s, &whole, &count)) return STRIP_NONE;
    for (uint32_t i = 0; i <= s->values; i++) {
        struct strip_sight left = piece_of(0, t->cell + 1, t->last, t->wall, i);
        if (!may_add(s, i) || !is_fine(s, &left)) continue;
        s->effects.count = count;
        if (s->boards[t->size].known == DIAGRAM_TRUE && !strip_add_effects(s, &left, EVERY_CELL, DIAGRAM_TRUE, &count))
            continue;
        for (uint32_t k = 0; k <= s->values && !s->diagrams.failed; k++) {
            struct strip_sight right = piece_of(t->cell + 1, t->size - t->cell - 1, t->wall, t->last, k);
            if (may_add(s, k) && is_fine(s, &right) && is_sum(s, &whole, &left, &right, count)) return way_of(i, k);
        }
    }
    return STRIP_NONE;
}

/* ---- images ------------------------------------------------------------------------------------------------------------- */
static uint32_t exchanged_wall(const struct strip_exchange *x, uint32_t wall)
{
    uint32_t first = wall / STRIP_WALL_ENDS, second = wall % STRIP_WALL_ENDS;
    return x->to[first] * STRIP_WALL_ENDS + (second < STRIP_VALUES ? x->to[second] : second);
}

/* What the exchange takes to what was added. */
static uint32_t added_before(const struct strip_exchange *x, uint32_t added)
{
    for (uint32_t v = 0; v < STRIP_VALUES; v++)
        if (added != NOTHING && x->to[v] == added - 1) return v + 1;
    return NOTHING;
}

/* What an image has there, or STRIP_UNKNOWN: read from the other wall on, or with values exchanged. */
static uint8_t by_image(struct strips *s, const struct trial *t)
{
    uint32_t other = t->size - 2 - t->cell;
    if (other < t->cell || (other == t->cell && t->wall < t->last)) {
        uint8_t way = strip_ring_way(s, t->size, other, t->wall, t->last);
        return way < STRIP_WAYS ? way : way_of(right_of(way), left_of(way));
    }
    for (size_t i = 0; i < s->exchange_count; i++) {
        const struct strip_exchange *x = &s->exchanges[i];
        uint32_t last = exchanged_wall(x, t->last), wall = exchanged_wall(x, t->wall);
        if (last > t->last || (last == t->last && wall >= t->wall)) continue;
        uint8_t way = strip_ring_way(s, t->size, t->cell, last, wall);
        return way < STRIP_WAYS ? way : way_of(added_before(x, left_of(way)), added_before(x, right_of(way)));
    }
    return STRIP_UNKNOWN;
}

uint8_t strip_find_ring_way(struct strips *s, uint32_t size, uint32_t cell, uint32_t last, uint32_t wall)
{
    struct trial t = {size, cell, last, wall};
    uint8_t way = by_image(s, &t);
    if (way == STRIP_UNKNOWN) way = find_way(s, &t);
    s->failed = s->failed || s->diagrams.no_memory;
    if (s->diagrams.failed) way = STRIP_NONE;
    return *strip_ring_known(s, size, cell, last, wall) = way;
}

/* ---- walls -------------------------------------------------------------------------------------------------------------- */
static bool is_wall(const struct strips *s, uint32_t wall)
{
    uint32_t second = wall % STRIP_WALL_ENDS;
    return s->final >> wall / STRIP_WALL_ENDS & 1 && (second == STRIP_VALUES || s->final >> second & 1);
}

static bool make_room(struct strips *s)
{
    for (uint32_t m = STRIP_RING_LEAST; m <= s->length; m++) {
        size_t bytes = (size_t)m * STRIP_WALLS * STRIP_WALLS;
        s->boards[m].cuts = arena_array(&s->arena, bytes, 1);
        if (!s->boards[m].cuts) return false;
        memset(s->boards[m].cuts, STRIP_UNKNOWN, bytes);
    }
    return true;
}

/* Is a ring with both walls, far from each other, a sum of pieces of which each has moves? Where one has none nearly anything is a wall. */
static bool are_walls(struct strips *s, uint32_t size, uint32_t last, uint32_t wall)
{
    struct trial t = {size, size / 2 - 1, last, wall};
    uint8_t way = is_wall(s, last) && is_wall(s, wall) ? strip_ring_way(s, size, t.cell, last, wall) : STRIP_NONE;
    if (way == STRIP_NONE) return false;
    struct strip_sight left = piece_of(0, t.cell + 1, last, wall, left_of(way)),
                       right = piece_of(t.cell + 1, size - t.cell - 1, wall, last, right_of(way));
    size_t counts[2];
    return open_trial(s, &left, &counts[0]) && open_trial(s, &right, &counts[1]) && counts[0] && counts[1];
}

bool strip_find_walls(struct strips *s)
{
    uint32_t size = s->length < SMALL ? s->length : SMALL;
    s->walls = 0;
    if (!s->around || size < STRIP_RING_LEAST || !s->boards[size].fine) return true;
    if (!make_room(s)) return false;
    for (uint32_t a = 0; a < STRIP_WALLS; a++)
        for (uint32_t b = 0; b < STRIP_WALLS; b++)
            if (are_walls(s, size, a, b)) s->walls |= 1u << a | 1u << b;
    return !s->failed;
}

/* ---- carried out -------------------------------------------------------------------------------------------------------- */
static uint64_t with_added(uint64_t strip, uint32_t added)
{
    uint32_t size = strip_size(strip);
    if (added == NOTHING) return strip;
    return (strip & strip_below(size)) | strip_cell(size, added - 1) | UINT64_C(1) << (size + 1);
}

uint64_t strip_ring_apply(uint64_t ring, uint32_t cell, uint8_t way, uint64_t *right)
{
    uint64_t rest = ring >> (cell + 1) & strip_twice(UINT32_MAX >> (cell + 1));
    *right = with_added(rest, right_of(way));
    return with_added(strip_start(ring, cell + 1), left_of(way));
}
