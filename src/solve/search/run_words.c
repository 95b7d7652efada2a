/* SPDX-License-Identifier: MIT */
#include "solve/search/run_words.h"
#include <string.h>
#include "solve/search/row_walls.h"

static enum status value_options(struct run_words *words, const unsigned char *run, size_t length, uint64_t *seen)
{
    unsigned char after[RUN_LONGEST], cut[ROW_WALLS_ROOM(RUN_LONGEST)];
    enum status st = ST_OK;
    for (size_t m = 0; st == ST_OK && m < words->rule->moves.count; m++) {
        const struct row_move *move = &words->rule->moves.data[m];
        for (size_t at = 0; st == ST_OK && at + move->length <= length; at++) {
            uint32_t value;
            if (!row_move_fits(move, run, length, at)) continue;
            memcpy(after, run, length);
            memcpy(after + at, move->to, move->length);
            st = run_words_sum(words, cut, row_walls_cut(words->rule, after, length, false, false, cut), &value);
            if (st == ST_OK) *seen |= UINT64_C(1) << value;
        }
    }
    return st;
}

/* The value of a run with fewer cells than 64 is less than 64, and so is a nim-sum of such. */
enum status run_words_value(struct run_words *words, const unsigned char *run, size_t length, uint32_t *value)
{
    uint32_t id;
    bool fresh;
    uint64_t seen = 0;
    if (length > RUN_LONGEST) return ST_UNSUPPORTED;
    enum status st = position_table_intern(&words->table, run, length, &id, &fresh);
    if (st != ST_OK) return st;
    if (fresh) {
        if (words->table.count > RUN_WORDS_MOST) return ST_UNSUPPORTED;
        if (++words->steps % 4096 == 0) st = budget_check(words->table.budget);
        if (st == ST_OK) st = value_options(words, run, length, &seen);
        if (st == ST_OK) words->table.values[id] = (uint32_t)__builtin_ctzll(~seen);
    }
    *value = words->table.values[id];
    return st == ST_OK && *value > VALUE_LARGEST ? ST_UNSUPPORTED : st;
}

enum status run_words_sum(struct run_words *words, const unsigned char *cells, size_t length, uint32_t *value)
{
    enum status st = ST_OK;
    *value = 0;
    for (size_t i = 0; st == ST_OK && i < length;) {
        size_t end = i;
        uint32_t one = 0;
        while (end < length && cells[end]) end++;
        if (end > i) st = run_words_value(words, cells + i, end - i, &one);
        *value ^= one;
        i = end + 1;
    }
    return st;
}

void run_words_free(struct run_words *words) { position_table_free(&words->table); }
