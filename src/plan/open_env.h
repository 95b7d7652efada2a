/* SPDX-License-Identifier: MIT */
/* Opening an environment (play/options/env.h), changing its parameters, closing it.
 *
 *     struct env_options options = {.params = params, .budget = &budget, .diags = &diags, .gate = &trust_gate};
 *     st = env_open(model, code, &options, &env);
 *     env_close(env);
 */
#ifndef CGI_PLAN_OPEN_ENV_H
#define CGI_PLAN_OPEN_ENV_H
#include "play/options/env.h"

struct gate;
struct env_options {
    const struct param_value *params;
    const struct script *script;
    struct host *plugins;
    const struct gate *gate; /* gate.h; NULL: plugins do not answer, and clauses are not used */
    struct keep *keep;       /* keep.h; NULL: nothing is kept */
    const char *only_solver;
    enum native_use native;
    bool settled; /* terms.settled */
    bool plain;   /* without `symmetric` and `canon` */
    bool whole;   /* states that are sums are not taken apart */
    int restated; /* terms.restated */
    struct budget *budget;
    struct diags *diags;
    const struct sources *sources; /* may be NULL */
};
/* Compiles nothing: `code` was made from `model`. The env owns its vm and store. */
enum status env_open(const struct model *model, struct code *code, const struct env_options *options, struct env **env);
/* Changes the parameters (a sweep): the store is cleared and recognition is repeated. */
enum status env_set_params(struct env *env, const struct param_value *params);
void env_close(struct env *env);

#endif
