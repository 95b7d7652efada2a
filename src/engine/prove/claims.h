/* SPDX-License-Identifier: MIT */
/* Claims of a file for all positions: decided, not tried.
 *
 *     struct claim_prover *prover;
 *     st = claims_open(engine, CLAIM_QUICK, &prover);                      // a setting is selected
 *     struct claim_theorem t;
 *     st = claim_decide(prover, number, &arena, &t);
 *     if (t.verdict == THEOREM_PROVED) say("proved", t.scope);                     // "for all a >= 0, b >= 0"
 *     claims_close(prover);
 *
 * `claim C for a in 0..100, b in 0..a where W` is a statement about finitely many cases. Where the greatest value of a
 * variable is a constant it only says how far somebody looked, so the theorem is the claim without it: for all a >= 0 and b in
 * 0..a. PROVED: C is true of all of them of which W is true, and W has a value for all. REFUTED: it is false for `place`, the
 * least case by the sum of the variables, among those within the claim's own bounds if there is one there; else `beyond`. OPEN:
 * neither is
 * known, and `reason` says why: no automaton reads the claim, the lost positions that it asks about are not proved, a bound
 * of work was reached, or the condition has no value somewhere. Both verdicts are about numbers of any size; whether the machine could
 * evaluate the claim at large ones within 64 bits is not asked. A swept parameter takes each of its values, which are proved one by
 * one.
 *
 * Proof. The lost positions (or SG values) asked about are proved by engine_prove, in a numeration that can read the
 * condition; there the
 * condition is translated (proof/formula/formula.h) to the sets where it is true and where it is false; PROVED is that nothing of
 * the domain is outside the first, REFUTED that something is in the second. */
#ifndef CGI_ENGINE_PROVE_CLAIMS_H
#define CGI_ENGINE_PROVE_CLAIMS_H
#include "engine/open/engine.h"

enum theorem_verdict { THEOREM_OPEN, THEOREM_PROVED, THEOREM_REFUTED };
enum claim_effort { CLAIM_QUICK, CLAIM_FULL };
struct claim_theorem {
    enum theorem_verdict verdict;
    bool general;      /* some variable has no greatest value: more is said than by trying all cases */
    bool beyond;       /* REFUTED, but not within the claim's own bounds */
    const char *scope; /* "for all a >= 0, b in 0..a" */
    const char *place; /* REFUTED: "a = 3, b = 5" */
    const char *in;    /* "Zeckendorf numeration", "base 2" */
    const char *reason;
};
/* "proved for all a >= 0", "refuted at n = 5", "false beyond its own bounds, at n = 144", "not decided: ..."; in the arena,
 * NULL: memory. */
const char *claim_words(const struct claim_theorem *theorem, struct arena *arena);
struct claim_prover;
enum status claims_open(struct engine *engine, enum claim_effort effort, struct claim_prover **prover);
/* Of check `number` of the model. ST_OK, ST_NO_MEMORY, or what ends the whole question (time, Ctrl-C). */
enum status claim_decide(struct claim_prover *prover, size_t number, struct arena *arena, struct claim_theorem *out);
void claims_close(struct claim_prover *prover);

#endif
