/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include "engine/identify/private.h"
#include "play/options/traits.h"

static int better(const void *a, const void *b)
{
    const struct identified *x = a, *y = b;
    if (x->verdict != y->verdict) return x->verdict < y->verdict ? -1 : 1;
    if (x->outcomes != y->outcomes) return x->outcomes ? 1 : -1;
    if (x->fewer != y->fewer) return x->fewer ? 1 : -1;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Where values are the same those that only have the same lost heaps say nothing more. */
static void put_in_order(struct identify *id)
{
    size_t kept = 0, count = id->items.count, most = id->wanted->most ? id->wanted->most : IDENTIFY_MOST;
    struct identified *items = id->items.data;
    bool values = false;
    for (size_t i = 0; i < count; i++) values = values || !items[i].outcomes;
    for (size_t i = 0; i < count; i++)
        if (!values || !items[i].outcomes) items[kept++] = items[i];
    if (values) id->out->more = 0;
    if (kept) qsort(items, kept, sizeof *items, better);
    if (kept > most) id->out->more += kept - most;
    id->out->count = kept < most ? kept : most;
}

static enum status find_all(struct identify *id)
{
    enum status st = id->wanted->misere ? ST_OK : identify_values(id);
    if (id->wanted->misere) id->out->values_not = "in misere play values of heaps decide nothing";
    if (st == ST_OK) st = identify_rules(id);
    if (st == ST_OK) st = identify_others(id);
    if (st != ST_OK) return st;
    id->out->period = id->own.period;
    put_in_order(id);
    id->out->items = arena_array(id->arena, id->out->count + 1, sizeof *id->out->items);
    if (!id->out->items) return ST_NO_MEMORY;
    if (id->out->count) memcpy(id->out->items, id->items.data, id->out->count * sizeof *id->out->items);
    return ST_OK;
}

enum status identify(struct engine *engine, const struct identify_wanted *wanted, struct arena *arena,
                     struct identification *found)
{
    *found = (struct identification){0};
    struct identify id = {.engine = engine, .host = engine->host, .wanted = wanted, .arena = arena, .out = found};
    struct heap_rule runs;
    enum status st = identify_runs(engine, arena, &runs, &found->seen);
    if (st == ST_OK && found->seen) {
        struct text text = {0};
        heap_rule_text(&runs, &text);
        st = text.failed ? ST_NO_MEMORY : identify_open(&id, NULL, text_c(&text), "runs", &id.engine);
        text_free(&text);
    }
    if (st == ST_OK && id.engine) st = find_all(&id);
    if (st == ST_OK && !found->values && !wanted->misere)
        st = identify_starts(engine, START_LOOKS, arena, &found->starts);
    vec_free(&id.items);
    if (id.engine != engine) engine_close(id.engine);
    return st;
}
