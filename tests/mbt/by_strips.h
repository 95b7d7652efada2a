/* SPDX-License-Identifier: MIT */
/* Drawn rules on rows: values by strips against a search of whole boards.
 *
 *     static const struct drawn_strips rows = {"rows", 60, 10, 1, write_rule, put_board};
 *     int main(int argc, char **argv) { return strips_tried(&rows, argc, argv); }     // [FIRST_SEED [COUNT]]
 */
#ifndef CGI_TESTS_BY_STRIPS_H
#define CGI_TESTS_BY_STRIPS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/mask_boards.h"

enum { STRIP_WORD = 600 };
struct drawn_strips {
    const char *name;
    uint64_t rules;
    int boards;
    size_t words;                                         /* of a position */
    unsigned (*write)(uint64_t *seed, struct text *rule); /* how many colours it has */
    void (*put)(uint64_t *seed, unsigned colours, bool empty, char words[2][STRIP_WORD]);
};
struct strips_seen {
    size_t rules, strips, values, misere, wrong;
};

static inline struct engine *by_strips(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = whole, .only_solver = whole ? "hashed" : "nimbers"});
}

static inline struct engine *by_sums(const char *rule, bool whole, struct budget *budget)
{
    return opened((struct engine_options){.text = rule, .budget = budget, .whole = whole, .only_solver = "wholesum"});
}

/* "none": there is no answer. *strips is set if the board was one. */
static inline const char *strip_value(struct engine *e, const char *const *words, size_t count, bool *strips)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    struct masks *board = NULL;
    struct ground_mask state;
    enum status st = engine_position(e, words, count, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    if (st == ST_OK) mask_board_find(e->env, &position.components[0], &board, &state);
    *strips |= board && board->strips;
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

/* Who loses in misère play: by parts in their forms; and of the whole board, by how long play takes. 'P', 'N', or '?' where there is no
 * answer. */
static inline char strip_outcome(struct engine *e, const char *const *words, size_t count, bool whole)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_MISERE, .remoteness = whole, .outcome = !whole};
    enum status st = engine_position(e, words, count, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    if (st != ST_OK || (whole && !answer.has_remoteness)) return '?';
    if (whole) return answer.remoteness % 2 ? 'P' : 'N';
    return answer.outcome == OUTCOME_P ? 'P' : answer.outcome == OUTCOME_N ? 'N' : '?';
}

static inline void strips_try(const struct drawn_strips *d, struct strips_seen *t, uint64_t seed)
{
    struct text rule = {0};
    struct budget budgets[2] = {{0}, {0}};
    seed = hash_mix(seed);
    unsigned colours = d->write(&seed, &rule);
    struct engine *engines[2] = {by_strips(text_c(&rule), false, &budgets[0]),
                                 by_strips(text_c(&rule), true, &budgets[1])};
    struct budget more[2] = {{0}, {0}};
    struct engine *sums[2] = {by_sums(text_c(&rule), false, &more[0]), by_sums(text_c(&rule), true, &more[1])};
    bool strips = false, whole = false;
    for (int i = 0; engines[0] && engines[1] && i < d->boards; i++) {
        char board[2][STRIP_WORD] = {"", ""};
        const char *words[] = {board[0], board[1]};
        d->put(&seed, colours, i % 2, board);
        const char *parts = strip_value(engines[0], words, d->words, &strips),
                   *all = strip_value(engines[1], words, d->words, &whole);
        if (strcmp(parts, "none") == 0) continue; /* play is not proved to end */
        t->values++;
        char few = sums[0] ? strip_outcome(sums[0], words, d->words, false) : '?',
             slow = sums[1] ? strip_outcome(sums[1], words, d->words, true) : '?';
        t->misere += few != '?' && slow != '?';
        if (few != slow && few != '?' && slow != '?')
            t->wrong++,
                printf("# %s#   at %s %s in misere play: %c, whole %c\n", text_c(&rule), board[0], board[1], few, slow);
        if (strcmp(parts, all) == 0) continue;
        t->wrong++;
        printf("# %s#   at %s %s: %s, whole %s\n", text_c(&rule), board[0], board[1], parts, all);
    }
    if (!engines[0] || !engines[1]) printf("# no rule: %s", text_c(&rule));
    else t->rules++;
    t->strips += strips;
    t->wrong += whole;
    engine_close(engines[0]);
    engine_close(engines[1]);
    for (int i = 0; i < 2; i++) engine_close(sums[i]);
    text_free(&rule);
}

static inline int strips_tried(const struct drawn_strips *d, int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
             count = argc > 2 ? strtoull(argv[2], NULL, 10) : d->rules;
    struct strips_seen t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) strips_try(d, &t, seed);
    bool fine = t.wrong == 0 && t.rules > count / 2 && t.strips > count / 4;
    printf("%s 1 - %s: %zu rules, %zu of them strips, %zu values, %zu in misere play, %zu wrong\n1..1\n",
           fine ? "ok" : "not ok", d->name, t.rules, t.strips, t.values, t.misere, t.wrong);
    return !fine;
}

#endif
