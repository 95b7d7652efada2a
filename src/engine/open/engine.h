/* The pipeline: from a rule file to an environment that answers questions.
 *
 *     struct engine *engine;
 *     enum status st = engine_open(&(struct engine_options){.path = "nim.game", .budget = &budget}, &engine);
 *     const char *label;
 *     if (st == ST_OK) st = engine_select(engine, 0, &label);                  // the environment: engine->env
 *     struct position position;
 *     if (st == ST_OK) st = engine_position(engine, words, 3, &position);      // nim 3 5 6
 *     if (st == ST_OK) st = analyze(engine->env, &position, &wanted, &engine->answers, &answer);
 *     // in every case the diagnostics stand in engine->diags
 *     engine_close(engine);
 *
 * text -> AST -> model -> code -> environment (store, plugins, script); engine_open runs the stages in this order and
 * stops after `until`; engine_select makes the last of them. engine_open gives an engine even when it fails (unless
 * memory is out), for its diagnostics. */
#ifndef CGI_ENGINE_OPEN_ENGINE_H
#define CGI_ENGINE_OPEN_ENGINE_H
#include "base/intern.h"
#include "syntax/parse/ast.h"
#include "answer/answer.h"
#include "plugin/host/host.h"

enum stage { STAGE_PARSE, STAGE_CHECK, STAGE_SCRIPT, STAGE_ALL };

struct engine_options {
    const char *path;                 /* the rule file, or NULL with `text` */
    const char *text, *name;          /* a rule in memory and what to call it */
    size_t text_length;               /* its bytes, NUL bytes (a mistake) among them; 0: up to the first NUL */
    enum source_problem text_problem; /* why the text could not be read; SOURCE_FINE */
    const char *const *sets;          /* "m=5", "S={1,3}", "m=1..9", "kl_nim.k=3" */
    size_t set_count;
    const char *const *plugin_folders;
    size_t plugin_folder_count;
    bool plugins;      /* false: search only */
    bool plugins_only; /* no rule file: just the plugins, for `models` and `plugins` */
    const char *only_solver;
    struct budget *budget; /* of the caller, who keeps it */
    enum stage until;
    bool remarks; /* also note what is no mistake but may surprise (check.h) */
};
/* One --set, resolved: the values that the parameter takes in turn (one without a sweep). */
struct setting {
    int param; /* index into model->params */
    struct param_value *values;
    size_t count;
};
struct engine {
    struct arena arena, answers; /* parse and model lifetime; what questions and answers take */
    struct sources sources;
    struct interns names;
    struct diags diags;
    struct engine_options options;
    uint32_t source;
    struct ast *file;
    struct model *model;
    struct setting *settings;
    size_t setting_count;
    struct param_value *params;
    struct code *code;
    struct script *script;
    struct host *host;
    struct env *env;
    size_t sweep_count; /* settings of the parameters to answer for: 1 without a sweep */
};

enum status engine_open(const struct engine_options *options, struct engine **engine);
/* Chooses parameter setting `index` of sweep_count; *label ("m = 3, k = 1") is "" without a sweep. */
enum status engine_select(struct engine *engine, size_t index, const char **label);
/* ST_USAGE with a diagnostic for a file of functions and parameters alone, of which no position can be asked about. */
enum status engine_needs_game(struct engine *engine);
void engine_close(struct engine *engine);

#endif
