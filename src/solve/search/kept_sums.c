/* SPDX-License-Identifier: MIT */
/* In the file: how many parts, and each as the length of its key and the key; how many sums at most, and each as the length of its
 * key, its value and the key, with numbers of the file's parts. */
#include "solve/search/kept_sums.h"
#include "base/hash.h"
#include "solve/search/sum_forms.h"

enum { LONGEST_PART = 1 << 16, LONGEST_SUM = 1 << 12, SAMPLE = 64, TRIED = 4096 };

static void write_words(const struct kept_search *k, struct text *out)
{
    const struct kept_sums *sums = k->context;
    const struct terms *terms = &k->env->terms;
    text_add(out, "sums %s%s%s%s\n", sums->words, terms->plain ? " plain" : "", terms->whole ? " whole" : "",
             terms->alike ? " alike" : "");
    keep_words(k->env, out);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static bool write_parts(const struct kept_search *k, struct snapshot *s)
{
    const struct position_table *parts = &store_sums(k->env)->parts.table;
    uint64_t count = parts->count;
    snapshot_put(s, &count, sizeof count);
    for (uint32_t id = 0; id < count; id++) {
        size_t length;
        const unsigned char *key = position_table_key(parts, id, &length);
        uint32_t head = (uint32_t)length;
        if (length > LONGEST_PART) return false;
        snapshot_put(s, &head, sizeof head);
        snapshot_put(s, key, length);
    }
    return true;
}

static uint64_t write_sums(const struct position_table *t, struct snapshot *s)
{
    uint64_t count = 0, most = t->count;
    snapshot_put(s, &most, sizeof most);
    for (uint32_t id = 0; id < t->count; id++) {
        size_t length;
        const unsigned char *key = position_table_key(t, id, &length);
        uint32_t head[2] = {(uint32_t)length, t->values[id]};
        if (t->values[id] > VALUE_LARGEST || length > LONGEST_SUM) continue;
        snapshot_put(s, head, sizeof head);
        snapshot_put(s, key, length);
        count++;
    }
    return count;
}

static bool write_table(struct kept_search *k, uint64_t *count)
{
    const struct kept_sums *sums = k->context;
    struct snapshot s;
    struct text words = {0};
    write_words(k, &words);
    bool fine = !words.failed && snapshot_begin(&s, keep_folder(k->keep), text_c(&words), words.length);
    if (fine) fine = write_parts(k, &s);
    if (fine) *count = write_sums(sums->table, &s);
    if (fine) fine = snapshot_end(&s);
    if (!words.failed) snapshot_close(&s);
    text_free(&words);
    return fine;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
struct reading {
    struct kept_search *k;
    struct snapshot s;
    id_vec numbers; /* here, of the parts of the file; UINT32_MAX: none in which somebody can move */
    id_vec loaded;  /* sums that had no value before */
    id_vec ids, one, forms;
    cell_vec cells;
    struct bytes key;
};

static enum status take_part(struct reading *r, const unsigned char *key)
{
    struct component component;
    r->cells.count = r->one.count = 0;
    if (!unpack_component(key, &r->cells, &component)) return ST_NO_MEMORY;
    enum status st = component_table_number(r->k->env, &component, 1, &r->one);
    if (st != ST_OK) return st;
    return vec_push(&r->numbers, r->one.count == 1 ? r->one.data[0] : UINT32_MAX) ? ST_OK : ST_NO_MEMORY;
}

/* *fine: all that the file promised were there. */
static enum status take_parts(struct reading *r, bool *fine)
{
    unsigned char key[LONGEST_PART];
    uint64_t count;
    uint32_t length;
    enum status st = ST_OK;
    *fine = snapshot_get(&r->s, &count, sizeof count) && count < UINT32_MAX && kept_search_has_room(r->k->env, count);
    for (uint64_t i = 0; *fine && st == ST_OK && i < count; i++) {
        *fine = snapshot_get(&r->s, &length, sizeof length) && length <= LONGEST_PART &&
                snapshot_get(&r->s, key, length) && kept_search_is_key(r->k->env, key, length);
        if (*fine) st = take_part(r, key);
    }
    return st;
}

/* The numbers in their forms, as the search has them here. */
static bool take_forms(struct reading *r)
{
    const struct kept_sums *sums = r->k->context;
    if (!sums->by_forms) return true;
    r->forms.count = 0;
    if (sum_forms_of(r->k->env, &r->ids, &r->forms) != ST_OK) return false;
    id_vec numbers = r->ids;
    r->ids = r->forms;
    r->forms = numbers;
    return true;
}

/* The key with the numbers of here; false: it is none. */
static bool translate(struct reading *r, const unsigned char *key, size_t length)
{
    const unsigned char *at = key + 1, *end = key + length;
    r->ids.count = 0;
    if (length < 1 || key[0] > 2 || (length > 1 && end[-1] & 128)) return false;
    while (at < end) {
        uint64_t number;
        at = unpack_number(at, &number);
        if (number >= r->numbers.count || r->numbers.data[number] == UINT32_MAX) return false;
        uint32_t id = r->numbers.data[number];
        size_t i = r->ids.count;
        if (!vec_push(&r->ids, id)) return false;
        for (; i > 0 && r->ids.data[i - 1] > id; i--) r->ids.data[i] = r->ids.data[i - 1];
        r->ids.data[i] = id;
    }
    if (!take_forms(r)) return false;
    r->key.count = 0;
    if (!vec_reserve(&r->key, (r->ids.count + 1) * PACK_NUMBER_MAX)) return false;
    unsigned char *to = r->key.data;
    *to++ = key[0];
    for (size_t i = 0; i < r->ids.count; i++) to = pack_number(to, r->ids.data[i]);
    r->key.count = (size_t)(to - r->key.data);
    return true;
}

static enum status take_sums(struct reading *r)
{
    struct position_table *t = ((struct kept_sums *)r->k->context)->table;
    unsigned char key[LONGEST_SUM];
    uint32_t head[2], id;
    uint64_t most;
    enum status st = ST_OK;
    bool fresh;
    if (!snapshot_get(&r->s, &most, sizeof most) || !kept_search_has_room(r->k->env, most)) return ST_OK;
    while (st == ST_OK && snapshot_get(&r->s, head, sizeof head)) {
        if (head[0] > LONGEST_SUM || head[1] > VALUE_LARGEST || !snapshot_get(&r->s, key, head[0])) break;
        if (!translate(r, key, head[0])) continue;
        st = position_table_intern(t, r->key.data, r->key.count, &id, &fresh);
        if (st != ST_OK || t->values[id] != VALUE_UNKNOWN) continue;
        if (vec_push(&r->loaded, id)) t->values[id] = head[1];
        else st = ST_NO_MEMORY;
    }
    return st;
}

static enum status check_sums(const struct reading *r, bool *right)
{
    const struct kept_sums *sums = r->k->context;
    uint64_t seed = r->loaded.count, checked = 0;
    enum status st = ST_OK;
    *right = true;
    for (int i = 0; i < TRIED && checked < SAMPLE && st == ST_OK && *right && r->loaded.count; i++) {
        bool known = false;
        uint32_t sum = r->loaded.data[(random_next(&seed) >> 16) % r->loaded.count];
        st = sums->check(sums->context, sum, &known, right);
        checked += known;
    }
    return st;
}

static enum status read_table(struct kept_search *k)
{
    const struct kept_sums *sums = k->context;
    struct reading r = {.k = k};
    struct text words = {0};
    bool fine = false, right = true;
    enum status st = ST_OK;
    write_words(k, &words);
    if (!words.failed && snapshot_open(&r.s, keep_folder(k->keep), text_c(&words), words.length))
        st = take_parts(&r, &fine);
    if (st == ST_OK && fine) st = take_sums(&r);
    if (!words.failed) snapshot_close(&r.s);
    text_free(&words);
    if (st == ST_OK) st = check_sums(&r, &right);
    if (st != ST_OK || !right)
        for (size_t i = 0; i < r.loaded.count; i++) sums->table->values[r.loaded.data[i]] = VALUE_UNKNOWN;
    else k->keep->loaded += r.loaded.count;
    vec_free(&r.numbers);
    vec_free(&r.loaded);
    vec_free(&r.ids);
    vec_free(&r.one);
    vec_free(&r.forms);
    vec_free(&r.cells);
    bytes_free(&r.key);
    return st;
}

void kept_sums_open(struct kept_search *kept, struct env *env, struct kept_sums *sums)
{
    static const struct kept_kind kind = {read_table, write_table};
    kept_search_open_as(kept, env, &kind, sums, sums->table);
}
