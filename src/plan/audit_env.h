/* SPDX-License-Identifier: MIT */
/* The plain environment: a second environment in which audits search, without plugins and without the clauses in question.
 *
 *     struct env *plain;
 *     st = audit_env_open(env, 2000, &plain);                   // same model, code, parameters, script; closed with the store
 *     st = values_of(plain, components, count, values, NULL);    // ST_STATE_BUDGET: the bound was reached
 *
 * It has its own diagnostics and its own store with `symmetric` and `canon` off, kept from one audit to the next.
 * Its bound is counted in work (budget.h: looks) and positions, so an audit does the same on every machine and in
 * every run; the caller's limits apply as well. */
#ifndef CGI_PLAN_AUDIT_ENV_H
#define CGI_PLAN_AUDIT_ENV_H
#include "solve/solver.h"

/* Allows `looks` calls of budget_check, and 300,000 positions, from now on. */
enum status audit_env_open(struct env *env, uint64_t looks, struct env **plain);
/* Interprets a status of the plain environment: ST_OK if it only means that the audit ends here, else the status that the caller
 * must return. */
enum status audit_env_ends(struct env *env, enum status status);

#endif
