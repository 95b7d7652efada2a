/* SPDX-License-Identifier: MIT */
/* Moves: what moved, how, and what it became.
 *
 *     static enum status take(void *context, const struct made_move *move)      // options.h: one call for each move
 *     {
 *         struct position to;
 *         if (!position_after(&arena, position, move, &to)) return ST_NO_MEMORY;   // nim(1) + nim(5)
 *         print_move(model, move, true, &text);                                    // take(t = 2) in nim(3)   (print.h)
 *
 * A move of an ordinary game has one step; one of a compound has a step for each sub-position that it changes. The numbers of
 * a step are those of the machine, or integers of any size where a move was found in a rule's normal form. */
#ifndef CGI_PLAY_OPTIONS_MOVES_H
#define CGI_PLAY_OPTIONS_MOVES_H
#include "code/machine/calls.h"
#include "play/cells/sums.h"
#include "proof/options/options.h"

/* One part of a move: the component of the position (or of a compound's sub-position) that moved, and how. */
struct step {
    struct component in;
    const struct integer *const *in_big; /* its cells, where one is beyond 64 bits (position.h: big); else NULL */
    struct taken taken;                  /* move NULL: along an edge of an explicit graph */
    const struct integer *const *values; /* of the generators, in the place of taken.values; else NULL */
    size_t part;                         /* in a compound: which sub-position, from 1; else 0 */
};
/* How many generator values it has: none are known of a move that a script made. */
static inline size_t step_values(const struct step *step)
{
    return step->taken.move && (step->taken.values || step->values) ? step->taken.move->gen_count : 0;
}
static inline const char *step_name(const struct step *step)
{
    return step->taken.move ? step->taken.move->name : "step";
}
struct made_move {
    size_t component; /* of the position: which one moved, from 0 */
    const struct step *steps;
    size_t step_count;
    const struct component *parts; /* what it became */
    size_t part_count;
    const struct integer *const **big; /* cells of the parts, where they are integers (position.h: big); else NULL */
};

/* What the component becomes, as the normal form gives it; in the arena, besides the cells. False when memory is out. */
bool move_lead_to(struct arena *arena, const struct normal_position *result, size_t count, struct made_move *move);
/* The position after the move: the parts stand where the component stood. In the arena, with the cells of `from` and of the
 * parts. False when memory is out. */
bool position_after(struct arena *arena, const struct position *from, const struct made_move *move,
                    struct position *to);
/* The same with copies of the parts' cells, for moves whose parts are gone after the call. No cell may be beyond 64 bits. */
bool position_after_kept(struct arena *arena, const struct position *from, const struct made_move *move,
                         struct position *to);
/* Does the name of a move need that of what moved: in a sum, in a compound? */
static inline bool move_needs_component(const struct position *from, const struct made_move *move)
{
    return from->count > 1 || move->steps[0].part;
}

/* Steps of moves that are kept, with the values of their generators.
 *
 *     struct step_list steps = {0};
 *     if (!steps_add(&steps, move->steps, move->step_count)) return ST_NO_MEMORY;       // list 0, list 1, ...
 *     step_vec list = {0};
 *     if (!steps_get(&steps, 0, &list)) return ST_NO_MEMORY;        // appended; valid until the next steps_add */
typedef VEC(struct step) step_vec;
struct step_list {
    step_vec steps;
    VEC(size_t) ends, values_at; /* of a list; where the generator values of a step begin */
    cell_vec values;
};
bool steps_add(struct step_list *list, const struct step *steps, size_t count);
bool steps_get(const struct step_list *list, size_t i, step_vec *out);
void steps_clear(struct step_list *list);
void steps_free(struct step_list *list);

#endif
