/* SPDX-License-Identifier: MIT */
/* An entry of the file is the length of a key, the key and its value. */
#include "solve/search/kept_search.h"
#include "base/hash.h"
#include "base/mex.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum { LONGEST_KEY = 1 << 16, SAMPLE = 64, TRIED = 4096, FIRST_PART = 4 };

void kept_search_open_as(struct kept_search *k, struct env *env, const struct kept_kind *kind, void *context,
                         const struct position_table *table)
{
    *k = (struct kept_search){.env = env, .kind = kind, .context = context, .table = table};
    if (!keep_possible(env) || env->terms.plain != env->store->plain) return;
    k->keep = env->keep;
    k->began = budget_now_ns();
    k->next = keep_first(k->keep, k->began);
}

static void write_words(const struct kept_search *k, struct text *out)
{
    text_add(out, "positions%s%s%s\n", k->env->terms.plain ? " plain" : "", k->env->terms.whole ? " whole" : "",
             k->env->terms.alike ? " alike" : "");
    keep_words(k->env, out);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static bool write_table(struct kept_search *k, uint64_t *written)
{
    const struct position_table *t = &k->env->store->components;
    struct snapshot s;
    struct text words = {0};
    write_words(k, &words);
    bool fine = !words.failed && snapshot_begin(&s, keep_folder(k->keep), text_c(&words), words.length);
    uint64_t count = 0, most = t->count;
    if (fine) snapshot_put(&s, &most, sizeof most);
    for (uint32_t id = 0; fine && id < t->count; id++) {
        size_t length;
        const unsigned char *key = position_table_key(t, id, &length);
        if (t->values[id] > VALUE_LARGEST || length > LONGEST_KEY) continue;
        uint32_t head[2] = {(uint32_t)length, t->values[id]};
        snapshot_put(&s, head, sizeof head);
        snapshot_put(&s, key, length);
        count++;
    }
    if (fine) fine = snapshot_end(&s);
    if (!words.failed) snapshot_close(&s);
    text_free(&words);
    *written = count;
    return fine;
}

static void write_values(struct kept_search *k)
{
    uint64_t count = 0;
    bool fine = k->kind->write(k, &count);
    if (!fine) return;
    k->written = k->table->count;
    k->keep->written += count;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, count);
}

static void write_now(struct kept_search *k, uint64_t now)
{
    write_values(k);
    k->next = keep_next(k->keep, now);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
struct sample {
    struct env *env;
    struct bytes key;
    cell_vec cells;
    VEC(uint32_t) seen;
    struct mex mex;
    bool known;
};

static enum status see_option(void *context, const struct component *components, size_t count)
{
    struct sample *s = context;
    const struct position_table *t = &s->env->store->components;
    uint32_t sum = 0, id;
    for (size_t i = 0; i < count && s->known; i++) {
        s->key.count = 0;
        if (!pack_component(&s->key, &components[i])) return ST_NO_MEMORY;
        s->known = position_table_find(t, s->key.data, s->key.count, &id) && t->values[id] <= VALUE_LARGEST;
        if (s->known) sum ^= t->values[id];
    }
    return vec_push(&s->seen, sum) ? ST_OK : ST_NO_MEMORY;
}

/* Is the value of this position the mex of those of its options, as far as these are known? */
static enum status try_position(struct sample *s, uint32_t id, bool *right)
{
    const struct position_table *t = &s->env->store->components;
    struct component component;
    size_t length;
    uint32_t value;
    s->cells.count = s->seen.count = 0;
    s->known = true;
    if (!unpack_component(position_table_key(t, id, &length), &s->cells, &component)) return ST_NO_MEMORY;
    enum status st = options_canonical(s->env, &component, 0, see_option, s);
    if (st != ST_OK || !s->known) return st;
    if (!mex_marked(&s->mex, s->seen.data, s->seen.count, &value)) return ST_NO_MEMORY;
    *right = value == t->values[id];
    return ST_OK;
}

typedef VEC(uint32_t) loaded_vec;

static enum status try_sample(struct kept_search *k, const loaded_vec *loaded, bool *right)
{
    struct sample s = {.env = k->env};
    uint64_t seed = loaded->count, tried = 0;
    enum status st = ST_OK;
    *right = true;
    for (int i = 0; i < TRIED && tried < SAMPLE && st == ST_OK && *right && loaded->count; i++) {
        st = try_position(&s, loaded->data[(random_next(&seed) >> 16) % loaded->count], right);
        tried += s.known;
    }
    vec_free(&s.key);
    vec_free(&s.cells);
    vec_free(&s.seen);
    mex_free(&s.mex);
    return st;
}

bool kept_search_is_key(const struct env *env, const unsigned char *key, size_t length)
{
    uint64_t number, count, at = 0;
    const unsigned char *end = key + length;
    if (length < 2 || end[-1] & 128) return false;
    key = unpack_number(key, &number);
    int64_t game = pack_unfold(number);
    if (game < 0 || (size_t)game >= env->model->game_count || key >= end) return false;
    key = unpack_number(key, &count);
    for (; at < count && key < end; at++) {
        uint64_t cell;
        key = unpack_number(key, &cell);
    }
    return at == count && key == end;
}

bool kept_search_has_room(const struct env *env, uint64_t positions)
{
    enum { EACH = 128 }; /* bytes */
    return positions <= budget_states_left(env->budget) / 2 && budget_fits(env->budget, 2 * EACH * positions) == ST_OK;
}

static enum status take_entries(struct kept_search *k, struct snapshot *s, loaded_vec *loaded)
{
    struct position_table *t = &k->env->store->components;
    unsigned char key[LONGEST_KEY];
    uint32_t head[2], id;
    uint64_t most;
    enum status st = ST_OK;
    if (!snapshot_get(s, &most, sizeof most) || !kept_search_has_room(k->env, most)) return ST_OK;
    while (st == ST_OK && snapshot_get(s, head, sizeof head)) {
        bool fresh;
        if (head[0] > LONGEST_KEY || head[1] > VALUE_LARGEST || !snapshot_get(s, key, head[0])) break;
        if (!kept_search_is_key(k->env, key, head[0])) continue;
        st = position_table_intern(t, key, head[0], &id, &fresh);
        if (st != ST_OK || t->values[id] != VALUE_UNKNOWN) continue;
        t->values[id] = head[1];
        if (!vec_push(loaded, id)) {
            t->values[id] = VALUE_UNKNOWN;
            st = ST_NO_MEMORY;
        }
    }
    return st;
}

static enum status read_table(struct kept_search *k)
{
    struct position_table *t = &k->env->store->components;
    struct snapshot s;
    struct text words = {0};
    loaded_vec loaded = {0};
    bool right = true;
    enum status st = ST_OK;
    write_words(k, &words);
    if (!words.failed && snapshot_open(&s, keep_folder(k->keep), text_c(&words), words.length))
        st = take_entries(k, &s, &loaded);
    if (!words.failed) snapshot_close(&s);
    text_free(&words);
    if (st == ST_OK) st = try_sample(k, &loaded, &right);
    if (st != ST_OK || !right)
        for (size_t i = 0; i < loaded.count; i++) t->values[loaded.data[i]] = VALUE_UNKNOWN;
    else k->keep->loaded += loaded.count;
    vec_free(&loaded);
    return st;
}

void kept_search_open(struct kept_search *k, struct env *env)
{
    static const struct kept_kind components = {read_table, write_table};
    kept_search_open_as(k, env, &components, NULL, &env->store->components);
}

enum status kept_search_look(struct kept_search *k, bool *took)
{
    *took = false;
    if (!k->keep) return ST_OK;
    uint64_t now = budget_now_ns();
    enum status st = ST_OK;
    if (!k->looked && now - k->began >= k->keep->look) {
        k->looked = *took = true;
        k->written = k->table->count;
        st = k->kind->read(k);
    }
    if (st == ST_OK && now >= k->next) write_now(k, now);
    return st;
}

void kept_search_close(struct kept_search *k)
{
    uint32_t count = k->keep ? k->table->count : 0;
    bool grown = count > k->written + k->written / FIRST_PART;
    if (k->keep && k->looked && grown && budget_now_ns() - k->began >= k->keep->begin) write_values(k);
    k->keep = NULL;
}
