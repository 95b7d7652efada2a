/* SPDX-License-Identifier: MIT */
/* Replaces Lua in a build without it: rules that need no script work; others are rejected where they call one. */
#include "script/script.h"

bool script_available(void) { return false; }

enum status script_open(const struct model *model, struct budget *budget, struct diags *diags, struct script **script)
{
    (void)budget;
    *script = NULL;
    if (model->lua_function_count == 0) return ST_OK;
    return diag(diags, D_LUA_ABSENT, model->lua_functions[0].span, model->lua_functions[0].name);
}
