/* SPDX-License-Identifier: MIT */
/* Help, printed from the tables; a test compares it with the man page. Topics are short texts. */
#include <string.h>
#include <strings.h>
#include "cli/command/command.h"

/* The folder of the manual; its name in a checkout if it is missing. */
static const char *manual(char path[PATH_MAX])
{
    const char *found = own_folder(FOLDER_MANUAL, path);
    return found ? found : "docs/manual";
}

struct topic {
    const char *name, *text;
    const char *page, *besides; /* the page of the manual on the topic, and another source */
};
static const struct topic topics[] = {
    {"positions",
     "A position is a sum of positions of the file's games, as the rules write it:\n"
     "    cgi analyze games/nim.game 'nim(3) + nim(5)'\n"
     "    cgi analyze staircase.game 'staircase([2, 1, 3])'      rows, bags and grids in brackets\n"
     "    cgi analyze nim.game 3 5 6                             bare numbers are heaps of a one-heap game\n"
     "    cgi analyze chess.game a                               a node of an explicit graph\n"
     "`end` is the empty sum. Without a position the file's `start` is asked about. Numbers may have any size.\n",
     NULL, NULL},
    {"language",
     "A rule file holds games; a game says what positions look like and which moves there are:\n"
     "    game nim(n) {\n"
     "      move take(t in 1..n) -> nim(n - t)\n"
     "      expect sg(nim(3) + nim(5) + nim(6)) == 0\n"
     "    }\n"
     "Fields are nat, int, bool, row, bag, grid, tree or `nodes of` a graph; moves have generators (`t in 1..n`), "
     "conditions\n(`where`) and a result, a sum of positions.\n",
     "language.md", " and cgi-language(7)"},
    {"exit",
     "0  done\n1  an expectation failed, the rules differ, or a file is in another layout\n2  usage\n3  the file does "
     "not compile\n"
     "4  a budget was reached and the answer is partial, or an expectation is not decided\n5  the rule failed "
     "while running\n",
     NULL, NULL},
    {"errors",
     "file:line:column: error[E0301]: message, the source line, a caret under the place, and notes.\n"
     "Every id has a section with its cause and the way out.\n",
     "errors.md", ""},
};

static void option_line(const struct option_info *option, FILE *out)
{
    char spelling[64];
    snprintf(spelling, sizeof spelling, "--%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    fprintf(out, "  %-20s %s\n", spelling, option->help);
}

/* Does a list of command names contain this one? (An empty list stands for all.) */
static bool lists_command(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += length)
        if ((p == list || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0')) return true;
    return false;
}

void help_command(const struct command *command, FILE *out)
{
    fprintf(out, "usage: cgi %s%s%s [OPTION...]\n\n%s\n\n", command->name, *command->arguments ? " " : "",
            command->arguments, command->help);
    for (int i = 0; i < OPT_COUNT; i++)
        if (lists_command(option_table[i].commands, command->name)) option_line(&option_table[i], out);
    fputs("\noptions of every command:\n", out);
    for (int i = 0; i < OPT_COUNT; i++)
        if (!*option_table[i].commands) option_line(&option_table[i], out);
}

void help_all(FILE *out)
{
    fputs("usage: cgi COMMAND [ARGUMENT...] [OPTION...]\n\n"
          "cgi answers who wins an impartial game, from its rule file.\n\n",
          out);
    for (size_t i = 0; i < all_command_count; i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "%s %s", all_commands[i].name, all_commands[i].arguments);
        fprintf(out, "  %-30s %s\n", usage, all_commands[i].help);
    }
    fputs("\n`cgi help COMMAND` lists a command's options; `cgi help positions` shows how to write a position.\n", out);
    char path[PATH_MAX];
    if (own_folder(FOLDER_GAMES, path)) fprintf(out, "games to begin with  %s\n", path);
    if (own_folder(FOLDER_MANUAL, path)) fprintf(out, "manual               %s\n", path);
}

/* The format of a message with its arguments left open: "'%s' is declared twice" -> "'...' is declared twice". */
static void print_format(const char *format)
{
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            putchar(*p);
        } else if (p[1] == '%') {
            putchar(*++p);
        } else {
            p += strcspn(p, "cdsuxX");
            fputs("...", stdout);
        }
        if (!*p) return;
    }
}

static bool help_message(const char *word)
{
    for (int i = 0; i < D_COUNT; i++) {
        const char *code = diag_code((enum diag_id)i);
        if (strcasecmp(code, word) != 0) continue;
        printf("%s: ", code);
        print_format(diag_format((enum diag_id)i));
        char path[PATH_MAX];
        printf("\nsee the section %s of %s/errors.md\n", code, manual(path));
        return true;
    }
    return false;
}

int command_help(struct request *request)
{
    if (request->word_count > 1) return usage_error(request, "help takes one command or topic");
    if (request->word_count == 0) {
        help_all(stdout);
        return EXIT_DONE;
    }
    char path[PATH_MAX];
    const char *word = request->words[0];
    const struct command *command = command_find(word);
    if (command) {
        help_command(command, stdout);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strcmp(topics[i].name, word) == 0) {
            fputs(topics[i].text, stdout);
            if (topics[i].page) printf("See %s/%s%s.\n", manual(path), topics[i].page, topics[i].besides);
            return EXIT_DONE;
        }
    if (help_message(word)) return EXIT_DONE;
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < all_command_count && count < 64; i++) names[count++] = all_commands[i].name;
    for (size_t i = 0; i < sizeof topics / sizeof *topics && count < 64; i++) names[count++] = topics[i].name;
    const char *near = diag_nearest(word, names, count);
    return usage_error(request, "there is no help on '%s'%s%s%s", word, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}
