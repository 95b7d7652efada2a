/* SPDX-License-Identifier: MIT */
/* Which mirror images of a board have the same moves (windows.h). */
#include "proof/normal/terms.h"
#include "proof/parts/private.h"

enum { MOST_MIRRORED = 24 };

/* In the mirrored board direction k is `of[k]` of the board, counted from its other end if flip[k]. */
struct mirror {
    bool flip[2];
    int of[2];
};

/* size + 1 - form */
static const struct linear_form *from_other_end(struct window_find *f, const struct linear_form *form, int k)
{
    return difference(f->s, f->sizes[k], form, 1);
}

/* Has the form no terms, but for sizes of boards? */
static bool is_plain(const struct window_find *f, const struct linear_form *form)
{
    bool plain = form != NULL;
    for (uint32_t i = 0; plain && i < form->count; i++) {
        const struct normal_var *v = &f->s->space.vars[form->terms[i].var];
        plain = v->kind != NORMAL_TERM || v->term->kind == EXPR_CALL;
    }
    return plain;
}

static int only_variable(const struct linear_form *form)
{
    return form->count == 1 && form->terms[0].factor == 1 && form->constant == 0 ? form->terms[0].var : -1;
}

/* Where index k of an image is told by the indices of what it is of: the same, for a mirror undoes itself. */
static const struct linear_form *mirror_index(struct window_find *f, const struct mirror *m,
                                              const struct linear_form *const at[2], int k)
{
    const struct linear_form *form = at[m->of[k]];
    return m->flip[k] && form ? from_other_end(f, form, k) : form;
}

/* The indices of what is written, and the sizes, as the image has them. */
static bool map_indices(struct window_find *f, const struct window_case *c, const struct mirror *m,
                        const struct linear_form **map)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct window_place *p = &c->places[i];
        for (int k = 0; p->value && k < f->dims; k++) {
            int var = only_variable(p->at[k]);
            if (var < 0 || !(map[var] = mirror_index(f, m, p->at, k))) return false;
        }
    }
    for (int k = 0; k < f->dims; k++) {
        int var = only_variable(f->sizes[k]);
        if (var < 0) return false;
        if (m->of[k] != k) map[var] = f->sizes[m->of[k]];
    }
    return true;
}

/* The cell that the image has where the board has this one; NULL: not seen. */
static const struct linear_form *mirror_cell(struct window_find *f, const struct normal_term *cell,
                                             const struct mirror *m, const struct linear_form *const *map, size_t count)
{
    const struct linear_form *at[2] = {NULL, NULL};
    struct normal_value args[3] = {cell->args[0]};
    for (int k = 0; k < f->dims; k++) {
        if (!is_plain(f, cell->args[k + 1].form)) return NULL;
        if (!(at[k] = normal_replace(&f->s->space, cell->args[k + 1].form, map, count))) return NULL;
    }
    for (int k = 0; k < f->dims; k++)
        if (!(args[k + 1].form = mirror_index(f, m, at, k))) return NULL;
    struct normal_term proto = {.kind = EXPR_INDEX, .count = (size_t)f->dims + 1, .args = args};
    return terms_make(&f->s->space, &proto, true).form;
}

static bool mirror_case(struct window_find *f, const struct window_case *c, const struct mirror *m,
                        struct linear_conjunction *rule)
{
    size_t count = f->s->space.var_count;
    const struct linear_form **map = arena_array(&f->s->scratch, count + 1, sizeof *map),
                             **all = arena_array(&f->s->scratch, count + 1, sizeof *all);
    if (!map || !all) return f->s->no_memory = true, false;
    if (!map_indices(f, c, m, map)) return false;
    for (size_t v = 0; v < count; v++) {
        struct normal_var var = f->s->space.vars[v]; /* new terms move the table */
        all[v] = map[v];
        bool cell = var.kind == NORMAL_TERM && window_is_cell(f, var.term);
        if (cell && !(all[v] = mirror_cell(f, var.term, m, map, count))) return false;
    }
    return normal_replace_all(&f->s->space, c->rule, all, count, rule);
}

/* ---- which case an image is in ------------------------------------------------------------------------------------ */
static size_t written(const struct window_case *c)
{
    size_t count = 0;
    while (count < c->count && c->places[count].value) count++;
    return count;
}

/* Does the place of the image of `c` that is `from` of its `base` stand as place `to` does of the first? */
static bool stands_alike(const struct window_find *f, const struct mirror *m, const struct window_place *base,
                         const struct window_place *from, const struct window_place *to)
{
    bool same = true;
    for (int k = 0; k < f->dims; k++) {
        int of = m->of[k];
        int64_t d = from->distance[of] - base->distance[of];
        same = same && to->distance[k] == (m->flip[k] ? -d : d);
    }
    return same;
}

/* The rule of `to`, with the places of `from` as those of its updates that stand alike; the image's first is `base`. */
static bool rename_places(struct window_find *f, const struct mirror *m, const struct window_case *from, size_t base,
                          const struct window_case *to, struct linear_conjunction *rule)
{
    size_t count = f->s->space.var_count, moved = written(from);
    const struct linear_form **map = arena_array(&f->s->scratch, count + 1, sizeof *map);
    if (!map) return f->s->no_memory = true, false;
    if (written(to) != moved) return false;
    for (size_t i = 0; i < moved; i++) {
        size_t at = 0;
        while (at < moved && !stands_alike(f, m, &from->places[base], &from->places[at], &to->places[i])) at++;
        if (at == moved) return false;
        for (int k = 0; k < f->dims; k++) {
            int var = only_variable(to->places[i].at[k]);
            if (var < 0) return false;
            map[var] = from->places[at].at[k];
        }
        int value = only_variable(to->places[i].value);
        if (value < 0) return false;
        map[value] = from->places[at].value;
    }
    return normal_replace_all(&f->s->space, to->rule, map, count, rule);
}

/* Does the rule follow as it is written, without what is known of its terms? */
static bool is_stated(const struct window_find *f, struct linear_conjunction image, struct linear_conjunction rule)
{
    struct linear_conjunction domain = f->s->normal->domain;
    bool all = true;
    for (size_t i = 0; all && i < rule.count; i++)
        all = linear_stated(image.items, image.count, rule.items[i]) ||
              linear_stated(domain.items, domain.count, rule.items[i]);
    return all;
}

/* `at_sight`: only as it is written. Most images are, so that is looked at first, in all cases. */
static bool is_case(struct window_find *f, const struct mirror *m, const struct window_case *from,
                    struct linear_conjunction image, const struct window_case *to, bool at_sight)
{
    for (size_t base = 0; base < written(from); base++) {
        struct linear_conjunction rule;
        if (!rename_places(f, m, from, base, to, &rule)) continue;
        if (at_sight && is_stated(f, image, rule)) return true;
        if (at_sight) continue;
        struct linear_conjunction known = window_know(f, image, rule);
        bool all = known.items != NULL;
        for (size_t i = 0; all && i < rule.count; i++) all = rule.items[i].form && implied(f->s, known, rule.items[i]);
        if (all) return true;
    }
    return false;
}

static bool keeps_moves(struct window_find *f, const struct mirror *m)
{
    bool fine = true;
    for (size_t i = 0; fine && i < f->cases.count; i++) {
        struct linear_conjunction image;
        fine = mirror_case(f, &f->cases.data[i], m, &image);
        bool found = false;
        for (size_t k = 0; fine && !found && k < 2 * f->cases.count; k++)
            found = is_case(f, m, &f->cases.data[i], image, &f->cases.data[k % f->cases.count], k < f->cases.count);
        fine = fine && found;
    }
    return fine;
}

uint32_t find_mirrors(struct window_find *f)
{
    static const struct mirror upside = {{true, false}, {0, 1}}, back = {{false, true}, {0, 1}},
                               turn = {{false, false}, {1, 0}};
    uint32_t mirrors = 0;
    if (f->cases.count > MOST_MIRRORED) return 0;
    if (f->dims == 1) return keeps_moves(f, &upside) ? MIRROR_COLUMNS : 0;
    if (keeps_moves(f, &upside)) mirrors |= MIRROR_ROWS;
    if (keeps_moves(f, &back)) mirrors |= MIRROR_COLUMNS;
    if ((!mirrors || mirrors == (MIRROR_ROWS | MIRROR_COLUMNS)) && keeps_moves(f, &turn)) mirrors |= MIRROR_TURN;
    return mirrors;
}

uint32_t find_answers(struct window_find *f, uint32_t mirrors)
{
    static const struct mirror half = {{true, true}, {0, 1}};
    enum { BOTH = MIRROR_ROWS | MIRROR_COLUMNS };
    uint32_t answers = 0;
    if (f->cases.count > MOST_MIRRORED) return 0;
    for (uint32_t one = MIRROR_ROWS; one <= MIRROR_TURN; one <<= 1)
        if (mirrors & one) answers |= 1u << one;
    bool both = (mirrors & BOTH) == BOTH || (f->dims == 2 && !(mirrors & BOTH) && keeps_moves(f, &half));
    if (both) answers |= 1u << BOTH;
    if (both && mirrors & MIRROR_TURN) answers |= 1u << (BOTH | MIRROR_TURN);
    return answers;
}
