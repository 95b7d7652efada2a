/* SPDX-License-Identifier: MIT */
/* Is one rule the other? As it is written, as a code of heaps, or over other states. */
#include <inttypes.h>
#include <string.h>
#include "engine/compare/private.h"
#include "play/options/traits.h"
#include "play/options/print.h"
#include "proof/family/alike.h"
#include "proof/match/restate.h"
#include "proof/restate/words.h"
#include "syntax/layout/layout.h"

static int main_game(const struct engine *engine) { return engine->model->main_game; }
static const struct game *main_of(const struct engine *engine) { return &engine->model->games[main_game(engine)]; }

static bool same_params(const struct model *model, const struct param_value *a, const struct param_value *b)
{
    for (size_t i = 0; i < model->param_count; i++) {
        if (a[i].value != b[i].value || a[i].set_count != b[i].set_count) return false;
        if (a[i].set_count && memcmp(a[i].set, b[i].set, a[i].set_count * sizeof *a[i].set) != 0) return false;
    }
    return true;
}

/* "m = 3; b plays a, a plays b" for what the proof had to choose. */
static const char *unified_words(struct compare *c, const struct unification *how, const struct engine *user,
                                 const struct engine *ref)
{
    struct text text = {0};
    const struct game *mine = main_of(user), *theirs = main_of(ref);
    params_print(ref->model, how->params, &text);
    bool moved = false;
    for (size_t i = 0; i < how->argument_count; i++) moved = moved || how->arguments[i] != (int)i;
    if (how->capped >= 0)
        text_add(&text, "%s%s above %s makes no difference", text.length ? "; " : "", theirs->fields[how->capped].name,
                 theirs->fields[how->cap].name);
    for (size_t i = 0; moved && i < how->argument_count; i++)
        text_add(&text, "%s%s is %s",
                 i             ? ", "
                 : text.length ? "; "
                               : "",
                 theirs->fields[i].name, mine->fields[how->arguments[i]].name);
    return print_keep(c->arena, &text);
}

/* The order of the fields, where it is another one on either side. */
static enum status keep_fields(struct compare *c, int side, const struct unification *how)
{
    const struct game *games[2] = {compare_game(c, 0), compare_game(c, 1)};
    struct field_pair *pairs = arena_array(c->arena, how->argument_count + 1, sizeof *pairs);
    bool moved = false;
    if (!pairs) return ST_NO_MEMORY;
    for (size_t i = 0; i < how->argument_count; i++) {
        size_t first = side ? i : (size_t)how->arguments[i], second = side ? (size_t)how->arguments[i] : i;
        moved = moved || first != second;
        c->order[second] = (int)first;
        pairs[first] = (struct field_pair){{games[0]->fields[first].name, games[1]->fields[second].name}};
    }
    c->out->fields = moved ? pairs : NULL;
    c->out->field_count = how->argument_count;
    return ST_OK;
}

/* Is the main game of `side` that of the other one, at the parameters that are set (or, for a model, at any)? */
static enum status try_rules(struct compare *c, int side, bool any_params, bool *same, bool *fewer)
{
    struct unification how;
    const struct engine *user = c->side[side], *ref = c->side[1 - side];
    enum unify_result result =
        unify_games(user->model, main_game(user), user->params, ref->model, main_game(ref), &how);
    *same = result == UNIFY_YES && (any_params || same_params(ref->model, how.params, ref->params));
    *fewer = how.fewer;
    c->large = c->large || how.too_large;
    const char *said = result == UNIFY_YES ? unified_words(c, &how, user, ref) : NULL;
    *(*same ? &c->out->why : &c->out->same_at[!side]) = said;
    enum status st = result == UNIFY_NO_MEMORY || (result == UNIFY_YES && !said) ? ST_NO_MEMORY : ST_OK;
    if (st == ST_OK && *same) st = keep_fields(c, side, &how);
    unification_free(&how);
    return st;
}

/* What a file says of others is not seen: their text may differ from folder to folder. */
static bool stands_alone(const struct ast *file)
{
    for (uint32_t i = 0; i < file->count; i++)
        if (file->kids[i]->kind == AST_IMPORT || file->kids[i]->kind == AST_GRAPH_FROM) return false;
    return true;
}

/* Do both files say the same, wherever their parts stand? Of rules that no proof covers, such as those over trees and in Lua. */
static enum status try_text(struct compare *c, bool *same)
{
    const struct engine *a = c->side[0], *b = c->side[1];
    bool games = strcmp(main_of(a)->name, main_of(b)->name) == 0;
    *same = games && a->file && b->file && stands_alone(a->file) && ast_same(a->file, b->file) &&
            same_params(a->model, a->params, b->params);
    c->out->said = *same;
    if (*same) c->out->why = arena_strdup(c->arena, "both files say the same");
    return *same && !c->out->why ? ST_NO_MEMORY : ST_OK;
}

bool compare_coins_differ(const struct compare *c)
{
    bool coins[2];
    for (int side = 0; side < 2; side++)
        coins[side] = c->side[side]->env->traits->games[main_game(c->side[side])].coins;
    return c->wanted->play[0] == PLAY_MISERE && coins[0] != coins[1];
}

static void put_heap(struct text *out, int64_t more, const char *game)
{
    text_puts(out, "heap n");
    if (more) text_add(out, " + %" PRId64, more);
    text_add(out, " of %s", game);
}

/* Are both finite codes of heaps, and the same ones but for heaps without moves? */
static enum status try_codes(struct compare *c, bool *same)
{
    struct family family[2];
    int64_t shift = 0;
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        const struct engine *e = c->side[side];
        st = family_find(e->model, main_game(e), e->params, c->arena, &family[side]);
        if (family[side].kind != FAMILY_BREAK) return st;
    }
    if (st == ST_OK) st = family_alike(&family[0], &family[1], same, &shift);
    if (st != ST_OK || !*same) return st;
    c->out->said = !shift;
    struct text text = {0};
    put_heap(&text, shift < 0 ? -shift : 0, compare_game(c, 0)->name);
    text_puts(&text, " is ");
    put_heap(&text, shift > 0 ? shift : 0, compare_game(c, 1)->name);
    const char *said = shift ? print_keep(c->arena, &text) : arena_strdup(c->arena, "the same code of heaps");
    *(shift ? &c->out->restated : &c->out->why) = said;
    if (shift) c->out->number = (struct restated_number){1, shift, 1};
    *same = !shift;
    text_free(&text);
    return said ? ST_OK : ST_NO_MEMORY;
}

/* Which number of the second game is one of the first. */
static void keep_number(struct compare *c, int side, const struct unification *how)
{
    const struct substitution_number *n = &how->view.numbers[0];
    bool plain = substitution_is_identity(&how->ref_view) && how->view.count == 1 && !how->view.unpacked;
    if (!plain || how->argument_count != 1) return;
    if (!side) c->out->number = (struct restated_number){n->num, n->add, n->den};
    else if (n->den == 1 && n->num == 1) c->out->number = (struct restated_number){1, -n->add, 1};
    else if (n->den == 1 && n->num == -1) c->out->number = (struct restated_number){-1, n->add, 1};
}

/* Is the game of `side` the other one over other states: shifted, halved, turned round, a row as fields? */
static enum status try_views(struct compare *c, int side)
{
    struct unification how;
    struct text text = {0};
    const struct engine *user = c->side[side], *ref = c->side[1 - side];
    enum unify_result result =
        unify_views(user->model, main_game(user), user->params, ref->model, main_game(ref), &how);
    bool same = result == UNIFY_YES &&
                ((c->wanted->any_params && side == 0) || same_params(ref->model, how.params, ref->params));
    if (same) {
        substitution_print(main_of(user), main_of(ref), &how.view, how.ref_view.unpacked, how.arguments, &text);
        if (how.turns) text_puts(&text, ", whatever the order of the numbers");
        if (ref->model->param_count) text_puts(&text, ", ");
        params_print(ref->model, how.params, &text);
        /* games of one name are told apart */
        if (strcmp(main_of(user)->name, main_of(ref)->name) == 0)
            text_add(&text, " of the %s file", side ? "first" : "second");
        c->out->restated = print_keep(c->arena, &text);
        keep_number(c, side, &how);
    }
    unification_free(&how);
    return result == UNIFY_NO_MEMORY || (same && !c->out->restated) ? ST_NO_MEMORY : ST_OK;
}

/* A proof is one on the positions of the game that is proved to be the other. When those are fewer than the other's, the
 * verdict says whose they are; a proof in either direction says that both have the same. */
enum status compare_rules(struct compare *c, bool *done)
{
    bool fewer = false, back = false, unused;
    *done = false;
    if (c->wanted->play[0] != c->wanted->play[1] || compare_coins_differ(c)) return ST_OK;
    enum status st = try_rules(c, 0, c->wanted->any_params, done, &fewer);
    int side = 0;
    if (st == ST_OK && (!*done || fewer)) {
        const char *why = c->out->why;
        st = try_rules(c, 1, false, &back, *done ? &unused : &fewer);
        if (*done && back) fewer = false;
        if (*done) c->out->why = why;
        else if (back) side = 1, *done = true;
    }
    if (st == ST_OK && !*done) st = try_text(c, done);
    if (st == ST_OK && !*done && !c->large) st = try_codes(c, done);
    for (int from = 0; st == ST_OK && !*done && !c->large && !c->out->restated && from < 2; from++)
        st = try_views(c, from);
    if (*done && fewer) c->out->fewer = side;
    if (*done) c->out->verdict = COMPARE_SAME_RULES;
    return st;
}
