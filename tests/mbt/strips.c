/* SPDX-License-Identifier: MIT */
/* Random rules that put stones on rows and rings, of one colour or up to three, with conditions on runs, on what is seen along the row
 * and on the whole row, before the move and as it leaves it: values of strips (solve/search/strips.h) against a search of whole boards.
 * usage: strips [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a value that differs. */
#include "by_strips.h"

enum { LONGEST = 9 };

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

static const char *const runs[] = {
    "(left(s, i, c) or right(s, i, c))",
    "count(a for a in 1..len(s) where s[a] == 0 and joined(s, i, a, c)) > 0",
    "count(a for a in 1..len(s) where s[a] == 0 and joined(s, i, a, c)) > 1",
    "(i == 1 or s[i - 1] == 0 or s[i - 1] == c or left(s, i, s[i - 1]))",
    "(i == 1 or s[i - 1] != C + 1 - c or left(s, i, C + 1 - c))",
    "(i == len(s) or s[i + 1] != C + 1 - c or right(s, i, C + 1 - c))",
    ("all(d == c or ((i == 1 or s[i - 1] != d or left(s, i, d)) and (i == len(s) or s[i + 1] != d or right(s, i, d)))"
     " for d in 1..C)"),
    "not any(s[a] == c and all(s[k] == 0 for k in a + 1..i - 1) for a in 1..i - 1)",
    "any(s[a] == 0 and all(s[k] != 0 for k in a + 1..i - 1) for a in 1..i - 1)",
    "all(s[k] != c or left(s, k, c) for k in i - 1..i - 1)",
    "not (s[i - 1] == c and s[i + 1] == c)",
    "(s[i - 1] == 0 or s[i + 1] == 0)",
    "(i == 1 or s[i - 1] == 0 or s[i - 1] == c)",
    "s[i - 1] != s[i + 1]",
    "(s[i % len(s) + 1] != c or joined(s, i, 1, c))",
    "ring(s, i, c)",
    "ring(s, i, c)",
    "legal(s with { [i] = c })",
    "legal(s with { [i] = c })",
    "all(at(s, i, c, v) == 0 or lives(s, i, c, v) for v in 1..len(s))",
    "all(at(s, i, c, v) == 0 or lives(s, i, c, v) for v in 1..len(s))",
    "all(at(s, i, c, v) == 0 or lives(s, i, c, v) or at(s, i, c, v - 1) != c for v in 2..len(s))",
    "i != 3",
    "count(k for k in 1..len(s) where s[k] == 1) % 3 != c"};

/* Of these alone a rule has the same moves from each cell of a ring on. */
static const char *const rings[] = {"ring(s, i, c)", "(ring(s, i, c) or ring_left(s, i, c))",
                                    "(s[i % len(s) + 1] != C + 1 - c or ring(s, i, C + 1 - c))",
                                    "s[i % len(s) + 1] + s[(i + len(s) - 2) % len(s) + 1] != 2 * c",
                                    "(s[(i + len(s) - 2) % len(s) + 1] in {0, c} or ring_left(s, i, C + 1 - c))"};

/* Returns how many colours there are. */
static unsigned write_rule(uint64_t *seed, struct text *out)
{
    static const char *const puts[] = {"[i] = c", "[i] = c", "[i] = c", "[i] = C + 1 - c", "[i] = c, [i + 1] = c"};
    unsigned colours = 1 + (unsigned)random_below(seed, 3);
    size_t moves = random_below(seed, 5) ? 1 : 2;
    text_add(out,
             "param C = %u\n"
             "fn left(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in a + 1..i - 1) for a in 1..i - 1)\n"
             "fn right(s, i, c) = any(s[a] == 0 and all(s[k] == c for k in i + 1..a - 1) for a in i + 1..len(s))\n"
             "fn joined(s, i, a, c) = a != i and all(s[k] == c for k in a + 1..i - 1) and"
             " all(s[k] == c for k in i + 1..a - 1)\n"
             "fn ring(s, i, c) = any(s[(i + d - 1) %% len(s) + 1] == 0 and"
             " all(s[(i + e - 1) %% len(s) + 1] == c for e in 1..d - 1) for d in 1..len(s) - 1)\n"
             "fn ring_left(s, i, c) = any(s[(i + len(s) - d - 1) %% len(s) + 1] == 0 and"
             " all(s[(i + len(s) - e - 1) %% len(s) + 1] == c for e in 1..d - 1) for d in 1..len(s) - 1)\n"
             "fn lived(t, v) = any(t[a] == 0 and all(t[k] == t[v] for k in min(a, v) + 1..max(a, v) - 1) for a in "
             "1..len(t))\n"
             "fn legal(t) = all(t[v] == 0 or lived(t, v) for v in 1..len(t))\n"
             "fn at(s, i, c, k) = k == i ? c : s[k]\n"
             "fn lives(s, i, c, v) = any(at(s, i, c, a) == 0 and all(at(s, i, c, k) == at(s, i, c, v)"
             " for k in min(a, v) + 1..max(a, v) - 1) for a in 1..len(s))\n"
             "game r(s: row) {",
             colours);
    bool ring = random_below(seed, 3) == 0;
    for (size_t m = 0; m < moves; m++) {
        const char *put = PICK(seed, puts);
        bool two = strchr(put, '+') && strchr(put, ',');
        text_add(out, "\n  move m%zu(i in 1..len(s)%s, c in 1..C) where s[i] == 0%s", m, two ? " - 1" : "",
                 two ? " and s[i + 1] == 0" : "");
        for (size_t more = 1 + random_below(seed, 3); more > 0; more--)
            text_add(out, " and %s", ring ? PICK(seed, rings) : PICK(seed, runs));
        text_add(out, " -> r(s with { %s })", put);
    }
    text_puts(out, "\n}\n");
    return colours;
}

static void put_board(uint64_t *seed, unsigned colours, bool empty, char words[2][STRIP_WORD])
{
    char *word = words[0];
    size_t count = 3 + random_below(seed, LONGEST - 1 - colours), at = 0;
    word[at++] = '[';
    for (size_t i = 0; i < count; i++) {
        uint64_t cell = empty || random_below(seed, 3) ? 0 : random_below(seed, 3);
        at += (size_t)sprintf(word + at, "%s%d", i ? ", " : "", (int)cell);
    }
    sprintf(word + at, "]");
}

static const struct drawn_strips drawn = {"rows", 60, 10, 1, write_rule, put_board};
int main(int argc, char **argv) { return strips_tried(&drawn, argc, argv); }
