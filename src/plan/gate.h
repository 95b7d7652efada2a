/* SPDX-License-Identifier: MIT */
/* The gate: what stands between a claim and an answer.
 *
 *     struct env_options options = {..., .gate = &trust_gate};      // the room `trust` keeps it (trust/gate.h)
 *
 * The plan asks it at two places, and nobody else does: before anything is planned, for what the rule claims about itself
 * (`symmetric`, `canon`), and before a way runs, for the positions it is run on and for the word of a plugin that it rests on. In an
 * environment without a gate no plugin answers and no clause is used (audit_env.h). */
#ifndef CGI_PLAN_GATE_H
#define CGI_PLAN_GATE_H
#include "solve/solver.h"

struct gate {
    /* Once a setting of the parameters; later calls cost a look at each game. A false clause: ST_RULE_FAILED, reported. */
    enum status (*open)(struct env *env);
    /* *holds false: what the way rests on was refuted, now or before. */
    enum status (*admit)(struct env *env, const struct way *way, bool *holds);
};
#endif
