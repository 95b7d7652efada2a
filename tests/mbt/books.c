/* SPDX-License-Identifier: MIT */
/* The verifier of books against the definition: what it accepts is true, for random boards with random books, and for books with
 * random damage. It is one file that needs the C library alone, so it is a part of this program.
 *
 * Values by definition are computed here from the lines `move` alone: no parts, no images, no couples. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify-book.c"
#undef main
#include <unistd.h>

enum { CELLS = 16, MOVES = 400, SIZE = 1 << 17, DAMAGED = 3000, STATES = 1 << 16 };
static FILE *tap;
static int failures, cases;
static uint64_t seed = 20230818;
static uint64_t draw(uint64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % below;
}
static void claim(const char *what, const char *problem)
{
    fprintf(tap, "%s %d - books: %s\n", *problem ? "not ok" : "ok", ++cases, what);
    if (*problem) fprintf(tap, "# %s\n", problem), failures++;
}
static int judge(const char *book)
{
    FILE *in = fmemopen((void *)(uintptr_t)book, strlen(book), "r");
    name = "it";
    int status = in ? verify(in) : UNREADABLE;
    if (in) fclose(in);
    return status;
}

/* ---- the definition ---- */
struct plain_move {
    int count, cell[CELLS];
    char from[CELLS], to[CELLS];
};
static struct plain_move plain[MOVES];
static int plain_count, plain_cells;
static struct {
    char cells[CELLS + 1];
    int value;
} met[STATES];
static int met_count;

/* -1: more positions than there is room for. */
static int define(const char *state)
{
    char after[CELLS + 1];
    bool seen[256] = {false};
    size_t slot = 5381;
    for (const char *c = state; *c; c++) slot = slot * 33 + (size_t)*c;
    for (slot %= STATES; met[slot].cells[0]; slot = (slot + 1) % STATES)
        if (strcmp(met[slot].cells, state) == 0) return met[slot].value;
    for (int i = 0; i < plain_count; i++) {
        const struct plain_move *m = &plain[i];
        int k = 0;
        while (k < m->count && (m->from[k] == '?' || m->from[k] == state[m->cell[k]])) k++;
        if (k < m->count) continue;
        strcpy(after, state);
        for (k = 0; k < m->count; k++) after[m->cell[k]] = m->to[k];
        int v = define(after);
        if (v < 0 || v > 255) return -1;
        seen[v] = true;
    }
    int value_here = 0;
    while (seen[value_here]) value_here++;
    if (++met_count > STATES / 2) return -1;
    for (slot = 5381; *state; state++) slot = slot * 33 + (size_t)*state;
    state -= plain_cells;
    for (slot %= STATES; met[slot].cells[0]; slot = (slot + 1) % STATES) continue;
    strcpy(met[slot].cells, state);
    return met[slot].value = value_here;
}
static void forget(void)
{
    memset(met, 0, sizeof met);
    met_count = 0;
}

/* ---- random books ---- */
static char book_here[SIZE];
static void add(const char *format, ...)
{
    va_list args;
    size_t length = strlen(book_here);
    va_start(args, format);
    vsnprintf(book_here + length, sizeof book_here - length, format, args);
    va_end(args);
}

static void random_board(int digits)
{
    plain_cells = 3 + (int)draw(4);
    plain_count = 1 + (int)draw(7);
    *book_here = 0;
    add("cgi-book 1\nboard %d weights", plain_cells);
    for (int d = 1; d <= digits; d++) add(" %d", d);
    add("\n");
    for (int i = 0; i < plain_count; i++) {
        struct plain_move *m = &plain[i];
        int first = (int)draw((uint64_t)plain_cells);
        *m = (struct plain_move){.count = 1 + (int)draw(3)};
        add("move");
        for (int k = 0; k < m->count; k++) {
            m->cell[k] = (first + k) % plain_cells;
            m->from[k] = (char)(k ? '0' + (int)draw((uint64_t)digits + 1) : '1' + (int)draw((uint64_t)digits));
            m->to[k] = (char)(m->from[k] == '0' ? '0' : '0' + (int)draw((uint64_t)(m->from[k] - '0') + (k > 0)));
            if (k && draw(6) == 0) m->from[k] = '?', m->to[k] = '0';
            add(" %d:%c>%c", m->cell[k], m->from[k], m->to[k]);
        }
        add("\n");
    }
    forget();
}

/* A map of cells that is an image of these moves, where one is found in a few tries. */
static void random_image(void)
{
    static char before[SIZE];
    strcpy(before, book_here);
    for (int tries = 0; tries < 6; tries++) {
        int shift = (int)draw((uint64_t)plain_cells), mirrored = (int)draw(2), to[CELLS];
        add("image");
        for (int c = 0; c < plain_cells; c++) {
            to[c] = mirrored ? shift - c : c + shift;
            if (to[c] < 0 || to[c] >= plain_cells) add(" -");
            else add(" %d", to[c]);
        }
        add("\n");
        size_t length = strlen(book_here);
        add("value 0 of %0*d\nend\n", plain_cells, 0);
        bool fine = judge(book_here) == ACCEPTED;
        book_here[length] = 0;
        if (fine) return;
        strcpy(book_here, before);
    }
}

static void state_of(int number, int digits, char *state)
{
    for (int c = 0; c < plain_cells; c++, number /= digits + 1) state[c] = (char)('0' + number % (digits + 1));
    state[plain_cells] = 0;
}

static void random_books(void)
{
    static char problem[SIZE + 100];
    int accepted = 0, refused = 0, imaged = 0;
    *problem = 0;
    for (int round = 0; round < 1500 && !*problem; round++) {
        int digits = 1 + (int)draw(2), all = 1, wrong = draw(3) == 0, thin = (int)draw(3) + 1;
        char state[CELLS + 1];
        random_board(digits);
        random_image();
        imaged += strstr(book_here, "image") != NULL;
        for (int c = 0; c < plain_cells; c++) all *= digits + 1;
        for (int i = 0; i < all; i++) {
            state_of(i, digits, state);
            if (thin > 1 && !draw((uint64_t)thin + 1)) continue;
            add("couple %s %d\n", state, define(state) + (wrong && !draw((uint64_t)all / 2 + 1)));
        }
        state_of((int)draw((uint64_t)all), digits, state);
        int truth = define(state), said_value = truth + (draw(4) == 0);
        add("value %d of %s\nend\n", said_value, state);
        int status = judge(book_here);
        accepted += status == ACCEPTED;
        refused += status == REFUSED;
        if (status == ACCEPTED ? said_value != truth
                               : status == UNREADABLE || (!wrong && thin == 1 && said_value == truth))
            snprintf(problem, sizeof problem, "status %d: %s", status, book_here);
    }
    if (!*problem && (accepted < 200 || refused < 200 || imaged < 100))
        snprintf(problem, sizeof problem, "%d accepted, %d refused, %d with images", accepted, refused, imaged);
    claim("random boards: what is accepted is true, and what is complete and true is accepted", problem);
}

/* ---- misere play ---- */
static bool lost_by_definition(const char *state)
{
    char after[CELLS + 1];
    bool any = false;
    for (int i = 0; i < plain_count; i++) {
        const struct plain_move *m = &plain[i];
        int k = 0;
        while (k < m->count && (m->from[k] == '?' || m->from[k] == state[m->cell[k]])) k++;
        if (k < m->count) continue;
        strcpy(after, state);
        for (k = 0; k < m->count; k++) after[m->cell[k]] = m->to[k];
        any = true;
        if (lost_by_definition(after)) return false;
    }
    return any;
}

/* Lists most lost states, and sometimes one that is not, and states an outcome, true or not. */
static void random_lost(void)
{
    static char problem[SIZE + 100];
    int accepted = 0, refused = 0;
    *problem = 0;
    for (int round = 0; round < 1500 && !*problem; round++) {
        int digits = 1 + (int)draw(2), all = 1, wrong = draw(3) == 0, thin = (int)draw(3) + 1;
        char state[CELLS + 1];
        random_board(digits);
        if (plain_cells > 5) continue;
        random_image();
        for (int c = 0; c < plain_cells; c++) all *= digits + 1;
        for (int i = 0; i < all; i++) {
            state_of(i, digits, state);
            if (thin > 1 && !draw((uint64_t)thin + 3)) continue;
            if (lost_by_definition(state) != (wrong && !draw((uint64_t)all / 2 + 1))) add("lost %s\n", state);
        }
        state_of((int)draw((uint64_t)all), digits, state);
        bool truth = lost_by_definition(state), stated_lost = truth != (draw(4) == 0);
        add("misere %c of %s\nend\n", stated_lost ? 'P' : 'N', state);
        int status = judge(book_here);
        accepted += status == ACCEPTED;
        refused += status == REFUSED;
        if (status == ACCEPTED ? stated_lost != truth
                               : status == UNREADABLE || (!wrong && thin == 1 && stated_lost == truth))
            snprintf(problem, sizeof problem, "status %d: %s", status, book_here);
    }
    if (!*problem && (accepted < 200 || refused < 200))
        snprintf(problem, sizeof problem, "%d accepted, %d refused", accepted, refused);
    claim("misere play on random boards: what is accepted is true, and what is complete and true is accepted", problem);
}

/* ---- damage ---- */
static void hurt(char *book)
{
    size_t length = strlen(book), place = draw(length);
    static const char bytes[] = "0123456789 \n:>?-#end";
    switch (draw(5)) {
    case 0: book[place] = bytes[draw(sizeof bytes - 1)]; break;
    case 1: memmove(book + place, book + place + 1, length - place); break;
    case 2:
        memmove(book + place + 1, book + place, length - place + 1);
        book[place] = bytes[draw(sizeof bytes - 1)];
        break;
    case 3: { /* a line */
        char *start = strchr(book + place, '\n'), *end = start ? strchr(start + 1, '\n') : NULL;
        if (end) memmove(start, end, strlen(end) + 1);
        break;
    }
    default: { /* a digit */
        char *digit_at = strpbrk(book + place, "0123456789");
        if (digit_at) *digit_at = (char)('0' + draw(3));
    }
    }
}

/* The moves of the book, and what it states, by definition. False where this program cannot tell. */
static bool true_by_definition(char *book)
{
    plain_count = plain_cells = 0;
    forget();
    for (char *l = strtok(book, "\n"); l; l = strtok(NULL, "\n")) {
        char state[200];
        int used = 0, v;
        l += strspn(l, " \t\r");
        if (sscanf(l, "board %d", &v) == 1 && !plain_cells) plain_cells = v;
        if (plain_cells > CELLS || plain_count == MOVES) return false;
        if (strncmp(l, "move", 4) == 0) {
            struct plain_move *m = &plain[plain_count++];
            *m = (struct plain_move){0};
            for (char *w = l + 4; sscanf(w, "%d:%c%n", &m->cell[m->count], &m->from[m->count], &used) == 2;
                 m->count++) {
                w += used;
                m->to[m->count] = *w == '>' ? w[1] : m->from[m->count];
                if (*w == '>') w += 2;
            }
        }
        if (sscanf(l, "value %d of %199s", &v, state) == 2 && define(state) != v) return false;
    }
    return true;
}

static void damaged(const char *file, const char *original)
{
    static char book[SIZE], copy_of[SIZE], problem[SIZE + 100], title[200];
    int refused = 0, accepted = 0;
    *problem = 0;
    for (int i = 0; i < DAMAGED && !*problem; i++) {
        strcpy(book, original);
        for (int times = 1 + (int)draw(2); times; times--) hurt(book);
        strcpy(copy_of, book);
        if (judge(book) != ACCEPTED) {
            refused++;
            continue;
        }
        accepted++;
        if (!true_by_definition(book)) snprintf(problem, sizeof problem, "accepted: %s", copy_of);
    }
    snprintf(title, sizeof title, "%s damaged: %d refused, %d state what is true", file, refused, accepted);
    claim(title, problem);
}

int main(int count, char **files)
{
    static char book[SIZE / 2];
    tap = fdopen(dup(1), "w");
    if (!tap || !freopen("/dev/null", "w", stdout)) return 1;
    random_books();
    random_lost();
    for (int i = 1; i < count; i++) {
        FILE *in = fopen(files[i], "r");
        size_t length = in ? fread(book, 1, sizeof book - 1, in) : 0;
        if (in) fclose(in);
        book[length] = 0;
        const char *base = strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i];
        claim(base, judge(book) == ACCEPTED ? "" : "is not accepted");
        damaged(base, book);
    }
    fprintf(tap, "1..%d\n", cases);
    fclose(tap);
    return failures != 0;
}
