/* SPDX-License-Identifier: MIT */
/* What is not known, or says nothing new, has no line; JSON has a key for it all the same. */
#include "cli/print/comparison.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include "cli/print/report.h"

static const char *verdict_words(const struct comparison *c)
{
    static const char *const words[] = {"same rules", "same values", "agree", "differ"};
    if (c->ended) return "not known";
    if (c->sum) return "same parts";
    if (c->over) return "same rules over other positions";
    return c->fewer >= 0 ? "same rules on fewer positions" : words[c->verdict];
}

/* { of: the side, key: value } */
static void side_json(struct json *json, const char *side, const char *key, const char *value)
{
    json_object(json, NULL);
    json_string(json, "of", side);
    json_string(json, key, value);
    json_end(json);
}

/* One for each side that has a value. */
static void sides_json(struct json *json, const struct comparison_sides *sides, const char *name, const char *key,
                       const char *const values[2])
{
    json_array(json, name);
    for (int side = 0; values && side < 2; side++)
        if (values[side]) side_json(json, sides->name[side], key, values[side]);
    json_end(json);
}

static void difference_json(struct json *json, const struct comparison_sides *sides, const struct comparison *c)
{
    const struct rule_difference *d = &c->rules;
    if (c->least[0]) {
        json_object(json, "least");
        json_string(json, "position", c->least[0]);
        json_string(json, "other", c->least[1]);
        json_string(json, "a", c->least_own[0]);
        json_string(json, "b", c->least_own[1]);
        if (c->least_mover) json_int(json, "mover", c->least_mover);
        json_end(json);
    } else {
        json_string(json, "least", NULL);
    }
    json_string(json, "same_where", d->same);
    sides_json(json, sides, "alone", "where", d->alone);
    if (!d->known) {
        json_string(json, "only", NULL);
        return;
    }
    json_array(json, "only");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < d->only[side].count; i++)
            side_json(json, sides->name[side], "move", d->only[side].moves[i]);
    json_end(json);
    json_array(json, "only_unsaid");
    for (int side = 0; side < 2; side++) {
        if (!d->only[side].unwritten) continue;
        json_object(json, NULL);
        json_string(json, "of", sides->name[side]);
        json_int(json, "moves", (int64_t)d->only[side].unwritten);
        json_end(json);
    }
    json_end(json);
    json_bool(json, "only_exact", d->exact);
}

/* What of one side is what of the other one. */
static void pairs_json(struct json *json, const char *key, const struct field_pair *pairs, size_t count)
{
    if (!pairs) {
        json_string(json, key, NULL);
        return;
    }
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_object(json, NULL);
        json_string(json, "a", pairs[i].name[0]);
        json_string(json, "b", pairs[i].name[1]);
        json_end(json);
    }
    json_end(json);
}

/* The least position in which they differ. */
static void first_json(struct json *json, const struct comparison *c)
{
    if (c->verdict != COMPARE_DIFFER) {
        json_string(json, "first", NULL);
        return;
    }
    json_object(json, "first");
    json_string(json, "position", c->position[0]);
    json_string(json, "other", c->position[1]);
    if (c->mover) json_int(json, "mover", c->mover);
    for (int side = 0; side < 2; side++) {
        const char *key = side ? "b" : "a", *value = c->value[side];
        if (c->is_sg && isdigit((unsigned char)*value)) json_decimal(json, key, value);
        else json_string(json, key, value);
    }
    json_end(json);
}

void comparison_json(const struct comparison_sides *sides, const struct comparison *c, const char *label,
                     enum status st)
{
    struct json json = {.out = stdout};
    bool counted = (c->verdict == COMPARE_AGREE && !c->ended) || c->verdict == COMPARE_SAME_VALUES;
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "game", sides->game);
    json_string(&json, "other", sides->other);
    json_string(&json, "verdict", verdict_words(c));
    if (c->fewer >= 0) json_string(&json, "on", sides->name[c->fewer]);
    if (counted) json_int(&json, "to", (int64_t)c->to);
    else json_string(&json, "to", NULL);
    json_int(&json, "positions", (int64_t)c->positions);
    first_json(&json, c);
    json_array(&json, "parts");
    for (int side = 0; side < 2; side++)
        if (c->parts[side]) json_string(&json, NULL, c->parts[side]);
    json_end(&json);
    pairs_json(&json, "fields", c->fields, c->field_count);
    pairs_json(&json, "params", c->params, c->param_count);
    json_string(&json, "same_params", c->same_params);
    sides_json(&json, sides, "same_at", "params", c->verdict == COMPARE_SAME_RULES ? NULL : c->same_at);
    difference_json(&json, sides, c);
    json_string(&json, "restated", c->restated);
    json_string(&json, "why", c->why);
    if (st != ST_OK) json_string(&json, "partial", status_words(st));
    json_end(&json);
}

/* What each side's moves have that the other side's have not. */
static void difference_text(const struct request *request, const struct comparison_sides *sides,
                            const struct rule_difference *d)
{
    size_t shown = 0;
    if (d->why) report_field(request, "only", "not known: %s", d->why);
    for (int side = 0; d->known && side < 2; side++) {
        const struct rule_only *only = &d->only[side];
        shown += only->count;
        for (size_t i = 0; i < only->count; i++)
            report_field(request, i ? "" : "only", "%s: %s", sides->name[side], only->moves[i]);
        if (only->unwritten)
            report_field(request, only->count ? "" : "only", "%s: %zu more that no move of the language says",
                         sides->name[side], only->unwritten);
    }
    if (shown && !d->exact)
        report_field(request, "",
                     "(some of these may lead where the other side leads too: cells, products and functions are not "
                     "looked into)");
}

static void states_text(const struct request *request, const struct comparison_sides *sides,
                        const struct rule_difference *d)
{
    if (d->same && strcmp(d->same, "true") == 0)
        report_field(request, "same", "all options of positions that both have");
    else if (d->same && strcmp(d->same, "false") != 0)
        report_field(request, "same", "the options%s where %s", d->known && d->exact ? "" : ", at least", d->same);
    for (int side = 0; side < 2; side++)
        if (d->alone[side])
            report_field(request, "positions", "only %s has those where %s", sides->name[side], d->alone[side]);
}

/* A proof says it in its own words. */
static void fields_text(const struct request *request, const struct comparison *c)
{
    struct text text = {0};
    bool names = true;
    if (!c->fields || (c->verdict == COMPARE_SAME_RULES && *c->why)) return;
    for (size_t i = 0; i < c->field_count; i++)
        names = names && strcmp(c->fields[i].name[0], c->fields[i].name[1]) == 0;
    for (size_t i = 0; !names && i < c->field_count; i++)
        text_add(&text, "%s%s is %s", i ? ", " : "", c->fields[i].name[0], c->fields[i].name[1]);
    report_field(request, "fields", "%s", names ? "those of one name are each other's" : text_c(&text));
    text_free(&text);
}

/* At which values of the parameters the rules are the same. */
static void params_text(const struct request *request, const struct comparison *c)
{
    struct text text = {0};
    if (!c->same_params) return;
    bool none = strcmp(c->same_params, "false") == 0, all = strcmp(c->same_params, "true") == 0;
    const char *least = c->params_exact ? "" : " at least";
    if (!none && !all) text_add(&text, "the rules are the same%s where %s", least, c->same_params);
    else text_puts(&text, none ? "the rules differ for all values of " : "the rules are the same for all values of ");
    for (size_t i = 0; (none || all) && i < c->param_count; i++)
        text_add(&text, "%s%s", i ? ", " : "", c->params[i].name[0]);
    const char *joint = ", if";
    for (size_t i = 0; i < c->param_count; i++) {
        if (strcmp(c->params[i].name[0], c->params[i].name[1]) == 0) continue;
        text_add(&text, "%s %s = %s", joint, c->params[i].name[1], c->params[i].name[0]);
        joint = " and";
    }
    if (c->params_left) text_puts(&text, "; other parameters are as they are set");
    report_field(request, "parameters", "%s", text_c(&text));
    text_free(&text);
}

/* With other values of its parameters one side is the other. */
static void same_at_text(const struct request *request, const struct comparison_sides *sides,
                         const struct comparison *c)
{
    for (int side = 1; c->verdict != COMPARE_SAME_RULES && side >= 0; side--)
        if (c->same_at[side])
            report_field(request, "parameters", "the rules are the same with %s at %s", sides->name[side],
                         c->same_at[side]);
}

static void least_text(const struct request *request, const struct comparison *c)
{
    const char *label = "least";
    for (int side = 0; side < 2; side++) {
        if (!c->least_own[side]) continue;
        report_field(request, label, "%s leads to %s, and %s does not", c->least[side], c->least_own[side],
                     c->least[1 - side]);
        label = "";
    }
    if (c->least_mover) report_field(request, "", "where player %d moves", c->least_mover);
}

static void verdict_text(const struct request *request, const struct comparison_sides *sides,
                         const struct comparison *c)
{
    if (c->fewer >= 0) report_field(request, "verdict", "same rules on the positions of %s", sides->name[c->fewer]);
    else report_field(request, "verdict", "%s", verdict_words(c));
    if (c->verdict == COMPARE_SAME_RULES && (c->nodes || c->said)) report_field(request, "proved", "%s", c->why);
    else if (c->verdict == COMPARE_SAME_RULES)
        report_field(request, "proved", "the rules unify%s%s", *c->why ? ": " : "", c->why);
    if (c->verdict == COMPARE_SAME_VALUES) report_field(request, "proved", "%s", c->why);
}

static void first_text(const struct request *request, const struct comparison *c)
{
    const char *kind = c->is_sg ? "SG value " : "";
    if (c->verdict != COMPARE_DIFFER) return;
    report_field(request, "first", "%s: %s%s", c->position[0], kind, c->value[0]);
    report_field(request, "", "%s: %s%s", c->position[1], kind, c->value[1]);
    if (c->mover) report_field(request, "mover", "player %d", c->mover);
}

void comparison_print(const struct request *request, const struct comparison_sides *sides, const struct comparison *c,
                      const char *label, enum status st)
{
    if (*label) report_field(request, "set", "%s", label);
    verdict_text(request, sides, c);
    for (int side = 0; side < 2; side++)
        if (c->parts[side]) report_field(request, "parts", "%s", c->parts[side]);
    first_text(request, c);
    fields_text(request, c);
    difference_text(request, sides, &c->rules);
    states_text(request, sides, &c->rules);
    params_text(request, c);
    same_at_text(request, sides, c);
    least_text(request, c);
    if (c->restated && !c->over) report_field(request, "restated", "%s, proved", c->restated);
    if (c->verdict == COMPARE_AGREE && c->nodes)
        report_field(request, "to", "all %" PRIu64 " nodes that both have", c->positions);
    else if (c->ended)
        report_field(request, "to",
                     "no position: the values of the least ones take too long; --to N compares them all the same");
    else if (c->verdict == COMPARE_AGREE)
        report_field(request, "to", "size %" PRIu64 ", all %" PRIu64 " positions", c->to, c->positions);
    if (c->why && (c->verdict == COMPARE_AGREE || c->verdict == COMPARE_DIFFER))
        report_field(request, "assumed", "%s", c->why);
    if (st != ST_OK) report_field(request, "partial", "%s", status_words(st));
}
