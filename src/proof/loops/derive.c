/* SPDX-License-Identifier: MIT */
#include "model/expr.h"
#include "proof/loops/private.h"

enum { FUEL = 4000, MOST_BYTES = 4 << 20, STEPS = 4000, MOST_ITEMS = 64, MOST_CASES = 12 };

/* ---- which conditions -------------------------------------------------------------------------------------------- */
static bool is_generator(void *context, const struct expr *e)
{
    const struct move *m = context;
    for (size_t i = 0; i < m->gen_count && e->kind == EXPR_LOCAL; i++)
        if (m->gens[i].slot == e->index) return true;
    return false;
}

static bool is_number(const struct expr *e) { return e->type == TYPE_INT || e->type == TYPE_BOOL; }

/* Are generators only in linear sums, their remainders, floors, least and greatest, in comparisons of such, and in what
 * combines these? */
static bool is_linear(const struct deriving *d, const struct expr *e)
{
    if (!expr_any(e, is_generator, (void *)d->move)) return true;
    bool fine = is_number(e);
    switch (e->kind) {
    case EXPR_LOCAL: return true;
    case EXPR_DIV:
    case EXPR_MOD: fine = fine && e->kids[1]->kind == EXPR_INT; break;
    case EXPR_MUL: fine = fine && (e->kids[0]->kind == EXPR_INT || e->kids[1]->kind == EXPR_INT); break;
    case EXPR_CALL:
        fine = e->index == BUILTIN_MIN || e->index == BUILTIN_MAX || e->index == BUILTIN_ABS ||
               e->index == BUILTIN_ODD || e->index == BUILTIN_EVEN;
        break;
    case EXPR_IN:
        return e->domain->kind == DOMAIN_RANGE && is_linear(d, e->kids[0]) && is_linear(d, e->domain->low) &&
               (!e->domain->high || is_linear(d, e->domain->high));
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_IFF:
    case EXPR_IF:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_NEG:
    case EXPR_ADD:
    case EXPR_SUB: break;
    default: return false;
    }
    for (size_t i = 0; i < e->count && fine; i++) fine = is_number(e->kids[i]) && is_linear(d, e->kids[i]);
    return fine;
}

/* A condition that only excludes single values leaves about as much to visit as there was. */
static bool is_used(const struct deriving *d, size_t condition)
{
    const struct expr *e = d->move->conditions[condition];
    return !expr_excludes(e) && expr_any(e, is_generator, (void *)d->move) && is_linear(d, e);
}

static bool gains(const struct deriving *d, const bool *folded)
{
    for (size_t k = 0; k < d->move->condition_count; k++)
        if (!folded[k] && is_used(d, k)) return true;
    return false;
}

/* ---- unions that are one conjunction ----------------------------------------------------------------------------- */
static bool append(struct deriving *d, struct linear_constraint *items, size_t *count, struct linear_constraint c,
                   struct linear_conjunction other)
{
    const struct linear_form *form = c.form;
    for (int side = 0; side < (c.equality ? 2 : 1) && form; side++) {
        struct linear_constraint what = {form, false};
        if (linear_implies(&d->space.work, other.items, other.count, what)) items[(*count)++] = what;
        form = linear_scale(&d->space.work, form, -1, 0);
    }
    return !d->space.work.no_memory;
}

/* a := what both say, if every solution of that is one of a or b. */
static bool merge(struct deriving *d, struct linear_conjunction *a, struct linear_conjunction b, bool *merged)
{
    struct linear_constraint *items = arena_array(d->space.arena, 2 * (a->count + b.count) + 1, sizeof *items);
    struct linear_conjunction parts[2] = {*a, b};
    size_t count = 0;
    if (!items) return d->space.work.no_memory = true, false;
    d->space.work.steps = STEPS;
    for (size_t i = 0; i < a->count; i++)
        if (!append(d, items, &count, a->items[i], b)) return false;
    for (size_t i = 0; i < b.count; i++)
        if (!append(d, items, &count, b.items[i], *a)) return false;
    *merged = linear_covered(&d->space.work, items, count, parts, 2);
    d->space.spent += STEPS - d->space.work.steps;
    if (*merged) *a = (struct linear_conjunction){items, count};
    return !d->space.work.no_memory;
}

static bool merge_all(struct deriving *d, struct linear_conjunction *parts, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        for (size_t j = i + 1; j < *count && d->space.spent < LOOPS_MOST_STEPS; j++) {
            bool merged = false;
            if (!merge(d, &parts[i], parts[j], &merged)) return false;
            if (!merged) continue;
            parts[j] = parts[--*count];
            j = i; /* the larger one may take in what the smaller did not */
        }
    return true;
}

/* ---- the union --------------------------------------------------------------------------------------------------- */
/* A failure that is not for want of memory only means that this part is not known. */
static void recover(struct deriving *d, const struct normal_builder *tried)
{
    d->builder.fuel = tried->fuel;
    if (!d->space.work.no_memory) d->space.work.gave_up = false;
}

/* Fields that are natural numbers, truth values, the mover. */
static bool read_state(struct deriving *d, const struct game *g)
{
    struct linear_work *w = &d->space.work;
    struct linear_constraint *items = arena_array(d->space.arena, 2 * g->field_count + 2, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; items && i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        if (kind != FIELD_NAT && kind != FIELD_BOOL) continue;
        const struct linear_form *v = linear_variable(w, normal_var(&d->space, NORMAL_FIELD, (int)i));
        items[count++].form = v;
        if (kind == FIELD_BOOL) items[count++].form = linear_scale(w, v, -1, 1);
    }
    const struct linear_form *mover = linear_variable(w, normal_var(&d->space, NORMAL_MOVER, 0));
    if (!items || !mover) return false;
    items[count++].form = linear_scale(w, mover, 1, -1);
    items[count++].form = linear_scale(w, mover, -1, 2);
    d->state = (struct linear_conjunction){items, count};
    return !w->no_memory;
}

/* What a range says, if it is one conjunction: cases of its ends would become runs of their own. */
static bool read_range(struct deriving *d, const struct linear_form *v, const struct domain *range)
{
    for (int whole = 0; whole < 2; whole++) {
        struct normal_builder b = d->builder;
        b.whole = whole;
        struct normal_union u = domain_union(&b, v, range, true, d->scope), both = union_none();
        if (!b.failed && u.count == 1) both = union_and(&b, d->all, u);
        recover(d, &b);
        if (b.failed || both.count != 1) continue;
        d->all = both;
        break;
    }
    return !d->space.work.no_memory;
}

static bool read_ranges(struct deriving *d)
{
    d->all = union_all(&d->builder);
    for (size_t i = 0; i < d->move->gen_count && !d->builder.failed; i++) {
        const struct gen *g = &d->move->gens[i];
        const struct linear_form *v = linear_variable(&d->space.work, normal_var(&d->space, NORMAL_GEN, (int)i));
        if (!v || (g->domain.kind == DOMAIN_RANGE && !read_range(d, v, &g->domain))) return false;
        d->scope = expr_bind(&d->builder, d->scope, g->slot, v, NULL, NULL);
    }
    if (!d->builder.failed) d->own = d->all.items[0];
    return !d->builder.failed;
}

static bool read_condition(struct deriving *d, size_t k)
{
    struct normal_builder b = d->builder;
    struct normal_union u = expr_union(&b, d->move->conditions[k], true, d->scope), both = union_none();
    if (!b.failed) both = union_and(&b, d->all, u);
    recover(d, &b);
    if (b.failed || both.count == 0 || both.count > MOST_CASES) return !d->space.work.no_memory;
    if (!merge_all(d, both.items, &both.count)) return false;
    if (both.count > LOOPS_MOST_RUNS) return true;
    d->all = both;
    d->holds[k] = u;
    return true;
}

/* ---- projections ------------------------------------------------------------------------------------------------- */
/* A generator from `first` on, or else a term that mentions one from `inside` on; -1: none occurs. */
static int next_to_go(struct deriving *d, struct linear_conjunction c, size_t first, size_t inside)
{
    int term = -1;
    for (size_t i = 0; i < c.count; i++)
        for (uint32_t t = 0; t < c.items[i].form->count; t++) {
            int var = c.items[i].form->terms[t].var;
            if ((size_t)var >= d->space.var_count) continue;
            const struct normal_var *v = &d->space.vars[var];
            if (v->kind == NORMAL_GEN && (size_t)v->index >= first) return var;
            const struct linear_form *alone = v->kind == NORMAL_TERM ? linear_variable(&d->space.work, var) : NULL;
            if (alone && loops_mention(d, alone, inside)) term = var;
        }
    return term;
}

static bool is_known(const struct deriving *d, struct linear_constraint c)
{
    bool known = c.form != NULL;
    for (uint32_t t = 0; known && t < c.form->count; t++) known = (size_t)c.form->terms[t].var < d->space.var_count;
    return known;
}

/* Equalities that cannot be solved for the variable become two inequalities; variables of the solver's own are dropped
 * with their constraints. */
static bool split_equalities(struct deriving *d, struct linear_conjunction *c, int var)
{
    struct linear_constraint *items = arena_array(d->space.arena, 2 * c->count + 1, sizeof *items);
    size_t count = 0;
    if (!items) return d->space.work.no_memory = true, false;
    for (size_t i = 0; i < c->count; i++) {
        struct linear_constraint x = c->items[i];
        int64_t k = var >= 0 ? linear_factor(x.form, var) : 0;
        if (!is_known(d, x)) continue;
        const struct linear_form *minus = NULL;
        if (x.equality && k && k != 1 && k != -1) minus = linear_scale(&d->space.work, x.form, -1, 0);
        items[count++] = (struct linear_constraint){x.form, x.equality && !minus};
        if (minus) items[count++] = (struct linear_constraint){minus, false};
    }
    *c = (struct linear_conjunction){items, count};
    return true;
}

/* What the conjunction says of what remains without these, and more than that never. False: given up. */
static bool project(struct deriving *d, struct linear_conjunction *c, size_t first, size_t inside)
{
    if (d->space.spent >= LOOPS_MOST_STEPS) return false;
    d->space.work.steps = STEPS;
    for (int var; (var = next_to_go(d, *c, first, inside)) >= 0;)
        if (!split_equalities(d, c, var) || !linear_project(&d->space.work, c->items, c->count, var, c) ||
            !split_equalities(d, c, -1) || c->count > MOST_ITEMS)
            return false;
    d->space.spent += STEPS - d->space.work.steps;
    return true;
}

/* ---- the runs of a generator ------------------------------------------------------------------------------------- */
static bool is_last_of(const struct deriving *d, size_t condition, size_t gen)
{
    const struct expr *e = d->move->conditions[condition];
    struct move before = *d->move;
    before.gens += gen;
    before.gen_count = 1;
    if (!expr_any(e, is_generator, &before)) return false;
    before.gens = d->move->gens + gen + 1;
    before.gen_count = d->move->gen_count - gen - 1;
    return !expr_any(e, is_generator, &before);
}

static void find_implied(struct deriving *d, size_t gen, const struct kept_run *runs, size_t count)
{
    for (size_t k = 0; k < d->move->condition_count; k++) {
        if (!d->holds[k].items || !is_last_of(d, k, gen)) continue;
        bool implied = count > 0;
        for (size_t i = 0; i < count && implied; i++)
            implied = loops_covered(d, runs[i].known, d->holds[k].items, d->holds[k].count);
        d->out->implied[k] = implied;
    }
}

static bool adds_nothing(const struct loop_run *r) { return r->least_count == 0 && r->most_count == 0 && r->step == 1; }

/* The conjunctions over generators up to `gen` whose union this is. False: given up, or memory is out. */
static bool find_parts(struct deriving *d, size_t gen, struct linear_conjunction *parts, size_t *count)
{
    for (size_t i = 0; i < d->all.count; i++) {
        struct linear_conjunction known[2] = {d->state, d->all.items[i]}, *part = &parts[*count];
        *part = normal_axioms(&d->space, known, 2);
        if (!part->items || !project(d, part, gen + 1, gen + 1)) return false;
        *count += linear_solve(&d->space.work, part->items, part->count, NULL) != LINEAR_INFEASIBLE;
    }
    return merge_all(d, parts, count);
}

static bool derive_generator(struct deriving *d, size_t gen)
{
    struct linear_conjunction parts[LOOPS_MOST_RUNS], ends;
    struct kept_run runs[LOOPS_MOST_RUNS];
    size_t count = 0;
    if (!find_parts(d, gen, parts, &count)) return !d->space.work.no_memory;
    d->out->never |= count == 0; /* what is left of each has no solution */
    struct loop_range *range = &d->out->ranges[gen];
    range->runs = arena_array(d->arena, count + 1, sizeof *range->runs);
    if (!range->runs) return false;
    for (size_t i = 0; i < count; i++) {
        ends = parts[i];
        if (!project(d, &ends, gen + 1, gen)) ends = parts[i];
        if (!loops_read_run(d, parts[i], ends, gen, &runs[i])) return false;
        if (adds_nothing(&runs[i].run)) return true;
        range->runs[i] = runs[i].run;
    }
    range->count = count;
    find_implied(d, gen, runs, count);
    return !d->space.work.no_memory;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */
static bool derive(struct deriving *d, const struct game *game)
{
    if (!read_state(d, game) || !read_ranges(d)) return !d->space.work.no_memory;
    for (size_t k = 0; k < d->move->condition_count; k++)
        if (is_used(d, k) && !read_condition(d, k)) return false;
    if (!loops_name(d)) return false;
    for (size_t i = 0; i < d->move->gen_count; i++)
        if (d->move->gens[i].domain.kind == DOMAIN_RANGE && !derive_generator(d, i)) return false;
    return true;
}

bool loops_source(const struct model *model, int game, struct arena *arena, struct normal_source *out)
{
    bool *symbolic = arena_array(arena, model->param_count + 1, sizeof *symbolic);
    struct param_value *params = arena_array(arena, model->param_count + 1, sizeof *params);
    if (!symbolic || !params) return false;
    for (size_t i = 0; i < model->param_count; i++) symbolic[i] = true;
    *out = (struct normal_source){
        .model = model, .game = game, .params = params, .symbolic = symbolic, .mover = NORMAL_EITHER};
    return true;
}

static bool open(struct deriving *d, const struct model *model, int game)
{
    const struct move *m = d->move;
    struct normal_source *source = arena_alloc(d->space.arena, sizeof *source);
    d->holds = arena_array(d->space.arena, m->condition_count + 1, sizeof *d->holds);
    d->out->ranges = arena_array(d->arena, m->gen_count + 1, sizeof *d->out->ranges);
    d->out->implied = arena_array(d->arena, m->condition_count + 1, sizeof *d->out->implied);
    if (!source || !d->holds || !d->out->ranges || !d->out->implied) return false;
    if (!loops_source(model, game, d->space.arena, source)) return false;
    d->space.work = (struct linear_work){.arena = d->space.arena, .steps = STEPS};
    d->builder = (struct normal_builder){
        .space = &d->space, .source = source, .game = &model->games[game], .fuel = FUEL, .ceiling = MOST_BYTES};
    return true;
}

enum status loops_derive(const struct model *model, int game, const struct move *move, const bool *folded,
                         struct arena *arena, struct loops **out)
{
    struct arena scratch = {0};
    struct deriving d = {.space.arena = &scratch, .arena = arena, .move = move};
    *out = NULL;
    if (!gains(&d, folded)) return ST_OK;
    d.out = arena_alloc(arena, sizeof *d.out);
    bool fine = d.out && open(&d, model, game) && derive(&d, &model->games[game]);
    arena_free(&scratch);
    if (!fine) return ST_NO_MEMORY;
    *out = d.out;
    return ST_OK;
}
