/* SPDX-License-Identifier: MIT */
/* The pipeline as a list. Each stage gets the result of the one before; this file only passes things on. */
#include "engine/open/engine.h"
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "engine/open/private.h"
#include "engine/open/settings.h"
#include "plan/plan.h"
#include "play/options/ends.h"
#include "play/options/store.h"
#include "proof/linear/answers.h"
#include "proof/parts/parts.h"
#include "script/script.h"
#include "trust/claims.h"
#include "trust/gate.h"

/* "0.161": somebody names a code where a file is wanted. */
static void note_code(struct engine *e, const char *path)
{
    size_t length = strlen(path), code = strspn(path, "0123456789ABCDEF.()");
    if (code != length || length < 3 || path[0] < '0' || path[0] > '9' || !strchr(path, '.')) return;
    diag_note(&e->diags, (struct span){0, 0, 0}, "a code is a rule of a file: game g = octal \"%s\"", path);
}

static enum status load_text(struct engine *e)
{
    const struct engine_options *o = &e->options;
    enum source_problem problem = o->text_problem;
    size_t length = o->path ? 0 : o->text_length ? o->text_length : strlen(o->text);
    enum status st = ST_USAGE;
    if (o->path) st = sources_load(&e->sources, o->path, &e->source, &problem);
    else if (problem == SOURCE_FINE && (problem = source_check(o->text, length)) == SOURCE_FINE)
        st = sources_add(&e->sources, o->name, o->text, length, &e->source);
    if (st != ST_USAGE) return st;
    static const enum diag_id ids[] = {[SOURCE_FINE] = D_FILE_UNREADABLE,       [SOURCE_MISSING] = D_FILE_MISSING,
                                       [SOURCE_UNREADABLE] = D_FILE_UNREADABLE, [SOURCE_IS_FOLDER] = D_FILE_IS_FOLDER,
                                       [SOURCE_TOO_LARGE] = D_FILE_TOO_LARGE,   [SOURCE_NOT_TEXT] = D_FILE_NOT_TEXT};
    const char *name = o->path ? o->path : o->name;
    diag(&e->diags, ids[problem], (struct span){0, 0, 0}, name,
         e->sources.refused_line); /* only E0005 shows the line */
    if (problem == SOURCE_MISSING) note_code(e, name);
    return problem == SOURCE_NOT_TEXT ? ST_INVALID : ST_USAGE;
}

enum status engine_add_typed(struct engine *e, const char *what, const char *text, uint32_t *source)
{
    char name[32];
    bool option = *what == '-';
    snprintf(name, sizeof name, "%s%s%s", option ? "" : "<", what, option ? "" : ">");
    enum status st = sources_add(&e->sources, name, text, strlen(text), source);
    if (st == ST_USAGE) diag(&e->diags, D_TYPED_NOT_TEXT, (struct span){0, 0, 0}, option ? "setting" : what);
    return st;
}

struct ast_parse engine_parse_input(struct engine *e, uint32_t source)
{
    return (struct ast_parse){
        .source = source, .sources = &e->sources, .names = &e->names, .arena = &e->arena, .diags = &e->diags};
}

struct check_input engine_check_input(struct engine *e, uint32_t source)
{
    return (struct check_input){
        .sources = &e->sources, .names = &e->names, .scratch = &e->arena, .diags = &e->diags, .source = source};
}

/* A reference rule with errors only disables its plugin. */
static enum status load_reference(void *engine, size_t plugin)
{
    struct engine *e = engine;
    const struct plugin_info *info = host_info(e->host, plugin);
    struct diags diags = {0};
    struct ast *file;
    struct model *model = NULL;
    uint32_t source;
    if (!info->usable) return ST_OK;
    enum status st = sources_add(&e->sources, info->name, info->rule, strlen(info->rule), &source);
    struct ast_parse parse = engine_parse_input(e, st == ST_OK ? source : 0);
    struct check_input in = engine_check_input(e, parse.source);
    parse.diags = in.diags = &diags;
    in.unproved = true;
    if (st == ST_OK) st = parse_file(&parse, &file);
    if (st == ST_USAGE) st = ST_INVALID; /* not even text */
    if (st == ST_OK) st = check_file(&in, file, &model);
    if (st == ST_OK) host_set_reference(e->host, plugin, model);
    const char *problem = st == ST_OK ? host_reference_problem(model) : NULL;
    if (problem) {
        diag(&e->diags, D_PLUGIN_FILE, (struct span){0, 0, 0}, info->path, problem);
        host_disable(e->host, plugin, problem);
    }
    if (st == ST_INVALID) {
        diag(&e->diags, D_PLUGIN_RULE, (struct span){0, 0, 0}, info->name,
             diags.count ? diags.items[0].message : "it is not UTF-8 text");
        host_disable(e->host, plugin, "its reference rule is not a rule");
        st = ST_OK;
    }
    diags_free(&diags);
    return st;
}

static enum status load_plugins(struct engine *e)
{
    const struct engine_options *o = &e->options;
    if (!o->plugins && !o->plugins_only) return ST_OK;
    enum status st = host_open(o->plugin_folders, o->plugin_folder_count, o->inside, o->budget, &e->diags, &e->host);
    if (st == ST_OK) host_read_later(e->host, load_reference, e);
    for (size_t i = 0; st == ST_OK && i < host_count(e->host); i++)
        if (!host_reads_later(e->host, i)) st = load_reference(e, i);
    return st;
}

/* Claims are compiled when they are run, but where the file is only looked at for mistakes. */
static enum status compile(struct engine *e)
{
    enum status st = code_compile(e->model, &e->diags, &e->code);
    bool all = e->options.until != STAGE_ALL || e->options.remarks;
    for (size_t i = 0; all && st == ST_OK && i < e->model->check_count; i++) st = code_claim(e->code, i, &e->diags);
    return st;
}

/* The model, with its parts where they are wanted. The proofs ask much more than once. */
static enum status read_rule(struct engine *e)
{
    struct linear_answers answers = {0};
    struct check_input in = engine_check_input(e, e->source);
    in.remarks = e->options.remarks;
    in.later = e->options.remarks ? NULL : &e->later;
    in.answers = &answers;
    if (e->options.reasons) in.reasons = &e->reasons;
    enum status st = check_file(&in, e->file, &e->model);
    if (st == ST_OK) st = settings_read(e);
    if (st == ST_OK && e->options.until != STAGE_CHECK && !e->options.whole) st = parts_add(e->model, &answers);
    linear_answers_free(&answers);
    return st;
}

static enum status run_stages(struct engine *e)
{
    enum status st;
    if ((st = load_text(e)) != ST_OK) return st;
    struct ast_parse parse = engine_parse_input(e, e->source);
    if ((st = parse_file(&parse, &e->file)) != ST_OK || e->options.until == STAGE_PARSE) return st;
    if ((st = read_rule(e)) != ST_OK || e->options.until == STAGE_CHECK) return st;
    if ((st = compile(e)) != ST_OK) return st;
    bool only_read =
        e->options.until == STAGE_SCRIPT && !script_available(); /* a rule that needs Lua is not a mistake */
    if ((e->model->lua_text_count || e->model->lua_function_count) && !only_read)
        if ((st = script_open(e->model, e->options.budget, &e->diags, &e->script)) != ST_OK) return st;
    if (e->options.until == STAGE_SCRIPT) return ST_OK;
    st = load_plugins(e);
    const char *only = e->options.only_solver;
    return st == ST_OK && only ? plan_check_name(e->host, only, &e->diags) : st;
}

/* Clauses `measure` that are not proved are tried, which needs an environment. */
static enum status try_measures(struct engine *e)
{
    const char *label;
    bool lua = e->model->lua_text_count || e->model->lua_function_count;
    if (!claims_are_open(e->model)) return ST_OK;
    if (lua && !e->script) return report_claims_untried(e->model, &e->diags, e->source), ST_OK;
    enum status st = engine_select(e, 0, &label);
    return st == ST_OK ? try_claims(e->env, e->source) : st;
}

/* The caller's folders need not outlive the call, but who opens the same again (trial.c) has these. */
static bool keep_folders(struct engine *e, const struct engine_options *options)
{
    size_t count = options->plugin_folder_count;
    const char **folders = arena_array(&e->arena, count + 1, sizeof *folders);
    for (size_t i = 0; folders && i < count; i++)
        if (!(folders[i] = arena_strdup(&e->arena, options->plugin_folders[i]))) return false;
    e->options.plugin_folders = folders;
    return folders;
}

enum status engine_open(const struct engine_options *options, struct engine **engine)
{
    struct engine *e = mem_alloc(sizeof *e);
    *engine = e;
    if (!e) return ST_NO_MEMORY;
    e->options = *options;
    e->names.arena = &e->arena;
    e->sweep_count = 1;
    if (!keep_folders(e, options)) return ST_NO_MEMORY;
    enum status st = options->plugins_only ? load_plugins(e) : run_stages(e);
    if (st == ST_OK && e->code) st = try_measures(e);
    return st == ST_OK && (e->diags.failed || e->later.failed) ? ST_NO_MEMORY : st;
}

enum status engine_select(struct engine *e, size_t index, const char **label)
{
    enum status st = settings_choose(e, index, label);
    if (st != ST_OK) return st;
    if (e->env) return env_set_params(e->env, e->params);
    struct env_options options = {.params = e->params,
                                  .script = e->script,
                                  .plugins = e->host,
                                  .keep = e->options.keep,
                                  .gate = &trust_gate,
                                  .only_solver = e->options.only_solver,
                                  .native = e->options.native,
                                  .whole = e->options.whole,
                                  .budget = e->options.budget,
                                  .diags = &e->diags,
                                  .sources = &e->sources};
    return env_open(e->model, e->code, &options, &e->env);
}

enum status engine_needs_game(struct engine *engine)
{
    if (engine->model->main_game >= 0) return ST_OK;
    diag(&engine->diags, D_NOTHING_TO_ASK, (struct span){0, 0, 0});
    return ST_USAGE;
}

/* Is the note about a game that is proved to be that of a plugin, or to end on the boards that were asked about? */
static bool is_settled(const struct engine *e, const struct diagnostic *d)
{
    for (size_t i = 0; e->env && i < e->model->game_count; i++) {
        const struct game *g = &e->model->games[i];
        struct component any = {.game = (int)i};
        if (g->span.source != d->span.source || g->span.begin != d->span.begin) continue;
        if (ends_proved(e->env, (int)i)) return true;
        if (!e->env->store->recognised) continue;
        const struct match *match = host_match(e->env, &any);
        if (match && !match->by_name) return true;
    }
    return false;
}

void engine_say_later(struct engine *e)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->later.count; i++)
        if (!is_settled(e, &e->later.items[i])) e->later.items[kept++] = e->later.items[i];
    e->later.count = kept;
    diags_add(&e->diags, &e->later);
    e->later.count = 0;
}

void engine_close(struct engine *e)
{
    if (!e) return;
    env_close(e->env);
    host_close(e->host);
    if (e->script) e->script->close(e->script->self);
    code_free(e->code);
    vec_free(&e->reasons.items);
    model_free(e->model);
    diags_free(&e->diags);
    diags_free(&e->later);
    interns_free(&e->names);
    sources_free(&e->sources);
    arena_free(&e->answers);
    arena_free(&e->arena);
    mem_free(e, sizeof *e);
}
