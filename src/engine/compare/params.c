/* SPDX-License-Identifier: MIT */
/* Rules with parameters: for which of their values are they the same? */
#include <string.h>
#include "engine/compare/private.h"

/* How many parameters of any kind are called that. */
static size_t so_called(const struct model *model, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < model->param_count; i++) count += strcmp(model->params[i].name, name) == 0;
    return count;
}

/* Do both belong to their files, or to the games that are compared, or to games of one name? */
static bool same_owner(const struct model *a, int of_a, const struct model *b, int of_b)
{
    if (of_a < 0 || of_b < 0) return of_a < 0 && of_b < 0;
    if (of_a == a->main_game || of_b == b->main_game) return of_a == a->main_game && of_b == b->main_game;
    return strcmp(a->games[of_a].name, b->games[of_b].name) == 0;
}

/* The number of the first model that is parameter `like` of the second one: of the same name and owner, or alone of that name on
 * both sides; -1: none. */
static int named(const struct model *model, const struct model *other, size_t like)
{
    const struct param *p = &other->params[like];
    for (size_t i = 0; i < model->param_count; i++) {
        const struct param *q = &model->params[i];
        if (q->kind != PARAM_INT || strcmp(q->name, p->name) != 0) continue;
        bool alone = so_called(model, p->name) == 1 && so_called(other, p->name) == 1;
        if (alone || same_owner(model, q->owner, other, p->owner)) return (int)i;
    }
    return -1;
}

/* The only number among the parameters that none of the other model is called like; -1: none, or several. */
static int left_over(const struct model *model, const struct model *other)
{
    int found = -1;
    for (size_t i = 0; i < model->param_count; i++) {
        if (model->params[i].kind != PARAM_INT || named(other, model, i) >= 0) continue;
        if (found >= 0) return -1;
        found = (int)i;
    }
    return found;
}

/* open[i]: the parameter of the first model that number i of the second is, by its name, or when each side has one left. */
static size_t pair_params(const struct compare *c, int *open)
{
    const struct model *a = c->seen[0], *b = c->seen[1];
    size_t count = 0;
    for (size_t i = 0; i < b->param_count; i++) {
        open[i] = b->params[i].kind == PARAM_INT ? named(a, b, i) : -1;
        count += open[i] >= 0;
    }
    int mine = left_over(a, b), theirs = left_over(b, a);
    if (mine < 0 || theirs < 0) return count;
    open[theirs] = mine;
    return count + 1;
}

static const char *full_name(const struct compare *c, int side, size_t param)
{
    struct text name = {0};
    param_name_print(c->seen[side], param, &name);
    const char *kept = name.failed ? NULL : arena_strdup(c->arena, text_c(&name));
    text_free(&name);
    return kept;
}

static enum status keep_pairs(struct compare *c, const int *open, size_t count)
{
    struct field_pair *pairs = arena_array(c->arena, count, sizeof *pairs);
    size_t at = 0;
    if (!pairs) return ST_NO_MEMORY;
    for (size_t i = 0; i < c->seen[1]->param_count; i++)
        if (open[i] >= 0) {
            struct field_pair pair = {{full_name(c, 0, (size_t)open[i]), full_name(c, 1, i)}};
            if (!pair.name[0] || !pair.name[1]) return ST_NO_MEMORY;
            pairs[at++] = pair;
        }
    for (int side = 0; side < 2; side++) c->out->params_left |= c->seen[side]->param_count > count;
    c->out->params = pairs;
    c->out->param_count = count;
    return ST_OK;
}

enum status compare_params(struct compare *c)
{
    const struct model *models[2] = {c->seen[0], c->seen[1]};
    const struct param_value *params[2] = {c->side[0]->params, c->side[1]->params};
    const int games[2] = {models[0]->main_game, models[1]->main_game};
    int *open = arena_array(c->arena, models[1]->param_count + 1, sizeof *open);
    if (!open) return ST_NO_MEMORY;
    size_t count = pair_params(c, open);
    if (!count || c->wanted->play[0] != c->wanted->play[1] || compare_coins_differ(c)) return ST_OK;
    struct difference_wanted wanted = {.states = true, .order = c->order, .open = open};
    struct rule_difference d;
    struct arena scratch = {0};
    enum status st = difference_find(models, games, params, wanted, &scratch, &d);
    bool said = st == ST_OK && d.known && d.same_params &&
                ((d.exact && c->out->verdict != COMPARE_SAME_RULES) || strcmp(d.same_params, "false") != 0);
    if (said) {
        st = keep_pairs(c, open, count);
        c->out->same_params = arena_strdup(c->arena, d.same_params);
        c->out->params_exact = d.exact;
        if (!c->out->same_params) st = ST_NO_MEMORY;
    }
    arena_free(&scratch);
    return st;
}
