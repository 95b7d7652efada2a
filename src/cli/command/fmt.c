/* SPDX-License-Identifier: MIT */
/* cgi fmt FILE...: the standard layout of rule files, to standard output, into the files (--write), or only checked
 * (--check). A file is replaced atomically by a complete one, and only if something changes. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/command/command.h"
#include "cli/print/json.h"
#include "engine/open/layout.h"

static bool write_all(int file, const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Writes a file beside it and renames that, so that a full disk or a crash leaves the old file. */
static bool replace_file(const char *path, const struct text *out)
{
    char real[PATH_MAX], beside[PATH_MAX + 16];
    struct stat info;
    if (!realpath(path, real) || stat(real, &info) != 0) return false;
    if (access(real, W_OK) != 0) return false;
    snprintf(beside, sizeof beside, "%s.XXXXXX", real);
    int file = mkstemp(beside);
    if (file < 0) return false;
    bool fine = write_all(file, text_c(out), out->length) && fchmod(file, info.st_mode & 07777) == 0;
    fine = close(file) == 0 && fine;
    fine = fine && rename(beside, real) == 0;
    int reason = errno;
    if (!fine) unlink(beside);
    errno = reason;
    return fine;
}

static void fmt_json(const char *path, const struct text *out, bool formatted, bool show)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    json_string(&json, "file", path);
    json_bool(&json, "formatted", formatted);
    if (show) json_string(&json, "text", text_c(out));
    json_end(&json);
}

/* Prints, writes or checks the layout of one file; returns an exit code. */
static int fmt_answer(struct request *request, const char *path, const struct source *source, const struct text *out)
{
    bool formatted = source->length == out->length && memcmp(source->text, text_c(out), out->length) == 0;
    bool check = request_has(request, OPT_CHECK), rewrite = request_has(request, OPT_WRITE);
    if (request_has(request, OPT_JSON)) fmt_json(path, out, formatted, !check && !rewrite);
    else if (check && !formatted) printf("%s: not in the layout of `cgi fmt`\n", path);
    else if (!check && !rewrite) fwrite(text_c(out), 1, out->length, stdout);
    if (rewrite && !formatted && !replace_file(path, out)) {
        fprintf(stderr, "cgi: %s cannot be written: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    return check && !formatted ? EXIT_REFUTED : EXIT_DONE;
}

static int fmt_file(struct request *request, const char *word)
{
    struct engine *engine = NULL;
    struct text out = {0};
    bool same = false;
    const char *path = file_shown(word);
    struct rule_text rule = request_rule(request, word);
    struct engine_options options = rule_options(request, &rule, STAGE_PARSE);
    enum status st = engine_open(&options, &engine);
    if (st == ST_OK) st = engine_layout(engine, &out, &same);
    int code = finish(request, engine, st);
    if (st == ST_OK && !same) {
        fprintf(stderr, "cgi: %s is left as it is: its layout would change its meaning, which is a defect of cgi\n",
                path);
        code = status_exit_code(ST_RULE_FAILED);
    } else if (st == ST_OK) {
        code = fmt_answer(request, path, source_get(&engine->sources, engine->source), &out);
    }
    text_free(&out);
    engine_close(engine);
    return code;
}

int command_fmt(struct request *request)
{
    int code = EXIT_DONE;
    if (request->word_count == 0)
        return usage_error(request, "fmt needs one or more rule files, or - for standard input");
    if (request_has(request, OPT_WRITE) && request_has(request, OPT_CHECK))
        return usage_error(request, "--write changes the files and --check only asks; choose one");
    for (size_t i = 0; i < request->word_count; i++) {
        if (strcmp(request->words[i], "-") == 0 && request_has(request, OPT_WRITE))
            return usage_error(request, "--write needs files; - is standard input");
        int this_code = fmt_file(request, request->words[i]);
        if (this_code > code) code = this_code;
    }
    return code;
}
