/* SPDX-License-Identifier: MIT */
/* Tables of values and outcomes: options are indices into the table, so no position is built.
 *
 *     struct value_table box = {.game = game, .fields = 1, .extent = {1001}, .stride = {1}, .count = 1001, .values = values};
 *     if (vm_fillable(code, game)) st = vm_fill(vm, &box, 0, box.count, 1);
 *
 * A box of positions of one closed game with scalar fields: field i runs over low[i] .. low[i] + extent[i] - 1, and
 * the value of position x is at index sum (x_i - low_i) * stride_i. Each value is the mex of the options' values;
 * an option that is a sum of positions of the game has the xor of their values. */
#ifndef CGI_CODE_MACHINE_FILL_H
#define CGI_CODE_MACHINE_FILL_H
#include "code/compile/code.h"

struct vm;
struct value_table {
    int game;
    size_t fields;
    int64_t low[MODEL_MAX_FIELDS], extent[MODEL_MAX_FIELDS], stride[MODEL_MAX_FIELDS];
    uint32_t *values;
    uint16_t *narrow; /* instead of `values`, where every value fits and every state has one */
    uint8_t *bytes;   /* the same; not for vm_fill */
    uint64_t *losses; /* outcomes instead of values: a bit for each position, set where the mover loses */
    bool misere;      /* of those: whoever cannot move wins */
    bool kept; /* of those: it is proved that no move leads from a position to a state that breaks the invariant */
    uint64_t count;
    uint64_t judged; /* vm_fill's own, 0 at first: values below this index are at most `most`, or none */
    uint32_t most;
};
static inline bool value_table_is_kept(const struct value_table *t) { return t->values || t->narrow || t->bytes; }
/* Where they are stored; NULL: they are not. */
static inline void *value_table_block(const struct value_table *t)
{
    return t->values ? (void *)t->values : t->narrow ? (void *)t->narrow : t->bytes;
}
static inline uint32_t value_table_at(const struct value_table *t, uint64_t index)
{
    return t->values ? t->values[index] : t->narrow ? t->narrow[index] : t->bytes[index];
}
/* Computes values[from..to) in index order (the first field has the largest stride). Every option must have a smaller
 * index, which the caller has proved from the measure; otherwise ST_RULE_FAILED. Positions that break the invariant
 * get VALUE_NONE, and no option may lead to them. A `narrow` table is filled up to the first value that does not fit,
 * and the status is ST_UNSUPPORTED then, as it is at once for games with an invariant. A table with `losses` gets
 * outcomes: an option that loses ends the work on its position; with `misere` the positions without an option are no
 * losses. ST_UNSUPPORTED then for games with sums among their
 * options, or with an invariant if the table does not say that it is kept: a bit cannot say that a state is no position, and has no
 * meaning for one that is none. */
#define VALUE_NONE UINT32_MAX
enum status vm_fill(struct vm *vm, struct value_table *table, uint64_t from, uint64_t to, int mover);
static inline bool value_table_loses(const struct value_table *t, uint64_t index)
{
    return t->losses[index / 64] >> index % 64 & 1;
}
/* How far the last vm_fill got: all values below this index are final, even if a budget ended the call. */
uint64_t vm_filled(const struct vm *vm);
/* Has the program of the table's game compiled in the background, for boxes that begin as this one does
 * (code/native/build.h); once that is done, vm_fill runs it for values. What is filled, what is reported and vm_work are
 * the same. `wait`: until it is done, within the machine's budget. *native: it is. ST_NO_MEMORY; that there is no
 * compiler is no failure. */
enum status vm_hasten(struct vm *vm, const struct value_table *table, bool wait, bool *native);
/* The same, if it was compiled earlier and kept: no compiler is started. It takes about a millisecond. */
enum status vm_hasten_kept(struct vm *vm, const struct value_table *table);
/* How turns of loops are run from here on: 0, one by one; else in blocks (turns.h), by the code for the kind-th of the kinds of
 * processors that this one is, plainest first. At first the last kind. What is filled, what is reported and vm_work are the same. */
void vm_turns(struct vm *vm, size_t kind);
size_t vm_turn_kinds(void);
/* Can vm_fill run this game: is every field a scalar and every result a sum of positions of the game itself? */
bool vm_fillable(const struct code *code, int game);
/* ... as a table of outcomes? In misere play no move may lead to the empty sum: who must move there wins, but tables
 * take it for lost, as it is in normal play. kept: as in the table. */
bool vm_decidable(const struct code *code, int game, bool misere, bool kept);

#endif
