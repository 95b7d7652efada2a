/* SPDX-License-Identifier: MIT */
/* The checked game: immutable, typed, every name resolved. What the checker makes and all later stages read.
 *
 *     const struct game *g = &model->games[position_game];
 *     for (size_t i = 0; i < g->move_count; i++) use(&g->moves[i]);
 *
 * Everything lives in the model's arena. Indices, never pointers, connect games, parameters and graphs, so a model can
 * be dumped and compared. Expressions are trees with a type and a span; locals (generator variables, comprehension
 * variables, let-bound arguments of inlined functions) are numbered slots, unique within one move, start, claim... */
#ifndef CGI_MODEL_MODEL_H
#define CGI_MODEL_MODEL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/arena.h"
#include "base/integer.h"
#include "base/source.h"
#include "base/text.h"
#include "model/builtins.h"

/* ---- types ---------------------------------------------------------------------------------------------------- */
enum type {
    TYPE_INT,
    TYPE_BOOL,
    TYPE_ROW,
    TYPE_BAG,
    TYPE_GRID,
    TYPE_SET,       /* a finite or named set of integers */
    TYPE_TUPLE,     /* only below == and != */
    TYPE_OUTCOME,   /* P N D win loss draw */
    TYPE_POSITION,  /* a sum of positions */
    TYPE_POSITIONS, /* a set of positions */
    TYPE_NODE,      /* a node of an explicit graph, an index from 0 */
    TYPE_NODES,     /* a set of nodes of one explicit graph */
    TYPE_TREE       /* a bag of trees, its branches */
};
/* Kinds of state field. BOOL and NODE are one cell like NAT and INT. Cells of rows, bags and grids are natural numbers, those
 * of NODES the numbers of the nodes, ascending, those of TREE the heights of the edges, each edge before what it bears, greater
 * branches first (code/machine/trees.c). */
enum field_kind {
    FIELD_NAT,
    FIELD_INT,
    FIELD_BOOL,
    FIELD_ROW,
    FIELD_BAG,
    FIELD_GRID,
    FIELD_NODE,
    FIELD_NODES,
    FIELD_TREE
};

/* nat or int. */
static inline bool field_is_number(enum field_kind kind) { return kind <= FIELD_INT; }
/* One number in a position; before the cells of others there is how many there are, of a grid its rows and columns. */
static inline bool field_is_scalar(enum field_kind kind)
{
    return kind != FIELD_ROW && kind != FIELD_BAG && kind != FIELD_GRID && kind != FIELD_NODES && kind != FIELD_TREE;
}
/* How many numbers of a position the field takes that begins here. */
static inline size_t field_length(enum field_kind kind, const int64_t *at)
{
    if (field_is_scalar(kind)) return 1;
    return kind == FIELD_GRID ? 2 + (size_t)(at[0] * at[1]) : 1 + (size_t)at[0];
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */
/* EXPR(KIND, "dump name", "kids; data"). Of an expression of type NODE or NODES `game` is the graph, but for GAME itself. */
/* clang-format off */
#define EXPR_KINDS(EXPR)                                                                                        \
    EXPR(INT, "int", "; number (any size), value when it fits")                                                 \
    EXPR(BOOL, "bool", "; value 0 or 1")                                                                        \
    EXPR(OUTCOME, "outcome", "; value: enum outcome")                                                           \
    EXPR(FIELD, "field", "; index: field of the game at hand")                                                  \
    EXPR(PARAM, "param", "; index: into model->params")                                                         \
    EXPR(LOCAL, "local", "; index: slot, name: for dumps")                                                      \
    EXPR(MOVER, "mover", "; 1 or 2")                                                                            \
    EXPR(NODE, "node", "; game: a graph, index: the node")                                                      \
    EXPR(NEG, "neg", "a")                                                                                       \
    EXPR(NOT, "not", "a")                                                                                       \
    EXPR(ADD, "+", "a b") EXPR(SUB, "-", "a b") EXPR(MUL, "*", "a b")                                           \
    EXPR(DIV, "/", "a b: floor; 0 divisor fails") EXPR(MOD, "%", "a b: sign of the divisor")                    \
    EXPR(EQ, "==", "a b (int, bool, outcome, row, bag, grid, positions)") EXPR(NE, "!=", "a b")                 \
    EXPR(LT, "<", "a b") EXPR(LE, "<=", "a b") EXPR(GT, ">", "a b") EXPR(GE, ">=", "a b")                       \
    EXPR(AND, "and", "a b: b is not evaluated when a is false") EXPR(OR, "or", "a b: likewise")                 \
    EXPR(IFF, "iff", "a b")                                                                                     \
    EXPR(IF, "if", "condition then else")                                                                       \
    EXPR(LET, "let", "value body; index: slot")                                                                 \
    EXPR(IN, "in", "value; domain")                                                                             \
    EXPR(INDEX, "index", "row or bag, i: reads 0 outside; or grid, i, j")                                       \
    EXPR(ROW, "row", "items: a bag or row literal, rows of equal length when type is GRID; name: arrows(g)")    \
    EXPR(ROW_FOR, "row-for", "body, condition or NULL; gens: a row, or of rows a grid, by a comprehension")     \
    EXPR(WITH, "with", "base; updates")                                                                         \
    EXPR(NODES, "nodes", "nodes: the set of them, in any order, perhaps with repeats")                          \
    EXPR(NODES_ALL, "nodes-all", ": every node of the graph")                                                   \
    EXPR(NODES_FOR, "nodes-for", "node, condition or NULL; gens: the set by a comprehension")                   \
    EXPR(NODES_LESS, "nodes-less", "a b: the nodes of a that are not in b")                                     \
    EXPR(NODES_JOIN, "nodes-join", "a b: the nodes of either")                                                  \
    EXPR(TREE, "tree", "branches, in any order")                                                                \
    EXPR(TREE_FOR, "tree-for", "branch, condition or NULL; gens: the tree of these branches")                   \
    EXPR(TREE_AT, "tree-at", "tree, node: what the node bears")                                                 \
    EXPR(TREE_PUT, "tree-put", "tree, node, what the node bears instead, or more, or less; index: '=' '+' '-'") \
    EXPR(TREE_CUT, "tree-cut", "tree, row of edges: without them and what they bear")                           \
    EXPR(TREE_LESS, "tree-less", "a b: the branches of a without those of b")                                   \
    EXPR(TREE_JOIN, "tree-join", "a b: the branches of both")                                                   \
    EXPR(CALL, "call", "arguments; index: enum builtin (builtins.def)")                                         \
    EXPR(LUA, "lua", "arguments; index: into model->lua_functions")                                             \
    EXPR(FOLD, "fold", "body or NULL (count), condition or NULL; gens; index: enum fold")                       \
    /* positions (type POSITION) */                                                                             \
    EXPR(END, "end", ": the empty sum")                                                                         \
    EXPR(GAME, "game", "arguments, one a field; game; start: index of the start clause used or -1")             \
    EXPR(SUM, "sum", "two or more positions")                                                                   \
    EXPR(SUM_FOR, "sum-for", "position, condition or NULL; gens")                                               \
    EXPR(COMPOUND, "compound", "count or NULL, then components (each a position or a SUM_FOR); index: enum compound")\
    /* questions (only in expect, claim and on the command line) */                                             \
    EXPR(ASK, "ask", "a position; index: enum question, mover: 0 when not given")                                    \
    EXPR(POSITIONS, "positions", "the positions of a set, perhaps none")
/* clang-format on */
enum expr_kind {
#define EXPR_ENUM(kind, name, doc) EXPR_##kind,
    EXPR_KINDS(EXPR_ENUM)
#undef EXPR_ENUM
        EXPR_KIND_COUNT
};
enum fold { FOLD_SUM, FOLD_XOR, FOLD_MIN, FOLD_MAX, FOLD_COUNT, FOLD_ANY, FOLD_ALL };
/* Only UPTO and DISJUNCTIVE sums are answered; the checker refuses the others. */
enum compound { COMPOUND_UPTO, COMPOUND_CONJUNCTIVE, COMPOUND_SELECTIVE, COMPOUND_ORDINAL, COMPOUND_SEQUENTIAL };
enum question { ASK_SG, ASK_OUTCOME, ASK_IS_P, ASK_IS_N, ASK_OPTIONS, ASK_WINS, ASK_REMOTENESS };
enum outcome { OUTCOME_P, OUTCOME_N, OUTCOME_D, OUTCOME_UNKNOWN }; /* printed win/loss/draw where the mover matters */

/* The sets that the language names, ascending and all positive: squares 1 4 9 .., fib 1 2 3 5 8 .., powers(b) 1 b b*b ..
 * (b >= 2), primes 2 3 5 .., divisors(n) 1 .. n (none for n <= 0). b and n are `low` of the domain.
 * kind, name, is a number given?, infinite? */
#define NAMED_SETS(SET)                                                                                                \
    SET(SQUARES, "squares", false, true)                                                                               \
    SET(FIB, "fib", false, true)                                                                                       \
    SET(POWERS, "powers", true, true)                                                                                  \
    SET(PRIMES, "primes", false, true)                                                                                 \
    SET(DIVISORS, "divisors", true, false)

enum domain_kind {
    DOMAIN_RANGE, /* low..high, inclusive, high NULL for an open range */
    DOMAIN_SET,   /* literal elements */
    DOMAIN_PARAM, /* a set parameter: index */
#define NAMED_SET_ENUM(kind, name, number, infinite) DOMAIN_##kind,
    NAMED_SETS(NAMED_SET_ENUM)
#undef NAMED_SET_ENUM
    /* the elements of a row, a bag or a set of nodes, the branches of a tree: low; as a move's value a branch is its edge */
    DOMAIN_ELEMENTS,
    DOMAIN_ALL_ROWS,   /* claims only: rows of length low with cells in the range high..limit */
    DOMAIN_NODES,      /* claims only: the nodes of a graph: index */
    DOMAIN_COMPONENTS, /* the parts that the set of nodes low falls into; as a move's value a part is its first node */
    DOMAIN_SUBMASKS /* compiled moves only: numbers whose binary digits are digits of high, from the literal low on */
};
struct expr;
struct domain {
    enum domain_kind kind;
    struct span span;
    struct expr *low, *high, *limit;
    struct expr **items;
    size_t item_count;
    int index;
};
/* A generator. `cap` is set by the checker for an infinite set: the greatest element worth trying, derived from the
 * conditions (t <= n); ascending enumeration stops above it. */
struct gen {
    const char *name;
    int slot;
    struct span span;
    struct domain domain;
    struct expr *cap;
};
struct update {
    struct span span;
    int op;                        /* '=', '+' or '-' */
    struct expr *low[2], *high[2]; /* one or two indices; high NULL when the index is not a range */
    int dims;
    struct expr *value;
};
struct expr {
    enum expr_kind kind;
    enum type type;
    struct span span;
    int64_t value;
    const struct integer *number;
    int index, game, start, mover;
    const char *name;
    struct expr **kids; /* entries may be NULL where the table says so */
    size_t count;
    struct domain *domain;
    struct gen *gens;
    size_t gen_count;
    struct update *updates;
    size_t update_count;
};

/* ---- games ---------------------------------------------------------------------------------------------------- */
struct field {
    const char *name;
    enum field_kind kind;
    struct span span;
    int graph; /* NODE, NODES: whose nodes, an index into model->games; else not read */
};
struct move {
    const char *name; /* "move" + number when a variant or code made it; unique text is not required */
    struct span span;
    struct gen *gens;
    size_t gen_count;
    struct expr **conditions; /* a conjunction, split at `and` */
    size_t condition_count;
    struct expr *result; /* TYPE_POSITION; NULL for a Lua generator */
    int lua;             /* index into lua_functions for `move lua`, else -1 */
    bool endless; /* not of a loopy game: it is proved that from wherever it can be made it can be made for ever */
    int slots;    /* how many local slots its expressions use */
};
struct start {
    struct field *fields;
    size_t field_count;
    struct span span;
    struct expr *condition; /* NULL: always; fields are LOCAL slots 0.. in these two expressions */
    struct expr *result;
    int slots;
};
enum game_kind { GAME_RULES, GAME_GRAPH, GAME_COMPOUND };
/* A feature of a state. Of numbers and truth values the value, of trees the number of edges, of sets of nodes how many there are,
 * or where the factor is negative how many there are not. Of rows, bags and grids: */
enum cell_feature {
    CELLS_NONE,
    CELLS_SUM,
    CELLS_PLACES, /* the sum of the cells, each times its place, 1, 2, ... */
    CELLS_BACK,   /* ... times its place from the end */
    CELLS_LENGTH, /* how many there are: of rows and bags */
    CELLS_FILLED, /* how many are not 0 */
    CELLS_EMPTY,  /* how many are 0 */
    CELLS_OTHER,  /* how many are not `value` */
    CELLS_ROOM,   /* the sum of what each is below some number that no cell which is written exceeds */
    CELLS_LATE,   /* no number: the row is smaller if the last cell that changes is, and as long */
    CELLS_EARLY   /* ... the first cell that changes */
};
struct weight {
    int64_t factor; /* > 0 for cells (but for their length) and trees; 0: the field does not count */
    enum cell_feature cells;
    bool difference; /* to be printed so: the room between two numbers, this one the lower */
    int64_t value;   /* of CELLS_OTHER: at least 1 */
};
/* Why play always ends. LINEAR: a weighted sum of features falls with every move and is bounded below where it does.
 * LEXICOGRAPHIC: the first of several sums that changes falls; if none changes, and only then, the rank of the game. CLAIMED: what the
 * game's clause says was proved, and takes the place of lines. PARTS: a move replaces one cell by none or several smaller ones.
 * SLOWER: never rises, and of two moves one after the other one makes it fall.
 * NONE: not found; the game is run with cycle detection. */
enum measure_kind {
    MEASURE_NONE,
    MEASURE_LINEAR,
    MEASURE_LEXICOGRAPHIC,
    MEASURE_GRAPH,
    MEASURE_CLAIMED,
    MEASURE_PARTS,
    MEASURE_SLOWER
};
/* Is it proved that what the clause `measure` says falls? BESIDE: no, but play ends for another reason; OPEN: no. */
enum claim_state { CLAIM_NONE, CLAIM_PROVED, CLAIM_BESIDE, CLAIM_OPEN };
#define CLAIMED_SLOTS                                                                                                  \
    (1 << 20) /* the first local of a clause `measure`: after those of the moves, beside which it is judged */
#define MODEL_MAX_FIELDS 16
#define MEASURE_MOST 6
struct measure {
    enum measure_kind kind;
    const struct weight *lines[MEASURE_MOST]; /* a weight for each field */
    size_t count;
    int rank; /* of the game, among those that lead to each other */
    const struct expr
        *where;       /* SLOWER: of states in which it falls with every move; every option of another state is one */
    const char *text; /* "n", "a + b", "the cells of s, each times its place": for people */
};
struct game {
    const char *name;
    struct span span;
    enum game_kind kind;
    struct field *fields;
    size_t field_count;
    struct expr *invariant; /* bool over the fields, or NULL */
    bool kept;              /* no move leads from a state of which it is true to one of which it is not (proof/parts) */
    struct move *moves;
    size_t move_count;
    struct start *starts;
    size_t start_count;
    struct expr *compound; /* GAME_COMPOUND: the position that a position of this game stands for */
    int graph;             /* GAME_GRAPH: index into model->graphs; the one field is a node */
    bool symmetric, loopy;
    struct span symmetric_span;
    bool reads_mover;      /* some expression of it, or of a game it leads to, reads `mover` */
    bool uses_mover;       /* ... and is not proved, for all parameters, to change nothing by it */
    bool closed;           /* every move leads to one position of this same game, or to `end` */
    bool shrinking;        /* no move makes any field larger (scalars only): the box below a position is closed */
    struct expr *canon;    /* over the fields; NULL */
    struct expr **claimed; /* `measure E, ...`: numbers over the fields; the first that changes is said to fall */
    size_t claimed_count;
    struct span claimed_span;
    enum claim_state claim;
    int circle; /* games of the same number lead to each other */
    struct measure measure;
    const char *solve_plugin; /* `solve NAME(args)`, or NULL */
    struct expr **solve_args; /* numbers */
    size_t solve_arg_count;
    struct span solve_span;
    const char *code; /* "octal 0.77", "turning 1-2": the code it was written as; NULL */
    struct span code_span;
    const struct state_split
        *split; /* it is a sum of games over parts of its state (proof/parts/parts.h); NULL: none is known */
    const struct state_windows
        *windows; /* its states fall apart during play (proof/parts/windows.h); NULL: not known */
};
static inline bool claim_is_open(const struct game *g) { return g->claim == CLAIM_BESIDE || g->claim == CLAIM_OPEN; }
/* The parts of a game's states: each cell of a row, bag or grid is a part, or some of the numbers are one. `fixed` numbers may
 * stand in several parts, since no move changes them; what no move looks at and none changes belongs to none. */
struct split_part {
    int game;
    int cells;     /* the field whose cells are parts, one position for each; -1: none */
    bool reshapes; /* of cells: a move may leave none or several in place of one */
    size_t count;
    int fields
        [MODEL_MAX_FIELDS]; /* the first is `cells`, if there is one; then numbers and truth values, rows that no move
                                     changes (the cell at the same place), and what follows */
};
/* Among the fields of a part whose cells are games of their own: where the cell stands, counted from 1, and how many there are; of
 * a grid in direction k. */
#define SPLIT_PLACE MODEL_MAX_FIELDS      /* + k */
#define SPLIT_SIZE (MODEL_MAX_FIELDS + 2) /* + k */
struct state_split {
    bool reorders; /* the cells of an option may stand elsewhere than those of its parts */
    size_t count;
    struct split_part *parts;
    const struct field *fields; /* of the game */
    size_t field_count;
};

/* The cells that a move reads and writes, relative to one that it writes: of a row only `column` is used. `closed` has bit v if
 * there is no such move where the cell holds v and v is final; WINDOW_OUTSIDE: where it is outside the board. */
#define WINDOW_VALUES 8
#define WINDOW_CELLS 24 /* at most */
#define WINDOW_OUTSIDE (1u << WINDOW_VALUES)
struct window_cell {
    int row, column;
    uint32_t closed;
    bool written;
};
struct move_window {
    size_t count;
    struct window_cell *cells;
};
enum {
    MIRROR_ROWS = 1,    /* the rows of a grid in the opposite order */
    MIRROR_COLUMNS = 2, /* the cells of each row */
    MIRROR_TURN = 4     /* rows and columns exchanged */
};
/* A game of which moves change one row or grid only. */
struct state_windows {
    int field;        /* the board */
    uint32_t beside;  /* bits: numbers that are another part, and no moves have them where all are 0 */
    uint32_t final;   /* bit v: no move changes a cell that holds v */
    int64_t filler;   /* a final value */
    bool movable;     /* it is the same game wherever on the board its cells stand, but for the edges */
    int margin[2];    /* how many rows and columns around its cells show where the edges are */
    uint32_t mirrors; /* bits: images of a board that are the same game */
    uint32_t
        answers; /* bit i, for an image i (MIRROR_ROWS | ...) that undoes itself: the image of a move is a move of the image */
    size_t count;
    struct move_window *windows; /* of moves that join the same cells only one */
    size_t move_count;
    struct move_window *moves; /* of all moves */
};

enum param_kind { PARAM_INT, PARAM_BOOL, PARAM_SET };
struct param {
    const char *name;
    int owner; /* the game that declares it, or -1 for the file */
    struct span span;
    enum param_kind kind;
    struct expr *initial;  /* constant; a SET: kind EXPR_IN without kids, type SET, the literal in `domain` */
    struct domain *domain; /* allowed values (of a SET: of its elements); NULL: any */
    /* the checked default */
    int64_t value;
    int64_t *set; /* ascending, without repeats */
    size_t set_count;
};
struct graph {
    const char *name;
    struct span span;
    uint32_t node_count;
    uint32_t edge_count;
    uint32_t *first;    /* node_count + 1 offsets into `to` */
    uint32_t *to;       /* successors in the order they were written, repeats removed */
    uint32_t *order;    /* of the nodes, what a node leads to before it; NULL: there is a cycle */
    const char **names; /* node names; NULL: the numbers 0..node_count-1 themselves */
};
struct lua_function {
    const char *name;
    struct span span; /* its first use */
    int arity;        /* arguments at its uses; the checker insists that all uses agree */
    bool generator;   /* `move lua name` */
};
/* expect and claim */
enum check_kind { CHECK_EXPR, CHECK_PERIOD };
struct check {
    enum check_kind kind;
    bool claim;
    int game; /* the game whose body it stands in; -1 at the top level */
    struct span span;
    struct expr *condition; /* CHECK_EXPR: bool; for a claim over `gens` where `where` */
    struct gen *gens;       /* a parameter of that name is swept: sweep[i] is its index, else -1 */
    int *sweep;
    size_t gen_count;
    struct expr *where;
    int slots;
    int64_t period, preperiod, saltus; /* CHECK_PERIOD; -1: not said */
};

struct model {
    struct arena arena;
    struct game *games;
    size_t game_count;
    int main_game; /* the game the file is about: the last game or graph declared in the file itself */
    bool misere;
    struct param *params;
    size_t param_count;
    struct graph *graphs;
    size_t graph_count;
    struct lua_function *lua_functions;
    size_t lua_function_count;
    const char **lua_texts; /* the blocks, in order */
    struct span *lua_spans;
    size_t lua_text_count;
    struct check *checks;
    size_t check_count;
    const char *
        *hiding_fns; /* functions of the files named like one of the language, which typed text cannot call then */
    size_t hiding_fn_count;
};

/* Values of the parameters for one run: the defaults, overlaid by --set and claims. */
struct param_value {
    int64_t value;
    const int64_t *set;
    size_t set_count;
};
struct param_value *model_defaults(const struct model *model, struct arena *arena);

/* The model with a list of games of its own, in which that one has no invariant: its moves, on all states. NULL: no memory. */
struct model *model_without_invariant(const struct model *model, int game, struct arena *arena);

/* "m", or "bash.m" if several games of the model have a parameter of that name, as --set takes it. */
void param_name_print(const struct model *model, size_t param, struct text *out);
/* "m = 3, S = {1, 4}" */
void params_print(const struct model *model, const struct param_value *values, struct text *out);
int model_find_game(const struct model *model, const char *name); /* -1: none */
/* The same, at once if it is at that place: models of one file have their games at the same places. */
int model_find_game_at(const struct model *model, size_t place, const char *name);
void model_dump(const struct model *model, struct text *out);
/* An expression as the language writes it, e.g. "min(m, n)"; game < 0: no fields in scope. */
void expr_print(const struct model *model, int game, const struct expr *expr, struct text *out);
/* The same in brackets where it needs them as a side of a comparison; as a factor of a product. */
void expr_print_side(const struct model *model, int game, const struct expr *expr, struct text *out);
void expr_print_factor(const struct model *model, int game, const struct expr *expr, struct text *out);
/* The graph whose nodes the generator's values are; NULL where they are numbers. */
const struct graph *gen_graph(const struct model *model, const struct gen *gen);
/* The node of a graph with this spelling; -1. */
int64_t graph_find_node(const struct graph *graph, const char *spelling);
/* May it stand without quotes? A word that is not reserved, or a number; names from DOT files may be anything. */
bool node_name_is_plain(const char *name);
/* Are the generator's values branches of a tree? */
bool gen_is_branch(const struct gen *gen);
/* A value of a generator as its author would write it: a number, or (graph not NULL) the name of a node. */
void value_print(const struct graph *graph, int64_t value, struct text *out);
/* A domain likewise, e.g. "1..min(m, n)". */
void domain_print(const struct model *model, int game, const struct domain *domain, struct text *out);
const char *type_name(enum type type);
const char *field_kind_name(enum field_kind kind);
const char *outcome_word(enum outcome outcome, bool with_mover); /* "P" or, with a mover, "loss" */
void model_free(struct model *model);

#endif
