/* SPDX-License-Identifier: MIT */
/* The commands of `cgi`, one file each; commands.def lists them.
 *
 *     int code = command_analyze(&request);                 // as all_commands[i].run
 *
 * A command checks its words, asks the engine, prints the answer and returns an exit code. */
#ifndef CGI_CLI_COMMAND_COMMAND_H
#define CGI_CLI_COMMAND_COMMAND_H
#include <stdio.h>
#include "cli/request/request.h"

#define COMMAND(function, name, arguments, help) int command_##function(struct request *request);
#include "cli/request/commands.def"
#undef COMMAND

/* ---- help.c */
void help_command(const struct command *command, FILE *out);
void help_all(FILE *out);

/* ---- dump.c: --dump=STAGE. Positions are read only for plan and graph. */
int dump_stage(struct request *request, const char *stage);

/* ---- prove_equal.c: prove FILE OTHER, the lost positions of two rules. */
int prove_equal(struct request *request);

/* ---- batch.c: analyze --batch, the outcomes of a file of positions, one mapped word per line. A setting of `engine`
 * must be selected. */
int batch_run(struct request *request, struct engine *engine);

#endif
