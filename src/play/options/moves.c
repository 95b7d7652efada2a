/* SPDX-License-Identifier: MIT */
/* A position after a move is put together in one place: sum_after. */
#include "play/options/moves.h"

bool move_lead_to(struct arena *arena, const struct normal_position *result, size_t count, struct made_move *move)
{
    struct component *parts = arena_array(arena, count + 1, sizeof *parts);
    const struct integer *const **big = arena_array(arena, count + 1, sizeof *big);
    if (!parts || !big) return false;
    for (size_t i = 0; i < count; i++) {
        parts[i] = (struct component){.game = result[i].game, .count = (uint32_t)result[i].count};
        big[i] = result[i].cells;
    }
    move->parts = parts;
    move->part_count = count;
    move->big = big;
    return true;
}

bool position_after(struct arena *arena, const struct position *from, const struct made_move *move, struct position *to)
{
    size_t most = from->count + move->part_count;
    *to = (struct position){.components = arena_array(arena, most + 1, sizeof *to->components)};
    if (!to->components) return false;
    to->count =
        sum_after(to->components, from->components, from->count, move->component, move->parts, move->part_count);
    if (!from->big && !move->big) return true;
    const struct integer *const **big = arena_array(arena, most + 1, sizeof *big);
    for (size_t c = 0, at = 0; big && c < from->count; c++) {
        if (c != move->component) big[at++] = from->big ? from->big[c] : NULL;
        for (size_t i = 0; c == move->component && i < move->part_count; i++)
            big[at++] = move->big ? move->big[i] : NULL;
    }
    to->big = big;
    return big;
}

bool position_after_kept(struct arena *arena, const struct position *from, const struct made_move *move,
                         struct position *to)
{
    struct made_move kept = *move;
    struct component *parts = arena_array(arena, move->part_count + 1, sizeof *parts);
    for (size_t i = 0; parts && i < move->part_count; i++)
        if (!component_copy(arena, &move->parts[i], &parts[i])) return false;
    kept.parts = parts;
    return parts && position_after(arena, from, &kept, to);
}

bool steps_add(struct step_list *list, const struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct taken *taken = &steps[i].taken;
        size_t values = taken->move && taken->values ? taken->move->gen_count : 0;
        if (!vec_reserve(&list->values, values + 1) || !vec_push(&list->values_at, list->values.count)) return false;
        for (size_t v = 0; v < values; v++) list->values.data[list->values.count++] = taken->values[v];
        if (!vec_push(&list->steps, steps[i])) return false;
    }
    return vec_push(&list->ends, list->steps.count);
}

bool steps_get(const struct step_list *list, size_t i, step_vec *out)
{
    for (size_t s = i ? list->ends.data[i - 1] : 0; s < list->ends.data[i]; s++) {
        struct step step = list->steps.data[s];
        if (step.taken.values) step.taken.values = list->values.data + list->values_at.data[s];
        if (!vec_push(out, step)) return false;
    }
    return true;
}

void steps_clear(struct step_list *list)
{
    list->steps.count = list->ends.count = list->values_at.count = list->values.count = 0;
}

void steps_free(struct step_list *list)
{
    vec_free(&list->steps);
    vec_free(&list->ends);
    vec_free(&list->values_at);
    vec_free(&list->values);
}
