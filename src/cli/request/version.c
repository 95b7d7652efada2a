/* SPDX-License-Identifier: MIT */
/* The commit is compiled into this file alone, since it changes more often than anything else. */
#include "cgi/version.h"
#include "cli/request/request.h"

void version_print(FILE *out)
{
    static const char commit[] =
#include "cli/commit.inc"
        ;
    fprintf(out, "cgi %s (commit %s)\n", CGI_VERSION, commit);
}
