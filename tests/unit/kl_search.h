/* SPDX-License-Identifier: MIT */
/* K-L-Nim by search, against the plugins: every position of so many heaps up to a top, for either player to move.
 *
 *     struct table t;
 *     table_open(&t, "kl_nim", CGI_NAT);
 *     size_t compared = kl_all_pairs(&t, 3, 10, false);       // all k != l up to 12
 *     table_close(&t); */
#ifndef CGI_TESTS_KL_SEARCH_H
#define CGI_TESTS_KL_SEARCH_H
#include "plugin_tables.h"

enum { KL_HEAPS_MOST = 7 };
struct kl_position {
    size_t heaps;
    int64_t top, forbidden[2], cells[KL_HEAPS_MOST];
};
static inline size_t kl_rank(const struct kl_position *p)
{
    size_t rank = 0;
    for (size_t i = 0; i < p->heaps; i++) rank = rank * (size_t)(p->top + 1) + (size_t)p->cells[i];
    return rank;
}
static inline size_t kl_size(const struct kl_position *p)
{
    size_t size = 1;
    for (size_t i = 0; i < p->heaps; i++) size *= (size_t)(p->top + 1);
    return size;
}
static inline bool kl_next(struct kl_position *p)
{
    size_t i = p->heaps;
    while (i > 0 && p->cells[i - 1] == p->top) p->cells[--i] = 0;
    if (i == 0) return false;
    p->cells[i - 1]++;
    return true;
}
static inline bool kl_ascending(const struct kl_position *p)
{
    for (size_t i = 1; i < p->heaps; i++)
        if (p->cells[i] < p->cells[i - 1]) return false;
    return true;
}

/* lost[who][rank]; ranks fall with every move, so options come first. */
static inline void kl_label(struct kl_position p, bool misere, bool *lost[2])
{
    memset(p.cells, 0, sizeof p.cells);
    do {
        size_t rank = kl_rank(&p), unit = 1;
        bool any[2] = {false, false}, wins[2] = {false, false};
        for (size_t i = p.heaps; i-- > 0; unit *= (size_t)(p.top + 1))
            for (int64_t take = 1; take <= p.cells[i]; take++)
                for (int who = 0; who < 2; who++) {
                    if (take == p.forbidden[who]) continue;
                    any[who] = true;
                    wins[who] |= lost[!who][rank - unit * (size_t)take];
                }
        for (int who = 0; who < 2; who++) lost[who][rank] = any[who] ? !wins[who] : !misere;
    } while (kl_next(&p));
}

static inline void kl_compare(struct table *t, const struct kl_position *p, bool *const lost[2], int who, uint32_t play)
{
    size_t wins = 0, rank = kl_rank(p), unit = 1;
    uint32_t wanted = lost[who][rank] ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    for (size_t i = 0; i < p->heaps; i++) table_component(t, i, &p->cells[i], 1);
    assert_int_equal(table_outcome(t, play), wanted);
    table_moves(t, play);
    for (size_t i = p->heaps; i-- > 0; unit *= (size_t)(p->top + 1))
        for (int64_t take = 1; take <= p->cells[i]; take++) {
            bool good = take != p->forbidden[who] && lost[!who][rank - unit * (size_t)take];
            int64_t left = p->cells[i] - take;
            wins += good;
            if (table_has_win(t, i, &left) != good) fail_msg("heap %zu of %zu, take %d", i, p->heaps, (int)take);
        }
    assert_int_equal(t->win_count, wins);
}

/* All positions with ascending heaps; returns how many were compared. */
static inline size_t kl_all_positions(struct table *t, struct kl_position p, bool with_mover, bool with_misere)
{
    size_t compared = 0;
    for (uint32_t play = 0; play <= with_misere; play++) {
        bool *lost[2] = {calloc(kl_size(&p), 1), calloc(kl_size(&p), 1)};
        assert_true(lost[0] && lost[1]);
        kl_label(p, play == CGI_PLAY_MISERE, lost);
        t->count = p.heaps;
        memset(p.cells, 0, sizeof p.cells);
        do {
            if (!kl_ascending(&p)) continue;
            for (int who = 0; who <= with_mover; who++, compared++) {
                if (with_mover) t->mover = (uint32_t)who + 1;
                kl_compare(t, &p, lost, who, play);
            }
        } while (kl_next(&p));
        free(lost[0]);
        free(lost[1]);
    }
    return compared;
}

/* All pairs k != l up to top + 2, or only k < l: swapping them swaps the players. */
static inline size_t kl_all_pairs(struct table *t, size_t heaps, int64_t top, bool rising)
{
    size_t compared = 0;
    for (int64_t k = 0; k <= top + 2; k++)
        for (int64_t l = rising ? k + 1 : 0; l <= top + 2; l++) {
            if (k == l) continue;
            table_param(t, 0, (uint64_t)k);
            table_param(t, 1, (uint64_t)l);
            compared +=
                kl_all_positions(t, (struct kl_position){.heaps = heaps, .top = top, .forbidden = {k, l}}, true, false);
        }
    return compared;
}

#endif
