/* SPDX-License-Identifier: MIT */
/* Both bags are ascending, so the differences are found by one pass through them. */
#include "answer/moves/wins_compound.h"
#include "proof/normal/normal.h"
#include "play/options/compound.h"
#include "play/options/print.h"
#include "proof/options/options.h"

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
    struct query *q;
    const struct game *game;
    const struct lowered *cell;
    struct reply *reply;
    struct text text;
    bool found;
};

static enum status add_generators(struct compound_names *n, const struct move *m, const struct integer *const *values,
                                  size_t count)
{
    struct arena *arena = n->q->arena;
    struct reply *reply = n->reply;
    for (size_t g = 0; g < count && g < m->gen_count; g++) {
        const char *value = integer_string(arena, values[g]);
        const char *gen = arena_printf(arena, "part%zu.%s", n->cell->part, m->gens[g].name);
        if (!value || !gen) return ST_NO_MEMORY;
        text_add(&n->text, "%s%s = %s", g ? ", " : "(", m->gens[g].name, value);
        reply->gens[reply->gen_count] = gen;
        reply->values[reply->gen_count++] = value;
    }
    if (m->gen_count) text_putc(&n->text, ')');
    return ST_OK;
}

static enum status name_step(void *context, int move, const struct integer *const *values, size_t value_count,
                             const struct normal_position *result, size_t result_count)
{
    (void)result;
    (void)result_count;
    struct compound_names *n = context;
    const struct move *m = &n->game->moves[move];
    const char *from = integer_string(n->q->arena, n->cell->from);
    if (!from) return ST_NO_MEMORY;
    if (!n->reply->name) n->reply->name = m->name;
    text_add(&n->text, "%s%s", n->text.length ? " and " : "", m->name);
    enum status st = add_generators(n, m, values, value_count);
    text_add(&n->text, " in %s(%s) (part %zu)", n->game->name, from, n->cell->part);
    n->found = true;
    return st;
}

static enum status name_steps(struct compound_names *n, int game, const struct changes *c)
{
    struct normal_space space = {.arena = n->q->arena};
    struct normal_source source = {
        .model = n->q->env->model, .game = game, .params = n->q->env->params, .mover = query_lister(n->q)};
    struct normal *normal;
    enum status st = normal_build(&space, &source, &normal);
    for (size_t i = 0; st == ST_OK && i < c->count; i++) {
        const struct normal_position result = {game, 1, &c->items[i].to};
        bool complete;
        n->cell = &c->items[i];
        n->found = false;
        st = normal_moves_to(normal, &c->items[i].from, 1, &result, 1, 1, name_step, n, &complete);
        if (st == ST_OK && !n->found) st = ST_UNSUPPORTED;
    }
    return st;
}

static bool make_reply(struct query *q, const struct game *inner, const struct plugin_win *win, size_t cells,
                       struct reply *reply)
{
    size_t gens = 0;
    for (size_t i = 0; i < inner->move_count; i++) gens += inner->moves[i].gen_count;
    *reply = (struct reply){.component = win->component + 1, .outcome = OUTCOME_P};
    reply->gens = arena_array(q->arena, cells * gens + 1, sizeof *reply->gens);
    reply->values = arena_array(q->arena, cells * gens + 1, sizeof *reply->values);
    return reply->gens && reply->values;
}

enum status wins_of_compound(struct query *q, const struct plugin_win *win, struct reply *reply, bool *legal)
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
    const struct game *inner = &q->env->model->games[pattern.game];
    if (!make_reply(q, inner, win, c.count, reply)) return ST_NO_MEMORY;
    struct compound_names n = {.q = q, .game = inner, .reply = reply};
    st = name_steps(&n, pattern.game, &c);
    reply->move = print_keep(q->arena, &n.text);
    return st == ST_OK && !reply->move ? ST_NO_MEMORY : st;
}
