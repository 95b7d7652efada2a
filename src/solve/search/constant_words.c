/* SPDX-License-Identifier: MIT */
#include "solve/search/constant_words.h"
#include "base/bits.h"
#include "solve/search/word_classes.h"

void constant_words_open(struct mask_constants *c, size_t moves, uint64_t live)
{
    uint32_t effect = UINT32_MAX;
    c->able_count = c->able_effects = 0;
    for (size_t i = 0; i < moves; i++) {
        const struct constant_move *move = &c->moves[i];
        if (move->need.words[0] & ~live) continue;
        if (move->effect != effect) c->able_first[c->able_effects++] = (uint32_t)c->able_count;
        effect = move->effect;
        c->able_words[c->able_count++] = (struct constant_word){move->need.words[0], move->wrote.words[0]};
    }
    c->able_first[c->able_effects] = (uint32_t)c->able_count;
}

static void classes_apart(struct mask_constants *c, uint64_t live, struct word_classes *classes)
{
    uint64_t open = 0, constant;
    size_t left = 0;
    for (size_t i = 0; i < c->able_count; i++) {
        struct constant_word move = c->able_words[i];
        bool is_left = !(move.need & ~live);
        c->left_words[left] = move;
        left += is_left;
        open |= is_left ? move.wrote : 0;
    }
    open &= live;
    constant = live & ~open;
    for (size_t i = 0; i < left; i++)
        word_classes_join(classes, (c->left_words[i].need | c->left_words[i].wrote) & open);
    word_classes_begin_wholes(classes);
    for (size_t i = 0; constant && i < left; i++) {
        uint64_t need = c->left_words[i].need;
        if (!(need & constant)) continue;
        /* a move that can be made asks for an open cell, which it changes */
        classes->whole[word_classes_of(classes, need)] |= need & constant;
    }
}

/* ---- several moves of one effect ------------------------------------------------------------------------------------ */
/* The moves that are left, by effect; returns the cells that they write and that are not final. */
static uint64_t find_left(struct mask_constants *c, uint64_t live)
{
    uint64_t open = 0;
    uint32_t left = 0;
    c->found = 0;
    for (size_t k = 0; k < c->able_effects; k++) {
        uint32_t first = left;
        for (uint32_t i = c->able_first[k]; i < c->able_first[k + 1]; i++) {
            c->left_words[left] = c->able_words[i];
            left += !(c->able_words[i].need & ~live);
        }
        if (left == first) continue;
        open |= c->left_words[first].wrote;
        c->effects_left[c->found++] = (struct constant_effect){.first = first, .end = left, .kept = first};
    }
    return open & live;
}

/* A move of this effect: it is kept, unless one that is kept stands for it; those that it stands for are kept no more. */
static void keep_weakest(struct mask_constants *c, struct constant_effect *e, uint32_t i)
{
    uint32_t *kept = &c->kept[e->kept], left = 0;
    uint64_t asks = c->left_asks[i];
    c->alike[i] = UINT32_MAX;
    for (uint32_t k = 0; k < e->kept_count; k++) {
        uint64_t other = c->left_asks[kept[k]];
        if (other & ~asks) continue;
        if (other != asks) return;
        c->alike[i] = c->alike[kept[k]];
        c->alike[kept[k]] = i;
        e->choice = true;
        return;
    }
    for (uint32_t k = 0; k < e->kept_count; k++)
        if (asks & ~c->left_asks[kept[k]]) kept[left++] = kept[k];
    kept[left++] = i;
    e->kept_count = left;
}

/* All are kept if none needs a constant cell. What the kept ones ask and write is joined, as each of them changes one cell. */
static uint64_t joined_by(struct mask_constants *c, struct constant_effect *e, uint64_t open, uint64_t constant)
{
    uint64_t cells = c->left_words[e->first].wrote & open, needed = cells;
    for (uint32_t i = e->first; i < e->end; i++) needed |= c->left_words[i].need;
    if (!(needed & constant)) return needed;
    for (uint32_t i = e->first; i < e->end; i++) {
        c->left_asks[i] = c->left_words[i].need & open;
        keep_weakest(c, e, i);
    }
    for (uint32_t i = 0; i < e->kept_count; i++) cells |= c->left_asks[c->kept[e->kept + i]];
    return cells;
}

/* Those of the kept move, or of one that asks the same of open cells and so stands for the same, if that takes fewer. */
static void add_constants(const struct mask_constants *c, uint32_t kept, uint64_t constant, uint64_t *whole)
{
    uint64_t least = 0;
    uint32_t fewest = UINT32_MAX;
    for (uint32_t k = kept; k != UINT32_MAX && fewest; k = c->alike[k]) {
        uint64_t more = c->left_words[k].need & constant & ~*whole;
        uint32_t count = bits_of(more);
        if (count < fewest) fewest = count, least = more;
    }
    *whole |= least;
}

/* Those of the kept moves of one effect that have a choice, or have none. */
static void add_constants_of(const struct mask_constants *c, const struct constant_effect *e, bool choice,
                             uint64_t constant, struct word_classes *classes)
{
    const uint32_t *kept = &c->kept[e->kept];
    size_t k = word_classes_of(classes, c->left_asks[kept[0]]);
    for (uint32_t i = 0; i < e->kept_count; i++) {
        if ((c->alike[kept[i]] != UINT32_MAX) != choice) continue;
        if (choice) add_constants(c, kept[i], constant, &classes->whole[k]);
        else classes->whole[k] |= c->left_words[kept[i]].need & constant;
    }
}

/* Of the constants moves that have no choice come first. */
static void classes_of_effects(struct mask_constants *c, uint64_t live, struct word_classes *classes)
{
    uint64_t open = find_left(c, live), constant = live & ~open;
    for (size_t i = 0; i < c->found; i++) word_classes_join(classes, joined_by(c, &c->effects_left[i], open, constant));
    word_classes_begin_wholes(classes);
    for (size_t i = 0; constant && i < c->found; i++)
        if (c->effects_left[i].kept_count) add_constants_of(c, &c->effects_left[i], false, constant, classes);
    for (size_t i = 0; constant && i < c->found; i++)
        if (c->effects_left[i].choice) add_constants_of(c, &c->effects_left[i], true, constant, classes);
}

size_t constant_words_classes(struct mask_constants *c, uint64_t live)
{
    struct word_classes classes;
    classes.count = 0;
    if (c->apart) classes_apart(c, live, &classes);
    else classes_of_effects(c, live, &classes);
    return word_classes_write(&classes, c->classes);
}
