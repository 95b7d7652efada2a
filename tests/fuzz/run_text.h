/* SPDX-License-Identifier: MIT */
/* A rule file, run: compiled, verified, its positions searched, its checks tried, all under small budgets that count work and
 * not time. What is promised is checked: code that the compiler made passes the verifier, every stage ends with a status of its
 * own, a failure has a message, a searched value is the mex of its options' values, and all memory is given back. A broken
 * promise aborts.
 *
 *     run_text("game nim(n) { move take(t in 1..n) -> nim(n - t) }", NULL, NULL);
 *
 * `look` is called with the model, NULL where the file has mistakes, and with all that was reported. */
#ifndef CGI_TESTS_FUZZ_RUN_TEXT_H
#define CGI_TESTS_FUZZ_RUN_TEXT_H
#include "base/diag.h"
#include "model/model.h"

typedef void (*run_look)(void *context, const struct model *model, const struct diags *diags);
void run_text(const char *text, run_look look, void *context);
/* The same without questions about positions. */
void check_text(const char *text, run_look look, void *context);

#endif
