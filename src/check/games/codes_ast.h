/* SPDX-License-Identifier: MIT */
/* Building syntax: a code is written out as the moves it stands for, which are then checked like any others. Every node
 * has the span of the code. All functions accept NULL operands and return NULL for them and if memory runs out.
 *
 *     struct syntax s = {.ck = ck, .span = span};
 *     struct ast *n = syntax_name(&s, "n"), *t = syntax_number(&s, 3);
 *     syntax_move(&s, "take3", 0, NULL, syntax_op(&s, OP_GE, n, t), result); */
#ifndef CGI_CHECK_GAMES_CODES_AST_H
#define CGI_CHECK_GAMES_CODES_AST_H
#include "check/private.h"

enum { SYNTAX_MAX_MOVES = 4096 };

struct syntax {
    struct checker *ck;
    struct span span;
    const char *self; /* the game's name */
    VEC(struct ast *) moves;
};
struct ast *syntax_name(struct syntax *s, const char *name);
struct ast *syntax_number(struct syntax *s, int64_t value);
struct ast *syntax_op(struct syntax *s, enum ast_op op, struct ast *a, struct ast *b);
/* `name in low..high` */
struct ast *syntax_gen(struct syntax *s, const char *name, struct ast *low, struct ast *high);
/* self(argument) */
struct ast *syntax_self(struct syntax *s, struct ast *argument);
/* sum(body for gen) */
struct ast *syntax_sum_for(struct syntax *s, struct ast *body, struct ast *gen);
void syntax_move(struct syntax *s, const char *name, size_t gen_count, struct ast *const *gens, struct ast *condition,
                 struct ast *result);
/* The moves as a LIST; frees the working memory. NULL if memory runs out. */
const struct ast *syntax_list(struct syntax *s);

#endif
