/* SPDX-License-Identifier: MIT */
/* Names that other languages have, and Lua functions called like those of the rule: what is written here instead.
 *
 *     diag(ck->diags, D_UNKNOWN_NAME, span, "range");
 *     if (!note_foreign(ck, "range")) ...                  // note: a range is written 1..n
 *
 * False: nothing was said. */
#ifndef CGI_CHECK_NAMES_FOREIGN_H
#define CGI_CHECK_NAMES_FOREIGN_H
#include "check/private.h"

bool note_foreign(struct checker *ck, const char *name);

#endif
