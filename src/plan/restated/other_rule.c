/* SPDX-License-Identifier: MIT */
#include "plan/restated/other_rule.h"
#include "base/mem.h"
#include "plan/open_env.h"

/* ---- the rule ------------------------------------------------------------------------------------------------------- */
void other_rule_plain(struct other_rule *r, int game)
{
    struct game *to = &r->model.games[game];
    if (to->invariant && to->invariant->kind == EXPR_BOOL && to->invariant->value) to->invariant = NULL;
    to->split = NULL;
    to->windows = NULL;
    to->claimed = NULL;
    to->claimed_count = 0;
    to->claim = CLAIM_NONE;
    to->code = NULL;
    r->model.check_count = 0;
}

struct measure other_rule_measure(const struct measure *old)
{
    struct measure own = {.kind = old->kind, .rank = old->rank, .text = old->text};
    if (own.kind != MEASURE_NONE) own.kind = MEASURE_LEXICOGRAPHIC;
    return own;
}

bool other_rule_leads_to(const struct expr *e, int game)
{
    bool choice = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END,
         fine = choice;
    for (size_t i = 0; i < e->count && fine; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = other_rule_leads_to(e->kids[i], game);
    return fine || (e->kind == EXPR_GAME && e->game == game);
}

enum status other_rule_open(const struct env *env, int restated, bool settled, struct other_rule *r)
{
    r->budget = budget_within(env->budget, 0, 0);
    struct env_options options = {.params = env->params,
                                  .script = env->script,
                                  .native = env->terms.native,
                                  .restated = restated,
                                  .settled = settled,
                                  .budget = &r->budget,
                                  .diags = &r->diags};
    enum status st = code_compile(&r->model, &r->diags, &r->code);
    if (st == ST_INVALID) return ST_OK;
    return st == ST_OK ? env_open(&r->model, r->code, &options, &r->env) : st;
}

void other_rule_begin(const struct env *env, struct other_rule *r)
{
    r->budget = budget_within(env->budget, 0, 0);
    diags_free(&r->diags);
    r->diags = (struct diags){0};
}

void other_rule_close(struct other_rule *r)
{
    env_close(r->env);
    if (r->code) code_free(r->code);
    diags_free(&r->diags);
    arena_free(&r->arena);
}

/* ---- one a game ------------------------------------------------------------------------------------------------------ */
void written_rules_forget(void *kept)
{
    struct written_rules *all = kept;
    while (all->count) {
        struct written_rule *r = all->items[--all->count];
        other_rule_close(&r->as);
        mem_free(r, all->size);
    }
}

enum status written_rule_of(const struct env *env, const struct tenant *tenant, int game, size_t size,
                            write_other_rule write, struct written_rule **out)
{
    struct written_rules *all = store_room(env, tenant);
    *out = NULL;
    if (!all) return ST_NO_MEMORY;
    all->size = size;
    for (size_t i = 0; i < all->count && !*out; i++)
        if (all->items[i]->game == game) *out = all->items[i];
    if (!*out && all->count < WRITTEN_RULES_MOST) {
        struct written_rule *r = *out = mem_alloc(size);
        if (!r) return ST_NO_MEMORY;
        r->game = game;
        all->items[all->count++] = r;
        enum status st = write(env, r);
        if (st != ST_OK) return st;
    }
    if (*out && (!(*out)->as.env || (*out)->fails)) *out = NULL;
    if (*out) (*out)->as.budget = budget_within(env->budget, 0, 0);
    return ST_OK;
}

enum status written_rule_run(const struct env *env, struct written_rule *r, struct plan *plan, struct arena *arena,
                             struct result *result)
{
    other_rule_begin(env, &r->as);
    enum status st = plan_run_else(r->as.env, plan, arena, result);
    r->fails = st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE;
    return r->fails ? ST_UNSUPPORTED : st;
}

/* ---- questions ------------------------------------------------------------------------------------------------------- */
const char *other_rule_words(const char *how, const struct plan *plan, struct arena *arena)
{
    struct text text = {0};
    text_add(&text, "%s: %s, %s", how, plan->chosen->by->name, plan->chosen->because);
    const char *words = text.failed ? NULL : arena_strdup(arena, text_c(&text));
    text_free(&text);
    return words;
}

/* NULL: memory is out. */
static struct component *images(const struct component *from, size_t count, other_image image, void *context,
                                struct arena *arena)
{
    struct component *to = arena_array(arena, count + 1, sizeof *to);
    for (size_t i = 0; to && i < count; i++)
        if (!image(context, &from[i], arena, &to[i])) return NULL;
    return to;
}

struct ask *other_ask(const struct ask *q, other_image image, void *context, struct arena *arena)
{
    struct ask *other = arena_alloc(arena, sizeof *other);
    if (!other) return NULL;
    *other = *q;
    other->big = NULL;
    other->yields = true;
    if (q->components && !(other->components = images(q->components, q->count, image, context, arena))) return NULL;
    struct position *to = q->positions ? arena_array(arena, q->count + 1, sizeof *to) : NULL;
    for (size_t i = 0; to && i < q->count; i++) {
        const struct position *from = &q->positions[i];
        to[i] = (struct position){images(from->components, from->count, image, context, arena), from->count, NULL};
        if (!to[i].components) return NULL;
    }
    other->positions = to;
    return q->positions && !to ? NULL : other;
}
