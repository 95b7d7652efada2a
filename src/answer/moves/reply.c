/* SPDX-License-Identifier: MIT */
/* The one place where a move becomes text for an answer. */
#include "answer/moves/reply.h"
#include "play/options/print.h"

static enum status add_values(const struct model *model, const struct made_move *move, struct arena *arena,
                              struct reply *reply)
{
    size_t count = 0;
    for (size_t s = 0; s < move->step_count; s++) count += step_values(&move->steps[s]);
    reply->values = arena_array(arena, count + 1, sizeof *reply->values);
    if (!reply->values) return ST_NO_MEMORY;
    for (size_t s = 0; s < move->step_count; s++) {
        const struct step *step = &move->steps[s];
        for (size_t g = 0; g < step_values(step); g++) {
            const struct gen *gen = &step->taken.move->gens[g];
            struct text text = {0};
            print_step_value(model, step, g, &text);
            struct reply_value v = {.gen = gen->name, .key = gen->name, .is_node = gen_graph(model, gen) != NULL};
            v.value = print_keep(arena, &text);
            if (step->part) v.key = arena_printf(arena, "part%zu.%s", step->part, gen->name);
            if (!v.value || !v.key) return ST_NO_MEMORY;
            reply->values[reply->value_count++] = v;
        }
    }
    return ST_OK;
}

enum status reply_make(const struct model *model, const struct position *from, const struct made_move *move,
                       struct arena *arena, struct reply *reply)
{
    struct text text = {0}, there = {0};
    struct position to;
    *reply = (struct reply){.component = move->component + 1, .name = step_name(&move->steps[0])};
    reply->outcome = OUTCOME_UNKNOWN;
    print_move(model, move, move_needs_component(from, move), &text);
    reply->move = print_keep(arena, &text);
    if (!reply->move || !position_after(arena, from, move, &to)) return ST_NO_MEMORY;
    position_print(model, &to, &there);
    reply->to = print_keep(arena, &there);
    return reply->to ? add_values(model, move, arena, reply) : ST_NO_MEMORY;
}
