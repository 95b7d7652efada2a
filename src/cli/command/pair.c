/* SPDX-License-Identifier: MIT */
/* A rule file and another rule: what OTHER names, where the settings go, and which games are meant. */
#include "cli/command/pair.h"
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what is OTHER? ---- */

/* "octal 0.137", "turning 1-2", "0.137" as a rule; NULL if it is not a code, or if memory runs out. The code itself is
 * checked like one in a file; a quote inside would end it. */
static const char *code_rule(const char *word, struct arena *arena)
{
    bool octal = strncmp(word, "octal ", 6) == 0, turning = strncmp(word, "turning ", 8) == 0;
    bool bare = strspn(word, "0123456789ABCDEF") == 1 && word[1] == '.' &&
                strspn(word + 2, "0123456789ABCDEF()") == strlen(word + 2);
    if (!octal && !turning && !bare) return NULL;
    const char *code = bare ? word : strchr(word, ' ');
    code += strspn(code, " ");
    size_t length = strlen(code);
    bool quoted = length >= 2 && *code == '"' && code[length - 1] == '"';
    if (quoted) code++, length -= 2;
    if (memchr(code, '"', length) || memchr(code, '\n', length)) return NULL;
    bool word_code = turning && !quoted && isalpha((unsigned char)*code);
    return arena_printf(arena, word_code ? "game code = %s %.*s" : "game code = %s \"%.*s\"",
                        turning ? "turning" : "octal", (int)length, code);
}

static void suggest_models(struct engine *engine, const char *name)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < host_count(engine->host) && count < sizeof names / sizeof *names; i++)
        if (host_info(engine->host, i)->usable) names[count++] = host_info(engine->host, i)->name;
    diag(&engine->diags, D_COMPARE_OTHER, (struct span){0, 0, 0}, name);
    diag_suggest(&engine->diags, name, names, count);
}

/* The reference rule of a model. *code is not 0 if there is none of this name, which is then reported. */
static const char *model_rule(struct request *request, const char *name, struct arena *arena, int *code)
{
    struct engine *engine;
    const char *rule = NULL;
    *code = request_open(request, NULL, STAGE_ALL, &engine);
    if (!engine) return NULL;
    for (size_t i = 0; !rule && i < host_count(engine->host); i++) {
        const struct plugin_info *info = host_info(engine->host, i);
        if (info->usable && strcmp(info->name, name) == 0) rule = arena_strdup(arena, info->rule);
    }
    if (!rule) {
        suggest_models(engine, name);
        *code = finish(request, engine, ST_USAGE);
    }
    engine_close(engine);
    return rule;
}

static int find_other(struct request *request, const char *word, struct arena *arena, struct other *other)
{
    struct stat info;
    int code = EXIT_DONE;
    size_t length = strlen(word);
    *other = (struct other){.name = file_shown(word)};
    bool named = length > 5 && strcmp(word + length - 5, ".game") == 0;
    if (named || strcmp(word, "-") == 0 || stat(word, &info) == 0 || strchr(word, '/')) other->path = word;
    if (other->path || (other->text = code_rule(word, arena))) return EXIT_DONE;
    other->model = true;
    other->text = model_rule(request, word, arena, &code);
    return code;
}

/* ---- --set: each setting goes where the parameter is ---- */

static bool declares(const struct model *model, const char *set)
{
    size_t length = strcspn(set, "=");
    const char *dot = memchr(set, '.', length), *name = dot ? dot + 1 : set;
    size_t name_length = length - (size_t)(name - set);
    for (size_t i = 0; i < model->param_count; i++) {
        const struct param *p = &model->params[i];
        if (strlen(p->name) != name_length || strncmp(p->name, name, name_length) != 0) continue;
        if (!dot) return true;
        const char *owner = p->owner >= 0 ? model->games[p->owner].name : "";
        if (strlen(owner) == (size_t)(dot - set) && strncmp(owner, set, (size_t)(dot - set)) == 0) return true;
    }
    return false;
}

static struct rule_text rule_of(struct request *request, const struct pair *pair, int side)
{
    const struct other *other = &pair->other;
    if (side == 1 && !other->path) return (struct rule_text){.text = other->text, .name = other->name};
    return request_rule(request, side == 1 ? other->path : request->words[0]);
}

/* Opens one side with the settings that name one of its parameters; a setting that names none is passed to the file and
 * refused there. */
static int open_with_settings(struct request *request, struct pair *pair, const struct model *const *models, int side)
{
    const char **all = request->sets, **kept = arena_array(&pair->arena, request->set_count + 1, sizeof *kept);
    size_t all_count = request->set_count, count = 0;
    if (!kept) return status_exit_code(ST_NO_MEMORY);
    for (size_t i = 0; i < all_count; i++)
        if (declares(models[side], all[i]) || (side == 0 && !declares(models[1], all[i]))) kept[count++] = all[i];
    request->sets = kept;
    request->set_count = count;
    struct rule_text rule = rule_of(request, pair, side);
    int code = request_open_rule(request, &rule, STAGE_ALL, &pair->engine[side]);
    request->sets = all;
    request->set_count = all_count;
    return code;
}

/* Opens both once without settings, to learn which parameters there are, and then with them. */
static int open_both(struct request *request, struct pair *pair)
{
    struct engine *plain[2] = {NULL, NULL};
    const struct model *models[2];
    int code = EXIT_DONE;
    for (int side = 0; code == EXIT_DONE && side < 2; side++) {
        struct rule_text rule = rule_of(request, pair, side);
        struct engine_options options = rule_options(request, &rule, STAGE_CHECK);
        enum status st = engine_open(&options, &plain[side]);
        if (st != ST_OK) code = finish(request, plain[side], st);
        else models[side] = plain[side]->model;
    }
    for (int side = 0; code == EXIT_DONE && side < 2; side++) code = open_with_settings(request, pair, models, side);
    for (int side = 0; side < 2; side++) engine_close(plain[side]);
    return code;
}

/* ---- --game: which games of the files ---- */

static bool is_named(const struct game *game, const char *name, size_t length)
{
    return strlen(game->name) == length && memcmp(game->name, name, length) == 0;
}

static int choose_game(struct request *request, struct pair *pair, int side, const char *name, size_t length)
{
    struct model *model = pair->engine[side]->model;
    size_t found = 0;
    while (found < model->game_count && !is_named(&model->games[found], name, length)) found++;
    if (found == model->game_count)
        return usage_error(request, "%s has no game '%.*s'; --game takes the name of a game of %s",
                           side ? pair->other.name : pair->file, (int)length, name,
                           side ? "OTHER after the comma" : "FILE");
    model->main_game = (int)found;
    return EXIT_DONE;
}

static int choose_games(struct request *request, struct pair *pair)
{
    const char *names = request->value[OPT_GAME], *comma = names ? strchr(names, ',') : NULL;
    int code = EXIT_DONE;
    if (names) code = choose_game(request, pair, 0, names, comma ? (size_t)(comma - names) : strlen(names));
    if (comma && code == EXIT_DONE) code = choose_game(request, pair, 1, comma + 1, strlen(comma + 1));
    return code;
}

int pair_open(struct request *request, const char *other, struct pair *pair)
{
    int code = find_other(request, other, &pair->arena, &pair->other);
    if (code == EXIT_DONE && !pair->other.path && !pair->other.text) code = status_exit_code(ST_NO_MEMORY);
    if (code == EXIT_DONE) code = open_both(request, pair);
    return code == EXIT_DONE ? choose_games(request, pair) : code;
}

void pair_close(struct pair *pair)
{
    engine_close(pair->engine[0]);
    engine_close(pair->engine[1]);
    arena_free(&pair->arena);
}
