/* SPDX-License-Identifier: MIT */
/* The words of a command line as a position or as ranges.
 *
 *     struct position position;
 *     enum status st = engine_position(engine, words, 3, &position);           // nim 3 5 6, or "nim(3) + nim(5)"
 *
 * Results live in engine->answers. */
#ifndef CGI_ENGINE_OPEN_POSITION_H
#define CGI_ENGINE_OPEN_POSITION_H
#include "engine/open/engine.h"

/* The position that the words after FILE denote: one term ("nim(3) + nim(5)"), bare numbers or nodes for the main
 * game's only field, or, without words, the file's `start`. ST_USAGE with an example if they denote none. */
enum status engine_position(struct engine *engine, const char *const *words, size_t count, struct position *position);
/* The position of other games for which a component of a compound game stands; the machine evaluates it. */
enum status engine_unfold(struct engine *engine, const struct component *component, struct position *position);
/* What the ranges of a table stand for: the fields of the main game, or the numbers of a start if some field is none. Of
 * several starts that of `wanted` numbers; 0, or none has so many: the least. NULL: the game has no table. */
const struct field *engine_axis_fields(const struct engine *engine, size_t wanted, size_t *count);
/* Ranges for a table: "0..9", "5"; one for each of these fields. */
enum status engine_axes(struct engine *engine, const char *const *words, size_t count, struct axis *axes);

#endif
