/* SPDX-License-Identifier: MIT */
/* Parses the words once; every option is then compared with the result. */
#include "cli/request/moves.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "engine/open/position.h"

enum { MOST_VALUES = 64 };

struct said {
    const char *name, *gens[MOST_VALUES], *in; /* gens: NULL if only the value was given; in: NULL if absent */
    size_t name_length, gen_lengths[MOST_VALUES], count;
    int64_t values[MOST_VALUES];
    const char *words[MOST_VALUES]; /* the values as written */
    size_t word_lengths[MOST_VALUES];
};

static const char *skip(const char *p)
{
    while (isspace((unsigned char)*p)) p++;
    return p;
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    if (isalpha((unsigned char)*p) || *p == '_')
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    return n;
}

/* The length of a node's name: a word, or anything in quotes, with quotes inside doubled. */
static size_t name_length(const char *p)
{
    if (*p != '"') return word_length(p);
    size_t n = 1;
    while (p[n] && (p[n] != '"' || p[n + 1] == '"')) n += p[n] == '"' ? 2 : 1;
    return p[n] ? n + 1 : 0;
}

/* A number, or the name of a node. */
static bool read_value(const char **at, struct said *said)
{
    char *end;
    size_t i = said->count, word = name_length(*at);
    if (i == MOST_VALUES) return false;
    errno = 0;
    said->values[i] = word ? 0 : strtoll(*at, &end, 10);
    if (!word && (end == *at || errno)) return false;
    said->words[i] = *at;
    said->word_lengths[i] = word ? word : (size_t)(end - *at);
    *at += said->word_lengths[i];
    said->count++;
    return true;
}

/* One value, perhaps as `t = 2`; *done is set at `in` or the end. */
static bool read_item(const char **at, struct said *said, bool *done)
{
    const char *p = skip(*at);
    while (*p == ',' || *p == '(' || *p == ')') p = skip(p + 1);
    size_t word = word_length(p);
    *done = *p == '\0' || (word == 2 && strncmp(p, "in", 2) == 0);
    if (word && *done) said->in = skip(p + 2);
    if (*done) return true;
    if (said->count == MOST_VALUES) return false;
    const char *behind = skip(p + word);
    bool named = word && *behind == '=';
    said->gens[said->count] = named ? p : NULL;
    said->gen_lengths[said->count] = named ? word : 0;
    if (named) p = skip(behind + 1);
    *at = p;
    return read_value(at, said);
}

static bool read_said(const char *words, struct said *said)
{
    bool done = false;
    *said = (struct said){.name = words, .name_length = word_length(words)};
    const char *at = words + said->name_length;
    if (!said->name_length) return false;
    while (!done)
        if (!read_item(&at, said, &done)) return false;
    return true;
}

/* ---- comparing ---- */

/* Equal except for blanks outside quotes. */
static bool same_text(const char *a, const char *b)
{
    for (bool quoted = false;; a++, b++) {
        if (!quoted) a = skip(a), b = skip(b);
        if (*a != *b) return false;
        if (!*a) return true;
        if (*a == '"') quoted = !quoted;
    }
}

/* Quotes around the whole name are optional: "b" means the node that is shown as b. */
static bool same_name(const char *a, size_t a_length, const char *b, size_t b_length)
{
    if (*a == '"') a++, a_length -= 2;
    if (*b == '"') b++, b_length -= 2;
    return a_length == b_length && strncmp(a, b, a_length) == 0;
}

static bool same_value(const struct rated_move *option, size_t gen, const struct said *said, size_t i)
{
    const struct reply_value *v = &option->reply.values[gen];
    if (v->is_node) return same_name(v->value, strlen(v->value), said->words[i], said->word_lengths[i]);
    return !name_length(said->words[i]) && strtoll(v->value, NULL, 10) == said->values[i];
}

static bool fits(const struct rated_move *option, const struct said *said)
{
    const struct reply *r = &option->reply;
    if (strlen(r->name) != said->name_length || strncmp(r->name, said->name, said->name_length) != 0) return false;
    if (said->count != r->value_count || (said->in && !same_text(said->in, option->in))) return false;
    bool used[MOST_VALUES] = {false};
    for (size_t i = 0; i < said->count; i++) {
        size_t g = i;
        if (said->gens[i])
            for (g = 0; g < r->value_count; g++)
                if (strlen(r->values[g].gen) == said->gen_lengths[i] &&
                    !strncmp(r->values[g].gen, said->gens[i], said->gen_lengths[i]))
                    break;
        if (g == r->value_count || used[g] || !same_value(option, g, said, i)) return false;
        used[g] = true;
    }
    return true;
}

static enum move_found find_named(const struct rated_moves *turn, const struct said *said, size_t *index, size_t *other)
{
    enum move_found found = MOVE_NONE;
    for (size_t i = 0; i < turn->count; i++) {
        if (!fits(&turn->options[i], said)) continue;
        if (found == MOVE_NONE) {
            *index = i;
            found = MOVE_FOUND;
        } else if (!rated_same(&turn->options[i].to, &turn->options[*index].to)) {
            *other = i;
            return MOVE_AMBIGUOUS;
        }
    }
    return found;
}

/* Finds the move by the position that the words mean. Errors in them are not reported: they may be anything. */
static enum move_found find_position(struct engine *engine, const struct rated_moves *turn, const char *words,
                                     size_t *index)
{
    struct position position;
    size_t said = engine->diags.count, errors = engine->diags.errors;
    enum status st = engine_position(engine, &words, 1, &position);
    engine->diags.count = said;
    engine->diags.errors = errors;
    for (size_t i = 0; st == ST_OK && !position.big && i < turn->count; i++)
        if (rated_same(&turn->options[i].to, &position)) {
            *index = i;
            return MOVE_FOUND;
        }
    return MOVE_NONE;
}

static enum move_found find_number(const struct rated_moves *turn, const char *words, size_t *index)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(words, &end, 10);
    if (errno || *skip(end) || number < 1 || number > turn->count) return MOVE_NUMBER;
    *index = (size_t)number - 1;
    return MOVE_FOUND;
}

enum move_found moves_find(struct engine *engine, const struct rated_moves *turn, const char *words, size_t *index,
                           size_t *other)
{
    struct said said;
    words = skip(words);
    if (isdigit((unsigned char)*words) && words[strspn(words, "0123456789 \t")] == '\0')
        return find_number(turn, words, index);
    enum move_found found = read_said(words, &said) ? find_named(turn, &said, index, other) : MOVE_NONE;
    return found == MOVE_NONE ? find_position(engine, turn, words, index) : found;
}
