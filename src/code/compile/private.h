/* SPDX-License-Identifier: MIT */
/* The compiler's own interface: one state per program, an assembler, and one file per concern.
 *
 *     int r = compile_int(c, expr);                    // the register that holds the value
 *     compile_jump(c, condition, false, label);        // go to label unless the condition holds
 *     emit(c, OP_ADD, dst, a, b, 0, 0);
 *
 * Errors are sticky: after the first one c->status is set and all further work is harmless. Registers are allocated in
 * stack order: save c->registers and c->arrays, compile, restore them. Until the program is finished, constants are
 * numbered from CONSTANT and jumps hold the numbers of labels. */
#ifndef CGI_CODE_COMPILE_PRIVATE_H
#define CGI_CODE_COMPILE_PRIVATE_H
#include "code/compile/program.h"
#include "model/expr.h"
#include "proof/loops/loops.h"

#define CONSTANT (1 << 24)
#define COMPILE_MAX_UNFOLDING 64

enum binding_kind { BINDING_NONE, BINDING_INT, BINDING_ARRAY, BINDING_POSITION };
/* What a field or local slot is bound to at present. */
struct binding {
    enum binding_kind kind;
    int reg;
};
typedef VEC(struct binding) binding_vec;
/* The names that an expression may use: fields of one game, numbered slots. */
struct scope {
    int game;
    const struct binding *fields;
    binding_vec slots;
    int first;    /* the number of the first slot */
    int compound; /* the GAME_COMPOUND game that this expression defines, or -1 */
};
/* What to compile; the kind says which of the other members are read. */
struct compile_request {
    enum program_kind kind;
    int game;
    size_t check, gen;
    const struct expr *expression;
    int slots;
    bool keep_origins;
};
struct compiler {
    struct code *code;
    const struct model *model;
    struct diags *diags;
    enum status status;
    const struct compile_request *request;
    struct arena scratch;
    VEC(struct ins) ins;
    VEC(struct origin) origins;
    VEC(int) labels; /* label -> instruction, -1: not placed */
    VEC(int64_t) constants;
    VEC(int32_t) lists;
    VEC(struct pool_set) pools;
    VEC(struct loop_info) loops;
    VEC(struct move_code) moves;
    struct scope *scope;
    const struct expr *from; /* the source of the instructions being emitted */
    int registers, most_registers, arrays, most_arrays, iterators, positions, most_positions;
    int memos,
        memo_keys
            [2]; /* memo.c: how many there are; the registers that the innermost open one reads, -1: none is open */
    int nesting, most_nesting, unfolding;
    int table_end; /* TABLE: label of the step to the next position */
};

/* assembler (emit.c) */
void compile_fail(struct compiler *c, enum status st);
void compile_refuse(struct compiler *c, struct span span, const char *what);
int emit(struct compiler *c, enum opcode op, int a, int b, int d3, int d4, int d5);
int label_new(struct compiler *c);
void label_here(struct compiler *c, int label);
int reg_new(struct compiler *c);
int array_new(struct compiler *c);
int position_new(struct compiler *c);
int constant_reg(struct compiler *c, int64_t value);
bool constant_value(const struct compiler *c, int reg, int64_t *value);
void binding_set(struct compiler *c, int slot, struct binding binding);
struct binding binding_find(const struct compiler *c, int slot);
int loop_info_open(struct compiler *c, const struct gen *gen, int reg, bool is_array);
enum status compiler_finish(struct compiler *c, struct program *program);
void compiler_free(struct compiler *c);

/* expressions (expr.c, array.c) */
int compile_int(struct compiler *c, const struct expr *e);
void compile_int_into(struct compiler *c, const struct expr *e, int dst);
void compile_jump(struct compiler *c, const struct expr *e, bool sense, int label);
void compile_call(struct compiler *c, const struct expr *e, int dst);
void compile_in(struct compiler *c, const struct expr *e, int dst);
int compile_array(struct compiler *c, const struct expr *e);
void compile_compare_arrays(struct compiler *c, const struct expr *a, const struct expr *b, int dst);
bool type_is_array(enum type type);
/* Binds a LET's slot to the value of kids[0]; the body is compiled by the caller. */
void compile_let(struct compiler *c, const struct expr *e);

/* memo.c: a value that takes a loop and reads one or two numbers is kept for the next time. */
struct memo {
    int number, keys[2], outer[2], known; /* keys: registers; known: the label behind */
};
/* Is e such a value? Then what computes it into `dst` is to follow, and memo_close. */
bool memo_open(struct compiler *c, const struct expr *e, int dst, struct memo *memo);
void memo_close(struct compiler *c, const struct memo *memo, int dst);
/* Is it one that compile_jump had better compute? */
bool memo_fits(const struct compiler *c, const struct expr *e);

/* generators (loop.c) */
struct nest_loop {
    const struct gen *gen;
    int reg, high;         /* the generator's register; the register of a range's end */
    int body, next, leave; /* labels */
    int iterator;          /* -1: a range, the parts of a set of nodes, or branches */
    int rest, graph; /* for the parts of a set of nodes: the rest of the set, and the graph; -1: another kind of loop */
    int tree;        /* the tree whose branches the loop visits; -1: another kind of loop */
    int runs, run_cells;  /* registers of the runs of a range, three a run; -1: from end to end */
    int strided, modulus; /* the condition that the runs are the residues of, -1: none; the register of its modulus */
    int info;
    bool is_rows; /* its values are rows, in array register `high` */
};
struct nest {
    const struct gen *gens;
    size_t gen_count;
    const struct expr *const *conditions;
    size_t condition_count;
    int *level;    /* for each condition: how many generators it needs; -1: folded into a bound */
    int first_reg; /* the first register of the generators, which are contiguous; -1: any registers */
    struct nest_loop *loops;
    size_t opened;
    int end;                   /* label after the whole nest; made by nest_begin */
    const int *skip;           /* claims: skip[i] >= 0 is the parameter that sweeps generator i */
    const struct move *move;   /* the move whose generators these are; NULL: of something else */
    const struct loops *exact; /* what is known of them beyond their ranges; NULL: nothing; see nest_begin */
};
/* Opens all loops with their conditions; the code that follows is the body. */
void nest_open(struct compiler *c, struct nest *n);
/* The same in steps: the conditions before all loops, then each loop with its conditions. */
void nest_begin(struct compiler *c, struct nest *n);
/* divisors.c: replaces ranges by the divisors or members of a set that a condition keeps of them; called by nest_begin. */
bool nest_divisors(struct compiler *c, struct nest *n);
/* strides.c: a condition x % m == r on the number of generator i. */
struct nest_residue {
    const struct expr *x, *m, *r;
    bool falls; /* x falls as that number rises */
};
/* The condition that makes the innermost generator, a range without runs, such residues; n->condition_count: there is none. */
size_t nest_residue(const struct nest *n, size_t i, struct nest_residue *out);
/* runs.c: makes such a range the runs of one residue. */
void nest_open_strides(struct compiler *c, struct nest *n, size_t i, struct nest_loop *l);
/* Is the condition known to hold in the innermost open loop if its modulus is positive? Then the label behind its test, which is to
 * follow; -1: it is not. */
int nest_open_strided(struct compiler *c, const struct nest *n, size_t condition);
/* quotients.c: at the end of the loop of generator i, which is a range: its number is the last one with the same quotient. */
void nest_next_quotient(struct compiler *c, const struct nest *n, size_t i);
void nest_open_loop(struct compiler *c, struct nest *n, size_t i);
void nest_close(struct compiler *c, struct nest *n);
/* The label that continues with the next instance. */
int nest_continue(const struct nest *n);
/* ends.c: if the condition, which is tested in the loop of generator i, does not hold, does it hold for no later number, and hides
 * leaving the loop no failure? */
bool nest_ends(const struct compiler *c, const struct nest *n, size_t i, size_t condition);
/* The number of generators that must be known before the condition can be tested. */
int nest_level_of(const struct nest *n, const struct expr *condition);
/* Can all conditions whose last generator is i be folded into the bounds of its range? */
bool nest_folds(const struct nest *n, size_t i);
/* Tests what need not be tested in each turn of the innermost loop, whose range is in these registers: to `leave` if it has none. */
void nest_ahead(struct compiler *c, struct nest *n, int low, int high, int leave);
/* Evaluates the first and last value of range i, with those conditions folded in, into `low` and *high; goes to `leave` if there
 * is none. Of a range of several runs: what holds of all. */
void nest_bounds(struct compiler *c, struct nest *n, size_t i, int low, int *high, int leave);
/* Has the generator several runs, or steps? */
bool nest_has_runs(const struct nest *n, size_t i);
/* The conjuncts of a condition (NULL: none), in c->scratch. */
size_t split_conditions(struct compiler *c, const struct expr *e, const struct expr *const **out);
void compile_fold(struct compiler *c, const struct expr *e, int dst);

/* exact bounds (runs.c) */
/* What is known of the generators of n->move, where no condition or range of it can fail: n->exact, and conditions that need
 * not be tested (level -1). */
void nest_derive(struct compiler *c, struct nest *n, const bool *folded);
/* Narrows low .. *high by what is known of a generator with one run without steps. *high becomes a register of its own. */
void nest_narrow(struct compiler *c, const struct nest *n, size_t i, int low, int *high, int leave);
/* The runs of the generator within low .. high, in registers of the loop. */
void nest_open_runs(struct compiler *c, const struct nest *n, size_t i, struct nest_loop *l);
/* Walks over expressions (walk.c). */
bool expr_is_small_literal(const struct expr *e); /* a literal within 64 bits */
bool expr_is_quiet(const struct expr *e);
/* Can it fail other than by a number that is too large? */
bool expr_fails_otherwise(const struct expr *e);
/* expr_is_quiet, and no sum or product overflows while the numbers that are read stay below 2^31. */
bool expr_is_tame(const struct expr *e);
bool gen_is_tame(const struct gen *g);
bool expr_is_affine(const struct expr *e, int slot);
/* Does e = coefficient * slot + rest hold for a constant coefficient? */
bool expr_coefficient(const struct expr *e, int slot, int64_t *coefficient);

/* positions (position.c): adds the components of e to the sum that is being built */
void compile_components(struct compiler *c, const struct expr *e);
/* A result that is one component without an invariant needs no sum: one instruction emits it. Returns false for any
 * other result. */
bool compile_plain_option(struct compiler *c, const struct expr *e, int move, int first, int count);
int compile_position(struct compiler *c, const struct expr *e);
void compile_invariant(struct compiler *c, int game, const struct binding *fields, int dst);
void compile_ask(struct compiler *c, const struct expr *e, int dst);
void compile_compare_positions(struct compiler *c, const struct expr *a, const struct expr *b, int dst);

/* whole programs (compile.c, table.c, verify.c, dump.c) */
/* NULL if the program is sound, else what is wrong (static text), with the instruction in *where. */
const char *program_verify(const struct model *model, const struct program *program, size_t *where, enum status *st);
/* Compiles `what` into a verified program of `code`; *number is its index in code->programs. */
enum status program_compile(struct code *code, const struct compile_request *what, struct diags *diags, int *number);
void program_dump(const struct code *code, const struct program *program, struct text *out);
/* Can options be computed as table indices: are all fields scalars and all results sums of positions of the game
 * itself? Sets what `out` says of the results. */
bool program_fillable(const struct model *model, int game, struct game_code *out);
void compile_table(struct compiler *c);

/* parted.c: the move to a sum as moves that are rays, in the code's arena; 1: as it is. How many there are. */
enum { MOVE_PARTS = 8 };
size_t move_parted(struct compiler *c, const struct move *m, const struct move *out[MOVE_PARTS]);

#endif
