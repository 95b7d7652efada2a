/* SPDX-License-Identifier: MIT */
/* What is left of a board's moves, once cells are final: independent parts, and boards on which the same is left.
 *
 *     struct residue_parts parts = {0};
 *     st = residue_find(env, &component, &parts);
 *     if (st == ST_OK && parts.known)              // the game is the sum of parts.items[..]; none: there are no moves
 *         id = *residue_note(env, &parts.items.data[0]);     // UINT32_MAX at first; the caller's note on its class
 *     st = residue_position(env, &component, &parts.items.data[0], arena, &part);       // the part as a position
 *
 * Of a grounded rule (ground.h) and a state s let a cell be *frozen* if it holds a final value. The instances' conditions
 * are simplified by what frozen cells hold: a literal that fails there is false, one that holds is true. An instance
 * that becomes false is *out*. Of the others join the cells that are not frozen and that the simplified condition reads or the instance
 * writes. For a class C of cells so joined let s(C) be s with a final value d in all cells that are neither in C nor frozen.
 *
 * Theorem (parts). The game at s is the disjunctive sum of the games at all s(C).
 * Proof. Frozen cells stay as they are in all that follows s and s(C), so the simplified conditions stay right, and what is out is
 * never enabled. An instance that is not out reads and changes cells of one C, and in s(C) its condition is the same,
 * for it reads no other cells: enabled together, it has the same effect on C. In s(C) an instance of another class would change no cell,
 * as all it writes is frozen; so it is not enabled, as every instance changes some cell (ground.h). []
 *
 * The *residue* of C is what its cells hold, and the set of its instances, each with its simplified condition and what it
 * writes into C, the cells numbered 0, 1, ... in C.
 *
 * Theorem (classes). If the residues of two parts are equal, or become so when the cells of one are numbered the other way round,
 * the games are the same but for the names of moves.
 * Proof. By induction on play: the numbering takes the options of one to those of the other. What the simplified
 * conditions say of cells does not depend on the board that they came from, nor on its rule. []
 * So runs of stones of any length are like, on boards of any size, where moves cannot tell them apart.
 *
 * Both are theorems about games and not about values. `known` is false where the rule is not grounded or was not at several
 * sizes, or where of many boards most were unlike: then the board stays whole. What is found is kept in the store.
 * Time O(what is read of the conditions). */
#ifndef CGI_PLAY_GROUND_RESIDUE_H
#define CGI_PLAY_GROUND_RESIDUE_H
#include "base/vec.h"
#include "play/options/env.h"

struct residue_part {
    uint64_t cells; /* bits, counted along the rows */
    uint32_t class;
};
struct residue_parts {
    bool known;
    VEC(struct residue_part) items;
};

/* ST_OK or ST_NO_MEMORY, or what the budget says. */
enum status residue_find(struct env *env, const struct component *component, struct residue_parts *parts);
/* Valid until the next call of residue_find. */
uint32_t *residue_note(const struct env *env, const struct residue_part *part);
/* The component itself, if the part is all of it that can still change. */
enum status residue_position(const struct env *env, const struct component *component, const struct residue_part *part,
                             struct arena *arena, struct component *position);
/* How many boards there are at most that play from this one can lead to, and instances of moves on one; false: it is not grounded. */
bool residue_boards(const struct env *env, const struct component *component, double *boards, double *instances);
/* The conditions of the component's board, kept in the store, made if need be; they may be not fine (ground.h). *ground NULL: none are
 * kept of such games, or there are too many already. ST_OK or ST_NO_MEMORY. */
struct ground;
enum status residue_ground(const struct env *env, const struct component *component, const struct ground **ground);
/* Could boards of the game be grounded, so that it is worth while to try? */
bool residue_may_be(const struct env *env, int game);

#endif
