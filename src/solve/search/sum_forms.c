/* SPDX-License-Identifier: MIT */
#include "solve/search/sum_forms.h"

enum { LOOK_BYTES = 1 << 17 };

/* Of a store: its components have numbers there. */
struct sum_forms {
    struct forms forms;
    struct env *env; /* of the question at hand */
    void *context;
    enum status (*look)(void *context);
    uint64_t listed; /* bytes of components whose options were listed, once for each option, since the last look */
};

static void forget(void *kept)
{
    struct sum_forms *all = kept;
    forms_free(&all->forms);
}
static const struct tenant tenant = {.name = "forms", .size = sizeof(struct sum_forms), .forget = forget};

static enum status look(void *context)
{
    struct sum_forms *all = context;
    all->listed = 0;
    enum status st = budget_check(all->env->budget);
    return st == ST_OK ? all->look(all->context) : st;
}

static enum status options_of(void *context, uint32_t part, id_vec *lists, uint32_t *count)
{
    struct sum_forms *all = context;
    size_t first, length, numbers = 0;
    enum status st = component_table_options(all->env, part, 0, &first, count);
    if (st != ST_OK) return st;
    const uint32_t *from = vec_from(&store_sums(all->env)->parts.pool, first);
    for (uint32_t o = 0; o < *count; o++) numbers += 1 + from[numbers];
    if (!vec_reserve(lists, numbers)) return ST_NO_MEMORY;
    for (size_t i = 0; i < numbers; i++) lists->data[lists->count++] = from[i];
    (void)position_table_key(&store_sums(all->env)->parts.table, part, &length);
    all->listed += length * *count;
    return all->listed < LOOK_BYTES ? ST_OK : look(all);
}

/* The sum of its numbers. */
static uint32_t size_of(void *context, uint32_t part)
{
    struct sum_forms *all = context;
    struct component c;
    cell_vec cells = {0};
    uint64_t size = 0;
    if (!component_table_get(all->env, part, &cells, &c)) c.count = 0;
    for (size_t i = 0; i < c.count; i++) size += (uint64_t)(c.cells[i] < 0 ? -(c.cells[i] + 1) : c.cells[i]);
    vec_free(&cells);
    return size < 1 << 30 ? (uint32_t)size : 1 << 30;
}

static enum status open_forms(struct env *env, struct sum_forms **forms)
{
    struct sum_forms *all = *forms = store_room(env, &tenant);
    if (!all) return ST_NO_MEMORY;
    all->env = env;
    all->forms.budget = store_sums(env)->outcomes[true][false].budget;
    all->forms.source = (struct forms_source){.context = all, .options = options_of, .size = size_of, .look = look};
    return ST_OK;
}

static enum status add_all(struct forms *f, const id_vec *ids, id_vec *sum)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < ids->count; i++) st = forms_add(f, ids->data[i], sum);
    return st;
}

enum status sum_forms_lost(struct env *env, const id_vec *ids, enum status (*often)(void *context), void *context,
                           uint64_t work, bool *lost)
{
    struct sum_forms *all;
    id_vec sum = {0};
    enum status st = open_forms(env, &all);
    if (st != ST_OK) return st;
    all->look = often;
    all->context = context;
    st = add_all(&all->forms, ids, &sum);
    if (st == ST_OK) st = forms_lost(&all->forms, &store_sums(env)->outcomes[true][false], &sum, work, lost);
    vec_free(&sum);
    return st;
}

enum status sum_forms_of(struct env *env, const id_vec *ids, id_vec *forms)
{
    struct sum_forms *all;
    enum status st = open_forms(env, &all);
    return st == ST_OK ? add_all(&all->forms, ids, forms) : st;
}

enum status sum_forms_known(struct env *env, const id_vec *ids, bool *known, bool *lost)
{
    struct sum_forms *all;
    id_vec sum = {0};
    enum status st = open_forms(env, &all);
    if (st == ST_OK) st = add_all(&all->forms, ids, &sum);
    if (st == ST_OK) st = forms_known(&all->forms, &store_sums(env)->outcomes[true][false], &sum, known, lost);
    vec_free(&sum);
    return st;
}
