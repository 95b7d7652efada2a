/* SPDX-License-Identifier: MIT */
/* Strips as two planes of bits: normal forms and moves. */
#include "solve/search/strips.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "solve/search/strip_boards.h"
#include "solve/search/strip_known.h"
#include "solve/search/strip_rings.h"

enum { GROUP_STEPS = 128 /* rows of each length are opened some hundred times */, RING_CELLS = 2 };

enum status strips_make(const struct env *env, const struct component *component, struct strips **strips)
{
    bool fits = false;
    *strips = NULL;
    if (!strip_may_be(env, component)) return ST_OK;
    struct strips *s = strip_new(component);
    if (!s) return ST_NO_MEMORY;
    enum status st = strip_boards_open(s, env, component, &fits);
    if (st == ST_OK && fits) *strips = s;
    else strips_free(s);
    return st;
}

void strips_free(struct strips *s)
{
    if (!s) return;
    for (size_t m = 0; m <= STRIP_CELLS; m++) ground_close(&s->boards[m].ground);
    ground_recall_close(&s->together);
    diagrams_close(&s->diagrams);
    vec_free(&s->effects);
    arena_free(&s->arena);
    mem_free(s, sizeof *s);
}

const char *strips_name(const struct strips *s) { return s->meant ? "cut strips" : "strips"; }
bool strips_end(const struct strips *s) { return s->ends; }
bool strips_failed(const struct strips *s) { return s->failed; }
size_t strips_moves(const struct strips *s) { return s->moves; }

bool strips_code(const struct strips *s, const struct component *c, uint64_t *strip)
{
    if (c->game != s->game || c->count <= s->frame_count + 1 || c->count > s->frame_count + 1 + s->length) return false;
    uint32_t length = (uint32_t)(c->count - s->frame_count - 1);
    *strip = UINT64_C(1) << length;
    if (c->cells[s->at - 1] != length || !s->boards[length].fine || (s->meant && length != s->length)) return false;
    for (size_t i = 0, k = 0; i < c->count; i++)
        if ((i + 1 < s->at || i >= s->at + length) && c->cells[i] != s->frame[k++]) return false;
    for (uint32_t i = 0; i < length; i++) {
        int64_t value = c->cells[s->at + i];
        if (value < 0 || value >= s->values) return false;
        *strip |= strip_cell(i, (uint32_t)value);
    }
    return strip_is_known(s, *strip);
}

/* ---- normal forms ------------------------------------------------------------------------------------------------------- */
/* The two planes of a strip, without its end. */
struct planes {
    uint32_t size, all, low, high;
};

static inline struct planes planes_of(uint64_t strip)
{
    uint32_t size = strip_size(strip), all = (1u << size) - 1;
    return (struct planes){size, all, (uint32_t)strip & all, (uint32_t)(strip >> 32)};
}

static inline uint32_t final_cells(const struct strips *s, struct planes p)
{
    const uint32_t *of = s->final_of;
    return p.all & ((of[0] & ~p.low & ~p.high) | (of[1] & p.low & ~p.high) | (of[2] & ~p.low & p.high) |
                    (of[3] & p.low & p.high));
}

static inline uint32_t cells_with(struct planes p, uint32_t value)
{
    return p.all & ~(p.low ^ (value & 1 ? UINT32_MAX : 0)) & ~(p.high ^ (value & 2 ? UINT32_MAX : 0));
}

static inline uint32_t value_at(uint64_t strip, uint32_t cell)
{
    return (uint32_t)(strip >> cell & 1) | (uint32_t)(strip >> cell >> 31 & 2);
}

/* The first rule that can be used, of one of the final cells or of two side by side, is carried out. */
static bool use_rule(struct strips *s, uint32_t size, uint32_t final, uint64_t *strip, uint64_t *right)
{
    struct strip_board *b = &s->boards[size];
    for (uint32_t left = final & b->one_any; left; left &= left - 1) {
        uint32_t cell = (uint32_t)__builtin_ctz(left);
        uint8_t way = strip_one(s, size, cell, value_at(*strip, cell));
        if (way <= STRIP_NONE) continue;
        *strip = strip_apply(*strip, cell, 1, way, right);
        return true;
    }
    for (uint32_t left = final & final >> 1 & b->two_any; left; left &= left - 1) {
        uint32_t cell = (uint32_t)__builtin_ctz(left);
        uint8_t way = strip_two(s, size, cell, value_at(*strip, cell) * STRIP_VALUES + value_at(*strip, cell + 1));
        if (way <= STRIP_NONE) continue;
        *strip = strip_apply(*strip, cell, 2, way, right);
        return true;
    }
    return false;
}

/* Both planes in one word: turned round, the low one comes to be the high half. */
static inline struct planes backwards(struct planes p)
{
    uint64_t word = bits_backwards(p.low | (uint64_t)p.high << 32);
    p.low = (uint32_t)(word >> 32) >> (32 - p.size);
    p.high = (uint32_t)word >> (32 - p.size);
    return p;
}

static inline struct planes exchanged(const struct strip_exchange *x, struct planes p)
{
    struct planes to = p;
    to.low = ((x->low[0] & p.low) ^ (x->low[1] & p.high) ^ x->low[2]) & p.all;
    to.high = ((x->high[0] & p.low) ^ (x->high[1] & p.high) ^ x->high[2]) & p.all;
    return to;
}

static inline uint64_t of_planes(struct planes p) { return (p.low | 1u << p.size) | (uint64_t)p.high << 32; }

/* As a ring, from cell `by` on. */
static inline struct planes turned(struct planes p, uint32_t by)
{
    p.low = (p.low >> by | p.low << (p.size - by)) & p.all; /* a size is below 32 */
    p.high = (p.high >> by | p.high << (p.size - by)) & p.all;
    return p;
}

/* The cells at which there is that wall. */
static inline uint32_t walled_cells(struct planes p, uint32_t wall)
{
    uint32_t first = wall / STRIP_WALL_ENDS, second = wall % STRIP_WALL_ENDS, cells = cells_with(p, first);
    if (second < STRIP_VALUES) {
        uint32_t next = cells_with(p, second);
        cells &= next >> 1 | next << (p.size - 1);
    }
    return cells;
}

static inline uint32_t all_walled(const struct strips *s, struct planes p)
{
    uint32_t walled = 0;
    for (uint32_t left = s->walls; left; left &= left - 1) walled |= walled_cells(p, (uint32_t)__builtin_ctz(left));
    return walled;
}

static uint32_t wall_at(const struct strips *s, struct planes p, uint32_t cell)
{
    uint32_t found = STRIP_WALLS;
    for (uint32_t left = s->walls; left && found == STRIP_WALLS; left &= left - 1) {
        uint32_t wall = (uint32_t)__builtin_ctz(left);
        if (walled_cells(p, wall) >> cell & 1) found = wall;
    }
    return found;
}

/* Where the longest runs of open cells of a ring end and where they begin; if no cell is final, all cells. */
static inline uint32_t longest_runs(struct planes p, uint32_t open, uint32_t *begins)
{
    uint32_t ends = open, length = 1, more;
    *begins = open;
    if (open == p.all) return ends;
    for (; (more = ends & (ends << 1 | ends >> (p.size - 1))); length++) ends = more;
    if (length > 1) *begins = (ends >> (length - 1) | ends << (p.size - length + 1)) & p.all;
    else *begins = ends;
    return ends;
}

/* The least of what a ring is from the beginnings of its longest runs of open cells, perhaps also backwards from their ends. Images have
 * these runs at the images of their cells, as final values are exchanged for final ones alone; so what a ring is known by is that of all
 * its images. */
static uint64_t least_around(const struct strips *s, struct planes p, struct planes back, uint32_t begins,
                             uint32_t ends)
{
    uint64_t least = UINT64_MAX;
    for (; begins; begins &= begins - 1) {
        uint64_t image = of_planes(turned(p, (uint32_t)__builtin_ctz(begins)));
        least = image < least ? image : least;
    }
    for (; ends && s->backwards; ends &= ends - 1) {
        uint64_t image = of_planes(turned(back, p.size - 1 - (uint32_t)__builtin_ctz(ends)));
        least = image < least ? image : least;
    }
    return least;
}

/* A ring with walls is read from these on, of which there are but few; the others from their longest runs of open cells. */
static uint32_t ends_of(struct planes p, uint32_t open, uint32_t walled, uint32_t *begins)
{
    if (!walled) return longest_runs(p, open, begins);
    *begins = (walled << 1 | walled >> (p.size - 1)) & p.all;
    return walled;
}

/* What values exchanged make of it, read backwards if that is an image, and as a ring from some cells on if it is one: the least.
 * `open`: cells that are not final. */
static uint64_t least_image(const struct strips *s, struct planes p, uint32_t open, uint32_t walled)
{
    uint64_t least = UINT64_MAX;
    uint32_t begins = 0, ends = s->around ? ends_of(p, open, walled, &begins) : 0;
    struct planes back = s->backwards ? backwards(p) : p;
    for (size_t i = 0; i <= s->exchange_count; i++) {
        struct planes a = i ? exchanged(&s->exchanges[i - 1], p) : p,
                      b = i ? exchanged(&s->exchanges[i - 1], back) : back;
        uint64_t image = s->around ? least_around(s, a, b, begins, ends) : of_planes(a), other = of_planes(b);
        if (!s->around && s->backwards && other < image) image = other;
        if (image < least) least = image;
    }
    return least;
}

static size_t add_part(struct strip_part *parts, size_t count, uint64_t strip, uint32_t cells, bool every)
{
    for (size_t i = 0; i < count && !every; i++)
        if (parts[i].strip == strip) return parts[i] = parts[count - 1], count - 1;
    parts[count] = (struct strip_part){strip, cells};
    return count + 1;
}

static bool has_open(const struct strips *s, uint64_t strip)
{
    struct planes p = planes_of(strip);
    return final_cells(s, p) != p.all;
}

/* A ring is read from a cell on that is not final, so that final cells which are neighbours stand side by side. */
static void turn_open(const struct strips *s, struct planes *p, uint64_t *strip, uint32_t *final)
{
    if (!(*final & 1) || *final == p->all) return;
    *p = turned(*p, (uint32_t)__builtin_ctz(~*final));
    *strip = of_planes(*p);
    *final = final_cells(s, *p);
}

static inline struct planes open_first(const struct strips *s, uint64_t *strip, uint32_t *final)
{
    struct planes p = planes_of(*strip);
    *final = final_cells(s, p);
    if (s->around) turn_open(s, &p, strip, final);
    return p;
}

/* A ring is cut at the first two walls where it can be. */
static bool use_walls(struct strips *s, struct planes p, uint32_t walled, uint64_t *ring, uint64_t *right)
{
    if (!(walled & (walled - 1)) || p.size < STRIP_RING_LEAST) return false;
    for (uint32_t bases = walled; bases; bases &= bases - 1) {
        uint32_t base = (uint32_t)__builtin_ctz(bases), by = base + 1 < p.size ? base + 1 : 0;
        struct planes from = by ? turned(p, by) : p;
        uint32_t last = wall_at(s, from, p.size - 1);
        for (uint32_t left = bases & (bases - 1); left; left &= left - 1) {
            uint32_t cell = (uint32_t)__builtin_ctz(left) - by;
            if (cell == 0 || cell + 2 >= p.size) continue;
            uint8_t way = strip_ring_way(s, p.size, cell, last, wall_at(s, from, cell));
            if (way <= STRIP_NONE) continue;
            *ring = strip_ring_apply(of_planes(from), cell, way, right);
            return true;
        }
    }
    return false;
}

/* One rule that can be used is carried out. *walled: where there are walls if none can. */
static bool use_any(struct strips *s, struct planes p, uint32_t final, uint32_t *walled, uint64_t *strip,
                    uint64_t *right)
{
    if (use_rule(s, p.size, final, strip, right)) return true;
    *walled = all_walled(s, p);
    return use_walls(s, p, *walled, strip, right);
}

/* A ring that is open nowhere has more before it than a row of as many cells: it is searched later. */
static uint32_t cells_of(const struct strips *s, uint32_t open, uint32_t walled)
{
    return bits_of(open) + (s->walls && !walled ? RING_CELLS : 0);
}

/* Pieces have cells that are not final, each its own, so there is room for them. */
size_t strips_normal(struct strips *s, uint64_t strip, bool every, struct strip_part *parts)
{
    uint64_t left[STRIP_CELLS + 1];
    size_t count = 0, left_count = 1;
    left[0] = strip;
    while (left_count > 0) {
        uint64_t now = left[--left_count], right = 0;
        uint32_t final, walled = 0;
        struct planes p = open_first(s, &now, &final);
        while (final != p.all && use_any(s, p, final, &walled, &now, &right)) {
            if (right && has_open(s, right)) left[left_count++] = right;
            p = open_first(s, &now, &final);
        }
        uint32_t open = p.all & ~final;
        if (open) count = add_part(parts, count, least_image(s, p, open, walled), cells_of(s, open, walled), every);
    }
    return count;
}

/* ---- moves -------------------------------------------------------------------------------------------------------------- */
static uint32_t first_cell(uint64_t write) { return (uint32_t)__builtin_ctzll(write | UINT64_C(1) << 31) % 32; }

static bool look_together(struct strips *s, struct strip_board *b)
{
    struct together_condition *conditions = arena_array(&s->arena, b->count + 1u, sizeof *conditions);
    struct together_place *places = arena_array(&s->arena, b->count + 1u, sizeof *places);
    if (!conditions || !places) return false;
    for (uint32_t i = 0; i < b->count; i++)
        conditions[i] = (struct together_condition){b->instances[i].asks, first_cell(b->instances[i].write)};
    if (!together_make(&b->together, &s->arena, &s->diagrams, conditions, b->count, GROUP_STEPS, places)) return false;
    b->sets = arena_array(&s->arena, b->together.group_count + 1u, sizeof *b->sets);
    b->places = b->sets ? places : NULL;
    return b->places;
}

void strips_open(struct strips *s, uint64_t strip, struct strip_opening *o)
{
    *o = (struct strip_opening){strip, strip_size(strip)};
    struct strip_board *b = &s->boards[o->size];
    if (!b->places && !look_together(s, b)) {
        s->failed = true;
        return;
    }
    for (uint32_t k = 0; k < o->size; k += 8) together_digits(s->digits, k, (uint32_t)strip, strip >> 32);
    memset(b->sets, 0, b->together.group_count * sizeof *b->sets);
}

bool strips_next(struct strips *s, const struct strip_opening *o, size_t *move, uint64_t *after)
{
    struct strip_board *b = &s->boards[o->size];
    for (; !s->failed && *move < b->count; ++*move) {
        uint32_t i = b->order[*move], group = b->places[i].group;
        if (!b->sets[group]) b->sets[group] = together_set(&b->together, group, s->digits);
        if (!(b->sets[group] >> b->places[i].bit & 1)) continue;
        *after = (o->strip & ~b->instances[i].write) | b->instances[i].put;
        return true;
    }
    return false;
}

void strips_prefer(struct strips *s, uint32_t size, size_t move)
{
    uint16_t *order = s->boards[size].order, other;
    if (!move) return;
    other = order[move - 1];
    order[move - 1] = order[move];
    order[move] = other;
}
