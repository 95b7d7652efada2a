/* SPDX-License-Identifier: MIT */
/* The commit is compiled into this file alone, since it changes more often than anything else. */
#include "cgi/version.h"
#include "cli/request/request.h"

const char *version_text(void)
{
    static const char commit[] = CGI_VERSION " (commit "
#include "cli/commit.inc"
                                             ")";
    return commit;
}

void version_print(FILE *out) { fprintf(out, "cgi %s\n", version_text()); }
