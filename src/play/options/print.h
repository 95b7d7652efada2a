/* SPDX-License-Identifier: MIT */
/* Moves, positions and numbers as text for answers and messages.
 *
 *     print_move(model, &move, true, &text);               // "take(t = 4) in nim(5)"
 *     print_bytes(text, 12e9);                             // "12 GB" */
#ifndef CGI_PLAY_OPTIONS_PRINT_H
#define CGI_PLAY_OPTIONS_PRINT_H
#include "play/options/options.h"

/* Steps are joined by "and". */
void print_move(const struct model *model, const struct made_move *move, bool with_component, struct text *out);
/* The value of one generator of a step (g < step_values): a number, or the name of a node. */
void print_step_value(const struct model *model, const struct step *step, size_t g, struct text *out);
/* A sum, "end" when it is empty. */
void print_sum(const struct model *model, const struct component *components, size_t count, struct text *out);
/* Sum number i of the list, likewise. */
void print_listed_sum(const struct model *model, const struct sums *sums, size_t i, struct text *out);
/* The name of the node at which a component of an explicit graph is. */
void print_node(const struct model *model, const struct component *component, struct text *out);
void print_bytes(double bytes, struct text *out);
/* The text as a string of the arena; frees the text. NULL if memory runs out. */
char *print_keep(struct arena *arena, struct text *text);

#endif
