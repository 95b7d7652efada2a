/* SPDX-License-Identifier: MIT */
/* In logarithms to base 2, by whole steps of a product. */
#include "solve/search/mask_estimate.h"
#include "base/hash.h"
#include "base/mem.h"
#include "solve/search/mask_constants.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_strips.h"
#include "solve/search/mask_words.h"

#define IMAGE_TURNS 0.2 /* to find the least image */
#define BARE_TURNS 0.6
#define STRIP_TURNS 0.45 /* no list of moves is tried */
#define NESTED_TURNS 0.3 /* valued as a whole (mask_exact.h) */
#define SEARCHED 0.78    /* the power */
#define SEARCHED_WHOLE 0.87
#define MOVES_A_TURN 600.0 /* of a list, all of which are tried */
#define STEPS_A_TURN 5.0   /* options that are listed for a position that is noted */
enum { TRIED_WORK = 1 << 12, PLAYED = 16, FEW_MOVES = 64 };

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

/* The first move at the same place, that needs or writes the same cells. Mostly one of these can be made; many are the cases of one move,
 * by what it asks of other cells. `place` has those of the moves before. */
static uint32_t place_of(const struct masks *m, const uint32_t *place, uint32_t move)
{
    struct shape f = shape_of(&m->ground), cells = shape_of_cells(f);
    for (uint32_t i = 0; i < move && i < MASK_SAMPLE * MASK_SAMPLE; i++)
        if (is_same(cells, &m->ground.moves[i].need, &m->ground.moves[move].need) ||
            is_same(f, &m->ground.moves[i].write, &m->ground.moves[move].write))
            return place[i];
    return move;
}

static bool can_be_made(const struct masks *m, size_t move, const struct ground_mask *state)
{
    const struct ground_move *g = &m->ground.moves[move];
    bool can = true;
    for (size_t w = 0; can && w < m->ground.words; w++) can = (state->words[w] & g->care.words[w]) == g->want.words[w];
    return can;
}

/* Moves that can be made for each place where one can (two in Clobber, as either stone may take the other), of which about half come
 * to the same. Those that do the same are one. */
static double ways_at_a_place(const struct masks *m, const struct ground_mask *state)
{
    struct shape cells = shape_of_cells(shape_of(&m->ground));
    size_t places = 0, ways = 0, first[MASK_SAMPLE];
    if (m->constants) mask_constants_forget(m->constants);
    for (size_t k = 0; k < m->ground.move_count && places < MASK_SAMPLE; k++) {
        size_t i = 0;
        if (!can_be_made(m, k, state)) continue;
        if (m->constants && mask_constants_was_made(m->constants, k)) continue;
        while (i < places && !is_same(cells, &m->ground.moves[first[i]].need, &m->ground.moves[k].need)) i++;
        if (i == places) first[places++] = k;
        ways++;
    }
    return places ? (1 + (double)ways / (double)places) / 2 : 1;
}

/* Of games played at random: places where a move may be made, now or later, in the largest part. */
struct playing {
    struct masks *m;
    mask_part_vec parts;
    VEC(uint32_t) open; /* moves that can be made */
    uint32_t *place;    /* of each move: the first one at that place */
    uint32_t *counted;  /* of each place: the look at a state that counted it last */
    uint32_t looks;
    uint64_t random;
    bool whole; /* positions are not taken apart */
};

static size_t places_left(struct playing *p, const struct ground_mask *state)
{
    struct shape f = shape_of(&p->m->ground);
    struct ground_mask live = live_cells(f, state);
    size_t places = 0;
    p->open.count = 0;
    p->looks++;
    for (size_t k = 0; k < p->m->ground.move_count; k++) {
        if (!is_within(shape_of_cells(f), &p->m->ground.moves[k].need, &live)) continue;
        uint32_t *counted = &p->counted[p->place[k]];
        places += *counted != p->looks;
        *counted = p->looks;
        if (can_be_made(p->m, k, state) && !vec_push(&p->open, (uint32_t)k)) break;
    }
    return places;
}

/* A move, and what of the largest part it leaves; false: nothing that is not 0. */
static bool play_on(struct playing *p, struct ground_mask *state)
{
    struct mask_part *largest = NULL;
    if (p->open.count == 0) return false;
    uint32_t k = p->open.data[random_next(&p->random) % p->open.count];
    const struct ground_move *move = &p->m->ground.moves[k];
    for (size_t w = 0; w < p->m->ground.words; w++)
        state->words[w] = (state->words[w] & ~move->write.words[w]) | move->put.words[w];
    p->parts.count = 0;
    if (p->whole) return true;
    if (!masks_split(p->m, state, &p->parts)) return false;
    for (size_t i = 0; i < p->parts.count; i++)
        if (!largest || p->parts.data[i].cells > largest->cells) largest = &p->parts.data[i];
    if (largest) *state = largest->state;
    return largest != NULL;
}

/* The logarithm of the number of sets of moves of one length, the most. */
static double play_once(struct playing *p, struct ground_mask state, double ways)
{
    double log = 0, most = 0;
    for (double d = 1; d <= p->m->ground.cells; d += 1) {
        size_t left = places_left(p, &state);
        if (left == 0) break;
        log += log2_of(ways * (double)left / d);
        if (log > most) most = log;
        if (!play_on(p, &state)) break;
    }
    return most;
}

/* How many images of a position are one with it, at most. */
static double images_of(const struct masks *m)
{
    double images = 1;
    if (m->ground.order_count) return 1 + (double)m->ground.order_count;
    for (size_t k = 1; k <= MIRROR_TURN; k++) images += m->images[k] ? (k == MIRROR_TURN ? images : 1) : 0;
    return images;
}

/* The logarithm of how many states there are at most: each cell that is not final holds what it holds or another value. */
static double all_states(const struct masks *m, const struct ground_mask *state)
{
    struct ground_mask live = live_cells(shape_of(&m->ground), state);
    size_t values = m->ground.value_count - ground_first(&m->ground);
    return (double)cell_count(shape_of(&m->ground), &live) * log2_of((double)values);
}

static double sets_of_moves(struct masks *m, const struct ground_mask *state, bool whole, double power)
{
    struct playing p = {.m = m, .random = 1, .whole = whole};
    size_t moves = m->ground.move_count;
    double ways = ways_at_a_place(m, state), most = 0;
    size_t bytes = 2 * (moves + 1) * sizeof *p.place;
    p.place = mem_alloc(bytes);
    p.counted = p.place + (p.place ? moves + 1 : 0);
    for (uint32_t k = 0; p.place && k < moves; k++) {
        p.place[k] = place_of(m, p.place, k);
        p.counted[k] = 0;
    }
    for (int i = 0; p.place && i < PLAYED; i++) most += play_once(&p, *state, ways) / PLAYED;
    mem_free(p.place, bytes);
    vec_free(&p.parts);
    vec_free(&p.open);
    double all = all_states(m, state);
    most = (most < all ? most : all) - log2_of(images_of(m));
    return most > 0 ? power_of_two(most * power) : 1;
}

double mask_estimate(struct masks *m, const struct ground_mask *state)
{
    return m->strips     ? mask_strips_estimate(m, state)
           : m->diagrams ? mask_diagrams_estimate(m, state)
           : m->tree     ? mask_words_estimate(m, state)
                         : sets_of_moves(m, state, false, SEARCHED);
}

/* So many options more of the search, at most; true if that has the answer. */
static bool is_found(struct masks *m, const struct ground_mask *state, uint64_t target, double work)
{
    bool done = false;
    uint64_t asked = m->asked;
    if (mask_try(m, state, target, work < PROBED_MOST ? (uint64_t)work : PROBED_MOST, &done) != ST_OK || !done)
        return false;
    m->forecast = 1 + (double)(m->asked - asked);
    return m->forecast_found = true;
}

double mask_forecast(struct masks *m, const struct ground_mask *state, uint64_t target, double share)
{
    if (m->strips) target = MASK_ANY; /* what is kept of the sample would be taken for a short search */
    if (m->forecast > 0 && m->forecast_for == target && is_same(shape_of(&m->ground), &m->forecast_of, state))
        return m->forecast;
    m->forecast_of = *state;
    m->forecast_for = target;
    m->forecast_found = false;
    if (!m->strips && is_found(m, state, target, TRIED_WORK)) return m->forecast;
    m->forecast = mask_estimate(m, state);
    double work = mask_turns(m, m->forecast) * STEPS_A_TURN * share;
    if (!m->strips && work > TRIED_WORK) (void)is_found(m, state, target, work);
    return m->forecast;
}

double mask_whole_estimate(struct masks *m, const struct ground_mask *state)
{
    if (m->tree) return mask_words_whole_estimate(m, state);
    return masks_have_parts(m) ? sets_of_moves(m, state, true, SEARCHED_WHOLE) : mask_estimate(m, state);
}

double mask_turns(const struct masks *m, double positions)
{
    double each = IMAGE_TURNS * images_of(m) + BARE_TURNS;
    if (masks_have_parts(m) && m->ground.move_count > FEW_MOVES)
        each *= 1 + (double)(m->ground.move_count - FEW_MOVES) / MOVES_A_TURN;
    return positions * (m->strips ? STRIP_TURNS : m->closing.nested ? NESTED_TURNS : each);
}
