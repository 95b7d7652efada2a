/* SPDX-License-Identifier: MIT */
/* Changed books of misere play of heaps: what cgi-verify-misere accepts is true of sums searched to the end. */
int verifier_main(int count, char **files);
#define main verifier_main
#include "../../verify/cgi-verify-misere.c"
#undef main
#include "plain_heap.h"
#define FORGED_KIND "misere play"
#define FORGED_NAME name
enum { TOKENS = 26, SUMS = 1 << 17 };
static struct plain_heap plain;

/* A sum as how many heaps there are of each size; what is known of it. */
struct plain_sum {
    unsigned char heaps[TOKENS + 1];
};
static struct {
    struct plain_sum sum;
    unsigned char outcome; /* 1: won, 2: lost; 0: free */
} met[SUMS];
static size_t met_count;
static bool full;

static size_t place_of(const struct plain_sum *s)
{
    size_t h = 5381;
    for (int i = 0; i <= TOKENS; i++) h = h * 33 + s->heaps[i];
    for (h = (h ^ h >> 21) % SUMS; met[h].outcome && memcmp(&met[h].sum, s, sizeof *s) != 0;) h = (h + 1) % SUMS;
    return h;
}

struct trying {
    struct plain_sum rest;
    bool any, lost; /* an option; one that is lost for who is to move there */
};
static bool won_by_search(const struct plain_sum *s);
static void try_option(void *context, const long *heap)
{
    struct trying *t = context;
    struct plain_sum after = t->rest;
    t->any = true;
    if (t->lost) return;
    for (int i = 0; i < 3; i++) {
        if (heap[i] > TOKENS) full = true;
        else if (heap[i]) after.heaps[heap[i]]++;
    }
    if (!full && !won_by_search(&after)) t->lost = true;
}

static bool won_by_search(const struct plain_sum *s)
{
    size_t at_place = place_of(s);
    struct trying t = {*s, false, false};
    if (met[at_place].outcome) return met[at_place].outcome == 1;
    for (int n = 1; n <= TOKENS && !full; n++) {
        if (!s->heaps[n]) continue;
        t.rest = *s;
        t.rest.heaps[n]--;
        plain_options(&plain, n, try_option, &t);
    }
    bool won = !t.any || t.lost;
    at_place = place_of(s);
    if (++met_count > SUMS / 2) full = true;
    else met[at_place].sum = *s, met[at_place].outcome = won ? 1 : 2;
    return won;
}

static bool outcome_is(const char *w, bool won)
{
    struct plain_sum s = {{0}};
    int tokens = 0;
    for (; (w = strpbrk(w, "0123456789")); w += strspn(w, "0123456789")) {
        long heap = strspn(w, "0123456789") < 4 ? atol(w) : 1000;
        if ((tokens += (int)heap) > TOKENS) return false;
        if (heap) s.heaps[heap]++;
    }
    bool is_won = won_by_search(&s);
    return !full && is_won == won;
}

static bool is_true(char *text)
{
    char won;
    int used;
    plain = (struct plain_heap){0};
    memset(met, 0, sizeof met);
    met_count = 0, full = false;
    for (char *l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        used = 0;
        if (plain_line(&plain, l) ? plain.odd : false) return false;
        if (strncmp(l, "lost ", 5) == 0 && !outcome_is(l + 5, false)) return false;
        if (sscanf(l, "misere %c of%n", &won, &used) == 1 && used && !outcome_is(l + used, won == 'N')) return false;
    }
    return true;
}
#include "forged.h"
