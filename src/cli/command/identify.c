/* SPDX-License-Identifier: MIT */
/* cgi identify FILE: the known games that a rule is, simplest first, and how sure that is. */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"
#include "cli/command/command.h"
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

static enum status identify_setting(struct request *request, struct engine *engine, const struct gallery *gallery,
                                    const char *label)
{
    struct identification found;
    struct identify_wanted wanted = {
        .files = gallery->paths.data,
        .file_count = gallery->paths.count,
        .misere = request_has(request, OPT_MISERE) || engine->model->misere,
    };
    enum status st = identify(engine, &wanted, &engine->answers, &found);
    progress_clear(request);
    if (st != ST_OK) return st;
    const char *game = engine->model->games[engine->model->main_game].name;
    request->answered = true;
    if (request_has(request, OPT_JSON)) identification_json(&found, game, label);
    else identification_print(request, &found, game, label);
    return ST_OK;
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
    for (size_t i = 0; st == ST_OK && i < engine->sweep_count; i++) {
        const char *label;
        if (i && !request_has(request, OPT_JSON)) putchar('\n');
        st = engine_select(engine, i, &label);
        if (st == ST_OK) st = identify_setting(request, engine, &gallery, label);
    }
    code = finish(request, engine, st);
    engine_close(engine);
    vec_free(&gallery.paths);
    arena_free(&gallery.arena);
    return code;
}
