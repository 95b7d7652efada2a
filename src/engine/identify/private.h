/* SPDX-License-Identifier: MIT */
/* What the files of this folder share.
 *
 *     identify.c   the order of work, and of what is found
 *     heap_rule.c  codes and sets as lists of digits
 *     maps.c       which heap of the candidate a heap is
 *     heaps.c      one heap: values filter, theorems decide
 *     others.c     documented games and files
 *     runs.c       a row as a code of heaps
 */
#ifndef CGI_ENGINE_IDENTIFY_PRIVATE_H
#define CGI_ENGINE_IDENTIFY_PRIVATE_H
#include "base/vec.h"
#include "engine/identify/heap_rule.h"
#include "engine/identify/identify.h"
#include "solve/solver.h"

enum {
    IDENTIFY_FIRST = 64,   /* heaps that filter */
    IDENTIFY_HEAPS = 1200, /* heaps that are compared */
    IDENTIFY_MOST = 20,    /* listed, unless asked for more */
    IDENTIFY_WORK = 40000000
};

/* The rule's own heap: from the first that is a position on. */
struct own_heap {
    uint32_t *values;
    size_t count;
    size_t from; /* heaps below are no positions */
    struct period period;
    struct family family;
    bool coded; /* `rule` is proved to be the rule */
    struct heap_rule rule;
};
struct identify {
    struct engine *engine;
    const struct host *host; /* of the documented games; NULL: none */
    const struct identify_wanted *wanted;
    struct arena *arena;
    struct identification *out;
    struct own_heap own;
    bool plain; /* its heaps have few values: counted otherwise they would fit too much */
    VEC(struct identified) items;
};

/* ---- maps.c: heap n of the rule and heap m of the candidate */
extern const struct heap_map heap_maps[];
extern const size_t heap_map_count;
enum { HEAP_MAPS_SHIFTS = 9 }; /* the first of them, which only shift */
/* False: that heap is none. */
bool heap_map_at(const struct heap_map *map, uint64_t n, uint64_t *m);
unsigned heap_map_cost(const struct heap_map *map);
/* Do values agree for all heaps of `own` from own->from to own->count - 1 whose partner is below `count`? */
bool heap_map_fits(const struct heap_map *map, const struct own_heap *own, const uint32_t *values, size_t count,
                   bool outcomes);
/* How many heaps of the candidate the first `count` of the rule take. */
uint64_t heap_map_reach(const struct heap_map *map, uint64_t count);
/* Do the values agree for ever, both periods being proved, when those of the first *heaps agree? 0: no bound known,
 * or one grows and the other does not. */
void heap_map_periods(const struct heap_map *map, const struct period *own, const struct period *other,
                      uint64_t *heaps);

/* ---- heaps.c */
/* Values of heaps as long as the work lasts; own.count stays 0 where there are none, and `values_not` says why. */
enum status identify_values(struct identify *id);
/* The first `count` values of one heap of an engine's main game, or fewer. */
enum status identify_heap_values(struct engine *engine, size_t count, uint32_t *values, size_t *got);
enum status identify_rules(struct identify *id);
/* "period 34 from 52 and period 34 from 53, both proved"; NULL: memory is out. */
const char *identify_periods_words(struct identify *id, const struct period *other);

/* ---- others.c */
enum status identify_others(struct identify *id);
/* Opens a rule in memory, without plugins. NULL where it cannot be. */
enum status identify_open(struct identify *id, const char *path, const char *text, const char *name,
                          struct engine **engine);

/* ---- runs.c: a row as a code of heaps; *seen is NULL where it is not proved to be one */
enum status identify_runs(struct engine *engine, struct arena *arena, struct heap_rule *rule, const char **seen);
#endif
