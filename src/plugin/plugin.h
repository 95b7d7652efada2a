/* SPDX-License-Identifier: MIT */
/* The plugin host: finds plugins, checks their descriptors, records what each recognises.
 *
 *     struct host *host;
 *     st = host_open(folders, folder_count, diags, &host);           // dlopen, version and size checks, budgets
 *     for each plugin, or when its rule is needed (host_reads_later): the engine parses and checks the rule and hands the model over:
 *         host_set_reference(host, i, reference_model);
 *     st = host_recognise(host, model, params, NULL, diags, &arena, &recognition); // who knows which game
 *
 * A broken plugin (missing entry, too new, truncated, required member missing) gives a diagnostic of severity
 * WARNING and is not used; nothing else changes. Plugins are solvers: the planner considers them together with the
 * generic ones. */
#ifndef CGI_PLUGIN_PLUGIN_H
#define CGI_PLUGIN_PLUGIN_H
#include "proof/restate/substitution.h"
#include "solve/solver.h"

struct host;
struct plugin_info {
    const char *name, *version, *summary, *rule, *source, *claim, *path;
    const char *capabilities; /* "component, normal, misere, sg, outcome, wins" */
    bool usable;
    bool tame;           /* vouches that its positions are tame (CGI_TAME); checked on small ones (tame.h) */
    const char *problem; /* why not usable */
};
struct cgi_host;
struct cgi_plugin;
/* A plugin that is a part of the program too: its file in the program's own folder is not opened. */
struct inside_plugin {
    const char *file; /* "nim.so" */
    const struct cgi_plugin *(*entry)(const struct cgi_host *host);
};
/* `inside` is about the files of the last folder, and ends with a file of NULL; NULL: all files are opened. */
enum status host_open(const char *const *folders, size_t folder_count, const struct inside_plugin *inside,
                      struct budget *budget, struct diags *diags, struct host **host);
/* Is every plugin that may be asked a part of the program? Those may be called by several threads, each with a host of its own. */
bool host_all_inside(const struct host *host);
size_t host_count(const struct host *host);
const struct plugin_info *host_info(const struct host *host, size_t plugin);
/* Is the reference known to be a rule, so that nothing has to be said of it before a game may be this one? Then it is read when it
 * is needed, by `read`, which calls host_set_reference or host_disable; ST_OK or ST_NO_MEMORY. */
bool host_reads_later(const struct host *host, size_t plugin);
typedef enum status reference_reader(void *reader, size_t plugin);
void host_read_later(struct host *host, reference_reader *read, void *reader);
/* The host keeps the model (and frees it in host_close). */
void host_set_reference(struct host *host, size_t plugin, struct model *reference);
/* Why no plugin can answer for a rule of this kind, even a correct one: requests cannot express its positions. NULL
 * if they can. */
const char *host_reference_problem(const struct model *reference);
/* The plugin was wrong (a comparison found a mismatch): it is not asked again. `problem` is copied. */
void host_disable(struct host *host, size_t plugin, const char *problem);
void host_close(struct host *host);

/* Which plugin recognises a game of the model at these parameters: by proof (unify.h), or because of `solve NAME`. */
struct match {
    int plugin;   /* -1: none */
    bool by_name; /* `solve NAME(args)` and the rule does not unify: audited on a window at the first use */
    struct substitution view,
        ref_view; /* through which the game and the reference are the same (unify.h); identity: as they are */
    int permutation[MODEL_MAX_FIELDS]; /* reference field i is field permutation[i] of the game, as seen */
    int capped, cap;            /* reference fields: the excess of `capped` over `cap` is irrelevant (unify.h); -1 */
    bool turns;                 /* moves lead to the reference's options up to the order of their fields */
    struct param_value *params; /* of the reference rule, in its order */
    size_t param_count;
    bool refuted;                /* found to be wrong: not asked again */
    unsigned char window_done;   /* bits: compared with search under this convention (audit_plugins.c) */
    uint64_t window_count;       /* positions compared with search */
    const struct solver *solver; /* the plugin as a solver */
    struct match *next;          /* another plugin that fits, less well; NULL: none */
};
struct recognition {
    struct match *games; /* one per game of the model: the plugin that fits best, then the others */
    size_t count;
    struct solver *solvers; /* one per plugin that recognises some game (plugin/ask/solver.c) */
    size_t solver_count;
};
/* `preferred` names a plugin to choose wherever it is proved to fit, whatever others fit too; or NULL. */
enum status host_recognise(struct host *host, const struct model *model, const struct param_value *params,
                           const char *preferred, struct diags *diags, struct arena *arena,
                           struct recognition **recognition);

/* Who is asked about this component on these terms: the plugin that the terms name, if it fits and was not refuted,
 * else the best of the others; NULL without. What is recognised is known already. */
struct match *host_match(const struct env *env, const struct component *component);
/* The match of one plugin, refuted or not; NULL if it does not fit, or for -1. */
struct match *host_match_by(const struct env *env, const struct component *component, int plugin);
/* A plugin's claim about components, preceded by what their games are to it where its reference has other states:
 * "g(n) is nim(n - 1), where the value of a heap is its size". The claim alone if it is no plugin that is called so. In the arena;
 * NULL if memory runs out. */
const char *host_claim(const struct env *env, const struct component *components, size_t count, const char *name,
                       const char *claim, struct arena *arena);
/* How the game differs from the rule of the plugin of that name, or (name NULL) of that whose rule differs least, at the parameters
 * that fit it best: "bash at m = 4; only bash: take where n >= 50 -> bash(50)". *line is NULL where no such difference is known
 * exactly. Fields may stand in another order, a row of known length be several numbers, and of a sum it may be a part that is near: "of the
 * part r.h: ...". In the arena; ST_NO_MEMORY. For the person who wonders why a rule was not recognised: takes a proof a plugin. */
enum status host_nearest(const struct env *env, int game, const char *name, struct arena *arena, const char **line);
/* How many plugins have not been disabled. */
size_t host_usable(const struct host *host);
/* The plugin of host_match, or -1. */
int host_plugin(const struct env *env, const struct component *component);

/* ---- asking a plugin; positions may hold integers of any size ---------------------------------------------------- */
/* What one plugin offers for a whole position all of whose components it recognises: its own answer, or one computed
 * from its components' values. The plan combines sums of the games of several plugins. */
struct plugin_offer {
    bool value, outcome, wins; /* what it can compute, for this play convention and mover */
    bool alone;                /* the value is known, but not those of all options */
    const char *reason;        /* if something is missing: "no closed form for SG values is known" */
    double seconds, bytes;     /* the plugin's own estimates; 0: negligible */
};
enum status host_offer(const struct env *env, const struct position *position, enum play play, int mover,
                       struct arena *arena, struct plugin_offer *offer, int *plugin);
/* SG value of one component; ST_UNSUPPORTED if the plugin has no closed form for it. */
enum status host_value(const struct env *env, const struct position *position, size_t component, struct arena *arena,
                       const struct integer **value);
enum status host_outcome(const struct env *env, const struct position *position, enum play play, int mover,
                         struct arena *arena, enum outcome *outcome);
/* The cells of a component as integers; for a compound, the cells of the game as it was written: its length and its
 * cells. ST_UNSUPPORTED for a compound of anything but single cells of one game. */
enum status host_cells(const struct position *position, size_t component, struct arena *arena,
                       const struct integer ***cells, size_t *count);
/* Winning moves, each by the component that it leaves. *complete: is the list complete? *some: the plugin lists only
 * some of them. */
enum status host_wins(const struct env *env, const struct position *position, enum play play, int mover, uint64_t max,
                      struct arena *arena, struct listed_move **wins, size_t *count, bool *complete, bool *some);
/* Can the plugin of a component list the options that have a given SG value? */
bool host_has_options(const struct env *env, const struct component *component);
/* Those options of one component, at most `max`; win.component is `component`. The values of the listed options have
 * been compared with `value`. ST_UNSUPPORTED if the plugin cannot list them here. */
enum status host_options(const struct env *env, const struct position *position, size_t component,
                         const struct integer *value, uint64_t max, struct arena *arena, struct listed_move **wins,
                         size_t *count, bool *complete);
/* The theorem of the plugin that recognises all components, applied to the position step by step:
 *
 *     struct plugin_steps steps;
 *     st = host_steps(env, &position, PLAY_NORMAL, 0, arena, &steps);
 *     if (st == ST_OK) for (size_t i = 0; i < steps.count; i++) puts(steps.lines[i]);    // "9 = 2 * 4 + 1, so it is worth 1"
 *
 * A plugin whose reference has other names, states or parameters is preceded by a line that says what the position is to it:
 * "pile(9) is bash(9) with m = 3". What the steps come to has been compared with the plugin's own value and outcome; a
 * difference disables it. ST_UNSUPPORTED where nothing is told: also for a sum if the plugin answers for single components. */
enum { PLUGIN_STEPS = 100 }; /* lines at most, then `cut` */
struct plugin_steps {
    const char **lines;
    size_t count;
    bool cut; /* more than PLUGIN_STEPS: what they come to was not reached, nor compared */
};
enum status host_steps(const struct env *env, const struct position *position, enum play play, int mover,
                       struct arena *arena, struct plugin_steps *steps);
/* One component of a game that its plugin calls tame: its value, and whether it is a swap. A position that
 * contradicts the claim disables the plugin: ST_UNSUPPORTED. */
enum status host_tame_component(const struct env *env, const struct position *position, size_t component,
                                struct arena *arena, const struct integer **value, bool *swap);

#endif
