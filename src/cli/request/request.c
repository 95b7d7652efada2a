/* SPDX-License-Identifier: MIT */
/* Turns argv into a request with getopt_long. The options come from options.def; this file knows no command, only the
 * list of commands to which each option belongs. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/request/request.h"
#include "cli/print/diagnostics.h"
#include "cgi/version.h"

const struct option_info option_table[OPT_COUNT] = {
#define OPTION(id, name, argument, commands, help) {name, argument, commands, help},
#include "cli/request/options.def"
#undef OPTION
};

int usage_error(const struct request *request, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (request->json_asked) {
        usage_json(message);
        return EXIT_USAGE;
    }
    fprintf(stderr, "cgi: %s", message);
    if (request->command) fprintf(stderr, "\ntry `cgi help %s`\n", request->command->name);
    else fputs("\ntry `cgi help`\n", stderr);
    return EXIT_USAGE;
}

/* Does the option belong to this command? An empty list stands for all commands. */
static bool option_fits(const struct option_info *option, const struct command *command)
{
    if (!*option->commands || !command) return true;
    size_t length = strlen(command->name);
    for (const char *p = option->commands; (p = strstr(p, command->name)); p += length)
        if ((p == option->commands || p[-1] == ' ') && (p[length] == '\0' || p[length] == ' ')) return true;
    return false;
}

static bool parse_count(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*text)) return false;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

/* "512M", "2G", "1T", "1048576": bytes. */
static bool parse_size(const char *text, uint64_t *bytes)
{
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*text)) return false;
    uint64_t value = strtoull(text, &end, 10), unit = 1;
    switch (toupper((unsigned char)*end)) {
    case 'K': unit = 1024; break;
    case 'M': unit = 1024 * 1024; break;
    case 'G': unit = UINT64_C(1) << 30; break;
    case 'T': unit = UINT64_C(1) << 40; break;
    case '\0': break;
    default: return false;
    }
    if (*end && end[1] && strcasecmp(end + 1, "B") != 0 && strcasecmp(end + 1, "iB") != 0) return false;
    return errno == 0 && value > 0 && !__builtin_mul_overflow(value, unit, bytes);
}

/* "1.5": nanoseconds; decimal digits are read as integers, no floating point. */
static bool parse_seconds(const char *text, uint64_t *ns)
{
    uint64_t whole = 0, part = 0, scale = 1000000000;
    const char *p = text;
    if (!isdigit((unsigned char)*p)) return false;
    for (; isdigit((unsigned char)*p); p++)
        if (__builtin_mul_overflow(whole, 10u, &whole) || __builtin_add_overflow(whole, (uint64_t)(*p - '0'), &whole))
            return false;
    if (*p == '.')
        for (p++; isdigit((unsigned char)*p); p++)
            if (scale > 1) {
                scale /= 10;
                part += (uint64_t)(*p - '0') * scale;
            }
    if (strcmp(p, "s") == 0) p++;
    if (*p) return false;
    return !__builtin_mul_overflow(whole, (uint64_t)1000000000, ns) && !__builtin_add_overflow(*ns, part, ns);
}

/* Half of the memory that is free now, from /proc/meminfo; 1 GiB if that cannot be read. */
static uint64_t default_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    uint64_t kib = 0;
    char line[128];
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %" SCNu64, &kib) == 1) break;
    if (file) fclose(file);
    return kib ? kib * 512 : (uint64_t)1 << 30;
}

static bool wants_color(const char *when, FILE *stream)
{
    if (when && strcmp(when, "always") == 0) return true;
    if (when && strcmp(when, "never") == 0) return false;
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(stream)) && !(none && *none) && term && strcmp(term, "dumb") != 0;
}

static bool read_budgets(struct request *request)
{
    const char **value = request->value;
    uint64_t seconds = 0;
    request->budget.memory = default_memory();
    request->budget.states = 200000000;
    if (value[OPT_MEMORY] && !parse_size(value[OPT_MEMORY], &request->budget.memory))
        return usage_error(request, "--memory takes a size such as 512M or 2G, not '%s'", value[OPT_MEMORY]), false;
    if (value[OPT_MAX_STATES] &&
        (!parse_count(value[OPT_MAX_STATES], &request->budget.states) || request->budget.states == 0))
        return usage_error(request, "--max-states takes a positive number, not '%s'", value[OPT_MAX_STATES]), false;
    if (value[OPT_TIMEOUT]) {
        if (!parse_seconds(value[OPT_TIMEOUT], &seconds))
            return usage_error(request, "--timeout takes seconds such as 10 or 0.5, not '%s'", value[OPT_TIMEOUT]),
                   false;
        uint64_t now = budget_now_ns();
        if (__builtin_add_overflow(now, seconds, &request->budget.deadline_ns)) request->budget.deadline_ns = 0;
    }
    uint64_t threads = crew_usable();
    if (value[OPT_THREADS] && (!parse_count(value[OPT_THREADS], &threads) || threads < 1 || threads > CREW_MOST))
        return usage_error(request,
                           "--threads takes a number from 1 to %d, not '%s'; 1 is no thread but the program's own",
                           CREW_MOST, value[OPT_THREADS]),
               false;
    crew_open(&request->crew, (unsigned)threads);
    request->budget.crew = &request->crew;
    request->budget.progress_context = request;
    progress_open(request);
    if (isatty(STDERR_FILENO) || value[OPT_PROGRESS]) request->budget.progress = progress_show;
    return true;
}

/* Nothing is kept if the caller does not want it or there is no folder of his own. */
static bool read_keep(struct request *request)
{
    const char *none = getenv("CGI_NO_CACHE"), *seconds = request->value[OPT_CHECKPOINT];
    struct keep *keep = &request->keep;
    keep_usual(keep);
    if (seconds && !parse_seconds(seconds, &keep->begin))
        return usage_error(request, "--checkpoint takes seconds such as 10 or 0.5, not '%s'", seconds), false;
    if (request_has(request, OPT_NO_CACHE) && request_has(request, OPT_RESUME))
        return usage_error(request,
                           "--resume goes on from what is kept, and --no-cache does not look at it; choose one"),
               false;
    if (seconds) keep->every = keep->begin;
    if (keep->look > keep->begin || request_has(request, OPT_RESUME)) keep->look = 0;
    keep->version = version_text(); /* what was wrong before a commit is not believed after it */
    if (request_has(request, OPT_NO_CACHE) || (none && *none)) return true;
    return keep->find = true;
}

static bool read_question(struct wanted *wanted, const char *word, size_t length)
{
    const struct {
        const char *name;
        bool *flag;
    } questions[] = {{"sg", &wanted->sg},
                     {"outcome", &wanted->outcome},
                     {"wins", &wanted->wins},
                     {"remoteness", &wanted->remoteness},
                     {"kernel", &wanted->kernel}};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strlen(questions[i].name) == length && strncmp(questions[i].name, word, length) == 0)
            return *questions[i].flag = true;
    return false;
}

/* The outcome is always reported. */
static bool read_ask(struct request *request)
{
    const char *ask = request->value[OPT_ASK];
    request->wanted = (struct wanted){.outcome = true, .sg = !ask, .wins = !ask};
    for (const char *p = ask, *end; p; p = *end ? end + 1 : NULL) {
        end = p + strcspn(p, ",");
        if (!read_question(&request->wanted, p, (size_t)(end - p)))
            return usage_error(
                       request,
                       "--ask takes sg, outcome, wins, remoteness or kernel, or a list such as sg,wins, not '%.*s'",
                       (int)(end - p), p),
                   false;
    }
    return true;
}

/* A folder that was named must exist; CGI_PLUGIN_PATH is shared by programs and may name missing folders. */
static bool read_folders(struct request *request)
{
    for (size_t i = 0; i < request->folder_count; i++) {
        struct stat about;
        const char *folder = request->folders[i], *why = NULL;
        if (stat(folder, &about) != 0) why = errno == ENOENT ? "there is no such folder" : strerror(errno);
        else if (!S_ISDIR(about.st_mode)) why = "it is not a folder; name the one the plugin is in";
        else if (access(folder, R_OK | X_OK) != 0) why = "it may not be read";
        if (why) return usage_error(request, "--plugin-dir '%s': %s", folder, why), false;
    }
    return true;
}

static bool is_when(const char *word)
{
    return strcmp(word, "auto") == 0 || strcmp(word, "always") == 0 || strcmp(word, "never") == 0;
}

static bool is_binary(const char *word)
{
    static const char *const words[] = {"u8", "u16", "u32", "u64", "bits"};
    bool is = false;
    for (size_t i = 0; !is && i < sizeof words / sizeof *words; i++) is = strcmp(words[i], word) == 0;
    return is;
}

static bool read_values(struct request *request)
{
    const char **value = request->value;
    uint64_t n;
    request->max_moves = 1000;
    if (value[OPT_MAX_MOVES] && (!parse_count(value[OPT_MAX_MOVES], &request->max_moves) || request->max_moves == 0))
        return usage_error(request,
                           "--max-moves takes a number from 1 on, not '%s'; for an answer without moves write --ask sg",
                           value[OPT_MAX_MOVES]),
               false;
    request->max_nodes = 1000;
    if (value[OPT_MAX_NODES] && (!parse_count(value[OPT_MAX_NODES], &request->max_nodes) || request->max_nodes == 0))
        return usage_error(request, "--max-nodes takes a number from 1 on, not '%s'", value[OPT_MAX_NODES]), false;
    if (value[OPT_TO] && (!parse_count(value[OPT_TO], &n) || n == 0))
        return usage_error(request, "--to takes a number from 1 on, not '%s'", value[OPT_TO]), false;
    if (value[OPT_OFFSET] && !parse_count(value[OPT_OFFSET], &n))
        return usage_error(request, "--offset takes a number from 0 on, not '%s'", value[OPT_OFFSET]), false;
    if (value[OPT_UNTIL] && (!parse_count(value[OPT_UNTIL], &n) || n == 0))
        return usage_error(request, "--until takes a number from 1 on, not '%s'", value[OPT_UNTIL]), false;
    if (value[OPT_MOVER]) {
        if (!parse_count(value[OPT_MOVER], &n) || n < 1 || n > 2)
            return usage_error(request, "--mover is 1 or 2, not '%s'", value[OPT_MOVER]), false;
        request->mover = (int)n;
    }
    const char *color = value[OPT_COLOR], *native = value[OPT_NATIVE];
    if (color && !is_when(color))
        return usage_error(request, "--color is auto, always or never, not '%s'", color), false;
    if (native && !is_when(native))
        return usage_error(request, "--native is auto, always or never, not '%s'", native), false;
    const char *binary = value[OPT_BINARY];
    if (binary && !is_binary(binary))
        return usage_error(request, "--binary is u8, u16, u32, u64 or bits, not '%s'", binary), false;
    request->color = wants_color(color, stdout);
    request->color_err = wants_color(color, stderr);
    return read_ask(request) && read_folders(request) && read_budgets(request) && read_keep(request);
}

static void fill_long_options(struct option *out)
{
    for (int i = 0; i < OPT_COUNT; i++)
        out[i] = (struct option){option_table[i].name, option_table[i].argument ? required_argument : no_argument, NULL,
                                 1000 + i};
    out[OPT_COUNT] = (struct option){NULL, 0, NULL, 0};
}

/* Words such as -3 are numbers, not options: a blank in front hides them from getopt, and the parser skips it. */
static bool shield_numbers(char **argv, int argc, struct arena *arena)
{
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && isdigit((unsigned char)argv[i][1]) && !(argv[i] = arena_printf(arena, " %s", argv[i])))
            return false;
    return true;
}

static struct arena words_arena; /* the command line's own copies, freed by request_free */

static bool take_option(struct request *request, int id)
{
    if (optarg && optarg[0] == ' ' && optarg[1] == '-') optarg++; /* the blank in front of a number */
    request->value[id] = optarg ? optarg : "";
    if (id == OPT_SET) request->sets[request->set_count++] = optarg;
    if (id == OPT_PLUGIN_DIR) request->folders[request->folder_count++] = optarg;
    return true;
}

static bool take_word(struct request *request, const char *word)
{
    if (!request->command && !(request->command = command_find(word))) {
        const char *names[64];
        size_t count = 0;
        for (; count < all_command_count && count < 64; count++) names[count] = all_commands[count].name;
        const char *near = diag_nearest(word, names, count);
        usage_error(request, "there is no command '%s'%s%s%s", word, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "");
        return false;
    }
    if (request->word_count == 0 && strcmp(request->command->name, word) == 0 && !request->words[0]) {
        request->words[0] = ""; /* the command's name was there */
        return true;
    }
    request->words[request->word_count++] = word;
    return true;
}

static bool unknown_option(struct request *request, char **argv)
{
    const char *word = optopt >= 1000 ? NULL : argv[optind - 1];
    if (word) {
        char name[64];
        const char *names[OPT_COUNT];
        for (int i = 0; i < OPT_COUNT; i++) names[i] = option_table[i].name;
        const char *begin = word + strspn(word, "-");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "="), begin);
        const char *near = diag_nearest(name, names, OPT_COUNT);
        usage_error(request, "there is no option '%s'%s%s%s", word, near ? "; did you mean '--" : "", near ? near : "",
                    near ? "'?" : "");
    } else
        usage_error(request, "--%s %s", option_table[optopt - 1000].name,
                    option_table[optopt - 1000].argument ? "needs an argument" : "takes no argument");
    return false;
}

/* An answer has one form. */
static bool one_form(const struct request *request)
{
    static const enum option_id forms[] = {OPT_JSON, OPT_CSV, OPT_BFILE, OPT_BINARY, OPT_TAP};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!request_has(request, forms[i])) continue;
        const char *name = option_table[forms[i]].name;
        if (first)
            return usage_error(request, "--%s and --%s are two forms of the answer; choose one", first, name), false;
        first = name;
    }
    return true;
}

/* Standard input is one file. */
static bool one_input(const struct request *request)
{
    size_t count = request->value[OPT_BATCH] && strcmp(request->value[OPT_BATCH], "-") == 0;
    for (size_t i = 0; i < request->word_count; i++) count += strcmp(request->words[i], "-") == 0;
    if (count < 2) return true;
    return usage_error(request, "- is standard input, which can be read once; name it once and give files elsewhere"),
           false;
}

bool request_parse(struct request *request, int argc, char **argv)
{
    size_t most = (size_t)argc + 1;
    struct option options[OPT_COUNT + 1];
    fill_long_options(options);
    request->words = arena_array(&words_arena, most, sizeof(char *));
    request->sets = arena_array(&words_arena, most, sizeof(char *));
    request->folders = arena_array(&words_arena, most, sizeof(char *));
    char **words = arena_array(&words_arena, most, sizeof(char *));
    if (!request->words || !request->sets || !request->folders || !words) return false;
    memcpy(words, argv, (size_t)argc * sizeof(char *));
    if (!shield_numbers(words, argc, &words_arena)) return false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0) request->json_asked = true;
    int c;
    opterr = 0;
    while ((c = getopt_long(argc, words, "-:hio:", options, NULL)) != -1) {
        if (c == 1 && !take_word(request, optarg)) return false;
        if (c == '?' || c == ':') return unknown_option(request, words);
        if (c == 'h') request->value[OPT_HELP] = "";
        if (c == 'i') request->value[OPT_WRITE] = "";
        if (c == 'o') request->value[OPT_OUTPUT] = optarg;
        if (c >= 1000) take_option(request, c - 1000);
    }
    for (; optind < argc; optind++)
        if (!take_word(request, words[optind])) return false;
    for (int i = 0; i < OPT_COUNT; i++)
        if (request->value[i] && !option_fits(&option_table[i], request->command))
            return usage_error(request, "--%s does not belong to `cgi %s`", option_table[i].name,
                               request->command->name),
                   false;
    return one_form(request) && one_input(request) && read_values(request);
}

void request_free(struct request *request)
{
    if (request->budget.crew) crew_close(request->budget.crew);
    request->budget.crew = NULL;
    text_free(&request->input);
    text_free(&request->keep.found);
    arena_free(&words_arena);
}

struct wanted request_wanted(const struct request *request, const struct engine *engine)
{
    struct wanted wanted = request->wanted;
    wanted.max_moves = request->max_moves;
    wanted.mover = request->mover;
    wanted.play = engine->model->misere || request_has(request, OPT_MISERE) ? PLAY_MISERE : PLAY_NORMAL;
    return wanted;
}
