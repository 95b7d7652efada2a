/* SPDX-License-Identifier: MIT */
/* The embedding interface: the engine with its types hidden. Callers' structs are read and written only up to the size
 * they state. */
#include <string.h>
#include "base/mem.h"
#include "cgi/cgi.h"
#include "cgi/version.h"
#include "engine/open/position.h"

struct cgi_game {
    struct engine *engine;
    struct budget budget;
    enum status status;
    enum play play;
    struct arena messages;
};

static cgi_options read_options(const cgi_options *given)
{
    cgi_options o = {0};
    memcpy(&o, given, given->struct_size < sizeof o ? given->struct_size : sizeof o);
    return o;
}

cgi_game *cgi_open(const cgi_options *options)
{
    cgi_options o = read_options(options);
    cgi_game *game = mem_alloc(sizeof *game);
    if (!game) return NULL;
    game->budget.memory = o.memory;
    game->budget.states = o.max_states;
    if (o.timeout_ms) game->budget.deadline_ns = budget_now_ns() + o.timeout_ms * 1000000u;
    struct engine_options e = {.path = o.path,
                               .text = o.text ? o.text : "",
                               .name = "<rule>",
                               .sets = o.sets,
                               .set_count = o.set_count,
                               .plugin_folders = o.plugin_folders,
                               .plugin_folder_count = o.plugin_folder_count,
                               .plugins = o.plugin_folder_count > 0,
                               .budget = &game->budget,
                               .until = STAGE_ALL};
    const char *label;
    game->status = engine_open(&e, &game->engine);
    if (game->status == ST_OK) game->status = engine_select(game->engine, 0, &label);
    if (game->engine && game->engine->model)
        game->play = o.misere || game->engine->model->misere ? PLAY_MISERE : PLAY_NORMAL;
    return game;
}

int cgi_status(const cgi_game *game) { return status_exit_code(game->status); }

static bool copy_wins(struct arena *arena, const struct answer *from, cgi_answer *to)
{
    cgi_win *wins = arena_array(arena, from->win_count + 1, sizeof *wins);
    if (!wins) return false;
    for (size_t i = 0; i < from->win_count; i++) wins[i] = (cgi_win){from->wins[i].move, from->wins[i].to};
    to->wins = wins;
    to->win_count = from->win_count;
    return true;
}

static enum status copy_answer(struct arena *arena, const struct answer *from, cgi_answer *to)
{
    cgi_answer a = {.position = from->position,
                    .outcome = from->outcome == OUTCOME_UNKNOWN ? NULL : outcome_word(from->outcome, from->with_mover),
                    .sg = from->has_sg ? from->sg : NULL,
                    .sg_reason = from->sg_reason,
                    .wins_complete = from->wins_complete,
                    .solver = from->solver,
                    .claim = from->claim,
                    .source = from->source,
                    .checked = from->checked};
    if (!copy_wins(arena, from, &a)) return ST_NO_MEMORY;
    a.struct_size = to->struct_size;
    memcpy(to, &a, to->struct_size < sizeof a ? to->struct_size : sizeof a);
    return ST_OK;
}

int cgi_analyze(cgi_game *game, const char *text, cgi_answer *answer)
{
    struct engine *e = game->engine;
    if (!e || !e->env) return status_exit_code(game->status);
    arena_free(&e->answers);
    struct position position;
    struct wanted wanted = {.play = game->play, .sg = true, .wins = true, .outcome = true};
    struct answer found = {0};
    enum status st = engine_position(e, &text, 1, &position);
    if (st == ST_OK) st = analyze(e->env, &position, &wanted, &e->answers, &found);
    if ((st == ST_OK || status_is_budget(st)) && copy_answer(&e->answers, &found, answer) != ST_OK) st = ST_NO_MEMORY;
    game->status = st;
    return status_exit_code(st);
}

size_t cgi_message_count(const cgi_game *game) { return game->engine ? game->engine->diags.count : 0; }

const char *cgi_message(const cgi_game *game, size_t index)
{
    static const char *const words[] = {"error", "warning", "note"};
    if (index >= cgi_message_count(game)) return "";
    const struct diagnostic *d = &game->engine->diags.items[index];
    const struct source *source = d->span.source ? source_get(&game->engine->sources, d->span.source) : NULL;
    struct arena *arena = &((cgi_game *)game)->messages;
    struct place at = {0, 0};
    if (source) at = source_place(source, d->span.begin);
    char *line = source ? arena_printf(arena, "%s:%u:%u: %s[%s]: %s", source->name, at.line, at.column,
                                       words[d->severity], diag_code(d->id), d->message)
                        : arena_printf(arena, "%s[%s]: %s", words[d->severity], diag_code(d->id), d->message);
    return line ? line : d->message;
}

void cgi_close(cgi_game *game)
{
    if (!game) return;
    engine_close(game->engine);
    arena_free(&game->messages);
    mem_free(game, sizeof *game);
}

const char *cgi_version(void) { return CGI_VERSION; }
