/* Like judge.c, as fast as C reads: the whole file at once, digits by hand, one write at the end. What it prints has no answer in it.
 * usage: scan pairs|counted FILE */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *at, *end;

/* False at the end of the file. */
static int next(long long *number)
{
    long long value = 0;
    while (at < end && (*at < '0' || *at > '9')) at++;
    if (at == end) return 0;
    for (; *at >= '0' && *at <= '9'; at++) value = value * 10 + (*at - '0'); /* a NUL stands at the end */
    *number = value;
    return 1;
}

static char *put(char *out, const char *word, size_t length)
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
    at = text;
    end = text + size;
    long long a, b, count = 0;
    if (strcmp(argv[1], "pairs") == 0)
        while (next(&a) && next(&b)) out = put(out, (a ^ b) & 1 ? "1\n" : "0\n", 2);
    else if (next(&count))
        while (count-- > 0 && next(&b)) {
            long long sum = 0;
            while (b-- > 0 && next(&a)) sum ^= a;
            out = sum & 1 ? put(out, "John\n", 5) : put(out, "Brother\n", 8);
        }
    return write(1, begin, (size_t)(out - begin)) == out - begin ? 0 : 1;
}
