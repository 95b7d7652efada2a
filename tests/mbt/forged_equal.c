/* SPDX-License-Identifier: MIT */
/* Changed certificates of two rules: what cgi-verify-equal accepts is true of options and values by definition. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify-equal.c"
#undef main
#include "plain_heap.h"
#define FORGED_KIND "two rules"
#define FORGED_NAME name
enum { FAR = 600, NEAR = 90, OPTIONS = 6000 };
static struct plain_heap plain[2];
static struct plain_values values[2];

/* The options of a heap as a list of sorted triples. */
static struct {
    long heap[OPTIONS][3];
    int count;
} list[2];
static int by_heap(const void *a, const void *b) { return memcmp(a, b, sizeof(long[3])); }
static void note(void *context, const long *heap)
{
    long sorted[3] = {heap[0], heap[1], heap[2]};
    int k = context == &list[1];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (sorted[j] < sorted[j + 1]) {
                long swapped = sorted[j];
                sorted[j] = sorted[j + 1], sorted[j + 1] = swapped;
            }
    if (list[k].count < OPTIONS) memcpy(list[k].heap[list[k].count++], sorted, sizeof sorted);
}

static bool same_options_of(long n)
{
    for (int k = 0; k < 2; k++) {
        int kept = 0;
        list[k].count = 0;
        plain_options(&plain[k], n, note, &list[k]);
        qsort(list[k].heap, (size_t)list[k].count, sizeof *list[k].heap, by_heap);
        for (int i = 0; i < list[k].count; i++)
            if (!kept || by_heap(list[k].heap[kept - 1], list[k].heap[i]))
                memcpy(list[k].heap[kept++], list[k].heap[i], sizeof *list[k].heap);
        list[k].count = kept;
    }
    return list[0].count == list[1].count &&
           memcmp(list[0].heap, list[1].heap, (size_t)list[0].count * sizeof *list[0].heap) == 0;
}

static bool line_is_true(const char *l)
{
    long n, s;
    if (strcmp(l, "same options") == 0) {
        for (n = 0; n <= NEAR && same_options_of(n);) n++;
        return n > NEAR;
    }
    if (sscanf(l, "differ at %ld", &n) == 1) {
        for (s = 0; s < n && n <= FAR && plain_value(&values[0], s) == plain_value(&values[1], s);) s++;
        return s == n && plain_value(&values[0], n) != plain_value(&values[1], n);
    }
    bool minus = sscanf(l, "same values shift minus %ld", &s) == 1;
    if (!minus && sscanf(l, "same values shift %ld", &s) != 1)
        return strcmp(l, "end") == 0 || strncmp(l, "cgi-", 4) == 0;
    for (n = 0;
         n + s <= FAR && plain_value(&values[0], n + (minus ? s : 0)) == plain_value(&values[1], n + (minus ? 0 : s));)
        n++;
    return n > FAR / 2 && n + s > FAR;
}

static bool is_true(char *text)
{
    int which = -1;
    for (int k = 0; k < 2; k++) plain[k] = (struct plain_heap){0}, values[k] = (struct plain_values){.rule = &plain[k]};
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        which += strncmp(l, "rule ", 5) == 0;
        if (which > 1) return false;
        if (which >= 0 && plain_line(&plain[which], l) ? plain[which].odd : !line_is_true(l)) return false;
    }
    return true;
}
#include "forged.h"
