/* SPDX-License-Identifier: MIT */
/* What tame.c keeps: the pairs of single components, and what was put into words. */
#ifndef CGI_SOLVE_MISERE_PRIVATE_H
#define CGI_SOLVE_MISERE_PRIVATE_H
#include "play/options/component_table.h"
#include "solve/misere/tame.h"

enum tame_kind { TAME_UNKNOWN, TAME_OPEN, TAME_SWAP, TAME_FIXED, TAME_WILD };
/* One component by its number in the store's parts. */
struct tame_part {
    uint32_t sg, misere; /* misere: of SWAP, FIXED and of a WILD part whose options are all tame */
    unsigned char kind;
    bool pet, only_swaps; /* all that it leads to is pet; is a swap */
    bool breach;          /* WILD though all its options are tame */
    uint32_t cause;       /* of a WILD part: the breach behind it */
};
/* What is remembered of a position that was asked about. */
struct tame_verdict {
    const char *text; /* in the store's settings arena */
    bool refused, refuted;
};
struct tame {
    VEC(struct tame_part) parts;
    struct position_table asked; /* packed positions */
    struct budget none;          /* of that table: what is put into words counts as no position */
    VEC(struct tame_verdict) verdicts;
};
enum status tame_open(const struct env *env, struct tame **tame);
/* Finds the kind of a component and of all that it leads to. */
enum status tame_look(struct env *env, struct tame *tame, uint32_t id);
struct tame_verdict *tame_find(const struct env *env, const struct component *components, size_t count);

#endif
