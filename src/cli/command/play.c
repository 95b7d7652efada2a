/* SPDX-License-Identifier: MIT */
/* cgi play FILE POSITION: the user against the solver, on standard input and output. The program reads a line when it
 * is the user's turn and answers at once; the end of the input ends the game. If the input is not a terminal, the line
 * is repeated after the prompt, so that the output reads like a game. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/vec.h"
#include "cli/command/command.h"
#include "cli/print/play_board.h"
#include "cli/request/moves.h"
#include "engine/open/position.h"

enum { LINE_MOST = 1 << 20 }; /* a position of 65536 cells is shorter */

/* One turn of the game; `mine`: the user is to move. */
struct moment {
    struct rated_moves turn;
    bool mine;
};
struct game_played {
    struct request *request;
    struct board board; /* prints everything */
    struct engine *engine;
    struct arena arena;
    enum play play;
    VEC(struct moment) moments; /* the last one is the current one */
    VEC(char) line;             /* the line read last */
    bool over;                  /* no more input is read */
};

static struct moment *now(struct game_played *g) { return &g->moments.data[g->moments.count - 1]; }

/* ---- moving ---- */

static enum status enter(struct game_played *g, const struct position *position, int mover, bool mine)
{
    struct moment moment = {.mine = mine};
    enum status st = engine_rated_moves(g->engine, position, g->play, mover, &g->arena, &moment.turn);
    progress_clear(g->request);
    return st == ST_OK && !vec_push(&g->moments, moment) ? ST_NO_MEMORY : st;
}

static enum status make_move(struct game_played *g, size_t option)
{
    const struct rated_moves *turn = &now(g)->turn;
    return enter(g, &turn->options[option].to, turn->next_mover, !now(g)->mine);
}

static enum status reply(struct game_played *g)
{
    const struct rated_moves *turn = &now(g)->turn;
    size_t best = rated_best(turn);
    board_reply(&g->board, &turn->options[best]);
    return make_move(g, best);
}

static void take_back(struct game_played *g)
{
    size_t at = g->moments.count - 1;
    while (at > 0 && !g->moments.data[--at].mine) continue;
    if (at == g->moments.count - 1 || !g->moments.data[at].mine) {
        board_say(&g->board, "there is nothing to take back");
        return;
    }
    g->moments.count = at + 1;
    board_position(&g->board, &now(g)->turn);
}

/* Prints all moves, and for those that do not win the best reply. */
static enum status rate_all(struct game_played *g)
{
    const struct rated_moves *turn = &now(g)->turn;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < turn->count && i < g->request->max_moves; i++) {
        struct arena arena = {0};
        struct rated_moves after = {0};
        if (turn->options[i].reply.outcome != OUTCOME_P)
            st = engine_rated_moves(g->engine, &turn->options[i].to, g->play, turn->next_mover, &arena, &after);
        if (st == ST_OK) board_rated(&g->board, turn, i, after.count ? &after.options[rated_best(&after)] : NULL);
        arena_free(&arena);
    }
    return st;
}

/* ---- reading ---- */

/* Reads the next line, without blanks around it, into g->line; *read is false at the end of the input. A line that is
 * too long becomes an empty one. A NUL counts as a blank, so that it hides neither the rest of its line nor the next
 * one. */
static enum status read_line(struct game_played *g, bool *read)
{
    bool shown = !g->board.json;
    int c;
    if (shown) fputs("> ", stdout);
    fflush(stdout);
    g->line.count = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        bool wanted = g->line.count < LINE_MOST && (g->line.count || (c && !isspace(c)));
        if (wanted && !vec_push(&g->line, c ? (char)c : ' ')) return ST_NO_MEMORY;
    }
    *read = c == '\n' || g->line.count;
    bool too_long = g->line.count == LINE_MOST;
    if (too_long) g->line.count = 0;
    while (g->line.count && isspace((unsigned char)g->line.data[g->line.count - 1])) g->line.count--;
    if (!vec_push(&g->line, '\0')) return ST_NO_MEMORY;
    if (shown && (!*read || !isatty(STDIN_FILENO))) puts(g->line.data);
    if (too_long) board_say(&g->board, "that line is too long; a move has fewer than %d characters", LINE_MOST);
    return ST_OK;
}

static enum status try_move(struct game_played *g, const char *line)
{
    const struct rated_moves *turn = &now(g)->turn;
    size_t index = 0, other = 0;
    switch (moves_find(g->engine, turn, line, &index, &other)) {
    case MOVE_FOUND: board_rating(&g->board, turn, index); return make_move(g, index);
    case MOVE_NUMBER: board_say(&g->board, "there are moves 1 to %zu", turn->count); break;
    case MOVE_AMBIGUOUS:
        board_say(&g->board, "that may be move %zu or %zu; give the number", index + 1, other + 1);
        break;
    case MOVE_NONE:
        board_say(&g->board, "that is not a move here; `moves` lists them, `help` says how to write one");
        break;
    }
    return ST_OK;
}

static enum status my_turn(struct game_played *g)
{
    bool read;
    const struct rated_moves *turn = &now(g)->turn;
    enum status st = read_line(g, &read);
    if (st != ST_OK) return st;
    const char *line = g->line.data;
    if (!read || strcmp(line, "quit") == 0) g->over = true;
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) board_help(&g->board);
    else if (strcmp(line, "undo") == 0) take_back(g);
    else if (strcmp(line, "hint") == 0) board_rated(&g->board, turn, rated_best(turn), NULL);
    else if (strcmp(line, "rate") == 0) return rate_all(g);
    else if (strcmp(line, "moves") == 0) board_moves(&g->board, turn);
    else if (*line) return try_move(g, line);
    return ST_OK;
}

/* No move is left. The last move may still be undone; any other word is answered, so that the game does not end
 * unnoticed. */
static enum status finish_game(struct game_played *g)
{
    bool read, mover_wins = g->play == PLAY_MISERE;
    const struct moment *end = now(g);
    board_end(&g->board, end->mine == mover_wins);
    while (!g->over && now(g) == end) {
        enum status st = read_line(g, &read);
        if (st != ST_OK) return st;
        const char *line = g->line.data;
        if (!read || strcmp(line, "quit") == 0) g->over = true;
        else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) board_help(&g->board);
        else if (strcmp(line, "undo") == 0) take_back(g);
        else if (*line) board_say(&g->board, "the game is over; `undo` takes your last move back, `quit` ends");
    }
    return ST_OK;
}

/* ---- the game ---- */

static enum status play_on(struct game_played *g)
{
    enum status st = ST_OK;
    size_t shown = 0; /* the number of moments when the position was last shown */
    while (st == ST_OK && !g->over) {
        if (now(g)->turn.count == 0) {
            st = finish_game(g);
            shown = g->moments.count;
        } else if (!now(g)->mine) {
            st = reply(g);
        } else {
            if (g->moments.count > shown) board_position(&g->board, &now(g)->turn);
            shown = g->moments.count;
            st = my_turn(g);
            if (g->moments.count < shown) shown = g->moments.count;
        }
    }
    return st;
}

static enum status start(struct game_played *g, bool mine)
{
    struct position position;
    const char *label;
    struct engine *engine = g->engine;
    struct wanted wanted = request_wanted(g->request, engine);
    enum status st = engine_select(engine, 0, &label);
    if (st == ST_OK) st = engine_position(engine, g->request->words + 1, g->request->word_count - 1, &position);
    if (st != ST_OK) return st;
    struct answer answer = {0};
    if (!wanted.mover) wanted.mover = 1; /* even if both players have the same moves, the names of moves may differ */
    st = examine(engine->env, &position, &wanted, &engine->answers, &answer);
    g->play = wanted.play;
    if (st == ST_OK) st = engine_note_assumed(engine);
    if (st == ST_OK) st = enter(g, &position, answer.with_mover ? answer.mover : 0, mine);
    if (st == ST_OK) board_start(&g->board, answer.game, g->play, mine);
    return st == ST_OK ? play_on(g) : st;
}

int command_play(struct request *request)
{
    struct game_played game = {.request = request, .board = {request_has(request, OPT_JSON), request->color}};
    const char *first = request->value[OPT_FIRST];
    if (request->word_count == 0) return usage_error(request, "play needs a rule file and a position");
    if (strcmp(request->words[0], "-") == 0)
        return usage_error(request, "play reads your moves from standard input; name a rule file");
    if (first && strcmp(first, "me") != 0 && strcmp(first, "cgi") != 0)
        return usage_error(request, "--first is me or cgi, not '%s'", first);
    int code = request_open(request, request->words[0], STAGE_ALL, &game.engine);
    if (!game.engine) return code;
    if (game.engine->sweep_count > 1)
        code = usage_error(request, "play takes one setting of the parameters; --set a single value");
    else code = finish(request, game.engine, start(&game, !first || *first == 'm'));
    vec_free(&game.moments);
    vec_free(&game.line);
    arena_free(&game.arena);
    engine_close(game.engine);
    return code;
}
