/* SPDX-License-Identifier: MIT */
/* Of a list of masks a condition is a conjunction; of diagrams see diagram_bits.h. */
#include "solve/search/mask_bit_source.h"
#include "solve/search/diagram_bits.h"
#include "solve/search/masks.h"

static void write_move(void *context, size_t move, uint64_t *write, uint64_t *put)
{
    const struct masks *m = context;
    for (size_t w = 0; w < m->ground.words; w++) {
        write[w] = m->ground.moves[move].write.words[w];
        put[w] = m->ground.moves[move].put.words[w];
    }
}

static bool may_be_made(void *context, size_t move, const uint64_t *free, const uint64_t *start)
{
    const struct masks *m = context;
    const struct ground_move *x = &m->ground.moves[move];
    uint64_t off = 0;
    for (size_t w = 0; w < m->ground.words; w++) off |= (start[w] ^ x->want.words[w]) & x->care.words[w] & ~free[w];
    return !off;
}

static bit_ref when_made(void *context, size_t move, struct bit_diagrams *d, const bit_ref *literals,
                         const bit_ref *negations)
{
    const struct masks *m = context;
    const struct ground_move *x = &m->ground.moves[move];
    bit_ref made = BIT_TRUE;
    for (size_t w = m->ground.words; w-- > 0;)
        for (uint64_t left = x->care.words[w]; left; left &= left - 1) {
            size_t bit = w * 64 + (size_t)__builtin_ctzll(left);
            bool one = x->want.words[w] >> (bit % 64) & 1;
            made = bit_and(d, made, one ? literals[bit] : negations[bit]);
        }
    return made;
}

enum status mask_bit_rule(const struct masks *m, const struct ground_mask *state, uint32_t most, uint64_t work,
                          struct bit_rule **rule, bool *more)
{
    if (m->diagrams) return diagram_bit_rule(m->diagrams, state->words, m->ground.words, most, work, rule, more);
    struct bit_source source = {.context = (void *)m,
                                .words = m->ground.words,
                                .move_count = m->ground.move_count,
                                .write = write_move,
                                .may = may_be_made,
                                .when = when_made};
    for (size_t w = 0; w < m->ground.words; w++) source.start[w] = state->words[w];
    return bit_rule_make(&source, most, work, rule, more);
}
