/* SPDX-License-Identifier: MIT */
#include "solve/search/constant_words.h"

void constant_words_open(struct mask_constants *c, size_t moves, uint64_t live)
{
    c->able_count = 0;
    for (size_t i = 0; i < moves; i++) {
        c->able_words[c->able_count] = c->words[i];
        c->able[c->able_count] = c->moves_of[i];
        c->able_count += !(c->words[i].need & ~live);
    }
}

struct word_classes {
    uint64_t cells[64], whole[64];
    size_t count;
};

static inline void join_word(struct word_classes *classes, uint64_t cells)
{
    size_t left = 0;
    for (size_t k = 0; k < classes->count; k++) {
        uint64_t other = classes->cells[k];
        if (!(cells & ~other)) return; /* no other one has been met */
        if (cells & other) cells |= other;
        else classes->cells[left++] = other;
    }
    classes->cells[left] = cells;
    classes->count = left + 1;
}

static void join_words(const struct mask_constants *c, size_t left, uint64_t open, uint64_t constant,
                       struct word_classes *classes)
{
    classes->count = 0;
    for (size_t i = 0; i < left; i++) join_word(classes, (c->left_words[i].need | c->left_words[i].wrote) & open);
    for (size_t k = 0; k < classes->count; k++) classes->whole[k] = classes->cells[k];
    for (size_t i = 0; constant && i < left; i++) {
        uint64_t need = c->left_words[i].need;
        size_t k = 0;
        if (!(need & constant)) continue;
        while (!(need & classes->cells[k])) k++; /* a move that can be made asks for an open cell, which it changes */
        classes->whole[k] |= need & constant;
    }
}

static size_t give(struct mask_constants *c, const struct word_classes *classes)
{
    for (size_t k = 0; k < classes->count; k++)
        c->classes[k] = (struct constant_class){{{classes->cells[k]}}, {{classes->whole[k]}}};
    return classes->count;
}

static size_t classes_apart(struct mask_constants *c, uint64_t live)
{
    struct word_classes classes;
    uint64_t open = 0;
    size_t left = 0;
    for (size_t i = 0; i < c->able_count; i++) {
        struct constant_word move = c->able_words[i];
        bool is_left = !(move.need & ~live);
        c->left_words[left] = move;
        left += is_left;
        open |= is_left ? move.wrote : 0;
    }
    open &= live;
    join_words(c, left, open, live & ~open, &classes);
    return give(c, &classes);
}

/* ---- several moves of one effect ------------------------------------------------------------------------------------ */
/* Those that are left, by effect, and what they write. */
static uint64_t find_left(struct mask_constants *c, uint64_t live)
{
    const struct constant_word *restrict able = c->able_words;
    const uint32_t *restrict effects = c->able;
    struct constant_word *restrict words = c->left_words;
    struct constant_effect *restrict found = c->effects_left;
    uint32_t left = 0, first = 0, effect = UINT32_MAX;
    uint64_t wrote = 0;
    for (size_t i = 0, count = c->able_count; i < count; i++) {
        if (able[i].need & ~live) continue;
        if (effects[i] != effect) {
            if (left > first) (found++)->end = left;
            effect = effects[i];
            first = left;
            *found = (struct constant_effect){.first = first, .kept = first};
            wrote |= able[i].wrote;
        }
        words[left++] = able[i];
    }
    if (left > first) (found++)->end = left;
    c->found = (size_t)(found - c->effects_left);
    return wrote;
}

/* As of any board (mask_constants.c): kept, unless one that is kept asks no more; those that ask more are kept no longer. */
static void keep_least(struct mask_constants *c, struct constant_effect *e, uint32_t i)
{
    uint32_t *kept = &c->kept[e->kept], left = 0;
    uint64_t asks = c->asks_words[i];
    c->alike[i] = UINT32_MAX;
    for (uint32_t k = 0; k < e->kept_count; k++) {
        uint64_t other = c->asks_words[kept[k]];
        if (other & ~asks) continue;
        if (other != asks) return;
        c->alike[i] = c->alike[kept[k]];
        c->alike[kept[k]] = i;
        e->choice = true;
        return;
    }
    for (uint32_t k = 0; k < e->kept_count; k++) {
        kept[left] = kept[k];
        left += (asks & ~c->asks_words[kept[k]]) != 0;
    }
    kept[left++] = i;
    e->kept_count = left;
}

/* What the kept ones ask and write; none is listed if no constant cell is needed. */
static uint64_t joined_by(struct mask_constants *c, struct constant_effect *e, uint64_t open, uint64_t constant)
{
    uint64_t cells = c->left_words[e->first].wrote & open, needed = cells;
    for (uint32_t i = e->first; i < e->end; i++) needed |= c->left_words[i].need;
    if (!(needed & constant)) return needed;
    for (uint32_t i = e->first; i < e->end; i++) {
        c->asks_words[i] = c->left_words[i].need & open;
        keep_least(c, e, i);
    }
    for (uint32_t k = 0; k < e->kept_count; k++) cells |= c->asks_words[c->kept[e->kept + k]];
    return cells;
}

/* The constant cells of a kept move, or of one that asks the same of open cells, if that takes fewer more. */
static uint64_t fewest_constants(const struct mask_constants *c, uint32_t kept, uint64_t constant, uint64_t whole)
{
    uint64_t least = 0;
    int fewest = INT32_MAX;
    for (uint32_t k = kept; k != UINT32_MAX && fewest; k = c->alike[k]) {
        uint64_t more = c->left_words[k].need & constant & ~whole;
        int count = __builtin_popcountll(more);
        if (count < fewest) fewest = count, least = more;
    }
    return least;
}

/* Of kept moves that have a choice, or have none. */
static void add_constants(const struct mask_constants *c, const struct constant_effect *e, bool choice,
                          uint64_t constant, struct word_classes *classes)
{
    const uint32_t *kept = &c->kept[e->kept];
    size_t class = 0;
    while (!(c->asks_words[kept[0]] & classes->cells[class])) class ++;
    for (uint32_t i = 0; i < e->kept_count; i++) {
        if ((c->alike[kept[i]] != UINT32_MAX) != choice) continue;
        classes->whole[class] |= choice ? fewest_constants(c, kept[i], constant, classes->whole[class])
                                        : c->left_words[kept[i]].need & constant;
    }
}

static size_t classes_by_effects(struct mask_constants *c, uint64_t live)
{
    struct word_classes classes;
    classes.count = 0;
    uint64_t open = find_left(c, live) & live, constant = live & ~open;
    for (size_t i = 0; i < c->found; i++) join_word(&classes, joined_by(c, &c->effects_left[i], open, constant));
    for (size_t k = 0; k < classes.count; k++) classes.whole[k] = classes.cells[k];
    for (int choice = 0; choice < 2 && constant; choice++)
        for (size_t i = 0; i < c->found; i++) {
            const struct constant_effect *e = &c->effects_left[i];
            if (choice ? e->choice : e->kept_count > 0) add_constants(c, e, choice, constant, &classes);
        }
    return give(c, &classes);
}

size_t constant_words_classes(struct mask_constants *c, uint64_t live)
{
    return c->apart ? classes_apart(c, live) : classes_by_effects(c, live);
}
