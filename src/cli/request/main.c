/* SPDX-License-Identifier: MIT */
/* argv becomes a request, the request names a command, and the command returns an exit code. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cli/command/command.h"

static volatile sig_atomic_t interrupted;

/* The first signal asks the solvers to stop, which write what they have to files and end the compiler; the second one kills. */
static void on_interrupt(int signal_number)
{
    interrupted = signal_number;
    signal(signal_number, SIG_DFL);
}

/* Not what whoever started the program has it ignore, as nohup does; Ctrl-C always. */
static void heed(int signal_number)
{
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    if (sigaction(signal_number, NULL, &before) != 0) return;
    if (signal_number == SIGINT || before.sa_handler != SIG_IGN) sigaction(signal_number, &action, NULL);
}

/* Ctrl-C ends with what is known, the others as they would have ended it at once. */
static void end_by_signal(void)
{
    int by = interrupted;
    if (by == SIGTERM || by == SIGHUP) raise(by);
}

const struct command all_commands[] = {
#define COMMAND(function, name, arguments, help) {name, arguments, help, command_##function},
#include "cli/request/commands.def"
#undef COMMAND
};
const size_t all_command_count = sizeof all_commands / sizeof *all_commands;

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < all_command_count; i++)
        if (strcmp(all_commands[i].name, name) == 0) return &all_commands[i];
    return NULL;
}

static int run(struct request *request)
{
    if (request_has(request, OPT_VERSION)) {
        version_print(stdout);
        return EXIT_DONE;
    }
    if (request_has(request, OPT_HELP)) {
        if (request->command) help_command(request->command, stdout);
        else help_all(stdout);
        return EXIT_DONE;
    }
    if (!request->command) {
        help_all(stderr);
        return EXIT_USAGE;
    }
    return request->command->run(request);
}

int main(int argc, char **argv)
{
    struct request request = {0};
    int code = EXIT_USAGE;
    mem_give_back();
    if (request_parse(&request, argc, argv)) {
        request.budget.interrupt = &interrupted;
        heed(SIGINT);
        heed(SIGTERM);
        heed(SIGHUP);
        code = run(&request);
    }
    request_free(&request);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("cgi: standard output");
        code = EXIT_USAGE;
    }
    end_by_signal();
    return code;
}
