/* SPDX-License-Identifier: MIT */
/* As much of Lua's lexical rules as it takes to tell names, strings and comments. */
#include "model/lua_text.h"
#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The length of `[[`, `[=[`, ... at the text, or 0. */
static size_t bracket_length(const char *text)
{
    if (*text != '[') return 0;
    size_t level = strspn(text + 1, "=");
    return text[1 + level] == '[' ? level + 2 : 0;
}

/* Behind the closing bracket that fits the opening one, which is `length` long. */
static const char *skip_long(const char *text, size_t length)
{
    for (text += length; *text; text++)
        if (*text == ']' && strspn(text + 1, "=") == length - 2 && text[length - 1] == ']') return text + length;
    return text;
}

static const char *skip_comment(const char *text)
{
    size_t length = bracket_length(text + 2);
    return length ? skip_long(text + 2, length) : text + strcspn(text, "\n");
}

static const char *skip_quoted(const char *text)
{
    const char quote = *text++;
    while (*text && *text != quote) text += *text == '\\' && text[1] ? 2 : 1;
    return text + (*text == quote);
}

/* The end of the token that begins here: a comment, a string, a name (numbers are taken for names), or one character. */
static const char *skip_token(const char *text)
{
    size_t length = bracket_length(text);
    if (length) return skip_long(text, length);
    if (text[0] == '-' && text[1] == '-') return skip_comment(text);
    if (*text == '"' || *text == '\'') return skip_quoted(text);
    const char *end = text;
    while (is_word(*end)) end++;
    return end > text ? end : text + 1;
}

bool lua_text_says(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *end; *text; text = end) {
        end = skip_token(text);
        size_t size = (size_t)(end - text);
        size_t edge = *text == '[' ? bracket_length(text) : *text == '"' || *text == '\'';
        if (size == length + 2 * edge && strncmp(text + edge, word, length) == 0) return true;
    }
    return false;
}

static bool assigns(const char *line, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = line; at + length <= end; at++) {
        if (strncmp(at, word, length) != 0 || (at > line && (is_word(at[-1]) || at[-1] == '.'))) continue;
        const char *after = at + length;
        while (after < end && (*after == ' ' || *after == '\t')) after++;
        if (after < end && (*after == ',' || (*after == '=' && after[1] != '='))) return true;
    }
    return false;
}

int lua_text_assignment(const char *text, int first, int last, const char *word)
{
    for (int line = 1; *text && line <= last; line++) {
        const char *end = text + strcspn(text, "\n");
        if (line >= first && assigns(text, end, word)) return line;
        text = end + (*end == '\n');
    }
    return 0;
}

bool model_lua_says_mover(const struct model *model)
{
    for (size_t i = 0; i < model->lua_text_count; i++)
        if (lua_text_says(model->lua_texts[i], "mover")) return true;
    return false;
}
