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
#include "play/ground/private.h"

enum { OUTER_MOST = 8 };
/* What an expression reads besides what it binds itself. */
struct reading_of {
    const struct ground_work *w;
    int board; /* the slot of its board */
    uint32_t bound[16];
    size_t slots;
    uint32_t outer[OUTER_MOST]; /* slots */
    size_t outer_count;
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

static bool reads(void *context, const struct expr *e)
{
    struct reading_of *r = context;
    if (e->kind == EXPR_FIELD && e->index == r->w->ground->field) r->more = true;
    if (e->kind != EXPR_LOCAL || e->index == r->board || r->more) return r->more;
    if (e->index < 512 && r->bound[e->index / 32] >> e->index % 32 & 1) return false;
    const struct cases *n = r->w->locals[e->index].number;
    if (!n || !ground_is_known(n) || n->of[0].value < INT32_MIN || n->of[0].value > INT32_MAX) return r->more = true;
    for (size_t i = 0; i < r->outer_count; i++)
        if (r->outer[i] == (uint32_t)e->index) return false;
    if (r->outer_count == OUTER_MOST) return r->more = true;
    r->outer[r->outer_count++] = (uint32_t)e->index;
    return false;
}

/* The board with known values that cells hold in some of them. */
static bool has_known(const struct ground_work *w, const struct cases *const *board)
{
    size_t count = (size_t)w->ground->rows * w->ground->columns;
    for (size_t i = 0; i < count; i++) {
        const struct cases *n = board[i];
        if (n == w->board[i]) continue;
        if (!ground_is_known(n) || n->of[0].value < 0 || n->of[0].value >= w->ground->values) return false;
    }
    return true;
}

/* The condition of the body on the board as it is, for the values that its other locals have now. */
static uint32_t of_body(struct ground_work *w, const struct expr *let, const struct reading_of *r)
{
    uint32_t key[2 * OUTER_MOST];
    size_t count = 2 * r->outer_count;
    for (size_t i = 0; i < r->outer_count; i++) {
        key[2 * i] = r->outer[i];
        key[2 * i + 1] = (uint32_t)(int32_t)w->locals[r->outer[i]].number->of[0].value;
    }
    for (const struct ground_found *f = w->bodies; f; f = f->next)
        if (f->about == let && f->count == count + 1 && memcmp(f->ids + 1, key, count * sizeof *key) == 0)
            return f->ids[0];
    struct ground_found *found = arena_alloc(&w->kept, sizeof *found + (count + 1) * sizeof *found->ids);
    if (!found) return w->no_memory = w->refused = true, FORMULA_FALSE;
    w->locals[let->index] = (struct ground_local){.board = w->board};
    uint32_t made = ground_truth(w, let->kids[1]);
    *found = (struct ground_found){let, w->bodies, count + 1};
    found->ids[0] = made;
    memcpy(found->ids + 1, key, count * sizeof *key);
    w->bodies = found;
    return made;
}

uint32_t ground_body_truth(struct ground_work *w, const struct expr *let, bool *done)
{
    struct reading_of r = {.w = w, .board = let->index};
    *done = false;
    if (!ground_by_meaning(w) || let->kids[0]->kind != EXPR_WITH) return FORMULA_FALSE;
    const struct cases *const *board = ground_board(w, let->kids[0]);
    if (!board || !has_known(w, board)) return FORMULA_FALSE;
    expr_any(let->kids[1], binds, &r);
    expr_any(let->kids[1], reads, &r);
    if (r.more) return FORMULA_FALSE;
    uint32_t made = of_body(w, let, &r);
    *done = true;
    for (uint32_t i = 0; i < w->ground->rows * w->ground->columns && !w->refused; i++)
        if (board[i] != w->board[i])
            made =
                diagram_with(&w->ground->meaning, made, w->ground->meaning.level[i], (uint32_t)board[i]->of[0].value);
    if (w->ground->meaning.failed) ground_refuse(w);
    return w->refused ? FORMULA_FALSE : made;
}

static bool is_after(void *context, const struct expr *e)
{
    (void)context;
    return e->kind == EXPR_LET && e->kids[0]->kind == EXPR_WITH;
}

bool ground_asks_after(const struct game *game)
{
    bool asks = false;
    for (size_t m = 0; m < game->move_count; m++)
        for (size_t i = 0; !asks && i < game->moves[m].condition_count; i++)
            asks = expr_any(game->moves[m].conditions[i], is_after, NULL);
    return asks;
}
