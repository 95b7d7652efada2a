/* SPDX-License-Identifier: MIT */
/* Diagnostics in order of discovery: an array that grows, with messages and notes in the arena. */
#include "base/diag.h"
#include <stdint.h>
#include <string.h>
#include "base/vec.h"

struct diag_row {
    const char *code, *format;
    enum severity severity;
};

static const struct diag_row rows[] = {
#define DIAG(name, code, severity, format) [D_##name] = {code, format, SEVERITY_##severity},
#include "base/diags.def"
#undef DIAG
};

const char *diag_code(enum diag_id id) { return rows[id].code; }

const char *diag_format(enum diag_id id) { return rows[id].format; }

enum severity diag_severity(enum diag_id id) { return rows[id].severity; }

static bool append(struct diags *diags, struct diagnostic item)
{
    void *items = diags->items;
    if (!vec_grow(&items, &diags->capacity, sizeof item, diags->count + 1)) return false;
    diags->items = items;
    diags->items[diags->count++] = item;
    return true;
}

enum status diag(struct diags *diags, enum diag_id id, struct span span, ...)
{
    enum severity severity = rows[id].severity;
    diags->muted = diags->errors >= DIAG_LIMIT;
    if (severity == SEVERITY_ERROR) diags->errors++;
    if (diags->muted) return ST_INVALID;
    va_list args;
    va_start(args, span);
    const char *message = arena_vprintf(&diags->arena, rows[id].format, args);
    va_end(args);
    struct diagnostic item = {.id = id, .severity = severity, .span = span, .message = message};
    if (!message || !append(diags, item)) diags->failed = true;
    return ST_INVALID;
}

/* Notes belong to the last report, so the notes of a report that was dropped are dropped too. */
void diag_note(struct diags *diags, struct span span, const char *format, ...)
{
    if (diags->muted || diags->failed || diags->count == 0) return;
    struct note *note = arena_alloc(&diags->arena, sizeof *note);
    va_list args;
    va_start(args, format);
    const char *message = note ? arena_vprintf(&diags->arena, format, args) : NULL;
    va_end(args);
    if (!message) {
        diags->failed = true;
        return;
    }
    *note = (struct note){.span = span, .message = message};
    struct diagnostic *last = &diags->items[diags->count - 1];
    if (last->last_note) *last->last_note = note;
    else last->notes = note;
    last->last_note = &note->next;
}

enum { NAME_LIMIT = 64, NEAR = 2 };

static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }

/* Edit distance in which swapping two neighbours is one step (optimal string alignment); O(n*m), three rows. */
static unsigned edit_distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows3[3][NAME_LIMIT + 1];
    unsigned *before = rows3[0], *last = rows3[1], *row = rows3[2];
    for (size_t j = 0; j <= m; j++) last[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned change = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = min(change, min(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = min(row[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[m];
}

const char *diag_nearest(const char *name, const char *const *candidates, size_t count)
{
    size_t length = strlen(name);
    const char *best = NULL;
    unsigned nearest = NEAR + 1;
    if (length > NAME_LIMIT) return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(candidates[i]);
        if (other > NAME_LIMIT || other > length + NEAR || length > other + NEAR) continue;
        unsigned distance = edit_distance(name, length, candidates[i], other);
        if (distance == 0 || distance >= nearest || 2 * distance >= length) continue;
        nearest = distance;
        best = candidates[i];
    }
    return best;
}

void diag_suggest(struct diags *diags, const char *name, const char *const *candidates, size_t count)
{
    const char *best = diag_nearest(name, candidates, count);
    if (best) diag_note(diags, (struct span){0}, "did you mean '%s'?", best);
}

void diags_add(struct diags *diags, const struct diags *apart)
{
    diags->failed = diags->failed || apart->failed;
    for (size_t i = 0; i < apart->count; i++) {
        const struct diagnostic *from = &apart->items[i];
        diags->muted = diags->errors >= DIAG_LIMIT;
        if (from->severity == SEVERITY_ERROR) diags->errors++;
        if (diags->muted) continue;
        struct diagnostic item = {.id = from->id,
                                  .severity = from->severity,
                                  .span = from->span,
                                  .message = arena_strdup(&diags->arena, from->message)};
        if (!item.message || !append(diags, item)) diags->failed = true;
        for (const struct note *note = from->notes; note; note = note->next)
            diag_note(diags, note->span, "%s", note->message);
    }
}

void diags_free(struct diags *diags)
{
    mem_free(diags->items, diags->capacity * sizeof *diags->items);
    arena_free(&diags->arena);
    *diags = (struct diags){0};
}
