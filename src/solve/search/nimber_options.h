/* SPDX-License-Identifier: MIT */
/* Options by number, for a search that does not look at all of them.
 *
 *     struct nimber_options n = {.env = env, .memory = nimber_memory(env)};
 *     st = nimber_sum(&n, components, count, &sum);                       // a sum by number
 *     struct sum_facts f = nimber_look(&n, sum);                          // what is known of its value
 *     struct options_read read = {.set = 1};                              // is there an option of value 0?
 *     st = nimber_options(&n, id, &read);                                 // n.listed, read.hit
 *     st = nimber_number(&n, &n.listed.data[0]);                          // one that was left as the rule writes it
 *     nimber_options_free(&n);
 *
 * A component is numbered by the store's table of components, in which search_components.c keeps their values too; what one
 * of the two finds the other one knows. A sum is the number of its only component, or PAIR_BITS and the number of a pair, or
 * SUM_BIT and the number of a list of components, ascending. Equal components are left out two by two: their nim-sum is 0. So
 * equal options have equal numbers, where their values are concerned.
 *
 * To bring an option to canonical form may cost far more than to look it up, and most options are never asked about. So an
 * option that is new is first left as the rule writes it, with LATER_BIT and its place in a list for a number. Of rules whose
 * boards fall apart, what the rule writes is remembered with its sum, in a table of at most WRITTEN_MOST slots that
 * forgets.
 */
#ifndef CGI_SOLVE_SEARCH_NIMBER_OPTIONS_H
#define CGI_SOLVE_SEARCH_NIMBER_OPTIONS_H
#include "play/cells/pack.h"
#include "play/cells/sums.h"
#include "play/ground/residue.h"
#include "play/options/store.h"
#include "solve/search/mask_table.h"

enum { NUMBERS = 64, WRITTEN_KEY = 59, WRITTEN_MOST = 1 << 18 };
typedef VEC(uint32_t) id_vec;
#define SUM_BIT 0x80000000u
#define LATER_BIT 0x40000000u
#define PAIR_BITS (SUM_BIT | LATER_BIT)

/* What the rule has written, and its sum. */
struct written_slot {
    uint32_t sum;
    unsigned char length; /* of the key; 0: empty */
    unsigned char key[WRITTEN_KEY];
};
struct nimber_memory {
    struct mask_table pairs;    /* sums of two: the lower number, and the other one in the upper half */
    struct position_table sums; /* of others: how many components, and their numbers */
    VEC(struct nimber_facts) facts;
    struct written_slot *written;
    size_t written_count, written_used;
};
/* Of a component as the rule writes it: its bytes among those of all; their hash, if it may fall apart. */
struct packed_key {
    uint64_t hash;
    size_t at, length;
};
struct nimber_options {
    struct env *env;
    struct nimber_memory *memory;
    struct bytes key;
    cell_vec cells;
    id_vec ids;
    id_vec listed;     /* the options that were listed last */
    struct sums later; /* all options as the rule writes them, if they need not be made canonical by the machine */
    struct bytes keys;
    VEC(struct packed_key) packed; /* one for each component of them */
    size_t looked;                 /* so many of them were looked up */
    struct residue_parts parts;    /* scratch */
    struct options_read *read;
};
/* The nim-sum of the values that are known, and the components of which none is. */
struct sum_facts {
    uint32_t known, unknown, first;
};
struct options_read {
    uint64_t set; /* it is enough to know that options have all of these values; 0: that is never enough */
    bool all;     /* options whose value is known are listed too */
    uint64_t hit; /* bit k: an option has the value k */
    bool enough;  /* `set` was hit: the list is not complete */
};

/* Kept in the store. NULL: memory is out. */
struct nimber_memory *nimber_memory(const struct env *env);
enum status nimber_sum(struct nimber_options *n, const struct component *components, size_t count, uint32_t *sum);
/* The components of a sum are appended to n->ids. */
bool nimber_parts(struct nimber_options *n, uint32_t sum);
struct sum_facts nimber_look(const struct nimber_options *n, uint32_t sum);
/* Lists the options of a component, but for those whose value is known. */
enum status nimber_options(struct nimber_options *n, uint32_t id, struct options_read *read);
/* Replaces the number of an option that was left as the rule writes it by that of its sum. */
enum status nimber_number(struct nimber_options *n, uint32_t *sum);
/* A measure of the work that an option may be: components count with the square of their size, and a little less the more is
 * known of them; those whose value is known do not count. */
uint32_t nimber_weight(struct nimber_options *n, uint32_t sum);
static inline uint32_t *nimber_value_at(const struct nimber_options *n, uint32_t id)
{
    return &n->env->store->components.values[id];
}
static inline uint32_t nimber_value(const struct nimber_options *n, uint32_t id) { return *nimber_value_at(n, id); }
static inline struct nimber_facts *nimber_facts(const struct nimber_options *n, uint32_t id)
{
    return &n->memory->facts.data[id];
}
/* Keeps the value of a board that was searched as masks with the values of components as the rule writes them. */
enum status nimber_keep(struct nimber_options *n, const struct component *component, uint64_t value);
/* How many components have numbers. */
uint64_t nimber_count(const struct nimber_options *n);
void nimber_options_free(struct nimber_options *n);

#endif
