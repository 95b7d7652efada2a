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

/* Can nobody else put another folder in the place of one in it? A link counts as the folder that it leads to. A group of users that
 * is their own, as one has by oneself on many systems, may write there. */
static bool is_guarded(const char *path)
{
    struct stat s;
    mkdir(path, 0700); /* is there as a rule */
    if (stat(path, &s) != 0 || !S_ISDIR(s.st_mode) || (s.st_uid != geteuid() && s.st_uid != 0)) return false;
    bool others = (s.st_mode & 002) || ((s.st_mode & 020) && s.st_gid != getegid());
    return !others || (s.st_mode & S_ISVTX);
}

bool folder_own(const char *name, struct text *path)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    text_clear(path);
    if (cache && *cache == '/') text_puts(path, cache);
    else if (home && *home == '/') text_add(path, "%s/.cache", home);
    else return false;
    bool guarded = !path->failed && is_guarded(text_c(path));
    text_puts(path, "/cgi");
    guarded = guarded && !path->failed && is_guarded(text_c(path));
    text_add(path, "/%s", name);
    if (guarded && !path->failed && is_own(text_c(path))) return true;
    text_clear(path);
    return false;
}
