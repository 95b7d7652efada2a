/* SPDX-License-Identifier: MIT */
/* Sums of parts in misère play, in which parts that are found to be the same game are one.
 *
 *     struct forms f = {.source = source, .budget = budget};                // parts by number, and their options
 *     st = forms_add(&f, part, &sum);                                       // for each part of the sum
 *     st = forms_lost(&f, &table, &sum, UINT64_MAX, &lost);                 // forms_search.h: the player to move loses
 *     forms_free(&f);
 *
 * Two games G and H are the same if G + T and H + T have the same outcome in misère play for every T, T = 0 included. Then one may
 * stand for the other in any sum. `0` is the game without moves; *k has the options *0 to *(k-1).
 *
 * Theorem 1 (Grundy and Smith 1956). Let the options of H be options of G, and let each other option of G have H as an option; if
 * H has no option, let G be won by the player to move. Then G and H are the same.
 * Proof, by induction on T. If H + T is won by a move in H, that is a move of G. If it is won by a move to H + T', then G + T' is
 * lost by induction. If it is won as nobody can move, H and T are 0, and G is won. If H + T is lost, it has moves, so G + T
 * has some: those of G that are of H, and those of T (by induction), lead to what is won; and each other move of G is answered by
 * the move to H + T, which is lost. []
 * 1. What has equal options is equal. 2. If the options of G that are some *k have the mex m, and each other one has *m as an
 * option, G is *m, provided that m > 0, or G has no option or one that is known to be lost. (Options that are *k with k > m have *m.)
 * 3. *1 + *1 is 0, and *k + *1 is *(k xor 1): by 2, from the options. Nothing else that adds to nothing is left out: *2 + *2 is
 * not 0.
 *
 * Theorem 2 (Conway 1976): the tame rule of tame.h. A sum of parts that are found to be tame, as are all that they lead to, is
 * decided by their pairs, without a search.
 *
 * Parts are taken to their forms by what they lead to, depth first. Where that takes more than a share of the search, they are left as
 * they are and stand for themselves, which is right in any case: how many are reduced decides how long it takes, and nothing else.
 *
 * A sum is searched up to the first move that wins; options that are known are looked at before others, then the smallest first.
 * Play must end. Memory: the table (a key of the numbers of a sum each), and what parts lead to. */
#ifndef CGI_SOLVE_MISERE_FORMS_H
#define CGI_SOLVE_MISERE_FORMS_H
#include "play/cells/position_table.h"
#include "play/options/component_table.h"

enum { FORMS_NONE = UINT32_MAX };
/* Parts have numbers from 0 on. */
struct forms_source {
    void *context;
    /* Appends the options, each as its number of parts and these. */
    enum status (*options)(void *context, uint32_t part, id_vec *lists, uint32_t *count);
    uint32_t (*size)(void *context, uint32_t part); /* how much is left to be played in it, more or less */
    /* Called now and then. */
    enum status (*look)(void *context);
    /* What is known of a part alone, and what was found; NULL: that is in the table. */
    bool (*known)(void *context, uint32_t part, bool *lost);
    enum status (*note)(void *context, uint32_t part, bool lost);
};
enum form_state { FORM_NEW, FORM_OPEN, FORM_LARGE, FORM_DONE };
enum form_kind { FORM_WILD, FORM_SWAP, FORM_FIXED }; /* tame.h; FORM_WILD: not known to be tame */
struct form_part {
    size_t first;           /* of its options in the pool */
    uint32_t options, size; /* how many */
    uint32_t same;          /* the part that stands for it; FORMS_NONE: it is 0 */
    uint32_t star;          /* k, if it is *k; else 0 */
    uint32_t value;         /* of what is tame, the SG value */
    unsigned char state, kind;
    bool listed; /* its options are in the pool, */
    bool seen;   /* or were listed once */
};
struct forms_option {
    size_t at; /* in `sums` */
    uint32_t count, size;
};
struct forms_level {
    size_t sum, count, base;  /* in `sums`; its options stand from `base` on */
    size_t first, next, last; /* in `options` */
    bool listed, won;
};
struct forms_open {
    uint32_t part, options, left; /* of the option at hand */
    size_t lists, next, end;      /* in `open_lists` */
};
struct forms {
    struct forms_source source;
    struct budget *budget;
    VEC(struct form_part) parts;
    id_vec pool;  /* options, each as its number of parts and these */
    id_vec stars; /* of k: the part that is *k and stands for it */
    struct position_table sets;
    VEC(struct forms_open) opened;
    VEC(struct forms_level) levels;
    VEC(struct forms_option) options;
    VEC(const uint32_t *) order;
    id_vec open_lists, mapped, sums, raw, scratch;
    struct bytes key;
    uint64_t reduced, searched, looked; /* options: of parts that are reduced, of sums, of these since the last look */
    uint64_t given;                     /* options that the last part which was found to be too large was allowed */
    uint32_t kept;                      /* larger parts are not reduced: from this size on, 0 is any */
};

/* Adds the part, in its form, to the sum, which stays in order. */
enum status forms_add(struct forms *f, uint32_t part, id_vec *sum);
void forms_free(struct forms *f);

/* ---- for forms_search.c ------------------------------------------------------------------------------------------- */
/* Sorts the parts from `from` on, which stand for themselves, and adds up those that are *1 and another *k. */
void forms_order(const struct forms *f, id_vec *sum, size_t from);
/* The part that stands for it is f->parts.data[part].same then. */
enum status forms_settle(struct forms *f, uint32_t part);
/* The options of a part that stands for itself: lists in *from from *first on, until the next call. */
enum status forms_options(struct forms *f, uint32_t part, const id_vec **from, size_t *first, uint32_t *count);
/* Is the sum one of tame parts? Then *lost. */
bool forms_tame(const struct forms *f, const uint32_t *sum, size_t count, bool *lost);

#endif
