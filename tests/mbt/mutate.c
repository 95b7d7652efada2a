/* Every single-token change of every reference rule: where the changed rule still compiles and a plugin still answers for
 * it, search must give the same outcome, value and winning moves on a window. So a recognition that is too generous, or a
 * closed form with a wrong corner, fails here. usage: mutate PLUGIN_FOLDER RULE_FILE... ; prints TAP lines. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/engine.h"

enum { TOKENS_MOST = 400, WINDOW_ONE = 12, WINDOW_TWO = 6 };

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
        if (isalnum((unsigned char)text[i])) while (isalnum((unsigned char)text[i]) || text[i] == '_') i++;
        else if (strchr(".-<>=!", text[i]) && text[i + 1] && strchr(".>=", text[i + 1])) i += 2;
        else i++;
        tokens[count++] = (struct token){begin, i};
    }
    return count;
}

/* The rule without its expectations and comments: what stands before the first of them, and a closing brace. */
static char *bare_rule(const char *path)
{
    char *text = calloc(1, 65536), line[4096];
    FILE *in = fopen(path, "r");
    if (!in || !text) exit(2);
    while (fgets(line, sizeof line, in)) {
        char *hash = strchr(line, '#');
        if (hash) strcpy(hash, "\n");
        const char *word = line + strspn(line, " \t");
        if (strncmp(word, "expect", 6) == 0 || strncmp(word, "claim", 5) == 0) continue;
        strcat(text, line);
    }
    fclose(in);
    return text;
}

struct asked {
    enum status status;
    struct answer answer;
};
static struct asked ask(struct engine *e, const char *position)
{
    struct asked a = {0};
    struct position p;
    struct wanted wanted = {.sg = true, .wins = true, .outcome = true};
    a.status = engine_position(e, &position, 1, &p);
    if (a.status == ST_OK) a.status = analyze(e->env, &p, &wanted, &e->answers, &a.answer);
    return a;
}

static bool same(const struct asked *a, const struct asked *b)
{
    if (a->status != ST_OK || b->status != ST_OK) return a->status == b->status;
    if (a->answer.outcome != b->answer.outcome || a->answer.win_count != b->answer.win_count) return false;
    return !a->answer.has_sg || !b->answer.has_sg || strcmp(a->answer.sg, b->answer.sg) == 0;
}

static struct engine *open_rule(const char *rule, const char *folder, struct budget *budget)
{
    struct engine *e;
    const char *label;
    struct engine_options o = {.text = rule, .name = "rule", .plugins = folder != NULL, .plugin_folders = &folder,
                               .plugin_folder_count = folder ? 1 : 0, .budget = budget, .until = STAGE_ALL};
    *budget = (struct budget){.states = 200000, .deadline_ns = budget_now_ns() + 5000000000u};
    enum status st = engine_open(&o, &e);
    if (st == ST_OK) st = engine_select(e, 0, &label);
    if (st == ST_OK) return e;
    engine_close(e);
    return NULL;
}

/* Recognition is done when the first question is asked. */
static bool is_recognised(struct engine *e)
{
    const struct game *g = &e->model->games[e->model->main_game];
    char first[128];
    snprintf(first, sizeof first, g->field_count == 1 ? "%s(0)" : "%s(0, 0)", g->name);
    ask(e, first);
    const struct recognition *r = e->env->recognised;
    return r && r->games[e->model->main_game].plugin >= 0;
}

/* Compares the rule with plugins and without on the window; counts comparisons. */
static bool agree(struct engine *with, struct engine *without, char *where, size_t size, size_t *compared)
{
    const struct game *g = &with->model->games[with->model->main_game];
    int last = g->field_count == 1 ? WINDOW_ONE : WINDOW_TWO, second = g->field_count == 1 ? 0 : last;
    for (int a = 0; a <= last; a++)
        for (int b = 0; b <= second; b++) {
            if (g->field_count == 1) snprintf(where, size, "%s(%d)", g->name, a);
            else snprintf(where, size, "%s(%d, %d)", g->name, a, b);
            struct asked x = ask(with, where), y = ask(without, where);
            (*compared)++;
            if (!same(&x, &y)) return false;
        }
    return true;
}

struct tally {
    size_t changed, compiled, recognised, compared, wrong;
};
static void try_change(const char *rule, const char *folder, struct tally *t)
{
    struct budget budget, other;
    char where[128];
    t->changed++;
    struct engine *with = open_rule(rule, folder, &budget);
    if (!with) return;
    t->compiled++;
    struct engine *without = is_recognised(with) ? open_rule(rule, NULL, &other) : NULL;
    if (without) {
        t->recognised++;
        if (!agree(with, without, where, sizeof where, &t->compared)) {
            t->wrong++;
            printf("not ok - at %s plugin and search differ for: %s\n", where, rule);
        }
    }
    engine_close(without);
    engine_close(with);
}

static void change_tokens(const char *rule, const char *folder, struct tally *t)
{
    static const char *const others[] = {"0", "1", "2", "3", "n", "t", "a", "b", "m", "+", "-", "*", "/", "<", "<=", "==",
                                         "!=", "..", "min", "max", ""};
    struct token tokens[TOKENS_MOST];
    size_t count = split(rule, tokens), length = strlen(rule);
    char *changed = malloc(length + 64);
    if (!changed) exit(2);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            size_t n = strlen(others[k]);
            if (n == tokens[i].end - tokens[i].begin && strncmp(rule + tokens[i].begin, others[k], n) == 0) continue;
            sprintf(changed, "%.*s %s %s", (int)tokens[i].begin, rule, others[k], rule + tokens[i].end);
            try_change(changed, folder, t);
        }
    free(changed);
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
        printf("%s - %s: %zu changes, %zu compile, %zu recognised, %zu comparisons\n", t.wrong ? "not ok" : "ok", argv[i],
               t.changed, t.compiled, t.recognised, t.compared);
        if (t.wrong || t.compiled == 0) status = 1;
        free(rule);
    }
    return status;
}
