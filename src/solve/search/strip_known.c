/* SPDX-License-Identifier: MIT */
/* Every state that an instance leads to is a diagram made of the condition of that instance. */
#include "solve/search/strip_known.h"
#include <string.h>

/* Where an instance leads to, from states of these. */
static uint32_t after(struct strips *s, const struct strip_instance *x, uint32_t states)
{
    for (uint32_t cell = 0; cell < STRIP_CELLS; cell++)
        if (x->write >> cell & 1) states = diagram_without(&s->diagrams, states, cell);
    for (uint32_t cell = 0; cell < STRIP_CELLS; cell++) {
        uint32_t value = (uint32_t)(x->put >> cell & 1) | (uint32_t)(x->put >> cell >> 31 & 2);
        if (!(x->write >> cell & 1)) continue;
        states = diagram_join(&s->diagrams, FORMULA_ALL, states, diagram_cell(&s->diagrams, cell, 1u << value));
    }
    return states;
}

/* Where the instances lead to.
 * Where all ask the same law of the board as they leave it: let R be what an instance asks besides, w what it writes. States in which it is
 * possible are those of R in which the law holds with w known; what is left of that law does not read the cells that are written. So with
 * any values of these cells they are those of "R with some values there" and of that law, and as w they are those of the law itself that
 * "R with some values there" and w are. The law may then be asked of all instances together. */
static uint32_t all_after(struct strips *s, const struct strip_board *b)
{
    uint32_t states = DIAGRAM_FALSE;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct strip_instance *x = &b->instances[i];
        states = diagram_join(&s->diagrams, FORMULA_ANY, states, after(s, x, b->law ? x->rest : x->asks));
    }
    return b->law ? diagram_join(&s->diagrams, FORMULA_ALL, states, b->law) : states;
}

static void find_known(struct strips *s, uint32_t length)
{
    struct strip_board *b = &s->boards[length];
    struct diagrams *d = &s->diagrams;
    uint32_t open = ((1u << s->values) - 1) & ~s->final, known = DIAGRAM_TRUE;
    for (uint32_t cell = length; cell-- > 0;) known = diagram_join(d, FORMULA_ALL, diagram_cell(d, cell, open), known);
    b->known = diagram_join(d, FORMULA_ANY, known, all_after(s, b));
}

void strip_restrict(struct strips *s, uint32_t from, uint32_t to, bool known)
{
    for (uint32_t m = from; m <= to; m++) {
        struct strip_board *b = &s->boards[m];
        if (!b->fine) continue;
        memset(b->ones, STRIP_UNKNOWN, sizeof b->ones);
        memset(b->twos, STRIP_UNKNOWN, sizeof b->twos);
        b->one_any = b->two_any = UINT32_MAX;
        b->known = DIAGRAM_TRUE;
        if (known) find_known(s, m);
        for (uint32_t i = 0; i < b->count; i++)
            b->instances[i].root = diagram_join(&s->diagrams, FORMULA_ALL, b->instances[i].asks, b->known);
    }
}

bool strip_is_known(const struct strips *s, uint64_t strip)
{
    uint32_t at = s->boards[strip_size(strip)].known;
    while (at > DIAGRAM_TRUE) {
        const struct diagram *n = &s->diagrams.nodes.data[at];
        at = n->kids[(strip >> n->cell & 1) | (strip >> n->cell >> 31 & 2)];
    }
    return at == DIAGRAM_TRUE;
}
