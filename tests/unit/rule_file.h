/* SPDX-License-Identifier: MIT */
/* For tests: a rule written as text, all the way to a machine that runs it.
 *
 *     struct rule_file f;
 *     rule_open(&f, "game nim(n) { move take(t in 1..n) -> nim(n - t) }");
 *     assert_int_equal(f.st, ST_OK);
 *     ... f.model, f.code, f.vm, f.diags ...
 *     rule_close(&f);
 */
#ifndef CGI_TESTS_RULE_FILE_H
#define CGI_TESTS_RULE_FILE_H
#include "base/intern.h"
#include "code/machine/calls.h"

struct rule_file {
    struct sources sources;
    struct arena arena;
    struct interns names;
    struct diags diags;
    struct budget budget;
    struct model *model;
    struct code *code;
    struct vm *vm;
    const struct param_value *params;
    uint32_t source;
    enum status st;
};
void rule_open(struct rule_file *f, const char *text);
/* The cells of a position term such as "nim(3)"; its program number. */
enum status rule_position(struct rule_file *f, const char *term, struct position *position);
/* The last diagnostic's code, "" where there is none; its message and notes in one line. */
const char *rule_error(const struct rule_file *f);
const char *rule_message(struct rule_file *f);
void rule_close(struct rule_file *f);
/* Is it a rule, and one whose first game a table can be filled for? A drawn one may have a move that can never be made, which is an
 * error. */
bool rule_is_fillable(const char *text);
/* All options of a term, in order, as text: "take(1) nim(2); take(2) nim(1)". Lives in the arena. */
const char *rule_options(struct rule_file *f, const char *term);

#endif
