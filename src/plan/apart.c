/* SPDX-License-Identifier: MIT */
/* One pass takes boards apart and counts the parts, another one writes them. */
#include "plan/apart.h"
#include <string.h>
#include "play/options/board.h"
#include "play/options/split.h"

static bool is_answered(const struct env *env, const struct component *component)
{
    const struct match *match = host_match(env, component);
    return match && (!env->terms.only || strcmp(env->terms.only, match->solver->name) == 0);
}

static const struct state_split *to_split(const struct env *env, const struct component *component)
{
    const struct state_split *split = split_of(env->model, component);
    return split && !is_answered(env, component) ? split : NULL;
}

bool apart_board(const struct env *env, const struct component *component)
{
    bool whole;
    if (!board_of(env, component) || is_answered(env, component)) return false;
    return board_is_whole(env, component, &whole) != ST_OK || !whole;
}

bool apart_any(const struct env *env, const struct position *position)
{
    bool any = false;
    for (size_t c = 0; !any && c < position->count; c++) {
        const struct component *component = &position->components[c];
        bool big = position->big && position->big[c];
        any = to_split(env, component) || (!big && apart_board(env, component));
    }
    return any;
}

/* A part of a component, whose integers are `big` where some of its cells are beyond 64 bits. */
static bool add_part(const struct split_place *place, const struct component *whole, const struct integer *const *big,
                     struct arena *arena, struct position *out)
{
    size_t count = place->part->count;
    int64_t *cells = arena_array(arena, count + 1, sizeof *cells);
    const struct integer **numbers = big ? arena_array(arena, count + 1, sizeof *numbers) : NULL;
    bool large = false;
    if (!cells || (big && !numbers)) return false;
    for (size_t k = 0; big && k < count; k++) {
        bool given = place->at[k] == SPLIT_GIVEN;
        numbers[k] = given ? integer_from(arena, place->given[k]) : big[place->at[k]];
        if (!numbers[k]) return false;
        large |= !integer_fits(numbers[k], &cells[k]);
    }
    struct component own = {place->part->game, (uint32_t)count, cells};
    out->components[out->count] = big ? own : split_component(place, whole, cells);
    out->big[out->count++] = large ? numbers : NULL;
    return true;
}

/* May a component be a sum? Cheap, so that nothing is allocated for most positions. */
static bool may_be_sum(const struct env *env, const struct position *position)
{
    bool may = false;
    for (size_t c = 0; !may && c < position->count; c++) {
        const struct component *component = &position->components[c];
        may = split_of(env->model, component) || board_of(env, component);
    }
    return may;
}

static bool is_itself(const struct sums *boards, size_t board, const struct component *component)
{
    if (sums_size(boards, board) != 1) return false;
    struct component only = sums_component(boards, board, 0);
    return component_compare(&only, component) == 0;
}

/* The parts of the boards of the position, one sum for each. fallen[c]: 1 + which of the sums component c is; 0: it is no board,
 * or a whole one. *any: something is taken apart. */
static enum status fall_apart(const struct env *env, const struct position *position, struct sums *boards,
                              size_t *fallen, bool *any)
{
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < position->count; c++) {
        const struct component *component = &position->components[c];
        bool big = position->big && position->big[c];
        *any |= to_split(env, component) != NULL;
        if (big || !board_of(env, component) || is_answered(env, component)) continue;
        st = board_parts(env, component, boards);
        if (st == ST_OK && !sums_end(boards)) st = ST_NO_MEMORY;
        if (st == ST_OK && !is_itself(boards, boards->count - 1, component)) fallen[c] = boards->count;
        *any |= fallen[c] != 0;
    }
    return st;
}

static bool add_board(const struct sums *boards, size_t board, struct arena *arena, struct position *out)
{
    for (size_t i = 0; i < sums_size(boards, board); i++) {
        struct component part = sums_component(boards, board, i);
        if (!component_copy(arena, &part, &out->components[out->count++])) return false;
    }
    return true;
}

static enum status write_parts(const struct env *env, const struct position *from, const struct sums *boards,
                               const size_t *fallen, struct arena *arena, struct position *parts)
{
    size_t count = boards->items.count + from->count;
    for (size_t c = 0; c < from->count; c++) {
        const struct state_split *split = to_split(env, &from->components[c]);
        count += split ? split_count(split, &from->components[c], from->big ? from->big[c] : NULL) : 0;
    }
    *parts = (struct position){arena_array(arena, count + 1, sizeof *parts->components), 0,
                               arena_array(arena, count + 1, sizeof *parts->big)};
    if (!parts->components || !parts->big) return ST_NO_MEMORY;
    bool big = false, fine = true;
    for (size_t c = 0; fine && c < from->count; c++) {
        const struct component *whole = &from->components[c];
        const struct state_split *split = to_split(env, whole);
        const struct integer *const *numbers = from->big ? from->big[c] : NULL;
        struct split_place place;
        for (size_t i = 0; split && fine && split_place(split, whole, numbers, i, &place); i++)
            fine = add_part(&place, whole, numbers, arena, parts);
        if (fallen[c]) fine = add_board(boards, fallen[c] - 1, arena, parts);
        if (split || fallen[c]) continue;
        parts->components[parts->count] = *whole;
        parts->big[parts->count++] = numbers;
    }
    for (size_t c = 0; c < parts->count; c++) big |= parts->big[c] != NULL;
    if (!big) parts->big = NULL;
    return fine ? ST_OK : ST_NO_MEMORY;
}

enum status apart_position(const struct env *env, const struct position *position, struct arena *arena,
                           struct position *parts, bool *any)
{
    struct position from = *position;
    struct sums boards = {0};
    struct arena_mark mark = arena_mark(arena);
    bool apart = false;
    *parts = from;
    if (any) *any = false;
    if (!may_be_sum(env, &from)) return ST_OK;
    size_t *fallen = arena_array(arena, from.count + 1, sizeof *fallen);
    enum status st = fallen ? fall_apart(env, &from, &boards, fallen, &apart) : ST_NO_MEMORY;
    if (st == ST_OK && apart) st = write_parts(env, &from, &boards, fallen, arena, parts);
    else arena_rewind(arena, mark);
    if (any) *any = apart;
    sums_free(&boards);
    return st;
}
