/* SPDX-License-Identifier: MIT */
/* cgi models and cgi plugins: the known closed forms, from the plugins found. */
#include <string.h>
#include "cli/command/command.h"
#include "cli/print/report.h"

static void info_json(struct json *json, const struct plugin_info *info)
{
    json_object(json, NULL);
    json_string(json, "name", info->name);
    json_string(json, "version", info->version);
    json_string(json, "summary", info->summary);
    json_string(json, "rule", info->rule);
    json_string(json, "capabilities", info->capabilities);
    json_string(json, "claim", info->claim);
    json_string(json, "source", info->source);
    json_string(json, "path", info->path);
    json_bool(json, "usable", info->usable);
    if (info->problem) json_string(json, "problem", info->problem);
    json_end(json);
}

static void model_text(const struct request *request, const struct plugin_info *info)
{
    report_field(request, info->name, "%s", info->summary);
    report_field(request, "  answers", "%s", info->capabilities);
    if (info->claim) report_field(request, "  claim", "%s", info->claim);
    report_field(request, "  source", "%s", info->source);
    for (const char *line = info->rule; line && *line;) {
        size_t n = strcspn(line, "\n");
        printf("    %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void plugin_text(const struct request *request, const struct plugin_info *info)
{
    if (info->usable) report_field(request, info->name, "version %s, %s", info->version, info->path);
    else report_field(request, "(not used)", "%s: %s", info->path, info->problem ? info->problem : "unusable");
}

static int list(struct request *request, bool rules)
{
    struct engine *engine;
    if (request->word_count) return usage_error(request, "%s takes no file", request->command->name);
    int code = request_open(request, NULL, STAGE_ALL, &engine);
    if (!engine) return code;
    struct json json = {.out = stdout};
    bool in_json = request_has(request, OPT_JSON);
    if (in_json) {
        json_object(&json, NULL);
        json_int(&json, "cgi", 1);
        json_array(&json, rules ? "models" : "plugins");
    }
    for (size_t i = 0; i < host_count(engine->host); i++) {
        const struct plugin_info *info = host_info(engine->host, i);
        if (rules && !info->usable) continue;
        if (in_json) info_json(&json, info);
        else if (rules) model_text(request, info);
        else plugin_text(request, info);
    }
    if (in_json) {
        json_end(&json);
        json_end(&json);
    } else if (host_count(engine->host) == 0) {
        puts("no plugins were found; name their folder with --plugin-dir or CGI_PLUGIN_PATH");
    }
    engine_close(engine);
    return EXIT_DONE;
}

int command_models(struct request *request) { return list(request, true); }

int command_plugins(struct request *request) { return list(request, false); }
