/* SPDX-License-Identifier: MIT */
/* Made from a grounded rule, which is forgotten then. */
#include "solve/search/diagram_board.h"
#include <string.h>
#include "base/bits.h"
#include "base/mem.h"
#include "solve/search/diagram_images.h"
#include "solve/search/diagram_law.h"

enum { GROUP_STEPS = 1024 };

/* ---- making ----------------------------------------------------------------------------------------------------------- */
static bool make_together(struct diagram_board *b, const struct diagrams *d)
{
    struct together_condition *conditions = arena_array(&b->arena, b->move_count + 1u, sizeof *conditions);
    struct together_place *places = arena_array(&b->arena, b->move_count + 1u, sizeof *places);
    if (!conditions || !places) return false;
    for (uint32_t i = 0; i < b->move_count; i++)
        conditions[i] = (struct together_condition){b->lawful ? b->moves[i].rest : b->moves[i].root,
                                                    (uint32_t)__builtin_ctzll(b->moves[i].write.low)};
    if (!together_make(&b->together, &b->arena, d, conditions, b->move_count, GROUP_STEPS, places)) return false;
    for (uint32_t i = 0; i < b->move_count; i++) b->moves[i].place = places[i];
    return true;
}

/* What a hand has of its own. */
static bool make_scratch(struct diagram_board *b, struct arena *arena)
{
    b->opened_images = arena_array(arena, diagram_board_images(b), b->words * sizeof *b->opened_images);
    b->sets = arena_array(arena, b->together.group_count + 1u, sizeof *b->sets);
    b->paths = arena_array(arena, b->together.group_count + 1u, sizeof *b->paths);
    return b->opened_images && b->sets && b->paths && diagram_law_scratch(b, arena);
}

/* How a move changes cells: does it write a final value where there was none; does it write less than there was in some cell, and in
 * none more; the other way round? */
struct changes {
    bool rests, lowers, raises;
};

static struct changes changes_of(const struct ground *g, const struct ground_instance *x)
{
    bool less = false, more = false;
    struct changes c = {false, true, !x->falls};
    for (uint32_t k = 0; k < x->count; k++) {
        const struct ground_write *w = &g->writes.data[x->first + k];
        uint32_t held = formula_allows(g->formulas, x->when, w->cell), below = (1u << w->value) - 1,
                 above = ~(below << 1 | 1);
        c.rests |= g->final >> w->value & 1 && !(held & g->final);
        c.lowers &= !(held & below);
        c.raises &= !(held & above);
        less |= !(held & ~above);
        more |= !(held & ~below);
    }
    c.lowers &= less;
    c.raises &= more;
    return c;
}

/* Play ends if each move brings a cell to rest, or each makes the sum of all cells less (what falls does too), or each makes it more. */
static bool play_ends(const struct ground *g)
{
    struct changes all = {true, true, true};
    for (size_t i = 0; i < g->instances.count; i++) {
        struct changes c = changes_of(g, &g->instances.data[i]);
        all = (struct changes){all.rests && c.rests, all.lowers && c.lowers, all.raises && c.raises};
    }
    return all.rests || all.lowers || all.raises;
}

static bool make_moves(struct diagram_board *b, const struct ground *g)
{
    b->move_count = (uint32_t)g->instances.count;
    b->moves = arena_array(&b->arena, b->move_count + 1u, sizeof *b->moves);
    b->ends = play_ends(g);
    for (uint32_t i = 0; b->moves && i < b->move_count; i++) {
        const struct ground_instance *from = &g->instances.data[i];
        struct diagram_move *x = &b->moves[i];
        x->number = i;
        x->root = from->when;
        x->falls = from->falls;
        b->falls |= x->falls;
        for (uint32_t k = from->count; k-- > 0;) {
            const struct ground_write *w = &g->writes.data[from->first + k];
            uint32_t level = b->level[w->cell];
            x->write.low |= UINT64_C(1) << level;
            x->put.low |= (uint64_t)(w->value & 1) << level;
            x->put.high |= (uint64_t)(w->value >> 1) << level;
            x->fresh += !(g->final >> w->value & 1);
        }
        x->write.high = x->write.low;
    }
    return b->moves != NULL;
}

static void fill_fall(struct diagram_board *b, const struct ground *g)
{
    for (uint32_t i = 0; i < b->cells; i++) {
        b->roots |= (g->fall.roots >> i & 1) << b->level[i];
        for (uint32_t k = 0; k < b->cells; k++) b->beside[b->level[i]] |= (g->fall.beside[i] >> k & 1) << b->level[k];
    }
}

static bool fill(struct diagram_board *b, struct ground *g, const struct component *c, uint32_t law_steps)
{
    b->game = c->game;
    b->at = g->at;
    b->cells = g->rows * g->columns;
    b->values = g->values;
    b->final = g->final;
    b->words = b->cells <= 32 ? 1 : 2;
    b->all = b->cells < 64 ? (UINT64_C(1) << b->cells) - 1 : UINT64_MAX;
    memcpy(b->level, g->meaning.level, sizeof b->level);
    b->frame_count = c->count;
    b->frame = arena_array(&b->arena, c->count + 1u, sizeof *b->frame);
    if (!b->frame || !make_moves(b, g)) return false;
    memcpy(b->frame, g->shape.data, c->count * sizeof *b->frame);
    if (b->falls) fill_fall(b, g);
    diagram_law_find(b, g);
    if (!diagram_sets_make(b, &g->meaning) || !diagram_find_images(b, g)) return false;
    return diagram_law_keep(b, &g->meaning, law_steps) && diagram_images_of_moves(b) && make_together(b, &g->meaning) &&
           make_scratch(b, &b->arena);
}

enum status diagram_board_make_lawful(const struct env *env, const struct component *component, uint32_t law_steps,
                                      struct diagram_board **board)
{
    struct ground *g = mem_alloc(sizeof *g);
    *board = NULL;
    if (!g) return ST_NO_MEMORY;
    enum status st = ground_open_meaning(g, env, component);
    struct diagram_board *b = NULL;
    if (st == ST_OK && g->fine && g->instances.count) {
        b = mem_alloc(sizeof *b);
        if (b) memset(b, 0, sizeof *b);
        if (b && fill(b, g, component, law_steps)) *board = b;
        else st = ST_NO_MEMORY;
    }
    if (st != ST_OK) diagram_board_free(b);
    ground_close(g);
    mem_free(g, sizeof *g);
    return st;
}

enum status diagram_board_make(const struct env *env, const struct component *component, struct diagram_board **board)
{
    return diagram_board_make_lawful(env, component, DIAGRAM_LAW_STEPS, board);
}

void diagram_board_free(struct diagram_board *b)
{
    if (!b) return;
    arena_free(&b->arena);
    mem_free(b, sizeof *b);
}

struct diagram_board *diagram_board_share(const struct diagram_board *b, struct arena *arena)
{
    struct diagram_board *own = arena_alloc(arena, sizeof *own);
    struct diagram_move *moves = arena_array(arena, b->move_count + 1u, sizeof *moves);
    if (!own || !moves) return NULL;
    *own = *b;
    own->moves = memcpy(moves, b->moves, b->move_count * sizeof *moves);
    return make_scratch(own, arena) ? own : NULL;
}

bool diagram_board_ends(const struct diagram_board *b) { return b->ends; }
uint32_t diagram_board_cells(const struct diagram_board *b) { return b->cells; }
uint32_t diagram_board_moves(const struct diagram_board *b) { return b->move_count; }
uint32_t diagram_board_images(const struct diagram_board *b) { return (b->image_count + 1) * (b->exchange_count + 1); }
uint32_t diagram_board_all_images(const struct diagram_board *b)
{
    return b->pivots ? (uint32_t)diagram_pivots_order(b->pivots) * (b->exchange_count + 1) : diagram_board_images(b);
}

/* ---- states ------------------------------------------------------------------------------------------------------------ */
bool diagram_board_code(const struct diagram_board *b, const struct component *c, struct diagram_state *state)
{
    *state = (struct diagram_state){0};
    if (c->game != b->game || c->count != b->frame_count) return false;
    for (size_t i = 0; i < c->count; i++) {
        bool board = i >= b->at && i < b->at + b->cells;
        int64_t cell = c->cells[i];
        if (board ? cell < 0 || cell >= b->values : cell != b->frame[i]) return false;
        if (!board) continue;
        state->low |= (uint64_t)(cell & 1) << b->level[i - b->at];
        state->high |= (uint64_t)(cell >> 1) << b->level[i - b->at];
    }
    return true;
}

/* The cells that do not hold a final value. */
static uint64_t open_cells(const struct diagram_board *b, const struct diagram_state *s)
{
    uint64_t holds[DIAGRAM_VALUES] = {~s->low & ~s->high, s->low & ~s->high, ~s->low & s->high, s->low & s->high};
    uint64_t open = 0;
    for (uint32_t v = 0; v < b->values; v++)
        if (!(b->final >> v & 1)) open |= holds[v] & b->all;
    return open;
}

uint32_t diagram_board_room(const struct diagram_board *b, const struct diagram_state *s)
{
    return bits_of(open_cells(b, s));
}

static void find_images(const struct diagram_board *b, const struct diagram_state *s, uint64_t *to)
{
    for (uint32_t i = 0; i <= b->image_count; i++) {
        struct diagram_state ordered = diagram_ordered(b, s, i);
        for (uint32_t e = 0; e <= b->exchange_count; e++, to += b->words) {
            struct diagram_state image = diagram_value_image(b, &ordered, e, b->all);
            diagram_pack(b->words, &image, to);
        }
    }
}

static inline bool is_less(size_t words, const uint64_t *a, const uint64_t *b)
{
    if (words > 1 && a[1] != b[1]) return a[1] < b[1];
    return a[0] < b[0];
}

struct diagram_state diagram_board_least(const struct diagram_board *b, const struct diagram_state *s)
{
    uint64_t least[2] = {UINT64_MAX, UINT64_MAX}, other[2];
    if (b->pivots) return diagram_pivots_least(b->pivots, s);
    for (uint32_t i = 0; i <= b->image_count; i++) {
        struct diagram_state ordered = diagram_ordered(b, s, i);
        for (uint32_t e = 0; e <= b->exchange_count; e++) {
            struct diagram_state image = diagram_value_image(b, &ordered, e, b->all);
            diagram_pack(b->words, &image, other);
            if (is_less(b->words, other, least)) memcpy(least, other, sizeof least);
        }
    }
    return diagram_unpack(b->words, least);
}

void diagram_board_open(struct diagram_board *b, const struct diagram_state *s)
{
    b->opened = *s;
    b->open = open_cells(b, s);
    if (b->moves[0].images) find_images(b, s, b->opened_images);
    if (b->sets_known) return diagram_sets_open(b, s);
    for (uint32_t k = 0; k < b->cells; k += 8) together_digits(b->digits, k, s->low, s->high);
    for (uint32_t g = 0; g < b->together.group_count; g++)
        b->sets[g] = together_follow(&b->together, g, b->digits, &b->paths[g]);
    if (b->lawful) diagram_law_open(b);
}

static bool is_possible(const struct diagram_board *b, const struct diagram_move *x)
{
    if (b->lawful) return b->law_able[x->place.group] >> x->place.bit & 1;
    if (b->sets_known) return b->able[x->number / 64] >> x->number % 64 & 1;
    return b->sets[x->place.group] >> x->place.bit & 1;
}

bool diagram_board_next(struct diagram_board *b, size_t *at)
{
    for (; *at < b->move_count; ++*at)
        if (is_possible(b, &b->moves[*at])) return true;
    return false;
}

/* Of the cells `on` those that are joined with a root. */
static uint64_t held(const struct diagram_board *b, uint64_t on)
{
    uint64_t found = b->roots & on;
    for (uint64_t fresh = found; fresh;) {
        uint64_t more = b->beside[__builtin_ctzll(fresh)] & on & ~found;
        fresh = (fresh & (fresh - 1)) | more;
        found |= more;
    }
    return found;
}

struct diagram_state diagram_board_after(const struct diagram_board *b, size_t at)
{
    const struct diagram_move *x = &b->moves[at];
    struct diagram_state after = {(b->opened.low & ~x->write.low) | x->put.low,
                                  (b->opened.high & ~x->write.high) | x->put.high};
    if (!x->falls) return after;
    uint64_t left = held(b, after.low | after.high);
    return (struct diagram_state){after.low & left, after.high & left};
}

static inline __attribute__((always_inline)) struct diagram_state
least_image(size_t words, const struct diagram_board *b, const uint64_t *write)
{
    uint64_t least[2] = {UINT64_MAX, UINT64_MAX};
    const uint64_t *from = b->opened_images;
    for (size_t left = diagram_board_images(b); left > 0; left--, from += words, write += 2 * words) {
        uint64_t to[2];
        for (size_t w = 0; w < words; w++) to[w] = (from[w] & write[w]) | write[words + w];
        bool less = is_less(words, to, least);
        for (size_t w = 0; w < words; w++) least[w] = less ? to[w] : least[w];
    }
    return diagram_unpack(words, least);
}

struct diagram_state diagram_board_least_after(const struct diagram_board *b, size_t at, uint32_t *room)
{
    const struct diagram_move *x = &b->moves[at];
    *room = bits_of(b->open & ~x->write.low) + x->fresh;
    if (x->images) return b->words == 1 ? least_image(1, b, x->images) : least_image(2, b, x->images);
    struct diagram_state after = diagram_board_after(b, at);
    if (x->falls) *room = diagram_board_room(b, &after);
    return diagram_board_least(b, &after);
}

static void write_digits(struct diagram_board *b, const struct diagram_state *s, uint64_t cells)
{
    for (; cells; cells &= cells - 1) {
        uint32_t level = (uint32_t)__builtin_ctzll(cells);
        b->digits[level] = (uint8_t)((s->low >> level & 1) | (s->high >> level & 1) << 1);
    }
}

uint32_t diagram_board_replies(struct diagram_board *b, size_t at)
{
    if (b->sets_known) return diagram_sets_replies(b, (uint32_t)at);
    if (b->lawful) return diagram_law_replies(b, &b->moves[at]);
    const struct diagram_move *x = &b->moves[at];
    struct diagram_state after = diagram_board_after(b, at);
    uint64_t changed = x->falls ? (after.low ^ b->opened.low) | (after.high ^ b->opened.high) : x->write.low;
    uint32_t count = 0;
    write_digits(b, &after, changed);
    for (uint32_t g = 0; g < b->together.group_count; g++)
        count += bits_of(together_changed(&b->together, &b->paths[g], changed, b->digits, b->sets[g]) & ~TOGETHER_END);
    write_digits(b, &b->opened, changed);
    return count;
}

void diagram_board_prefer(struct diagram_board *b, size_t at)
{
    if (!at) return;
    struct diagram_move other = b->moves[at - 1];
    b->moves[at - 1] = b->moves[at];
    b->moves[at] = other;
}
