/* SPDX-License-Identifier: MIT */
/* Moves that keep the invariant. A move to a position that it excludes is an error of the rule; of one that makes none, the moves are
 * the same without the invariant.
 *
 * Theorem. Let a *breach* be an assignment of some cells with which the invariant fails, whatever the others hold, and let a list of
 * breaches be complete: of each board on which the invariant fails, all cells being such as the board may hold, one is a part. A move
 * asks for the assignment A and writes W. Let for each breach B be true: W gives a cell of B another value; or W gives no cell of B its
 * value; or A gives a cell of B that W does not write another value (or one of some values, of which that of B is none); or A, with what
 * B says of cells that W does not write, has a breach as a part. Then no position that the invariant allows becomes one that it excludes.
 * Proof. Let a move that is possible at s lead to t, and let B be a part of t. So W gives no cell of B another value, and s holds what B
 * says of the cells that W does not write, as well as A. If W writes no cell of B, then B is a part of s; if A says something else of
 * such a cell, s does not hold it; and else some breach is a part of s. So s is excluded or there is no such s. []
 *
 * The invariant is a conjunction (`and`, `all`), and the breaches of it are those of its terms, each evaluated with cells open as the
 * condition of a move is; one of which too many cells are asked runs out of steps, and the board is refused. */
#include "model/expr.h"
#include "proof/ground/private.h"

enum { TERM_GENS = 8, TERM_CONDITIONS = 8, BREACHES = 1 << 14 };

/* What is said of the choices of some generators that satisfy some conditions; written as the move that would breach it. */
struct term {
    struct gen gens[TERM_GENS];
    struct expr *conditions[TERM_CONDITIONS + 1];
    size_t gen_count, condition_count;
};

static bool list_term(struct grounding *d, const struct term *t, const struct expr *says)
{
    struct term breach = *t;
    struct expr like = {.kind = EXPR_NOT, .type = TYPE_BOOL, .span = says->span};
    struct expr *fails = expr_create(d->s.arena, like, (struct expr *[]){(struct expr *)says}, 1);
    if (!fails) return grounding_no_memory(d);
    breach.conditions[breach.condition_count++] = fails;
    struct move move = {.gens = breach.gens,
                        .gen_count = breach.gen_count,
                        .conditions = breach.conditions,
                        .condition_count = breach.condition_count,
                        .lua = -1};
    return grounding_walk(d, &move);
}

static bool list_terms(struct grounding *d, const struct term *t, const struct expr *says)
{
    struct term inner = *t;
    if (says->kind == EXPR_AND) return list_terms(d, t, says->kids[0]) && list_terms(d, t, says->kids[1]);
    if (says->kind != EXPR_FOLD || says->index != FOLD_ALL || !says->kids[0]) return list_term(d, t, says);
    if (inner.gen_count + says->gen_count > TERM_GENS) return grounding_refuse(d);
    for (size_t i = 0; i < says->gen_count; i++) inner.gens[inner.gen_count++] = says->gens[i];
    if (says->kids[1]) {
        if (inner.condition_count == TERM_CONDITIONS) return grounding_refuse(d);
        inner.conditions[inner.condition_count++] = says->kids[1];
    }
    return list_terms(d, &inner, says->kids[0]);
}

bool grounding_breach(struct grounding *d)
{
    struct raw_move breach = {d->cells.count, (uint16_t)d->s.asked_count, 0};
    for (size_t i = 0; i < d->s.asked_count; i++) {
        uint16_t cell = d->s.asked[i];
        if (!vec_push(&d->cells, (struct raw_cell){cell, (uint16_t)d->s.chosen[cell]})) return grounding_no_memory(d);
    }
    if (d->moves.count - d->breaches == BREACHES) return grounding_refuse(d);
    return vec_push(&d->moves, breach) || grounding_no_memory(d);
}

/* ---- moves and breaches ------------------------------------------------------------------------------------------------ */
enum { NO_VALUE = -1 };
/* Of each cell what is known of it before the move, and what the move writes. */
struct around {
    int before[GROUND_CELLS], written[GROUND_CELLS];
    const uint64_t *sets; /* of each cell the numbers of the values that it may hold before it; NULL: any */
};

static bool is_part(const struct grounding *d, const struct raw_move *breach, const int *known)
{
    for (size_t i = 0; i < breach->asked; i++) {
        const struct raw_cell *c = &d->cells.data[breach->at + i];
        if (known[c->cell] != c->value) return false;
    }
    return true;
}

static bool is_excluded(const struct grounding *d, const int *known)
{
    for (size_t i = d->breaches; i < d->moves.count; i++)
        if (is_part(d, &d->moves.data[i], known)) return true;
    return false;
}

/* Does the move make no such breach? `a->before` is as it was afterwards. */
static bool makes_none(const struct grounding *d, struct around *a, const struct raw_move *breach)
{
    const struct raw_cell *cells = &d->cells.data[breach->at];
    bool writes = false, never = false;
    size_t added = 0;
    uint16_t add[GROUND_CELLS];
    for (size_t i = 0; i < breach->asked && !never; i++) {
        int written = a->written[cells[i].cell], before = a->before[cells[i].cell];
        bool excluded = a->sets && !(a->sets[cells[i].cell] >> cells[i].value & 1);
        writes |= written >= 0;
        never = written >= 0 ? written != cells[i].value : excluded || (before >= 0 && before != cells[i].value);
        if (written >= 0 || before >= 0 || never) continue;
        a->before[cells[i].cell] = cells[i].value;
        add[added++] = cells[i].cell;
    }
    bool none = never || !writes || is_excluded(d, a->before);
    while (added) a->before[add[--added]] = NO_VALUE;
    return none;
}

static bool keeps(struct grounding *d, struct around *a, const struct raw_move *move)
{
    const struct raw_cell *cells = &d->cells.data[move->at];
    for (size_t i = 0; i < GROUND_CELLS; i++) a->before[i] = a->written[i] = NO_VALUE;
    a->sets = d->choices ? d->sets.data + (size_t)(move - d->moves.data) * d->board_cells : NULL;
    for (size_t i = 0; i < move->written; i++) a->written[cells[i].cell] = cells[i].value;
    for (size_t i = 0; i < move->asked; i++) a->before[cells[move->written + i].cell] = cells[move->written + i].value;
    for (size_t i = d->breaches; i < d->moves.count; i++) {
        size_t work = d->moves.data[i].asked + 1u;
        if (!ground_spend(&d->s, work) || !makes_none(d, a, &d->moves.data[i])) return grounding_refuse(d);
    }
    return true;
}

bool grounding_keeps(struct grounding *d)
{
    size_t cells = d->cells.count, moves = d->moves.count;
    struct around *a;
    bool fine = true;
    if (!d->game->invariant) return true;
    if (d->falls) return grounding_refuse(d); /* it must hold of each component, too */
    d->breaches = moves;
    d->s.asked_count = 0;
    fine = list_terms(d, &(struct term){0}, d->game->invariant);
    if (fine && !(a = arena_alloc(d->s.arena, sizeof *a))) fine = grounding_no_memory(d);
    for (size_t i = 0; i < moves && fine; i++) fine = keeps(d, a, &d->moves.data[i]);
    d->cells.count = cells;
    d->moves.count = moves;
    return fine;
}
