/* SPDX-License-Identifier: MIT */
/* The snapshot has how far it goes, how many groups of 64 words have any that is marked, and the work so far; then each group: its
 * number, which of its words there are, and these. The journal has `width` words of bits for each word of the table. */
#include "solve/bits/bit_kept.h"
#include <inttypes.h>
#include <string.h>
#include "base/bits.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/snapshot.h"
#include "solve/bits/bit_walk.h"

enum { WORDS_A_TRIAL = 64, TRIALS_LEAST = 8, WIDTH_MOST = 7, PIECE = 1 << 14, WRITING_PART = 16, PART_OF_RUN = 32 };
enum { HALVES = 2 /* a value of a journal is 32 bits */ };

/* ---- words ------------------------------------------------------------------------------------------------------- */
/* Of all that a table is made of. */
static uint64_t rule_hash(const struct bit_rule *r)
{
    const struct bit_diagrams *d = &r->diagrams;
    uint64_t hash = hash_bytes(r->place, sizeof r->place);
    hash = hash_mix(hash ^ hash_bytes(r->flip, sizeof r->flip));
    hash = hash_mix(hash ^ hash_bytes(r->start, sizeof r->start));
    for (size_t i = 0; i < r->moves.count; i++) {
        const struct bit_move *m = &r->moves.data[i];
        hash = hash_mix(hash_mix(hash_mix(hash ^ m->write) ^ m->put) ^ m->when);
    }
    hash = hash_mix(hash ^ hash_bytes(d->words.data, d->words.count * sizeof *d->words.data));
    return hash_mix(hash ^ hash_bytes(d->nodes.data, d->nodes.count * sizeof *d->nodes.data));
}

void bit_kept_open(struct bit_table *t, struct keep *keep, const struct text *words, uint64_t began)
{
    struct bit_kept *k = &t->kept;
    k->journal.file = -1;
    if (!keep || words->failed) return;
    text_add(&k->words, "bits %" PRIu32 " from %" PRIx64 " as %016" PRIx64 " of ", t->rule->bits, t->start,
             rule_hash(t->rule));
    text_puts(&k->words, text_c(words));
    if (k->words.failed) return;
    k->keep = keep;
    k->began = began;
    k->next = k->next_set = keep_first(keep, began);
}

void bit_kept_close(struct bit_kept *k)
{
    if (k->keep) journal_close(&k->journal);
    text_free(&k->words);
    k->keep = NULL;
}

void bit_kept_renew(struct bit_kept *k)
{
    if (k->keep) journal_close(&k->journal);
    k->journal = (struct journal){.file = -1};
    k->looked[true] = false;
}

/* False: no memory. */
static bool words_of_values(const struct bit_table *t, uint32_t planes, bool misere, struct text *out)
{
    text_add(out, "%s%" PRIu32 " values, ", misere ? "misere " : "", planes);
    text_puts(out, text_c(&t->kept.words));
    return !out->failed;
}

bool bit_kept_due(const struct bit_kept *k, bool values)
{
    return k->keep && !k->looked[values] && budget_now_ns() - k->began >= k->keep->look;
}

static void count_written(struct bit_kept *k, uint64_t more, uint64_t count)
{
    k->keep->written += more;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, count);
}

/* ---- what is to be tried ----------------------------------------------------------------------------------------- */
/* The words [from, to) in which something is reached, one after the other, up or down. */
struct each {
    const struct bit_table *t;
    uint64_t from, to;
};

static bool next_up(struct each *e, uint32_t *word)
{
    while (e->from < e->to) {
        uint64_t flags = e->t->flags[0][e->from / 64] >> (e->from & 63);
        if (flags) {
            e->from += (uint64_t)__builtin_ctzll(flags);
            *word = (uint32_t)e->from;
            return e->from++ < e->to;
        }
        e->from = (e->from | 63) + 1;
    }
    return false;
}

static bool next_down(struct each *e, uint32_t *word)
{
    while (e->to > e->from) {
        uint64_t last = e->to - 1, flags = e->t->flags[0][last / 64] << (63 - (last & 63));
        if (flags) {
            e->to = last - (uint64_t)__builtin_clzll(flags);
            *word = (uint32_t)e->to;
            return e->to >= e->from;
        }
        e->to = last & ~UINT64_C(63);
    }
    return false;
}

/* Places among `count`, ascending: one at random in each part of them, and the last one. */
struct trials {
    uint64_t count, parts, part, seed, next;
};

static void next_trial(struct trials *s)
{
    if (s->part == s->parts) return;
    uint64_t low = s->count * s->part / s->parts, high = s->count * (s->part + 1) / s->parts;
    s->part++;
    s->next = s->part == s->parts ? s->count - 1 : low + random_next(&s->seed) % (high - low);
}

static struct trials trials_of(uint64_t count, uint64_t seed)
{
    struct trials s = {.count = count, .parts = count / WORDS_A_TRIAL, .seed = seed ^ count};
    if (s.parts < TRIALS_LEAST) s.parts = count < TRIALS_LEAST ? count : TRIALS_LEAST;
    next_trial(&s);
    return s;
}

/* ---- what is reached: reading ------------------------------------------------------------------------------------ */
/* *same is set to false where words that are known are not as they were; false: it is no such file. */
static bool read_group(struct bit_walk *w, struct snapshot *s, uint64_t *first, uint64_t *known, bool *same)
{
    struct bit_table *t = w->table;
    uint64_t head[2], states;
    if (!snapshot_get(s, head, sizeof head) || head[0] < *first || head[0] > (t->word_count - 1) / 64) return false;
    *first = head[0] + 1;
    for (uint64_t left = head[1]; left; left &= left - 1) {
        uint64_t word = head[0] * 64 + (uint64_t)__builtin_ctzll(left);
        if (word >= t->word_count || !snapshot_get(s, &states, sizeof states) || !states) return false;
        if (word < w->from) *same &= t->reached[word] == states, ++*known;
        else bit_table_mark(t, (uint32_t)word, states);
    }
    return true;
}

static bool read_groups(struct bit_walk *w, struct snapshot *s, uint64_t groups)
{
    uint64_t first = 0, known = 0;
    bool fine = true, same = true;
    unsigned char more;
    for (uint64_t i = 0; fine && i < groups; i++) fine = read_group(w, s, &first, &known, &same);
    return fine && same && known == w->table->used && !snapshot_get(s, &more, 1) && snapshot_ended(s);
}

/* Does what is reached in the word lead to nothing that is not? */
static void try_closed(struct bit_walk *w, uint32_t word, const struct bit_live *live, size_t count)
{
    struct bit_table *t = w->table;
    for (size_t i = 0; i < count; i++) {
        const struct bit_step *s = &w->steps[live[i].move];
        uint64_t from = t->reached[word] & bit_word(&t->rule->diagrams, live[i].when);
        t->kept.wrong |= (bit_pushed(s, from) & ~t->reached[bit_step_to(s, word)]) != 0;
    }
}

static bool are_closed(struct bit_walk *w, uint64_t from, uint64_t to, uint64_t count)
{
    struct bit_table *t = w->table;
    struct bit_walk trial = *w;
    struct trials s = trials_of(count, hash_bytes(t->kept.words.data, t->kept.words.length));
    struct each e = {t, from, to};
    uint32_t word;
    trial.visit = try_closed;
    t->kept.wrong = false;
    bit_walk_at(&trial, (uint32_t)(t->start >> BIT_LOW));
    for (uint64_t k = 0; !t->kept.wrong && next_up(&e, &word); k++) {
        if (k != s.next) continue;
        bit_walk_at(&trial, word);
        next_trial(&s);
    }
    return !t->kept.wrong;
}

static enum status begin_again(struct bit_walk *w)
{
    w->from = w->work = w->checked = 0;
    return bit_table_clear(w->table) ? ST_OK : ST_NO_MEMORY;
}

static enum status take_reached(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    struct bit_kept *k = &t->kept;
    struct snapshot s;
    uint64_t head[3], before = t->used;
    uint32_t word;
    bool there = snapshot_open(&s, keep_folder(k->keep), text_c(&k->words), k->words.length);
    there = there && snapshot_get(&s, head, sizeof head) && head[0] > w->from && head[0] <= t->word_count;
    bool fine = there && read_groups(w, &s, head[1]);
    snapshot_close(&s);
    if (!there) return ST_OK;
    for (struct each e = {t, w->from, head[0]}; fine && next_up(&e, &word);) bit_table_number(t, word);
    if (!fine || !are_closed(w, w->from, head[0], t->used - before)) return begin_again(w);
    k->keep->loaded += t->used - before;
    k->written = w->from = head[0];
    w->work = w->checked = head[2];
    return ST_OK;
}

/* ---- what is reached: writing ------------------------------------------------------------------------------------ */
static void put_groups(const struct bit_table *t, struct snapshot *s, uint64_t groups)
{
    for (uint64_t g = 0; g < groups; g++) {
        uint64_t head[2] = {g, t->flags[0][g]};
        if (!head[1]) continue;
        snapshot_put(s, head, sizeof head);
        for (uint64_t left = head[1]; left; left &= left - 1)
            snapshot_put(s, &t->reached[g * 64 + (uint64_t)__builtin_ctzll(left)], sizeof *t->reached);
    }
}

static void write_reached(struct bit_table *t, uint64_t from, uint64_t work)
{
    struct bit_kept *k = &t->kept;
    struct snapshot s;
    uint64_t groups = (t->word_count - 1) / 64 + 1, head[3] = {from, 0, work};
    for (uint64_t g = 0; g < groups; g++) head[1] += t->flags[0][g] != 0;
    bool fine = snapshot_begin(&s, keep_folder(k->keep), text_c(&k->words), k->words.length);
    if (fine) snapshot_put(&s, head, sizeof head);
    if (fine) put_groups(t, &s, groups);
    if (fine) fine = snapshot_end(&s);
    snapshot_close(&s);
    if (!fine) return;
    k->written = from;
    count_written(k, t->used, t->used);
}

/* ---- values in binary -------------------------------------------------------------------------------------------- */
static size_t width_of(uint32_t planes)
{
    size_t width = 1;
    for (; planes > 1; planes /= 2) width++;
    return width;
}

/* The number of each state's value; `planes` where it has none of these. */
static void encode(uint32_t planes, const uint64_t *values, uint64_t *to)
{
    uint64_t code[WIDTH_MOST] = {0}, any = 0;
    size_t width = width_of(planes);
    for (uint32_t v = 0; v < planes; v++) {
        any |= values[v];
        for (size_t b = 0; b + 1 < width; b++) code[b] |= v >> b & 1 ? values[v] : 0;
    }
    code[width - 1] = ~any;
    memcpy(to, code, width * sizeof *code);
}

static void decode(uint32_t planes, const uint64_t *from, uint64_t *values)
{
    uint64_t code[WIDTH_MOST];
    size_t width = width_of(planes);
    memcpy(code, from, width * sizeof *code);
    for (uint32_t v = 0; v < planes; v++) {
        values[v] = ~code[width - 1];
        for (size_t b = 0; b + 1 < width; b++) values[v] &= v >> b & 1 ? code[b] : ~code[b];
    }
}

/* A word takes no more room in binary, so this is done in place. */
static void encode_first(const struct bit_table *t, uint64_t count)
{
    size_t width = width_of(t->planes);
    for (uint64_t i = 0; i < count; i++) encode(t->planes, t->values + i * t->planes, t->values + i * width);
}

static void decode_first(const struct bit_table *t, uint64_t count)
{
    size_t width = width_of(t->planes);
    for (uint64_t i = count; i-- > 0;) decode(t->planes, t->values + i * width, t->values + i * t->planes);
}

/* ---- values: reading --------------------------------------------------------------------------------------------- */
static bool open_journal(struct bit_table *t)
{
    struct bit_kept *k = &t->kept;
    struct text words = {0};
    bool fine = words_of_values(t, t->planes, t->misere, &words);
    journal_close(&k->journal);
    if (fine) journal_open(&k->journal, keep_folder(k->keep), text_c(&words), words.length);
    text_free(&words);
    if (!fine) k->journal.stopped = true;
    return fine;
}

bool bit_kept_has_values(const struct bit_table *t, uint32_t planes, bool misere)
{
    struct text words = {0};
    struct journal journal = {.file = -1};
    bool any = t->kept.keep && words_of_values(t, planes, misere, &words);
    any = any && journal_open(&journal, keep_folder(t->kept.keep), text_c(&words), words.length) && journal.count;
    journal_close(&journal);
    text_free(&words);
    return any;
}

/* The words number `from` to `to`, from the last one down, of which all are there: are they to be believed? *last is the last one. */
static bool try_values(struct bit_walk *w, uint64_t from, uint64_t to, uint32_t *last)
{
    struct bit_table *t = w->table;
    uint64_t old[BIT_PLANES_MOST], valued = t->valued, judged = t->judged, states = 0;
    struct trials s = trials_of(to - from, t->kept.journal.key);
    struct each e = {t, 0, w->to};
    bool right = true;
    for (uint64_t k = 0; right && k < to - from && next_down(&e, last); k++) {
        uint64_t *values = bit_table_values(t, *last);
        for (uint32_t v = 0; v < t->planes; v++) right &= !(values[v] & ~t->reached[*last]);
        states += bits_of(t->reached[*last]);
        if (k != s.next) continue;
        next_trial(&s);
        memcpy(old, values, t->planes * sizeof *old);
        memset(values, 0, t->planes * sizeof *old);
        bit_walk_at(w, *last);
        right &= memcmp(old, values, t->planes * sizeof *old) == 0;
    }
    t->valued = right ? to : valued;
    t->judged = right ? judged + states : judged;
    return right;
}

static void forget_values(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    journal_forget(&t->kept.journal);
    memset(t->values, 0, (size_t)((t->used + 1) * t->planes) * sizeof *t->values);
    t->valued = t->judged = 0;
    w->to = t->word_count;
}

static enum status take_values(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    struct bit_kept *k = &t->kept;
    uint64_t a_word = HALVES * width_of(t->planes), loaded = 0, before = t->valued;
    bool differs = false;
    uint32_t last = 0;
    if (!open_journal(t) || k->journal.count <= before * a_word) return ST_OK;
    encode_first(t, before);
    enum status st = journal_load_any(&k->journal, (struct journal_values){.bits = t->values}, before * a_word,
                                      t->used * a_word, &loaded, &differs);
    uint64_t have = st == ST_OK && loaded > before * a_word ? loaded / a_word : before;
    decode_first(t, have);
    if (st != ST_OK || (have == before && !differs)) return st;
    if (differs || loaded % a_word || !try_values(w, before, have, &last)) return forget_values(w), ST_OK;
    k->keep->loaded += have - before;
    w->to = last;
    return ST_OK;
}

enum status bit_kept_take(struct bit_walk *w)
{
    w->table->kept.looked[w->down] = true;
    return w->down ? take_values(w) : take_reached(w);
}

/* ---- values: writing --------------------------------------------------------------------------------------------- */
/* False: no more is to be written now. */
static bool write_piece(struct bit_table *t, uint64_t *codes)
{
    struct bit_kept *k = &t->kept;
    size_t width = width_of(t->planes);
    uint64_t from = k->journal.count / HALVES / width, count = t->valued - from, before = k->journal.count;
    if (count > PIECE) count = PIECE;
    for (uint64_t i = 0; i < count; i++) encode(t->planes, t->values + (from + i) * t->planes, codes + i * width);
    struct journal_values values = {.bits = codes, .first = before};
    if (!journal_add_any(&k->journal, values, (from + count) * HALVES * width, 0)) return false;
    if (k->journal.count > before) count_written(k, count, from + count);
    return k->journal.count > before;
}

static void write_values(struct bit_table *t)
{
    struct bit_kept *k = &t->kept;
    size_t width = width_of(t->planes), bytes = PIECE * width * sizeof(uint64_t);
    if (!k->looked[true]) return; /* the file may have more */
    keep_folder(k->keep);         /* it may have been removed */
    if (!journal_begin(&k->journal) || k->journal.count % (HALVES * width)) return;
    uint64_t *codes = mem_alloc_raw(bytes);
    for (bool more = codes; more && k->journal.count < t->valued * HALVES * width;) {
        uint64_t now = budget_now_ns();
        if (k->keep->every && k->writing_ns * WRITING_PART > now - k->began) break;
        more = write_piece(t, codes);
        k->writing_ns += budget_now_ns() - now;
    }
    mem_free(codes, codes ? bytes : 0);
}

void bit_kept_put(struct bit_walk *w)
{
    struct bit_table *t = w->table;
    struct bit_kept *k = &t->kept;
    uint64_t now = k->keep ? budget_now_ns() : 0, from = w->down ? t->word_count : w->from;
    if (!k->keep) return;
    if (k->looked[false] && now >= k->next_set && from > k->written) {
        write_reached(t, from, w->down ? t->work : w->work);
        k->next_set = keep_next(k->keep, now);
    }
    if (!w->down || now < k->next) return;
    write_values(t);
    uint64_t part = (now - k->began) / PART_OF_RUN;
    k->next = keep_after(now, part > k->keep->every ? part : k->keep->every);
}

void bit_kept_end(struct bit_walk *w)
{
    struct bit_kept *k = &w->table->kept;
    if (!k->keep || budget_now_ns() - k->began < k->keep->begin) return;
    k->next_set = k->next = 0;
    bit_kept_put(w);
}
