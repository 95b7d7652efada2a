/* SPDX-License-Identifier: MIT */
/* cgi certify FILE [POSITION...]: a certificate for cgi-verify, of the period of a heap or of the value of a position. */
#include <stdlib.h>
#include "cli/command/command.h"
#include "cli/print/json.h"
#include "engine/open/position.h"

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

static enum status make(const struct request *request, struct engine *engine, struct text *out)
{
    struct position position;
    struct certify_ask ask = {.game = engine->model->main_game,
                              .misere = engine->model->misere || request_has(request, OPT_MISERE)};
    if (request->value[OPT_TO]) ask.last = strtoull(request->value[OPT_TO], NULL, 10);
    if (request->word_count > 1) {
        enum status st = engine_position(engine, request->words + 1, request->word_count - 1, &position);
        if (st != ST_OK) return st;
        ask.position = &position;
        if (position.count) ask.game = position.components[0].game;
    }
    return certify(engine->env, &ask, &engine->answers, out);
}

int command_certify(struct request *request)
{
    struct engine *engine;
    struct text out = {0};
    const char *label;
    if (request->word_count == 0) return usage_error(request, "certify needs a rule file");
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
