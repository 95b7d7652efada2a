/* SPDX-License-Identifier: MIT */
/* The Lua blocks of a rule file, ready to be called from rules.
 *
 *     struct script *script;                                        // NULL for a model without Lua
 *     enum status st = script_open(model, budget, diags, &script);
 *     st = script->call(script->self, function, args, 1, true, &result, &message);
 *     script->close(script->self);
 *
 * script_open runs the blocks in their order and looks up every function that the rules use. ST_INVALID with diagnostics
 * that point into the blocks, or at the use of a function that no block defines. A build without Lua has script_none.c in
 * the place of the other files; it refuses models that call Lua.
 *
 * Rules are untrusted, so a block sees only: assert error getmetatable ipairs next pairs pcall rawequal rawget rawlen rawset
 * select setmetatable tonumber tostring type, math (without random), a string table without patterns, and table. There is
 * no way to files, programs, other code or the clock, and a run depends on nothing but the rule:
 *   - pairs and next go through numbers, then strings, then booleans, each in ascending order; other keys are refused;
 *   - tostring shows no addresses; finalisers and weak tables are refused;
 *   - after the blocks have run, nothing that they have made can be changed (freeze.h): a call keeps nothing for the next;
 *   - no pcall catches the end of steps, memory or stack, so none of them shows how much of it there was;
 *   - a call may take SCRIPT_STEPS steps: an instruction is one, and so are 32 bytes of fresh memory and what library
 *     functions do to an element; and SCRIPT_SECONDS of processor time. Nothing in the script can catch its end;
 *   - all that the script holds may take SCRIPT_MEMORY bytes, a string SCRIPT_STRING;
 *   - the deadline and Ctrl-C are looked at every 200 instructions.
 * Integers go in, integers or booleans come out; 3.0 is an integer here and 2.5 is not. Integer arithmetic inside Lua
 * wraps round, as it does everywhere in Lua.
 *
 * A move generator (`move lua next`) is called as next(fields...), a row or bag being a table {a, b, ...}, a grid a table of
 * rows. The name `mover` is 1 or 2 in it, if the text of the blocks has the name; a function that reads it fails. It calls
 * emit(fields...) for every option that is a position of the same game, and emit_sum({fields...}, {fields...}, ...) for one
 * that is a sum of such, at most SCRIPT_OPTIONS times; emit_sum()
 * is the end. */
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

/* False in a build without Lua. */
bool script_available(void);
enum status script_open(const struct model *model, struct budget *budget, struct diags *diags, struct script **script);

#endif
