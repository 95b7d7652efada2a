/* SPDX-License-Identifier: MIT */
/* Questions about positions, in expect, claim and on the command line, and which of them have no answer: a game that
 * depends on the mover has no value, and misère play has neither values nor periods. */
#include "check/private.h"
#include "proof/match/itself.h"
#include <string.h>

static const struct question_name {
    const char *name;
    enum question ask;
    enum type type;
} question_names[] = {{"sg", ASK_SG, TYPE_INT},
                      {"outcome", ASK_OUTCOME, TYPE_OUTCOME},
                      {"P", ASK_IS_P, TYPE_BOOL},
                      {"N", ASK_IS_N, TYPE_BOOL},
                      {"options", ASK_OPTIONS, TYPE_POSITIONS},
                      {"wins", ASK_WINS, TYPE_POSITIONS},
                      {"remoteness", ASK_REMOTENESS, TYPE_INT},
                      {"D", ASK_OUTCOME, TYPE_BOOL}};
enum { QUESTION_NAMES = sizeof question_names / sizeof *question_names };

static const struct question_name *question_find(const char *name)
{
    for (size_t i = 0; i < QUESTION_NAMES; i++)
        if (strcmp(question_names[i].name, name) == 0) return &question_names[i];
    return NULL;
}

bool is_question_name(const char *name) { return question_find(name) != NULL; }

/* mover = 1 or 2; 0 if it is not given, -1 after a report. */
static int read_mover(struct checker *ck, const struct ast *a)
{
    int mover = 0;
    for (uint32_t i = 1; i < a->count; i++) {
        const struct ast *arg = a->kids[i];
        if (arg->kind != AST_NAMED_ARG || strcmp(arg->name, "mover") != 0 || mover) {
            if (arg->kind == AST_NAMED_ARG) diag(ck->diags, D_NAMED_ARGUMENT, arg->span, arg->name);
            else diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, "", (size_t)1, "", a->count);
            return -1;
        }
        int64_t value = 0;
        const struct ast *number = arg->kids[0];
        if (!number || number->kind != AST_NUMBER || !integer_fits(number->number, &value) || value < 1 || value > 2) {
            diag(ck->diags, D_MOVER_VALUE, number ? number->span : arg->span);
            return -1;
        }
        mover = (int)value;
    }
    return mover;
}

/* D(x) is outcome(x) == D. */
static struct expr *is_draw(struct checker *ck, struct expr *ask)
{
    ask->type = TYPE_OUTCOME;
    struct expr *draw = expr_new(ck, EXPR_OUTCOME, TYPE_OUTCOME, ask->span, 0);
    if (draw) draw->value = OUTCOME_D;
    return expr_two(ck, EXPR_EQ, TYPE_BOOL, ask->span, ask, draw);
}

struct expr *check_question_call(struct checker *ck, const struct ast *a)
{
    const struct question_name *q = question_find(a->name);
    if (!(ck->scope->allow & ALLOW_QUESTIONS)) {
        diag(ck->diags, D_QUESTION_MISPLACED, a->span, a->name);
        return NULL;
    }
    if (a->count == 0) {
        diag(ck->diags, D_ARGUMENT_COUNT, a->span, a->name, "", (size_t)1, "", 0u);
        return NULL;
    }
    char *what = arena_printf(ck->scratch, "the argument of '%s'", a->name);
    if (!what) ck->no_memory = true;
    int mover = read_mover(ck, a);
    struct expr *position = what ? check_typed(ck, a->kids[0], TYPE_POSITION, what) : NULL;
    struct expr *e = mover >= 0 ? expr_one(ck, EXPR_ASK, q->type, a->span, position) : NULL;
    if (!e) return NULL;
    e->index = (int)q->ask;
    e->mover = mover;
    return strcmp(q->name, "D") == 0 ? is_draw(ck, e) : e;
}

/* ---- questions without an answer */

struct question_scope {
    const struct model *model;
    const struct expr *of_mover; /* a position whose game reads `mover` */
};

static void find_mover(void *context, struct expr *e)
{
    struct question_scope *in = context;
    if (e->kind == EXPR_GAME && !in->of_mover && in->model->games[e->game].uses_mover) in->of_mover = e;
}

/* At the file's own parameters all games may turn out to be impartial (K = L); other settings are checked when they
 * are used. */
static bool impartial_here(struct checker *ck)
{
    const struct model *m = ck->model;
    struct param_value *values = arena_array(ck->scratch, m->param_count + 1, sizeof *values);
    if (!values) ck->no_memory = true;
    for (size_t i = 0; values && i < m->param_count; i++)
        values[i] = (struct param_value){m->params[i].value, m->params[i].set, m->params[i].set_count};
    for (size_t i = 0; values && i < m->game_count; i++) {
        if (!m->games[i].uses_mover || m->games[i].kind != GAME_RULES) continue;
        enum unify_result found = unify_movers(m, (int)i, values);
        if (found == UNIFY_NO_MEMORY) ck->no_memory = true;
        if (found != UNIFY_YES) return false;
    }
    return values != NULL;
}

static void ask_visit(void *context, struct expr *e)
{
    struct checker *ck = context;
    if (e->kind != EXPR_ASK) return;
    struct question_scope in = {.model = ck->model};
    expr_walk(e->kids[0], find_mover, &in);
    if (in.of_mover && (e->index == ASK_SG || e->mover == 0) && impartial_here(ck)) in.of_mover = NULL;
    const char *game = in.of_mover ? ck->model->games[in.of_mover->game].name : "";
    if (e->index == ASK_SG && in.of_mover) {
        diag(ck->diags, D_SG_OF_MOVER, e->span, game);
        diag_note(ck->diags, in.of_mover->span, "the moves of '%s' depend on who moves", game);
    } else if (e->index == ASK_SG && ck->model->misere) {
        diag(ck->diags, D_SG_MISERE, e->span);
    } else if (in.of_mover && e->mover == 0) {
        diag(ck->diags, D_MOVER_NEEDED, e->span, game);
    }
}

void check_asked(struct checker *ck, struct expr *e) { expr_walk(e, ask_visit, ck); }
