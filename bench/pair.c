/* SPDX-License-Identifier: MIT */
/* Times two commands in turn (A B A B ...) and prints the median processor seconds of each and the median of the ratios.
 * usage: pair RUNS COMMAND_A COMMAND_B      (each a line for /bin/sh; output is thrown away) */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double run(const char *command)
{
    struct rusage usage;
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "failed: %s\n", command);
        exit(1);
    }
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[count / 2];
}

int main(int argc, char **argv)
{
    double a[99], b[99], ratio[99];
    int runs = argc == 4 ? atoi(argv[1]) : 0;
    if (runs < 1 || runs > 99) {
        fputs("usage: pair RUNS COMMAND_A COMMAND_B\n", stderr);
        return 2;
    }
    for (int i = 0; i < runs; i++) {
        a[i] = run(argv[2]);
        b[i] = run(argv[3]);
        ratio[i] = a[i] / (b[i] > 1e-4 ? b[i] : 1e-4);
    }
    double ratio_median = median(ratio, runs);
    printf("%8.3f s  %8.3f s  ratio %6.2f (%.2f to %.2f)\n", median(a, runs), median(b, runs), ratio_median, ratio[0],
           ratio[runs - 1]);
    return 0;
}
