/* SPDX-License-Identifier: MIT */
/* Which views of the user's rule are worth a proof. They are suggested by its normal form: the least result of a
 * field is seen as 0 ("leave at least one"), or the greatest is ("race to 21"); a field that bounds a move, in a
 * constraint a x + c >= d t, is seen as that bound, floor((a x + c) / d) ("at most twice what was taken last"). A
 * row that must have two cells is seen as two fields, a row whose places are counted from the other end is
 * reversed. Guesses need no proof: the rule is rewritten (substitution.h) and then proved to be the reference. What
 * the view itself requires is proved here: numbers that would be negative occur only in states without moves, and
 * no move leads there. */
#include "base/checked.h"
#include "base/numbers.h"
#include "proof/linear/answers.h"
#include "proof/normal/may_fail.h"
#include "proof/match/private.h"
#include "proof/match/restate.h"

enum { MAX_CHOICES = 8, MAX_VIEWS = 24, MAX_SPREAD = 8 };

struct seeker {
    const struct model *user, *ref;
    int game, ref_game;
    const struct param_value *params;
    struct arena arena;
    struct normal_space space;
    const struct normal *normal; /* of the user's game as seen through `base` */
    struct substitution base, ref_view;
    struct substitution_number choices[MODEL_MAX_FIELDS][MAX_CHOICES];
    size_t choice_count[MODEL_MAX_FIELDS];
    struct linear_answers answers;
    struct unify_symmetry symmetry;
    bool no_memory, unknown;
    struct unification *out;
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */
static bool is_one_row(const struct game *g) { return g->field_count == 1 && g->fields[0].kind == FIELD_ROW; }

static bool all_numbers(const struct game *g)
{
    for (size_t i = 0; i < g->field_count; i++)
        if (g->fields[i].kind != FIELD_NAT && g->fields[i].kind != FIELD_INT) return false;
    return g->field_count > 0;
}

static const struct normal *normal_of(struct seeker *s, const struct model *model)
{
    struct normal *n;
    struct normal_source source = {.model = model,
                                   .game = s->game,
                                   .params = s->params,
                                   .mover = model->games[s->game].uses_mover ? NORMAL_EITHER : 0};
    s->space = (struct normal_space){.arena = &s->arena, .work = {.arena = &s->arena, .answers = &s->answers}};
    if (normal_build(&s->space, &source, &n) != ST_OK) return s->no_memory = true, NULL;
    s->out->too_large |= n->too_large;
    return n->supported ? n : NULL;
}

/* The number of cells if it is the same in every state; 0 if it is not known or too large. */
static size_t fixed_length(struct seeker *s)
{
    struct game *games = arena_array(&s->arena, s->user->game_count, sizeof *games);
    struct model still = *s->user; /* its moves do not matter */
    struct linear_bounds range;
    int64_t length = 0;
    if (!games) return s->no_memory = true, 0;
    for (size_t i = 0; i < s->user->game_count; i++) games[i] = s->user->games[i];
    games[s->game].move_count = 0;
    still.games = games;
    const struct normal *n = normal_of(s, &still);
    for (size_t t = 0; n && t < s->space.term_count; t++) {
        const struct normal_term *x = s->space.terms[t];
        if (x->kind != EXPR_CALL || x->data != BUILTIN_LEN || !x->args[0].term || x->args[0].term->kind != EXPR_FIELD)
            continue;
        for (size_t i = 0; i < n->invariant_count; i++) {
            struct linear_conjunction parts[2] = {n->domain, n->invariant[i]},
                                      known = normal_axioms(&s->space, parts, 2);
            const struct linear_form *len = linear_variable(&s->space.work, x->var);
            if (!known.items || !linear_range(&s->space.work, known.items, known.count, len, &range)) return 0;
            if (range.empty) continue;
            if (!range.has_low || !range.has_high || range.low != range.high || (length && length != range.low))
                return 0;
            length = range.low;
        }
        break;
    }
    return length >= 1 && length <= MAX_SPREAD ? (size_t)length : 0;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
static void choose(struct seeker *s, size_t field, struct substitution_number n)
{
    if (n.num != -1 && (n.den < 1 || n.num < n.den || n.num > 1000)) return;
    for (size_t i = 0; i < s->choice_count[field]; i++) {
        const struct substitution_number *m = &s->choices[field][i];
        if (m->num == n.num && m->den == n.den && m->add == n.add) return;
    }
    if (s->choice_count[field] < MAX_CHOICES) s->choices[field][s->choice_count[field]++] = n;
}

/* The variable of a piece's result that is the field's number afterwards, or, for a row, the number written into a
 * cell; -1 if none. */
static int result_var(struct seeker *s, const struct normal_piece *p, size_t field)
{
    if (p->component_count != 1 || p->components[0].game != s->game || field >= p->components[0].arg_count) return -1;
    const struct normal_arg *a = &p->components[0].args[field];
    if (a->kind == NORMAL_NUMBER) return normal_var(&s->space, NORMAL_RESULT, a->first_var);
    if (a->kind != NORMAL_WITH || a->update_count != 1) return -1;
    return normal_var(&s->space, NORMAL_RESULT, a->first_var + normal_update_width(a->updates[0]) - 1);
}

static struct linear_conjunction traits_of(struct seeker *s, const struct normal_piece *p)
{
    struct linear_conjunction parts[3] = {s->normal->domain, p->rule, {NULL, 0}};
    size_t count = 2;
    if (s->normal->invariant_count == 1) parts[count++] = s->normal->invariant[0];
    return normal_axioms(&s->space, parts, count);
}

/* Least and greatest results. */
static void choose_by_results(struct seeker *s, size_t field)
{
    struct linear_bounds all = {.has_low = true, .has_high = true, .low = INT64_MAX, .high = INT64_MIN}, range;
    int64_t minus;
    for (size_t i = 0; i < s->normal->piece_count; i++) {
        int var = result_var(s, &s->normal->pieces[i], field);
        struct linear_conjunction facts = traits_of(s, &s->normal->pieces[i]);
        if (var < 0 || !facts.items) return;
        const struct linear_form *v = linear_variable(&s->space.work, var);
        if (!linear_range(&s->space.work, facts.items, facts.count, v, &range)) return;
        if (range.empty) continue;
        all.has_low = all.has_low && range.has_low;
        all.has_high = all.has_high && range.has_high;
        if (range.has_low && range.low < all.low) all.low = range.low;
        if (range.has_high && range.high > all.high) all.high = range.high;
    }
    bool row = !all_numbers(&s->user->games[s->game]) && !s->base.unpacked;
    bool places = s->ref->games[s->ref_game].invariant != NULL; /* the numbers may be places, counted from 1 */
    for (int64_t least = 0; least <= (places ? 1 : 0); least++) {
        if (all.has_low && all.low != INT64_MAX && checked_sub(least, all.low, &minus) && minus)
            choose(s, field, (struct substitution_number){.num = 1, .den = 1, .add = minus});
        if (all.has_high && all.high != INT64_MIN && !row && checked_add(all.high, least, &minus))
            choose(s, field, (struct substitution_number){.num = -1, .den = 1, .add = minus});
    }
}

/* a x + c >= d (others): the bound floor((a x + c) / d). Of x itself or of a floor that contains it. */
static void choose_by_bound(struct seeker *s, size_t field, const struct linear_form *f)
{
    enum { LARGE = 1000000 };
    int x = normal_var(&s->space, NORMAL_FIELD, (int)field);
    for (uint32_t i = 0; i < f->count; i++) {
        const struct normal_term *t = s->space.vars[f->terms[i].var].term;
        int64_t others = 0, a = f->terms[i].factor, c = f->constant, inside = 1;
        bool floor = t && t->kind == NORMAL_FLOOR && a == 1 && t->data < LARGE && t->args[0].form->count == 1 &&
                     t->args[0].form->terms[0].var == x;
        if ((!floor && f->terms[i].var != x) || a <= 0 || a > LARGE || c < -LARGE || c > LARGE) continue;
        for (uint32_t k = 0; k < f->count; k++)
            if (k != i && !(floor && f->terms[k].var == x) && !number_gcd_fits(others, f->terms[k].factor, &others)) {
                others = 0;
                break;
            }
        if (!others || others > LARGE) continue;
        if (floor) { /* e x + floor((b x + c) / d) */
            const struct linear_form *in = t->args[0].form;
            int64_t e = linear_factor(f, x);
            inside = t->data;
            if (in->constant < -LARGE || in->constant > LARGE || e < 0 || e > LARGE || in->terms[0].factor > LARGE)
                continue;
            a = in->terms[0].factor + e * inside;
            c = in->constant + inside * c;
        }
        choose(s, field, (struct substitution_number){.num = a, .den = others * inside, .add = c});
    }
}

static void choose_numbers(struct seeker *s)
{
    const struct game *g = &s->user->games[s->game];
    for (size_t f = 0; f < s->base.count; f++) {
        s->choice_count[f] = 0;
        choose(s, f, (struct substitution_number){.num = 1, .den = 1});
        if (!s->base.unpacked && g->fields[f].kind == FIELD_INT) /* below 0 there may be no moves */
            s->choices[f][s->choice_count[f]++] = (struct substitution_number){.num = 1, .den = 1, .clamp = true};
        choose_by_results(s, f);
        for (size_t i = 0; i < s->normal->piece_count && !s->ref_view.unpacked && all_numbers(g); i++)
            for (size_t k = 0; k < s->normal->pieces[i].rule.count; k++)
                choose_by_bound(s, f, s->normal->pieces[i].rule.items[k].form);
    }
    if (s->ref_view.unpacked) { /* a view of one number may be a view of any other */
        for (size_t f = 1; f < s->base.count; f++)
            for (size_t i = 0; i < s->choice_count[f]; i++) choose(s, 0, s->choices[f][i]);
        for (size_t f = 1; f < s->base.count; f++) {
            s->choice_count[f] = s->choice_count[0];
            for (size_t i = 0; i < s->choice_count[0]; i++) s->choices[f][i] = s->choices[0][i];
        }
    }
}

/* ---- what a view needs ------------------------------------------------------------------------------------------- */
/* num * x + add >= at_least, x a variable */
static bool holds(struct seeker *s, const struct linear_conjunction *context, size_t count,
                  const struct substitution_number *n, int var, int64_t at_least)
{
    int64_t constant;
    if (!checked_sub(n->add, at_least, &constant)) return false;
    struct linear_constraint c = {linear_scale(&s->space.work, linear_variable(&s->space.work, var), n->num, constant),
                                  false};
    struct linear_conjunction part = {&c, 1};
    return c.form && normal_covered(&s->space, context, count, &part, 1);
}

/* Is the number, as seen, never negative? */
static bool never_negative(struct seeker *s, size_t field, const struct substitution_number *n)
{
    const struct normal *d = s->normal;
    int x = normal_var(&s->space, NORMAL_FIELD, (int)field);
    bool all = x >= 0;
    for (size_t i = 0; i < d->invariant_count && all; i++) {
        struct linear_conjunction context[2] = {d->domain, d->invariant[i]};
        all = holds(s, context, 2, n, x, 0);
    }
    return all;
}

/* The number that is seen as 0; NULL if there is none. */
static const struct integer *seen_as_zero(struct seeker *s, size_t field, const struct substitution_number *n)
{
    const struct integer *zero = integer_from(&s->arena, 0), *x = NULL;
    if (!zero || !substitution_inverse(&s->arena, n, zero, &x)) return s->no_memory = true, NULL;
    bool integers = !s->base.unpacked && s->user->games[s->game].fields[field].kind == FIELD_INT;
    return x && (x->sign >= 0 || integers) ? x : NULL;
}

/* For a state in which the number would be seen as negative: is the same state with x, seen as 0, a state too? */
static bool zero_instead(struct seeker *s, const struct substitution_number *n, int var, int64_t x)
{
    const struct normal *d = s->normal;
    const struct linear_form **map = arena_array(&s->arena, (size_t)var + 1, sizeof *map);
    struct linear_conjunction *parts = arena_array(&s->arena, d->invariant_count + 1, sizeof *parts);
    struct linear_constraint below;
    int64_t minus, constant;
    if (!map || !parts) return s->no_memory = true, false;
    if (!checked_neg(n->add, &minus) || !checked_sub(minus, 1, &constant)) return false;
    below = (struct linear_constraint){
        linear_scale(&s->space.work, linear_variable(&s->space.work, var), -n->num, constant), false};
    map[var] = linear_constant(&s->space.work, x);
    if (!below.form || !map[var]) return false;
    for (size_t i = 0; i < d->invariant_count; i++)
        if (!normal_replace_all(&s->space, d->invariant[i], map, (size_t)var + 1, &parts[i])) return false;
    for (size_t i = 0; i < d->invariant_count; i++) {
        struct linear_conjunction context[3] = {d->domain, d->invariant[i], {&below, 1}};
        if (!normal_covered(&s->space, context, 3, parts, d->invariant_count)) return false;
    }
    return true;
}

/* States seen as negative and states seen as 0 have no moves, and no move leads to a negative one. So clamping
 * negative numbers to 0 gives states that the proof covers and that have no options. */
static bool may_clamp(struct seeker *s, size_t field, const struct substitution_number *n)
{
    const struct normal *d = s->normal;
    int x = normal_var(&s->space, NORMAL_FIELD, (int)field);
    const struct integer *zero = seen_as_zero(s, field, n);
    int64_t at_zero;
    bool all = x >= 0 && zero && integer_fits(zero, &at_zero) && zero_instead(s, n, x, at_zero);
    for (size_t i = 0; i < d->piece_count && all; i++) {
        int var = result_var(s, &d->pieces[i], field);
        all = var >= 0;
        for (size_t k = 0; k < d->invariant_count && all; k++) {
            struct linear_conjunction context[3] = {d->domain, d->invariant[k], d->pieces[i].rule};
            all = holds(s, context, 3, n, x, n->den) && holds(s, context, 3, n, var, 0);
        }
    }
    return all;
}

/* Sets `clamp` wherever it is needed. */
static bool may_see(struct seeker *s, struct substitution *v)
{
    if (!v->unpacked && is_one_row(&s->user->games[s->game])) /* cells are natural numbers */
        return v->numbers[0].num == 1 && v->numbers[0].add >= 0;
    for (size_t i = 0; i < v->count; i++) {
        struct substitution_number *n = &v->numbers[i];
        if (substitution_number_is_identity(n)) continue;
        n->clamp = !never_negative(s, i, n);
        if (n->clamp && !may_clamp(s, i, n)) return false;
    }
    return true;
}

/* ---- proofs ------------------------------------------------------------------------------------------------------ */
static enum unify_result try_view(struct seeker *s, const struct model *ref, struct substitution v)
{
    struct arena_mark mark = arena_mark(&s->arena);
    struct normal_space before = s->space;
    struct model seen;
    enum unify_result found = UNIFY_NO;
    if (may_see(s, &v)) {
        enum status st = substitution_apply(s->user, s->game, &v, &s->arena, &seen);
        if (st == ST_NO_MEMORY) found = UNIFY_NO_MEMORY;
        unification_free(s->out);
        if (st == ST_OK) found = unify_as_seen(&seen, s->game, s->params, ref, s->ref_game, &s->symmetry, s->out);
        else *s->out = (struct unification){0};
    }
    if (s->space.work.no_memory || s->no_memory) found = UNIFY_NO_MEMORY;
    s->space = before;
    arena_rewind(&s->arena, mark);
    if (found == UNIFY_YES) {
        s->out->view = v;
        s->out->ref_view = s->ref_view;
    }
    return found;
}

/* The next choice of numbers; all cells of a row are seen alike. Returns false after the last. */
static bool next_numbers(const struct seeker *s, size_t count, size_t *at)
{
    size_t i = 0;
    if (s->ref_view.unpacked) {
        for (size_t k = 1; k < count; k++) at[k] = at[0] + 1;
        return ++at[0] < s->choice_count[0];
    }
    while (i < count && ++at[i] == s->choice_count[i]) at[i++] = 0;
    return i < count;
}

/* All choices of numbers, the smallest changes first. */
static enum unify_result try_numbers(struct seeker *s, const struct model *ref, bool reversed)
{
    size_t at[MODEL_MAX_FIELDS] = {0};
    enum unify_result best = UNIFY_NO;
    for (size_t tries = 0; tries < MAX_VIEWS; tries++) {
        struct substitution v = s->base;
        v.reversed = reversed;
        for (size_t i = 0; i < v.count; i++) v.numbers[i] = s->choices[i][at[i]];
        bool turns = s->ref->games[s->ref_game].field_count > 1 && v.count <= UNIFY_MAX_TURNED;
        enum unify_result found = UNIFY_NO;
        if (!substitution_is_identity(&v) || !substitution_is_identity(&s->ref_view) || turns)
            found = try_view(s, ref, v);
        if (found == UNIFY_YES || found == UNIFY_NO_MEMORY) return found;
        if (found == UNIFY_UNKNOWN) best = found;
        if (!next_numbers(s, v.count, at)) break;
    }
    return best;
}

/* The user's game seen through s->base against the reference seen through s->ref_view. */
static enum unify_result try_shapes(struct seeker *s)
{
    struct model user, ref = *s->ref;
    enum status st = ST_OK;
    if (s->base.unpacked) st = substitution_apply(s->user, s->game, &s->base, &s->arena, &user);
    else user = *s->user;
    if (st == ST_OK && s->ref_view.unpacked)
        st = substitution_apply(s->ref, s->ref_game, &s->ref_view, &s->arena, &ref);
    if (st != ST_OK) return st == ST_NO_MEMORY ? UNIFY_NO_MEMORY : UNIFY_NO;
    s->symmetry = (struct unify_symmetry){.answers = &s->answers};
    s->normal = normal_of(s, &user);
    if (!s->normal) return s->no_memory ? UNIFY_NO_MEMORY : UNIFY_NO;
    choose_numbers(s);
    if (s->space.work.no_memory) return UNIFY_NO_MEMORY;
    enum unify_result found = try_numbers(s, &ref, false);
    if (found == UNIFY_YES || found == UNIFY_NO_MEMORY || s->base.unpacked || !is_one_row(&s->user->games[s->game]))
        return found;
    return try_numbers(s, &ref, true);
}

bool unify_views_may(const struct game *user, const struct game *reference)
{
    bool rows = is_one_row(user), ref_rows = is_one_row(reference);
    if (user->kind != GAME_RULES || reference->kind != GAME_RULES) return false;
    if ((!rows && !all_numbers(user)) || (!ref_rows && !all_numbers(reference))) return false;
    if (reference->uses_mover && !user->uses_mover) return false;
    if (rows == ref_rows) return user->field_count == reference->field_count;
    return rows ? reference->field_count <= MAX_SPREAD : user->field_count >= 2 && user->field_count <= MAX_SPREAD;
}

static enum unify_result seek(struct seeker *s)
{
    const struct game *user = &s->user->games[s->game], *ref = &s->ref->games[s->ref_game];
    bool rows = is_one_row(user), ref_rows = is_one_row(ref);
    size_t length = rows ? fixed_length(s) : 0;
    if (s->no_memory) return UNIFY_NO_MEMORY;
    s->base = substitution_identity(user->field_count);
    s->ref_view = substitution_identity(ref->field_count);
    enum unify_result found = UNIFY_NO;
    if (rows == ref_rows && user->field_count == ref->field_count) found = try_shapes(s);
    if (found == UNIFY_YES || found == UNIFY_NO_MEMORY || (!rows && !ref_rows)) return found;
    size_t count = rows ? length : user->field_count;
    if (count == 0 || (ref_rows ? count < 2 || count > MAX_SPREAD : count != ref->field_count)) return found;
    s->base = substitution_identity(count);
    s->base.unpacked = rows;
    s->ref_view = substitution_identity(count);
    s->ref_view.unpacked = ref_rows;
    return try_shapes(s);
}

enum unify_result unify_views(const struct model *user, int game, const struct param_value *user_params,
                              const struct model *ref, int ref_game, struct unification *out)
{
    struct seeker s = {.user = user, .ref = ref, .game = game, .ref_game = ref_game, .params = user_params, .out = out};
    const struct game *mine = &user->games[game], *theirs = &ref->games[ref_game];
    *out = (struct unification){.reason = "it is not the reference over other states"};
    if (!unify_views_may(mine, theirs) || mine->loopy || theirs->loopy) return UNIFY_NO;
    /* a view may drop what can fail, such as a row that is made and not used */
    struct normal_source source = {.model = user, .game = game, .params = user_params};
    if (normal_may_fail(&source)) return UNIFY_NO;
    enum unify_result found = seek(&s);
    linear_answers_free(&s.answers);
    arena_free(&s.arena);
    return found;
}

/* 0: it has no row, or not as many cells in every state, or the rule may fail. */
static enum status row_length(const struct model *model, int game, const struct param_value *params, size_t *length)
{
    struct unification unused = {0};
    struct seeker s = {.user = model, .ref = model, .game = game, .ref_game = game, .params = params, .out = &unused};
    struct normal_source source = {.model = model, .game = game, .params = params};
    bool row = model->games[game].kind == GAME_RULES && is_one_row(&model->games[game]);
    *length = row && !normal_may_fail(&source) ? fixed_length(&s) : 0;
    bool no_memory = s.no_memory || s.space.work.no_memory;
    arena_free(&s.arena);
    return no_memory ? ST_NO_MEMORY : ST_OK;
}

enum status restate_row(const struct model *model, int game, const struct param_value *params, size_t count,
                        struct arena *arena, const struct model **seen)
{
    struct substitution view = substitution_identity(count);
    struct model *out = arena_array(arena, 1, sizeof *out);
    size_t length;
    *seen = NULL;
    enum status st = out ? row_length(model, game, params, &length) : ST_NO_MEMORY;
    if (st != ST_OK || length != count) return st;
    view.unpacked = true;
    st = substitution_apply(model, game, &view, arena, out);
    if (st != ST_OK) return st == ST_NO_MEMORY ? st : ST_OK;
    struct field *fields = out->games[game].fields;
    for (size_t i = 0; i < count; i++)
        if (!(fields[i].name = arena_printf(arena, "%s[%zu]", model->games[game].fields[0].name, i + 1)))
            return ST_NO_MEMORY;
    out->main_game = game;
    *seen = out;
    return ST_OK;
}
