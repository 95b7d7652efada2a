/* SPDX-License-Identifier: MIT */
/* The gate: checks every claim before it becomes an answer.
 *
 *     struct env_options options = {..., .gate = &trust_gate};      // implemented by `trust` (trust/gate.h)
 *
 * Only the plan calls it, at two points: before anything is planned, for the claims of the rule about itself
 * (`symmetric`, `canon`), and before a way runs, for the positions it is run on and the plugin's claims that it is
 * based on. In an environment without a gate no plugin answers and no clause is used (audit_env.h). */
#ifndef CGI_PLAN_GATE_H
#define CGI_PLAN_GATE_H
#include "solve/solver.h"

struct gate {
    /* Once per setting of the parameters; later calls only check each game's state. A false clause: ST_RULE_FAILED,
     * reported. */
    enum status (*open)(struct env *env);
    /* holds false: a claim that the way is based on was refuted, now or earlier. */
    enum status (*admit)(struct env *env, const struct way *way, bool *holds);
};
#endif
