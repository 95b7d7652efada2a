/* SPDX-License-Identifier: MIT */
/* Facts about cells need to know where their indices lie. If the constraints do not decide that, a cover is proved
 * in each case: below the row, inside, beyond it; and for two cells of one row the same index, a larger, a smaller
 * one. The search ends at the first case in which everything is decided and the cover fails, so a wrong cover costs
 * little. */
#include "base/vec.h"
#include "proof/normal/axioms.h"
#include "proof/private.h"

enum { MAX_READS = 12, MAX_CASES = 400 };

struct cases {
    struct normal_space *space;
    VEC(struct linear_conjunction) context; /* the assumed cases, the innermost last; one constraint each */
    const struct linear_conjunction *parts;
    size_t part_count;
    const struct normal_term *reads[MAX_READS];
    size_t read_count, tried;
};

static void find_reads(struct cases *c, const struct linear_form *form, bool in_fold);

/* A fold's variable stands for all its members at once, so a cell whose index contains it has no definite place and
 * cannot be split into cases. */
static void find_in_term(struct cases *c, const struct normal_term *t, bool in_fold)
{
    bool known = c->read_count == MAX_READS || !axioms_is_read(t) || (in_fold && terms_hold(c->space, t, NORMAL_BOUND));
    for (size_t i = 0; i < c->read_count && !known; i++) known = c->reads[i] == t;
    if (!known) c->reads[c->read_count++] = t;
    in_fold = in_fold || (t->count && t->args[0].term && t->args[0].term->kind == NORMAL_BINDER);
    for (size_t i = 0; i < t->count; i++) {
        if (t->args[i].form) find_reads(c, t->args[i].form, in_fold);
        else if (t->args[i].term) find_in_term(c, t->args[i].term, in_fold);
    }
}

static void find_reads(struct cases *c, const struct linear_form *form, bool in_fold)
{
    for (uint32_t i = 0; i < form->count; i++)
        if (c->space->vars[form->terms[i].var].term) find_in_term(c, c->space->vars[form->terms[i].var].term, in_fold);
}

static void find_all_reads(struct cases *c, const struct linear_conjunction *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < list[i].count; k++) find_reads(c, list[i].items[k].form, false);
}

/* One of three alternatives; the second constraint may be missing. */
struct alternative {
    struct linear_constraint items[2];
    size_t count;
};
static struct alternative one(const struct linear_form *form, bool equality)
{
    return (struct alternative){{{form, equality}}, form ? 1 : 0};
}

/* Question number `at`: exhaustive alternatives. Returns false if there is no such question. */
static bool question(struct cases *c, size_t at, struct alternative alternatives[3])
{
    struct linear_work *w = &c->space->work;
    if (at < c->read_count) {
        const struct linear_form *low = axioms_below(c->space, c->reads[at]),
                                 *high = axioms_beyond(c->space, c->reads[at]);
        alternatives[0] = one(low, false);
        alternatives[1] = one(high, false);
        alternatives[2] = one(linear_scale(w, low, -1, -1), false);
        alternatives[2].items[1].form = linear_scale(w, high, -1, -1);
        alternatives[2].count += alternatives[2].items[1].form != NULL;
        return true;
    }
    at -= c->read_count;
    for (size_t i = 1; i < c->read_count; i++)
        for (size_t j = 0; j < i; j++) {
            if (c->reads[i]->args[0].term != c->reads[j]->args[0].term || at-- > 0) continue;
            const struct linear_form *d = linear_sum(w, c->reads[i]->args[1].form, 1, c->reads[j]->args[1].form, -1);
            alternatives[0] = one(d, true);
            alternatives[1] = one(linear_scale(w, d, 1, -1), false);
            alternatives[2] = one(linear_scale(w, d, -1, -1), false);
            return true;
        }
    return false;
}

/* Do the facts already imply it? */
static bool implied(struct cases *c, struct linear_conjunction known, const struct alternative *a)
{
    bool all = true;
    for (size_t i = 0; i < a->count && all; i++)
        all = linear_implies(&c->space->work, known.items, known.count, a->items[i]);
    return all;
}

static bool covered_cases(struct cases *c, size_t at);

static bool covered_when(struct cases *c, const struct alternative *a, size_t next)
{
    struct linear_constraint *items = arena_array(c->space->arena, 2, sizeof *items);
    if (!items) return c->space->work.no_memory = true, false;
    for (size_t i = 0; i < a->count; i++) items[i] = a->items[i];
    if (!vec_push(&c->context, (struct linear_conjunction){items, a->count}))
        return c->space->work.no_memory = true, false;
    bool covered = covered_cases(c, next);
    c->context.count--;
    return covered;
}

/* Is it covered in every case that question `at` and later ones leave undecided? */
static bool covered_cases(struct cases *c, size_t at)
{
    struct normal_space *s = c->space;
    struct alternative a[3];
    if (c->tried++ == MAX_CASES) return s->work.gave_up = true, false;
    struct linear_conjunction known = axioms_gather(s, c->context.data, c->context.count, c->parts, c->part_count);
    if (!known.items) return false;
    if (linear_covered(&s->work, known.items, known.count, c->parts, c->part_count)) return true;
    for (;; at++) { /* the next question that is undecided here */
        if (!question(c, at, a)) return false;
        if (!a[0].count || !a[1].count || !a[2].count) return false; /* a form beyond its bounds */
        if (!implied(c, known, &a[0]) && !implied(c, known, &a[1]) && !implied(c, known, &a[2])) break;
    }
    return covered_when(c, &a[0], at + 1) && covered_when(c, &a[1], at + 1) && covered_when(c, &a[2], at + 1);
}

bool axioms_covered_by_cases(struct normal_space *space, const struct linear_conjunction *context, size_t context_count,
                             const struct linear_conjunction *parts, size_t part_count)
{
    struct cases c = {.space = space, .parts = parts, .part_count = part_count};
    bool pushed = true;
    find_all_reads(&c, context, context_count);
    find_all_reads(&c, parts, part_count);
    for (size_t i = 0; i < context_count && pushed; i++) pushed = vec_push(&c.context, context[i]);
    if (!pushed) space->work.no_memory = true;
    bool covered = pushed && c.read_count && covered_cases(&c, 0);
    vec_free(&c.context);
    return covered;
}
