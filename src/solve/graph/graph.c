/* SPDX-License-Identifier: MIT */
/* Acyclic graphs are labelled in one sweep along an order (digraph.h), cyclic ones backwards: a node becomes N by its first P
 * option and P by its last N option. Labels are given in the order of their remoteness, from a row of buckets, so that each is
 * the least (N) or the greatest (P) at once. */
#include "solve/graph/graph.h"
#include <string.h>
#include "base/mem.h"

enum {
    STRIDE = 1 << 20, /* nodes between two checks of the budget */
    AHEAD = 16        /* nodes of an order whose options are brought near before they are needed */
};

static enum status take(struct budget *budget, uint64_t bytes, void **block)
{
    enum status st = budget_fits(budget, bytes);
    if (st != ST_OK) return st;
    *block = mem_alloc(bytes);
    return *block ? ST_OK : ST_NO_MEMORY;
}

/* ---- acyclic graphs -------------------------------------------------------------------------------------------- */
static uint32_t mex_small(const uint32_t *options, uint32_t count, const uint32_t *sg)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = sg[options[i]];
        seen |= (uint64_t)(x < 64) << (x & 63);
    }
    return (uint32_t)__builtin_ctzll(~seen);
}

/* `seen` must have room for one bit more than there are options. */
static uint32_t mex_large(const uint32_t *options, uint32_t count, const uint32_t *sg, uint64_t *seen)
{
    uint32_t word = 0;
    memset(seen, 0, (count / 64 + 1) * sizeof *seen);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = sg[options[i]];
        if (x <= count) seen[x / 64] |= 1ull << x % 64;
    }
    while (seen[word] == ~0ull) word++;
    return 64 * word + (uint32_t)__builtin_ctzll(~seen[word]);
}

static uint32_t largest_degree(const struct digraph *graph)
{
    uint32_t largest = 0;
    for (uint32_t u = 0; u < graph->nodes; u++)
        if (graph->first[u + 1] - graph->first[u] > largest) largest = graph->first[u + 1] - graph->first[u];
    return largest;
}

enum status graph_sg(const struct digraph *graph, const uint32_t *order, struct budget *budget, uint32_t *sg)
{
    size_t bytes = ((size_t)largest_degree(graph) / 64 + 1) * sizeof(uint64_t);
    void *seen = NULL;
    enum status st = take(budget, bytes, &seen);
    for (uint32_t k = 0; k < graph->nodes && st == ST_OK; k++) {
        uint32_t u = order[k], begin = graph->first[u], count = graph->first[u + 1] - begin;
        if (k + AHEAD < graph->nodes) digraph_bring_near(graph, order[k + AHEAD], order[k + AHEAD / 2]);
        sg[u] = count < 64 ? mex_small(graph->to + begin, count, sg) : mex_large(graph->to + begin, count, sg, seen);
        if (k % STRIDE == STRIDE - 1) st = budget_check(budget);
    }
    mem_free(seen, bytes);
    return st;
}

static enum outcome end_outcome(enum play play) { return play == PLAY_MISERE ? OUTCOME_N : OUTCOME_P; }

/* N if some option is P, at the distance of the nearest; else P at the distance of the farthest. */
static void label_node(const struct digraph *graph, uint32_t u, enum play play, unsigned char *outcome,
                       uint32_t *remoteness)
{
    uint32_t nearest = UINT32_MAX, farthest = 0, begin = graph->first[u], end = graph->first[u + 1];
    for (uint32_t i = begin; i < end; i++) {
        uint32_t v = graph->to[i], r = remoteness[v];
        if (outcome[v] == OUTCOME_P && r < nearest) nearest = r;
        if (r > farthest) farthest = r;
    }
    bool wins = nearest != UINT32_MAX;
    outcome[u] = (unsigned char)(begin == end ? end_outcome(play) : wins ? OUTCOME_N : OUTCOME_P);
    remoteness[u] = begin == end ? 0 : 1 + (wins ? nearest : farthest);
}

enum status graph_label_ordered(const struct digraph *graph, const uint32_t *order, enum play play,
                                struct budget *budget, unsigned char *outcome, uint32_t *remoteness)
{
    enum status st = ST_OK;
    for (uint32_t k = 0; k < graph->nodes && st == ST_OK; k++) {
        label_node(graph, order[k], play, outcome, remoteness);
        if (k % STRIDE == STRIDE - 1) st = budget_check(budget);
    }
    return st;
}

/* ---- reversed edges -------------------------------------------------------------------------------------------- */
void transpose_free(struct transpose *turned)
{
    mem_free(turned->first, 4 * ((size_t)turned->nodes + 2));
    mem_free(turned->to, 4 * (size_t)turned->edges);
    *turned = (struct transpose){0};
}

/* Of edges further on: where it is written down how far a list is filled, and then the place behind that. */
static void ask_for_place(const struct digraph *graph, uint32_t begin, uint32_t i, const struct transpose *turned)
{
    uint32_t far = graph->to[i + 2 * AHEAD], soon = graph->to[i + AHEAD];
    if (far >= begin) __builtin_prefetch(turned->first + (far - begin) + 1);
    if (soon >= begin) __builtin_prefetch(turned->to + turned->first[soon - begin + 1]);
}

enum status graph_transpose(const struct digraph *graph, uint32_t begin, struct budget *budget,
                            struct transpose *turned)
{
    uint32_t n = graph->nodes - begin, from = graph->first[begin], to = graph->first[graph->nodes];
    void *first = NULL, *list = NULL;
    *turned = (struct transpose){.nodes = n};
    enum status st = take(budget, 4 * ((uint64_t)n + 2), &first);
    turned->first = first;
    if (st != ST_OK) return st;
    for (uint32_t i = from; i < to; i++) {
        if (i + AHEAD < to && graph->to[i + AHEAD] >= begin)
            __builtin_prefetch(turned->first + (graph->to[i + AHEAD] - begin) + 2);
        if (graph->to[i] >= begin) turned->first[graph->to[i] - begin + 2]++, turned->edges++;
    }
    for (uint32_t v = 2; v < n + 2; v++) turned->first[v] += turned->first[v - 1];
    st = take(budget, 4 * (uint64_t)turned->edges, &list);
    turned->to = list;
    if (st == ST_OK) st = budget_check(budget);
    if (st != ST_OK) {
        if (!list) turned->edges = 0;
        transpose_free(turned);
        return st;
    }
    for (uint32_t u = begin; u < graph->nodes; u++)
        for (uint32_t i = graph->first[u]; i < graph->first[u + 1]; i++) {
            if (i + 2 * AHEAD < to) ask_for_place(graph, begin, i, turned);
            if (graph->to[i] >= begin) turned->to[turned->first[graph->to[i] - begin + 1]++] = u;
        }
    return ST_OK;
}

/* ---- labelling backwards --------------------------------------------------------------------------------------- */
/* A label that a node may get, waiting in the bucket of its remoteness. A node has at most two: one from options
 * that were labelled before, and one found during the run. */
struct label_candidate {
    uint32_t node, next; /* index + 1 of the next in the bucket */
};
struct graph_backwards {
    const struct digraph *graph;
    uint32_t begin;
    unsigned char *outcome;
    uint32_t *remoteness;
    struct transpose turned;
    uint32_t *left;      /* per new node: options that are not yet N */
    uint32_t *farthest;  /* 1 + the greatest remoteness of an option labelled N so far */
    uint32_t *buckets;   /* index + 1 of the first candidate of each remoteness */
    unsigned char *kind; /* per candidate: the outcome that it proposes */
    struct label_candidate *candidates;
    uint32_t candidate_count;
    uint64_t new_nodes, bucket_count;
};

static void propose(struct graph_backwards *b, uint32_t u, enum outcome outcome, uint32_t remoteness)
{
    uint32_t index = b->candidate_count++;
    b->candidates[index] = (struct label_candidate){u, b->buckets[remoteness]};
    b->kind[index] = (unsigned char)outcome;
    b->buckets[remoteness] = index + 1;
}

/* The candidates for a new node from the ends and the options that were labelled earlier. */
static void seed(struct graph_backwards *b, uint32_t u, enum play play)
{
    uint32_t begin = b->graph->first[u], end = b->graph->first[u + 1], nearest = UINT32_MAX, k = u - b->begin;
    b->outcome[u] = OUTCOME_D;
    b->remoteness[u] = REMOTENESS_NONE;
    b->left[k] = end - begin;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t v = b->graph->to[i];
        if (v >= b->begin || b->outcome[v] == OUTCOME_D) continue;
        uint32_t r = b->remoteness[v];
        if (b->outcome[v] == OUTCOME_P) nearest = r < nearest ? r : nearest;
        else {
            b->left[k]--;
            if (r + 1 > b->farthest[k]) b->farthest[k] = r + 1;
        }
    }
    if (begin == end) propose(b, u, end_outcome(play), 0);
    else if (nearest != UINT32_MAX) propose(b, u, OUTCOME_N, nearest + 1);
    else if (b->left[k] == 0) propose(b, u, OUTCOME_P, b->farthest[k]);
}

/* v has just been labelled: updates its predecessors. */
static void tell(struct graph_backwards *b, uint32_t v)
{
    uint32_t r = b->remoteness[v] + 1;
    const uint32_t *list = b->turned.to, *first = b->turned.first + (v - b->begin);
    for (uint32_t i = first[0]; i < first[1]; i++) {
        uint32_t u = list[i], k = u - b->begin;
        if (b->outcome[u] != OUTCOME_D) continue;
        if (b->outcome[v] == OUTCOME_P) {
            if (b->left[k] == UINT32_MAX) continue; /* found already, and not later than now */
            b->left[k] = UINT32_MAX;
            propose(b, u, OUTCOME_N, r);
        } else if (b->left[k] != UINT32_MAX) {
            if (r > b->farthest[k]) b->farthest[k] = r;
            if (--b->left[k] == 0) propose(b, u, OUTCOME_P, b->farthest[k]);
        }
    }
}

static enum status label_in_order(struct graph_backwards *b, struct budget *budget)
{
    enum status st = ST_OK;
    uint64_t steps = 0;
    for (uint64_t r = 0; r < b->bucket_count && st == ST_OK; r++)
        while (b->buckets[r] && st == ST_OK) {
            uint32_t index = b->buckets[r] - 1;
            struct label_candidate candidate = b->candidates[index];
            b->buckets[r] = candidate.next;
            if (b->outcome[candidate.node] != OUTCOME_D) continue;
            b->outcome[candidate.node] = b->kind[index];
            b->remoteness[candidate.node] = (uint32_t)r;
            tell(b, candidate.node);
            if (++steps % STRIDE == 0) st = budget_check(budget);
        }
    return st;
}

static void backwards_free(struct graph_backwards *b)
{
    transpose_free(&b->turned);
    mem_free(b->left, 4 * b->new_nodes);
    mem_free(b->farthest, 4 * b->new_nodes);
    mem_free(b->buckets, 4 * b->bucket_count);
    mem_free(b->kind, 2 * b->new_nodes);
    mem_free(b->candidates, 2 * b->new_nodes * sizeof *b->candidates);
}

static enum status backwards_open(struct graph_backwards *b, struct budget *budget)
{
    uint64_t n = b->new_nodes;
    enum status st = budget_fits(budget, n * (4 + 4 + 2 + 2 * sizeof *b->candidates) + 4 * b->bucket_count);
    if (st == ST_OK) st = graph_transpose(b->graph, b->begin, budget, &b->turned);
    if (st != ST_OK) return st;
    b->left = mem_alloc(4 * n);
    b->farthest = mem_alloc(4 * n);
    b->buckets = mem_alloc(4 * b->bucket_count);
    b->kind = mem_alloc(2 * n);
    b->candidates = mem_alloc_raw(2 * n * sizeof *b->candidates);
    return b->left && b->farthest && b->buckets && b->kind && b->candidates ? ST_OK : ST_NO_MEMORY;
}

/* A remoteness is at most the number of nodes, so that many buckets suffice. */
static enum status label_more(const struct digraph *graph, uint32_t begin, enum play play, struct budget *budget,
                              unsigned char *outcome, uint32_t *remoteness)
{
    struct graph_backwards b = {.graph = graph,
                                .begin = begin,
                                .outcome = outcome,
                                .remoteness = remoteness,
                                .new_nodes = graph->nodes - begin,
                                .bucket_count = (uint64_t)graph->nodes + 1};
    enum status st = backwards_open(&b, budget);
    for (uint32_t u = begin; u < graph->nodes && st == ST_OK; u++) {
        seed(&b, u, play);
        if (u % STRIDE == STRIDE - 1) st = budget_check(budget);
    }
    if (st == ST_OK) st = label_in_order(&b, budget);
    backwards_free(&b);
    return st;
}

/* ---- labelling a whole graph ------------------------------------------------------------------------------------- */
/* Where no node is labelled yet, ends come first, at 0, and what the node at the head of a queue labels is one further than it: so nodes
 * stand in the queue in the order of their remoteness, and no buckets are needed. A node that is N has it from the first option that is P,
 * the nearest; one that is P from the last that is N, the farthest. So both are one more than a remoteness of the other outcome, and ends
 * are alike: outcomes of even remoteness are that of the ends, those of odd the other. Only the remoteness is looked up while nodes are
 * labelled, and until a node is, its place has UNKNOWN and how many of its options are not known to be N. */
enum { UNKNOWN = INT32_MIN };
struct graph_queue {
    struct transpose turned;
    uint32_t *nodes;
    uint32_t head, tail;
    uint32_t *remoteness;
};

static void label_ends(struct graph_queue *q, const struct digraph *graph)
{
    for (uint32_t u = 0; u < graph->nodes; u++) {
        uint32_t options = graph->first[u + 1] - graph->first[u];
        q->remoteness[u] = options ? (uint32_t)UNKNOWN | options : 0;
        if (!options) q->nodes[q->tail++] = u;
    }
}

/* Of nodes further on in the queue: their predecessors, and how many options these have left. */
static void ask_for_predecessors(const struct graph_queue *q)
{
    const uint32_t *first = q->turned.first;
    if (q->head + 3 * AHEAD >= q->tail) return;
    __builtin_prefetch(first + q->nodes[q->head + 3 * AHEAD]);
    __builtin_prefetch(q->turned.to + first[q->nodes[q->head + 2 * AHEAD]]);
    uint32_t v = q->nodes[q->head + AHEAD], end = first[v + 1];
    if (end > first[v] + AHEAD) end = first[v] + AHEAD;
    for (uint32_t i = first[v]; i < end; i++) __builtin_prefetch(q->remoteness + q->turned.to[i]);
}

/* The node at the head has remoteness r - 1, and is P if `lost`. */
static void tell_predecessors(struct graph_queue *q, uint32_t r, bool lost)
{
    uint32_t v = q->nodes[q->head];
    for (uint32_t i = q->turned.first[v]; i < q->turned.first[v + 1]; i++) {
        uint32_t u = q->turned.to[i], held = q->remoteness[u];
        if (!(held & (uint32_t)UNKNOWN)) continue;
        bool found = lost || held == ((uint32_t)UNKNOWN | 1);
        q->remoteness[u] = found ? r : held - 1;
        if (found) q->nodes[q->tail++] = u;
    }
}

static enum status label_by_queue(struct graph_queue *q, enum play play, struct budget *budget)
{
    enum status st = ST_OK;
    bool lost = end_outcome(play) == OUTCOME_P;
    uint32_t r = 1, end = q->tail; /* of the nodes with remoteness r - 1 */
    for (; q->head < q->tail && st == ST_OK; q->head++) {
        if (q->head == end) {
            end = q->tail;
            lost = !lost;
            r++;
        }
        ask_for_predecessors(q);
        tell_predecessors(q, r, lost);
        if (q->head % STRIDE == STRIDE - 1) st = budget_check(budget);
    }
    return st;
}

static void write_outcomes(const struct digraph *graph, enum play play, unsigned char *outcome, uint32_t *remoteness)
{
    const unsigned char even = (unsigned char)end_outcome(play), odd = even == OUTCOME_P ? OUTCOME_N : OUTCOME_P;
    for (uint32_t u = 0; u < graph->nodes; u++) {
        bool unknown = remoteness[u] & (uint32_t)UNKNOWN;
        outcome[u] = unknown ? OUTCOME_D : remoteness[u] % 2 ? odd : even;
        if (unknown) remoteness[u] = REMOTENESS_NONE;
    }
}

static enum status label_all(const struct digraph *graph, enum play play, struct budget *budget, unsigned char *outcome,
                             uint32_t *remoteness)
{
    struct graph_queue q = {.remoteness = remoteness};
    size_t bytes = 4 * (size_t)graph->nodes;
    enum status st = budget_fits(budget, bytes);
    if (st == ST_OK) st = graph_transpose(graph, 0, budget, &q.turned);
    if (st != ST_OK) return st;
    q.nodes = mem_alloc_raw(bytes);
    if (!q.nodes) st = ST_NO_MEMORY;
    if (st == ST_OK) label_ends(&q, graph);
    if (st == ST_OK) st = label_by_queue(&q, play, budget);
    if (st == ST_OK) write_outcomes(graph, play, outcome, remoteness);
    mem_free(q.nodes, bytes);
    transpose_free(&q.turned);
    return st;
}

enum status graph_label(const struct digraph *graph, uint32_t begin, enum play play, struct budget *budget,
                        unsigned char *outcome, uint32_t *remoteness)
{
    if (graph->nodes == begin) return ST_OK;
    if (begin == 0) return label_all(graph, play, budget, outcome, remoteness);
    return label_more(graph, begin, play, budget, outcome, remoteness);
}
