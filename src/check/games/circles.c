/* SPDX-License-Identifier: MIT */
/* Tarjan's algorithm with an explicit stack of calls: a frame is a node and the next link to follow. */
#include "check/games/circles.h"

struct circle_search {
    size_t *first; /* nodes + 1 offsets into `to` */
    int *to;
    int *index, *low; /* order of discovery, from 1; 0: not discovered yet */
    size_t *next;     /* the frame's position in `to` */
    int *path, *stack;
    size_t path_count, stack_count;
    int *component;
    int discovered, found;
};

static bool reserve(struct circle_search *s, struct arena *scratch, size_t nodes, size_t links)
{
    s->first = arena_array(scratch, nodes + 2, sizeof *s->first);
    s->to = arena_array(scratch, links + 1, sizeof *s->to);
    s->index = arena_array(scratch, nodes + 1, sizeof *s->index);
    s->low = arena_array(scratch, nodes + 1, sizeof *s->low);
    s->next = arena_array(scratch, nodes + 1, sizeof *s->next);
    s->path = arena_array(scratch, nodes + 1, sizeof *s->path);
    s->stack = arena_array(scratch, nodes + 1, sizeof *s->stack);
    return s->first && s->to && s->index && s->low && s->next && s->path && s->stack;
}

static void enter(struct circle_search *s, int v)
{
    s->index[v] = s->low[v] = ++s->discovered;
    s->next[v] = s->first[v];
    s->component[v] = -1;
    s->path[s->path_count++] = v;
    s->stack[s->stack_count++] = v;
}

static void leave(struct circle_search *s, int v)
{
    s->path_count--;
    if (s->path_count) {
        int above = s->path[s->path_count - 1];
        if (s->low[v] < s->low[above]) s->low[above] = s->low[v];
    }
    if (s->low[v] != s->index[v]) return;
    int w;
    do {
        w = s->stack[--s->stack_count];
        s->component[w] = s->found;
    } while (w != v);
    s->found++;
}

static void search_from(struct circle_search *s, int root)
{
    enter(s, root);
    while (s->path_count) {
        int v = s->path[s->path_count - 1];
        if (s->next[v] == s->first[v + 1]) {
            leave(s, v);
            continue;
        }
        int w = s->to[s->next[v]++];
        if (!s->index[w]) enter(s, w);
        else if (s->component[w] < 0 && s->index[w] < s->low[v]) s->low[v] = s->index[w];
    }
}

bool circles_find(struct arena *scratch, size_t nodes, const struct link *links, size_t link_count, int *component)
{
    struct circle_search s = {.component = component};
    if (!reserve(&s, scratch, nodes, link_count)) return false;
    for (size_t i = 0; i < link_count; i++) s.first[links[i].from + 1]++;
    for (size_t v = 0; v < nodes; v++) s.first[v + 1] += s.first[v];
    for (size_t v = 0; v < nodes; v++) s.next[v] = s.first[v];
    for (size_t i = 0; i < link_count; i++) s.to[s.next[links[i].from]++] = links[i].to;
    for (size_t v = 0; v < nodes; v++)
        if (!s.index[v]) search_from(&s, (int)v);
    return true;
}
