/* SPDX-License-Identifier: MIT */
/* Every single-token change of every reference rule: where the changed rule still compiles and a plugin still answers for
 * it, search must give the same outcome, value and winning moves on a window. So a recognition that is too generous, or a
 * closed form with a wrong corner, fails here. usage: mutate PLUGIN_FOLDER RULE_FILE... ; prints TAP lines. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/open/position.h"
#include "opened.h"
#include "play/options/store.h"

enum {
    TOKENS_MOST = 400,
    WINDOW_ONE = 12,
    WINDOW_TWO = 6,
    ROW_LONGEST = 3,
    ROW_CELLS = 5,
    OTHERS_MOST = 64,
    FIRST_FEW = 8
};

struct token {
    size_t begin, end;
};
static size_t split(const char *text, struct token *tokens)
{
    size_t count = 0;
    for (size_t i = 0; text[i] && count < TOKENS_MOST;) {
        size_t begin = i;
        if (isspace((unsigned char)text[i])) {
            i++;
            continue;
        }
        if (isalnum((unsigned char)text[i]))
            while (isalnum((unsigned char)text[i]) || text[i] == '_') i++;
        else if (strchr(".-<>=!", text[i]) && text[i + 1] && strchr(".>=", text[i + 1])) i += 2;
        else i++;
        tokens[count++] = (struct token){begin, i};
    }
    return count;
}

/* The rule without its comments and expectations; what stands deeper than one of those continues it. */
static char *bare_rule(const char *path)
{
    char *text = calloc(1, 65536), line[4096];
    FILE *in = fopen(path, "r");
    size_t within = SIZE_MAX; /* how deep the expectation at hand stands */
    if (!in || !text) exit(2);
    while (fgets(line, sizeof line, in)) {
        char *hash = strchr(line, '#');
        if (hash) strcpy(hash, "\n");
        const char *word = line + strspn(line, " \t");
        size_t depth = (size_t)(word - line);
        if (depth > within) continue;
        bool told = strncmp(word, "expect", 6) == 0 || strncmp(word, "claim", 5) == 0;
        within = told ? depth : SIZE_MAX;
        if (told) continue;
        strcat(text, line);
    }
    fclose(in);
    return text;
}

struct asked {
    enum status status;
    struct answer answer;
};
static struct asked ask(struct engine *e, const char *position, int variant)
{
    struct asked a = {0};
    struct position p;
    struct wanted wanted = {.sg = true,
                            .wins = true,
                            .outcome = true,
                            .play = variant & 1 ? PLAY_MISERE : PLAY_NORMAL,
                            .mover = variant & 2 ? 2 : 0};
    a.status = engine_position(e, &position, 1, &p);
    if (a.status == ST_OK) a.status = analyze(e->env, &p, &wanted, &e->answers, &a.answer);
    return a;
}

/* Each winning move of a is one of b. */
static bool wins_within(const struct answer *a, const struct answer *b)
{
    for (size_t i = 0; i < a->win_count; i++) {
        bool found = false;
        for (size_t k = 0; k < b->win_count && !found; k++)
            found = strcmp(a->wins[i].move, b->wins[k].move) == 0 && strcmp(a->wins[i].to, b->wins[k].to) == 0;
        if (!found) return false;
    }
    return true;
}

static bool same(const struct asked *a, const struct asked *b)
{
    if (a->status != ST_OK || b->status != ST_OK) return a->status == b->status;
    if (a->answer.outcome != b->answer.outcome || a->answer.win_count != b->answer.win_count) return false;
    if (!wins_within(&a->answer, &b->answer) || !wins_within(&b->answer, &a->answer)) return false;
    return !a->answer.has_sg || !b->answer.has_sg || strcmp(a->answer.sg, b->answer.sg) == 0;
}

static struct engine *open_rule(const char *rule, const char *folder, struct budget *budget)
{
    *budget = (struct budget){.states = 200000};
    return opened((struct engine_options){.text = rule,
                                          .budget = budget,
                                          .plugins = folder != NULL,
                                          .plugin_folders = &folder,
                                          .plugin_folder_count = folder != NULL});
}

/* ---- small positions --------------------------------------------------------------------------------------------- */
/* Digit `at` of a position's number in mixed radix. */
static long take_digit(long *number, long radix)
{
    long digit = *number % radix;
    *number /= radix;
    return digit;
}

/* Appends a row: the shorter ones first. */
static void put_row(char *where, long number)
{
    long length = 0, size = 1;
    while (number >= size) {
        number -= size;
        size *= ROW_CELLS + 1;
        length++;
    }
    strcat(where, "[");
    for (long i = 0; i < length; i++)
        sprintf(where + strlen(where), "%s%ld", i ? ", " : "", take_digit(&number, ROW_CELLS + 1));
    strcat(where, "]");
}

static long rows_in_all(void)
{
    long all = 0, size = 1;
    for (int length = 0; length <= ROW_LONGEST; length++, size *= ROW_CELLS + 1) all += size;
    return all;
}

/* Position number `number` of the window; false when there are no more. */
static bool put_position(const struct game *g, long number, char *where)
{
    long last = g->field_count == 1 ? WINDOW_ONE : WINDOW_TWO;
    sprintf(where, "%s(", g->name);
    for (size_t i = 0; i < g->field_count; i++) {
        bool row = g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_BAG;
        if (i) strcat(where, ", ");
        if (row) put_row(where, take_digit(&number, rows_in_all()));
        else sprintf(where + strlen(where), "%ld", take_digit(&number, last + 1));
    }
    strcat(where, ")");
    return number == 0;
}

/* Recognition is done when the first question is asked that is one; that is among the first few. */
static bool is_recognised(struct engine *e)
{
    char first[256];
    for (long number = 0; number < FIRST_FEW && put_position(&e->model->games[e->model->main_game], number, first);
         number++)
        if (ask(e, first, 0).status != ST_USAGE) break;
    const struct recognition *r = e->env->store->recognised;
    return r && r->games[e->model->main_game].plugin >= 0;
}

/* Compares the rule with plugins and without on the window, in normal and misere play and for both movers where they
 * matter; counts comparisons. */
static bool agree(struct engine *with, struct engine *without, char *where, size_t *compared)
{
    const struct game *g = &with->model->games[with->model->main_game];
    for (long number = 0; put_position(g, number, where); number++)
        for (int variant = 0; variant < (g->uses_mover ? 4 : 2); variant++) {
            struct asked x = ask(with, where, variant), y = ask(without, where, variant);
            (*compared)++;
            if (!same(&x, &y)) return false;
            if (x.status == ST_USAGE) break; /* no position */
        }
    return true;
}

struct tally {
    size_t changed, compiled, recognised, compared, wrong;
};
static void try_change(const char *rule, const char *folder, struct tally *t)
{
    struct budget budget, other;
    char where[256];
    t->changed++;
    struct engine *with = open_rule(rule, folder, &budget);
    if (!with) return;
    t->compiled++;
    struct engine *without = is_recognised(with) ? open_rule(rule, NULL, &other) : NULL;
    if (without) {
        t->recognised++;
        if (!agree(with, without, where, &t->compared)) {
            t->wrong++;
            printf("not ok - at %s plugin and search differ for: %s\n", where, rule);
        }
    }
    engine_close(without);
    engine_close(with);
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */
/* What a token is replaced by: the rule's own names and small numbers for words, operators for the others. */
struct others {
    char words[OTHERS_MOST][32];
    size_t count;
};
static void add_word(struct others *o, const char *word, size_t length)
{
    static const char *const fixed[] = {"game",  "move",      "where", "param", "in",
                                        "start", "symmetric", "row",   "bag",   "with"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strlen(fixed[i]) == length && strncmp(fixed[i], word, length) == 0) return;
    for (size_t i = 0; i < o->count; i++)
        if (strlen(o->words[i]) == length && strncmp(o->words[i], word, length) == 0) return;
    if (o->count < OTHERS_MOST && length < sizeof o->words[0]) sprintf(o->words[o->count++], "%.*s", (int)length, word);
}

static void gather_others(const char *rule, const struct token *tokens, size_t count, struct others *o)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "n", "t", "min", "max"};
    o->count = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) add_word(o, numbers[i], strlen(numbers[i]));
    for (size_t i = 0; i < count; i++)
        if (isalnum((unsigned char)rule[tokens[i].begin]))
            add_word(o, rule + tokens[i].begin, tokens[i].end - tokens[i].begin);
}

static void change_one(const char *rule, const char *folder, struct token token, const char *other, struct tally *t)
{
    char *changed = malloc(strlen(rule) + 64);
    if (!changed) exit(2);
    sprintf(changed, "%.*s %s %s", (int)token.begin, rule, other, rule + token.end);
    if (strlen(other) != token.end - token.begin || strncmp(rule + token.begin, other, strlen(other)) != 0)
        try_change(changed, folder, t);
    free(changed);
}

static void change_tokens(const char *rule, const char *folder, struct tally *t)
{
    static const char *const operators[] = {"+", "-", "*", "/", "<", "<=", "==", "!=", ".."};
    static struct token tokens[TOKENS_MOST];
    static struct others others;
    size_t count = split(rule, tokens);
    gather_others(rule, tokens, count, &others);
    for (size_t i = 0; i < count; i++) {
        bool word = isalnum((unsigned char)rule[tokens[i].begin]);
        change_one(rule, folder, tokens[i], "", t);
        for (size_t k = 0; word && k < others.count; k++) change_one(rule, folder, tokens[i], others.words[k], t);
        for (size_t k = 0; !word && k < sizeof operators / sizeof *operators; k++)
            change_one(rule, folder, tokens[i], operators[k], t);
    }
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 2; i < argc; i++) {
        char *rule = bare_rule(argv[i]);
        struct tally itself = {0}, t = {0};
        try_change(rule, argv[1], &itself);
        if (itself.recognised != 1 || itself.wrong) status = 1;
        printf("%s - %s is recognised as itself\n", itself.recognised == 1 && !itself.wrong ? "ok" : "not ok", argv[i]);
        change_tokens(rule, argv[1], &t);
        printf("%s - %s: %zu changes, %zu compile, %zu recognised, %zu comparisons\n", t.wrong ? "not ok" : "ok",
               argv[i], t.changed, t.compiled, t.recognised, t.compared);
        if (t.wrong || t.compiled == 0) status = 1;
        free(rule);
    }
    return status;
}
