/* SPDX-License-Identifier: MIT */
#include "solve/search/row_walls.h"
#include <string.h>
#include "solve/search/row_box.h"

enum { STEPS = 1 << 24 };

struct walls_reader {
    struct row_rule *rule;
    const struct ground_choices *choices;
    size_t width, cells;
    uint64_t all;        /* codes that a cell may hold, a bit each */
    row_boxes own, list; /* what the rule does on the short row, and the list of moves */
    uint64_t steps;
    bool no_memory;
};
/* A move of which each cell holds one of a set of codes. */
struct open_move {
    size_t length;
    uint64_t may[ROW_SPAN];
    unsigned char to[ROW_SPAN]; /* BOX_KEEP: as it is */
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

static bool add(struct walls_reader *r, const struct row_move *move)
{
    struct row_rule *rule = r->rule;
    if (is_there(rule, move)) return true;
    if (rule->moves.count == ROW_MOVES) return false;
    if (move->length > rule->span) rule->span = move->length;
    return vec_push(&rule->moves, *move) || !(r->no_memory = true);
}

/* From cell `at` on, every code that it may hold. */
static bool fill_in(struct walls_reader *r, const struct open_move *open, struct row_move *move, size_t at)
{
    bool fine = true;
    if (at == open->length) return add(r, move);
    for (size_t v = 1; fine && v <= r->rule->pad; v++) {
        if (!(open->may[at] >> v & 1)) continue;
        move->from[at] = (unsigned char)v;
        move->to[at] = open->to[at] == BOX_KEEP ? (unsigned char)v : open->to[at];
        fine = fill_in(r, open, move, at + 1);
    }
    return fine;
}

static void put_edge(const struct row_rule *rule, struct open_move *move)
{
    move->may[move->length] = UINT64_C(1) << rule->pad;
    move->to[move->length++] = BOX_KEEP;
}

/* A move in the middle, or else one near an end, with what is between it and the edge: a move of the middle is there already. */
static bool read_move(struct walls_reader *r, const struct row_box *box, bool middle)
{
    size_t low = 0, high = r->cells;
    struct open_move open = {0};
    struct row_move move = {0};
    while (low < high && box->may[low] == r->all && box->to[low] == BOX_KEEP) low++;
    while (high > low && box->may[high - 1] == r->all && box->to[high - 1] == BOX_KEEP) high--;
    bool left = low < r->width, right = r->cells - high < r->width, inside = !left && !right;
    if (r->rule->ring && !inside) return true;
    if (high - low > r->width) return false;
    if (middle != inside) return true;
    if (left) low = 0;
    if (right) high = r->cells;
    if (high - low + left + right > ROW_SPAN) return false;
    if (left) put_edge(r->rule, &open);
    memcpy(open.may + open.length, box->may + low, (high - low) * sizeof *open.may);
    memcpy(open.to + open.length, box->to + low, high - low);
    open.length += high - low;
    if (right) put_edge(r->rule, &open);
    move.length = (unsigned char)open.length;
    return fill_in(r, &open, &move, 0);
}

/* Values get the codes from 1 on. */
static bool read_values(struct walls_reader *r)
{
    const struct ground *board = &r->choices->board;
    const struct ground_piece *piece = &board->layout.pieces[0];
    struct row_rule *rule = r->rule;
    bool fine = board->cells && board->layout.count == 1 && !board->in_words && !board->layout.fixed_count &&
                board->rows == 1 && board->cells <= BOX_CELLS && piece->value_count + 2 <= ROW_CODES;
    if (!fine || piece->bits || piece->set || piece->passed || piece->merges || piece->owns) return false;
    r->cells = board->cells;
    rule->value_count = piece->value_count + 1;
    rule->pad = (unsigned char)rule->value_count;
    for (size_t v = 0; v < ROW_CODES; v++) rule->values[v] = GROUND_NO_VALUE;
    for (size_t v = 1; v < rule->value_count; v++) {
        rule->values[v] = piece->values[v - 1];
        if (rule->values[v] != GROUND_NO_VALUE) r->all |= UINT64_C(1) << v;
    }
    return true;
}

static bool read_way(struct walls_reader *r, const struct ground_choice *way)
{
    struct row_box box = {{0}, {0}};
    for (size_t i = 0; i < r->cells; i++) {
        box.to[i] = BOX_KEEP;
        for (size_t v = 1; v < r->rule->value_count; v++) {
            if (ground_has(&way->allowed[v - 1], i)) box.may[i] |= UINT64_C(1) << v;
            if (ground_has(&way->write, i) && ground_has(&way->puts[v - 1], i)) box.to[i] = (unsigned char)v;
        }
        box.may[i] &= r->all;
    }
    return row_boxes_add(&r->own, &box, r->cells, &r->no_memory);
}

/* ---- does the list say all? ---------------------------------------------------------------------------------------- */
/* The move with its first cell there: edges stand beyond the ends alone, and nothing else does. */
static bool place_move(struct walls_reader *r, const struct row_move *m, int64_t at)
{
    struct row_box box = {{0}, {0}};
    for (size_t i = 0; i < r->cells; i++) box.may[i] = r->all, box.to[i] = BOX_KEEP;
    for (int64_t k = 0; k < m->length; k++) {
        bool inside = at + k >= 0 && at + k < (int64_t)r->cells;
        if (inside != (m->from[k] != r->rule->pad)) return true;
        if (!inside) continue;
        box.may[at + k] = UINT64_C(1) << m->from[k];
        if (m->to[k] != m->from[k]) box.to[at + k] = m->to[k];
    }
    return row_boxes_add(&r->list, &box, r->cells, &r->no_memory);
}

static bool says_all(struct walls_reader *r)
{
    bool fine = true;
    for (size_t i = 0; fine && i < r->rule->moves.count; i++)
        for (int64_t at = -1; fine && at < (int64_t)r->cells; at++) fine = place_move(r, &r->rule->moves.data[i], at);
    return fine && row_boxes_same(&r->own, &r->list, r->cells, &r->steps);
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

static bool read_list(struct walls_reader *r)
{
    bool fine = read_values(r);
    for (size_t i = 0; fine && i < r->choices->count; i++) fine = read_way(r, &r->choices->ways[i]);
    for (int ends = 0; ends < 2; ends++)
        for (size_t i = 0; fine && i < r->own.count; i++) fine = read_move(r, &r->own.data[i], !ends);
    return fine && find_walls(r->rule) && (r->rule->ring || says_all(r));
}

enum status row_walls_read(struct row_rule *rule, const struct ground_choices *choices, size_t width)
{
    struct walls_reader r = {.rule = rule, .choices = choices, .width = width, .steps = STEPS};
    rule->moves.count = rule->span = 0;
    rule->known = read_list(&r);
    rule->pads[0] = rule->pads[1] = rule->walls;
    vec_free(&r.own);
    vec_free(&r.list);
    return r.no_memory ? ST_NO_MEMORY : ST_OK;
}

/* ---- cutting ------------------------------------------------------------------------------------------------------- */
size_t row_walls_cut(const struct row_rule *rule, const unsigned char *cells, size_t count, bool open_left,
                     bool open_right, unsigned char *out)
{
    size_t n = 0, r = rule->walls;
    if (!r) return memcpy(out, cells, count), count;
    for (size_t at = 0; at < count;) {
        size_t walls = walls_from(rule, cells, at, count), end = at + walls;
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
