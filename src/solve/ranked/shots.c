/* SPDX-License-Identifier: MIT */
/* Linear forms are kept without their zeros. */
#include "solve/ranked/shots.h"
#include <string.h>
#include "base/checked.h"
#include "model/builtins.h"
#include "solve/ranked/beams.h"
#include "solve/ranked/bends.h"
#include "solve/ranked/bounds.h"
#include "solve/ranked/braids.h"
#include "solve/ranked/clips.h"
#include "solve/ranked/falls.h"
#include "solve/ranked/picks.h"
#include "solve/ranked/sieve.h"
#include "solve/ranked/sieve_run.h"
#include "solve/ranked/sure.h"

enum { MEMO_MOST = 1 << 20, READINGS_PART = 8, EACH_MOST = 1 << 8 };
struct making {
    struct arena *arena;
    const struct ranks *r;
    bool no_memory;
};

static void *take(struct making *m, size_t count, size_t size)
{
    void *new = arena_array(m->arena, count + 1, size);
    if (!new) m->no_memory = true;
    return new;
}

bool quick_linear(struct arena *arena, const struct linear *line, struct quick *q)
{
    *q = (struct quick){.constant = line->constant, .items = arena_array(arena, TERM_VARIABLES, sizeof *q->items)};
    for (int v = 0; v < TERM_VARIABLES && q->items; v++)
        if (line->factor[v]) q->items[q->count++] = (struct quick_item){v, line->factor[v]};
    if (q->count) q->first = q->items[0];
    if (q->count > 1) q->second = q->items[1];
    return q->items != NULL;
}

static struct quick linear_quick(struct making *m, const struct linear *line)
{
    struct quick q;
    if (!quick_linear(m->arena, line, &q)) m->no_memory = true;
    return q;
}

enum test_kind shots_compared(const struct term *t, struct linear *line)
{
    struct linear a, b;
    bool less = t->kind == EXPR_LT || t->kind == EXPR_LE, strict = t->kind == EXPR_LT || t->kind == EXPR_GT;
    bool equal = t->kind == EXPR_EQ || t->kind == EXPR_NE;
    if (!less && !equal && t->kind != EXPR_GT && t->kind != EXPR_GE) return TEST_TERM;
    if (!term_linear(t->kids[0], &a) || !term_linear(t->kids[1], &b)) return TEST_TERM;
    int sign = less ? 1 : -1; /* b - a >= 0, or a - b */
    line->constant = sign * (b.constant - a.constant) - strict;
    for (int v = 0; v < TERM_VARIABLES; v++) line->factor[v] = sign * (b.factor[v] - a.factor[v]);
    return !equal ? TEST_LEAST : t->kind == EXPR_EQ ? TEST_ZERO : TEST_OTHER;
}

/* Room for what is found of the cells that the condition reads, if these are one or two. */
static struct memo *make_memo(struct making *m, const struct term *t)
{
    struct memo memo = {.extent = {1, 1}};
    size_t count = 0, states = 1;
    if (term_reads_values(t)) return NULL;
    for (size_t p = 0; p < m->r->cells; p++) {
        if (!(t->reads >> m->r->order[p] & 1)) continue;
        if (count == 2) return NULL;
        memo.cell[count] = m->r->order[p];
        memo.least[count] = m->r->least[p];
        memo.extent[count] = (size_t)m->r->units[m->r->unit_of[p]].most + 1;
        if (memo.extent[count] > MEMO_MOST / states) return NULL;
        states *= memo.extent[count++];
    }
    struct memo *made = count ? take(m, 1, sizeof *made) : NULL;
    if (!made) return NULL;
    if (count == 1) memo.cell[1] = memo.cell[0], memo.extent[1] = 0;
    memo.known = take(m, states, 1);
    *made = memo;
    return made;
}

bool test_term_at(const struct test *t, const int64_t *x, bool *holds)
{
    const struct memo *memo = t->memo;
    unsigned char *known = NULL;
    int64_t value;
    if (memo) {
        uint64_t i = (uint64_t)x[memo->cell[0]] - (uint64_t)memo->least[0],
                 k = memo->extent[1] ? (uint64_t)x[memo->cell[1]] - (uint64_t)memo->least[1] : 0;
        if (i < memo->extent[0] && (k < memo->extent[1] || !memo->extent[1]))
            known = &memo->known[memo->extent[1] ? i * memo->extent[1] + k : i];
        if (known && *known) return *holds = *known == 2, true;
    }
    if (!term_value_at(t->term, x, &value)) return false;
    *holds = value != 0;
    if (known) *known = *holds ? 2 : 1;
    return true;
}

enum { TERMS_EACH = 8, TERMS_LOOKED_AT = 1 << 12 };

uint32_t shots_weight(const struct term *t) { return 1 + term_size(t, TERMS_LOOKED_AT) / TERMS_EACH; }

static struct test make_test(struct making *m, const struct term *t)
{
    struct linear line;
    struct test test = {.kind = shots_compared(t, &line), .term = t, .weight = 1};
    if (test.kind != TEST_TERM) test.line = linear_quick(m, &line);
    else test.memo = make_memo(m, t);
    if (test.kind == TEST_TERM && !test.memo) test.weight = shots_weight(t);
    return test;
}

bool shots_test(struct arena *arena, const struct ranks *r, const struct term *t, struct test *test)
{
    struct making m = {.arena = arena, .r = r};
    *test = make_test(&m, t);
    return !m.no_memory;
}

/* "cell > value ? a : b", "min(a, b)": what decides, and the two that are chosen from; false: it is none of these. */
static bool choice_of(const struct term *t, enum test_kind *kind, struct linear *line, struct linear *kids)
{
    bool least = t->kind == EXPR_CALL && t->index == BUILTIN_MIN,
         most = t->kind == EXPR_CALL && t->index == BUILTIN_MAX;
    if (t->kind == EXPR_IF) {
        *kind = shots_compared(t->kids[0], line);
        return *kind != TEST_TERM && term_linear(t->kids[1], &kids[0]) && term_linear(t->kids[2], &kids[1]);
    }
    if ((!least && !most) || t->count != 2) return false;
    if (!term_linear(t->kids[0], &kids[0]) || !term_linear(t->kids[1], &kids[1])) return false;
    *kind = TEST_LEAST;
    *line = kids[least];
    line->constant -= kids[most].constant;
    for (int v = 0; v < TERM_VARIABLES; v++) line->factor[v] -= kids[most].factor[v];
    return true;
}

/* Of a term without a value somewhere nothing is kept, nor where that takes as long as to look at it in most states. */
static struct reading *make_reading(struct making *m, const struct term *t)
{
    bool one = t->reads && !(t->reads & (t->reads - 1)) && !term_reads_values(t);
    size_t p = 0;
    while (one && m->r && p < m->r->cells && !(t->reads >> m->r->order[p] & 1)) p++;
    if (!one || !m->r || p == m->r->cells) return NULL;
    struct reading reading = {.cell = m->r->order[p], .least = m->r->least[p]};
    reading.extent = (size_t)m->r->units[m->r->unit_of[p]].most + 1;
    if (reading.extent > m->r->size / READINGS_PART) return NULL;
    struct reading *made = take(m, 1, sizeof *made);
    reading.values = made ? take(m, reading.extent, sizeof *reading.values) : NULL;
    if (!reading.values) return NULL;
    int64_t x[TERM_VARIABLES] = {0};
    for (size_t i = 0; i < reading.extent; i++) {
        x[reading.cell] = reading.least + (int64_t)i;
        if (!term_value_at(t, x, &reading.values[i])) return NULL;
    }
    *made = reading;
    return made;
}

static struct quick term_quick(struct making *m, const struct term *t)
{
    struct linear line, kids[2];
    struct quick q = {.term = t};
    enum test_kind kind;
    if (term_linear(t, &line)) return linear_quick(m, &line);
    bool rest = t->kind == EXPR_MOD && t->kids[1]->kind == EXPR_INT && t->kids[1]->constant > 0;
    struct quick_choice *choice = choice_of(t, &kind, &line, kids) ? take(m, 1, sizeof *choice) : NULL;
    if (!choice) q.reading = make_reading(m, t);
    if (rest && !q.reading && term_linear(t->kids[0], &line)) {
        q = linear_quick(m, &line);
        q.term = t;
        q.modulus = t->kids[1]->constant;
    }
    if (!choice) return q;
    choice->when = (struct test){.kind = kind, .line = linear_quick(m, &line)};
    for (int i = 0; i < 2; i++) choice->items[i] = linear_quick(m, &kids[i]);
    q.choice = choice;
    return q;
}

bool shots_quick(struct arena *arena, const struct ranks *r, const struct term *t, struct quick *q)
{
    struct making m = {.arena = arena, .r = r};
    *q = term_quick(&m, t);
    return !m.no_memory;
}

static void add_edge(struct making *m, struct level *level, int value, struct linear line, int sign)
{
    int64_t factor = line.factor[TERM_CELLS + value] * sign;
    line.factor[TERM_CELLS + value] = 0;
    line.constant *= sign;
    for (int v = 0; v < TERM_VARIABLES; v++) line.factor[v] *= sign;
    level->edges[level->edge_count++] = (struct edge){factor, linear_quick(m, &line)};
}

/* Comparisons that are linear in the value of their level become edges. */
static bool make_edges(struct making *m, struct level *level, int value, const struct term *t)
{
    struct linear line;
    enum test_kind kind = shots_compared(t, &line);
    if ((kind != TEST_LEAST && kind != TEST_ZERO) || line.factor[TERM_CELLS + value] == 0) return false;
    add_edge(m, level, value, line, 1);
    if (kind == TEST_ZERO) add_edge(m, level, value, line, -1);
    return true;
}

/* So do sums that rise or fall with that value. */
static bool make_bends(struct making *m, struct level *level, int value, const struct term *t)
{
    struct bends *bends;
    if (!bends_make(m->arena, m->r, t, value, &bends)) return m->no_memory = true, true;
    if (bends && bends->end) level->bends[level->bend_count++] = bends;
    return bends && bends->end;
}

/* A low end that is the greatest of linear terms is the first of them, and the others are edges; a high one that is the least. */
static struct quick make_end(struct making *m, struct level *level, int value, const struct term *end, bool high)
{
    bool several = end->kind == EXPR_CALL && end->index == (high ? BUILTIN_MIN : BUILTIN_MAX) && end->count == 2;
    struct linear first, second;
    if (!several || !term_linear(end->kids[0], &first) || !term_linear(end->kids[1], &second))
        return term_quick(m, end);
    for (int v = 0; v < TERM_VARIABLES; v++) second.factor[v] = -second.factor[v];
    second.constant = -second.constant;
    second.factor[TERM_CELLS + value] = 1;
    add_edge(m, level, value, second, high ? -1 : 1); /* value - second >= 0, or second - value */
    return linear_quick(m, &first);
}

/* `last`: the number of the value, if the level is the last one. */
static void add_test(struct making *m, struct level *level, int last, const struct term *t)
{
    if (last >= 0 && !sieve_make(m->arena, m->r, t, last, &level->sieves[level->test_count])) m->no_memory = true;
    level->plain &= last >= 0 && !m->no_memory && sieve_plain(level->sieves[level->test_count]);
    level->tests[level->test_count++] = make_test(m, t);
    level->never_fails &= term_never_fails(t);
}

/* Ends that are constants, and those that are further off than these. */
static void join_constants(struct level *level)
{
    size_t kept = 0;
    for (size_t i = 0; i < level->edge_count; i++) {
        struct edge edge = level->edges[i];
        struct quick *end = edge.factor > 0 ? &level->low : &level->high;
        bool constant = !edge.rest.term && !edge.rest.count && !end->term && !end->count;
        int64_t at = edge.factor > 0 ? -edge.rest.constant : edge.rest.constant;
        if (!constant || (edge.factor != 1 && edge.factor != -1)) level->edges[kept++] = edge;
        else if (edge.factor > 0 ? at > end->constant : at < end->constant) end->constant = at;
    }
    level->edge_count = kept;
}

static void make_levels(struct making *m, const struct instance *in, struct shot *s)
{
    s->level_count = in->value_count;
    s->tests = take(m, in->condition_count, sizeof *s->tests);
    for (size_t v = 0; v < in->value_count; v++) {
        struct level *level = &s->levels[v];
        level->edges = take(m, 2 * in->condition_count + 2, sizeof *level->edges);
        level->bends = take(m, in->condition_count, sizeof *level->bends);
        level->tests = take(m, in->condition_count, sizeof *level->tests);
        level->sieves = take(m, in->condition_count, sizeof *level->sieves);
        if (m->no_memory) return;
        level->never_fails = level->plain = true;
        level->low = make_end(m, level, (int)v, in->values[v].low, false);
        level->high = make_end(m, level, (int)v, in->values[v].high, true);
    }
    for (size_t i = 0; i < in->condition_count && !m->no_memory; i++) {
        size_t at = term_level(in->conditions[i]);
        struct level *level = at ? &s->levels[at - 1] : NULL;
        if (!level) s->tests[s->test_count++] = make_test(m, in->conditions[i]);
        else if (!make_edges(m, level, (int)at - 1, in->conditions[i]) &&
                 !make_bends(m, level, (int)at - 1, in->conditions[i]))
            add_test(m, level, at == in->value_count ? (int)at - 1 : -1, in->conditions[i]);
    }
    for (size_t v = 0; v < in->value_count; v++) join_constants(&s->levels[v]);
}

/* Values are not greater than cells are, in most moves. */
static void make_picks(struct making *m, struct shot *s)
{
    int64_t most = 0;
    if (!s->level_count || m->no_memory) return;
    for (size_t i = 0; i < m->r->unit_count; i++)
        if (m->r->units[i].most > most) most = m->r->units[i].most;
    struct level *last = &s->levels[s->level_count - 1];
    last->picks = picks_make(m->arena, last, (int)s->level_count - 1, most, &m->no_memory);
}

static void make_changed(struct making *m, const struct instance *in, struct shot *s)
{
    int last = TERM_CELLS + (int)in->value_count - 1;
    s->changed = take(m, m->r->cells, sizeof *s->changed);
    for (size_t p = 0; p < m->r->cells && !in->ends && !m->no_memory; p++) {
        size_t cell = m->r->order[p];
        const struct term *after = in->after[cell];
        struct changed c = {.place = p, .most = m->r->units[m->r->unit_of[p]].most};
        struct linear line;
        if (after->kind == EXPR_FIELD && after->index == (int)cell) continue;
        if (term_linear(after, &line)) {
            if (in->value_count) c.step = line.factor[last], line.factor[last] = 0;
            line.factor[cell]--;
            c.more = linear_quick(m, &line);
        } else {
            c.more = term_quick(m, after);
            c.more.constant = m->r->least[p];
            c.more.modulus = 0; /* its constant is another one now */
            if (in->value_count && term_level(after) == in->value_count) s->slow = true;
        }
        s->changed[s->changed_count++] = c;
    }
}

static void make_touched(struct making *m, struct shot *s)
{
    s->touched = take(m, m->r->unit_count, sizeof *s->touched);
    for (size_t i = 0; i < s->changed_count && !m->no_memory;) {
        struct touched *t = &s->touched[s->touched_count++];
        t->unit = &m->r->units[m->r->unit_of[s->changed[i].place]];
        t->first = i;
        for (size_t p = t->unit->first; p < t->unit->first + t->unit->count; p++) {
            if (i < s->changed_count && s->changed[i].place == p) i++;
            else t->stay[t->stay_count++] = (unsigned char)p;
        }
        t->end = i;
    }
    const struct unit *u = s->touched_count == 1 ? s->touched[0].unit : NULL;
    size_t moving = 0, even = 0;
    for (size_t i = 0; i < s->changed_count; i++) {
        moving += s->changed[i].step != 0;
        even += s->changed[i].step == 1 || s->changed[i].step == -1;
    }
    s->alone = u && !s->slow && u->kind == UNIT_GROUP && moving == 1 && even == 1;
}

/* The value that moves the latest place: in a group that is the greatest cell, and so the longest ray. */
static size_t longest_value(const struct making *m, const struct instance *in)
{
    size_t longest = in->value_count - 1;
    for (size_t p = 0; p < m->r->cells && !in->ends; p++)
        for (size_t v = 0; v < in->value_count; v++)
            if (in->after[m->r->order[p]]->reads >> (TERM_CELLS + v) & 1) longest = v;
    return longest;
}

/* The same moves with another value last, where ranges do not read values and have ends in any case. */
static void make_last(struct making *m, struct instance *in)
{
    struct term_store terms = {.arena = m->arena, .most = UNROLL_CONDITIONS << 12};
    int map[TERM_VARIABLES];
    bool alone = in->value_count > 1 && sure_ends(m->r, in);
    for (size_t v = 0; v < in->value_count; v++)
        alone &= !term_reads_values(in->values[v].low) && !term_reads_values(in->values[v].high);
    if (!alone) return;
    size_t longest = longest_value(m, in), last = in->value_count - 1;
    for (int v = 0; v < TERM_VARIABLES; v++) map[v] = v;
    map[TERM_CELLS + longest] = TERM_CELLS + (int)last;
    map[TERM_CELLS + last] = TERM_CELLS + (int)longest;
    if (longest == last) return;
    struct range swap = in->values[last];
    in->values[last] = in->values[longest];
    in->values[longest] = swap;
    for (size_t i = 0; i < in->condition_count; i++) in->conditions[i] = term_mapped(&terms, in->conditions[i], map);
    for (size_t c = 0; c < m->r->cells && !in->ends; c++) in->after[c] = term_mapped(&terms, in->after[c], map);
    m->no_memory |= terms.no_memory;
}

static void make_twins(struct making *m, const struct exchange *x, size_t index, struct shot *s)
{
    s->twins = take(m, m->r->cells, 1);
    s->twins_before = take(m, m->r->cells, 1);
    for (size_t c = 0; c < m->r->cells && !m->no_memory; c++) {
        size_t before = c;
        if (!x->image[c] || x->image[c][index] >= index) continue;
        while (before-- > 0 && x->group[before] != x->group[c]) continue;
        s->twins[s->twin_count] = (unsigned char)c;
        s->twins_before[s->twin_count++] = (unsigned char)before;
    }
}

/* Does it hold wherever cells are between their least and greatest values? All states that are numbered are there. */
static bool holds_everywhere(const struct making *m, const struct term *t)
{
    int64_t low[TERM_VARIABLES] = {0}, high[TERM_VARIABLES] = {0};
    for (size_t p = 0; p < m->r->cells; p++) {
        size_t cell = m->r->order[p];
        low[cell] = m->r->least[p];
        if (!checked_add(m->r->least[p], m->r->units[m->r->unit_of[p]].most, &high[cell])) return false;
    }
    if (bounds_say(term_bounds(t, low, high, false), true)) return true;
    if (!t->reads || t->reads >> TERM_CELLS || t->reads & (t->reads - 1)) return false;
    size_t one = (size_t)__builtin_ctzll(t->reads);
    bool all = high[one] - low[one] < EACH_MOST;
    for (int64_t value, x = low[one]; x <= high[one] && all; x++) {
        low[one] = x;
        all = term_value_at(t, low, &value) && value;
    }
    return all;
}

/* Does the order of the cells imply it? */
static bool is_implied(const struct making *m, const struct term *t)
{
    struct linear line;
    int above = -1, below = -1;
    if (holds_everywhere(m, t)) return true;
    if (shots_compared(t, &line) != TEST_LEAST) return false;
    for (int v = 0; v < TERM_VARIABLES; v++) {
        if (line.factor[v] == 0) continue;
        if (v >= TERM_CELLS || (line.factor[v] != 1 && line.factor[v] != -1)) return false;
        int *which = line.factor[v] > 0 ? &above : &below;
        if (*which >= 0) return false;
        *which = v;
    }
    return above >= 0 && ranks_imply(m->r, above, below, line.constant);
}

/* Its parts that are not implied; where they are many, all of it as one. False: they are many. */
static bool add_legal(struct making *m, const struct term *t, struct shots *shots)
{
    if (t->kind == EXPR_AND) return add_legal(m, t->kids[0], shots) && add_legal(m, t->kids[1], shots);
    if (is_implied(m, t)) return true;
    if (shots->legal_count == SHOTS_LEGAL) return false;
    shots->legal[shots->legal_count++] = make_test(m, t);
    return true;
}

static void make_legal(struct making *m, const struct term *legal, struct shots *shots)
{
    if (add_legal(m, legal, shots)) return;
    shots->legal[0] = (struct test){.kind = TEST_TERM, .term = legal, .weight = shots_weight(legal)};
    shots->legal_count = 1;
}

static void make_braids(struct making *m, struct shots *shots)
{
    for (size_t i = 0; i < m->r->unit_count && !m->no_memory; i++) {
        struct braids *b = m->r->units[i].kind == UNIT_WEB ? take(m, 1, sizeof *b) : NULL;
        if (b && !braids_make(m->arena, m->r, &m->r->units[i], b)) m->no_memory = true;
        if (b && b->count) shots->braids[i] = b;
    }
}

enum status shots_open(const struct unrolled *u, const struct exchange *x, const struct ranks *r, struct arena *arena,
                       struct shots *shots)
{
    struct making m = {.arena = arena, .r = r};
    *shots = (struct shots){.u = u, .ranks = r, .count = u->instances.count};
    shots->items = take(&m, shots->count, sizeof *shots->items);
    if (u->legal) make_legal(&m, u->legal, shots);
    make_braids(&m, shots);
    for (size_t i = 0; i < shots->count && !m.no_memory; i++) {
        struct instance in = u->instances.data[i];
        struct shot *s = &shots->items[i];
        s->ends = in.ends;
        make_last(&m, &in);
        if (m.no_memory) break;
        shots->hides |= !sure_shown(r, &in);
        make_levels(&m, &in, s);
        make_picks(&m, s);
        make_changed(&m, &in, s);
        make_touched(&m, s);
        make_twins(&m, x, i, s);
        if (!m.no_memory && !clips_make(&in, shots, arena, s)) m.no_memory = true;
        if (!m.no_memory) beams_find(r, s), beams_even(r, s);
        if (!m.no_memory) falls_find(arena, s, &m.no_memory);
    }
    return m.no_memory ? ST_NO_MEMORY : paths_open(u, r, arena, &shots->paths);
}

bool shots_sift(const struct shots *shots)
{
    bool sifts = false;
    for (size_t i = 0; i < shots->count && !sifts; i++) {
        const struct shot *s = &shots->items[i];
        const struct level *last = s->level_count ? &s->levels[s->level_count - 1] : NULL;
        for (size_t k = 0; last && k < last->test_count; k++) sifts |= sieve_gains(last->sieves[k]);
    }
    return sifts;
}
