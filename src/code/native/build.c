/* SPDX-License-Identifier: MIT */
/* The compiler is a child process without input, output or a shell. What it makes is loaded with all symbols
 * resolved, and asked for the form of its structures before anything in it is called. */
#include "code/native/build.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/mem.h"
#include "code/native/cache.h"
#include "code/native/emit.h"

extern char **environ;

struct native {
    struct text text, identity, compiler;
    struct native_cache cache;
    pid_t child; /* 0: none is running */
    void *library;
    native_table *table;
    struct premises premises;
    int64_t *params; /* those of the premises, or NULL */
    size_t param_count;
    const char *level;    /* -O1, -O2 */
    bool needs_libraries; /* the compiler's own */
};

/* Without what the start of a program, exceptions and debuggers need; `memset` and the like are those of the process. Half
 * of the compiler's time for a short rule is spent on these and on the system's libraries. */
static const char *const flags[] = {
    "-std=gnu17", "-march=native", "-w", "-shared", "-fPIC", "-nostartfiles", "-fno-asynchronous-unwind-tables"};
enum { FLAGS = sizeof flags / sizeof *flags };

/* ---- compiler and processor
 * -------------------------------------------------------------------------------------- */

/* Looks for an executable file of this name in the folders of PATH. */
static bool find_program(const char *name, struct text *out, struct stat *s)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t length = strcspn(at, ":");
        text_clear(out);
        text_put(out, at, length);
        text_add(out, "/%s", name);
        if (*at == '/' && access(text_c(out), X_OK) == 0 && stat(text_c(out), s) == 0 && S_ISREG(s->st_mode))
            return true;
        at += length + (at[length] == ':');
    }
    text_clear(out);
    return false;
}

/* What the processor can do, as the system tells it: the first block of lines, without what changes from moment to
 * moment. */
static void add_processor(struct text *out)
{
    struct utsname name;
    if (uname(&name) == 0) text_add(out, "%s\n", name.machine);
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[4096];
    while (file && fgets(line, sizeof line, file) && *line != '\n')
        if (strncmp(line, "cpu MHz", 7) != 0 && strncmp(line, "bogomips", 8) != 0) text_puts(out, line);
    if (file) fclose(file);
}

/* The compiler by path, size and time of its file, the flags, the processor. */
static bool identify(struct native *n)
{
    static const char *const names[] = {"cc", "gcc", "clang"};
    struct stat s;
    bool found = false;
    for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++)
        found = find_program(names[i], &n->compiler, &s);
    if (!found) return false;
    text_add(&n->identity, "%s %lld %lld.%09ld", text_c(&n->compiler), (long long)s.st_size,
             (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
    for (size_t i = 0; i < FLAGS; i++) text_add(&n->identity, " %s", flags[i]);
    text_add(&n->identity, " %s", n->level);
    text_putc(&n->identity, '\n');
    add_processor(&n->identity);
    return true;
}

/* ---- the compiler's run
 * ------------------------------------------------------------------------------------------ */

/* Where every operation on 64 bits is an instruction, only wider numbers and counts of bits may be functions of a library. */
static bool needs_libraries(const char *text)
{
#if defined __x86_64__ || defined __aarch64__
    return strstr(text, "CGI_HAS_BOUNDS 1") || strstr(text, "__builtin_popcount");
#else
    (void)text;
    return true;
#endif
}

static void spawn(struct native *n)
{
    char *arguments[FLAGS + 7];
    size_t count = 0;
    arguments[count++] = n->compiler.data;
    for (size_t i = 0; i < FLAGS; i++) arguments[count++] = (char *)flags[i]; /* posix_spawn does not write to them */
    arguments[count++] = (char *)n->level;
    if (!n->needs_libraries) arguments[count++] = "-nodefaultlibs";
    arguments[count++] = "-o";
    arguments[count++] = n->cache.new_module.data;
    arguments[count++] = n->cache.new_source.data;
    arguments[count] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group; /* of its own, so that it ends with what it has started itself */
    if (posix_spawn_file_actions_init(&actions) != 0) return;
    if (posix_spawnattr_init(&group) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return;
    }
    bool fine = posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP) == 0 &&
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, 1, 2) == 0;
    if (!fine || posix_spawn(&n->child, text_c(&n->compiler), &actions, &group, arguments, environ) != 0) n->child = 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&group);
}

static void load(struct native *n, const char *path)
{
    n->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!n->library) return;
    const int32_t *form = dlsym(n->library, "cgi_run_form");
    void *symbol = dlsym(n->library, "cgi_table");
    if (form && *form == CGI_RUN_FORM && symbol) memcpy(&n->table, &symbol, sizeof n->table);
}

static bool keep_params(struct native *n)
{
    int64_t *own = mem_alloc((n->param_count + 1) * sizeof *own);
    if (own) memcpy(own, n->premises.params, n->param_count * sizeof *own);
    n->premises.params = n->params = own;
    return own;
}

enum status native_start(const struct code *code, int program, const struct premises *premises, bool compile,
                         struct native **out)
{
    const char *because = NULL;
    struct native *n = *out = mem_alloc(sizeof *n);
    if (!n) return ST_NO_MEMORY;
    n->premises = *premises;
    n->param_count = code->model->param_count;
    if (premises->params && !keep_params(n)) return native_free(n), *out = NULL, ST_NO_MEMORY;
    /* Without loops of its own the time goes to rays, which the machine marks, and -O1 takes half as long to compile. */
    n->level = native_loops(code, program) ? "-O2" : "-O1";
    bool found = identify(n);
    enum status st = found ? native_emit(code, program, premises, &n->text, &because) : ST_OK;
    if (st == ST_OK && (n->compiler.failed || n->identity.failed)) st = ST_NO_MEMORY;
    bool wanted = st == ST_OK && found && !because;
    n->needs_libraries = wanted && needs_libraries(text_c(&n->text));
    if (wanted) st = native_cache_open(text_c(&n->text), n->text.length, text_c(&n->identity), &n->cache);
    if (st == ST_OK && wanted) {
        if (native_cache_has(&n->cache)) load(n, text_c(&n->cache.module));
        if (!n->table && compile && native_cache_write(&n->cache)) spawn(n);
    }
    if (st == ST_OK && (n->table || n->child)) return ST_OK;
    native_free(n);
    *out = NULL;
    return st;
}

const struct premises *native_premises(const struct native *n) { return &n->premises; }

native_table *native_ready(struct native *n)
{
    int result;
    if (!n->child) return n->table;
    pid_t ended = waitpid(n->child, &result, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return NULL;
    n->child = 0;
    bool known = ended > 0; /* not where the host program ignores or collects the ends of all children */
    if (known && WIFEXITED(result) && WEXITSTATUS(result) == 0 && native_cache_add(&n->cache))
        load(n, text_c(&n->cache.module));
    return n->table;
}

enum status native_wait(struct native *n, const struct budget *budget)
{
    enum status st = ST_OK;
    while (st == ST_OK && !native_ready(n) && n->child) st = budget_pause(budget);
    return st;
}

void native_free(struct native *n)
{
    if (!n) return;
    if (n->child) {
        kill(-n->child, SIGKILL);
        while (waitpid(n->child, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (n->library) dlclose(n->library);
    native_cache_close(&n->cache);
    mem_free(n->params, n->params ? (n->param_count + 1) * sizeof *n->params : 0);
    text_free(&n->text);
    text_free(&n->identity);
    text_free(&n->compiler);
    mem_free(n, sizeof *n);
}
