/* SPDX-License-Identifier: MIT */
/* A range of tokens that does not fit its line is cut at the operators that bind least, outside brackets; each piece is
 * then laid out the same way. A range without such an operator is broken at its brackets. */
#include <stdint.h>
#include <string.h>
#include "syntax/parse/grammar.h"
#include "syntax/layout/private.h"

/* How loosely a token binds its operands; a line is broken before it, or after it. */
enum {
    RANK_RESULT = 1,
    RANK_FOR,
    RANK_WHERE,
    RANK_COMMA,
    RANK_DEFINE,
    RANK_CHOICE,
    RANK_IFF,
    RANK_OR,
    RANK_AND,
    RANK_COMPARE,
    RANK_RANGE,
    RANK_ADD,
    RANK_MULTIPLY,
    RANK_WITH,
    RANK_NONE
};

static int rank_of(const struct lexed *token)
{
    if (token->is_name || token->is_unary) return RANK_NONE;
    switch (token->kind) {
    case T_ARROW: return RANK_RESULT;
    case T_FOR: return RANK_FOR;
    case T_WHERE: return RANK_WHERE;
    case T_COMMA: return RANK_COMMA;
    case T_ASSIGN:
    case T_ADD_TO:
    case T_SUB_FROM: return RANK_DEFINE;
    case T_QUESTION: return RANK_CHOICE;
    case T_COLON: return token->is_choice ? RANK_CHOICE : RANK_NONE;
    case T_IFF: return RANK_IFF;
    case T_OR: return RANK_OR;
    case T_AND: return RANK_AND;
    case T_EQ:
    case T_NE:
    case T_LT:
    case T_LE:
    case T_GT:
    case T_GE: return RANK_COMPARE;
    case T_IN: return token[-1].kind == T_NOT ? RANK_NONE : RANK_COMPARE;
    case T_NOT: return token[1].kind == T_IN ? RANK_COMPARE : RANK_NONE;
    case T_DOTS: return RANK_RANGE;
    case T_PLUS:
    case T_MINUS: return RANK_ADD;
    case T_TIMES:
    case T_DIVIDE:
    case T_MODULO: return RANK_MULTIPLY;
    case T_WITH: return RANK_WITH;
    default: return RANK_NONE;
    }
}

static bool breaks_behind(int rank) { return rank == RANK_COMMA || rank == RANK_DEFINE || rank == RANK_RANGE; }

static bool opens(int kind) { return kind == T_LPAREN || kind == T_LBRACKET || kind == T_LBRACE; }

static bool closes(int kind) { return kind == T_RPAREN || kind == T_RBRACKET || kind == T_RBRACE; }

/* ---- blanks between tokens */

static bool blank_before_bracket(const struct lexed *before, const struct lexed *bracket)
{
    if (bracket->kind == T_LPAREN) return !before->is_name && before->kind != T_START;
    return !before->is_name && !closes(before->kind) && before->kind != T_NUMBER;
}

static bool blank_between(const struct lexed *a, const struct lexed *b)
{
    if (b->kind == T_COMMA || b->kind == T_RPAREN || b->kind == T_RBRACKET || a->kind == T_LPAREN ||
        a->kind == T_LBRACKET)
        return false;
    if (a->kind == T_DOT || b->kind == T_DOT || a->kind == T_DOTS || b->kind == T_DOTS) return false;
    if (a->kind == T_LBRACE) return a->is_body || a->is_loose;
    if (b->kind == T_RBRACE) return b->is_body || b->is_loose;
    if (b->kind == T_COLON && !b->is_choice) return false;
    if (a->is_unary) return b->is_unary; /* two adjacent signs would look like a comment of other languages */
    if (b->kind == T_LPAREN || b->kind == T_LBRACKET) return blank_before_bracket(a, b);
    return true;
}

/* ---- one line */

size_t wrap_width(const struct layout *layout, size_t from, size_t to)
{
    size_t width = 0;
    for (size_t i = from; i < to; i++) {
        const struct lexed *token = &layout->tokens.data[i];
        if (token->kind == T_LUA_BLOCK || (i > from && token->remark_count) || (i + 1 < to && token->trailing))
            return SIZE_MAX;
        width += wrap_characters(token->text, token->length);
        if (i > from) width += blank_between(token - 1, token);
    }
    return width;
}

void wrap_token(struct layout *layout, size_t index, size_t indent)
{
    const struct lexed *token = &layout->tokens.data[index];
    if (index != layout->first)
        for (size_t i = 0; i < token->remark_count; i++)
            lines_own_remark(layout, &layout->remarks.data[token->remarks + i], true, indent);
    if (!layout->fresh && layout->code.length > layout->line_begin &&
        layout->code.data[layout->code.length - 1] != ' ' && index && blank_between(token - 1, token))
        lines_put(layout, " ", 1, indent);
    lines_put(layout, token->text, token->length, indent);
    if (layout->suffix) lines_put(layout, layout->suffix, strlen(layout->suffix), indent);
    layout->suffix = NULL;
    if (token->trailing) lines_remark(layout, token->trailing);
}

static bool fits(const struct layout *layout, size_t from, size_t to, size_t indent, size_t tail)
{
    size_t width = wrap_width(layout, from, to), column = layout->fresh ? indent : lines_column(layout);
    if (width == SIZE_MAX) return false;
    bool blank =
        !layout->fresh && from > 0 && blank_between(&layout->tokens.data[from - 1], &layout->tokens.data[from]);
    return column + blank + width + tail <= LAYOUT_WIDTH;
}

/* ---- several lines */

/* The index after the matching bracket, or after the token itself. */
static size_t step(const struct layout *layout, size_t index)
{
    const struct lexed *token = &layout->tokens.data[index];
    return opens(token->kind) && token->partner > index ? token->partner + 1 : index + 1;
}

static int loosest(const struct layout *layout, size_t from, size_t to)
{
    int loosest = RANK_NONE;
    for (size_t i = from; i < to; i = step(layout, i)) {
        int rank = rank_of(&layout->tokens.data[i]);
        bool inside = breaks_behind(rank) ? i + 1 < to : i > from;
        if (inside && rank < loosest) loosest = rank;
    }
    return loosest;
}

/* The end of the piece that begins at `from`. */
static size_t piece_end(const struct layout *layout, size_t from, size_t to, int rank)
{
    for (size_t i = from; i < to; i = step(layout, i)) {
        if (rank_of(&layout->tokens.data[i]) != rank) continue;
        if (breaks_behind(rank)) return i + 1;
        if (i > from) return i;
    }
    return to;
}

/* Begins a new line for the piece if it does not fit on the current one. The first piece is moved only away from a
 * bracket that has just been opened, and only if that helps. */
static void make_room(struct layout *layout, size_t from, size_t to, bool first, bool broken, size_t indent,
                      size_t tail)
{
    if (!layout->fresh && !broken && fits(layout, from, to, indent, tail)) return;
    if (first && !layout->fresh) {
        size_t width = wrap_width(layout, from, to);
        if (from == 0 || !opens(layout->tokens.data[from - 1].kind)) return;
        if (width == SIZE_MAX || indent + width + tail > LAYOUT_WIDTH) return;
    }
    lines_end(layout);
    if (!layout->tokens.data[from].remark_count) lines_put(layout, "", 0, indent);
}

static void wrap_pieces(struct layout *layout, size_t from, size_t to, int rank, size_t indent, size_t tail)
{
    bool broken = false;
    for (size_t at = from; at < to;) {
        size_t end = piece_end(layout, at, to, rank), behind = end == to ? tail : 0;
        make_room(layout, at, end, at == from, broken, indent, behind);
        size_t lines = layout->lines.count;
        wrap_range(layout, at, end, indent + 2, behind);
        broken = layout->lines.count != lines;
        at = end;
    }
}

/* Tokens without an operator: the contents of brackets are laid out by themselves. */
static void wrap_brackets(struct layout *layout, size_t from, size_t to, size_t indent, size_t tail)
{
    for (size_t i = from; i < to;) {
        size_t close = step(layout, i) - 1, next = close;
        wrap_token(layout, i, indent);
        if (close > i) {
            while (next + 1 < to && !opens(layout->tokens.data[next].kind)) next++;
            size_t behind = wrap_width(layout, close, next + 1);
            if (behind > LAYOUT_WIDTH) behind = 1;
            if (close > i + 1) wrap_range(layout, i + 1, close, indent, behind + (next + 1 == to ? tail : 0));
            wrap_token(layout, close, indent);
        }
        i = close + 1;
    }
}

void wrap_range(struct layout *layout, size_t from, size_t to, size_t indent, size_t tail)
{
    if (from >= to) return;
    int rank = fits(layout, from, to, indent, tail) ? 0 : loosest(layout, from, to);
    if (rank == 0)
        for (size_t i = from; i < to; i++) wrap_token(layout, i, indent);
    else if (rank == RANK_NONE) wrap_brackets(layout, from, to, indent, tail);
    else wrap_pieces(layout, from, to, rank, indent, tail);
}
