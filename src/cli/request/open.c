/* SPDX-License-Identifier: MIT */
/* Opening a rule file and ending a command are the same for all commands: engine, diagnostics, exit code. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/print/diagnostics.h"
#include "cli/request/request.h"

#define MAX_FOLDERS 64

/* --plugin-dir first, then CGI_PLUGIN_PATH, then the one folder that belongs to this program; never the working
 * directory. */
static size_t plugin_folders(struct request *request, const char **folders, char *copy, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < request->folder_count && count < MAX_FOLDERS; i++) folders[count++] = request->folders[i];
    const char *path = getenv("CGI_PLUGIN_PATH");
    if (path && strlen(path) < size) {
        memcpy(copy, path, strlen(path) + 1);
        for (char *save = NULL, *p = strtok_r(copy, ":", &save); p; p = strtok_r(NULL, ":", &save))
            if (count < MAX_FOLDERS) folders[count++] = p;
    }
    return count;
}

const char *file_shown(const char *word) { return strcmp(word, "-") == 0 ? STDIN_NAME : word; }

struct rule_text request_rule(struct request *request, const char *word)
{
    if (!word || strcmp(word, "-") != 0) return (struct rule_text){.path = word};
    if (!request->input_read) request->input_problem = source_read(STDIN_FILENO, &request->input);
    if (request->input.failed) request->input_problem = SOURCE_UNREADABLE; /* memory ran out */
    request->input_read = true;
    return (struct rule_text){NULL, text_c(&request->input), STDIN_NAME, request->input.length, request->input_problem};
}

struct engine_options rule_options(struct request *request, const struct rule_text *rule, enum stage until)
{
    return (struct engine_options){.path = rule->path,
                                   .text = rule->text,
                                   .name = rule->name,
                                   .text_length = rule->length,
                                   .text_problem = rule->problem,
                                   .budget = &request->budget,
                                   .until = until};
}

int request_open(struct request *request, const char *file, enum stage until, struct engine **engine)
{
    struct rule_text rule = request_rule(request, file);
    return request_open_rule(request, &rule, until, engine);
}

int request_open_rule(struct request *request, const struct rule_text *rule, enum stage until, struct engine **engine)
{
    const char *folders[MAX_FOLDERS + 1];
    char copy[4096], own[PATH_MAX];
    struct engine_options options = rule_options(request, rule, until);
    options.sets = request->sets;
    options.set_count = request->set_count;
    options.plugin_folders = folders;
    options.plugins = !request_has(request, OPT_NO_PLUGINS);
    options.plugins_only = !rule->path && !rule->text;
    options.only_solver = request->value[OPT_SOLVER];
    const char *native = request->value[OPT_NATIVE];
    options.native = !native || strcmp(native, "auto") == 0 ? NATIVE_WORTH
                     : *native == 'a'                       ? NATIVE_ALWAYS
                                                            : NATIVE_NEVER;
    options.keep = request->keep.find || request->keep.folder ? &request->keep : NULL;
    options.plugin_folder_count = plugin_folders(request, folders, copy, sizeof copy);
    if (own_folder(FOLDER_PLUGINS, own)) {
        folders[options.plugin_folder_count++] = own;
        options.inside = inside_plugins;
    }
    *engine = NULL;
    enum status st = engine_open(&options, engine);
    if (st == ST_OK) {
        diagnostics_print(request, *engine, false);
        return EXIT_DONE;
    }
    int code = finish(request, *engine, st);
    engine_close(*engine);
    *engine = NULL;
    return code;
}

void resumed_say(uint64_t loaded)
{
    if (loaded) fprintf(stderr, "cgi: %" PRIu64 " values were kept, and were not computed again\n", loaded);
    else fputs("cgi: nothing that was kept could be used; everything was computed\n", stderr);
}

int finish(struct request *request, struct engine *engine, enum status st)
{
    progress_clear(request);
    if (engine) engine_say_later(engine);
    if (engine && request_has(request, OPT_RESUME)) resumed_say(request->keep.loaded);
    bool errors = engine && engine->diags.errors > 0, failed = st != ST_OK, json = request_has(request, OPT_JSON);
    bool partial = request->answered && status_is_budget(st); /* one object for a question: it names the budget */
    if (engine && failed && json && !errors && !request->answered)
        diag(&engine->diags, D_STOPPED, (struct span){0, 0, 0}, status_words(st));
    if (engine && (engine->diags.count || !json)) diagnostics_print(request, engine, failed && !partial);
    if (failed && !errors && !(json && engine)) fprintf(stderr, "cgi: %s\n", status_words(st));
    return status_exit_code(st);
}
