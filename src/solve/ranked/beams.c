/* SPDX-License-Identifier: MIT */
#include "solve/ranked/beams.h"

static bool is_small(int64_t number) { return number >= -VALUE_BOUND && number <= VALUE_BOUND; }

/* The state's cell becomes itself, and a constant, and a multiple of the last value. */
static bool is_even(const struct changed *c)
{
    int64_t more = c->more.constant;
    return !c->more.term && !c->more.choice && !c->more.count && more >= -RANKS_MOST && more <= RANKS_MOST;
}

static void keep_end(struct beam *beam, bool low, struct beam_end end)
{
    size_t *count = low ? &beam->low_count : &beam->high_count;
    (low ? beam->lows : beam->highs)[(*count)++] = end;
}

/* One more end, from sign * q: a constant, or one cell and a constant, or, as it is, what is kept for each number of a cell. */
static bool add_end(struct beam *beam, const struct quick *q, int64_t sign, bool low)
{
    int64_t constant = sign * q->constant;
    bool kept = q->reading && sign == 1, linear = !q->term && !q->choice;
    size_t count = low ? beam->low_count : beam->high_count;
    if ((!linear && !kept) || q->count > 1 || !is_small(q->constant) || count == BEAM_ENDS) return false;
    if (kept) keep_end(beam, low, (struct beam_end){.reading = q->reading});
    else if (q->count)
        keep_end(beam, low, (struct beam_end){constant, sign * q->first.factor, q->first.variable, NULL});
    else if (low && constant > beam->low) beam->low = constant;
    else if (!low && constant < beam->high) beam->high = constant;
    return true;
}

/* The ends of the only level, if they are plain. */
static bool find_ends(const struct level *level, struct beam *beam)
{
    beam->low = -VALUE_BOUND;
    beam->high = VALUE_BOUND;
    bool plain = add_end(beam, &level->low, 1, true) && add_end(beam, &level->high, 1, false);
    for (size_t i = 0; i < level->edge_count && plain; i++) {
        const struct edge *edge = &level->edges[i];
        bool low = edge->factor > 0;
        plain = (edge->factor == 1 || edge->factor == -1) && add_end(beam, &edge->rest, low ? -1 : 1, low);
    }
    return plain && !level->bend_count && (!level->test_count || level->picks);
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
    beam->plain = beam->fine && shot->level_count == 1 && find_ends(&shot->levels[0], beam);
    beam->direct = beam->plain && !shot->test_count && !shot->twin_count;
}

bool beams_run(struct filling *f, int64_t low, int64_t high, uint64_t picked)
{
    return is_small(low) && is_small(high) && beams_mark(f, low, high, picked);
}
