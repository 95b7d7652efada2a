/* SPDX-License-Identifier: MIT */
/* cgi analyze --batch: positions are read into a lot, answered together, and printed; a mistake in the input ends the
 * reading, but the positions before it are answered. */
#include "cli/command/command.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli/request/input.h"
#include "engine/play/batch.h"

enum {
    LOT_POSITIONS = 4096,
    LOT_CELLS = 1 << 14,
    READ_AT_ONCE = 1 << 12,
    OUT_SIZE = 1 << 16,
    SHORT_WORD = 16,
    SHOWN = 24,
    EXCERPT = 160
};

struct batch_job {
    struct request *request;
    struct engine *engine;
    struct input input;
    struct batch_shape shape;
    struct batch_lot lot;
    struct stream *stream;
    VEC(enum outcome) outcomes;
    struct wanted values; /* .sg: SG values instead of outcomes */
    const char *words[3]; /* by outcome, with a line end */
    size_t lengths[3];
    bool brief; /* all words are short: they are also in */
    char short_words[3][SHORT_WORD];
    char out[OUT_SIZE + SHORT_WORD];
    size_t filled;
};

/* ---- --map ---- */

static int outcome_named(const char *name, size_t length)
{
    static const char *const names[] = {"P", "N", "D", "loss", "win", "draw"};
    for (int i = 0; i < 6; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) return i % 3;
    return -1;
}

/* "P=Brother,N=John": the word for each outcome, which extends to the next comma. An outcome has one word. */
static int read_map(struct batch_job *r, bool mover)
{
    struct arena *arena = &r->engine->answers;
    const char *map = r->request->value[OPT_MAP];
    bool given[3] = {false};
    for (int i = 0; i < 3; i++) r->words[i] = arena_printf(arena, "%s\n", outcome_word((enum outcome)i, mover));
    if (map && !*map) return usage_error(r->request, "--map takes outcomes and words such as P=Brother,N=John, not ''");
    for (const char *p = map ? map : ""; *p;) {
        size_t name = strcspn(p, "=,"), length = strcspn(p, ",");
        int outcome = p[name] == '=' ? outcome_named(p, name) : -1;
        if (outcome < 0)
            return usage_error(r->request, "--map takes outcomes and words such as P=Brother,N=John, not '%.*s'",
                               (int)length, p);
        if (given[outcome])
            return usage_error(r->request, "--map takes one word for an outcome; '%.*s' is the second for it",
                               (int)length, p);
        given[outcome] = true;
        r->words[outcome] = arena_printf(arena, "%.*s\n", (int)(length - name - 1), p + name + 1);
        p += length + (p[length] == ',');
    }
    for (int i = 0; i < 3; i++) {
        if (!r->words[i]) return status_exit_code(ST_NO_MEMORY);
        r->lengths[i] = strlen(r->words[i]);
    }
    r->brief = r->lengths[0] <= SHORT_WORD && r->lengths[1] <= SHORT_WORD && r->lengths[2] <= SHORT_WORD;
    for (int i = 0; r->brief && i < 3; i++) memcpy(r->short_words[i], r->words[i], r->lengths[i]);
    return EXIT_DONE;
}

/* ---- answers ---- */

static void flush_out(struct batch_job *r)
{
    fwrite(r->out, 1, r->filled, stdout);
    r->filled = 0;
}

static void put_outcome(struct batch_job *r, enum outcome outcome)
{
    size_t length = r->lengths[outcome];
    if (length > OUT_SIZE - r->filled) flush_out(r);
    if (r->brief) { /* a constant length; what comes next overwrites the rest */
        memcpy(r->out + r->filled, r->short_words[outcome], SHORT_WORD);
        r->filled += length;
    } else if (length > OUT_SIZE) {
        fwrite(r->words[outcome], 1, length, stdout);
    } else {
        memcpy(r->out + r->filled, r->words[outcome], length);
        r->filled += length;
    }
}

/* Prints the SG value of each position, as `cgi analyze --ask sg` gives it; "none" if it is not a number. */
static enum status value_lot(struct batch_job *r)
{
    struct arena *arena = &r->engine->answers;
    enum status st = ST_OK;
    for (size_t i = 0, from = 0; st == ST_OK && i < r->lot.ends.count; from = r->lot.ends.data[i++]) {
        struct arena_mark mark = arena_mark(arena);
        size_t count = r->lot.ends.data[i] - from, components = r->shape.heaps ? count : 1;
        struct component *all = arena_array(arena, components + 1, sizeof *all);
        struct position position = {all, components, NULL};
        struct answer answer = {0};
        if (!all) return ST_NO_MEMORY;
        for (size_t c = 0; c < components; c++)
            all[c] =
                (struct component){r->shape.game, r->shape.heaps ? 1 : (uint32_t)count, r->lot.cells.data + from + c};
        if (r->shape.compound) st = batch_unfold(&r->shape, &all[0], &position);
        if (st == ST_OK) st = analyze(r->engine->env, &position, &r->values, arena, &answer);
        if (st == ST_OK) printf("%s\n", answer.has_sg ? answer.sg : "none");
        arena_rewind(arena, mark);
    }
    batch_clear(&r->lot);
    return st;
}

/* Answers the lot; if a budget ends that, the positions answered so far. */
static enum status answer_lot(struct batch_job *r)
{
    if (r->values.sg) return value_lot(r);
    struct arena *arena = &r->engine->answers;
    struct arena_mark mark = arena_mark(arena);
    struct stream_lot lot = {r->lot.cells.data, r->lot.ends.data, r->lot.ends.count};
    r->outcomes.count = 0;
    if (!vec_reserve(&r->outcomes, lot.count + 1)) return ST_NO_MEMORY;
    enum status st = stream_outcomes(r->stream, &lot, r->outcomes.data);
    for (size_t i = 0; i < lot.count && r->outcomes.data[i] != OUTCOME_UNKNOWN; i++)
        put_outcome(r, r->outcomes.data[i]);
    batch_clear(&r->lot);
    arena_rewind(arena, mark); /* the compounds that were written out */
    return st;
}

static enum status answer_when_full(struct batch_job *r)
{
    bool full = r->lot.ends.count >= LOT_POSITIONS || r->lot.cells.count >= LOT_CELLS;
    return full ? answer_lot(r) : ST_OK;
}

/* ---- mistakes ---- */

static char shown_as(char c, char unseen) { return isprint((unsigned char)c) ? c : unseen; }

/* The line around the last token, as far as it is still in the buffer; the rest is blank, so that columns are right. */
static struct span excerpt(struct batch_job *r)
{
    struct input *in = &r->input;
    struct text text = {0};
    struct span span = {0, 0, 0};
    input_locate(in);
    size_t end = in->token;
    while (end < in->length && in->buffer[end] != '\n' && end < in->token + EXCERPT) end++;
    if (in->lost < SOURCE_MAX_BYTES / 2) text_add(&text, "%*s", (int)in->lost, "");
    for (size_t i = in->line_begin; i < end; i++) text_putc(&text, shown_as(in->buffer[i], ' '));
    size_t column = text.length - (end - in->token), width = in->token_end - in->token;
    if (!text.failed && sources_add_excerpt(&r->engine->sources, in->name, text_c(&text), text.length,
                                            (uint32_t)in->line, &span.source) == ST_OK) {
        span.begin = (uint32_t)column;
        span.end = (uint32_t)(column + (width < EXCERPT ? width : EXCERPT));
    }
    text_free(&text);
    return span;
}

static enum status say_expected(struct batch_job *r, enum input_found found, const char *expected)
{
    const struct input *in = &r->input;
    char shown[SHOWN + 8] = "the end of the file";
    if (found == INPUT_BROKEN) {
        fprintf(stderr, "cgi: %s cannot be read: %s\n", in->name, strerror(errno));
        return ST_USAGE;
    }
    if (found != INPUT_END) {
        size_t width = in->token_end - in->token, length = width < SHOWN ? width : SHOWN;
        shown[0] = '\'';
        for (size_t i = 0; i < length; i++) shown[1 + i] = shown_as(in->buffer[in->token + i], '?');
        snprintf(shown + 1 + length, sizeof shown - 1 - length, "%s'", width > length ? "..." : "");
    }
    if (found == INPUT_TOO_LARGE) expected = "a number below 2^63";
    diag(&r->engine->diags, D_BATCH_EXPECTED, excerpt(r), expected, shown);
    return ST_USAGE;
}

static enum status end_position(struct batch_job *r)
{
    const char *problem;
    const struct game *game = &r->engine->model->games[r->shape.game];
    enum status st = batch_end(&r->shape, &r->lot, &problem);
    if (st == ST_OK) return answer_when_full(r);
    if (problem) diag(&r->engine->diags, D_BATCH_POSITION, excerpt(r), game->name, problem);
    return st;
}

/* Reads `count` numbers of the position; *got is smaller if something else comes first, which *found tells. */
static enum status read_numbers(struct batch_job *r, uint64_t count, uint64_t *got, enum input_found *found)
{
    *found = INPUT_NUMBER;
    *got = 0;
    do {
        size_t some = count - *got < READ_AT_ONCE ? (size_t)(count - *got) : READ_AT_ONCE;
        int64_t *numbers = batch_room(&r->shape, &r->lot, some);
        if (!numbers) return ST_NO_MEMORY;
        size_t now = input_numbers(&r->input, r->shape.negative, numbers, some);
        if (now < some) {
            *found = input_next(&r->input, r->shape.negative, &numbers[now]);
            if (*found != INPUT_NUMBER) {
                *got += now;
                return ST_OK;
            }
            now++;
        }
        batch_grow(&r->lot, now);
        *got += now;
    } while (*got < count);
    return ST_OK;
}

/* ---- the two forms ---- */

/* Reads as many pairs as possible if none needs to be checked. The rest is for read_numbers. */
static enum status read_plain_pairs(struct batch_job *r)
{
    size_t some = 2 * (LOT_POSITIONS - r->lot.ends.count);
    int64_t *numbers = batch_room(&r->shape, &r->lot, some);
    if (!numbers) return ST_NO_MEMORY;
    size_t got = input_numbers(&r->input, r->shape.negative, numbers, some);
    if (got % 2) input_unread(&r->input);
    return batch_end_plain(&r->lot, got / 2, 2) ? answer_when_full(r) : ST_NO_MEMORY;
}

static enum status read_pairs(struct batch_job *r)
{
    enum status st = ST_OK;
    while (st == ST_OK) {
        enum input_found found;
        uint64_t got;
        if (r->shape.plain && (st = read_plain_pairs(r)) != ST_OK) return st;
        st = read_numbers(r, 2, &got, &found);
        if (st == ST_OK && found == INPUT_END && got == 0) return ST_OK;
        if (st == ST_OK && found != INPUT_NUMBER)
            return say_expected(r, found, got ? "the second number of the pair" : "a number or the end of the file");
        if (st == ST_OK) st = end_position(r);
    }
    return st;
}

/* "number 3 of the 5 of position 2"; built only when it is needed. */
static enum status say_missing(struct batch_job *r, enum input_found found, uint64_t number, uint64_t of,
                               uint64_t position)
{
    char words[128];
    snprintf(words, sizeof words, "number %" PRIu64 " of the %" PRIu64 " of position %" PRIu64, number, of, position);
    return say_expected(r, found, words);
}

static enum status read_group(struct batch_job *r, uint64_t position, uint64_t of)
{
    char words[96];
    int64_t count;
    enum input_found found =
        input_numbers(&r->input, false, &count, 1) ? INPUT_NUMBER : input_next(&r->input, false, &count);
    if (found != INPUT_NUMBER) {
        snprintf(words, sizeof words, "how many numbers position %" PRIu64 " of %" PRIu64 " has", position, of);
        return say_expected(r, found, words);
    }
    uint64_t got;
    enum status st = read_numbers(r, (uint64_t)count, &got, &found);
    if (st != ST_OK) return st;
    return found == INPUT_NUMBER ? end_position(r) : say_missing(r, found, got + 1, (uint64_t)count, position);
}

static enum status read_counted(struct batch_job *r)
{
    int64_t count, number;
    enum input_found found = input_next(&r->input, false, &count);
    if (found != INPUT_NUMBER) return say_expected(r, found, "the number of positions");
    enum status st = ST_OK;
    for (int64_t i = 0; st == ST_OK && i < count; i++) st = read_group(r, (uint64_t)i + 1, (uint64_t)count);
    if (st != ST_OK) return st;
    found = input_next(&r->input, false, &number);
    return found == INPUT_END ? ST_OK : say_expected(r, found, "the end of the file after the last position");
}

/* ---- the command ---- */

static int read_all(struct batch_job *r, enum batch_form form, const struct wanted *wanted, int mover)
{
    enum status st = batch_open(&r->shape, wanted->play, mover, &r->stream);
    if (st == ST_OK) st = form == BATCH_PAIRS ? read_pairs(r) : read_counted(r);
    batch_drop(&r->lot);
    enum status rest = r->stream && (st == ST_OK || st == ST_USAGE) ? answer_lot(r) : ST_OK;
    if (rest != ST_OK) st = rest;
    flush_out(r);
    return finish(r->request, r->engine, st);
}

static bool wants_values(const struct request *request)
{
    return request->value[OPT_ASK] && strcmp(request->value[OPT_ASK], "sg") == 0;
}

static int run_batch(struct batch_job *r, enum batch_form form)
{
    struct wanted wanted = request_wanted(r->request, r->engine);
    const char *path = r->request->value[OPT_BATCH];
    enum status st = batch_shape(r->engine, form, &r->shape);
    if (st != ST_OK) return finish(r->request, r->engine, st);
    if (wants_values(r->request)) r->values = (struct wanted){.play = wanted.play, .sg = true};
    if (r->values.sg && (wanted.play == PLAY_MISERE || r->shape.mover))
        return usage_error(r->request, "%s has no SG values; omit --ask for the outcomes",
                           r->shape.mover ? "a game in which the mover matters" : "misere play");
    int mover = r->shape.mover ? (wanted.mover == 2 ? 2 : 1) : 0, code = read_map(r, r->shape.mover);
    if (code != EXIT_DONE) return code;
    if (!input_open(&r->input, path)) {
        fprintf(stderr, "cgi: %s cannot be read: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    return read_all(r, form, &wanted, mover);
}

int batch_run(struct request *request, struct engine *engine)
{
    const char *input = request->value[OPT_INPUT];
    if (request->word_count > 1) return usage_error(request, "--batch reads the positions from its file; give none");
    if (request_has(request, OPT_JSON)) return usage_error(request, "--batch prints words, one per line; omit --json");
    const char *ask = request->value[OPT_ASK];
    if (ask && !wants_values(request) && strcmp(ask, "outcome") != 0)
        return usage_error(
            request, "--batch prints one word per position: the outcome, or with --ask sg the SG value; not '%s'", ask);
    if (wants_values(request) && request_has(request, OPT_MAP))
        return usage_error(request, "--map gives words to outcomes, and --ask sg asks for values; choose one");
    if (!input || (strcmp(input, "pairs") != 0 && strcmp(input, "counted") != 0))
        return usage_error(request, "--batch needs --input pairs or --input counted");
    if (engine->sweep_count > 1)
        return usage_error(request, "--batch takes one setting of the parameters; --set a single value");
    struct batch_job *run = mem_alloc(sizeof *run);
    if (!run) return status_exit_code(ST_NO_MEMORY);
    run->request = request;
    run->engine = engine;
    run->input.file = -1;
    int code = run_batch(run, *input == 'p' ? BATCH_PAIRS : BATCH_COUNTED);
    stream_close(run->stream);
    batch_free(&run->lot);
    vec_free(&run->outcomes);
    input_close(&run->input);
    mem_free(run, sizeof *run);
    return code;
}
