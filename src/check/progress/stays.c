/* SPDX-License-Identifier: MIT */
/* Options that are states: see stays.h. */
#include "check/progress/stays.h"
#include <string.h>
#include "check/progress/decrease.h"
#include "check/progress/rebuilt.h"
#include "check/progress/replace.h"

struct stay {
    struct assumptions *f;
    struct text proved, open;
    bool computed; /* no option fails, but for numbers that grow too large */
};

/* ---- can it be computed? */
static bool is_at_least(struct assumptions *f, const struct expr *e, const struct expr *than, int64_t more)
{
    const struct linear_form *form = assumptions_form(f, e), *least = than ? assumptions_form(f, than) : NULL;
    if (than) form = form && least ? linear_sum(&f->work, form, 1, least, -1) : NULL;
    return form && assumptions_prove(f, form, more);
}

/* A cell that is not 0 is one of the row or grid: others are read as 0. */
static bool is_read(struct assumptions *f, const struct expr *base, const struct update *u)
{
    if (u->high[0] || u->high[1]) return false;
    const struct expr *cell = made_cell(f, base, u);
    return cell && is_at_least(f, cell, NULL, 1);
}

/* `base` has as many cells as the row or grid that is written to. */
static bool lies_within(struct assumptions *f, const struct expr *base, const struct update *u)
{
    static const enum builtin sizes[2] = {BUILTIN_ROWS, BUILTIN_COLS};
    bool within = true;
    for (int d = 0; d < u->dims && within; d++) {
        const struct expr *size = size_call(f, u->dims == 1 ? BUILTIN_LEN : sizes[d], base);
        within =
            size && is_at_least(f, u->low[d], NULL, 1) && is_at_least(f, size, u->high[d] ? u->high[d] : u->low[d], 0);
    }
    return within || is_read(f, base, u);
}

static bool update_is_computed(struct assumptions *f, const struct expr *base, const struct update *u)
{
    bool fails = may_fail(f, u->value);
    for (int d = 0; d < u->dims; d++) fails |= may_fail(f, u->low[d]) || (u->high[d] && may_fail(f, u->high[d]));
    return !fails && lies_within(f, base, u);
}

static bool is_computed(struct assumptions *f, const struct expr *e)
{
    struct assumptions_mark mark = assumptions_mark(f);
    const struct expr *base = e;
    bool good = true;
    switch (e->kind) {
    case EXPR_WITH:
        while (base->kind == EXPR_WITH) base = base->kids[0];
        good = is_computed(f, e->kids[0]);
        for (size_t i = 0; i < e->update_count && good; i++) good = update_is_computed(f, base, &e->updates[i]);
        break;
    case EXPR_IF:
        good = !may_fail(f, e->kids[0]);
        for (int i = 0; i < 2 && good; i++) {
            assumptions_assume(f, e->kids[0], i == 0);
            good = is_computed(f, e->kids[1 + i]);
            assumptions_rewind(f, mark);
        }
        break;
    case EXPR_LET:
        good = is_computed(f, e->kids[0]);
        assumptions_bind(f, e);
        good = good && is_computed(f, e->kids[1]);
        break;
    default: good = !may_fail(f, (struct expr *)e); break;
    }
    assumptions_rewind(f, mark);
    return good;
}

/* ---- is it a state? */

/* "n - t is never negative", once. */
static void say(struct stay *s, bool proved, const struct expr *e, const char *what)
{
    struct text *out = proved ? &s->proved : &s->open, phrase = {0};
    expr_print(s->f->ck->model, s->f->game, e, &phrase);
    text_puts(&phrase, what);
    if (phrase.failed || out->failed) s->f->ck->no_memory = true;
    else if (!strstr(text_c(out), text_c(&phrase))) text_add(out, "%s%s", out->length ? ", " : "", text_c(&phrase));
    text_free(&phrase);
}

static void look_at_argument(struct stay *s, const struct field *field, const struct expr *e)
{
    struct assumptions *f = s->f;
    struct assumptions_mark mark = assumptions_mark(f);
    switch (field->kind) {
    case FIELD_NAT: {
        const struct linear_form *form = assumptions_form(f, e);
        bool good = form && assumptions_prove(f, form, 0);
        if (!good || (e->kind != EXPR_FIELD && e->kind != EXPR_INT)) say(s, good, e, " is never negative");
        break;
    }
    case FIELD_ROW:
    case FIELD_BAG:
    case FIELD_GRID: {
        bool good = cells_are_natural(f, e);
        if (!good || e->kind != EXPR_FIELD) say(s, good, e, " has natural numbers as cells");
        break;
    }
    case FIELD_NODE:
        if (e->type != TYPE_NODE) say(s, false, e, " is a node");
        break;
    default: break; /* every value of its type is one of the field */
    }
    assumptions_rewind(f, mark);
}

/* Does the condition of the game hold of the component? */
static void look_at_condition(struct stay *s, const struct game *to, const struct expr *e)
{
    struct assumptions *f = s->f;
    struct replacement r = {.ck = f->ck, .fields = e->kids};
    const struct expr *next = replace_in(&r, to->invariant);
    s->computed = s->computed && !may_fail(f, to->invariant);
    struct assumptions_mark mark = assumptions_mark(f);
    bool good = !r.failed;
    if (good && (next != to->invariant || e->game != f->game)) {
        assumptions_assume(f, next, false);
        good = assumptions_contradictory(f);
    }
    assumptions_rewind(f, mark);
    if (good) say(s, true, next, " holds");
    else text_add(&s->open, "%sthe condition of %s holds again", s->open.length ? ", " : "", to->name);
}

static void look_at_game(struct stay *s, const struct expr *e)
{
    const struct game *to = &s->f->ck->model->games[e->game];
    if (e->start >= 0 || to->kind == GAME_COMPOUND) {
        const char *name = e->start >= 0 ? "a start" : "the positions that a position";
        text_add(&s->open, "%s%s of %s %s", s->open.length ? ", " : "", name, to->name,
                 e->start >= 0 ? "is one that it allows" : "stands for are states");
        return;
    }
    for (size_t i = 0; i < e->count; i++) {
        s->computed = s->computed && is_computed(s->f, e->kids[i]);
        look_at_argument(s, &to->fields[i], e->kids[i]);
    }
    if (to->invariant) look_at_condition(s, to, e);
}

static void look_at(struct stay *s, const struct expr *e)
{
    struct assumptions *f = s->f;
    struct assumptions_mark mark = assumptions_mark(f);
    switch (e->kind) {
    case EXPR_END: break;
    case EXPR_GAME: look_at_game(s, e); break;
    case EXPR_COMPOUND: /* its first operand is a number */
    case EXPR_SUM:
        s->computed = s->computed && (e->kind == EXPR_SUM || !e->kids[0] || !may_fail(f, e->kids[0]));
        for (size_t i = e->kind == EXPR_COMPOUND; i < e->count; i++) look_at(s, e->kids[i]);
        break;
    case EXPR_SUM_FOR:
        for (size_t i = 0; i < e->gen_count; i++) {
            s->computed = s->computed && !domain_may_fail(f, &e->gens[i].domain);
            assumptions_gen(f, &e->gens[i]);
        }
        s->computed = s->computed && !(e->kids[1] && may_fail(f, e->kids[1]));
        if (e->kids[1]) assumptions_assume(f, e->kids[1], true);
        look_at(s, e->kids[0]);
        break;
    case EXPR_IF:
        s->computed = s->computed && !may_fail(f, e->kids[0]);
        for (int i = 0; i < 2; i++) {
            assumptions_assume(f, e->kids[0], i == 0);
            look_at(s, e->kids[1 + i]);
            assumptions_rewind(f, mark);
        }
        break;
    case EXPR_LET:
        s->computed = s->computed && is_computed(f, e->kids[0]);
        assumptions_bind(f, e);
        look_at(s, e->kids[1]);
        break;
    default: text_add(&s->open, "%swhat it leads to is a state", s->open.length ? ", " : ""); break;
    }
    assumptions_rewind(f, mark);
}

bool result_stays(struct assumptions *f, const struct expr *result, struct text *why, bool *computed)
{
    struct stay s = {.f = f, .computed = true};
    look_at(&s, result);
    bool good = s.open.length == 0 && !s.open.failed;
    *computed = s.computed;
    if (!good) text_add(why, "that %s", text_c(&s.open));
    else text_puts(why, s.proved.length ? text_c(&s.proved) : "whatever it changes may take every value");
    text_free(&s.proved);
    text_free(&s.open);
    return good;
}
