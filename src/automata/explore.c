/* SPDX-License-Identifier: MIT */
/* States are found breadth first, each known by its word of numbers. */
#include <string.h>
#include "automata/private.h"
#include "base/hash.h"
#include "base/vec.h"

const struct automaton *automata_fail(struct automata *w, enum status st)
{
    if (w->status == ST_OK) w->status = st;
    return NULL;
}

bool automata_spend(struct automata *w, uint64_t work)
{
    const uint64_t look = 1 << 16;
    uint64_t before = w->work / look;
    if (w->status != ST_OK) return false;
    w->work += work;
    if (w->work > w->most_work) return automata_fail(w, ST_STATE_BUDGET), false;
    enum status st = w->budget && w->work / look != before ? budget_check(w->budget) : ST_OK;
    if (st != ST_OK) automata_fail(w, st);
    return st == ST_OK;
}

uint32_t automata_alphabet(const struct numeration *in, int tracks)
{
    const uint32_t most = 1 << 20;
    uint32_t count = 1;
    if (tracks > AUTOMATON_TRACKS) return 0;
    for (int i = 0; i < tracks; i++) {
        if (count > most / (uint32_t)in->letters) return 0;
        count *= (uint32_t)in->letters;
    }
    return count;
}

/* ---- words with numbers ------------------------------------------------------------------------------------------ */
struct found {
    VEC(uint32_t) words;
    VEC(size_t) first;    /* where the word of a state begins; one more */
    VEC(uint64_t) hashes; /* of the words */
    uint32_t *slots;      /* 1 + state, or 0 */
    size_t capacity;      /* of slots, a power of two */
};

static size_t slot_of(const struct found *f, uint64_t hash, const uint32_t *word, size_t width)
{
    size_t at = (size_t)hash & (f->capacity - 1);
    for (; f->slots[at]; at = (at + 1) & (f->capacity - 1)) {
        size_t s = f->slots[at] - 1, from = f->first.data[s];
        if (f->hashes.data[s] != hash || f->first.data[s + 1] - from != width) continue;
        if (!width || memcmp(f->words.data + from, word, width * sizeof *word) == 0) break;
    }
    return at;
}

static bool grow_slots(struct found *f)
{
    size_t old = f->capacity, count = f->first.count - 1;
    if (2 * (count + 1) <= old) return true;
    uint32_t *before = f->slots;
    size_t capacity = old ? 2 * old : 64;
    uint32_t *after = mem_alloc(capacity * sizeof *after);
    if (!after) return false;
    f->slots = after;
    f->capacity = capacity;
    for (uint32_t s = 0; s < count; s++) {
        size_t from = f->first.data[s];
        f->slots[slot_of(f, f->hashes.data[s], f->words.data + from, f->first.data[s + 1] - from)] = s + 1;
    }
    mem_free(before, old * sizeof *before);
    return true;
}

/* The state of a word; UINT32_MAX: memory is out. */
static uint32_t state_of(struct found *f, const uint32_t *word, size_t width)
{
    if (!grow_slots(f)) return UINT32_MAX;
    uint64_t hash = hash_bytes(word, width * sizeof *word);
    size_t at = slot_of(f, hash, word, width);
    if (f->slots[at]) return f->slots[at] - 1;
    uint32_t state = (uint32_t)f->first.count - 1;
    if (!vec_reserve(&f->words, width)) return UINT32_MAX;
    for (size_t i = 0; i < width; i++) f->words.data[f->words.count++] = word[i];
    if (!vec_push(&f->first, f->words.count) || !vec_push(&f->hashes, hash)) return UINT32_MAX;
    f->slots[at] = state + 1;
    return state;
}

static void found_free(struct found *f)
{
    vec_free(&f->words);
    vec_free(&f->first);
    vec_free(&f->hashes);
    mem_free(f->slots, f->capacity * sizeof *f->slots);
}

/* ---- exploring --------------------------------------------------------------------------------------------------- */
struct made {
    VEC(uint32_t) next;
    VEC(bool) accepts;
    uint32_t *word, *to;
    size_t room;
};

static bool leave_state(struct exploration *e, struct found *f, struct made *m, uint32_t s, uint32_t letters)
{
    size_t from = f->first.data[s], width = f->first.data[s + 1] - from;
    if (width) memcpy(m->word, f->words.data + from, width * sizeof *m->word);
    if (!automata_spend(e->w, letters)) return false;
    if (!vec_push(&m->accepts, e->accepts(e->context, m->word, width))) return automata_fail(e->w, ST_NO_MEMORY), false;
    for (uint32_t l = 0; l < letters; l++) {
        uint32_t to = state_of(f, m->to, e->step(e->context, m->word, width, l, m->to));
        if (to == UINT32_MAX || !vec_push(&m->next, to)) return automata_fail(e->w, ST_NO_MEMORY), false;
        if (to >= e->w->most_states) return automata_fail(e->w, ST_STATE_BUDGET), false;
    }
    return true;
}

const struct automaton *automata_explore(struct exploration *e, const uint32_t *first, size_t width)
{
    struct automata *w = e->w;
    struct found f = {0};
    struct made m = {.room = e->room + 1};
    struct automaton a = {.in = w->in, .tracks = e->tracks, .letters = automata_alphabet(w->in, e->tracks)};
    if (w->status != ST_OK) return NULL;
    if (!a.letters) return automata_fail(w, ST_STATE_BUDGET);
    memcpy(a.track, e->track, (size_t)e->tracks * sizeof *a.track);
    m.word = mem_alloc(m.room * sizeof *m.word);
    m.to = mem_alloc(m.room * sizeof *m.to);
    bool fine = m.word && m.to && vec_push(&f.first, 0) && state_of(&f, first, width) == 0;
    if (!fine) automata_fail(w, ST_NO_MEMORY);
    for (uint32_t s = 0; fine && s < f.first.count - 1; s++) fine = leave_state(e, &f, &m, s, a.letters);
    a.states = (uint32_t)m.accepts.count;
    a.next = m.next.data;
    a.accepts = m.accepts.data;
    const struct automaton *made = fine ? automata_minimised(w, &a) : NULL;
    mem_free(m.word, m.word ? m.room * sizeof *m.word : 0);
    mem_free(m.to, m.to ? m.room * sizeof *m.to : 0);
    vec_free(&m.next);
    vec_free(&m.accepts);
    found_free(&f);
    return made;
}
