/* SPDX-License-Identifier: MIT */
/* The code of a model: one program for each thing that can be evaluated. */
#include "code/compile/private.h"

static enum status compile_claim(struct code *code, int game, struct diags *diags)
{
    const struct game *g = &code->model->games[game];
    struct compile_request what = {.kind = PROGRAM_MEASURE, .game = game, .keep_origins = true};
    int *programs = code->games[game].measures = arena_array(&code->arena, g->claimed_count, sizeof *programs);
    enum status st = programs ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < g->claimed_count; i++) {
        what.expression = g->claimed[i];
        st = program_compile(code, &what, diags, &programs[i]);
    }
    return st;
}

static enum status compile_game(struct code *code, int game, struct diags *diags)
{
    const struct game *g = &code->model->games[game];
    struct game_code *out = &code->games[game];
    *out = (struct game_code){.options = -1, .table = -1, .invariant = -1, .canon = -1};
    struct compile_request what = {.game = game, .keep_origins = true};
    enum status st = ST_OK;
    if (g->invariant) {
        what.kind = PROGRAM_INVARIANT;
        st = program_compile(code, &what, diags, &out->invariant);
    }
    if (st == ST_OK && g->canon) {
        what.kind = PROGRAM_CANON;
        st = program_compile(code, &what, diags, &out->canon);
    }
    if (st == ST_OK && claim_is_open(g)) st = compile_claim(code, game, diags);
    if (st != ST_OK || g->kind != GAME_RULES) return st;
    what.kind = PROGRAM_OPTIONS;
    st = program_compile(code, &what, diags, &out->options);
    out->fillable = program_fillable(code->model, game, out);
    if (st != ST_OK || !out->fillable) return st;
    what.kind = PROGRAM_TABLE;
    return program_compile(code, &what, diags, &out->table);
}

enum status code_claim(struct code *code, size_t index, struct diags *diags)
{
    const struct check *check = &code->model->checks[index];
    struct check_code *out = &code->checks[index];
    if (out->sweeps) return ST_OK;
    out->program = -1;
    out->sweeps = arena_array(&code->arena, check->gen_count + 1, sizeof *out->sweeps);
    if (!out->sweeps) return ST_NO_MEMORY;
    struct compile_request what = {.kind = PROGRAM_CHECK, .game = -1, .check = index, .keep_origins = true};
    enum status st = check->kind == CHECK_EXPR ? program_compile(code, &what, diags, &out->program) : ST_OK;
    what.kind = PROGRAM_SWEEP;
    for (size_t i = 0; i < check->gen_count && st == ST_OK; i++) {
        out->sweeps[i] = -1;
        what.gen = i;
        if (check->sweep && check->sweep[i] >= 0) st = program_compile(code, &what, diags, &out->sweeps[i]);
    }
    if (st != ST_OK) out->sweeps = NULL;
    return st;
}

enum status code_compile(const struct model *model, struct diags *diags, struct code **out)
{
    *out = NULL;
    struct code *code = mem_alloc(sizeof *code);
    if (!code) return ST_NO_MEMORY;
    code->model = model;
    code->games = arena_array(&code->arena, model->game_count, sizeof *code->games);
    code->checks = arena_array(&code->arena, model->check_count, sizeof *code->checks);
    enum status st = code->games && code->checks ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; i < model->game_count && st == ST_OK; i++) st = compile_game(code, (int)i, diags);
    if (st != ST_OK || diags->failed) {
        code_free(code);
        return st != ST_OK ? st : ST_NO_MEMORY;
    }
    *out = code;
    return ST_OK;
}

enum status code_add_expression(struct code *code, const struct expr *expression, int slots, struct diags *diags,
                                int *program)
{
    struct compile_request what = {.kind = expression->type == TYPE_POSITION ? PROGRAM_POSITION : PROGRAM_VALUE,
                                   .game = -1,
                                   .expression = expression,
                                   .slots = slots};
    return program_compile(code, &what, diags, program);
}

static void dump_number(const struct code *code, int number, struct text *out)
{
    if (number >= 0) program_dump(code, code->programs.data[number], out);
}

void code_dump(const struct code *code, int game, struct text *out)
{
    for (size_t i = 0; game < 0 && i < code->programs.count; i++) program_dump(code, code->programs.data[i], out);
    if (game < 0) return;
    const struct game_code *g = &code->games[game];
    dump_number(code, g->invariant, out);
    dump_number(code, g->canon, out);
    dump_number(code, g->options, out);
    dump_number(code, g->table, out);
    for (size_t i = 0; g->measures && i < code->model->games[game].claimed_count; i++)
        dump_number(code, g->measures[i], out);
}

size_t code_longest_move(const struct code *code)
{
    size_t longest = 1;
    for (size_t i = 0; i < code->programs.count; i++) {
        const struct program *p = code->programs.data[i];
        for (size_t m = 0; m < p->move_count; m++)
            if ((size_t)(p->moves[m].end - p->moves[m].begin) > longest)
                longest = (size_t)(p->moves[m].end - p->moves[m].begin);
    }
    return longest;
}

void code_free(struct code *code)
{
    if (!code) return;
    vec_free(&code->programs);
    vec_free(&code->loops);
    arena_free(&code->arena);
    mem_free(code, sizeof *code);
}
