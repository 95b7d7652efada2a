/* SPDX-License-Identifier: MIT */
#include "slow_outcomes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct looking {
    const struct numbered *n;
    const bool *lost;
    uint32_t number;
    bool misere, any, wins, bad;
};

static enum status look(void *context, const struct component *components, size_t count, const struct taken *taken)
{
    struct looking *l = context;
    uint32_t number = 0;
    (void)taken;
    l->any = true;
    if (count == 0) {
        l->wins |= !l->misere; /* who moves to the end wins, or loses */
        return ST_OK;
    }
    bool numbered = count == 1 && ranks_of(l->n->r, components[0].cells + l->n->before, &number);
    l->bad |= !numbered || number >= l->number || (l->n->legal && !l->n->legal[number]);
    if (!l->bad) l->wins |= l->lost[number];
    return ST_OK;
}

/* False: the rule fails somewhere, or leaves the numbering. */
static bool fill_slow(const struct numbered *n, bool misere, bool *lost)
{
    int64_t cells[TERM_CELLS + 1] = {n->length};
    struct component one = {n->c->file.model->main_game, (uint32_t)(n->before + n->r->cells), cells};
    uint32_t i = 0;
    ranks_first(n->r, cells + n->before);
    do {
        struct looking l = {.n = n, .lost = lost, .number = i, .misere = misere};
        if (n->legal && !n->legal[i]) continue;
        if (vm_options(n->c->file.vm, &one, 1, look, &l) != ST_OK || l.bad) return false;
        lost[i] = !l.wins && (l.any || !misere);
    } while (i++, ranks_next(n->r, cells + n->before));
    return true;
}

static size_t compare(const struct numbered *n, const struct inverse *inverse, bool misere, const bool *lost,
                      struct outcomes_seen *seen)
{
    size_t words = n->r->size / 64 + 1, wrong = 0;
    struct decided d = {.won = calloc(words, sizeof *d.won), .none = calloc(words, sizeof *d.none)};
    enum status st = d.won && d.none ? decide_states(n->shots, inverse, n->c->env, NULL, misere, &d) : ST_NO_MEMORY;
    seen->tables += st == ST_OK;
    seen->refused += st != ST_OK;
    for (uint64_t i = 0; st == ST_OK && i < n->r->size && !wrong; i++) {
        if (n->legal && !n->legal[i]) continue;
        bool loses = !(d.won[i / 64] >> i % 64 & 1);
        seen->states++;
        seen->lost += loses;
        if (loses == lost[i]) continue;
        wrong++;
        printf("# state %llu of %llu is decided as %s%s", (unsigned long long)i, (unsigned long long)n->r->size,
               loses ? "lost" : "won", misere ? " in misere play" : "");
        printf("%s\n", inverse->any ? "" : " without marks");
    }
    free(d.won);
    free(d.none);
    return wrong;
}

size_t outcomes_differ(const struct numbered *n, struct outcomes_seen *seen)
{
    struct inverse inverse, none;
    size_t wrong = 0;
    if (inverse_open(n->u, n->x, n->r, &n->c->arena, &inverse) != ST_OK) return 1;
    seen->turned += inverse.any;
    none = inverse;
    none.made = calloc(n->u->instances.count + 1, sizeof *none.made);
    none.any = none.all = false;
    bool *lost = calloc(n->r->size, sizeof *lost);
    for (int misere = 0; misere < 2 && lost && none.made && !wrong; misere++) {
        memset(lost, 0, n->r->size);
        if (!fill_slow(n, misere != 0, lost)) continue;
        wrong += compare(n, &inverse, misere != 0, lost, seen);
        wrong += compare(n, &none, misere != 0, lost, seen);
    }
    free(lost);
    free(none.made);
    return wrong;
}
