/* SPDX-License-Identifier: MIT */
/* Which known game is this rule?
 *
 *     struct identification found;
 *     struct identify_wanted wanted = {.files = gallery, .file_count = count};
 *     enum status st = identify(engine, &wanted, &arena, &found);              // engine opened and selected
 *     for (size_t i = 0; i < found.count; i++) puts(found.items[i].name);      // "octal 0.07"
 *
 * Candidates are the documented games at whatever parameters, the games of the files, and of one heap: octal codes to three digits
 * (also with 4 before the point), hexadecimal codes to two, subtraction sets within 1..10 and 1..m, all but such sets, coin-turning
 * codes. Heap n of the rule may be heap (times n + offset) / over, rounded down, of the candidate; where that is negative the heap
 * has the value 0.
 *
 * Values filter, then proofs speak: IDENTIFIED_RULES is proved of the rules (engine/compare), IDENTIFIED_VALUES of all values by
 * a theorem that `why` names, IDENTIFIED_AGREE is no more than what it says: heaps (or sizes) 0 to `to` were compared. A rule on one
 * row whose live cells all hold one value may be a code of heaps, the runs of live cells (`seen`, proved); then candidates are those of
 * the code.
 *
 * Bounded work: a second or so; budgets end it with their status. */
#ifndef CGI_ENGINE_IDENTIFY_IDENTIFY_H
#define CGI_ENGINE_IDENTIFY_IDENTIFY_H
#include "engine/identify/starts.h"

enum identified_verdict { IDENTIFIED_RULES, IDENTIFIED_VALUES, IDENTIFIED_AGREE };
struct heap_map {
    int64_t times, offset, over;
};
struct identified {
    const char *name;   /* "nim", "octal 0.137", "subtraction {1, 3}", "kayles (kayles.game)" */
    const char *params; /* of the documented game, "m = 3"; NULL: none */
    bool heaps;         /* `map` says which heap is which */
    struct heap_map map;
    enum identified_verdict verdict;
    bool outcomes;   /* only which heaps are lost is the same, values are not */
    bool fewer;      /* RULES: on the rule's positions, the candidate has more; or the other way round */
    uint64_t to;     /* not RULES: heaps or sizes that were compared */
    const char *why; /* the proof in words; NULL: none */
    unsigned cost;   /* simple ones first */
};
struct identify_wanted {
    const char *const *files; /* rule files whose games are candidates */
    size_t file_count;
    bool misere;
    size_t most; /* candidates that are listed; 0: the usual number */
};
struct identification {
    struct identified *items; /* by verdict, values before outcomes, then by cost */
    size_t count;
    size_t more;                   /* candidates beyond these that agree on the first heaps */
    const char *seen;              /* "a run of n cells of s that hold 1, where all others hold 0, is .."; NULL */
    uint64_t models, games, rules; /* how many were looked at */
    uint64_t heaps;                /* 0 to heaps - 1 of the rule; 0: values of heaps were not compared */
    const char *values_not;        /* why not; NULL */
    const uint32_t *values;        /* of heaps `from` to heaps - 1 */
    uint64_t from;
    struct period period;       /* of these values */
    struct start_values starts; /* where there are none: of positions that begin with one number */
};
enum status identify(struct engine *engine, const struct identify_wanted *wanted, struct arena *arena,
                     struct identification *found);
#endif
