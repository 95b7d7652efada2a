/* SPDX-License-Identifier: MIT */
/* Game by game: images without meetings, then boards of cells that hold one value. */
#include "engine/strategy/strategy.h"
#include <inttypes.h>
#include "play/options/print.h"
#include "play/options/traits.h"
#include "solve/pairing/sizes.h"

enum { PER_GAME = 5 + WINDOW_VALUES };
struct stating {
    struct engine *engine;
    struct arena *arena;
    struct strategy_statement *list;
    size_t count;
    int game;
    const struct state_windows *windows;
    bool row;
};
static const char source[] = "Berlekamp, Conway and Guy 1982";

/* ---- sizes in words ---------------------------------------------------------------------------------------------------- */
/* NULL: of all sizes. A class is bit 2 * (rows are odd) + (columns are odd). */
static const char *row_words(uint32_t classes)
{
    static const char *const words[] = {NULL, "its length is even", "its length is odd", NULL};
    return words[classes & 3];
}

static const char *grid_words(uint32_t classes)
{
    switch (classes & 15) {
    case 1: return "the number of rows and the number of columns are even";
    case 2: return "the number of rows is even and that of columns odd";
    case 3: return "the number of rows is even";
    case 4: return "the number of rows is odd and that of columns even";
    case 5: return "the number of columns is even";
    case 6: return "exactly one of the numbers of rows and columns is odd";
    case 7: return "the number of rows or the number of columns is even";
    case 8: return "the number of rows and the number of columns are odd";
    case 9: return "the numbers of rows and columns are both even or both odd";
    case 10: return "the number of columns is odd";
    case 11: return "the number of rows is even or that of columns odd";
    case 12: return "the number of rows is odd";
    case 13: return "the number of rows is odd or that of columns even";
    case 14: return "the number of rows or the number of columns is odd";
    default: return NULL;
    }
}

/* "a board g", where the state has other fields that the statement could mean. */
static void say_board(const struct stating *s, const char *kind, struct text *text)
{
    const struct game *g = &s->engine->model->games[s->game];
    text_add(text, "a %s", kind);
    if (g->field_count > 1) text_add(text, " %s", g->fields[s->windows->field].name);
}

/* Moves of the numbers beside the board have no images: " if n is 0". Returns whether there are any. */
static bool say_beside(const struct stating *s, struct text *text)
{
    const struct game *g = &s->engine->model->games[s->game];
    bool any = false;
    for (size_t f = 0; f < g->field_count; f++) {
        if (!(s->windows->beside >> f & 1)) continue;
        text_add(text, "%s %s is %s", any ? " and" : " if", g->fields[f].name,
                 g->fields[f].kind == FIELD_BOOL ? "false" : "0");
        any = true;
    }
    return any;
}

/* `from`: 0 says nothing. `already`: a condition stands before. */
static void say_sizes(const struct stating *s, uint32_t classes, int64_t from, bool already, struct text *text)
{
    const char *words = s->row ? row_words(classes) : grid_words(classes);
    if (words) text_add(text, "%s %s", already ? " and" : " if", words);
    if (from > 0)
        text_add(text, "%s%s at least %" PRId64, words ? ", and " : " if ",
                 !s->row ? "both are"
                 : words ? "it is"
                         : "its length is",
                 from);
}

static enum status add(struct stating *s, enum outcome outcome, struct text *text, const char *how, uint32_t image)
{
    struct strategy_statement *to = &s->list[s->count++];
    struct pairs pairs = {image, s->row};
    *to = (struct strategy_statement){.game = s->game, .outcome = outcome, .text = print_keep(s->arena, text)};
    to->strategy = arena_printf(s->arena, "%s by its image under %s", how, pairs_words(&pairs));
    to->source = source;
    return to->text && to->strategy ? ST_OK : ST_NO_MEMORY;
}

/* ---- statements -------------------------------------------------------------------------------------------------------- */
static enum status state_images(struct stating *s)
{
    enum status st = ST_OK;
    for (uint32_t image = 1; st == ST_OK && image <= 7; image++) {
        uint32_t free = s->windows->answers >> image & 1 ? pairs_classes(s->windows, s->row, image) : 0;
        if (!free) continue;
        struct pairs pairs = {image, s->row};
        struct text text = {0};
        say_board(s, s->row ? "row" : image & MIRROR_TURN ? "square board" : "board", &text);
        text_add(&text, " that is its own image under %s is lost", pairs_words(&pairs));
        bool beside = say_beside(s, &text);
        say_sizes(s, free, 0, beside, &text);
        st = add(s, OUTCOME_P, &text, "each move is answered", image);
    }
    return st;
}

/* 1 is not said where all sizes are odd, as no size is 0 then; a board without cells has no moves, so it is not won. */
static int64_t least_said(const struct stating *s, uint32_t classes, int64_t from)
{
    uint32_t odd = s->row ? 1u << 1 : 1u << 3;
    return from == 1 && !(classes & ~odd) ? 0 : from;
}

/* The classes that are known from the same size on as class `first`. */
static uint32_t same_from(const int64_t *from, size_t first)
{
    uint32_t classes = 0;
    for (size_t c = 0; c < SIZES_CLASSES; c++)
        if (from[c] == from[first]) classes |= 1u << c;
    return classes;
}

static enum status state_won(struct stating *s, int64_t value, const struct uniform_boards *b)
{
    enum status st = ST_OK;
    uint32_t done = 0;
    for (size_t c = 0; st == ST_OK && b->known && c < (s->row ? 2 : SIZES_CLASSES); c++) {
        if (!b->won[c] || done >> c & 1) continue;
        uint32_t classes = same_from(b->won, c) & (s->row ? 3 : 15);
        struct text text = {0};
        text_add(&text, "a %s of cells that all hold %" PRId64 " is won", s->row ? "row" : "board", value);
        say_sizes(s, classes, least_said(s, classes, b->won[c]), false, &text);
        st = add(s, OUTCOME_N, &text, "a first move in the centre, then each move is answered",
                 s->row ? MIRROR_COLUMNS : MIRROR_ROWS | MIRROR_COLUMNS);
        done |= classes;
    }
    return st;
}

static enum status state_game(struct stating *s)
{
    const struct env *env = s->engine->env;
    const struct game_traits *t = &env->traits->games[s->game];
    if (t->loopy || t->mover || t->watched) return ST_OK;
    enum status st = state_images(s);
    for (int64_t value = 0; st == ST_OK && value < 3; value++) {
        struct uniform_boards boards;
        if (s->windows->final >> value & 1) continue;
        st = pairs_uniform(s->engine->env, s->game, value, &boards);
        if (st == ST_OK) st = state_won(s, value, &boards);
    }
    return st;
}

enum status strategy_statements(struct engine *engine, struct arena *arena, struct strategy_statement **list,
                                size_t *count)
{
    const struct model *model = engine->model;
    struct stating s = {.engine = engine, .arena = arena};
    enum status st = ST_OK;
    s.list = arena_array(arena, model->game_count * (PER_GAME + 3 * SIZES_CLASSES) + 1, sizeof *s.list);
    if (!s.list) return ST_NO_MEMORY;
    for (size_t g = 0; st == ST_OK && g < model->game_count; g++) {
        s.game = (int)g;
        s.windows = model->games[g].windows;
        if (!s.windows || !s.windows->answers) continue;
        s.row = model->games[g].fields[s.windows->field].kind != FIELD_GRID;
        st = state_game(&s);
    }
    *list = s.list;
    *count = s.count;
    return st;
}
