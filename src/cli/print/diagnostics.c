/* SPDX-License-Identifier: MIT */
/* Diagnostics are data until here; people get the source line with a caret, programs get JSON. */
#include "cli/print/diagnostics.h"
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include "cli/print/json.h"

static const char *const severity_words[] = {"error", "warning", "note"};

const char *style(bool color, const char *what)
{
    if (!color) return "";
    if (strcmp(what, "error") == 0) return "\033[1;31m";
    if (strcmp(what, "warning") == 0) return "\033[1;35m";
    if (strcmp(what, "note") == 0) return "\033[1;36m";
    if (strcmp(what, "bold") == 0) return "\033[1m";
    return "\033[0m";
}

/* Rule files are UTF-8 whatever the user's locale is. Most starts of the program end without a character that has to be looked up, and
 * to read a locale is a tenth of a small question. */
static void choose_characters(void)
{
    static bool chosen;
    if (chosen) return;
    chosen = true;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

/* The width of a character on a terminal; a tab is printed as one blank, so that carets line up. */
static size_t display_step(const char *text, size_t length, int *columns)
{
    wchar_t wide;
    mbstate_t state = {0};
    *columns = 1;
    if ((unsigned char)*text < 0x80) return 1;
    choose_characters();
    size_t n = mbrtowc(&wide, text, length, &state);
    if (n == 0 || n > length) return 1;
    int w = wcwidth(wide);
    if (w >= 0) *columns = w;
    return n;
}

/* Prints part of a line with its carets: long lines are cut around them. */
#define LINE_SHOWN 160
static void print_line(const char *line, size_t length, size_t begin, size_t end, bool color, const char *paint)
{
    size_t from = begin > LINE_SHOWN / 2 ? begin - LINE_SHOWN / 2 : 0, to = from + LINE_SHOWN;
    while (from > 0 && ((unsigned char)line[from] & 0xc0) == 0x80) from--;
    if (to > length) to = length;
    fprintf(stderr, "    %s", from ? "..." : "");
    for (size_t i = from; i < to; i++) putc(line[i] == '\t' ? ' ' : line[i], stderr);
    fprintf(stderr, "%s\n    %s", to < length ? "..." : "", from ? "   " : "");
    int columns;
    for (size_t i = from; i < begin && i < to; i += display_step(line + i, to - i, &columns), (void)0) {
        size_t step = display_step(line + i, to - i, &columns);
        (void)step;
        for (int k = 0; k < columns; k++) putc(' ', stderr);
    }
    fputs(style(color, paint), stderr);
    size_t carets = 0;
    for (size_t i = begin; i < end && i < to; i += display_step(line + i, to - i, &columns)) {
        display_step(line + i, to - i, &columns);
        for (int k = 0; k < columns; k++, carets++) putc('^', stderr);
    }
    if (carets == 0) putc('^', stderr);
    fprintf(stderr, "%s\n", style(color, "off"));
}

static void print_place(const struct source *source, struct span span, const char *word, bool color)
{
    struct place at = source_place(source, span.begin);
    fprintf(stderr, "%s%s:%u:%u:%s %s%s%s", style(color, "bold"), source->name, at.line, at.column, style(color, "off"),
            style(color, word), word, color ? "" : "");
}

static void print_excerpt(const struct source *source, struct span span, bool color, const char *paint)
{
    struct place at = source_place(source, span.begin);
    size_t length;
    const char *line = source_line(source, at.line, &length);
    if (!line) return;
    size_t begin = (size_t)(source->text + span.begin - line), end = begin + (span.end - span.begin);
    if (begin > length) begin = length;
    if (end > length) end = length;
    print_line(line, length, begin, end, color, paint);
}

static void print_text(const struct sources *sources, const struct diagnostic *d, bool color)
{
    const char *word = severity_words[d->severity];
    const struct source *source = d->span.source ? source_get(sources, d->span.source) : NULL;
    if (source) print_place(source, d->span, word, color);
    else fprintf(stderr, "%scgi: %s", style(color, word), word);
    fprintf(stderr, "[%s]:%s %s\n", diag_code(d->id), style(color, "off"), d->message);
    if (source) print_excerpt(source, d->span, color, word);
    for (const struct note *n = d->notes; n; n = n->next) {
        const struct source *where = n->span.source ? source_get(sources, n->span.source) : NULL;
        if (where) print_place(where, n->span, "note", color);
        else fprintf(stderr, "    %snote", style(color, "note"));
        fprintf(stderr, ":%s %s\n", style(color, "off"), n->message);
        if (where) print_excerpt(where, n->span, color, "note");
    }
}

static void json_place(struct json *json, const struct sources *sources, struct span span)
{
    const struct source *source = span.source ? source_get(sources, span.source) : NULL;
    if (!source) {
        json_string(json, "file", NULL);
        return;
    }
    struct place from = source_place(source, span.begin), to = source_place(source, span.end);
    json_string(json, "file", source->name);
    json_int(json, "line", from.line);
    json_int(json, "column", from.column);
    json_int(json, "end_line", to.line);
    json_int(json, "end_column", to.column);
}

static void json_diagnostic(struct json *json, const struct sources *sources, const struct diagnostic *d)
{
    json_object(json, NULL);
    json_string(json, "id", diag_code(d->id));
    json_string(json, "severity", severity_words[d->severity]);
    json_place(json, sources, d->span);
    json_string(json, "message", d->message);
    json_array(json, "notes");
    for (const struct note *n = d->notes; n; n = n->next) {
        json_object(json, NULL);
        json_place(json, sources, n->span);
        json_string(json, "message", n->message);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

void usage_json(const char *message)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_array(&json, "diagnostics");
    json_object(&json, NULL);
    json_string(&json, "id", diag_code(D_USAGE));
    json_string(&json, "severity", severity_words[SEVERITY_ERROR]);
    json_string(&json, "file", NULL);
    json_string(&json, "message", message);
    json_array(&json, "notes");
    while (json.depth) json_end(&json);
}

void diagnostics_json(struct json *json, const struct engine *engine)
{
    json_array(json, "diagnostics");
    for (size_t i = 0; i < engine->diags.count; i++) json_diagnostic(json, &engine->sources, &engine->diags.items[i]);
    json_end(json);
}

void diagnostics_print(struct request *request, struct engine *engine, bool answer)
{
    struct diags *diags = &engine->diags;
    fflush(stdout);
    if (answer && request_has(request, OPT_JSON)) {
        struct json json = {.out = stdout};
        json_object(&json, NULL);
        json_int(&json, "cgi", 1);
        diagnostics_json(&json, engine);
        json_end(&json);
    } else {
        for (size_t i = 0; i < diags->count; i++) print_text(&engine->sources, &diags->items[i], request->color_err);
        if (diags->muted) fputs("cgi: further errors are not shown\n", stderr);
    }
    diags->count = 0; /* printed; the number of errors is kept for the exit code */
}
