/* SPDX-License-Identifier: MIT */
/* The machine's own structures, shared by its files.
 *
 *     struct frame *f;
 *     enum status st = frame_take(vm, number, &f);      // registers of one run of a program
 *     if (st == ST_OK) { frame_load(f, component); st = machine_run(f); frame_give(f); }
 *
 * Frames are reused. A callback may call the same machine, which then takes other frames. */
#ifndef CGI_CODE_MACHINE_PRIVATE_H
#define CGI_CODE_MACHINE_PRIVATE_H
#include "code/compile/program.h"
#include "code/machine/calls.h"
#include "code/machine/range_mex.h"
#include "code/machine/sparse_space.h"
#include "code/machine/turns.h"
#include "code/native/build.h"

typedef VEC(int64_t) cell_vec;
/* A row, bag or grid. `cells` is its own buffer or borrowed (a field of the current position). */
struct array {
    const int64_t *cells;
    uint32_t count, rows, columns;
    int64_t *own;
    uint32_t capacity;
    uint8_t *touched; /* the cells that an update has written, during `with` */
    uint32_t touched_count, touched_capacity;
};
enum iterator_kind {
    ITERATE_CELLS,
    ITERATE_ARRAY,
    ITERATE_SQUARES,
    ITERATE_FIB,
    ITERATE_PRIMES,
    ITERATE_SUBMASKS, /* of base */
    ITERATE_ROWS
};
struct iterator {
    enum iterator_kind kind;
    const int64_t *cells;
    size_t at, count;
    int array;
    int64_t now, next, base, cap;
    bool done;
    struct array row;  /* ITERATE_ROWS: the next row, cells low..high */
    int64_t powers_of; /* the row holds all powers of this base instead; 0: it does not */
    int64_t low, high;
};
/* A finished sum. */
struct saved {
    struct component *components;
    size_t count, capacity;
    int64_t *cells;
    size_t cell_capacity;
};
struct piece {
    int game;
    uint32_t count;
    size_t at; /* offset of its cells */
};
struct nest_mark {
    size_t pieces, cells;
};
/* Sums under construction: a stack of components, and marks where each open sum or compound begins. */
struct builder {
    VEC(struct piece) pieces;
    VEC(int64_t) cells;
    VEC(struct component) out;
    struct nest_mark *marks;
    int depth;
};
#define BUILDER_MAX_CELLS (1u << 22)

#define FILL_RUNNING 8
#define FILL_SPLITS 8
struct fill {
    struct value_table *table;
    const uint32_t *values;
    const uint16_t *narrow; /* instead of them */
    uint64_t current, to;
    uint8_t *seen; /* seen[v] == stamp: an option has value v; capacity + CGI_BEHIND entries, the latter never set */
    uint64_t capacity;
    uint8_t stamp;
    bool outcomes, decided, none;
    bool unsure; /* the game has an invariant, so a position of the box may have no value */
    bool moved;  /* of outcomes in misere play: the position has an option */
    /* Rays over adjacent indices; the k-th ray of a position follows the k-th one of the position before
     * (range_mex.h). */
    struct range_mex running[FILL_RUNNING];
    int64_t paces[FILL_RUNNING];
    uint32_t rays, served; /* the rays of this position; a bit for each range_mex that replaces marking its options */
    /* One field: rays whose options are pairs of heaps with a fixed sum, of which only some are marked
     * (sparse_space.h). */
    struct sparse_space splits;
    struct split open[FILL_SPLITS];
    unsigned open_count;
    bool sparse; /* used at this position */
    int64_t low[MODEL_MAX_FIELDS], high[MODEL_MAX_FIELDS], stride[MODEL_MAX_FIELDS];
};
static inline uint32_t fill_value(const struct fill *t, uint64_t at)
{
    return t->narrow ? t->narrow[at] : t->values[at];
}

struct lane_kernels;
struct lane_loop;
struct frame {
    struct machine *vm;
    const struct program *program;
    struct frame *next_free, *next;
    uint64_t generation; /* of the parameters in its registers */
    int64_t *registers;
    struct array *arrays;
    struct iterator *iterators;
    struct saved *saved;
    struct builder builder;
    struct cgi_memo *memos; /* memo.c; of these parameters */
    /* the run */
    const struct component *from;
    vm_emit emit;
    void *context;
    const struct vm_asker *asker;
    struct fill *fill;
    struct turns *turns; /* of a table: loops that are run in blocks; NULL: none, or turn by turn */
    cell_vec *yield;
    int64_t value;
    const struct array *array;
    const struct saved *position;
    bool failed;
    uint64_t tried, last; /* cases of a claim; the last one of a rehearsal */
    size_t resume;        /* in a rehearsal: where the next case begins; 0: it is none */
    int32_t at;           /* the next instruction, after machine_step */
};
/* The neighbours of each node of a graph, ignoring direction: to[first[v]] .. to[first[v + 1] - 1], ascending. */
struct near {
    uint32_t *first, *to;
    size_t room; /* of `to` */
};
/* Buffers for ordering a tree (trees.c), with `room` elements each. */
struct tree_work {
    uint32_t *ends, *starts, *merged;
    int64_t *cells;
    uint32_t room;
};
/* The elements of a named set up to `most`, ascending. Loops that are open run through arrays they were given before
 * the set grew, so these are kept to the end; each is at least twice as long as the one before. */
struct named_block {
    struct named_block *before;
    int64_t cells[];
};
struct named_cells {
    struct named_block *block; /* NULL: none yet */
    int64_t most;
    size_t count, room;
};
struct machine {
    struct vm self; /* what vm_open returns, with its budget and diagnostics */
    const struct code *code;
    const struct model *model;
    struct param_value *params;
    uint64_t generation;
    const struct script *script;
    struct budget *budget, unlimited; /* those of the current call, as diags */
    struct diags *diags;
    struct frame *frames;
    VEC(struct frame *) free; /* one list per program */
    uint64_t filled;          /* how far the last vm_fill got */
    uint32_t fuel;            /* steps until the next check of the budget */
    uint64_t fuelled, along;  /* steps since it was opened; those of them that were options along a ray */
    uint64_t *sieve; /* sieve.c: a bit for each odd number below sieve_size, set unless it is prime; NULL: none yet */
    uint64_t sieve_size;
    uint16_t *
        least; /* sieve.c: the least prime factor of each number below least_size, 0 if that is itself; NULL: none yet */
    uint64_t least_size;
    struct divisor_block *divisors; /* divisors.c; NULL: none yet */
    struct named_cells named[3];    /* squares, fib, primes: for compiled loops */
    struct near *near;              /* one per graph, made on first use; NULL: none yet */
    uint32_t *marks, stamp;         /* of nodes */
    size_t mark_count;
    struct tree_work trees;
    struct native **natives; /* the table programs that are compiled, of each game (native_of); NULL: none yet */
    uint8_t *hastened;       /* of each: what was tried (try_native) */
    struct turns **turns;    /* of each game's table; NULL: none of them is planned yet */
    bool *planned;           /* of each: that it was */
    size_t turn_kind;        /* vm_turns */
    uint64_t blocked;        /* turns that were done in blocks */
    uint64_t block_cost;     /* what they took, in 1/16 ns, counted and not timed */
    struct text failure;     /* the generator values of the last failed check, as text */
};
#define VM_FUEL 4096u

/* frame.c */
enum status frame_take(struct machine *vm, int program, struct frame **frame);
void frame_load(struct frame *f, const struct component *from, int mover);
void frame_give(struct frame *f);
void frame_free(struct frame *f);
/* VM_FUEL steps more, if the budget allows them. */
enum status machine_refuel(struct machine *vm);
/* vm.c */
enum status machine_run(struct frame *f);
/* One instruction that does not stop the program; *after: the one that follows it. */
enum status machine_step(struct frame *f, int32_t at, int32_t *after);
/* price.c: runs a program of options and adds what they take in a table whose loops in blocks are `turns` (NULL: there are none). */
enum status machine_price(struct frame *f, const struct turns *turns, unsigned doublings, struct vm_price *price);
/* Is x among the ascending cells? */
bool machine_in_set(const int64_t *cells, size_t count, int64_t x);
/* memo.c: values below CGI_MEMO_VALUES of what reads one or two numbers, which only costs time where it is not kept. */
static inline bool memo_get(const struct cgi_memo *memo, int64_t a, int64_t b, int64_t *value)
{
    if ((uint64_t)a >= memo->rows || (uint64_t)b >= memo->columns) return false;
    uint8_t known = memo->known[(uint64_t)a * memo->columns + (uint64_t)b];
    if (known) *value = known - 1;
    return known;
}
void memo_put(struct cgi_memo *memo, int64_t a, int64_t b, int64_t value);
void memo_forget(struct cgi_memo *memo);
/* sieve.c */
bool machine_is_prime(struct machine *vm, int64_t x);
/* Up to `max` primes from `from` to `cap`, ascending; returns false if that range is not sieved. */
bool machine_primes(struct machine *vm, int64_t from, int64_t cap, int64_t *out, size_t max, size_t *count);
void machine_close_sieve(struct machine *vm);
/* The divisors of n, positive, that are not above `cap`, ascending; false: it is too large, or there is no memory. */
enum { DIVISORS_MOST = 512 };
bool machine_divisors(struct machine *vm, int64_t n, int64_t cap, int64_t divisors[DIVISORS_MOST], size_t *count);
void machine_close_least(struct machine *vm);
/* divisors.c: those of n, ascending, where it keeps them: for ever if they `stay`, else until others are asked for. False: it does not. */
bool machine_known_divisors(struct machine *vm, int64_t n, const int64_t **cells, size_t *count, bool *stay);
void machine_close_divisors(struct machine *vm);

/* array.c: they report ST_RULE_FAILED at `ins` */
enum status array_reserve(struct array *a, uint32_t count);
enum status array_copy(struct array *a, const struct array *from);
/* The Zeckendorf parts of n >= 0, ascending. */
enum status array_zeckendorf(struct array *a, int64_t n);
enum status array_push(struct frame *f, const struct ins *ins, struct array *a, int64_t value);
void array_sort_unique(struct array *a);
void cells_sort(int64_t *cells, size_t count);
bool array_equal(const struct array *a, const struct array *b);
enum status array_touch(struct array *a);
enum status array_store(struct frame *f, const struct ins *ins, struct array *a, const int64_t *s, int op);
enum status grid_store(struct frame *f, const struct ins *ins, struct array *a, const int64_t *s, int op);
enum status grid_push(struct frame *f, const struct ins *ins, struct array *a, const struct array *row);
enum status grid_fill(struct frame *f, const struct ins *ins, struct array *a, int64_t rows, int64_t columns,
                      int64_t value);
enum status grid_transpose(struct array *a, const struct array *from);
enum status row_component(struct array *a, const struct array *row, const struct array *grid, int64_t cell);
void array_free(struct array *a);
/* nodes.c: sets of nodes are rows of ascending node numbers; `graph` is an index into the model's graphs */
enum status nodes_all(const struct graph *graph, struct array *a);
enum status nodes_less(struct array *a, const struct array *from, const struct array *take);
enum status nodes_join(struct array *a, const struct array *b, const struct array *c);
/* O(neighbours) */
enum status nodes_adjacent(struct machine *vm, struct array *a, int64_t v, int graph);
/* The nodes of `set` connected to v within `set`; empty if v is not in it. O(set and its edges) */
enum status nodes_component(struct machine *vm, struct array *a, const struct array *set, int64_t v, int graph);
/* Removes the component of its first node from `rest`, into `part`; *more is false if `rest` was empty. */
enum status nodes_part(struct machine *vm, struct array *rest, struct array *part, int graph, bool *more);
void nodes_close(struct machine *vm);
/* trees.c: a tree is the row of the heights of its edges, each edge before what it bears, greater branches first. Nodes
 * are 0 (the root) and the upper ends of the edges 1, 2, ...; a node or edge that does not exist is an error at
 * `ins`. */
/* Are these the heights of a tree, in any order? *wrong: the first cell that cannot be. */
bool tree_heights_fit(const int64_t *cells, uint32_t count, uint32_t *wrong);
bool tree_in_order(const int64_t *cells, uint32_t count);
/* Brings heights into canonical order. O(n log n) if few branches move, O(n * height) at worst. */
enum status tree_order(struct tree_work *work, int64_t *cells, uint32_t count);
void tree_work_free(struct tree_work *work);
/* Appends a branch; tree_order must follow. */
enum status tree_push(struct frame *f, const struct ins *ins, struct array *a, const struct array *branch);
enum status tree_of(struct frame *f, const struct ins *ins, struct array *a, const struct array *heights);
enum status tree_at(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v);
enum status tree_put(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v,
                     const struct array *u);
enum status tree_cut(struct frame *f, const struct ins *ins, struct array *a, const struct array *t,
                     const struct array *edges);
enum status tree_less(struct array *a, const struct array *b, const struct array *c);
enum status tree_join(struct frame *f, const struct ins *ins, struct array *a, const struct array *b,
                      const struct array *c);
int64_t tree_len(const struct array *t);
enum status tree_parent(struct frame *f, const struct ins *ins, const struct array *t, int64_t v, int64_t *parent);
enum status tree_path(struct frame *f, const struct ins *ins, struct array *a, const struct array *t, int64_t v);
/* The branch after the one on *edge (0: the first); *more is false if there is none. */
enum status tree_branch(const struct array *t, int64_t *edge, struct array *branch, bool *more);
/* iterate.c */
void iterate_cells(struct iterator *it, const int64_t *cells, size_t count, int64_t cap);
void iterate_array(struct iterator *it, int array, int64_t cap);
void iterate_named(struct iterator *it, enum domain_kind set, int64_t cap);
enum status iterate_powers(struct frame *f, const struct ins *ins, struct iterator *it, int64_t base, int64_t cap);
void iterate_submasks(struct iterator *it, int64_t mask, int64_t least, int64_t cap);
/* The next one after x; 0: there is none. */
static inline int64_t submask_after(int64_t mask, int64_t x) { return (x - mask) & mask; }
enum status iterate_rows(struct frame *f, const struct ins *ins, struct iterator *it, int64_t length, int64_t low,
                         int64_t high);
/* *more: there was another element, in *value. */
enum status iterate_next(struct frame *f, struct iterator *it, int64_t *value, bool *more);
/* Up to `max` of the next elements; fewer only if no more follow. Not for rows. */
enum status iterate_batch(struct frame *f, struct iterator *it, int64_t *out, size_t max, size_t *count);
/* The next elements, if they stand in memory, ascending; false: they do not. */
bool iterate_rest(struct frame *f, struct iterator *it, const int64_t **cells, size_t *count);
/* Passes over so many of them. */
void iterate_over(struct iterator *it, const int64_t *cells, size_t count);
/* All elements of a named set up to `most`, and what else is known; valid until more are asked for. NULL: they are too
 * many, or there is no memory for them. */
const int64_t *iterate_known(struct frame *f, enum domain_kind set, int64_t most, const int64_t **end);
void machine_close_named(struct machine *vm);
enum status iterate_next_row(struct iterator *it, struct array *row, bool *more);
/* The divisors of n up to cap, if they are kept; false: array_divisors finds them, or says why there are none. */
bool array_known_divisors(struct machine *vm, struct array *a, int64_t n, int64_t cap);
enum status array_divisors(struct frame *f, const struct ins *ins, struct array *a, int64_t n, int64_t cap);
/* builder.c */
void builder_open(struct builder *b);
enum status builder_component(struct frame *f, const struct ins *ins, int game, const int32_t *list);
/* Emits the component as an option by itself; no sum may be open. */
enum status builder_option(struct frame *f, const struct ins *ins, int game, const int32_t *list,
                           const struct taken *taken);
enum status builder_put(struct frame *f, const struct ins *ins, const struct saved *saved);
enum status builder_add(struct frame *f, const struct ins *ins, const struct component *component);
enum status builder_finish(struct builder *b, const struct component **components, size_t *count);
void builder_close(struct builder *b);
enum status builder_save(struct builder *b, struct saved *saved);
enum status builder_sub_close(struct frame *f, const struct ins *ins);
enum status builder_compound_close(struct frame *f, const struct ins *ins, int64_t count);
enum status fields_check(struct frame *f, const struct ins *ins, int game, const int32_t *list);
bool saved_equal(struct saved *a, struct saved *b);
void builder_free(struct builder *b);
/* table.c */
enum status fill_open(struct fill *fill, struct machine *vm);
/* Ensures that the value can be marked. */
enum status fill_room(struct fill *t, struct machine *vm, uint32_t value);
/* The same for all values so far; later ones as table_step stores them. Compiled code and lanes mark without looking at the capacity. */
enum status fill_make_room(struct fill *fill, struct machine *vm);
void fill_close(struct fill *fill);
enum status table_step(struct frame *f, bool *more);
enum status table_mark(struct frame *f, const struct ins *ins, uint64_t value);
enum status table_ray(struct frame *f, const struct ins *ins);
/* The same for compiled code, of one component, without an instruction: false: nothing was done, and table_ray must do it. */
bool table_ray_done(struct frame *f, int64_t low, int64_t high, int64_t from, int64_t to, enum status *status);
/* The least number that is not an option's value, where some rays are served by a range_mex. */
uint64_t table_mex(struct fill *fill);
/* Charges steps that were not counted one by one. */
enum status machine_use_fuel(struct machine *vm, uint64_t work);
/* casts.c: marks the options of the elements after one that was marked; *again: the register holds one that needs
 * individual treatment. */
enum status table_mark_set(struct frame *f, const struct ins *ins, bool *again);
/* turns_plan.c: finds the loops that are run in blocks; *any: there are some. ST_NO_MEMORY. */
enum status turns_plan(struct turns *turns, bool *any);
/* turns_ops.c: how many kinds of blocks there are: for each kind of processor that this one is, the plainest first, in 64 bits, and
 * then the same in lanes of 32 bits where these suffice; all compute the same. */
size_t turns_kinds(void);
void turns_use(struct turns *turns, size_t kind); /* 0: the plainest */
void turns_count_up(const struct turns *turns, int64_t *numbers, int64_t from, size_t count);
/* The instruction, for all active turns. False: it fails in one of them. */
bool turns_step(struct turns *turns, struct frame *f, const struct ins *ins);
/* turns_plan.c: what an instruction reads and writes (-1: nothing), and where it may go on besides the next one (0: nowhere). Without runs
 * of registers. */
struct turns_uses {
    int32_t reads[OPERANDS], read_count, writes, to;
};
struct turns_uses turns_uses_of(const struct ins *ins);
/* turns_lanes_ops.c: of the kind-th kind of processor */
const struct lane_kernels *turns_lanes_kernels(size_t kind);
/* turns_lanes.c: what steps are ready for is of one box. */
void turns_lanes_forget(struct turns *turns);
/* turns_lanes_run.c: as turns_run; *machine: the next turn is the machine's */
enum status turns_lanes_run(struct turns *turns, struct frame *f, struct lane_loop *loop, const struct ins *next,
                            bool *machine);
/* calls.c: runs the frame with this budget and these diagnostics. `table`: what runs in place of the machine, or NULL. */
enum status machine_run_by(const struct vm *account, struct frame *f, native_table *table);
/* fill.c: the loops of the game's table that are run in blocks, found once; NULL: none are */
enum status machine_turns(struct machine *vm, int game, struct turns **turns);
void machine_close_natives(struct machine *vm);
/* native.c: the same as machine_run of a table's program */
enum status native_fill(struct frame *f, native_table *table);
/* fail.c: each reports and returns ST_RULE_FAILED (or ST_NO_MEMORY) */
#define fail_at(f, ins, id, ...) (diag((f)->vm->diags, id, fail_span(f, ins), ##__VA_ARGS__), fail_finish(f, ins))
struct span fail_span(const struct frame *f, const struct ins *ins);
/* Adds the notes: position, move, generator values. */
enum status fail_finish(struct frame *f, const struct ins *ins);
enum status fail_overflow(struct frame *f, const struct ins *ins, const char *op, int64_t a, int64_t b);
enum status fail_division(struct frame *f, const struct ins *ins);
enum status fail_field(struct frame *f, const struct ins *ins, int game, size_t field, int64_t value, int64_t cell);
enum status fail_invariant(struct frame *f, const struct ins *ins, int game, const int32_t *list);
enum status fail_start(struct frame *f, const struct ins *ins);
enum status fail_cells(struct frame *f, const struct ins *ins, uint64_t count);
/* An instruction of arithmetic, of a smallest or greatest element, or of a table's index, that its operands do not allow. */
enum status fail_arithmetic(struct frame *f, const struct ins *ins);
enum status fail_fold(struct frame *f, const struct ins *ins);
enum status fail_index(struct frame *f, const struct ins *ins);
/* A check does not hold: no diagnostic, but the values of its generators in vm->failure. ST_OK or ST_NO_MEMORY. */
enum status fail_check(struct frame *f, const struct ins *ins);
/* scripted.c: a call of a script's function, to a register; the options that a script gives for a move, each checked */
enum status script_value(struct frame *f, const struct ins *ins);
enum status script_move(struct frame *f, const struct ins *ins);
/* position.c, besides position.h: does the layout of the component fit its game (*shape), and is every cell in its
 * domain? */
bool component_in_domain(const struct model *model, const struct component *component, bool *shape);
/* Heapsort in place: O(count log count) comparisons, no memory. */
void components_sort_by(struct component *items, size_t count,
                        int (*compare)(const struct component *a, const struct component *b));

#endif
