/* SPDX-License-Identifier: MIT */
/* The stages of rule_file, an environment on top, and answers turned into short texts. */
#include "claims.h"
#include "runtime_case.h"
#include <string.h>
#include "base/text.h"
#include "plan/outcomes.h"
#include "trust/gate.h"

void case_open(struct runtime_case *c, const char *rule)
{
    memset(c, 0, sizeof *c);
    rule_open(&c->file, rule);
    if (c->file.st != ST_OK) fail_msg("%s: %s", rule, rule_message(&c->file));
    struct env_options options = {.gate = &trust_gate,
                                  .params = c->file.params,
                                  .budget = &c->file.budget,
                                  .diags = &c->file.diags,
                                  .sources = &c->file.sources};
    assert_int_equal(env_open(c->file.model, c->file.code, &options, &c->env), ST_OK);
}

void case_close(struct runtime_case *c)
{
    env_close(c->env);
    arena_free(&c->arena);
    rule_close(&c->file);
}

struct position case_position(struct runtime_case *c, const char *term)
{
    struct position position;
    if (rule_position(&c->file, term, &position) != ST_OK) fail_msg("%s: %s", term, rule_message(&c->file));
    return position;
}

void case_ask(struct runtime_case *c, const char *term, enum play play, int mover)
{
    struct wanted wanted = {.play = play, .mover = mover, .sg = true, .wins = true, .outcome = true};
    struct position *position = arena_alloc(&c->arena, sizeof *position);
    assert_non_null(position);
    *position = case_position(c, term);
    c->st = analyze(c->env, position, &wanted, &c->arena, &c->answer);
}

const char *case_sg(struct runtime_case *c, const char *term)
{
    case_ask(c, term, PLAY_NORMAL, 0);
    if (c->st != ST_OK) return rule_error(&c->file);
    return c->answer.has_sg ? c->answer.sg : "";
}

const char *case_outcome(struct runtime_case *c, const char *term, enum play play, int mover)
{
    static const char *const words[] = {"P", "N", "D", "?"};
    case_ask(c, term, play, mover);
    return c->st == ST_OK ? words[c->answer.outcome] : rule_error(&c->file);
}

const char *case_wins(struct runtime_case *c, const char *term, enum play play, int mover)
{
    struct text text = {0};
    case_ask(c, term, play, mover);
    if (c->st != ST_OK) return rule_error(&c->file);
    for (size_t i = 0; i < c->answer.win_count; i++)
        text_add(&text, "%s%s -> %s", i ? "; " : "", c->answer.wins[i].move, c->answer.wins[i].to);
    if (!c->answer.wins_complete) text_puts(&text, "...");
    const char *kept = arena_strdup(&c->arena, text_c(&text));
    text_free(&text);
    return kept;
}

int64_t case_value_by(struct runtime_case *c, const char *solver, const struct component *components, size_t count)
{
    uint64_t values[16], sum = 0;
    assert_true(count <= 16);
    c->env->terms.only = solver;
    store_clear(c->env->store);
    c->st = values_of(c->env, components, count, values, NULL);
    c->env->terms.only = NULL;
    for (size_t i = 0; c->st == ST_OK && i < count; i++) sum ^= values[i];
    return c->st == ST_OK ? (int64_t)sum : -1;
}
