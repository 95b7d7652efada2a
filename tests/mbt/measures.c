/* SPDX-License-Identifier: MIT */
/* Random rules, most of which do not end: whenever it is proved that one does, the measure falls with every option of small
 * states, and play at random comes to an end. Whenever it is proved that its options are states, they are.
 * usage: measures [FIRST_SEED [COUNT]]; prints TAP lines, and each rule for which a proof is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checked.h"
#include "measured.h"
#include "model/expr.h"
#include "random_rule.h"
#include "random_walk.h"
#include "rule_file.h"

enum { STEPS = 3000, STATES = 40 };
static size_t legal, proved, options, wrong, outside, staying, kinds[MEASURE_SLOWER + 1];

/* ---- rules */

#define PICK(seed, list) (list)[random_below(seed, sizeof(list) / sizeof *(list))]

static void put_row(uint64_t *seed, const char *s, int depth, struct text *out);

/* A number, where i, j and t are chosen. */
static void put_value(uint64_t *seed, const char *s, struct text *out)
{
    static const char *const plain[] = {"0", "1", "t", "2", "1"};
    static const char *const cells[] = {"%s[i] - t", "%s[i] - 1", "%s[j]",    "%s[i] / 2",
                                        "%s[i] + 1", "1 - %s[i]", "%s[j] + t"};
    if (random_below(seed, 3) == 0) text_puts(out, PICK(seed, plain));
    else text_add(out, PICK(seed, cells), s);
}

static void put_condition(uint64_t *seed, const char *s, struct text *out)
{
    static const char *const all[] = {"%s[i] > 0", "%s[i] > 0",  "%s[i] == 0", "%s[j] == 0",     "i != j",
                                      "j < i",     "j > i",      "%s[i] >= 2", "len(%s) > 1",    "%s[j] > 0",
                                      "t < %s[i]", "t > 0",      "%s[i] == 1", "%s[i - 1] == 0", "len(%s) <= 3",
                                      "n > 0",     "%s[i] != t", "n < 4"};
    static const char *const many[] = {"any(v > 0 for v in %s)",
                                       "not all(v == 0 for v in %s)",
                                       "count(v for v in %s where v > t) > 0",
                                       "count(v > 1 for v in %s) >= 2",
                                       "sum(v for v in %s) > 0",
                                       "max(v for v in %s) > t",
                                       "xor(v for v in %s) != 0",
                                       "min(v for v in %s) < 2",
                                       "all(v < 4 for v in %s)",
                                       "any(%s[k] > t for k in i..len(s))",
                                       "all(%s[k] == 0 for k in 1..len(s) where k == i or k == j + 1)",
                                       "not any(%s[k] > 1 for k in 1..len(s) where abs(k - i) <= 1)",
                                       "not any(k != j and %s[k] > 0 for k in 1..len(s))",
                                       "count(1 for k in 1..len(s) where k == i and %s[k] == 0) == 0",
                                       "count(%s[k] == 0 for k in 1..len(s) where abs(k - j) < t) < 1",
                                       "count(%s[k] > 0 for k in j..len(s) where k != i) <= 1",
                                       "abs(i - j) > 0",
                                       "abs(%s[i] - t) > 1"};
    text_add(out, random_below(seed, 4) ? PICK(seed, all) : PICK(seed, many), s);
}

/* A cell of a comprehension over k. */
static void put_body(uint64_t *seed, const char *s, int depth, struct text *out)
{
    static const char *const leaves[] = {"%s[k]",
                                         "%s[k]",
                                         "%s[k]",
                                         "%s[k + 1]",
                                         "%s[len(%s) + 1 - k]",
                                         "%s[k] / 2",
                                         "min(%s[k], t)",
                                         "max(%s[k], 1)",
                                         "%s[k - 1]",
                                         "0",
                                         "max(%s[k], 1) - 1",
                                         "%s[k] / 2 + %s[k] %% 2",
                                         "%s[k] - (%s[k] > 1 ? 1 : 0)"};
    static const char *const tests[] = {"k == i", "k == i", "k == j", "k < i", "k > i", "k == i - 1", "%s[k] == t"};
    if (depth == 0 || random_below(seed, 3) == 0) {
        text_add(out, PICK(seed, leaves), s, s);
        return;
    }
    text_add(out, PICK(seed, tests), s);
    text_puts(out, " ? ");
    if (random_below(seed, 3)) put_value(seed, s, out);
    else put_body(seed, s, depth - 1, out);
    text_puts(out, " : ");
    put_body(seed, s, depth - 1, out);
}

static void put_comprehension(uint64_t *seed, const char *s, int depth, struct text *out)
{
    static const char *const lows[] = {"1", "1", "1", "2", "i", "i + 1"};
    static const char *const highs[] = {"len(%s)", "len(%s)", "len(%s)", "len(%s) - 1", "i - 1", "i", "len(%s) + 1"};
    static const char *const keep[] = {
        "", "", "", "", " where k != i", " where k != j", " where %s[k] > 0", " where k < i"};
    static const char *const some[] = {" where v > 0", " where v > 1", " where v != t", " where v != %s[i]", ""};
    static const char *const bodies[] = {"v", "v", "v", "v / 2", "max(v, 1)", "min(v, t)"};
    static const char *const rests[] = {"%s[i] - t", "%s[i] / 2", "t", "1", "0", "%s[i] - 1"};
    if (random_below(seed, 6) == 0) { /* a cell becomes two */
        text_add(out, "[k <= len(%s) ? (k == i ? ", s);
        put_value(seed, s, out);
        text_add(out, " : %s[k]) : ", s);
        text_add(out, PICK(seed, rests), s);
        text_add(out, " for k in 1..len(%s) + 1]", s);
        return;
    }
    if (random_below(seed, 3) == 0) {
        text_add(out, "[%s for v in ", PICK(seed, bodies));
        put_row(seed, s, depth, out);
        text_add(out, PICK(seed, some), s);
    } else {
        text_puts(out, "[");
        put_body(seed, s, 2, out);
        text_add(out, " for k in %s..", PICK(seed, lows));
        text_add(out, PICK(seed, highs), s);
        text_add(out, PICK(seed, keep), s);
    }
    text_puts(out, "]");
}

static void put_updates(uint64_t *seed, const char *s, struct text *out)
{
    static const char *const updates[] = {"[i] -= t",
                                          "[i] -= t",
                                          "[i] -= t, [j] += t",
                                          "[i] -= t, [i - 1] += t",
                                          "[i] = 0, [j] += 1",
                                          "[i] -= 2, [j] += 1",
                                          "[i] = t, [j] = 1 - %s[j]",
                                          "[i] = 0, [i + 1] = 1",
                                          "[i] = 1, [i + 1] = 1",
                                          "[i] -= t, [i + 1] += t"};
    text_add(out, "%s with { ", s);
    if (random_below(seed, 2)) {
        text_add(out, PICK(seed, updates), s);
    } else {
        text_puts(out, "[i] = ");
        put_value(seed, s, out);
    }
    text_puts(out, " }");
}

static void put_row(uint64_t *seed, const char *s, int depth, struct text *out)
{
    static const char *const leaves[] = {"%s", "%s", "[%s[1], %s[2]]", "[%s[2]]", "[t, %s[1]]"};
    switch (depth ? random_below(seed, 9) : 8) {
    case 0:
    case 1:
    case 2: put_updates(seed, s, out); return;
    case 3:
    case 4:
    case 5: put_comprehension(seed, s, depth - 1, out); return;
    case 6:
        text_puts(out, random_below(seed, 2) ? "sort(" : "reverse(");
        put_row(seed, s, depth - 1, out);
        text_puts(out, ")");
        return;
    case 7:
        put_condition(seed, s, out);
        text_puts(out, " ? ");
        put_row(seed, s, depth - 1, out);
        text_puts(out, " : ");
        put_row(seed, s, depth - 1, out);
        return;
    default: text_add(out, PICK(seed, leaves), s, s); return;
    }
}

static void put_number(uint64_t *seed, const char *n, const char *m, struct text *out)
{
    static const char *const all[] = {
        "%s", "%s",     "%s - 1",    "%s - t",         "%s / 2", "%s / t",     "%s + 1",  "%s * 2",          "%s + t",
        "t",  "%s - 2", "isqrt(%s)", "max(%s, 1) - 1", "%s * t", "-(-%s / t)", "%s %% t", "%s / t + %s %% t"};
    if (random_below(seed, 6) == 0) text_puts(out, m);
    else text_add(out, PICK(seed, all), n, n);
}

enum shape { ONE_ROW, ROW_AND_NUMBER, TWO_ROWS, NUMBERS, SHAPES };

static void put_result(uint64_t *seed, enum shape shape, const char *game, struct text *out)
{
    text_add(out, "%s(", game);
    switch (shape) {
    case ONE_ROW: put_row(seed, "s", 2, out); break;
    case ROW_AND_NUMBER:
        put_number(seed, "n", "n", out);
        text_puts(out, ", ");
        put_row(seed, "s", 2, out);
        break;
    case TWO_ROWS:
        put_row(seed, random_below(seed, 6) ? "s" : "r", 1, out);
        text_puts(out, ", ");
        put_row(seed, random_below(seed, 6) ? "r" : "s", 1, out);
        break;
    default:
        put_number(seed, "n", "m", out);
        text_puts(out, ", ");
        put_number(seed, "m", "n", out);
        break;
    }
    text_puts(out, ")");
}

static void put_move(uint64_t *seed, enum shape shape, int number, const char *other, struct text *out)
{
    static const char *const most[] = {"s[i]", "s[i]", "2", "s[i] / 2", "len(s)"};
    static const char *const limits[] = {"n", "m", "min(n, m)", "3", "n / 2"};
    static const char *const tests[] = {"n > 0",  "m > 0", "n < 4",     "n < m",          "m < 5",         "n + t <= m",
                                        "n != m", "t < n", "n + m < 9", "abs(n - m) > 0", "n + m > 2 * t", "m >= t"};
    const char *least = random_below(seed, 4) ? "1" : random_below(seed, 2) ? "0" : "2";
    bool numbers = shape == NUMBERS;
    text_add(out, "  move m%d(%st in %s..%s) where ", number, numbers ? "" : "i in 1..len(s), j in 1..len(s), ", least,
             numbers ? PICK(seed, limits) : PICK(seed, most));
    for (uint64_t i = 0, count = random_below(seed, 3) + 1; i < count; i++) {
        struct text one = {0};
        if (numbers) text_puts(&one, PICK(seed, tests));
        else put_condition(seed, "s", &one);
        bool number_read = strstr(text_c(&one), "n ") == text_c(&one);
        if (!numbers && shape != ROW_AND_NUMBER && number_read) text_puts(out, "t > 0");
        else text_puts(out, text_c(&one));
        text_puts(out, i + 1 < count ? " and " : "");
        text_free(&one);
    }
    text_puts(out, " -> ");
    struct text result = {0};
    put_result(seed, shape, other && random_below(seed, 2) ? other : number < 10 ? "g" : "h", &result);
    /* where there is no n, a condition on it becomes another one */
    for (size_t i = 0; i < result.length; i++)
        if (!numbers && shape != ROW_AND_NUMBER && strncmp(text_c(&result) + i, "n > 0", 5) == 0) result.data[i] = 't';
        else if (!numbers && shape != ROW_AND_NUMBER && strncmp(text_c(&result) + i, "n < 4", 5) == 0)
            result.data[i] = 'i';
    text_puts(out, text_c(&result));
    if (random_below(seed, 8) == 0) {
        text_puts(out, " + ");
        text_puts(out, text_c(&result));
    }
    text_free(&result);
    text_puts(out, "\n");
}

static void random_rows(uint64_t *seed, struct text *out)
{
    static const char *const fields[SHAPES] = {"s: row", "n, s: row", "s: row, r: row", "n, m"};
    enum shape shape = (enum shape)random_below(seed, SHAPES);
    bool two = random_below(seed, 5) == 0;
    for (int game = 0; game < (two ? 2 : 1); game++) {
        static const char *const rows[] = {"len(s) <= 4", "len(s) > 0", "s[1] <= 3", "all(x <= 4 for x in s)"};
        static const char *const numbers[] = {"n <= m", "m <= n + 3", "n + m <= 12", "n <= 7"};
        uint64_t apart = hash_mix(*seed + 7); /* conditions of games leave the other draws as they are */
        const char *condition = shape == NUMBERS ? PICK(&apart, numbers) : PICK(&apart, rows);
        bool has = random_below(&apart, 4) == 0;
        text_add(out, "game %s(%s)%s%s {\n", game ? "h" : "g", fields[shape], has ? " where " : "",
                 has ? condition : "");
        for (int i = 0; i < 1 + (int)random_below(seed, 2); i++)
            put_move(seed, shape, 10 * game + i, two ? (game ? "g" : "h") : NULL, out);
        text_puts(out, "}\n");
    }
}

/* ---- proofs against play */

enum { CELLS = 400 };
struct state {
    int game;
    bool stayed; /* the move that led here left the measure as it was */
    size_t count;
    int64_t cells[CELLS];
};
struct look {
    const struct rule_file *f;
    struct component from;
    uint64_t *seed;
    bool rises, big, stayed; /* stayed: the move before */
    struct state next;       /* one of the components, at random */
    uint64_t seen;
};

static bool leads_to(void *context, const struct expr *e) { return e->kind == EXPR_GAME && e->game == *(int *)context; }

/* Of two games: play that leaves one for the other may never come back, and then nothing need fall. */
static bool comes_back(const struct model *m, int from, int to)
{
    bool found = from == to;
    for (size_t i = 0; i < m->games[to].move_count; i++)
        found = found || expr_any(m->games[to].moves[i].result, leads_to, &from);
    return found;
}

static void keep(struct look *l, const struct component *c, bool stays)
{
    l->big = l->big || c->count > CELLS;
    if (c->count > CELLS) return;
    l->next.stayed = stays;
    l->next.game = c->game;
    l->next.count = c->count;
    for (size_t i = 0; i < c->count; i++) l->next.cells[i] = c->cells[i];
}

static enum status take(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct look *l = context;
    (void)taken;
    for (size_t i = 0; i < count; i++) {
        options++;
        bool slow = l->f->model->games[l->from.game].measure.kind == MEASURE_SLOWER;
        bool back = comes_back(l->f->model, l->from.game, components[i].game);
        int drop = back ? measure_drop(l->f->model, &l->from, &components[i]) : 1;
        l->rises = l->rises || drop < 0 || (drop == 0 && (!slow || l->stayed));
        if (random_below(l->seed, ++l->seen) == 0) keep(l, &components[i], drop == 0);
    }
    return ST_OK;
}

/* Plays from the term; false if the measure does not fall or play goes on for long. */
static bool play(struct rule_file *f, uint64_t *seed, const char *start)
{
    struct position p;
    struct look l = {.f = f, .seed = seed};
    bool fine = true, more = rule_position(f, start, &p) == ST_OK && p.count == 1 && !p.big;
    if (more) keep(&l, &p.components[0], false);
    for (size_t step = 0; more && fine && !l.big; step++) {
        struct state now = l.next;
        bool is_legal = false;
        l.from = (struct component){now.game, (uint32_t)now.count, now.cells};
        l.seen = 0;
        l.stayed = now.stayed;
        more = vm_legal(f->vm, &l.from, &is_legal) == ST_OK && is_legal &&
               vm_options(f->vm, &l.from, 1, take, &l) == ST_OK && l.seen > 0;
        fine = !l.rises && step < STEPS;
    }
    if (!fine) printf("# from %s\n", start);
    return fine;
}

static void put_state(uint64_t *seed, const struct game *g, struct text *out)
{
    text_add(out, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        if (i) text_puts(out, ", ");
        if (g->fields[i].kind == FIELD_NAT) {
            text_add(out, "%d", (int)random_below(seed, 12));
            continue;
        }
        text_puts(out, "[");
        for (uint64_t k = 0, count = random_below(seed, 6); k < count; k++)
            text_add(out, "%s%d", k ? ", " : "", (int)random_below(seed, random_below(seed, 2) ? 2 : 5));
        text_puts(out, "]");
    }
    text_puts(out, ")");
}

/* The whole game of which that is proved, and all that it leads to: the one game, or both. */
static bool stays(const struct reasons *reasons)
{
    bool all = reasons->items.count > 0;
    for (size_t i = 0; i < reasons->items.count; i++)
        if (reasons->items.data[i].kind == REASON_STAYS) all = all && reasons->items.data[i].proved;
    return all;
}

static enum status count_option(void *context, const struct component *components, size_t count,
                                const struct taken *taken)
{
    (void)context, (void)components, (void)count, (void)taken;
    options++;
    return ST_OK;
}

/* Are the options of small states those of a game that stays in its states? */
static bool stays_in_play(struct rule_file *f, uint64_t seed, const struct game *g)
{
    bool fine = true;
    for (size_t i = 0; i < STATES && fine; i++) {
        struct text term = {0};
        struct position p;
        put_state(&seed, g, &term);
        if (rule_position(f, text_c(&term), &p) == ST_OK && p.count == 1 && !p.big)
            fine = vm_options(f->vm, &p.components[0], 1, count_option, NULL) == ST_OK ||
                   (strcmp(rule_error(f), "E0508") && strcmp(rule_error(f), "E0509"));
        if (!fine) printf("# outside from %s: %s\n", text_c(&term), rule_message(f));
        text_free(&term);
    }
    return fine;
}

static void try_stay(const char *rule, uint64_t seed)
{
    struct checked c;
    struct reasons reasons = {0};
    struct rule_file f;
    checked_reasons(&c, rule, &reasons);
    if (c.st == ST_OK && stays(&reasons)) {
        staying++;
        rule_open(&f, rule);
        bool fine = stays_in_play(&f, seed, &f.model->games[f.model->main_game]);
        outside += !fine;
        if (!fine) printf("# proved to stay in its states, but does not\n# %s", rule);
        rule_close(&f);
    }
    vec_free(&reasons.items);
    checked_close(&c);
}

static void try_seed(uint64_t seed, bool walk)
{
    struct text rule = {0};
    struct rule_file f;
    seed = hash_mix(seed + 1);
    if (walk) random_walk(&seed, &rule);
    else random_rows(&seed, &rule);
    rule_open(&f, text_c(&rule));
    const struct game *g = f.st == ST_OK ? &f.model->games[f.model->main_game] : NULL;
    legal += g != NULL;
    if (g && g->measure.kind != MEASURE_NONE) {
        bool fine = true;
        proved++;
        kinds[g->measure.kind]++;
        for (size_t i = 0; i < STATES && fine; i++) {
            struct text term = {0};
            put_state(&seed, g, &term);
            fine = play(&f, &seed, text_c(&term));
            text_free(&term);
        }
        wrong += !fine;
        if (!fine) printf("# proved to end by %s, but does not\n# %s", g->measure.text, text_c(&rule));
    }
    if (g) try_stay(text_c(&rule), hash_mix(seed));
    rule_close(&f);
    text_free(&rule);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 600;
    for (uint64_t seed = first; seed < first + count; seed++) try_seed(seed, false);
    for (uint64_t seed = first; seed < first + count / 2; seed++) try_seed(seed, true);
    printf("# %zu rules are legal, %zu proved to end (%zu by one sum, %zu by several, %zu by smaller cells, %zu with "
           "one of two moves), %zu options, %zu wrong\n",
           legal, proved, kinds[MEASURE_LINEAR], kinds[MEASURE_LEXICOGRAPHIC], kinds[MEASURE_PARTS],
           kinds[MEASURE_SLOWER], options, wrong);
    printf("%s 1 - what is proved to end does\n", wrong ? "not ok" : "ok");
    printf("%s 2 - a tenth of the legal rules is proved to end\n", proved * 10 >= legal ? "ok" : "not ok");
    printf("# %zu are proved to stay in their states, %zu do not\n", staying, outside);
    printf("%s 3 - what is proved to stay in its states does\n1..3\n", outside || !staying ? "not ok" : "ok");
    return wrong || outside || !staying || proved * 10 < legal;
}
