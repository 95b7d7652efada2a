/* SPDX-License-Identifier: MIT */
/* Reasons come game by game, the whole before its moves (names/check.h). */
#include "cli/print/proof.h"

static const char *const kind_words[] = {
    [REASON_IMPARTIAL] = "impartial", [REASON_ENDS] = "ends", [REASON_STAYS] = "stays in its states"};
static const char *const kind_keys[] = {
    [REASON_IMPARTIAL] = "impartial", [REASON_ENDS] = "ends", [REASON_STAYS] = "stays"};

static bool last_of_game(const struct engine *engine, size_t i)
{
    const struct reason *r = engine->reasons.items.data;
    return i + 1 == engine->reasons.items.count || r[i + 1].game != r[i].game;
}

static void print_tried(const struct played_rule *t)
{
    if (!t) return;
    printf("  tried: %zu position%s with %zu option%s, which are states", t->positions, t->positions == 1 ? "" : "s",
           t->options, t->options == 1 ? "" : "s");
    if (t->ended) printf("; from %zu of them all play ends", t->ended);
    putchar('\n');
    if (t->differs) printf("  found: %s\n", t->differs);
    if (t->problem) printf("  found: %s\n", t->problem);
}

void proof_print(const struct engine *engine, const struct played_rule *const *shown)
{
    int game = -1;
    for (size_t i = 0; i < engine->reasons.items.count; i++) {
        const struct reason *r = &engine->reasons.items.data[i];
        if (r->game != game) printf("%s\n", engine->model->games[game = r->game].name);
        const char *proved = r->proved ? "" : "not proved";
        if (r->move) printf("    %s: %s%s%s\n", r->move, proved, *proved ? " " : "", r->text);
        else printf("  %s: %s; %s\n", kind_words[r->kind], *proved ? proved : "proved", r->text);
        if (last_of_game(engine, i)) print_tried(shown[game]);
    }
}

static void json_tried(struct json *json, const struct played_rule *t)
{
    if (!t) return;
    json_object(json, "tried");
    json_int(json, "positions", (int64_t)t->positions);
    json_int(json, "options", (int64_t)t->options);
    json_int(json, "ended", (int64_t)t->ended);
    json_string(json, "differs", t->differs);
    json_string(json, "found", t->problem);
    json_end(json);
}

static void json_reason(struct json *json, const struct reason *r)
{
    if (r->move) json_object(json, NULL), json_string(json, "move", r->move);
    else json_object(json, kind_keys[r->kind]);
    json_bool(json, "proved", r->proved);
    json_string(json, "why", r->text);
}

/* "ends": {"proved": ..., "why": ..., "moves": [...]} */
static size_t json_kind(struct json *json, const struct engine *engine, size_t i)
{
    const struct reason *r = engine->reasons.items.data;
    size_t count = engine->reasons.items.count;
    json_reason(json, &r[i++]);
    json_array(json, "moves");
    for (; i < count && r[i].move; i++) {
        json_reason(json, &r[i]);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    return i;
}

void proof_json(struct json *json, const struct engine *engine, const struct played_rule *const *shown)
{
    const struct reason *r = engine->reasons.items.data;
    json_array(json, "proofs");
    for (size_t i = 0; i < engine->reasons.items.count;) {
        int game = r[i].game;
        json_object(json, NULL);
        json_string(json, "game", engine->model->games[game].name);
        while (i < engine->reasons.items.count && r[i].game == game) i = json_kind(json, engine, i);
        json_tried(json, shown[game]);
        json_end(json);
    }
    json_end(json);
}
