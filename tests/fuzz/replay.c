/* SPDX-License-Identifier: MIT */
/* Runs files, and the files of folders, through a fuzz target without libFuzzer, and prints TAP: `ok N - FILE` after
 * each one. A file that breaks a promise ends the program by a signal, so its line and the plan are missing.
 *
 *     replay_parse tests/fuzz/corpus/parse */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned done, failed;

static void result(const char *verdict, const char *path)
{
    printf("%s %u - %s\n", verdict, ++done, path);
    fflush(stdout);
}

static uint8_t *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    size_t room = 0;
    uint8_t *bytes = NULL;
    if (!file) return NULL;
    *size = 0;
    do {
        uint8_t *grown = realloc(bytes, room += 65536);
        if (!grown) break;
        bytes = grown;
        *size += fread(bytes + *size, 1, room - *size, file);
    } while (*size == room);
    fclose(file);
    return bytes;
}

static void replay_file(const char *path)
{
    size_t size;
    uint8_t *bytes = read_whole(path, &size);
    if (bytes) {
        LLVMFuzzerTestOneInput(bytes, size);
        result("ok", path);
    } else {
        failed++;
        result("not ok", path);
    }
    free(bytes);
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* In the order of names, so that two runs print the same. */
static void replay_folder(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, visible, alphasort);
    for (int i = 0; i < count; i++) {
        char *full = NULL;
        if (asprintf(&full, "%s/%s", path, entries[i]->d_name) < 0) full = NULL;
        if (full) replay_file(full);
        free(full);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    if (count <= 0) {
        failed++;
        result("not ok", path);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct stat about;
        if (stat(argv[i], &about) == 0 && S_ISDIR(about.st_mode)) replay_folder(argv[i]);
        else replay_file(argv[i]);
    }
    printf("1..%u\n", done);
    return failed || !done;
}
