/* SPDX-License-Identifier: MIT */
/* Play that need not end: a move that can be repeated for ever, with a number growing or falling each time. The
 * argument is an induction. Let the move be possible in a state s with a choice t of its values, and let s' be a
 * component of its result, a state of the same game. If everything that the move and the invariant require of (s, t)
 * is proved of (s', t) too, and some field of s' exceeds that of s, then the same choice is possible in s', leads to
 * s'', and so on: all these states are different. That such an s exists is shown by finding one among small states.
 * The requirements on s' are those on s with the arguments of the component in place of the fields; if anything in
 * them may fail, reads the mover or Lua, or binds a variable of its own, nothing is concluded. */
#include "check/progress/endless.h"
#include "check/progress/decrease.h"
#include "check/progress/replace.h"
#include "check/progress/small_states.h"

enum { PATH_MAX_ITEMS = 16 };

struct endless {
    struct assumptions f;
    struct checker *ck;
    int game;
    const struct move *move;
    /* branches taken and generators of sums on the way to the component */
    struct {
        const struct expr *condition;
        bool truth;
        const struct gen *gen;
    } path[PATH_MAX_ITEMS];
    size_t path_count;
    struct expr *const *arguments; /* of the current component */
    bool failed;                   /* something cannot be expressed for s' */
    int grows;                     /* the field that grows, or (an int) falls; -1: none */
    bool falls;
    bool everywhere;   /* wherever the move can be made, not only if a branch or a sum lets it lead there */
    const char *first; /* a small state and choice in which the move leads there; NULL if none is known */
};

/* ---- expressions of s as expressions of s' */

/* e itself if it does not depend on the state. */
static struct expr *said_of_next(struct endless *s, struct expr *e)
{
    struct replacement r = {.ck = s->ck, .fields = s->arguments};
    struct expr *next = replace_in(&r, e);
    s->failed = s->failed || r.failed;
    return next;
}

static bool replace_domain(struct endless *s, struct domain *d)
{
    struct replacement r = {.ck = s->ck, .fields = s->arguments};
    bool changed = replace_in_domain(&r, d);
    s->failed = s->failed || r.failed;
    return changed;
}

/* Is it proved that the condition, if it holds in s, holds in s'? */
static bool holds_again(struct endless *s, const struct expr *condition, bool truth)
{
    if (may_fail(&s->f, (struct expr *)condition)) return false;
    const struct expr *next = said_of_next(s, (struct expr *)condition);
    if (s->failed) return false;
    if (next == condition) return true;
    struct assumptions_mark mark = assumptions_mark(&s->f);
    bool fine = !may_fail(&s->f, (struct expr *)next);
    if (fine) assumptions_assume(&s->f, next, !truth);
    fine = fine && assumptions_contradictory(&s->f);
    assumptions_rewind(&s->f, mark);
    return fine;
}

/* May the variable keep its value? */
static bool chosen_again(struct endless *s, const struct gen *gen)
{
    struct domain next = gen->domain;
    if (domain_may_fail(&s->f, &next)) return false;
    bool changed = replace_domain(s, &next);
    if (s->failed || !changed) return !s->failed;
    if (next.kind != DOMAIN_RANGE || domain_may_fail(&s->f, &next)) return false;
    struct linear_work *work = &s->f.work;
    const struct linear_form *t = linear_variable(work, assumptions_local_var(gen->slot));
    const struct linear_form *low = assumptions_form(&s->f, next.low), *high = assumptions_form(&s->f, next.high);
    return low && high && assumptions_prove(&s->f, linear_sum(work, t, 1, low, -1), 0) &&
           assumptions_prove(&s->f, linear_sum(work, high, 1, t, -1), 0);
}

/* ---- one component of the result */

static bool is_state(struct endless *s, const struct expr *component)
{
    const struct game *g = &s->ck->model->games[s->game];
    for (size_t i = 0; i < g->field_count; i++) {
        const struct expr *e = component->kids[i];
        if (may_fail(&s->f, (struct expr *)e)) return false;
        switch (g->fields[i].kind) {
        case FIELD_NAT: {
            const struct linear_form *form = assumptions_form(&s->f, e);
            if (!form || !assumptions_prove(&s->f, form, 0)) return false;
            break;
        }
        case FIELD_ROW:
        case FIELD_BAG:
        case FIELD_GRID:
            if (!cells_are_natural(&s->f, e)) return false;
            break;
        default: break;
        }
    }
    return true;
}

static int growing_field(struct endless *s, const struct expr *component)
{
    const struct game *g = &s->ck->model->games[s->game];
    for (size_t i = 0; i < g->field_count; i++) {
        if (!field_is_number(g->fields[i].kind)) continue;
        const struct linear_form *old = linear_variable(&s->f.work, assumptions_field_var((int)i));
        const struct linear_form *now = assumptions_form(&s->f, component->kids[i]);
        s->falls = false;
        if (now && assumptions_prove(&s->f, linear_sum(&s->f.work, now, 1, old, -1), 1)) return (int)i;
        s->falls = g->fields[i].kind == FIELD_INT;
        if (now && s->falls && assumptions_prove(&s->f, linear_sum(&s->f.work, old, 1, now, -1), 1)) return (int)i;
    }
    return -1;
}

/* Searches for the move together with all requirements on the way to the component, so that one state shows that it
 * can be reached. */
static const char *first_state(struct endless *s)
{
    const struct move *m = s->move;
    struct move all = *m;
    all.gens = arena_array(s->ck->scratch, m->gen_count + s->path_count + 1, sizeof *all.gens);
    all.conditions = arena_array(s->ck->scratch, m->condition_count + s->path_count + 1, sizeof *all.conditions);
    if (!all.gens || !all.conditions) {
        s->ck->no_memory = true;
        return NULL;
    }
    for (size_t i = 0; i < m->gen_count; i++) all.gens[i] = m->gens[i];
    for (size_t i = 0; i < m->condition_count; i++) all.conditions[i] = m->conditions[i];
    for (size_t i = 0; i < s->path_count; i++) {
        struct expr *e = (struct expr *)s->path[i].condition;
        if (s->path[i].gen) all.gens[all.gen_count++] = *s->path[i].gen;
        else if (s->path[i].truth) all.conditions[all.condition_count++] = e;
        else if ((e = expr_one(s->ck, EXPR_NOT, TYPE_BOOL, e->span, e))) all.conditions[all.condition_count++] = e;
    }
    const char *text = s->ck->no_memory ? NULL : small_states_first(s->ck, s->game, &all);
    return text ? arena_strdup(&s->ck->diags->arena, text) : NULL; /* this arena is not rewound by closing */
}

static bool component_comes_again(struct endless *s, const struct expr *component)
{
    const struct game *g = &s->ck->model->games[s->game];
    const struct move *m = s->move;
    if (component->game != s->game || component->start >= 0) return false;
    s->arguments = component->kids;
    s->failed = false;
    if ((s->grows = growing_field(s, component)) < 0 || !is_state(s, component)) return false;
    if (g->invariant && !holds_again(s, g->invariant, true)) return false;
    for (size_t i = 0; i < m->gen_count; i++)
        if (!chosen_again(s, &m->gens[i])) return false;
    for (size_t i = 0; i < m->condition_count; i++)
        if (!holds_again(s, m->conditions[i], true)) return false;
    for (size_t i = 0; i < s->path_count; i++)
        if (s->path[i].gen ? !chosen_again(s, s->path[i].gen) : !holds_again(s, s->path[i].condition, s->path[i].truth))
            return false;
    s->everywhere = s->path_count == 0;
    s->first = first_state(s);
    return s->first != NULL;
}

static bool comes_again(struct endless *s, const struct expr *e);

static bool branch_comes_again(struct endless *s, const struct expr *e)
{
    bool found = false;
    for (int i = 0; i < 2 && !found && s->path_count < PATH_MAX_ITEMS; i++) {
        struct assumptions_mark mark = assumptions_mark(&s->f);
        s->path[s->path_count].gen = NULL;
        s->path[s->path_count].condition = e->kids[0];
        s->path[s->path_count++].truth = i == 0;
        assumptions_assume(&s->f, e->kids[0], i == 0);
        found = comes_again(s, e->kids[1 + i]);
        s->path_count--;
        assumptions_rewind(&s->f, mark);
    }
    return found;
}

static bool some_come_again(struct endless *s, const struct expr *e)
{
    struct assumptions_mark mark = assumptions_mark(&s->f);
    size_t count = s->path_count;
    if (count + e->gen_count + 1 > PATH_MAX_ITEMS) return false;
    for (size_t i = 0; i < e->gen_count; i++) {
        s->path[s->path_count++].gen = &e->gens[i];
        assumptions_gen(&s->f, &e->gens[i]);
    }
    if (e->kids[1]) {
        s->path[s->path_count].gen = NULL;
        s->path[s->path_count].condition = e->kids[1];
        s->path[s->path_count++].truth = true;
        assumptions_assume(&s->f, e->kids[1], true);
    }
    bool found = comes_again(s, e->kids[0]);
    s->path_count = count;
    assumptions_rewind(&s->f, mark);
    return found;
}

static bool comes_again(struct endless *s, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_GAME: return component_comes_again(s, e);
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++)
            if (comes_again(s, e->kids[i])) return true;
        return false;
    case EXPR_SUM_FOR: return some_come_again(s, e);
    case EXPR_IF: return branch_comes_again(s, e);
    default: return false;
    }
}

/* ---- play that never ends */

/* Does every position that the expression can denote contain one of the game itself? */
static bool leads_home(const struct expr *e, int game)
{
    switch (e->kind) {
    case EXPR_GAME: return e->game == game && e->start < 0;
    case EXPR_SUM:
        for (size_t i = 0; i < e->count; i++)
            if (leads_home(e->kids[i], game)) return true;
        return false;
    case EXPR_IF: return leads_home(e->kids[1], game) && leads_home(e->kids[2], game);
    case EXPR_LET: return leads_home(e->kids[1], game);
    default: return false;
    }
}

/* Can the move be made in every state? The assumptions consist of the invariant only. */
static bool is_always_possible(struct endless *s)
{
    const struct move *m = s->move;
    struct assumptions_mark mark = assumptions_mark(&s->f);
    bool good = m->condition_count == 0 || m->gen_count == 0;
    for (size_t i = 0; good && i < m->gen_count; i++) {
        const struct domain *d = &m->gens[i].domain;
        const struct linear_form *low = d->kind == DOMAIN_RANGE ? assumptions_form(&s->f, d->low) : NULL,
                                 *high = d->kind == DOMAIN_RANGE ? assumptions_form(&s->f, d->high) : NULL;
        good = (d->kind == DOMAIN_SET && d->item_count) ||
               (low && high && assumptions_prove(&s->f, linear_sum(&s->f.work, high, 1, low, -1), 0));
        assumptions_gen(&s->f, &m->gens[i]);
    }
    for (size_t i = 0; good && i < m->condition_count; i++) {
        struct assumptions_mark before = assumptions_mark(&s->f);
        assumptions_assume(&s->f, m->conditions[i], false);
        good = assumptions_contradictory(&s->f);
        assumptions_rewind(&s->f, before);
    }
    assumptions_rewind(&s->f, mark);
    return good;
}

static bool never_ends(struct endless *s)
{
    const struct game *g = &s->ck->model->games[s->game];
    for (size_t i = 0; i < g->move_count; i++)
        if (g->moves[i].lua >= 0 || !leads_home(g->moves[i].result, s->game)) return false;
    return is_always_possible(s);
}

/* ---- reports */

static void report_endless(struct endless *s, bool never)
{
    const struct game *g = &s->ck->model->games[s->game];
    const char *field = g->fields[s->grows].name, *changes = s->falls ? "falls" : "grows";
    if (never && !g->loopy) {
        diag(s->ck->diags, D_NEVER_ENDS, s->move->span, g->name, s->move->name, g->name, field, changes);
        return;
    }
    diag(s->ck->diags, D_GROWS_FOR_EVER, s->move->span, g->name, s->move->name, field, changes);
    diag_note(s->ck->diags, (struct span){0}, "so it is from %s on", s->first);
}

/* Returns true if the move can be repeated for ever. */
static bool look_at_move(struct checker *ck, int game, struct move *m, bool own)
{
    struct endless s = {.ck = ck, .game = game, .move = m, .grows = -1};
    assumptions_open(&s.f, ck, game);
    struct assumptions_mark nothing = assumptions_mark(&s.f);
    assumptions_move(&s.f, m);
    bool endless = comes_again(&s, m->result);
    assumptions_rewind(&s.f, nothing);
    bool never = endless && never_ends(&s);
    assumptions_close(&s.f);
    if (!s.first || ck->no_memory) return false;
    /* In a loopy game endless play may be intended. */
    m->endless = s.everywhere && !ck->model->games[game].loopy;
    if (own) report_endless(&s, never);
    return endless;
}

bool find_endless(struct checker *ck, int game)
{
    struct game *g = &ck->model->games[game];
    const struct game_decl *decl = &ck->games.data[game];
    bool found = false;
    for (size_t i = 0; i < g->move_count && !ck->no_memory; i++)
        if (g->moves[i].lua < 0 && g->kind == GAME_RULES)
            found = look_at_move(ck, game, &g->moves[i], decl->own && !found) || found;
    return found;
}
