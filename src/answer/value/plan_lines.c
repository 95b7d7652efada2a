/* SPDX-License-Identifier: MIT */
/* The plan as lines: each way, followed by those it depends on. First the ways that can answer, in the order of their
 * cost, then the others. The plans that listed winning moves, and that of the remoteness, follow. */
#include "answer/value/private.h"
#include <stdlib.h>

struct writing {
    struct arena *arena;
    const struct env *env;
    struct plan_line *lines;
    size_t count;
    bool any; /* something ran */
};

static size_t count_ways(const struct plan *plan)
{
    size_t count = plan->count;
    for (size_t i = 0; i < plan->count; i++)
        for (size_t p = 0; p < plan->ways[i].part_count; p++) count += count_ways(plan->ways[i].parts[p]);
    return count;
}

struct ranked {
    const struct way *way;
    size_t place; /* in the plan, which breaks ties */
};

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->way->can != b->way->can) return a->way->can ? -1 : 1;
    if (a->way->can && a->way->cost.seconds != b->way->cost.seconds)
        return a->way->cost.seconds < b->way->cost.seconds ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static struct ranked *rank_ways(struct arena *arena, const struct plan *plan)
{
    struct ranked *ranked = arena_array(arena, plan->count + 1, sizeof *ranked);
    for (size_t i = 0; ranked && i < plan->count; i++) ranked[i] = (struct ranked){&plan->ways[i], i};
    if (ranked && plan->count) qsort(ranked, plan->count, sizeof *ranked, compare_ranked);
    return ranked;
}

static enum status write_plan(struct writing *w, const struct plan *plan, const char *name, int depth)
{
    const struct ranked *ranked = rank_ways(w->arena, plan);
    enum status st = ranked ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < plan->count; i++) {
        const struct way *way = ranked[i].way;
        w->lines[w->count++] = (struct plan_line){.depth = depth,
                                                  .part = i ? NULL : name,
                                                  .solver = way->by->name,
                                                  .kind = way->by->kind,
                                                  .reason = way->because,
                                                  .can = way->can,
                                                  .chosen = w->any ? way->ran : !depth && way == plan->chosen,
                                                  .seconds = way->cost.seconds,
                                                  .bytes = way->cost.bytes};
        for (size_t p = 0; st == ST_OK && p < way->part_count; p++) {
            bool apart = way->parts[p]->ask != plan->ask; /* a part of a sum; else another way for the same */
            const char *part = apart ? plan_part_name(w->env, way->parts[p]->ask, w->arena) : NULL;
            st = !apart || part ? write_plan(w, way->parts[p], part, depth + 1) : ST_NO_MEMORY;
        }
    }
    return st;
}

/* "moves of kayles(100) to SG value 3" */
static const char *moves_name(const struct writing *w, const struct ask *ask)
{
    const char *of = plan_part_name(w->env, ask, w->arena);
    char *value = ask->value ? integer_string(w->arena, ask->value) : NULL;
    if (!of || (ask->value && !value)) return NULL;
    return value ? arena_printf(w->arena, "moves of %s to SG value %s", of, value)
                 : arena_printf(w->arena, "winning moves of %s", of);
}

static enum status write_moves(struct writing *w, const struct move_plans *listed)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < listed->count; i++) {
        const char *name = moves_name(w, listed->items[i]->ask);
        st = name ? write_plan(w, listed->items[i], name, 0) : ST_NO_MEMORY;
    }
    return st;
}

/* How long play takes is a question of its own, and often the longer one. */
static enum status write_remoteness(struct writing *w, const struct query *q, const struct plan *plan)
{
    const char *name = arena_printf(w->arena, "remoteness of %s", q->answer->position);
    w->any = false; /* it is not the plan that ran */
    return name ? write_plan(w, plan, name, 0) : ST_NO_MEMORY;
}

enum status analyze_plan_lines(struct query *q)
{
    struct writing w = {.arena = q->arena, .env = q->env};
    const struct plan *remoteness = q->of_remoteness;
    if (!q->plan) return ST_OK;
    size_t count = count_ways(q->plan) + (remoteness ? count_ways(remoteness) : 0);
    for (size_t i = 0; i < q->move_plans.count; i++) count += count_ways(q->move_plans.items[i]);
    for (size_t i = 0; i < q->plan->count; i++) w.any |= q->plan->ways[i].ran;
    w.lines = arena_array(q->arena, count + 1, sizeof *w.lines);
    enum status st = w.lines ? write_plan(&w, q->plan, NULL, 0) : ST_NO_MEMORY;
    w.any = true;
    if (st == ST_OK) st = write_moves(&w, &q->move_plans);
    if (st == ST_OK && remoteness) st = write_remoteness(&w, q, remoteness);
    q->answer->plan = w.lines;
    q->answer->plan_count = w.count;
    return st;
}
