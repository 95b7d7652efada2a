/* SPDX-License-Identifier: MIT */
/* The Lua blocks of a rule file, ready to be called from rules.
 *
 *     struct script *script;                                        // NULL for a model without Lua
 *     enum status st = script_open(model, budget, diags, &script);
 *     st = script->call(script->self, function, args, 1, true, &result, &message);
 *     script->close(script->self);
 *
 * script_open runs the blocks in order and looks up every function that the rules use. ST_INVALID with diagnostics
 * that point into the blocks, or at the use of a function that no block defines. A build without Lua has script_none.c
 * instead of the other files; it refuses models that call Lua.
 *
 * Rules are untrusted, so a block sees only: assert error getmetatable ipairs next pairs pcall rawequal rawget rawlen
 * rawset select setmetatable tonumber tostring type, math (without random), a string table without patterns, and table.
 * There is no access to files, programs, other code or the clock, and a run depends on nothing but the rule:
 *   - pairs and next visit numbers, then strings, then booleans, each in ascending order; other keys are refused;
 *   - tostring shows no addresses; finalisers and weak tables are refused;
 *   - after the blocks have run, nothing that they have made can be changed (freeze.h): no call can leave anything
 *     for the next;
 *   - no pcall catches running out of steps, memory or stack, so a script cannot find out how much there was;
 *   - a call may take SCRIPT_STEPS steps (an instruction is one, and so are 32 bytes of fresh memory and the work of
 *     a library function on an element) and SCRIPT_SECONDS of processor time. Nothing in the script can catch the
 *     end of either;
 *   - the script may hold SCRIPT_MEMORY bytes in all, and SCRIPT_STRING in one string;
 *   - the deadline and Ctrl-C are checked every 200 instructions.
 * Arguments are integers, results integers or booleans; 3.0 counts as an integer, 2.5 does not. Integer arithmetic
 * inside Lua wraps round, as it does everywhere in Lua.
 *
 * A move generator (`move lua next`) is called as next(fields...), with a row or bag as a table {a, b, ...} and a
 * grid as a table of rows. In it the name `mover` is 1 or 2, if the text of the blocks contains the name; a function
 * that reads it fails. It calls emit(fields...) for every option that is a position of the same game, and
 * emit_sum({fields...}, {fields...}, ...) for one that is a sum of such positions, at most SCRIPT_OPTIONS times;
 * emit_sum() is the option `end`. */
#ifndef CGI_SCRIPT_SCRIPT_H
#define CGI_SCRIPT_SCRIPT_H
#include "base/budget.h"
#include "base/diag.h"
#include "code/machine/script.h"

#define SCRIPT_STEPS 10000000
#define SCRIPT_MEMORY (64u << 20)
#define SCRIPT_STRING (4u << 10)
#define SCRIPT_SECONDS 10u
#define SCRIPT_OPTIONS 1000000

/* Returns false in a build without Lua. */
bool script_available(void);
enum status script_open(const struct model *model, struct budget *budget, struct diags *diags, struct script **script);

#endif
