/* SPDX-License-Identifier: MIT */
/* cgi-verify-automaton FILE...: are the lost positions of this rule exactly those that this automaton accepts? Shares nothing with cgi: the
 * C library, machines.c beside it, and docs/manual/certificates.md, which says what each line means and why what is decided here is enough.
 *
 *     $ cgi certify games/wythoff.game >it.cert && cgi-verify-automaton it.cert
 *     it.cert:39: a position is lost if and only if the automaton accepts it
 *     it.cert: accepted
 *
 * Exit status: 0 all accepted, 1 one is refused (with its line and the reason), 2 one cannot be read. */
#include <stdio.h>
#include <string.h>
#include "machines.h"

enum { MOST_WORDS = 4096, MOST_NUMBER = 1000000, NAME = 60, PARTS = 160, MOST_STATES = 10000 };

/* ---- the words of a line ----------------------------------------------------------------------------------------------- */
static char row[1 << 16], *word[MOST_WORDS];
static size_t words, at;

static const char *next_word(void) { return at < words ? word[at] : ""; }
static bool said(const char *what) { return strcmp(next_word(), what) == 0 && ++at; }
static void need(const char *what)
{
    if (!said(what)) stop(UNREADABLE, "word %zu should be '%s'", at + 1, what);
}

static int64_t number(int64_t least, int64_t most)
{
    const char *w = next_word();
    int64_t n = 0;
    if (!*w || (w[0] == '0' && w[1])) stop(UNREADABLE, "word %zu should be a number without leading zeros", at + 1);
    for (; *w; w++) {
        if (*w < '0' || *w > '9') stop(UNREADABLE, "word %zu should be a number", at + 1);
        n = 10 * n + (*w - '0');
        if (n > most) stop(UNREADABLE, "word %zu is beyond %lld", at + 1, (long long)most);
    }
    if (n < least) stop(UNREADABLE, "word %zu is below %lld", at + 1, (long long)least);
    return at++, n;
}

static void read_numeration(void)
{
    if (base) stop(UNREADABLE, "a second numeration");
    linked = period = 0, base = 1;
    if (said("base")) {
        quotient[period++] = base = (int)number(2, MOST_DIGITS);
        return;
    }
    need("ostrowski"), need("below");
    linked = 1, below = (int)number(0, 1);
    need("quotients");
    do {
        if (period == PERIOD) stop(UNREADABLE, "more than %d quotients", PERIOD);
        quotient[period] = number(period || below ? 1 : 2, MOST_DIGITS);
        if ((base *= (int)quotient[period++] + 1) > MOST_DIGITS) stop(UNREADABLE, "more than %d letters", MOST_DIGITS);
    } while (at < words);
}

/* ---- blocks: the positions, and the moves of one kind ---------------------------------------------------------------------------- */
static char names[NAMES][NAME + 1];
static int fields, inner, named,
    results[FIELDS]; /* names: of fields, from `fields` on of results, from `inner` on of others */
static struct machine part[PARTS], positions, set, rest, movable;
static int parts;
static enum { HEAD, POSITION, STATES, MOVE, DONE, ENDED } place;
static enum { NO_PLAY, NORMAL, MISERE } play;
static bool ending;
static unsigned long block_line;
static struct form measure[FIELDS];
static int measures;
static uint32_t states_read;

static int named_variable(bool fresh)
{
    const char *w = next_word();
    size_t length = strspn(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789'");
    if (!length || length > NAME || w[length] || (*w >= '0' && *w <= '9'))
        stop(UNREADABLE, "word %zu should be a name", at + 1);
    for (int i = 0; i < named; i++)
        if (strcmp(names[i], w) == 0) return fresh ? stop(UNREADABLE, "'%s' has a meaning already", w), 0 : (at++, i);
    if (!fresh) stop(UNREADABLE, "'%s' is no number of this line's block", w);
    if (named == NAMES) stop(UNREADABLE, "more than %d names", NAMES);
    strcpy(names[named], w);
    return at++, named++;
}

static void read_sum(struct form *f, int64_t sign)
{
    do {
        int64_t factor = said("-") ? -sign : (said("+"), sign);
        bool digit = *next_word() >= '0' && *next_word() <= '9',
             after = digit && at + 1 < words && !strchr("+-=<>", *word[at + 1]);
        if (digit) factor *= number(0, MOST_NUMBER);
        if (digit && !after) f->constant += factor;
        else add(f, named_variable(false), factor);
    } while (*next_word() == '+' || *next_word() == '-');
}

static struct machine read_condition(void)
{
    struct form f = {0};
    int name[3];
    bool no = said("no");
    if (no || strcmp(next_word(), "weight") == 0) {
        need("weight"), name[0] = named_variable(false);
        struct machine weight = digitwise(name, 1);
        return no ? join(natural(name[0]), WITHOUT, weight) : weight;
    }
    if (said("xor")) {
        for (int i = 0; i < 3; i++) name[i] = named_variable(false);
        return digitwise(name, 3);
    }
    read_sum(&f, 1);
    bool less = said("<="), equal = !less && said("=");
    if (!less && !equal) need(">=");
    if (less)
        for (int i = 0; i < f.count; i++) f.factor[i] = -f.factor[i];
    if (less) f.constant = -f.constant;
    read_sum(&f, less ? 1 : -1);
    return linear(&f, equal);
}

static void add_part(struct machine m)
{
    if (parts == PARTS) stop(UNREADABLE, "more than %d conditions", PARTS);
    part[parts++] = m;
}

/* Those parts that the variable is in (-1: all) as one. */
static struct machine joined(int name)
{
    struct machine all = natural(name < 0 ? 0 : name);
    int kept = 0;
    for (int i = 0; i < parts; i++) {
        bool in = name < 0;
        for (int k = 0; k < part[i].tracks; k++) in = in || part[i].name[k] == name;
        if (in) joins(&all, AND, part[i]), forget(part[i]);
        else part[kept++] = part[i];
    }
    parts = kept;
    return all;
}

/* What the block says of its fields and results. */
static struct machine conjunction(void)
{
    for (int v = 0; v < fields; v++) add_part(natural(v));
    for (int v = fields; v < named; v++) add_part(natural(v));
    for (int v = inner; v < named; v++) {
        struct machine all = joined(v);
        add_part(some(all, v)), forget(all);
    }
    return joined(-1);
}

static void none(struct machine m, const char *why)
{
    if (!empty(m)) stop(REFUSED, "%s", why);
    forget(m);
}

/* The first measure that changes falls, and it is not negative before: so play ends. */
static void check_fall(struct machine moves)
{
    struct machine left = join(moves, AND, moves);
    for (int k = 0; k < measures; k++) {
        const struct form *m = &measure[k];
        struct form same = {0}, rises = {.constant = -1}, falls = {.constant = -1},
                    low = {.constant = -1 - m->constant};
        for (int i = 0; i < m->count; i++) {
            int to = results[m->name[i]];
            add(&same, m->name[i], m->factor[i]), add(&same, to, -m->factor[i]);
            add(&falls, m->name[i], m->factor[i]), add(&falls, to, -m->factor[i]);
            add(&rises, m->name[i], -m->factor[i]), add(&rises, to, m->factor[i]);
            add(&low, m->name[i], -m->factor[i]);
        }
        none(join(left, AND, linear(&rises, false)), "a move makes rise what is said to fall");
        none(join(join(left, AND, linear(&falls, false)), AND, linear(&low, false)),
             "what falls is negative before a move");
        joins(&left, AND, linear(&same, true));
    }
    none(left, "a move leaves as it is what is said to fall");
}

static struct machine movers(struct machine moves)
{
    for (int v = fields; v < inner; v++) {
        struct machine fewer = some(moves, v);
        forget(moves), moves = fewer;
    }
    return moves;
}

static void close_move(void)
{
    struct machine moves = conjunction(), winning = {0};
    joins(&moves, AND, positions);
    if (ending) {
        if (play == NORMAL) none(join(moves, AND, set), "a lost position has a move that ends play");
        winning = moves;
    } else {
        none(join(moves, WITHOUT, renamed(positions, results)), "a move leads to what is no position");
        check_fall(moves);
        winning = join(moves, AND, renamed(set, results));
        none(join(winning, AND, set), "a move leads from a position of the set to one of the set");
        winning = movers(winning);
    }
    if (!ending || play == NORMAL) joins(&rest, WITHOUT, winning);
    joins(&movable, OR, ending ? moves : movers(moves));
}

/* Before the first move: the positions are known, and the set within them. */
static void close_states(void)
{
    if (states_read < set.states - 1) stop(UNREADABLE, "state %u is missing", states_read);
    if (set.next[0]) stop(REFUSED, "leading zeros lead from state 0 to another one");
    if (!positions.states) positions = (named = inner = fields, conjunction());
    joins(&set, AND, positions);
    rest = join(positions, WITHOUT, set), movable = join(positions, WITHOUT, positions);
}

static void close_block(void)
{
    unsigned long here = line;
    line = block_line;
    if (place == POSITION && !positions.states) positions = conjunction();
    else if (place == POSITION) joins(&positions, OR, conjunction());
    if (place == STATES) close_states();
    if (place == MOVE) close_move();
    line = here, block_line = here, named = inner = fields;
}

static void state_lost(void)
{
    need("exactly");
    if (play == MISERE) {
        none(join(set, WITHOUT, movable), "a position of the set has no move, so it is won");
        joins(&rest, AND, movable);
    }
    none(rest, "a position that is not in the set has no move into it");
    place = DONE;
    printf("%s:%lu: %sa position is lost if and only if the automaton accepts it\n", file, line,
           play == MISERE ? "in misere play " : "");
}

/* Does the machine accept these numbers? Greedy representations (Ostrowski 1922). */
static bool holds(struct machine m, const int64_t *numbers)
{
    int64_t weight[128] = {1}, digits[FIELDS][128 + PERIOD] = {{0}}, before = below;
    int count = 1;
    for (; weight[count - 1] <= INT64_C(100000000000000000); count++) {
        weight[count] = quotient[(count - 1) % period] * weight[count - 1] + linked * before;
        before = weight[count - 1];
    }
    for (int i = 0; i < fields; i++) {
        int64_t left = numbers[i];
        for (int k = count - 1; k >= 0; k--) digits[i][k] = left / weight[k], left %= weight[k];
    }
    uint32_t state = 0;
    for (int k = (count + period - 1) / period * period - period; k >= 0; k -= period) {
        uint32_t letter = 0, each = 1;
        for (int t = 0; t < m.tracks; t++)
            for (int j = 0; j < period; j++)
                letter += each * (uint32_t)digits[m.name[t]][k + j], each *= (uint32_t)(quotient[j] + linked);
        state = m.next[(size_t)state * m.letters + letter];
    }
    return m.accepts[state];
}

static void state_outcome(void)
{
    int64_t numbers[FIELDS];
    bool won = said("N");
    if (!won) need("P");
    need("of");
    for (int i = 0; i < fields; i++) numbers[i] = number(0, INT64_C(100000000000000000));
    if (!holds(positions, numbers)) stop(REFUSED, "this is no position");
    if (holds(set, numbers) == won) stop(REFUSED, "the outcome is %c", won ? 'P' : 'N');
    printf("%s:%lu: %sthe position is %s\n", file, line, play == MISERE ? "in misere play " : "",
           won ? "N, won by who is to move" : "P, lost by who is to move");
}

/* ---- the lines ------------------------------------------------------------------------------------------------------------------- */
static void read_head(void)
{
    if (said("numeration")) {
        read_numeration();
    } else if (said("play") && !play) {
        play = said("misere") ? MISERE : (need("normal"), NORMAL);
    } else if (said("fields") && !fields) {
        while (at < words) named_variable(true);
        if (!named || named > FIELDS) stop(UNREADABLE, "a position has 1 to %d numbers", FIELDS);
        fields = inner = named;
    } else {
        if (!said("measure") || !fields || measures == FIELDS)
            stop(UNREADABLE, "no line of a certificate, or not here");
        read_sum(&measure[measures++], 1);
    }
}

static void read_automaton(void)
{
    if (!base || !fields || !play || !measures)
        stop(UNREADABLE, "'numeration', 'play', 'fields' and 'measure' come before");
    set = (struct machine){.letters = 1};
    for (int i = 0; i < fields; i++) add_track(&set, i);
    set.states = (uint32_t)number(1, MOST_STATES) + 1; /* the last one is where nothing is accepted */
    size_t cells = (size_t)set.states * set.letters;
    set.next = zeros(cells, sizeof *set.next), set.accepts = zeros(set.states, sizeof *set.accepts);
    for (size_t i = 0; i < cells; i++) set.next[i] = set.states - 1;
    place = STATES;
}

static void read_state(void)
{
    if (number(0, MOST_STATES) != states_read || states_read == set.states - 1)
        stop(UNREADABLE, "this should be state %u", states_read);
    set.accepts[states_read++] = said("accepts");
}

static void read_arrow(void)
{
    uint32_t letter = 0, each = 1;
    if (!states_read) stop(UNREADABLE, "a state should come before");
    for (int i = 0; i < fields; i++, each *= (uint32_t)base) letter += each * (uint32_t)number(0, base - 1);
    uint32_t *to = &set.next[(size_t)(states_read - 1) * set.letters + letter];
    need("to");
    if (*to != set.states - 1) stop(UNREADABLE, "a second state is reached by this");
    *to = (uint32_t)number(0, set.states - 2);
}

static void read_move(void)
{
    if (said("end")) {
        ending = true;
    } else {
        need("to"), ending = false;
        for (int i = 0; i < fields; i++) {
            int known = 0;
            while (known < named && strcmp(names[known], next_word()) != 0) known++;
            results[i] = named_variable(known == named);
        }
        inner = named;
    }
    place = MOVE;
}

static void read_line(void)
{
    bool block = place == POSITION || place == MOVE;
    if (block && said("some")) {
        while (at < words) named_variable(true);
    } else if (block && said("if")) {
        add_part(read_condition());
    } else if (place == STATES && said("state")) {
        read_state();
    } else if (place == STATES && said("by")) {
        read_arrow();
    } else if (place == DONE && said("outcome")) {
        state_outcome();
    } else if (place == DONE && said("end")) {
        place = ENDED;
    } else if (place <= POSITION && said("position")) {
        if (!base || !fields) stop(UNREADABLE, "'numeration' and 'fields' come before");
        close_block(), place = POSITION;
    } else if (place <= POSITION && said("automaton")) {
        close_block(), read_automaton();
    } else if ((place == STATES || place == MOVE) && said("move")) {
        close_block(), read_move();
    } else if ((place == STATES || place == MOVE) && said("lost")) {
        close_block(), state_lost();
    } else if (place == HEAD) {
        read_head();
    } else {
        stop(UNREADABLE, "no line of a certificate, or not here");
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
        if (line == 1 && strcmp(row, "cgi-automaton 1") != 0) stop(UNREADABLE, "this should be 'cgi-automaton 1'");
        if (line == 1 || *row == '#') continue;
        for (char *w = strtok(row, " \t\r"); w; w = strtok(NULL, " \t\r")) {
            if (words == MOST_WORDS) stop(UNREADABLE, "more than %d words", MOST_WORDS);
            word[words++] = w;
        }
        if (words) read_line();
    }
    if (place != ENDED) stop(UNREADABLE, "the line 'end' is missing");
    printf("%s: accepted\n", file);
}

static int verify(FILE *in)
{
    line = steps = block_line = 0, place = HEAD, play = NO_PLAY;
    base = fields = inner = named = parts = measures = 0, states_read = 0;
    positions = set = rest = movable = (struct machine){0};
    memset(measure, 0, sizeof measure);
    int status = setjmp(leave);
    if (status == ACCEPTED) read_file(in);
    drop_all();
    return status;
}

int main(int count, char **files)
{
    int worst = count < 2 ? UNREADABLE : ACCEPTED;
    if (count < 2) fputs("cgi-verify-automaton: name the certificates to check, or - for standard input\n", stderr);
    for (int i = 1; i < count; i++) {
        FILE *in = strcmp(files[i], "-") == 0 ? stdin : fopen(files[i], "r");
        file = files[i];
        if (!in) printf("%s: cannot be opened\n", file);
        int status = in ? verify(in) : UNREADABLE;
        if (in && in != stdin) fclose(in);
        if (status > worst) worst = status;
    }
    return worst;
}
