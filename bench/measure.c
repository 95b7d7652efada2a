/* SPDX-License-Identifier: MIT */
/* Runs two commands in turn (A B A B ...) and measures each run: processor seconds, and the most memory a process of it held.
 * usage: measure RUNS SECONDS COMMAND_A COMMAND_B     (each a line for /bin/sh; output is thrown away)
 * Prints one line: median, least and greatest seconds and KiB of A, the same of B, and median, least and greatest of the
 * ratios of the pairs. A command that takes more than SECONDS processor seconds, or fails, is not run again: its seconds
 * are given as `-`, and there are no ratios. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_RUNS = 99 };
struct side {
    const char *command;
    double seconds[MOST_RUNS];
    long kib;
    int count;
    bool failed;
};

static void run_command(const char *command, rlim_t seconds)
{
    int null = open("/dev/null", O_RDWR);
    struct rlimit limit = {seconds, seconds};
    setrlimit(RLIMIT_CPU, &limit);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void run(struct side *s, rlim_t seconds)
{
    struct rusage usage;
    int status = 0;
    if (s->failed) return;
    pid_t pid = fork();
    if (pid == 0) run_command(s->command, seconds);
    s->failed = pid < 0 || wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (s->failed) return;
    s->seconds[s->count++] = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                             1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    if (usage.ru_maxrss > s->kib) s->kib = usage.ru_maxrss;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_three(double *values, int count)
{
    if (count == 0) {
        printf("- - -");
        return;
    }
    qsort(values, (size_t)count, sizeof *values, by_size);
    printf("%.4f %.4f %.4f", values[count / 2], values[0], values[count - 1]);
}

int main(int argc, char **argv)
{
    int runs = argc == 5 ? atoi(argv[1]) : 0, seconds = argc == 5 ? atoi(argv[2]) : 0;
    if (runs < 1 || runs > MOST_RUNS || seconds < 1) {
        fputs("usage: measure RUNS SECONDS COMMAND_A COMMAND_B\n", stderr);
        return 2;
    }
    static struct side a, b;
    double ratio[MOST_RUNS];
    int pairs = 0;
    a.command = argv[3];
    b.command = argv[4];
    for (int i = 0; i < runs && !(a.failed && b.failed); i++) {
        run(&a, (rlim_t)seconds);
        run(&b, (rlim_t)seconds);
        if (a.failed || b.failed) continue;
        double least = 1e-4; /* of a second: what a clock of processes can tell */
        ratio[pairs++] = a.seconds[i] / (b.seconds[i] > least ? b.seconds[i] : least);
    }
    print_three(a.seconds, a.failed ? 0 : a.count);
    printf(" %ld ", a.kib);
    print_three(b.seconds, b.failed ? 0 : b.count);
    printf(" %ld ", b.kib);
    print_three(ratio, a.failed || b.failed ? 0 : pairs);
    putchar('\n');
    return 0;
}
