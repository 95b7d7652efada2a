/* SPDX-License-Identifier: MIT */
/* Each audit records what it has done, so a second pass through the gate costs next to nothing. */
#include "trust/gate.h"
#include "plan/plan.h"
#include "trust/audit_clauses.h"
#include "trust/audit_plugins.h"
#include "trust/vouch.h"

/* The positions of an ask: whole ones, or its components one by one. */
struct asked_position {
    const struct component *components;
    const struct integer *const *const *big;
    size_t count;
};

static struct asked_position position_of(const struct ask *ask, size_t i)
{
    if (!ask->positions) return (struct asked_position){ask->components, ask->big, ask->count};
    const struct position *p = &ask->positions[i];
    return (struct asked_position){p->components, (const struct integer *const *const *)p->big, p->count};
}

static size_t positions_in(const struct ask *ask) { return ask->positions ? ask->count : ask->components != NULL; }

/* A pair consists of two answers: the SG value of normal play and the outcome of misère play. */
static enum status audit_word(struct env *env, const struct ask *ask, const struct asked_position *p, bool *holds)
{
    enum status st = ST_OK;
    if (ask->what != Q_PAIR) return audit_plugins(env, p->components, p->count, ask->play, ask->mover);
    st = audit_plugins(env, p->components, p->count, PLAY_NORMAL, 0);
    if (st == ST_OK) st = audit_plugins(env, p->components, p->count, PLAY_MISERE, 0);
    for (size_t c = 0; st == ST_OK && *holds && c < p->count; c++) st = vouch_audit(env, &p->components[c], holds);
    return st;
}

/* Is the plugin still at the first component, and some plugin at each of the others? */
static bool recognised(const struct env *env, const struct asked_position *p, int plugin)
{
    bool all = p->count == 0 || host_plugin(env, &p->components[0]) == plugin;
    for (size_t c = 1; all && c < p->count; c++)
        all = component_rule(&p->components[c]) == component_rule(&p->components[c - 1]) ||
              host_plugin(env, &p->components[c]) >= 0;
    return all;
}

static enum status admit(struct env *env, const struct way *way, bool *holds)
{
    const struct ask *ask = way->ask;
    struct env asked = *env; /* of this plugin, whatever else fits */
    enum status st = ST_OK;
    *holds = true;
    if (way->by->trust == TRUST_CLAIMED) asked.terms.plugin = (int)way->by->plugin + 1;
    for (size_t i = 0; st == ST_OK && i < positions_in(ask); i++) {
        struct asked_position p = position_of(ask, i);
        if (way->by->trust != TRUST_CLAIMED) {
            st = audit_asked(env, p.components, p.big, p.count);
            continue;
        }
        st = audit_word(&asked, ask, &p, holds);
        *holds &= recognised(&asked, &p, (int)way->by->plugin);
    }
    return st;
}

const struct gate trust_gate = {audit_rules, admit};
