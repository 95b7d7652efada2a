/* SPDX-License-Identifier: MIT */
/* Many command lines in one process: under the sanitizers a short command costs ten times as much to start as to run.
 *
 *     many FOLDER <COMMANDS
 *
 * A line is a command: its name, then the words of the command line, with tabs between them. What it prints goes to
 * FOLDER/NAME.out and FOLDER/NAME.err, its exit code to FOLDER/NAME.code; a command that ends the process leaves no code
 * for itself and for all after it. The leaks of all of them are reported when the process ends. */
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cgi_main(int argc, char **argv); /* main.c of the program */

enum { WORDS_MOST = 64 };

static void to_file(int fd, const char *folder, const char *name, const char *tail)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, tail);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, fd) < 0) {
        perror(path);
        exit(2);
    }
    close(file);
}

static void run(const char *folder, char *line)
{
    char *words[WORDS_MOST + 1], *rest = line, *name = strsep(&rest, "\t"), code[16];
    int count = 0, mine[2] = {dup(1), dup(2)};
    words[count++] = (char *)"cgi";
    while (rest && count < WORDS_MOST) words[count++] = strsep(&rest, "\t");
    words[count] = NULL;
    to_file(1, folder, name, "out");
    to_file(2, folder, name, "err");
    optind = 0; /* getopt begins anew */
    int length = snprintf(code, sizeof code, "%d\n", cgi_main(count, words));
    fflush(stdout);
    clearerr(stdout);
    to_file(1, folder, name, "code");
    if (write(1, code, (size_t)length) != length) exit(2);
    for (int fd = 1; fd <= 2; fd++) {
        dup2(mine[fd - 1], fd);
        close(mine[fd - 1]);
    }
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t room = 0;
    if (argc != 2) {
        fputs("usage: many FOLDER <COMMANDS\n", stderr);
        return 2;
    }
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        run(argv[1], line);
    }
    free(line);
    return 0;
}
