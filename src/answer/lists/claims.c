/* SPDX-License-Identifier: MIT */
/* expect and claim: the machine enumerates the cases, the asker answers the questions, and parameters are swept
 * here. */
#include <inttypes.h>
#include <string.h>
#include "trust/assumed.h"
#include "answer/answer.h"
#include "answer/lists/claim_forever.h"
#include "answer/lists/claim_questions.h"
#include "answer/lists/claim_replay.h"
#include "answer/lists/private.h"
#include "code/compile/code.h"
#include "model/expr.h"
#include "solve/heap/period.h"
#include "play/options/print.h"
#include "play/options/store.h"

/* ---- words ------------------------------------------------------------------------------------------------------- */
const char *check_source(const struct env *env, const struct check *c, struct arena *arena)
{
    struct text text = {0};
    const struct source *source = env->sources && c->span.source ? source_get(env->sources, c->span.source) : NULL;
    if (source && c->span.end <= source->length) {
        bool gap = false, quoted = false;
        for (uint32_t i = c->span.begin; i < c->span.end; i++) {
            char ch = source->text[i];
            if (ch == '"') quoted = !quoted;
            if (ch == '#' && !quoted)
                while (i < c->span.end && source->text[i] != '\n') i++;
            if (i == c->span.end) break;
            ch = source->text[i];
            bool space = ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r';
            if (gap && !space && text.length) text_putc(&text, ' ');
            if (!space) text_putc(&text, ch);
            gap = space;
        }
        return print_keep(arena, &text);
    }
    text_puts(&text, c->claim ? "claim " : "expect ");
    if (c->kind == CHECK_PERIOD) {
        text_add(&text, "period %" PRId64, c->period);
        if (c->preperiod >= 0) text_add(&text, " from %" PRId64, c->preperiod);
        if (c->saltus >= 0) text_add(&text, " saltus %" PRId64, c->saltus);
    } else {
        expr_print(env->model, c->game, c->condition, &text);
    }
    return print_keep(arena, &text);
}

static int64_t swept_last(const struct check_trial *t, size_t gen, bool *swept)
{
    *swept = false;
    for (size_t i = 0; i < t->sweeps; i++)
        if (t->gen[i] == gen && t->count[i]) {
            *swept = true;
            return t->values[i][t->count[i] - 1];
        }
    return 0;
}

/* "holds", and what the answers are based on without proof. */
static const char *end_words(struct check_trial *t, struct text *text)
{
    struct text assumed = {0};
    if (t->asker.games) assumed_text(t->env, t->asker.games, &assumed);
    if (assumed.length) text_add(text, "; %s", text_c(&assumed));
    t->tried->assumed = assumed.length > 0;
    text->failed |= assumed.failed;
    text_free(&assumed);
    return print_keep(t->arena, text);
}

/* "holds to n = 10000, m = 20 (200020 cases)", "holds to s in all_rows(4, 0..3) (341 cases)" */
static const char *holds_words(struct check_trial *t)
{
    const struct check *c = t->check;
    struct text text = {0};
    if (!c->claim || c->gen_count == 0) {
        text_puts(&text, "holds");
        return end_words(t, &text);
    }
    for (size_t i = 0; i < c->gen_count; i++) {
        bool swept;
        int64_t last = swept_last(t, i, &swept);
        const struct domain *d = &c->gens[i].domain;
        bool range = d->kind == DOMAIN_RANGE && d->high;
        text_add(&text, "%s%s %s ", text.length ? ", " : "holds to ", c->gens[i].name, swept || range ? "=" : "in");
        if (swept) text_add(&text, "%" PRId64, last);
        else if (range) expr_print(t->env->model, c->game, d->high, &text);
        else domain_print(t->env->model, c->game, d, &text);
    }
    if (text.length == 0) text_puts(&text, "holds");
    else t->tried->reach = REACH_TRIED;
    text_add(&text, " (%" PRIu64 " case%s)", t->cases, t->cases == 1 ? "" : "s");
    return end_words(t, &text);
}

/* "proved for all n at each setting; holds to n = 300, m = 8 (2408 cases)" */
static const char *forever_at_settings(struct check_trial *t, const char *words)
{
    return arena_printf(t->arena, "proved for all %s at each setting, by the period of its values; %s",
                        claim_heaps(t->check)->name, words);
}

/* "proved for all n >= 0 (101 cases): ..." where the period of the values says so and nothing is assumed; else how far it holds. */
static const char *passed_words(struct check_trial *t)
{
    const char *words = holds_words(t), *theorem;
    int64_t low;
    if (!words || t->tried->assumed) return words;
    if (t->sweeps ? !t->forever : !claim_forever(t->env, t->check, t->arena, &theorem, &low)) return words;
    t->tried->reach = REACH_ALL;
    if (t->sweeps) return forever_at_settings(t, words);
    return arena_printf(t->arena, "proved for all %s >= %" PRId64 " (%" PRIu64 " case%s): %s", t->check->gens[0].name,
                        low, t->cases, t->cases == 1 ? "" : "s", theorem);
}

/* ---- counterexamples --------------------------------------------------------------------------------------------- */
/* `body` with every generator that is not swept bound to its value; NULL if memory runs out or a value is a row. */
static struct expr *bind(struct check_trial *t, struct expr *body, const int64_t *values)
{
    const struct check *c = t->check;
    for (size_t i = c->gen_count; i-- > 0;) {
        if (c->sweep && c->sweep[i] >= 0) continue;
        if (c->gens[i].domain.kind == DOMAIN_ALL_ROWS || gen_is_branch(&c->gens[i]) ||
            gen_graph(t->env->model, &c->gens[i]))
            return NULL;
        struct expr *number = expr_create_int(t->arena, body->span, values[i]);
        struct expr let = {.kind = EXPR_LET,
                           .type = body->type,
                           .span = body->span,
                           .index = c->gens[i].slot,
                           .name = c->gens[i].name};
        if (!number || !(body = expr_create(t->arena, let, (struct expr *[]){number, body}, 2))) {
            t->no_memory = true;
            return NULL;
        }
    }
    return body;
}

static bool evaluate(struct check_trial *t, struct expr *side, const int64_t *values, int64_t *value)
{
    struct diags muted = {0};
    int program;
    struct expr *bound = bind(t, side, values);
    enum status st =
        bound ? code_add_expression(t->env->code, bound, t->check->slots, &muted, &program) : ST_UNSUPPORTED;
    if (st == ST_OK) st = vm_evaluate(t->env->vm, program, &t->asker.asker, value);
    if (st == ST_NO_MEMORY) t->no_memory = true;
    diags_free(&muted);
    return st == ST_OK;
}

static bool is_question(void *context, const struct expr *e) { return (void)context, e->kind == EXPR_ASK; }

/* The value of a side, unless it is a literal or its questions have been reported. */
static void say_side(struct check_trial *t, struct expr *side, const int64_t *values, struct text *out)
{
    int64_t value;
    bool plain =
        side->kind == EXPR_INT || side->kind == EXPR_BOOL || side->kind == EXPR_OUTCOME || side->kind == EXPR_ASK;
    if (plain || (side->type != TYPE_INT && side->type != TYPE_BOOL)) return;
    t->asker.record = false;
    if (!evaluate(t, side, values, &value)) return;
    text_puts(out, ", ");
    expr_print(t->env->model, t->check->game, side, out);
    if (side->type == TYPE_BOOL) text_add(out, " is %s", value ? "true" : "false");
    else text_add(out, " is %" PRId64, value);
}

static bool has_sides(const struct expr *e) { return expr_compares(e->kind) || e->kind == EXPR_IFF; }

static enum status say_counterexample(struct check_trial *t, const int64_t *values)
{
    const struct check *c = t->check;
    struct text text = {0};
    int64_t ignored;
    const char *place = c->gen_count ? vm_counterexample(t->env->vm) : "";
    const char *where = arena_strdup(t->arena, place);
    if (!where) return ST_NO_MEMORY;
    t->asker.record = true;
    text_clear(&t->asker.said);
    bool asks = expr_any(c->condition, is_question, NULL);
    if (asks) evaluate(t, c->condition, values, &ignored);
    if (t->asker.about.length)
        t->tried->replay = claim_replay(t->env, text_c(&t->asker.about), t->asker.about_mover, t->arena);
    if (*where) text_add(&text, "%s: ", where);
    size_t head = text.length;
    text_puts(&text, text_c(&t->asker.said));
    struct text sides = {0};
    for (size_t i = 0; has_sides(c->condition) && i < 2; i++) say_side(t, c->condition->kids[i], values, &sides);
    const char *rest = text_c(&sides);
    if (*rest) text_puts(&text, text.length == head ? rest + 2 : rest);
    if (sides.failed || t->asker.said.failed) t->no_memory = true;
    text_free(&sides);
    if (text.length == head) {
        expr_print(t->env->model, c->game, c->condition, &text);
        text_puts(&text, " is false");
    }
    t->tried->counterexample = print_keep(t->arena, &text);
    t->tried->words = *where ? arena_printf(t->arena, "refuted at %s", where) : "refuted";
    return t->tried->counterexample && t->tried->words && !t->no_memory ? ST_OK : ST_NO_MEMORY;
}

/* ---- one setting of the parameters ------------------------------------------------------------------------------- */
enum status claim_run_setting(struct check_trial *t, bool *holds)
{
    size_t gens = t->check->gen_count;
    int64_t *values = arena_array(t->arena, gens + 1, sizeof *values);
    uint64_t cases = 0;
    if (!values) return ST_NO_MEMORY;
    struct claim_ahead ahead;
    claim_ahead_open(&ahead, t->env, t->number, t->asker.play);
    t->asker.record = false;
    t->asker.ahead = &ahead;
    t->asker.asker.at = &ahead.at;
    enum status st = vm_check(t->env->vm, t->number, &t->asker.asker, holds, values, &cases);
    t->cases += cases;
    /* the answers to the questions are looked up again, now as text */
    if (st == ST_OK && !*holds) st = say_counterexample(t, values);
    t->asker.ahead = NULL;
    t->asker.asker.at = NULL;
    claim_ahead_close(&ahead);
    return st;
}

/* ---- periods ----------------------------------------------------------------------------------------------------- */
static bool value_of_heap(const struct check_trial *t, uint64_t heap, uint64_t *value)
{
    int64_t cell = (int64_t)heap;
    struct component component = {t->check->game, 1, &cell};
    return store_value(t->env->store, &component, value);
}

/* Two computed heaps that are not a period apart, or one before the start that is: either refutes the expectation,
 * whatever larger heaps do. */
static enum status contradict_period(const struct check_trial *t, const struct period *found, bool *refuted)
{
    const struct check *c = t->check;
    uint64_t p = (uint64_t)c->period, a, b;
    int64_t saltus = c->saltus < 0 ? 0 : c->saltus;
    *refuted = false;
    if (c->preperiod < 0) return ST_OK; /* it may begin beyond everything computed */
    for (uint64_t n = c->preperiod ? (uint64_t)c->preperiod - 1 : 0; n <= found->to && p <= found->to - n; n++) {
        if (!value_of_heap(t, n, &a) || !value_of_heap(t, n + p, &b)) return ST_OK;
        bool same = (int64_t)b - (int64_t)a == saltus, before = n + 1 == (uint64_t)c->preperiod;
        if (same != before) continue;
        *refuted = true;
        t->tried->words = before ? "refuted: it begins earlier" : arena_printf(t->arena, "refuted at n = %" PRIu64, n);
        t->tried->counterexample =
            arena_printf(t->arena, "SG(%" PRIu64 ") is %" PRIu64 ", SG(%" PRIu64 ") is %" PRIu64, n, a, n + p, b);
        return t->tried->words && t->tried->counterexample ? ST_OK : ST_NO_MEMORY;
    }
    return ST_OK;
}

/* "period 4 from 0 saltus 2" */
static const char *period_words(const struct check_trial *t, const struct period *p)
{
    const char *saltus = p->saltus ? arena_printf(t->arena, " saltus %" PRId64, p->saltus) : "";
    return saltus ? arena_printf(t->arena, "period %" PRIu64 " from %" PRIu64 "%s", p->period, p->preperiod, saltus)
                  : NULL;
}

/* Neither proved nor refuted: reports what was observed, and does not pass. */
static enum status leave_open(const struct check_trial *t, const struct period *p, bool same)
{
    const char *seen = p->found ? period_words(t, p) : "";
    if (!p->found) t->tried->words = arena_printf(t->arena, "no period was found up to n = %" PRIu64, p->to);
    else if (same) t->tried->words = arena_printf(t->arena, "observed to n = %" PRIu64 ", not proved", p->to);
    else if (seen)
        t->tried->words = arena_printf(t->arena, "%s is observed to n = %" PRIu64 ", not proved", seen, p->to);
    return seen && t->tried->words ? ST_OK : ST_NO_MEMORY;
}

static enum status run_period(struct check_trial *t, enum verdict *verdict)
{
    const struct check *c = t->check;
    struct period p = {0};
    const char *solver = NULL;
    bool refuted;
    uint64_t last = c->preperiod < 0 ? 0 : 4 * ((uint64_t)c->preperiod + (uint64_t)c->period) + 4096;
    enum status st = find_period(t->env, c->game, last, t->arena, &p, &solver);
    if (st != ST_OK) return st;
    bool same = p.found && p.period == (uint64_t)c->period &&
                (c->preperiod < 0 || p.preperiod == (uint64_t)c->preperiod) &&
                p.saltus == (c->saltus < 0 ? 0 : c->saltus);
    *verdict = same ? VERDICT_PASSED : VERDICT_FAILED;
    if (p.proved && same) t->tried->words = p.theorem ? arena_printf(t->arena, "proved: %s", p.theorem) : "proved";
    if (p.proved && !same) {
        const char *found = period_words(t, &p);
        t->tried->words = "refuted";
        t->tried->counterexample = found ? arena_printf(t->arena, "%s (proved)", found) : NULL;
        if (!t->tried->counterexample) return ST_NO_MEMORY;
    }
    if (p.proved) return t->tried->words ? ST_OK : ST_NO_MEMORY;
    st = contradict_period(t, &p, &refuted);
    *verdict = refuted ? VERDICT_FAILED : VERDICT_BUDGET;
    return st == ST_OK && !refuted ? leave_open(t, &p, same) : st;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
/* A range without numbers, a condition that excludes everything, a sweep without values, a question about nothing. */
static bool tried_nothing(const struct check_trial *t)
{
    return (t->check->gen_count > 0 && t->cases == 0) ||
           (t->asker.asked == 0 && expr_any(t->check->condition, is_question, NULL));
}

static enum status run_statement(struct check_trial *t, enum verdict *verdict)
{
    bool holds = true;
    enum status st = claim_open_sweep(t);
    if (st == ST_OK) st = t->sweeps ? claim_run_sweep(t, &holds) : claim_run_setting(t, &holds);
    *verdict = holds ? VERDICT_PASSED : VERDICT_FAILED;
    if (st != ST_OK || !holds) return st;
    if (tried_nothing(t)) {
        *verdict = VERDICT_BUDGET;
        t->tried->words = "no case was tried";
    } else if (!t->tried->words) {
        t->tried->words = passed_words(t);
    }
    return ST_OK;
}

static enum status open_trial(struct check_trial *t, struct env *env, size_t number, struct arena *arena,
                              struct tried *tried)
{
    *t = (struct check_trial){
        .env = env, .check = &env->model->checks[number], .number = number, .arena = arena, .tried = tried};
    *tried = (struct tried){.span = t->check->span, .verdict = VERDICT_ERROR};
    check_asker_open(&t->asker, env, env->model->misere ? PLAY_MISERE : PLAY_NORMAL);
    t->asker.games = arena_array(arena, env->model->game_count + 1, sizeof *t->asker.games);
    return t->asker.games ? code_claim(env->code, number, env->diags) : ST_NO_MEMORY;
}

enum status try_check_knowing(struct env *env, size_t number, const struct known_settings *known, struct arena *arena,
                              struct tried *tried)
{
    struct check_trial t;
    enum verdict verdict = VERDICT_ERROR;
    enum status st = open_trial(&t, env, number, arena, tried);
    t.known = known;
    if (!(tried->text = check_source(env, t.check, arena))) st = ST_NO_MEMORY;
    if (st == ST_OK) st = t.check->kind == CHECK_PERIOD ? run_period(&t, &verdict) : run_statement(&t, &verdict);
    check_asker_close(&t.asker);
    bool refused = st == ST_UNSUPPORTED && env->terms.only; /* by the solver that was named: nothing about the rule */
    if (st == ST_OK) tried->verdict = verdict;
    else tried->verdict = status_is_budget(st) || refused ? VERDICT_BUDGET : VERDICT_ERROR;
    if (st != ST_OK && !tried->words)
        tried->words = refused ? "the solver that was named cannot answer this question" : status_words(st);
    return st == ST_OK && !tried->words ? ST_NO_MEMORY : st;
}

enum status try_check(struct env *env, size_t number, struct arena *arena, struct tried *tried)
{
    return try_check_knowing(env, number, NULL, arena, tried);
}

enum status try_setting(struct env *env, size_t number, uint64_t setting, struct arena *arena,
                        struct tried_setting *out)
{
    struct check_trial t;
    struct tried tried;
    *out = (struct tried_setting){0};
    enum status st = open_trial(&t, env, number, arena, &tried);
    if (st == ST_OK) st = claim_try_setting(&t, setting, &out->passed);
    check_asker_close(&t.asker);
    out->cases = t.cases;
    out->asked = t.asker.asked;
    out->forever = t.forever;
    out->games = t.asker.games;
    return st;
}
