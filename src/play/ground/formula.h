/* SPDX-License-Identifier: MIT */
/* Conditions on what the cells of a board hold, each made once.
 *
 *     struct formulas f = {0};
 *     formulas_open(&f, 3);                                           // cells hold 0, 1 or 2
 *     uint32_t free = formula_cell(&f, 4, 1u << 0);                   // cell 4 holds 0
 *     uint32_t both = formula_join(&f, FORMULA_ALL, (uint32_t[]){free, formula_cell(&f, 5, 1u << 1 | 1u << 2)}, 2);
 *     formula_not(&f, both);                                          // cell 4 holds 1 or 2, or cell 5 holds 0
 *     formulas_close(&f);
 *
 * Negations stand at the cells only. A TERM says of several cells what each may hold; ALL and ANY have two or more formulas,
 * terms first, each once. Equal formulas have equal numbers; different ones may still mean the same. Boards have at most
 * FORMULA_CELLS cells, and values are below FORMULA_VALUES. With `meaning` set formulas are diagrams (diagram.h), and their
 * numbers those of its nodes: then two that mean the same have one number, and `failed` is set where it has failed. Where memory
 * runs out, or there would be too many formulas or too long ones, `failed` is set, and the formulas made since mean nothing. */
#ifndef CGI_PLAY_GROUND_FORMULA_H
#define CGI_PLAY_GROUND_FORMULA_H
#include "base/vec.h"
#include "play/cells/pack.h"
#include "play/cells/position_table.h"

enum { FORMULA_CELLS = 64, FORMULA_VALUES = 8, FORMULAS_MOST = 1 << 16, FORMULA_FALSE = 0, FORMULA_TRUE = 1 };
enum { FORMULA_LIST = 1 << 12, FORMULA_KIDS = 1 << 22 }; /* that are joined at most, in one formula and in all */
enum formula_kind { FORMULA_CONSTANT, FORMULA_TERM, FORMULA_ALL, FORMULA_ANY };
/* Each of these cells holds one of these values (bits). */
struct literal {
    uint64_t cells;
    uint32_t values;
};
/* Its literals, ascending by values, or the formulas that it joins. */
struct formula {
    enum formula_kind kind;
    uint32_t first, count;
    uint32_t negation; /* 0: not made yet (the constants have none) */
};
/* Two formulas that were joined, and what was made. */
struct formula_pair {
    uint32_t kind, a, b, made; /* kind FORMULA_CONSTANT: none */
};
enum { FORMULA_PAIRS = 1 << 9 };
struct diagrams;
struct formulas {
    uint32_t values; /* bits: all that a cell may hold */
    struct diagrams *meaning;
    VEC(struct formula) items;
    VEC(struct literal) literals;
    VEC(uint32_t) kids;
    VEC(uint32_t) others;                     /* scratch, of one join */
    struct formula_pair pairs[FORMULA_PAIRS]; /* some of those that were joined */
    struct position_table known;              /* key i is that of items[i] */
    struct bytes key;                         /* scratch */
    struct budget none;
    bool failed, no_memory;
};

/* Not to be moved in memory while it is open. `meaning` may be set then, before any formula is made. */
bool formulas_open(struct formulas *f, uint32_t values);
void formulas_close(struct formulas *f);
uint32_t formula_cell(struct formulas *f, uint32_t cell, uint32_t values);
uint32_t formula_join(struct formulas *f, enum formula_kind kind, const uint32_t *ids, size_t count);
uint32_t formula_not(struct formulas *f, uint32_t id);
static inline uint32_t formula_both(struct formulas *f, uint32_t a, uint32_t b)
{
    if (a == b || b == FORMULA_TRUE || a == FORMULA_FALSE) return a;
    if (a == FORMULA_TRUE || b == FORMULA_FALSE) return b;
    return formula_join(f, FORMULA_ALL, (uint32_t[]){a, b}, 2);
}
static inline uint32_t formula_either(struct formulas *f, uint32_t a, uint32_t b)
{
    if (a == b || b == FORMULA_FALSE || a == FORMULA_TRUE) return a;
    if (a == FORMULA_FALSE || b == FORMULA_TRUE) return b;
    return formula_join(f, FORMULA_ANY, (uint32_t[]){a, b}, 2);
}
/* Of formulas, by number: that of the image + 1, or 0. */
struct formula_images {
    VEC(uint32_t) made;
};
/* Each cell c replaced by to[c], no two the same; not of diagrams. `known` is empty at first, and of these cells alone. */
uint32_t formula_image(struct formulas *f, uint32_t id, const uint8_t *to, struct formula_images *known);
/* Is b what this makes of a? Looked at as they are written, so that nothing is made: two that mean the same may be written in two ways, and
 * false says nothing. Neither does it once *work, of which each pair of formulas that is compared takes 1, is used up. */
bool formula_is_image(const struct formulas *f, uint32_t a, uint32_t b, const uint8_t *to, size_t *work);
/* What the cell holds wherever the formula is true, as far as one of its terms says so. */
uint32_t formula_allows(const struct formulas *f, uint32_t id, uint32_t cell);

#endif
