/* SPDX-License-Identifier: MIT */
/* cgi-verify-misere FILE...: do these books prove what they state about sums of heaps in misere play? Shares nothing with cgi: the C
 * library, and the definitions of docs/manual/certificates.md, which says what each line means and why that is enough.
 *
 *     $ cgi certify games/kayles.game 9 --misere >nine.book && cgi-verify-misere nine.book
 *     nine.book:9: in misere play the position is P, lost by who is to move
 *     nine.book: accepted
 *
 * A book gives the rule of a heap and lists lost sums of heaps. One is right if it has options, and each of these has none, or an
 * option that is listed: options are nearer to the end, so what is used is right if all are. Who cannot move wins.
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { MOST_WORDS = 4096, MOST_NUMBER = 1000000000, MOST_DIGITS = 65536, MOST_HEAPS = 256 };
static uint64_t most_steps = UINT64_C(2000000000); /* a minute or so */
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
static bool begun; /* the rule is complete */
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

/* ---- sums of heaps -------------------------------------------------------------------------------------------------------- */
/* Heaps in ascending order, without those that have no options. */
struct sum {
    long *heap;
    size_t count;
    unsigned long line; /* where it is listed */
};
static struct sum *sums;
static size_t sum_count, sum_room, slot_count, *slots, checked; /* slots: 1 + the number of a listed sum; 0: free */

/* One option of heap n: at most three heaps. Options are counted from 0; false: there are no more. A walk goes on where it was. */
struct walk {
    size_t digit;
    int heaps; /* the next to be left; 4: the next digit */
    long a, b; /* the smallest, and the second of three */
};
static bool may_leave(const struct digit *d, long n, long a)
{
    long b = n - d->take - a;
    return n >= d->from && a >= d->least && b >= d->least && labs(a - b) >= d->apart;
}

static bool next_split(struct walk *w, long n, long *piece)
{
    const struct digit *d = &digit[w->digit];
    long rest = n - d->take;
    piece[0] = piece[1] = piece[2] = 0;
    spend(1);
    for (; w->heaps < 4; w->heaps++, w->a = 0, w->b = 0) {
        if (!(d->heaps >> w->heaps & 1)) continue;
        if (w->heaps < 2 && !w->a && (w->heaps ? rest >= 1 : rest == 0)) return w->a = 1, piece[0] = rest, true;
        for (; w->heaps == 2 && ++w->a <= rest / 2; spend(1))
            if (may_leave(d, n, w->a)) return piece[0] = w->a, piece[1] = rest - w->a, true;
        for (; w->heaps == 3 && w->a <= rest / 3; w->a++, w->b = w->a - 1)
            if (w->a && ++w->b <= (rest - w->a) / 2)
                return piece[0] = w->a, piece[1] = w->b, piece[2] = rest - w->a - w->b, true;
    }
    return false;
}

static bool next_option(struct walk *w, long n, long *piece)
{
    if (rule == HEAPS) {
        const struct takes *t = &lists[n < from ? n : from + n % modulus];
        piece[1] = piece[2] = 0;
        if (w->digit == t->count) return false;
        piece[0] = n < from ? t->at[w->digit] : n - t->at[w->digit];
        return w->digit++, true;
    }
    for (; w->digit < digits; w->digit++, w->heaps = 0, w->a = w->b = 0)
        if (next_split(w, n, piece)) return true;
    return false;
}

static bool has_options(long n)
{
    struct walk w = {0};
    long piece[3];
    return next_option(&w, n, piece);
}

static void add_heap(struct sum *s, long n)
{
    size_t i = s->count;
    if (!n || !has_options(n)) return;
    if (s->count == MOST_HEAPS) stop(UNREADABLE, "more than %d heaps", MOST_HEAPS);
    for (; i && s->heap[i - 1] > n; i--) s->heap[i] = s->heap[i - 1];
    s->heap[i] = n;
    s->count++;
}

static size_t slot_of(const struct sum *s)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < s->count; i++) hash = (hash ^ (uint64_t)s->heap[i]) * 1099511628211u;
    size_t i = (size_t)(hash ^ hash >> 29) & (slot_count - 1);
    for (; slots[i]; i = (i + 1) & (slot_count - 1)) {
        const struct sum *other = &sums[slots[i] - 1];
        if (other->count == s->count && memcmp(other->heap, s->heap, s->count * sizeof *s->heap) == 0) break;
    }
    return i;
}

static bool listed_sum(const struct sum *s) { return slot_count && slots[slot_of(s)]; }

/* Calls `each` with every option of the sum until it returns true. Equal heaps have equal options. */
static bool any_option(const struct sum *s, struct sum *option, bool (*each)(const struct sum *))
{
    long piece[3];
    for (size_t i = 0; i < s->count; i++) {
        struct walk w = {0};
        if (i && s->heap[i] == s->heap[i - 1]) continue;
        while (next_option(&w, s->heap[i], piece)) {
            option->count = 0;
            spend(s->count);
            for (size_t k = 0; k < s->count; k++)
                if (k != i) option->heap[option->count++] = s->heap[k];
            for (int p = 0; p < 3; p++) add_heap(option, piece[p]);
            if (each(option)) return true;
        }
    }
    return false;
}

/* A sum without heaps that have options ends play: who is to move has won. */
static bool shown_won(const struct sum *s)
{
    static long heap[MOST_HEAPS + 1];
    struct sum reply = {heap, 0, 0};
    return !s->count || any_option(s, &reply, listed_sum);
}
static bool open_option(const struct sum *s) { return !shown_won(s); }

static void check_lost(const struct sum *s)
{
    static long heap[MOST_HEAPS + 1];
    struct sum option = {heap, 0, 0};
    line = s->line;
    if (!s->count) stop(REFUSED, "it has no options, so it is won");
    if (!any_option(s, &option, open_option)) return;
    printf("%s:%lu: the option of the heaps", name, line);
    for (size_t i = 0; i < option.count; i++) printf(" %ld", option.heap[i]);
    puts(":");
    stop(REFUSED, "nothing shows that an option is won");
}

/* The rest of the line. */
static struct sum read_sum(void)
{
    if (rule == NO_RULE) stop(UNREADABLE, "the rule of a heap should come before");
    if (rule == HEAPS && (listed < from || residues < modulus)) stop(UNREADABLE, "options of some heaps are missing");
    struct sum s = {take((words - at + 1) * sizeof *s.heap), 0, line};
    begun = true;
    while (at < words) add_heap(&s, number());
    return s;
}

static void read_lost(void)
{
    struct sum s = read_sum();
    sums = grow(sums, &sum_room, sizeof *sums, sum_count + 1);
    sums[sum_count] = s;
    if (2 * (sum_count + 1) > slot_count) {
        slot_count = slot_count ? 2 * slot_count : 1 << 10;
        slots = take(slot_count * sizeof *slots);
        for (size_t i = 0; i < sum_count; i++) slots[slot_of(&sums[i])] = i + 1;
    }
    slots[slot_of(&s)] = ++sum_count;
}

static void state_misere(void)
{
    unsigned long here = line;
    bool won = said("N");
    if (!won) need("P");
    need("of");
    struct sum s = read_sum();
    for (; checked < sum_count; checked++) check_lost(&sums[checked]);
    line = here;
    if (won ? !shown_won(&s) : !listed_sum(&s)) stop(REFUSED, "nothing shows that it is %s", won ? "won" : "lost");
    printf("%s:%lu: in misere play the position is %s\n", name, line,
           won ? "N, won by who is to move" : "P, lost by who is to move");
}

/* ---- the file ----------------------------------------------------------------------------------------------------------- */
static size_t stated;
static bool ended;

static void read_line(void)
{
    if (ended) stop(UNREADABLE, "a line after 'end'");
    if (said("rule")) {
        read_rule();
    } else if (said("lost")) {
        read_lost();
    } else if (said("misere")) {
        state_misere();
        stated++;
    } else if (said("end")) {
        if (!stated) stop(UNREADABLE, "nothing is stated");
        for (; checked < sum_count; checked++) check_lost(&sums[checked]);
        ended = true;
    } else if (rule == TAKES && !begun && said("take")) {
        read_take();
    } else if (rule == HEAPS && !begun && said("heap") && number() == listed && listed < from) {
        need("to");
        read_list(listed, 0, listed - 1);
        listed++;
    } else if (rule == HEAPS && !begun && said("residue") && number() == residues && residues < modulus) {
        need("takes");
        read_list(from + residues, 1, from);
        residues++;
    } else {
        stop(UNREADABLE, "no line of a book, or not here");
    }
    nothing_more();
}

static bool next_line(FILE *in)
{
    if (!fgets(row, sizeof row, in)) {
        if (ferror(in)) stop(UNREADABLE, "reading fails");
        return false;
    }
    if (!feof(in) && !strchr(row, '\n')) stop(UNREADABLE, "a line is too long, or has a byte 0");
    row[strcspn(row, "\n")] = 0;
    return true;
}

/* For the next file. */
static void begin(void)
{
    rule = NO_RULE, digit = NULL, digits = digit_room = 0, lists = NULL;
    modulus = from = listed = residues = 0, begun = ended = false;
    sums = NULL, slots = NULL;
    sum_count = sum_room = slot_count = checked = stated = held = 0, steps = line = 0;
}

static int verify(FILE *in)
{
    begin();
    int status = setjmp(leave);
    if (status == ACCEPTED) {
        while (line++, next_line(in)) {
            words = at = 0;
            if (line == 1 && strcmp(row, "cgi-misere 1") != 0) stop(UNREADABLE, "this should be 'cgi-misere 1'");
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
    if (count < 2) fputs("cgi-verify-misere: name the books to check, or - for standard input\n", stderr);
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
