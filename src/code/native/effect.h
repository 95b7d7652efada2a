/* SPDX-License-Identifier: MIT */
/* What an instruction does to what is known before it.
 *
 *     effect_of(&e, ins);          // e.now: after it; e.jump: where it jumps to, if it is a jump
 *     if (effect_fine(&e, ins)) ...                  // before it: it can be carried out, and does not fail
 *
 * Variables of the zones are 0, the registers that are no constants, the box's end in each field, and the new number
 * (zone.h). */
#ifndef CGI_CODE_NATIVE_EFFECT_H
#define CGI_CODE_NATIVE_EFFECT_H
#include "code/compile/program.h"
#include "code/native/bounds.h"
#include "code/native/known.h"

struct effect {
    const struct program *p;
    const struct model *m;
    const struct premises *premises;
    struct zone now, jump, enter; /* before and after an instruction; where it jumps to; before the first one */
    bool none;                    /* positions may have no value */
    int first_field, ends;        /* variables: the first field; the end of the box in it */
};
/* A register as a variable or a number. */
struct operand effect_operand(const struct effect *e, int32_t reg);
void effect_of(struct effect *e, const struct ins *ins);
bool effect_fine(const struct effect *e, const struct ins *ins);
/* A parameter's least value or, of a set, element, by its declaration; INT64_MIN: none is known. */
int64_t effect_least_element(const struct param *param);

#endif
