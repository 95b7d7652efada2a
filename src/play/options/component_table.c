/* SPDX-License-Identifier: MIT */
/* Options are listed as canonical components first, because numbering a component may run the machine to see whether
 * it is dead; then they are numbered and sorted, and duplicates are removed. */
#include "play/options/component_table.h"
#include <stdlib.h>
#include <string.h>
#include "play/options/canonical.h"

enum status component_table_intern(struct component_table *parts, const struct component *component, uint32_t *id)
{
    bool fresh;
    parts->key.count = 0;
    if (!pack_component(&parts->key, component) || !vec_reserve(&parts->items, 1)) return ST_NO_MEMORY;
    enum status st = position_table_intern(&parts->table, parts->key.data, parts->key.count, id, &fresh);
    if (st == ST_OK && fresh) parts->items.data[parts->items.count++] = (struct numbered_component){0};
    return st;
}

void component_ids_sort(uint32_t *ids, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t id = ids[i];
        size_t j = i;
        for (; j > 0 && ids[j - 1] > id; j--) ids[j] = ids[j - 1];
        ids[j] = id;
    }
}

/* Appends the number of a component in canonical form, if anybody can move in it. */
static enum status push_living(struct env *env, const struct component *component, id_vec *ids)
{
    bool dead;
    uint32_t id;
    enum status st = canonical_dead(env, component, &id, &dead);
    if (st != ST_OK || dead) return st;
    if (!vec_push(ids, id)) return ST_NO_MEMORY;
    store_sums(env)->parts.items.data[id].coin = component->game >= 0 && env->traits->games[component->game].coin;
    return ST_OK;
}

size_t component_table_cancel(const struct component_table *parts, uint32_t *ids, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        bool pair = i + 1 < count && ids[i + 1] == ids[i] && parts->items.data[ids[i]].coin;
        if (pair) i++;
        else ids[left++] = ids[i];
    }
    return left;
}

enum status component_table_number(struct env *env, const struct component *components, size_t count, id_vec *ids)
{
    struct sums canonical = {0};
    enum status st = ST_OK;
    size_t from = ids->count;
    for (size_t i = 0; st == ST_OK && i < count; i++) st = canonical_push(env, &components[i], &canonical);
    for (size_t i = 0; st == ST_OK && i < canonical.items.count; i++) {
        struct component c = sums_item(&canonical, i);
        st = push_living(env, &c, ids);
    }
    sums_free(&canonical);
    if (st != ST_OK) return st;
    component_ids_sort(vec_from(ids, from), ids->count - from);
    ids->count = from + component_table_cancel(&store_sums(env)->parts, vec_from(ids, from), ids->count - from);
    return ST_OK;
}

bool component_table_get(const struct env *env, uint32_t id, cell_vec *cells, struct component *component)
{
    size_t length;
    return unpack_component(position_table_key(&store_sums(env)->parts.table, id, &length), cells, component) != NULL;
}

static enum status keep_option(void *context, const struct component *components, size_t count)
{
    return sums_add(context, components, count) ? ST_OK : ST_NO_MEMORY;
}

static int compare_lists(const void *a, const void *b)
{
    const uint32_t *x = *(const uint32_t *const *)a, *y = *(const uint32_t *const *)b;
    for (uint32_t i = 0; i <= x[0]; i++) /* the counts come first */
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Sorts in ascending order; the options of many rules already come sorted, in one direction or the other. */
static void sort_lists(const uint32_t **lists, size_t count)
{
    size_t rises = 0, falls = 0;
    for (size_t i = 1; i < count && (rises == 0 || falls == 0); i++) {
        int order = compare_lists(&lists[i - 1], &lists[i]);
        rises += order < 0;
        falls += order > 0;
    }
    if (rises && falls) qsort(lists, count, sizeof *lists, compare_lists);
    if (rises || !falls) return;
    for (size_t i = 0, j = count - 1; i < j; i++, j--) {
        const uint32_t *kept = lists[i];
        lists[i] = lists[j];
        lists[j] = kept;
    }
}

size_t component_lists_sort(const uint32_t **lists, size_t count)
{
    size_t left = 0;
    sort_lists(lists, count);
    for (size_t i = 0; i < count; i++)
        if (!left || compare_lists(&lists[left - 1], &lists[i]) != 0) lists[left++] = lists[i];
    return left;
}

/* `flat` holds `count` lists, each preceded by its length; writes them to the pool in order, without duplicates. */
static enum status pool_lists(struct component_table *parts, const id_vec *flat, size_t count, uint32_t *kept)
{
    const uint32_t **lists = mem_alloc_raw((count + 1) * sizeof *lists), *at = flat->data;
    if (!lists || !vec_reserve(&parts->pool, flat->count + 1)) {
        mem_free(lists, lists ? (count + 1) * sizeof *lists : 0);
        return ST_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++, at += 1 + at[0]) lists[i] = at;
    *kept = (uint32_t)component_lists_sort(lists, count);
    for (uint32_t i = 0; i < *kept; i++) {
        memcpy(parts->pool.data + parts->pool.count, lists[i], (1 + (size_t)lists[i][0]) * sizeof(uint32_t));
        parts->pool.count += 1 + lists[i][0];
    }
    mem_free(lists, (count + 1) * sizeof *lists);
    return ST_OK;
}

/* The options of the part, numbered, as lists preceded by their lengths. */
static enum status number_options(struct env *env, uint32_t id, int mover, id_vec *flat, size_t *count)
{
    cell_vec cells = {0};
    struct sums options = {0};
    struct component component;
    enum status st = ST_NO_MEMORY;
    if (component_table_get(env, id, &cells, &component))
        st = options_canonical(env, &component, mover, keep_option, &options);
    for (size_t i = 0; st == ST_OK && i < options.count; i++) {
        size_t head = flat->count;
        if (!vec_push(flat, 0)) st = ST_NO_MEMORY;
        for (size_t j = 0; st == ST_OK && j < sums_size(&options, i); j++) {
            struct component c = sums_component(&options, i, j);
            st = push_living(env, &c, flat);
        }
        if (st != ST_OK) break;
        component_ids_sort(flat->data + head + 1, flat->count - head - 1);
        flat->count =
            head + 1 + component_table_cancel(&store_sums(env)->parts, flat->data + head + 1, flat->count - head - 1);
        flat->data[head] = (uint32_t)(flat->count - head - 1);
        if (i % 1024 == 0) st = budget_check(env->budget);
    }
    *count = options.count;
    vec_free(&cells);
    sums_free(&options);
    return st;
}

static void empty_pool(struct component_table *parts)
{
    parts->pool.count = 0;
    for (size_t i = 0; i < parts->items.count; i++)
        parts->items.data[i].cached[0] = parts->items.data[i].cached[1] = false;
}

enum status component_table_options(struct env *env, uint32_t id, int mover, size_t *first, uint32_t *options)
{
    struct component_table *parts = &store_sums(env)->parts;
    int who = mover == 2;
    if (!parts->items.data[id].cached[who]) {
        id_vec flat = {0};
        size_t count;
        uint32_t kept = 0;
        if (parts->pool.count > PARTS_POOL_MAX) empty_pool(parts);
        enum status st = number_options(env, id, mover, &flat, &count);
        size_t at = parts->pool.count;
        if (st == ST_OK) st = pool_lists(parts, &flat, count, &kept);
        vec_free(&flat);
        if (st != ST_OK) return st;
        struct numbered_component *part = &parts->items.data[id];
        part->first[who] = at;
        part->options[who] = kept;
        part->cached[who] = true;
    }
    *first = parts->items.data[id].first[who];
    *options = parts->items.data[id].options[who];
    return ST_OK;
}

bool component_set_add(struct component_set *set, uint32_t id)
{
    while (set->has.count <= id)
        if (!vec_push(&set->has, false)) return false;
    if (set->has.data[id]) return true;
    if (!vec_push(&set->ids, id)) return false;
    return set->has.data[id] = true;
}

void component_set_free(struct component_set *set)
{
    vec_free(&set->ids);
    vec_free(&set->has);
}
