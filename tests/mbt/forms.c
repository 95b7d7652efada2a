/* SPDX-License-Identifier: MIT */
/* Random games in which a part leads to sums of earlier parts: outcomes of sums in misère play by their forms (solve/misere/forms.h) against
 * a search of sums as they are. Some are searched in steps, and some have a source that knows of single parts.
 * usage: forms [FIRST_SEED [COUNT]]; prints TAP lines, and the seed of each game that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "solve/misere/forms_search.h"

enum { PARTS = 40, OPTIONS = 5, SUM = 3, ASKED = 30, LIMIT = 20000, FILLED = 300 };

struct drawn {
    uint32_t parts, options[PARTS], count[PARTS][OPTIONS], sums[PARTS][OPTIONS][SUM];
    bool alone; /* the source knows of parts */
    int8_t known[PARTS];
    struct position_table right;
};
struct tally {
    size_t games, asked, lost, steps, zero, stars, alike, wild, wrong, left;
};

static uint64_t below(uint64_t *seed, uint64_t most) { return (random_next(seed) >> 20) % most; }

/* Some parts are those of Nim, and lead to everything before them; others lead to a few sums. */
static void draw(uint64_t *seed, struct drawn *d)
{
    uint64_t wide = 1 + below(seed, SUM);
    memset(d, 0, sizeof *d);
    d->parts = 6 + (uint32_t)below(seed, PARTS - 6);
    d->alone = below(seed, 2);
    for (uint32_t p = 0; p < d->parts; p++) {
        uint32_t near = p < 6 || below(seed, 3) ? 0 : p - 6;
        d->options[p] = p ? (uint32_t)below(seed, OPTIONS + 1) : 0;
        for (uint32_t o = 0; o < d->options[p]; o++) {
            d->count[p][o] = (uint32_t)below(seed, wide + 1);
            for (uint32_t k = 0; k < d->count[p][o]; k++) d->sums[p][o][k] = near + (uint32_t)below(seed, p - near);
        }
    }
}

/* ---- the source ---------------------------------------------------------------------------------------------------- */
static enum status options_of(void *context, uint32_t part, id_vec *lists, uint32_t *count)
{
    struct drawn *d = context;
    *count = d->options[part];
    for (uint32_t o = 0; o < *count; o++) {
        if (!vec_push(lists, d->count[part][o])) return ST_NO_MEMORY;
        for (uint32_t k = 0; k < d->count[part][o]; k++)
            if (!vec_push(lists, d->sums[part][o][k])) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static uint32_t size_of(void *context, uint32_t part) { return (void)context, part / 4; }
static enum status look(void *context) { return (void)context, ST_OK; }

static bool known_of(void *context, uint32_t part, bool *lost)
{
    const struct drawn *d = context;
    *lost = d->known[part] == 1;
    return d->known[part] != 0;
}

static enum status note_of(void *context, uint32_t part, bool lost)
{
    ((struct drawn *)context)->known[part] = lost ? 1 : 2;
    return ST_OK;
}

/* ---- the slow way -------------------------------------------------------------------------------------------------- */
static void sort(uint32_t *sum, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && sum[j - 1] > sum[j]; j--) {
            uint32_t other = sum[j];
            sum[j] = sum[j - 1];
            sum[j - 1] = other;
        }
}

/* 1: lost, 0: won, -1: it takes too long. */
static int lost_slowly(struct drawn *d, const uint32_t *sum, size_t count)
{
    uint32_t id, next[64];
    bool fresh, any = false;
    int found = -2;
    if (count > 32 || d->right.count > LIMIT) return -1;
    if (position_table_find(&d->right, (const unsigned char *)sum, count * sizeof *sum, &id))
        return (int)d->right.values[id];
    for (size_t i = 0; i < count && found == -2; i++)
        for (uint32_t o = 0; o < d->options[sum[i]] && found == -2; o++) {
            size_t left = 0;
            any = true;
            for (size_t k = 0; k < count; k++)
                if (k != i) next[left++] = sum[k];
            for (uint32_t k = 0; k < d->count[sum[i]][o]; k++) next[left++] = d->sums[sum[i]][o][k];
            sort(next, left);
            int lost = lost_slowly(d, next, left);
            if (lost < 0) return -1;
            if (lost) found = 0;
        }
    if (found == -2) found = any;
    if (position_table_intern(&d->right, (const unsigned char *)sum, count * sizeof *sum, &id, &fresh) != ST_OK)
        return -1;
    d->right.values[id] = (uint32_t)found;
    return found;
}

/* ---- one game ------------------------------------------------------------------------------------------------------ */
static enum status lost_by_forms(struct forms *f, struct position_table *table, const uint32_t *sum, size_t count,
                                 uint64_t work, bool *lost)
{
    id_vec forms = {0};
    enum status st = ST_OK;
    for (size_t i = 0; i < count && st == ST_OK; i++) st = forms_add(f, sum[i], &forms);
    if (st == ST_OK) st = forms_lost(f, table, &forms, work, lost);
    vec_free(&forms);
    return st;
}

static void ask(struct tally *t, struct drawn *d, struct forms *f, struct position_table *table, uint64_t *seed,
                uint64_t game)
{
    uint32_t sum[4];
    size_t count = 1 + below(seed, 4);
    bool lost = false;
    for (size_t i = 0; i < count; i++) sum[i] = (uint32_t)below(seed, d->parts);
    sort(sum, count);
    int right = lost_slowly(d, sum, count);
    if (right < 0) {
        t->left++;
        return;
    }
    enum status st = ST_STATE_BUDGET;
    for (uint64_t work = game % 3 ? UINT64_MAX : 1; st == ST_STATE_BUDGET; work *= 3, t->steps++)
        st = lost_by_forms(f, table, sum, count, work, &lost);
    t->asked++;
    t->lost += lost;
    if (st == ST_OK && lost == right) return;
    if (t->wrong++ < 5) printf("# seed %llu: %d, not %d\n", (unsigned long long)game, lost, right);
}

static void try_game(struct tally *t, uint64_t game)
{
    static struct drawn d;
    uint64_t seed = hash_mix(game);
    struct budget budget = {0};
    struct position_table table = {.budget = &budget};
    draw(&seed, &d);
    d.right.budget = &budget;
    struct forms f = {.budget = &budget,
                      .source = {&d, options_of, size_of, look, d.alone ? known_of : NULL, d.alone ? note_of : NULL}};
    if (game % 4 == 1) f.kept = 1 + (uint32_t)below(&seed, 5); /* larger parts are left as they are, at first */
    if (game % 8 == 1) f.reduced = UINT64_MAX / 2;             /* all are */
    for (int i = 0; i < ASKED; i++) ask(t, &d, &f, &table, &seed, game);
    for (uint32_t p = 0; p < f.parts.count; p++) {
        const struct form_part *part = &f.parts.data[p];
        if (part->state != FORM_DONE) continue;
        t->zero += part->same == FORMS_NONE;
        t->alike += part->same != FORMS_NONE && part->same != p;
        t->stars += part->star > 0;
        t->wild += part->same == p && part->kind == FORM_WILD;
    }
    t->games++;
    forms_free(&f);
    position_table_free(&table);
    position_table_free(&d.right);
}

/* ---- what is too large at first ------------------------------------------------------------------------------------ */
enum { LONG = 20000 };

/* From each part to the three before it. */
static enum status three_before(void *context, uint32_t part, id_vec *lists, uint32_t *count)
{
    (void)context;
    *count = part < 3 ? part : 3;
    for (uint32_t o = 1; o <= *count; o++)
        if (!vec_push(lists, 1) || !vec_push(lists, part - o)) return ST_NO_MEMORY;
    return ST_OK;
}

static uint32_t itself(void *context, uint32_t part) { return (void)context, part; }

/* A part that takes too much at first is reduced once the search has gone on for long enough. */
static bool grows(void)
{
    struct budget budget = {0};
    struct forms f = {.budget = &budget, .source = {NULL, three_before, itself, look, NULL, NULL}};
    bool right = forms_settle(&f, LONG) == ST_OK && f.parts.data[LONG].state == FORM_LARGE && f.kept;
    f.searched += LONG;
    right = right && forms_settle(&f, LONG) == ST_OK && f.parts.data[LONG].state == FORM_LARGE;
    f.searched += 100 * LONG;
    right = right && forms_settle(&f, LONG) == ST_OK && f.parts.data[LONG].state == FORM_DONE;
    forms_free(&f);
    printf("%s 2 - parts that were too large are reduced later\n1..2\n", right ? "ok" : "not ok");
    return right;
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
             count = argc > 2 ? strtoull(argv[2], NULL, 10) : FILLED;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_game(&t, seed);
    bool many = t.asked > count * ASKED / 2 && t.lost > count && t.zero > count / 2 && t.stars > count / 2 &&
                t.alike > count / 2 && t.wild > count / 2 && t.steps > t.asked;
    printf("%s 1 - forms in misere play: %zu games, %zu sums, %zu lost, %zu left, %zu steps, %zu parts zero, %zu "
           "alike, %zu of star, "
           "%zu wild, %zu wrong\n",
           many && !t.wrong ? "ok" : "not ok", t.games, t.asked, t.lost, t.left, t.steps, t.zero, t.alike, t.stars,
           t.wild, t.wrong);
    return !(grows() && many && !t.wrong);
}
