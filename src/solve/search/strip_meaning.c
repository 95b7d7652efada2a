/* SPDX-License-Identifier: MIT */
/* First on small boards, and on all if that pays; each grounded by meaning, and forgotten once its conditions are taken. */
#include "solve/search/strip_meaning.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/strip_boards.h"
#include "solve/search/strip_images.h"
#include "solve/search/strip_known.h"
#include "solve/search/strip_rings.h"

enum { SMALL = 8, WORK_MOST = 1 << 23 };

/* ---- boards of other lengths ------------------------------------------------------------------------------------------- */
/* Row i of a square of n cells as one of m: i, or as far from its end. */
static size_t place_in(size_t i, size_t m, size_t n, bool end) { return end ? i + n - m : i; }

static void cut_square(const int64_t *from, size_t n, size_t m, int64_t *to)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            bool low = 2 * i > 2 * j + m, high = 2 * j > 2 * i + m; /* i, or j, is nearer to its end around the ring */
            to[i * m + j] = from[place_in(i, m, n, low) * n + place_in(j, m, n, high)];
        }
}

/* Is nothing joined but neighbours along the row, or its ends? Of other boards mostly no rules are found, which takes long. */
static bool joins_neighbours(const int64_t *square, size_t n)
{
    bool all = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            size_t apart = i < j ? j - i : i - j;
            all = all && (!square[i * n + j] || apart <= 1 || apart == n - 1);
        }
    return all;
}

/* Of every row of the component and the squares beside it. */
static bool may_be_cut(const struct env *env, const struct component *c)
{
    const struct game *game = &env->model->games[c->game];
    const int64_t *from = c->cells;
    bool may = true;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        if (kind > FIELD_GRID) return false;
        if (kind == FIELD_GRID) may = may && (from[0] != from[1] || joins_neighbours(from + 2, (size_t)from[0]));
        from += field_length(kind, from);
    }
    return may;
}

/* The numbers of the component with a board of this length, of which some cell holds the greatest value; how many they are. */
static size_t cut_component(const struct strips *s, const struct env *env, const struct component *c, size_t m,
                            int64_t *to)
{
    const struct game *game = &env->model->games[c->game];
    const int64_t *from = c->cells;
    size_t at = 0, n = s->length;
    for (size_t f = 0; f < game->field_count; f++) {
        enum field_kind kind = game->fields[f].kind;
        size_t head = kind == FIELD_GRID ? 2 : kind == FIELD_ROW || kind == FIELD_BAG ? 1 : 0, count = 1;
        for (size_t i = 0; i < head; i++) count *= (size_t)from[i];
        bool board = (size_t)(from + head - c->cells) == s->at;
        bool square = kind == FIELD_GRID && from[0] == (int64_t)n && from[1] == (int64_t)n;
        memcpy(to + at, from, (head + count) * sizeof *to);
        if (board || square)
            for (size_t i = 0; i < head; i++) to[at + i] = (int64_t)m;
        if (board) memset(to + at + head, 0, m * sizeof *to), to[at + head] = s->values - 1;
        if (square) cut_square(from + head, n, m, to + at + head);
        at += head + (board ? m : square ? m * m : count);
        from += head + count;
    }
    return at;
}

/* ---- boards -------------------------------------------------------------------------------------------------------------- */
/* The law of its moves, if they have the same, and what they ask besides. */
static void take_law(struct strips *s, const struct ground *g, struct strip_board *b, uint32_t *made)
{
    uint32_t law = b->count ? g->instances.data[0].law : 0;
    for (uint32_t i = 0; i < b->count && law; i++) {
        if (g->instances.data[i].law != law) law = 0;
        b->instances[i].rest = diagram_taken(&s->diagrams, &g->meaning, g->instances.data[i].rest, made);
    }
    b->law = law ? diagram_taken(&s->diagrams, &g->meaning, law, made) : 0;
}

/* Its conditions become diagrams of all lengths. */
static bool take_conditions(struct strips *s, const struct ground *g, uint32_t length)
{
    size_t nodes = g->meaning.nodes.count, count = g->instances.count;
    uint32_t *made = mem_alloc(nodes * sizeof *made), *whens = mem_alloc((count + 1) * sizeof *whens);
    bool fine = made && whens;
    for (size_t i = 0; fine && i < count; i++)
        whens[i] = diagram_taken(&s->diagrams, &g->meaning, g->instances.data[i].when, made);
    if (fine) fine = strip_make_instances(s, &s->boards[length], g, whens);
    if (fine) take_law(s, g, &s->boards[length], made);
    mem_free(whens, (count + 1) * sizeof *whens);
    mem_free(made, nodes * sizeof *made);
    return fine;
}

static enum status open_board(struct strips *s, const struct env *env, const struct component *c, uint32_t length)
{
    struct strip_board *b = &s->boards[length];
    if (b->fine) return ST_OK;
    int64_t *cells = mem_alloc((c->count + 1u) * sizeof *cells);
    struct ground *g = mem_alloc(sizeof *g);
    enum status st = cells && g ? ST_OK : ST_NO_MEMORY;
    if (g) memset(g, 0, sizeof *g);
    if (st == ST_OK) {
        struct component cut = {s->game, (uint32_t)cut_component(s, env, c, length, cells), cells};
        st = ground_open_in_order(g, env, &cut);
    }
    b->fine = st == ST_OK && g->fine && g->values == s->values && g->at == s->at && !(s->final & ~g->final);
    if (b->fine && !take_conditions(s, g, length)) st = ST_NO_MEMORY;
    if (g) ground_close(g);
    mem_free(g, g ? sizeof *g : 0);
    mem_free(cells, cells ? (c->count + 1u) * sizeof *cells : 0);
    return st;
}

static enum status open_boards(struct strips *s, const struct env *env, const struct component *c, uint32_t from,
                               uint32_t to)
{
    enum status st = ST_OK;
    for (uint32_t m = from; st == ST_OK && m <= to && !s->diagrams.failed; m++) st = open_board(s, env, c, m);
    return st;
}

/* First on small boards, with and without what is known of positions; then on all. */
static enum status open_all(struct strips *s, const struct env *env, const struct component *c, bool *fits)
{
    uint32_t small = s->length < SMALL ? s->length : SMALL;
    bool known = false;
    enum status st = open_boards(s, env, c, 1, small);
    *fits = false;
    for (int tried = 0; st == ST_OK && tried < 2 && !*fits && s->boards[small].fine; tried++) {
        known = tried == 0;
        strip_restrict(s, 1, small, known);
        *fits = strip_pays(s, small) && !s->diagrams.failed;
    }
    if (!*fits) return s->diagrams.no_memory || s->failed ? ST_NO_MEMORY : st;
    st = open_boards(s, env, c, small + 1, s->length);
    strip_restrict(s, 1, s->length, known);
    if (st == ST_OK && !s->diagrams.failed && (!strip_find_images(s) || !strip_find_walls(s))) return ST_NO_MEMORY;
    *fits = st == ST_OK && s->boards[s->length].fine && strip_pays(s, s->length) && !s->diagrams.failed;
    s->diagrams.work_most = 0;
    return s->diagrams.no_memory || s->failed ? ST_NO_MEMORY : st;
}

/* What its longest board holds, if its conditions can be made as diagrams at all. */
static enum status open_longest(struct strips *s, const struct env *env, const struct component *c, bool *fits)
{
    struct ground *g = mem_alloc(sizeof *g);
    if (!g) return ST_NO_MEMORY;
    enum status st = ground_open_in_order(g, env, c);
    bool room = st != ST_OK || strip_take_board(s, c, g, fits);
    *fits = *fits && st == ST_OK && room && s->boards[s->length].fine;
    if (room && *fits) {
        room = diagrams_open(&s->diagrams, s->values);
        s->diagrams.work_most = WORK_MOST;
        strip_find_finals(s);
        room = room && take_conditions(s, g, s->length);
    }
    ground_close(g);
    mem_free(g, sizeof *g);
    return room ? st : ST_NO_MEMORY;
}

bool strips_ask_of_all(const struct env *env, const struct component *component)
{
    return ground_asks_of_all(&env->model->games[component->game]);
}

enum status strips_make_by_meaning(const struct env *env, const struct component *component, struct strips **strips)
{
    bool fits = false;
    uint64_t strip;
    *strips = NULL;
    if (!strip_may_be(env, component) || !may_be_cut(env, component)) return ST_OK;
    struct strips *s = strip_new(component);
    if (!s) return ST_NO_MEMORY;
    s->meant = true;
    enum status st = open_longest(s, env, component, &fits);
    if (st == ST_OK && fits) st = open_all(s, env, component, &fits);
    if (st == ST_OK && fits && strips_code(s, component, &strip)) *strips = s;
    else strips_free(s);
    return st;
}
