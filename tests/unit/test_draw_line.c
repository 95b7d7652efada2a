/* SPDX-License-Identifier: MIT */
/* Lines that keep a draw: on random graphs, alone and in sums, in both conventions, every step leads along an edge from draw to
 * draw and the last comes back to where the answer says. */
#include "claims.h"
#include <stdio.h>
#include <string.h>
#include "random_rule.h"
#include "runtime_case.h"
#include "trust/gate.h"

enum { NODES = 6 };
static bool edge[NODES][NODES];

static void write_graph(uint64_t *seed, struct text *rule)
{
    text_puts(rule, "graph g {");
    for (int u = 0; u < NODES; u++)
        for (int v = 0; v < NODES; v++) {
            edge[u][v] = random_below(seed, 10) < 3;
            if (edge[u][v]) text_add(rule, " %c -> %c;", 'a' + u, 'a' + v);
        }
    for (int u = 0; u < NODES; u++) text_add(rule, " %c;", 'a' + u);
    text_puts(rule, "\n loopy }");
}

/* "g(a) + g(c)" as nodes, in the order of the text. */
static int read_nodes(const char *text, int nodes[2])
{
    int count = 0;
    for (const char *at = strstr(text, "g("); at; at = strstr(at + 1, "g(")) nodes[count++] = at[2] - 'a';
    return count;
}

/* The winning moves are the options that are lost for the other, also where a number stands above options without one. */
static void check_wins(struct runtime_case *c, const char *term, enum play play)
{
    struct answer answer = c->answer;
    assert_true(answer.wins_complete);
    assert_true((answer.outcome == OUTCOME_N) == (answer.win_count > 0) || play == PLAY_MISERE); /* won where it ends */
    for (size_t i = 0; i < answer.win_count; i++)
        if (strcmp(answer.wins[i].to, "end") != 0)
            assert_string_equal(case_outcome(c, answer.wins[i].to, play, 0), "P");
    case_ask(c, term, play, 0);
}

static void check_line(struct runtime_case *c, const char *term, enum play play, size_t *lines)
{
    case_ask(c, term, play, 0);
    if (c->st != ST_OK) fail_msg("%s: %s", term, status_words(c->st));
    struct answer answer = c->answer;
    check_wins(c, term, play);
    if (answer.outcome != OUTCOME_D) {
        assert_int_equal(answer.line_count, 0);
        return;
    }
    assert_true(answer.line_count > 0 && answer.line_closed && answer.line_back < answer.line_count);
    int from[2] = {0}, to[2] = {0}, count = read_nodes(term, from), back[2] = {from[0], from[1]};
    for (size_t i = 0; i < answer.line_count; i++) {
        assert_int_equal(read_nodes(answer.line[i].to, to), count);
        int moved = 0;
        for (int k = 0; k < count; k++) moved += from[k] != to[k];
        int at = count == 2 && answer.line[i].component == 2;
        assert_true(edge[from[at]][to[at]]);
        assert_true(moved <= 1 && (count == 1 || from[!at] == to[!at]));
        assert_string_equal(case_outcome(c, answer.line[i].to, play, 0), "D");
        from[0] = to[0], from[1] = to[1];
        if (i + 1 == answer.line_back) back[0] = to[0], back[1] = to[1];
    }
    bool same = from[0] == back[0] && (count == 1 || from[1] == back[1]);
    bool turned = count == 2 && from[0] == back[1] && from[1] == back[0];
    assert_true(same || turned);
    ++*lines;
}

CLAIM(every_draw_has_a_line_that_keeps_it)
{
    uint64_t seed = 5;
    size_t lines = 0;
    for (int i = 0; i < 60; i++) {
        struct runtime_case c;
        struct text rule = {0};
        write_graph(&seed, &rule);
        case_open(&c, text_c(&rule));
        for (int u = 0; u < NODES; u++)
            for (int v = -1; v < NODES; v++) {
                char term[32];
                if (v < 0) snprintf(term, sizeof term, "g(%c)", 'a' + u);
                else snprintf(term, sizeof term, "g(%c) + g(%c)", 'a' + u, 'a' + v);
                check_line(&c, term, PLAY_NORMAL, &lines);
                if (i % 5 == 0) check_line(&c, term, PLAY_MISERE, &lines);
            }
        case_close(&c);
        text_free(&rule);
    }
    print_message("%zu lines\n", lines);
    assert_true(lines > 300);
}

CLAIM(players_with_different_moves_keep_a_draw_too)
{
    struct runtime_case c;
    case_open(&c,
              "game duel(n) { loopy\n move on where n < 4 and mover == 1 -> duel(n + 1)\n"
              "move back where n > 0 and n < 4 -> duel(n - 1)\n move jump where n == 2 and mover == 2 -> duel(4) }");
    case_ask(&c, "duel(1)", PLAY_NORMAL, 2);
    assert_int_equal(c.answer.outcome, OUTCOME_D);
    assert_int_equal(c.answer.line_count, 2);
    assert_string_equal(c.answer.line[0].to, "duel(0)");
    assert_string_equal(c.answer.line[1].to, "duel(1)");
    assert_true(c.answer.line_closed && c.answer.line_back == 0);
    case_ask(&c, "duel(2)", PLAY_NORMAL, 2);
    assert_int_equal(c.answer.outcome, OUTCOME_N);
    assert_int_equal(c.answer.line_count, 0);
    case_close(&c);
}

static bool asks_draw(void)
{
    struct runtime_case c;
    memset(&c, 0, sizeof c);
    rule_open(&c.file, "graph g { a -> b; b -> a c\n loopy }");
    enum status st = c.file.st;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    struct position position;
    struct wanted wanted = {.wins = true, .outcome = true};
    if (st == ST_OK) st = env_open(c.file.model, c.file.code, &options, &c.env);
    if (st == ST_OK) st = rule_position(&c.file, "g(a) + g(a)", &position);
    if (st == ST_OK) st = analyze(c.env, &position, &wanted, &c.arena, &c.answer);
    if (st != ST_OK && st != ST_NO_MEMORY) fail_msg("%s", status_words(st));
    case_close(&c);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_survived) { assert_true(walk_failures(asks_draw) > 20); }

CLAIMS(IT(every_draw_has_a_line_that_keeps_it), IT(players_with_different_moves_keep_a_draw_too),
       IT(any_failed_allocation_is_survived))
