/* SPDX-License-Identifier: MIT */
/* Machines that read digits (machines.h): linear conditions, joins, projections, each with the fewest states. */
#include "machines.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

jmp_buf leave;
const char *file;
unsigned long line, steps, most_steps = 800000000; /* some ten seconds */
static size_t held;
static struct block {
    struct block *before, *after;
    size_t bytes, unused; /* what follows stays aligned */
} * blocks;

_Noreturn void stop(int status, const char *format, ...)
{
    va_list args;
    printf("%s:%lu: %s: ", file, line, status == REFUSED ? "refused" : "cannot be read");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    longjmp(leave, status);
}

static void spend(unsigned long count)
{
    if ((steps += count) > most_steps) stop(UNREADABLE, "it takes more steps than are made");
}

void *zeros(size_t count, size_t each)
{
    size_t bytes = (count + 1) * each + sizeof(struct block);
    struct block *b = bytes < MOST_MEMORY - held ? calloc(1, bytes) : NULL;
    if (!b) stop(UNREADABLE, "it takes more memory than %d bytes", MOST_MEMORY);
    held += b->bytes = bytes;
    if ((b->after = blocks)) blocks->before = b;
    return (blocks = b) + 1;
}

void drop(void *data)
{
    struct block *b = data ? (struct block *)data - 1 : NULL;
    if (!b) return;
    if (b->after) b->after->before = b->before;
    if (b->before) b->before->after = b->after;
    else blocks = b->after;
    held -= b->bytes;
    free(b);
}

static void *grow(void *old, size_t *room, size_t each, size_t least)
{
    size_t before = *room;
    if (least <= before) return old;
    void *fresh = zeros(*room = least > 2 * before ? least : 2 * before, each);
    if (before) memcpy(fresh, old, before * each);
    drop(old);
    return fresh;
}

void drop_all(void)
{
    while (blocks) drop(blocks + 1);
}

/* ---- numeration ------------------------------------------------------------------------------------------------------ */
int linked, below, period, base;
int64_t quotient[PERIOD];

/* p U(k) + q U(k - 1), when one more digit is read for each of so many sums of digits. */
struct reading {
    int64_t p, q;
};
static struct reading shifted(struct reading r, const int64_t *digits)
{
    for (int i = period - 1; i >= 0; i--) r = (struct reading){quotient[i] * r.p + r.q + digits[i], linked * r.p};
    return r;
}
static int64_t value(struct reading r) { return r.p + below * r.q; }

static void digits_of(uint32_t letter, int64_t *digits)
{
    for (int i = 0; i < period; i++)
        digits[i] = letter % (uint32_t)(quotient[i] + linked), letter /= (uint32_t)(quotient[i] + linked);
}

/* May the letter come next in a representation? *full: the digit before is as large as can be. */
static bool may_follow(const int64_t *digits, bool *full)
{
    for (int i = period - 1; linked && i >= 0; i--) {
        if (*full && digits[i]) return false;
        *full = digits[i] == quotient[i];
    }
    return true;
}

/* ---- machines ------------------------------------------------------------------------------------------------------------ */
/* Words of numbers, each with the number of its first occurrence. */
struct table {
    uint32_t *text, *slot;
    size_t *first, count, text_room, first_room, slots;
};

static size_t slot_of(const struct table *t, const uint32_t *w, size_t width)
{
    uint64_t hash = width;
    for (size_t i = 0; i < width; i++) hash = (hash ^ w[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    size_t place = hash & (t->slots - 1);
    for (; t->slot[place]; place = (place + 1) & (t->slots - 1)) {
        size_t s = t->slot[place] - 1, from = t->first[s];
        if (t->first[s + 1] - from == width && memcmp(t->text + from, w, width * sizeof *w) == 0) break;
    }
    return place;
}

static uint32_t number_of(struct table *t, const uint32_t *w, size_t width)
{
    if (2 * t->count >= t->slots) {
        drop(t->slot);
        t->slots = t->slots ? 2 * t->slots : 64, t->slot = zeros(t->slots, sizeof *t->slot);
        t->first = grow(t->first, &t->first_room, sizeof *t->first, t->count + 2);
        for (size_t s = 0; s < t->count; s++)
            t->slot[slot_of(t, t->text + t->first[s], t->first[s + 1] - t->first[s])] = (uint32_t)s + 1;
    }
    size_t place = slot_of(t, w, width), from = t->first[t->count];
    if (t->slot[place]) return t->slot[place] - 1;
    t->text = grow(t->text, &t->text_room, sizeof *t->text, from + width + 1);
    t->first = grow(t->first, &t->first_room, sizeof *t->first, t->count + 3);
    memcpy(t->text + from, w, width * sizeof *w);
    t->first[t->count + 1] = from + width;
    t->slot[place] = (uint32_t)++t->count;
    return (uint32_t)t->count - 1;
}

static void clear(struct table *t) { drop(t->text), drop(t->slot), drop(t->first), *t = (struct table){0}; }
void forget(struct machine m) { drop(m.next), drop(m.accepts); }

/* States that no word tells apart become one (Moore 1956). */
static struct machine minimal(struct machine m)
{
    uint32_t *class = zeros(m.states, sizeof *class), *fresh = zeros(m.states, sizeof *fresh);
    uint32_t *w = zeros(m.letters + 1, sizeof *w);
    struct table t = {0};
    for (uint32_t s = 0; s < m.states; s++) class[s] = m.accepts[s];
    for (size_t before = 0;;) {
        for (uint32_t s = 0; s < m.states; s++) {
            w[m.letters] = class[s];
            for (uint32_t l = 0; l < m.letters; l++) w[l] = class[m.next[(size_t)s * m.letters + l]];
            fresh[s] = number_of(&t, w, m.letters + 1);
        }
        spend((unsigned long)m.states * m.letters);
        memcpy(class, fresh, m.states * sizeof *class);
        if (t.count == before) break;
        before = t.count, clear(&t);
    }
    struct machine least = m;
    least.states = (uint32_t)t.count;
    least.next = zeros(t.count * m.letters, sizeof *least.next), least.accepts = zeros(t.count, sizeof *least.accepts);
    for (uint32_t s = 0; s < m.states; s++) {
        least.accepts[class[s]] = m.accepts[s];
        for (uint32_t l = 0; l < m.letters; l++)
            least.next[(size_t) class[s] * m.letters + l] = class[m.next[(size_t)s * m.letters + l]];
    }
    clear(&t), forget(m), drop(class), drop(fresh), drop(w);
    return least;
}

/* The machine whose states are the words that `step` reaches from the first one. */
struct search {
    const void *about;
    size_t (*step)(const void *about, const uint32_t *state, size_t width, uint32_t letter,
                   uint32_t *to); /* its width */
    bool (*accepts)(const void *about, const uint32_t *state, size_t width);
    size_t room; /* the greatest width */
};
static struct machine explore(struct machine m, const struct search *s, const uint32_t *first, size_t width)
{
    struct table t = {0};
    size_t room = 0;
    uint32_t *to = zeros(s->room, sizeof *to);
    m.next = NULL;
    number_of(&t, first, width);
    for (size_t state = 0; state < t.count; state++) {
        m.next = grow(m.next, &room, sizeof *m.next, (state + 1) * m.letters);
        spend(m.letters);
        for (uint32_t letter = 0; letter < m.letters; letter++) {
            size_t from = t.first[state],
                   wide = s->step(s->about, t.text + from, t.first[state + 1] - from, letter, to);
            m.next[state * m.letters + letter] = number_of(&t, to, wide);
        }
    }
    m.states = (uint32_t)t.count, m.accepts = zeros(t.count, sizeof *m.accepts);
    for (size_t i = 0; i < t.count; i++)
        m.accepts[i] = s->accepts(s->about, t.text + t.first[i], t.first[i + 1] - t.first[i]);
    clear(&t), drop(to);
    return minimal(m);
}

void add_track(struct machine *m, int name)
{
    for (int i = 0; i < m->tracks; i++)
        if (m->name[i] == name) return;
    if (!m->letters) m->letters = 1;
    if (m->tracks == TRACKS || m->letters > MOST_LETTERS / (uint32_t)base)
        stop(UNREADABLE, "too many numbers are read at once");
    m->name[m->tracks++] = name, m->letters *= (uint32_t)base;
}

bool empty(struct machine m) { return m.states == 1 && !m.accepts[0]; }
struct machine renamed(struct machine m, const int *to)
{
    for (int i = 0; i < m.tracks; i++) m.name[i] = to[m.name[i]];
    return m;
}

/* ---- both, either, or one without the other -------------------------------------------------------------------------------- */
struct pair {
    struct machine of[2];
    uint32_t *letter[2]; /* what each of them reads where both read this */
    enum join how;
};

static size_t pair_step(const void *about, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct pair *p = about;
    for (int k = 0; k < 2; k++) to[k] = p->of[k].next[(size_t)state[k] * p->of[k].letters + p->letter[k][letter]];
    return width;
}

static bool pair_accepts(const void *about, const uint32_t *state, size_t width)
{
    const struct pair *p = about;
    bool a = p->of[0].accepts[state[0]], b = p->of[1].accepts[state[width - 1]];
    return p->how == AND ? a && b : p->how == OR ? a || b : a && !b;
}

struct machine join(struct machine a, enum join how, struct machine b)
{
    struct pair p = {{a, b}, {NULL, NULL}, how};
    struct machine m = {.letters = 1};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < p.of[k].tracks; i++) add_track(&m, p.of[k].name[i]);
    for (int k = 0; k < 2; k++) {
        p.letter[k] = zeros(m.letters, sizeof **p.letter);
        for (uint32_t letter = 0; letter < m.letters; letter++) {
            uint32_t digit[NAMES] = {0}, rest = letter, place = 1;
            for (int i = 0; i < m.tracks; i++) digit[m.name[i]] = rest % (uint32_t)base, rest /= (uint32_t)base;
            for (int i = 0; i < p.of[k].tracks; i++)
                p.letter[k][letter] += place * digit[p.of[k].name[i]], place *= (uint32_t)base;
        }
    }
    m = explore(m, &(struct search){&p, pair_step, pair_accepts, 2}, (const uint32_t[]){0, 0}, 2);
    drop(p.letter[0]), drop(p.letter[1]);
    return m;
}

void joins(struct machine *a, enum join how, struct machine b)
{
    struct machine m = join(*a, how, b);
    forget(*a), *a = m;
}

/* ---- some value of a variable: sets of states ------------------------------------------------------------------------------- */
struct some {
    struct machine of;
    uint32_t below, dead; /* base ^ the track; the state that accepts nothing more */
    uint32_t *seen, *mark;
};

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static size_t some_step(const void *about, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct some *p = about;
    uint32_t high = letter / p->below, low = letter % p->below;
    size_t count = 0;
    ++*p->mark;
    spend(width * (unsigned long)base);
    for (size_t i = 0; i < width; i++)
        for (uint32_t d = 0; d < (uint32_t)base; d++) {
            uint32_t s = p->of.next[(size_t)state[i] * p->of.letters + (high * (uint32_t)base + d) * p->below + low];
            if (s == p->dead || p->seen[s] == *p->mark) continue;
            p->seen[s] = *p->mark, to[count++] = s;
        }
    qsort(to, count, sizeof *to, by_size);
    return count;
}

static bool some_accepts(const void *about, const uint32_t *state, size_t width)
{
    const struct some *p = about;
    bool any = false;
    for (size_t i = 0; i < width; i++) any = any || p->of.accepts[state[i]];
    return any;
}

/* The variable is on one track. Its number may be longer than all others: at first, the states that zeros of these reach. */
struct machine some(struct machine of, int name)
{
    uint32_t mark = 0;
    struct some p = {of, 1, of.states, zeros(of.states, sizeof *p.seen), &mark};
    struct machine m = {.letters = 1};
    int track = 0;
    while (track < of.tracks && of.name[track] != name) track++, p.below *= (uint32_t)base;
    for (int i = 0; i < of.tracks; i++)
        if (i != track) add_track(&m, of.name[i]);
    for (uint32_t s = 0, l; s < of.states; s++) {
        for (l = 0; l < of.letters && of.next[(size_t)s * of.letters + l] == s; l++) continue;
        if (l == of.letters && !of.accepts[s]) p.dead = s;
    }
    uint32_t *first = zeros(2 * (size_t)of.states, sizeof *first);
    size_t width = p.dead != 0, before;
    do
        before = width, width = some_step(&p, first, before, 0, first + before),
        memmove(first, first + before, width * sizeof *first);
    while (width != before);
    m = explore(m, &(struct search){&p, some_step, some_accepts, of.states}, first, width);
    drop(p.seen), drop(first);
    return m;
}

/* ---- conditions --------------------------------------------------------------------------------------------------------------- */
struct linear {
    const struct form *form;
    bool equality; /* the form is 0, or it is at least 0 */
};
enum { OPEN, SURE, NEVER };

void add(struct form *f, int name, int64_t factor)
{
    int i = 0;
    while (i < f->count && f->name[i] != name) i++;
    if (i == TRACKS) stop(UNREADABLE, "more than %d numbers in a condition", TRACKS);
    if (i == f->count) f->name[i] = name, f->factor[i] = 0, f->count++;
    f->factor[i] += factor;
}

/* Is p U(k) + q U(k - 1) >= least for k = 0, period, 2 period, ..? The sequence rises from where neither is negative. */
static bool never_less(struct reading r, int64_t least)
{
    static const int64_t none[PERIOD];
    const int64_t large = INT64_C(1) << 54;
    for (int looks = 0; looks < 200; looks++, r = shifted(r, none)) {
        if (r.p > large || r.p < -large || r.q > large || r.q < -large || value(r) < least) return false;
        if (r.p >= 0 && r.q >= 0) return true;
        if (r.p <= 0 && r.q <= 0) return false;
    }
    return false;
}

/* A track with k digits to come adds 0 to U(k) - 1 for each 1 of its factor. False `open` costs steps and nothing else. */
static uint32_t decided(const struct linear *c, struct reading r)
{
    const struct form *f = c->form;
    struct reading low = {r.p - f->down, r.q}, high = {-r.p - f->up, -r.q};
    if (never_less(low, (c->equality ? 1 : 0) - f->constant - f->down)) return c->equality ? NEVER : SURE;
    return never_less(high, 1 + f->constant - f->up) ? NEVER : OPEN;
}

static size_t linear_step(const void *about, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    const struct linear *c = about;
    int64_t sum[PERIOD] = {0}, digits[PERIOD], pq[2];
    uint32_t what = state[0], full = state[1];
    memcpy(pq, state + 2, sizeof pq);
    for (int i = 0; i < c->form->count; i++, letter /= (uint32_t)base) {
        bool most = full >> i & 1;
        digits_of(letter % (uint32_t)base, digits);
        if (!may_follow(digits, &most)) what = NEVER;
        full = (full & ~(1u << i)) | (uint32_t)most << i;
        for (int k = 0; k < period; k++) sum[k] += c->form->factor[i] * digits[k];
    }
    struct reading r = {pq[0], pq[1]};
    if (what == OPEN) what = decided(c, r = shifted(r, sum));
    if (llabs(r.p) > INT64_C(1) << 40) stop(UNREADABLE, "the numbers are too large");
    to[0] = what, to[1] = what == NEVER ? 0 : full;
    pq[0] = what == OPEN ? r.p : 0, pq[1] = what == OPEN ? r.q : 0;
    memcpy(to + 2, pq, sizeof pq);
    return width;
}

static bool linear_accepts(const void *about, const uint32_t *state, size_t width)
{
    const struct linear *c = about;
    int64_t pq[2];
    (void)width;
    memcpy(pq, state + 2, sizeof pq);
    if (state[0] == NEVER || (!below && linked && state[1])) return false;
    int64_t v = value((struct reading){pq[0], pq[1]}) + c->form->constant;
    return state[0] == SURE || (c->equality ? v == 0 : v >= 0);
}

struct machine linear(const struct form *given, bool equality)
{
    struct form f = {.constant = given->constant};
    struct machine m = {.letters = 1};
    for (int i = 0; i < given->count; i++) {
        if (!given->factor[i]) continue;
        add(&f, given->name[i], given->factor[i]), add_track(&m, given->name[i]);
        if (given->factor[i] > 0) f.up += given->factor[i];
        else f.down -= given->factor[i];
    }
    struct linear c = {&f, equality};
    return explore(m, &(struct search){&c, linear_step, linear_accepts, 6}, (const uint32_t[6]){OPEN}, 6);
}

struct machine natural(int name) { return linear(&(struct form){1, {name}, {1}, 0, 0, 0}, false); }

static size_t digits_step(const void *about, const uint32_t *state, size_t width, uint32_t letter, uint32_t *to)
{
    bool weight = *(const int *)about == 1;
    to[0] = weight ? state[0] + letter : state[0] || ((letter ^ letter >> 1 ^ letter >> 2) & 1);
    if (to[0] > 2) to[0] = 2;
    return width;
}
static bool digits_accept(const void *about, const uint32_t *state, size_t width)
{
    return width && state[0] == (*(const int *)about == 1);
}
struct machine digitwise(const int *name, int tracks)
{
    struct machine m = {.letters = 1};
    for (int i = 0; i < tracks; i++) add_track(&m, name[i]);
    if (m.tracks < tracks) stop(UNREADABLE, "a number is named twice");
    if (tracks == 3 ? linked || base != 2 : period > 1)
        stop(UNREADABLE, "this is not known by digits in this numeration");
    return explore(m, &(struct search){&tracks, digits_step, digits_accept, 1}, (const uint32_t[]){0}, 1);
}
