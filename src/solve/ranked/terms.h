/* SPDX-License-Identifier: MIT */
/* Terms over the cells of a state and the values of a move: what is left of a rule's expressions when the shape of the state is
 * known.
 *
 *     struct term *n = term_cell(&t, 0), *g = term_value(&t, 0);                       // n is cell 0, g what a move takes
 *     struct term *after = term_make(&t, EXPR_SUB, (struct term *[]){n, g}, 2);        // n - g
 *     int64_t x[TERM_VARIABLES] = {[0] = 7, [TERM_CELLS] = 2}, value;
 *     if (term_value_at(after, x, &value)) ...                                         // 5; false: it has none
 *     struct linear line;
 *     if (term_linear(after, &line)) ...                                               // 1 * cell 0 - 1 * value 0
 *
 * Kinds are those of model.h: INT (a constant), FIELD (a cell), LOCAL (a value), the operators on numbers and truth
 * values, IF, CALL of builtins of numbers, IN, whose index is a set that the language names, and INDEX: of its kids
 * 1, 2, .. the one whose number kid 0 is, 0 where there is none; the others are not looked at. Truth values are 0 and 1.
 * Constants are folded where they have a value; where they have none (a divisor 0) the term stays and fails when it is
 * evaluated. NULL is passed through: memory was out. Terms live in the arena. */
#ifndef CGI_SOLVE_RANKED_TERMS_H
#define CGI_SOLVE_RANKED_TERMS_H
#include "model/model.h"

enum { TERM_CELLS = 56, TERM_VALUES = 8, TERM_VARIABLES = TERM_CELLS + TERM_VALUES };
struct term {
    enum expr_kind kind;
    int64_t constant; /* INT */
    int index;        /* FIELD: the cell; LOCAL: the value; CALL: enum builtin */
    uint64_t reads;   /* bits: its variables, cells first */
    uint32_t count;
    struct term **kids;
};
/* The sum of the constant and each variable times its factor. */
struct linear {
    int64_t constant, factor[TERM_VARIABLES];
};
struct term_store {
    struct arena *arena;
    bool no_memory;
    size_t made, most; /* how many terms; more are refused as if memory were out */
};
struct term *term_int(struct term_store *terms, int64_t value);
struct term *term_cell(struct term_store *terms, int cell);
struct term *term_value(struct term_store *terms, int value);
struct term *term_make(struct term_store *terms, enum expr_kind kind, struct term *const *kids, size_t count);
/* Of two; NULL if one of them is. */
struct term *term_pair(struct term_store *terms, enum expr_kind kind, struct term *a, struct term *b);
struct term *term_call(struct term_store *terms, int builtin, struct term *const *kids, size_t count);
static inline bool term_is(const struct term *t, int64_t value) { return t->kind == EXPR_INT && t->constant == value; }
/* The highest value that it reads, counted from 1; 0: none. */
static inline size_t term_level(const struct term *t)
{
    uint64_t values = t->reads >> TERM_CELLS;
    return values ? 64 - (size_t)__builtin_clzll(values) : 0;
}
/* The bit of a variable, and those of all cells that the term reads. */
static inline uint64_t term_bit(int variable) { return UINT64_C(1) << variable; }
static inline uint64_t term_cells_read(const struct term *t) { return t->reads & (term_bit(TERM_CELLS) - 1); }
static inline bool term_reads_values(const struct term *t) { return t->reads >> TERM_CELLS != 0; }
/* Is x an element of a set that the language names? of: what it is given, NULL for those without. */
struct term *term_member(struct term_store *terms, enum domain_kind set, struct term *x, struct term *of);
/* The same with its variables replaced: variable v by map[v]. */
struct term *term_mapped(struct term_store *terms, const struct term *t, const int *map);
/* Its value with x for the variables. False where there is none: it does not fit, or something divides by 0. */
bool term_value_at(const struct term *t, const int64_t *x, int64_t *value);
/* About how many terms are looked at to find its value; at most `most`. */
uint32_t term_size(const struct term *t, uint32_t most);
/* Is it known to have a value whatever its variables are? Then it does not matter in which order conditions are looked at. */
bool term_never_fails(const struct term *t);
/* Is it linear, with small factors? */
bool term_linear(const struct term *t, struct linear *line);
/* The sum as a term: what is added in front of what is subtracted, of both the cells, then the values, then the constant. */
struct term *term_of_linear(struct term_store *terms, const struct linear *line);
/* What a move takes of the cell that becomes `after`: values alone. False: it does not become itself less values. */
bool term_taken(const struct term *after, size_t cell, struct linear *taken);
int64_t linear_at(const struct linear *line, const int64_t *x);
/* A text that is the same for terms that are the same up to the order of what an operator joins and the sign of what
 * abs is given, `abs(a - b)` or `abs(b - a)`; equal texts mean equal values everywhere. `names[v]` stands for variable
 * v. */
void term_text(const struct term *t, const int *names, struct text *out);

#endif
