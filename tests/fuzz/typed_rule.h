/* SPDX-License-Identifier: MIT */
/* Rule files that are nearly right, out of bytes: every decision takes one, and none are left means the plainest choice, so any
 * bytes make a file that ends. What is written follows the types of the language; now and then it does not.
 *
 *     struct text out = {0};
 *     typed_rule(data, size, &out);             // text_c(&out) is a rule file
 *     text_free(&out); */
#ifndef CGI_TESTS_FUZZ_TYPED_RULE_H
#define CGI_TESTS_FUZZ_TYPED_RULE_H
#include "base/text.h"
#include "model/model.h"

void typed_rule(const uint8_t *data, size_t size, struct text *out);

/* ---- between typed_rule.c and typed_expr.c */
enum { TYPED_NAMES = 64, TYPED_GAMES = 5, TYPED_GRAPHS = 2, TYPED_NODES = 5 };
/* A name that may stand for a value here: a variable, a field, a parameter. */
struct typed_name {
    char name[12];
    enum type type;
    int graph;
};
struct typed_fn {
    enum type result, arguments[3];
    int graph;
    size_t count;
};
struct typed_game {
    enum field_kind fields[4];
    int graphs[4];
    size_t count, start_count; /* arguments of its start, SIZE_MAX: none */
    enum game_kind kind;
    char letter; /* its name: a letter and its number */
};
struct typed {
    const uint8_t *data;
    size_t size, at;
    struct text *out;
    struct typed_name names[TYPED_NAMES];
    size_t name_count;
    struct typed_fn fns[3];
    size_t fn_count, set_params;
    struct typed_game games[TYPED_GAMES];
    size_t game_count, graph_count;
    unsigned next;                    /* for new names */
    bool mover, lua, calls, infinite; /* what may be written here; infinite: a variable runs over an infinite set */
    bool moved;                       /* some rule reads the mover */
    char capped[12], taken[12];       /* that variable; one that runs from 1 to the first field */
};
unsigned typed_pick(struct typed *t, unsigned sides);
bool typed_chance(struct typed *t, unsigned percent);
/* A new name, known from now on; forget by setting name_count back. */
const char *typed_declare(struct typed *t, enum type type, int graph);
void typed_expr(struct typed *t, enum type type, int graph, unsigned depth);
/* `x in DOMAIN, ...`: at least one; the variables are declared. */
void typed_gens(struct typed *t, unsigned most, unsigned depth);
/* A position: of game `own` mostly, when that is not negative. */
void typed_position(struct typed *t, int own, unsigned depth);

#endif
