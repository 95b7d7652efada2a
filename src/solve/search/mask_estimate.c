/* SPDX-License-Identifier: MIT */
/* In logarithms to base 2, by whole steps of a product. */
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_strips.h"

#define SEARCHED 0.72 /* the power */
enum { TRIED_WORK = 1 << 12 };

static double log2_of(double x)
{
    double log = 0;
    for (; x >= 2; x /= 2) log += 1;
    for (; x > 0 && x < 1; x *= 2) log -= 1;
    return log + (x - 1) * (1.34 - 0.34 * (x - 1)); /* within a hundredth */
}

static double power_of_two(double log)
{
    double x = 1;
    for (; log >= 1 && x < 1e30; log -= 1) x *= 2;
    return x * (1 + log * (0.66 + 0.34 * log));
}

/* Is there an earlier move at the same place, that needs the same cells? Only one of these can be made. */
static bool is_another(const struct masks *m, size_t move)
{
    struct shape f = shape_of(&m->ground), cells = shape_of_cells(f);
    for (size_t i = 0; i < move && i < MASK_SAMPLE * MASK_SAMPLE; i++)
        if (is_same(cells, &m->ground.moves[i].need, &m->ground.moves[move].need)) return true;
    return false;
}

/* Of the places where moves may be made, now or later, the share that one move ends. */
static double share_ended(const struct masks *m, const struct ground_mask *live, size_t *able)
{
    struct shape f = shape_of(&m->ground), cells = shape_of_cells(f);
    size_t ended = 0, sampled = 0, step = m->ground.move_count / MASK_SAMPLE + 1;
    *able = 0;
    for (size_t k = 0; k < m->ground.move_count; k++) {
        const struct ground_mask *need = &m->ground.moves[k].need;
        if (!is_within(f, need, live) || is_another(m, k)) continue;
        ++*able;
        sampled = 0;
        for (size_t i = 0; i < m->ground.move_count; i += step) {
            const struct ground_move *move = &m->ground.moves[i];
            struct ground_mask left = live_cells(f, &move->put), off = live_cells(f, &move->write);
            if (!is_within(f, &move->need, live)) continue;
            for (size_t w = 0; w < f.span; w++) off.words[w] &= ~left.words[w];
            ended += meets(cells, need, &off);
            sampled++;
        }
    }
    return *able && sampled ? (double)ended / (double)sampled / (double)*able : 1;
}

static bool can_be_made(const struct masks *m, size_t move, const struct ground_mask *state)
{
    const struct ground_move *g = &m->ground.moves[move];
    bool can = true;
    for (size_t w = 0; can && w < m->ground.words; w++) can = (state->words[w] & g->care.words[w]) == g->want.words[w];
    return can;
}

/* Moves that can be made for each place where one can (two in Clobber, as either stone may take the other), of which about half come
 * to the same. */
static double ways_at_a_place(const struct masks *m, const struct ground_mask *state)
{
    struct shape cells = shape_of_cells(shape_of(&m->ground));
    size_t places = 0, ways = 0, first[MASK_SAMPLE];
    for (size_t k = 0; k < m->ground.move_count && places < MASK_SAMPLE; k++) {
        size_t i = 0;
        if (!can_be_made(m, k, state)) continue;
        while (i < places && !is_same(cells, &m->ground.moves[first[i]].need, &m->ground.moves[k].need)) i++;
        if (i == places) first[places++] = k;
        ways++;
    }
    return places ? (1 + (double)ways / (double)places) / 2 : 1;
}

static double sets_of_moves(const struct masks *m, const struct ground_mask *state)
{
    size_t able;
    struct ground_mask live = live_cells(shape_of(&m->ground), state);
    double share = share_ended(m, &live, &able), left = (double)able, log = 0, most = 0, images = 1;
    double ways = ways_at_a_place(m, state);
    for (double d = 1; left >= 1 && d <= m->ground.cells; d += 1, left *= 1 - share) {
        log += log2_of(ways * left / d);
        if (log > most) most = log;
    }
    for (size_t k = 1; k <= MIRROR_TURN; k++) images += m->images[k] ? (k == MIRROR_TURN ? images : 1) : 0;
    most -= log2_of(images);
    return most > 0 ? power_of_two(most * SEARCHED) : 1;
}

double mask_estimate(struct masks *m, const struct ground_mask *state)
{
    return m->strips     ? mask_strips_estimate(m, state)
           : m->diagrams ? mask_diagrams_estimate(m, state)
                         : sets_of_moves(m, state);
}

double mask_forecast(struct masks *m, const struct ground_mask *state)
{
    bool done = false;
    if (!m->strips && mask_try(m, state, TRIED_WORK, &done) == ST_OK && done) return 1;
    return mask_estimate(m, state);
}
