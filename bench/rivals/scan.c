/* SPDX-License-Identifier: MIT */
/* Like judge.c, as fast as C reads: the whole file at once, digits by hand, one write at the end. What it prints has no answer
 * in it. usage: scan pairs|counted FILE */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The place behind the next number, or NULL at the NUL behind the file. */
static inline const char *next(const char *p, long long *number)
{
    long long value = 0;
    for (; (unsigned char)(*p - '0') > 9; p++)
        if (!*p) return NULL;
    for (; (unsigned char)(*p - '0') <= 9; p++) value = value * 10 + (*p - '0');
    *number = value;
    return p;
}

static inline char *put(char *out, const char *word, size_t length)
{
    memcpy(out, word, length);
    return out + length;
}

int main(int argc, char **argv)
{
    struct stat info;
    int file = argc == 3 ? open(argv[2], O_RDONLY) : -1;
    if (file < 0 || fstat(file, &info) < 0) {
        fputs("usage: scan pairs|counted FILE\n", stderr);
        return 2;
    }
    size_t size = (size_t)info.st_size;
    char *text = malloc(size + 1), *begin = malloc(size * 4 + 64), *out = begin;
    if (!text || !begin || read(file, text, size) != (ssize_t)size) return 1;
    text[size] = '\0';
    const char *p = text;
    long long a, b, count = 0;
    if (strcmp(argv[1], "pairs") == 0)
        while ((p = next(p, &a)) && (p = next(p, &b))) out = put(out, (a ^ b) & 1 ? "1\n" : "0\n", 2);
    else if ((p = next(p, &count)))
        while (p && count-- > 0 && (p = next(p, &b))) {
            long long sum = 0;
            while (b-- > 0 && (p = next(p, &a))) sum ^= a;
            out = sum & 1 ? put(out, "John\n", 5) : put(out, "Brother\n", 8);
        }
    return write(1, begin, (size_t)(out - begin)) == out - begin ? 0 : 1;
}
