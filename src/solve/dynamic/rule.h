/* SPDX-License-Identifier: MIT */
/* Rules in which one number of the state only says which moves are allowed: g(n, last) with a move to g(n - t, t)
 * where t != last.
 *
 *     struct dynamic_rule rule;
 *     st = dynamic_find(&unrolled, &arena, &rule);
 *     if (st == ST_OK && rule.fine) ...         // rule.bound is the cell that no result reads, here 1
 *
 * All states that differ in that cell alone, a *row*, have options among the same positions, so these are found
 * once for the row, and what is left of an option is the set of numbers with which it is allowed. Conditions are
 * sorted by what they read. Ends of ranges that read the cell are conditions too; min and max at an end are
 * several. What may have no value (6 / (t - 2)) is looked at in the order in which it is written, so that nothing
 * hides that a rule fails but what cannot fail itself, which may be tested earlier (docs/manual/language.md, 4.6).
 * Dynamic one-pile Nim is of this kind (Holshouser, Reiter and Rudzinski 2003). */
#ifndef CGI_SOLVE_DYNAMIC_RULE_H
#define CGI_SOLVE_DYNAMIC_RULE_H
#include "base/status.h"
#include "solve/ranked/unroll.h"

enum { DYNAMIC_VALUES = 3, DYNAMIC_TERMS = 24 };
struct dynamic_terms {
    const struct term *items[DYNAMIC_TERMS];
    size_t count;
};
/* A condition on the bound cell: of linear sides also their difference, which `kind` compares with 0. */
struct dynamic_condition {
    const struct term *term;
    bool linear;
    enum expr_kind kind;
    struct linear difference;
};
struct dynamic_conditions {
    struct dynamic_condition items[DYNAMIC_TERMS];
    size_t count;
};
struct dynamic_move {
    size_t value_count;
    struct dynamic_terms low[DYNAMIC_VALUES], high[DYNAMIC_VALUES]; /* greatest, least of these, at least one each */
    struct dynamic_terms filter[DYNAMIC_VALUES + 1]; /* without the bound cell; by how many values must be known */
    struct dynamic_conditions gate;                  /* on the bound cell and others, not on values */
    struct dynamic_conditions shared; /* on the bound cell and at most one value, `shared_value`, alone */
    struct dynamic_conditions own;    /* all others on the bound cell */
    int shared_value;                 /* -1: they read no value */
    bool ends;
    bool may_fail; /* a condition on the bound cell may have no value */
    const struct term *after[TERM_CELLS];
};
struct dynamic_rule {
    bool fine;
    size_t cells, bound, move_count;
    struct dynamic_move *moves;
    size_t operators; /* of all conditions that are looked at for a choice: for estimates */
};
/* Not fine: results read every cell; an end of a range has no bound without the cell; an invariant; too many
 * values or conditions. Of several cells the last one is taken. ST_OK or ST_NO_MEMORY. The rule stays as long as
 * the arena and the unrolled terms. */
enum status dynamic_find(const struct unrolled *u, struct arena *arena, struct dynamic_rule *rule);

#endif
