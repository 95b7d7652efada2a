/* SPDX-License-Identifier: MIT */
/* What the claims of a file say of a position, reckoned out with its numbers.
 *
 *     struct law_applied *laws;
 *     st = laws_apply(engine, &position, &answer, &engine->answers, &laws, &count);
 *     // claim sg(lasker(n)) == n + [-1, 0, 0, 1][n % 4 + 1] at lasker(11): "n = 11",
 *     // "11 + [-1, 0, 0, 1][11 % 4 + 1] = 11 + [-1, 0, 0, 1][3 + 1] = 11 + [-1, 0, 0, 1][4] = 11 + 1 = 12",
 *     // "so sg(lasker(11)) is 12", "holds to n = 200 (201 cases)"
 *
 * A claim speaks of a position if one of its questions is about it, for values of its variables that its domains and `where` allow; a
 * greatest value that is a constant only says how far somebody looked (`beyond`). Those of which one side is the question and the other
 * asks nothing are told; where there are none, the others; and where none speaks of a whole sum, those of its
 * components. At most LAWS_MOST. Every value is the machine's, and the claim is compared with the answer of
 * the solvers here: `agrees`. `verdict` is what is known of it otherwise, as `cgi test` says it, in bounded work: it may be a
 * theorem, or hold as far as it was tried; then nothing is proved by it. Positions beyond 64 bits have none. */
#ifndef CGI_ENGINE_EXPLAIN_LAWS_H
#define CGI_ENGINE_EXPLAIN_LAWS_H
#include "engine/open/engine.h"

enum { LAWS_MOST = 4, LAW_STEPS = 12 };
struct law_applied {
    size_t number; /* of the check */
    uint32_t line;
    const char *text; /* the claim */
    const char *at;   /* "a = 12, b = 31"; "": it has no variables */
    const char *
        steps; /* the side that is reckoned, joined by " = ", or by ", that is, " if it is true or false; NULL: nothing to do */
    const char *so; /* "so sg(lasker(11)) is 12", "so the claim is true" */
    const char *verdict;
    bool agrees, beyond;
};
/* ST_OK or what ends every question. */
enum status laws_apply(struct engine *engine, const struct position *position, const struct answer *answer,
                       struct arena *arena, struct law_applied **laws, size_t *count);

#endif
