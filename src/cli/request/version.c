/* Idea: the commit changes more often than anything else, so no other file is compiled for it. */
#include "cgi/version.h"
#include "cli/request/request.h"

void version_print(FILE *out)
{
    static const char commit[] =
#include "cli/commit.inc"
        ;
    fprintf(out, "cgi %s (commit %s)\n", CGI_VERSION, commit);
}
