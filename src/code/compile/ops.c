/* SPDX-License-Identifier: MIT */
/* The table of instructions, from ops.def. */
#include "code/compile/program.h"

const struct op_info op_table[OP_COUNT] = {
#define OP(name, text, flow, a, b, c, d, e, doc)                                                                       \
    {text, FLOW_##flow, {OPD_##a, OPD_##b, OPD_##c, OPD_##d, OPD_##e}, doc},
#include "code/compile/ops.def"
#undef OP
};
