/* SPDX-License-Identifier: MIT */
/* Numbers are written where they remain as cells; components are built only where a solver needs them. */
#include "engine/play/batch.h"
#include <stdlib.h>
#include "engine/open/position.h"
#include "play/options/compound.h"
#include "play/options/store.h"
#include "trust/assumed.h"

/* ---- what the rule says ---- */

static bool is_field(const struct expr *e, int field) { return e->kind == EXPR_FIELD && e->index == field; }

/* The order of the numbers that an invariant requires. */
static enum batch_order order_of(const struct expr *e)
{
    bool rises = e->kind == EXPR_CALL && (e->index == BUILTIN_INCREASING || e->index == BUILTIN_SORTED);
    if (rises && is_field(e->kids[0], 0)) return ORDER_ASCENDING;
    bool less = e->kind == EXPR_LT || e->kind == EXPR_LE, greater = e->kind == EXPR_GT || e->kind == EXPR_GE;
    bool straight = (less || greater) && is_field(e->kids[0], 0) && is_field(e->kids[1], 1);
    bool turned = (less || greater) && is_field(e->kids[0], 1) && is_field(e->kids[1], 0);
    if (straight || turned) return less == straight ? ORDER_ASCENDING : ORDER_DESCENDING;
    if (e->kind != EXPR_AND) return ORDER_AS_GIVEN;
    enum batch_order first = order_of(e->kids[0]);
    return first != ORDER_AS_GIVEN ? first : order_of(e->kids[1]);
}

/* The order in which all small positions are: an invariant may require one in other words, p == sort(p) or all(p[i] <
 * p[i + 1] ...). This is a guess, since larger positions may be in another order, so numbers that are a position as
 * given are left alone (put_in_order). */
static enum batch_order order_seen(struct engine *engine, int game, bool list)
{
    static const int64_t values[] = {1, 2, 3, 20, 0, 4, 1000};
    bool ascending = true, descending = true, seen = false;
    for (uint32_t length = 2; length <= (list ? 6 : 2); length++) {
        unsigned digits[6] = {0}, base = length <= 4 ? 7 : 4, place = 0;
        int64_t cells[7] = {length};
        while (place < length) {
            bool legal, up = true, down = true;
            for (uint32_t i = 0; i < length; i++) {
                cells[list + i] = values[digits[i]];
                if (i)
                    up = up && cells[list + i - 1] <= cells[list + i],
                    down = down && cells[list + i - 1] >= cells[list + i];
            }
            if (vm_legal(engine->env->vm, &(struct component){game, length + list, cells}, &legal) == ST_OK && legal)
                ascending = ascending && up, descending = descending && down, seen = seen || up != down;
            for (place = 0; place < length && ++digits[place] == base; place++) digits[place] = 0;
        }
    }
    return !seen || ascending == descending ? ORDER_AS_GIVEN : ascending ? ORDER_ASCENDING : ORDER_DESCENDING;
}

static enum status refuse(struct engine *engine, enum batch_form form, const char *reason)
{
    const struct game *game = &engine->model->games[engine->model->main_game];
    diag(&engine->diags, D_BATCH_SHAPE, (struct span){0, 0, 0}, form == BATCH_PAIRS ? "pairs" : "counted", game->name,
         reason);
    return ST_USAGE;
}

/* Parts that are single natural numbers without a condition are written out without the machine. */
static void shape_compound(struct batch_shape *shape)
{
    const struct model *model = shape->engine->model;
    const struct game *game = &model->games[shape->game];
    int part = compound_cell_game(model, game);
    struct compound_pattern pattern;
    if (part < 0 || game->invariant || game->compound->index != COMPOUND_UPTO) return;
    const struct game *inner = &model->games[part];
    if (inner->kind != GAME_RULES || inner->field_count != 1 || inner->fields[0].kind != FIELD_NAT || inner->invariant)
        return;
    if (!compound_pattern(shape->engine->env, &(struct component){.game = shape->game}, &pattern) || pattern.k < 0)
        return;
    shape->part = part;
    shape->k = pattern.k;
    shape->order = ORDER_ASCENDING; /* parts of a sum */
    shape->sure = true;
}

enum status batch_shape(struct engine *engine, enum batch_form form, struct batch_shape *shape)
{
    const struct game *game = &engine->model->games[engine->model->main_game];
    bool one = game->field_count == 1,
         list = one && (game->fields[0].kind == FIELD_ROW || game->fields[0].kind == FIELD_BAG);
    bool heaps = one && field_is_number(game->fields[0].kind);
    bool pair = game->field_count == 2 && field_is_number(game->fields[0].kind) &&
                field_is_number(game->fields[1].kind) && form == BATCH_PAIRS;
    *shape = (struct batch_shape){.engine = engine, .game = engine->model->main_game, .heaps = heaps, .list = list};
    if (game->kind == GAME_GRAPH) return refuse(engine, form, "its positions are the nodes of a graph");
    if (!heaps && !list && !pair)
        return refuse(engine, form,
                      form == BATCH_PAIRS ? "it is not a game of one or two numbers, a row or a bag"
                                          : "it is not a game of one number, one row or one bag");
    if (game->invariant) shape->order = order_of(game->invariant);
    shape->sure = shape->order != ORDER_AS_GIVEN;
    if (game->invariant && !heaps && game->kind != GAME_COMPOUND && shape->order == ORDER_AS_GIVEN)
        shape->order = order_seen(engine, shape->game, list);
    if (list && game->fields[0].kind == FIELD_BAG) shape->order = ORDER_ASCENDING, shape->sure = true;
    shape->compound = game->kind == GAME_COMPOUND;
    shape->part = -1;
    if (shape->compound) shape_compound(shape);
    shape->invariant = game->invariant && !shape->compound;
    shape->negative = !list && (game->fields[0].kind == FIELD_INT || (pair && game->fields[1].kind == FIELD_INT));
    shape->natural = shape->negative && pair && game->fields[0].kind != game->fields[1].kind;
    shape->mover = engine->env->store->traits.games[shape->game].mover;
    shape->plain = !list && !shape->invariant && !shape->natural && (heaps || shape->order == ORDER_AS_GIVEN);
    return ST_OK;
}

/* ---- one position ---- */

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void reverse(int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        int64_t kept = numbers[i];
        numbers[i] = numbers[count - 1 - i];
        numbers[count - 1 - i] = kept;
    }
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, WORTH_COUNTING = 64 };

/* One pass of a radix sort, by the digit at `shift` of the difference to `least`. */
static void sort_digit(const int64_t *from, int64_t *to, size_t count, int64_t least, unsigned shift)
{
    uint32_t places[DIGITS] = {0}, at = 0;
    for (size_t i = 0; i < count; i++) places[((uint64_t)(from[i] - least) >> shift) % DIGITS]++;
    for (size_t d = 0; d < DIGITS; d++) {
        uint32_t these = places[d];
        places[d] = at;
        at += these;
    }
    for (size_t i = 0; i < count; i++) to[places[((uint64_t)(from[i] - least) >> shift) % DIGITS]++] = from[i];
}

/* Many numbers in a narrow range are sorted by two passes of radix sort, all others by comparisons. */
static enum status sort_numbers(struct batch_lot *lot, int64_t *numbers, size_t count, enum batch_order order)
{
    int64_t least = numbers[0], most = numbers[0];
    for (size_t i = 1; i < count; i++) {
        if (numbers[i] < least) least = numbers[i];
        if (numbers[i] > most) most = numbers[i];
    }
    if (count < WORTH_COUNTING || count > UINT32_MAX || (uint64_t)most - (uint64_t)least >= (uint64_t)DIGITS * DIGITS) {
        qsort(numbers, count, sizeof *numbers, ascending);
    } else {
        lot->scratch.count = 0;
        if (!vec_reserve(&lot->scratch, count)) return ST_NO_MEMORY;
        sort_digit(numbers, lot->scratch.data, count, least, 0);
        sort_digit(lot->scratch.data, numbers, count, least, DIGIT_BITS);
    }
    if (order == ORDER_DESCENDING) reverse(numbers, count);
    return ST_OK;
}

static bool is_sorted(const int64_t *numbers, size_t count, enum batch_order order)
{
    for (size_t i = 1; i < count; i++)
        if (order == ORDER_ASCENDING ? numbers[i - 1] > numbers[i] : numbers[i - 1] < numbers[i]) return false;
    return true;
}

static enum status check_component(const struct batch_shape *shape, const int64_t *cells, size_t count,
                                   const char **problem)
{
    const struct game *game = &shape->engine->model->games[shape->game];
    struct component component = {shape->game, (uint32_t)count, cells};
    bool legal = true;
    for (size_t i = 0; shape->natural && i < count; i++)
        if (cells[i] < 0 && game->fields[i].kind == FIELD_NAT) *problem = "they are not all natural";
    if (*problem) return ST_USAGE;
    enum status st = shape->invariant ? vm_legal(shape->engine->env->vm, &component, &legal) : ST_OK;
    if (!legal) *problem = "they break its invariant";
    return legal ? st : ST_USAGE;
}

static size_t begin_of(const struct batch_lot *lot)
{
    return lot->ends.count ? lot->ends.data[lot->ends.count - 1] : 0;
}

int64_t *batch_room(const struct batch_shape *shape, struct batch_lot *lot, size_t count)
{
    if (!vec_reserve(&lot->cells, count + 1)) return NULL;
    if (shape->list && lot->cells.count == begin_of(lot))
        lot->cells.data[lot->cells.count++] = 0; /* the length, filled in later */
    return lot->cells.data + lot->cells.count;
}

void batch_grow(struct batch_lot *lot, size_t count) { lot->cells.count += count; }

void batch_drop(struct batch_lot *lot) { lot->cells.count = begin_of(lot); }

static enum status check_all(const struct batch_shape *shape, const int64_t *cells, size_t count, const char **problem)
{
    enum status st = ST_OK;
    if (!shape->invariant && !shape->natural) return ST_OK;
    if (!shape->heaps) return check_component(shape, cells, count, problem);
    for (size_t i = 0; st == ST_OK && i < count; i++) st = check_component(shape, cells + i, 1, problem);
    return st;
}

/* Sorts numbers that are not in the required order, unless they are a position as given. */
static enum status put_in_order(const struct batch_shape *shape, struct batch_lot *lot, int64_t *cells, size_t count)
{
    struct component given = {shape->game, (uint32_t)(count + shape->list), cells};
    bool legal = false;
    enum status st = shape->sure ? ST_OK : vm_legal(shape->engine->env->vm, &given, &legal);
    return st == ST_OK && !legal ? sort_numbers(lot, cells + shape->list, count, shape->order) : st;
}

/* Each part of a compound takes four cells when it is written out. */
static size_t most_numbers(const struct batch_shape *shape)
{
    return shape->part >= 0 ? (POSITION_MAX_CELLS - COMPOUND_HEAD) / 4 : POSITION_MAX_CELLS - 1;
}

bool batch_end_plain(struct batch_lot *lot, size_t positions, size_t count)
{
    if (!vec_reserve(&lot->ends, positions)) return false;
    for (size_t i = 0; i < positions; i++) lot->ends.data[lot->ends.count++] = lot->cells.count += count;
    return true;
}

enum status batch_end(const struct batch_shape *shape, struct batch_lot *lot, const char **problem)
{
    size_t first = begin_of(lot), count = lot->cells.count - first;
    int64_t *cells = lot->cells.data + first, *numbers = cells + shape->list;
    enum status st = ST_OK;
    *problem = NULL;
    if (shape->plain) return vec_push(&lot->ends, lot->cells.count) ? ST_OK : ST_NO_MEMORY;
    if (shape->list) cells[0] = (int64_t)--count;
    if (shape->list && count > most_numbers(shape)) *problem = "they are too many cells for one row", st = ST_USAGE;
    else if (shape->order != ORDER_AS_GIVEN && !shape->heaps && !is_sorted(numbers, count, shape->order))
        st = put_in_order(shape, lot, cells, count);
    if (st == ST_OK) st = check_all(shape, cells, count + shape->list, problem);
    if (st == ST_OK && !vec_push(&lot->ends, lot->cells.count)) st = ST_NO_MEMORY;
    if (st != ST_OK) batch_drop(lot);
    return st;
}

/* ---- compounds ---- */

enum status batch_unfold(void *context, const struct component *component, struct position *position)
{
    const struct batch_shape *shape = context;
    struct arena *arena = &shape->engine->answers;
    size_t parts = component->count - 1;
    if (shape->part < 0 || parts == 0) return engine_unfold(shape->engine, component, position);
    struct component *compound = arena_alloc(arena, sizeof *compound);
    int64_t *cells = arena_array(arena, COMPOUND_HEAD + 4 * parts, sizeof *cells), *to = cells;
    if (!compound || !cells) return ST_NO_MEMORY;
    *to++ = shape->game, *to++ = COMPOUND_UPTO, *to++ = shape->k, *to++ = (int64_t)parts;
    for (size_t i = 0; i < parts; i++) *to++ = 1, *to++ = shape->part, *to++ = 1, *to++ = component->cells[i + 1];
    *compound = (struct component){POSITION_COMPOUND, (uint32_t)(COMPOUND_HEAD + 4 * parts), cells};
    *position = (struct position){compound, 1, NULL};
    return ST_OK;
}

enum status batch_open(struct batch_shape *shape, enum play play, int mover, struct stream **stream)
{
    struct stream_options options = {.game = shape->game,
                                     .play = play,
                                     .mover = mover,
                                     .heaps = shape->heaps,
                                     .folded = shape->part >= 0,
                                     .context = shape};
    if (shape->compound) options.unfold = batch_unfold;
    enum status st = stream_open(shape->engine->env, &options, stream);
    return st == ST_OK ? assumed_note(shape->engine->env, options.game) : st;
}

void batch_clear(struct batch_lot *lot) { lot->cells.count = lot->ends.count = 0; }

void batch_free(struct batch_lot *lot)
{
    vec_free(&lot->cells);
    vec_free(&lot->scratch);
    vec_free(&lot->ends);
}
