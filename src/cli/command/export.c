/* SPDX-License-Identifier: MIT */
/* cgi export --c FILE: the table of a rule as a C program, to standard output or (--output) into a file. */
#include <errno.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/json.h"
#include "engine/export/export.h"

static void put_json(const struct request *request, const struct engine *engine, const struct text *out)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "game", engine->model->games[engine->model->main_game].name);
    if (request_has(request, OPT_OUTPUT)) json_string(&json, "file", request->value[OPT_OUTPUT]);
    else json_string(&json, "c", text_c(out));
    json_end(&json);
}

/* 0, or an exit code. */
static int put(const struct request *request, const struct text *out)
{
    const char *path = request->value[OPT_OUTPUT];
    FILE *file = path ? fopen(path, "we") : stdout;
    bool fine = file && fwrite(text_c(out), 1, out->length, file) == out->length && fflush(file) == 0;
    int reason = errno;
    if (file && path) fine = fclose(file) == 0 && fine;
    if (fine) return EXIT_DONE;
    fprintf(stderr, "cgi: %s cannot be written: %s\n", path ? path : "standard output", strerror(reason));
    return EXIT_USAGE;
}

int command_export(struct request *request)
{
    struct engine *engine;
    struct text out = {0};
    const char *label;
    if (request->word_count == 0) return usage_error(request, "export needs a rule file");
    if (request->word_count > 1)
        return usage_error(request,
                           "export takes one rule file; the program goes to standard output or to --output FILE");
    if (!request_has(request, OPT_C)) return usage_error(request, "export needs --c: there is no other form");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    int printed = EXIT_DONE;
    enum status st = ST_OK;
    if (engine->sweep_count > 1)
        printed =
            usage_error(request, "a program has one value for each parameter, and the sweep makes %zu; set one value",
                        engine->sweep_count);
    if (printed == EXIT_DONE) st = engine_select(engine, 0, &label);
    if (printed == EXIT_DONE && st == ST_OK) st = engine_export(engine, &out);
    progress_clear(request);
    if (printed == EXIT_DONE && st == ST_OK) {
        bool json = request_has(request, OPT_JSON), shown = json && !request_has(request, OPT_OUTPUT);
        if (!shown) printed = put(request, &out);
        if (json && printed == EXIT_DONE) put_json(request, engine, &out);
        request->answered = json;
    }
    text_free(&out);
    code = finish(request, engine, st);
    engine_close(engine);
    return code ? code : printed;
}
