/* Every single-token change of every reference rule, to a fixed list of tokens and to those of the rule itself: where the
 * changed rule still compiles and a plugin still answers for it, search must give the same outcome, value and winning moves on
 * a window, under both plays. So a recognition that is too generous, or a closed form with a wrong corner, fails here.
 * usage: mutate PLUGIN_FOLDER RULE_FILE... ; prints TAP lines. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/engine.h"

enum { TOKENS_MOST = 400, WINDOW_ONE = 12, WINDOW_TWO = 6, ROW_LENGTH = 3, ROW_CELLS = 3 };

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
static struct asked ask(struct engine *e, const char *position, enum play play)
{
    struct asked a = {0};
    struct position p;
    struct wanted wanted = {.play = play, .sg = true, .wins = true, .outcome = true};
    a.status = engine_position(e, &position, 1, &p);
    if (a.status == ST_OK) a.status = analyze(e->env, &p, &wanted, &e->answers, &a.answer);
    return a;
}

static bool has_reply(const struct answer *a, const struct reply *wanted)
{
    for (size_t i = 0; i < a->win_count; i++)
        if (strcmp(a->wins[i].move, wanted->move) == 0 && strcmp(a->wins[i].to, wanted->to) == 0) return true;
    return false;
}

static bool same(const struct asked *a, const struct asked *b)
{
    if (a->status != ST_OK || b->status != ST_OK) return a->status == b->status;
    if (a->answer.outcome != b->answer.outcome || a->answer.win_count != b->answer.win_count) return false;
    for (size_t i = 0; i < a->answer.win_count; i++)
        if (!has_reply(&b->answer, &a->answer.wins[i])) return false;
    return !a->answer.has_sg || !b->answer.has_sg || strcmp(a->answer.sg, b->answer.sg) == 0;
}

static struct engine *open_rule(const char *rule, const char *folder, struct budget *budget)
{
    struct engine *e;
    const char *label;
    struct engine_options o = {.text = rule, .name = "rule", .plugins = folder != NULL, .plugin_folders = &folder,
                               .plugin_folder_count = folder ? 1 : 0, .budget = budget, .until = STAGE_ALL};
    *budget = (struct budget){.states = 200000, .deadline_ns = budget_now_ns() + UINT64_C(300000000000)};
    enum status st = engine_open(&o, &e);
    if (st == ST_OK) st = engine_select(e, 0, &label);
    if (st == ST_OK) return e;
    engine_close(e);
    return NULL;
}

/* Position number `index` of the window; false behind the last one. */
static bool write_position(const struct game *g, size_t index, char *out, size_t size)
{
    bool row = g->fields[0].kind == FIELD_ROW || g->fields[0].kind == FIELD_BAG;
    if (g->field_count == 1 && row) {
        size_t all = 1, length = 0, used = 0;
        for (; index >= all && length <= ROW_LENGTH; length++, all *= ROW_CELLS + 1) index -= all;
        used += (size_t)snprintf(out, size, "%s([", g->name);
        for (size_t i = 0; i < length && used < size; i++, index /= ROW_CELLS + 1)
            used += (size_t)snprintf(out + used, size - used, "%s%zu", i ? ", " : "", index % (ROW_CELLS + 1));
        if (used < size) snprintf(out + used, size - used, "])");
        return length <= ROW_LENGTH;
    }
    if (g->field_count == 1) snprintf(out, size, "%s(%zu)", g->name, index);
    else snprintf(out, size, "%s(%zu, %zu)", g->name, index / (WINDOW_TWO + 1), index % (WINDOW_TWO + 1));
    return g->field_count == 1 ? index <= WINDOW_ONE : index < (WINDOW_TWO + 1) * (WINDOW_TWO + 1);
}

/* Recognition is done when the first question is asked. */
static bool is_recognised(struct engine *e)
{
    char first[128];
    write_position(&e->model->games[e->model->main_game], 0, first, sizeof first);
    ask(e, first, PLAY_NORMAL);
    const struct recognition *r = e->env->recognised;
    return r && r->games[e->model->main_game].plugin >= 0;
}

/* Compares the rule with plugins and without on the window; counts comparisons. */
static bool agree(struct engine *with, struct engine *without, char *where, size_t size, size_t *compared)
{
    const struct game *g = &with->model->games[with->model->main_game];
    for (size_t i = 0; write_position(g, i, where, size); i++)
        for (int play = 0; play < 2; play++) {
            struct asked x = ask(with, where, (enum play)play), y = ask(without, where, (enum play)play);
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

/* The fixed list, then the tokens of the rule, each once. */
static size_t replacements(const char *rule, const struct token *tokens, size_t count, char (*out)[32])
{
    static const char *const fixed[] = {"0", "1", "2", "3", "n", "t", "a", "b", "m", "+", "-", "*", "/", "<", "<=", "==",
                                        "!=", "..", "min", "max", ""};
    size_t made = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) strcpy(out[made++], fixed[i]);
    for (size_t i = 0; i < count; i++) {
        size_t length = tokens[i].end - tokens[i].begin;
        bool known = length > 31;
        for (size_t k = 0; k < made && !known; k++)
            known = strlen(out[k]) == length && strncmp(out[k], rule + tokens[i].begin, length) == 0;
        if (!known) snprintf(out[made++], 32, "%.*s", (int)length, rule + tokens[i].begin);
    }
    return made;
}

static void change_tokens(const char *rule, const char *folder, struct tally *t)
{
    static char others[TOKENS_MOST + 32][32];
    struct token tokens[TOKENS_MOST];
    size_t count = split(rule, tokens), length = strlen(rule), made = replacements(rule, tokens, count, others);
    char *changed = malloc(length + 64);
    if (!changed) exit(2);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < made; k++) {
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
