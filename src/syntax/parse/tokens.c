/* SPDX-License-Identifier: MIT */
/* A filter between lexer and grammar that matches brackets. It distinguishes the '}' of a body (END_BODY) from one
 * inside an expression, caps the nesting, and after a syntax error skips to the next token at which parsing can resume.
 * Where the right token is clear (a missing '{' or '}', a misspelt word) it is inserted, so that one mistake gives one
 * message. */
#include <string.h>
#include "syntax/parse/grammar.h"
#include "syntax/parse/private.h"

static const struct word words[] = {
#define WORD(token, spelling, place) {T_##token, spelling, WORD_##place},
#include "base/words.def"
#undef WORD
};
enum { WORDS = sizeof words / sizeof *words };

const struct word *parser_word_table(size_t *count)
{
    *count = WORDS;
    return words;
}

const struct word *parser_word_find(const char *text, size_t length)
{
    size_t low = 0, high = WORDS;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(text, words[middle].spelling, length);
        if (order == 0 && words[middle].spelling[length]) order = -1;
        if (order == 0) return &words[middle];
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

const struct word *parser_word_of_token(int kind)
{
    if (kind < T_GAME || kind > T_SEQUENTIAL) return NULL;
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].token == kind) return &words[i];
    return NULL;
}

static enum word_place place_of(int kind)
{
    const struct word *word = parser_word_of_token(kind);
    return word ? word->place : WORD_NONE;
}

static bool opens_something(enum word_place place)
{
    return place == WORD_STATEMENT || place == WORD_CLAUSE || place == WORD_EITHER;
}

static bool opens_game(int kind) { return kind == T_GAME || kind == T_GRAPH; }

/* ---- brackets */

static bool is_name(int kind) { return kind == T_ID || place_of(kind) == WORD_NAME; }

static enum purpose purpose_of_parenthesis(const struct parser *p)
{
    int last = p->last.kind, before = p->before;
    if (last == T_START || before == T_GAME) return PURPOSE_FIELDS;
    if (before == T_MOVE) return PURPOSE_GENERATORS;
    if (before == T_FN) return PURPOSE_PARAMETERS;
    if (last == T_OF) return PURPOSE_COMPONENTS;
    return is_name(last) ? PURPOSE_ARGUMENTS : PURPOSE_GROUP;
}

static enum purpose purpose_of_square(const struct parser *p)
{
    int last = p->last.kind;
    bool update = p->bracket_count && p->brackets[p->bracket_count - 1].purpose == PURPOSE_UPDATES;
    if (update && (last == T_LBRACE || last == T_COMMA)) return PURPOSE_INDEX;
    return is_name(last) || last == T_RBRACKET || last == T_RPAREN ? PURPOSE_INDEX : PURPOSE_ROW;
}

static enum purpose purpose_of(const struct parser *p, int opener)
{
    if (opener == T_LPAREN) return purpose_of_parenthesis(p);
    if (opener == T_LBRACKET) return purpose_of_square(p);
    return p->last.kind == T_WITH ? PURPOSE_UPDATES : PURPOSE_SET;
}

static void push_bracket(struct parser *p, struct token *token)
{
    if (p->bracket_count == BRACKETS_MAX) {
        parser_report_too_deep(p, token->span);
        token->kind = T_END;
        return;
    }
    struct bracket bracket = {token->kind, purpose_of(p, token->kind), token->span};
    p->brackets[p->bracket_count++] = bracket;
}

/* Closes the nearest bracket of this kind and all brackets inside it. A parenthesis does not reach beyond a brace. */
static bool pop_bracket(struct parser *p, int opener)
{
    uint32_t floor = p->body.open ? p->body.level : 0;
    for (uint32_t i = p->bracket_count; i > floor; i--) {
        if (p->brackets[i - 1].opener == opener) {
            p->bracket_count = i - 1;
            return true;
        }
        if (p->brackets[i - 1].opener == T_LBRACE) return false;
    }
    return false;
}

static void close_brace(struct parser *p, struct token *token)
{
    pop_bracket(p, T_LBRACE);
    if (p->body.open && p->bracket_count <= p->body.level) token->kind = T_END_BODY;
}

/* Words that open a statement or clause cannot be inside brackets, so the brackets still open there were forgotten. */
static void forget_brackets(struct parser *p, enum word_place place)
{
    uint32_t keep = p->body.open ? p->body.level + 1 : 0;
    if (!p->body.open && place != WORD_STATEMENT && (place == WORD_CLAUSE || p->skip == LEVEL_STATEMENT)) return;
    if (p->bracket_count > keep) p->bracket_count = keep;
}

static void match_brackets(struct parser *p, struct token *token)
{
    p->innermost = p->bracket_count ? p->brackets[p->bracket_count - 1] : (struct bracket){0};
    switch (token->kind) {
    case T_LPAREN:
    case T_LBRACKET:
    case T_LBRACE: push_bracket(p, token); break;
    case T_RPAREN: pop_bracket(p, T_LPAREN); break;
    case T_RBRACKET: pop_bracket(p, T_LBRACKET); break;
    case T_RBRACE: close_brace(p, token); break;
    case T_SEMICOLON: forget_brackets(p, WORD_EITHER); break;
    case T_LUA_BLOCK: forget_brackets(p, WORD_STATEMENT); break;
    default: {
        enum word_place place = place_of(token->kind);
        if (opens_something(place)) forget_brackets(p, place);
    }
    }
}

void tokens_open_body(struct parser *p, struct span brace)
{
    if (p->bracket_count == 0) return; /* only after the parser has stopped */
    p->body.open = true;
    p->body.span = brace;
    p->body.level = p->bracket_count - 1;
    p->brackets[p->body.level].purpose = PURPOSE_BODY;
}

void tokens_close_body(struct parser *p) { p->body.open = false; }

/* ---- recovery */

enum verdict { KEEP, DROP, CLOSE_BODY_FIRST, OPEN_BODY_FIRST };

static enum verdict judge_statement(const struct parser *p, int kind)
{
    enum word_place place = place_of(kind);
    if (kind == T_END || kind == T_LUA_BLOCK || place == WORD_STATEMENT) return KEEP;
    return p->bracket_count == 0 && (place == WORD_EITHER || kind == T_SEMICOLON) ? KEEP : DROP;
}

/* After `game` and an error: the body may still follow. */
static enum verdict judge_header(struct parser *p, int kind)
{
    enum word_place place = place_of(kind);
    if (kind == T_LBRACE && p->last.kind != T_IN) {
        p->brackets[0] = p->brackets[p->bracket_count - 1];
        p->bracket_count = 1;
        return KEEP;
    }
    if (place == WORD_CLAUSE) return OPEN_BODY_FIRST;
    return place == WORD_EITHER || judge_statement(p, kind) == KEEP ? KEEP : DROP;
}

static enum verdict judge_body(enum level level, int kind)
{
    if (kind == T_END || opens_game(kind)) return CLOSE_BODY_FIRST;
    if (kind == T_SEMICOLON || kind == T_END_BODY) return KEEP;
    enum word_place place = place_of(kind);
    if (level == LEVEL_EDGE) return kind == T_EXPECT || kind == T_CLAIM || kind == T_LOOPY ? KEEP : DROP;
    return place == WORD_CLAUSE || place == WORD_EITHER ? KEEP : DROP;
}

static enum verdict judge(struct parser *p, enum level level, int kind)
{
    switch (level) {
    case LEVEL_STATEMENT: return judge_statement(p, kind);
    case LEVEL_HEADER: return judge_header(p, kind);
    case LEVEL_CLAUSE:
    case LEVEL_EDGE: return judge_body(level, kind);
    case LEVEL_NONE: break;
    }
    return KEEP;
}

static void enqueue(struct parser *p, int kind, struct token from)
{
    if (p->queued == QUEUE_MAX) return;
    from.kind = kind;
    p->queue[p->queued++] = from;
}

/* Queues the missing brace and then the token. */
static void insert_brace(struct parser *p, enum verdict verdict, struct token token)
{
    if (verdict == CLOSE_BODY_FIRST) {
        p->bracket_count = p->body.level;
        enqueue(p, T_END_BODY, token);
    } else {
        struct token brace = token;
        brace.kind = T_LBRACE;
        p->bracket_count = 0;
        push_bracket(p, &brace);
        enqueue(p, T_LBRACE, token);
    }
    enqueue(p, token.kind, token);
}

bool tokens_resume(struct parser *p, enum level level, int kind, union semantic value, struct span span)
{
    struct token token = {kind, value, span};
    if (p->repair) {
        enqueue(p, p->repair, token);
        p->repair = 0;
        return true;
    }
    enum verdict verdict = p->drop && kind != T_END ? DROP : judge(p, level, kind);
    p->drop = false;
    if (verdict == DROP) p->skip = level;
    else if (verdict != KEEP) insert_brace(p, verdict, token);
    return verdict != KEEP;
}

/* A skipped stretch may hold a reserved word used as a name, as in `-> start(n - 1)`: do not resume there. */
static bool in_mid_expression(const struct parser *p, int kind)
{
    static const int joints[] = {T_ARROW, T_PLUS,     T_MINUS, T_TIMES,  T_DIVIDE, T_MODULO,   T_EQ,   T_NE,
                                 T_LT,    T_LE,       T_GT,    T_GE,     T_IN,     T_AND,      T_OR,   T_NOT,
                                 T_IFF,   T_QUESTION, T_COLON, T_ASSIGN, T_LPAREN, T_LBRACKET, T_COMMA};
    enum word_place place = place_of(kind);
    if (place != WORD_CLAUSE && place != WORD_EITHER) return false;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (p->last.kind == joints[i]) return true;
    return false;
}

/* Does skipping go on with this token? Reports a body that turns out to be unclosed. */
static bool skip_over(struct parser *p, struct token token)
{
    enum verdict verdict = in_mid_expression(p, token.kind) ? DROP : judge(p, p->skip, token.kind);
    if (verdict == DROP) return token.kind != T_END;
    p->skip = LEVEL_NONE;
    if (verdict == KEEP) return false;
    if (verdict == CLOSE_BODY_FIRST) parser_report_open_body(p, token);
    insert_brace(p, verdict, token);
    return true;
}

static struct token dequeue(struct parser *p)
{
    struct token first = p->queue[0];
    p->queued--;
    memmove(p->queue, p->queue + 1, p->queued * sizeof *p->queue);
    return first;
}

static void remember(struct parser *p, struct token token)
{
    p->before = p->last.kind;
    p->last = token;
}

static struct token next(struct parser *p)
{
    for (;;) {
        bool ahead = p->ahead && p->skip == LEVEL_NONE && !p->in->by_tokens;
        p->ahead = false;
        if (p->queued) return dequeue(p);
        if (ahead) lexer_skip_edges(p);
        if (opens_something(place_of(p->last.kind))) p->muted = false;
        struct token token = lexer_next(p);
        match_brackets(p, &token);
        if (p->stop) {
            token.kind = T_END;
            return token;
        }
        if (p->skip == LEVEL_NONE || !skip_over(p, token)) return token;
        remember(p, token);
    }
}

int tokens_next(union semantic *value, struct span *span, struct parser *p)
{
    struct token token = next(p);
    remember(p, token);
    *value = token.value;
    *span = token.span;
    return token.kind;
}
