/* SPDX-License-Identifier: MIT */
/* cgi-verify-equal FILE...: do two rules of a heap have the same options, or the same values, as these certificates state? Shares
 * nothing with cgi: the C library, and the definitions of docs/manual/certificates.md.
 *
 *     $ cgi certify games/dawsons_chess.game --equal 0.07 >dawson.cert && cgi-verify-equal dawson.cert
 *     dawson.cert:5: heap n of the first rule and heap n + 1 of the second have the same SG value for all n >= 0
 *     dawson.cert: accepted
 *
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. Nothing in a certificate is
 * believed: all values are computed here, by the definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { MOST_WORDS = 8192, MOST_NUMBER = 1000000000, MOST_PIECES = 65536, MOST_HEAPS = 10000000 };
static uint64_t most_steps = UINT64_C(10000000000); /* options looked at: half a minute's work */
#define MOST_BYTES ((size_t)2 << 30)

static jmp_buf leave;
static const char *name;
static unsigned long line;
static void *blocks; /* everything that was allocated, each block with a pointer to the one before */
static uint64_t steps;
static size_t held;

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

static void *zeros(size_t count, size_t each)
{
    void **block = count < (MOST_BYTES - held) / each ? calloc(1, count * each + 16) : NULL; /* 16: aligned */
    if (!block) stop(UNREADABLE, "checking this takes more memory than is taken");
    held += count * each;
    *block = blocks;
    blocks = block;
    return (char *)block + 16;
}

static void count_steps(uint64_t more)
{
    steps += more;
    if (steps > most_steps) stop(UNREADABLE, "checking this takes more steps than are made");
}

/* ---- words of a line ---------------------------------------------------------------------------------------------------- */
static char row[1 << 17], *word[MOST_WORDS];
static size_t words, at;

static bool said(const char *what) { return at < words && strcmp(word[at], what) == 0 && ++at; }
static void need(const char *what)
{
    if (!said(what)) stop(UNREADABLE, "word %zu should be '%s'", at + 1, what);
}

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

/* ---- the two rules ------------------------------------------------------------------------------------------------------ */
/* `take` tokens are removed and the rest is left in exactly `heaps` non-empty heaps, in all ways; in two only if both have at least
 * `least`, they differ by at least `apart`, and the heap had at least `from` (1, 0, 0 for any other number of heaps). */
struct piece {
    long take, heaps, least, apart, from;
};
struct list {
    long *at, count;
};
struct rule {
    enum { TAKES, HEAPS } kind;
    struct piece *piece;
    long pieces, reach, most; /* the greatest take, the most heaps that are left */
    long least, apart, from;  /* the greatest of any piece */
    bool narrowed;
    /* HEAPS: the options of heaps below `from` one by one, then n - d for each d of the residue's list */
    long modulus, listed, residues;
    struct list *list;
    uint32_t *value;
    long known, room, longest; /* longest: of the lists */
};
static struct rule rule[2], *last; /* last: the one whose lines are being read */

static void add_piece(struct piece p)
{
    if (p.heaps != 2) p.least = 1, p.apart = p.from = 0;
    if (p.heaps <= 1 && p.take < 1) stop(REFUSED, "a heap would be an option of itself, or grow");
    if (p.heaps == 2 && p.take <= -p.least) stop(REFUSED, "heaps would grow");
    if (p.heaps == 3 && p.take < 0) stop(REFUSED, "heaps would grow");
    if (last->pieces == MOST_PIECES) stop(UNREADABLE, "more than %d digits", MOST_PIECES);
    last->piece[last->pieces++] = p;
    if (p.take > last->reach) last->reach = p.take;
    if (p.heaps > last->most) last->most = p.heaps;
    if (p.least > last->least) last->least = p.least;
    if (p.apart > last->apart) last->apart = p.apart;
    if (p.from > last->from) last->from = p.from;
    last->narrowed = last->narrowed || p.least > 1 || p.apart || p.from || p.take < 0;
}

/* 4.37: digit 4 takes nothing, 3 takes one token, 7 takes two; bit j of a digit leaves j heaps. */
static void read_code(const char *code)
{
    static const char shown[] = "0123456789abcdef";
    if (!code[0] || code[1] != '.') stop(UNREADABLE, "a code is one digit, a point and digits");
    for (long i = 0, take = 0; code[i]; i++) {
        const char *digit = strchr(shown, code[i == 1 ? 0 : i]);
        if (!digit) stop(UNREADABLE, "'%c' is no digit", code[i]);
        if (i == 1) continue;
        for (long j = 0; j <= 3; j++)
            if ((digit - shown) >> j & 1) add_piece((struct piece){take, j, 1, 0, 0});
        take++;
    }
}

static void read_take(void)
{
    bool negative = said("minus"), heaps[4] = {false};
    struct piece p = {negative ? -number() : number(), 0, 1, 0, 0};
    for (need("leaves"); at < words && strlen(word[at]) == 1;) {
        long j = number();
        if (j > 3) stop(UNREADABLE, "more than three heaps");
        heaps[j] = true;
    }
    if (said("least")) p.least = number();
    if (said("apart")) p.apart = number();
    if (said("from")) p.from = number();
    if (p.least < 1) stop(UNREADABLE, "heaps that are left have at least 1");
    for (p.heaps = 0; p.heaps <= 3; p.heaps++)
        if (heaps[p.heaps]) add_piece(p);
}

static void read_list(struct list *t, long smallest, long largest)
{
    t->at = zeros(words - at + 1, sizeof *t->at);
    for (; at < words; t->count++) {
        t->at[t->count] = number();
        if (t->at[t->count] < smallest || t->at[t->count] > largest) stop(REFUSED, "an option is no smaller heap");
    }
    if (t->count > last->longest) last->longest = t->count;
}

static void read_heap(void)
{
    if (number() != last->listed) stop(UNREADABLE, "this should be heap %ld", last->listed);
    need("to");
    read_list(&last->list[last->listed], 0, last->listed - 1);
    last->listed++;
}

static void read_residue(void)
{
    struct list *t = &last->list[last->from + last->residues];
    if (last->listed < last->from || number() != last->residues)
        stop(UNREADABLE, "this should be residue %ld", last->residues);
    need("takes");
    read_list(t, 1, last->from);
    for (long i = 0; i < t->count; i++)
        if (t->at[i] > last->reach) last->reach = t->at[i];
    last->residues++;
}

static bool complete(const struct rule *r) { return r->kind == TAKES || r->residues == r->modulus; }

static void read_rule(void)
{
    if (last == &rule[1]) stop(UNREADABLE, "a third rule");
    if (last && !complete(last)) stop(UNREADABLE, "options of some heaps are missing");
    last = last ? &rule[1] : &rule[0];
    *last = (struct rule){.kind = TAKES, .least = 1, .piece = zeros(MOST_PIECES, sizeof *last->piece)};
    if (said("code")) {
        read_code(at < words ? word[at++] : "");
    } else if (said("subtraction")) {
        while (at < words) {
            long take = number();
            add_piece((struct piece){take, 0, 1, 0, 0});
            add_piece((struct piece){take, 1, 1, 0, 0});
        }
    } else if (said("heaps")) {
        last->kind = HEAPS, last->most = 1;
        last->modulus = (need("modulus"), number());
        last->from = (need("from"), number());
        if (last->modulus < 1 || last->modulus > MOST_PIECES || last->from > MOST_PIECES)
            stop(UNREADABLE, "a number is out of range");
        last->list = zeros((size_t)(last->from + last->modulus), sizeof *last->list);
    } else {
        need("takes");
    }
}

/* ---- values, by the definition: the least number that no option has --------------------------------------------------- */
static uint64_t *stamp, mark; /* stamp[v] == mark: some option has the value v */
static size_t stamps;

static void occurs(uint32_t v)
{
    if (v >= stamps) {
        uint64_t *old = stamp;
        size_t before = stamps;
        while (stamps <= v) stamps = stamps ? 2 * stamps : 64;
        stamp = zeros(stamps, sizeof *stamp);
        if (before) memcpy(stamp, old, before * sizeof *stamp);
    }
    stamp[v] = mark;
}

static void leave_two(const struct rule *r, const struct piece *p, long n)
{
    long rest = n - p->take;
    if (n < p->from || rest < 2) return;
    for (long a = p->least; a <= rest / 2; a++)
        if (rest - 2 * a >= p->apart) occurs(r->value[a] ^ r->value[rest - a]);
}

static void leave_three(const struct rule *r, long rest)
{
    for (long a = 1; 3 * a <= rest; a++)
        for (long b = a; a + 2 * b <= rest; b++) occurs(r->value[a] ^ r->value[b] ^ r->value[rest - a - b]);
}

static void options(const struct rule *r, long n)
{
    for (long i = 0; i < r->pieces; i++) {
        const struct piece *p = &r->piece[i];
        long rest = n - p->take;
        if (p->heaps == 0 && rest == 0) occurs(0);
        if (p->heaps == 1 && rest >= 1) occurs(r->value[rest]);
        if (p->heaps == 2) leave_two(r, p, n);
        if (p->heaps == 3) leave_three(r, rest);
    }
    if (r->kind == TAKES) return;
    const struct list *t = &r->list[n < r->from ? n : r->from + n % r->modulus];
    for (long i = 0; i < t->count; i++) occurs(r->value[n < r->from ? t->at[i] : n - t->at[i]]);
}

/* Options of so many heaps, about: two heaps in n / 2 ways, three in n * n / 12. */
static uint64_t cost(const struct rule *r, uint64_t heaps)
{
    uint64_t sum = heaps * (uint64_t)(r->pieces + r->longest + 1);
    for (long i = 0; i < r->pieces; i++) {
        if (r->piece[i].heaps == 2) sum += heaps * heaps / 4;
        if (r->piece[i].heaps == 3) sum += heaps < 100000 ? heaps * heaps * heaps / 36 : most_steps;
    }
    return sum;
}

static void compute(struct rule *r, long heap)
{
    if (heap >= MOST_HEAPS) stop(UNREADABLE, "values of more heaps than are computed");
    if (heap >= r->known) count_steps(cost(r, (uint64_t)heap + 1) - cost(r, (uint64_t)r->known));
    if (heap >= r->room) {
        uint32_t *old = r->value;
        r->room = heap + 1 > 2 * r->room ? heap + 1 : 2 * r->room;
        r->value = zeros((size_t)r->room, sizeof *r->value);
        if (r->known) memcpy(r->value, old, (size_t)r->known * sizeof *old);
    }
    for (uint32_t v; r->known <= heap; r->known++) {
        v = 0, mark++;
        options(r, r->known);
        while (v < stamps && stamp[v] == mark) v++;
        r->value[r->known] = v;
    }
}

/* ---- that a period holds for ever ------------------------------------------------------------------------------------- */
/* Below the result all heaps from e on must repeat with p; then they do so for ever (certificates.md, `period`). */
static long decided_below(const struct rule *r, long e, long p)
{
    long i = e < 1 ? 1 : e;
    if (r->kind == HEAPS) return (i + r->reach < r->from ? r->from - r->reach : i) + r->reach;
    if (r->narrowed && r->most > 2) stop(REFUSED, "no theorem for three heaps where two are narrowed");
    if (r->most <= 1) return i + r->reach;
    if (!r->narrowed) return r->most * i + (r->most - 1) * p + r->reach;
    if (i < r->least) i = r->least;
    long bound = 2 * i + 2 * p + r->apart + r->reach;
    return bound > r->from ? bound : r->from;
}

static void repeats(struct rule *r, long e, long p)
{
    if (r->kind == HEAPS && p % r->modulus) stop(REFUSED, "the period is no multiple of the modulus");
    long bound = decided_below(r, e, p);
    compute(r, bound + p);
    for (long n = e; n < bound; n++)
        if (r->value[n] != r->value[n + p])
            stop(REFUSED, "of the %s rule heap %ld has the value %u and heap %ld has %u",
                 r == rule ? "first" : "second", n, r->value[n], n + p, r->value[n + p]);
}

/* ---- statements --------------------------------------------------------------------------------------------------------- */
static size_t stated;
static bool ended;

/* Of heaps from 0 on, heap n + first of one rule and heap n + second of the other: both repeat, and agree until they do. */
static void state_values(void)
{
    need("shift");
    bool minus = said("minus");
    long s = number(), p = (need("period"), number()), e = (need("from"), number());
    long shift[2] = {minus ? s : 0, minus ? 0 : s};
    if (p < 1) stop(REFUSED, "a period is at least 1");
    for (int k = 0; k < 2; k++) repeats(&rule[k], e + shift[k], p);
    for (int k = 0; k < 2; k++) compute(&rule[k], e + p + shift[k]);
    for (long n = 0; n < e + p; n++) {
        uint32_t a = rule[0].value[n + shift[0]], b = rule[1].value[n + shift[1]];
        if (a != b)
            stop(REFUSED, "heap %ld of the first rule has the value %u and heap %ld of the second has %u", n + shift[0],
                 a, n + shift[1], b);
    }
    printf("%s:%lu: heap n", name, line);
    if (shift[0]) printf(" + %ld", shift[0]);
    printf(" of the first rule and heap n");
    if (shift[1]) printf(" + %ld", shift[1]);
    printf(" of the second have the same SG value for all n >= 0\n");
}

static int by_piece(const void *left, const void *right)
{
    const struct piece *p = left, *q = right;
    long d[] = {p->take - q->take, p->heaps - q->heaps, p->least - q->least, p->apart - q->apart, p->from - q->from};
    for (int i = 0; i < 5; i++)
        if (d[i]) return d[i] < 0 ? -1 : 1;
    return 0;
}

static void sort_pieces(struct rule *r)
{
    qsort(r->piece, (size_t)r->pieces, sizeof *r->piece, by_piece);
    long kept = 0;
    for (long i = 0; i < r->pieces; i++)
        if (!kept || by_piece(&r->piece[kept - 1], &r->piece[i])) r->piece[kept++] = r->piece[i];
    r->pieces = kept;
}

/* The heaps that single heap n may become, no heap counted as heap 0; to[n - d] = mark. */
static void single_options(const struct rule *r, long n, uint64_t *to)
{
    count_steps((uint64_t)r->pieces + 1);
    for (long i = 0; i < r->pieces; i++)
        if (r->piece[i].heaps == 0 ? n == r->piece[i].take : n > r->piece[i].take) to[n - r->piece[i].take] = mark;
    if (r->kind == TAKES) return;
    const struct list *t = &r->list[n < r->from ? n : r->from + n % r->modulus];
    for (long i = 0; i < t->count; i++) to[n < r->from ? t->at[i] : n - t->at[i]] = mark;
}

/* Of rules that leave at most one heap: beyond all takes and listed heaps, options depend on residues alone, and no heap is empty. */
static void same_single_options(void)
{
    long from = 0, m[2] = {1, 1};
    for (int k = 0; k < 2; k++) {
        if (rule[k].kind == HEAPS) m[k] = rule[k].modulus;
        if (rule[k].reach > from) from = rule[k].reach;
        if (rule[k].kind == HEAPS && rule[k].from > from) from = rule[k].from;
    }
    long limit = m[0];
    while (limit % m[1]) limit += m[0];
    limit += from;
    if (limit >= MOST_HEAPS) stop(UNREADABLE, "options of more heaps than are compared");
    uint64_t *to[2];
    for (int k = 0; k < 2; k++) to[k] = zeros((size_t)limit + 1, sizeof *to[k]);
    for (long n = 0; n <= limit; n++) {
        mark++;
        for (int k = 0; k < 2; k++) single_options(&rule[k], n, to[k]);
        count_steps((uint64_t)from);
        for (long h = n > from ? n - from : 0; h < n; h++)
            if ((to[0][h] == mark) != (to[1][h] == mark))
                stop(REFUSED, "heap %ld is an option of heap %ld in one rule alone", h, n);
    }
}

static void state_options(void)
{
    if (rule[0].most <= 1 && rule[1].most <= 1) {
        same_single_options();
    } else {
        sort_pieces(&rule[0]), sort_pieces(&rule[1]);
        bool same = rule[0].kind == rule[1].kind && rule[0].pieces == rule[1].pieces;
        for (long i = 0; same && i < rule[0].pieces; i++) same = !by_piece(&rule[0].piece[i], &rule[1].piece[i]);
        if (!same) stop(REFUSED, "the options are not written alike; values may be the same");
    }
    printf("%s:%lu: each heap has the same options in both rules\n", name, line);
}

/* The first heap that tells the rules apart. */
static void state_differ(void)
{
    long heap = (need("at"), number());
    for (int k = 0; k < 2; k++) compute(&rule[k], heap);
    for (long n = 0; n <= heap; n++) {
        uint32_t a = rule[0].value[n], b = rule[1].value[n];
        if ((a == b) == (n == heap)) stop(REFUSED, "heap %ld has the values %u and %u", n, a, b);
    }
    printf("%s:%lu: heap %ld is the first with different SG values: %u in the first rule, %u in the second\n", name,
           line, heap, rule[0].value[heap], rule[1].value[heap]);
}

/* ---- the file ----------------------------------------------------------------------------------------------------------- */
static void read_statement(void)
{
    bool differ = said("differ");
    if (!differ && !said("same")) stop(UNREADABLE, "no line of a certificate, or not here");
    if (last != &rule[1] || !complete(last)) stop(UNREADABLE, "two rules of a heap should come before");
    stated++;
    if (differ) state_differ();
    else if (said("options")) state_options();
    else need("values"), state_values();
}

static void read_line(void)
{
    if (ended) stop(UNREADABLE, "a line after 'end'");
    if (said("end")) {
        if (!stated) stop(UNREADABLE, "nothing is stated");
        ended = true;
    } else if (!stated && said("rule")) {
        read_rule();
    } else if (!stated && last && last->kind == TAKES && said("take")) {
        read_take();
    } else if (!stated && last && last->kind == HEAPS && last->listed < last->from && said("heap")) {
        read_heap();
    } else if (!stated && last && last->kind == HEAPS && last->residues < last->modulus && said("residue")) {
        read_residue();
    } else {
        read_statement();
    }
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
        if (line == 1 && strcmp(row, "cgi-equal 1") != 0) stop(UNREADABLE, "this should be 'cgi-equal 1'");
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
    last = NULL, stamp = NULL, stamps = stated = held = 0, mark = steps = 0, line = 0, ended = false;
    int status = setjmp(leave);
    if (status == ACCEPTED) read_file(in);
    for (void *next; blocks; blocks = next) {
        next = *(void **)blocks;
        free(blocks);
    }
    return status;
}

int main(int count, char **files)
{
    int worst = count < 2 ? UNREADABLE : ACCEPTED;
    if (count < 2) fputs("cgi-verify-equal: name the certificates to check, or - for standard input\n", stderr);
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
