/* SPDX-License-Identifier: MIT */
/* Components by number, with their options by number, for whole-sum searches.
 *
 *     st = component_table_number(env, components, count, &ids);      // ascending; those in which nobody can move are left out
 *     st = component_table_options(env, id, mover, &first, &options);
 *     const uint32_t *sum = store_sums(env)->parts.pool.data + first;        // sum[0] numbers follow: the first option
 *     for (uint32_t o = 0; o < options; o++, sum += 1 + sum[0]) ...
 *
 * Option lists are built once and cached in the store's pool. A pool that has grown beyond PARTS_POOL_MAX numbers is
 * cleared, which bounds the cost for games that never split. */
#ifndef CGI_PLAY_OPTIONS_COMPONENT_TABLE_H
#define CGI_PLAY_OPTIONS_COMPONENT_TABLE_H
#include "play/options/store.h"

#define PARTS_POOL_MAX ((size_t)1 << 25)

typedef VEC(uint32_t) id_vec;

/* The number of one component in canonical form. */
enum status component_table_intern(struct component_table *parts, const struct component *component, uint32_t *id);
/* Appends the numbers of those parts of the sum that can still move, in ascending order and without pairs of equal coins. */
enum status component_table_number(struct env *env, const struct component *components, size_t count, id_vec *ids);
/* The options of a part: `*options` of them start at pool position `*first`, each a count and that many numbers in
 * ascending order, without duplicates. Valid until the next call. */
enum status component_table_options(struct env *env, uint32_t id, int mover, size_t *first, uint32_t *options);
void component_ids_sort(uint32_t *ids, size_t count);
/* Sorts lists of numbers, each after its count, and leaves each once; returns how many are left. */
size_t component_lists_sort(const uint32_t **lists, size_t count);
/* Numbers in the order in which they came, each once: what a walk over components has met, and what it has still to look at.
 *
 *     for (size_t next = 0; next < met.ids.count; next++) ... if (!component_set_add(&met, option)) return ST_NO_MEMORY; */
struct component_set {
    id_vec ids;
    VEC(bool) has;
};
/* False when memory is out. */
bool component_set_add(struct component_set *set, uint32_t id);
void component_set_free(struct component_set *set);
/* Removes pairs of equal coins from ascending numbers; returns how many numbers are left. */
size_t component_table_cancel(const struct component_table *parts, uint32_t *ids, size_t count);
/* The component with that number; its cells are appended to `cells`. Returns false if memory runs out. */
bool component_table_get(const struct env *env, uint32_t id, cell_vec *cells, struct component *component);

#endif
