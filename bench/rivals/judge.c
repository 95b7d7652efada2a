/* SPDX-License-Identifier: MIT */
/* Reads a judge's input and prints a word for each position, with no answer in it: what any program has to do at least.
 * usage: judge pairs|counted FILE */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    long long a, b, count, length, sum;
    FILE *in = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!in) {
        fputs("usage: judge pairs|counted FILE\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "pairs") == 0) {
        while (fscanf(in, "%lld%lld", &a, &b) == 2) puts((a ^ b) & 1 ? "1" : "0");
        return 0;
    }
    if (fscanf(in, "%lld", &count) != 1) return 1;
    while (count-- > 0 && fscanf(in, "%lld", &length) == 1) {
        for (sum = 0; length-- > 0 && fscanf(in, "%lld", &a) == 1;) sum ^= a;
        puts(sum & 1 ? "John" : "Brother");
    }
    return 0;
}
