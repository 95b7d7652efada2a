/* SPDX-License-Identifier: MIT */
/* Value by value. In round m the candidates are the nodes without a value whose options have all of the values 0 ..
 * m - 1. Such a node gets m if no option has m and every option without a value "escapes", that is, has an option of
 * value m. Giving m to a node lets its predecessors escape, which may free further candidates: hence the queue.
 * Candidates that then have an option of value m go on to m + 1, the others remain infinite. */
#include "solve/graph/smith.h"
#include <stdlib.h>
#include "base/mem.h"

enum { STRIDE = 1 << 20 };

struct smith {
    const struct digraph *graph;
    uint32_t begin, new_nodes;
    uint32_t *values; /* of all nodes */
    struct transpose turned;
    /* per new node */
    uint32_t *escapes; /* m + 1 if it is known to have an option of value m, in round m */
    uint32_t *held;    /* the number of options that neither have a value nor escape */
    bool *candidate;
    uint32_t *list, count;   /* the candidates */
    uint32_t *queue, queued; /* to be processed: nothing holds them back */
    struct budget *budget;
    uint64_t steps;
};

static bool has_option(const struct smith *s, uint32_t u, uint32_t value)
{
    for (uint32_t i = s->graph->first[u]; i < s->graph->first[u + 1]; i++)
        if (s->values[s->graph->to[i]] == value) return true;
    return false;
}

static bool is_new(const struct smith *s, uint32_t u) { return u >= s->begin; }

/* Does u, which has no value, have an option of value m at this point? */
static bool escapes(const struct smith *s, uint32_t u, uint32_t m)
{
    return is_new(s, u) ? s->escapes[u - s->begin] == m + 1 : has_option(s, u, m);
}

static enum status count_step(struct smith *s, uint32_t edges)
{
    s->steps += 1 + edges;
    if (s->steps < STRIDE) return ST_OK;
    s->steps = 0;
    return budget_check(s->budget);
}

/* Only nodes labelled earlier can have the value m when its round begins. */
static enum status begin_turn(struct smith *s, uint32_t m)
{
    enum status st = ST_OK;
    if (s->begin > 0)
        for (uint32_t k = 0; k < s->new_nodes && st == ST_OK; k++) {
            uint32_t u = s->begin + k;
            if (s->values[u] == SMITH_INFINITE && has_option(s, u, m)) s->escapes[k] = m + 1;
            st = count_step(s, s->graph->first[u + 1] - s->graph->first[u]);
        }
    s->queued = 0;
    for (uint32_t j = 0; j < s->count && st == ST_OK; j++) {
        uint32_t u = s->list[j], k = u - s->begin, begin = s->graph->first[u], end = s->graph->first[u + 1];
        s->held[k] = 0;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t v = s->graph->to[i];
            s->held[k] += s->values[v] == SMITH_INFINITE && !escapes(s, v, m);
        }
        if (s->held[k] == 0 && !escapes(s, u, m)) s->queue[s->queued++] = u;
        st = count_step(s, end - begin);
    }
    return st;
}

/* v has got m. Its predecessors escape, and no longer hold anything back. */
static void let_escape(struct smith *s, uint32_t v, uint32_t m)
{
    const uint32_t *first = s->turned.first, *to = s->turned.to;
    for (uint32_t i = first[v - s->begin]; i < first[v - s->begin + 1]; i++) {
        uint32_t u = to[i], k = u - s->begin;
        if (s->values[u] != SMITH_INFINITE || s->escapes[k] == m + 1) continue;
        s->escapes[k] = m + 1;
        s->steps += first[k + 1] - first[k];
        for (uint32_t j = first[k]; j < first[k + 1]; j++) {
            uint32_t w = to[j] - s->begin;
            if (!s->candidate[w] || s->values[to[j]] != SMITH_INFINITE) continue;
            if (--s->held[w] == 0 && s->escapes[w] != m + 1) s->queue[s->queued++] = to[j];
        }
    }
}

static enum status give(struct smith *s, uint32_t m)
{
    enum status st = ST_OK;
    for (uint32_t head = 0; head < s->queued && st == ST_OK; head++) {
        uint32_t v = s->queue[head];
        if (s->escapes[v - s->begin] == m + 1) continue; /* it has got an option of value m meanwhile */
        s->values[v] = m;
        let_escape(s, v, m);
        st = count_step(s, 0);
    }
    return st;
}

/* The candidates for m + 1: nodes without a value that have an option of value m. */
static void end_turn(struct smith *s, uint32_t m)
{
    uint32_t kept = 0;
    for (uint32_t j = 0; j < s->count; j++) {
        uint32_t u = s->list[j], k = u - s->begin;
        bool stays = s->values[u] == SMITH_INFINITE && s->escapes[k] == m + 1;
        s->candidate[k] = stays;
        if (stays) s->list[kept++] = u;
    }
    s->count = kept;
}

static void smith_free(struct smith *s)
{
    size_t n = s->new_nodes;
    transpose_free(&s->turned);
    mem_free(s->escapes, 4 * n);
    mem_free(s->held, 4 * n);
    mem_free(s->candidate, n * sizeof *s->candidate);
    mem_free(s->list, 4 * n);
    mem_free(s->queue, 4 * n);
}

static enum status smith_open(struct smith *s)
{
    size_t n = s->new_nodes;
    enum status st = budget_fits(s->budget, 17 * (uint64_t)n);
    if (st == ST_OK) st = graph_transpose(s->graph, s->begin, s->budget, &s->turned);
    if (st != ST_OK) return st;
    s->escapes = mem_alloc(4 * n);
    s->held = mem_alloc(4 * n);
    s->candidate = mem_alloc(n * sizeof *s->candidate);
    s->list = mem_alloc_raw(4 * n);
    s->queue = mem_alloc_raw(4 * n);
    return s->escapes && s->held && s->candidate && s->list && s->queue ? ST_OK : ST_NO_MEMORY;
}

enum status smith_values(const struct digraph *graph, uint32_t begin, struct budget *budget, uint32_t *values)
{
    struct smith s = {
        .graph = graph, .begin = begin, .new_nodes = graph->nodes - begin, .values = values, .budget = budget};
    if (s.new_nodes == 0) return ST_OK;
    enum status st = smith_open(&s);
    if (st == ST_OK)
        for (uint32_t k = 0; k < s.new_nodes; k++) {
            values[begin + k] = SMITH_INFINITE;
            s.candidate[k] = true;
            s.list[s.count++] = begin + k;
        }
    for (uint32_t m = 0; s.count > 0 && st == ST_OK; m++) {
        st = begin_turn(&s, m);
        if (st == ST_OK) st = give(&s, m);
        if (st == ST_OK) end_turn(&s, m);
    }
    smith_free(&s);
    return st;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

enum status smith_options(const struct digraph *graph, const uint32_t *values, uint32_t node, struct arena *arena,
                          struct smith_value *value)
{
    uint32_t begin = graph->first[node], count = graph->first[node + 1] - begin;
    *value = (struct smith_value){.infinite = values[node] == SMITH_INFINITE, .value = values[node]};
    if (!value->infinite) return ST_OK;
    uint64_t *k = arena_array(arena, count + 1u, sizeof *k);
    if (!k) return ST_NO_MEMORY;
    size_t held = 0, kept = 0;
    for (uint32_t i = begin; i < begin + count; i++)
        if (values[graph->to[i]] != SMITH_INFINITE) k[held++] = values[graph->to[i]];
    qsort(k, held, sizeof *k, ascending);
    for (size_t i = 0; i < held; i++)
        if (i == 0 || k[i] != k[i - 1]) k[kept++] = k[i];
    value->k = k;
    value->k_count = kept;
    return ST_OK;
}

enum outcome smith_outcome(const struct smith_value *sum, size_t count, uint64_t *number)
{
    const struct smith_value *infinite = NULL;
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (!sum[i].infinite) *number ^= sum[i].value;
        else if (infinite) return OUTCOME_D;
        else infinite = &sum[i];
    }
    if (!infinite) return *number ? OUTCOME_N : OUTCOME_P;
    for (size_t i = 0; i < infinite->k_count; i++)
        if (infinite->k[i] == *number) return OUTCOME_N;
    return OUTCOME_D;
}
