/* SPDX-License-Identifier: MIT */
/* An expect or claim of a file, tried by all hands.
 *
 *     st = engine_try_check(engine, number, &engine->answers, &tried);      // as try_check (answer.h), a setting is selected
 *
 * A claim that sweeps parameters says the same at many settings, which have nothing in common: tables and values belong to one setting. If
 * those tried so far have taken TRIAL_LONG and more are left, the next ones are tried at the same time, each hand with an engine
 * of its own (docs/decisions/0071-settings-of-a-claim-by-several-hands.md). What hands find is only that a setting passes without a word;
 * everything else the caller finds himself, in order, so the answer is that of one hand: verdict, counterexample, messages. It costs
 * the settings that were tried beyond the first one that fails, at most TRIAL_AHEAD for each hand.
 *
 * Not where plugins come from files: they need not be safe to call from several threads. */
#ifndef CGI_ENGINE_TRIAL_TRIAL_H
#define CGI_ENGINE_TRIAL_TRIAL_H
#include "engine/open/engine.h"

enum { TRIAL_LONG = 200000000 /* nanoseconds */, TRIAL_AHEAD = 4 };
enum status engine_try_check(struct engine *engine, size_t number, struct arena *arena, struct tried *tried);

#endif
