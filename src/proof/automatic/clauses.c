/* SPDX-License-Identifier: MIT */
/* Constraint by constraint, then what is quantified is projected away, each as soon as nothing else mentions it. */
#include "proof/automatic/private.h"
#include "base/checked.h"

static bool refuse(struct clauses *c, const char *reason)
{
    if (!c->reason) c->reason = reason;
    return false;
}

bool clauses_add(struct clauses *c, const struct automaton *a)
{
    if (!a) return false;
    if (c->count == CLAUSES_MOST) return refuse(c, "a move has too many conditions");
    c->items[c->count++] = a;
    return true;
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */
static bool track_form(struct clauses *c, const struct linear_form *form, const int *results);

static bool track_var(struct clauses *c, int var, const int *results)
{
    const struct normal_var *v = &c->space->vars[var];
    if (c->track[var] >= 0) return true;
    switch (v->kind) {
    case NORMAL_FIELD: c->track[var] = v->index; break;
    case NORMAL_RESULT: c->track[var] = results[v->index]; break;
    case NORMAL_GEN:
    case NORMAL_TERM: c->track[var] = c->inner++; break;
    case NORMAL_MOVER: return refuse(c, "its moves depend on the player");
    default: return refuse(c, "a number in it has no value");
    }
    if (c->inner >= AUTOMATON_NAMES) return refuse(c, "a move has too many numbers");
    for (size_t i = 0; v->kind == NORMAL_TERM && i < v->term->count; i++)
        if (v->term->args[i].form && !track_form(c, v->term->args[i].form, results)) return false;
    return true;
}

static bool track_form(struct clauses *c, const struct linear_form *form, const int *results)
{
    for (uint32_t i = 0; i < form->count; i++)
        if (!track_var(c, form->terms[i].var, results)) return false;
    return true;
}

bool clauses_tracks(struct clauses *c, struct linear_conjunction all, const int *results)
{
    c->vars = c->space->var_count;
    c->track = arena_array(c->w->arena, c->vars + 1, sizeof *c->track);
    c->negative = arena_array(c->w->arena, c->vars + 1, sizeof *c->negative);
    c->inner = AUTOMATIC_INNER;
    if (!c->track || !c->negative) return c->w->status = ST_NO_MEMORY, false;
    for (size_t v = 0; v < c->vars; v++) c->track[v] = -1;
    for (size_t i = 0; i < all.count; i++)
        if (!track_form(c, all.items[i].form, results)) return false;
    return true;
}

bool clauses_signs(struct clauses *c, struct linear_conjunction all, struct linear_conjunction known)
{
    struct normal_space *space = c->space;
    struct linear_conjunction facts = normal_axioms(space, (struct linear_conjunction[]){known, all}, 2);
    for (size_t v = 0; v < c->vars; v++) {
        if (c->track[v] < 0 || space->vars[v].kind == NORMAL_FIELD) continue;
        if (space->vars[v].kind == NORMAL_TERM && space->vars[v].term->truth) continue;
        struct linear_constraint natural = {linear_variable(&space->work, (int)v), false};
        space->work.steps = 20000;
        if (natural.form && linear_implies(&space->work, facts.items, facts.count, natural)) continue;
        if (space->work.no_memory) return c->w->status = ST_NO_MEMORY, false;
        if (c->sign_count == SIGNS_MOST) return refuse(c, "too many numbers in a move may be negative");
        c->signs[c->sign_count++] = (int)v;
    }
    return true;
}

/* ---- forms ------------------------------------------------------------------------------------------------------- */
bool clauses_plus(struct clauses *c, struct automata_form *out, int track, int64_t factor)
{
    int at = 0;
    while (at < out->count && out->terms[at].track != track) at++;
    if (at == AUTOMATON_TRACKS) return refuse(c, "a condition has too many numbers");
    if (at == out->count) out->terms[out->count++] = (struct automata_term){track, 0};
    if (!checked_add(out->terms[at].factor, factor, &out->terms[at].factor))
        return refuse(c, "its numbers are too large");
    return true;
}

bool clauses_form(struct clauses *c, const struct linear_form *form, int64_t factor, int64_t constant,
                  struct automata_form *out)
{
    *out = (struct automata_form){0};
    bool fits =
        checked_mul(form->constant, factor, &out->constant) && checked_add(out->constant, constant, &out->constant);
    for (uint32_t i = 0; fits && i < form->count; i++) {
        int var = form->terms[i].var;
        int64_t k;
        fits = checked_mul(form->terms[i].factor, factor, &k);
        if (fits && c->negative[var]) /* k v = -k u - k */
            fits = checked_sub(out->constant, k, &out->constant) && checked_neg(k, &k);
        if (fits && !clauses_plus(c, out, c->track[var], k)) return false;
    }
    return fits || refuse(c, "its numbers are too large");
}

static bool add_constraint(struct clauses *c, struct linear_constraint item)
{
    struct automata_form form;
    if (!clauses_form(c, item.form, 1, 0, &form)) return false;
    bool any = false;
    for (int i = 0; i < form.count; i++) any = any || form.terms[i].factor;
    if (!any && (item.equality ? form.constant == 0 : form.constant >= 0)) return true;
    return clauses_add(c, automata_linear(c->w, &form, item.equality));
}

const struct automaton *clauses_set(struct clauses *c, struct linear_conjunction all)
{
    c->count = 0;
    for (size_t i = 0; i < all.count; i++)
        if (!add_constraint(c, all.items[i])) return NULL;
    for (size_t v = 0; v < c->vars; v++)
        if (c->track[v] >= 0 && c->space->vars[v].kind == NORMAL_TERM && !clauses_term(c, (int)v)) return NULL;
    return automata_meet(c->w, c->items, c->count, AUTOMATIC_INNER);
}
