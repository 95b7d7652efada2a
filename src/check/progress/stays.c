/* SPDX-License-Identifier: MIT */
/* Options that are states: see stays.h. */
#include "check/progress/stays.h"
#include <string.h>
#include "check/progress/decrease.h"
#include "check/progress/replace.h"

struct stay {
    struct assumptions *f;
    struct text proved, open;
};

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
    for (size_t i = 0; i < e->count; i++) look_at_argument(s, &to->fields[i], e->kids[i]);
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
        for (size_t i = e->kind == EXPR_COMPOUND; i < e->count; i++) look_at(s, e->kids[i]);
        break;
    case EXPR_SUM_FOR:
        for (size_t i = 0; i < e->gen_count; i++) assumptions_gen(f, &e->gens[i]);
        if (e->kids[1]) assumptions_assume(f, e->kids[1], true);
        look_at(s, e->kids[0]);
        break;
    case EXPR_IF:
        for (int i = 0; i < 2; i++) {
            assumptions_assume(f, e->kids[0], i == 0);
            look_at(s, e->kids[1 + i]);
            assumptions_rewind(f, mark);
        }
        break;
    case EXPR_LET:
        assumptions_bind(f, e);
        look_at(s, e->kids[1]);
        break;
    default: text_add(&s->open, "%swhat it leads to is a state", s->open.length ? ", " : ""); break;
    }
    assumptions_rewind(f, mark);
}

bool result_stays(struct assumptions *f, const struct expr *result, struct text *why)
{
    struct stay s = {.f = f};
    look_at(&s, result);
    bool good = s.open.length == 0 && !s.open.failed;
    if (!good) text_add(why, "that %s", text_c(&s.open));
    else text_puts(why, s.proved.length ? text_c(&s.proved) : "whatever it changes may take every value");
    text_free(&s.proved);
    text_free(&s.open);
    return good;
}
