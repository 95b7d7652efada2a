/* SPDX-License-Identifier: MIT */
/* Everything goes through struct text, whose failure is checked once, in print_keep. */
#include "play/options/print.h"
#include <inttypes.h>

void print_step_value(const struct model *model, const struct step *step, size_t g, struct text *out)
{
    struct arena arena = {0};
    if (!step->values) {
        value_print(gen_graph(model, &step->taken.move->gens[g]), step->taken.values[g], out);
        return;
    }
    const char *digits = integer_string(&arena, step->values[g]);
    text_puts(out, digits ? digits : "?");
    if (!digits) out->failed = true;
    arena_free(&arena);
}

static void print_step(const struct model *model, const struct step *step, bool with_component, struct text *out)
{
    struct component in = step->in;
    const struct integer *const *cells = step->in_big;
    const struct position one = {&in, 1, cells ? &cells : NULL};
    text_puts(out, step_name(step));
    for (size_t g = 0; g < step_values(step); g++) {
        text_add(out, "%s%s = ", g ? ", " : "(", step->taken.move->gens[g].name);
        print_step_value(model, step, g, out);
    }
    if (step_values(step)) text_putc(out, ')');
    if (!with_component) return;
    text_puts(out, " in ");
    position_print(model, &one, out);
    if (step->part) text_add(out, " (part %zu)", step->part);
}

void print_move(const struct model *model, const struct made_move *move, bool with_component, struct text *out)
{
    for (size_t i = 0; i < move->step_count; i++) {
        if (i) text_puts(out, " and ");
        print_step(model, &move->steps[i], with_component, out);
    }
}

void print_sum(const struct model *model, const struct component *components, size_t count, struct text *out)
{
    if (count == 0) text_puts(out, "end");
    for (size_t i = 0; i < count; i++) {
        if (i) text_puts(out, " + ");
        component_print(model, &components[i], out);
    }
}

void print_listed_sum(const struct model *model, const struct sums *sums, size_t i, struct text *out)
{
    if (sums_size(sums, i) == 0) text_puts(out, "end");
    for (size_t j = 0; j < sums_size(sums, i); j++) {
        struct component c = sums_component(sums, i, j);
        if (j) text_puts(out, " + ");
        component_print(model, &c, out);
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
