/* SPDX-License-Identifier: MIT */
#include "solve/search/constant_words.h"

void constant_words_open(struct mask_constants *c, size_t moves, uint64_t live)
{
    c->able_count = 0;
    for (size_t i = 0; i < moves; i++) {
        uint64_t need = c->moves[i].need.words[0];
        c->able_words[c->able_count] = (struct constant_word){need, c->moves[i].wrote.words[0]};
        c->able_count += !(need & ~live);
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

size_t constant_words_classes(struct mask_constants *c, uint64_t live)
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
    for (size_t k = 0; k < classes.count; k++)
        c->classes[k] = (struct constant_class){{{classes.cells[k]}}, {{classes.whole[k]}}};
    return classes.count;
}
