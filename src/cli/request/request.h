/* SPDX-License-Identifier: MIT */
/* What the command line asks for: argv as a request, and what all commands do with one.
 *
 *     struct request request = {0};
 *     int code = EXIT_USAGE;
 *     if (request_parse(&request, argc, argv)) code = request.command->run(&request);        // command/command.h
 *     request_free(&request);
 *
 * A command opens the engine with request_open and ends with finish. src/cli is the only room that prints, reads argv
 * or exits. Data goes to standard output and everything else to standard error; in JSON mode diagnostics are the answer
 * and go to standard output. */
#ifndef CGI_CLI_REQUEST_REQUEST_H
#define CGI_CLI_REQUEST_REQUEST_H
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include "base/crew.h"
#include "base/text.h"
#include "engine/open/engine.h"

enum option_id {
#define OPTION(id, name, argument, commands, help) OPT_##id,
#include "cli/request/options.def"
#undef OPTION
    OPT_COUNT
};
struct option_info {
    const char *name, *argument, *commands, *help;
};
extern const struct option_info option_table[OPT_COUNT];

struct request;
struct command {
    const char *name, *arguments, *help;
    int (*run)(struct request *request); /* an exit code */
};
extern const struct command all_commands[];
extern const size_t all_command_count;
const struct command *command_find(const char *name);

enum exit_code { EXIT_DONE = 0, EXIT_REFUTED = 1, EXIT_USAGE = 2, EXIT_OPEN = 4 };

/* What the last progress lines showed, for the rate: a few seconds of it. */
enum { PACE_POINTS = 32 };
struct pace {
    uint64_t ns[PACE_POINTS], states[PACE_POINTS], count, shown;
};

struct request {
    const struct command *command;
    const char **words; /* the words that are not options, after the name of the command */
    size_t word_count;
    const char **sets, **folders;
    size_t set_count, folder_count;
    const char *value[OPT_COUNT]; /* the last argument given, "" for a flag, NULL if absent */
    struct budget budget;
    struct crew crew; /* of the budget, with --threads hands */
    struct keep keep; /* of values in files */
    struct pace pace; /* of the progress line */
    bool color;       /* of standard output */
    bool color_err;   /* of standard error */
    uint64_t max_moves, max_nodes;
    struct wanted wanted; /* what --ask names */
    int mover;
    bool answered;       /* in JSON mode: the last question has an answer that was printed, perhaps a partial one */
    bool json_asked;     /* --json is among the words, so that usage mistakes are reported as JSON too */
    bool progress_shown; /* a progress line is on the terminal */
    struct text input;   /* standard input, if it is the rule */
    bool input_read;
    enum source_problem input_problem;
};
static inline bool request_has(const struct request *request, enum option_id id) { return request->value[id] != NULL; }

/* Fills the request; reports a mistake on standard error and returns false. */
bool request_parse(struct request *request, int argc, char **argv);
void request_free(struct request *request);
/* Opens the engine for a rule file (`-`: standard input; NULL: none) with all common options and prints its
 * diagnostics. Returns 0, or an exit code with *engine NULL. */
int request_open(struct request *request, const char *file, enum stage until, struct engine **engine);
/* A rule that may be in memory: a path, or a text and its name (engine.h). */
struct rule_text {
    const char *path, *text, *name;
    size_t length;
    enum source_problem problem;
};
/* The rule that a word of the command line names. Standard input is read once and kept: `-` may be used again. */
struct rule_text request_rule(struct request *request, const char *word);
/* To open the rule as far as that stage, with the budget of the request and nothing else set. */
struct engine_options rule_options(struct request *request, const struct rule_text *rule, enum stage until);
/* The name of the file in messages and answers: the word itself, or <stdin>. */
#define STDIN_NAME "<stdin>"
const char *file_shown(const char *word);
int request_open_rule(struct request *request, const struct rule_text *rule, enum stage until, struct engine **engine);
/* The plugins, manual and gallery that came with this program: writes the path of the folder to `path` and returns it;
 * NULL if it is missing. */
enum folder { FOLDER_PLUGINS, FOLDER_MANUAL, FOLDER_GAMES };
const char *own_folder(enum folder which, char path[PATH_MAX]);
/* inside.c: the plugins of that folder which are parts of the program (host_open). */
extern const struct inside_plugin inside_plugins[];
/* `cgi 0.2.0 (commit 0123456789ab)`; `+changes` follows if the checkout differed from the commit, and the commit is
 * `unknown` if there was no history. */
const char *version_text(void); /* and the commit that was built */
void version_print(FILE *out);
/* What --ask, --misere, --mover and --max-moves ask for. */
struct wanted request_wanted(const struct request *request, const struct engine *engine);

/* A usage mistake: "cgi: message" and a pointer to the help on standard error, or a diagnostic in JSON. Returns
 * EXIT_USAGE. */
int usage_error(const struct request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* progress.c: the progress reports of budgets, a line on a terminal that is written over, else a line a second. Rates are measured
 * from progress_open on. */
void progress_open(struct request *request);
void progress_show(void *context, uint64_t states);
/* Removes the progress line; to be called before anything is printed after long work. */
void progress_clear(struct request *request);
/* What --resume adds on standard error: how many values were kept, or that none were. */
void resumed_say(uint64_t loaded);
/* Ends a command: prints the diagnostics and, for a status other than ST_OK, its words; returns the exit code. */
int finish(struct request *request, struct engine *engine, enum status st);

#endif
