/* SPDX-License-Identifier: MIT */
/* Changed certificates of lost positions: what cgi-verify-automaton accepts is true of all positions with small numbers whose play stays
 * among small numbers: moves by trying all results and all other numbers, outcomes by search, the automaton by reading greedy digits. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/machines.c"
#include "../../verify/cgi-verify-automaton.c"
#undef main
#define FORGED_KIND "lost positions"
#define FORGED_NAME file
enum { VARIABLES = 12, CONDITIONS = 24, BLOCKS = 24, SIDE_SUM = 40, STATES_HERE = 300, ROOM = 4096 };

/* ---- the text --------------------------------------------------------------------------------------------------------- */
struct plain_condition {
    int kind; /* '=', '>': sum >= 0; 'w', 'n', 'x' */
    long factor[VARIABLES], constant;
    int of[3];
};
struct plain_block {
    bool position, end;
    int variables, result[FIELDS], conditions; /* fields first */
    char name[VARIABLES][NAME + 1];
    struct plain_condition condition[CONDITIONS];
};
static struct plain_block blocks_here[BLOCKS];
static int block_count, plain_fields, plain_states, plain_base, plain_link, plain_below, plain_period;
static long plain_a[PERIOD];
static char plain_name[FIELDS][NAME + 1];
static bool plain_misere, plain_accepts[STATES_HERE], odd;
static int plain_next[STATES_HERE][ROOM];

static int plain_variable(struct plain_block *b, const char *w)
{
    for (int i = 0; i < b->variables; i++)
        if (strcmp(b->name[i], w) == 0) return i;
    if (b->variables == VARIABLES || strlen(w) > NAME) return odd = true, 0;
    strcpy(b->name[b->variables], w);
    return b->variables++;
}

static void plain_condition(struct plain_block *b, char **w, int n)
{
    struct plain_condition *c = &b->condition[b->conditions];
    long side = 1, sign = 1;
    if (b->conditions++ == CONDITIONS - 1) odd = true, b->conditions = 0;
    *c = (struct plain_condition){.kind = '='};
    if (n > 1 && strcmp(w[0], "weight") == 0) c->kind = 'w', c->of[0] = plain_variable(b, w[1]);
    else if (n > 2 && strcmp(w[0], "no") == 0) c->kind = 'n', c->of[0] = plain_variable(b, w[2]);
    else if (n > 3 && strcmp(w[0], "xor") == 0)
        for (int i = c->kind = 'x', k = 0; k < 3 && i; k++) c->of[k] = plain_variable(b, w[k + 1]);
    else
        for (int i = 0; i < n; i++) {
            bool number = w[i][0] >= '0' && w[i][0] <= '9';
            if (strcmp(w[i], "+") == 0) sign = 1;
            else if (strcmp(w[i], "-") == 0) sign = -1;
            else if (strchr("=<>", w[i][0])) c->kind = w[i][0], side = -1, sign = 1;
            else if (number && i + 1 < n && !strchr("+-=<>", w[i + 1][0]))
                c->factor[plain_variable(b, w[i + 1])] += side * sign * atol(w[i]), i++;
            else if (number) c->constant += side * sign * atol(w[i]);
            else c->factor[plain_variable(b, w[i])] += side * sign;
        }
    if (c->kind != '<') return;
    for (int i = 0; i < VARIABLES; i++) c->factor[i] = -c->factor[i];
    c->constant = -c->constant, c->kind = '>';
}

static struct plain_block *new_block(void)
{
    if (block_count == BLOCKS) return odd = true, &blocks_here[0];
    struct plain_block *b = &blocks_here[block_count++];
    *b = (struct plain_block){0};
    for (int i = 0; i < plain_fields; i++) plain_variable(b, plain_name[i]);
    return b;
}

static void plain_words(char **w, int n)
{
    static int state;
    struct plain_block *b = block_count ? &blocks_here[block_count - 1] : NULL;
    if (strcmp(w[0], "numeration") == 0) {
        plain_link = strcmp(w[1], "ostrowski") == 0, plain_base = 1, plain_period = 0;
        plain_below = plain_link ? atoi(w[3]) : 0;
        for (int i = plain_link ? 5 : 2; i < n; i++)
            plain_a[plain_period++] = atol(w[i]), plain_base *= atoi(w[i]) + plain_link;
    } else if (strcmp(w[0], "play") == 0) {
        plain_misere = strcmp(w[1], "misere") == 0;
    } else if (strcmp(w[0], "fields") == 0) {
        for (int i = 1; i < n; i++) strcpy(plain_name[plain_fields++], w[i]);
    } else if (strcmp(w[0], "position") == 0) {
        new_block()->position = true;
    } else if (strcmp(w[0], "move") == 0) {
        b = new_block(), b->end = strcmp(w[1], "end") == 0;
        for (int i = 0; !b->end && i < plain_fields; i++) b->result[i] = plain_variable(b, w[i + 2]);
    } else if (strcmp(w[0], "some") == 0) {
        for (int i = 1; i < n; i++) plain_variable(b, w[i]);
    } else if (strcmp(w[0], "if") == 0) {
        plain_condition(b, w + 1, n - 1);
    } else if (strcmp(w[0], "automaton") == 0) {
        odd = odd || (plain_states = atoi(w[1])) >= STATES_HERE;
    } else if (strcmp(w[0], "state") == 0) {
        state = atoi(w[1]), plain_accepts[state % STATES_HERE] = n > 2;
    } else if (strcmp(w[0], "by") == 0) {
        int letter = 0;
        for (int i = plain_fields; i >= 1; i--) letter = letter * plain_base + atoi(w[i]);
        if (letter < ROOM) plain_next[state % STATES_HERE][letter] = 1 + atoi(w[n - 1]);
        else odd = true;
    }
}

/* ---- numbers ------------------------------------------------------------------------------------------------------------ */
static long u(int k)
{
    long now = 1, before = plain_below;
    for (int i = 0; i < k; i++) {
        long next = plain_a[i % plain_period] * now + plain_link * before;
        before = now, now = next;
    }
    return now;
}
static bool is_weight(long n)
{
    for (int k = 0; u(k) <= n; k++)
        if (u(k) == n) return true;
    return false;
}

static bool accepted_by_digits(const long *x)
{
    int digits[FIELDS][PERIOD * 16] = {{0}}, state = 0, top = 0;
    while (top < 12 && u(top * plain_period) <= SIDE_SUM) top++;
    for (int f = 0; f < plain_fields; f++) {
        long left = x[f];
        for (int k = top * plain_period - 1; k >= 0; k--) digits[f][k] = (int)(left / u(k)), left %= u(k);
    }
    for (int block = top - 1; block >= 0; block--) {
        int letter = 0;
        for (int f = plain_fields - 1; f >= 0; f--) {
            int own = 0;
            for (int k = plain_period - 1; k >= 0; k--)
                own = own * (int)(plain_a[k] + plain_link) + digits[f][block * plain_period + k];
            letter = letter * plain_base + own;
        }
        if (!plain_next[state][letter]) return false;
        state = plain_next[state][letter] - 1;
    }
    return plain_accepts[state];
}

static bool condition_holds(const struct plain_condition *c, const long *x)
{
    long sum = c->constant;
    if (c->kind == 'w' || c->kind == 'n') return is_weight(x[c->of[0]]) == (c->kind == 'w');
    if (c->kind == 'x') return (x[c->of[0]] ^ x[c->of[1]]) == x[c->of[2]];
    for (int i = 0; i < VARIABLES; i++) sum += c->factor[i] * x[i];
    return c->kind == '=' ? sum == 0 : sum >= 0;
}

/* Calls `each` for all numbers of the block's other variables, each at most `most`, that satisfy it. A condition is tried as soon as all of its
 * variables are set. */
static bool tried_at(const struct plain_condition *c, int last)
{
    int latest = 0;
    for (int i = 0; i < VARIABLES; i++)
        if (c->factor[i] && (c->kind == '=' || c->kind == '>')) latest = i;
    for (int i = 0; c->kind != '=' && c->kind != '>' && i < (c->kind == 'x' ? 3 : 1); i++)
        if (c->of[i] > latest) latest = c->of[i];
    return latest == last || (latest < plain_fields && last == plain_fields - 1);
}
typedef void each_result(const struct plain_block *b, const long *x);
static unsigned long tries;
static void solve(const struct plain_block *b, long *x, int set_so_far, long most, each_result *each)
{
    for (int i = 0; i < b->conditions; i++)
        if (tried_at(&b->condition[i], set_so_far - 1) && !condition_holds(&b->condition[i], x)) return;
    if (++tries > 200000000) odd = true;
    if (odd) return;
    if (set_so_far == b->variables) {
        each(b, x);
        return;
    }
    for (x[set_so_far] = 0; x[set_so_far] <= most; x[set_so_far]++) solve(b, x, set_so_far + 1, most, each);
    x[set_so_far] = 0;
}

/* ---- outcomes -------------------------------------------------------------------------------------------------------------- */
static long side;
static unsigned char outcome_of[1 << 16]; /* 0: not yet, 1: won, 2: lost, 3: not known, 4: being searched */
static bool found, lost_result, any_result, any_position;

static long place_of(const long *x)
{
    long at_place = 0;
    for (int i = 0; i < plain_fields; i++) at_place = at_place * side + x[i];
    return at_place;
}

static void note_found(const struct plain_block *b, const long *x) { (void)b, (void)x, found = true; }
static bool is_position(const long *x)
{
    bool any = false;
    for (int i = 0; i < block_count; i++) {
        long all[VARIABLES] = {0};
        if (!blocks_here[i].position) continue;
        any = true, found = false;
        memcpy(all, x, sizeof *all * (size_t)plain_fields);
        solve(&blocks_here[i], all, plain_fields, 2 * side, note_found);
        if (found) return true;
    }
    return !any;
}

static int search(const long *x);
static long pending[1 << 14][FIELDS];
static int pending_count;
static void note_result(const struct plain_block *b, const long *x)
{
    any_result = true;
    if (b->end) {
        lost_result =
            lost_result || !plain_misere; /* who is to move where nothing is left has lost, in misere play won */
        return;
    }
    if (pending_count == 1 << 14) {
        odd = true;
        return;
    }
    for (int i = 0; i < plain_fields; i++) pending[pending_count][i] = x[b->result[i]];
    pending_count++;
}

static int search(const long *x)
{
    for (int i = 0; i < plain_fields; i++)
        if (x[i] >= side) return 3;
    unsigned char *known = &outcome_of[place_of(x)];
    if (*known == 4) odd = true;
    if (*known) return *known;
    *known = 4;
    int first = pending_count;
    any_result = lost_result = false;
    for (int i = 0; i < block_count; i++) {
        long all[VARIABLES] = {0};
        if (blocks_here[i].position) continue;
        memcpy(all, x, sizeof *all * (size_t)plain_fields);
        solve(&blocks_here[i], all, plain_fields, 2 * side, note_result);
    }
    bool any = any_result, lost = lost_result, unknown = false;
    for (int i = first; i < pending_count && !odd; i++) {
        int r = search(pending[i]);
        lost = lost || r == 2, unknown = unknown || r == 3;
    }
    pending_count = first;
    return *known = !any ? (plain_misere ? 1 : 2) : lost ? 1 : unknown ? 3 : 2;
}

/* Do the words say what the search finds? */
static bool agrees(const long *x, size_t *sure)
{
    if (!is_position(x)) return true;
    any_position = true;
    int r = search(x);
    if (odd || r == 3) return !odd;
    ++*sure;
    return accepted_by_digits(x) == (r == 2);
}

static bool all_agree(void)
{
    static const long sides[] = {0, 40, 11, 5, 4, 3, 3};
    long x[FIELDS] = {0};
    size_t sure = 0;
    any_position = false;
    side = sides[plain_fields];
    memset(outcome_of, 0, sizeof outcome_of);
    for (int i = 0; i < plain_fields;) {
        if (!agrees(x, &sure)) return false;
        for (i = 0; i < plain_fields && ++x[i] == side; i++) x[i] = 0;
    }
    return sure > 0 || !any_position; /* of no position all is true */
}

static bool is_true(char *text)
{
    block_count = plain_fields = plain_states = pending_count = 0, odd = false, tries = 0;
    memset(plain_next, 0, sizeof plain_next);
    for (char *l = text; *l;) {
        char *w[200], *end = l + strcspn(l, "\n"), *next = end + (*end == '\n');
        int n = 0;
        *end = 0;
        for (char *word_here = strtok(l, " "); word_here && n < 199; word_here = strtok(NULL, " ")) w[n++] = word_here;
        if (n) plain_words(w, n);
        l = next;
    }
    return !odd && all_agree();
}
#include "forged.h"
