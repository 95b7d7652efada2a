/* SPDX-License-Identifier: MIT */
/* What an expression says of the board after a move, from what it says of the board as it is.
 *
 * Theorem. Let the condition of `body` be C where its board is the board as it is, and let it read of the state nothing but that
 * board. Where its board is the one with known values in some cells, its condition is C with these cells known.
 * Proof. C is true of a state exactly if the expression is, and that depends on the cells of its board alone; so of the state with
 * these values in these cells C says what the expression says of that board. []
 * So the legal positions of a game are found once and not again for each move. */
#include <string.h>
#include "model/expr.h"
#include "play/ground/around.h"
#include "play/ground/private.h"

/* What an expression reads besides what it binds itself. */
struct reading_of {
    const struct ground_work *w;
    int board; /* the slot of its board; -1: it has none */
    uint32_t bound[16];
    const struct expr *sized; /* what a call asks for the size alone */
    uint32_t *key;
    size_t count;
    bool more;
};

static void note_bound(struct reading_of *r, int slot)
{
    size_t word = (size_t)slot / 32;
    if (slot < 0 || word >= sizeof r->bound / sizeof *r->bound) r->more = true;
    else r->bound[word] |= 1u << slot % 32;
}

static bool binds(void *context, const struct expr *e)
{
    struct reading_of *r = context;
    if (e->kind == EXPR_LET) note_bound(r, e->index);
    for (size_t i = 0; i < e->gen_count; i++) note_bound(r, e->gens[i].slot);
    return false;
}

/* A number for a slot: both in the key, once. */
static bool note_outer(struct reading_of *r, uint32_t slot, uint32_t value)
{
    for (size_t i = 0; i < r->count; i += 2)
        if (r->key[i] == slot) return false;
    if (r->count == GROUND_KEY) return r->more = true;
    r->key[r->count++] = slot;
    r->key[r->count++] = value;
    return false;
}

static bool is_size(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->count == 1 &&
           (e->index == BUILTIN_LEN || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS);
}

static bool is_bound(const struct reading_of *r, const struct expr *local)
{
    return local->index < 512 && r->bound[local->index / 32] >> local->index % 32 & 1;
}

static bool reads(void *context, const struct expr *e)
{
    struct reading_of *r = context;
    bool sized = e == r->sized;
    r->sized = is_size(e) ? e->kids[0] : NULL;
    if (e->kind == EXPR_FIELD && e->index == r->w->ground->field && !sized) r->more = true;
    if (e->kind != EXPR_LOCAL || e->index == r->board || r->more) return r->more;
    if (is_bound(r, e)) return false;
    const struct ground_local *local = &r->w->locals[e->index];
    if (sized && local->board) return false;
    if (sized && local->row.cells) return note_outer(r, (uint32_t)e->index, (uint32_t)local->row.count);
    const struct cases *n = local->number;
    if (!n || !ground_is_known(n) || n->of[0].value < INT32_MIN || n->of[0].value > INT32_MAX) return r->more = true;
    return note_outer(r, (uint32_t)e->index, (uint32_t)(int32_t)n->of[0].value);
}

bool ground_reads_known(const struct ground_work *w, const struct expr *e, int board, uint32_t *key, size_t *count)
{
    struct reading_of r = {.w = w, .board = board, .key = key};
    expr_any(e, binds, &r);
    expr_any(e, reads, &r);
    *count = r.count;
    return !r.more;
}

/* The board with known values that cells hold in some of them. */
static bool has_known(const struct ground_work *w, const struct cases *const *board)
{
    size_t count = ground_cell_count(w->ground);
    for (size_t i = 0; i < count; i++) {
        const struct cases *n = board[i];
        if (n == w->board[i]) continue;
        if (!ground_is_known(n) || n->of[0].value < 0 || n->of[0].value >= w->ground->values) return false;
    }
    return true;
}

static uint32_t of_body(struct ground_work *w, const struct expr *let, const uint32_t *key, size_t count);

/* On a ring it is that at the place before, turned. */
static uint32_t new_body(struct ground_work *w, const struct expr *let, const uint32_t *key, size_t count)
{
    uint32_t before[GROUND_KEY];
    int at = ground_around_body(w, let, key, count);
    w->locals[let->index] = (struct ground_local){.board = w->board};
    if (w->refused || at < 0) return w->refused ? FORMULA_FALSE : ground_truth(w, let->kids[1]);
    memcpy(before, key, count * sizeof *key);
    before[at]--;
    struct ground_local *place = &w->locals[key[at - 1]], now = *place;
    *place = (struct ground_local){.number = ground_constant(w, before[at])};
    uint32_t made = of_body(w, let, before, count);
    *place = now;
    return ground_turned_once(w, made);
}

/* The condition of the body on the board as it is, for the values that its other locals have now. */
static uint32_t of_body(struct ground_work *w, const struct expr *let, const uint32_t *key, size_t count)
{
    const struct ground_found *known = ground_found_before(w->bodies, let, key, count, count + 1);
    if (known) return known->ids[count];
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (count + 1) * sizeof *found->ids);
    if (!found) return w->no_memory = w->refused = true, FORMULA_FALSE;
    uint32_t made = new_body(w, let, key, count);
    *found = (struct ground_found){let, w->bodies, count + 1};
    memcpy(found->ids, key, count * sizeof *key);
    found->ids[count] = made;
    w->bodies = found;
    return made;
}

uint32_t ground_body_truth(struct ground_work *w, const struct expr *let, bool *done)
{
    uint32_t key[GROUND_KEY];
    size_t count;
    *done = false;
    if (!ground_by_meaning(w) || let->kids[0]->kind != EXPR_WITH) return FORMULA_FALSE;
    const struct cases *const *board = ground_board(w, let->kids[0]);
    if (!board || !has_known(w, board)) return FORMULA_FALSE;
    if (!ground_reads_known(w, let->kids[1], let->index, key, &count)) return FORMULA_FALSE;
    uint32_t made = of_body(w, let, key, count), law = made;
    *done = true;
    for (uint32_t i = 0; i < ground_cell_count(w->ground) && !w->refused; i++)
        if (board[i] != w->board[i])
            made =
                diagram_with(&w->ground->meaning, made, w->ground->meaning.level[i], (uint32_t)board[i]->of[0].value);
    if (w->ground->meaning.failed) ground_refuse(w);
    w->body = (struct ground_law){.let = let, .after = board, .root = law};
    return w->refused ? FORMULA_FALSE : made;
}

static bool is_after(void *context, const struct expr *e)
{
    (void)context;
    return e->kind == EXPR_LET && e->kids[0]->kind == EXPR_WITH;
}

/* A number of all the board: what is summed or counted reads nothing that a move chooses. */
static bool is_outer(void *context, const struct expr *e) { return e->kind == EXPR_LOCAL && !is_bound(context, e); }

static bool reads_cells(void *context, const struct expr *e)
{
    (void)context;
    return e->kind == EXPR_INDEX || (e->kind == EXPR_FOLD && e->gen_count && e->gens[0].domain.kind == DOMAIN_ELEMENTS);
}

static bool is_of_all(void *context, const struct expr *e)
{
    struct reading_of r = {.board = -1};
    (void)context;
    if (!ground_is_sum(e)) return false;
    expr_any(e, binds, &r);
    return !r.more && !expr_any(e, is_outer, &r) && expr_any(e, reads_cells, NULL);
}

bool ground_asks_of_all(const struct game *game)
{
    bool asks = false;
    for (size_t m = 0; m < game->move_count; m++)
        for (size_t i = 0; !asks && i < game->moves[m].condition_count; i++)
            asks = expr_any(game->moves[m].conditions[i], is_after, NULL) ||
                   expr_any(game->moves[m].conditions[i], is_of_all, NULL);
    return asks;
}

/* ---- laws -------------------------------------------------------------------------------------------------------------- */
uint32_t ground_add_condition(struct ground_work *w, const struct expr *e, uint32_t when)
{
    if (when == FORMULA_FALSE || w->refused) return when;
    if (!ground_by_meaning(w)) return formula_both(w->formulas, when, ground_truth(w, e));
    if (e->kind == EXPR_AND) return ground_add_condition(w, e->kids[1], ground_add_condition(w, e->kids[0], when));
    w->body.let = NULL;
    uint32_t truth = ground_truth(w, e);
    if (w->body.let == e && !w->law.let) {
        w->body.rest = w->law.rest;
        w->law = w->body;
    } else {
        w->law.rest = formula_both(w->formulas, w->law.rest, truth);
    }
    return formula_both(w->formulas, when, truth);
}

bool ground_is_law_of(const struct ground_work *w, const struct cases *const *after)
{
    bool same = w->law.let != NULL;
    for (size_t i = 0; same && i < ground_cell_count(w->ground); i++) {
        const struct cases *a = after[i], *b = w->law.after[i];
        bool known = a != w->board[i] && b != w->board[i];
        same = known ? ground_is_known(a) && ground_is_known(b) && a->of[0].value == b->of[0].value : a == b;
    }
    return same;
}
