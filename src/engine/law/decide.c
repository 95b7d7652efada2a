/* SPDX-License-Identifier: MIT */
/* Laws decided for all positions: the file is opened once more with the laws as claims at its end. */
#include "base/mem.h"
#include "engine/law/private.h"
#include "engine/prove/claims.h"
#include "plan/open_env.h"

static bool may_be_decided(const struct law_claim *c) { return c->verdict == LAW_HOLDS && !c->hidden; }

/* The file, and a claim a line. False: memory. */
static bool write_file(const struct law_work *work, struct text *out)
{
    const struct source *source = source_get(&work->engine->sources, work->engine->source);
    for (size_t i = 0; i < source->length; i++) text_putc(out, source->text[i]);
    for (size_t i = 0; i < work->claims.count; i++)
        if (may_be_decided(&work->claims.data[i])) text_add(out, "\n%s", work->claims.data[i].text);
    text_putc(out, '\n');
    return !out->failed;
}

static enum status note(struct law_work *work, struct law_claim *claim, const struct claim_theorem *t)
{
    if (t->verdict == THEOREM_OPEN || !t->general) return ST_OK;
    claim->verdict = t->verdict == THEOREM_PROVED ? LAW_PROVED : LAW_REFUTED;
    if (t->verdict == THEOREM_PROVED)
        claim->theorem = arena_printf(work->arena, "decided by automata %s, in %s", t->scope, t->in);
    else claim->place = arena_strdup(work->arena, t->place);
    return claim->theorem || claim->place ? ST_OK : ST_NO_MEMORY;
}

/* The claims of the file are the last of its checks, in this order. */
static enum status decide(struct law_work *work, struct engine *again, size_t laws)
{
    struct claim_prover *prover;
    size_t at = again->model->check_count - laws;
    enum status st = claims_open(again, CLAIM_QUICK, &prover);
    for (size_t i = 0; st == ST_OK && i < work->claims.count; i++) {
        struct claim_theorem t;
        if (!may_be_decided(&work->claims.data[i])) continue;
        st = claim_decide(prover, at++, work->arena, &t);
        if (st == ST_OK) st = note(work, &work->claims.data[i], &t);
    }
    claims_close(prover);
    return st;
}

enum status law_decide(struct law_work *work)
{
    const struct engine *engine = work->engine;
    struct engine_options options = {.budget = engine->options.budget, .until = STAGE_ALL, .native = NATIVE_NEVER};
    struct engine *again = NULL;
    struct text text = {0};
    size_t laws = 0;
    const char *label;
    for (size_t i = 0; i < work->claims.count; i++) laws += may_be_decided(&work->claims.data[i]);
    if (!laws || work->values.with_mover) return ST_OK;
    if (!write_file(work, &text)) return text_free(&text), ST_NO_MEMORY;
    options.text = text_c(&text);
    options.text_length = text.length;
    options.name = source_get(&engine->sources, engine->source)->name;
    enum status st = engine_open(&options, &again);
    if (st == ST_OK) st = engine_select(again, 0, &label);
    /* the setting at hand: both have the same parameters */
    if (st == ST_OK) st = env_set_params(again->env, engine->params);
    if (st == ST_OK) {
        struct param_value *own = again->params;
        again->params = engine->params;
        if (again->model->check_count >= laws) st = decide(work, again, laws);
        again->params = own;
    }
    if (again) engine_close(again);
    text_free(&text);
    return st == ST_NO_MEMORY || st == ST_INTERRUPTED || st == ST_TIMEOUT ? st : ST_OK; /* else they hold as before */
}
