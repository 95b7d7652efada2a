/* SPDX-License-Identifier: MIT */
/* Both bags are ascending, so the differences are found by one pass through them. */
#include "answer/moves/wins_compound.h"
#include "answer/moves/move_names.h"
#include "play/options/compound.h"

/* One cell that a move lowers: its number from 1, what it was, what it becomes. */
struct lowered {
    size_t part;
    const struct integer *from, *to;
};
struct changes {
    struct lowered *items;
    size_t count;
};

/* Which cells changed between two ascending lists of equal length; false if one of them rises, or none changes. */
static bool find_changes(const struct integer *const *from, const struct integer *const *to, size_t n,
                         struct changes *c)
{
    size_t gone = 0, made = 0;
    for (size_t i = 0, k = 0; i < n || k < n;) {
        int order = i == n ? 1 : k == n ? -1 : integer_compare(from[i], to[k]);
        if (order < 0) {
            c->items[gone].part = i + 1;
            c->items[gone++].from = from[i++];
        } else if (order > 0) {
            c->items[made++].to = to[k++];
        } else {
            i++;
            k++;
        }
    }
    c->count = gone;
    for (size_t i = 0; i < gone; i++)
        if (integer_compare(c->items[i].to, c->items[i].from) >= 0) return false;
    return gone > 0;
}

struct compound_names {
    struct arena *arena;
    const struct game *game;
    struct step *step; /* the one to be named, in parts */
    bool found;
};

static enum status name_step(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    (void)result;
    (void)result_count;
    struct compound_names *n = context;
    const struct move *m = &n->game->moves[move];
    const struct integer **kept = arena_array(n->arena, value_count + 1, sizeof *kept);
    if (!kept) return ST_NO_MEMORY;
    for (size_t g = 0; g < value_count; g++)
        if (!(kept[g] = integer_from_limbs(n->arena, values[g]->sign, values[g]->limbs, values[g]->count)))
            return ST_NO_MEMORY;
    n->step->taken.move = m;
    n->step->values = value_count >= m->gen_count ? kept : NULL;
    n->found = true;
    return ST_OK;
}

static enum status name_steps(const struct query *q, int game, const struct changes *c, struct step *steps)
{
    struct compound_names n = {.arena = q->arena, .game = &q->env->model->games[game]};
    struct normal *normal;
    enum status st = move_names_normal(q, game, &normal);
    for (size_t i = 0; st == ST_OK && i < c->count; i++) {
        const struct normal_position result = {game, 1, &c->items[i].to};
        bool complete;
        n.step = &steps[i];
        n.found = false;
        *n.step =
            (struct step){.in = {.game = game, .count = 1}, .in_big = &c->items[i].from, .part = c->items[i].part};
        st = normal_moves_to(normal, &c->items[i].from, 1, &result, 1, 1, name_step, &n, &complete);
        if (st == ST_OK && !n.found) st = ST_UNSUPPORTED;
    }
    return st;
}

enum status wins_of_compound(struct query *q, const struct listed_move *win, struct made_move *move, bool *legal)
{
    struct compound_pattern pattern;
    const struct integer **from;
    size_t count;
    enum status st = host_cells(q->position, win->component, q->arena, &from, &count);
    if (st != ST_OK) return st;
    if (!compound_pattern(q->env, &q->position->components[win->component], &pattern)) return ST_UNSUPPORTED;
    struct changes c = {arena_array(q->arena, count + 1, sizeof *c.items), 0};
    if (!c.items) return ST_NO_MEMORY;
    *legal = count == win->cell_count && find_changes(from + 1, win->cells + 1, count - 1, &c) && pattern.k > 0 &&
             c.count <= (uint64_t)pattern.k;
    if (!*legal) return ST_OK;
    struct step *steps = arena_array(q->arena, c.count + 1, sizeof *steps);
    move->steps = steps;
    move->step_count = c.count;
    return steps ? name_steps(q, pattern.game, &c, steps) : ST_NO_MEMORY;
}
