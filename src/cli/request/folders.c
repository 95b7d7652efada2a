/* SPDX-License-Identifier: MIT */
/* Finds the folders that came with the program. In a build tree they are beside it; where it is installed they have
 * fixed paths relative to it, so that an installed tree can be moved. The folder configured at build time is tried
 * last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/request/request.h"

static const struct {
    const char *beside, *from_program, *configured;
    const char *holds; /* a file in it, by which it is recognised: other folders may have the same name */
} folders[] = {
    [FOLDER_PLUGINS] = {"plugins", CGI_PLUGINS_FROM_PROGRAM, CGI_PLUGINS, "."},
    [FOLDER_MANUAL] = {"manual", CGI_MANUAL_FROM_PROGRAM, CGI_MANUAL, "errors.md"},
    [FOLDER_GAMES] = {"games", CGI_GAMES_FROM_PROGRAM, CGI_GAMES, "nim.game"},
};

/* Writes FOLDER + TAIL, without links and dots, to `path` if it contains `holds`. */
static bool found(const char *folder, const char *tail, const char *holds, char path[PATH_MAX])
{
    char name[2 * PATH_MAX];
    int length = snprintf(name, sizeof name, "%s%s/%s", folder, tail, holds);
    if (length < 0 || (size_t)length >= sizeof name || access(name, R_OK) != 0) return false;
    name[(size_t)length - strlen(holds) - 1] = '\0';
    return realpath(name, path) != NULL;
}

const char *own_folder(enum folder which, char path[PATH_MAX])
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    while (length > 0 && program[length - 1] != '/') length--;
    const char *holds = folders[which].holds;
    if (length > 0) {
        program[length] = '\0';
        if (found(program, folders[which].beside, holds, path)) return path;
        if (found(program, folders[which].from_program, holds, path)) return path;
    }
    return found(folders[which].configured, "", holds, path) ? path : NULL;
}
