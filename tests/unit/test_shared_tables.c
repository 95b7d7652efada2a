/* SPDX-License-Identifier: MIT */
/* Tables that several hands write to at once: whatever is found of a key was noted of that key, and never half of it. What is noted
 * follows from the key alone, so it can be compared; the tables are small, so that entries take one another's places. */
#include "base/crew.h"
#include "base/hash.h"
#include "claims.h"
#include <string.h>
#include "solve/search/mask_memo.h"
#include "solve/search/proof_table.h"

enum { HANDS = 4, STEPS = 8000, KEYS = 3000, FEW = 32, WORDS_MOST = 4 };

/* A key of so many words, and what is true of it: a value, and so all numbers below that it is not. */
static uint64_t make_key(uint64_t number, size_t words, uint64_t *key)
{
    for (size_t i = 0; i < words; i++) key[i] = hash_mix(number * WORDS_MOST + i + 1);
    return hash_mix(key[0] + key[words - 1]) % MASK_NUMBERS;
}
static bool is_true(uint64_t known, uint64_t value)
{
    return mask_is_valued(known) ? mask_value_of(known) == value : !(known >> value & 1);
}

struct memos {
    const struct mask_memo *shared;
    struct mask_memo own[HANDS];
    struct budget budgets[HANDS];
    uint64_t keys, wrong[HANDS], found[HANDS], copied[HANDS];
};

/* Of each entry that is copied while others write. */
static void copy_some(struct memos *all, size_t part)
{
    const struct mask_memo *t = &all->own[part];
    uint64_t entry[WORDS_MOST + 1], key[WORDS_MOST];
    for (uint64_t b = 0; b < t->bucket_count; b += 1 + t->bucket_count / 64)
        for (size_t i = 0; i < mask_memo_room(t); i++) {
            if (!mask_memo_copy(t, b, i, entry)) continue;
            uint64_t number = 0, value = 0;
            bool whole = false;
            for (; number < all->keys && !whole; number++) {
                value = make_key(number, t->words, key);
                whole = memcmp(key, entry, t->words * sizeof *key) == 0;
            }
            all->wrong[part] += !whole || !is_true(entry[t->words] & ~MASK_SIZES, value);
            all->copied[part]++;
        }
}

static enum status use_memo(void *context, size_t part)
{
    struct memos *all = context;
    struct mask_memo *t = &all->own[part];
    uint64_t key[WORDS_MOST], state = part + 1;
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && i < STEPS; i++) {
        uint64_t drawn = random_next(&state), value = make_key(drawn % all->keys, t->words, key);
        mask_memo_expect(t, key);
        uint64_t known = mask_memo_find(t, key);
        all->found[part] += known != 0;
        all->wrong[part] += known && !is_true(known, value);
        uint64_t number = drawn >> 32 & 31;
        uint64_t news = number == value || number > 28 ? mask_value(value) : UINT64_C(1) << number;
        st = mask_memo_note(t, key, news, drawn >> 48 & 127);
        if (part == 0 && i % 1000 == 999) copy_some(all, part);
    }
    return st;
}

CLAIM(what_hands_find_in_a_memo_is_true_of_the_key)
{
    struct crew crew;
    static struct memos all;
    crew_open(&crew, HANDS);
    for (size_t round = 0; round < 3 * WORDS_MOST; round++) {
        struct budget budget = {.states = 0};
        struct mask_memo t = {.budget = &budget, .words = round % WORDS_MOST + 1};
        uint64_t wrong = 0, found = 0, entries[] = {16, 700, 100000};
        assert_true(mask_memo_share(&t, entries[round / WORDS_MOST]));
        all = (struct memos){.shared = &t, .keys = round < WORDS_MOST ? FEW : KEYS};
        for (size_t i = 0; i < HANDS; i++) {
            all.own[i] = t;
            all.own[i].budget = &all.budgets[i];
        }
        assert_int_equal(crew_run(&crew, use_memo, &all, HANDS), ST_OK);
        for (size_t i = 0; i < HANDS; i++) {
            mask_memo_join(&t, &all.own[i]);
            wrong += all.wrong[i];
            found += all.found[i];
        }
        mask_memo_unshare(&t);
        uint64_t key[WORDS_MOST];
        for (uint64_t k = 0; k < KEYS; k++) { /* by one hand, when all have ended */
            uint64_t value = make_key(k, t.words, key), known = mask_memo_find(&t, key);
            wrong += known && !is_true(known, value);
        }
        assert_int_equal(wrong, 0);
        assert_true(found > 0 && t.count > 0 && all.copied[0] > 0);
        mask_memo_free(&t);
    }
    crew_close(&crew);
}

struct proofs {
    struct proof_table table;
    uint64_t wrong[HANDS], found[HANDS];
};

static struct proof_numbers numbers_of(uint64_t hash)
{
    uint64_t mixed = hash_mix(hash + 1);
    return (struct proof_numbers){(uint32_t)(mixed & PROOF_NEVER), (uint32_t)(mixed >> 32 & PROOF_NEVER)};
}

static enum status use_proofs(void *context, size_t part)
{
    struct proofs *all = context;
    uint64_t state = part + 1;
    for (int i = 0; i < STEPS; i++) {
        struct proof_numbers numbers;
        uint64_t drawn = random_next(&state), hash = hash_mix(drawn % KEYS + 1);
        if (proof_table_find(&all->table, hash, &numbers)) {
            all->found[part]++;
            struct proof_numbers right = numbers_of(hash);
            all->wrong[part] += numbers.win != right.win || numbers.loss != right.loss;
        }
        proof_table_note(&all->table, hash, numbers_of(hash), drawn >> 40);
    }
    return ST_OK;
}

CLAIM(what_hands_find_in_a_table_of_proofs_was_noted_of_the_question)
{
    struct crew crew;
    crew_open(&crew, HANDS);
    for (uint64_t entries = 4; entries <= 65536; entries *= 64) {
        static struct proofs all;
        struct budget budget = {.states = 0};
        all = (struct proofs){0};
        assert_int_equal(proof_table_make(&all.table, &budget, entries), ST_OK);
        assert_int_equal(crew_run(&crew, use_proofs, &all, HANDS), ST_OK);
        for (size_t i = 0; i < HANDS; i++) {
            assert_int_equal(all.wrong[i], 0);
            assert_true(all.found[i] > 0);
        }
        proof_table_free(&all.table);
    }
    crew_close(&crew);
}

CLAIMS(IT(what_hands_find_in_a_memo_is_true_of_the_key),
       IT(what_hands_find_in_a_table_of_proofs_was_noted_of_the_question))
