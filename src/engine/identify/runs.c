/* SPDX-License-Identifier: MIT */
/* A row whose play erases cells, as a code of heaps.
 *
 * row_rule (solve/search/row_rule.h) proves that the options of a run of live cells are those of a list "these cells
 * become those", on rows of every length. Let all live cells hold one value and all others the one final value of the
 * list; beside cells that hold something else a move may go otherwise. A move then asks for L of them, anywhere in
 * the run or at an end of it, and writes 1^a 0^m 1^b. In a run of n it leaves x + a cells to the left and y + b to the
 * right, where x + y = n - L, and x or y is 0 where the move is bound to that end: so m = L - a - b cells fewer, in two
 * runs. Of the pairs {p, q} that moves of one m leave, that of two empty runs is digit 1, those of one empty run are 2,
 * those of none 4. A move leaves all pairs of a digit
 *   bound to no end, a, b <= 1: x and y are arbitrary, so with a = b = 0 all pairs, with a + b = 1 all but the two
 *     empty ones, with a = b = 1 all where both are at least 1;
 *   bound to one end and leaving no cell there: with at most one cell on the other side all pairs with one empty run,
 *     with none there the two empty ones too;
 *   bound to both ends and leaving nothing: the two empty ones.
 * Any other move must leave pairs of these digits only, and so adds none. Else it is no code of this kind. */
#include "engine/identify/private.h"
#include <string.h>
#include "play/options/traits.h"
#include "solve/search/row_rule.h"

enum { ROW_CELLS = 1, LIVE_MOST = 4 };

struct cut {
    unsigned left, gone, right;
    bool ends[2];
};

/* False: not live cells of one code, or several gaps, or other live ones. */
static bool cut_of(const struct row_move *move, unsigned live, struct cut *cut)
{
    *cut = (struct cut){.ends = {move->left_end, move->right_end}};
    unsigned i = 0;
    for (unsigned k = 0; k < move->length; k++)
        if (move->from[k] != live) return false;
    while (i < move->length && move->to[i] == live) i++, cut->left++;
    while (i < move->length && move->to[i] == 0) i++, cut->gone++;
    while (i < move->length && move->to[i] == live) i++, cut->right++;
    return i == move->length && cut->gone && cut->gone < HEAP_RULE_DIGITS;
}

/* The digits whose pairs it leaves all, and those of which it leaves some. */
static unsigned all_of(const struct cut *c)
{
    bool left = c->ends[0], right = c->ends[1];
    unsigned fixed = left ? c->left : c->right, other = left ? c->right : c->left;
    if (left && right) return !c->left && !c->right ? 1 : 0;
    if (left || right) return fixed || other > 1 ? 0 : other ? 2 : 3;
    if (c->left > 1 || c->right > 1) return 0;
    return c->left && c->right ? 4 : c->left || c->right ? 6 : 7;
}

static unsigned some_of(const struct cut *c)
{
    unsigned some = 0;
    for (unsigned x = 0; x <= !c->ends[0]; x++)
        for (unsigned y = 0; y <= !c->ends[1]; y++) some |= 1u << ((c->left + x > 0) + (c->right + y > 0));
    return some;
}

static bool code_of(const struct row_rule *row, unsigned live, struct heap_rule *rule)
{
    struct cut cut;
    *rule = (struct heap_rule){.kind = HEAP_CODE};
    for (size_t i = 0; i < row->moves.count; i++) {
        if (!cut_of(&row->moves.data[i], live, &cut)) return false;
        rule->bits[cut.gone] |= (unsigned char)all_of(&cut);
        if (rule->count <= cut.gone) rule->count = cut.gone + 1;
    }
    for (size_t i = 0; i < row->moves.count; i++)
        if (cut_of(&row->moves.data[i], live, &cut) && some_of(&cut) & ~(unsigned)rule->bits[cut.gone]) return false;
    return row->moves.count > 0;
}

static enum status try_live(struct engine *engine, int64_t live, struct arena *arena, struct heap_rule *rule,
                            const char **seen)
{
    const struct game *g = &engine->model->games[engine->model->main_game];
    int64_t cells[ROW_CELLS + 1] = {ROW_CELLS, live};
    struct component row = {engine->model->main_game, ROW_CELLS + 1, cells};
    struct row_rule list = {0};
    if (!row_rule_may_be(engine->env, &row)) return ST_OK;
    enum status st = row_rule_make(engine->env, &row, &list);
    for (unsigned code = 1; st == ST_OK && list.known && !list.cells && code < list.value_count; code++) {
        struct text name = {0};
        if (list.values[code] != live || list.value_count != 2 || !code_of(&list, code, rule)) continue;
        heap_rule_name(rule, &name);
        *seen =
            name.failed
                ? NULL
                : arena_printf(arena, "a run of n cells of %s that hold %d, where all others hold %d, is heap n of %s",
                               g->fields[0].name, (int)live, (int)list.values[0], text_c(&name));
        text_free(&name);
        if (!*seen) st = ST_NO_MEMORY;
    }
    row_rule_free(&list);
    return st;
}

enum status identify_runs(struct engine *engine, struct arena *arena, struct heap_rule *rule, const char **seen)
{
    const struct game *g = &engine->model->games[engine->model->main_game];
    enum status st = ST_OK;
    *seen = NULL;
    if (g->kind != GAME_RULES || g->field_count != 1 || g->fields[0].kind != FIELD_ROW || !g->windows) return ST_OK;
    if (engine->env->traits->games[engine->model->main_game].mover) return ST_OK;
    for (int64_t live = 0; st == ST_OK && !*seen && live < LIVE_MOST; live++)
        st = try_live(engine, live, arena, rule, seen);
    return st;
}
