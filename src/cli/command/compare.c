/* SPDX-License-Identifier: MIT */
/* cgi compare FILE OTHER: compares a rule with another file, a model, or a code. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command/command.h"
#include "cli/command/pair.h"
#include "cli/print/comparison.h"
#include "cli/print/diagnostics.h"

/* ---- the answer ---- */

/* What was compared so far. */
struct compared {
    bool differ; /* at some setting */
    bool open;   /* no position has been compared, as that would take too long */
    bool empty;  /* no position up to size `to` is in both: nothing was compared */
    uint64_t to;
};

static const char *game_name(const struct pair *pair, int side)
{
    const struct model *model = pair->engine[side]->model;
    return model->games[model->main_game].name;
}

/* By the name of its game; by that of its file if both games have the same name. */
static void name_sides(const struct pair *pair, const char *names[2])
{
    for (int side = 0; side < 2; side++) names[side] = game_name(pair, side);
    if (strcmp(names[0], names[1]) != 0) return;
    names[0] = pair->file;
    names[1] = pair->other.name;
}

/* Under the setting that is selected; its name is printed first, if it has one. */
static enum status compare_setting(struct request *request, struct pair *pair, const char *label,
                                   const struct compare_wanted *wanted, struct compared *all)
{
    struct comparison comparison;
    struct comparison_sides sides = {.other = pair->other.name};
    sides.game = game_name(pair, 0);
    request->answered = false;
    enum status st = engine_compare(pair->engine[0], pair->engine[1], wanted, &pair->arena, &comparison);
    progress_clear(request);
    bool partial = status_is_budget(st) && comparison.positions > 0;
    all->empty = st == ST_OK && comparison.verdict == COMPARE_AGREE && comparison.positions == 0 && !comparison.ended;
    all->to = comparison.to;
    if ((st == ST_OK && !all->empty) || partial) {
        request->answered = true;
        name_sides(pair, sides.name);
        if (request_has(request, OPT_JSON)) comparison_json(&sides, &comparison, label, st);
        else comparison_print(request, &sides, &comparison, label, st);
    }
    all->open |= st == ST_OK && comparison.ended;
    all->differ |= st == ST_OK && comparison.verdict == COMPARE_DIFFER;
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
    struct compared so_far = {0}, *all = &so_far;
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
    for (size_t i = 0; st == ST_OK && !all->empty && i < settings; i++) {
        const char *label;
        st = select_setting(pair, i, &label);
        if (st == ST_USAGE)
            return usage_error(request,
                               "the sweeps of the two are not the same; sweep parameters that both have, or one has");
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        if (st == ST_OK) st = compare_setting(request, pair, label, &wanted, all);
    }
    bool second = pair->engine[1]->diags.errors > 0;
    int code = finish(request, pair->engine[second], st);
    engine_say_later(pair->engine[!second]);
    if (pair->engine[!second]->diags.count) diagnostics_print(request, pair->engine[!second], false);
    if (all->empty)
        return usage_error(request, "no position up to size %" PRIu64 " is in both games; --to N looks further",
                           all->to);
    if (code == EXIT_DONE && all->differ) return EXIT_REFUTED;
    return code == EXIT_DONE && all->open ? EXIT_OPEN : code;
}

int command_compare(struct request *request)
{
    struct pair pair = {0};
    if (request->word_count == 1) return command_identify(request);
    if (request->word_count == 2) pair.file = file_shown(request->words[0]);
    if (request->word_count != 2) return usage_error(request, "compare takes a rule file and what to compare it with");
    int code = pair_open(request, request->words[1], &pair);
    if (code == EXIT_DONE) code = compare_pair(request, &pair);
    pair_close(&pair);
    return code;
}
