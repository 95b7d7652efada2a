/* SPDX-License-Identifier: MIT */
/* cgi check FILE...: reads and checks the files, Lua blocks included, and prints all diagnostics; with --proof also what is
 * proved of the rules. */
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
#include "cli/print/proof.h"
#include "cli/print/report.h"

static size_t count_warnings(const struct diags *diags)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->count; i++) count += diags->items[i].severity == SEVERITY_WARNING;
    return count;
}

/* A file with nothing but notes is fine; one with warnings may not say what its author means. */
static void print_verdict(const char *file, size_t warnings, size_t all)
{
    if (warnings) printf("%s: no error, %zu warning%s above\n", file, warnings, warnings == 1 ? "" : "s");
    else printf("%s: fine%s\n", file, all ? ", with the remarks above" : "");
}

static enum status open_file(struct request *request, const char *word, struct engine **engine)
{
    struct rule_text rule = request_rule(request, word);
    struct engine_options options = rule_options(request, &rule, STAGE_SCRIPT);
    options.sets = request->sets;
    options.set_count = request->set_count;
    options.reasons = request_has(request, OPT_PROOF);
    options.remarks = true;
    return engine_open(&options, engine);
}

/* With --proof diagnostics and proofs are one object in JSON mode. */
static void print_json(struct request *request, struct engine *engine, const struct played_rule *const *tried)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    diagnostics_json(&json, engine);
    if (tried) proof_json(&json, engine, tried);
    json_end(&json);
    request->answered = true;
}

static enum status check_one(struct request *request, const char *word)
{
    struct engine *engine = NULL;
    const struct played_rule **tried = NULL;
    enum status st = open_file(request, word, &engine);
    if (st == ST_OK && request_has(request, OPT_PROOF)) st = engine_try(engine, &tried);
    size_t errors = engine ? engine->diags.errors : 0, all = engine ? engine->diags.count : 0;
    size_t warnings = engine ? count_warnings(&engine->diags) : 0;
    bool json = request_has(request, OPT_JSON);
    progress_clear(request);
    if (engine && json) print_json(request, engine, tried);
    else if (engine) diagnostics_print(request, engine, true);
    if (st != ST_OK && errors == 0) fprintf(stderr, "cgi: %s\n", status_words(st));
    if (st == ST_OK && !json) print_verdict(file_shown(word), warnings, all);
    if (st == ST_OK && !json && tried) proof_print(engine, tried);
    engine_close(engine);
    return st;
}

int command_check(struct request *request)
{
    int code = EXIT_DONE;
    if (request->word_count == 0) return usage_error(request, "check needs one or more rule files");
    if (request->value[OPT_DUMP] && request->word_count > 1)
        return usage_error(request, "--dump shows one file; give it without the others");
    if (request->value[OPT_DUMP]) return dump_stage(request, request->value[OPT_DUMP]);
    for (size_t i = 0; i < request->word_count; i++) {
        int this_code = status_exit_code(check_one(request, request->words[i]));
        if (this_code > code) code = this_code;
    }
    return code;
}
