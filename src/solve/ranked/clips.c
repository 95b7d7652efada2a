/* SPDX-License-Identifier: MIT */
/* Heights are passed from the greatest to the least, so that cells above them become more. */
#include "solve/ranked/clips.h"
#include <string.h>
#include "base/bits.h"
#include "model/builtins.h"
#include "solve/ranked/bends.h"
#include "solve/ranked/braids.h"
#include "solve/ranked/options.h"
#include "solve/ranked/outline.h"
#include "solve/ranked/sieve_run.h"

/* ---- what is cut ------------------------------------------------------------------------------------------------- */
static bool is_cell(const struct term *t, size_t cell) { return t->kind == EXPR_FIELD && t->index == (int)cell; }

/* "cell > limit ? limit : cell", however it is turned: which kid of the comparison is the limit; -1: it is none of that. */
static int chosen_limit(const struct term *t, size_t cell)
{
    const struct term *when = t->kids[0];
    bool less = when->kind == EXPR_LT || when->kind == EXPR_LE, more = when->kind == EXPR_GT || when->kind == EXPR_GE;
    if (!less && !more) return -1;
    int at = is_cell(when->kids[0], cell) ? 1 : is_cell(when->kids[1], cell) ? 0 : -1;
    /* the cell is the lesser one where the condition holds: it stays there */
    return at >= 0 && is_cell(t->kids[less == (at == 1) ? 1 : 2], cell) ? at : -1;
}

/* Is "cell > a ? value : cell" min(cell, value)? So it is if value is a or a + 1: above a, the cell is at least both.
 * With ">=", a or a - 1. */
static bool is_least(const struct term *when, int at, struct linear a, const struct linear *value)
{
    bool closed =
        at == 1 ? when->kind == EXPR_GE || when->kind == EXPR_LT : when->kind == EXPR_LE || when->kind == EXPR_GT;
    if (memcmp(&a, value, sizeof a) == 0) return true;
    if (__builtin_add_overflow(a.constant, closed ? -1 : 1, &a.constant)) return false;
    return memcmp(&a, value, sizeof a) == 0;
}

/* The limit that the cell is cut to; *plain: the cell becomes that, whatever it was. */
static bool limit_of(const struct term *after, size_t cell, struct linear *limit, bool *plain)
{
    struct linear other;
    *plain = false;
    if (after->kind == EXPR_CALL && after->index == BUILTIN_MIN && after->count == 2)
        for (int i = 0; i < 2; i++)
            if (is_cell(after->kids[i], cell)) return term_linear(after->kids[1 - i], limit);
    int at = after->kind == EXPR_IF ? chosen_limit(after, cell) : -1;
    if (at >= 0) {
        const struct term *value = is_cell(after->kids[1], cell) ? after->kids[2] : after->kids[1];
        return term_linear(after->kids[0]->kids[at], &other) && term_linear(value, limit) &&
               is_least(after->kids[0], at, other, limit);
    }
    return *plain = term_linear(after, limit);
}

/* In a line: side by side, and as high as each other at most. */
static bool stands_together(const struct ranks *r, const struct clip *c)
{
    bool together = true;
    for (size_t p = c->first; p < c->last && c->unit->kind == UNIT_LINE; p++)
        together &= (c->cut >> p & 1) && r->gap[c->unit->rises ? p : p + 1][c->unit->rises ? p + 1 : p] == 0;
    return together;
}

/* False: memory is out. */
static bool set_limit(const struct instance *in, const struct linear *limit, int64_t least, struct arena *arena,
                      struct clip *c)
{
    struct linear rest = *limit;
    int last = TERM_CELLS + (int)in->value_count - 1;
    if (in->value_count) c->step = rest.factor[last], rest.factor[last] = 0;
    rest.constant -= least;
    return c->step < -1 || c->step > 1 || quick_linear(arena, &rest, &c->limit);
}

static bool is_direct(const struct level *level)
{
    bool direct = level->plain && !level->low.term && !level->high.term;
    for (size_t i = 0; i < level->edge_count; i++)
        direct &= (level->edges[i].factor == 1 || level->edges[i].factor == -1) && !level->edges[i].rest.term;
    return direct;
}

/* Is there one condition that is a sum, which falls, and of which only cells are read? */
static bool goes_down(const struct level *level)
{
    const struct bends *b = level->bend_count == 1 ? level->bends[0] : NULL;
    return b && b->upper && b->sorted && b->cells && !level->test_count;
}

/* Its braids, from the first to the last with a cell that is cut. False: memory is out. */
static bool add_braids(const struct shots *shots, struct arena *arena, struct clip *c)
{
    struct braids *b = (struct braids *)(uintptr_t)shots->braids[c->unit - shots->ranks->units];
    bool all = b != NULL;
    if (!b) return true;
    c->braid = b->count;
    c->braid_cuts = arena_array(arena, b->count, sizeof *c->braid_cuts);
    for (size_t i = 0; i < b->count && c->braid_cuts && all; i++) {
        uint64_t cells = c->cut >> b->items[i].first & (term_bit((int)b->items[i].count) - 1);
        if (!cells) continue;
        if (!braids_cut(arena, b, i, cells, &c->braid_cuts[i])) return false;
        all = c->braid_cuts[i] != NULL;
        if (c->braid == b->count) c->braid = i;
        c->braid_end = i + 1;
    }
    if (all) c->braids = b;
    return c->braid_cuts != NULL;
}

/* The cut ends at the end of the line, so no cell stands lower behind it. False: memory is out. */
static bool add_outline(const struct ranks *r, struct arena *arena, struct clip *c)
{
    const struct unit *u = c->unit;
    bool whole = u->rises ? c->first == u->first : c->last + 1 == u->first + u->count;
    if (!whole || !c->direct || c->braids || c->step != 1 || !outline_fits(r, u)) return true;
    const uint32_t *table = u->upto[(u->rises ? c->last + 1 : c->first) - u->first];
    uint32_t *behind = arena_array(arena, (size_t)u->most + 1, sizeof *behind);
    for (int64_t h = 0; h <= u->most && behind; h++) behind[h] = u->rises ? table[h] : -table[h];
    c->behind = behind;
    return behind != NULL;
}

bool clips_make(const struct instance *in, const struct shots *shots, struct arena *arena, struct shot *s)
{
    const struct ranks *r = shots->ranks;
    struct clip c = {0};
    struct linear all;
    bool same = !in->ends && s->touched_count == 1 && s->touched[0].unit->kind >= UNIT_LINE;
    for (size_t i = 0; i < s->changed_count && same; i++) {
        size_t p = s->changed[i].place;
        struct linear one;
        bool plain;
        same = limit_of(in->after[r->order[p]], r->order[p], &one, &plain);
        if (i == 0) all = one, c.first = p;
        same = same && memcmp(&one, &all, sizeof one) == 0 && r->least[p] == r->least[c.first];
        c.cut |= term_bit((int)p);
        if (plain) c.plain |= term_bit((int)p);
        c.last = p;
    }
    if (!same || s->changed_count == 0) return true;
    c.unit = s->touched[0].unit;
    if (!stands_together(r, &c)) return true;
    bool made = set_limit(in, &all, r->least[c.first], arena, &c);
    made = made && add_braids(shots, arena, &c);
    c.direct = (c.unit->kind == UNIT_LINE || c.braids) && c.step && s->level_count == 1 && is_direct(&s->levels[0]);
    c.alone = c.direct && !s->test_count && !s->twin_count;
    made = made && add_outline(r, arena, &c);
    c.down = c.behind && goes_down(&s->levels[0]);
    if (c.step >= -1 && c.step <= 1) s->clip = c;
    return made;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */
/* Is the option what was said: no cell raised, none below what it stands above? */
static inline bool may_cut(const struct filling *f, const struct clip *c, int64_t low, int64_t high)
{
    const struct unit *u = c->unit;
    bool may = low >= 0;
    for (uint64_t left = c->plain; left; left &= left - 1) may &= high <= f->at[__builtin_ctzll(left)];
    if (u->kind != UNIT_LINE) return may;
    if (u->rises)
        return may && (c->first == u->first || low >= f->at[c->first - 1] + f->r->gap[c->first - 1][c->first]);
    return may && (c->last + 1 == u->first + u->count || low >= f->at[c->last + 1] + f->r->gap[c->last + 1][c->last]);
}

/* Heights low..high, none below what stands lower in the line and is not cut. */
static bool cut_line(struct filling *f, const struct clip *c, int64_t low, int64_t high)
{
    const struct unit *u = c->unit;
    size_t p = u->rises ? c->last + 1 : c->first; /* cells up to before p, or from p on, are higher */
    const uint32_t *fixed = u->upto[(u->rises ? c->last + 1 : c->first) - u->first];
    while (high >= low) {
        if (u->rises)
            while (p > c->first && f->at[p - 1] >= high) p--;
        else
            while (p <= c->last && f->at[p] >= high) p++;
        int64_t end = u->rises ? (p > c->first ? f->at[p - 1] : low) : p <= c->last ? f->at[p] : low;
        if (end < low) end = low;
        const uint32_t *sums = u->upto[p - u->first];
        uint32_t base = u->rises ? f->number - (f->before[c->last + 1] - f->before[p])
                                 : f->number - (f->before[p] - f->before[c->first]);
        if (!options_between(f, base, u->rises ? fixed : sums, u->rises ? sums : fixed, end, high)) return false;
        if (f->found) break;
        high = end - 1;
    }
    return true;
}

/* One cell alone. */
static bool cut_one(struct filling *f, const struct clip *c, int64_t low, int64_t high)
{
    const uint32_t *table = f->r->table[c->first];
    if (high > f->at[c->first]) high = f->at[c->first]; /* higher ones leave it as it is, as that one does */
    return options_between(f, f->number - table[f->at[c->first]], table, NULL, low, high);
}

static inline bool cut_braids(const struct filling *f, const struct clip *c, int64_t limit, uint32_t *number)
{
    const struct braids *b = c->braids;
    size_t end = b->unit->first + b->unit->count, first = b->items[c->braid].first;
    uint32_t node = f->nodes[first], sum = f->before[first];
    if (limit > b->most) limit = b->most;
    for (size_t i = c->braid; i < b->count; i++) {
        const struct braid *one = &b->items[i];
        const uint16_t *cut = c->braid_cuts[i];
        uint32_t pattern = f->patterns[one->first];
        if (cut) pattern = cut[(size_t)limit * one->patterns + pattern];
        if (pattern == BRAID_NONE) return false;
        const struct strand *s = &one->strands[(size_t)node * one->patterns + pattern];
        if (s->next == RANKS_NOWHERE) return false;
        sum += s->add;
        node = s->next;
        if (i + 1 < c->braid_end || i + 1 == b->count || node != f->nodes[one->first + one->count]) continue;
        sum += f->before[end] - f->before[one->first + one->count];
        break;
    }
    *number = f->number - f->before[end] + sum;
    return true;
}

static bool cut_web(struct filling *f, const struct clip *c, int64_t limit, uint32_t *number)
{
    const struct ranks *r = f->r;
    size_t end = c->unit->first + c->unit->count;
    uint32_t node = f->nodes[c->first], sum = f->before[c->first];
    if (c->braids) return cut_braids(f, c, limit, number);
    for (size_t p = c->first; p < end; p++) {
        int64_t v = (c->cut >> p & 1) && f->at[p] > limit ? limit : f->at[p];
        const struct strand *s = &r->web[p][node * (uint64_t)(r->bound[p] + 1) + (uint64_t)v];
        if (s->next == RANKS_NOWHERE) return false;
        sum += s->add;
        node = s->next;
        if (p < c->last || node != f->nodes[p + 1]) continue;
        sum += f->before[end] - f->before[p + 1];
        break;
    }
    *number = f->number - f->before[end] + sum;
    return true;
}

bool clips_run(struct filling *f, int64_t low, int64_t count, bool *fine)
{
    const struct clip *c = &f->shot->clip;
    int64_t first, last;
    if (!quick_at(&c->limit, f->x, &first)) return filling_fails(f, "the rule has no value somewhere");
    if (first < -VALUE_BOUND || first > VALUE_BOUND) return filling_fails(f, "numbers grow too large");
    first += c->step * low;
    last = first + c->step * (count - 1);
    if (c->step < 0) {
        int64_t least = last;
        last = first;
        first = least;
    }
    *fine = may_cut(f, c, first, last);
    if (!*fine) return true;
    f->cuts++;
    f->options += (uint64_t)(last - first) + 1;
    if (c->unit->kind == UNIT_WEB)
        f->walks += ((uint64_t)(last - first) + 1) *
                    (c->braids ? c->braids->count - c->braid : c->unit->first + c->unit->count - c->first);
    for (int64_t limit = first; limit <= last && c->unit->kind == UNIT_WEB; limit++) {
        uint32_t number;
        if (!cut_web(f, c, limit, &number)) return *fine = false, true;
        if (!option_one(f, number)) return false;
        if (f->found) return true;
    }
    if (f->use == RAYS_COUNT || c->unit->kind == UNIT_WEB) return true;
    bool one = c->first == c->last && first <= f->at[c->first];
    return one ? cut_one(f, c, first, last) : cut_line(f, c, first, last);
}

/* The ends of the only level. False: they are too far. */
static inline bool direct_ends(const struct filling *f, const struct level *level, int64_t *low, int64_t *high)
{
    *low = quick_sum(&level->low, f->x);
    *high = quick_sum(&level->high, f->x);
    for (size_t i = 0; i < level->edge_count; i++) {
        int64_t rest = quick_sum(&level->edges[i].rest, f->x);
        if (level->edges[i].factor < 0) *high = rest < *high ? rest : *high;
        else *low = -rest > *low ? -rest : *low;
    }
    return *low > *high || (*low >= -VALUE_BOUND && *high <= VALUE_BOUND);
}

/* ---- along the outline ------------------------------------------------------------------------------------------- */
/* May be cut to first..last, along the outline? */
static inline bool has_outline(const struct filling *f, const struct clip *c, int64_t first, int64_t last)
{
    return c->behind && first >= 0 && last <= f->at[c->unit->rises ? c->last : c->first] &&
           (!c->plain || may_cut(f, c, first, last));
}

struct along_outline {
    const uint32_t *outline, *behind;
    uint32_t base;
};
static inline struct along_outline outline_begin(struct filling *f, const struct clip *c)
{
    uint32_t base = c->unit->rises ? f->number - f->before[c->last + 1] : f->number + f->before[c->first];
    return (struct along_outline){outline_of(f, c->unit), c->behind, base};
}

static inline void mark_limit(struct filling *f, const struct along_outline *a, int64_t limit)
{
    f->seen[f->values[a->base + a->outline[limit] + a->behind[limit]]] = f->stamp;
}

/* One after the other from above, as long as the condition holds. */
static void cut_down(struct filling *f, const struct clip *c, const struct bends *b, int64_t low, int64_t high,
                     int64_t limit)
{
    struct bend_walk walk = bends_begin(b, f->x, high);
    struct along_outline a = outline_begin(f, c);
    for (int64_t v = high; v >= low && bends_down(&walk, f->x, v); v--) mark_limit(f, &a, limit + v);
}

/* Those of the limits first, first + 1, .. that have a bit. False: they need another way. */
static bool cut_picked(struct filling *f, const struct clip *c, int64_t first, uint64_t some)
{
    if (!has_outline(f, c, first + __builtin_ctzll(some), first + 63 - __builtin_clzll(some))) return false;
    struct along_outline a = outline_begin(f, c);
    f->options += bits_of(some);
    for (; some; some &= some - 1) mark_limit(f, &a, first + __builtin_ctzll(some));
    return true;
}

static bool cut_through(struct filling *f, const struct clip *c, int64_t low, int64_t high)
{
    for (int64_t limit = low; limit <= high; limit++) {
        uint32_t number;
        if (!cut_braids(f, c, limit, &number)) return false;
        f->seen[f->values[number]] = f->stamp;
    }
    return true;
}

/* All of the values low..high. */
static inline bool cut_run(struct filling *f, const struct clip *c, int64_t limit, int64_t low, int64_t high)
{
    int64_t first = limit + c->step * (c->step < 0 ? high : low), last = limit + c->step * (c->step < 0 ? low : high);
    if (!may_cut(f, c, first, last)) return false;
    f->options += (uint64_t)(last - first) + 1;
    if (c->braids) return cut_through(f, c, first, last);
    if (has_outline(f, c, first, last)) {
        struct along_outline a = outline_begin(f, c);
        for (int64_t h = first; h <= last; h++) mark_limit(f, &a, h);
        return true;
    }
    return c->first == c->last && first <= f->at[c->first] ? cut_one(f, c, first, last) : cut_line(f, c, first, last);
}

/* Those that pass the tests, at most 64 at a time. */
static bool cut_tested(struct filling *f, const struct level *level, int64_t limit, int64_t low, int64_t high)
{
    const struct clip *c = &f->shot->clip;
    for (; low <= high; low += 64) {
        uint64_t some = high - low < 63 ? ((uint64_t)2 << (high - low)) - 1 : ~UINT64_C(0);
        some = sieves_word(level->sieves, level->test_count, f->x, low, some);
        if (some && c->behind && cut_picked(f, c, limit + low, some)) continue;
        while (some) {
            int begin = __builtin_ctzll(some);
            uint64_t beyond = ~some >> begin << begin; /* what is no move, behind the first that is */
            int end = beyond ? __builtin_ctzll(beyond) : 64;
            if (!cut_run(f, c, limit, low + begin, low + end - 1)) return false;
            some = end < 64 ? some >> end << end : 0;
        }
    }
    return true;
}

bool clips_all(struct filling *f)
{
    const struct level *level = &f->shot->levels[0];
    const struct clip *c = &f->shot->clip;
    int64_t low, high, limit = quick_sum(&c->limit, f->x);
    if (!direct_ends(f, level, &low, &high)) return false;
    if (low > high) return true;
    if (limit < -VALUE_BOUND || limit > VALUE_BOUND) return false;
    if (c->down && has_outline(f, c, limit + low, limit + high)) {
        f->options++;
        return cut_down(f, c, level->bends[0], low, high, limit), true;
    }
    for (size_t i = 0; i < level->bend_count && low <= high; i++) bends_cut(level->bends[i], f->x, &low, &high);
    if (level->test_count) return cut_tested(f, level, limit, low, high);
    return low > high || cut_run(f, c, limit, low, high);
}
