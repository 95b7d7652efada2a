/* SPDX-License-Identifier: MIT */
/* What a table's program does not need to test while it runs: ranges of registers, and the order between them.
 *
 *     struct known known;
 *     if (!known_of(program, model, &premises, &known)) return ST_NO_MEMORY;
 *     if (known_least(&known, 17, 1) >= 0) ...     // whenever instruction 17 is reached, its operand b is 0 or more
 *     if (known_fine(&known, 17)) ...              // whenever it is reached, it can be carried out and does not fail
 *     known_free(&known);
 *
 * Premises: the box begins at `low` and ends below 2^31, as does each parameter's distance from 0 if small_params; the
 * parameters have the values `params`, if these are given.
 * Whoever runs what is built on this checks them first (known_holds). Further, values of positions are below the
 * capacity of the array of marks (the machine and generated code keep it so when they store one).
 *
 * An instruction that fails ends the run, so a register that was written holds the exact result. The facts are bounds
 * of differences x - y <= w of two registers (or a register and 0, or the end of the box in a field), sums of
 * registers that a register equals, and how much of the current position's index an index under construction is below
 * (known.c). They hold by induction on the steps of a run: the last pass over the program finds each instruction's
 * facts implied by those of each instruction before it.
 *
 * Memory is the square of the registers for each jump's target; where that is too much, nothing is known.
 * Differences: Miné, "The octagon abstract domain", 2006 (its zones). */
#ifndef CGI_CODE_NATIVE_KNOWN_H
#define CGI_CODE_NATIVE_KNOWN_H
#include <stdbool.h>
#include <stdint.h>
#include "code/compile/program.h"

#define KNOWN_MOST INT32_MAX
struct premises {
    int64_t low[MODEL_MAX_FIELDS]; /* where the box begins */
    bool small_params;
    const int64_t *params; /* the values of those that are no sets; NULL: they may have any */
    bool outcomes;         /* of the box: bits of losses, no values; nothing that is known depends on it */
    bool misere;           /* of those: whoever cannot move wins; as little */
    bool narrow;           /* values of 16 bits; as little */
};
struct known_at {
    int64_t least[OPERANDS], most[OPERANDS]; /* of register operands; INT64_MIN, INT64_MAX: nothing is known */
    bool reached, fine;
};
struct known {
    struct known_at *at; /* of each instruction */
    size_t count;
};
bool known_of(const struct program *program, const struct model *model, const struct premises *premises,
              struct known *known);
/* The bounds of operand k of the instruction. */
int64_t known_least(const struct known *known, size_t at, int k);
int64_t known_most(const struct known *known, size_t at, int k);
bool known_fine(const struct known *known, size_t at);
void known_free(struct known *known);
/* Do the premises hold of a run? */
bool known_holds(const struct premises *premises, const struct model *model, const struct param_value *params,
                 const int64_t *low, const int64_t *high, size_t fields);
/* Is the register that of a parameter whose value is a premise? */
static inline bool premises_fix(const struct premises *premises, const struct model *model, int32_t reg)
{
    return premises->params && reg < (int32_t)model->param_count && model->params[reg].kind != PARAM_SET;
}
/* ... as far as they speak of parameters? */
bool known_params_hold(const struct premises *premises, const struct model *model, const struct param_value *params);
static inline bool known_is_small(int64_t x) { return x >= -KNOWN_MOST && x <= KNOWN_MOST; }

#endif
