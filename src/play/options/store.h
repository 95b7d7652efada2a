/* SPDX-License-Identifier: MIT */
/* Data kept between questions at one setting of the parameters: positions, values, tables, choices.
 *
 *     struct store *store;
 *     st = store_open(model, budget, &store);
 *     if (store_value(env, &component, &value)) ...        // already known, no plan needed
 *     store_clear(store);                                  // parameters changed
 *     store_close(store);
 *
 * All memory is counted by mem.h and so against the budget. Only searched values are kept here, not a plugin's, so
 * that a plugin can be compared with them. */
#ifndef CGI_PLAY_OPTIONS_STORE_H
#define CGI_PLAY_OPTIONS_STORE_H
#include "base/value_run.h"
#include "base/vec.h"
#include "play/options/env.h"
#include "play/options/traits.h"
#include "play/cells/position_table.h"
#include "play/options/options.h"

/* One component with its number and its options by number: whole sums are then lists of numbers. */
struct numbered_component {
    unsigned char life;  /* 0: not known, else enum part_life */
    bool coin;           /* two of it in one sum cancel */
    bool cached[2];      /* for each mover (index mover - 1) */
    uint32_t options[2]; /* the number of options */
    size_t first[2];     /* into the pool: a count and that many part numbers, for each option */
};
enum part_life { PART_UNKNOWN, PART_DEAD, PART_ALIVE };
struct component_table {
    struct position_table table;          /* packed components; its values are not used */
    VEC(struct numbered_component) items; /* one per key of the table */
    VEC(uint32_t) pool;
    struct bytes key; /* scratch */
};
/* Which solver gave a game's SG values, for reports. Strings are static or live in the store's arena. */
struct source_note {
    const struct solver *solver; /* NULL: none yet */
    const char *claim, *source, *extent;
    uint64_t positions;
};
/* The result of the audit of a game's `symmetric` or `canon` (audit_clauses.c). */
enum clause_state {
    CLAUSE_NEW,   /* not audited, not used */
    CLAUSE_OPEN,  /* of the audits' environment: used by the audit, which has not ended */
    CLAUSE_ALIKE, /* positions identified by the clause have the same options, up to the clause itself */
    CLAUSE_EQUAL, /* they have equal values and outcomes, but not the same play: remoteness may differ */
    CLAUSE_UNUSED /* nothing could be established: the clause is not used */
};
struct game_memory {
    struct value_table table;  /* kept by the table and sequence solvers: values [0, filled) are valid */
    uint64_t room, filled;     /* bytes; values */
    struct value_run sequence; /* SG of heaps 0..sequence_count-1, from a solver that knows the family */
    uint64_t sequence_count;
    struct periodic
        *periodic; /* its family of one-heap games (periodic.h); in settings_arena; NULL: not determined yet */
    const struct solver *chosen; /* the last plan's choice for SG values; NULL: none yet */
    double chosen_seconds;       /* what it was foretold to take then */
    struct source_note note;
    signed char
        vouched; /* that the game is tame, by its plugin: 0 not tried, 1 held on small positions, -1 it did not */
    enum clause_state clause;
    bool clause_proved; /* proved from the normal form; otherwise the clause was compared at clause_seen positions */
    uint64_t clause_seen;
};
/* Known results for sums of components in canonical form. */
struct sum_memory {
    struct position_table outcomes[2][2]; /* [misere][with remoteness]: whole sums */
    struct component_table parts;
};
/* Other files keep data in the store too: labels, pairs of tame components, the audit_env. The store only knows how
 * to discard them. */
struct tenant {
    const char *name;
    size_t size;
    bool alone;                 /* shared by terms with and without clauses */
    void (*forget)(void *kept); /* frees what `kept` refers to, not `kept` itself, which may be all zero */
};
struct room {
    const struct tenant *tenant;
    bool plain;
    void *kept;
};
struct store {
    struct arena arena, scratch; /* scratch: rewound by its users */
    const struct model *model;
    struct budget *budget;
    struct traits traits, alike; /* alike: the same if the mover is known not to matter (env.h: terms) */
    uint64_t settings;           /* how many times the parameters have changed */
    uint32_t asked_audits;       /* positions asked about for which the clauses were audited */
    bool plain; /* the values below are those without clauses: as the environment was opened, whatever a view's terms */
    struct position_table components; /* SG values by search, canonical components */
    struct sum_memory sums[2];        /* [plain]: with the clauses and without them */
    struct game_memory *games;        /* one per game, and one more for compounds */
    struct arena settings_arena;      /* depends on the parameters: their values, results of recognition */
    struct recognition *recognised;   /* by the plugins at these parameters (plugin.h); NULL: not determined yet */
    struct bytes key;                 /* scratch */
    VEC(struct room) rooms;           /* of the tenants, in order of arrival */
};
enum status store_open(const struct model *model, struct budget *budget, struct store **store);
void store_clear(struct store *store);
void store_close(struct store *store);
/* The tenant's data on these terms: `size` bytes, initially zero, kept until the parameters change. NULL if memory
 * runs out. */
void *store_room(const struct env *env, const struct tenant *tenant);
/* Sums on these terms. */
static inline struct sum_memory *store_sums(const struct env *env) { return &env->store->sums[env->terms.plain]; }
struct game_memory *store_game(struct store *store, int game); /* POSITION_COMPOUND too */
/* A known value: from a table, a sequence or the component table. Returns false if it is not known. Canonical
 * components only, if the game has a clause. */
bool store_value(struct store *store, const struct component *component, uint64_t *value);
/* The index of a component in the game's kept table; false if it is outside the filled part. */
bool store_table_index(const struct game_memory *memory, const struct component *component, uint64_t *index);

#endif
