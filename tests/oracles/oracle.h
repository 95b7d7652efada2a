/* SPDX-License-Identifier: MIT */
/* Game values by brute force: what the gallery's numbers are held against. Nothing of the interpreter is used here, and no
 * theorem: a position is a few small numbers, a rule lists the positions one move away, and values follow from that alone.
 *
 *     static void rule(const struct state *s) { for (int t = 1; t <= s->v[0]; t++) option(changed(s, 0, s->v[0] - t)); }
 *     oracle_start(rule);
 *     struct facts f = traits_of(&s);
 *
 * SG value: mex of the options' values. Misere: a position without options is won, any other iff some option is lost.
 * Remoteness (normal play): 0 without options; else 1 + the least over lost options, or, if there is none, 1 + the greatest.
 * Play that comes back: labels_of, below. Everything stays allocated until the program ends. */
#ifndef TESTS_ORACLES_ORACLE_H
#define TESTS_ORACLES_ORACLE_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 40, TABLE = 1 << 22 };
struct state {
    short n, v[CELLS];
};
struct facts {
    int sg, remoteness;
    bool misere_n, known;
};
struct position {
    struct state state;
    struct facts facts;
    int label;              /* labels_of: 'P', 'N', 'D' */
    int *from, froms, left; /* labels_of: the positions that lead here; options not known to be won */
};
typedef void rule_fn(const struct state *s);

static struct {
    rule_fn *rule;
    struct position *all;
    size_t count, room;
    int *slots;          /* index + 1 into all */
    struct state *stack; /* options under way */
    size_t top, stack_room;
} oracle;

static inline void *grown(void *old, size_t *room, size_t size)
{
    *room = *room ? *room * 2 : 1024;
    void *fresh = realloc(old, *room * size);
    if (!fresh) exit(2);
    return fresh;
}

static inline void oracle_start(rule_fn *rule)
{
    if (!oracle.slots) oracle.slots = malloc(TABLE * sizeof *oracle.slots);
    if (!oracle.slots) exit(2);
    memset(oracle.slots, 0, TABLE * sizeof *oracle.slots);
    oracle.rule = rule;
    oracle.count = oracle.top = 0;
}

/* A rule calls this once for each option. */
static inline void option(struct state s)
{
    if (oracle.top == oracle.stack_room) oracle.stack = grown(oracle.stack, &oracle.stack_room, sizeof *oracle.stack);
    oracle.stack[oracle.top++] = s;
}

static inline struct state changed(const struct state *s, int i, int value)
{
    struct state t = *s;
    t.v[i] = (short)value;
    return t;
}

static inline struct state state_of(int n, const int *v)
{
    struct state s = {0};
    s.n = (short)n;
    for (int i = 0; i < n; i++) s.v[i] = (short)v[i];
    return s;
}

static inline size_t position_number(const struct state *s)
{
    unsigned long h = (unsigned long)s->n + 1;
    for (int i = 0; i < s->n; i++) h = (h ^ (unsigned short)s->v[i]) * 0x9E3779B97F4A7C15ul, h ^= h >> 29;
    size_t slot = h % TABLE;
    for (; oracle.slots[slot]; slot = (slot + 1) % TABLE) {
        const struct state *t = &oracle.all[oracle.slots[slot] - 1].state;
        if (t->n == s->n && memcmp(t->v, s->v, (size_t)s->n * sizeof *s->v) == 0) return (size_t)oracle.slots[slot] - 1;
    }
    if (oracle.count >= TABLE / 2) {
        fprintf(stderr, "more than %d positions\n", TABLE / 2);
        exit(2);
    }
    if (oracle.count == oracle.room) oracle.all = grown(oracle.all, &oracle.room, sizeof *oracle.all);
    oracle.all[oracle.count] = (struct position){.state = *s};
    oracle.slots[slot] = (int)oracle.count + 1;
    return oracle.count++;
}

static inline struct facts traits_of(const struct state *s)
{
    size_t number = position_number(s), low = oracle.top;
    if (oracle.all[number].facts.known) return oracle.all[number].facts;
    struct state here = *s;
    oracle.rule(&here);
    size_t high = oracle.top;
    bool seen[2048] = {false};
    struct facts f = {.known = true, .misere_n = low == high};
    int nearest = -1, farthest = -1;
    for (size_t i = low; i < high; i++) {
        struct state next = oracle.stack[i];
        struct facts o = traits_of(&next);
        if (o.sg < 2048) seen[o.sg] = true;
        if (!o.misere_n) f.misere_n = true;
        if (o.sg == 0 && (nearest < 0 || o.remoteness < nearest)) nearest = o.remoteness;
        if (o.remoteness > farthest) farthest = o.remoteness;
    }
    oracle.top = low;
    while (seen[f.sg]) f.sg++;
    f.remoteness = 1 + (nearest >= 0 ? nearest : farthest);
    oracle.all[number].facts = f;
    return f;
}

/* The label of every position reachable from s, where play may come back: a position without options is lost (misere: won);
 * a position with a lost option is won, one whose options are all won is lost; the rest are drawn. */
static inline int labels_of(const struct state *s, bool misere)
{
    size_t first = position_number(s);
    int *queue = NULL;
    size_t queued = 0, room = 0, done = 0;
    for (size_t i = first; i < oracle.count; i++) { /* grows as options are numbered */
        struct state here = oracle.all[i].state;
        size_t low = oracle.top;
        oracle.rule(&here);
        size_t high = oracle.top;
        oracle.all[i].left = (int)(high - low);
        for (size_t k = low; k < high; k++) {
            struct state next = oracle.stack[k];
            size_t number = position_number(&next); /* may move them all */
            struct position *to = &oracle.all[number];
            int *longer = realloc(to->from, ((size_t)to->froms + 1) * sizeof *longer);
            if (!longer) exit(2);
            to->from = longer;
            to->from[to->froms++] = (int)i;
        }
        oracle.top = low;
        oracle.all[i].label = low < high ? 'D' : misere ? 'N' : 'P';
        if (low == high) {
            if (queued == room) queue = grown(queue, &room, sizeof *queue);
            queue[queued++] = (int)i;
        }
    }
    for (; done < queued; done++) {
        struct position *p = &oracle.all[queue[done]];
        for (int k = 0; k < p->froms; k++) {
            struct position *q = &oracle.all[p->from[k]];
            if (q->label != 'D') continue;
            if (p->label == 'P') q->label = 'N';
            else if (--q->left == 0) q->label = 'P';
            if (q->label == 'D') continue;
            if (queued == room) queue = grown(queue, &room, sizeof *queue);
            queue[queued++] = p->from[k];
        }
    }
    free(queue);
    return oracle.all[first].label;
}

/* How positions are written, and the lines: each is an expectation of the gallery, `misere: ` before it under `play misere`. */
typedef void write_fn(const struct state *s);

static inline void tell_sg(write_fn *write, const struct state *s)
{
    printf("sg(");
    write(s);
    printf(") == %d\n", traits_of(s).sg);
    printf("%c(", traits_of(s).sg ? 'N' : 'P');
    write(s);
    printf(")\nremoteness(");
    write(s);
    printf(") == %d\n", traits_of(s).remoteness);
}

static inline void tell_misere(write_fn *write, const struct state *s)
{
    printf("misere: %c(", traits_of(s).misere_n ? 'N' : 'P');
    write(s);
    printf(")\n");
}

/* Where the winning moves lead, each position once. */
static inline void tell_wins(write_fn *write, const struct state *s, bool misere)
{
    size_t low = oracle.top, told = 0;
    struct state here = *s;
    oracle.rule(&here);
    size_t high = oracle.top;
    printf(misere ? "misere: wins(" : "wins(");
    write(s);
    printf(") == {");
    for (size_t i = low; i < high; i++) {
        struct state next = oracle.stack[i];
        bool before = false;
        for (size_t k = low; k < i; k++)
            before |=
                oracle.stack[k].n == next.n && memcmp(oracle.stack[k].v, next.v, (size_t)next.n * sizeof *next.v) == 0;
        struct facts f = traits_of(&next);
        if (before || (misere ? f.misere_n : f.sg != 0)) continue;
        printf(told++ ? ", " : " ");
        write(&next);
    }
    printf(" }\n");
    oracle.top = low;
}

static inline void tell_all(write_fn *write, const struct state *s)
{
    tell_sg(write, s);
    tell_misere(write, s);
    tell_wins(write, s, false);
    tell_wins(write, s, true);
}

/* The positions with n cells from low to high, one after another. */
static inline void tell_box(write_fn *write, int n, int low, int high)
{
    struct state s = {.n = (short)n};
    for (int i = 0; i < n; i++) s.v[i] = (short)low;
    for (;;) {
        tell_all(write, &s);
        int i = n - 1;
        while (i >= 0 && s.v[i] == high) s.v[i--] = (short)low;
        if (i < 0) return;
        s.v[i]++;
    }
}

/* The cells as the heaps of a sum of one-heap games, or as the fields of one position. */
static const char *heap_name;
static inline void write_heaps(const struct state *s)
{
    for (int i = 0; i < s->n; i++) printf("%s%s(%d)", i ? " + " : "", heap_name, s->v[i]);
    if (s->n == 0) printf("end");
}
static inline void write_fields(const struct state *s)
{
    printf("%s(", heap_name);
    for (int i = 0; i < s->n; i++) printf("%s%d", i ? ", " : "", s->v[i]);
    printf(")");
}
static inline void write_row(const struct state *s)
{
    printf("%s([", heap_name);
    for (int i = 0; i < s->n; i++) printf("%s%d", i ? ", " : "", s->v[i]);
    printf("])");
}
#endif
