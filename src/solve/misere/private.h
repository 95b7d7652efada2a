/* SPDX-License-Identifier: MIT */
/* What tame.c stores: the pairs of single components, and the texts made of them. */
#ifndef CGI_SOLVE_MISERE_PRIVATE_H
#define CGI_SOLVE_MISERE_PRIVATE_H
#include "play/options/component_table.h"
#include "solve/misere/tame.h"

enum tame_kind { TAME_UNKNOWN, TAME_OPEN, TAME_SWAP, TAME_FIXED, TAME_WILD };
/* One component, indexed by its number in the store's parts. */
struct tame_part {
    uint32_t sg, misere; /* misere: of SWAP and FIXED parts, and of a WILD part whose options are all tame */
    unsigned char kind;
    bool pet, only_swaps; /* everything it leads to is pet; it is a swap */
    bool breach;          /* WILD though all its options are tame */
    uint32_t cause;       /* of a WILD part: the breach behind it */
};
/* What is stored about a position that was asked about. */
struct tame_verdict {
    const char *text; /* in the store's settings arena */
    bool refused, refuted;
};
struct tame {
    VEC(struct tame_part) parts;
    struct position_table asked; /* packed positions */
    struct budget none;          /* budget of that table: describing a position does not count as computing one */
    VEC(struct tame_verdict) verdicts;
};
enum status tame_open(const struct env *env, struct tame **tame);
/* Determines the kind of a component and of everything it leads to. */
enum status tame_look(struct env *env, struct tame *tame, uint32_t id);
struct tame_verdict *tame_find(const struct env *env, const struct component *components, size_t count);

#endif
