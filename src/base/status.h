/* SPDX-License-Identifier: MIT */
/* Status codes: what a caller can act on. Diagnostics (diag.h) tell the author of a rule file what is wrong.
 *
 *     enum status st = store_intern(store, key, n, &id);
 *     if (st != ST_OK) return st;          // the caller above decides, the command line maps it to an exit code
 *
 * One line per status: STATUS(id, exit code, words). */
#ifndef CGI_BASE_STATUS_H
#define CGI_BASE_STATUS_H
#include <stdbool.h>

#define STATUS_TABLE(STATUS)                                                                                           \
    STATUS(OK, 0, "done")                                                                                              \
    STATUS(NO_MEMORY, 4, "the memory allocator refused a request")                                                     \
    STATUS(INVALID, 3, "the file does not compile; the diagnostics say why")                                           \
    STATUS(USAGE, 2, "the request makes no sense; the diagnostics say why")                                            \
    STATUS(TIMEOUT, 4, "the time budget was reached")                                                                  \
    STATUS(MEMORY_BUDGET, 4, "the memory budget was reached")                                                          \
    STATUS(STATE_BUDGET, 4, "the position budget was reached")                                                         \
    STATUS(INTERRUPTED, 4, "interrupted")                                                                              \
    STATUS(TOO_LARGE, 4, "a number is too large for search and no closed form answers")                                \
    STATUS(UNSUPPORTED, 2, "no solver answers this question for this rule")                                            \
    STATUS(RULE_FAILED, 5, "the rule failed while running; the diagnostics say where")

enum status {
#define STATUS_ENUM(id, code, words) ST_##id,
    STATUS_TABLE(STATUS_ENUM)
#undef STATUS_ENUM
        ST_COUNT
};

/* The words of a status, e.g. "done"; never NULL. */
const char *status_words(enum status st);
/* The exit code of the command line for a status (0, 2, 3, 4 or 5). */
int status_exit_code(enum status st);
/* Did a limit end the work (time, memory, positions, Ctrl-C, numbers beyond 64 bits), so that the results so far are
 * valid and may be shown? False for ST_NO_MEMORY: then nothing more can be written. */
bool status_is_budget(enum status st);

#endif
