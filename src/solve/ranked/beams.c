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
    if (u->kind == UNIT_SINGLE) beam->stride = r->table[beam->place][1];
    beam->fine = places == 1 && beam->step != 0 && bounded && !(u->exact && (more || step));
    beam->plain = beam->fine && shot->level_count == 1 && has_plain_ends(&shot->levels[0], beam);
    beam->direct = beam->plain && !shot->test_count && !shot->twin_count;
}

void beams_even(const struct ranks *r, struct shot *shot)
{
    struct even *even = &shot->even;
    *even = (struct even){.fine = !shot->ends && !shot->slow && !shot->clip.unit && shot->level_count};
    for (size_t i = 0; i < shot->touched_count && even->fine; i++)
        even->fine = shot->touched[i].unit->kind == UNIT_SINGLE;
    for (size_t i = 0; i < shot->changed_count && even->fine; i++) {
        const struct changed *c = &shot->changed[i];
        uint32_t stride = r->table[c->place][1];
        even->fine = !c->more.term && !c->more.choice;
        even->step += (uint32_t)c->step * stride;
    }
}

bool beams_picked(struct filling *f, int64_t low, size_t words, const uint64_t *some)
{
    const struct even *even = &f->shot->even;
    size_t first = 0;
    while (words && !some[words - 1]) words--;
    while (first < words && !some[first]) first++;
    if (!words) return true;
    int64_t begin = (int64_t)first * 64 + __builtin_ctzll(some[first]);
    int64_t end = (int64_t)words * 64 - __builtin_clzll(some[words - 1]);
    uint32_t base = f->number;
    for (size_t i = 0; i < f->shot->changed_count; i++) {
        const struct changed *c = &f->shot->changed[i];
        int64_t more = quick_sum(&c->more, f->x);
        if (more < -VALUE_BOUND || more > VALUE_BOUND) return false;
        more += c->step * (low + begin);
        uint64_t at = (uint64_t)(f->at[c->place] + more), last = at + (uint64_t)(c->step * (end - 1 - begin));
        if (at > (uint64_t)c->most || last > (uint64_t)c->most) return false;
        base += (uint32_t)more * f->r->table[c->place][1];
    }
    struct marks marks = {f->values, f->seen, f->stamp, base, even->step};
    if (words == 1) {
        marks_word(&marks, some[0] >> begin);
        f->options += bits_of(some[0]);
    } else f->options += marks_picked(f->marks, &marks, some, begin, end);
    return true;
}

bool beams_run(struct filling *f, int64_t low, int64_t high, uint64_t picked)
{
    return is_small(low) && is_small(high) && beams_mark(f, low, high, picked);
}
