/* SPDX-License-Identifier: MIT */
/* Rows that are rings: rules are drawn whose moves look at neighbours around the ring, in several spellings, some of which are no rings
 * (an edge, a place or the length counts). What `families` says of a ring is what a search of it says; and where a list of moves is read
 * off, small rings opened by it have the values of a search of whole positions.
 * usage: rings [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/mex.h"
#include "engine/open/engine.h"
#include "engine/open/position.h"
#include "opened.h"
#include "random_rule.h"
#include "solve/search/run_words.h"

enum { RINGS = 6, SMALL = 8, WORD = 400, MOST = 128 };
struct tally {
    size_t rules, known, values, wrong;
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* ---- rules --------------------------------------------------------------------------------------------------------- */
/* The cell so many places on. */
static const char *cell(uint64_t *seed, int on)
{
    static const char *const next[] = {"s[i % len(s) + 1]", "s[i == len(s) ? 1 : i + 1]", "s[nx(i, len(s))]",
                                       "s[(i + len(s)) % len(s) + 1]", "s[i < len(s) ? i + 1 : i + 1 - len(s)]"};
    static const char *const before[] = {"s[(i + len(s) - 2) % len(s) + 1]", "s[i == 1 ? len(s) : i - 1]",
                                         "s[(i - 2) % len(s) + 1]"};
    static const char *const second[] = {"s[(i + 1) % len(s) + 1]", "s[nx(nx(i, len(s)), len(s))]"};
    return on == 1 ? PICK(seed, next) : on == -1 ? PICK(seed, before) : on == 2 ? PICK(seed, second) : "s[i]";
}

static void put_condition(uint64_t *seed, struct text *out)
{
    static const char *const of_one[] = {"%s == 1", "%s > 0", "%s != 2", "%s == 0", "%s in {1, 2}", "%s == 2"};
    static const char *const of_two[] = {"%s != %s", "%s == %s", "(%s == 1 or %s == 1)", "%s + %s > 1",
                                         "(%s == 0) != (%s == 2)"};
    static const char *const traps[] = {
        "i > 1",        "i != 3",   "len(s) % 2 == 0", "s[min(i + 1, len(s))] > 0",
        "s[i + 1] > 0", "s[1] > 0", "i % 2 == 0",      "any(s[k] == 2 for k in 1..len(s))"};
    int a = (int)random_below(seed, 4) - 1, b = (int)random_below(seed, 4) - 1;
    if (random_below(seed, 6) == 0) text_puts(out, PICK(seed, traps));
    else if (random_below(seed, 2)) text_add(out, PICK(seed, of_one), cell(seed, a));
    else text_add(out, PICK(seed, of_two), cell(seed, a), cell(seed, b));
}

static void put_write(const char *at, const char *value, bool last, struct text *out)
{
    size_t length = strlen(at);
    text_add(out, "[%.*s] = %s%s", (int)length - 3, at + 2, value, last ? "" : ", ");
}

static void put_move(uint64_t *seed, size_t number, struct text *out)
{
    static const char *const values[] = {"0", "0", "s[i]", "1", "3 - s[i]"};
    size_t writes = 1 + random_below(seed, 2);
    int on = random_below(seed, 3) ? 1 : 2;
    bool colours = random_below(seed, 4) == 0;
    text_add(out, "\n  move m%zu(i in 1..len(s)%s) where s[i] > 0", number, colours ? ", c in 1..2" : "");
    if (writes == 2) text_add(out, " and %s > 0", cell(seed, on));
    if (colours) text_puts(out, " and s[i] == c");
    for (size_t more = random_below(seed, 3); more > 0; more--) {
        text_puts(out, " and ");
        put_condition(seed, out);
    }
    text_puts(out, " -> r(s with { ");
    put_write("s[i]", "0", writes == 1, out);
    if (writes == 2) put_write(cell(seed, on), colours ? "3 - c" : PICK(seed, values), true, out);
    text_puts(out, " })");
}

static void write_rule(uint64_t *seed, struct text *out)
{
    size_t moves = 1 + random_below(seed, 3);
    text_puts(out, "fn nx(i, n) = i == n ? 1 : i + 1\nfn weight(c, long) = c == (long ? 1 : 2)\ngame r(s: row)");
    random_row_invariant(seed, out);
    text_puts(out, " {");
    for (size_t m = 0; m < moves; m++) put_move(seed, m, out);
    text_puts(out, "\n}\n");
}

/* ---- rings --------------------------------------------------------------------------------------------------------- */
static void put_ring(uint64_t *seed, size_t count, char *word)
{
    size_t period = 1 + random_below(seed, 3), at = (size_t)sprintf(word, "[");
    bool free = random_below(seed, 2), few = random_below(seed, 2);
    int cells[MOST];
    for (size_t i = 0; i < count; i++) {
        cells[i] = i >= period && (few || !random_below(seed, 4)) ? cells[i % period] : 1 + (int)random_below(seed, 2);
        if (free && random_below(seed, 9) == 0) cells[i] = 0;
        at += (size_t)sprintf(word + at, "%s%d", i ? ", " : "", cells[i]);
    }
    sprintf(word + at, "]");
}

static void compare(struct tally *t, const char *rule, struct engine *by_families, struct engine *by_search,
                    const char *word)
{
    const char *ends = sg_of(by_families, word);
    t->known += strcmp(ends, "none") != 0;
    if (strcmp(ends, "none") == 0) return;
    const char *all = sg_of(by_search, word);
    t->values += strcmp(all, "none") != 0;
    if (strcmp(all, "none") == 0 || strcmp(all, ends) == 0) return;
    t->wrong++;
    printf("# %s#   at %s: %s, searched %s\n", rule, word, ends, all);
}

/* ---- small rings --------------------------------------------------------------------------------------------------- */
/* Every move at every place, each as the row that begins at a cell that ends a run. */
static bool open_ring(struct run_words *words, const unsigned char *ring, size_t count, uint64_t *value)
{
    unsigned char row[MOST];
    uint64_t values[MOST * 16];
    size_t options = 0, end = 0;
    uint32_t one;
    while (end < count && ring[end]) end++;
    if (end < count) {
        for (size_t k = 0; k < count; k++) row[k] = ring[(end + k) % count];
        return run_words_sum(words, row, count, &one) == ST_OK && (*value = one, true);
    }
    for (size_t at = 0; at < count; at++)
        for (size_t i = 0; i < words->rule->moves.count; i++) {
            const struct row_move *m = &words->rule->moves.data[i];
            bool fits = !m->left_end && !m->right_end && options < sizeof values / sizeof *values;
            for (size_t k = 0; fits && k < m->length; k++) fits = ring[(at + k) % count] == m->from[k];
            if (!fits) continue;
            for (size_t k = 0; k < count; k++) row[k] = k < m->length ? m->to[k] : ring[(at + k) % count];
            if (!open_ring(words, row, count, &values[options++])) return false;
        }
    return *value = mex_of(values, options), true;
}

static void try_small(struct tally *t, const char *rule, struct engine *e, struct engine *whole, const char *word)
{
    struct position position;
    struct budget budget = {0};
    struct row_rule read = {0};
    struct run_words words = {.rule = &read, .table = {.budget = &budget}};
    unsigned char cells[MOST];
    uint64_t value;
    bool fine = engine_position(e, &word, 1, &position) == ST_OK;
    const struct component *ring = &position.components[0];
    fine = fine && row_rule_make(e->env, ring, &read) == ST_OK && read.known && read.ring;
    t->known += fine;
    if (fine && row_rule_code(&read, ring, cells) && open_ring(&words, cells, ring->count - 1, &value)) {
        char text[32];
        const char *all = sg_of(whole, word);
        sprintf(text, "%llu", (unsigned long long)value);
        t->values += strcmp(all, "none") != 0;
        if (strcmp(all, "none") != 0 && strcmp(all, text) != 0) {
            t->wrong++;
            printf("# %s#   at %s: opened %s, whole %s\n", rule, word, text, all);
        }
    }
    run_words_free(&words);
    row_rule_free(&read);
}

static struct engine *open_rule(const char *rule, const char *solver, struct budget *budget)
{
    return opened((struct engine_options){
        .text = rule, .budget = budget, .whole = strcmp(solver, "hashed") == 0, .only_solver = solver});
}

static void try_rule(struct tally *large, struct tally *small, uint64_t seed)
{
    struct text text = {0};
    struct budget budgets[3] = {{.states = 200000}, {.states = 200000}, {.states = 200000}};
    char word[WORD];
    seed = hash_mix(seed);
    write_rule(&seed, &text);
    struct engine *by_families = open_rule(text_c(&text), "families", &budgets[0]),
                  *by_search = open_rule(text_c(&text), "nimbers", &budgets[1]),
                  *whole = open_rule(text_c(&text), "hashed", &budgets[2]);
    bool fine = by_families && by_search && whole;
    large->rules += fine;
    for (int i = 0; fine && i < RINGS; i++) {
        put_ring(&seed, 32 + random_below(&seed, 10), word);
        compare(large, text_c(&text), by_families, by_search, word);
    }
    for (int i = 0; fine && i < SMALL; i++) {
        put_ring(&seed, 10 + random_below(&seed, 4), word);
        try_small(small, text_c(&text), by_families, whole, word);
    }
    engine_close(by_families);
    engine_close(by_search);
    engine_close(whole);
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 30;
    struct tally large = {0}, small = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&large, &small, seed);
    bool fine[] = {!large.wrong && large.values > count / 2, !small.wrong && small.values > count / 2};
    printf("%s 1 - by families: %zu rules, %zu rings, %zu values, %zu wrong\n", fine[0] ? "ok" : "not ok", large.rules,
           large.known, large.values, large.wrong);
    printf("%s 2 - small rings: %zu lists, %zu values, %zu wrong\n", fine[1] ? "ok" : "not ok", small.known,
           small.values, small.wrong);
    printf("1..2\n");
    return fine[0] && fine[1] ? 0 : 1;
}
