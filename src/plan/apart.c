/* SPDX-License-Identifier: MIT */
/* One pass counts the parts, another one writes them. */
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

/* The parts of the boards of the position that fall apart, one sum for each; `fallen`: which they are. */
static enum status fall_apart(const struct env *env, const struct position *position, struct sums *boards, bool *fallen)
{
    enum status st = ST_OK;
    for (size_t c = 0; st == ST_OK && c < position->count; c++) {
        const struct component *component = &position->components[c];
        bool big = position->big && position->big[c];
        fallen[c] = !big && apart_board(env, component);
        if (fallen[c]) st = board_parts(env, component, boards);
        if (st == ST_OK && fallen[c] && !sums_end(boards)) st = ST_NO_MEMORY;
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
                               const bool *fallen, struct arena *arena, struct position *parts)
{
    size_t count = boards->items.count + from->count, board = 0;
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
        if (fallen[c]) fine = add_board(boards, board++, arena, parts);
        if (split || fallen[c]) continue;
        parts->components[parts->count] = *whole;
        parts->big[parts->count++] = numbers;
    }
    for (size_t c = 0; c < parts->count; c++) big |= parts->big[c] != NULL;
    if (!big) parts->big = NULL;
    return fine ? ST_OK : ST_NO_MEMORY;
}

enum status apart_position(const struct env *env, const struct position *position, struct arena *arena,
                           struct position *parts)
{
    struct position from = *position;
    struct sums boards = {0};
    bool *fallen = arena_array(arena, from.count + 1, sizeof *fallen);
    enum status st = fallen ? fall_apart(env, &from, &boards, fallen) : ST_NO_MEMORY;
    if (st == ST_OK) st = write_parts(env, &from, &boards, fallen, arena, parts);
    sums_free(&boards);
    return st;
}
