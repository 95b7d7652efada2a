/* SPDX-License-Identifier: MIT */
/* Stages of a rule file under small budgets, and what is promised of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "engine/open/position.h"
#include "run_text.h"

/* LOOKS bounds the work of a question: a look at the budget every few thousand steps. */
enum { STATES = 300, MEMORY = 64 << 20, LOOKS = 2000, TERMS = 4 };

static void promise(bool kept)
{
    if (!kept) abort();
}

/* Small positions of the main game, as they are typed. */
static void term_of(const struct model *m, const struct game *g, unsigned which, struct text *out)
{
    static const char *const trees[TERMS] = {"[]", "[[]]", "[[[]], []]", "tree([1, 2, 1, 2])"};
    static const char *const rows[TERMS] = {"[]", "[1]", "[0, 2]", "[2, 1, 1]"};
    static const char *const grids[TERMS] = {"[[1]]", "[[1, 1]]", "[[0], [1]]", "[[1, 1], [0, 1]]"};
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        if (i) text_puts(out, ", ");
        if (g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_BAG) text_puts(out, rows[which]);
        else if (g->fields[i].kind == FIELD_GRID) text_puts(out, grids[which]);
        else if (g->fields[i].kind == FIELD_TREE) text_puts(out, trees[which]);
        else if (g->fields[i].kind == FIELD_NODES) text_puts(out, which % 2 ? m->games[g->fields[i].graph].name : "{}");
        else if (g->fields[i].kind == FIELD_BOOL) text_puts(out, which % 2 ? "true" : "false");
        else text_add(out, "%u", which * 2 + (unsigned)i);
    }
    text_puts(out, ")");
}

static bool clean(const struct engine *e, enum status st)
{
    if (st == ST_OK || status_exit_code(st) == 4) return st != ST_NO_MEMORY;
    return e->diags.errors > 0;
}

/* Each option's value is told by explain; their mex is the position's. */
static void check_mex(const struct explanation *x)
{
    bool all = x->answer.has_sg && x->has_mex && x->options_complete && !x->answer.with_mover;
    char mex[32];
    if (!all) return;
    snprintf(mex, sizeof mex, "%llu", (unsigned long long)x->mex);
    promise(strcmp(mex, x->answer.sg) == 0);
}

static void ask(struct engine *e, const char *term, enum play play)
{
    struct position position;
    struct explanation x = {0};
    struct wanted wanted = {.play = play, .outcome = true, .sg = true, .wins = true, .max_moves = 20};
    e->options.budget->states_used = e->options.budget->looks_used = 0;
    size_t before = e->diags.errors;
    enum status st = engine_position(e, &term, 1, &position);
    promise(st == ST_OK || st == ST_USAGE || status_exit_code(st) == 4);
    promise(st != ST_USAGE || e->diags.errors > before);
    if (st != ST_OK) return;
    st = explain(e->env, &position, &wanted, &e->answers, &x);
    promise(clean(e, st));
    if (st == ST_OK) check_mex(&x);
}

static void run(struct engine *e)
{
    const char *label;
    enum status st = engine_select(e, 0, &label);
    promise(clean(e, st));
    if (st != ST_OK) return;
    const struct game *g = e->model->main_game >= 0 ? &e->model->games[e->model->main_game] : NULL;
    if (!g) ask(e, "end", PLAY_NORMAL);
    for (unsigned i = 0; g && i < TERMS; i++) {
        struct text term = {0};
        term_of(e->model, g, i, &term);
        ask(e, text_c(&term), i == 3 ? PLAY_MISERE : e->model->misere ? PLAY_MISERE : PLAY_NORMAL);
        text_free(&term);
    }
    for (size_t i = 0; i < e->model->check_count && i < 4; i++) {
        struct tried t = {0};
        e->options.budget->states_used = e->options.budget->looks_used = 0;
        st = try_check(e->env, i, &e->answers, &t);
        promise(clean(e, st));
        promise(st != ST_OK || (t.text && t.words));
    }
}

static void go(const char *text, bool runs, run_look look, void *context)
{
    uint64_t before = mem_held();
    struct budget budget = {.states = STATES, .memory = before + MEMORY, .looks = LOOKS};
    struct engine_options options = {.text = text, .name = "fuzz", .budget = &budget, .until = STAGE_ALL};
    struct engine *e = NULL;
    enum status st = engine_open(&options, &e);
    promise(e != NULL && clean(e, st));
    for (size_t i = 0; i < e->diags.count; i++) promise(e->diags.items[i].id != D_CODE_REFUSED);
    if (look) look(context, st == ST_OK ? e->model : NULL, &e->diags);
    if (st == ST_OK && runs) run(e);
    engine_close(e);
    promise(mem_held() == before);
}

void run_text(const char *text, run_look look, void *context) { go(text, true, look, context); }
void check_text(const char *text, run_look look, void *context) { go(text, false, look, context); }
