/* SPDX-License-Identifier: MIT */
/* The search goes deep first, and looks at options that are decided before it decides others; so what is known stays small.
 * Then the book is chosen: to each option of a lost position a reply that is in the book already, if there is one. */
#include "certify/lost.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"

enum { LOST_POSITIONS = 2000000, LOST_LOOK = 1024 };
enum { OPEN, LOST, WON };

struct lost_position {
    size_t at, size; /* its bytes */
    uint8_t outcome;
    bool used; /* it is in the book */
};
/* A position whose options are being decided: those from `first` on in the list of all frames. */
struct lost_frame {
    uint32_t position;
    size_t first, next;
};
struct lost_search {
    struct certify_work *work;
    const struct lost_game *game;
    lost_bytes bytes;
    VEC(struct lost_position) all;
    uint32_t *slots; /* 1 + the number of a position; 0: free */
    size_t slot_count;
    struct lost_options options; /* of the last position that was asked for */
    VEC(char) asked;             /* and its bytes */
    VEC(uint32_t) pending;       /* options of the frames */
    VEC(struct lost_frame) frames;
    VEC(uint32_t) waiting;
    enum status status;
};

static bool failed(struct lost_search *s, enum status status)
{
    if (s->status == ST_OK) s->status = status;
    return false;
}

static size_t slot_of(const struct lost_search *s, const char *bytes, size_t size)
{
    size_t i = hash_bytes(bytes, size) & (s->slot_count - 1);
    for (; s->slots[i]; i = (i + 1) & (s->slot_count - 1)) {
        const struct lost_position *p = &s->all.data[s->slots[i] - 1];
        if (p->size == size && (!size || memcmp(s->bytes.data + p->at, bytes, size) == 0)) break;
    }
    return i;
}

static bool grow_slots(struct lost_search *s)
{
    size_t before = s->slot_count, count = before ? 2 * before : 4096;
    uint32_t *slots = mem_alloc(count * sizeof *slots), *old = s->slots;
    if (!slots) return failed(s, ST_NO_MEMORY);
    memset(slots, 0, count * sizeof *slots);
    s->slots = slots;
    s->slot_count = count;
    for (size_t i = 0; i < s->all.count; i++) {
        const struct lost_position *p = &s->all.data[i];
        slots[slot_of(s, vec_from(&s->bytes, p->at), p->size)] = (uint32_t)i + 1;
    }
    mem_free(old, before * sizeof *old);
    return true;
}

static bool within_budget(struct lost_search *s)
{
    if (s->all.count == LOST_POSITIONS) return failed(s, ST_STATE_BUDGET);
    if (s->all.count % LOST_LOOK) return true;
    enum status st = budget_check(s->work->env->budget);
    if (st == ST_OK) st = budget_take_states(s->work->env->budget, LOST_LOOK);
    return st == ST_OK || failed(s, st);
}

static bool number_of(struct lost_search *s, const char *bytes, size_t size, uint32_t *number)
{
    if (2 * (s->all.count + 1) > s->slot_count && !grow_slots(s)) return false;
    size_t slot = slot_of(s, bytes, size);
    if (!s->slots[slot]) {
        struct lost_position p = {s->bytes.count, size, OPEN, false};
        if (!within_budget(s)) return false;
        if (!vec_reserve(&s->bytes, size) || !vec_push(&s->all, p)) return failed(s, ST_NO_MEMORY);
        if (size) memcpy(s->bytes.data + s->bytes.count, bytes, size);
        s->bytes.count += size;
        s->slots[slot] = (uint32_t)s->all.count;
    }
    *number = s->slots[slot] - 1;
    return true;
}

/* The numbers of the position's options, at the end of the pending ones. */
static bool list_options(struct lost_search *s, uint32_t position)
{
    const struct lost_position p = s->all.data[position];
    uint32_t number;
    s->asked.count = s->options.bytes.count = s->options.ends.count = 0;
    if (!vec_reserve(&s->asked, p.size + 1)) return failed(s, ST_NO_MEMORY); /* the bytes of all may move */
    if (p.size) memcpy(s->asked.data, s->bytes.data + p.at, p.size);
    if (!s->game->options(s->game->context, s->asked.data, p.size, &s->options)) return failed(s, ST_NO_MEMORY);
    for (size_t i = 0, from = 0; i < s->options.ends.count; from = s->options.ends.data[i++]) {
        if (!number_of(s, vec_from(&s->options.bytes, from), s->options.ends.data[i] - from, &number)) return false;
        if (!vec_push(&s->pending, number)) return failed(s, ST_NO_MEMORY);
    }
    return true;
}

/* ---- outcomes ------------------------------------------------------------------------------------------------------- */

static bool open_frame(struct lost_search *s, uint32_t position)
{
    struct lost_frame frame = {position, s->pending.count, s->pending.count};
    return list_options(s, position) && (vec_push(&s->frames, frame) || failed(s, ST_NO_MEMORY));
}

static void close_frame(struct lost_search *s, uint8_t outcome)
{
    struct lost_frame frame = vec_pop(&s->frames);
    s->all.data[frame.position].outcome = outcome;
    s->pending.count = frame.first;
}

static bool step(struct lost_search *s)
{
    struct lost_frame *f = &s->frames.data[s->frames.count - 1];
    const uint32_t *options = vec_from(&s->pending, f->first);
    size_t count = s->pending.count - f->first, i = 0;
    if (!count) return close_frame(s, WON), true;
    if (f->next == f->first)
        for (; i < count; i++)
            if (s->all.data[options[i]].outcome == LOST) return close_frame(s, WON), true;
    for (i = f->next - f->first; i < count && s->all.data[options[i]].outcome == WON;) i++;
    f->next = f->first + i;
    if (i == count) return close_frame(s, LOST), true;
    if (s->all.data[options[i]].outcome == LOST) return close_frame(s, WON), true;
    return open_frame(s, options[i]);
}

static bool decide(struct lost_search *s, uint32_t position)
{
    bool fine = open_frame(s, position);
    while (fine && s->frames.count) fine = step(s);
    return fine;
}

/* ---- choosing ------------------------------------------------------------------------------------------------------- */

static bool use(struct lost_search *s, uint32_t position)
{
    if (s->all.data[position].used) return true;
    s->all.data[position].used = true;
    return vec_push(&s->waiting, position) || failed(s, ST_NO_MEMORY);
}

/* A lost option: one in the book, or the last; none where there are no options. */
static bool use_reply(struct lost_search *s, uint32_t position)
{
    size_t first = s->pending.count;
    uint32_t best = UINT32_MAX;
    bool fine = list_options(s, position);
    for (size_t i = first; i < s->pending.count; i++) {
        const struct lost_position *p = &s->all.data[s->pending.data[i]];
        if (p->outcome == LOST && (best == UINT32_MAX || !s->all.data[best].used)) best = s->pending.data[i];
    }
    s->pending.count = first;
    return fine && (best == UINT32_MAX || use(s, best));
}

static bool use_replies(struct lost_search *s, uint32_t position)
{
    bool fine = list_options(s, position);
    size_t count = s->pending.count;
    for (size_t i = 0; fine && i < count; i++) fine = use_reply(s, s->pending.data[i]);
    s->pending.count = 0;
    return fine;
}

static bool choose(struct lost_search *s, uint32_t start)
{
    bool fine = s->all.data[start].outcome == LOST ? use(s, start) : use_reply(s, start);
    while (fine && s->waiting.count) fine = use_replies(s, vec_pop(&s->waiting));
    return fine;
}

static void put(const struct lost_search *s)
{
    struct text *out = s->work->out;
    for (size_t i = 0; i < s->all.count; i++) {
        const struct lost_position *p = &s->all.data[i];
        if (!p->used) continue;
        text_puts(out, "lost ");
        s->game->put(s->game->context, vec_from(&s->bytes, p->at), p->size, out);
        text_putc(out, '\n');
    }
}

enum status certify_lost(struct certify_work *w, const struct lost_game *game, const char *start, size_t size,
                         bool *won)
{
    struct lost_search s = {.work = w, .game = game};
    uint32_t first;
    bool fine = number_of(&s, start, size, &first) && decide(&s, first) && choose(&s, first);
    if (fine) {
        *won = s.all.data[first].outcome == WON;
        put(&s);
    }
    vec_free(&s.bytes);
    vec_free(&s.all);
    mem_free(s.slots, s.slot_count * sizeof *s.slots);
    vec_free(&s.options.bytes);
    vec_free(&s.options.ends);
    vec_free(&s.asked);
    vec_free(&s.pending);
    vec_free(&s.frames);
    vec_free(&s.waiting);
    return s.status;
}
