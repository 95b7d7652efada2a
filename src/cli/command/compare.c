/* SPDX-License-Identifier: MIT */
/* cgi compare FILE OTHER: compares a rule with another file, a model, or a code. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "cli/command/command.h"
#include "cli/print/diagnostics.h"
#include "cli/print/report.h"
#include "engine/compare/compare.h"

/* What OTHER names. */
struct other {
    const char *path;        /* a file; or */
    const char *text, *name; /* a rule in memory */
    bool model;
};

static const char *verdict_words(const struct comparison *c)
{
    static const char *const words[] = {"same rules", "same values", "agree", "differ"};
    if (c->ended) return "not known";
    if (c->sum) return "same parts";
    if (c->over) return "same rules over other positions";
    return c->fewer >= 0 ? "same rules on fewer positions" : words[c->verdict];
}

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

struct pair {
    struct engine *engine[2];
    struct other other;
    const char *file; /* the first file, as it is shown */
    const char *game; /* the first game, which may be compared by its parts */
    struct arena arena;
    bool differ; /* at some setting */
    bool open;   /* no position has been compared, as that would take too long */
    bool empty;  /* no position up to size `to` is in both: nothing was compared */
    uint64_t to;
};

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

/* ---- the answer ---- */

/* The name of the game of one side; that of the file if both games have the same name. */
static const char *side_name(const struct pair *pair, int side)
{
    const char *names[2];
    for (int i = 0; i < 2; i++) names[i] = pair->engine[i]->model->games[pair->engine[i]->model->main_game].name;
    if (strcmp(names[0], names[1]) != 0) return names[side];
    return side == 0 ? pair->file : pair->other.name;
}

/* On which states the options are the same, and which states only one side has. */
static void states_json(struct json *json, const struct pair *pair, const struct rule_difference *d)
{
    json_string(json, "same_where", d->same);
    json_array(json, "alone");
    for (int side = 0; side < 2; side++) {
        if (!d->alone[side]) continue;
        json_object(json, NULL);
        json_string(json, "of", side_name(pair, side));
        json_string(json, "where", d->alone[side]);
        json_end(json);
    }
    json_end(json);
}

static void difference_json(struct json *json, const struct pair *pair, const struct comparison *c)
{
    const struct rule_difference *d = &c->rules;
    if (c->least[0]) {
        json_object(json, "least");
        json_string(json, "position", c->least[0]);
        json_string(json, "other", c->least[1]);
        json_string(json, "a", c->least_own[0]);
        json_string(json, "b", c->least_own[1]);
        if (c->least_mover) json_int(json, "mover", c->least_mover);
        json_end(json);
    } else {
        json_string(json, "least", NULL);
    }
    states_json(json, pair, d);
    if (!d->known) {
        json_string(json, "only", NULL);
        return;
    }
    json_array(json, "only");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < d->only[side].count; i++) {
            json_object(json, NULL);
            json_string(json, "of", side_name(pair, side));
            json_string(json, "move", d->only[side].moves[i]);
            json_end(json);
        }
    json_end(json);
    json_bool(json, "only_exact", d->exact);
}

/* What of one side is what of the other one. */
static void pairs_json(struct json *json, const char *key, const struct field_pair *pairs, size_t count)
{
    if (!pairs) {
        json_string(json, key, NULL);
        return;
    }
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_object(json, NULL);
        json_string(json, "a", pairs[i].name[0]);
        json_string(json, "b", pairs[i].name[1]);
        json_end(json);
    }
    json_end(json);
}

static void same_at_json(struct json *json, const struct pair *pair, const struct comparison *c)
{
    json_array(json, "same_at");
    for (int side = 0; c->verdict != COMPARE_SAME_RULES && side < 2; side++) {
        if (!c->same_at[side]) continue;
        json_object(json, NULL);
        json_string(json, "of", side_name(pair, side));
        json_string(json, "params", c->same_at[side]);
        json_end(json);
    }
    json_end(json);
}

static void compare_json(const struct pair *pair, const struct comparison *c, const char *label, enum status st)
{
    struct json json = {.out = stdout};
    bool counted = (c->verdict == COMPARE_AGREE && !c->ended) || c->verdict == COMPARE_SAME_VALUES;
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "game", pair->game);
    json_string(&json, "other", pair->other.name);
    json_string(&json, "verdict", verdict_words(c));
    if (c->fewer >= 0) json_string(&json, "on", side_name(pair, c->fewer));
    if (counted) json_int(&json, "to", (int64_t)c->to);
    else json_string(&json, "to", NULL);
    json_int(&json, "positions", (int64_t)c->positions);
    if (c->verdict == COMPARE_DIFFER) {
        json_object(&json, "first");
        json_string(&json, "position", c->position[0]);
        json_string(&json, "other", c->position[1]);
        if (c->mover) json_int(&json, "mover", c->mover);
        for (int side = 0; side < 2; side++) {
            if (c->is_sg && isdigit((unsigned char)*c->value[side]))
                json_decimal(&json, side ? "b" : "a", c->value[side]);
            else json_string(&json, side ? "b" : "a", c->value[side]);
        }
        json_end(&json);
    } else {
        json_string(&json, "first", NULL);
    }
    json_array(&json, "parts");
    for (int side = 0; side < 2; side++)
        if (c->parts[side]) json_string(&json, NULL, c->parts[side]);
    json_end(&json);
    pairs_json(&json, "fields", c->fields, c->field_count);
    pairs_json(&json, "params", c->params, c->param_count);
    json_string(&json, "same_params", c->same_params);
    same_at_json(&json, pair, c);
    difference_json(&json, pair, c);
    json_string(&json, "restated", c->restated);
    json_string(&json, "why", c->why);
    if (st != ST_OK) json_string(&json, "partial", status_words(st));
    json_end(&json);
}

/* What each side's moves have that the other side's have not. */
static void difference_text(const struct request *request, const struct pair *pair, const struct rule_difference *d)
{
    size_t shown = 0;
    if (d->why) report_field(request, "only", "not known: %s", d->why);
    for (int side = 0; d->known && side < 2; side++) {
        const struct rule_only *only = &d->only[side];
        shown += only->count;
        for (size_t i = 0; i < only->count; i++)
            report_field(request, i ? "" : "only", "%s: %s", side_name(pair, side), only->moves[i]);
        if (only->unwritten)
            report_field(request, only->count ? "" : "only", "%s: %zu more that no move of the language says",
                         side_name(pair, side), only->unwritten);
    }
    if (shown && !d->exact)
        report_field(request, "",
                     "(some of these may lead where the other side leads too: cells, products and functions are not "
                     "looked into)");
}

static void states_text(const struct request *request, const struct pair *pair, const struct rule_difference *d)
{
    if (d->same && strcmp(d->same, "true") == 0)
        report_field(request, "same", "all options of positions that both have");
    else if (d->same && strcmp(d->same, "false") != 0) report_field(request, "same", "the options where %s", d->same);
    for (int side = 0; side < 2; side++)
        if (d->alone[side])
            report_field(request, "positions", "only %s has those where %s", side_name(pair, side), d->alone[side]);
}

/* A proof says it in its own words. */
static void fields_text(const struct request *request, const struct comparison *c)
{
    struct text text = {0};
    bool names = true;
    if (!c->fields || (c->verdict == COMPARE_SAME_RULES && *c->why)) return;
    for (size_t i = 0; i < c->field_count; i++)
        names = names && strcmp(c->fields[i].name[0], c->fields[i].name[1]) == 0;
    for (size_t i = 0; !names && i < c->field_count; i++)
        text_add(&text, "%s%s is %s", i ? ", " : "", c->fields[i].name[0], c->fields[i].name[1]);
    report_field(request, "fields", "%s", names ? "those of one name are each other's" : text_c(&text));
    text_free(&text);
}

/* At which values of the parameters the rules are the same. */
static void params_text(const struct request *request, const struct comparison *c)
{
    struct text text = {0};
    if (!c->same_params) return;
    bool none = strcmp(c->same_params, "false") == 0, all = strcmp(c->same_params, "true") == 0;
    if (!none && !all) text_add(&text, "the rules are the same where %s", c->same_params);
    else text_puts(&text, none ? "the rules differ for all values of " : "the rules are the same for all values of ");
    for (size_t i = 0; (none || all) && i < c->param_count; i++)
        text_add(&text, "%s%s", i ? ", " : "", c->params[i].name[0]);
    const char *joint = ", if";
    for (size_t i = 0; i < c->param_count; i++) {
        if (strcmp(c->params[i].name[0], c->params[i].name[1]) == 0) continue;
        text_add(&text, "%s %s = %s", joint, c->params[i].name[1], c->params[i].name[0]);
        joint = " and";
    }
    if (c->params_left) text_puts(&text, "; other parameters are as they are set");
    report_field(request, "parameters", "%s", text_c(&text));
    text_free(&text);
}

/* With other values of its parameters one side is the other. */
static void same_at_text(const struct request *request, const struct pair *pair, const struct comparison *c)
{
    for (int side = 1; c->verdict != COMPARE_SAME_RULES && side >= 0; side--)
        if (c->same_at[side])
            report_field(request, "parameters", "the rules are the same with %s at %s", side_name(pair, side),
                         c->same_at[side]);
}

static void least_text(const struct request *request, const struct comparison *c)
{
    const char *label = "least";
    for (int side = 0; side < 2; side++) {
        if (!c->least_own[side]) continue;
        report_field(request, label, "%s leads to %s, and %s does not", c->least[side], c->least_own[side],
                     c->least[1 - side]);
        label = "";
    }
    if (c->least_mover) report_field(request, "", "where player %d moves", c->least_mover);
}

static void compare_text(const struct request *request, const struct pair *pair, const struct comparison *c,
                         enum status st)
{
    if (c->fewer >= 0) report_field(request, "verdict", "same rules on the positions of %s", side_name(pair, c->fewer));
    else report_field(request, "verdict", "%s", verdict_words(c));
    if (c->verdict == COMPARE_SAME_RULES && (c->nodes || c->said)) report_field(request, "proved", "%s", c->why);
    else if (c->verdict == COMPARE_SAME_RULES)
        report_field(request, "proved", "the rules unify%s%s", *c->why ? ": " : "", c->why);
    if (c->verdict == COMPARE_SAME_VALUES) report_field(request, "proved", "%s", c->why);
    for (int side = 0; side < 2; side++)
        if (c->parts[side]) report_field(request, "parts", "%s", c->parts[side]);
    if (c->verdict == COMPARE_DIFFER) {
        const char *kind = c->is_sg ? "SG value " : "";
        report_field(request, "first", "%s: %s%s", c->position[0], kind, c->value[0]);
        report_field(request, "", "%s: %s%s", c->position[1], kind, c->value[1]);
        if (c->mover) report_field(request, "mover", "player %d", c->mover);
    }
    fields_text(request, c);
    difference_text(request, pair, &c->rules);
    states_text(request, pair, &c->rules);
    params_text(request, c);
    same_at_text(request, pair, c);
    least_text(request, c);
    if (c->restated && !c->over) report_field(request, "restated", "%s, proved", c->restated);
    if (c->verdict == COMPARE_AGREE && c->nodes)
        report_field(request, "to", "all %" PRIu64 " nodes that both have", c->positions);
    else if (c->ended)
        report_field(request, "to",
                     "no position: the values of the least ones take too long; --to N compares them all the same");
    else if (c->verdict == COMPARE_AGREE)
        report_field(request, "to", "size %" PRIu64 ", all %" PRIu64 " positions", c->to, c->positions);
    if (c->why && (c->verdict == COMPARE_AGREE || c->verdict == COMPARE_DIFFER))
        report_field(request, "assumed", "%s", c->why);
    if (st != ST_OK) report_field(request, "partial", "%s", status_words(st));
}

/* Under the setting that is selected; its name is printed first, if it has one. */
static enum status compare_setting(struct request *request, struct pair *pair, const char *label,
                                   const struct compare_wanted *wanted)
{
    struct comparison comparison;
    pair->game = pair->engine[0]->model->games[pair->engine[0]->model->main_game].name;
    enum status st = engine_compare(pair->engine[0], pair->engine[1], wanted, &pair->arena, &comparison);
    progress_clear(request);
    bool partial = status_is_budget(st) && comparison.positions > 0;
    pair->empty = st == ST_OK && comparison.verdict == COMPARE_AGREE && comparison.positions == 0 && !comparison.ended;
    pair->to = comparison.to;
    if ((st == ST_OK && !pair->empty) || partial) {
        request->answered = true;
        if (request_has(request, OPT_JSON)) {
            compare_json(pair, &comparison, label, st);
        } else {
            if (*label) report_field(request, "set", "%s", label);
            compare_text(request, pair, &comparison, st);
        }
    }
    pair->open |= st == ST_OK && comparison.ended;
    pair->differ |= st == ST_OK && comparison.verdict == COMPARE_DIFFER;
    return st;
}

/* Both sides at setting `index`; a side without swept parameters has one. *label is its name. ST_USAGE: they sweep
 * different parameters. */
static enum status select_setting(struct pair *pair, size_t index, const char **label)
{
    const char *names[2] = {"", ""};
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) {
        bool swept = pair->engine[side]->sweep_count > 1;
        if (swept && index >= pair->engine[side]->sweep_count) return ST_USAGE;
        st = engine_select(pair->engine[side], swept ? index : 0, &names[side]);
    }
    *label = *names[0] ? names[0] : names[1];
    return st == ST_OK && *names[0] && *names[1] && strcmp(names[0], names[1]) != 0 ? ST_USAGE : st;
}

static int compare_pair(struct request *request, struct pair *pair)
{
    struct compare_wanted wanted = {.to = COMPARE_AS_FAR_AS_USUAL, .any_params = pair->other.model};
    size_t counts[2] = {pair->engine[0]->sweep_count, pair->engine[1]->sweep_count};
    size_t settings = counts[counts[1] > counts[0]];
    enum status st = ST_OK;
    for (int side = 0; st == ST_OK && side < 2; side++) st = engine_needs_game(pair->engine[side]);
    if (request->value[OPT_TO]) wanted.to = strtoull(request->value[OPT_TO], NULL, 10);
    bool misere = request_has(request, OPT_MISERE) || pair->engine[0]->model->misere;
    wanted.play[0] = misere ? PLAY_MISERE : PLAY_NORMAL;
    /* A model or a code does not specify its play: it is played like the file. */
    wanted.play[1] = request_has(request, OPT_MISERE) || pair->engine[1]->model->misere || (misere && !pair->other.path)
                         ? PLAY_MISERE
                         : PLAY_NORMAL;
    for (size_t i = 0; st == ST_OK && !pair->empty && i < settings; i++) {
        const char *label;
        st = select_setting(pair, i, &label);
        if (st == ST_USAGE)
            return usage_error(request,
                               "the sweeps of the two are not the same; sweep parameters that both have, or one has");
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        if (st == ST_OK) st = compare_setting(request, pair, label, &wanted);
    }
    bool second = pair->engine[1]->diags.errors > 0;
    int code = finish(request, pair->engine[second], st);
    engine_say_later(pair->engine[!second]);
    if (pair->engine[!second]->diags.count) diagnostics_print(request, pair->engine[!second], false);
    if (pair->empty)
        return usage_error(request, "no position up to size %" PRIu64 " is in both games; --to N looks further",
                           pair->to);
    if (code == EXIT_DONE && pair->differ) return EXIT_REFUTED;
    return code == EXIT_DONE && pair->open ? EXIT_OPEN : code;
}

int command_compare(struct request *request)
{
    struct pair pair = {0};
    if (request->word_count == 2) pair.file = file_shown(request->words[0]);
    if (request->word_count != 2) return usage_error(request, "compare takes a rule file and what to compare it with");
    int code = find_other(request, request->words[1], &pair.arena, &pair.other);
    if (code == EXIT_DONE && !pair.other.path && !pair.other.text) code = status_exit_code(ST_NO_MEMORY);
    if (code == EXIT_DONE) code = open_both(request, &pair);
    if (code == EXIT_DONE) code = choose_games(request, &pair);
    if (code == EXIT_DONE) code = compare_pair(request, &pair);
    engine_close(pair.engine[0]);
    engine_close(pair.engine[1]);
    arena_free(&pair.arena);
    return code;
}
