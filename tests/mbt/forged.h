/* SPDX-License-Identifier: MIT */
/* Certificates that were changed on purpose, in every way of a list, the same in every run: what a reader still accepts must be true by
 * brute force, which the program that includes this has, and a reader ends whatever it is given.
 *
 *     #include "../../verify/cgi-verify.c"                          // with its main renamed; defines verify()
 *     #define FORGED_KIND "heaps"
 *     static bool is_true(char *text) ...                           // of an accepted text: is what it states so? False: or not known
 *     #include "forged.h"                                           // has main: [--all] FILE...
 *
 * Without --all every so many of the changes are made, at most FORGED_QUICK of a file. */
#ifndef FORGED_H
#define FORGED_H
#include <unistd.h>

enum { FORGED_TEXT = 1 << 18, FORGED_QUICK = 1500 };
static const char *const hostile[] = {
    "%s%n", "\xff\xfe", "end", "rule", "999999999999999999999999999999", "-1", "0x10", "1e9", "'", "minus", ":"};
static const char *const hostile_line[] = {"end",
                                           "lost exactly",
                                           "take 0 leaves 1",
                                           "sparse mask 0 parity 1 class 1",
                                           "lost 1",
                                           "move end",
                                           "rule code 0.3",
                                           "outcome P of 0",
                                           "if 0 = 1",
                                           "position",
                                           "\r",
                                           "misere P of 1"};
enum { HOSTILE = sizeof hostile / sizeof *hostile, HOSTILE_LINES = sizeof hostile_line / sizeof *hostile_line };
enum { OF_LINE = 4 + HOSTILE_LINES + 1, OF_NUMBER = 9, OF_DIGIT = 9, OF_WORD = 3 + HOSTILE + 1, OF_BYTE = 5 };

/* ---- the changes ------------------------------------------------------------------------------------------------ */
static size_t put(char *to, size_t at_byte, const char *from_text, size_t count)
{
    if (at_byte + count >= FORGED_TEXT) count = FORGED_TEXT - 1 - at_byte;
    memcpy(to + at_byte, from_text, count);
    to[at_byte + count] = 0;
    return at_byte + count;
}

/* The piece that begins at `begin` and is `length` long becomes `with`. */
static void replace(const char *original, size_t begin, size_t length, const char *with, char *out)
{
    size_t n = put(out, 0, original, begin);
    n = put(out, n, with, strlen(with));
    put(out, n, original + begin + length, strlen(original + begin + length));
}

static const char *many(char c)
{
    static char run[70001];
    memset(run, c, sizeof run - 1);
    return run;
}

static void change_line(const char *original, size_t begin, size_t how, char *out)
{
    size_t length = strcspn(original + begin, "\n"), next = begin + length + (original[begin + length] == '\n');
    char two[FORGED_TEXT / 8];
    if (how == 0) replace(original, begin, next - begin, "", out);
    if (how == 1)
        snprintf(two, sizeof two, "%.*s\n%.*s\n", (int)length, original + begin, (int)length, original + begin);
    if (how == 2) {
        size_t second = strcspn(original + next, "\n");
        snprintf(two, sizeof two, "%.*s\n%.*s\n", (int)second, original + next, (int)length, original + begin);
        replace(original, begin, next - begin + second + (original[next + second] == '\n'), two, out);
    }
    if (how == 1) replace(original, begin, next - begin, two, out);
    if (how == 3) put(out, 0, original, begin);
    if (how < 4) return;
    snprintf(two, sizeof two, "%s\n", how - 4 < HOSTILE_LINES ? hostile_line[how - 4] : "");
    replace(original, begin, 0, how - 4 < HOSTILE_LINES ? two : many('x'), out);
}

static void change_number(const char *original, size_t begin, size_t how, char *out)
{
    size_t length = strspn(original + begin, "0123456789");
    char with[80];
    unsigned long long n = strtoull(original + begin, NULL, 10);
    const char *fixed[] = {NULL, NULL, "0", "1", NULL, "99999999999999999999", "999999999", NULL, "- 1"};
    if (how == 0) snprintf(with, sizeof with, "%llu", n + 1);
    if (how == 1) snprintf(with, sizeof with, "%llu", n ? n - 1 : 7);
    if (how == 4) snprintf(with, sizeof with, "%llu0", n);
    if (how == 7) snprintf(with, sizeof with, "0%llu", n);
    replace(original, begin, length, fixed[how] ? fixed[how] : with, out);
}

static void change_word(const char *original, size_t begin, size_t how, char *out)
{
    size_t length = strcspn(original + begin, " \n"), gap = strspn(original + begin + length, " ");
    char two[4000];
    if (how == 0) replace(original, begin, length + gap, "", out);
    if (how == 1) snprintf(two, sizeof two, "%.*s %.*s", (int)length, original + begin, (int)length, original + begin);
    if (how == 1) replace(original, begin, length, two, out);
    if (how == 2) {
        size_t second = strcspn(original + begin + length + gap, " \n");
        snprintf(two, sizeof two, "%.*s %.*s", (int)second, original + begin + length + gap, (int)length,
                 original + begin);
        replace(original, begin, length + gap + second, two, out);
    }
    if (how >= 3) replace(original, begin, length, how - 3 < HOSTILE ? hostile[how - 3] : many('7'), out);
}

static void change_byte(const char *original, size_t begin, size_t how, char *out)
{
    const char *with[] = {"", " ", "\n", "#"};
    if (how == 4) put(out, 0, original, begin);
    else replace(original, begin, 1, with[how], out);
}

static bool begins_line(const char *t, size_t i) { return !i || t[i - 1] == '\n'; }
static bool is_figure(char c) { return c >= '0' && c <= '9'; }
static bool begins_number(const char *t, size_t i) { return is_figure(t[i]) && (!i || !is_figure(t[i - 1])); }
static bool begins_word(const char *t, size_t i)
{
    return t[i] != ' ' && t[i] != '\n' && (begins_line(t, i) || t[i - 1] == ' ');
}

/* Change number `index` of those that there are; false: there are fewer. */
static bool forge(const char *original, size_t index, char *out)
{
    for (size_t i = 0; original[i]; i++) {
        size_t lines_here = begins_line(original, i) ? OF_LINE : 0,
               numbers = begins_number(original, i) ? OF_NUMBER : 0;
        size_t figures = is_figure(original[i]) ? OF_DIGIT : 0, words_here = begins_word(original, i) ? OF_WORD : 0;
        if (index < lines_here) return change_line(original, i, index, out), true;
        index -= lines_here;
        if (index < numbers) return change_number(original, i, index, out), true;
        index -= numbers;
        if (index < words_here) return change_word(original, i, index, out), true;
        index -= words_here;
        if (index < figures) {
            char with[2] = {(char)('0' + (original[i] - '0' + (int)index + 1) % 10), 0};
            return replace(original, i, 1, with, out), true;
        }
        index -= figures;
        if (index < OF_BYTE) return change_byte(original, i, index, out), true;
        index -= OF_BYTE;
    }
    return false;
}

/* ---- what is stated ----------------------------------------------------------------------------------------------- */
/* The lines without comments, hints and blanks. */
static void essence_of(const char *text, char *out)
{
    size_t n = 0;
    for (const char *l = text; *l; l += strcspn(l, "\n") + (l[strcspn(l, "\n")] == '\n')) {
        size_t length = strcspn(l, "\n"), start = n;
        char latest = ' ';
        if (*l == '#' || strncmp(l, "sparse ", 7) == 0) continue;
        for (size_t i = 0; i < length; i++) {
            char c = l[i] == '\t' || l[i] == '\r' ? ' ' : l[i];
            if (c != ' ' || latest != ' ') out[n++] = c;
            latest = c;
        }
        if (n > start && out[n - 1] == ' ') n--;
        if (n > start) out[n++] = '\n';
    }
    out[n] = 0;
}

/* What a change of a comment does is known. */
static void without_comments(char *text)
{
    char *to = text;
    for (char *l = text, *next; *l; l = next) {
        next = l + strcspn(l, "\n") + (l[strcspn(l, "\n")] == '\n');
        if (*l != '#') memmove(to, l, (size_t)(next - l)), to += next - l;
    }
    *to = 0;
}

static FILE *tap;
static int cases, failures;
static int judged(const char *text)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text) ? strlen(text) : 1, "r");
    int status = in ? verify(in) : UNREADABLE;
    if (in) fclose(in);
    return status;
}

static void claim(bool fine, const char *what, const char *problem)
{
    fprintf(tap, "%s %d - %s\n", fine ? "ok" : "not ok", ++cases, what);
    for (const char *l = problem; !fine && *l; l += strcspn(l, "\n") + (l[strcspn(l, "\n")] == '\n'))
        fprintf(tap, "# %.*s\n", (int)(strcspn(l, "\n") < 200 ? strcspn(l, "\n") : 200), l);
    failures += !fine;
}

static void forge_all(const char *shown, const char *original, bool all)
{
    static char text[FORGED_TEXT], before[FORGED_TEXT], after[FORGED_TEXT], title[300];
    size_t count = 0, refused = 0, same = 0, other = 0, changes = 0, step = 1;
    while (forge(original, changes, text)) changes += 1000;
    while (changes && !forge(original, changes - 1, text)) changes--;
    if (!all && changes > FORGED_QUICK) step = changes / FORGED_QUICK + 1;
    essence_of(original, before);
    for (size_t i = step > 1 ? step / 2 : 0; i < changes && forge(original, i, text); i += step) {
        count++;
        if (judged(text) != ACCEPTED) {
            refused++;
            continue;
        }
        essence_of(text, after);
        if (strcmp(before, after) == 0) {
            same++;
            continue;
        }
        other++;
        snprintf(title, sizeof title, "%s %s, change %zu", FORGED_KIND, shown, i);
        char *copy = strdup(after);
        if (!copy || !is_true(copy)) claim(false, title, after);
        free(copy);
    }
    snprintf(title, sizeof title,
             "%s %s: of %zu changes %zu are refused, %zu change nothing that is stated, %zu state what is true",
             FORGED_KIND, shown, count, refused, same, other);
    claim(count >= 100 && refused > count / 2, title, "too few are refused");
}

int main(int count, char **files)
{
    static char original[FORGED_TEXT / 2];
    bool all = count > 1 && strcmp(files[1], "--all") == 0;
    tap = fdopen(dup(1), "w");
    if (!tap || !freopen("/dev/null", "w", stdout)) return 1;
    FORGED_NAME = "it";
    most_steps = 10000000; /* so that what would take long ends sooner */
#ifdef FORGED_SETUP
    FORGED_SETUP;
#endif
    for (int i = all ? 2 : 1; i < count; i++) {
        FILE *in = fopen(files[i], "r");
        size_t length = in ? fread(original, 1, sizeof original - 1, in) : 0;
        if (in) fclose(in);
        original[length] = 0;
        const char *shown = strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i];
        claim(judged(original) == ACCEPTED, shown, "it is not accepted");
        without_comments(original);
        forge_all(shown, original, all);
    }
    fprintf(tap, "1..%d\n", cases);
    fclose(tap);
    return failures != 0;
}
#endif
