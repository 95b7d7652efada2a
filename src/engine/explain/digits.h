/* SPDX-License-Identifier: MIT */
/* A position read by the automaton of the lost positions, where that is proved for all sizes with little work.
 *
 *     struct digits_read d;
 *     st = digits_read(engine, &position, &answer, &arena, &d);
 *     if (d.found) ...            // king(4, 8) in base 2: a "0 1 0 0", b "1 0 0 0", states 0 2 1 0 0, accepts: lost
 *
 * Of a single component whose fields are numbers within 62 bits, in the play of the answer; not where a closed form answered, whose
 * steps say more. Digits are those of the numeration, most significant first, all of the same length. */
#ifndef CGI_ENGINE_EXPLAIN_DIGITS_H
#define CGI_ENGINE_EXPLAIN_DIGITS_H
#include "engine/prove/prove.h"
#include "proof/automatic/automatic.h"

struct digits_read {
    bool found, accepts; /* accepts: the player to move loses */
    const char *in;      /* "base 2", "Zeckendorf numeration" */
    uint32_t states;     /* of the automaton */
    int fields;
    const char *names[AUTOMATIC_FIELDS], *digits[AUTOMATIC_FIELDS];
    const char
        *sums[AUTOMATIC_FIELDS]; /* "4 = 3 + 1", what the digits stand for; NULL: where a letter is several digits */
    const char *path;            /* the states one after the other, "0 2 1 0 0" */
};
/* ST_OK or what ends every question. */
enum status digits_read(struct engine *engine, const struct position *position, const struct answer *answer,
                        struct arena *arena, struct digits_read *out);

#endif
