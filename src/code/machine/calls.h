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
#include "code/machine/fill.h"
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
    uint64_t opened; /* by the machine, beside all that: innermost loops and rays to begin and to end */
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

/* The work done since the machine was opened, in steps of about a nanosecond; the same on every computer. */
uint64_t vm_work(const struct vm *vm);
/* Those of them that were options along rays, a step each. */
uint64_t vm_along(const struct vm *vm);
/* What that part of it takes that went through the machine one instruction at a time, which compiled code makes cheaper: roughly, counted,
 * not timed, with turns in blocks (turns.h) as cheap as they are. */
uint64_t vm_nanoseconds(const struct vm *vm);
void vm_close(struct vm *vm);

#endif
