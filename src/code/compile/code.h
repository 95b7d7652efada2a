/* SPDX-License-Identifier: MIT */
/* Rules as verified register code.
 *
 *     struct code *code;
 *     enum status st = code_compile(model, diags, &code);      // compiles and verifies the programs of the model's games
 *     if (st == ST_OK) st = vm_open(code, params, script, budget, diags, &vm);         // calls.h runs it
 *     code_free(code);
 *
 * There is one program for each move list of a game and for each invariant, canon, start, each number of a
 * clause `measure` that is not proved, compound definition, expect
 * and claim. The code does not depend on the values of the parameters, which are registers that the machine fills.
 * Instructions, operands and their checks come from ops.def (enum, names, disassembler, verifier). The verifier proves
 * that the registers, jumps, stack use and array registers of every program are in range, so the machine checks only
 * what depends on values: overflow, division by 0, natural numbers, invariants, row bounds, budgets. No expression tree
 * is walked at run time. */
#ifndef CGI_CODE_COMPILE_CODE_H
#define CGI_CODE_COMPILE_CODE_H
#include "base/diag.h"
#include "base/status.h"
#include "base/text.h"
#include "model/model.h"

struct code;
/* `model` must outlive the code. ST_NO_MEMORY, or ST_INVALID with a diagnostic if a construct cannot be compiled; *code
 * is then NULL. */
enum status code_compile(const struct model *model, struct diags *diags, struct code **code);
/* Compiles what claim `index` of the model needs, unless that is done: most questions run no claim, and a file has more of these than
 * moves. Errors as above; nothing may run the claim then. */
enum status code_claim(struct code *code, size_t index, struct diags *diags);
/* Compiles one more expression against the same model: a position or question from the command line. `slots` counts its
 * local variables; *program is its number for vm_position and vm_evaluate. */
enum status code_add_expression(struct code *code, const struct expr *expression, int slots, struct diags *diags,
                                int *program);
/* The listing: one instruction per line, with the source text of the construct it came from. game < 0: all programs. */
void code_dump(const struct code *code, int game, struct text *out);
/* How many instructions the longest move of the model takes: no more are run between two steps of the machine, of which budgets
 * look at every few thousand. At least 1. */
size_t code_longest_move(const struct code *code);
void code_free(struct code *code);

#endif
