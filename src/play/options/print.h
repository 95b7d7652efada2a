/* SPDX-License-Identifier: MIT */
/* Moves, positions and numbers as text for answers and messages.
 *
 *     print_step(model, &step, true, &text);               // "take(t = 4) in nim(5)"
 *     print_bytes(text, 12e9);                             // "12 GB" */
#ifndef CGI_PLAY_OPTIONS_PRINT_H
#define CGI_PLAY_OPTIONS_PRINT_H
#include "play/options/options.h"

void print_step(const struct model *model, const struct step *step, bool with_component, struct text *out);
/* A sum; "end" if it is empty. */
void print_sum(const struct model *model, const struct component *components, size_t count, struct text *out);
/* The name of the node at which a component of an explicit graph is. */
void print_node(const struct model *model, const struct component *component, struct text *out);
void print_bytes(double bytes, struct text *out);
/* The text as a string of the arena; frees the text. NULL if memory runs out. */
char *print_keep(struct arena *arena, struct text *text);

#endif
