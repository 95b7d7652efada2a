/* SPDX-License-Identifier: MIT */
/* The cells of a row or bag follow their number, those of a grid its two sizes; a number stands where its field does. */
#include "play/options/split.h"

/* Where the fields of a component begin, and how many numbers of each are cells; 0: it is a number itself. A row has one line. */
struct layout {
    size_t first[MODEL_MAX_FIELDS], cells[MODEL_MAX_FIELDS], lines[MODEL_MAX_FIELDS];
    bool is_row[MODEL_MAX_FIELDS];
};

/* Sizes fit 64 bits, whatever the cells are. */
static size_t size_at(const struct component *component, const struct integer *const *big, size_t at)
{
    int64_t size = 0;
    if (!big) size = component->cells[at];
    else if (!integer_fits(big[at], &size)) size = 0;
    return (size_t)size;
}

static void lay_out(const struct state_split *split, const struct component *component,
                    const struct integer *const *big, struct layout *out)
{
    size_t at = 0;
    for (size_t f = 0; f < split->field_count; f++) {
        enum field_kind kind = split->fields[f].kind;
        bool grid = kind == FIELD_GRID, row = kind == FIELD_ROW || kind == FIELD_BAG;
        out->cells[f] = grid || row ? size_at(component, big, at) : 0;
        out->is_row[f] = grid || row;
        out->lines[f] = grid ? out->cells[f] : 1;
        if (grid) out->cells[f] *= size_at(component, big, at + 1);
        out->first[f] = at + (grid ? 2 : row);
        at = out->first[f] + (grid || row ? out->cells[f] : 1);
    }
}

static size_t positions_of(const struct split_part *part, const struct layout *l)
{
    return part->cells >= 0 ? l->cells[part->cells] : 1;
}

size_t split_count(const struct state_split *split, const struct component *component, const struct integer *const *big)
{
    struct layout l;
    size_t count = 0;
    lay_out(split, component, big, &l);
    for (size_t p = 0; p < split->count; p++) count += positions_of(&split->parts[p], &l);
    return count;
}

/* Where number k of the part stands if its cell is number i of the field, counted from 0. */
static void find_number(const struct layout *l, bool grid, size_t k, size_t i, struct split_place *place)
{
    int field = place->part->fields[k], cells = place->part->cells;
    place->at[k] = SPLIT_GIVEN;
    place->given[k] = 0;
    if (cells < 0 || field == cells) {
        place->at[k] = l->first[field] + i;
        return;
    }
    size_t across = l->cells[cells] / l->lines[cells], line = i / across, column = i % across;
    if (field < MODEL_MAX_FIELDS) { /* a number, or a row with a cell there */
        size_t wide = l->lines[field] ? l->cells[field] / l->lines[field] : 0;
        if (!l->is_row[field]) place->at[k] = l->first[field];
        else if (line < l->lines[field] && column < wide) place->at[k] = l->first[field] + line * wide + column;
    } else if (field < SPLIT_SIZE) {
        place->given[k] = (int64_t)(grid && field == SPLIT_PLACE ? line : column) + 1;
    } else {
        place->given[k] = (int64_t)(grid && field == SPLIT_SIZE ? l->lines[cells] : across);
    }
}

bool split_place(const struct state_split *split, const struct component *component, const struct integer *const *big,
                 size_t i, struct split_place *place)
{
    struct layout l;
    size_t p = 0;
    lay_out(split, component, big, &l);
    while (p < split->count && i >= positions_of(&split->parts[p], &l)) i -= positions_of(&split->parts[p++], &l);
    if (p == split->count) return false;
    place->part = &split->parts[p];
    bool grid = place->part->cells >= 0 && split->fields[place->part->cells].kind == FIELD_GRID;
    for (size_t k = 0; k < place->part->count; k++) find_number(&l, grid, k, i, place);
    return true;
}

struct component split_component(const struct split_place *place, const struct component *component, int64_t *cells)
{
    const struct split_part *part = place->part;
    for (size_t k = 0; k < part->count; k++)
        cells[k] = place->at[k] == SPLIT_GIVEN ? place->given[k] : component->cells[place->at[k]];
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

/* "two cells of h", "c", "(a, b)" */
static void put_part(const struct state_split *split, const struct split_part *part, struct text *text)
{
    bool cells = part->cells >= 0, many = !cells && part->count > 1;
    if (cells) text_add(text, "the cells of %s", split->fields[part->cells].name);
    for (size_t k = 0; !cells && k < part->count; k++)
        text_add(text, "%s%s", k ? ", " : many ? "(" : "", split->fields[part->fields[k]].name);
    if (many) text_puts(text, ")");
}

/* Of the values that never change the least is named, of those that the position has if it has any. */
static const char *board_words(const struct game *game, const struct component *component, struct arena *arena)
{
    uint32_t named = game->windows->final, held = 0;
    for (uint32_t i = 0; i < component->count; i++)
        if (component->cells[i] >= 0 && component->cells[i] < 32) held |= named & 1u << component->cells[i];
    if (held) named = held;
    return arena_printf(
        arena,
        "a position of %s is the sum of the parts that no move can join any more, as cells with %d never "
        "change: proved from the rule",
        game->name, __builtin_ctz(named));
}

const char *split_words(const struct model *model, const struct component *component, struct arena *arena)
{
    const struct game *game = &model->games[component->game];
    const struct state_split *split = game->split;
    struct text text = {0};
    if (!split) return board_words(game, component, arena);
    if (split->count == 1) text_puts(&text, "two cells");
    for (size_t i = 0; split->count > 1 && i < split->count; i++) {
        if (i) text_puts(&text, i + 1 < split->count ? ", " : " and ");
        put_part(split, &split->parts[i], &text);
    }
    const char *words =
        text.failed
            ? NULL
            : arena_printf(arena, "a position of %s is the sum of its parts, as no move joins %s: proved from the rule",
                           game->name, text_c(&text));
    text_free(&text);
    return words;
}
