/* SPDX-License-Identifier: MIT */
/* In logarithms to base 2, by whole steps of a product. */
#include "solve/search/mask_estimate.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "solve/search/mask_constants.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_search.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_diagrams.h"
#include "solve/search/mask_later.h"
#include "solve/search/mask_orders.h"
#include "solve/search/mask_pivots.h"
#include "solve/search/mask_strips.h"
#include "solve/search/mask_words.h"

#define IMAGE_TURNS 0.2 /* to find the least image */
#define BARE_TURNS 0.6
#define STRIP_TURNS 0.45 /* no list of moves is tried */
#define NESTED_TURNS 0.3 /* valued as a whole (mask_exact.h) */
#define SEARCHED 0.78    /* the power */
#define SEARCHED_WHOLE 0.87
#define PLAYS_VALUED 0.5 /* of all games: the power */
#define PLAYS_WHOLE 0.6
#define CHOICE                                                                                                         \
    0.17 /* the power where there are few moves to choose from is less than 1 by so much of the logarithm of how many */
#define ALL_MET 0.9        /* of a value, where there are fewer states than plays */
#define ONE_NUMBER 0.9     /* of what is searched for a value, where it is asked for one number alone: the same */
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

/* Does one ask for what the other does not find, while it writes all that the other writes? Such are cases of one move, by what else it
 * reads: at most one of them can be made, and none once another was. */
static bool is_case_of(struct shape f, const struct ground_move *rest, const struct ground_move *bare)
{
    uint64_t differ = 0, more = 0;
    for (size_t w = 0; w < f.words; w++) {
        differ |= rest->care.words[w] & bare->care.words[w] & (rest->want.words[w] ^ bare->want.words[w]);
        more |= bare->write.words[w] & ~rest->write.words[w];
    }
    return differ && !more;
}

/* Of games played at random: places where a move may be made, now or later, in the largest part. */
struct playing {
    struct masks *m;
    mask_part_vec parts;
    VEC(uint32_t) open; /* moves that can be made */
    uint32_t *order;    /* moves, from those that write few cells on */
    uint32_t *place;    /* of each move: the first one at that place */
    uint32_t *counted;  /* of each place: the look at a state that counted it last */
    uint32_t looks;
    uint64_t random;
    double plays;              /* over the games: how many there are, as each of them says */
    double moves;              /* that were made */
    bool whole;                /* positions are not taken apart */
    struct mask_orders orders; /* if so: of the game that is played */
    struct mask_becoming becoming;
};

/* The first move at the same place: that needs or writes the same cells, or of which this one is a case. Mostly one of them can be made. */
static uint32_t place_of(const struct playing *p, size_t at)
{
    struct shape f = shape_of(&p->m->ground), cells = shape_of_cells(f);
    const struct ground_move *moves = p->m->ground.moves, *move = &moves[p->order[at]];
    for (size_t i = 0; i < at && i < MASK_SAMPLE * MASK_SAMPLE; i++) {
        const struct ground_move *before = &moves[p->order[i]];
        if (is_same(cells, &before->need, &move->need) || is_same(f, &before->write, &move->write) ||
            is_case_of(f, move, before))
            return p->place[p->order[i]];
    }
    return p->order[at];
}

static void find_places(struct playing *p)
{
    const struct ground *g = &p->m->ground;
    size_t count = 0;
    for (size_t written = 0; count < g->move_count; written++)
        for (uint32_t k = 0; k < g->move_count; k++) {
            size_t bits = 0;
            for (size_t w = 0; w < g->words; w++) bits += bits_of(g->moves[k].write.words[w]);
            if (bits == written) p->order[count++] = k;
        }
    for (size_t at = 0; at < count; at++) {
        p->place[p->order[at]] = place_of(p, at);
        p->counted[at] = 0;
    }
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

static size_t places_left(struct playing *p, const struct ground_mask *state)
{
    struct shape f = shape_of(&p->m->ground);
    struct ground_mask live = live_cells(f, state);
    struct mask_later later = mask_later(&p->m->ground, &p->becoming, state);
    size_t places = 0;
    p->open.count = 0;
    p->looks++;
    for (size_t k = 0; k < p->m->ground.move_count; k++) {
        if (!is_within(shape_of_cells(f), &p->m->ground.moves[k].need, &live)) continue;
        if (f.planes > 1 && !mask_may_be_made(&p->m->ground, &later, &p->m->ground.moves[k])) continue;
        uint32_t *counted = &p->counted[p->place[k]];
        places += *counted != p->looks;
        *counted = p->looks;
        if (can_be_made(p->m, k, state) && !vec_push(&p->open, (uint32_t)k)) break;
    }
    return places;
}

/* Of the moves that can be made. */
static size_t places_open(struct playing *p)
{
    size_t places = 0;
    p->looks++;
    for (size_t i = 0; i < p->open.count; i++) {
        uint32_t *counted = &p->counted[p->place[p->open.data[i]]];
        places += *counted != p->looks;
        *counted = p->looks;
    }
    return places;
}

/* A move, and what of the largest part it leaves; false: nothing that is not 0. */
static bool play_on(struct playing *p, struct ground_mask *state, uint32_t k)
{
    struct mask_part *largest = NULL;
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

/* The logarithm of the number of states after so many moves as there are most: moves that may be made now or later for each that was made,
 * or moves to choose from for each that may have been the last. The first is right where each order leads to the same state, the other
 * where each state is reached by orders of one set of moves; either counts states too often where that does not hold, so the
 * lesser one is taken. What is left of a part alone has no orders to be counted. */
static double play_once(struct playing *p, struct ground_mask state, double ways)
{
    double sets = 0, most_sets = 0, orders = 0, most_orders = 0, plays = 1;
    if (p->whole) mask_orders_begin(&p->orders, &state);
    for (size_t d = 1; d <= p->m->ground.cells; d++) {
        size_t left = places_left(p, &state);
        if (left == 0) break;
        sets += log2_of(ways * (double)left / (double)d);
        if (sets > most_sets) most_sets = sets;
        if (!p->open.count) break;
        uint32_t k = p->open.data[random_next(&p->random) % p->open.count];
        p->plays += plays *= (double)p->open.count;
        p->moves++;
        if (p->whole) orders += log2_of(ways * (double)places_open(p) / (double)mask_orders_made(&p->orders, k));
        if (orders > most_orders) most_orders = orders;
        if (!play_on(p, &state, k)) break;
    }
    return p->whole && most_orders < most_sets ? most_orders : most_sets;
}

/* How many orders there are: of a board with pivots more than are listed. */
static double orders_of(const struct masks *m)
{
    return m->pivots ? (double)m->pivots->order : 1 + (double)m->ground.order_count;
}

/* How many images of a position are one with it, at most. */
static double images_of(const struct masks *m)
{
    double images = 1;
    if (m->ground.order_count) return orders_of(m);
    for (size_t k = 1; k <= MIRROR_TURN; k++) images += m->images[k] ? (k == MIRROR_TURN ? images : 1) : 0;
    return images;
}

static size_t code_at(const struct ground *g, const struct ground_mask *state, size_t cell)
{
    size_t code = 0;
    for (size_t p = 0; p < g->planes; p++)
        code |= (size_t)(state->words[p * g->span + cell / 64] >> cell % 64 & 1) << p;
    return code;
}

/* Of a whole board only images that leave the first position as it is take positions to others that are met. */
static double images_kept(const struct masks *m, const struct ground_mask *state)
{
    const struct ground *g = &m->ground;
    double kept = 1;
    if (g->order_count) return images_of(m);
    for (size_t k = 1; k < 2 * MIRROR_TURN; k++) {
        bool flips = !(k % MIRROR_TURN) || m->images[k % MIRROR_TURN],
             turns = k >= MIRROR_TURN && g->rows == g->columns;
        bool same = flips && (k < MIRROR_TURN || m->images[MIRROR_TURN]); /* parts of a rectangle are turned */
        for (size_t cell = 0; cell < g->rows * g->columns && same; cell++) {
            size_t row = cell / g->columns, column = cell % g->columns;
            if (turns) row = cell % g->columns, column = cell / g->columns;
            if (k & MIRROR_ROWS) row = g->rows - 1 - row;
            if (k & MIRROR_COLUMNS) column = g->columns - 1 - column;
            same = code_at(g, state, cell) == code_at(g, state, ground_cell(g, row, column));
        }
        kept += same;
    }
    return kept;
}

/* Does the order of cells keep the colours of the state, perhaps exchanged? */
static bool keeps_colours(const struct ground *g, const struct ground_mask *state, const uint8_t *order)
{
    size_t to[GROUND_CODES] = {0}, from[GROUND_CODES] = {0};
    bool keeps = true;
    for (size_t cell = 0; keeps && cell < g->cells; cell++) {
        size_t is = code_at(g, state, cell), was = code_at(g, state, order[cell]);
        if (!to[was] && !from[is]) to[was] = is + 1, from[is] = was + 1;
        keeps = to[was] == is + 1;
    }
    return keeps;
}

/* How many codes the cells hold that are not final. */
static size_t colours_of(const struct ground *g, const struct ground_mask *state)
{
    bool held[GROUND_CODES] = {false};
    size_t count = 0;
    for (size_t cell = 0; cell < g->cells; cell++) held[code_at(g, state, cell)] = true;
    for (size_t code = 1; code < GROUND_CODES; code++) count += held[code];
    return count;
}

/* As many as there are codes, each as good as another: what is left out of Clobber in two colours is met there. */
static bool of_three_colours(const struct masks *m, const struct ground_mask *state)
{
    return !m->tree && !m->ground.bitwise && m->ground.exchange_count > 1 && colours_of(&m->ground, state) > 2;
}

/* How many images of a part are met. Orders of cells take a part to where it is: of those that do not keep the colours of the first
 * position none is met. */
static double images_met(const struct masks *m, const struct ground_mask *state, size_t colours)
{
    const struct ground *g = &m->ground;
    double met = 1;
    if (colours < 2 || !g->order_count) return images_of(m);
    for (size_t k = 0; k < g->order_count; k++) met += keeps_colours(g, state, g->orders[k]);
    return met * orders_of(m) / (1 + (double)g->order_count); /* of those that are not listed as many keep them */
}

/* How many cells hold each code, of those of a mask. */
static void count_codes(const struct ground *g, const struct ground_mask *state, const struct ground_mask *of,
                        size_t *counts)
{
    for (size_t w = 0; w < g->span; w++)
        for (size_t code = 0; code < (size_t)1 << g->planes; code++) {
            uint64_t cells = 0, here = UINT64_MAX;
            for (size_t p = 0; p < g->planes; p++) {
                cells |= of->words[p * g->span + w];
                here &= state->words[p * g->span + w] ^ (code >> p & 1 ? 0 : UINT64_MAX);
            }
            counts[code] += bits_of(cells & here);
        }
}

/* Codes of which each move leaves as many as there were, as bits. It has to know what it writes over. */
static unsigned kept_codes(const struct ground *g)
{
    unsigned kept = g->move_count && !g->bitwise ? (1u << GROUND_CODES) - 1 : 0;
    for (size_t k = 0; k < g->move_count && kept; k++) {
        const struct ground_move *m = &g->moves[k];
        size_t before[GROUND_CODES] = {0}, after[GROUND_CODES] = {0};
        for (size_t w = 0; w < g->words; w++)
            if (m->write.words[w] & ~m->care.words[w]) return 0;
        count_codes(g, &m->want, &m->write, before);
        count_codes(g, &m->put, &m->write, after);
        for (size_t code = 0; code < GROUND_CODES; code++)
            if (before[code] != after[code]) kept &= ~(1u << code);
    }
    return kept;
}

/* The logarithm of how many states there are at most: each cell that is not final holds what it holds or another value; where cells with
 * some code stay as many, they are arranged. */
static double all_states(const struct masks *m, const struct ground_mask *state)
{
    const struct ground *g = &m->ground;
    struct ground_mask live = live_cells(shape_of(g), state), board = {{0}};
    size_t values = g->value_count - ground_first(g), counts[GROUND_CODES] = {0}, kept = 0;
    unsigned codes = kept_codes(g);
    double log = 0, cells = (double)(g->rows * g->columns);
    if (!codes) return (double)cell_count(shape_of(g), &live) * log2_of((double)values);
    for (size_t cell = 0; cell < g->rows * g->columns; cell++) ground_add(&board, cell);
    count_codes(g, state, &board, counts);
    for (size_t code = 0; code < GROUND_CODES; code++) {
        if (!(codes >> code & 1) || (code >= values && !counts[code])) continue;
        kept++;
        for (size_t i = 1; i <= counts[code]; i++) log += log2_of(cells / (double)i), cells -= 1;
    }
    return log + (values > kept + 1 ? cells * log2_of((double)(values - kept)) : 0);
}

/* What the games say, as logarithms. */
struct played_games {
    double states, plays; /* after so many moves; all games there are */
    double choice;        /* of a move, among those that can be made */
};
static struct played_games play_games(struct masks *m, const struct ground_mask *state, bool whole)
{
    struct playing p = {.m = m, .random = 1, .whole = whole};
    struct played_games all = {0};
    size_t moves = m->ground.move_count, bytes = 3 * (moves + 1) * sizeof *p.place;
    double ways = ways_at_a_place(m, state);
    p.place = mem_alloc(bytes);
    p.counted = p.place + (p.place ? moves + 1 : 0);
    p.order = p.counted + (p.place ? moves + 1 : 0);
    if (p.place) find_places(&p);
    if (p.place) mask_becoming_find(&m->ground, &p.becoming);
    if (whole) mask_orders_open(&p.orders, &m->ground);
    for (int i = 0; p.place && i < PLAYED; i++) all.states += play_once(&p, *state, ways) / PLAYED;
    all.plays = log2_of(1 + p.plays / PLAYED);
    all.choice = p.moves > 0 ? all.plays * PLAYED / p.moves : 0;
    if (whole) mask_orders_close(&p.orders);
    mem_free(p.place, bytes);
    vec_free(&p.parts);
    vec_free(&p.open);
    return all;
}

void mask_largest_part(struct masks *m, const struct ground_mask *state, struct ground_mask *part)
{
    const struct mask_part *largest = NULL;
    mask_part_vec parts = {0};
    bool split = masks_split(m, state, &parts) && parts.count > 1;
    for (size_t i = 0; i < parts.count && split; i++)
        if (!largest || parts.data[i].cells > largest->cells) largest = &parts.data[i];
    *part = largest ? largest->state : *state;
    vec_free(&parts);
}

/* The logarithm of how many states there are, where that is counted; else 0. */
static double counted_states(struct masks *m, const struct ground_mask *state)
{
    struct ground_mask part;
    double states = 0;
    if (!masks_have_parts(m)) return 0;
    mask_largest_part(m, state, &part);
    return mask_ideals_reached(m, &part, &states) == ST_OK && states > 0 ? log2_of(states) : 0;
}

/* Where there are fewer states than the games say each is met on many ways, and few are left out. */
static double positions_met(struct masks *m, const struct ground_mask *state, bool whole)
{
    struct played_games of = play_games(m, state, whole);
    double counted = whole ? 0 : counted_states(m, state);
    if (counted > 0) of.states = counted;
    double all = all_states(m, state), more = of.states > all ? 2 * (of.states / all - 1) : 0;
    size_t colours = m->ground.bitwise ? 1 : colours_of(&m->ground, state);
    bool three = of_three_colours(m, state);
    double power = three ? 1 : whole ? SEARCHED_WHOLE : SEARCHED, dense = whole || three ? 1 : ALL_MET;
    if (counted > 0 && !masks_fall_apart(m)) power = dense;
    double met =
        (of.states < all ? of.states : all) - log2_of(whole ? images_kept(m, state) : images_met(m, state, colours));
    double least = whole ? PLAYS_WHOLE : PLAYS_VALUED, few = whole ? 0 : 1 - CHOICE * of.choice;
    double plays = of.plays * (few > least ? few : least);
    met *= power + (dense - power) * (more < 1 ? more : 1);
    if (plays < met) met = plays;
    return met > 0 ? power_of_two(met) : 1;
}

/* Of a board of words there are no more states than its words can say, and of plays many lead to one. */
static double words_of_board(struct masks *m, const struct ground_mask *state)
{
    const struct ground_layout *layout = &m->ground.layout;
    double plays = mask_words_estimate(m, state), states = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct ground_piece *piece = &layout->pieces[i];
        states += (double)(piece->rows * piece->columns) * log2_of((double)piece->value_count);
    }
    states -= log2_of(images_of(m));
    double met = states > 0 ? power_of_two(states * SEARCHED) : 1;
    /* The list of moves, where there is one, knows which orders of moves lead to one state; 1 says that it knows nothing. */
    if (m->as_listed > 1 && m->as_listed < met && is_same(shape_of(&m->ground), &m->as_listed_of, state))
        met = m->as_listed;
    return plays < met ? plays : met;
}

double mask_estimate(struct masks *m, const struct ground_mask *state)
{
    return m->strips     ? mask_strips_estimate(m, state)
           : m->diagrams ? mask_diagrams_estimate(m, state)
           : m->tree     ? words_of_board(m, state)
                         : positions_met(m, state, false);
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
    if (!m->strips && target != MASK_ANY && !of_three_colours(m, state))
        m->forecast = power_of_two(log2_of(m->forecast) * ONE_NUMBER);
    double work = mask_turns(m, m->forecast) * STEPS_A_TURN * share;
    if (!m->strips && work > TRIED_WORK) (void)is_found(m, state, target, work);
    double forecast = m->forecast;
    if (budget_spent(m->memo.budget)) m->forecast = 0; /* who asks with more left may find it */
    return forecast;
}

double mask_whole_estimate(struct masks *m, const struct ground_mask *state)
{
    if (m->tree) return mask_words_whole_estimate(m, state);
    return masks_have_parts(m) ? positions_met(m, state, true) : mask_estimate(m, state);
}

double mask_turns(const struct masks *m, double positions)
{
    double each = IMAGE_TURNS * images_of(m) + BARE_TURNS;
    if (masks_have_parts(m) && m->ground.move_count > FEW_MOVES)
        each *= 1 + (double)(m->ground.move_count - FEW_MOVES) / MOVES_A_TURN;
    return positions * (m->strips ? STRIP_TURNS : m->closing.nested && !masks_fall_apart(m) ? NESTED_TURNS : each);
}
