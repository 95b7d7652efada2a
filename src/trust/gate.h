/* SPDX-License-Identifier: MIT */
/* The gate of the program (plan/gate.h): the audits, put at the two places where the plan asks.
 *
 *     struct env_options options = {..., .gate = &trust_gate};
 *
 * Before anything is planned: audit_rules. Before a way runs: audit_asked at its positions where the rule has a clause; and where it
 * rests on the word of plugins (TRUST_CLAIMED): audit_plugins of their games under its convention, for Q_PAIR under both, with what they
 * say about tameness (vouch.h). */
#ifndef CGI_TRUST_GATE_H
#define CGI_TRUST_GATE_H
#include "plan/gate.h"

extern const struct gate trust_gate;

#endif
