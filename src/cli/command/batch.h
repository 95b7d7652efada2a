/* cgi analyze --batch: the outcomes of a file of positions, one mapped word a line. */
#ifndef CGI_CLI_COMMAND_BATCH_H
#define CGI_CLI_COMMAND_BATCH_H
#include "cli/request/cli.h"

/* `engine` is opened and selected. An exit code. */
int batch_run(struct request *request, struct engine *engine);

#endif
