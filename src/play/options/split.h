/* SPDX-License-Identifier: MIT */
/* The parts of a state that is a sum (proof/parts/parts.h), as components.
 *
 *     const struct state_split *split = split_of(model, component);       // NULL: it is not known to be one
 *     for (size_t i = 0; i < split_count(split, component); i++) {
 *         int64_t cells[MODEL_MAX_FIELDS];
 *         struct component part = split_part_of(split, component, i, cells);       // r.h(5): its cells are in `cells` */
#ifndef CGI_PLAY_OPTIONS_SPLIT_H
#define CGI_PLAY_OPTIONS_SPLIT_H
#include "code/machine/position.h"

/* NULL: its state is not known to be a sum. */
const struct state_split *split_of(const struct model *model, const struct component *component);
size_t split_count(const struct state_split *split, const struct component *component);
/* Where cell k of part i stands among the cells of the whole. */
size_t split_cell(const struct state_split *split, size_t i, size_t k);
struct component split_part_of(const struct state_split *split, const struct component *component, size_t i,
                               int64_t *cells);
/* Is `game` one of the parts of the component? */
bool split_has_game(const struct model *model, const struct component *component, int game);
/* Why the component, of a game that has parts or falls apart (board.h), is their sum: a clause for people. NULL if memory runs out. */
const char *split_words(const struct model *model, const struct component *component, struct arena *arena);

#endif
