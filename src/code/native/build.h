/* SPDX-License-Identifier: MIT */
/* A program compiled by the system's C compiler, while the machine goes on.
 *
 *     struct native *n;
 *     st = native_start(code, program, &premises, true, &n);                  // from the cache, or the compiler is
 * started and not
  * waited for
 *     native_table *run = native_ready(n);                   // NULL: not yet, or never
 *     native_free(n);                                        // after the last call of what was returned; ends the
  * compiler
 *
 * The compiler is cc, gcc or clang, whichever is found first in the folders of PATH; without one, or if it fails,
  * native_ready never returns code, and nothing is said: the machine does the same work. What is compiled is kept
  * (cache.h). */
#ifndef CGI_CODE_NATIVE_BUILD_H
#define CGI_CODE_NATIVE_BUILD_H
#include "base/budget.h"
#include "base/status.h"
#include "code/compile/code.h"
#include "code/native/known.h"
#include "code/native/prelude.h"

typedef void native_table(struct cgi_run *run);
struct native;
/* `compile`: unless it is in the cache; else only what is there. ST_NO_MEMORY only; *native may be NULL: then there is nothing to
 * wait for. */
enum status native_start(const struct code *code, int program, const struct premises *premises, bool compile,
                         struct native **native);
/* What its code takes for granted: the caller checks known_holds before each call. */
const struct premises *native_premises(const struct native *native);
native_table *native_ready(struct native *native);
/* Until the compiler has ended; by Ctrl-C or the end of the time before that. */
enum status native_wait(struct native *native, const struct budget *budget);
void native_free(struct native *native);

#endif
