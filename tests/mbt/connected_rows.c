/* SPDX-License-Identifier: MIT */
/* Random rules that put stones of one colour or two on rows and rings and ask what is connected, of a group, of its neighbours or of all
 * groups, with other conditions on places and on the whole row: values of strips made by meaning (solve/search/strip_meaning.c) against a
 * search of whole boards. Rows are searched from legal positions and from any others, beside them grids of paths, rings and what is neither.
 * usage: connected_rows [FIRST_SEED [COUNT]]; prints TAP lines, and each rule with a value that differs. */
#include "by_strips.h"

enum { LONGEST = 8 };

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

static const char *const conditions[] = {"legal(s with { [i] = c }, e)",
                                         "legal(s with { [i] = c }, e)",
                                         "legal(s with { [i] = c }, e)",
                                         "alive(s with { [i] = c }, e, i)",
                                         "alive(s with { [i] = c }, e, i) and beside(s with { [i] = c }, e, i)",
                                         "alive(s with { [i] = c }, e, i) and beside(s with { [i] = c }, e, i)",
                                         "stones(s with { [i] = c }, e, i) <= 2",
                                         "all(stones(s with { [i] = c }, e, v) <= 3 for v in 1..len(s))",
                                         "(i == 1 or component(group(s with { [i] = c }, i), e, i)[1] == 0)"};

static const char *const others[] = {"i != 3",
                                     "s[i - 1] != s[i + 1]",
                                     "(c == 1 or i > 1)",
                                     "count(k for k in 1..len(s) where s[k] == 1) % 3 != c",
                                     "any(e[i, k] == 1 and s[k] == 0 for k in 1..len(s))",
                                     "sum(s[k] for k in 1..len(s)) < 4",
                                     "2 + c > count(k for k in 1..len(s) where s[k] != 0)",
                                     "count(k for k in 1..len(s) where s[k] == c) in {0, 2}",
                                     "sum(1 - s[k] for k in 1..len(s)) >= c",
                                     "sum(k for k in 1..len(s) where s[k] == 0) != 6",
                                     "sum(s[k] for k in 1..len(s)) <= i",
                                     "0 - 1 < sum(s[k] * (c - 2) for k in i..len(s))"};

/* Returns how many colours there are. */
static unsigned write_rule(uint64_t *seed, struct text *out)
{
    unsigned colours = 1 + (unsigned)random_below(seed, 2);
    text_add(out,
             "fn group(t, v) = [t[m] == t[v] ? 1 : 0 for m in 1..len(t)]\n"
             "fn stones(t, e, v) = t[v] == 0 ? 0 : sum(component(group(t, v), e, v))\n"
             "fn alive(t, e, v) = any(component(group(t, v), e, v)[k] == 1 and any(e[k, l] == 1 and t[l] == 0"
             " for l in 1..len(t)) for k in 1..len(t))\n"
             "fn beside(t, e, i) = all(e[i, v] == 0 or t[v] == 0 or alive(t, e, v) for v in 1..len(t))\n"
             "fn legal(t, e) = all(t[v] == 0 or alive(t, e, v) for v in 1..len(t))\n"
             "game r(s: row, e: grid) {\n  move m(i in 1..len(s), c in 1..%u) where s[i] == 0 and %s",
             colours, PICK(seed, conditions));
    if (random_below(seed, 3) == 0) text_add(out, " and %s", PICK(seed, conditions));
    if (random_below(seed, 4) == 0) text_add(out, " and %s", PICK(seed, others));
    text_puts(out, " -> r(s with { [i] = c }, e)\n}\n");
    return colours;
}

/* What is beside the row: which cells of it are joined. */
enum kind { PATH, RING, BROKEN, LOOPS, ONE_WAY, CHORD, KINDS };
static int joins(enum kind kind, size_t i, size_t j, size_t count)
{
    size_t apart = i < j ? j - i : i - j;
    if (kind == CHORD && apart == 2 && i + j == 4) return 1;
    if (kind == LOOPS && apart == 0) return i % 3 == 1;
    if (kind == BROKEN && i + j == 5) return 0;
    if (kind == ONE_WAY && apart == 1) return i < j;
    return apart == 1 || (kind == RING && count > 2 && apart == count - 1);
}

static void put_board(uint64_t *seed, unsigned colours, bool empty, char words[2][STRIP_WORD])
{
    size_t count = 3 + random_below(seed, LONGEST - 1 - colours), at = 0;
    enum kind kind = random_below(seed, 2) ? PATH : (enum kind)random_below(seed, KINDS);
    words[0][at++] = '[';
    for (size_t i = 0; i < count; i++) {
        uint64_t cell = empty || random_below(seed, 3) ? 0 : random_below(seed, colours + 1);
        at += (size_t)sprintf(words[0] + at, "%s%d", i ? ", " : "", (int)cell);
    }
    sprintf(words[0] + at, "]");
    at = (size_t)sprintf(words[1], "[");
    for (size_t i = 0; i < count; i++) {
        at += (size_t)sprintf(words[1] + at, "%s", i ? ", [" : "[");
        for (size_t j = 0; j < count; j++)
            at += (size_t)sprintf(words[1] + at, "%s%d", j ? ", " : "", joins(kind, i, j, count));
        at += (size_t)sprintf(words[1] + at, "]");
    }
    sprintf(words[1] + at, "]");
}

static const struct drawn_strips drawn = {"connected rows", 40, 8, 2, write_rule, put_board};
int main(int argc, char **argv) { return strips_tried(&drawn, argc, argv); }
