/* Rules as verified register code.
 *
 *     struct code *code;
 *     enum status st = code_compile(model, diags, &code);      // compiles and verifies every program of the model
 *     struct vm *vm;
 *     st = vm_open(code, params, script, budget, diags, &vm);
 *     st = vm_options(vm, &component, 1, emit, context);       // emit is called once for each option
 *     vm_close(vm); code_free(code);
 *
 * One program for each move list of a game, each invariant, canon, start, compound definition, expect and claim. The
 * code does not depend on the values of the parameters: they are registers that vm_open and vm_set_params fill.
 * Instructions, operands and their checks come from ops.def (enum, names, disassembler, verifier). The verifier proves
 * that registers, jumps, stack use and array registers are in range for every program, so the machine checks only what
 * depends on values: overflow, division by 0, natural numbers, invariants, row bounds, budgets. Never a tree walk. */
#ifndef CGI_CODE_COMPILE_CODE_H
#define CGI_CODE_COMPILE_CODE_H
#include "base/budget.h"
#include "base/diag.h"
#include "model/model.h"
#include "code/machine/position.h"
#include "code/machine/script.h"

struct code;
enum status code_compile(const struct model *model, struct diags *diags, struct code **code);
/* Compiles one more expression against the same model: a position or question from the command line. *program is its
 * number for vm_position and vm_evaluate. */
enum status code_add_expression(struct code *code, const struct expr *expression, int slots, struct diags *diags,
                                int *program);
/* The listing: one instruction a line, with the source text of the construct it came from. game < 0: everything. */
void code_dump(const struct code *code, int game, struct text *out);
void code_free(struct code *code);

/* How an option was reached: the move and the values of its generators, in their order. */
struct taken {
    const struct move *move; /* of model->games[game] */
    int game;
    const int64_t *values; /* move->gen_count of them; none for a Lua generator */
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
};

/* A machine and on whose account it works: what it takes is asked of `budget`, what fails is reported to `diags`. A copy with
 * another budget or other diagnostics is the same machine on another account, to be used while the first one is open:
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
/* Every option of one component (not POSITION_COMPOUND) for the given mover (1 or 2; 1 where it does not matter). The
 * components and `taken` are valid during the call only. A status other than ST_OK from emit stops and is returned.
 * A rule that fails returns ST_RULE_FAILED with a located diagnostic (E05xx) that shows the position and the move. */
enum status vm_options(struct vm *vm, const struct component *from, int mover, vm_emit emit, void *context);
/* Is the component inside its state: nat cells not negative, the invariant true? */
enum status vm_legal(struct vm *vm, const struct component *component, bool *legal);
/* The representative of the component under its game's `symmetric` or `canon`; itself where there is none. */
enum status vm_canon(struct vm *vm, const struct component *component, struct arena *arena,
                     struct component *canonical);
/* Evaluates a position program (code_add_expression, all arguments within 64 bits); start clauses and invariants apply. */
enum status vm_position(struct vm *vm, int program, struct arena *arena, struct position *position);
/* Evaluates an int or bool program, asking `asker` where it holds questions. */
enum status vm_evaluate(struct vm *vm, int program, const struct vm_asker *asker, int64_t *value);
/* Runs one expect or claim of the model (CHECK_EXPR): *holds, and where a claim fails the generator values of the first
 * failure in `counterexample` (gen_count cells). *tried counts the instances. Parameters that are swept stand in
 * `params` already: the caller walks the sweep; their generators are skipped here. */
enum status vm_check(struct vm *vm, size_t check, const struct vm_asker *asker, bool *holds, int64_t *counterexample,
                     uint64_t *tried);
/* The same failure for people, "n = 5, s = [1, 2]"; a row's cell in `counterexample` is its number in the enumeration. Valid
 * until the next failing vm_check. */
const char *vm_counterexample(const struct vm *vm);
/* The values of a swept generator's domain, ascending, into *values (arena). */
enum status vm_sweep_values(struct vm *vm, size_t check, size_t gen, struct arena *arena, int64_t **values,
                            size_t *count);

/* ---- table kernel: options counted by rank, no position is built -------------------------------------------------
 * A box of positions of one closed game with scalar fields: field i runs over low[i] .. low[i] + extent[i] - 1, the
 * value of position x stands at index sum (x_i - low_i) * stride_i. Values are mex results, results that are sums
 * of positions of this same game are xored. */
struct value_table {
    int game;
    size_t fields;
    int64_t low[MODEL_MAX_FIELDS], extent[MODEL_MAX_FIELDS], stride[MODEL_MAX_FIELDS];
    uint32_t *values;
    uint64_t count;
};
/* Computes values[from..to) in index order (the first field has the largest stride); every option must lie at a smaller index or it
 * is ST_RULE_FAILED (the caller has proved it from the measure). Positions that break the invariant get VALUE_NONE and
 * may not be led to. `outcomes`: store 0 for P and 1 for N instead of the mex. */
#define VALUE_NONE UINT32_MAX
enum status vm_fill(struct vm *vm, struct value_table *table, uint64_t from, uint64_t to, bool outcomes, int mover);
/* How far the last vm_fill came: all values below that index stand, also when it ended with a budget's status. */
uint64_t vm_filled(const struct vm *vm);
/* How much work the machine has done since it was opened, in steps of about a nanosecond: the same on every machine. */
uint64_t vm_work(const struct vm *vm);
/* True when vm_fill can run this game: every result is a sum of positions of the game itself, all fields scalars. */
bool vm_fillable(const struct code *code, int game);
void vm_close(struct vm *vm);

#endif
