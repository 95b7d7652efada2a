/* SPDX-License-Identifier: MIT */
#include "diagram_rules.h"
#include "random_rule.h"

#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules ------------------------------------------------------------------------------------------------------------ */
static const char *const of_rows[] = {
    "good(s with { [i] = c }, e)",
    "good(s with { [i] = c }, e)",
    "far(s with { [i] = c }, e, i, c)",
    "far(s, e, i, c)",
    "any(component([s[m] == s[v] and s[v] != c ? 1 : 0 for m in 1..len(s)], e, v)[k] == 1 and s[k] != 0 for v in "
    "1..len(s), k in 1..1)",
    "not any(component([s[m] == s[i] and (m != i or i > 2) ? 1 : 0 for m in 1..len(s)], e, i)[k] == 1 for k in "
    "1..len(s))",
    "all(not any(component([s[m] == s[v] and s[v] != c ? 1 : 0 for m in 1..len(s)], e, v)[k] == 1 for k in 2..i - 1) "
    "for v in i..len(s))",
    "all(t_open(s with { [i] = c }, e, v) for v in 1..len(s))",
    "any(s[k] == c and component(s, e, i)[k] != 0 for k in 1..len(s))",
    "any(s[k] == k - 1 for k in 0..len(s) + 1 where component([s[m] == s[i] ? 1 + s[m] : 0 for m in 1..len(s)], e, "
    "i)[k] > 1)",
    "near(s with { [i] = c }, e, i) <= c",
    "near(s, e, i) != 1",
    "near(s with { [i] = s[1] }, e, 2) % 2 == 0",
    "component(s with { [i] = c }, e, i)[1] == 0",
    "component(s, e, 1)[len(s)] != c",
    "count(component(s with { [i] = c }, e, i)[k] != 0 for k in 1..len(s)) <= 3",
    "sum(component([s[m] == 0 ? 1 : 0 for m in 1..len(s)], e, i)[k] for k in 1..len(s)) >= 2",
    "sum(s[k] for k in 1..len(s)) % 3 != c",
    "count(e[i, k] == 1 and s[k] == c for k in 1..len(s)) < 2",
    "not any(e[i, k] == 1 and e[k, l] == 1 and s[k] == c and s[l] == c for k in 1..len(s), l in 1..len(s))",
    "s[1] + s[2] != s[3] + c",
    "len([1 for k in 1..i]) % 2 == 1",
    "[s[k] * s[k] for k in 1..len(s)][i - 1] < 4",
    "pair(s with { [i] = c }, i, s[2])",
    "(i != 2 or c == 1)",
    "all(s[i + d] != c for d in D)",
    "sum(s[k] for k in 1..len(s)) not in divisors(i + c)",
    "sum(c - s[k] for k in 1..len(s)) > 1",
    "0 - 1 < sum(s[k] * (c - 2) for k in i..len(s))",
    "sum(s[k] for k in 1..len(s)) == sum(k for k in 1..len(s) where s[k] == c)",
    "s[i - 1] + 2 * s[i + 1] in powers(c + 1)"};
static const char *const to_rows[] = {
    "s with { [i] = c }", "s with { [i] = c }", "s with { [i] = c }",
    "[k == i or (e[i, k] == 1 and s[k] == 0 and c == 2) ? c : s[k] for k in 1..len(s)]",
    "s with { [i] = max(c, s[1]) }"};
static const char *const of_grids[] = {
    "fine(b with { [i, j] = c })",
    "fine(b with { [i, j] = c })",
    "beside(b, i, j, c) < 2",
    "beside(b with { [i, j] = c }, 1, 2, c) != 1",
    "count(b[x, y] == c for x in 1..rows(b), y in 1..cols(b)) % 2 == 0",
    "all(count(b[x, y] != 0 or (x == i and y == j) for y in 1..cols(b)) < cols(b) for x in 1..rows(b))",
    "sum(b[x, j] for x in 1..rows(b)) != c",
    "3 >= count(1 for x in 1..rows(b), y in 1..cols(b) where b[x, y] != 0)",
    "sum(b[x, y] for x in 1..rows(b), y in 1..cols(b)) == i + j",
    "sum(1 - b[x, y] for x in 1..rows(b), y in 1..cols(b)) > 0",
    "(b[i - 1, j] == 0 or b[i + 1, j] != c)",
    "[b[x, 1] for x in 1..rows(b)][i] != c",
    "i + j != 3"};
static const char *const to_grids[] = {
    "b with { [i, j] = c }", "b with { [i, j] = c }",
    ("[[x == i and y == j or (c == 2 and x == i and b[x, y] == 0) ? c : b[x, y] for y in 1..cols(b)] for x in "
     "1..rows(b)]")};

/* What is left of a board t after the cell i was written. */
static const char *const falls[] = {
    "[joined(t, e, w, 1) ? t[w] : 0 for w in 1..len(t)]",
    "[joined(t, e, 1, w) ? t[w] : 0 for w in 1..len(t)]",
    "[joined(t, e, w, 1) or joined(t, e, w, 2) ? t[w] : 0 for w in 1..len(t)]",
    "component(t, e, 3)",
    "[t[w] * (component(t, e, 1)[w] + component(t, e, 4)[w] > 0 ? 1 : 0) for w in 1..len(t)]",
    "[component(grounded(t), above(e), 1)[w + 1] for w in 1..len(t)]",
    "[component(t, [[b == a + 1 ? 1 : 0 for b in 1..len(t)] for a in 1..len(t)], 2)[w] for w in 1..len(t)]",
    "[w == 3 or joined(t, e, w, 1) ? t[w] : 0 for w in 1..len(t)]",
    "[joined(t, e, w, i) ? t[w] : 0 for w in 1..len(t)]",
    "[joined(t, e, w, 1) and joined(t, e, w, 2) ? t[w] : 0 for w in 1..len(t)]",
    "[joined(t, e, w, 1) ? t[w] : 1 for w in 1..len(t)]",
    "[joined(t, e, w, 1) ? 1 : 0 for w in 1..len(t)]",
    "[w == i or joined(t, e, w, 2) ? t[w] : 0 for w in 1..len(t)]",
    "[sum(component(t, e, w)) > 1 ? t[w] : 0 for w in 1..len(t)]",
    "[t[w] == 2 or joined(t, e, w, 1) ? t[w] : 0 for w in 1..len(t)]"};
static const char *const cuts[] = {"s with { [i] = 0 }",
                                   "s with { [i] = 0 }",
                                   "s with { [i] = 0 }",
                                   "s with { [i] = s[i] - 1 }",
                                   "s with { [i] = 0, [1] = 1 }",
                                   "[w == i or (e[i, w] == 1 and s[w] == 1) ? 0 : s[w] for w in 1..len(s)]",
                                   "[w == i or w == len(s) ? 0 : s[w] for w in 1..len(s)]"};

static void add_falling(uint64_t *seed, struct text *out)
{
    for (size_t m = 0, moves = 1 + (random_below(seed, 3) == 0); m < moves; m++) {
        text_add(out, "\n  move m%zu(i in 1..len(s), c in 1..C) where s[i] == c", m);
        if (random_below(seed, 3) == 0) text_add(out, " and %s", PICK(seed, of_rows));
        text_add(out, " -> r(fall%zu(%s, e, i), e)", (size_t)random_below(seed, 2), PICK(seed, cuts));
    }
    text_puts(out, "\n}\n");
}

/* What all moves ask of the board as they leave it, or nearly all. */
static const char *const laws[] = {"good(t, e)", "good(t, e)", "all(t_open(t, e, v) for v in 1..len(t))",
                                   "count(t[k] == 1 for k in 1..len(t)) != 2",
                                   "all(e[k, l] == 0 or t[k] != t[l] or t[k] == 0 for k in 1..len(t), l in 1..k)"};
static const char *const lawful[] = {
    "\n  move m(i in 1..len(s), c in 1..C) where s[i] == 0 and law(s with { [i] = c }, e) -> r(s with { [i] = c }, e)",
    "\n  move m(i in 1..len(s), c in 0..C) where s[i] != c and (s[1] < 2 or i > 2) and law(s with { [i] = c }, e)\n"
    "    -> r(s with { [i] = c }, e)",
    "\n  move n(i in 2..len(s)) where s[i] + s[1] == 0 and law(s with { [i] = 1, [1] = C }, e)\n"
    "    -> r(s with { [i] = 1, [1] = C }, e)",
    "\n  move n(i in 2..len(s)) where s[i] == 0 and law(s with { [i] = 1, [1] = s[1] }, e) -> r(s with { [i] = 1 }, e)",
    "\n  move n(i in 2..len(s)) where s[i] == 0 and law(s with { [i] = 1 }, e) and s[1] == 0 -> r(s with { [i - 1] = 1 "
    "}, e)"};

static void add_lawful(uint64_t *seed, struct text *out)
{
    text_puts(out, lawful[random_below(seed, 3) == 0]);
    if (random_below(seed, 2)) text_puts(out, lawful[2 + random_below(seed, 3)]);
    text_add(out, "\n}\nfn law(t, e) = %s\n", PICK(seed, laws));
}

static void add_moves(uint64_t *seed, struct text *out, bool grid)
{
    if (!grid && random_below(seed, 3) == 0) {
        add_lawful(seed, out);
        return;
    }
    if (!grid && random_below(seed, 2)) {
        add_falling(seed, out);
        return;
    }
    for (size_t m = 0, moves = random_below(seed, 4) ? 1 : 2; m < moves; m++) {
        const char *held = random_below(seed, 5) ? "0" : "C";
        if (grid)
            text_add(out, "\n  move m%zu(i in 1..rows(b), j in 1..cols(b), c in 1..C) where b[i, j] == %s", m, held);
        else text_add(out, "\n  move m%zu(i in 1..len(s), c in 1..C) where s[i] == %s", m, held);
        for (size_t more = 1 + random_below(seed, 2); more > 0; more--)
            text_add(out, " and %s%s", random_below(seed, 5) ? "" : "not ",
                     grid ? PICK(seed, of_grids) : PICK(seed, of_rows));
        text_add(out, " -> r(%s%s)", grid ? PICK(seed, to_grids) : PICK(seed, to_rows), grid ? "" : ", e");
    }
    text_puts(out, "\n}\n");
}

void write_rule(uint64_t *seed, struct text *out, bool grid, unsigned colours)
{
    text_add(out, "param C = %u\nparam D = {1, -2, 1}\n", colours);
    if (grid)
        text_puts(out, "fn fine(t) = all(t[x, y] == 0 or t[x, y] != t[x + 1, y] or t[x, y] != t[x, y + 1] for x in "
                       "1..rows(t), y in "
                       "1..cols(t))\n"
                       "fn beside(t, x, y, c) = count(t[z, y] == c for z in x - 1..x + 1) + count(t[x, z] == c for z "
                       "in y - 1..y + 1)\n"
                       "game r(b: grid) {");
    else
        text_puts(out, "fn free(t, e, v) = any(component([t[m] == t[v] ? 1 : 0 for m in 1..len(t)], e, v)[k] == 1 and "
                       "any(e[k, l] == 1 "
                       "and t[l] == 0 for l in 1..len(t)) for k in 1..len(t))\n"
                       "fn good(t, e) = all(t[v] == 0 or free(t, e, v) for v in 1..len(t))\n"
                       "fn far(t, e, v, c) = any(t[k] == c and e[v, k] == 0 and component([t[m] == t[v] ? 2 : 0 for m "
                       "in 1..len(t)], e, v)[k] >= 2 for k in 2..len(t))\n"
                       "fn t_open(t, e, v) = t[v] == 0 or any(component([t[m] == t[v] or t[m] == t[1] ? 1 : 0 for m in "
                       "1..len(t)], e, v)[k] == 1 and (t[k] == 0 or t[k] == t[v] and any(e[k, l] == 1 and t[l] != t[v] "
                       "for l in 1..len(t))) for k in 1..len(t))\n"
                       "fn near(t, e, v) = count(t[k] != 0 and (e[v, k] == 1 or e[k, v] == 1) for k in 1..len(t))\n"
                       "fn joined(t, e, v, w) = component(t, e, v)[w] != 0\n"
                       "fn grounded(t) = [w == 1 ? 1 : t[w - 1] for w in 1..len(t) + 1]\n"
                       "fn above(e) = [[a == 1 and b == 3 or (a > 1 and b > 1 and e[a - 1, b - 1] == 1) ? 1 : 0 for b "
                       "in 1..rows(e) + 1] for a in 1..rows(e) + 1]\n"
                       "fn pair(t, i, x) = t[i] != x or t[i + 1] == t[i - 1]\n");
    if (!grid)
        text_add(out, "fn fall0(t, e, i) = %s\nfn fall1(t, e, i) = %s\ngame r(s: row, e: grid) {", PICK(seed, falls),
                 PICK(seed, falls));
    add_moves(seed, out, grid);
}

/* ---- sets of stones that are forbidden ---------------------------------------------------------------------------------- */
/* v(k) is what a stone is in cell k: 1, 0, or now this and now that. Some of them are no such rules, though they look like it. */
static const char *const stones[] = {"1", "1", "0", "k % 2"};
static const char *const forbidden_rows[] = {
    "not any(all(t[k + d] == v(k + d) for d in 0..2) for k in 1..len(t) - 2)",
    "count(e[i, k] == 1 and s[k] == v(k) for k in 1..len(s)) < 2",
    "count(t[k] == v(k) for k in 1..len(t)) < 4",
    "not any(s[k] == v(k) and s[2 * i - k] == v(2 * i - k) for k in max(1, 2 * i - len(s))..i - 1)",
    "not (s[1] == v(1) and s[3] == v(3) and s[4] == v(4))",
    "(i != 2 or s[1] != v(1))",
    "(s[1] != v(1) or s[2] == v(2))",
    "not all(t[k] == v(k) for k in 2..len(t))",
    "not any(e[k, l] == 1 and e[l, i] == 1 and s[k] == v(k) and s[l] == v(l) for k in 1..len(s), l in 1..len(s))",
    "(s[1] == v(1) or s[i] != v(i))"};
static const char *const forbidden_grids[] = {
    "not any(t[x, y] == V and t[x + 1, y] == V for x in 1..rows(t) - 1, y in 1..cols(t))",
    "not any(t[x, y] == V and t[x + 1, y + 1] == V for x in 1..rows(t) - 1, y in 1..cols(t) - 1)",
    "count(t[x, y] == V for x in 1..rows(t), y in 1..cols(t)) < 4",
    "count(t[i, y] == V for y in 1..cols(t)) < 2",
    "not (t[1, 1] == V and t[rows(t), cols(t)] == V)",
    "(t[1, 2] == V or t[1, 1] != V)"};

static const char *const beside_rows[] = {", [i % len(s) + 1] = v(i % len(s) + 1)",
                                          ", [i % len(s) + 1] = 1 - v(i % len(s) + 1)", ", [1] = i % 2"};
static const char *const beside_grids[] = {", [i % rows(t) + 1, j] = V", ", [i % rows(t) + 1, j] = 1 - V"};

void write_forbidding_rule(uint64_t *seed, struct text *out, bool grid)
{
    const char *stone = PICK(seed, stones);
    if (grid && stone[1]) stone = "0";
    text_add(out, "param V = %s\nfn v(k) = %s\ngame r(%s) {", stone[1] ? "1" : stone, stone,
             grid ? "t: grid" : "s: row, e: grid");
    for (size_t m = 0, moves = 1 + random_below(seed, 2); m < moves; m++) {
        size_t kind = random_below(seed, 6); /* one stone, two, or one that lifts another */
        const char *also = kind > 1 ? "" : grid ? PICK(seed, beside_grids) : PICK(seed, beside_rows);
        if (grid) text_add(out, "\n  move m%zu(i in 1..rows(t), j in 1..cols(t)) where t[i, j] != V", m);
        else text_add(out, "\n  move m%zu(i in %d..len(s)) where s[i] != v(i)", m, kind > 1 ? 1 : 2);
        for (size_t more = 1 + random_below(seed, 2); more > 0; more--) {
            if (grid) text_add(out, " and good%zu%zu(t with { [i, j] = V%s }, i, j)", m, more, also);
            else text_add(out, " and good%zu%zu(s with { [i] = v(i)%s }, s, e, i)", m, more, also);
        }
        if (grid) text_add(out, " -> r(t with { [i, j] = V%s })", also);
        else text_add(out, " -> r(s with { [i] = v(i)%s }, e)", also);
    }
    text_puts(out, "\n}\n");
    for (size_t m = 0; m < 2; m++)
        for (size_t more = 1; more < 3; more++)
            text_add(out, "fn good%zu%zu(%s) = %s\n", m, more, grid ? "t, i, j" : "t, s, e, i",
                     grid ? PICK(seed, forbidden_grids) : PICK(seed, forbidden_rows));
}
