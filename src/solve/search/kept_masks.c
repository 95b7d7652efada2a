/* SPDX-License-Identifier: MIT */
/* The file has how many words a key has, how many entries there are at most, and entries as the table has them. */
#include "solve/search/kept_masks.h"
#include <inttypes.h>
#include "base/snapshot.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_search.h"
#include "play/options/env.h"

enum { SAMPLE = 32, SAMPLE_CELLS = 9, FIRST_PART = 4 };

void kept_masks_open(struct kept_masks *k, const struct env *env, const struct component *component, const char *keys,
                     bool misere, kept_masks_again *whole)
{
    *k = (struct kept_masks){.misere = misere, .whole = whole};
    if (!keep_possible(env)) return;
    text_add(&k->words, "%s%s%s%s of %d", whole ? "whole " : "", misere ? "misere " : "", keys,
             env->terms.plain ? " plain" : "", component->game);
    for (uint32_t i = 0; i < component->count; i++) text_add(&k->words, " %" PRId64, component->cells[i]);
    text_puts(&k->words, "\n");
    keep_words(env, &k->words);
    if (k->words.failed) return;
    k->keep = env->keep;
    k->began = budget_now_ns();
    k->next = keep_first(k->keep, k->began);
}

void kept_masks_close(struct kept_masks *k)
{
    text_free(&k->words);
    k->keep = NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
/* Other hands may note more meanwhile: as many are written as there were. */
static uint64_t entries_of(const struct masks *m, const struct kept_masks *k, const struct mask_memo *t)
{
    if (!t->versions) return t->count;
    return k->before + (m->paths ? mask_hands_fresh(m->paths) : 0);
}

static void write_table(const struct masks *m, struct kept_masks *k, const struct mask_memo *t)
{
    struct snapshot s;
    uint64_t head[2] = {t->words, entries_of(m, k, t)}, entry[GROUND_WORDS + 1], written = 0;
    bool fine = snapshot_begin(&s, keep_folder(k->keep), text_c(&k->words), k->words.length);
    if (fine) snapshot_put(&s, head, sizeof head);
    for (uint64_t b = 0; fine && b < t->bucket_count; b++)
        for (size_t i = 0; i < mask_memo_room(t) && written < head[1]; i++) {
            if (!mask_memo_copy(t, b, i, entry)) continue;
            snapshot_put(&s, entry, (t->words + 1) * sizeof *entry);
            written++;
        }
    if (fine) fine = snapshot_end(&s);
    snapshot_close(&s);
    if (!fine) return;
    k->written = head[1] + (t->versions ? 0 : t->replaced);
    k->keep->written += written;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, written);
}

static void look(const struct masks *m, struct kept_masks *k, const struct mask_memo *t)
{
    if (!k->keep) return;
    uint64_t now = budget_now_ns();
    if (now < k->next) return;
    write_table(m, k, t);
    k->next = keep_next(k->keep, now);
}

static void end(const struct masks *m, struct kept_masks *k, const struct mask_memo *t)
{
    if (!k->keep) return;
    bool grown = t->count + t->replaced > k->written + k->written / FIRST_PART;
    if (grown && budget_now_ns() - k->began >= k->keep->begin) write_table(m, k, t);
}

void kept_masks_look(struct masks *m) { look(m, &m->kept, &m->memo); }
void kept_masks_end(struct masks *m) { end(m, &m->kept, &m->memo); }
void kept_whole_look(struct masks *m, bool misere) { look(m, &m->kept_whole[misere], &m->whole[misere]); }
void kept_whole_end(struct masks *m, bool misere) { end(m, &m->kept_whole[misere], &m->whole[misere]); }

/* ---- reading ----------------------------------------------------------------------------------------------------- */
/* A search must not end for what it did not need. */
static bool has_room(const struct mask_memo *t, uint64_t entries)
{
    const struct budget *b = t->budget;
    return entries <= budget_states_left(b) / 2 &&
           budget_fits(b, 8 * (t->words + 1) * sizeof(uint64_t) * entries) == ST_OK;
}

static enum status take_entries(struct mask_memo *t, struct snapshot *s, uint64_t *loaded)
{
    uint64_t head[2], entry[GROUND_WORDS + 1];
    size_t words = t->words;
    enum status st = ST_OK;
    *loaded = 0;
    if (!snapshot_get(s, head, sizeof head) || head[0] != words || !has_room(t, head[1])) return ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < head[1]; i++) {
        if (!snapshot_get(s, entry, (words + 1) * sizeof *entry) || !entry[words]) break;
        size_t size = (size_t)((entry[words] & MASK_SIZES) >> MASK_NUMBERS);
        st = mask_memo_note(t, entry, entry[words] & ~MASK_SIZES, size);
        *loaded += st == ST_OK;
    }
    return st;
}

static enum status value_again(struct masks *m, bool misere, const struct ground_mask *state, uint64_t known,
                               bool *right)
{
    uint64_t found = 0;
    (void)misere;
    m->allowed = UINT64_MAX;
    enum status st = mask_search_on(m, state, MASK_ANY, &found);
    uint64_t value = mask_value_of(found);
    *right = mask_is_valued(known) ? mask_value_of(known) == value : value >= MASK_NUMBERS || !(known >> value & 1);
    return st;
}

/* Is what is known of this position what an empty table finds? */
static enum status try_entry(struct masks *m, const struct kept_masks *k, struct mask_memo *t, const uint64_t *entry,
                             bool *right)
{
    struct mask_memo kept = *t;
    struct ground_mask state = {{0}};
    for (size_t i = 0; i < kept.words; i++) state.words[i] = entry[i];
    *t = (struct mask_memo){.budget = kept.budget, .words = kept.words};
    kept_masks_again *again = k->whole ? k->whole : value_again;
    enum status st = again(m, k->misere, &state, entry[kept.words] & ~MASK_SIZES, right);
    mask_memo_free(t);
    *t = kept;
    return st;
}

static enum status try_sample(struct masks *m, struct kept_masks *k, struct mask_memo *t, bool *right)
{
    enum status st = ST_OK;
    uint64_t tried = 0, step = t->bucket_count / (4 * SAMPLE) + 1;
    struct keep *keep = k->keep;
    *right = true;
    k->keep = NULL; /* the empty table is not written */
    for (uint64_t b = 0; b < t->bucket_count && tried < SAMPLE && st == ST_OK && *right; b += step) {
        const uint64_t *entry = mask_memo_at(t, b, 0);
        if (!entry[t->words] || (entry[t->words] & MASK_SIZES) >> MASK_NUMBERS > SAMPLE_CELLS) continue;
        st = try_entry(m, k, t, entry, right);
        tried++;
    }
    k->keep = keep;
    return st;
}

static enum status take(struct masks *m, struct kept_masks *k, struct mask_memo *t)
{
    struct snapshot s;
    uint64_t loaded = 0;
    bool right = true;
    enum status st = ST_OK;
    if (!k->keep || k->taken || m->memo.budget->outer) return ST_OK; /* how far it goes must be the same everywhere */
    k->taken = true;
    if (snapshot_open(&s, keep_folder(k->keep), text_c(&k->words), k->words.length)) st = take_entries(t, &s, &loaded);
    snapshot_close(&s);
    if (st == ST_OK && loaded) st = try_sample(m, k, t, &right);
    if (st != ST_OK || !right) mask_memo_free(t);
    else k->keep->loaded += loaded;
    k->written = t->count;
    return st == ST_NO_MEMORY ? st : ST_OK;
}

enum status kept_masks_take(struct masks *m) { return take(m, &m->kept, &m->memo); }
enum status kept_whole_take(struct masks *m, bool misere) { return take(m, &m->kept_whole[misere], &m->whole[misere]); }
