/* SPDX-License-Identifier: MIT */
/* A grammar walked at random; changes are made to the words of a rule, whatever they mean. */
#include "random_pair.h"
#include <ctype.h>
#include <string.h>
#include "random_rule.h"

enum { WORDS_MOST = 1500, WORD_LENGTH = 12, PARTS_MOST = 40, CALLS_MOST = 40 };

/* What may stand in a rule: its numbers, its row, its places. */
struct grammar {
    uint64_t *seed;
    const char *numbers[6];
    unsigned number_count;
    const char *row; /* NULL: none */
    const char *places[2];
    unsigned place_count;
    unsigned fields; /* numbers that are fields */
    bool alone;      /* it leads to itself only */
    struct text *out;
};

static uint64_t dice(struct grammar *g, uint64_t sides) { return random_below(g->seed, sides); }
static void put(struct grammar *g, const char *words) { text_puts(g->out, words); }
static void put_number(struct grammar *g, uint64_t n) { text_add(g->out, "%llu", (unsigned long long)n); }
static const char *some_number(struct grammar *g) { return g->numbers[dice(g, g->number_count)]; }

/* ---- expressions ------------------------------------------------------------------------------------------------- */
static void natural(struct grammar *g, int depth);
static void condition(struct grammar *g, int depth);
static void row(struct grammar *g, int depth);

/* An index: i, j + 1, 2. */
static void place(struct grammar *g)
{
    static const char *const offsets[] = {"", "", "", " + 1", " - 1"};
    if (g->place_count && dice(g, 5)) {
        put(g, g->places[dice(g, g->place_count)]);
        put(g, offsets[dice(g, 5)]);
    } else {
        put_number(g, dice(g, 3) + 1);
    }
}

static void two(struct grammar *g, const char *call, int depth)
{
    text_add(g->out, "%s(", call);
    natural(g, depth);
    put(g, ", ");
    natural(g, depth);
    put(g, ")");
}

static void cell(struct grammar *g, int depth)
{
    row(g, depth);
    put(g, "[");
    place(g);
    put(g, "]");
}

/* A number that is not negative. */
static void natural(struct grammar *g, int depth)
{
    static const char *const calls[] = {"min", "max", "xor", "gcd"};
    switch (depth > 0 ? dice(g, 12) : dice(g, 3)) {
    case 0: put_number(g, dice(g, 4)); break;
    case 3: two(g, calls[dice(g, 4)], depth - 1); break;
    case 4:
        natural(g, depth - 1);
        put(g, dice(g, 2) ? " + " : " * ");
        put_number(g, dice(g, 2) + 1);
        break;
    case 5:
        put(g, "(");
        natural(g, depth - 1);
        put(g, dice(g, 2) ? ") / " : ") % ");
        put_number(g, dice(g, 2) + 2);
        break;
    case 6: cell(g, depth - 2); break;
    case 7:
        text_add(g->out, "%s(x for x in ", dice(g, 2) ? "sum" : "count");
        row(g, depth - 2);
        if (dice(g, 2)) text_add(g->out, " where x >= %s", some_number(g));
        put(g, ")");
        break;
    case 8:
        put(g, "(");
        condition(g, 0);
        put(g, " ? ");
        natural(g, depth - 1);
        put(g, " : ");
        natural(g, depth - 1);
        put(g, ")");
        break;
    default: put(g, some_number(g)); break;
    }
}

/* What may be negative, or fail. */
static void number(struct grammar *g, int depth)
{
    static const char *const fails[] = {"0 * (6 / (%s - 2))", "0 * isqrt(%s - 2)", "[%s - 2][1]",
                                        "0 * xor(1, [%s - 1][1])"};
    if (dice(g, 25) == 0) {
        const char *f = fails[dice(g, 4)], *at = strstr(f, "%s");
        text_put(g->out, f, (size_t)(at - f));
        text_add(g->out, "%s%s", some_number(g), at + 2);
    } else if (dice(g, 4) == 0) {
        text_add(g->out, "%s - ", some_number(g));
        put(g, some_number(g));
    } else {
        natural(g, depth);
    }
}

static void condition(struct grammar *g, int depth)
{
    static const char *const compare[] = {" <= ", " < ", " == ", " != ", " > ", " >= "};
    switch (depth > 0 ? dice(g, 7) : 9) {
    case 0:
    case 1:
        put(g, "(");
        condition(g, depth - 1);
        put(g, dice(g, 2) ? " and " : " or ");
        condition(g, depth - 1);
        put(g, ")");
        break;
    case 2:
        text_add(g->out, "%s(x >= ", dice(g, 2) ? "all" : "any");
        put(g, dice(g, 2) ? "0" : some_number(g));
        put(g, " for x in ");
        row(g, 1);
        put(g, ")");
        break;
    default:
        number(g, depth);
        put(g, compare[dice(g, 6)]);
        natural(g, depth);
        break;
    }
}

static void updates(struct grammar *g, int depth)
{
    uint64_t count = dice(g, 2) + 1;
    put(g, " with { ");
    for (uint64_t i = 0; i < count; i++) {
        put(g, i ? ", [" : "[");
        place(g);
        put(g, dice(g, 6) ? "] = " : "] += ");
        natural(g, depth - 1);
    }
    put(g, " }");
}

static void row(struct grammar *g, int depth)
{
    switch (depth > 0 ? dice(g, 10) : 0) {
    case 1:
    case 2:
        text_add(g->out, "%s(", dice(g, 3) ? "reverse" : "sort");
        row(g, depth - 1);
        put(g, ")");
        break;
    case 3:
    case 4:
    case 5:
        if (!g->row) goto listed;
        put(g, "(");
        row(g, depth - 1);
        updates(g, depth - 1);
        put(g, ")");
        break;
    case 6:
        put(g, "[x + ");
        natural(g, 0);
        put(g, " for x in ");
        row(g, depth - 1);
        put(g, "]");
        break;
    case 7:
        put(g, "(");
        condition(g, 0);
        put(g, " ? ");
        row(g, depth - 1);
        put(g, " : ");
        row(g, depth - 1);
        put(g, ")");
        break;
    case 0:
        if (g->row) {
            put(g, g->row);
            break;
        }
        /* fall through */
    default:
    listed:
        put(g, "[");
        natural(g, depth - 2);
        if (dice(g, 3)) put(g, ", "), natural(g, depth - 2);
        put(g, "]");
        break;
    }
}

/* ---- results ----------------------------------------------------------------------------------------------------- */
/* g(a - t, b - u, s with ...): the numbers fall, or else the row changes. */
static void position(struct grammar *g, int depth)
{
    static const char *const takes[] = {"t", "u"};
    put(g, "g(");
    for (unsigned i = 0; i < g->fields; i++) {
        if (i) put(g, ", ");
        if (dice(g, 8) == 0) put(g, takes[dice(g, 2)]);
        else text_add(g->out, "%s - %s", g->numbers[i], takes[g->fields > 1 && dice(g, 4) ? i % 2 : dice(g, 2)]);
    }
    if (g->row) {
        if (g->fields) put(g, ", ");
        row(g, g->fields ? depth : depth + 1);
    }
    put(g, ")");
}

static void component(struct grammar *g, int depth)
{
    uint64_t kind = dice(g, 8);
    if (kind == 2 && !g->alone) {
        bool many = dice(g, 3) == 0;
        put(g, many ? "sum(" : "");
        two(g, "h", 1);
        put(g, many ? " for k in 1..2)" : "");
    } else if (kind == 0) {
        put(g, "sum(");
        position(g, depth);
        text_add(g->out, " for k in 1..%llu)", (unsigned long long)dice(g, 2) + 1);
    } else if (kind == 1) {
        put(g, "(");
        condition(g, 0);
        put(g, " ? ");
        position(g, depth);
        put(g, " : ");
        if (dice(g, 2)) position(g, depth);
        else put(g, "end");
        put(g, ")");
    } else {
        position(g, depth);
    }
}

static void result(struct grammar *g)
{
    uint64_t parts = dice(g, 3);
    component(g, 1 + (int)dice(g, 2));
    for (uint64_t i = 0; i < parts; i++) {
        put(g, " + ");
        component(g, 1 + (int)dice(g, 2));
    }
}

/* An argument that stays whole, with the variable inside. */
static void whole_argument(struct grammar *g, const char *variable)
{
    static const char *const rows[] = {"reverse([%s, ", "sort([%s, ", "[%s + x for x in [",
                                       "reverse([x + %s for x in [", "(%s < "};
    unsigned which = (unsigned)dice(g, g->row ? 5 : 4);
    const char *at = strstr(rows[which], "%s");
    text_put(g->out, rows[which], (size_t)(at - rows[which]));
    text_add(g->out, "%s%s%llu", variable, at + 2, (unsigned long long)dice(g, 2) + 1);
    if (which == 4) text_add(g->out, " ? %s : reverse(%s))", g->row, g->row);
    else put(g, which < 2 ? "])" : which == 2 ? "]]" : "]])");
}

/* Two positions that differ in what hides in an argument; a row under updates, over it the same two places; one position that
 * is its own mirror image, and a sum beside it. */
static void hidden(struct grammar *g)
{
    if (g->fields == 1) {
        put(g, "g(n - t, ");
        whole_argument(g, dice(g, 4) ? "t" : "u");
        put(g, ") + g(n - u, ");
        whole_argument(g, dice(g, 4) ? "u" : "t");
        put(g, ")");
        return;
    }
    if (g->fields == 0) {
        put(g, "g((p with { [");
        place(g);
        put(g, dice(g, 2) ? "] = 1 }) with { [i" : "] = 0 }) with { [i");
        put(g, dice(g, 2) ? " + 1] = " : "] = ");
        put_number(g, dice(g, 2));
        put(g, ", [j] = ");
        put_number(g, dice(g, 2));
        put(g, " })");
        return;
    }
    static const char *const falling[] = {"a - t", "b - u"};
    const char *first = falling[dice(g, 2)], *second = falling[dice(g, 2)];
    put(g, g->row ? "g(a - t, b - u, s) + sum(g(" : "g(a - t, b - u) + sum(g(");
    text_add(g->out, "%s, %s", first, second);
    if (g->row) put(g, ", "), row(g, 1);
    text_add(g->out, ") for k in 1..%llu)", (unsigned long long)dice(g, 2) + 1);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */
struct words {
    char at[WORDS_MOST][WORD_LENGTH];
    unsigned count;
};

static void split(const char *text, struct words *w)
{
    w->count = 0;
    for (const char *p = text; *p && w->count < WORDS_MOST;) {
        size_t n = 1;
        if (isspace((unsigned char)*p)) {
            p++;
            continue;
        }
        if (isalnum((unsigned char)*p))
            while (n < WORD_LENGTH - 1 && (isalnum((unsigned char)p[n]) || p[n] == '_')) n++;
        else if (strchr("-.<>=!+", *p) && p[1] && strchr(">.=", p[1])) n = 2;
        memcpy(w->at[w->count], p, n);
        w->at[w->count++][n] = '\0';
        p += n;
    }
}

static void join(const struct words *w, struct text *out)
{
    for (unsigned i = 0; i < w->count; i++) text_add(out, "%s%s", i ? " " : "", w->at[i]);
}

static bool is(const struct words *w, unsigned i, const char *word) { return strcmp(w->at[i], word) == 0; }

/* The variable that may stand in its place; NULL: it is none. */
static const char *sibling(const char *word)
{
    static const char *const all[][2] = {{"t", "u"}, {"i", "j"}, {"a", "b"}};
    for (unsigned k = 0; k < 3; k++)
        for (int side = 0; side < 2; side++)
            if (strcmp(word, all[k][side]) == 0) return all[k][1 - side];
    return NULL;
}

/* Exchanges the siblings of one kind (or all of them, kind NULL) in words from..to - 1. */
static void exchange(struct words *w, unsigned from, unsigned to, const char *kind)
{
    for (unsigned i = from; i < to; i++) {
        const char *other = sibling(w->at[i]);
        if (other && (!kind || strcmp(w->at[i], kind) == 0 || strcmp(other, kind) == 0))
            memcpy(w->at[i], other, strlen(other) + 1);
    }
}

static unsigned closing(const struct words *w, unsigned open)
{
    int depth = 0;
    for (unsigned i = open; i < w->count; i++) {
        if (strchr("([{", w->at[i][0])) depth++;
        if (strchr(")]}", w->at[i][0]) && --depth == 0) return i;
    }
    return w->count;
}

/* The words of what moves say: from behind the generators of the first one. */
static unsigned first_word(const struct words *w)
{
    for (unsigned i = 0; i < w->count; i++)
        if (is(w, i, "where") || is(w, i, "->")) return i + 1;
    return 0;
}

/* A bracket at random, or a result; false when there is none. */
static bool some_group(const struct words *w, uint64_t *seed, unsigned *from, unsigned *to)
{
    unsigned low = first_word(w), starts[WORDS_MOST], count = 0;
    for (unsigned i = low ? low - 1 : 0; i < w->count; i++)
        if (strchr("([{", w->at[i][0]) || is(w, i, "->")) starts[count++] = i;
    if (!count) return false;
    unsigned at = starts[random_below(seed, count)];
    *from = at + 1;
    if (!is(w, at, "->")) return (*to = closing(w, at)) < w->count;
    for (*to = at + 1; *to < w->count && !is(w, *to, "move"); ++*to) {
    }
    if (*to == w->count) --*to; /* the rule's last bracket */
    return *to > *from;
}

/* The parts of the group between `between`: ends[k] is where part k ends; how many. */
static unsigned component_table_number(const struct words *w, unsigned from, unsigned to, const char *between,
                                       unsigned ends[PARTS_MOST])
{
    unsigned count = 0;
    int depth = 0;
    for (unsigned i = from; i < to && count + 1 < PARTS_MOST; i++) {
        if (strchr("([{", w->at[i][0])) depth++;
        if (strchr(")]}", w->at[i][0])) depth--;
        if (depth == 0 && is(w, i, between)) ends[count++] = i;
    }
    ends[count++] = to;
    return count;
}

struct span_of_words {
    unsigned from, to;
};

/* Two stretches of words change places; the first lies before the second. */
static void exchange_spans(struct words *w, struct span_of_words x, struct span_of_words y)
{
    static struct words old;
    unsigned n = x.from;
    old = *w;
    for (unsigned i = y.from; i < y.to; i++) memcpy(w->at[n++], old.at[i], WORD_LENGTH);
    for (unsigned i = x.to; i < y.from; i++) memcpy(w->at[n++], old.at[i], WORD_LENGTH);
    for (unsigned i = x.from; i < x.to; i++) memcpy(w->at[n++], old.at[i], WORD_LENGTH);
}

/* Two neighbouring parts change places. */
static void exchange_parts(struct words *w, uint64_t *seed, unsigned from, unsigned to, const char *between)
{
    unsigned ends[PARTS_MOST], count = component_table_number(w, from, to, between, ends);
    if (count < 2) return;
    unsigned k = (unsigned)random_below(seed, count - 1);
    exchange_spans(w, (struct span_of_words){k ? ends[k - 1] + 1 : from, ends[k]},
                   (struct span_of_words){ends[k] + 1, ends[k + 1]});
}

/* An argument of one call and the argument at the same place of another one change places. */
static void exchange_arguments(struct words *w, uint64_t *seed)
{
    unsigned calls[CALLS_MOST], count = 0, ends[2][PARTS_MOST];
    for (unsigned i = first_word(w); i + 1 < w->count && count < CALLS_MOST; i++)
        if (is(w, i, "g") && is(w, i + 1, "(")) calls[count++] = i + 2;
    if (count < 2) return;
    unsigned x = (unsigned)random_below(seed, count - 1), y = x + 1 + (unsigned)random_below(seed, count - 1 - x);
    unsigned from[2] = {calls[x], calls[y]}, to = closing(w, calls[x] - 1);
    if (to >= from[1]) return; /* one inside the other */
    unsigned n = component_table_number(w, from[0], to, ",", ends[0]),
             m = component_table_number(w, from[1], closing(w, from[1] - 1), ",", ends[1]);
    unsigned k = (unsigned)random_below(seed, n < m ? n : m);
    struct span_of_words spans[2];
    for (int side = 0; side < 2; side++)
        spans[side] = (struct span_of_words){k ? ends[side][k - 1] + 1 : from[side], ends[side][k]};
    exchange_spans(w, spans[0], spans[1]);
}

/* Updates and the components of results in another order: that means the same. */
static void shuffle(struct words *w, uint64_t *seed)
{
    if (!first_word(w) && random_below(seed, 2)) exchange_parts(w, seed, 0, w->count, "+"); /* a result by itself */
    for (unsigned i = first_word(w) ? first_word(w) - 1 : 0; i < w->count; i++) {
        unsigned to = i + 1;
        if (is(w, i, "{") && random_below(seed, 2)) exchange_parts(w, seed, i + 1, closing(w, i), ",");
        if (!is(w, i, "->") || !random_below(seed, 2)) continue;
        while (to < w->count && !is(w, to, "move")) to++;
        exchange_parts(w, seed, i + 1, to == w->count ? to - 1 : to, "+");
    }
}

static bool some_word(const struct words *w, uint64_t *seed, bool (*fits)(const char *word), unsigned *at)
{
    unsigned low = first_word(w), found[WORDS_MOST], count = 0;
    for (unsigned i = low; i < w->count; i++)
        if (fits(w->at[i])) found[count++] = i;
    if (count) *at = found[random_below(seed, count)];
    return count > 0;
}
static bool is_variable(const char *word) { return sibling(word) != NULL; }
static bool is_number(const char *word) { return isdigit((unsigned char)*word) != 0; }
static bool is_comparison(const char *word)
{
    return strcmp(word, "<=") == 0 || strcmp(word, "<") == 0 || strcmp(word, ">=") == 0 || strcmp(word, ">") == 0;
}

static void change(struct words *w, uint64_t *seed)
{
    static const char *const between[] = {",", ",", "+", "+", ":"}, *const kinds[] = {"t", "i", "a"};
    unsigned from, to, at;
    switch (random_below(seed, 12)) {
    case 8:
    case 9:
    case 10:
    case 11: exchange_arguments(w, seed); break;
    case 0:
    case 1:
        if (some_word(w, seed, is_variable, &at)) exchange(w, at, at + 1, NULL);
        break;
    case 2:
    case 3:
        if (some_group(w, seed, &from, &to))
            exchange(w, from, to, random_below(seed, 3) ? kinds[random_below(seed, 3)] : NULL);
        break;
    case 6:
        if (some_word(w, seed, is_number, &at)) w->at[at][0] = w->at[at][0] == '1' ? '2' : '1';
        break;
    case 7:
        if (some_word(w, seed, is_comparison, &at)) memcpy(w->at[at], w->at[at][1] ? "<" : ">=", w->at[at][1] ? 2 : 3);
        break;
    default:
        if (some_group(w, seed, &from, &to)) exchange_parts(w, seed, from, to, between[random_below(seed, 5)]);
        break;
    }
}

void random_change(const char *rule, uint64_t *seed, unsigned changes, struct text *out)
{
    static struct words w;
    split(rule, &w);
    for (unsigned i = 0; i < changes; i++) change(&w, seed);
    shuffle(&w, seed);
    join(&w, out);
}

void random_rewording(const char *rule, uint64_t *seed, struct text *out)
{
    static struct words w;
    split(rule, &w);
    for (unsigned i = 0; i + 1 < w.count; i++) {
        if (!is(&w, i, "move") || is(&w, i + 2, "where")) continue;
        unsigned end = i + 1;
        while (end < w.count && !is(&w, end, "move")) end++;
        exchange(&w, i, end, "t");
        if (random_below(seed, 2)) exchange(&w, i, end, "i");
    }
    shuffle(&w, seed);
    join(&w, out);
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */
/* The part behind `from` with a and b, t and u exchanged. */
static void turned(const char *part, struct text *out)
{
    static struct words w;
    split(part, &w);
    exchange(&w, 0, w.count, "a");
    exchange(&w, 0, w.count, "t");
    join(&w, out);
}

static void by_mover(struct grammar *g, void (*one)(struct grammar *g))
{
    struct text part = {0}, other = {0}, *out = g->out;
    g->out = &part;
    if (one == result && dice(g, 4)) one = hidden;
    one(g);
    g->out = out;
    random_change(text_c(&part), g->seed, (unsigned)dice(g, 3), &other);
    text_add(out, "(mover == 1 ? %s : %s)", text_c(&part), text_c(&other));
    text_free(&part);
    text_free(&other);
}
static void small_condition(struct grammar *g) { condition(g, 1); }

static void write_move(struct grammar *g, enum pair_kind kind, const char *name, const char *gens)
{
    text_add(g->out, " move %s(%s)", name, gens);
    if (dice(g, 3) == 0) {
        put(g, " where ");
        if (kind == PAIR_MOVER && dice(g, 2)) by_mover(g, small_condition);
        else condition(g, 1);
    }
    put(g, " -> ");
    struct text part = {0}, *out = g->out;
    g->alone = kind == PAIR_TURNED;
    if (kind == PAIR_MOVER) {
        by_mover(g, result);
        return;
    }
    bool hides = dice(g, kind == PAIR_TURNED ? 4 : 2);
    g->out = &part;
    (hides ? hidden : result)(g);
    g->out = out;
    put(g, text_c(&part));
    if (kind == PAIR_TURNED && !hides) {
        put(g, " + ");
        turned(text_c(&part), out);
    }
    text_free(&part);
}

static void rule_of(struct grammar *g, enum pair_kind kind, const char *head, const char *gens)
{
    text_add(g->out, "game g(%s) {", head);
    write_move(g, kind, "x", gens);
    if (dice(g, 4) == 0) write_move(g, kind, "y", gens);
    put(g, " }");
}

void random_rows_rule(uint64_t *seed, enum pair_kind kind, struct text *out)
{
    struct grammar one = {.seed = seed, .numbers = {"n", "t", "u"}, .number_count = 3, .fields = 1, .out = out};
    struct grammar both = {.seed = seed, .numbers = {"a", "b", "t", "u"}, .number_count = 4, .fields = 2, .out = out};
    struct grammar five = {.seed = seed,
                           .numbers = {"i", "j"},
                           .number_count = 2,
                           .row = "p",
                           .places = {"i", "j"},
                           .place_count = 2,
                           .out = out};
    switch (kind == PAIR_TURNED ? 4 + random_below(seed, 2) : random_below(seed, 6)) {
    case 0:
    case 1:
        one.row = "s";
        rule_of(&one, kind, "n, s: row", "t in 1..min(2, n), u in 1..min(2, n)");
        break;
    case 2:
    case 3:
        if (random_below(seed, 2)) rule_of(&five, kind, "p: row) where (len(p) == 5", "i in 1..2, j in 4..5");
        else rule_of(&five, kind, "p: row", "i in 1..len(p), j in 1..p[i]");
        break;
    case 4: rule_of(&both, kind, "a, b", "t in 1..min(2, a), u in 1..min(2, b)"); break;
    default:
        both.row = "s";
        rule_of(&both, kind, "a, b, s: row", "t in 1..min(2, a), u in 1..min(2, b)");
        break;
    }
}
