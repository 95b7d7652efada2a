/* SPDX-License-Identifier: MIT */
/* The list of plugins. The files *.so of each folder are tried in the order of their names; each becomes an entry,
 * even if it cannot be used, so that `cgi plugins` can say why. The working directory is never searched: folders are
 * always named. */
#include "plugin/plugin.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "plugin/private.h"

static const struct span nowhere;

/* ---- one plugin -------------------------------------------------------------------------------------------------- */
static void unload(struct loaded *p)
{
    if (p->opened && p->plugin.close) p->plugin.close(&p->services, p->instance);
    p->opened = false;
    services_close(p);
    if (p->library) dlclose(p->library);
    p->library = NULL;
}

static void report_unused(struct loaded *p, struct diags *diags)
{
    diag(diags, D_PLUGIN_FILE, nowhere, p->info.path, p->info.problem);
    unload(p);
}

static struct loaded *find_usable(struct host *host, const char *name)
{
    for (size_t i = 0; i < host->items.count; i++)
        if (host->items.data[i]->info.usable && strcmp(host->items.data[i]->info.name, name) == 0)
            return host->items.data[i];
    return NULL;
}

static bool same_file(struct host *host, const struct stat *about)
{
    for (size_t i = 0; i < host->items.count; i++)
        if (host->items.data[i]->device == about->st_dev && host->items.data[i]->inode == about->st_ino) return true;
    return false;
}

/* The last check: can an instance be opened? */
static enum status open_instance(struct loaded *p, struct arena *arena)
{
    if (p->plugin.open && p->plugin.open(&p->services, &p->instance) != CGI_OK) {
        if (p->stopped != ST_OK) return p->stopped;
        p->info.problem = arena_printf(arena, "its open() failed%s%s", *p->message ? ": " : "", p->message);
        return p->info.problem ? ST_OK : ST_NO_MEMORY;
    }
    p->opened = p->plugin.open != NULL;
    return ST_OK;
}

static const char *file_unfit(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *problem = descriptor < 0 ? "it cannot be read" : file_problem(descriptor);
    if (descriptor >= 0) close(descriptor);
    return problem;
}

static enum status load(struct host *host, struct loaded *p, plugin_entry *inside, struct diags *diags)
{
    p->info.problem = inside ? NULL : file_unfit(p->info.path);
    enum status st = p->info.problem ? ST_OK : file_load(p, inside, &host->arena);
    const struct loaded *first = st == ST_OK && !p->info.problem ? find_usable(host, p->info.name) : NULL;
    if (first) {
        diag(diags, D_PLUGIN_TWICE, nowhere, p->info.name, first->info.path, p->info.path);
        p->info.problem = "another plugin of this name was found first";
        unload(p);
        return ST_OK;
    }
    if (st == ST_OK && !p->info.problem) st = open_instance(p, &host->arena);
    if (st == ST_OK && !p->info.problem) st = reference_expect(p, &host->arena);
    if (st != ST_OK) return st;
    p->info.usable = !p->info.problem;
    if (p->info.problem) report_unused(p, diags);
    return ST_OK;
}

/* The file name without folder and ending is used as the plugin's name until its own is known. */
static enum status add_file(struct host *host, const char *folder, const char *file, const struct inside_plugin *inside,
                            struct diags *diags)
{
    struct stat about;
    const char *path = arena_printf(&host->arena, "%s/%s", folder, file);
    if (!path) return ST_NO_MEMORY;
    bool known = stat(path, &about) == 0;
    if (known && same_file(host, &about)) return ST_OK;
    struct loaded *p = arena_alloc(&host->arena, sizeof *p);
    if (!p || !vec_push(&host->items, p)) return ST_NO_MEMORY;
    p->host = host;
    p->device = known ? about.st_dev : 0;
    p->inode = known ? about.st_ino : 0;
    p->info = (struct plugin_info){.path = path,
                                   .name = arena_strndup(&host->arena, file, strlen(file) - strlen(".so")),
                                   .version = "",
                                   .summary = "",
                                   .rule = "",
                                   .source = "",
                                   .claim = "",
                                   .capabilities = ""};
    services_open(p);
    if (!p->info.name) return ST_NO_MEMORY;
    while (inside && inside->file && strcmp(inside->file, file) != 0) inside++;
    return load(host, p, inside ? inside->entry : NULL, diags);
}

/* ---- folders ----------------------------------------------------------------------------------------------------- */
typedef VEC(const char *) name_list;

static bool is_plugin_file(const char *name)
{
    size_t length = strlen(name), ending = strlen(".so");
    return *name != '.' && length > ending && strcmp(name + length - ending, ".so") == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A missing folder has no plugins: the install folder need not exist. */
static enum status list_folder(struct host *host, const char *folder, name_list *names)
{
    enum status st = ST_OK;
    DIR *open = opendir(folder);
    if (!open) return ST_OK;
    for (struct dirent *entry; st == ST_OK && (entry = readdir(open)) != NULL;) {
        if (!is_plugin_file(entry->d_name)) continue;
        const char *name = arena_strdup(&host->arena, entry->d_name);
        if (!name || !vec_push(names, name)) st = ST_NO_MEMORY;
    }
    closedir(open);
    if (names->count) qsort(names->data, names->count, sizeof *names->data, compare_names);
    return st;
}

static enum status add_folder(struct host *host, const char *folder, const struct inside_plugin *inside,
                              struct diags *diags)
{
    name_list names = {0};
    if (!*folder) return ST_OK; /* an empty entry of a search path never means the working directory */
    enum status st = list_folder(host, folder, &names);
    for (size_t i = 0; st == ST_OK && i < names.count; i++) st = add_file(host, folder, names.data[i], inside, diags);
    vec_free(&names);
    return st;
}

bool host_all_inside(const struct host *host)
{
    for (size_t i = 0; i < host->items.count; i++)
        if (host->items.data[i]->info.usable && host->items.data[i]->library) return false;
    return true;
}

enum status host_open(const char *const *folders, size_t folder_count, const struct inside_plugin *inside,
                      struct budget *budget, struct diags *diags, struct host **out)
{
    struct host *host = mem_alloc(sizeof *host);
    *out = NULL;
    if (!host) return ST_NO_MEMORY;
    host->budget = budget;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < folder_count; i++)
        st = add_folder(host, folders[i], i + 1 == folder_count ? inside : NULL, diags);
    if (st == ST_OK && diags->failed) st = ST_NO_MEMORY;
    if (st == ST_OK) *out = host;
    else host_close(host);
    return st;
}

void host_close(struct host *host)
{
    if (!host) return;
    for (size_t i = 0; i < host->items.count; i++) {
        unload(host->items.data[i]);
        model_free(host->items.data[i]->reference);
    }
    vec_free(&host->items);
    arena_free(&host->arena);
    mem_free(host, sizeof *host);
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */
size_t host_count(const struct host *host) { return host ? host->items.count : 0; }

const struct plugin_info *host_info(const struct host *host, size_t plugin) { return &host->items.data[plugin]->info; }

void host_disable(struct host *host, size_t plugin, const char *problem)
{
    struct plugin_info *info = &host->items.data[plugin]->info;
    const char *copy = arena_strdup(&host->arena, problem);
    info->usable = false;
    info->problem = copy ? copy : "it was wrong once";
}

size_t host_usable(const struct host *host)
{
    size_t usable = 0;
    for (size_t i = 0; host && i < host->items.count; i++) usable += host->items.data[i]->info.usable;
    return usable;
}
