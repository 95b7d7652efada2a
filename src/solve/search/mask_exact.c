/* SPDX-License-Identifier: MIT */
/* A path of positions on a stack of their options; open addressing. A state is final at the latest when it has no moves, and its value
 * is at most the number of its moves, so that values below 2^16 - 1 suffice (GROUND_MOVES). */
#include "solve/search/mask_exact.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_shape.h"
#include "solve/search/move_tree.h"

enum { FIRST_ROOM = 1 << 12, CHECK_EVERY = 1 << 16, MOVE_WORDS = 4, VALUE_SHIFT = 48 };

/* A state has that many words, and a slot with its value: constants where a function is compiled for them. */
struct layout {
    size_t words, each;
};
#define KEY_BITS ((UINT64_C(1) << VALUE_SHIFT) - 1)

/* ---- the table ---------------------------------------------------------------------------------------------------- */
/* The value and one more stand in the last 16 bits of a slot; all else in it is the state. */
EVERYWHERE uint64_t value_at(struct layout f, const uint64_t *slot) { return slot[f.each - 1] >> VALUE_SHIFT; }

EVERYWHERE bool holds(struct layout f, const uint64_t *slot, const uint64_t *key)
{
    uint64_t other = 0;
    for (size_t w = 0; w + 1 < f.words; w++) other |= slot[w] ^ key[w];
    uint64_t last = slot[f.words - 1] ^ key[f.words - 1];
    return !(other | (f.each > f.words ? last : last & KEY_BITS));
}

EVERYWHERE uint64_t *first_slot(struct layout f, const struct exact_table *t, const uint64_t *key)
{
    static const uint64_t factors[] = {0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db};
    uint64_t hash = 0;
    for (size_t w = 0; w < f.words; w++) hash += key[w] * factors[w];
    return t->slots + (hash >> t->shift) * f.each;
}

/* The slot that holds the state, or the empty one where it belongs. */
EVERYWHERE uint64_t *slot_of(struct layout f, const struct exact_table *t, const uint64_t *key)
{
    uint64_t *slot = first_slot(f, t, key), *end = t->slots + t->room * f.each;
    while (value_at(f, slot) && !holds(f, slot, key)) {
        slot += f.each;
        if (slot == end) slot = t->slots;
    }
    return slot;
}

EVERYWHERE void put(struct layout f, uint64_t *slot, const uint64_t *key, uint64_t value)
{
    for (size_t w = 0; w < f.words; w++) slot[w] = key[w];
    slot[f.each - 1] |= value << VALUE_SHIFT;
}

/* ST_MEMORY_BUDGET, ST_NO_MEMORY: it stays as it is. */
EVERYWHERE enum status grow(struct layout f, struct masks *m)
{
    struct exact_table old = m->exact.table, new = {.room = old.room ? old.room * 2 : FIRST_ROOM};
    uint64_t bytes = new.room *f.each * sizeof *new.slots;
    enum status st = old.room ? budget_spares(m->memo.budget, bytes) : budget_fits(m->memo.budget, bytes);
    if (st != ST_OK) return st;
    new.slots = mem_alloc((size_t)bytes);
    if (!new.slots) return ST_NO_MEMORY;
    new.shift = (unsigned)(64 - __builtin_ctzll(new.room));
    for (uint64_t i = 0; i < old.room; i++) {
        const uint64_t *slot = old.slots + i * f.each;
        uint64_t key[GROUND_WORDS + 1], value = value_at(f, slot);
        if (!value) continue;
        memcpy(key, slot, f.each * sizeof *key);
        key[f.each - 1] &= KEY_BITS;
        put(f, slot_of(f, &new, key), key, value);
    }
    mem_free(old.slots, (size_t)old.room * f.each * sizeof *old.slots);
    m->exact.table = new;
    return ST_OK;
}

EVERYWHERE enum status note(struct layout f, struct masks *m, const uint64_t *key, size_t value)
{
    struct mask_exact *x = &m->exact;
    uint64_t *slot = slot_of(f, &x->table, key);
    if (value_at(f, slot)) return ST_OK; /* it is an image of another one */
    enum status st = budget_take_states(m->memo.budget, 1);
    if (st == ST_OK && (x->count + 1) * 4 > x->table.room * 3) {
        st = grow(f, m);
        if (st == ST_OK) slot = slot_of(f, &x->table, key);
    }
    if (st != ST_OK) return st;
    put(f, slot, key, value + 1);
    x->count++;
    return ST_OK;
}

/* All images of a state are the same game. */
EVERYWHERE enum status note_images(struct layout f, struct masks *m, const uint64_t *key, size_t value)
{
    struct ground_mask state = {{0}}, live;
    enum status st = note(f, m, key, value);
    for (size_t w = 0; w < f.words; w++) state.words[w] = key[w];
    struct shape all = shape_of(&m->ground);
    for (size_t k = 1; k <= m->ground.order_count && st == ST_OK; k++) {
        struct ground_mask image = image_of(all, m->images[k], &state);
        st = note(f, m, image.words, value);
    }
    if (m->ground.order_count) return st;
    live = live_cells(all, &state);
    bool turns = m->images[MIRROR_TURN] && is_within(all, &live, &m->corner);
    for (size_t k = 1; k < 2 * MIRROR_TURN && st == ST_OK; k++) {
        struct ground_mask image = state;
        bool turn = k & MIRROR_TURN;
        if ((turn && !turns) || (k % MIRROR_TURN && !m->images[k % MIRROR_TURN])) continue;
        if (turn) image = image_of(all, m->images[MIRROR_TURN], &image);
        if (k % MIRROR_TURN) image = image_of(all, m->images[k % MIRROR_TURN], &image);
        st = note(f, m, image.words, value);
    }
    return st;
}

/* ---- positions ---------------------------------------------------------------------------------------------------- */
static size_t used_words(const struct masks *m) { return m->ground.move_count / 64 + 1; }

/* Of the moves from `first` to `end` - 1, those that are possible. */
EVERYWHERE uint64_t *try_moves(struct layout f, const struct mask_exact *x, const uint64_t *state, size_t first,
                               size_t end, uint64_t *to)
{
    const struct exact_table table = x->table;
    const uint64_t *move = x->moves + first * MOVE_WORDS * f.words, *stop = x->moves + end * MOVE_WORDS * f.words;
    for (; move < stop; move += MOVE_WORDS * f.words) {
        uint64_t off = 0;
        for (size_t w = 0; w < f.words; w++) off |= (state[w] & move[w]) ^ move[f.words + w];
        if (off) continue;
        for (size_t w = 0; w < f.words; w++) to[w] = (state[w] & move[2 * f.words + w]) | move[3 * f.words + w];
        __builtin_prefetch(first_slot(f, &table, to));
        to += f.words;
    }
    return to;
}

EVERYWHERE void list_options(struct layout f, struct masks *m, const uint64_t *state)
{
    struct mask_exact *x = &m->exact;
    if (m->tree) {
        uint64_t *first = x->options.data + x->options.count;
        size_t count = move_tree_options(m->tree, state, first, f.words);
        for (size_t i = 0; i < count; i++) __builtin_prefetch(first_slot(f, &x->table, first + i * f.words));
        x->options.count += count * f.words;
        return;
    }
    uint64_t *to = try_moves(f, x, state, 0, x->first[0], x->options.data + x->options.count);
    for (size_t w = 0; w < f.words; w++)
        for (uint64_t left = state[w]; left; left &= left - 1) {
            size_t bit = w * 64 + (size_t)__builtin_ctzll(left);
            to = try_moves(f, x, state, x->first[bit], x->first[bit + 1], to);
        }
    x->options.count = (size_t)(to - x->options.data);
}

/* Its key stands at the end of `options` already. */
EVERYWHERE enum status open_position(struct layout f, struct masks *m)
{
    struct mask_exact *x = &m->exact;
    size_t words = used_words(m), key = x->options.count - f.words;
    if (!vec_reserve(&x->options, (m->ground.move_count + 1) * f.words)) return ST_NO_MEMORY;
    if (!vec_reserve(&x->used, words)) return ST_NO_MEMORY;
    list_options(f, m, x->options.data + key);
    memset(x->used.data + x->used.count, 0, words * sizeof *x->used.data);
    x->used.count += words;
    uint64_t before = x->work;
    x->work += 1 + (x->options.count - key) / f.words;
    if (!vec_push(&x->path, (struct exact_frame){key + f.words, x->options.count, key})) return ST_NO_MEMORY;
    return before / CHECK_EVERY != x->work / CHECK_EVERY ? budget_check(m->memo.budget) : ST_OK;
}

static size_t least_unused(const uint64_t *used)
{
    size_t w = 0;
    while (!~used[w]) w++;
    return w * 64 + (size_t)__builtin_ctzll(~used[w]);
}

/* The options of the last position are known: its value is one of the position before it. */
EVERYWHERE enum status close_position(struct layout f, struct masks *m, size_t *value)
{
    struct mask_exact *x = &m->exact;
    struct exact_frame last = x->path.data[--x->path.count];
    x->used.count -= used_words(m);
    *value = least_unused(x->used.data + x->used.count);
    enum status st = note_images(f, m, x->options.data + last.key, *value);
    x->options.count = last.key;
    return st;
}

static void use_value(struct masks *m, size_t value)
{
    struct mask_exact *x = &m->exact;
    x->used.data[x->used.count - used_words(m) + value / 64] |= UINT64_C(1) << (value % 64);
}

/* Marks the values of the options of the last position up to the first that is not known; false: there is none. */
EVERYWHERE bool find_missing(struct layout f, struct masks *m)
{
    struct mask_exact *x = &m->exact;
    const struct exact_table table = x->table;
    struct exact_frame *last = &x->path.data[x->path.count - 1];
    uint64_t *used = x->used.data + x->used.count - used_words(m);
    const uint64_t *option = x->options.data + last->next, *end = x->options.data + last->end;
    uint64_t value = 1;
    for (; option < end && value; option += f.words) {
        value = value_at(f, slot_of(f, &table, option));
        if (value) used[(value - 1) / 64] |= UINT64_C(1) << ((value - 1) % 64);
    }
    last->next = (size_t)(option - x->options.data);
    return !value;
}

/* The option that was looked at last. */
EVERYWHERE enum status open_missing(struct layout f, struct masks *m)
{
    struct mask_exact *x = &m->exact;
    if (!vec_reserve(&x->options, f.words)) return ST_NO_MEMORY;
    const uint64_t *state = x->options.data + x->path.data[x->path.count - 1].next - f.words;
    memcpy(x->options.data + x->options.count, state, f.words * sizeof *state);
    x->options.count += f.words;
    return open_position(f, m);
}

/* Not done if the allowance ends. */
EVERYWHERE enum status value_in(struct layout f, struct masks *m, const uint64_t *state, size_t *value, bool *done)
{
    struct mask_exact *x = &m->exact;
    enum status st = x->table.room ? ST_OK : grow(f, m);
    x->options.count = x->used.count = x->path.count = 0;
    if (st == ST_OK && !vec_reserve(&x->options, f.words)) st = ST_NO_MEMORY;
    if (st != ST_OK) return st;
    const uint64_t *slot = slot_of(f, &x->table, state);
    if (value_at(f, slot)) return *value = value_at(f, slot) - 1, *done = true, ST_OK;
    memcpy(x->options.data, state, f.words * sizeof *state);
    x->options.count = f.words;
    st = open_position(f, m);
    while (st == ST_OK && x->path.count > 0 && x->work < x->allowed) {
        if (find_missing(f, m)) {
            st = open_missing(f, m);
            continue;
        }
        st = close_position(f, m, value);
        *done = !x->path.count;
        if (!*done) use_value(m, *value);
    }
    return st;
}

static enum status value_of(struct masks *m, const uint64_t *state, size_t *value, bool *done)
{
    size_t words = m->ground.words, each = m->exact.each;
    *done = false;
    if (words == 1 && each == 1) return value_in((struct layout){1, 1}, m, state, value, done);
    if (words == 1) return value_in((struct layout){1, 2}, m, state, value, done);
    if (words == 2 && each == 2) return value_in((struct layout){2, 2}, m, state, value, done);
    if (words == 2) return value_in((struct layout){2, 3}, m, state, value, done);
    return value_in((struct layout){words, each}, m, state, value, done);
}

/* The first bit of a state that the move wants to be 1, and one more; 0: none. */
static size_t wanted_bit(const struct ground_move *move, size_t words)
{
    for (size_t w = 0; w < words; w++)
        if (move->want.words[w]) return w * 64 + (size_t)__builtin_ctzll(move->want.words[w]) + 1;
    return 0;
}

static void pack_move(const struct ground_move *move, size_t words, uint64_t *out)
{
    for (size_t w = 0; w < words; w++) {
        out[w] = move->care.words[w];
        out[words + w] = move->want.words[w];
        out[2 * words + w] = ~move->write.words[w];
        out[3 * words + w] = move->put.words[w];
    }
}

static bool pack_moves(struct masks *m)
{
    size_t words = m->ground.words, bits = words * 64;
    struct mask_exact *x = &m->exact;
    if (x->moves) return true;
    x->each = words + ((m->ground.cells - 1) % 64 >= VALUE_SHIFT);
    uint64_t *moves = arena_array(&m->arena, (m->ground.move_count + 1) * words * MOVE_WORDS, sizeof *moves);
    x->first = arena_array(&m->arena, bits + 2, sizeof *x->first);
    if (!moves || !x->first) return false;
    for (size_t i = 0; i < m->ground.move_count; i++) x->first[wanted_bit(&m->ground.moves[i], words)]++;
    for (size_t bit = 1; bit <= bits; bit++) x->first[bit] += x->first[bit - 1];
    for (size_t i = m->ground.move_count; i-- > 0;) { /* from the ends of the lists to their beginnings */
        const struct ground_move *move = &m->ground.moves[i];
        pack_move(move, words, moves + (size_t)--x->first[wanted_bit(move, words)] * words * MOVE_WORDS);
    }
    for (size_t bit = 0; bit <= bits; bit++) x->first[bit] = x->first[bit + 1];
    x->first[bits] = (uint32_t)m->ground.move_count;
    x->moves = moves;
    return true;
}

static enum status note_parts(struct masks *m, bool *done)
{
    enum status st = pack_moves(m) ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < m->parts.count && *done; i++) {
        size_t value = 0;
        const struct mask_part *part = &m->parts.data[i];
        if (mask_is_valued(mask_memo_find(&m->memo, part->state.words))) continue;
        st = value_of(m, part->state.words, &value, done);
        if (st == ST_OK && *done) st = mask_memo_note(&m->memo, part->state.words, mask_value(value), part->cells);
    }
    return st;
}

enum status mask_exact_parts(struct masks *m, const struct ground_mask *state, uint64_t allowed, bool *done)
{
    struct mask_exact *x = &m->exact;
    *done = false;
    if (x->failed) return ST_OK;
    m->parts.count = 0;
    x->work = 0;
    x->allowed = allowed;
    *done = true;
    enum status st = masks_split(m, state, &m->parts) ? note_parts(m, done) : ST_NO_MEMORY;
    if (st != ST_MEMORY_BUDGET && st != ST_NO_MEMORY) return st;
    mask_exact_free(x);
    x->failed = true;
    *done = false;
    return ST_OK;
}

void mask_exact_free(struct mask_exact *x)
{
    mem_free(x->table.slots, (size_t)x->table.room * x->each * sizeof *x->table.slots);
    vec_free(&x->options);
    vec_free(&x->used);
    vec_free(&x->path);
    x->table = (struct exact_table){.slots = NULL};
    x->count = 0;
}
