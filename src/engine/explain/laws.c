/* SPDX-License-Identifier: MIT */
/* The claims of the file one by one, those about the whole position first. */
#include "engine/explain/laws.h"
#include <inttypes.h>
#include <string.h>
#include "engine/explain/private.h"
#include "engine/prove/claims.h"
#include "model/expr.h"
#include "plan/open_env.h"
#include "play/options/print.h"

enum { LONGEST_STEP = 200, LAW_LOOKS = 3000, LAW_STATES = 300000 };

/* ---- values by the machine --------------------------------------------------------------------------------------- */
static bool machine_value(void *context, struct expr *e, int64_t *value)
{
    struct applying *a = context;
    struct diags muted = {0};
    int program;
    enum status st = code_add_expression(a->env->code, e, a->check->slots, &muted, &program);
    diags_free(&muted);
    if (st == ST_OK) st = vm_evaluate(a->env->vm, program, &a->asker.asker, value);
    if (st == ST_NO_MEMORY || st == ST_INTERRUPTED) a->status = st;
    return st == ST_OK;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */
static const char *words_of(struct applying *a, const struct expr *e)
{
    struct text text = {0};
    expr_print(a->engine->model, a->check->game, e, &text);
    const char *words = print_keep(a->arena, &text);
    if (!words) a->reckoning.no_memory = true;
    return words;
}

static const char *at_words(struct applying *a)
{
    struct text text = {0};
    const struct check *c = a->check;
    for (size_t i = 0; i < c->gen_count; i++)
        for (size_t k = 0; k < a->bound_count; k++) {
            if (a->bound[k].slot != c->gens[i].slot) continue;
            text_add(&text, "%s%s = ", text.length ? ", " : "", c->gens[i].name);
            expr_print(a->engine->model, c->game, a->bound[k].value, &text);
        }
    for (size_t i = 0; c->sweep && i < c->gen_count; i++) {
        if (c->sweep[i] < 0) continue;
        text_add(&text, "%s%s = %" PRId64, text.length ? ", " : "", c->gens[i].name,
                 a->engine->params[c->sweep[i]].value);
    }
    return print_keep(a->arena, &text);
}

/* "11 + [-1, 0, 0, 1][11 % 4 + 1] = ... = 12"; *end is the last. NULL: it has no value, or memory is out. */
static const char *chain(struct applying *a, struct expr *e, struct expr **end)
{
    struct text text = {0};
    const char *last = "";
    const char *joint = e->type == TYPE_INT ? " = " : ", that is, ";
    int steps = 0;
    for (struct expr *next = e; next; e = next) {
        const char *words = words_of(a, e);
        if (!words) break;
        bool long_ = strlen(words) > LONGEST_STEP && !reckon_is_literal(e);
        if (!long_ && steps++ < LAW_STEPS && strcmp(words, last) != 0)
            text_add(&text, "%s%s", text.length ? joint : "", words), last = words;
        next = reckon_step(&a->reckoning, e);
        if (next != e) continue;
        *end = e;
        return print_keep(a->arena, &text);
    }
    text_free(&text);
    return NULL;
}

/* ---- one claim --------------------------------------------------------------------------------------------------- */
static bool is_ask(void *context, const struct expr *e) { return (void)context, e->kind == EXPR_ASK; }

/* P(g(n)), or outcome(g(n)) == win: what is asked, and nothing else. */
static bool is_question(const struct expr *e)
{
    bool outcome = (e->kind == EXPR_EQ || e->kind == EXPR_NE) && e->kids[0]->kind == EXPR_ASK;
    return e->kind == EXPR_ASK || (outcome && e->kids[1]->kind == EXPR_OUTCOME);
}

/* `question == something that asks nothing`, either way round, or iff. */
static bool is_law(const struct expr *e, struct expr **question, struct expr **side)
{
    if (e->kind != EXPR_EQ && e->kind != EXPR_IFF) return false;
    for (int i = 0; i < 2; i++) {
        *question = e->kids[i], *side = e->kids[1 - i];
        if (is_question(*question) && !expr_any(*side, is_ask, NULL)) return true;
    }
    return false;
}

static bool tell_law(struct applying *a, struct expr *question, struct expr *side, struct law_applied *out)
{
    struct expr *end;
    out->steps = chain(a, side, &end);
    if (!out->steps || !reckon_is_literal(end)) return false;
    const char *asked = words_of(a, question), *value = words_of(a, end);
    a->reckoning.asks = true;
    struct expr *found = reckon_all(&a->reckoning, question);
    const char *words = found ? words_of(a, found) : NULL;
    if (!asked || !value || !words) return false;
    out->agrees = found->value == end->value;
    if (out->agrees) out->so = arena_printf(a->arena, "so %s is %s", asked, value);
    else out->so = arena_printf(a->arena, "but %s is %s: the claim is false here", asked, words);
    if (strcmp(out->steps, value) == 0) out->steps = NULL;
    return out->so != NULL;
}

/* Any other condition as a whole, its questions last. */
static bool tell_condition(struct applying *a, struct expr *condition, struct law_applied *out)
{
    struct expr *end;
    a->reckoning.asks = true;
    out->steps = chain(a, condition, &end);
    if (!out->steps || !reckon_is_literal(end)) return false;
    out->agrees = end->value != 0;
    out->so = out->agrees ? "so the claim is true here" : "so the claim is false here";
    return true;
}

static bool tell(struct applying *a, bool forms, struct law_applied *out)
{
    struct expr *question, *side;
    struct expr *condition = reckon_put(&a->reckoning, a->check->condition, a->bound, a->bound_count);
    if (!condition || is_law(condition, &question, &side) != forms) return false;
    bool told = forms ? tell_law(a, question, side, out) : tell_condition(a, condition, out);
    a->reckoning.asks = false;
    out->beyond = a->beyond;
    if (told && out->beyond && !out->agrees) return false; /* as it is written it may hold */
    out->at = told ? at_words(a) : NULL;
    return told && out->at;
}

/* As `cgi test` says it, if that takes little work. A claim may set parameters: those of a view end with it. */
static enum status try_quietly(struct applying *a, size_t number, struct tried *tried)
{
    struct env_view bounded, quiet;
    struct terms terms = a->engine->env->terms;
    terms.looks = LAW_LOOKS;
    terms.states = LAW_STATES;
    env_view_open(&bounded, a->engine->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    enum status st = try_check(&quiet.env, number, a->arena, tried);
    env_view_close(&quiet);
    env_view_close(&bounded);
    enum status back = env_set_params(a->engine->env, a->engine->params);
    return back == ST_OK ? st : back;
}

static enum status judge(struct applying *a, struct law_applied *out)
{
    struct tried tried = {0};
    struct claim_prover *prover;
    struct claim_theorem theorem;
    enum status st = try_quietly(a, out->number, &tried);
    if (st == ST_NO_MEMORY || st == ST_INTERRUPTED) return st;
    out->verdict = st == ST_OK && tried.words ? tried.words : "not tried: that takes too much work";
    if (st != ST_OK || tried.verdict != VERDICT_PASSED || strncmp(out->verdict, "proved", 6) == 0) return ST_OK;
    st = claims_open(a->engine, CLAIM_QUICK, &prover);
    if (st != ST_OK) return st;
    st = claim_decide(prover, out->number, a->arena, &theorem);
    claims_close(prover);
    if (st != ST_OK) return st;
    if (theorem.verdict == THEOREM_OPEN || !theorem.general) return ST_OK;
    const char *words = claim_words(&theorem, a->arena);
    out->verdict = words ? arena_printf(a->arena, "%s; %s", out->verdict, words) : NULL;
    return out->verdict ? ST_OK : ST_NO_MEMORY;
}

/* ---- all claims -------------------------------------------------------------------------------------------------- */
static uint32_t line_of(const struct engine *e, const struct check *c)
{
    return source_place(source_get(&e->sources, c->span.source ? c->span.source : e->source), c->span.begin).line;
}

static enum status apply_all(struct applying *a, const struct position *p, bool forms, struct law_applied *laws,
                             size_t *count)
{
    const struct model *model = a->engine->model;
    a->position = p;
    for (size_t i = 0; i < model->check_count && *count < LAWS_MOST; i++) {
        struct law_applied law = {.at = "", .number = i};
        a->check = &model->checks[i];
        a->status = ST_OK;
        a->reckoning.made = 0;
        if (!a->check->claim || a->check->kind != CHECK_EXPR) continue;
        bool told = law_matches(a) && tell(a, forms, &law);
        if (a->status != ST_OK) return a->status;
        if (a->reckoning.no_memory) return ST_NO_MEMORY;
        if (!told) continue;
        law.line = line_of(a->engine, a->check);
        law.text = check_source(a->engine->env, a->check, a->arena);
        if (!law.text) return ST_NO_MEMORY;
        laws[(*count)++] = law;
    }
    return ST_OK;
}

/* A state of a symmetric game in the other order, too. */
static enum status apply_canonical(struct applying *a, const struct position *p, bool forms, struct law_applied *laws,
                                   size_t *count)
{
    struct component canonical;
    if (p->count != 1 || *count) return ST_OK;
    if (vm_canon(a->env->vm, &p->components[0], a->arena, &canonical) != ST_OK) return ST_OK;
    if (component_compare(&canonical, &p->components[0]) == 0) return ST_OK;
    return apply_all(a, &(struct position){&canonical, 1, NULL}, forms, laws, count);
}

static enum status apply_parts(struct applying *a, const struct position *p, bool forms, struct law_applied *laws,
                               size_t *count)
{
    enum status st = ST_OK;
    if (p->count < 2 || *count) return ST_OK;
    for (size_t c = 0; st == ST_OK && c < p->count; c++) {
        bool before = false;
        for (size_t d = 0; d < c; d++) before |= component_compare(&p->components[d], &p->components[c]) == 0;
        if (!before) st = apply_all(a, &(struct position){&p->components[c], 1, NULL}, forms, laws, count);
    }
    return st;
}

/* Closed forms; where there are none, what else is claimed. */
static enum status apply(struct applying *a, const struct position *p, struct law_applied *laws, size_t *count)
{
    enum status st = ST_OK;
    for (int forms = 1; st == ST_OK && forms >= 0 && !*count; forms--) {
        st = apply_all(a, p, forms, laws, count);
        if (st == ST_OK) st = apply_canonical(a, p, forms, laws, count);
        if (st == ST_OK) st = apply_parts(a, p, forms, laws, count);
    }
    return st;
}

enum status laws_apply(struct engine *engine, const struct position *position, const struct answer *answer,
                       struct arena *arena, struct law_applied **laws, size_t *count)
{
    struct env_view bounded, quiet;
    struct terms terms = engine->env->terms;
    enum play play = engine->model->misere ? PLAY_MISERE : PLAY_NORMAL;
    *count = 0;
    *laws = arena_array(arena, LAWS_MOST, sizeof **laws);
    if (!*laws) return ST_NO_MEMORY;
    if (position->big || answer->play != play) return ST_OK;
    terms.looks = LAW_LOOKS;
    terms.states = LAW_STATES;
    env_view_open(&bounded, engine->env, &terms);
    env_view_quiet(&quiet, &bounded.env);
    struct applying a = {.engine = engine, .env = &quiet.env, .arena = arena, .answer = answer};
    a.reckoning = (struct reckoning){
        .arena = arena, .model = engine->model, .params = engine->params, .value = machine_value, .context = &a};
    check_asker_open(&a.asker, a.env, play);
    enum status st = apply(&a, position, *laws, count);
    check_asker_close(&a.asker);
    env_view_close(&quiet);
    env_view_close(&bounded);
    for (size_t i = 0; st == ST_OK && i < *count; i++) st = judge(&a, &(*laws)[i]);
    return st;
}
