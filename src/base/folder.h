/* SPDX-License-Identifier: MIT */
/* The program's folders below the user's cache folder.
 *
 *     struct text path = {0};
 *     if (folder_own("values", &path)) open(text_c(&path), ...);   // ~/.cache/cgi/values
 *     text_free(&path);
 *
 * $XDG_CACHE_HOME/cgi/NAME, else $HOME/.cache/cgi/NAME, made with mode 0700 if it is missing. */
#ifndef CGI_BASE_FOLDER_H
#define CGI_BASE_FOLDER_H
#include <stdbool.h>
#include "base/text.h"

/* False: there is none, it cannot be made, it belongs to somebody else or others may enter it, or may put something in the place of
 * it or of `cgi`; or memory ran out. `path` is then empty. */
bool folder_own(const char *name, struct text *path);

#endif
