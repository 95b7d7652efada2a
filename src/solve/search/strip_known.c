/* SPDX-License-Identifier: MIT */
/* Every state that an instance leads to is a diagram made of the condition of that instance. */
#include "solve/search/strip_known.h"
#include <string.h>

/* Where an instance leads to. */
static uint32_t after(struct strips *s, const struct strip_instance *x)
{
    uint32_t states = x->asks;
    for (uint32_t cell = 0; cell < STRIP_CELLS; cell++)
        if (x->write >> cell & 1) states = diagram_without(&s->diagrams, states, cell);
    for (uint32_t cell = 0; cell < STRIP_CELLS; cell++) {
        uint32_t value = (uint32_t)(x->put >> cell & 1) | (uint32_t)(x->put >> cell >> 31 & 2);
        if (!(x->write >> cell & 1)) continue;
        states = diagram_join(&s->diagrams, FORMULA_ALL, states, diagram_cell(&s->diagrams, cell, 1u << value));
    }
    return states;
}

static void find_known(struct strips *s, uint32_t length)
{
    struct strip_board *b = &s->boards[length];
    struct diagrams *d = &s->diagrams;
    uint32_t open = ((1u << s->values) - 1) & ~s->final, known = DIAGRAM_TRUE;
    for (uint32_t cell = length; cell-- > 0;) known = diagram_join(d, FORMULA_ALL, diagram_cell(d, cell, open), known);
    for (uint32_t i = 0; i < b->count; i++) known = diagram_join(d, FORMULA_ANY, known, after(s, &b->instances[i]));
    b->known = known;
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
