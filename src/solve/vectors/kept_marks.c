/* SPDX-License-Identifier: MIT */
/* In the file: how many words there are, how many of them are decided, and all of them. */
#include "solve/vectors/kept_marks.h"
#include <inttypes.h>
#include <string.h>
#include "base/bits.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/snapshot.h"

enum { TRIALS = 48, TRIED_WORDS = 1 << 20 /* more trials in small boxes */, LOOK_EVERY = 16 };

void kept_marks_open(struct kept_marks *k, const struct env *env, struct vectors_marks *marks, bool misere)
{
    *k = (struct kept_marks){.env = env, .marks = marks, .misere = misere};
    if (!keep_possible(env)) return;
    k->keep = env->keep;
    k->began = budget_now_ns();
    k->next = keep_first(k->keep, k->began);
}

static bool write_words(const struct kept_marks *k, struct text *out)
{
    const struct value_table *box = &k->marks->set.box;
    text_add(out, "marks of losses%s\ngame %d\n", k->misere ? ", misere" : "", box->game);
    for (size_t c = 0; c < box->fields; c++)
        text_add(out, "from %" PRId64 " count %" PRId64 "\n", box->low[c], box->extent[c]);
    keep_words(k->env, out);
    return !out->failed;
}

static uint64_t words_of(const struct vectors_marks *m) { return m->set.row_count * m->set.words; }

/* The positions of a word that are in the box. */
static uint64_t inside(const struct vectors_marks *m, uint64_t word)
{
    uint64_t left = (uint64_t)m->set.box.extent[m->set.box.fields - 1] - word % m->set.words * 64;
    return left >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
}

/* ---- trials ------------------------------------------------------------------------------------------------------ */
/* What was read, of which words before `decided` are. */
struct trial {
    const struct vectors_marks *m;
    const uint64_t *won;
    uint64_t decided;
    int64_t at[MODEL_MAX_FIELDS]; /* the position but for its last number, */
    uint64_t row, column;         /* which is `column` */
};

static void find_row(const struct vectors_marks *m, uint64_t row, int64_t *at)
{
    for (size_t c = m->set.box.fields - 1; c-- > 0; row /= (uint64_t)m->set.box.extent[c])
        at[c] = (int64_t)(row % (uint64_t)m->set.box.extent[c]);
}

/* The members of a row of D that mark: where parts are carried on, only the others do, except within the row of a loss. */
static uint64_t marks_of(const struct vectors_marks *m, uint64_t row, uint64_t w, bool all)
{
    if (w >= m->set.words) return 0;
    if (all || !row || !m->parts.count) return m->set.bits[row * (m->set.words + 2) + 1 + w];
    return m->parts.rest.bits[row * m->set.words + w];
}

/* Is all that the position wins marked, where that is decided, and what it marks, where it is not? */
static bool has_marked(const struct trial *t)
{
    const struct vectors_set *set = &t->m->set;
    uint64_t shift = t->column % 64, on = t->column / 64, missing = 0;
    for (size_t i = 0; i < set->rows.count; i++) {
        const struct vectors_row *r = &set->rows.data[i];
        bool within = true;
        for (size_t c = 0; c + 1 < set->box.fields; c++) within &= t->at[c] + r->at[c] < set->box.extent[c];
        uint64_t first = (t->row + r->row) * set->words + on;
        for (uint64_t w = 0; within && w + on < set->words; w++) {
            bool all = first + w < t->decided;
            uint64_t wins = marks_of(t->m, r->row, w, all) << shift;
            if (shift && w) wins |= marks_of(t->m, r->row, w - 1, all) >> (64 - shift);
            missing |= wins & ~t->won[first + w] & inside(t->m, first + w);
        }
    }
    return !missing;
}

/* Does a loss of that row, which is `back` rows before the position's, win it? */
static bool row_wins(const struct trial *t, uint64_t row, uint64_t back)
{
    const struct vectors_set *set = &t->m->set;
    const uint64_t *members = set->bits + back * (set->words + 2) + 1;
    for (uint64_t w = 0; w <= t->column / 64 && row * set->words + w < t->decided; w++) {
        uint64_t losses = ~t->won[row * set->words + w] & inside(t->m, w);
        for (; losses; losses &= losses - 1) {
            uint64_t column = w * 64 + (uint64_t)__builtin_ctzll(losses), by = t->column - column;
            if (column <= t->column && members[by / 64] >> by % 64 & 1) return true;
        }
    }
    return false;
}

static bool is_won_by_some(const struct trial *t)
{
    int64_t at[MODEL_MAX_FIELDS];
    bool won = false;
    for (uint64_t row = 0; !won && row <= t->row && row * t->m->set.words < t->decided; row++) {
        bool below = true;
        find_row(t->m, row, at);
        for (size_t c = 0; c + 1 < t->m->set.box.fields; c++) below &= at[c] <= t->at[c];
        won = below && row_wins(t, row, t->row - row);
    }
    return won;
}

/* At that place: the ends of misere play are marked in m->won, as nothing is decided there. */
static bool try_place(struct trial *t, uint64_t word, uint64_t bit)
{
    const struct vectors_marks *m = t->m;
    bool marked = t->won[word] >> bit & 1, end = m->won[word] >> bit & 1;
    t->row = word / m->set.words;
    t->column = word % m->set.words * 64 + bit;
    find_row(m, t->row, t->at);
    if (!marked && word < t->decided && !has_marked(t)) return false;
    if (!marked && word >= t->decided && m->parts.count) return true; /* it may be won by what is carried on */
    return (end || is_won_by_some(t)) == marked;
}

static bool try_some(struct trial *t)
{
    uint64_t count = words_of(t->m), seed = count ^ t->decided, trials = TRIALS + TRIED_WORDS / count;
    bool right = true;
    for (uint64_t i = 0; right && i < trials; i++) { /* half of them among the decided ones, one the last of these */
        uint64_t from = i % 2 ? 0 : t->decided, to = i % 2 ? t->decided : count;
        uint64_t word = i == 1 ? to - 1 : from < to ? from + random_next(&seed) % (to - from) : 0;
        uint64_t here = inside(t->m, word), open = ~t->won[word] & here, bit = random_next(&seed) % bits_of(here);
        if (open && i % 4 < 2) bit = (uint64_t)__builtin_ctzll(open); /* few lose */
        right = try_place(t, word, bit);
    }
    return right;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
static bool read_marks(const struct kept_marks *k, uint64_t *won, uint64_t *decided)
{
    struct snapshot s;
    struct text words = {0};
    uint64_t head[2], count = words_of(k->marks);
    unsigned char more;
    bool fine = write_words(k, &words);
    if (fine) {
        fine = snapshot_open(&s, keep_folder(k->keep), text_c(&words), words.length) &&
               snapshot_get(&s, head, sizeof head) && head[0] == count && head[1] > 0 && head[1] <= count &&
               snapshot_get(&s, won, k->marks->bytes_of_won) && !snapshot_get(&s, &more, 1) && snapshot_ended(&s);
        snapshot_close(&s);
    }
    text_free(&words);
    *decided = fine ? head[1] : 0;
    return fine;
}

enum status kept_marks_take(struct kept_marks *k, uint64_t *losses, uint64_t *word)
{
    struct vectors_marks *m = k->marks;
    *word = 0;
    if (!k->keep || budget_fits(m->set.budget, m->bytes_of_won) != ST_OK) return ST_OK;
    uint64_t *won = mem_alloc_raw(m->bytes_of_won);
    if (!won) return ST_NO_MEMORY;
    struct trial t = {.m = m, .won = won};
    if (read_marks(k, won, &t.decided) && try_some(&t)) {
        *word = k->written = t.decided;
        memcpy(m->won, won, m->bytes_of_won);
        for (uint64_t w = 0; w < *word; w++) {
            losses[w] = ~won[w] & inside(m, w);
            m->losing += bits_of(losses[w]);
        }
        k->keep->loaded += *word * 64;
    }
    mem_free(won, m->bytes_of_won);
    return ST_OK;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static void write_marks(struct kept_marks *k, uint64_t word)
{
    struct snapshot s;
    struct text words = {0};
    uint64_t head[2] = {words_of(k->marks), word};
    bool fine = write_words(k, &words);
    if (fine) {
        fine = snapshot_begin(&s, keep_folder(k->keep), text_c(&words), words.length);
        if (fine) snapshot_put(&s, head, sizeof head);
        if (fine) snapshot_put(&s, k->marks->won, k->marks->bytes_of_won);
        if (fine) fine = snapshot_end(&s);
        snapshot_close(&s);
    }
    text_free(&words);
    if (!fine) return;
    k->keep->written += (word - k->written) * 64;
    k->written = word;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, word * 64);
}

void kept_marks_put(struct kept_marks *k, uint64_t word)
{
    if (!k->keep || (++k->ticks % LOOK_EVERY && k->keep->every)) return;
    uint64_t now = budget_now_ns();
    if (now < k->next || word <= k->written) return;
    write_marks(k, word);
    k->next = keep_next(k->keep, now);
}

void kept_marks_close(struct kept_marks *k, uint64_t word)
{
    if (!k->keep || word <= k->written) return;
    if (budget_now_ns() - k->began >= k->keep->begin) write_marks(k, word);
}
