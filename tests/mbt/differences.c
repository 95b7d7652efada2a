/* SPDX-License-Identifier: MIT */
/* Pairs of random rules: what is said to be the difference is put into rules of its own, and their options are compared with
 * those that are really different, state by state.
 * usage: differences [FIRST_SEED [COUNT]]; prints TAP lines, and each pair for which something else is said. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "proof/match/difference.h"
#include "proof/match/restate.h"
#include "random_pair.h"
#include "random_rule.h"
#include "same_options.h"

struct tally {
    size_t params, values, beyond; /* conditions on parameters, and values that are looked at */
    size_t asked, known, exact, same, moves, where, refused, wrong;
};

static void complain(struct tally *t, const char *what, const char *a, const char *b)
{
    t->wrong++;
    printf("# %s\n#   %s\n#   %s\n", what, a, b);
}

/* The rule with these moves alone, so all before the brace of its last game is kept. */
static void put_only(const char *rule, const struct rule_only *only, struct text *out)
{
    const char *game = rule, *next;
    while ((next = strstr(game + 1, "game "))) game = next;
    text_put(out, rule, (size_t)(strchr(game, '{') - rule) + 1);
    for (size_t i = 0; i < only->count; i++) text_add(out, "\n  move %s", only->moves[i]);
    text_puts(out, "\n}\n");
}

/* What a rule does wrong in some states the checker finds more easily in one of its pieces; and a difference that is not exact may
 * be empty. */
static bool is_refused(struct rule_file *only, bool exact)
{
    const char *message = rule_message(only);
    return strstr(message, "outside the state") || strstr(message, "is updated twice") ||
           strstr(message, "a natural number (0, 1, 2, ...) is expected") ||
           strstr(message, "the position it starts from") ||
           (!exact && (strstr(message, "contradict each other") || strstr(message, "is empty whenever")));
}

/* How the rules are asked about: which field is which, and whether the second one has its numbers in a row. */
struct way {
    const int *order;
    bool packed;
    bool open; /* both have one parameter, which is left open */
};
enum { PARAM_LEAST = 1, PARAM_MOST = 6 };

static struct seated seat(struct rule_file *files, int side, struct way way)
{
    return (struct seated){&files[side], side ? way.order : NULL, side && way.packed};
}

/* From now on the parameter has this value; a rule that was not opened is passed over. */
static void set_param(struct rule_file *f, struct param_value *value)
{
    if (f && f->st == ST_OK) vm_set_params(f->vm, value);
}

static void check_side(struct tally *t, struct rule_file *files, int side, struct way way, const char *const *texts,
                       const struct rule_difference *d)
{
    struct rule_file only = {0};
    struct text text = {0};
    bool some = d->only[side].count > 0;
    if (some) put_only(texts[side], &d->only[side], &text);
    if (some) rule_open(&only, text_c(&text));
    if (only.st != ST_OK && is_refused(&only, d->exact)) {
        t->refused++;
    } else if (only.st != ST_OK) {
        complain(t, rule_message(&only), text_c(&text), texts[1 - side]);
    } else {
        const char *wrong = NULL;
        struct param_value value = {.value = PARAM_LEAST};
        for (; !wrong && value.value <= (way.open ? PARAM_MOST : PARAM_LEAST); value.value++) {
            for (int i = 0; way.open && i < 2; i++) set_param(&files[i], &value);
            if (way.open && some) set_param(&only, &value);
            wrong = options_without(seat(files, side, way), seat(files, 1 - side, way), some ? &only : NULL, d->exact);
        }
        if (wrong) complain(t, wrong, text_c(&text), "");
        if (wrong) printf("#   of\n#   %s\n#   without\n#   %s\n", texts[side], texts[1 - side]);
    }
    if (some) rule_close(&only);
    text_free(&text);
}

/* The condition of agreement as the invariant of a game without anything else. */
static void check_same(struct tally *t, struct rule_file *files, struct way way, const char *const *texts,
                       const struct rule_difference *d)
{
    struct rule_file where = {0};
    struct text text = {0};
    const char *game = texts[0], *next;
    while ((next = strstr(game + 1, "game "))) game = next;
    if (way.open) text_add(&text, "param k = 3 in %d..%d ", PARAM_LEAST, PARAM_MOST);
    text_put(&text, game, (size_t)(strchr(game, ')') - game) + 1);
    text_add(&text, " where %s { move none -> end }\n", d->same);
    rule_open(&where, text_c(&text));
    bool none = where.st != ST_OK && strstr(rule_message(&where), "no state of");
    bool refused = where.st != ST_OK && strstr(rule_message(&where), "the position it starts from");
    const char *wrong = NULL;
    struct param_value value = {.value = PARAM_LEAST};
    for (; !wrong && !refused && value.value <= (way.open ? PARAM_MOST : PARAM_LEAST); value.value++) {
        for (int i = 0; way.open && i < 2; i++) set_param(&files[i], &value);
        if (way.open) set_param(&where, &value);
        if (where.st == ST_OK || none)
            wrong = options_same_where(seat(files, 0, way), seat(files, 1, way), none ? NULL : &where, d->exact);
    }
    if (where.st == ST_OK || none || refused) {
    } else if (!refused) wrong = rule_message(&where);
    if (wrong) complain(t, wrong, text_c(&text), "");
    if (wrong) printf("#   of\n#   %s\n#   and\n#   %s\n", texts[0], texts[1]);
    rule_close(&where);
    text_free(&text);
}

/* The condition on the parameter: where it holds the options are the same on all states of the box; where it does not and the difference is
 * exact, a difference may lie beyond the box, which is counted. */
static void check_params(struct tally *t, struct rule_file *files, const char *const *texts,
                         const struct rule_difference *d)
{
    struct rule_file where = {0};
    struct text text = {0};
    text_add(&text, "param k = 3 in %d..%d game w(n) where n == 7 or %s { move none -> end }", PARAM_LEAST, PARAM_MOST,
             d->same_params);
    rule_open(&where, text_c(&text));
    if (where.st != ST_OK) complain(t, rule_message(&where), text_c(&text), "");
    struct param_value value = {.value = PARAM_LEAST};
    for (; where.st == ST_OK && value.value <= PARAM_MOST; value.value++) {
        struct component zero = {where.model->main_game, 1, (const int64_t[]){0}};
        bool holds = false;
        set_param(&where, &value);
        for (int i = 0; i < 2; i++) set_param(&files[i], &value);
        if (vm_legal(where.vm, &zero, &holds) != ST_OK) complain(t, "a condition fails", text_c(&text), "");
        const char *wrong = options_same_on_all(&files[0], &files[1]);
        t->values += holds;
        t->beyond += !holds && d->exact && !wrong;
        if (holds && wrong) complain(t, wrong, text_c(&text), "");
        if (holds && wrong) printf("#   of\n#   %s\n#   and\n#   %s\n", texts[0], texts[1]);
    }
    rule_close(&where);
    text_free(&text);
}

static void compare(struct tally *t, const char *a, const char *b, struct way way)
{
    struct rule_file files[2];
    const char *texts[] = {a, b};
    struct rule_difference d = {0};
    struct arena arena = {0};
    for (int i = 0; i < 2; i++) rule_open(&files[i], texts[i]);
    if (files[0].st == ST_OK && files[1].st == ST_OK) {
        const struct model *seen = NULL;
        size_t numbers = files[0].model->games[files[0].model->main_game].field_count;
        const struct model *models[] = {files[0].model, files[1].model};
        if (way.packed) restate_row(files[1].model, files[1].model->main_game, files[1].params, numbers, &arena, &seen);
        if (seen) models[1] = seen;
        const struct param_value *params[] = {files[0].params, files[1].params};
        int games[] = {models[0]->main_game, models[1]->main_game};
        const int open[] = {0};
        struct difference_wanted wanted = {
            .states = true, .order = way.order, .open = way.open ? open : NULL, .as_row = {false, way.packed}};
        t->asked++;
        if (difference_find(models, games, params, wanted, &arena, &d) != ST_OK) complain(t, "memory is out", a, b);
        t->known += d.known;
        t->exact += d.known && d.exact;
        t->same += d.known && !d.only[0].count && !d.only[1].count && !d.only[0].unwritten && !d.only[1].unwritten;
        bool some = d.same && strcmp(d.same, "true") != 0 && strcmp(d.same, "false") != 0;
        t->where += some;
        if (d.same_params) check_params(t, files, texts, &d);
        t->params += d.same_params && strcmp(d.same_params, "true") != 0 && strcmp(d.same_params, "false") != 0;
        if (d.same) check_same(t, files, way, texts, &d);
        for (int side = 0; d.known && side < 2; side++) {
            t->moves += d.only[side].count;
            if (!d.only[side].unwritten) check_side(t, files, side, way, texts, &d);
        }
    }
    for (int i = 0; i < 2; i++) rule_close(&files[i]);
    arena_free(&arena);
}

static void try_numbers(struct tally *t, uint64_t seed)
{
    struct random_rule one, two;
    struct text a = {0}, b = {0}, c = {0};
    seed = hash_mix(seed + 1);
    int fields = 1 + (int)random_below(&seed, 2);
    random_rule(&seed, fields, &one);
    two = one;
    struct random_rule other;
    random_rule(&seed, fields, &other);
    two.move[0] = other.move[0];
    random_write(&one, &a);
    random_write(&two, &b);
    random_respell(&one, &seed, &c);
    compare(t, text_c(&a), text_c(&b), (struct way){0});
    compare(t, text_c(&a), text_c(&c), (struct way){0});
    text_free(&a);
    text_free(&b);
    text_free(&c);
}

static void try_rows(struct tally *t, uint64_t seed)
{
    struct text rule = {0}, other = {0}, a = {0}, b = {0};
    seed = hash_mix(seed + 1);
    random_rows_rule(&seed, PAIR_PLAIN, &rule);
    random_change(text_c(&rule), &seed, (unsigned)random_below(&seed, 3) + 1, &other);
    text_add(&a, "%s%s", RANDOM_HELPER, text_c(&rule));
    text_add(&b, "%s%s", RANDOM_HELPER, text_c(&other));
    compare(t, text_c(&a), text_c(&b), (struct way){0});
    text_free(&rule);
    text_free(&other);
    text_free(&a);
    text_free(&b);
}

/* ---- fields in another order, under other names, as the cells of a row -------------------------------------------- */
enum { FIELDS_MOST = 3, ARGUMENT = 400 };

/* The arguments between these parentheses; 0: too many. */
static size_t cut(const char *from, const char *to, char parts[][ARGUMENT])
{
    size_t count = 0, length = 0;
    int depth = 0;
    for (const char *at = from; at <= to; at++) {
        if (at == to || (*at == ',' && depth == 0)) {
            if (count == FIELDS_MOST || length >= ARGUMENT) return 0;
            parts[count++][length] = '\0';
            length = 0;
            while (at < to && at[1] == ' ') at++;
            continue;
        }
        depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
        if (count < FIELDS_MOST && length < ARGUMENT - 1) parts[count][length++] = *at;
    }
    return count;
}

static const char *closing(const char *open)
{
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth) return at;
    }
    return NULL;
}

/* The rule with the arguments of g in this order, argument i at argument order[i] of the given one; `packed`: two numbers as a row. */
static bool reorder(const char *rule, const int *order, bool packed, struct text *out)
{
    bool first = true;
    for (const char *at = rule; *at; at++) {
        bool call = *at == 'g' && at[1] == '(' && (at == rule || strchr(" (", at[-1]));
        const char *end = call ? closing(at + 1) : NULL;
        if (!end) {
            text_putc(out, *at);
            continue;
        }
        char parts[FIELDS_MOST][ARGUMENT];
        size_t count = cut(at + 2, end, parts);
        struct text inner = {0};
        bool fine = count && count <= FIELDS_MOST;
        for (size_t i = 0; fine && i < count; i++) text_add(&inner, "%s%s", i ? ", " : "", parts[order[i]]);
        if (packed && first) text_puts(out, "g(h: row) where len(h) == 2");
        else text_add(out, packed ? "g([%s])" : "g(%s)", text_c(&inner));
        text_free(&inner);
        if (!fine) return false;
        first = false;
        at = end;
    }
    return true;
}

/* Each word of one letter by what stands for it. */
static void rename_words(const char *rule, const char *letters, const char *const *names, struct text *out)
{
    for (const char *at = rule; *at; at++) {
        bool word = isalpha((unsigned char)*at) && !isalnum((unsigned char)at[1]) && at[1] != '_' &&
                    (at == rule || (!isalnum((unsigned char)at[-1]) && at[-1] != '_'));
        const char *letter = word ? strchr(letters, *at) : NULL;
        if (letter) text_puts(out, names[letter - letters]);
        else text_putc(out, *at);
    }
}

static void try_orders(struct tally *t, uint64_t seed)
{
    static const int orders[][FIELDS_MOST] = {{1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}};
    static const char *const names[] = {"first", "second", "third", "fourth"};
    struct text rule = {0}, other = {0}, moved = {0}, renamed = {0}, all[2] = {{0}};
    seed = hash_mix(seed + 2);
    if (random_below(&seed, 2)) {
        struct random_rule r;
        random_rule(&seed, 2, &r);
        random_write(&r, &rule);
    } else {
        random_rows_rule(&seed, PAIR_PLAIN, &rule);
    }
    random_change(text_c(&rule), &seed, (unsigned)random_below(&seed, 3), &other);
    size_t fields = strstr(text_c(&rule), "g(a, b, s") ? 3 : strstr(text_c(&rule), "game g(p") ? 1 : 2;
    const int *order = orders[random_below(&seed, fields == 3 ? 5 : 1)];
    bool fine = fields > 1 && reorder(text_c(&other), order, false, &moved);
    rename_words(text_c(&moved), "abns", names, &renamed);
    text_add(&all[0], "%s%s", RANDOM_HELPER, text_c(&rule));
    text_add(&all[1], "%s%s", RANDOM_HELPER, text_c(random_below(&seed, 2) ? &renamed : &moved));
    if (fine) compare(t, text_c(&all[0]), text_c(&all[1]), (struct way){.order = order});
    text_free(&rule);
    text_free(&other);
    text_free(&moved);
    text_free(&renamed);
    for (int i = 0; i < 2; i++) text_free(&all[i]);
}

/* Some of the numbers of a rule are its parameter. */
static void put_params(const char *rule, uint64_t *seed, struct text *out)
{
    text_add(out, "param k = 3 in %d..%d ", PARAM_LEAST, PARAM_MOST);
    for (const char *at = rule; *at; at++) {
        bool number =
            isdigit((unsigned char)*at) && at > rule && strchr(" (,-", at[-1]) && !isalnum((unsigned char)at[1]);
        bool factor = number && (strncmp(at + 1, " *", 2) == 0 || (at - rule > 2 && strchr("*/%", at[-2])));
        if (number && !factor && random_below(seed, 4) == 0) text_puts(out, "k");
        else text_putc(out, *at);
    }
}

static void try_params(struct tally *t, uint64_t seed)
{
    struct random_rule one, two, other;
    struct text a = {0}, b = {0}, all[2] = {{0}};
    seed = hash_mix(seed + 4);
    int fields = 1 + (int)random_below(&seed, 2);
    random_rule(&seed, fields, &one);
    two = one;
    random_rule(&seed, fields, &other);
    if (random_below(&seed, 2)) two.move[0] = other.move[0];
    random_write(&one, &a);
    if (random_below(&seed, 3)) random_write(&two, &b);
    else random_respell(&two, &seed, &b);
    uint64_t again = seed;
    put_params(text_c(&a), &seed, &all[0]);
    put_params(text_c(&b), random_below(&seed, 2) ? &again : &seed, &all[1]);
    compare(t, text_c(&all[0]), text_c(&all[1]), (struct way){.open = true});
    for (int i = 0; i < 2; i++) text_free(&all[i]);
    text_free(&a);
    text_free(&b);
}

static void try_packed(struct tally *t, uint64_t seed)
{
    static const int orders[][2] = {{0, 1}, {1, 0}};
    struct random_rule one, two, other;
    struct text a = {0}, b = {0}, packed = {0}, renamed = {0};
    seed = hash_mix(seed + 3);
    random_rule(&seed, 2, &one);
    two = one;
    random_rule(&seed, 2, &other);
    if (random_below(&seed, 3)) two.move[0] = other.move[0];
    random_write(&one, &a);
    random_write(&two, &b);
    const int *order = orders[random_below(&seed, 2)];
    bool fine = reorder(text_c(&b), order, true, &packed);
    rename_words(text_c(&packed), "ab", (const char *const[]){order[0] ? "h[2]" : "h[1]", order[0] ? "h[1]" : "h[2]"},
                 &renamed);
    if (fine) compare(t, text_c(&a), text_c(&renamed), (struct way){.order = order, .packed = true});
    text_free(&a);
    text_free(&b);
    text_free(&packed);
    text_free(&renamed);
}

static int claim(unsigned number, const struct tally *t, const char *what, size_t least)
{
    bool fine = !t->wrong && t->exact >= least;
    printf("# %s: %zu asked, %zu known, %zu exactly, %zu equal, %zu moves, %zu conditions, %zu wrong\n%s %u - the "
           "difference of %s is "
           "what is said\n",
           what, t->asked, t->known, t->exact, t->same, t->moves, t->where, t->wrong, fine ? "ok" : "not ok", number,
           what);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally numbers = {0}, rows = {0}, orders = {0}, packed = {0}, params = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        try_numbers(&numbers, seed);
        try_rows(&rows, seed);
        try_orders(&orders, seed);
        try_packed(&packed, seed);
        try_params(&params, seed);
    }
    int status = claim(1, &numbers, "rules over numbers", count / 4);
    status |= claim(2, &rows, "rules over rows", 0);
    status |= claim(3, &orders, "fields in another order", count / 8);
    status |= claim(4, &packed, "a row of two cells and two numbers", count / 4);
    status |= claim(5, &params, "rules with a parameter", count / 4);
    printf("# %zu conditions on parameters, which hold for %zu values; no difference in the box for %zu others\n",
           params.params, params.values, params.beyond);
    printf("1..5\n");
    return status;
}
