/* SPDX-License-Identifier: MIT */
/* A claim and the position of which it may speak. */
#ifndef CGI_ENGINE_EXPLAIN_PRIVATE_H
#define CGI_ENGINE_EXPLAIN_PRIVATE_H
#include "engine/explain/laws.h"
#include "model/reckon.h"
#include "answer/lists/claim_questions.h"

struct applying {
    struct engine *engine;
    struct env *env; /* quiet, in bounded work */
    struct arena *arena;
    const struct answer *answer;
    const struct check *check;
    struct check_asker asker;
    struct reckoning reckoning;
    const struct position *position; /* one that the question may be about */
    struct reckon_binding bound[MODEL_MAX_FIELDS];
    size_t bound_count;
    bool beyond;
    enum status status;
};
/* Is a question of the claim about the position? Then the variables are bound. */
bool law_matches(struct applying *a);

#endif
