/* SPDX-License-Identifier: MIT */
/* Subtraction games: take a number of a set S. Let d = gcd S. A heap n behaves like floor(n / d) with S / d, so below S is
 * taken to have gcd 1. Three shapes of S have a closed form:
 *
 *     {1..m}    n mod (m + 1), the Bash game
 *     {1, b}    n mod 2 for odd b
 *     {a, b}    period a + b otherwise. With r = n mod (a + b): floor(r / a) mod 2 where r < b, for only a can be taken;
 *               above, n - b < a has value 0, so it is 1 + floor(r / a - 1) mod 2.
 *
 * Any other S gets a table. Let M = max S: a value depends on the M values before it only, so when the M values that end at
 * c return p later, all that follows returns as well. Brent's search meets the first return of a window that lies in the
 * cycle, so p is the least period; walking back from there to the last value that differs from the one p later gives the
 * exact preperiod. Windows are found by a rolling hash and then compared themselves. Where no window returns within the
 * bound on work, nothing is said beyond the table.
 *
 * Subtraction games are pet: a heap that can be moved in and has value 0 has an option of value 1, since n has value 1
 * exactly where n - min S has value 0 (Ferguson). So misere play follows Nim's rule on the values: the target in a heap is
 * the xor of the other values, with its last bit flipped where none of them exceeds 1. */
#include <string.h>
#include "share/descriptor.h"
#include "share/numbers.h"
#include "share/nim_steps.h"

/* The text of subtraction.game; a test compares the two. */
static const char reference[] =
    "# Subtraction: a heap of n; take a number of the set S.\n"
    "game subtraction(n) {\n"
    "  param S = {1, 3, 4} in 1..\n"
    "  move take(t in S) where t <= n -> subtraction(n - t)\n"
    "\n"
    "  claim sg(subtraction(n)) == (n % 7 in {0, 2} ? 0 : n % 7 in {1, 3} ? 1 : n % 7 == 5 ? 3 : 2)\n"
    "    for n in 0..200\n"
    "  expect period 7\n"
    "  expect wins(subtraction(10)) == { subtraction(9), subtraction(7) }\n"
    "}\n";

enum { SET_MOST = 60000, BETWEEN_CHECKS = 1 << 15, TABLES = 8 };
#define VALUES_MOST (UINT64_C(1) << 25)
#define WORK_MOST (UINT64_C(1) << 29) /* values computed, times the size of the set */
#define HASH_BASE UINT64_C(0x9e3779b97f4a7c15)

/* The table of one set, kept between calls; room is made when it is needed. */
struct table {
    uint64_t *set; /* divided by its gcd */
    size_t count, set_room;
    uint16_t *values;
    uint64_t filled, room, most; /* most: how far it may ever go */
    uint32_t *stamp, now;        /* of values seen among the options of a heap */
    uint64_t checkpoint, power;  /* Brent: the window that ends at `checkpoint` is looked for */
    uint64_t hash, wanted, top;  /* of the last window, of the checkpoint's; HASH_BASE^M */
    bool periodic;
    uint64_t preperiod, period;
};

/* The tables of the sets that were asked about last, so that a sum of several games does not make them again and again. */
struct tables {
    struct table items[TABLES];
    unsigned next; /* the one to give up for a new set */
};

/* What is known of the set of a request. */
enum shape { SHAPE_EMPTY, SHAPE_INTERVAL, SHAPE_PAIR, SHAPE_TABLE };
struct rule {
    const cgi_param *set;
    size_t count;
    uint64_t gcd, least, largest; /* least and largest divided by gcd */
    enum shape shape;
    uint64_t preperiod, period; /* 0: no period is known */
    struct table *table;
};
/* floor(heap / gcd), or that modulo the period when it does not fit a word. */
struct size {
    uint64_t q;
    bool large;
};

static uint64_t element(const struct rule *rule, size_t i) { return rule->set->values[i].limbs[0]; }

/* ---- the shape of the set ---------------------------------------------------------------------------------------- */
static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* False when an element is no positive word or there are too many. */
static bool read_set(const cgi_request *request, struct rule *rule)
{
    *rule = (struct rule){.set = &request->params[0], .count = request->params[0].count, .gcd = 1};
    if (rule->count > SET_MOST) return false;
    uint64_t d = 0;
    for (size_t i = 0; i < rule->count; i++) {
        if (rule->set->values[i].sign != 1 || rule->set->values[i].count != 1) return false;
        if (element(rule, i) >> 63) return false;
        d = gcd(element(rule, i), d);
    }
    if (rule->count == 0) return true;
    rule->gcd = d;
    rule->least = element(rule, 0) / d;
    rule->largest = element(rule, rule->count - 1) / d;
    return true;
}

static void find_shape(struct rule *rule)
{
    rule->period = 1;
    rule->shape = SHAPE_EMPTY;
    if (rule->count == 0) return;
    rule->shape = SHAPE_INTERVAL;
    rule->period = rule->largest + 1;
    if (rule->largest == rule->count) return; /* ascending without repeats: 1, 2, ..., count */
    rule->shape = SHAPE_PAIR;
    rule->period = rule->least == 1 && rule->largest % 2 ? 2 : rule->least + rule->largest;
    if (rule->count == 2) return;
    rule->shape = SHAPE_TABLE;
    rule->period = 0;
}

static uint64_t pair_value(const struct rule *rule, uint64_t r)
{
    if (rule->period == 2) return r;
    uint64_t row = r / rule->least;
    return r < rule->largest ? row % 2 : 1 + (row - 1) % 2;
}

/* ---- the table ----------------------------------------------------------------------------------------------------- */
static void *renew(const cgi_host *host, void *block, size_t size)
{
    host->release(host, block);
    return host->allocate(host, size);
}

static bool same_set(const struct table *t, const struct rule *rule)
{
    if (!t->set || t->count != rule->count) return false;
    for (size_t i = 0; i < t->count; i++)
        if (t->set[i] != element(rule, i) / rule->gcd) return false;
    return true;
}

static int table_start(struct table *t, const struct rule *rule, const cgi_host *host)
{
    uint64_t *set = renew(host, t->set, rule->count * sizeof *set);
    uint32_t *stamp = renew(host, t->stamp, (rule->count + 2) * sizeof *stamp);
    host->release(host, t->values);
    *t = (struct table){.set = set, .stamp = stamp};
    if (!set || !stamp) {
        host->release(host, set);
        host->release(host, stamp);
        *t = (struct table){0};
        return CGI_NO_MEMORY;
    }
    memset(stamp, 0, (rule->count + 2) * sizeof *stamp);
    for (size_t i = 0; i < rule->count; i++) set[i] = element(rule, i) / rule->gcd;
    t->count = rule->count;
    t->most = WORK_MOST / rule->count < VALUES_MOST ? WORK_MOST / rule->count : VALUES_MOST;
    t->checkpoint = rule->largest;
    t->power = 1;
    t->top = 1;
    for (uint64_t i = 0; rule->largest < VALUES_MOST && i < rule->largest; i++) t->top *= HASH_BASE;
    return CGI_OK;
}

static int table_reserve(struct table *t, uint64_t wanted, const cgi_host *host)
{
    if (wanted <= t->room) return CGI_OK;
    uint64_t room = t->room ? 2 * t->room : 1024;
    while (room < wanted) room *= 2;
    if (room > t->most) room = t->most;
    uint16_t *values = host->resize(host, t->values, (size_t)room * sizeof *values);
    if (!values) return CGI_NO_MEMORY;
    t->values = values;
    t->room = room;
    return CGI_OK;
}

static void add_value(struct table *t)
{
    uint64_t n = t->filled;
    uint32_t now = ++t->now;
    uint16_t mex = 0;
    if (now == 0) { /* after 2^32 heaps: a table is shorter than that */
        memset(t->stamp, 0, (t->count + 2) * sizeof *t->stamp);
        now = t->now = 1;
    }
    for (size_t i = 0; i < t->count && t->set[i] <= n; i++) t->stamp[t->values[n - t->set[i]]] = now;
    while (t->stamp[mex] == now) mex++;
    t->values[t->filled++] = mex;
    t->hash = t->hash * HASH_BASE + mex + 1;
    uint64_t window = t->set[t->count - 1];
    if (n >= window) t->hash -= t->top * (t->values[n - window] + (uint64_t)1);
}

/* The windows of M values that end before `a` and before `b` are equal. */
static bool same_window(const struct table *t, uint64_t a, uint64_t b)
{
    uint64_t window = t->set[t->count - 1];
    return memcmp(t->values + (a - window), t->values + (b - window), (size_t)window * sizeof *t->values) == 0;
}

static void settle_period(struct table *t)
{
    uint64_t at = t->checkpoint - t->set[t->count - 1];
    t->period = t->filled - t->checkpoint;
    while (at > 0 && t->values[at - 1] == t->values[at - 1 + t->period]) at--;
    t->preperiod = at;
    t->periodic = true;
}

static void watch_window(struct table *t)
{
    uint64_t window = t->set[t->count - 1];
    if (t->filled < window) return;
    if (t->filled > t->checkpoint && t->hash == t->wanted && same_window(t, t->checkpoint, t->filled)) {
        settle_period(t);
    } else if (t->filled == window || t->filled - t->checkpoint == t->power) {
        if (t->filled > window) t->power *= 2;
        t->checkpoint = t->filled;
        t->wanted = t->hash;
    }
}

/* Values up to `last`, or until the period is known, or as far as it may go where that can find one. */
static int table_extend(struct table *t, uint64_t last, const cgi_host *host)
{
    if (last >= t->most && t->set[t->count - 1] >= t->most) return CGI_OK; /* no window ever fits */
    if (last >= t->most) last = t->most - 1;
    while (!t->periodic && t->filled <= last) {
        if (t->filled % BETWEEN_CHECKS == 0 && host->cancelled(host)) return CGI_CANCELLED;
        if (t->filled == t->room) {
            int status = table_reserve(t, t->filled + 1, host);
            if (status != CGI_OK) return status;
        }
        add_value(t);
        watch_window(t);
    }
    return CGI_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------- */
static uint64_t value_at(const struct rule *rule, uint64_t r)
{
    if (rule->shape == SHAPE_TABLE) return rule->table->values[r];
    return rule->shape == SHAPE_EMPTY ? 0 : rule->shape == SHAPE_PAIR ? pair_value(rule, r) : r;
}

/* The value after `take`, which is at most the size. */
static uint64_t value_after(const struct rule *rule, struct size size, uint64_t take)
{
    if (size.large) {
        uint64_t back = (take % rule->period + rule->preperiod % rule->period) % rule->period;
        uint64_t r = size.q >= back ? size.q - back : size.q + (rule->period - back);
        return value_at(rule, rule->preperiod + r);
    }
    uint64_t r = size.q - take;
    if (rule->period && r >= rule->preperiod) r = rule->preperiod + (r - rule->preperiod) % rule->period;
    return value_at(rule, r);
}

/* Divides the heap by the gcd into `room`. */
static struct size size_of(const struct rule *rule, const cgi_integer *heap, uint64_t *room)
{
    if (heap->count == 0) return (struct size){0, false};
    mpn_divrem_1((mp_limb_t *)room, 0, (const mp_limb_t *)heap->limbs, (mp_size_t)heap->count, rule->gcd);
    uint32_t count = significant(room, heap->count);
    if (count <= 1) return (struct size){count ? room[0] : 0, false};
    const cgi_integer q = natural(room, count);
    return (struct size){rule->period ? number_mod_word(&q, rule->period) : 0, true};
}

/* ---- whole sums ---------------------------------------------------------------------------------------------------- */
struct sum {
    struct rule rule;
    struct nim_words values;
    uint64_t *room; /* for the largest heap */
};

/* The largest size in words; UINT64_MAX for one beyond. */
static uint64_t largest_size(const cgi_request *request, const struct rule *rule, uint64_t *room)
{
    uint64_t most = 0;
    for (size_t i = 0; i < request->component_count; i++) {
        struct size size = size_of(rule, heap_of(&request->components[i]), room);
        if (size.large) return UINT64_MAX;
        if (size.q > most) most = size.q;
    }
    return most;
}

static int find_table(struct tables *tables, const struct rule *rule, const cgi_host *host, struct table **found)
{
    for (unsigned i = 0; i < TABLES; i++)
        if (same_set(*found = &tables->items[i], rule)) return CGI_OK;
    *found = &tables->items[tables->next];
    tables->next = (tables->next + 1) % TABLES;
    return table_start(*found, rule, host);
}

/* Makes the table long enough; CGI_UNSUPPORTED where neither it nor a period reaches. */
static int use_table(struct tables *tables, struct rule *rule, uint64_t most, const cgi_host *host)
{
    struct table *t;
    int status = find_table(tables, rule, host, &t);
    if (status == CGI_OK) status = table_extend(t, most, host);
    if (status != CGI_OK) return status;
    rule->table = t;
    if (t->periodic) {
        rule->preperiod = t->preperiod;
        rule->period = t->period;
    }
    return t->periodic || most < t->filled ? CGI_OK : CGI_UNSUPPORTED;
}

static int sum_open(void *instance, const cgi_request *request, struct sum *sum)
{
    *sum = (struct sum){0};
    if (!read_set(request, &sum->rule)) return CGI_UNSUPPORTED;
    find_shape(&sum->rule);
    sum->room = request->host->allocate(request->host, extent_of(request).limbs * sizeof *sum->room);
    int status = sum->room ? CGI_OK : CGI_NO_MEMORY;
    if (status == CGI_OK && sum->rule.shape == SHAPE_TABLE)
        status = use_table(instance, &sum->rule, largest_size(request, &sum->rule, sum->room), request->host);
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        struct size size = size_of(&sum->rule, heap_of(&request->components[i]), sum->room);
        words_add(&sum->values, value_after(&sum->rule, size, 0));
    }
    if (status != CGI_OK) request->host->release(request->host, sum->room);
    return status;
}

static void sum_close(const cgi_request *request, struct sum *sum) { request->host->release(request->host, sum->room); }

static int offer(void *instance, const cgi_request *request, cgi_offer *answer)
{
    struct sum sum;
    int status = sum_open(instance, request, &sum);
    if (status == CGI_OK) sum_close(request, &sum);
    if (status != CGI_UNSUPPORTED) return status;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = "no period of the values could be proved within the bound on work";
    return CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    int status = sum_open(instance, request, &sum);
    if (status != CGI_OK) return status;
    sum_close(request, &sum);
    return give_word(sink, sum.values.x);
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct sum sum;
    int status = sum_open(instance, request, &sum);
    if (status != CGI_OK) return status;
    sum_close(request, &sum);
    *answer = nim_outcome(request, sum.values.x == 0, sum.values.large);
    return CGI_OK;
}

/* ---- winning moves -------------------------------------------------------------------------------------------------- */
static int component_moves(const cgi_request *request, struct sum *sum, size_t component, const cgi_sink *sink)
{
    const struct rule *rule = &sum->rule;
    const cgi_integer *heap = heap_of(&request->components[component]);
    struct size size = size_of(rule, heap, sum->room);
    uint64_t target = words_target(request, &sum->values, value_after(rule, size, 0));
    int status = CGI_OK;
    for (size_t i = 0; status == CGI_OK && i < rule->count; i++) {
        uint64_t take = element(rule, i) / rule->gcd;
        if (!size.large && take > size.q) break;
        if (value_after(rule, size, take) != target) continue;
        status = give_heap(sink, component, less(heap, element(rule, i), sum->room));
    }
    return status;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct sum sum;
    int status = sum_open(instance, request, &sum);
    if (status != CGI_OK) return status;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        status = component_moves(request, &sum, i, sink);
        if (i % 64 == 63 && request->host->cancelled(request->host)) status = CGI_CANCELLED;
    }
    sum_close(request, &sum);
    return status;
}

/* All options of one heap that have a given value. */
static int options(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink)
{
    struct sum sum;
    uint64_t wanted;
    int status = sum_open(instance, request, &sum);
    if (status != CGI_OK) return status;
    if (read_word(value, &wanted)) { /* values are words */
        sum.values.x ^= wanted;      /* as if the rest of a sum had this value */
        status = component_moves(request, &sum, 0, sink);
    }
    sum_close(request, &sum);
    return status;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
/* Of all heaps. */
static void tell_rule(struct steps *s, const struct rule *rule)
{
    const cgi_integer *a = NULL;
    if (rule->gcd > 1)
        step(s, "every take is a multiple of %d, so heaps and takes are counted in whole times %d",
             steps_word(s, rule->gcd), steps_word(s, rule->gcd));
    switch (rule->shape) {
    case SHAPE_EMPTY: step(s, "no number may be taken, so every heap is worth 0"); return;
    case SHAPE_INTERVAL:
        a = steps_word(s, rule->largest);
        step(s, "a take of 1 to %d changes the rest of a heap modulo %d + 1 = %d, and can leave each smaller rest", a,
             a, steps_word(s, rule->period));
        return;
    case SHAPE_PAIR:
        a = steps_word(s, rule->least);
        if (rule->period == 2)
            step(s, "both takes, %d and %d, are odd, so the values are 0 and 1 in turn", a,
                 steps_word(s, rule->largest));
        else
            step(s, "the takes are %d and %d, so values repeat with period %d + %d = %d", a,
                 steps_word(s, rule->largest), a, steps_word(s, rule->largest), steps_word(s, rule->period));
        return;
    case SHAPE_TABLE:
        if (!rule->table->periodic) return;
        a = steps_word(s, rule->largest);
        step(s,
             "a value depends on the %d before it only; in the table the same %d values in a row are met again, and "
             "from %d on "
             "values repeat with period %d",
             a, a, steps_word(s, rule->preperiod), steps_word(s, rule->period));
    }
}

/* The values of the options of heap r of the table, and the least that is missing. */
static void tell_mex(struct steps *s, const struct rule *rule, uint64_t r)
{
    const struct size size = {r, false};
    size_t count = 0;
    while (count < rule->count && element(rule, count) / rule->gcd <= r) count++;
    if (count > STEP_ITEMS) return;
    if (count == 0) {
        step(s, "%d is less than the least take %d, so it is worth 0", steps_word(s, r), steps_word(s, rule->least));
        return;
    }
    steps_add(s, count == 1 ? "from %d the take " : "from %d the takes ", steps_word(s, r));
    for (size_t i = 0; i < count; i++) steps_add(s, i ? ", %d" : "%d", steps_word(s, element(rule, i) / rule->gcd));
    steps_add(s, count == 1 ? " leaves the value " : " leave values ");
    for (size_t i = 0; i < count; i++)
        steps_add(s, i ? ", %d" : "%d", steps_word(s, value_after(rule, size, element(rule, i) / rule->gcd)));
    step(s, ": the least number missing is %d", steps_word(s, value_at(rule, r)));
}

/* "pile(17): 17 = 2 * 7 + 3", in whole times gcd: "pile(35): floor(35 / 2) = 17 = 2 * 7 + 3"; n is three numbers. Returns the rest. */
static uint64_t tell_heap(struct steps *s, const struct rule *rule, struct number *n, size_t c)
{
    const cgi_integer *heap = heap_of(&s->request->components[c]);
    struct number *q = n, *times = n + 1, *rest = n + 2;
    uint64_t start = rule->shape == SHAPE_TABLE ? rule->preperiod : 0;
    number_div_word(q, heap, rule->gcd);
    steps_add(s, "%c: ", steps_component(s, c));
    if (rule->gcd > 1) steps_add(s, "floor(%d / %d) = ", heap, steps_word(s, rule->gcd));
    steps_add(s, "%d", &q->is);
    bool repeats = rule->period && rule->shape != SHAPE_EMPTY && number_compare_word(&q->is, start) >= 0;
    if (!repeats) {
        step(s, " is in the table, before any period");
        return number_word(&q->is);
    }
    number_set_word(rest, start);
    number_sub(times, &q->is, &rest->is);
    uint64_t left = number_div_word(times, &times->is, rule->period);
    steps_add(s, " = %d * %d + %d", &times->is, steps_word(s, rule->period), steps_word(s, start + left));
    steps_end(s);
    return start + left;
}

static void tell_value(struct steps *s, const struct rule *rule, uint64_t r)
{
    const cgi_integer *a;
    uint64_t row = rule->least ? r / rule->least : 0;
    if (rule->shape == SHAPE_TABLE) {
        tell_mex(s, rule, r);
        return;
    }
    if (rule->shape == SHAPE_EMPTY) return;
    if (rule->shape == SHAPE_INTERVAL || rule->period == 2) {
        step(s, "so it is worth %d", steps_word(s, value_at(rule, r)));
        return;
    }
    a = steps_word(s, rule->least);
    if (r < rule->largest)
        step(s,
             "%d < %d, so only %d can be taken from a rest like that: floor(%d / %d) = %d and %d mod 2 = %d, so it is "
             "worth %d",
             steps_word(s, r), steps_word(s, rule->largest), a, steps_word(s, r), a, steps_word(s, row),
             steps_word(s, row), steps_word(s, row % 2), steps_word(s, value_at(rule, r)));
    else
        step(s,
             "%d >= %d, so a take of %d leaves a value of 0: floor(%d / %d) = %d, so it is worth 1 + (%d - 1) mod 2 = "
             "%d",
             steps_word(s, r), steps_word(s, rule->largest), steps_word(s, rule->largest), steps_word(s, r), a,
             steps_word(s, row), steps_word(s, row), steps_word(s, value_at(rule, r)));
}

/* The value of a component, in words. */
static cgi_integer value_of(const struct sum *sum, const cgi_request *request, size_t c, uint64_t *word)
{
    *word = value_after(&sum->rule, size_of(&sum->rule, heap_of(&request->components[c]), sum->room), 0);
    return natural(word, 1);
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct steps s;
    struct sum sum;
    struct numbers numbers;
    struct number n[3];
    uint64_t word;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = sum_open(instance, request, &sum);
    if (status != CGI_OK) return status;
    struct nim_table t = {.steps = &s};
    status = numbers_open(&numbers, request->host, n, 3, extent_of(request).limbs + 2);
    s.memory = &numbers.status;
    tell_rule(&s, &sum.rule);
    for (size_t c = 0; steps_room(&s) && c < request->component_count; c++) {
        tell_value(&s, &sum.rule, tell_heap(&s, &sum.rule, n, c));
        const cgi_integer g = value_of(&sum, request, c, &word);
        nim_table_count(&t, &g);
    }
    for (size_t c = 0; steps_room(&s) && c < request->component_count; c++) {
        const cgi_integer g = value_of(&sum, request, c, &word);
        nim_table_row(&t, c, NULL, 0, &g);
    }
    const cgi_integer x = natural(&sum.values.x, 1);
    status = numbers_status(&numbers);
    if (status == CGI_OK) status = nim_table_end(&t, &x, sum.values.large);
    numbers_close(&numbers);
    sum_close(request, &sum);
    return status;
}

/* ---- the instance: tables that are kept ----------------------------------------------------------------------------- */
static int open_instance(const cgi_host *host, void **instance)
{
    struct tables *tables = *instance = host->allocate(host, sizeof *tables);
    if (!tables) return CGI_NO_MEMORY;
    *tables = (struct tables){.next = 0};
    return CGI_OK;
}

static void close_instance(const cgi_host *host, void *instance)
{
    struct tables *tables = instance;
    for (unsigned i = 0; i < TABLES; i++) {
        host->release(host, tables->items[i].set);
        host->release(host, tables->items[i].stamp);
        host->release(host, tables->items[i].values);
    }
    host->release(host, tables);
}

static const cgi_plugin plugin = {
    DESCRIPTOR_HEAD,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_MOVES | CGI_TAME,
    .name = "subtraction",
    .version = "1.0",
    .summary = "subtraction: take a number of a set from one heap",
    .reference = reference,
    .claim = "the values are periodic from the first return of a window of max S values on, compared whole; closed "
             "forms for "
             "d {a, b} and d {1..m}; misere sums follow Nim's rule on the values",
    .source = "Golomb 1966; Ferguson 1974",
    .open = open_instance,
    .close = close_instance,
    .offer = offer,
    .value = value,
    .outcome = outcome,
    .moves = moves,
    .options = options,
    .steps = steps,
};

PLUGIN_ENTRY(plugin)
