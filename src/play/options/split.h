/* SPDX-License-Identifier: MIT */
/* The parts of a state that is a sum (proof/parts/parts.h), as components.
 *
 *     const struct state_split *split = split_of(model, component);       // NULL: it is not known to be one
 *     struct split_place place;
 *     for (size_t i = 0; split_place(split, component, NULL, i, &place); i++) {
 *         int64_t cells[MODEL_MAX_FIELDS];
 *         struct component part = split_component(&place, component, cells);      // r.h(5): its cells are in `cells` */
#ifndef CGI_PLAY_OPTIONS_SPLIT_H
#define CGI_PLAY_OPTIONS_SPLIT_H
#include "code/machine/position.h"

/* Number k of the part stands at at[k] among the cells of the whole; if that is SPLIT_GIVEN it is given[k], a number of the place,
 * or 0 for a cell beyond the end of a row. */
#define SPLIT_GIVEN SIZE_MAX
struct split_place {
    const struct split_part *part;
    size_t at[MODEL_MAX_FIELDS];
    int64_t given[MODEL_MAX_FIELDS];
};

/* NULL: its state is not known to be a sum. */
const struct state_split *split_of(const struct model *model, const struct component *component);
/* How many parts the component has, and which one part i is; false if there are no more. `big`: its numbers, where some of them are
 * beyond 64 bits; else NULL. O(number of fields). */
size_t split_count(const struct state_split *split, const struct component *component,
                   const struct integer *const *big);
bool split_place(const struct state_split *split, const struct component *component, const struct integer *const *big,
                 size_t i, struct split_place *place);
struct component split_component(const struct split_place *place, const struct component *component, int64_t *cells);
/* Is `game` one of the parts of the component? */
bool split_has_game(const struct model *model, const struct component *component, int game);
/* Why the component, of a game that has parts or falls apart (board.h), is their sum: a clause for people. NULL if memory runs out. */
const char *split_words(const struct model *model, const struct component *component, struct arena *arena);

#endif
