/* SPDX-License-Identifier: MIT */
#include "solve/ranked/beams.h"

static bool is_small(int64_t number) { return number >= -VALUE_BOUND && number <= VALUE_BOUND; }

/* The state's cell becomes itself, and a constant, and a multiple of the last value. */
static bool is_even(const struct changed *c)
{
    int64_t more = c->more.constant;
    return !c->more.term && !c->more.choice && !c->more.count && more >= -RANKS_MOST && more <= RANKS_MOST;
}

/* Has the only level plain ends, and picks if it has conditions? */
static bool has_plain_ends(const struct level *level, struct beam *beam)
{
    return plain_ends_find(level, &beam->ends) && (!level->test_count || level->picks);
}

void beams_find(const struct ranks *r, struct shot *shot)
{
    struct beam *beam = &shot->beam;
    size_t places = 0, i = 0;
    *beam = (struct beam){.fine = false};
    if (shot->touched_count != 1 || shot->ends || shot->slow || shot->clip.unit || !shot->level_count) return;
    const struct unit *u = shot->touched[0].unit;
    if (u->kind != UNIT_CHAIN && u->kind != UNIT_SINGLE) return;
    int64_t more = 0, step = 0;
    bool bounded = true;
    for (size_t p = u->first; p < u->first + u->count; p++) {
        bounded &= r->bound[p] <= u->most;
        if (i < shot->changed_count && shot->changed[i].place == p) {
            if (!is_even(&shot->changed[i])) return;
            more += shot->changed[i].more.constant;
            step += shot->changed[i++].step;
        }
        if (!more && !step) continue;
        *beam = (struct beam){.place = p, .more = more, .step = step, .bound = r->bound[p]};
        beam->next = p + 1 < u->first + u->count;
        places++;
    }
    beam->fine = places == 1 && beam->step != 0 && bounded && !(u->exact && (more || step));
    beam->plain = beam->fine && shot->level_count == 1 && has_plain_ends(&shot->levels[0], beam);
    beam->direct = beam->plain && !shot->test_count && !shot->twin_count;
}

bool beams_run(struct filling *f, int64_t low, int64_t high, uint64_t picked)
{
    return is_small(low) && is_small(high) && beams_mark(f, low, high, picked);
}
