/* SPDX-License-Identifier: MIT */
/* In the file: how many positions, how many of them are expanded and how many options these have; each position as the length of its key
 * and the key; of each expanded one how many options; all options as numbers. */
#include "solve/graph/kept_graph.h"
#include "base/hash.h"
#include "play/cells/pack.h"

enum { LONGEST_KEY = 1 << 14, SAMPLE = 64 };

static void write_words(const struct kept_search *k, struct text *out)
{
    const struct kept_graph *g = k->context;
    const struct terms *terms = &k->env->terms;
    size_t length;
    const unsigned char *root = position_table_key(&g->explored->table, 0, &length);
    text_add(out, "graph%s%s%s%s%s from ", g->with_mover ? " movers" : "", g->explored->ends_apart ? " ends" : "",
             terms->plain ? " plain" : "", terms->whole ? " whole" : "", terms->alike ? " alike" : "");
    for (size_t i = 0; i < length; i++) text_add(out, "%02x", root[i]);
    text_puts(out, "\n");
    keep_words(k->env, out);
}

/* Does the key say components of the model, and all of it, behind its mover? */
static bool is_key(const struct kept_search *k, const unsigned char *key, size_t length)
{
    const struct kept_graph *g = k->context;
    const unsigned char *end = key + length;
    if (g->with_mover && (length < 1 || *key < 1 || *key++ > 2)) return false;
    if (key < end && end[-1] & 128) return false;
    while (key < end) {
        uint64_t number, count;
        const unsigned char *from = key;
        key = unpack_number(key, &number);
        if (key >= end) return false;
        key = unpack_number(key, &count);
        for (uint64_t i = 0; i < count; i++) {
            if (key >= end) return false;
            key = unpack_number(key, &number);
        }
        if (!kept_search_is_key(k->env, from, (size_t)(key - from))) return false;
    }
    return true;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static bool write_keys(const struct kept_search *k, const struct position_table *t, struct snapshot *s)
{
    for (uint32_t id = 0; id < t->count; id++) {
        size_t length;
        const unsigned char *key = position_table_key(t, id, &length);
        uint32_t head = (uint32_t)length;
        if (length > LONGEST_KEY || !is_key(k, key, length)) return false; /* a compound is not kept */
        snapshot_put(s, &head, sizeof head);
        snapshot_put(s, key, length);
    }
    return true;
}

static bool write_graph(struct kept_search *k, uint64_t *count)
{
    const struct explored *e = ((const struct kept_graph *)k->context)->explored;
    uint64_t head[3] = {e->table.count, e->first.count - 1, e->to.count};
    struct snapshot s;
    struct text words = {0};
    write_words(k, &words);
    bool fine = !words.failed && snapshot_begin(&s, keep_folder(k->keep), text_c(&words), words.length);
    if (fine) snapshot_put(&s, head, sizeof head);
    if (fine) fine = write_keys(k, &e->table, &s);
    for (size_t i = 0; fine && i < head[1]; i++) {
        uint32_t options = e->first.data[i + 1] - e->first.data[i];
        snapshot_put(&s, &options, sizeof options);
    }
    for (size_t i = 0; fine && i < head[2]; i++) snapshot_put(&s, &e->to.data[i], sizeof *e->to.data);
    if (fine) fine = snapshot_end(&s);
    if (!words.failed) snapshot_close(&s);
    text_free(&words);
    *count = head[1];
    return fine;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
static enum status take_keys(struct kept_search *k, struct snapshot *s, uint64_t count, bool *fine)
{
    struct explored *e = ((const struct kept_graph *)k->context)->explored;
    unsigned char key[LONGEST_KEY];
    uint32_t length, id;
    enum status st = ST_OK;
    bool fresh;
    for (uint64_t i = 0; *fine && st == ST_OK && i < count; i++) {
        *fine = snapshot_get(s, &length, sizeof length) && length <= LONGEST_KEY && snapshot_get(s, key, length) &&
                is_key(k, key, length);
        if (!*fine) break;
        st = position_table_intern(&e->table, key, length, &id, &fresh);
        if (st == ST_OK) *fine = id == i;
    }
    return st;
}

/* In place of those that are there. */
static enum status take_options(struct explored *e, struct snapshot *s, const uint64_t *head, bool *fine)
{
    uint32_t number;
    uint64_t sum = 0;
    if (!vec_reserve(&e->first, head[1]) || !vec_reserve(&e->to, head[2])) return ST_NO_MEMORY;
    e->first.count = 1;
    e->to.count = 0;
    for (uint64_t i = 0; *fine && i < head[1]; i++) {
        *fine = snapshot_get(s, &number, sizeof number) && (sum += number) <= head[2];
        e->first.data[e->first.count++] = (uint32_t)sum;
    }
    *fine &= sum == head[2];
    for (uint64_t i = 0; *fine && i < head[2]; i++) {
        *fine = snapshot_get(s, &number, sizeof number) && number < head[0];
        e->to.data[e->to.count++] = number;
    }
    if (*fine) *fine = !snapshot_get(s, &number, 1) && snapshot_ended(s);
    return ST_OK;
}

static enum status try_sample(const struct kept_graph *g, uint64_t nodes, bool *fine)
{
    uint64_t seed = nodes;
    enum status st = ST_OK;
    for (int i = 0; i < SAMPLE && st == ST_OK && *fine && nodes; i++)
        st = g->again(g->context, (uint32_t)((random_next(&seed) >> 16) % nodes), fine);
    return st;
}

static enum status take_graph(struct kept_search *k, struct snapshot *s)
{
    struct kept_graph *g = k->context;
    struct explored *e = g->explored;
    uint64_t head[3], had = e->first.count - 1;
    bool fine = true;
    if (!snapshot_get(s, head, sizeof head) || head[0] >= UINT32_MAX || head[2] >= UINT32_MAX || head[1] > head[0] ||
        head[0] < e->table.count || head[1] <= had || !kept_search_has_room(k->env, head[0]) ||
        budget_fits(k->env->budget, (head[1] + head[2]) * 2 * sizeof(uint32_t)) != ST_OK)
        return ST_OK;
    enum status st = take_keys(k, s, head[0], &fine);
    if (st == ST_OK && fine) st = take_options(e, s, head, &fine);
    if (st == ST_OK && fine) st = try_sample(g, head[1], &fine);
    g->wrong = !fine || st != ST_OK;
    if (!g->wrong) k->keep->loaded += head[1] - had;
    return st;
}

static enum status read_graph(struct kept_search *k)
{
    struct snapshot s;
    struct text words = {0};
    enum status st = ST_OK;
    write_words(k, &words);
    if (!words.failed) {
        if (snapshot_open(&s, keep_folder(k->keep), text_c(&words), words.length)) st = take_graph(k, &s);
        snapshot_close(&s);
    }
    text_free(&words);
    return st;
}

void kept_graph_open(struct kept_search *kept, struct env *env, struct kept_graph *graph)
{
    static const struct kept_kind kind = {read_graph, write_graph};
    kept_search_open_as(kept, env, &kind, graph, &graph->explored->table);
}
