/* SPDX-License-Identifier: MIT */
#include "solve/choices/rule.h"
#include "play/options/store.h"
#include "solve/ranked/written.h"

enum { TERMS_MOST = 1 << 14 };

struct reading {
    struct choices_rule *rule;
    struct choices_move *move;
    struct term_store terms;
    bool refused;
};

static void keep(struct reading *r, const struct term *t, bool only_sure)
{
    struct choices_move *m = r->move;
    if (m->condition_count == CHOICES_CONDITIONS) r->refused = true;
    else m->conditions[m->condition_count++] = (struct choices_condition){t, only_sure};
}

static bool joins(const struct term *t, enum builtin by)
{
    return t->kind == EXPR_CALL && t->index == (int)by && t->count > 0;
}

/* Which side of the comparison is a min that must not be less, or a max that must not be more: 0 or 1; else 2. */
static size_t side_that_joins(const struct term *t)
{
    bool less_first = t->kind == EXPR_LE || t->kind == EXPR_LT, more_first = t->kind == EXPR_GE || t->kind == EXPR_GT;
    for (size_t side = 0; (less_first || more_first) && side < 2; side++) {
        bool less = (side == 0) == less_first;
        if (joins(t->kids[side], less ? BUILTIN_MAX : BUILTIN_MIN)) return side;
    }
    return 2;
}

static void add(struct reading *r, const struct term *t)
{
    if (!t || r->refused) {
        r->refused = true;
        return;
    }
    if (t->kind == EXPR_AND) {
        add(r, t->kids[0]);
        add(r, t->kids[1]);
        return;
    }
    size_t side = side_that_joins(t);
    if (side == 2) {
        keep(r, t, false);
        return;
    }
    keep(r, t, true);
    for (uint32_t i = 0; i < t->kids[side]->count; i++) {
        struct term *kids[2] = {t->kids[0], t->kids[1]};
        kids[side] = t->kids[side]->kids[i];
        add(r, term_make(&r->terms, t->kind, kids, 2));
    }
}

static void read_move(struct reading *r, const struct instance *in)
{
    struct choices_move *m = r->move;
    *m = (struct choices_move){.value_count = in->value_count};
    r->refused |= in->ends;
    m->shifts = true;
    m->taken = arena_array(r->terms.arena, r->rule->cells, sizeof *m->taken);
    if (!m->taken) r->terms.no_memory = r->refused = true;
    for (size_t c = 0; !r->refused && c < r->rule->cells; c++) {
        m->after[c] = in->after[c];
        r->refused = !in->after[c];
        m->shifts = !r->refused && term_taken(in->after[c], c, &m->taken[c]) && m->shifts;
    }
    for (size_t k = 0; !r->refused && k < in->value_count; k++) {
        struct term *value = term_value(&r->terms, (int)k);
        m->values[k] = in->values[k];
        keep(r, in->values[k].low, true);
        keep(r, in->values[k].high, true);
        add(r, term_make(&r->terms, EXPR_LE, (struct term *[]){in->values[k].low, value}, 2));
        add(r, term_make(&r->terms, EXPR_LE, (struct term *[]){value, in->values[k].high}, 2));
    }
    m->range_count = m->condition_count;
    for (size_t i = 0; !r->refused && i < in->condition_count; i++) add(r, in->conditions[i]);
}

enum status choices_read(const struct unrolled *u, struct arena *arena, struct choices_rule *rule)
{
    struct reading r = {.rule = rule, .terms = {.arena = arena, .most = TERMS_MOST}};
    *rule = (struct choices_rule){.cells = u->cells, .move_count = u->instances.count};
    if (!u->fine || u->restricted || u->cells < 1 || u->cells > MODEL_MAX_FIELDS) return ST_OK;
    for (size_t c = 0; c < u->cells; c++)
        if (u->bag[c]) return ST_OK;
    rule->moves = arena_array(arena, rule->move_count + 1, sizeof *rule->moves);
    if (!rule->moves) return ST_NO_MEMORY;
    for (size_t i = 0; i < rule->move_count && !r.refused; i++) {
        r.move = &rule->moves[i];
        read_move(&r, &u->instances.data[i]);
    }
    if (r.terms.no_memory && r.terms.made < TERMS_MOST) return ST_NO_MEMORY;
    rule->fine = !r.refused;
    return ST_OK;
}

enum status choices_find(const struct env *env, int game, const struct choices_rule **out)
{
    struct arena *arena = &env->store->settings_arena;
    struct written_rule *written;
    enum status st = written_rule(env, game, &written);
    if (st != ST_OK || (*out = written->found[WRITTEN_CHOICES])) return st;
    struct choices_rule *rule = arena_alloc(arena, sizeof *rule);
    st = rule ? choices_read(&written->unrolled, arena, rule) : ST_NO_MEMORY;
    if (st == ST_OK) *out = written->found[WRITTEN_CHOICES] = rule;
    return st;
}
