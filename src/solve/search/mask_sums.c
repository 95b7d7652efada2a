/* SPDX-License-Identifier: MIT */
/* Parts have numbers by their states, in a table of their own; options are listed by mask_parts.c. */
#include "solve/search/mask_sums.h"
#include <string.h>
#include "base/mem.h"
#include "solve/misere/forms_search.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_shape.h"
#include "solve/search/mask_whole.h"

enum { APART = 8 };

struct mask_sums {
    struct masks *m;
    struct forms forms;
    struct position_table parts; /* states, as words; values: their cells */
    struct position_table sums;
    uint64_t listed, apart; /* options: that are not a single part */
};

static struct ground_mask state_of(const struct mask_sums *s, uint32_t part)
{
    size_t length;
    struct ground_mask state = {{0}};
    memcpy(state.words, position_table_key(&s->parts, part, &length), s->m->ground.words * sizeof *state.words);
    return state;
}

static enum status intern_part(struct mask_sums *s, const struct mask_part *part, uint32_t *id)
{
    bool fresh;
    enum status st = position_table_intern(&s->parts, (const unsigned char *)part->state.words,
                                           s->m->ground.words * sizeof *part->state.words, id, &fresh);
    if (st == ST_OK && fresh) s->parts.values[*id] = part->cells;
    return st;
}

/* ---- the source ---------------------------------------------------------------------------------------------------- */
static enum status options_of(void *context, uint32_t part, id_vec *lists, uint32_t *count)
{
    struct mask_sums *s = context;
    struct masks *m = s->m;
    struct ground_mask state = state_of(s, part);
    enum status st = ST_OK;
    struct mask_opening o = masks_open(m, &state);
    m->options.count = m->parts.count = 0;
    m->every_part = true;
    bool fine = masks_list(m, &o, m->ground.move_count, &m->options, &m->parts);
    m->every_part = false;
    if (!fine || !vec_reserve(lists, m->options.count + m->parts.count)) return ST_NO_MEMORY;
    *count = (uint32_t)m->options.count;
    s->listed += *count;
    for (size_t i = 0; i < m->options.count && st == ST_OK; i++) {
        const struct mask_option *option = &m->options.data[i];
        lists->data[lists->count++] = option->count;
        s->apart += option->count != 1;
        for (uint32_t k = 0; k < option->count && st == ST_OK; k++)
            st = intern_part(s, &m->parts.data[option->first + k], &lists->data[lists->count++]);
    }
    return st;
}

static uint32_t size_of(void *context, uint32_t part) { return ((struct mask_sums *)context)->parts.values[part]; }

static enum status look(void *context)
{
    struct mask_sums *s = context;
    enum status st = budget_check(s->sums.budget);
    if (st == ST_OK) kept_whole_look(s->m, true);
    return st;
}

static bool known_of(void *context, uint32_t part, bool *lost)
{
    struct mask_sums *s = context;
    struct ground_mask state = state_of(s, part);
    return mask_whole_known(s->m, &state, lost);
}

static enum status note_of(void *context, uint32_t part, bool lost)
{
    struct mask_sums *s = context;
    struct ground_mask state = state_of(s, part);
    return mask_whole_note(s->m, &state, lost);
}

/* ---- asked --------------------------------------------------------------------------------------------------------- */
static struct mask_sums *open_sums(struct masks *m)
{
    struct mask_sums *s = m->sums = mem_alloc(sizeof *s);
    if (!s) return NULL;
    s->m = m;
    m->free_sums = mask_sums_free;
    s->forms.source = (struct forms_source){s, options_of, size_of, look, known_of, note_of};
    return s;
}

/* Kept for the board, for the question at hand. */
static struct mask_sums *sums_of(struct masks *m)
{
    struct mask_sums *s = m->sums ? m->sums : open_sums(m);
    if (s) s->parts.budget = s->sums.budget = s->forms.budget = m->memo.budget;
    return s;
}

static enum status parts_of(struct mask_sums *s, const struct ground_mask *state, id_vec *sum)
{
    struct masks *m = s->m;
    mask_part_vec parts = {0};
    uint32_t id;
    m->every_part = true;
    enum status st = masks_split(m, state, &parts) ? ST_OK : ST_NO_MEMORY;
    m->every_part = false;
    for (size_t i = 0; i < parts.count && st == ST_OK; i++) {
        st = intern_part(s, &parts.data[i], &id);
        if (st == ST_OK) st = forms_add(&s->forms, id, sum);
    }
    vec_free(&parts);
    return st;
}

enum status mask_sums_lost(struct masks *m, const struct ground_mask *state, uint64_t work, bool *lost)
{
    struct mask_sums *s = sums_of(m);
    id_vec sum = {0};
    if (!s) return ST_NO_MEMORY;
    enum status st = parts_of(s, state, &sum);
    if (st == ST_OK) st = forms_lost(&s->forms, &s->sums, &sum, work, lost);
    vec_free(&sum);
    if (st != ST_MEMORY_BUDGET) return st;
    mask_sums_free(s);
    m->sums = NULL;
    m->sums_full = true;
    return st;
}

bool mask_sums_fall_apart(const struct masks *m)
{
    const struct mask_sums *s = m->sums;
    return !s || s->apart > s->listed / APART;
}

uint64_t mask_sums_count(const struct masks *m) { return m->sums ? m->sums->sums.count : 0; }

void mask_sums_free(struct mask_sums *s)
{
    if (!s) return;
    forms_free(&s->forms);
    position_table_free(&s->parts);
    position_table_free(&s->sums);
    mem_free(s, sizeof *s);
}
