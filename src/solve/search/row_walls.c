/* SPDX-License-Identifier: MIT */
#include "solve/search/row_walls.h"
#include <string.h>

enum { ANY = 0xff };

struct walls_reader {
    struct row_rule *rule;
    const struct ground *g;
    size_t width;
    bool *no_memory;
};

/* ---- the list ------------------------------------------------------------------------------------------------------ */
static bool holds(const struct row_move *of, size_t at, const struct row_move *part)
{
    return memcmp(of->from + at, part->from, part->length) == 0 && memcmp(of->to + at, part->to, part->length) == 0 &&
           memcmp(of->from, of->to, at) == 0 &&
           memcmp(of->from + at + part->length, of->to + at + part->length, of->length - at - part->length) == 0;
}

/* Is it what another move does, which asks less? */
static bool is_there(const struct row_rule *rule, const struct row_move *move)
{
    for (size_t i = 0; i < rule->moves.count; i++) {
        const struct row_move *m = &rule->moves.data[i];
        for (size_t at = 0; at + m->length <= move->length; at++)
            if (holds(move, at, m)) return true;
    }
    return false;
}

static bool add(struct walls_reader *r, const struct row_move *move, bool is_new)
{
    struct row_rule *rule = r->rule;
    if (memcmp(move->from, move->to, move->length) == 0) return false; /* it changes nothing */
    if (is_there(rule, move)) return true;
    if (!is_new) return false;
    if (rule->moves.count == ROW_MOVES) return false;
    if (move->length > rule->span) rule->span = move->length;
    return vec_push(&rule->moves, *move) || !(*r->no_memory = true);
}

/* From cell `at` on, every value of those that are open. ANY in `to`: as it is. False: not all are moves, or unless is_new there. */
static bool fill_in(struct walls_reader *r, const struct row_move *open, size_t at, bool is_new)
{
    struct row_move move = *open;
    while (at < move.length && move.from[at] != ANY) at++;
    if (at < move.length) {
        bool fine = true;
        for (size_t v = 1; fine && v < r->rule->value_count; v++) {
            move.from[at] = (unsigned char)v;
            fine = fill_in(r, &move, at + 1, is_new);
        }
        return fine;
    }
    for (size_t i = 0; i < move.length; i++)
        if (move.to[i] == ANY) move.to[i] = move.from[i];
    return add(r, &move, is_new);
}

/* The cells of a move from `low` on. */
static void read_cells(const struct ground *g, const struct ground_move *m, size_t low, size_t high,
                       struct row_move *move)
{
    for (size_t i = low; i < high; i++) {
        bool asked = ground_code(g, &m->care, i), written = ground_code(g, &m->write, i);
        move->from[move->length] = asked ? (unsigned char)(1 + ground_code(g, &m->want, i)) : ANY;
        move->to[move->length++] = written ? (unsigned char)(1 + ground_code(g, &m->put, i)) : ANY;
    }
}

static void put_edge(const struct row_rule *rule, struct row_move *move)
{
    move->from[move->length] = rule->pad;
    move->to[move->length++] = ANY;
}

/* A move in the middle, or else one near an end: that is a move of the middle, or there is an edge beside it, or a few cells on. */
static bool read_move(struct walls_reader *r, const struct ground_move *m, bool middle)
{
    const struct ground *g = r->g;
    size_t low = 0, high = g->cells;
    struct row_move move = {0}, at_end = {0};
    while (low < high && !ground_has(&m->foot, low)) low++;
    while (high > low && !ground_has(&m->foot, high - 1)) high--;
    bool left = low < r->width, right = g->cells - high < r->width, inside = !left && !right;
    if (r->rule->ring && !inside) return true;
    if (low == high || high - low > r->width) return false;
    if (middle != inside) return true;
    read_cells(g, m, low, high, &move);
    if (middle) return fill_in(r, &move, 0, true);
    if (fill_in(r, &move, 0, false)) return true;
    if (left) low = 0;
    if (right) high = g->cells;
    if (high - low + left + right > ROW_SPAN) return false;
    if (left) put_edge(r->rule, &at_end);
    read_cells(g, m, low, high, &at_end);
    if (right) put_edge(r->rule, &at_end);
    return fill_in(r, &at_end, 0, true);
}

/* ---- walls --------------------------------------------------------------------------------------------------------- */
/* How many walls stand side by side from there on. */
static size_t walls_from(const struct row_rule *rule, const unsigned char *cells, size_t at, size_t count)
{
    size_t end = at;
    while (end < count && rule->is_wall[cells[end]]) end++;
    return end - at;
}

/* The most walls side by side, neither at its beginning nor at its end. */
static size_t most_inside(const struct row_rule *rule, const struct row_move *m)
{
    size_t most = 0;
    for (size_t at = 1; at < m->length; at++) {
        size_t walls = walls_from(rule, m->from, at, m->length - 1u);
        if (walls > most) most = walls;
    }
    return most;
}

static bool cuts(const struct row_rule *rule, const struct row_move *m)
{
    for (size_t at = 0; at + rule->walls <= m->length; at++)
        if (walls_from(rule, m->to, at, m->length) >= rule->walls && memcmp(m->from + at, m->to + at, rule->walls) != 0)
            return true;
    return false;
}

static bool find_walls(struct row_rule *rule)
{
    bool fine = rule->moves.count > 0;
    rule->walls = 1;
    for (size_t v = 1; v <= rule->value_count; v++) rule->is_wall[v] = true;
    for (size_t i = 0; i < rule->moves.count; i++) {
        const struct row_move *m = &rule->moves.data[i];
        for (size_t k = 0; k < m->length; k++) rule->is_wall[m->from[k]] &= m->from[k] == m->to[k];
    }
    for (size_t i = 0; i < rule->moves.count; i++) {
        size_t inside = most_inside(rule, &rule->moves.data[i]);
        if (inside >= rule->walls) rule->walls = inside + 1;
    }
    for (size_t i = 0; fine && i < rule->moves.count; i++) fine = cuts(rule, &rule->moves.data[i]);
    return fine;
}

bool row_walls_read(struct row_rule *rule, const struct ground *g, size_t width, bool *no_memory)
{
    struct walls_reader r = {.rule = rule, .g = g, .width = width, .no_memory = no_memory};
    bool fine = g->cells && !g->layout.fixed_count && !g->layout.pieces[0].bits && g->rows == 1 &&
                g->value_count + 2 <= ROW_CODES;
    rule->moves.count = rule->span = 0;
    rule->first_code = 1;
    rule->value_count = g->value_count + 1;
    rule->pad = (unsigned char)rule->value_count;
    for (size_t v = 0; v < ROW_CODES; v++)
        rule->values[v] = v && fine && v <= g->value_count ? g->layout.pieces[0].values[v - 1] : GROUND_NO_VALUE;
    for (int ends = 0; ends < 2; ends++)
        for (size_t i = 0; fine && i < g->move_count; i++) fine = read_move(&r, &g->moves[i], !ends);
    fine = fine && find_walls(rule);
    rule->pads[0] = rule->pads[1] = rule->walls;
    return fine;
}

/* ---- cutting ------------------------------------------------------------------------------------------------------- */
size_t row_walls_cut(const struct row_rule *rule, const unsigned char *cells, size_t count, bool open_left,
                     bool open_right, unsigned char *out)
{
    size_t n = 0, r = rule->walls;
    for (size_t at = 0; at < count;) {
        size_t walls = r ? walls_from(rule, cells, at, count) : 0, end = at + walls;
        bool begins = at == 0 && !open_left, ends = end == count && !open_right;
        if (walls < r || walls == 0) {
            if (walls == 0) end = at + 1;
            memcpy(out + n, cells + at, end - at);
            n += end - at;
        } else {
            if (!begins) memcpy(out + n, cells + at, r), n += r;
            if (!begins && !ends) out[n++] = 0;
            if (!ends) memcpy(out + n, cells + end - r, r), n += r;
        }
        at = end;
    }
    return n;
}

size_t row_walls_of_ring(const struct row_rule *rule, const unsigned char *ring, size_t count)
{
    for (size_t at = 0; at < count; at++)
        if (walls_from(rule, ring, at, at + rule->walls) == rule->walls) return at;
    return count;
}
