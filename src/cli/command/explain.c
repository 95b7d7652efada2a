/* SPDX-License-Identifier: MIT */
/* cgi explain FILE POSITION: the options with their values, the mex, and what each solver offered. */
#include <inttypes.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/report.h"
#include "engine/explain/digits.h"
#include "engine/explain/laws.h"
#include "engine/open/position.h"

/* What the claims of the file say of the position, and the automaton of the lost positions. */
struct laws {
    struct law_applied *items;
    size_t count;
    struct digits_read read;
};

static void digits_text(const struct request *request, const struct digits_read *d)
{
    int widest = 0;
    if (!d->found) return;
    report_field(request, "proof",
                 "the lost positions of all sizes are those that an automaton of %" PRIu32 " state%s accepts, in %s",
                 d->states, d->states == 1 ? "" : "s", d->in);
    for (int i = 0; i < d->fields; i++)
        if ((int)strlen(d->names[i]) > widest) widest = (int)strlen(d->names[i]);
    for (int i = 0; i < d->fields; i++)
        report_field(request, "", "%-*s  %s%s%s", widest, d->names[i], d->digits[i], d->sums[i] ? "  since " : "",
                     d->sums[i] ? d->sums[i] : "");
    report_field(request, "", "it reads %s from the left, from state to state: %s",
                 d->fields > 1 ? "these columns" : "this", d->path);
    report_field(request, "", "there it %s, so the player to move %s", d->accepts ? "accepts" : "does not accept",
                 d->accepts ? "loses" : "wins");
}

static void digits_json(struct json *json, const struct digits_read *d)
{
    if (!d->found) return;
    json_object(json, "automaton");
    json_string(json, "in", d->in);
    json_int(json, "states", d->states);
    json_array(json, "digits");
    for (int i = 0; i < d->fields; i++) {
        json_object(json, NULL);
        json_string(json, "field", d->names[i]);
        json_string(json, "digits", d->digits[i]);
        json_string(json, "sum", d->sums[i]);
        json_end(json);
    }
    json_end(json);
    json_string(json, "path", d->path);
    json_bool(json, "accepts", d->accepts);
    json_end(json);
}

static void laws_text(const struct request *request, const struct laws *laws)
{
    for (size_t i = 0; i < laws->count; i++) {
        const struct law_applied *l = &laws->items[i];
        report_field(request, "law", "%s (line %" PRIu32 ")", l->text, l->line);
        if (*l->at) report_field(request, "", "at %s%s%s", l->at, l->steps ? ": " : "", l->steps ? l->steps : "");
        else if (l->steps) report_field(request, "", "%s", l->steps);
        report_field(request, "", "%s", l->so);
        report_field(request, "", "%s%s", l->verdict, l->beyond ? "; this is beyond its own bounds" : "");
    }
}

static void laws_json(struct json *json, const struct laws *laws)
{
    json_array(json, "laws");
    for (size_t i = 0; i < laws->count; i++) {
        const struct law_applied *l = &laws->items[i];
        json_object(json, NULL);
        json_int(json, "line", l->line);
        json_string(json, "text", l->text);
        json_string(json, "at", l->at);
        json_string(json, "steps", l->steps);
        json_string(json, "so", l->so);
        json_bool(json, "agrees", l->agrees);
        json_string(json, "verdict", l->verdict);
        json_bool(json, "beyond", l->beyond);
        json_end(json);
    }
    json_end(json);
}

static void explain_text(const struct request *request, const struct explanation *e, const struct laws *laws,
                         const struct wanted *wanted, const char *label)
{
    if (*label) report_field(request, "set", "%s", label);
    report_answer(request, &e->answer, wanted);
    for (size_t i = 0; i < e->option_count; i++) {
        const struct reply *r = &e->options[i];
        if (r->has_sg) report_field(request, i ? "" : "options", "%s -> %s has SG value %s", r->move, r->to, r->sg);
        else
            report_field(request, i ? "" : "options", "%s -> %s is %s", r->move, r->to,
                         outcome_word(r->outcome, e->answer.with_mover));
    }
    if (e->option_count == 0 && e->options_complete) report_field(request, "options", "none");
    if (!e->options_complete && e->option_count == 0)
        report_field(request, "options", "(%s)", e->options_reason ? e->options_reason : "not known");
    else if (!e->options_complete) report_field(request, "", "(more options than --max-moves allows)");
    if (e->has_mex) report_field(request, "mex", "%" PRIu64, e->mex);
    for (size_t i = 0; i < e->because_count; i++) report_field(request, i ? "" : "because", "%s", e->because[i]);
    laws_text(request, laws);
    digits_text(request, &laws->read);
    if (e->nearest) report_field(request, "nearest", "%s", e->nearest);
    report_plan(request, &e->answer);
}

static void explain_json(const struct explanation *e, const struct laws *laws, const struct wanted *wanted,
                         const char *label)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    if (*label) json_string(&json, "set", label);
    report_answer_json(&json, &e->answer, wanted);
    report_replies_json(&json, "options", e->options, e->option_count, true);
    json_bool(&json, "options_complete", e->options_complete);
    if (e->has_mex) json_int(&json, "mex", (int64_t)e->mex);
    else json_string(&json, "mex", NULL);
    json_array(&json, "because");
    for (size_t i = 0; i < e->because_count; i++) json_string(&json, NULL, e->because[i]);
    json_end(&json);
    laws_json(&json, laws);
    digits_json(&json, &laws->read);
    if (e->nearest) json_string(&json, "nearest", e->nearest);
    report_plan_json(&json, &e->answer);
    json_end(&json);
}

static enum status explain_setting(struct request *request, struct engine *engine, const char *label)
{
    struct wanted wanted = request_wanted(request, engine);
    struct position position;
    struct explanation e = {0};
    struct laws laws = {0};
    enum status st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
    if (st == ST_OK) st = explain(engine->env, &position, &wanted, &engine->answers, &e);
    if (st == ST_OK) st = laws_apply(engine, &position, &e.answer, &engine->answers, &laws.items, &laws.count);
    if (st == ST_OK) st = digits_read(engine, &position, &e.answer, &engine->answers, &laws.read);
    progress_clear(request);
    if (st == ST_OK && request_has(request, OPT_JSON)) explain_json(&e, &laws, &wanted, label);
    else if (st == ST_OK) explain_text(request, &e, &laws, &wanted, label);
    return st;
}

int command_explain(struct request *request)
{
    struct engine *engine;
    if (request->word_count == 0) return usage_error(request, "explain needs a rule file");
    if (request->value[OPT_DUMP]) return dump_stage(request, request->value[OPT_DUMP]);
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label;
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = explain_setting(request, engine, label);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
