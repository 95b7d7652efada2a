/* SPDX-License-Identifier: MIT */
/* A drawn rule, opened for questions.
 *
 *     struct budget budget = {.states = 200000};
 *     struct engine *e = opened((struct engine_options){.text = rule, .budget = &budget});
 *     if (e) { ... engine_close(e); }              // NULL: the text is no rule, and nothing is left to free
 *
 * What is not said: the name "drawn", all stages, the file's first setting. */
#ifndef CGI_TESTS_OPENED_H
#define CGI_TESTS_OPENED_H
#include <stddef.h>
#include "engine/open/engine.h"
#include "engine/open/position.h"

static inline struct engine *opened(struct engine_options options)
{
    struct engine *engine = NULL;
    const char *label;
    if (!options.name) options.name = "drawn";
    options.until = STAGE_ALL;
    if (engine_open(&options, &engine) == ST_OK && engine_select(engine, 0, &label) == ST_OK) return engine;
    engine_close(engine);
    return NULL;
}

/* The SG value of a position, as the engine answers it, with its budget from the start; "none". Lives as long as the engine's answers. */
static inline const char *sg_of(struct engine *e, const char *word)
{
    struct position position;
    struct answer answer = {0};
    struct wanted wanted = {.play = PLAY_NORMAL, .sg = true};
    e->env->budget->states_used = 0;
    enum status st = engine_position(e, &word, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &answer);
    return st == ST_OK && answer.has_sg ? answer.sg : "none";
}

#endif
