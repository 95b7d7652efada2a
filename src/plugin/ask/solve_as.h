/* SPDX-License-Identifier: MIT */
/* The arguments of `solve NAME(args)`: values for the parameters of a plugin's reference rule. */
#ifndef CGI_PLUGIN_ASK_SOLVE_AS_H
#define CGI_PLUGIN_ASK_SOLVE_AS_H
#include "base/diag.h"
#include "model/model.h"

/* Replaces `values` (the reference's defaults) by the arguments of the game's clause: none, or one integer for each
 * parameter. ST_INVALID with a diagnostic if their number, kind or value does not fit. */
enum status solve_arguments(const struct model *model, int game, const struct param_value *params,
                            const struct model *reference, struct diags *diags, struct param_value *values);

#endif
