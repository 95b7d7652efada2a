/* SPDX-License-Identifier: MIT */
#include "solve/search/constant_clauses.h"
#include <string.h>
#include "base/arena.h"
#include "solve/search/word_classes.h"

enum { CLAUSES_MOST = 64 /* of one effect, also on the way */ };
struct clause_choice {
    uint64_t wrote, cells; /* of the effect; the constants of the clause */
};

static inline bool is_one(uint64_t cells) { return !(cells & (cells - 1)); }

/* ---- the clauses of an effect -------------------------------------------------------------------------------------- */
struct clause_list {
    uint64_t sets[CLAUSES_MOST];
    size_t count;
};

/* Is one of the first `count` sets within these cells? */
static bool has_within(const struct clause_list *list, size_t count, uint64_t cells)
{
    bool has = false;
    for (size_t i = 0; i < count && !has; i++) has = !(list->sets[i] & ~cells);
    return has;
}

/* The least sets that meet all sets so far become those that meet this one as well; false: they are too many. */
static bool meet_also(struct clause_list *list, uint64_t set)
{
    struct clause_list before = *list;
    size_t stay = 0;
    for (size_t i = 0; i < before.count; i++)
        if (before.sets[i] & set) list->sets[stay++] = before.sets[i];
    list->count = stay;
    for (size_t i = 0; i < before.count; i++)
        for (uint64_t left = before.sets[i] & set ? 0 : set; left; left &= left - 1) {
            uint64_t more = before.sets[i] | (left & -left);
            if (has_within(list, list->count, more)) continue;
            size_t kept = stay;
            for (size_t k = stay; k < list->count; k++)
                if (more & ~list->sets[k]) list->sets[kept++] = list->sets[k];
            if (kept == CLAUSES_MOST) return false;
            list->sets[kept] = more;
            list->count = kept + 1;
        }
    return true;
}

/* Of the moves `first` to `end`, which do the same. What all of them ask is left out of the sets. */
static bool find_clauses(const struct mask_constants *c, size_t first, size_t end, uint64_t *must,
                         struct clause_list *list)
{
    bool fine = true, none = false;
    *must = c->moves[first].need.words[0];
    for (size_t i = first; i < end; i++) *must &= c->moves[i].need.words[0];
    for (size_t i = first; i < end; i++) none |= !(c->moves[i].need.words[0] & ~*must);
    *list = (struct clause_list){.count = 1};
    for (size_t i = first; i < end && fine && !none; i++) fine = meet_also(list, c->moves[i].need.words[0] & ~*must);
    if (none) list->count = 0;
    return fine;
}

/* False: some effect has too many, or all have more than there are moves. */
static bool find_all(const struct mask_constants *c, size_t moves, struct constant_clauses *clauses)
{
    size_t used = 0;
    clauses->effect_count = 0;
    clauses->wide = false;
    for (size_t first = 0, end; first < moves; first = end) {
        struct clause_effect *e = &clauses->effects[clauses->effect_count++];
        struct clause_list list;
        for (end = first + 1; end < moves && c->moves[end].effect == c->moves[first].effect;) end++;
        *e = (struct clause_effect){.wrote = c->moves[first].wrote.words[0], .first = (uint32_t)used};
        if (!find_clauses(c, first, end, &e->must, &list) || used + list.count > moves) return false;
        for (size_t i = 0; i < list.count; i++) {
            clauses->wide |= !is_one(list.sets[i] & (list.sets[i] - 1));
            clauses->sets[used++] = list.sets[i];
        }
        e->end = (uint32_t)used;
    }
    return true;
}

static bool make_room(struct arena *arena, struct constant_clauses *clauses, size_t effects, size_t sets)
{
    clauses->able = arena_array(arena, effects + 1, sizeof *clauses->able);
    clauses->left = arena_array(arena, effects + 1, sizeof *clauses->left);
    clauses->able_sets = arena_array(arena, sets + 1, sizeof *clauses->able_sets);
    clauses->choices = arena_array(arena, sets + 1, sizeof *clauses->choices);
    return clauses->able && clauses->left && clauses->able_sets && clauses->choices;
}

bool constant_clauses_make(struct arena *arena, struct mask_constants *c, size_t moves)
{
    struct constant_clauses *clauses = arena_alloc(arena, sizeof *clauses);
    c->clauses = NULL;
    if (!clauses) return false;
    clauses->effects = arena_array(arena, c->effect_count + 1, sizeof *clauses->effects);
    clauses->sets = arena_array(arena, moves + 1, sizeof *clauses->sets);
    if (!clauses->effects || !clauses->sets) return false;
    if (!find_all(c, moves, clauses)) return true;
    c->clauses = clauses;
    return make_room(arena, clauses, clauses->effect_count, moves);
}

struct constant_clauses *constant_clauses_share(struct arena *arena, const struct constant_clauses *all)
{
    struct constant_clauses *own = arena_alloc(arena, sizeof *own);
    if (!own) return NULL;
    *own = *all;
    size_t sets = all->effect_count ? all->effects[all->effect_count - 1].end : 0;
    return make_room(arena, own, all->effect_count, sets) ? own : NULL;
}

/* ---- of what is opened ---------------------------------------------------------------------------------------------- */
/* What the clauses of `from` that are left of these cells ask of one cell alone; false: one of them is gone. */
static inline bool find_must(const uint64_t *sets, const struct clause_effect *from, uint64_t live, uint64_t *must)
{
    bool fine = true;
    for (uint32_t i = from->first; i < from->end; i++) {
        uint64_t set = sets[i] & live;
        fine = fine && set;
        *must |= is_one(set) ? set : 0;
    }
    return fine;
}

/* Is another set of `from`, among these cells, within set i without being the same? */
static inline bool is_wider(const uint64_t *sets, const struct clause_effect *from, uint64_t live, uint32_t i)
{
    bool wider = false;
    for (uint32_t k = from->first; k < from->end && !wider; k++)
        wider = !(sets[k] & live & ~sets[i]) && sets[i] & live & ~sets[k];
    return wider;
}

void constant_clauses_open(struct constant_clauses *c, uint64_t live)
{
    uint32_t used = 0;
    c->opened = live;
    c->able_count = 0;
    for (size_t k = 0; k < c->effect_count; k++) {
        const struct clause_effect *from = &c->effects[k];
        struct clause_effect able = {.wrote = from->wrote, .must = from->must, .first = used};
        if (from->must & ~live || !find_must(c->sets, from, live, &able.must)) continue;
        for (uint32_t i = from->first; i < from->end; i++) {
            uint64_t set = c->sets[i] & live;
            if (set & able.must || (c->wide && is_wider(c->sets, from, live, i))) continue;
            c->able_sets[used++] = set;
            able.touched |= set;
        }
        able.end = used;
        c->able[c->able_count++] = able;
    }
}

/* ---- of an option --------------------------------------------------------------------------------------------------- */
/* The effects that are left; returns the cells that they write and that are not final. */
static inline uint64_t find_left(struct constant_clauses *c, uint64_t live, size_t *count)
{
    uint64_t open = 0, lost = c->opened & ~live;
    size_t left = 0;
    for (size_t k = 0; k < c->able_count; k++) {
        struct clause_effect e = c->able[k];
        if (e.must & lost) continue;
        if (e.touched & lost && !find_must(c->able_sets, &e, live, &e.must)) continue;
        open |= e.wrote;
        c->left[left++] = e;
    }
    *count = left;
    return open & live;
}

/* The open cells that its moves ask and write. Clauses that have constants are appended to the choices. */
static inline uint64_t joined_by(struct constant_clauses *c, const struct clause_effect *e, uint64_t open,
                                 uint64_t constant, size_t *choices)
{
    uint64_t live = open | constant, cells = (e->wrote | e->must) & open;
    bool wide = c->wide && e->touched & c->opened & ~live;
    for (uint32_t i = e->first; i < e->end; i++) {
        uint64_t set = c->able_sets[i] & live;
        if (set & e->must || (wide && is_wider(c->able_sets, e, live, i))) continue;
        if (set & constant) c->choices[(*choices)++] = (struct clause_choice){e->wrote & open, set & constant};
        else cells |= set;
    }
    return cells;
}

/* The clauses of one constant come first, then of each other one the first constant if there is none so far. */
static void find_wholes(const struct constant_clauses *c, size_t left, size_t choices, uint64_t constant,
                        struct word_classes *classes)
{
    for (size_t i = 0; i < left; i++)
        if (c->left[i].must & constant)
            classes->whole[word_classes_of(classes, c->left[i].wrote)] |= c->left[i].must & constant;
    for (size_t i = 0; i < choices; i++)
        if (is_one(c->choices[i].cells))
            classes->whole[word_classes_of(classes, c->choices[i].wrote)] |= c->choices[i].cells;
    for (size_t i = 0; i < choices; i++) {
        uint64_t cells = c->choices[i].cells, *whole = &classes->whole[word_classes_of(classes, c->choices[i].wrote)];
        if (!(cells & *whole)) *whole |= cells & -cells;
    }
}

size_t constant_clauses_classes(struct constant_clauses *c, uint64_t live, struct constant_class *to)
{
    struct word_classes classes;
    size_t left, choices = 0;
    uint64_t open = find_left(c, live, &left), constant = live & ~open;
    classes.count = 0;
    for (size_t i = 0; i < left; i++) word_classes_join(&classes, joined_by(c, &c->left[i], open, constant, &choices));
    word_classes_begin_wholes(&classes);
    if (constant) find_wholes(c, left, choices, constant, &classes);
    return word_classes_write(&classes, to);
}
