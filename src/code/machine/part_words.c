/* SPDX-License-Identifier: MIT */
#include "code/machine/part_words.h"

/* The part that is this game, and the game that it is a part of; NULL: it is none. */
static const struct split_part *part_of(const struct model *model, int game, const struct game **whole)
{
    for (size_t i = 0; i < model->game_count; i++) {
        const struct state_split *split = model->games[i].split;
        for (size_t k = 0; split && k < split->count; k++)
            if (split->parts[k].game == game) return *whole = &model->games[i], &split->parts[k];
    }
    return NULL;
}

static void print_number(bool truth, int64_t value, struct text *out)
{
    if (truth) text_puts(out, value ? "true" : "false");
    else text_add(out, "%lld", (long long)value);
}

/* Field f of the whole; the part has one number for each of its own. */
static void print_field(const struct split_part *part, const struct field *fields, int f, const int64_t *numbers,
                        struct text *out)
{
    bool alone = true; /* the place of its cell does not matter */
    size_t k = 0;
    for (size_t i = 0; i < part->count; i++)
        alone = alone && (part->fields[i] == part->cells || part->fields[i] < MODEL_MAX_FIELDS);
    while (k < part->count && part->fields[k] != f) k++;
    enum field_kind kind = fields[f].kind;
    bool row = kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID;
    const char *open = !row                 ? ""
                       : kind == FIELD_GRID ? "[["
                                            : "[",
               *close = !row                 ? ""
                        : kind == FIELD_GRID ? "]]"
                                             : "]";
    bool some = row && k < part->count && !(alone && f == part->cells);
    if (k == part->count) {
        text_puts(out, row ? "[...]" : "_");
        return;
    }
    text_add(out, "%s%s", open, some ? "..., " : "");
    print_number(kind == FIELD_BOOL, numbers[k], out);
    text_add(out, "%s%s", some ? ", ..." : "", close);
}

void component_print_written(const struct model *model, const struct component *c, struct text *out)
{
    const struct game *whole;
    const struct split_part *part = c->game >= 0 ? part_of(model, c->game, &whole) : NULL;
    if (!part || c->count != part->count) {
        component_print(model, c, out);
        return;
    }
    text_add(out, "%s(", whole->name);
    for (size_t f = 0; f < whole->field_count; f++) {
        if (f) text_puts(out, ", ");
        print_field(part, whole->split->fields, (int)f, c->cells, out);
    }
    text_putc(out, ')');
}
