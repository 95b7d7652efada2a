/* SPDX-License-Identifier: MIT */
/* cgi-verify-growth FILE...: do the values of this heap grow as stated? For rules by which all but finitely many numbers may be taken. Shares
 * nothing with cgi: the C library, and docs/manual/certificates.md, which says what each line means and why what is checked is enough.
 *
 *     $ cgi certify games/nim.game >nim.cert && cgi-verify-growth nim.cert
 *     nim.cert:5: SG(n + 1) = SG(n) + 1 for all heaps n >= 0, and neither the period nor the beginning can be less
 *     nim.cert: accepted
 *
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { MOST_WORDS = 4096, MOST_NUMBER = 1000000000, MOST_LISTS = 4096, MOST_NEAR = 4096 };
static uint64_t most_steps = UINT64_C(4000000000); /* some ten seconds */
static int64_t most_heaps = 4000000;

static jmp_buf leave;
static const char *name;
static unsigned long line;
static uint64_t steps;

static _Noreturn void stop(int status, const char *format, ...)
{
    va_list args;
    printf("%s:%lu: %s: ", name, line, status == REFUSED ? "refused" : "cannot be read");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    longjmp(leave, status);
}

static void spend(uint64_t more)
{
    if ((steps += more) > most_steps) stop(UNREADABLE, "checking this takes more steps than are made");
}

/* ---- words: those of the line, split at blanks ------------------------------------------------------------------------ */
static char row[1 << 16], *word[MOST_WORDS];
static size_t words, at;

static bool said(const char *what) { return at < words && strcmp(word[at], what) == 0 && ++at; }

static int64_t number(int64_t most)
{
    const char *w = at < words ? word[at] : "";
    int64_t n = 0;
    if (!*w || (w[0] == '0' && w[1])) stop(UNREADABLE, "word %zu should be a number without leading zeros", at + 1);
    for (; *w; w++) {
        if (*w < '0' || *w > '9') stop(UNREADABLE, "word %zu should be a number", at + 1);
        n = 10 * n + (*w - '0');
        if (n > most) stop(UNREADABLE, "word %zu is beyond %lld", at + 1, (long long)most);
    }
    return at++, n;
}

static void need(const char *what)
{
    if (!said(what)) stop(UNREADABLE, "word %zu should be '%s'", at + 1, what);
}

/* ---- the rule ----------------------------------------------------------------------------------------------------------- */
/* The options of heaps below `from` are listed. Those of heap n >= from are n - d for the takes d of the residue of n, 1 <= d <= near, and
 * every heap below n - near. */
static int64_t modulus, from, near, listed, residues;
static int64_t *list[MOST_LISTS];
static size_t lengths[MOST_LISTS];

static void read_rule(void)
{
    need("all"), need("but"), need("modulus");
    modulus = number(MOST_LISTS / 2), need("from"), from = number(MOST_LISTS / 2 - 1), need("near");
    near = number(MOST_NEAR);
    if (modulus < 1) stop(UNREADABLE, "a modulus is at least 1");
    if (near > from) stop(UNREADABLE, "heaps below %lld should be listed", (long long)near);
}

static void read_list(int64_t which, int64_t least, int64_t most)
{
    list[which] = calloc(words - at + 1, sizeof **list);
    if (!list[which]) stop(UNREADABLE, "memory is out");
    while (at < words) {
        int64_t n = number(MOST_NUMBER);
        if (n < least || n > most) stop(REFUSED, "an option is no smaller heap, or no near one");
        list[which][lengths[which]++] = n;
    }
}

/* ---- values, by the definition ------------------------------------------------------------------------------------------- */
static uint32_t *value, *entered, *stamp,
    *lowest;          /* per heap; per value: 1 + the first heap that has it, by far moves known or not */
static int64_t known; /* heaps */

/* Is v the value of a far heap of n, one below n - near? */
static bool is_far(int64_t n, int64_t v) { return entered[v] && entered[v] - 1 < n - near; }

static void next_value(void)
{
    int64_t n = known, which = n < from ? n : from + n % modulus, v = n ? lowest[n - 1] : 0;
    spend(lengths[which] + 1);
    for (size_t i = 0; i < lengths[which]; i++)
        stamp[value[n < from ? list[which][i] : n - list[which][i]]] = (uint32_t)n + 1;
    while (is_far(n, v)) v++, spend(1);
    lowest[n] = (uint32_t)v; /* the least number that no far heap has */
    if (n < from) v = 0;
    while (stamp[v] == (uint32_t)n + 1 || (n >= from && is_far(n, v))) v++, spend(1);
    value[n] = (uint32_t)v;
    if (!entered[v]) entered[v] = (uint32_t)n + 1;
    known++;
}

static void compute(int64_t last)
{
    if (!modulus || listed < from || residues < modulus) stop(UNREADABLE, "options of some heaps are missing");
    if (last >= most_heaps) stop(UNREADABLE, "values of more than %lld heaps", (long long)most_heaps);
    if (!value) {
        value = calloc((size_t)most_heaps, sizeof *value), entered = calloc((size_t)most_heaps + 1, sizeof *entered);
        stamp = calloc((size_t)most_heaps + 1, sizeof *stamp), lowest = calloc((size_t)most_heaps, sizeof *lowest);
        if (!value || !entered || !stamp || !lowest) stop(UNREADABLE, "memory is out");
    }
    while (known <= last) next_value();
}

/* ---- statements ----------------------------------------------------------------------------------------------------------- */
static int64_t period, saltus, beginning; /* proved; 0: none */
static size_t stated;
static bool ended;

/* What decides all values from heap n on: the values of the `near` heaps before it, and which values from the lowest on far heaps have, all
 * counted from the lowest. Is it the same for n + p, p a multiple of the modulus? Nobody has a value of known heaps or more. */
static bool comes_back(int64_t n, int64_t p, int64_t s)
{
    if (lowest[n + p] != lowest[n] + s) return false;
    spend((uint64_t)near);
    for (int64_t m = n - near; m < n; m++)
        if (value[m + p] != value[m] + s) return false;
    for (int64_t v = lowest[n]; v + s < known; v++, spend(1))
        if (is_far(n, v) != is_far(n + p, v + s)) return false;
    return true;
}

static void grows(int64_t p, int64_t s, int64_t e, int64_t last)
{
    for (int64_t n = e; n + p <= last; n++)
        if (value[n + p] != value[n] + s)
            stop(REFUSED, "heap %lld has the value %u and heap %lld has %u", (long long)n, value[n], (long long)(n + p),
                 value[n + p]);
}

static void check_least(int64_t p, int64_t s, int64_t e)
{
    if (e && value[e - 1 + p] == value[e - 1] + s) stop(REFUSED, "it begins at heap %lld already", (long long)e - 1);
    for (int64_t q = 2, left = p; left > 1; q++) {
        int64_t n = e;
        if (left % q) continue;
        while (left % q == 0) left /= q;
        if (s % q) continue;
        while (n < e + p && value[n + p / q] == value[n] + s / q) n++;
        if (n == e + p) stop(REFUSED, "%lld is a period already", (long long)(p / q));
    }
}

static void state_growth(void)
{
    int64_t p = number(most_heaps), s = (need("by"), number(most_heaps)), e = (need("from"), number(most_heaps)),
            all = p;
    if (p < 1 || s < 1) stop(REFUSED, "a period and a saltus are at least 1");
    while (all % modulus && all < most_heaps) all += p;
    int64_t n = e > from ? e : from, t = all / p * s;
    compute(n + 2 * all);
    grows(p, s, e, n + all);
    while (!comes_back(n, all, t)) {
        n += all;
        compute(n + 2 * all);
        grows(p, s, n, n + all);
    }
    compute(e + 2 * p), check_least(p, s, e);
    period = p, saltus = s, beginning = e;
    printf("%s:%lu: SG(n + %lld) = SG(n) + %lld for all heaps n >= %lld, and neither the period nor the beginning can "
           "be less\n",
           name, line, (long long)p, (long long)s, (long long)e);
}

static uint64_t value_of_heaps(void)
{
    uint64_t sum = 0;
    while (at < words) {
        int64_t heap = number(INT64_C(100000000000000000)), times = 0;
        if (period && heap >= beginning + period) times = (heap - beginning) / period;
        compute(heap - times * period < most_heaps ? heap - times * period : most_heaps);
        sum ^= (uint64_t)value[heap - times * period] + (uint64_t)times * (uint64_t)saltus;
    }
    return sum;
}

static void state_value(void)
{
    int64_t v = number(INT64_MAX / 16), found = (need("of"), (int64_t)value_of_heaps());
    if (v != found) stop(REFUSED, "the value is %lld", (long long)found);
    printf("%s:%lu: the position has the SG value %lld\n", name, line, (long long)v);
}

/* ---- the file --------------------------------------------------------------------------------------------------------------- */
static void read_line(void)
{
    if (ended) stop(UNREADABLE, "a line after 'end'");
    if (!modulus) need("rule"), read_rule();
    else if (listed < from && said("heap") && number(MOST_LISTS) == listed)
        need("to"), read_list(listed, 0, listed - 1), listed++;
    else if (listed == from && residues < modulus && said("residue") && number(MOST_LISTS) == residues)
        need("takes"), read_list(from + residues, 1, near), residues++;
    else if (said("grows")) state_growth(), stated++;
    else if (said("value")) state_value(), stated++;
    else if (said("end") && stated) ended = true;
    else stop(UNREADABLE, "no line of a certificate, or not here");
    if (at < words) stop(UNREADABLE, "word %zu is one too many", at + 1);
}

static bool next_line(FILE *in)
{
    bool more = fgets(row, sizeof row, in) != NULL;
    if (ferror(in)) stop(UNREADABLE, "reading fails");
    if (!more) return false;
    if (!strchr(row, '\n')) stop(UNREADABLE, "a line is too long, is cut off, or has a byte 0");
    row[strcspn(row, "\n")] = 0;
    return true;
}

static void read_file(FILE *in)
{
    while (line++, next_line(in)) {
        words = at = 0;
        if (line == 1 && strcmp(row, "cgi-growth 1") != 0) stop(UNREADABLE, "this should be 'cgi-growth 1'");
        if (line == 1 || *row == '#') continue;
        for (char *w = strtok(row, " \t\r"); w; w = strtok(NULL, " \t\r")) {
            if (words == MOST_WORDS) stop(UNREADABLE, "more than %d words", MOST_WORDS);
            word[words++] = w;
        }
        if (words) read_line();
    }
    if (!ended) stop(UNREADABLE, "the line 'end' is missing");
    printf("%s: accepted\n", name);
}

static int verify(FILE *in)
{
    modulus = from = near = listed = residues = known = period = saltus = beginning = 0;
    stated = 0, steps = line = 0, ended = false;
    int status = setjmp(leave);
    if (status == ACCEPTED) read_file(in);
    for (int i = 0; i < MOST_LISTS; i++) free(list[i]), list[i] = NULL, lengths[i] = 0;
    free(value), free(entered), free(stamp), free(lowest);
    value = entered = stamp = lowest = NULL;
    return status;
}

int main(int count, char **files)
{
    int worst = count < 2 ? UNREADABLE : ACCEPTED;
    if (count < 2) fputs("cgi-verify-growth: name the certificates to check, or - for standard input\n", stderr);
    for (int i = 1; i < count; i++) {
        FILE *in = strcmp(files[i], "-") == 0 ? stdin : fopen(files[i], "r");
        name = files[i];
        if (!in) printf("%s: cannot be opened\n", name);
        int status = in ? verify(in) : UNREADABLE;
        if (in && in != stdin) fclose(in);
        if (status > worst) worst = status;
    }
    return worst;
}
