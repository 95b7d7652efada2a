/* SPDX-License-Identifier: MIT */
/* All guesses about a line. */
#include "law/private.h"

enum status law_offer(struct law_guesses *guesses, const struct law_term *term, int64_t from)
{
    return term && vec_push(&guesses->list, ((struct law_guess){term, from, 0})) ? ST_OK : ST_NO_MEMORY;
}

enum status law_guess_line(const struct law_line *line, struct law_guesses *guesses)
{
    if (line->count < 6) return ST_OK;
    enum status st = law_guess_periodic(line, guesses);
    if (st == ST_OK) st = law_guess_similar(line, guesses);
    return st == ST_OK ? law_guess_features(line, guesses) : st;
}
