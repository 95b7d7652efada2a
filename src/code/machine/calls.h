/* SPDX-License-Identifier: MIT */
/* The machine: runs the compiled rules of one model.
 *
 *     struct vm *vm;
 *     enum status st = vm_open(code, params, script, budget, diags, &vm);
 *     if (st == ST_OK) st = vm_options(vm, &component, 1, emit, context);      // emit is called once for each option
 *     vm_close(vm);
 *
 * A call takes memory from the machine's own buffers, which are reused; a callback may call the same machine. A rule
 * that fails returns ST_RULE_FAILED with a located diagnostic (E05xx) that shows the position and the move. Every
  * call may also return ST_NO_MEMORY or the status of a budget. */
#ifndef CGI_CODE_MACHINE_CALLS_H
#define CGI_CODE_MACHINE_CALLS_H
#include "base/budget.h"
#include "code/compile/code.h"
#include "code/machine/position.h"
#include "code/machine/script.h"

/* How an option was reached: the move and the values of its generators, in order. */
struct taken {
    const struct move *move; /* of model->games[game] */
    int game;
    const int64_t *values; /* move->gen_count of them; NULL for a Lua generator */
};
typedef enum status (*vm_emit)(void *context, const struct component *components, size_t count,
                               const struct taken *taken);

/* Answers to questions inside expect and claim. */
struct vm_asker {
    void *context;
    /* ASK_SG: the value; ASK_OUTCOME: enum outcome; ASK_IS_P, ASK_IS_N: 0 or 1; ASK_REMOTENESS: the number. */
    enum status (*ask)(void *context, enum question what, int mover, const struct component *sum, size_t count,
                       struct span span, int64_t *answer);
    /* ASK_OPTIONS or ASK_WINS: are the resulting positions of `sum`, as a set, exactly these `expected` ones? */
    enum status (*ask_set)(void *context, enum question what, int mover, const struct component *sum, size_t count,
                           const struct position *expected, size_t expected_count, struct span span, bool *equal);
    uint64_t *at; /* where the number of the case at hand, from 1 on, is written before each question; NULL: nowhere */
};

/* A machine with a budget and diagnostics: calls take from `budget` and report to `diags`. A copy with another budget
 * or other diagnostics is the same machine; it may be used while the first one is open, also in a callback:
 *
 *     struct diags apart = {0};
 *     struct vm quiet = {vm->machine, vm->budget, &apart};
 *     st = vm_options(&quiet, &component, 1, emit, context); */
struct machine;
struct vm {
    struct machine *machine;
    struct budget *budget;
    struct diags *diags;
};
enum status vm_open(const struct code *code, const struct param_value *params, const struct script *script,
                    struct budget *budget, struct diags *diags, struct vm **vm);
void vm_set_params(struct vm *vm, const struct param_value *params);
/* Every option of one component (not POSITION_COMPOUND) for the given mover (1 or 2; 1 if it does not matter). The
 * components and `taken` are valid only during the call of emit. A status other than ST_OK from emit ends the
 * enumeration and is returned. */
enum status vm_options(struct vm *vm, const struct component *from, int mover, vm_emit emit, void *context);
/* The same in normal play, and what the machine would take for these options while it fills a table, and what compiled code would: in
 * 1/16 ns, counted by the instructions that are carried out, not timed, and added to *price. If it stands for a position whose numbers are
 * larger, doubled so often, an instruction takes what it takes there. Several times as slow. */
struct vm_price {
    uint64_t machine, compiled;
    uint64_t turns,
        along; /* of loops; options along a ray, each of which takes VM_PRICE_ALONG, by whomever, and whose turns are none */
};
enum { VM_PRICE_ALONG = 6 };
enum status vm_price_options(struct vm *vm, const struct component *from, unsigned doublings, vm_emit emit,
                             void *context, struct vm_price *price);
/* Is the component a state of its game: no nat cell negative, the invariant true? */
enum status vm_legal(struct vm *vm, const struct component *component, bool *legal);
/* Number i of its game's clause `measure`; ST_UNSUPPORTED if that was proved, or there is none. */
enum status vm_claimed(struct vm *vm, const struct component *component, size_t i, int64_t *value);
/* The representative of the component under its game's `symmetric` or `canon` clause; the component itself without
 * one. */
enum status vm_canon(struct vm *vm, const struct component *component, struct arena *arena,
                     struct component *canonical);
/* Evaluates a position program (code_add_expression, all arguments within 64 bits); start clauses and invariants
 * apply. */
enum status vm_position(struct vm *vm, int program, struct arena *arena, struct position *position);
/* Evaluates an int or bool program, putting the questions in it to `asker`. */
enum status vm_evaluate(struct vm *vm, int program, const struct vm_asker *asker, int64_t *value);
/* Runs one expect or claim of the model (CHECK_EXPR) that is compiled (code_claim). If it fails, `counterexample` receives
 * the generator values of the first failure (gen_count cells). *tried counts the instances. Generators of swept
 * parameters are skipped: the caller walks the sweep and sets the parameters before each call. */
enum status vm_check(struct vm *vm, size_t check, const struct vm_asker *asker, bool *holds, int64_t *counterexample,
                     uint64_t *tried);
/* Runs the cases up to number `last` without judging any: a case ends where the asker answers ST_UNSUPPORTED, and a case that fails
 * is passed over. For questions to come. */
enum status vm_rehearse(struct vm *vm, size_t check, const struct vm_asker *asker, uint64_t last);
/* The same failure as text, "n = 5, s = [1, 2]"; in `counterexample` a row is given by its index in the enumeration.
 * Valid until the next vm_check that fails. */
const char *vm_counterexample(const struct vm *vm);
/* The values of a swept generator's domain, ascending, into *values (arena). */
enum status vm_sweep_values(struct vm *vm, size_t check, size_t gen, struct arena *arena, int64_t **values,
                            size_t *count);

/* ---- table kernel: options are indices into the table, so no position is built -----------------------------------
 * A box of positions of one closed game with scalar fields: field i runs over low[i] .. low[i] + extent[i] - 1, and
  * the value of position x is at index sum (x_i - low_i) * stride_i. Each value is the mex of the options' values;
  * an option that is a sum of positions of the game has the xor of their values. */
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
/* The work done since the machine was opened, in steps of about a nanosecond; the same on every computer. */
uint64_t vm_work(const struct vm *vm);
/* Those of them that were options along rays, a step each. */
uint64_t vm_along(const struct vm *vm);
/* What that part of it takes that went through the machine one instruction at a time, which compiled code makes cheaper: roughly, counted,
 * not timed, with turns in blocks (turns.h) as cheap as they are. */
uint64_t vm_nanoseconds(const struct vm *vm);
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
void vm_close(struct vm *vm);

#endif
