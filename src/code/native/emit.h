/* SPDX-License-Identifier: MIT */
/* A program as C.
 *
 *     struct text c = {0};
 *     const char *because;
 *     if (native_emit(code, number, &premises, &c, &because) == ST_OK && !because) compile(text_c(&c));
 *
 * The file defines `void cgi_table(struct cgi_run *run)` (prelude.h, whose text it begins with): the same program, *
 * register for register. Registers are local variables; each instruction is a line of forms.def. Where an *
 * instruction has no line, or its line cannot go on (a sum that leaves 64 bits, a value beyond the table, a * failing
 * rule), the registers that are live go back to memory, and run->step carries out this one instruction. So * the C
 * decides nothing that the machine decides otherwise, and fails nowhere.
 *
 * *because: why the program has no C; NULL: it has. Rule text stands in comments only; names are letters, digits *
 * and underlines. */
#ifndef CGI_CODE_NATIVE_EMIT_H
#define CGI_CODE_NATIVE_EMIT_H
#include "base/text.h"
#include "code/compile/code.h"
#include "code/native/known.h"

enum status native_emit(const struct code *code, int program, const struct premises *premises, struct text *out,
                        const char **because);

/* Does the program of a table run through options in loops of its own, and not in rays alone? */
bool native_loops(const struct code *code, int program);

#endif
