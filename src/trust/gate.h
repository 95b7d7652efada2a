/* SPDX-License-Identifier: MIT */
/* The gate of the program (plan/gate.h): runs the audits at the two points where the plan calls it.
 *
 *     struct env_options options = {..., .gate = &trust_gate};
 *
 * Before anything is planned: audit_rules. Before a way runs: audit_asked at its positions if the rule has a clause;
 * and if it is based on claims of plugins (TRUST_CLAIMED): audit_plugins of their games under its convention, for
 * Q_PAIR under both, including their claims of tameness (vouch.h). */
#ifndef CGI_TRUST_GATE_H
#define CGI_TRUST_GATE_H
#include "plan/gate.h"

extern const struct gate trust_gate;

#endif
