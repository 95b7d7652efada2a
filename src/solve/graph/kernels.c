/* SPDX-License-Identifier: MIT */
/* Depth-first over the undecided nodes with a trail for backtracking, without recursion. A node is in, out or open.
 * In: its neighbours on both sides are out. Out: it needs an option that is in; if a single option is not out, that
 * one is in. An open node all of whose options are out is in. */
#include "solve/graph/kernels.h"
#include <string.h>
#include "base/mem.h"
#include "base/vec.h"

enum state { OPEN, IN, OUT };
struct kernel_choice {
    size_t trail; /* the length of the trail before the choice */
    uint32_t node;
    bool second; /* IN was tried; this is OUT */
};
struct kernel_search {
    const struct digraph *graph;
    struct transpose turned;
    unsigned char *state;
    uint32_t *support;    /* per node: options that are not out */
    uint32_t *trail;      /* decided nodes in the order of their decision */
    size_t length, drawn; /* of the trail; how many of its decisions have been propagated */
    VEC(struct kernel_choice) choices;
    struct budget *budget;
    struct arena *arena;
    struct kernels *kernels;
    VEC(uint32_t *) sets;
    VEC(uint32_t) sizes;
    uint64_t steps, next_check;
};

/* Returns false on a contradiction. */
static bool decide(struct kernel_search *s, uint32_t u, enum state state)
{
    if (s->state[u] != OPEN) return s->state[u] == state;
    s->state[u] = (unsigned char)state;
    s->trail[s->length++] = u;
    return true;
}

/* u is out, so one of its options must be in: if none can be it is a contradiction, if one can be it is decided. */
static bool needs_support(struct kernel_search *s, uint32_t u)
{
    if (s->support[u] == 0) return false;
    if (s->support[u] > 1) return true;
    for (uint32_t i = s->graph->first[u]; i < s->graph->first[u + 1]; i++)
        if (s->state[s->graph->to[i]] != OUT) return decide(s, s->graph->to[i], IN);
    return false;
}

static bool draw_in(struct kernel_search *s, uint32_t u)
{
    bool fine = true;
    for (uint32_t i = s->graph->first[u]; i < s->graph->first[u + 1] && fine; i++)
        fine = decide(s, s->graph->to[i], OUT);
    for (uint32_t i = s->turned.first[u]; i < s->turned.first[u + 1] && fine; i++)
        fine = decide(s, s->turned.to[i], OUT);
    s->steps += s->graph->first[u + 1] - s->graph->first[u] + s->turned.first[u + 1] - s->turned.first[u];
    return fine;
}

/* All supports are lowered, even after a contradiction, because undoing u raises them all. */
static bool draw_out(struct kernel_search *s, uint32_t u)
{
    bool fine = true;
    for (uint32_t i = s->turned.first[u]; i < s->turned.first[u + 1]; i++) s->support[s->turned.to[i]]--;
    for (uint32_t i = s->turned.first[u]; i < s->turned.first[u + 1] && fine; i++) {
        uint32_t v = s->turned.to[i];
        if (s->state[v] == OUT) fine = needs_support(s, v);
        else if (s->state[v] == OPEN && s->support[v] == 0) fine = decide(s, v, IN);
    }
    s->steps += s->turned.first[u + 1] - s->turned.first[u];
    return fine && needs_support(s, u);
}

static bool draw_all(struct kernel_search *s)
{
    while (s->drawn < s->length) {
        uint32_t u = s->trail[s->drawn++];
        s->steps++;
        if (!(s->state[u] == IN ? draw_in(s, u) : draw_out(s, u))) return false;
    }
    return true;
}

static void take_back(struct kernel_search *s, size_t length)
{
    while (s->length > length) {
        uint32_t u = s->trail[--s->length];
        if (s->state[u] == OUT && s->length < s->drawn)
            for (uint32_t i = s->turned.first[u]; i < s->turned.first[u + 1]; i++) s->support[s->turned.to[i]]++;
        s->state[u] = OPEN;
    }
    if (s->drawn > length) s->drawn = length;
}

/* Backtracks to the last choice with an untried alternative and takes it; returns false if there is none. */
static bool turn_back(struct kernel_search *s)
{
    while (s->choices.count > 0) {
        struct kernel_choice *last = &s->choices.data[s->choices.count - 1];
        take_back(s, last->trail);
        if (!last->second) {
            last->second = true;
            decide(s, last->node, OUT);
            return true;
        }
        s->choices.count--;
    }
    return false;
}

static enum status keep(struct kernel_search *s)
{
    uint32_t size = 0, *set;
    for (uint32_t u = 0; u < s->graph->nodes; u++) size += s->state[u] == IN;
    enum status st = budget_fits(s->budget, 4 * (uint64_t)size);
    if (st != ST_OK) return st;
    set = arena_array(s->arena, size, sizeof *set);
    if (!set || !vec_push(&s->sets, set) || !vec_push(&s->sizes, size)) return ST_NO_MEMORY;
    for (uint32_t u = 0; u < s->graph->nodes; u++)
        if (s->state[u] == IN) *set++ = u;
    return ST_OK;
}

/* Should the search be abandoned? */
static bool is_spent(struct kernel_search *s)
{
    if (s->sets.count >= KERNEL_MAX) s->kernels->reason = "there are more; the first 1000 are listed";
    else if (s->steps > KERNEL_STEPS) s->kernels->reason = "the search for more was given up after 10^8 steps";
    else return false;
    return true;
}

static enum status check_now(struct kernel_search *s)
{
    if (s->steps < s->next_check) return ST_OK;
    s->next_check = s->steps + (1 << 16);
    return budget_check(s->budget);
}

static enum status try_all(struct kernel_search *s)
{
    bool fine = draw_all(s);
    uint32_t at = 0; /* every node below is decided, until something is undone */
    enum status st = ST_OK;
    for (;;) {
        while (fine && at < s->graph->nodes && s->state[at] != OPEN) at++;
        if (fine && at < s->graph->nodes) {
            if (!vec_push(&s->choices, (struct kernel_choice){s->length, at, false})) return ST_NO_MEMORY;
            decide(s, at, IN);
        } else {
            if (fine) st = keep(s);
            if (st != ST_OK || !turn_back(s)) return st;
            at = s->choices.data[s->choices.count - 1].node;
            if (is_spent(s)) return ST_OK;
        }
        st = check_now(s);
        if (st != ST_OK) return st;
        fine = draw_all(s);
    }
}

static enum status search_open(struct kernel_search *s, const unsigned char *outcome)
{
    uint32_t n = s->graph->nodes;
    enum status st = graph_transpose(s->graph, 0, s->budget, &s->turned);
    if (st == ST_OK) st = budget_fits(s->budget, 9 * (uint64_t)n);
    if (st != ST_OK) return st;
    s->state = mem_alloc(n);
    s->support = mem_alloc(4 * (size_t)n);
    s->trail = mem_alloc_raw(4 * (size_t)n);
    if (!s->state || !s->support || !s->trail) return ST_NO_MEMORY;
    for (uint32_t u = 0; u < n; u++) s->support[u] = s->graph->first[u + 1] - s->graph->first[u];
    for (uint32_t u = 0; u < n; u++)
        if (outcome[u] != OUTCOME_D) decide(s, u, outcome[u] == OUTCOME_P ? IN : OUT);
    return ST_OK;
}

static void search_free(struct kernel_search *s)
{
    size_t n = s->graph->nodes;
    transpose_free(&s->turned);
    mem_free(s->state, n);
    mem_free(s->support, 4 * n);
    mem_free(s->trail, 4 * n);
    vec_free(&s->choices);
    vec_free(&s->sets);
    vec_free(&s->sizes);
}

static enum status hand_over(struct kernel_search *s)
{
    struct kernels *kernels = s->kernels;
    kernels->complete = kernels->reason == NULL;
    kernels->count = s->sets.count;
    kernels->sets = arena_array(s->arena, kernels->count, sizeof *kernels->sets);
    kernels->sizes = arena_array(s->arena, kernels->count, sizeof *kernels->sizes);
    if (!kernels->sets || !kernels->sizes) return ST_NO_MEMORY;
    for (size_t i = 0; i < kernels->count; i++) {
        kernels->sets[i] = s->sets.data[i];
        kernels->sizes[i] = s->sizes.data[i];
    }
    return ST_OK;
}

enum status kernel_find(const struct digraph *graph, const unsigned char *outcome, struct budget *budget,
                        struct arena *arena, struct kernels *kernels)
{
    struct kernel_search search = {.graph = graph, .budget = budget, .arena = arena, .kernels = kernels};
    *kernels = (struct kernels){0};
    enum status st = search_open(&search, outcome);
    if (st == ST_OK) st = try_all(&search);
    if (st == ST_OK) st = hand_over(&search);
    search_free(&search);
    return st;
}
