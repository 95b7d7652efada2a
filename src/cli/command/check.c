/* SPDX-License-Identifier: MIT */
/* cgi check FILE...: reads and checks the files, Lua blocks included, and prints all diagnostics. */
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
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

int command_check(struct request *request)
{
    int code = EXIT_DONE;
    if (request->word_count == 0) return usage_error(request, "check needs one or more rule files");
    if (request->value[OPT_DUMP] && request->word_count > 1)
        return usage_error(request, "--dump shows one file; give it without the others");
    if (request->value[OPT_DUMP]) return dump_stage(request, request->value[OPT_DUMP]);
    for (size_t i = 0; i < request->word_count; i++) {
        struct engine *engine = NULL;
        struct rule_text rule = request_rule(request, request->words[i]);
        struct engine_options options = {.path = rule.path,
                                         .text = rule.text,
                                         .name = rule.name,
                                         .text_length = rule.length,
                                         .text_problem = rule.problem,
                                         .sets = request->sets,
                                         .set_count = request->set_count,
                                         .budget = &request->budget,
                                         .until = STAGE_SCRIPT,
                                         .remarks = true};
        enum status st = engine_open(&options, &engine);
        int this_code = status_exit_code(st);
        size_t errors = engine ? engine->diags.errors : 0, all = engine ? engine->diags.count : 0;
        size_t warnings = engine ? count_warnings(&engine->diags) : 0;
        if (engine) diagnostics_print(request, engine, true);
        if (st != ST_OK && errors == 0) fprintf(stderr, "cgi: %s\n", status_words(st));
        if (st == ST_OK && !request_has(request, OPT_JSON)) print_verdict(file_shown(request->words[i]), warnings, all);
        if (this_code > code) code = this_code;
        engine_close(engine);
    }
    return code;
}
