/* SPDX-License-Identifier: MIT */
/* A row of a length that no move changes, as that many fields: what is known of fields (boxes along lines, periods, tables) answers
 * for rows as well.
 *
 *     game w(p: row) { move one(i in 1..2, t in 1..p[i]) -> w(p with { [i] -= t })  .. }       asked about w([1999, 1999]):
 *     game w(p1, p2) { move one(t in 1..p1) -> w(p1 - t, p2)  move one(t in 1..p2) -> w(p1, p2 - t)  .. }, about w(1999, 1999)
 *
 * The rule is rewritten (proof/restate) for rows of the length asked about. It is one to one, and a move that would change the length
 * is refused there, so options correspond, and with them values and outcomes, under either convention. The other rule is compiled and
 * gets an environment of its own, without plugins and clauses, kept in the store; its budget is within the caller's. It is offered
 * where a way that is none for rows answers there: searches are left to the rule as it is written. */
#include <string.h>
#include "base/mem.h"
#include "code/compile/code.h"
#include "plan/groups.h"
#include "plan/open_env.h"
#include "plan/plan.h"
#include "play/options/store.h"
#include "proof/boxes/boxes.h"
#include "proof/restate/substitution.h"

enum { SHAPES_MOST = 8, CELLS_MOST = 6 };
#define FEW_POSITIONS 20000.0 /* these are searched as soon */
struct seen_rule {
    int game;
    size_t length;
    struct arena arena;
    struct model model;
    struct code *code;
    struct budget budget;
    struct diags diags;
    struct env *env; /* NULL: the rule cannot be written so */
};
struct seen_rules {
    struct seen_rule *items[SHAPES_MOST];
    size_t count;
};

static void close_rule(struct seen_rule *r)
{
    env_close(r->env);
    if (r->code) code_free(r->code);
    diags_free(&r->diags);
    arena_free(&r->arena);
    mem_free(r, sizeof *r);
}

static void forget(void *kept)
{
    struct seen_rules *all = kept;
    while (all->count) close_rule(all->items[--all->count]);
}

static const struct tenant tenant = {.name = "fields", .size = sizeof(struct seen_rules), .forget = forget};

/* ---- the other rule ------------------------------------------------------------------------------------------------- */
/* Is it a position of the game itself? Updates that might fail are not. */
static bool leads_to(const struct expr *e, int game)
{
    bool choice = e->kind == EXPR_IF || e->kind == EXPR_LET || e->kind == EXPR_SUM || e->kind == EXPR_END,
         fine = choice;
    for (size_t i = 0; i < e->count && fine; i++)
        if (e->kids[i] && e->kids[i]->type == TYPE_POSITION) fine = leads_to(e->kids[i], game);
    return fine || (e->kind == EXPR_GAME && e->game == game);
}

/* A row's sum is that of its fields; what else falls in every move still says that play ends. */
static bool write_measure(struct seen_rule *r, struct game *to)
{
    const struct measure *old = &to->measure;
    struct weight *line = arena_array(&r->arena, r->length + 1, sizeof *line);
    if (!line) return false;
    bool sum = old->kind == MEASURE_LINEAR && old->count == 1 && old->lines[0][0].cells == CELLS_SUM;
    for (size_t i = 0; sum && i < r->length; i++) line[i].factor = old->lines[0][0].factor;
    struct measure own = {.kind = old->kind, .rank = old->rank, .text = old->text};
    if (own.kind != MEASURE_NONE) own.kind = MEASURE_LEXICOGRAPHIC;
    if (sum) own.kind = MEASURE_LINEAR, own.lines[0] = line, own.count = 1;
    to->measure = own;
    return true;
}

static enum status write_rule(struct seen_rule *r, const struct env *env, bool *fine)
{
    struct substitution view = substitution_identity(r->length);
    view.unpacked = view.runs = true;
    enum status st = substitution_apply(env->model, r->game, &view, &r->arena, &r->model);
    *fine = st == ST_OK;
    if (st != ST_OK) return st == ST_UNSUPPORTED ? ST_OK : st;
    struct game *to = &r->model.games[r->game];
    for (size_t m = 0; m < to->move_count && *fine; m++) *fine = leads_to(to->moves[m].result, r->game);
    if (to->invariant && to->invariant->kind == EXPR_BOOL && to->invariant->value) to->invariant = NULL;
    to->split = NULL;
    to->windows = NULL;
    to->claimed = NULL;
    to->claimed_count = 0;
    to->claim = CLAIM_NONE;
    to->code = NULL;
    r->model.check_count = 0;
    if (!write_measure(r, to)) return ST_NO_MEMORY;
    struct boxes b;
    if (!*fine) return ST_OK;
    st = boxes_open(&r->model, r->game, env->params, &b);
    to->shrinking = st == ST_OK && boxes_shrinks(&b);
    boxes_done(&b);
    return st;
}

static enum status open_rule(const struct env *env, struct seen_rule *r)
{
    bool fine;
    enum status st = write_rule(r, env, &fine);
    if (st != ST_OK || !fine) return st;
    r->budget = budget_within(env->budget, 0, 0);
    struct env_options options = {.params = env->params,
                                  .script = env->script,
                                  .native = env->terms.native,
                                  .budget = &r->budget,
                                  .diags = &r->diags};
    st = code_compile(&r->model, &r->diags, &r->code);
    if (st == ST_INVALID) return ST_OK;
    return st == ST_OK ? env_open(&r->model, r->code, &options, &r->env) : st;
}

/* The rule for rows of this length; *out NULL: there is none. */
static enum status rule_of(const struct env *env, int game, size_t length, struct seen_rule **out)
{
    struct seen_rules *all = store_room(env, &tenant);
    *out = NULL;
    if (!all) return ST_NO_MEMORY;
    for (size_t i = 0; i < all->count && !*out; i++)
        if (all->items[i]->game == game && all->items[i]->length == length) *out = all->items[i];
    if (!*out && all->count < SHAPES_MOST) {
        struct seen_rule *r = *out = mem_alloc(sizeof *r);
        if (!r) return ST_NO_MEMORY;
        r->game = game;
        r->length = length;
        all->items[all->count++] = r;
        enum status st = open_rule(env, r);
        if (st != ST_OK) return st;
    }
    if (*out && !(*out)->env) *out = NULL;
    if (*out) (*out)->budget = budget_within(env->budget, 0, 0);
    return ST_OK;
}

/* ---- the other question --------------------------------------------------------------------------------------------- */
/* A row of that length, of a game of one row that is not taken apart, whose players have the same moves? */
static bool is_row(const struct env *env, const struct component *c, int game, size_t length)
{
    if (c->game != game || c->count != length + 1) return false;
    const struct game *g = &env->model->games[game];
    const struct game_traits *t = &env->traits->games[game];
    bool row = g->kind == GAME_RULES && g->field_count == 1 && g->fields[0].kind == FIELD_ROW && !g->split;
    return row && !t->mover && !t->loopy && !t->folded && !t->coins && !t->graph;
}

static bool is_large(const struct component *c)
{
    double positions = 1;
    for (uint32_t i = 1; i < c->count; i++) positions *= (double)c->cells[i] + 1;
    return positions >= FEW_POSITIONS;
}

static bool suits(const struct env *env, const struct ask *q, int game, size_t length)
{
    bool fine = game >= 0 && length >= 1 && length <= CELLS_MOST, large = false;
    for (size_t i = 0; i < q->count && fine && q->components; i++) {
        fine = !(q->big && q->big[i]) && is_row(env, &q->components[i], game, length);
        large |= fine && is_large(&q->components[i]);
    }
    for (size_t i = 0; i < q->count && fine && q->positions; i++)
        for (size_t c = 0; c < q->positions[i].count && fine; c++) {
            fine = !(q->positions[i].big && q->positions[i].big[c]) &&
                   is_row(env, &q->positions[i].components[c], game, length);
            large |= fine && is_large(&q->positions[i].components[c]);
        }
    return fine && (large || env->terms.only);
}

static struct component *without_lengths(const struct component *from, size_t count, struct arena *arena)
{
    struct component *to = arena_array(arena, count + 1, sizeof *to);
    for (size_t i = 0; to && i < count; i++)
        to[i] = (struct component){from[i].game, from[i].count - 1, from[i].cells + 1};
    return to;
}

/* NULL: memory is out. */
static struct ask *other_ask(const struct ask *q, struct arena *arena)
{
    struct ask *other = arena_alloc(arena, sizeof *other);
    if (!other) return NULL;
    *other = *q;
    other->big = NULL;
    other->yields = true;
    if (q->components && !(other->components = without_lengths(q->components, q->count, arena))) return NULL;
    struct position *to = q->positions ? arena_array(arena, q->count + 1, sizeof *to) : NULL;
    for (size_t i = 0; to && i < q->count; i++) {
        to[i] = (struct position){without_lengths(q->positions[i].components, q->positions[i].count, arena),
                                  q->positions[i].count, NULL};
        if (!to[i].components) return NULL;
    }
    other->positions = to;
    return q->positions && !to ? NULL : other;
}

/* ---- the solver ------------------------------------------------------------------------------------------------------- */
struct seen_ask {
    struct seen_rule *rule;
    struct plan *plan;
};

static bool is_for_fields(const struct solver *by)
{
    return by == &solver_lines || by == &solver_table || by == &solver_sequence || by == &solver_subtraction ||
           by == &solver_takebreak || by == &solver_try;
}

static void offer(const struct solver *self, const struct env *env, struct planner *planner, struct way *way)
{
    const struct ask *q = way->ask;
    const struct component *first = NULL;
    struct seen_ask *kept = way->kept = arena_alloc(planner->arena, sizeof *kept);
    if (!kept) planner->status = ST_NO_MEMORY;
    if (!kept || (q->what != Q_VALUE && q->what != Q_OUTCOME) || q->heap || q->closed) return;
    if (env->terms.only && strcmp(env->terms.only, self->name) != 0) return;
    if (q->components && q->count) first = q->components;
    if (q->positions && q->count && q->positions[0].count) first = q->positions[0].components;
    if (!first || first->count < 1 || !suits(env, q, first->game, first->count - 1)) return;
    enum status st = rule_of(env, first->game, first->count - 1, &kept->rule);
    struct ask *other = st == ST_OK && kept->rule ? other_ask(q, planner->arena) : NULL;
    if (st != ST_OK || (kept->rule && !other)) planner->status = st != ST_OK ? st : ST_NO_MEMORY;
    if (!other || planner->status != ST_OK) return;
    st = plan_make(kept->rule->env, other, planner->arena, &kept->plan);
    if (st == ST_NO_MEMORY) planner->status = st;
    if (st != ST_OK || !kept->plan->chosen || !(env->terms.only || is_for_fields(kept->plan->chosen->by))) return;
    struct text text = {0};
    text_add(&text, "its cells as fields: %s, %s", kept->plan->chosen->by->name, kept->plan->chosen->because);
    way->because = text.failed ? NULL : arena_strdup(planner->arena, text_c(&text));
    text_free(&text);
    way->cost = kept->plan->chosen->cost;
    way->can = way->because != NULL;
    if (!way->can) planner->status = ST_NO_MEMORY;
}

static enum status run(struct env *env, const struct way *way, struct arena *arena, struct result *result)
{
    struct seen_ask *kept = way->kept;
    struct result part = {0};
    kept->rule->budget = budget_within(env->budget, 0, 0);
    enum status st = plan_run_else(kept->rule->env, kept->plan, arena, &part);
    diags_free(&kept->rule->diags);
    kept->rule->diags = (struct diags){0};
    if (st == ST_RULE_FAILED || st == ST_INVALID || st == ST_USAGE) return ST_UNSUPPORTED;
    if (st != ST_OK) return st;
    struct grounds item = {.name = "fields", .kind = "proof", .source = ""};
    *result = part;
    result->grounds = NULL;
    result->ground_count = 0;
    item.claim = "a row of a length that no move changes is as many numbers";
    st = grounds_merge(&part, arena, result);
    return st == ST_OK ? grounds_push(item, arena, result) : st;
}

const struct solver solver_fields = {
    .name = "fields",
    .kind = "proof",
    .summary = "rows of a length that no move changes, as that many fields",
    .trust = TRUST_PROVED,
    .stands_on_others = true,
    .beyond = true,
    .offer = offer,
    .run = run,
};
