/* SPDX-License-Identifier: MIT */
/* Conditions that forms cannot say: products, gcd, xor, primes. A rule is proved to nest without them, and they are asked of what enters
 * and leaves (nested.h). That one stays the same along a direction is seen from its linear parts: if none of them changes, neither does
 * what is made of them, and a comparison stays if both sides change by the same. */
#include "proof/nested/private.h"
#include <string.h>
#include "model/expr.h"

enum { SLOTS_MOST = 64, FACTOR_MOST = 1 << 12, DEPTH_MOST = 32 };

/* ---- which conditions -------------------------------------------------------------------------------------------- */
/* May it be beyond forms? What seems to be, and is not, is set aside in vain. `context`: or is it made of several forms, one for each
 * remainder or each way in which it holds? */
static bool is_beyond(void *context, const struct expr *e)
{
    const bool *several = context;
    switch (e->kind) {
    case EXPR_NE:
    case EXPR_OR:
    case EXPR_NOT: return *several;
    case EXPR_INT:
    case EXPR_BOOL:
    case EXPR_FIELD:
    case EXPR_LOCAL:
    case EXPR_PARAM:
    case EXPR_LET: return false;
    case EXPR_MUL: return e->kids[0]->kind != EXPR_INT && e->kids[1]->kind != EXPR_INT;
    case EXPR_DIV:
    case EXPR_MOD: return *several || e->kids[1]->kind != EXPR_INT;
    case EXPR_IN: return e->domain->kind != DOMAIN_RANGE && e->domain->kind != DOMAIN_SET;
    case EXPR_CALL: return e->index != BUILTIN_MIN && e->index != BUILTIN_MAX && e->index != BUILTIN_ABS;
    default: return !expr_operates(e->kind);
    }
}

/* Notes which generators it reads; false: none. */
static bool note_generators(const struct expr *e, struct nested_aside *a)
{
    bool any = false;
    for (size_t g = 0; g < a->move->gen_count; g++) {
        if (!expr_reads(e, a->move->gens[g].slot)) continue;
        a->reads[g] = any = true;
    }
    return any;
}

/* `rest`: the move without them. */
static bool split_move(const struct move *m, bool several, struct arena *arena, struct move *rest,
                       struct nested_aside *a)
{
    *a = (struct nested_aside){.move = m};
    *rest = *m;
    rest->condition_count = 0;
    rest->conditions = arena_array(arena, m->condition_count + 1, sizeof *rest->conditions);
    a->conditions = arena_array(arena, m->condition_count + 1, sizeof *a->conditions);
    a->gates = arena_array(arena, m->condition_count + 1, sizeof *a->gates);
    a->reads = arena_array(arena, m->gen_count + 1, sizeof *a->reads);
    if (!rest->conditions || !a->conditions || !a->gates || !a->reads) return false;
    for (size_t i = 0; i < m->condition_count; i++) {
        struct expr *e = m->conditions[i];
        if (!expr_any(e, is_beyond, &several)) rest->conditions[rest->condition_count++] = e;
        else if (note_generators(e, a)) a->conditions[a->count++] = e;
        else a->gates[a->gate_count++] = e;
    }
    return true;
}

void nested_set_aside(const struct nested_source *source, bool several, struct arena *arena, struct nested_source *rest,
                      const struct nested_aside **asides)
{
    const struct model *model = source->model;
    const struct game *g = &model->games[source->game];
    struct model *changed = arena_alloc(arena, sizeof *changed);
    struct game *games = arena_array(arena, model->game_count + 1, sizeof *games);
    struct move *moves = arena_array(arena, g->move_count + 1, sizeof *moves);
    struct nested_aside *all = arena_array(arena, g->move_count + 1, sizeof *all);
    size_t count = 0;
    *rest = *source;
    *asides = NULL;
    if (!changed || !games || !moves || !all) return;
    for (size_t i = 0; i < g->move_count; i++) {
        if (!split_move(&g->moves[i], several, arena, &moves[i], &all[i])) return;
        count += all[i].count + all[i].gate_count;
    }
    memcpy(games, model->games, model->game_count * sizeof *games);
    games[source->game].moves = moves;
    *changed = *model;
    changed->games = games;
    rest->model = changed;
    if (count) *asides = all;
}

struct nested_filter *nested_filter_of(struct nested_finder *f, const struct nested_aside *aside, bool gate)
{
    struct nested_filter *filter = arena_alloc(f->arena, sizeof *filter);
    if (!filter) return f->no_memory = true, NULL;
    *filter = (struct nested_filter){.conditions = gate ? aside->gates : aside->conditions,
                                     .count = gate ? aside->gate_count : aside->count,
                                     .move = aside->move,
                                     .divisor = 1};
    return filter;
}

/* ---- what stays -------------------------------------------------------------------------------------------------- */
/* How much each name changes by the direction. */
struct shift {
    const struct nested_finder *f;
    const int64_t *u;
    int64_t local[SLOTS_MOST]; /* by slot */
    bool known[SLOTS_MOST];
};

static bool small(int64_t v) { return v > -FACTOR_MOST && v < FACTOR_MOST; }

/* Of what is linear in what changes. False: it is not, or it changes by much. */
static bool change_of(const struct shift *s, const struct expr *e, int depth, int64_t *change)
{
    int64_t other = 0;
    if (e->type != TYPE_INT || depth == DEPTH_MOST) return false;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_PARAM: return *change = 0, true;
    case EXPR_FIELD: return *change = s->u[e->index], true;
    case EXPR_LOCAL:
        if (e->index < 0 || e->index >= SLOTS_MOST || !s->known[e->index]) return false;
        return *change = s->local[e->index], true;
    case EXPR_NEG:
        if (!change_of(s, e->kids[0], depth + 1, change)) return false;
        return *change = -*change, true;
    case EXPR_ADD:
    case EXPR_SUB:
        if (!change_of(s, e->kids[0], depth + 1, change) || !change_of(s, e->kids[1], depth + 1, &other)) return false;
        *change += e->kind == EXPR_ADD ? other : -other;
        return small(*change);
    case EXPR_MUL:
        for (int i = 0; i < 2; i++) {
            if (e->kids[i]->kind != EXPR_INT || e->kids[i]->number || !small(e->kids[i]->value)) continue;
            if (!change_of(s, e->kids[1 - i], depth + 1, change)) return false;
            *change *= e->kids[i]->value;
            return small(*change);
        }
        return false;
    default: return false;
    }
}

static bool stays(struct shift *s, const struct expr *e, int depth);

static bool domain_stays(struct shift *s, const struct domain *d, int depth)
{
    bool all = d->kind <= DOMAIN_DIVISORS;
    if (all && d->low) all = stays(s, d->low, depth);
    if (all && d->high) all = stays(s, d->high, depth);
    for (size_t i = 0; i < d->item_count && all; i++) all = stays(s, d->items[i], depth);
    return all;
}

static bool kids_stay(struct shift *s, const struct expr *e, int depth)
{
    bool all = true;
    for (size_t i = 0; i < e->count && all; i++) all = stays(s, e->kids[i], depth);
    return all;
}

/* The name stands for a number that changes by so much, or for anything that stays. */
static bool let_stays(struct shift *s, const struct expr *e, int depth)
{
    int64_t change = 0;
    if (e->index < 0 || e->index >= SLOTS_MOST) return false;
    if (!change_of(s, e->kids[0], 0, &change)) {
        change = 0; /* whatever was added up before it was clear that it is not linear */
        if (!stays(s, e->kids[0], depth)) return false;
    }
    s->local[e->index] = change;
    s->known[e->index] = true;
    return stays(s, e->kids[1], depth);
}

static bool stays(struct shift *s, const struct expr *e, int depth)
{
    int64_t change, other;
    if (depth == DEPTH_MOST) return false;
    if (change_of(s, e, 0, &change)) return change == 0;
    if (expr_compares(e->kind) && change_of(s, e->kids[0], 0, &change) && change_of(s, e->kids[1], 0, &other))
        return change == other;
    switch (e->kind) {
    case EXPR_BOOL: return true;
    case EXPR_FIELD: return s->u[e->index] == 0;
    case EXPR_LOCAL: return e->index >= 0 && e->index < SLOTS_MOST && s->known[e->index] && s->local[e->index] == 0;
    case EXPR_CALL: return kids_stay(s, e, depth + 1);
    case EXPR_IN: return kids_stay(s, e, depth + 1) && domain_stays(s, e->domain, depth + 1);
    case EXPR_LET: return let_stays(s, e, depth + 1);
    default: return expr_operates(e->kind) && kids_stay(s, e, depth + 1);
    }
}

bool nested_aside_stays(const struct nested_finder *f, const struct nested_piece *piece, const int64_t *u,
                        int64_t shift)
{
    struct shift s = {.f = f, .u = u};
    const struct nested_aside *a = piece->aside;
    bool all = true;
    for (size_t g = 0; g < a->move->gen_count && all; g++) {
        int slot = a->move->gens[g].slot;
        if (!a->reads[g]) continue;
        all = slot >= 0 && slot < SLOTS_MOST;
        if (!all) break;
        s.local[slot] = piece->gens[g].t * shift;
        for (size_t i = 0; i < f->fields; i++) s.local[slot] += piece->gens[g].form.of[i] * u[i];
        s.known[slot] = all = small(s.local[slot]);
    }
    for (size_t i = 0; i < a->count && all; i++) all = stays(&s, a->conditions[i], 0);
    return all;
}
