/* SPDX-License-Identifier: MIT */
/* A numbering without gaps of the states that play from some states may reach, options before positions.
 *
 *     struct ranks r;
 *     st = ranks_open(&u, &exchange, &orders, starts, count, &arena, &r);
 *     if (r.fine) ...                       // staircase([0, 0, 0, 0, 25]): r.size is 142506
 *     for (int64_t x[...]; ranks_first(&r, x); ...; if (!ranks_next(&r, x)) break)   // in the order of their numbers 0, 1, ...
 *     ranks_of(&r, x, &number)
 *
 * The cells are ordered, most significant first, and stand in units:
 *
 *   SINGLE  a cell that no move raises: from its least to its greatest value at the start
 *   CHAIN   cells that moves raise, while the sum of all of them never rises: their sums from the first cell on are bounded by those
 *           at the start where these sums never rise, else by the sum of all; EXACT: the sum of all stays as it is
 *   GROUP   cells of one class (exchange.h), or of a bag, that no move raises, as multisets, their values ascending
 *   LINE    cells of which each keeps below the next or above it, perhaps strictly (orders.h), from the greatest to the least or from the
 *           least to the greatest, each up to its greatest value at the start: staircases, partitions
 *   WEB     cells of which some keep below others: plane partitions
 *
 * A number is a sum with one summand for each cell, looked up in a table: of a chain by the sum of its cells so far, of a group by the
 * cell's place and value, binomial coefficients (Lehmer's combinatorial number system). For a chain let F_j(q) be the number of
 * ways to choose cells j.. if the sum of the cells before is less than q; the states before one whose first cells are given number
 * F_j(q_j) - F_j(q_{j-1}) at each cell, where q_j is the sum up to it, and this telescopes to one table for each q_j.
 *
 * In a line that falls the ways to fill it with a lower cell at place j, those before it given, depend on that cell alone: a lower
 * one is below those before it as well. In one that rises, let F_j(q) be the number of ways to choose cells j.. with cell j less than q;
 * F_j(x_j) - F_j(x_{j-1} + gap) telescopes again. What may follow in a web is known by the bounds that cells before leave to those
 * behind: its nodes (web.h), and the number is a sum along a path from node to node (Lucchesi and Kowaltowski 1993).
 *
 * That no option is left out, and that each has a smaller number, is not taken from here: fill.h looks at every option. What is proved
 * of moves, by signs of linear terms, chooses the numbering only. */
#ifndef CGI_SOLVE_RANKED_RANKS_H
#define CGI_SOLVE_RANKED_RANKS_H
#include "solve/ranked/exchange.h"
#include "solve/ranked/orders.h"

enum unit_kind { UNIT_SINGLE, UNIT_CHAIN, UNIT_GROUP, UNIT_LINE, UNIT_WEB };
struct unit {
    enum unit_kind kind;
    size_t first, count; /* of its cells in `order` */
    int64_t most;        /* of a cell, less its least value; of a chain, the sum of all */
    bool exact;          /* CHAIN */
    bool rises;          /* LINE: from the least cell to the greatest */
    uint64_t size;       /* how many ways there are to fill it */
    uint32_t **upto;     /* LINE: the tables of its first k places added, k from 0 to count */
    uint32_t *
        *below; /* LINE: by place, less the first: how many ways with a lower cell there are, those before it given */
};
/* WEB: from a node, at a place, by the value of the cell there. */
struct strand {
    uint32_t next, add; /* the node at the next place, RANKS_NOWHERE: none; what is added to the number */
};
#define RANKS_NOWHERE UINT32_MAX
#define RANKS_FREE INT64_MIN
struct ranks {
    bool fine;
    const char *why; /* not fine: a static sentence */
    bool ordered;    /* it has a line or a web: states that do not keep their order have no number */
    size_t cells, unit_count;
    unsigned char order[TERM_CELLS], unit_of[TERM_CELLS]; /* by place: the cell, the unit */
    int64_t least[TERM_CELLS], bound[TERM_CELLS];         /* by place; bound: of the number that is looked up */
    struct unit units[TERM_CELLS];
    uint32_t *table[TERM_CELLS];    /* by place; sums modulo 2^32 */
    struct strand *web[TERM_CELLS]; /* by place in a web: node * (bound + 1) + value; place `first` has one node */
    int64_t gap[TERM_CELLS]
               [TERM_CELLS]; /* LINE, WEB: place p + gap <= place q, both less their least; RANKS_FREE: nothing holds */
    uint64_t size;
};
enum { RANKS_MOST = 1 << 30 };
/* `orders`: what cells keep; NULL: nothing is used. */
enum status ranks_open(const struct unrolled *u, const struct exchange *x, const struct orders *orders,
                       const int64_t (*starts)[TERM_CELLS], size_t count, struct arena *arena, struct ranks *r);
/* The number of a state, whose cells may be in any order within a group. False: it is not numbered. */
bool ranks_of(const struct ranks *r, const int64_t *x, uint32_t *number);
/* Is cell a less cell b plus the constant never negative in a state that is numbered, as the order of cells says? b < 0: cell a alone. */
bool ranks_imply(const struct ranks *r, int a, int b, int64_t constant);
/* All that numbers are made of: two numberings with the same words give each state the same number. */
void ranks_words(const struct ranks *r, struct text *out);
void ranks_first(const struct ranks *r, int64_t *x);
/* False after the last. */
bool ranks_next(const struct ranks *r, int64_t *x);
/* How many states from x on have numbers one after the other, this one among them, and differ in one cell only, *cell, which is one more in
 * each than in the one before. */
uint32_t ranks_run(const struct ranks *r, const int64_t *x, size_t *cell);
/* Does it number the states of one sum only? */
bool ranks_exact(const struct ranks *r);
/* A state drawn, not evenly; a line or a web of it evenly. */
void ranks_draw(const struct ranks *r, uint64_t *seed, int64_t *x);

#endif
