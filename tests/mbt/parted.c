/* SPDX-License-Identifier: MIT */
/* Moves to sums whose ranges are thinned by remainders and by numbers that are left out (code/compile/parted.c): values by the table, and
 * by a search that reads the rule as it is. usage: parted [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include "drawn_box.h"
#include "code/compile/program.h"
#include "random_rule.h"

#define PICK(...)                                                                                                      \
    ((const char *const[]){                                                                                            \
        __VA_ARGS__})[random_below(seed, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

static size_t answers, by_rays, rays_of_several;

/* What falls or rises evenly with t, and what it is compared with. */
static void draw_condition(uint64_t *seed, struct text *out)
{
    const char *even = PICK("t", "t", "(a - t)", "(t + b)", "(2 * t + 1)", "(b - 3 * t)", "(a - 2 * t)", "-t");
    const char *how = PICK("!=", "!=", "!=", "==", "<", "<=", ">", ">=");
    const char *other = PICK("0", "1", "2", "9223372036854775807", "b", "a / 2", "(b + 1) % 3", "-1", "(a - b)");
    if (random_below(seed, 3) == 0) {
        const char *second = random_below(seed, 2) ? other : PICK("(a - t)", "2 * t");
        if (random_below(seed, 4) == 0) text_add(out, "not %s == %s", even, second);
        else text_add(out, "%s != %s", even, second);
        return;
    }
    int by = 2 + (int)random_below(seed, 8);
    if (random_below(seed, 4) == 0) text_add(out, "%s %s %s %% %d", other, how, even, by);
    else text_add(out, "%s %% %d %s %s", even, by, how, other);
}

static void draw_move(uint64_t *seed, struct text *out, int number)
{
    text_add(out, "  move m%d(t in %s) where ", number,
             PICK("1..a - 1", "1..a", "1..min(a, b)", "1..min(a, 5)", "2..a / 2"));
    draw_condition(seed, out);
    for (uint64_t more = random_below(seed, 4) / 2; more > 0; more--) {
        text_puts(out, " and ");
        if (random_below(seed, 6) == 0) text_puts(out, PICK("b > 1", "gcd(t, a) <= 2", "t + b != 7 or a == 2"));
        else draw_condition(seed, out);
    }
    text_add(out, " -> %s\n",
             PICK("g(t - 1, b) + g(a - t, b)", "g(a - t, b) + g(t - 1, b)",
                  "g(t - 1, b) + g(a - t, b / 2) + g(a / 2, b)", "g(a - t, b)", "g(a - t, b) + g(b, max(t - 1, 0))"));
}

static void draw(uint64_t *seed, struct text *out)
{
    text_puts(out, "game g(a, b) {\n");
    for (int i = 0, moves = 1 + (int)random_below(seed, 2); i < moves; i++) draw_move(seed, out, i);
    text_puts(out, "  move less(s in 1..b) where s % 2 != a % 2 -> g(a, b - s)\n}\n");
}

static void count_rays(const struct rule_file *f)
{
    size_t rays = 0;
    int table = f->code->games[0].table;
    const struct program *p = table >= 0 ? f->code->programs.data[table] : NULL;
    for (size_t i = 0; p && i < p->count; i++) rays += p->code[i].op == OP_RAY;
    by_rays += rays > 1;
    rays_of_several += rays > 3;
}

static bool agrees(const char *text, uint64_t seed)
{
    struct rule_file f;
    struct runtime_case c;
    rule_open(&f, text);
    bool good = true, rules = f.st == ST_OK; /* else a move can never be made */
    rule_close(&f);
    if (!rules) return true;
    case_open(&c, text);
    for (int i = 0; good && i < 8; i++) good = drawn_value(&c, "table", 2, 17, &seed, &answers);
    count_rays(&c.file);
    case_close(&c);
    return good;
}

int main(int argc, char **argv)
{
    size_t bad = drawn_rules(argc, argv, 300, draw, agrees);
    printf("# %zu answers, %zu rules by rays, %zu by more than three\n", answers, by_rays, rays_of_several);
    bool seen = argc > 1 || (answers > 1000 && by_rays > 60 && rays_of_several > 30);
    printf("1..2\n%s 1 - values agree with a search\n", bad ? "not ok" : "ok");
    printf("%s 2 - all kinds were met\n", seen ? "ok" : "not ok");
    return bad || !seen;
}
