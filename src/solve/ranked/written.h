/* SPDX-License-Identifier: MIT */
/* Rules of games whose states are numbers, each written out once (unroll.h), and what readers found in it.
 *
 *     struct written_rule *w;
 *     st = written_rule(env, game, &w);
 *     if (st == ST_OK && !w->found[WRITTEN_VECTORS]) ...       // to be found, and put there: in settings_arena
 *
 * Kept until the parameters change; nothing of it is freed by readers. */
#ifndef CGI_SOLVE_RANKED_WRITTEN_H
#define CGI_SOLVE_RANKED_WRITTEN_H
#include "solve/ranked/unroll.h"

enum written_reader { WRITTEN_DYNAMIC, WRITTEN_VECTORS, WRITTEN_CHOICES, WRITTEN_READERS };
struct written_rule {
    int game;
    struct unrolled unrolled;
    void *found[WRITTEN_READERS]; /* NULL: not looked for yet */
    struct written_rule *next;
};
/* Of a game without fields of other kinds than numbers. ST_OK or ST_NO_MEMORY. */
enum status written_rule(const struct env *env, int game, struct written_rule **out);

#endif
