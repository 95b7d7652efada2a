/* SPDX-License-Identifier: MIT */
/* For tests: a rule written as text, all the way to answers.
 *
 *     struct runtime_case c;
 *     case_open(&c, "game nim(n) { move take(t in 1..n) -> nim(n - t) }");
 *     assert_string_equal(case_wins(&c, "nim(3) + nim(5)", PLAY_NORMAL, 0), "take(t = 2) in nim(5) -> nim(3) + nim(3)");
 *     case_close(&c);
 *
 * What is returned is valid until case_close. */
#ifndef CGI_TESTS_RUNTIME_CASE_H
#define CGI_TESTS_RUNTIME_CASE_H
#include "rule_file.h"
#include "answer/answer.h"
#include "plan/outcomes.h"
#include "play/options/store.h"

struct runtime_case {
    struct rule_file file;
    struct env *env;
    struct arena arena;
    struct answer answer;
    enum status st; /* of the last question */
};
void case_open(struct runtime_case *c, const char *rule);
void case_close(struct runtime_case *c);
/* The term's position; fails the test when it is none. */
struct position case_position(struct runtime_case *c, const char *term);
/* Asks for everything; c->answer and c->st. */
void case_ask(struct runtime_case *c, const char *term, enum play play, int mover);
/* The SG value as text, or "" when there is none. */
const char *case_sg(struct runtime_case *c, const char *term);
/* "P", "N", "D" or "?" */
const char *case_outcome(struct runtime_case *c, const char *term, enum play play, int mover);
/* The winning moves, "move -> to" joined by "; "; "..." at the end when the list is not complete. */
const char *case_wins(struct runtime_case *c, const char *term, enum play play, int mover);
/* The SG value of a sum by the solver of that name alone; -1: it cannot. */
int64_t case_value_by(struct runtime_case *c, const char *solver, const struct component *components, size_t count);

#endif
