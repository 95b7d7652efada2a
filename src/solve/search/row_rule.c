/* SPDX-License-Identifier: MIT */
/* Moves are read off a short row, and every cell that they do not ask is filled in. */
#include "solve/search/row_rule.h"
#include <string.h>
#include "solve/search/row_ends.h"
#include "solve/search/row_walls.h"

enum { ANY = 0xff };

const struct state_windows *row_rule_windows(const struct env *env, const struct component *row)
{
    if (row->game < 0 || env->terms.whole) return NULL;
    const struct game *game = &env->model->games[row->game];
    bool fine = game->kind == GAME_RULES && game->field_count == 1 && game->fields[0].kind == FIELD_ROW &&
                !game->loopy && !game->uses_mover && row->count > 1;
    const struct state_windows *w = fine ? game->windows : NULL;
    return w && w->movable && w->margin[1] == 0 && !w->beside ? w : NULL;
}

bool row_rule_may_be(const struct env *env, const struct component *row)
{
    return row_rule_windows(env, row) || row_reach_may_be(env, row);
}

void row_rule_free(struct row_rule *rule)
{
    vec_free(&rule->moves);
    *rule = (struct row_rule){0};
}

/* The cells of the widest window. */
static size_t widest(const struct state_windows *windows)
{
    int width = 1;
    for (size_t i = 0; i < windows->count; i++) {
        int low = 0, high = 0;
        for (size_t k = 0; k < windows->windows[i].count; k++) {
            int at = windows->windows[i].cells[k].column;
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        width = high - low + 1 > width ? high - low + 1 : width;
    }
    return (size_t)width;
}

/* ---- a short row ----------------------------------------------------------------------------------------------- */
/* Of so many cells, with each value of the row among them, the others being `filler`. False: there are too many. */
static bool shorten(const struct component *row, int64_t filler, size_t count, int64_t *cells)
{
    size_t held = 1;
    cells[0] = (int64_t)count;
    for (size_t i = 1; i <= count; i++) cells[i] = filler;
    for (uint32_t i = 1; i < row->count; i++) {
        size_t k = 1;
        while (k < held && cells[k] != row->cells[i]) k++;
        if (k < held || row->cells[i] == filler) continue;
        if (held > ROW_CODES || held > count) return false;
        cells[held++] = row->cells[i];
    }
    return true;
}

/* ---- one move ---------------------------------------------------------------------------------------------------- */
struct row_reader {
    struct row_rule *rule;
    const struct ground *g;
    size_t width;
    bool no_memory;
};
/* A stretch of cells and what a move makes of it; ANY in `from`: whatever it holds. In `to` ANY: as it is. */
struct stretch {
    size_t length;
    unsigned char from[ROW_SPAN], to[ROW_SPAN];
};

/* Cuts off what ends the run. False: it looks at two runs, or beyond an end. */
static bool read_ends(const struct stretch *s, struct row_move *out)
{
    size_t low = 0, high = s->length;
    *out = (struct row_move){0};
    while (low < high && s->from[low] == 0) low++;
    while (high > low && s->from[high - 1] == 0) high--;
    if (low > 1 || s->length - high > 1) return false;
    out->left_end = low;
    out->right_end = high < s->length;
    out->length = (unsigned char)(high - low);
    bool erases = false, fine = high > low;
    for (size_t i = low; i < high; i++) {
        fine = fine && s->from[i];
        out->from[i - low] = s->from[i];
        out->to[i - low] = s->to[i] == ANY ? s->from[i] : s->to[i];
        erases |= out->to[i - low] == 0;
    }
    return fine && erases;
}

static bool add_move(struct row_reader *r, const struct row_move *move)
{
    struct row_rule *rule = r->rule;
    for (size_t i = 0; i < rule->moves.count; i++)
        if (memcmp(&rule->moves.data[i], move, sizeof *move) == 0) return true;
    if (rule->moves.count == ROW_MOVES) return false;
    if (move->length > rule->span) rule->span = move->length;
    return vec_push(&rule->moves, *move) || !(r->no_memory = true);
}

/* From cell `at` on, every value of those that are open. */
static bool fill_in(struct row_reader *r, struct stretch *s, size_t at)
{
    struct row_move move;
    while (at < s->length && s->from[at] != ANY) at++;
    if (at == s->length) return read_ends(s, &move) && add_move(r, &move);
    bool fine = true;
    for (size_t v = 0; fine && v < r->rule->value_count; v++) {
        s->from[at] = (unsigned char)v;
        bool idle = v == 0 && s->to[at] == 0; /* d stays d */
        unsigned char to = s->to[at];
        if (idle) s->to[at] = ANY;
        fine = fill_in(r, s, at + 1);
        s->to[at] = to;
    }
    s->from[at] = ANY;
    return fine;
}

static bool read_move(struct row_reader *r, const struct ground_move *m)
{
    const struct ground *g = r->g;
    size_t low = 0, high = g->cells;
    struct stretch s;
    while (low < high && !ground_has(&m->foot, low)) low++;
    while (high > low && !ground_has(&m->foot, high - 1)) high--;
    bool middle = low >= r->width && g->cells - high >= r->width; /* the same moves stand there */
    s.length = high - low;
    if (r->rule->ring && !middle) return true;
    if (s.length == 0 || s.length > r->width) return false;
    if (!middle) return true;
    for (size_t i = 0; i < s.length; i++) {
        bool asked = ground_code(g, &m->care, low + i), written = ground_code(g, &m->write, low + i);
        s.from[i] = asked ? (unsigned char)ground_code(g, &m->want, low + i) : ANY;
        s.to[i] = written ? (unsigned char)ground_code(g, &m->put, low + i) : ANY;
        if (asked && written && s.from[i] == s.to[i]) s.to[i] = ANY;
    }
    return fill_in(r, &s, 0);
}

static bool read_moves(struct row_reader *r, int64_t filler)
{
    const struct ground *g = r->g;
    struct row_rule *rule = r->rule;
    int64_t final = g->cells ? g->layout.pieces[0].values[0] : GROUND_NO_VALUE;
    bool fine = g->cells && !g->layout.fixed_count && !g->layout.pieces[0].bits && g->rows == 1 &&
                g->value_count <= ROW_CODES && (rule->cells ? final != GROUND_NO_VALUE : final == filler);
    rule->value_count = g->value_count;
    for (size_t v = 0; fine && v < g->value_count; v++) rule->values[v] = g->layout.pieces[0].values[v];
    for (size_t i = 0; fine && i < g->move_count; i++) fine = read_move(r, &g->moves[i]);
    return fine;
}

/* With no pads, or with a few: those with which the list fits the short row. */
static enum status find_pads(struct row_rule *rule, const struct ground *g)
{
    size_t zero = 0;
    enum status st = ST_OK;
    while (zero < rule->value_count && rule->values[zero] != 0) zero++;
    size_t most = zero > 0 && zero < rule->value_count ? ROW_PADS : 0;
    bool fine = !rule->known;
    rule->pad = (unsigned char)zero;
    for (size_t k = 0; st == ST_OK && !fine && k < (most + 1) * (most + 1); k++) {
        rule->pads[0] = k / (most + 1);
        rule->pads[1] = k % (most + 1);
        st = row_ends_fit(rule, g, &fine);
    }
    rule->known &= fine;
    return st;
}

/* Cells hold no more than row_reach_find took them to hold. */
static bool holds_no_more(const struct row_rule *rule)
{
    int64_t most = !rule->cells ? INT64_MAX : rule->reach.two ? 1 : ROW_CELL_MOST;
    bool fine = true;
    for (size_t v = 0; v < rule->value_count; v++) fine &= rule->values[v] <= most;
    return fine;
}

/* The short row, with no invariant; no model: no memory. */
static struct ground_from of_moves(const struct env *env, const struct component *row, const int64_t *cells,
                                   size_t count, struct arena *arena)
{
    const struct model *model = env->model;
    if (model->games[row->game].invariant) model = model_without_invariant(model, row->game, arena);
    return (struct ground_from){model, row->game, env->params, cells, count + 1, env->budget, 0};
}

/* Of a rule of which the game, and the rows that it is of, are known; width: of its windows or arcs. */
static enum status make_of(const struct env *env, const struct component *row, int64_t filler, size_t width,
                           struct row_rule *rule)
{
    int64_t cells[1 + ROW_SHORT * ROW_SPAN];
    size_t count = ROW_SHORT * (width < 2 ? 2 : width);
    if (width > ROW_SPAN || !shorten(row, filler, count, cells)) return ST_OK;
    struct arena arena = {0};
    struct ground g;
    struct ground_from from = of_moves(env, row, cells, count, &arena);
    struct row_reader r = {.rule = rule, .g = &g, .width = width};
    enum status st = from.model ? ground_make_exact(&from, &arena, &g) : ST_NO_MEMORY;
    if (st == ST_OK) rule->known = read_moves(&r, filler) && holds_no_more(rule);
    if (st == ST_OK && rule->known && rule->cells && !rule->ring) st = find_pads(rule, &g);
    if (r.no_memory) st = ST_NO_MEMORY;
    arena_free(&arena);
    return st;
}

/* A list with walls, of which the game, and the rows that it is of, are known. */
static enum status make_walls(const struct env *env, const struct component *row, size_t width, struct row_rule *rule)
{
    int64_t cells[1 + ROW_SHORT * ROW_SPAN];
    size_t count = ROW_SHORT * width;
    if (!shorten(row, row->cells[1], count, cells)) return ST_OK;
    struct arena arena = {0};
    struct ground_choices choices;
    struct ground_from from = of_moves(env, row, cells, count, &arena);
    enum status st = from.model ? ground_make_choices(&from, &arena, &choices) : ST_NO_MEMORY;
    if (st == ST_OK) st = row_walls_read(rule, &choices, width);
    rule->known = rule->known && holds_no_more(rule);
    arena_free(&arena);
    return st;
}

/* A row of this length alone, or a ring. */
static enum status make_by_reach(const struct env *env, const struct component *row, struct row_rule *rule)
{
    *rule = (struct row_rule){.game = row->game, .cells = row->count - 1};
    enum status st = row_reach_find(env, row, &rule->reach);
    rule->ring = rule->reach.around;
    if (st == ST_OK && rule->reach.width) st = make_of(env, row, row->cells[1], rule->reach.width, rule);
    if (st == ST_OK && rule->reach.width && !rule->known) st = make_walls(env, row, rule->reach.width, rule);
    return st;
}

enum status row_rule_serves(const struct env *env, const struct component *row, struct row_rule *rule, bool *serves)
{
    struct row_reach reach;
    size_t cells = row->count - 1;
    *serves = rule->game == row->game && (!rule->cells || rule->cells == cells);
    if (*serves || rule->game != row->game || !rule->known) return ST_OK;
    enum status st = row_reach_find(env, row, &reach);
    *serves = st == ST_OK && reach.width == rule->reach.width && reach.around == rule->ring;
    if (*serves) rule->cells = cells;
    return st;
}

/* A condition such as `s[i - 1] == 1 or s[i + 1] == 1` has two windows, and one move of the rule multiplied out may look
 * at the cells of both. As each has the first cell that is written, all windows of w cells together have 2w - 1. */
enum status row_rule_make(const struct env *env, const struct component *row, struct row_rule *rule)
{
    const struct state_windows *windows = row_rule_windows(env, row);
    size_t width = windows ? widest(windows) : ROW_SPAN;
    enum status st = ST_OK;
    *rule = (struct row_rule){.game = row->game};
    for (int k = 0; st == ST_OK && windows && !rule->known && k < 2 && width <= ROW_SPAN; k++, width = 2 * width - 1) {
        row_rule_free(rule);
        *rule = (struct row_rule){.game = row->game};
        st = make_of(env, row, windows->filler, width, rule);
    }
    if (st != ST_OK || rule->known) return st;
    row_rule_free(rule);
    return make_by_reach(env, row, rule);
}

size_t row_rule_pad(const struct row_rule *rule, unsigned char *cells, size_t count)
{
    memmove(cells + rule->pads[0], cells, count);
    memset(cells, rule->pad, rule->pads[0]);
    memset(cells + rule->pads[0] + count, rule->pad, rule->pads[1]);
    return rule->pads[0] + count + rule->pads[1];
}

bool row_rule_code(const struct row_rule *rule, const struct component *row, unsigned char *cells)
{
    for (uint32_t i = 1; i < row->count; i++) {
        size_t code = 0;
        while (code < rule->value_count && rule->values[code] != row->cells[i]) code++;
        if (code == rule->value_count) return false;
        cells[i - 1] = (unsigned char)code;
    }
    return true;
}
