/* SPDX-License-Identifier: MIT */
/* The pipeline: from a rule file to an environment that answers questions.
 *
 *     struct engine *engine;
 *     enum status st = engine_open(&(struct engine_options){.path = "nim.game", .budget = &budget}, &engine);
 *     const char *label;
 *     if (st == ST_OK) st = engine_select(engine, 0, &label);                  // the environment: engine->env
 *     struct position position;
 *     if (st == ST_OK) st = engine_position(engine, words, 3, &position);      // nim 3 5 6 (position.h)
 *     if (st == ST_OK) st = analyze(engine->env, &position, &wanted, &engine->answers, &answer);
 *     // in every case the diagnostics are in engine->diags
 *     engine_close(engine);
 *
 * text -> AST -> model -> code -> environment (store, plugins, script). engine_open runs the stages in this order and
 * stops after `until`; engine_select makes the environment. engine_open returns an engine even if it fails (unless
 * memory runs out), for its diagnostics. */
#ifndef CGI_ENGINE_OPEN_ENGINE_H
#define CGI_ENGINE_OPEN_ENGINE_H
#include "base/intern.h"
#include "syntax/parse/ast.h"
#include "answer/answer.h"
#include "certify/certify.h"
#include "check/names/check.h"
#include "play/options/keep.h"
#include "plugin/plugin.h"

enum stage { STAGE_PARSE, STAGE_CHECK, STAGE_SCRIPT, STAGE_ALL };

struct engine_options {
    const char *path;                 /* the rule file, or NULL with `text` */
    const char *text, *name;          /* a rule in memory and its name */
    size_t text_length;               /* its bytes, which may include NULs (a mistake); 0: up to the first NUL */
    enum source_problem text_problem; /* why the text could not be read, or SOURCE_FINE */
    const char *const *sets;          /* "m=5", "S={1,3}", "m=1..9", "kl_nim.k=3" */
    size_t set_count;
    const char *const *plugin_folders;
    size_t plugin_folder_count;
    const struct inside_plugin *inside; /* which files of the last folder are parts of the program (host_open) */
    bool plugins;                       /* false: search only */
    bool plugins_only;                  /* no rule file, only the plugins, for `models` and `plugins` */
    const char *only_solver;
    enum native_use native;
    struct keep *keep;     /* values of long runs in files (play/options/keep.h); NULL: nothing is kept */
    struct budget *budget; /* owned by the caller */
    enum stage until;
    bool whole;   /* states are not taken apart (proof/parts/parts.h): for comparison */
    bool reasons; /* also say what is proved of the rules: engine->reasons */
    bool remarks; /* also report remarks: what is not a mistake but may surprise (check.h) */
};
/* One --set, resolved: the values that the parameter takes in turn (one unless it is a sweep). */
struct setting {
    int param; /* index into model->params */
    struct param_value *values;
    size_t count;
};
struct engine {
    struct arena arena, answers; /* parse and model lifetime; questions and their answers */
    struct sources sources;
    struct interns names;
    struct diags diags;
    struct diags later; /* notes that come after the answer */
    struct engine_options options;
    uint32_t source;
    struct ast *file;
    struct model *model;
    struct reasons reasons; /* check.h */
    struct setting *settings;
    size_t setting_count;
    struct param_value *params;
    struct code *code;
    struct script *script;
    struct host *host;
    struct env *env;
    size_t sweep_count; /* the number of settings of the parameters; 1 without a sweep */
};

enum status engine_open(const struct engine_options *options, struct engine **engine);
/* Selects setting `index` of sweep_count; *label is "m = 3, k = 1", or "" without a sweep. */
enum status engine_select(struct engine *engine, size_t index, const char **label);
/* ST_USAGE with a diagnostic if the file has no game, only functions and parameters: then there is no position to ask
 * about. */
enum status engine_needs_game(struct engine *engine);
/* Moves the notes that come after the answer to engine->diags; those about games that a plugin was proved to fit are dropped, since
 * what it answers needs no search. */
void engine_say_later(struct engine *engine);
void engine_close(struct engine *engine);

#endif
