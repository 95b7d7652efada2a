/* SPDX-License-Identifier: MIT */
/* Random rules of tokens that write cells: see random_walk.h. */
#include "random_walk.h"
#include "random_rule.h"

#define PICK(seed, list) (list)[random_below(seed, sizeof(list) / sizeof *(list))]

/* In each %s is the token's place. */
/* In each %s is the token's place. The first ones are drawn as often as all others. */
enum { USUAL = 4 };
static const char *const conditions[] = {"s[i] == 1",
                                         "s[i] == 0",
                                         "i != %s",
                                         "s[i] != s[%s]",
                                         "s[i] > 0",
                                         "abs(i - %s) == 1",
                                         "(i - %s) * (i - %s) == 4",
                                         "s[%s] == 1",
                                         "s[%s] == 0",
                                         "i > %s",
                                         "s[i] == t",
                                         "i == %s %% len(s) + 1",
                                         "s[i] != 2",
                                         "n != m",
                                         "s[i] < s[%s]"};
static const char *const rows[] = {"s with { [%s] = 0 }",
                                   "s with { [%s] = 1 }",
                                   "s with { [%s] = 0 }",
                                   "s with { [%s] = s[i] }",
                                   "s with { [%s] = 2 }",
                                   "s with { [i] = 0 }",
                                   "s with { [%s] = 0, [i] = 1 }",
                                   "(s with { [i] = 1 }) with { [%s] = 0 }",
                                   "s with { [%s + 1] = 0 }",
                                   "s with { [%s] = m }",
                                   "s with { [%s] = 0, [m] = 0 }",
                                   "s with { [%s] = t }",
                                   "i == m ? s : s with { [%s] = 0 }",
                                   "s"};
static const char *const places[] = {"i", "i", "i", "i", "n", "m", "%s + 1", "%s %% len(s) + 1", "(%s + t) %% 3 + 1"};

#define PICK_USUAL(seed, list) (random_below(seed, 2) ? (list)[random_below(seed, USUAL)] : PICK(seed, list))

static void put_move(uint64_t *seed, int number, struct text *out)
{
    const char *token = random_below(seed, 4) ? "n" : "m";
    text_add(out, "  move m%d(i in 1..len(s), t in 1..2) where ", number);
    for (uint64_t k = random_below(seed, 3) + 1; k > 0; k--) {
        text_add(out, PICK_USUAL(seed, conditions), token, token);
        text_puts(out, k > 1 ? " and " : " -> g(");
    }
    text_add(out, PICK_USUAL(seed, rows), token);
    for (int place = 0; place < 2; place++) {
        text_puts(out, ", ");
        if ((*token == 'n') == (place == 0)) text_add(out, PICK_USUAL(seed, places), token);
        else text_puts(out, place ? "m" : "n");
    }
    text_puts(out, ")\n");
}

void random_walk(uint64_t *seed, struct text *out)
{
    static const char *const states[] = {"", "", "", " where n >= 1 and m <= len(s)", " where len(s) > 3 and n != m"};
    text_add(out, "game g(s: row, n, m)%s {\n", PICK(seed, states));
    for (int i = 0, moves = 1 + (int)random_below(seed, 2); i < moves; i++) put_move(seed, i, out);
    text_puts(out, "}\n");
}
