/* SPDX-License-Identifier: MIT */
/* cgi certify FILE [POSITION...]: a certificate for cgi-verify, of the period of a heap or of the value of a position; with
 * --equal OTHER, of the equality of two rules; with --lost, or where there is none of these, of the lost positions of all sizes. */
#include <stdlib.h>
#include "cli/command/pair.h"
#include "cli/print/diagnostics.h"
#include "cli/print/json.h"
#include "engine/open/position.h"
#include "engine/prove/prove.h"

static void put(const struct request *request, const struct engine *engine, const struct text *out)
{
    struct json json = {.out = stdout};
    if (!request_has(request, OPT_JSON)) {
        fputs(text_c(out), stdout);
        return;
    }
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    json_string(&json, "certificate", text_c(out));
    json_end(&json);
}

static struct certify_ask ask_of(const struct request *request, const struct engine *engine)
{
    struct certify_ask ask = {.game = engine->model->main_game,
                              .misere = engine->model->misere || request_has(request, OPT_MISERE)};
    if (request->value[OPT_TO]) ask.last = strtoull(request->value[OPT_TO], NULL, 10);
    return ask;
}

static enum status make(const struct request *request, struct engine *engine, struct text *out)
{
    struct position position;
    struct certify_ask ask = ask_of(request, engine);
    if (request->word_count > 1) {
        enum status st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
        if (st != ST_OK) return st;
        ask.position = &position;
        if (position.count) ask.game = position.components[0].game;
    }
    return engine_certify(engine, &ask, request_has(request, OPT_LOST), &engine->answers, out);
}

static enum status make_equal(struct request *request, struct pair *pair, struct text *out, bool *differ)
{
    struct env *env[2];
    struct certify_ask ask[2];
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        const char *label;
        st = engine_needs_game(pair->engine[side]);
        if (st == ST_OK) st = engine_select(pair->engine[side], 0, &label);
        env[side] = pair->engine[side]->env;
        ask[side] = ask_of(request, pair->engine[side]);
    }
    return st == ST_OK ? certify_equal(env, ask, &pair->arena, out, differ) : st;
}

static int certify_pair(struct request *request, struct pair *pair)
{
    struct text out = {0};
    bool differ = false;
    if (pair->engine[0]->sweep_count > 1 || pair->engine[1]->sweep_count > 1)
        return usage_error(request, "a certificate is of one setting of the parameters; --set a single value");
    enum status st = make_equal(request, pair, &out, &differ);
    progress_clear(request);
    if (st == ST_OK) put(request, pair->engine[0], &out);
    request->answered = request_has(request, OPT_JSON) && st == ST_OK;
    text_free(&out);
    bool second = pair->engine[1]->diags.errors > 0;
    int code = finish(request, pair->engine[second], st);
    if (pair->engine[!second]->diags.count) diagnostics_print(request, pair->engine[!second], false);
    return code == EXIT_DONE && differ ? EXIT_REFUTED : code;
}

static int certify_two(struct request *request)
{
    struct pair pair = {0};
    if (request->word_count != 1) return usage_error(request, "--equal is about two rules: name one file before it");
    pair.file = file_shown(request->words[0]);
    int code = pair_open(request, request->value[OPT_EQUAL], &pair);
    if (code == EXIT_DONE) code = certify_pair(request, &pair);
    pair_close(&pair);
    return code;
}

int command_certify(struct request *request)
{
    struct engine *engine;
    struct text out = {0};
    const char *label;
    if (request->word_count == 0) return usage_error(request, "certify needs a rule file");
    if (request->value[OPT_EQUAL] && request_has(request, OPT_LOST))
        return usage_error(request, "choose --equal or --lost");
    if (request->value[OPT_EQUAL]) return certify_two(request);
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    if (engine->sweep_count > 1) {
        engine_close(engine);
        return usage_error(request, "a certificate is of one setting of the parameters; --set a single value");
    }
    enum status st = engine_needs_game(engine);
    if (st == ST_OK) st = engine_select(engine, 0, &label);
    if (st == ST_OK) st = make(request, engine, &out);
    progress_clear(request);
    if (st == ST_OK) put(request, engine, &out);
    request->answered = request_has(request, OPT_JSON) && st == ST_OK;
    text_free(&out);
    code = finish(request, engine, st);
    engine_close(engine);
    return code;
}
