/* SPDX-License-Identifier: MIT */
/* Sets of numbers, a bit each: the conditions of picks a block of numbers at a time, as ends of windows are found. */
#include <string.h>
#include "base/mem.h"
#include "model/sets.h"
#include "solve/windows/private.h"

enum { MOVED_MOST = 64 };

/* The bits of x .. x + 63. */
static uint64_t holds(const int64_t *form, bool equality)
{
    uint64_t bits = 0;
    for (size_t j = 0; j < 64; j++) bits |= (uint64_t)(equality ? form[j] == 0 : form[j] >= 0) << j;
    return bits;
}

/* Those of x .. x + WINDOWS_BLOCK - 1, to be put from that word on. False: some term has no value. */
static bool pick_block(struct window_ends *ends, const struct heap_windows *w, const struct window_picks *p, int64_t x,
                       int64_t word)
{
    int64_t *form = ends->scratch;
    ends_next(ends, x, WINDOWS_BLOCK);
    for (size_t i = 0; i < w->count; i++)
        for (size_t k = 0; k < w->windows[i].pick_count; k++) {
            const struct heap_window_pick *pick = &w->windows[i].picks[k];
            uint64_t *bits = (pick->taken ? p->taken[i] : p->left[i]) + word;
            ends_form(ends, &pick->form, x, WINDOWS_BLOCK, form);
            for (size_t j = 0; j < WINDOWS_BLOCK / 64; j++) bits[j] &= holds(form + 64 * j, pick->equality);
        }
    return !ends->missing;
}

enum status picks_open(struct window_picks *p, const struct heap_windows *w, uint64_t count, struct budget *budget)
{
    struct heap_windows sets = {.terms = w->set_terms, .term_count = w->set_term_count, .cycle = 1};
    struct window_ends *ends = mem_alloc(sizeof *ends);
    size_t rows = 0;
    *p = (struct window_picks){.count = count,
                               .words = (size_t)((count + WINDOWS_BLOCK - 1) / WINDOWS_BLOCK * (WINDOWS_BLOCK / 64))};
    for (size_t i = 0; i < w->count; i++) rows += 2 * (w->windows[i].pick_count > 0);
    p->size = rows * p->words * sizeof *p->block;
    enum status st = budget_fits(budget, p->size);
    if (st == ST_OK && ends && rows) p->block = mem_alloc_raw(p->size);
    if (st == ST_OK && (!ends || (rows && !p->block))) st = ST_NO_MEMORY;
    if (st == ST_OK && rows) memset(p->block, 0xff, p->size);
    for (size_t i = 0, at = 0; st == ST_OK && i < w->count; i++) {
        bool taken = false, left = false;
        for (size_t k = 0; k < w->windows[i].pick_count; k++) *(w->windows[i].picks[k].taken ? &taken : &left) = true;
        if (taken) p->taken[i] = p->block + p->words * at++;
        if (left) p->left[i] = p->block + p->words * at++;
    }
    if (st == ST_OK) ends_open(ends, &sets);
    for (int64_t x = 0; st == ST_OK && x < (int64_t)count; x += WINDOWS_BLOCK) {
        if (!pick_block(ends, w, p, x, x / 64)) st = ST_UNSUPPORTED;
        else st = budget_check(budget);
    }
    mem_free(ends, ends ? sizeof *ends : 0);
    if (st != ST_OK) picks_close(p);
    return st;
}

void picks_close(struct window_picks *p)
{
    mem_free(p->block, p->block ? p->size : 0);
    *p = (struct window_picks){0};
}

bool picks_take(const struct heap_window *v)
{
    bool is = false;
    for (size_t k = 0; k < v->pick_count; k++) is |= v->picks[k].taken;
    return is;
}

bool picks_slide(const struct heap_windows *w, const struct few_counts *counts, uint64_t count)
{
    bool slide = !w->sums;
    for (size_t i = 0; i < w->count; i++) slide &= !picks_take(&w->windows[i]);
    return slide && (counts->moved <= MOVED_MOST || counts->moved < (double)count / 64);
}

/* ---- how many they are ------------------------------------------------------------------------------------------- */
/* Elements below `count` of the set that the pick is; UINT64_MAX: it is no such set alone. */
static uint64_t elements_of(const struct heap_windows *w, const struct heap_window_pick *pick, uint64_t count)
{
    uint64_t all = 0;
    for (size_t i = 0; i < w->set_term_count; i++) {
        const struct heap_window_term *t = &w->set_terms[i];
        bool walked = t->data == DOMAIN_FIB || t->data == DOMAIN_POWERS || t->data == DOMAIN_SQUARES;
        if (pick->form.of[i] == 0) continue;
        if (t->call != WINDOW_MEMBER || !walked || pick->form.of[i] != 1 || pick->form.constant != -1)
            return UINT64_MAX;
        int64_t base = t->more ? t->with[0].constant : 0;
        struct set_walk at = set_first();
        for (bool more = base != 1; more && at.x < (int64_t)count;
             more = set_next(&at, (enum domain_kind)t->data, base))
            all++;
    }
    return all;
}

enum status picks_count(const struct heap_windows *w, uint64_t count, double *amounts)
{
    struct heap_windows sets = {.terms = w->set_terms, .term_count = w->set_term_count, .cycle = 1};
    struct window_ends *ends = mem_alloc(sizeof *ends);
    uint64_t bits[2][WINDOWS_MOST][WINDOWS_BLOCK / 64];
    double sampled[WINDOWS_MOST] = {0};
    if (!ends) return ST_NO_MEMORY;
    ends_open(ends, &sets);
    for (uint64_t x = 0; x < count; x = x ? 2 * x : WINDOWS_BLOCK) {
        struct window_picks p = {.count = count};
        uint64_t end = x ? 2 * x : WINDOWS_BLOCK;
        memset(bits, 0xff, sizeof bits);
        for (size_t i = 0; i < w->count; i++) p.taken[i] = bits[0][i], p.left[i] = bits[1][i];
        pick_block(ends, w, &p, (int64_t)x, 0);
        for (size_t i = 0; i < w->count; i++)
            for (size_t j = 0; j < WINDOWS_BLOCK / 64; j++)
                sampled[i] += (double)__builtin_popcountll(bits[0][i][j]) / WINDOWS_BLOCK *
                              (double)((end < count ? end : count) - x);
    }
    *amounts = 0;
    for (size_t i = 0; i < w->count; i++) {
        for (size_t k = 0; k < w->windows[i].pick_count; k++) {
            double known =
                w->windows[i].picks[k].taken ? (double)elements_of(w, &w->windows[i].picks[k], count) : sampled[i];
            if (known < sampled[i]) sampled[i] = known;
        }
        *amounts += picks_take(&w->windows[i]) ? sampled[i] : 0;
    }
    mem_free(ends, sizeof *ends);
    return ST_OK;
}
