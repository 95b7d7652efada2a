/* SPDX-License-Identifier: MIT */
#include "solve/search/diagram_law.h"
#include <string.h>

enum { LAW_PLACES = TOGETHER_MOST + 1 };

void diagram_law_find(struct diagram_board *b, const struct ground *g)
{
    b->lawful = !b->falls && b->move_count && g->instances.data[0].law > DIAGRAM_TRUE;
    b->law_root = g->instances.data[0].law;
    for (uint32_t i = 0; i < b->move_count; i++) {
        b->lawful &= g->instances.data[i].law == b->law_root;
        b->moves[i].rest = g->instances.data[i].rest;
    }
}

/* Of each condition that is looked up together with others the move that it belongs to, which moves keep while they are exchanged. */
static bool note_looks(struct diagram_board *b)
{
    size_t count = (b->together.group_count + 1u) * LAW_PLACES;
    struct diagram_look *places = arena_array(&b->arena, count, sizeof *places);
    for (uint32_t i = 0; places && i < b->move_count; i++) {
        const struct diagram_move *x = &b->moves[i];
        places[x->place.group * LAW_PLACES + x->place.bit] = (struct diagram_look){x->write.low, x->put};
    }
    b->places = places;
    return places;
}

bool diagram_law_keep(struct diagram_board *b, const struct diagrams *d, uint32_t steps)
{
    struct together_condition one = {b->law_root, 0};
    struct together_place place;
    if (!b->lawful || b->sets_known) return b->lawful = false, true;
    if (!together_make(&b->law, &b->arena, d, &one, 1, 1, &place)) return false;
    b->lawful = b->law.step_count > steps;
    return true;
}

bool diagram_law_scratch(struct diagram_board *b, struct arena *arena)
{
    if (!b->lawful) return true;
    b->law_able = arena_array(arena, b->together.group_count + 1u, sizeof *b->law_able);
    return b->law_able && (b->places || note_looks(b));
}

static inline uint8_t digit_of(const struct diagram_state *s, uint32_t level)
{
    return (uint8_t)((s->low >> level & 1) | (s->high >> level & 1) << 1);
}

/* Does the law hold with what the move writes? The digits are those of the state whose way was gone. */
static inline bool is_lawful(const struct diagram_board *b, const struct diagram_look *x,
                             const struct together_path *path, uint32_t set, uint8_t *digits)
{
    uint8_t held[CELLS_MOST], *keep = held;
    for (uint64_t left = x->write; left; left &= left - 1) {
        uint32_t level = (uint32_t)__builtin_ctzll(left);
        *keep++ = digits[level];
        digits[level] = digit_of(&x->put, level);
    }
    uint32_t end = together_changed(&b->law, path, x->write, digits, set);
    keep = held;
    for (uint64_t left = x->write; left; left &= left - 1) digits[__builtin_ctzll(left)] = *keep++;
    return end & 1;
}

void diagram_law_open(struct diagram_board *b)
{
    uint32_t set = together_follow(&b->law, 0, b->digits, &b->law_path);
    const struct diagram_look *places = b->places;
    for (uint32_t g = 0; g < b->together.group_count; g++, places += LAW_PLACES) {
        b->law_able[g] = 0;
        for (uint32_t left = b->sets[g] & ~TOGETHER_END; left; left &= left - 1)
            if (is_lawful(b, &places[__builtin_ctz(left)], &b->law_path, set, b->digits))
                b->law_able[g] |= left & -left;
    }
}

uint32_t diagram_law_replies(struct diagram_board *b, const struct diagram_move *x)
{
    struct together_path path;
    uint8_t digits[CELLS_MOST];
    const struct diagram_look *places = b->places;
    uint32_t count = 0;
    memcpy(digits, b->digits, sizeof digits);
    for (uint64_t left = x->write.low; left; left &= left - 1)
        digits[__builtin_ctzll(left)] = digit_of(&x->put, (uint32_t)__builtin_ctzll(left));
    uint32_t set = together_follow(&b->law, 0, digits, &path);
    for (uint32_t g = 0; g < b->together.group_count; g++, places += LAW_PLACES) {
        if (!b->law_able[g]) continue;
        uint32_t rest = together_changed(&b->together, &b->paths[g], x->write.low, digits, b->sets[g]);
        for (uint32_t left = rest & b->law_able[g]; left; left &= left - 1)
            count += is_lawful(b, &places[__builtin_ctz(left)], &path, set, digits);
    }
    return count;
}
