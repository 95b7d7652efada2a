/* SPDX-License-Identifier: MIT */
/* The cells of a row follow its length; numbers stand where their fields do. */
#include "play/options/split.h"

size_t split_count(const struct state_split *split, const struct component *component)
{
    return split->cells ? component->count - 1 : split->count;
}

static const struct split_part *part_at(const struct state_split *split, size_t i)
{
    return &split->parts[split->cells ? 0 : i];
}

size_t split_cell(const struct state_split *split, size_t i, size_t k)
{
    return split->cells ? i + 1 : (size_t)split->parts[i].fields[k];
}

struct component split_part_of(const struct state_split *split, const struct component *component, size_t i,
                               int64_t *cells)
{
    const struct split_part *part = part_at(split, i);
    for (size_t k = 0; k < part->count; k++) cells[k] = component->cells[split_cell(split, i, k)];
    return (struct component){part->game, (uint32_t)part->count, cells};
}

const struct state_split *split_of(const struct model *model, const struct component *component)
{
    return component->game >= 0 ? model->games[component->game].split : NULL;
}

bool split_has_game(const struct model *model, const struct component *component, int game)
{
    const struct state_split *split = split_of(model, component);
    bool has = false;
    for (size_t i = 0; split && !has && i < split->count; i++) has = split->parts[i].game == game;
    return has;
}

/* Of the values that never change the least is named. */
static const char *board_words(const struct game *game, struct arena *arena)
{
    return arena_printf(
        arena,
        "a position of %s is the sum of the parts that no move can join any more, as cells with %d never "
        "change: proved from the rule",
        game->name, __builtin_ctz(game->windows->final));
}

const char *split_words(const struct model *model, const struct component *component, struct arena *arena)
{
    const struct game *game = &model->games[component->game];
    struct text text = {0};
    if (!game->split) return board_words(game, arena);
    if (game->split->cells) text_puts(&text, "two cells");
    for (size_t i = 0; !game->split->cells && i < game->split->count; i++) {
        const struct split_part *part = &game->split->parts[i];
        if (i) text_puts(&text, i + 1 < game->split->count ? ", " : " and ");
        for (size_t k = 0; k < part->count; k++)
            text_add(&text, "%s%s%s",
                     k                 ? ", "
                     : part->count > 1 ? "("
                                       : "",
                     game->fields[part->fields[k]].name, k && k + 1 == part->count ? ")" : "");
    }
    const char *words =
        text.failed
            ? NULL
            : arena_printf(arena, "a position of %s is the sum of its parts, as no move joins %s: proved from the rule",
                           game->name, text_c(&text));
    text_free(&text);
    return words;
}
