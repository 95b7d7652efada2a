/* SPDX-License-Identifier: MIT */
/* One answer in two forms: labelled lines for people, keys for programs. */
#include "cli/print/report.h"
#include "cli/print/diagnostics.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define LABEL_WIDTH 14

void report_field(const struct request *request, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s%-*s%s", style(request->color, "bold"), LABEL_WIDTH, label, style(request->color, "off"));
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

static const char *outcome_sentence(const struct answer *answer)
{
    switch (answer->outcome) {
    case OUTCOME_P: return answer->with_mover ? "the player to move loses" : "P, the player to move loses";
    case OUTCOME_N: return answer->with_mover ? "the player to move wins" : "N, the player to move wins";
    case OUTCOME_D:
        return answer->with_mover ? "neither player can force a win" : "D, a draw: neither player can force a win";
    default: return "not known";
    }
}

static void report_wins(const struct request *request, const struct answer *answer)
{
    if (answer->win_count == 0 && answer->wins_complete) report_field(request, "winning moves", "none");
    for (size_t i = 0; i < answer->win_count; i++)
        report_field(request, i ? "" : "winning moves", "%s -> %s", answer->wins[i].move, answer->wins[i].to);
    if (!answer->wins_complete)
        report_field(request, answer->win_count ? "" : "winning moves", "(%s%s)", answer->win_count ? "not all: " : "",
                     answer->wins_reason ? answer->wins_reason : "not known");
}

/* The line of play of a draw, which never ends. */
static void report_line(const struct request *request, const struct answer *answer)
{
    for (size_t i = 0; i < answer->line_count; i++)
        report_field(request, i ? "" : "draw kept by", "%s -> %s", answer->line[i].move, answer->line[i].to);
    if (answer->line_count == 0) return;
    if (!answer->line_closed) report_field(request, "", "and so on");
    else if (answer->line_back == 0) report_field(request, "", "and round again from the start");
    else
        report_field(request, "", "and round again from where it was after %zu move%s", answer->line_back,
                     answer->line_back == 1 ? "" : "s");
}

static void report_sg(const struct request *request, const struct answer *answer)
{
    if (answer->has_sg) {
        report_field(request, "SG value", "%s", answer->sg);
    } else if (answer->has_loopy) {
        printf("%s%-*s%sinfinity{", style(request->color, "bold"), LABEL_WIDTH, "SG value",
               style(request->color, "off"));
        for (size_t i = 0; i < answer->loopy_count; i++) printf("%s%" PRIu64, i ? ", " : "", answer->loopy[i]);
        puts("}");
    } else {
        report_field(request, "SG value", "none: %s", answer->sg_reason ? answer->sg_reason : "not known");
    }
}

void report_answer(const struct request *request, const struct answer *answer, const struct wanted *wanted)
{
    report_field(request, "position", "%s", answer->position);
    if (answer->with_mover)
        report_field(request, "play", "%s, player %d to move", answer->play == PLAY_MISERE ? "misere" : "normal",
                     answer->mover);
    else report_field(request, "play", "%s", answer->play == PLAY_MISERE ? "misere" : "normal");
    if (answer->impartial) report_field(request, "impartial", "%s", answer->impartial);
    report_field(request, "outcome", "%s", outcome_sentence(answer));
    if (wanted->sg) report_sg(request, answer);
    if (answer->has_remoteness) report_field(request, "remoteness", "%" PRIu64, answer->remoteness);
    else if (wanted->remoteness && answer->outcome == OUTCOME_D)
        report_field(request, "remoteness", "none: a draw never ends");
    if (wanted->kernel) {
        for (size_t i = 0; i < answer->kernel_count; i++)
            report_field(request, i ? "" : "kernel", "%s", answer->kernels[i]);
        if (answer->kernel_count == 0 && !answer->kernel_reason) report_field(request, "kernel", "none");
        if (answer->kernel_reason)
            report_field(request, answer->kernel_count ? "" : "kernel", "(%s)", answer->kernel_reason);
    }
    if (wanted->wins) report_wins(request, answer);
    report_line(request, answer);
    if (answer->solver && strcmp(answer->kind, "none") == 0) {
        report_field(request, "solver", "none: %s", answer->claim);
        return;
    }
    if (answer->solver) {
        report_field(request, "solver", "%s (%s)%s%s", answer->solver, answer->kind, answer->claim ? ": " : "",
                     answer->claim ? answer->claim : "");
        if (answer->source && *answer->source) report_field(request, "source", "%s", answer->source);
    }
    if (answer->checked) report_field(request, "checked", "%s", answer->checked);
}

void report_replies_json(struct json *json, const char *key, const struct reply *replies, size_t count, bool values)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        const struct reply *r = &replies[i];
        json_object(json, NULL);
        json_string(json, "move", r->move);
        json_string(json, "to", r->to);
        json_int(json, "component", (int64_t)r->component);
        json_string(json, "name", r->name);
        json_object(json, "values");
        for (size_t g = 0; g < r->value_count; g++)
            if (r->values[g].is_node) json_string(json, r->values[g].key, r->values[g].value);
            else json_decimal(json, r->values[g].key, r->values[g].value);
        json_end(json);
        if (values && r->has_sg) json_decimal(json, "sg", r->sg);
        if (values && r->outcome != OUTCOME_UNKNOWN) json_string(json, "outcome", outcome_word(r->outcome, false));
        json_end(json);
    }
    json_end(json);
}

static void report_optional_json(struct json *json, const struct answer *answer, const struct wanted *wanted)
{
    if (answer->has_remoteness) json_int(json, "remoteness", (int64_t)answer->remoteness);
    else if (wanted->remoteness) json_string(json, "remoteness", NULL);
    if (wanted->sg && answer->has_loopy) {
        json_array(json, "loopy");
        for (size_t i = 0; i < answer->loopy_count; i++) json_int(json, NULL, (int64_t)answer->loopy[i]);
        json_end(json);
    }
    if (!wanted->kernel) return;
    json_array(json, "kernels");
    for (size_t i = 0; i < answer->kernel_count; i++) json_string(json, NULL, answer->kernels[i]);
    json_end(json);
    if (answer->kernel_reason) json_string(json, "kernels_reason", answer->kernel_reason);
}

/* What was not asked for is not there, though some solvers find it on their way. */
static void report_sg_json(struct json *json, const struct answer *answer, const struct wanted *wanted)
{
    bool given = wanted->sg && answer->has_sg;
    json_decimal(json, "sg", given ? answer->sg : NULL);
    if (given) return;
    json_string(json, "sg_reason", !wanted->sg ? "not asked for" : answer->sg_reason ? answer->sg_reason : "not known");
}

void report_answer_json(struct json *json, const struct answer *answer, const struct wanted *wanted)
{
    json_string(json, "game", answer->game);
    json_string(json, "position", answer->position);
    json_string(json, "play", answer->play == PLAY_MISERE ? "misere" : "normal");
    if (answer->with_mover) json_int(json, "mover", answer->mover);
    if (answer->impartial) json_string(json, "impartial", answer->impartial);
    json_string(json, "outcome",
                answer->outcome == OUTCOME_UNKNOWN ? NULL : outcome_word(answer->outcome, answer->with_mover));
    report_sg_json(json, answer, wanted);
    report_replies_json(json, "wins", answer->wins, answer->win_count, false);
    json_bool(json, "wins_complete", wanted->wins && answer->wins_complete);
    if (!(wanted->wins && answer->wins_complete))
        json_string(json, "wins_reason",
                    !wanted->wins         ? "not asked for"
                    : answer->wins_reason ? answer->wins_reason
                                          : "not known");
    if (answer->line_count) {
        report_replies_json(json, "line", answer->line, answer->line_count, false);
        if (answer->line_closed) json_int(json, "line_back", (int64_t)answer->line_back);
        else json_string(json, "line_back", NULL);
    }
    report_optional_json(json, answer, wanted);
    json_object(json, "solver");
    json_string(json, "name", answer->solver);
    json_string(json, "kind", answer->kind);
    json_string(json, "claim", answer->claim);
    json_string(json, "source", answer->source ? answer->source : "");
    json_end(json);
    json_string(json, "checked", answer->checked);
}

void report_plan(const struct request *request, const struct answer *answer)
{
    for (size_t i = 0; i < answer->plan_count; i++) {
        const struct plan_line *l = &answer->plan[i];
        const char *label = i ? "" : "plan", *reason = l->reason ? l->reason : "";
        int indent = 2 * l->depth;
        if (l->part) report_field(request, label, "%*s%s:", indent, "", l->part);
        if (l->can)
            report_field(request, label, "%*s%s %s: about %.2g s, %.2g bytes%s%s", indent, "", l->chosen ? "*" : " ",
                         l->solver, l->seconds, l->bytes, *reason ? "; " : "", reason);
        else report_field(request, label, "%*s  %s: cannot: %s", indent, "", l->solver, reason);
    }
}

void report_plan_json(struct json *json, const struct answer *answer)
{
    json_array(json, "plan");
    for (size_t i = 0; i < answer->plan_count; i++) {
        const struct plan_line *l = &answer->plan[i];
        json_object(json, NULL);
        json_string(json, "solver", l->solver);
        json_string(json, "kind", l->kind);
        json_bool(json, "can", l->can);
        json_string(json, "reason", l->reason);
        json_estimate(json, "seconds", l->can ? l->seconds : -1);
        json_estimate(json, "bytes", l->can ? l->bytes : -1);
        json_bool(json, "chosen", l->chosen);
        json_end(json);
    }
    json_end(json);
}
