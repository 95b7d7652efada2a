/* SPDX-License-Identifier: MIT */
/* What is read from such a folder is believed as far as the user's own files are, so nobody else may write there. */
#include "base/folder.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_own(const char *path)
{
    struct stat s;
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return false;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && (s.st_mode & 077) == 0;
}

bool folder_own(const char *name, struct text *path)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    text_clear(path);
    if (cache && *cache == '/') text_puts(path, cache);
    else if (home && *home == '/') text_add(path, "%s/.cache", home);
    else return false;
    if (!path->failed) mkdir(text_c(path), 0700); /* is there as a rule */
    text_puts(path, "/cgi");
    if (!path->failed) mkdir(text_c(path), 0700);
    text_add(path, "/%s", name);
    if (!path->failed && is_own(text_c(path))) return true;
    text_clear(path);
    return false;
}
