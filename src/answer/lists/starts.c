/* SPDX-License-Identifier: MIT */
/* Each position is made by the machine; a table of them asks about each by itself. */
#include "answer/lists/starts.h"
#include "answer/lists/private.h"
#include "base/mem.h"
#include "model/expr.h"

int starts_find(const struct game *g, size_t numbers)
{
    for (size_t i = 0; i < g->start_count; i++) {
        bool all = g->starts[i].field_count == numbers;
        for (size_t f = 0; all && f < numbers; f++) all = field_is_number(g->starts[i].fields[f].kind);
        if (all) return (int)i;
    }
    return -1;
}

static struct expr *written(int game, int start, const int64_t *numbers, size_t count, struct arena *arena)
{
    struct span nowhere = {0};
    struct expr like = {.kind = EXPR_GAME, .type = TYPE_POSITION, .game = game, .start = start};
    struct expr *kids[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < count; i++)
        if (!(kids[i] = expr_create_int(arena, nowhere, numbers[i]))) return NULL;
    return expr_create(arena, like, kids, count);
}

enum status starts_position(struct env *env, int game, int start, const int64_t *numbers, struct arena *arena,
                            struct position *out, bool *there)
{
    struct expr *e = written(game, start, numbers, env->model->games[game].starts[start].field_count, arena);
    struct diags muted = {0};
    int program;
    *there = false;
    if (!e) return ST_NO_MEMORY;
    enum status st = code_add_expression(env->code, e, 0, &muted, &program);
    diags_free(&muted);
    struct env_view view;
    env_view_quiet(&view, env);
    if (st == ST_OK) st = vm_position(view.env.vm, program, arena, out);
    bool legal = st == ST_OK;
    for (size_t i = 0; st == ST_OK && legal && i < out->count; i++)
        st = vm_legal(view.env.vm, &out->components[i], &legal);
    env_view_close(&view);
    *there = st == ST_OK && legal;
    return st == ST_NO_MEMORY || st == ST_INTERRUPTED ? st : ST_OK;
}

/* ---- a table ----------------------------------------------------------------------------------------------------- */
static enum status value_of(struct drawing *d, const struct position *p, uint64_t *value)
{
    struct arena arena = {0};
    uint64_t *values = arena_array(&arena, p->count + 1, sizeof *values);
    enum status st = values ? values_of(d->env, p->components, p->count, values, &d->used) : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < p->count; i++) *value = (i ? *value : 0) ^ values[i];
    if (st == ST_OK && !p->count) *value = 0;
    arena_free(&arena);
    return st;
}

enum status drawing_starts(struct drawing *d, bool valued)
{
    enum status st = ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < d->box.count; i++) {
        struct arena arena = {0};
        int64_t numbers[MODEL_MAX_FIELDS];
        struct position p;
        bool there;
        d->values[i] = UINT64_MAX;
        d->outcomes[i] = OUTCOME_UNKNOWN;
        drawing_place(d, i, numbers);
        st = budget_check(d->env->budget);
        if (st == ST_OK) st = starts_position(d->env, d->box.game, d->start - 1, numbers, &arena, &p, &there);
        if (st == ST_OK && there)
            st = valued ? value_of(d, &p, &d->values[i])
                        : outcomes_of(d->env, &p, 1, &d->asked, &d->outcomes[i], NULL, &d->used);
        arena_free(&arena);
    }
    return st;
}
