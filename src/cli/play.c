/* cgi play FILE POSITION: you against the solver, on standard input and output. The program reads a line where it is your turn
 * and answers at once; the end of the input ends the game. Where the input is no terminal the line is repeated behind the
 * prompt, so that what is printed reads as a game. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/moves.h"
#include "cli/report.h"
#include "runtime/audit.h"
#include "runtime/certify.h"

int command_play(struct request *request);

enum { LINE_MOST = 4096, SHOWN = 20 };

/* A turn of the game; `mine`: the person at the keyboard moves. */
struct moment {
    struct turn turn;
    bool mine;
};
struct game_played {
    struct request *request;
    struct engine *engine;
    struct arena arena;
    enum play play;
    VEC(struct moment) moments; /* the last one is now */
    bool over;                  /* nothing more is read */
};

static struct moment *now(struct game_played *g) { return &g->moments.data[g->moments.count - 1]; }

/* ---- showing ---- */

static void show_moves(const struct turn *turn, size_t most)
{
    size_t width = 0, count = turn->count < most ? turn->count : most;
    for (size_t i = 0; i < count; i++)
        if (strlen(turn->options[i].move) > width) width = strlen(turn->options[i].move);
    for (size_t i = 0; i < count; i++)
        printf("%5zu  %-*s -> %s\n", i + 1, (int)width, turn->options[i].move, turn->options[i].text);
    if (count < turn->count) printf("       and %zu more; `moves` lists them all\n", turn->count - count);
}

static void show_position(const struct game_played *g, const struct turn *turn)
{
    printf("\n%s%s%s", style(g->request->color, "bold"), turn->text, style(g->request->color, "off"));
    if (turn->mover) printf(", player %d to move", turn->mover);
    putchar('\n');
}

static const char *rating(enum outcome outcome)
{
    return outcome == OUTCOME_P ? "wins" : outcome == OUTCOME_D ? "draws" : outcome == OUTCOME_N ? "loses" : "not known";
}

/* What the player's move was worth, beside the best there was. */
static void show_rating(const struct turn *turn, size_t chosen)
{
    const struct turn_option *option = &turn->options[chosen], *best = &turn->options[turn_best(turn)];
    printf("you: %s -> %s: ", option->move, option->text);
    if (option->outcome == best->outcome) {
        static const char *const words[] = {"a winning move", "every move loses", "the best there is, a draw", "not known"};
        puts(words[option->outcome]);
    } else {
        printf("%s; %s -> %s %s\n", option->outcome == OUTCOME_D ? "only a draw" : "a losing move", best->move, best->text,
               best->outcome == OUTCOME_P ? "would have won" : "would have drawn");
    }
}

static const char help_text[] =
    "a move is its number, its name with values (take 2), or the position it leads to\n"
    "  moves    all moves            hint   a best move\n"
    "  rate     each move rated      undo   take your last move back\n"
    "  quit     end the game         help   this\n";

/* ---- moving ---- */

static enum status enter(struct game_played *g, const struct position *position, int mover, bool mine)
{
    struct moment moment = {.mine = mine};
    enum status st = engine_turn(g->engine, position, g->play, mover, &g->arena, &moment.turn);
    progress_clear(g->request);
    return st == ST_OK && !vec_push(&g->moments, moment) ? ST_NO_MEMORY : st;
}

static enum status make_move(struct game_played *g, size_t option)
{
    const struct turn *turn = &now(g)->turn;
    return enter(g, &turn->options[option].to, turn->next_mover, !now(g)->mine);
}

static enum status reply(struct game_played *g)
{
    const struct turn *turn = &now(g)->turn;
    size_t best = turn_best(turn);
    printf("cgi: %s -> %s\n", turn->options[best].move, turn->options[best].text);
    return make_move(g, best);
}

static void take_back(struct game_played *g)
{
    size_t at = g->moments.count - 1;
    while (at > 0 && !g->moments.data[--at].mine) continue;
    if (at == g->moments.count - 1 || !g->moments.data[at].mine) {
        puts("there is nothing to take back");
        return;
    }
    g->moments.count = at + 1;
    show_position(g, &now(g)->turn);
    show_moves(&now(g)->turn, SHOWN);
}

/* Each move of the list, and to those that do not win the best reply. */
static enum status rate_all(struct game_played *g)
{
    const struct turn *turn = &now(g)->turn;
    for (size_t i = 0; i < turn->count && i < g->request->max_moves; i++) {
        const struct turn_option *option = &turn->options[i];
        struct arena arena = {0};
        struct turn after = {0};
        printf("%5zu  %s -> %s: %s", i + 1, option->move, option->text, rating(option->outcome));
        enum status st = option->outcome == OUTCOME_P
                             ? ST_OK : engine_turn(g->engine, &option->to, g->play, turn->next_mover, &arena, &after);
        if (st == ST_OK && after.count) printf(", the best reply is %s", after.options[turn_best(&after)].move);
        putchar('\n');
        arena_free(&arena);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static void give_hint(const struct turn *turn)
{
    size_t best = turn_best(turn);
    const struct turn_option *option = &turn->options[best];
    printf("%zu  %s -> %s: %s", best + 1, option->move, option->text, rating(option->outcome));
    if (option->outcome == OUTCOME_N && option->remoteness != UINT64_MAX)
        printf(", after %" PRIu64 " more move%s at most", option->remoteness, option->remoteness == 1 ? "" : "s");
    putchar('\n');
}

/* ---- reading ---- */

/* A line without blanks around it; false at the end of the input. What does not fit the buffer is passed over. */
static bool read_line(char *line)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (!fgets(line, LINE_MOST, stdin)) {
        putchar('\n');
        return false;
    }
    if (!strchr(line, '\n'))
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    size_t length = strlen(line), blank = strspn(line, " \t\r\n");
    while (length && isspace((unsigned char)line[length - 1])) length--;
    line[length] = '\0';
    if (blank <= length) memmove(line, line + blank, length - blank + 1);
    else *line = '\0';
    if (!isatty(STDIN_FILENO)) puts(line);
    return true;
}

static enum status try_move(struct game_played *g, const char *line)
{
    const struct turn *turn = &now(g)->turn;
    size_t index = 0, other = 0;
    switch (moves_find(g->engine, turn, line, &index, &other)) {
    case MOVE_FOUND: show_rating(turn, index); return make_move(g, index);
    case MOVE_NUMBER: printf("there are moves 1 to %zu\n", turn->count); break;
    case MOVE_AMBIGUOUS: printf("that may be move %zu or %zu; give the number\n", index + 1, other + 1); break;
    case MOVE_NONE: puts("that is no move here; `moves` lists them, `help` says how to write one"); break;
    }
    return ST_OK;
}

static enum status my_turn(struct game_played *g)
{
    char line[LINE_MOST];
    const struct turn *turn = &now(g)->turn;
    if (!read_line(line) || strcmp(line, "quit") == 0) g->over = true;
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0) fputs(help_text, stdout);
    else if (strcmp(line, "undo") == 0) take_back(g);
    else if (strcmp(line, "hint") == 0) give_hint(turn);
    else if (strcmp(line, "rate") == 0) return rate_all(g);
    else if (strcmp(line, "moves") == 0) show_moves(turn, SIZE_MAX);
    else if (*line) return try_move(g, line);
    return ST_OK;
}

/* No move is left. The last move may still be taken back. */
static void finish_game(struct game_played *g)
{
    char line[LINE_MOST];
    bool mover_wins = g->play == PLAY_MISERE;
    printf("no move is left: %s\n", now(g)->mine == mover_wins ? "you win" : "cgi wins");
    if (read_line(line) && strcmp(line, "undo") == 0) take_back(g);
    else g->over = true;
}

/* ---- the game ---- */

static enum status play_on(struct game_played *g)
{
    enum status st = ST_OK;
    size_t shown = 0; /* how many moments there were when the position was last shown */
    while (st == ST_OK && !g->over) {
        if (now(g)->turn.count == 0) {
            finish_game(g);
            shown = g->moments.count;
        } else if (!now(g)->mine) {
            st = reply(g);
        } else {
            if (g->moments.count > shown) {
                show_position(g, &now(g)->turn);
                show_moves(&now(g)->turn, SHOWN);
            }
            shown = g->moments.count;
            st = my_turn(g);
            if (g->moments.count < shown) shown = g->moments.count;
        }
    }
    return st;
}

static enum status start(struct game_played *g, bool mine)
{
    struct wanted wanted;
    struct position position;
    const char *label;
    struct engine *engine = g->engine;
    enum status st = engine_select(engine, 0, &label);
    if (st == ST_OK && !request_wanted(g->request, engine, &wanted)) return ST_USAGE;
    if (st == ST_OK) st = engine_position(engine, g->request->words + 1, g->request->word_count - 1, &position);
    if (st != ST_OK) return st;
    struct answer answer = {0};
    wanted.sg = wanted.wins = false; /* asks whether the position is one, and audits the plugins and the rule */
    st = analyze(engine->env, &position, &wanted, &engine->answers, &answer);
    g->play = wanted.play;
    if (st == ST_OK) st = enter(g, &position, answer.with_mover ? answer.mover : 0, mine);
    if (st == ST_OK)
        printf("%s, %s play: %s move%s first; `help` says how\n", answer.game, g->play == PLAY_MISERE ? "misere" : "normal",
               mine ? "you" : "cgi", mine ? "" : "s");
    return st == ST_OK ? play_on(g) : st;
}

int command_play(struct request *request)
{
    struct game_played game = {.request = request};
    const char *first = request->value[OPT_FIRST];
    if (request->word_count == 0) return usage_error(request, "play needs a rule file and a position");
    if (first && strcmp(first, "me") != 0 && strcmp(first, "cgi") != 0)
        return usage_error(request, "--first is me or cgi, not '%s'", first);
    if (request_has(request, OPT_JSON)) return usage_error(request, "a game is played in words; leave --json away");
    int code = request_open(request, request->words[0], STAGE_ALL, &game.engine);
    if (!game.engine) return code;
    if (game.engine->sweep_count > 1) code = usage_error(request, "play takes one setting of the parameters; --set a single value");
    else code = finish(request, game.engine, start(&game, !first || *first == 'm'));
    vec_free(&game.moments);
    arena_free(&game.arena);
    engine_close(game.engine);
    return code;
}
