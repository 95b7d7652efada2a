/* SPDX-License-Identifier: MIT */
/* What strategies prove of the games of a file, for boards of all sizes, in words.
 *
 *     struct strategy_statement *list;
 *     st = strategy_statements(engine, &arena, &list, &count);
 *     // cram: "a position that is its own image under half a turn is lost if the number of rows and the number of columns are even"
 *     // cram: "a board of cells that all hold 1 is won if exactly one of the numbers of rows and columns is odd, and both
 *     // are at least 1", by its first move: 0 is even, and a board without cells is lost
 *
 *
 * Of a state with other fields the board is named, and numbers beside it (windows.h) are 0: "a row s that is its own image
 * under the reflection of the row is lost if n is 0 and its length is even".
 *
 * Normal play, at the parameters that are selected. Each statement is proved (solve/pairing/pairs.h and sizes.h have theorems and
 * proofs); that there is none says nothing. ST_OK, ST_NO_MEMORY, or what ended the work. */
#ifndef CGI_ENGINE_STRATEGY_STRATEGY_H
#define CGI_ENGINE_STRATEGY_STRATEGY_H
#include "engine/open/engine.h"

struct strategy_statement {
    int game; /* of the model */
    enum outcome outcome;
    const char *text;     /* one sentence, without the name of the game */
    const char *strategy; /* "each move is answered by its image under half a turn" */
    const char *source;   /* author, year */
};
enum status strategy_statements(struct engine *engine, struct arena *arena, struct strategy_statement **list,
                                size_t *count);

#endif
