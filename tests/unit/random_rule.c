/* A small grammar walked at random. */
#include "random_rule.h"

uint64_t random_below(uint64_t *seed, uint64_t below)
{
    return random_next(seed) % below;
}

static void number(uint64_t *seed, int fields, int depth, struct text *out)
{
    static const char *const leaf[2][6] = {{"n", "t", "n", "1", "2", "5"}, {"a", "b", "t", "1", "3", "b"}};
    const char *x = leaf[fields - 1][random_below(seed, 6)];
    uint64_t k = random_below(seed, 3) + 2;
    switch (depth ? random_below(seed, 9) : 0) {
    case 1: text_add(out, "(%s + %llu)", x, (unsigned long long)k); break;
    case 2: text_add(out, "(%llu * %s)", (unsigned long long)k, x); break;
    case 3: text_add(out, "(%s / %llu)", x, (unsigned long long)k); break;
    case 4: text_add(out, "(%s %% %llu)", x, (unsigned long long)k); break;
    case 5:
    case 6:
        text_puts(out, random_below(seed, 2) ? "min(" : "max(");
        number(seed, fields, depth - 1, out);
        text_puts(out, ", ");
        number(seed, fields, depth - 1, out);
        text_puts(out, ")");
        break;
    case 7:
        text_puts(out, "(");
        number(seed, fields, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " - " : " + ");
        number(seed, fields, depth - 1, out);
        text_puts(out, ")");
        break;
    default: text_puts(out, x); break;
    }
}

static void condition(uint64_t *seed, int fields, int depth, struct text *out)
{
    static const char *const compare[] = {"<=", "<", "==", "!=", ">", ">="};
    if (depth && random_below(seed, 3) == 0) {
        text_puts(out, random_below(seed, 3) ? "(" : "not (");
        condition(seed, fields, depth - 1, out);
        text_puts(out, random_below(seed, 2) ? " and " : " or ");
        condition(seed, fields, depth - 1, out);
        text_puts(out, ")");
    } else if (random_below(seed, 6) == 0) {
        number(seed, fields, 1, out);
        text_puts(out, random_below(seed, 2) ? " in {1, 2, 4, 5, 9}" : " in 2..7");
    } else {
        number(seed, fields, depth, out);
        text_add(out, " %s ", compare[random_below(seed, 6)]);
        number(seed, fields, 1, out);
    }
}

static void domain(uint64_t *seed, int fields, struct text *out)
{
    static const char *const fixed[] = {"{1, 3, 4}", "{2, 5}", "1..3", "2..6", "{1, 2, 3, 7}"};
    const char *x = fields == 1 ? "n" : random_below(seed, 2) ? "a" : "b";
    switch (random_below(seed, 5)) {
    case 0: text_add(out, "1..%s", x); break;
    case 1: text_add(out, "1..min(%llu, %s)", (unsigned long long)random_below(seed, 5) + 1, x); break;
    case 2: text_add(out, "1..(%s + 1) / 2", x); break;
    default: text_puts(out, fixed[random_below(seed, 5)]); break;
    }
}

static void result(uint64_t *seed, int fields, struct text *out)
{
    if (fields == 2) {
        static const char *const two[] = {"where t <= a -> g(a - t, b)", "where b >= t -> g(a, b - t)",
                                          "where t <= min(a, b) -> g(a - t, b - t)", "where t <= a -> g(b, a - t)",
                                          "where t < a -> g(a - t - 1, b + t)"};
        text_puts(out, two[random_below(seed, 5)]);
        return;
    }
    static const char *const one[] = {"where t <= n -> g(n - t)", "where t < n -> g(n - t - 1)", "where t <= n -> g(n - t)",
                                      "where t <= n -> (n - t > 3 ? g(n - t) : end)", "where 2 * t <= n -> g(t) + g(n - 2 * t)",
                                      "where t < n -> g(n - t - 1) + g(t / 2)", "where t <= n / 2 -> g(n / 2 - t)"};
    text_puts(out, one[random_below(seed, 7)]);
}

void random_rule(uint64_t *seed, int fields, struct text *out)
{
    text_add(out, "game g(%s) {", fields == 1 ? "n" : "a, b");
    uint64_t moves = random_below(seed, 3) + 1;
    for (uint64_t i = 0; i < moves; i++) {
        text_add(out, " move m%llu(t in ", (unsigned long long)i);
        domain(seed, fields, out);
        text_puts(out, ") ");
        struct text r = {0};
        result(seed, fields, &r);
        const char *arrow = text_c(&r);
        size_t cut = 0;
        while (arrow[cut] != '-' || arrow[cut + 1] != '>') cut++;
        text_put(out, arrow, cut);
        if (random_below(seed, 3)) {
            text_puts(out, "and (");
            condition(seed, fields, 2, out);
            text_puts(out, ") ");
        }
        text_puts(out, arrow + cut);
        text_free(&r);
    }
    text_puts(out, " }");
}
