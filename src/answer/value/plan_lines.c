/* SPDX-License-Identifier: MIT */
/* The plan as lines: each way, then what it stands on, in order. */
#include "answer/value/private.h"

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

static enum status write_plan(struct writing *w, const struct plan *plan, const char *name, int depth)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < plan->count; i++) {
        const struct way *way = &plan->ways[i];
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

enum status analyze_plan_lines(struct query *q)
{
    struct writing w = {.arena = q->arena, .env = q->env};
    if (!q->plan) return ST_OK;
    for (size_t i = 0; i < q->plan->count; i++) w.any |= q->plan->ways[i].ran;
    w.lines = arena_array(q->arena, count_ways(q->plan) + 1, sizeof *w.lines);
    enum status st = w.lines ? write_plan(&w, q->plan, NULL, 0) : ST_NO_MEMORY;
    q->answer->plan = w.lines;
    q->answer->plan_count = w.count;
    return st;
}
