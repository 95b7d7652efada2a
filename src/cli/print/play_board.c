/* SPDX-License-Identifier: MIT */
/* Everything that a game prints, as text and as objects. */
#include <stdarg.h>
#include <string.h>
#include "cli/print/play_board.h"
#include "cli/print/diagnostics.h"
#include "cli/print/json.h"

enum { SHOWN = 20, MESSAGE = 160 };

static struct json event(const char *name)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "event", name);
    return json;
}

/* The rating for the player who moves: the outcome after the move is the other player's. */
static const char *rating(enum outcome outcome)
{
    static const char *const words[] = {"wins", "loses", "draws", "not known"};
    return words[outcome];
}

static void json_option(struct json *json, const char *key, const struct rated_move *option)
{
    json_object(json, key);
    json_string(json, "move", option->reply.move);
    json_string(json, "to", option->reply.to);
    json_string(json, "rating", rating(option->reply.outcome));
    json_end(json);
}

void board_start(const struct board *board, const char *game, enum play play, bool mine)
{
    const char *convention = play == PLAY_MISERE ? "misere" : "normal";
    if (board->json) {
        struct json json = event("start");
        json_string(&json, "game", game);
        json_string(&json, "play", convention);
        json_string(&json, "first", mine ? "you" : "cgi");
        json_end(&json);
    } else {
        printf("%s, %s play: %s move%s first; `help` says how\n", game, convention, mine ? "you" : "cgi",
               mine ? "" : "s");
    }
}

/* Characters, not bytes: names of nodes may use any script. */
static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void list_moves(const struct rated_moves *turn, size_t most)
{
    size_t width = 0, count = turn->count < most ? turn->count : most;
    for (size_t i = 0; i < count; i++)
        if (characters(turn->options[i].reply.move) > width) width = characters(turn->options[i].reply.move);
    for (size_t i = 0; i < count; i++) {
        const struct rated_move *option = &turn->options[i];
        printf("%5zu  %s%*s -> %s\n", i + 1, option->reply.move, (int)(width - characters(option->reply.move)), "",
               option->reply.to);
    }
    if (count < turn->count) printf("       and %zu more; `moves` lists them all\n", turn->count - count);
}

/* The moves without their ratings, which are shown only on request. */
static void json_moves(const struct rated_moves *turn, const char *name)
{
    struct json json = event(name);
    json_string(&json, "position", turn->text);
    if (turn->mover) json_int(&json, "mover", turn->mover);
    json_array(&json, "moves");
    for (size_t i = 0; i < turn->count; i++) {
        json_object(&json, NULL);
        json_string(&json, "move", turn->options[i].reply.move);
        json_string(&json, "to", turn->options[i].reply.to);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
}

void board_moves(const struct board *board, const struct rated_moves *turn)
{
    if (board->json) json_moves(turn, "moves");
    else list_moves(turn, SIZE_MAX);
}

void board_position(const struct board *board, const struct rated_moves *turn)
{
    if (board->json) {
        json_moves(turn, "position");
        return;
    }
    printf("\n%s%s%s", style(board->color, "bold"), turn->text, style(board->color, "off"));
    if (turn->mover) printf(", player %d to move", turn->mover);
    putchar('\n');
    list_moves(turn, SHOWN);
}

void board_rating(const struct board *board, const struct rated_moves *turn, size_t chosen)
{
    const struct rated_move *option = &turn->options[chosen], *best = &turn->options[rated_best(turn)];
    static const char *const words[] = {"a winning move", "every move loses", "the best there is, a draw", "not known"};
    if (board->json) {
        struct json json = event("move");
        json_string(&json, "by", "you");
        json_string(&json, "move", option->reply.move);
        json_string(&json, "to", option->reply.to);
        json_string(&json, "rating", rating(option->reply.outcome));
        json_option(&json, "best", option->reply.outcome == best->reply.outcome ? option : best);
        json_end(&json);
        return;
    }
    printf("you: %s -> %s: ", option->reply.move, option->reply.to);
    if (option->reply.outcome == best->reply.outcome) puts(words[option->reply.outcome]);
    else
        printf("%s; %s -> %s %s\n", option->reply.outcome == OUTCOME_D ? "only a draw" : "a losing move",
               best->reply.move, best->reply.to,
               best->reply.outcome == OUTCOME_P ? "would have won" : "would have drawn");
}

void board_rated(const struct board *board, const struct rated_moves *turn, size_t index,
                 const struct rated_move *reply)
{
    const struct rated_move *option = &turn->options[index];
    if (board->json) {
        struct json json = event("rated");
        json_int(&json, "number", (int64_t)index + 1);
        json_string(&json, "move", option->reply.move);
        json_string(&json, "to", option->reply.to);
        json_string(&json, "rating", rating(option->reply.outcome));
        json_string(&json, "reply", reply ? reply->reply.move : NULL);
        json_end(&json);
        return;
    }
    printf("%5zu  %s -> %s: %s", index + 1, option->reply.move, option->reply.to, rating(option->reply.outcome));
    if (reply) printf(", the best reply is %s", reply->reply.move);
    putchar('\n');
}

void board_reply(const struct board *board, const struct rated_move *option)
{
    if (!board->json) {
        printf("cgi: %s -> %s\n", option->reply.move, option->reply.to);
        return;
    }
    struct json json = event("move");
    json_string(&json, "by", "cgi");
    json_string(&json, "move", option->reply.move);
    json_string(&json, "to", option->reply.to);
    json_end(&json);
}

static void say(const struct board *board, const char *message)
{
    if (!board->json) {
        puts(message);
        return;
    }
    struct json json = event("message");
    json_string(&json, "text", message);
    json_end(&json);
}

void board_say(const struct board *board, const char *format, ...)
{
    char message[MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    say(board, message);
}

void board_help(const struct board *board)
{
    say(board, "a move is its number, its name with values (take 2), or the position it leads to\n"
               "  moves    all moves            hint   a best move\n"
               "  rate     each move rated      undo   take your last move back\n"
               "  quit     end the game         help   this");
}

void board_end(const struct board *board, bool i_win)
{
    if (!board->json) {
        printf("no move is left: %s\n", i_win ? "you win" : "cgi wins");
        return;
    }
    struct json json = event("end");
    json_string(&json, "winner", i_win ? "you" : "cgi");
    json_end(&json);
}
