/* SPDX-License-Identifier: MIT */
/* A rule file and another rule, as `compare` and `certify --equal` have them.
 *
 *     struct pair pair = {.file = file_shown(request->words[0])};
 *     int code = pair_open(request, "0.137", &pair);        // the file is the first word of the request
 *     ...                                                   // pair.engine[0], pair.engine[1]
 *     pair_close(&pair);                                    // in every case
 *
 * OTHER is a file, a code, or the name of a model. Settings go where the parameter is declared; both sides that sweep must be
 * selected by the caller. What is wrong is reported; the result is an exit code. */
#ifndef CGI_CLI_COMMAND_PAIR_H
#define CGI_CLI_COMMAND_PAIR_H
#include "cli/command/command.h"

struct other {
    const char *path;        /* a file; or */
    const char *text, *name; /* a rule in memory */
    bool model;
};
struct pair {
    struct engine *engine[2];
    struct other other;
    const char *file; /* the first file, as it is shown */
    struct arena arena;
};
int pair_open(struct request *request, const char *other, struct pair *pair);
void pair_close(struct pair *pair);

#endif
