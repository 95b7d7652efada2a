/* SPDX-License-Identifier: MIT */
/* cgi identify FILE: the known games that a rule is, simplest first, and how sure that is. */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"
#include "cli/command/command.h"
#include "cli/print/draft.h"
#include "cli/print/identification.h"

struct gallery {
    struct arena arena;
    VEC(const char *) paths;
};

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The rule files of the gallery, in the order of their names; none if the gallery is not there. */
static enum status find_gallery(struct gallery *gallery)
{
    char folder[PATH_MAX];
    DIR *dir = own_folder(FOLDER_GAMES, folder) ? opendir(folder) : NULL;
    bool fine = true;
    for (struct dirent *entry; dir && fine && (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".game") != 0) continue;
        const char *path = arena_printf(&gallery->arena, "%s/%s", folder, entry->d_name);
        fine = path && vec_push(&gallery->paths, path);
    }
    if (dir) closedir(dir);
    if (gallery->paths.count) qsort(gallery->paths.data, gallery->paths.count, sizeof *gallery->paths.data, by_name);
    return fine ? ST_OK : ST_NO_MEMORY;
}

/* ---- the list of sequences */

enum { LINE_MOST = 1 << 16 };

/* Lines longer than the buffer are cut; what follows is no line of the list. */
static enum status read_lines(FILE *file, struct oeis *oeis, struct budget *budget, struct arena *arena)
{
    char *line = arena_alloc(arena, LINE_MOST);
    enum status st = line ? ST_OK : ST_NO_MEMORY;
    bool whole = true;
    for (uint64_t n = 0; st == ST_OK && fgets(line, LINE_MOST, file); n++) {
        bool begins = whole;
        whole = strchr(line, '\n') != NULL;
        if (begins) st = oeis_line(oeis, line);
        if (st == ST_OK && n % 1024 == 0) st = budget_check(budget);
    }
    oeis_end(oeis);
    return st;
}

/* *code: of a mistake that was reported. */
static enum status look_up(struct request *request, struct engine *engine, const struct identification *found,
                           struct oeis *oeis, int *code)
{
    const char *path = request->value[OPT_OEIS];
    FILE *file = fopen(path, "re");
    if (!file)
        return *code = usage_error(request, "'%s' cannot be read; --oeis takes the file 'stripped'", path), ST_OK;
    int first = getc(file);
    bool packed = first == 0x1f; /* the first byte of what gzip writes */
    if (first != EOF) ungetc(first, file);
    enum status st = oeis_begin(oeis, found, &engine->answers);
    if (st == ST_OK) st = read_lines(file, oeis, &request->budget, &engine->answers);
    if (ferror(file)) *code = usage_error(request, "'%s' cannot be read to its end", path);
    fclose(file);
    if (st == ST_OK && !*code && !oeis->lines)
        *code = packed
                    ? usage_error(request, "'%s' is compressed; unpack it first, by gunzip", path)
                    : usage_error(request,
                                  "'%s' has no line such as 'A000027 ,1,2,3,'; --oeis takes the file 'stripped'", path);
    return st;
}

static void show(struct request *request, const struct engine *engine, const struct identification *found,
                 const struct oeis *oeis, const char *label)
{
    const char *game = engine->model->games[engine->model->main_game].name;
    request->answered = true;
    if (request_has(request, OPT_DRAFT)) draft_print(found, engine, oeis);
    else if (request_has(request, OPT_JSON)) identification_json(found, oeis, game, label);
    else identification_print(request, found, oeis, game, label);
}

static enum status identify_setting(struct request *request, struct engine *engine, const struct gallery *gallery,
                                    const char *label, int *code)
{
    struct identification found;
    struct oeis oeis = {0};
    bool list = request_has(request, OPT_OEIS);
    struct identify_wanted wanted = {
        .files = gallery->paths.data,
        .file_count = gallery->paths.count,
        .misere = request_has(request, OPT_MISERE) || engine->model->misere,
    };
    enum status st = identify(engine, &wanted, &engine->answers, &found);
    bool values = found.values || (found.starts.count && !request_has(request, OPT_DRAFT));
    if (st == ST_OK && (list || request_has(request, OPT_DRAFT)) && !values)
        *code = usage_error(request, "there is no sequence of SG values of one heap: %s", found.values_not);
    if (st == ST_OK && !*code && list) st = look_up(request, engine, &found, &oeis, code);
    progress_clear(request);
    if (st == ST_OK && !*code) show(request, engine, &found, list ? &oeis : NULL, label);
    vec_free(&oeis.items);
    return st;
}

int command_identify(struct request *request)
{
    struct engine *engine;
    struct gallery gallery = {0};
    if (request->word_count != 1) return usage_error(request, "identify takes one rule file");
    int code = request_open(request, request->words[0], STAGE_ALL, &engine);
    if (!engine) return code;
    enum status st = engine_needs_game(engine);
    if (st == ST_OK) st = find_gallery(&gallery);
    int mistake = EXIT_DONE;
    if (request_has(request, OPT_DRAFT) && request_has(request, OPT_JSON))
        mistake = usage_error(request, "--draft is text; leave out --json");
    for (size_t i = 0; st == ST_OK && !mistake && i < engine->sweep_count; i++) {
        const char *label;
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = identify_setting(request, engine, &gallery, label, &mistake);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    vec_free(&gallery.paths);
    arena_free(&gallery.arena);
    return code ? code : mistake;
}
