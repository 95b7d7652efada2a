/* SPDX-License-Identifier: MIT */
/* Everything goes through struct text, whose failure is checked once, in print_keep. */
#include "play/options/print.h"
#include <inttypes.h>

static void print_taken(const struct model *model, const struct taken *taken, struct text *out)
{
    const struct move *move = taken->move;
    text_puts(out, move->name);
    if (!taken->values || move->gen_count == 0) return;
    for (size_t i = 0; i < move->gen_count; i++) {
        text_add(out, "%s%s = ", i ? ", " : "(", move->gens[i].name);
        value_print(gen_graph(model, &move->gens[i]), taken->values[i], out);
    }
    text_putc(out, ')');
}

void print_step(const struct model *model, const struct step *step, bool with_component, struct text *out)
{
    if (step->taken.move) print_taken(model, &step->taken, out);
    else text_puts(out, "step");
    if (!with_component) return;
    text_puts(out, " in ");
    component_print(model, &step->in, out);
    if (step->part) text_add(out, " (part %zu)", step->part);
}

void print_sum(const struct model *model, const struct component *components, size_t count, struct text *out)
{
    if (count == 0) text_puts(out, "end");
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(out, " + ");
        component_print(model, &components[i], out);
    }
}

void print_node(const struct model *model, const struct component *component, struct text *out)
{
    const struct graph *graph = &model->graphs[model->games[component->game].graph];
    value_print(graph, component->cells[0], out);
}

void print_bytes(double bytes, struct text *out)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++) bytes /= 1000;
    text_add(out, "%.3g %s", bytes, units[unit]);
}

char *print_keep(struct arena *arena, struct text *text)
{
    char *kept = text->failed ? NULL : arena_strndup(arena, text_c(text), text->length);
    text_free(text);
    return kept;
}
