/* SPDX-License-Identifier: MIT */
/* Options are looked up first as the rule writes them; those that are new are made canonical only if the others do not
 * decide. */
#include "solve/search/nimber_options.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "play/options/canonical.h"
#include "play/options/options.h"

enum { LOOK_AT_ONCE = 8, WRITTEN_FIRST = 1 << 12, WRITTEN_GROWTH = 8, WRITTEN_SHARE = 8, SIZE_MOST = 30000 };

static void forget(void *kept)
{
    struct nimber_memory *memory = kept;
    position_table_free(&memory->sums);
    mask_table_free(&memory->pairs);
    vec_free(&memory->facts);
    mem_free(memory->written, memory->written_count * sizeof *memory->written);
    memory->written = NULL;
    memory->written_count = 0;
}

static const struct tenant nimber_tenant = {.name = "nimbers", .size = sizeof(struct nimber_memory), .forget = forget};

struct nimber_memory *nimber_memory(const struct env *env)
{
    struct nimber_memory *memory = store_room(env, &nimber_tenant);
    if (memory) memory->sums.budget = memory->pairs.budget = env->store->components.budget;
    if (memory) memory->pairs.words = 1;
    return memory;
}

uint64_t nimber_count(const struct nimber_options *n) { return n->env->store->components.count; }

void nimber_options_free(struct nimber_options *n)
{
    bytes_free(&n->key);
    vec_free(&n->cells);
    vec_free(&n->ids);
    vec_free(&n->listed);
    sums_free(&n->later);
    bytes_free(&n->keys);
    vec_free(&n->packed);
    vec_free(&n->parts.items);
}

/* ---- components and sums by number ---------------------------------------------------------------------------------- */
static uint32_t size_of(const struct env *env, const struct component *c)
{
    uint64_t size = 1;
    bool nodes = c->game >= 0 && env->model->games[c->game].field_count &&
                 env->model->games[c->game].fields[0].kind == FIELD_NODES;
    for (size_t i = 0; i < c->count && size < SIZE_MOST; i++) {
        uint64_t cell = c->cells[i] < 0 ? -(uint64_t)c->cells[i] : (uint64_t)c->cells[i];
        size += nodes ? (uint64_t)__builtin_popcountll((uint64_t)c->cells[i]) : cell < SIZE_MOST ? cell : SIZE_MOST;
    }
    return size < SIZE_MOST ? (uint32_t)size : SIZE_MOST;
}

/* Facts for components that another solver has numbered too. */
static bool room_for(struct nimber_options *n, uint32_t id)
{
    while (n->memory->facts.count <= id)
        if (!vec_push(&n->memory->facts, (struct nimber_facts){0})) return false;
    return true;
}

/* Of a component in canonical form. */
static enum status number_component(struct nimber_options *n, const struct component *component, uint32_t *id)
{
    bool fresh;
    n->key.count = 0;
    if (!pack_component(&n->key, component)) return ST_NO_MEMORY;
    enum status st = position_table_intern(&n->env->store->components, n->key.data, n->key.count, id, &fresh);
    if (st == ST_OK && *id >= LATER_BIT) return ST_STATE_BUDGET;
    if (st == ST_OK && !room_for(n, *id)) st = ST_NO_MEMORY;
    if (st == ST_OK && !n->memory->facts.data[*id].size) n->memory->facts.data[*id].size = size_of(n->env, component);
    return st;
}

/* Ascending, and without pairs. */
static size_t sort_ids(uint32_t *ids, size_t count)
{
    size_t left = 0;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && ids[j - 1] > ids[j]; j--) {
            uint32_t id = ids[j];
            ids[j] = ids[j - 1];
            ids[j - 1] = id;
        }
    for (size_t i = 0; i < count; i++) {
        if (left && ids[left - 1] == ids[i]) left--;
        else ids[left++] = ids[i];
    }
    return left;
}

static enum status number_pair(struct nimber_memory *memory, const uint32_t *ids, uint32_t *sum)
{
    uint64_t key = ids[0] | (uint64_t)ids[1] << 32;
    bool fresh;
    enum status st = mask_table_number(&memory->pairs, &key, sum, &fresh);
    if (st == ST_OK && *sum >= LATER_BIT) return ST_STATE_BUDGET;
    *sum |= PAIR_BITS;
    return st;
}

static bool is_pair(uint32_t sum) { return (sum & PAIR_BITS) == PAIR_BITS; }

static uint64_t pair_of(const struct nimber_memory *memory, uint32_t sum)
{
    return memory->pairs.keys[sum & ~PAIR_BITS];
}

/* The sum of the components numbered in n->ids from `from` on, which are taken off. */
static enum status number_sum(struct nimber_options *n, size_t from, uint32_t *sum)
{
    uint32_t *ids = vec_from(&n->ids, from);
    size_t count = ids ? sort_ids(ids, n->ids.count - from) : 0;
    bool fresh;
    n->ids.count = from;
    if (count == 1) return *sum = ids[0], ST_OK;
    if (count == 2) return number_pair(n->memory, ids, sum);
    n->key.count = 0;
    if (!vec_reserve(&n->key, (count + 1) * PACK_NUMBER_MAX)) return ST_NO_MEMORY;
    unsigned char *at = pack_number(n->key.data, count);
    for (size_t i = 0; i < count; i++) at = pack_number(at, ids[i]);
    n->key.count = (size_t)(at - n->key.data);
    enum status st = position_table_intern(&n->memory->sums, n->key.data, n->key.count, sum, &fresh);
    if (st == ST_OK && *sum >= LATER_BIT) return ST_STATE_BUDGET;
    *sum |= SUM_BIT;
    return st;
}

/* Reads the number of components; their numbers follow. */
static const unsigned char *open_sum(const struct nimber_memory *memory, uint32_t sum, uint64_t *count)
{
    size_t length;
    return unpack_number(position_table_key(&memory->sums, sum & ~SUM_BIT, &length), count);
}

bool nimber_parts(struct nimber_options *n, uint32_t sum)
{
    uint64_t count, id;
    if (!(sum & SUM_BIT)) return vec_push(&n->ids, sum);
    if (is_pair(sum)) {
        uint64_t pair = pair_of(n->memory, sum);
        return vec_push(&n->ids, (uint32_t)pair) && vec_push(&n->ids, (uint32_t)(pair >> 32));
    }
    const unsigned char *at = open_sum(n->memory, sum, &count);
    if (!vec_reserve(&n->ids, count)) return false;
    for (uint64_t i = 0; i < count; i++) {
        at = unpack_number(at, &id);
        n->ids.data[n->ids.count++] = (uint32_t)id;
    }
    return true;
}

static void look_at(const struct nimber_options *n, uint32_t id, struct sum_facts *f)
{
    uint32_t value = nimber_value(n, id);
    if (value <= VALUE_LARGEST) f->known ^= value;
    else if (!f->unknown++) f->first = id;
}

struct sum_facts nimber_look(const struct nimber_options *n, uint32_t sum)
{
    struct sum_facts f = {0};
    uint64_t count, id;
    if (!(sum & SUM_BIT)) return look_at(n, sum, &f), f;
    if (is_pair(sum)) {
        uint64_t pair = pair_of(n->memory, sum);
        look_at(n, (uint32_t)pair, &f);
        look_at(n, (uint32_t)(pair >> 32), &f);
        return f;
    }
    const unsigned char *at = open_sum(n->memory, sum, &count);
    for (uint64_t i = 0; i < count; i++) {
        at = unpack_number(at, &id);
        look_at(n, (uint32_t)id, &f);
    }
    return f;
}

/* ---- what the rule writes ------------------------------------------------------------------------------------------ */
/* Larger and empty: what was in it is found again. It stays as it is where it would take much of the memory that is left:
 * the search can do without it, but not without its tables. */
static void grow_written(const struct budget *budget, struct nimber_memory *memory)
{
    size_t count = memory->written_count ? memory->written_count * WRITTEN_GROWTH : WRITTEN_FIRST;
    struct written_slot *larger = NULL;
    memory->written_used = 0;
    if (count <= WRITTEN_MOST && budget_fits(budget, WRITTEN_SHARE * count * sizeof *larger) == ST_OK)
        larger = mem_alloc(count * sizeof *larger);
    if (!larger) return;
    mem_free(memory->written, memory->written_count * sizeof *memory->written);
    memory->written = larger;
    memory->written_count = count;
}

/* The slot for a key; NULL if it is too long to be remembered. */
static struct written_slot *slot_of(const struct nimber_memory *memory, const struct packed_key *key)
{
    if (!memory->written_count || key->length > WRITTEN_KEY) return NULL;
    return &memory->written[key->hash & (memory->written_count - 1)];
}

/* May what the rule writes have another canonical form, and is it found without the machine? */
static bool falls_apart(const struct env *env, int game)
{
    if (game < 0 || env->terms.whole) return false;
    return env->model->games[game].windows || env->model->games[game].split || residue_may_be(env, game);
}

/* Component `item` of n->later was made canonical: it is the sum. */
static void remember(struct nimber_options *n, size_t item, uint32_t sum)
{
    struct nimber_memory *memory = n->memory;
    const struct packed_key *key = &n->packed.data[item];
    if (memory->written_used >= memory->written_count) grow_written(n->env->budget, memory);
    struct written_slot *slot = slot_of(memory, key);
    if (!slot) return;
    memory->written_used++;
    slot->sum = sum;
    slot->length = (unsigned char)key->length;
    memcpy(slot->key, n->keys.data + key->at, key->length);
}

/* The components that component `item` of n->later is are appended to n->ids, if that is known. */
static enum status find_item(struct nimber_options *n, size_t item, bool *found)
{
    const struct packed_key *key = &n->packed.data[item];
    const unsigned char *bytes = n->keys.data + key->at;
    uint32_t id;
    if (falls_apart(n->env, n->later.items.data[item].game)) {
        const struct written_slot *slot = slot_of(n->memory, key);
        *found = slot && slot->length == key->length && memcmp(slot->key, bytes, key->length) == 0;
        return !*found || nimber_parts(n, slot->sum) ? ST_OK : ST_NO_MEMORY;
    }
    *found = position_table_find(&n->env->store->components, bytes, key->length, &id);
    return !*found || (room_for(n, id) && vec_push(&n->ids, id)) ? ST_OK : ST_NO_MEMORY;
}

/* Of a part of a component one that is like it, the first that was met. */
static enum status number_part(struct nimber_options *n, const struct component *c, const struct residue_part *part)
{
    struct arena *scratch = &n->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    uint32_t id = *residue_note(n->env, part);
    enum status st = ST_OK;
    if (id == UINT32_MAX) {
        struct component position;
        st = residue_position(n->env, c, part, scratch, &position);
        if (st == ST_OK) st = number_component(n, &position, &id);
        if (st == ST_OK) *residue_note(n->env, part) = id;
        if (st == ST_OK) n->memory->facts.data[id].size = (uint32_t)__builtin_popcountll(part->cells) + 1;
    }
    arena_rewind(scratch, mark);
    return st == ST_OK && !vec_push(&n->ids, id) ? ST_NO_MEMORY : st;
}

static enum status compute_parts(struct nimber_options *n, const struct component *c, bool *known)
{
    enum status st = residue_find(n->env, c, &n->parts);
    *known = st == ST_OK && n->parts.known;
    for (size_t i = 0; st == ST_OK && *known && i < n->parts.items.count; i++)
        st = number_part(n, c, &n->parts.items.data[i]);
    return st;
}

static enum status compute_canonical(struct nimber_options *n, const struct component *c)
{
    struct sums canonical = {0};
    uint32_t id;
    enum status st = canonical_push(n->env, c, &canonical);
    for (size_t i = 0; st == ST_OK && i < canonical.items.count; i++) {
        struct component part = sums_item(&canonical, i);
        st = number_component(n, &part, &id);
        if (st == ST_OK && !vec_push(&n->ids, id)) st = ST_NO_MEMORY;
    }
    sums_free(&canonical);
    return st;
}

/* The same of any component by computing it. */
static enum status compute_component(struct nimber_options *n, const struct component *c)
{
    bool known = false;
    enum status st = residue_may_be(n->env, c->game) ? compute_parts(n, c, &known) : ST_OK;
    return st != ST_OK || known ? st : compute_canonical(n, c);
}

static enum status compute_item(struct nimber_options *n, size_t item)
{
    struct component c = sums_item(&n->later, item);
    size_t from = n->ids.count;
    uint32_t sum;
    enum status st = compute_component(n, &c);
    if (st != ST_OK || !falls_apart(n->env, c.game)) return st;
    st = number_sum(n, from, &sum);
    if (st != ST_OK) return st;
    remember(n, item, sum);
    return nimber_parts(n, sum) ? ST_OK : ST_NO_MEMORY;
}

/* Sum i of n->later by number; without `compute` only if it is known. */
static enum status number_later(struct nimber_options *n, size_t i, bool compute, bool *found, uint32_t *sum)
{
    size_t from = n->ids.count, first = sums_first(&n->later, i), end = first + sums_size(&n->later, i);
    enum status st = ST_OK;
    *found = true;
    for (size_t item = first; st == ST_OK && *found && item < end; item++) {
        bool known = false;
        st = find_item(n, item, &known);
        if (st == ST_OK && !known && compute) st = compute_item(n, item);
        *found = known || compute;
    }
    if (st == ST_OK && *found) return number_sum(n, from, sum);
    n->ids.count = from;
    return st;
}

/* With a clause or a compound the machine is needed. */
enum status nimber_sum(struct nimber_options *n, const struct component *components, size_t count, uint32_t *sum)
{
    enum status st = ST_OK;
    size_t from = n->ids.count;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        st = compute_component(n, &components[i]);
    }
    if (st == ST_OK) return number_sum(n, from, sum);
    n->ids.count = from;
    return st;
}

/* Not under a part that is like it: other boards like it are searched as masks too, which know that by themselves, and to ground the rule
 * for its parts may take longer than the search did. */
enum status nimber_keep(struct nimber_options *n, const struct component *component, uint64_t value)
{
    size_t from = n->ids.count;
    enum status st = value <= VALUE_LARGEST ? compute_canonical(n, component) : ST_OK;
    if (st == ST_OK && n->ids.count == from + 1) *nimber_value_at(n, n->ids.data[from]) = (uint32_t)value;
    n->ids.count = from;
    return st;
}

/* ---- options ------------------------------------------------------------------------------------------------------- */
static enum status take_sum(struct nimber_options *n, uint32_t sum)
{
    struct sum_facts f = nimber_look(n, sum);
    struct options_read *read = n->read;
    if (!f.unknown && f.known < NUMBERS) read->hit |= UINT64_C(1) << f.known;
    if ((f.unknown || read->all) && !vec_push(&n->listed, sum)) return ST_NO_MEMORY;
    read->enough = read->set && !(read->set & ~read->hit);
    return read->enough ? ST_UNSUPPORTED : ST_OK;
}

/* Looks up the options that came since the last time. */
static enum status look_up(struct nimber_options *n)
{
    enum status st = ST_OK;
    for (; st == ST_OK && n->looked < n->later.count; n->looked++) {
        uint32_t sum;
        bool found;
        st = number_later(n, n->looked, false, &found, &sum);
        if (st == ST_OK && found) st = take_sum(n, sum);
        else if (st == ST_OK && !vec_push(&n->listed, LATER_BIT | (uint32_t)n->looked)) st = ST_NO_MEMORY;
    }
    return st;
}

/* Has the memory brought near in which what falls apart will be looked up: to wait for it takes longer than to generate an
 * option, so a few are looked up at a time. */
static bool expect(const struct nimber_options *n, int game, struct packed_key *key)
{
    if (!falls_apart(n->env, game)) return false;
    key->hash = hash_bytes(n->keys.data + key->at, key->length);
    const struct written_slot *slot = slot_of(n->memory, key);
    if (slot) __builtin_prefetch(slot);
    return true;
}

static enum status take_written(void *context, const struct component *components, size_t count)
{
    struct nimber_options *n = context;
    size_t wait = 1;
    for (size_t i = 0; i < count; i++) {
        struct packed_key key = {.at = n->keys.count};
        if (!pack_component(&n->keys, &components[i])) return ST_NO_MEMORY;
        key.length = n->keys.count - key.at;
        if (expect(n, components[i].game, &key)) wait = LOOK_AT_ONCE;
        if (!vec_push(&n->packed, key)) return ST_NO_MEMORY;
    }
    if (n->later.count >= LATER_BIT) return ST_STATE_BUDGET;
    if (!sums_add(&n->later, components, count)) return ST_NO_MEMORY;
    return n->later.count - n->looked < wait ? ST_OK : look_up(n);
}

static enum status take_canonical(void *context, const struct component *components, size_t count)
{
    struct nimber_options *n = context;
    uint32_t id, sum;
    size_t from = n->ids.count;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        st = number_component(n, &components[i], &id);
        if (st == ST_OK && !vec_push(&n->ids, id)) st = ST_NO_MEMORY;
    }
    if (st == ST_OK) st = number_sum(n, from, &sum);
    return st == ST_OK ? take_sum(n, sum) : st;
}

/* Is no option made canonical by the machine? */
static bool is_plain(const struct env *env, const struct component *c)
{
    const struct traits *traits = env->traits;
    bool plain = c->game >= 0 && !traits->games[c->game].folded;
    for (size_t g = 0; plain && !env->terms.plain && g < traits->count; g++)
        plain = !traits->reaches[(size_t)c->game * traits->count + g] || !traits->games[g].has_clause;
    return plain;
}

static enum status list_options(struct nimber_options *n, uint32_t id)
{
    size_t length;
    struct component c;
    n->cells.count = n->keys.count = n->packed.count = n->looked = 0;
    sums_clear(&n->later);
    if (!unpack_component(position_table_key(&n->env->store->components, id, &length), &n->cells, &c))
        return ST_NO_MEMORY;
    bool plain = is_plain(n->env, &c);
    enum status st =
        plain ? options_written(n->env, &c, 0, take_written, n) : options_canonical(n->env, &c, 0, take_canonical, n);
    return st == ST_OK && plain ? look_up(n) : st;
}

enum status nimber_options(struct nimber_options *n, uint32_t id, struct options_read *read)
{
    n->read = read;
    n->listed.count = 0;
    enum status st = list_options(n, id);
    return st == ST_UNSUPPORTED && read->enough ? ST_OK : st;
}

enum status nimber_number(struct nimber_options *n, uint32_t *sum)
{
    bool found, later = !(*sum & SUM_BIT) && *sum & LATER_BIT;
    return later ? number_later(n, *sum & ~LATER_BIT, true, &found, sum) : ST_OK;
}

uint32_t nimber_weight(struct nimber_options *n, uint32_t sum)
{
    uint64_t w = 0;
    size_t from = n->ids.count;
    if (!nimber_parts(n, sum)) return 0;
    for (size_t i = from; i < n->ids.count; i++) {
        const struct nimber_facts *facts = nimber_facts(n, n->ids.data[i]);
        uint64_t size = facts->size, told = (uint64_t)__builtin_popcountll(facts->excluded);
        if (nimber_value(n, n->ids.data[i]) > VALUE_LARGEST) w += 8 * size * size + NUMBERS - told;
    }
    n->ids.count = from;
    return w < UINT32_MAX ? (uint32_t)w : UINT32_MAX;
}
