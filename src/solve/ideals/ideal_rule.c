/* SPDX-License-Identifier: MIT */
#include "solve/ideals/ideal_rule.h"

enum { ROUNDS = 64 /* of taking away what moves do not keep */ };

/* May it be possible in a state that is the given one but for free bits? */
static bool may_be_made(const struct ideal_rule *r, const struct ground_move *move)
{
    uint64_t off = 0;
    for (size_t w = 0; w < r->words; w++)
        off |= (r->start.words[w] ^ move->want.words[w]) & move->care.words[w] & ~r->free.words[w];
    return !off;
}

/* The bits of the given state that it makes 0. */
static struct ground_mask cleared_by(const struct ideal_rule *r, const struct ground_move *move)
{
    struct ground_mask clear = {{0}};
    for (size_t w = 0; w < r->words; w++)
        clear.words[w] = move->write.words[w] & ~move->put.words[w] & r->start.words[w];
    return clear;
}

static void find_free(const struct ground *g, struct ideal_rule *r)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < g->move_count; i++) {
            struct ground_mask clear = cleared_by(r, &g->moves[i]);
            if (!may_be_made(r, &g->moves[i])) continue;
            for (size_t w = 0; w < r->words; w++) {
                more |= (clear.words[w] & ~r->free.words[w]) != 0;
                r->free.words[w] |= clear.words[w];
            }
        }
    }
}

/* What it puts to 1 is 1 already, and some bit that it clears is 1. */
static bool falls(const struct ideal_rule *r, const struct ground_move *move)
{
    struct ground_mask clear = cleared_by(r, move);
    uint64_t raised = 0, some = 0;
    for (size_t w = 0; w < r->words; w++) {
        uint64_t asked = move->care.words[w] & move->want.words[w];
        raised |= move->put.words[w] & ~asked & ~(r->start.words[w] & ~r->free.words[w]);
        some |= clear.words[w] & asked;
    }
    return !raised && some;
}

static void keep_move(const struct ideal_rule *r, const struct ground_move *move, struct ideal_move *kept)
{
    *kept = (struct ideal_move){.clear = cleared_by(r, move)};
    for (size_t w = 0; w < r->words; w++) {
        kept->care.words[w] = move->care.words[w] & r->free.words[w];
        kept->want.words[w] = move->want.words[w] & kept->care.words[w];
    }
}

/* What is 0 where the move is possible: what it asks to be 0, and what needs that. */
static struct ground_mask gone_at(const struct ideal_rule *r, const struct ideal_move *move)
{
    struct ground_mask gone = {{0}}, seen = {{0}};
    bool more = true;
    for (size_t w = 0; w < r->words; w++) gone.words[w] = move->care.words[w] & ~move->want.words[w];
    while (more) {
        more = false;
        for (size_t w = 0; w < r->words; w++)
            for (uint64_t fresh = gone.words[w] & ~seen.words[w]; fresh; fresh &= fresh - 1) {
                size_t a = w * 64 + (size_t)__builtin_ctzll(fresh);
                ground_add(&seen, a);
                for (size_t k = 0; k < r->words; k++) gone.words[k] |= r->needed_by[a].words[k];
                more = true;
            }
    }
    return gone;
}

/* Takes away what the move does not keep; false: nothing. */
static bool take_away(struct ideal_rule *r, const struct ideal_move *move)
{
    struct ground_mask gone = gone_at(r, move);
    bool any = false;
    for (size_t w = 0; w < r->words; w++)
        for (uint64_t left = move->clear.words[w] & ~gone.words[w]; left; left &= left - 1) {
            struct ground_mask *by = &r->needed_by[w * 64 + (size_t)__builtin_ctzll(left)];
            for (size_t k = 0; k < r->words; k++) {
                uint64_t keeps = move->clear.words[k] | gone.words[k];
                any |= (by->words[k] & ~keeps) != 0;
                by->words[k] &= keeps;
            }
        }
    return any;
}

/* Theorem 2. False: it takes too long. */
static bool find_needs(struct ideal_rule *r)
{
    size_t bits = r->words * 64, rounds = 0;
    bool more = true;
    for (size_t a = 0; a < bits; a++) r->needed_by[a] = ground_has(&r->free, a) ? r->free : (struct ground_mask){{0}};
    for (; more && rounds < ROUNDS; rounds++) {
        more = false;
        for (size_t i = 0; i < r->move_count; i++) more |= take_away(r, &r->moves[i]);
    }
    for (size_t k = 0; k < bits; k++)
        for (size_t a = 0; a < bits; a++)
            for (size_t w = 0; w < r->words && ground_has(&r->needed_by[a], k); w++)
                r->needed_by[a].words[w] |= r->needed_by[k].words[w];
    for (size_t a = 0; a < bits; a++)
        for (size_t b = 0; b < bits; b++)
            if (ground_has(&r->needed_by[a], b)) ground_add(&r->needs[b], a);
    return !more;
}

/* Does the move take b away from each ideal that has it, and nothing but what needs b? */
static bool takes_away(const struct ideal_rule *r, const struct ideal_move *move, size_t b)
{
    uint64_t off = 0;
    for (size_t w = 0; w < r->words; w++) {
        off |= move->care.words[w] & ~(move->want.words[w] & r->needs[b].words[w]);
        off |= move->clear.words[w] & ~r->needed_by[b].words[w];
    }
    return !off && ground_has(&move->clear, b);
}

/* Theorem 3. */
static bool reaches_all(const struct ideal_rule *r)
{
    bool all = true;
    for (size_t b = 0; b < r->words * 64 && all; b++) {
        all = !ground_has(&r->free, b);
        for (size_t i = 0; i < r->move_count && !all; i++) all = takes_away(r, &r->moves[i], b);
    }
    return all;
}

enum status ideal_rule_make(const struct ground *g, const struct ground_mask *state, struct arena *arena,
                            struct ideal_rule *rule)
{
    size_t count = 0;
    *rule = (struct ideal_rule){.words = g->words, .start = *state};
    find_free(g, rule);
    for (size_t i = 0; i < g->move_count; i++) {
        if (!may_be_made(rule, &g->moves[i])) continue;
        if (!falls(rule, &g->moves[i])) return ST_OK;
        count++;
    }
    rule->moves = arena_array(arena, count + 1, sizeof *rule->moves);
    if (!rule->moves) return ST_NO_MEMORY;
    for (size_t i = 0; i < g->move_count; i++)
        if (may_be_made(rule, &g->moves[i])) keep_move(rule, &g->moves[i], &rule->moves[rule->move_count++]);
    if (!find_needs(rule)) rule->move_count = 0;
    rule->all = rule->move_count && reaches_all(rule);
    return ST_OK;
}
