/* SPDX-License-Identifier: MIT */
/* What is kept between questions at one setting of the parameters: positions, values, tables, choices.
 *
 *     struct store *store;
 *     st = store_open(model, budget, &store);
 *     if (store_value(env, &component, &value)) ...        // known already, without planning anything
 *     store_clear(store);                                  // parameters changed
 *     store_close(store);
 *
 * All memory is counted by mem.h and so against the budget. Only searched values are kept here; a plugin's are not, so
 * that a plugin can be compared with what stands here. */
#ifndef CGI_PLAY_OPTIONS_STORE_H
#define CGI_PLAY_OPTIONS_STORE_H
#include "base/vec.h"
#include "play/options/env.h"
#include "play/options/traits.h"
#include "play/cells/position_table.h"
#include "play/options/options.h"

/* One component, by number, with its options by number: whole sums are then lists of numbers. */
struct numbered_component {
    unsigned char life;  /* 0: not known, else enum part_life */
    bool coin;           /* two of it in one sum are none */
    bool cached[2];      /* per mover - 1 */
    uint32_t options[2]; /* how many */
    size_t first[2];     /* into the pool: a count and that many part numbers, for each option */
};
enum part_life { PART_UNKNOWN, PART_DEAD, PART_ALIVE };
struct component_table {
    struct position_table table;          /* packed components; its values are not used */
    VEC(struct numbered_component) items; /* as many as the table has keys */
    VEC(uint32_t) pool;
    struct bytes key; /* scratch */
};
/* Who answered for a game's SG values, for reports. Strings are static or live in the store's arena. */
struct source_note {
    const struct solver *solver; /* NULL: nobody yet */
    const char *claim, *source, *extent;
    uint64_t positions;
};
/* What the audit found of a game's `symmetric` or `canon` (audit_clauses.c). */
enum clause_state {
    CLAUSE_NEW,
    CLAUSE_ALIKE, /* positions that are made the same have the same options, up to the clause itself */
    CLAUSE_EQUAL, /* they have equal values and outcomes, but not the same play: remoteness may differ */
    CLAUSE_UNUSED /* nothing could be found out: the clause is not used */
};
struct game_memory {
    struct value_table table; /* kept by the table and sequence solvers: values [0, filled) stand */
    uint64_t room, filled;
    uint32_t *sequence; /* SG of heaps 0..sequence_count-1, from a solver that knows the family */
    uint64_t sequence_count, sequence_room;
    struct periodic
        *periodic;       /* what family of one-heap games it is (periodic.h); in settings_arena; NULL: not asked yet */
    struct chain *chain; /* how far play goes down at least (estimate.h); in settings_arena; NULL: not asked yet */
    const struct solver *chosen; /* the last plan's choice for SG values; NULL: none yet */
    struct source_note note;
    bool plugin_refused;       /* the plugin has no SG values for this game */
    bool plugin_disagreed;     /* certify found a wrong value: never asked again */
    unsigned char window_done; /* bits of enum window_play: compared with search under this convention */
    enum clause_state clause;
    bool clause_proved; /* by the normal form; else the clause was compared at clause_seen positions */
    uint64_t clause_seen;
    uint64_t window_count; /* positions compared with search */
};
/* What is known of sums of components in canonical form. */
struct sum_memory {
    struct position_table outcomes[2][2]; /* [misere][with remoteness]: whole sums */
    struct component_table parts;
};
/* Others keep what they know in the store, too: labels, pairs of tame components, the audit_env. The store knows of them only how
 * they are forgotten. */
struct tenant {
    const char *name;
    size_t size;
    bool alone;                 /* one room, whether clauses are used or not */
    void (*forget)(void *kept); /* frees what lies behind `kept`, not `kept` itself; it may be as it was made */
};
struct room {
    const struct tenant *tenant;
    bool plain;
    void *kept;
};
struct store {
    struct arena arena, scratch; /* scratch: rewound by whoever uses it */
    const struct model *model;
    struct budget *budget;
    struct traits traits, alike;      /* alike: the same where the mover is known not to matter (env.h: terms) */
    uint64_t settings;                /* how often the parameters were changed */
    uint32_t asked_audits;            /* positions asked about whose clauses were audited */
    struct position_table components; /* SG values by search, canonical components */
    struct sum_memory sums[2];        /* [plain]: with the clauses and without them */
    struct game_memory *games;        /* one a game, and one more for compounds */
    struct arena settings_arena;      /* what depends on the parameters: their values, what recognition found */
    struct recognition *recognised;   /* what the plugins recognise at these parameters (host.h); NULL: not asked yet */
    struct bytes key;                 /* scratch */
    VEC(struct room) rooms;           /* of the tenants, in the order in which they moved in */
};
enum status store_open(const struct model *model, struct budget *budget, struct store **store);
void store_clear(struct store *store);
void store_close(struct store *store);
/* What the tenant keeps on these terms: `size` bytes, zero at first, until the parameters change. NULL when memory is out. */
void *store_room(const struct env *env, const struct tenant *tenant);
/* On these terms. */
static inline struct sum_memory *store_sums(const struct env *env) { return &env->store->sums[env->terms.plain]; }
struct game_memory *store_game(struct store *store, int game); /* POSITION_COMPOUND too */
/* A value that is known: from a table, a sequence or the component table. False when it is not. Canonical components
 * only, where the game has a clause. */
bool store_value(struct store *store, const struct component *component, uint64_t *value);
/* The index of a component in the game's kept table; false when it lies outside of what is filled. */
bool store_table_index(const struct game_memory *memory, const struct component *component, uint64_t *index);

#endif
