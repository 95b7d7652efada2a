/* SPDX-License-Identifier: MIT */
/* cgi-verify-book FILE...: do these books prove what they state about positions on a board? Shares nothing with cgi: the C library, and
 * the definitions of docs/manual/certificates.md, which says what each line means and why that is enough.
 *
 *     $ cgi certify games/cram.game "grid(4, 4)" >cram.book && cgi-verify-book cram.book
 *     cram.book:41: the position has the SG value 0
 *     cram.book: accepted
 *
 * A book lists the moves of a board, and couples: parts of positions, each with a value. A couple is right if none of its options has that
 * value and each smaller value is that of an option, where other couples, of positions that are fewer moves from the end, may be used.
 * For misere play it lists lost positions: each has options, and each of these has none or one that is listed.
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPTED, REFUSED, UNREADABLE };
enum { MOST_WORDS = 4096, MOST_NUMBER = 1000000000, MOST_CELLS = 1024, MOST_VALUE = 4095 };
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

/* ---- boards ------------------------------------------------------------------------------------------------------------- */
/* Cells hold a digit; one that holds 0 never changes. A position is the digits of all cells; it falls into parts, the cells that hold
 * something else, joined by the moves that may still come, each part with 0 in all other cells. */
struct change {
    long cell;
    char from, to; /* from '?': whatever it holds */
};
/* Does it ask a cell for something else than 0? */
static bool needs(const struct change *c) { return c->from >= '1' && c->from <= '9'; }
static struct move {
    struct change *change;
    size_t changes;
} * moves;
static struct couple {
    char *cells;
    long value;
    unsigned long line;
} * couples;
static long **images, cells, weight[10];
static bool misere; /* couples are lost positions, with no value */
static size_t move_count, move_room, couple_count, couple_room, image_count, image_room, entry_count, entry_room;
static struct entry { /* an image of the part of a couple, and the number of that */
    char *cells;
    size_t couple;
} * entries;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* CELL:FROM or CELL:FROM>TO: it holds FROM (? anything), and then TO. Cells that hold 0 stay so, and the sum of the weights falls. */
static void read_move(void)
{
    struct move m = {take(words * sizeof *m.change), 0};
    long fall = 0, needed = 0;
    for (; at < words; at++) {
        char *w = word[at];
        struct change c = {is_digit(*w) ? strtol(w, &w, 10) : cells, 0, 0};
        if (c.cell >= cells) stop(UNREADABLE, "word %zu should begin with a cell", at + 1);
        if (*w == ':' && (is_digit(w[1]) || w[1] == '?')) c.from = c.to = w[1], w += 2;
        if (c.from && *w == '>' && is_digit(w[1])) c.to = w[1], w += 2;
        if (!c.from || c.to == '?' || *w) stop(UNREADABLE, "word %zu should be CELL:DIGIT or CELL:DIGIT>DIGIT", at + 1);
        for (size_t i = 0; i < m.changes; i++)
            if (m.change[i].cell == c.cell) stop(UNREADABLE, "cell %ld occurs twice", c.cell);
        if ((c.from == '0' || c.from == '?') && c.to != '0') stop(REFUSED, "a cell that holds 0 would change");
        if (needs(&c)) fall += weight[c.from - '0'] - weight[c.to - '0'], needed++;
        m.change[m.changes++] = c;
    }
    if (fall < 1 || !needed) stop(REFUSED, "the weight of the cells does not fall");
    moves = grow(moves, &move_room, sizeof *moves, move_count + 1);
    moves[move_count++] = m;
}

static bool make(const struct move *m, const char *state, char *after)
{
    spend(m->changes);
    for (size_t i = 0; i < m->changes; i++)
        if (m->change[i].from != '?' && m->change[i].from != state[m->change[i].cell]) return false;
    strcpy(after, state);
    for (size_t i = 0; i < m->changes; i++) after[m->change[i].cell] = m->change[i].to;
    return true;
}

/* Does the move ask only cells of the image's domain for something else than 0? Then what it does there, as text for both sides. */
static char *moved(const struct move *m, const long *to, bool domain)
{
    char *text = take(2 * (size_t)cells + 1);
    spend((uint64_t)cells * (domain ? 1 : m->changes));
    memset(text, ' ', 2 * (size_t)cells);
    for (size_t i = 0; i < m->changes; i++) {
        struct change c = m->change[i];
        long cell = -1;
        for (long d = 0; d < cells && !domain && cell < 0; d++)
            if (to[d] == c.cell) cell = c.cell;
        if (domain) cell = to[c.cell];
        if (cell < 0 && needs(&c)) return NULL;
        if (cell >= 0) text[2 * cell] = c.from, text[2 * cell + 1] = c.to;
    }
    return text;
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static size_t sorted_moves(const long *to, bool domain, char **list)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < move_count; i++)
        if ((list[count] = moved(&moves[i], to, domain))) count++;
    qsort(list, count, sizeof *list, by_text);
    for (size_t i = 0; i < count; i++)
        if (!kept || strcmp(list[kept - 1], list[i]) != 0) list[kept++] = list[i];
    return kept;
}

/* Where each cell goes, - for off the board. The moves within the cells that stay on it go to the moves within their images. */
static void read_image(void)
{
    long *to = take((size_t)cells * sizeof *to);
    for (long c = 0; c < cells; c++) {
        to[c] = said("-") ? -1 : number();
        if (to[c] >= cells) stop(UNREADABLE, "there is no cell %ld", to[c]);
        for (long d = 0; d < c; d++)
            if (to[c] >= 0 && to[d] == to[c]) stop(REFUSED, "cells %ld and %ld have one image", d, c);
    }
    char **a = take((move_count + 1) * sizeof *a), **b = take((move_count + 1) * sizeof *b);
    size_t count = sorted_moves(to, true, a);
    if (count != sorted_moves(to, false, b)) stop(REFUSED, "the moves have other images");
    for (size_t i = 0; i < count; i++)
        if (strcmp(a[i], b[i]) != 0) stop(REFUSED, "the moves have other images");
    images = grow(images, &image_room, sizeof *images, image_count + 1);
    images[image_count++] = to;
}

static struct entry *entry_of(const char *part)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = part; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t i = (size_t)(hash ^ hash >> 29) & (entry_room - 1);
    while (entries[i].cells && strcmp(entries[i].cells, part) != 0) i = (i + 1) & (entry_room - 1);
    return &entries[i];
}

static void enter(char *part, size_t couple)
{
    if (2 * ++entry_count > entry_room) {
        struct entry *old = entries;
        size_t before = entry_room;
        entry_room = before ? 2 * before : 1 << 10;
        entries = take(entry_room * sizeof *entries);
        for (size_t i = 0; i < before; i++)
            if (old[i].cells) *entry_of(old[i].cells) = old[i];
    }
    *entry_of(part) = (struct entry){part, couple};
}

static const char *read_cells(void)
{
    if (at == words || strlen(word[at]) != (size_t)cells || strspn(word[at], "0123456789") != (size_t)cells)
        stop(UNREADABLE, "word %zu should have a digit for each cell", at + 1);
    return word[at++];
}

/* A part and its value, or a lost position; it is known from now on, and all its images. */
static void read_couple(void)
{
    size_t count = 0, room = 0;
    char **seen = NULL, *next = strcpy(take((size_t)cells + 1), read_cells());
    couples = grow(couples, &couple_room, sizeof *couples, couple_count + 1);
    couples[couple_count] = (struct couple){next, misere ? 0 : number(), line};
    if (couples[couple_count].value > MOST_VALUE) stop(UNREADABLE, "a value is beyond %d", MOST_VALUE);
    for (size_t i = 0, m = 0;; m++) {
        long c = 0;
        if (next && (!entry_room || !entry_of(next)->cells)) {
            seen = grow(seen, &room, sizeof *seen, count + 1);
            enter(seen[count++] = next, couple_count);
        }
        spend((uint64_t)cells);
        if (m == image_count) i++, m = 0;
        if (i >= count || !image_count) break;
        next = memset(take((size_t)cells + 1), '0', (size_t)cells);
        for (; c < cells && (seen[i][c] == '0' || images[m][c] >= 0); c++)
            if (seen[i][c] != '0') next[images[m][c]] = seen[i][c];
        if (c < cells) next = NULL;
    }
    couple_count++;
}

static long root(long *up, long cell)
{
    while (up[cell] != cell) cell = up[cell] = up[up[cell]];
    return cell;
}

static long up[MOST_CELLS];
static bool moves_here[MOST_CELLS];

/* Cells of one part get one root; cells that no move needs any more are in none. */
static void join_cells(const char *state)
{
    for (long c = 0; c < cells; c++) up[c] = c, moves_here[c] = false;
    for (size_t m = 0; m < move_count; m++) {
        long first = -1;
        size_t i = 0;
        spend(moves[m].changes);
        while (i < moves[m].changes && !(needs(&moves[m].change[i]) && state[moves[m].change[i].cell] == '0')) i++;
        if (i < moves[m].changes) continue; /* a cell that it needs holds 0 for ever */
        for (i = 0; i < moves[m].changes; i++) {
            long c = moves[m].change[i].cell;
            if (state[c] == '0') continue;
            moves_here[c] = true;
            if (first >= 0) up[root(up, c)] = root(up, first);
            first = c;
        }
    }
}

/* The value of a position all of whose parts are known, or -1. */
static long known_value(const char *state)
{
    static char part[MOST_CELLS + 1];
    long value_here = 0;
    join_cells(state);
    for (long c = 0; c < cells; c++) {
        if (!moves_here[c] || root(up, c) != c) continue;
        spend((uint64_t)cells);
        for (long d = 0; d < cells; d++) part[d] = moves_here[d] && root(up, d) == c ? state[d] : '0';
        part[cells] = 0;
        const struct entry *e = entry_room ? entry_of(part) : NULL;
        if (!e || !e->cells) return -1;
        value_here ^= couples[e->couple].value;
    }
    return value_here;
}

/* Every option has another value: a known one, or it has itself an option with the value. Every smaller value is that of an option. */
static void check_couple(const struct couple *c)
{
    static char after[MOST_CELLS + 1], reply[MOST_CELLS + 1];
    bool met[MOST_VALUE + 1] = {false};
    line = c->line;
    for (size_t m = 0; m < move_count; m++) {
        if (!make(&moves[m], c->cells, after)) continue;
        long v = known_value(after);
        size_t r = 0;
        while (v < 0 && r < move_count && (!make(&moves[r], after, reply) || known_value(reply) != c->value)) r++;
        if (v == c->value || r == move_count) stop(REFUSED, "nothing shows that %s has another value", after);
        if (v >= 0 && v < c->value) met[v] = true;
    }
    for (long v = 0; v < c->value; v++)
        if (!met[v]) stop(REFUSED, "no option is known to have the value %ld", v);
}

/* Is the position listed, without the cells in no part? Then in misere play it is lost, as far as what is listed is right. */
static bool listed(const char *state)
{
    static char live[MOST_CELLS + 1];
    join_cells(state);
    for (long c = 0; c < cells; c++) live[c] = moves_here[c] ? state[c] : '0';
    live[cells] = 0;
    return entry_room && entry_of(live)->cells;
}

/* In misere play: it has no option, or one that is listed. */
static bool shown_won(const char *state)
{
    static char reply[MOST_CELLS + 1];
    bool any = false;
    for (size_t m = 0; m < move_count; m++) {
        if (!make(&moves[m], state, reply)) continue;
        if (listed(reply)) return true;
        any = true;
    }
    return !any;
}

static void check_lost(const struct couple *c)
{
    static char after[MOST_CELLS + 1];
    bool any = false;
    line = c->line;
    for (size_t m = 0; m < move_count; m++) {
        if (!make(&moves[m], c->cells, after)) continue;
        any = true;
        if (!shown_won(after)) stop(REFUSED, "nothing shows that %s is won", after);
    }
    if (!any) stop(REFUSED, "it has no options, so it is won");
}

/* ---- the file ----------------------------------------------------------------------------------------------------------- */
static size_t checked, stated;
static bool ended;

/* The couples, or lost positions, so far. */
static void check_all(void)
{
    unsigned long here = line;
    for (; checked < couple_count; checked++) misere ? check_lost(&couples[checked]) : check_couple(&couples[checked]);
    line = here;
}

static void read_board(void)
{
    cells = number();
    if (cells < 1 || cells > MOST_CELLS) stop(UNREADABLE, "a board has 1 to %d cells", MOST_CELLS);
    for (int d = 1; d <= 9; d++) weight[d] = 1;
    if (!said("weights")) return;
    for (int d = 1; d <= 9; d++) weight[d] = at < words ? number() : 0;
}

/* What is stated rests on all couples so far. */
static long value_stated(void)
{
    need("of");
    long v = known_value(read_cells());
    check_all();
    if (v < 0) stop(REFUSED, "a part of the position has no couple");
    return v;
}

static void state_value(void)
{
    long v = number(), found = value_stated();
    if (v != found) stop(REFUSED, "the value is %ld", found);
    printf("%s:%lu: the position has the SG value %ld\n", name, line, v);
}

static void state_outcome(void)
{
    bool won = said("N");
    if (!won) need("P");
    if (won != (value_stated() != 0)) stop(REFUSED, "the outcome is %c", won ? 'P' : 'N');
    printf("%s:%lu: the position is %s\n", name, line, won ? "N, won by who is to move" : "P, lost by who is to move");
}

static void state_misere(void)
{
    bool won = said("N");
    if (!won) need("P");
    need("of");
    const char *state = read_cells();
    if (couple_count && !misere) stop(UNREADABLE, "couples say nothing of misere play");
    misere = true, check_all();
    if (won ? !shown_won(state) : !listed(state)) stop(REFUSED, "nothing shows that it is %s", won ? "won" : "lost");
    printf("%s:%lu: in misere play the position is %s\n", name, line,
           won ? "N, won by who is to move" : "P, lost by who is to move");
}

static void read_line(void)
{
    if (ended) stop(UNREADABLE, "a line after 'end'");
    if (!cells) need("board"), read_board();
    else if (said("move") && !couple_count && !image_count) read_move();
    else if (said("image") && !couple_count) read_image();
    else if (!misere && said("couple")) read_couple();
    else if ((misere || !couple_count) && said("lost")) misere = true, read_couple();
    else if (!misere && said("value")) state_value(), stated++;
    else if (!misere && said("outcome")) state_outcome(), stated++;
    else if (said("misere")) state_misere(), stated++;
    else if (said("end") && stated) check_all(), ended = true;
    else stop(UNREADABLE, "no line of a book, or not here");
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

static void begin(void)
{
    moves = NULL, couples = NULL, images = NULL, entries = NULL;
    move_count = move_room = couple_count = couple_room = image_count = image_room = entry_count = entry_room = 0;
    checked = stated = held = 0, cells = 0, steps = line = 0, ended = misere = false;
}

static int verify(FILE *in)
{
    begin();
    int status = setjmp(leave);
    if (status == ACCEPTED) {
        while (line++, next_line(in)) {
            words = at = 0;
            if (line == 1 && strcmp(row, "cgi-book 1") != 0) stop(UNREADABLE, "this should be 'cgi-book 1'");
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
    if (count < 2) fputs("cgi-verify-book: name the books to check, or - for standard input\n", stderr);
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
