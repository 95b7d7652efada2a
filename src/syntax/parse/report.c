/* SPDX-License-Identifier: MIT */
/* Words a syntax error. The grammar provides the exact set of tokens it could have read; users want to know which kind
 * of thing is missing ("a clause", "an expression", "')' after the generators"), so the set is summarised in groups.
 * The most common mistakes have messages of their own. */
#include <stdio.h>
#include <string.h>
#include "syntax/parse/grammar.h"
#include "syntax/parse/private.h"

enum { CHOICES = 4, WORDS_LENGTH = 80, TEXT_SHOWN = 30 };

struct expected_words {
    char words[CHOICES][WORDS_LENGTH];
    int count;
};

static void offer(struct expected_words *choices, const char *before, const char *word, const char *after)
{
    if (choices->count == CHOICES) return;
    snprintf(choices->words[choices->count++], WORDS_LENGTH, "%s%s%s", before, word, after);
}

/* ---- what was found */

static void describe_token(const struct parser *p, const struct token *token, char out[static WORDS_LENGTH])
{
    const char *what = NULL;
    if (token->kind == T_END) what = p->file ? "the end of the file" : "the end of the text";
    if (token->kind == T_STRING) what = "a string";
    if (token->kind == T_LUA_BLOCK) what = "a Lua block";
    if (what) {
        snprintf(out, WORDS_LENGTH, "%s", what);
        return;
    }
    uint32_t length = token->span.end - token->span.begin;
    bool cut = length > TEXT_SHOWN;
    const char *text = p->text + token->span.begin;
    snprintf(out, WORDS_LENGTH, "'%.*s%s'", cut ? TEXT_SHOWN : (int)length, text, cut ? "..." : "");
}

/* ---- what was expected */

static const int operators[] = {T_PLUS, T_MINUS, T_TIMES,  T_DIVIDE, T_MODULO,   T_EQ,      T_NE,
                                T_LT,   T_LE,    T_GT,     T_GE,     T_IN,       T_NOT,     T_AND,
                                T_OR,   T_IFF,   T_LPAREN, T_DOTS,   T_QUESTION, T_LBRACKET};
static const int starters[] = {T_ID, T_NUMBER, T_STRING, T_LPAREN, T_LBRACKET, T_LBRACE, T_MINUS, T_NOT, T_LUA};

static void forget(bool *expected, const int *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++) expected[kinds[i]] = false;
}
#define FORGET(expected, kinds) forget(expected, kinds, sizeof(kinds) / sizeof *(kinds))

static void forget_words(bool *expected, enum word_place first, enum word_place second)
{
    size_t count;
    const struct word *words = parser_word_table(&count);
    for (size_t i = 0; i < count; i++)
        if (words[i].place == first || words[i].place == second) expected[words[i].token] = false;
}

static bool expression_expected(const bool *expected) { return expected[T_NUMBER] && expected[T_LPAREN]; }

static int closer_of(int opener)
{
    return opener == T_LPAREN ? T_RPAREN : opener == T_LBRACKET ? T_RBRACKET : opener == T_LBRACE ? T_RBRACE : T_END;
}

static bool begins_operand(int kind)
{
    return kind == T_NUMBER || kind == T_ID || kind == T_LPAREN || kind == T_STRING;
}

static const char *purpose_words(enum purpose purpose)
{
    static const char *const words[] = {
#define PURPOSE_WORDS(name, spoken) spoken,
        BRACKET_PURPOSES(PURPOSE_WORDS)
#undef PURPOSE_WORDS
    };
    return words[purpose];
}

/* Inside a bracket that could be closed here, offers to close it. */
static bool offer_closer(const struct parser *p, const bool *expected, struct expected_words *choices)
{
    const struct bracket *open = &p->innermost;
    int closer = closer_of(open->opener);
    if (closer == T_END || open->purpose == PURPOSE_BODY || !expected[closer]) return false;
    if (expression_expected(expected)) return false;
    char words[WORDS_LENGTH];
    bool comma = expected[T_COMMA] && begins_operand(p->last.kind);
    snprintf(words, sizeof words, "%s'%s' after ", comma ? "',' or " : "", grammar_token_name(closer));
    offer(choices, words, purpose_words(open->purpose), "");
    return true;
}

static void offer_groups(bool *expected, struct expected_words *choices)
{
    if (expression_expected(expected)) {
        offer(choices, "", "an expression", "");
        FORGET(expected, starters);
        forget_words(expected, WORD_NAME, WORD_NAME);
    } else if (expected[T_ID]) {
        offer(choices, "", expected[T_NUMBER] ? "a node" : "a name", "");
        expected[T_ID] = expected[T_NUMBER] = false;
        forget_words(expected, WORD_NAME, WORD_NAME);
    } else if (expected[T_PLUS]) {
        FORGET(expected, operators);
        expected[T_WITH] = false;
    }
    if (expected[T_IMPORT]) {
        offer(choices, "", "a statement", "");
        expected[T_LUA_BLOCK] = expected[T_END] = false;
        forget_words(expected, WORD_STATEMENT, WORD_EITHER);
    } else if (expected[T_MOVE]) {
        offer(choices, "", "a clause", "");
        forget_words(expected, WORD_CLAUSE, WORD_EITHER);
        expected[T_MEASURE] = false; /* opens a clause too, though it is a name elsewhere */
    }
}

static void offer_token(const struct parser *p, int kind, struct expected_words *choices)
{
    const char *name = kind == T_END && !p->file ? "the end of the text" : grammar_token_name(kind);
    bool spoken = strncmp(name, "a ", 2) == 0 || strncmp(name, "the ", 4) == 0;
    if (kind == T_END_BODY) name = "}";
    offer(choices, spoken ? "" : "'", name, spoken ? "" : "'");
}

static void offer_rest(const struct parser *p, const bool *expected, struct expected_words *choices)
{
    for (int kind = 0; kind < GRAMMAR_TOKENS; kind++)
        if (expected[kind] && kind != T_SEMICOLON) offer_token(p, kind, choices);
    if (!choices->count) offer(choices, "", "an operator or the end", "");
}

static void describe_expected(const struct parser *p, const bool *expected, char *out, size_t size)
{
    bool left[GRAMMAR_TOKENS];
    struct expected_words choices = {.count = 0};
    memcpy(left, expected, sizeof left);
    if (!offer_closer(p, expected, &choices)) {
        offer_groups(left, &choices);
        offer_rest(p, left, &choices);
    }
    size_t used = 0;
    for (int i = 0; i < choices.count && used < size; i++) {
        const char *joint = i == 0 ? "" : i == choices.count - 1 ? " or " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", joint, choices.words[i]);
    }
}

/* ---- mistakes with messages of their own: each function returns whether this was the mistake */

static bool is_comparison(int kind)
{
    return kind == T_EQ || kind == T_NE || kind == T_LT || kind == T_LE || kind == T_GT || kind == T_GE || kind == T_IN;
}

static bool compares_with_one_sign(struct parser *p, const bool *expected)
{
    if (p->last.kind != T_ASSIGN || !expected[T_EQ]) return false;
    diag(p->in->diags, D_DEFINES, p->last.span);
    return true;
}

static bool chains_comparisons(struct parser *p, const bool *expected)
{
    if (!is_comparison(p->last.kind) || !expected[T_AND] || !expected[T_PLUS]) return false;
    diag(p->in->diags, D_CHAINED_COMPARISON, p->last.span);
    return true;
}

void parser_report_open_body(struct parser *p, struct token found)
{
    char what[WORDS_LENGTH];
    if (p->stop) return;
    describe_token(p, &found, what);
    diag(p->in->diags, D_UNCLOSED_BODY, found.span, what);
    diag_note(p->in->diags, p->body.span, "the '{' is here");
}

static bool leaves_body_open(struct parser *p, const bool *expected)
{
    int kind = p->last.kind;
    if (!p->body.open || !expected[T_END_BODY]) return false;
    if (kind != T_END && kind != T_GAME && kind != T_GRAPH) return false;
    parser_report_open_body(p, p->last);
    return true;
}

static bool is_statement_in_body(struct parser *p, const bool *expected)
{
    int kind = p->last.kind;
    if (!p->body.open || !expected[T_END_BODY]) return false;
    if (kind != T_FN && kind != T_IMPORT && kind != T_PLAY && kind != T_LUA_BLOCK) return false;
    char what[WORDS_LENGTH];
    describe_token(p, &p->last, what);
    diag(p->in->diags, D_STATEMENT_IN_BODY, p->last.span, what);
    return true;
}

static bool begins_its_line(const struct parser *p)
{
    const char *before = p->text + p->last.span.begin;
    while (before > p->text && (before[-1] == ' ' || before[-1] == '\t')) before--;
    return before == p->text || before[-1] == '\n';
}

/* A word that opens something, before a sign that can only follow a name (`n - start)`), or called in the middle of a
 * line. */
static bool meant_as_name(const struct parser *p, const struct word *word)
{
    if (word->place == WORD_INSIDE || word->place == WORD_NAME) return false;
    const char *after = p->text + p->last.span.end;
    after += strspn(after, " \t\r\n");
    if (*after == '(') return !begins_its_line(p);
    return *after && strchr(")],+-*/%<>=!?.", *after) != NULL;
}

static bool names_by_reserved_word(struct parser *p, const bool *expected)
{
    const struct word *word = parser_word_of_token(p->last.kind);
    if (!word || word->place == WORD_NAME || !expected[T_ID]) return false;
    if (expression_expected(expected) && !meant_as_name(p, word)) return false;
    diag(p->in->diags, D_RESERVED_WORD, p->last.span, word->spelling);
    p->drop = true;
    return true;
}

/* ---- notes */

/* How to write what is a word in other languages, between two numbers or before a name; NULL for all other words. */
enum foreign_place { FOREIGN_OPERATOR, FOREIGN_OPENER };
static const char *advice_for(const char *word, enum foreign_place place)
{
    static const char names[] = "an expression gets a name outside of games, as in fn twice(n) = 2 * n";
    static const struct {
        const char *word, *advice;
        enum foreign_place place;
    } foreign[] = {
        {"mod", "the remainder is written a % b", FOREIGN_OPERATOR},
        {"rem", "the remainder is written a % b", FOREIGN_OPERATOR},
        {"div", "the quotient is written a / b; it rounds down", FOREIGN_OPERATOR},
        {"xor", "the nim-sum is written xor(a, b)", FOREIGN_OPERATOR},
        {"let", names, FOREIGN_OPENER},
        {"def", names, FOREIGN_OPENER},
        {"define", names, FOREIGN_OPENER},
        {"var", names, FOREIGN_OPENER},
        {"const", names, FOREIGN_OPENER},
        {"function", names, FOREIGN_OPENER},
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (foreign[i].place == place && strcmp(word, foreign[i].word) == 0) return foreign[i].advice;
    return NULL;
}

/* Where a word opens a clause or statement and is near none of them, they are named. */
static void name_openers(struct parser *p, const bool *expected)
{
    bool clause = expected[T_MOVE];
    if (!clause && !expected[T_IMPORT]) return;
    char list[2 * WORDS_LENGTH];
    size_t count, used = 0;
    const struct word *words = parser_word_table(&count);
    for (size_t i = 0; i < count; i++) {
        bool opens = words[i].place == WORD_EITHER || words[i].place == (clause ? WORD_CLAUSE : WORD_STATEMENT) ||
                     (clause && words[i].token == T_MEASURE);
        if (!opens || !expected[words[i].token] || used >= sizeof list) continue;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", words[i].spelling);
    }
    diag_note(p->in->diags, (struct span){0}, "%s: %s", clause ? "clauses begin with" : "statements begin with", list);
}

/* "did you mean": a misspelt word that opens a statement or clause is then read as the nearest one. */
static void suggest_word(struct parser *p, const bool *expected)
{
    const char *candidates[GRAMMAR_TOKENS];
    size_t count, found = 0;
    const struct word *words = parser_word_table(&count);
    if (p->last.kind != T_ID || !p->last.value.name) return;
    const char *advice = expected[T_MODULO] ? advice_for(p->last.value.name, FOREIGN_OPERATOR) : NULL;
    if (advice) {
        diag_note(p->in->diags, (struct span){0}, "%s", advice);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (expected[words[i].token]) candidates[found++] = words[i].spelling;
    const char *nearest = diag_nearest(p->last.value.name, candidates, found);
    if (!nearest) {
        name_openers(p, expected);
        return;
    }
    diag_note(p->in->diags, p->last.span, "did you mean '%s'?", nearest);
    const struct word *word = parser_word_find(nearest, strlen(nearest));
    if (word->place != WORD_INSIDE && word->place != WORD_NAME) p->repair = word->token;
}

/* Shows the open bracket if what was found cannot be inside one. */
static void show_open_bracket(struct parser *p, const bool *expected)
{
    int opener = p->innermost.opener, kind = p->last.kind;
    const struct word *word = parser_word_of_token(kind);
    bool outside = kind == T_END || kind == T_END_BODY || kind == T_RBRACE || kind == T_RBRACKET || kind == T_RPAREN ||
                   kind == T_SEMICOLON || kind == T_LUA_BLOCK || (word && word->place < WORD_INSIDE);
    if (outside && opener && p->innermost.purpose != PURPOSE_BODY && !expected[kind])
        diag_note(p->in->diags, p->innermost.span, "this '%s' is still open", grammar_token_name(opener));
    if (p->body.open && (kind == T_END || kind == T_GAME || kind == T_GRAPH))
        diag_note(p->in->diags, p->body.span, "this '{' is not closed either");
}

/* Is the word before what was found this one? */
static bool follows(const struct parser *p, const char *word)
{
    size_t length = strlen(word), end = p->last.span.begin;
    while (end > 0 && strchr(" \t\r\n", p->text[end - 1])) end--;
    if (end < length || strncmp(p->text + end - length, word, length) != 0) return false;
    return end == length || strchr(" \t\r\n([{,:?=+-*/%<>", p->text[end - length - 1]) != NULL;
}

/* What people write who know other languages. */
static void advise_spelling(struct parser *p, const bool *expected)
{
    int kind = p->last.kind;
    struct diags *diags = p->in->diags;
    struct span nowhere = {0};
    enum purpose purpose = p->innermost.opener ? p->innermost.purpose : PURPOSE_BODY;
    const char *word = kind == T_ID ? p->last.value.name : NULL;
    bool result = expected[T_WHERE] && expected[T_ARROW], closes = expected[T_END_BODY];
    if (kind == T_NUMBER && expected[T_ID] && purpose == PURPOSE_GENERATORS)
        diag_note(diags, nowhere, "values one by one are a set, as in t in {1, 2, 3}");
    if (follows(p, "if")) diag_note(diags, nowhere, "a choice is written c ? a : b");
    if (expression_expected(expected) && (kind == T_AND || kind == T_OR))
        diag_note(diags, nowhere, "'%s' stands between two conditions; the bits %s are (a + b %c xor(a, b)) / 2",
                  kind == T_AND ? "and" : "or", kind == T_AND ? "in common" : "of both", kind == T_AND ? '-' : '+');
    if (kind == T_FOR && closes)
        diag_note(diags, nowhere, "what a move may choose is in its ( ), as in move take(t in 1..n)");
    if (((word && strcmp(word, "if") == 0) || kind == T_COMMA) && result)
        diag_note(diags, nowhere, "a condition follows 'where'");
    else if (kind == T_ID && result && expected[T_LPAREN] && follows(p, "start"))
        diag_note(diags, nowhere, "a start has no name, as in start(n) -> g(n, n - 1)");
    else if (kind == T_ID && result && expected[T_LPAREN])
        diag_note(diags, nowhere, "the variables of a move are in ( ), as in move take(t in 1..n)");
    if (kind == T_WHERE && closes)
        diag_note(diags, nowhere, "a condition comes before the result, as in move take where n > 0 -> g(n - 1)");
    if (kind == T_MINUS && expected[T_ID] && expected[T_ARROW])
        diag_note(diags, nowhere, "an arrow is written a -> b; if play may go both ways, write b -> a too");
    if (kind == T_COLON && purpose == PURPOSE_PARAMETERS)
        diag_note(diags, nowhere, "parameters of a function are names alone, as in fn twice(n) = 2 * n");
    bool opens = expected[T_MOVE] || expected[T_IMPORT];
    const char *advice = word && opens ? advice_for(word, FOREIGN_OPENER) : NULL;
    if (advice) diag_note(diags, nowhere, "%s", advice);
    if (purpose == PURPOSE_FIELDS && kind == T_LBRACKET)
        diag_note(diags, nowhere, "a row of cells is one field, as in g(s: row); a grid is g(b: grid)");
    if (purpose == PURPOSE_FIELDS && (kind == T_NUMBER || kind == T_LPAREN))
        diag_note(diags, nowhere, "what a field may hold stands after the fields, as in g(n) where n <= 5");
    if (purpose == PURPOSE_FIELDS && kind == T_ID && expected[T_COMMA])
        diag_note(diags, nowhere, "a field is a name, or a name with its kind, as in n: int");
    if (kind == T_ID && purpose == PURPOSE_UPDATES && expected[T_LBRACKET])
        diag_note(diags, nowhere, "an update names the place alone, as in s with { [i] -= t }");
    if (kind == T_DOTS && purpose == PURPOSE_INDEX)
        diag_note(diags, nowhere, "a part of a row is made anew, as in [s[j] for j in 1..i]");
}

static void advise(struct parser *p, const bool *expected)
{
    int kind = p->last.kind;
    struct diags *diags = p->in->diags;
    struct span nowhere = {0};
    bool joins = kind == T_AND || kind == T_OR || kind == T_IFF || kind == T_NOT || kind == T_QUESTION;
    bool loose = joins || is_comparison(kind);
    bool calculates = kind == T_PLUS || kind == T_MINUS || kind == T_TIMES || kind == T_DIVIDE || kind == T_MODULO;
    bool within = expected[T_PLUS] && !expected[T_AND] && !expression_expected(expected);
    if ((loose && within) || (kind == T_NOT && expression_expected(expected)))
        diag_note(diags, nowhere, "a comparison or condition must be in ( ) here");
    if (expected[T_OF] && calculates && !expected[T_ID] && !expression_expected(expected))
        diag_note(diags, nowhere, "a count of several terms must be in ( ), as in upto (k + 1) of (...)");
    const struct word *word = parser_word_of_token(kind);
    bool header = expected[T_LBRACE] && expected[T_WHERE]; /* the header of a game */
    if ((kind == T_SYMMETRIC || kind == T_LOOPY) && header) p->drop = true;
    if (word && word->place == WORD_CLAUSE && (expected[T_IMPORT] || header))
        diag_note(diags, nowhere, "this is a clause, which belongs in the { } of a game");
    if (kind == T_LUA && expected[T_LUA_BLOCK]) diag_note(diags, nowhere, "a Lua block is written lua [[ ... ]]");
    if (kind == T_LBRACKET && expected[T_LBRACE] && !expected[T_WHERE] && !expression_expected(expected))
        diag_note(diags, nowhere, "the cells that 'with' writes are in { }, as in h with {[i] = 0}");
    if (kind == T_COMMA && expected[T_ID] && expected[T_ARROW])
        diag_note(diags, nowhere, "spaces separate the successors of a node");
}

void parser_report_syntax(struct parser *p, const bool *expected)
{
    if (p->stop || p->muted || (p->respelt.source && p->respelt.begin == p->last.span.begin)) return;
    if (p->in->diags->errors >= DIAG_LIMIT) {
        p->stop = true; /* further ones would not be shown */
        return;
    }
    if (compares_with_one_sign(p, expected) || chains_comparisons(p, expected) || leaves_body_open(p, expected) ||
        is_statement_in_body(p, expected) || names_by_reserved_word(p, expected))
        return;
    char wanted[CHOICES * (WORDS_LENGTH + 4)] = "", found[WORDS_LENGTH];
    describe_expected(p, expected, wanted, sizeof wanted);
    describe_token(p, &p->last, found);
    diag(p->in->diags, D_SYNTAX, p->last.span, wanted, found);
    suggest_word(p, expected);
    show_open_bracket(p, expected);
    advise(p, expected);
    advise_spelling(p, expected);
}

void parser_report_too_deep(struct parser *p, struct span span)
{
    if (!p->stop) diag(p->in->diags, D_TOO_DEEP, span, BRACKETS_MAX);
    p->stop = true;
}
