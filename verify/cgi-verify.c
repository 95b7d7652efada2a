/* SPDX-License-Identifier: MIT */
/* cgi-verify FILE...: is what these certificates state true? Shares nothing with cgi: the C library, and the definitions of
 * docs/manual/certificates.md, which says what each line means and why that is enough.
 *
 *     $ cgi certify games/kayles.game >kayles.cert && cgi-verify kayles.cert
 *     kayles.cert:4: SG(n + 12) = SG(n) for all heaps n >= 71, and neither number can be less
 *     kayles.cert: accepted
 *
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. Nothing in a certificate is
 * believed: values are computed here, by the definition; hints only make that faster. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { MOST_WORDS = 4096, MOST_NUMBER = 1000000000, MOST_DIGITS = 65536, MOST_HEAPS = 50000000 };
static uint64_t most_steps = UINT64_C(20000000000); /* a minute or so */
#define MOST_BYTES ((size_t)2 << 30)

static jmp_buf leave;
static const char *name;
static unsigned long line;
static uint64_t steps;
static size_t held;
static void *blocks; /* everything that was allocated, each block with a pointer to the one before */

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

static void *take(size_t bytes)
{
    void **block = bytes < MOST_BYTES - held ? calloc(1, bytes + 16) : NULL; /* 16: what follows stays aligned */
    if (!block) stop(UNREADABLE, "checking this takes more memory than is taken");
    held += bytes;
    *block = blocks;
    blocks = block;
    return (char *)block + 16;
}

/* A copy with room for more; the old one stays until the end, so that all of them cost twice the last. */
static void *grow(void *old, size_t *room, size_t each, size_t least)
{
    size_t before = *room;
    if (least <= before) return old;
    *room = least > 2 * before ? least : 2 * before;
    void *fresh = take(*room * each);
    if (before) memcpy(fresh, old, before * each);
    return fresh;
}

static void give_back(void)
{
    while (blocks) {
        void *next = *(void **)blocks;
        free(blocks);
        blocks = next;
    }
}

/* ---- words: those of the line, split at blanks ------------------------------------------------------------------------ */
static char row[1 << 16], *word[MOST_WORDS];
static size_t words, at;

static bool said(const char *what) { return at < words && strcmp(word[at], what) == 0 && ++at; }

static long number(void)
{
    const char *w = at < words ? word[at] : "";
    long n = 0;
    if (!*w || (w[0] == '0' && w[1])) stop(UNREADABLE, "word %zu should be a number without leading zeros", at + 1);
    for (; *w; w++) {
        if (*w < '0' || *w > '9') stop(UNREADABLE, "word %zu should be a number", at + 1);
        n = 10 * n + (*w - '0');
        if (n > MOST_NUMBER) stop(UNREADABLE, "word %zu is beyond %d", at + 1, MOST_NUMBER);
    }
    return at++, n;
}

static void need(const char *what)
{
    if (!said(what)) stop(UNREADABLE, "word %zu should be '%s'", at + 1, what);
}

static void nothing_more(void)
{
    if (at < words) stop(UNREADABLE, "word %zu is one too many", at + 1);
}

/* ---- the rule of a heap ------------------------------------------------------------------------------------------------ */
/* A digit: `take` tokens are removed and the rest is left in j non-empty heaps, for each j of the bits of `heaps`, in all ways; in
 * two heaps only if both have at least `least`, they differ by at least `apart`, and the heap had at least `from`. */
struct digit {
    long take, least, apart, from;
    unsigned heaps;
};
static enum { NO_RULE, TAKES, HEAPS } rule;
static struct digit *digit;
static size_t digits, digit_room;
static long reach, narrow_least, narrow_apart, narrow_from,
    parts; /* the greatest take; of all digits; heaps left at most */
static bool narrowed;
/* HEAPS: the options of heaps below `from` one by one, then n - d for the takes d of the residue of n. */
static long modulus, from, listed, residues;
static struct takes {
    long *at;
    size_t count;
} * lists;

static void add_digit(struct digit d)
{
    if (d.take <= 0 && (d.heaps & 3)) stop(REFUSED, "a heap would be an option of itself");
    if (d.take <= -d.least && (d.heaps & 4)) stop(REFUSED, "heaps would grow");
    if (d.take < 0 && (d.heaps & 8)) stop(REFUSED, "heaps would grow");
    digit = grow(digit, &digit_room, sizeof *digit, digits + 1);
    digit[digits++] = d;
    if (digits > MOST_DIGITS) stop(UNREADABLE, "more than %d digits", MOST_DIGITS);
    if (d.take > reach) reach = d.take;
    for (long j = 1; j <= 3; j++)
        if (d.heaps >> j & 1 && j > parts) parts = j;
    if (d.least > narrow_least) narrow_least = d.least;
    if (d.apart > narrow_apart) narrow_apart = d.apart;
    if (d.from > narrow_from) narrow_from = d.from;
    narrowed = narrowed || d.least > 1 || d.apart || d.from || d.take < 0;
}

/* 4.37: digit 4 takes nothing, 3 takes one token, 7 takes two; a to f are 10 to 15. */
static void read_code(const char *code)
{
    const char *point = strchr(code, '.'), *shown = "0123456789abcdef";
    if (!point || point - code != 1) stop(UNREADABLE, "a code is one digit, a point and digits");
    for (const char *c = code; *c; c++) {
        const char *found = strchr(shown, *c);
        if (c == point) continue;
        if (!found) stop(UNREADABLE, "'%c' is no digit", *c);
        if (found > shown)
            add_digit(
                (struct digit){.take = c < point ? 0 : c - point, .least = 1, .heaps = (unsigned)(found - shown)});
    }
}

static void read_take(void)
{
    bool negative = said("minus");
    struct digit d = {.take = negative ? -number() : number(), .least = 1};
    need("leaves");
    while (at < words && strlen(word[at]) == 1) {
        long heaps = number();
        if (heaps > 3) stop(UNREADABLE, "more than three heaps");
        d.heaps |= 1u << heaps;
    }
    if (said("least")) d.least = number();
    if (said("apart")) d.apart = number();
    if (said("from")) d.from = number();
    if (d.least < 1) stop(UNREADABLE, "heaps that are left have at least 1");
    add_digit(d);
}

static void read_list(long first, long smallest, long largest)
{
    struct takes *t = &lists[first];
    t->at = take((words - at + 1) * sizeof *t->at);
    while (at < words) {
        t->at[t->count] = number();
        if (t->at[t->count] < smallest || t->at[t->count] > largest) stop(REFUSED, "an option is no smaller heap");
        if (first >= from && t->at[t->count] > reach) reach = t->at[t->count];
        t->count++;
    }
}

static void read_rule(void)
{
    if (rule != NO_RULE) stop(UNREADABLE, "a second rule");
    if (said("code")) {
        if (at == words) stop(UNREADABLE, "the code is missing");
        rule = TAKES;
        read_code(word[at++]);
    } else if (said("takes")) {
        rule = TAKES;
    } else if (said("subtraction")) {
        rule = TAKES;
        while (at < words) add_digit((struct digit){.take = number(), .least = 1, .heaps = 3});
    } else if (said("heaps")) {
        rule = HEAPS;
        modulus = (need("modulus"), number());
        from = (need("from"), number());
        if (modulus < 1 || modulus > MOST_DIGITS || from > MOST_DIGITS) stop(UNREADABLE, "a number is out of range");
        lists = take((size_t)(from + modulus) * sizeof *lists);
    } else {
        stop(UNREADABLE, "no rule of a known kind");
    }
}

/* ---- values, by the definition: the least number that no option has ----------------------------------------------------- */
static uint32_t *value, *stamp, mask, odd_heaps, rare_class, mark;
static size_t known, value_room, stamp_room, top = 2; /* top: a power of 2 beyond every value so far */
static long *rare;
static size_t rares, rare_room;
static uint64_t (
    *pairs)[16]; /* with three heaps: bit v of pairs[m]: two heaps of m in all may have the value v < 1024 */
static size_t pairs_known, pairs_room;

static unsigned parity(uint32_t x)
{
    unsigned odd = 0;
    for (; x; x &= x - 1) odd ^= 1;
    return odd;
}
static unsigned class_of(long heap) { return parity(value[heap] & mask) ^ (odd_heaps & (unsigned)heap & 1); }
static bool may_leave(const struct digit *d, long n, long a)
{
    long b = n - d->take - a;
    return n >= d->from && a >= d->least && b >= d->least && labs(a - b) >= d->apart;
}

/* Is v the value of a pair? All pairs with a rare heap are stamped, so that of two others is looked for: it has the class 0. */
static bool found_pair(long n, uint32_t v)
{
    for (size_t i = 0; i < digits; i++) {
        long rest = n - digit[i].take;
        if (!(digit[i].heaps & 4) || rest < 2 || parity(v & mask) ^ (odd_heaps & (unsigned)rest & 1)) continue;
        long a = 1; /* where a digit adds tokens, rest - a need not be known: it is if it may be left */
        while (a <= rest / 2 && (!may_leave(&digit[i], n, a) || (value[a] ^ value[rest - a]) != v)) a++;
        spend((uint64_t)a);
        if (a <= rest / 2) return true;
    }
    return false;
}

static void stamp_three(long rest)
{
    for (; pairs_known <= (size_t)rest; pairs_known++) {
        long m = (long)pairs_known;
        pairs = grow(pairs, &pairs_room, sizeof *pairs, pairs_known + 1);
        spend((uint64_t)m / 2);
        for (long a = 1; a <= m / 2; a++) {
            uint32_t v = value[a] ^ value[m - a];
            if (v >= 1024) stop(UNREADABLE, "values beyond 1023 where three heaps are left");
            pairs[m][v / 64] |= UINT64_C(1) << v % 64;
        }
    }
    spend((uint64_t)rest / 3 * (top < 1024 ? top : 1024));
    for (long a = 1; a <= rest / 3; a++) /* the smallest of the three */
        for (uint32_t v = 0; v < 1024 && v < top; v++)
            if (pairs[rest - a][v / 64] >> v % 64 & 1) stamp[v ^ value[a]] = mark;
}

static void stamp_takes(long n)
{
    for (size_t i = 0; i < digits; i++) {
        const struct digit *d = &digit[i];
        long rest = n - d->take;
        spend(d->heaps & 4 && rest >= 2 ? rares + 1 : 1);
        if (rest == 0 && d->heaps & 1) stamp[0] = mark;
        if (rest >= 1 && d->heaps & 2) stamp[value[rest]] = mark;
        if (rest >= 2 && d->heaps & 4)
            for (size_t r = 0; r < rares && rare[r] < rest; r++)
                if (rare[r] > 0 && may_leave(d, n, rare[r])) stamp[value[rare[r]] ^ value[rest - rare[r]]] = mark;
        if (rest >= 3 && d->heaps & 8) stamp_three(rest);
    }
}

static void next_value(void)
{
    long n = (long)known;
    uint32_t v = 0;
    value = grow(value, &value_room, sizeof *value, known + 1);
    stamp = grow(stamp, &stamp_room, sizeof *stamp, 2 * top);
    mark++;
    if (rule == TAKES) stamp_takes(n);
    if (rule == HEAPS && n < from)
        for (size_t i = 0; i < lists[n].count; i++) stamp[value[lists[n].at[i]]] = mark;
    if (rule == HEAPS && n >= from) {
        const struct takes *t = &lists[from + n % modulus];
        spend(t->count + 1);
        for (size_t i = 0; i < t->count; i++) stamp[value[n - t->at[i]]] = mark;
    }
    while ((v < top && stamp[v] == mark) || (rule == TAKES && found_pair(n, v))) v++;
    value[known++] = v;
    while (v >= top) top *= 2;
    if (class_of(n) != rare_class) return;
    rare = grow(rare, &rare_room, sizeof *rare, rares + 1);
    rare[rares++] = n;
}

/* The values of heaps 0 to last. */
static void compute(long last)
{
    if (rule != TAKES && rule != HEAPS) stop(UNREADABLE, "the rule of a heap should come before");
    if (rule == HEAPS && (listed < from || residues < modulus)) stop(UNREADABLE, "options of some heaps are missing");
    if (last > MOST_HEAPS) stop(UNREADABLE, "values of more than %d heaps", MOST_HEAPS);
    while ((long)known <= last) next_value();
}

/* ---- statements of heaps ------------------------------------------------------------------------------------------------ */
static long period, preperiod; /* proved; 0: none */

/* From heap i on, the values below the result decide: if they repeat, they do for ever. */
static long decided_below(long i, long p)
{
    if (rule == HEAPS) return i + reach;
    if (parts <= 1) return i + reach;
    if (!narrowed || parts > 2) return parts * i + (parts - 1) * p + reach;
    long bound = 2 * i + 2 * p + narrow_apart + reach;
    return bound > narrow_from ? bound : narrow_from;
}

static void state_period(void)
{
    long p = number(), e = (need("from"), number()), i = e < 1 ? 1 : e;
    nothing_more();
    if (p < 1) stop(REFUSED, "a period is at least 1");
    if (rule == HEAPS && p % modulus) stop(REFUSED, "the period is no multiple of the modulus");
    if (rule == HEAPS && i + reach < from) i = from - reach;
    if (narrowed && parts > 2) stop(REFUSED, "no theorem for three heaps where two are narrowed");
    if (narrowed && i < narrow_least) i = narrow_least;
    long bound = decided_below(i, p);
    compute(bound > e + p ? bound + p : e + 2 * p);
    for (long n = e; n < bound; n++)
        if (value[n] != value[n + p])
            stop(REFUSED, "heap %ld has the value %u and heap %ld has %u", n, value[n], n + p, value[n + p]);
    if (e && value[e - 1] == value[e - 1 + p]) stop(REFUSED, "the period begins at heap %ld already", e - 1);
    for (long q = 2, left = p; left > 1; q++) {
        long n = e;
        if (left % q) continue;
        while (left % q == 0) left /= q;
        while (n < e + p && value[n] == value[n + p / q]) n++;
        if (n == e + p) stop(REFUSED, "%ld is a period already", p / q);
    }
    period = p, preperiod = e;
    printf("%s:%lu: SG(n + %ld) = SG(n) for all heaps n >= %ld, and neither number can be less\n", name, line, p, e);
}

/* The value of a heap of any size; beyond what is proved to repeat, by its residue. */
static uint32_t value_of(const char *decimal)
{
    size_t length = strlen(decimal);
    long n = 0;
    if (!length || strspn(decimal, "0123456789") < length || (*decimal == '0' && length > 1))
        stop(UNREADABLE, "word %zu should be a number without leading zeros", at + 1);
    for (const char *c = decimal; length < 19 && *c; c++)
        n = 10 * n + (*c - '0'); /* more digits are beyond any period */
    if (period ? length < 19 && n < preperiod + period : length < 9) return compute(n), value[n];
    if (!period) stop(UNREADABLE, "a heap is too large, and no period was stated before");
    long residue = 0;
    for (const char *c = decimal; *c; c++) residue = (10 * residue + (*c - '0')) % period;
    n = preperiod + ((residue - preperiod) % period + period) % period;
    return compute(n), value[n];
}

static uint32_t value_of_heaps(void)
{
    uint32_t sum = 0;
    for (; at < words; at++) sum ^= value_of(word[at]);
    return sum;
}

static void state_value(void)
{
    uint32_t stated = (uint32_t)number(), sum = (need("of"), value_of_heaps());
    if (sum != stated) stop(REFUSED, "the value is %u", sum);
    printf("%s:%lu: the position has the SG value %u\n", name, line, sum);
}

static void state_outcome(void)
{
    bool won = said("N");
    if (!won) need("P");
    need("of");
    if (won != (value_of_heaps() != 0)) stop(REFUSED, "the outcome is %c", won ? 'P' : 'N');
    printf("%s:%lu: the position is %s\n", name, line, won ? "N, won by who is to move" : "P, lost by who is to move");
}

/* For each p up to P a heap from Q on, within those up to N, whose value is another one than p heaps further. */
static void state_none(void)
{
    long most = (need("to"), number()), last = (need("from"), need("to"), number()), limit = (need("by"), number());
    nothing_more();
    compute(limit);
    for (long p = 1; p <= most; p++) {
        long n = last;
        while (n + p <= limit && value[n] == value[n + p]) n++;
        spend((uint64_t)(n - last) + 1);
        if (n + p > limit) stop(REFUSED, "heaps %ld to %ld repeat with period %ld", last, limit, p);
    }
    printf("%s:%lu: no p from 1 to %ld is a period from a heap of 0 to %ld on\n", name, line, most, last);
}

static void read_sparse(void)
{
    if (known) stop(UNREADABLE, "this should come before what is computed");
    mask = (uint32_t)(need("mask"), number());
    odd_heaps = (uint32_t)(need("parity"), number());
    rare_class = (uint32_t)(need("class"), number());
    if (odd_heaps > 1 || rare_class > 1) stop(UNREADABLE, "parity and class are 0 or 1");
}

/* ---- the file ----------------------------------------------------------------------------------------------------------- */
static size_t stated;
static bool ended;

static void read_line(void)
{
    if (ended) stop(UNREADABLE, "a line after 'end'");
    if (said("period")) state_period(), stated++;
    else if (said("value")) state_value(), stated++;
    else if (said("outcome")) state_outcome(), stated++;
    else if (said("none")) state_none(), stated++;
    else if (said("rule")) read_rule();
    else if (said("sparse")) read_sparse();
    else if (said("end") && stated) ended = true;
    else if (rule == TAKES && !known && said("take")) read_take();
    else if (rule == HEAPS && !known && said("heap") && number() == listed && listed < from)
        need("to"), read_list(listed, 0, listed - 1), listed++;
    else if (rule == HEAPS && !known && said("residue") && number() == residues && residues < modulus)
        need("takes"), read_list(from + residues, 1, from), residues++;
    else stop(UNREADABLE, strcmp(*word, "end") == 0 ? "nothing is stated" : "no line of a certificate, or not here");
    nothing_more();
}

static bool next_line(FILE *in)
{
    bool more = fgets(row, sizeof row, in) != NULL;
    if (ferror(in)) stop(UNREADABLE, "reading fails");
    if (!more) return false;
    if (!feof(in) && !strchr(row, '\n')) stop(UNREADABLE, "a line is too long, or has a byte 0");
    row[strcspn(row, "\n")] = 0;
    return true;
}

/* For the next file. */
static void begin(void)
{
    rule = NO_RULE, digit = NULL, digits = digit_room = 0, lists = NULL;
    reach = narrow_least = narrow_apart = narrow_from = parts = modulus = from = listed = residues = 0;
    narrowed = ended = false;
    value = stamp = NULL, pairs = NULL, rare = NULL;
    mask = odd_heaps = rare_class = mark = 0;
    known = value_room = stamp_room = rares = rare_room = pairs_known = pairs_room = stated = 0;
    top = 2, steps = held = line = 0, period = preperiod = 0;
}

static int verify(FILE *in)
{
    begin();
    int status = setjmp(leave);
    if (status == ACCEPTED) {
        while (line++, next_line(in)) {
            words = at = 0;
            if (line == 1 && strcmp(row, "cgi-certificate 1") != 0)
                stop(UNREADABLE, "this should be 'cgi-certificate 1'");
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
    give_back();
    return status;
}

int main(int count, char **files)
{
    int worst = count < 2 ? UNREADABLE : ACCEPTED;
    if (count < 2) fputs("cgi-verify: name the certificates to check, or - for standard input\n", stderr);
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
