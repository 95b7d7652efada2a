/* SPDX-License-Identifier: MIT */
/* What the files on grounding share: ground.c (boards and moves), number.c (expressions), walk.c (choices of values); and
 * those on residues: residue.c (parts and classes), left.c (conditions in a state). */
#ifndef CGI_PLAY_GROUND_PRIVATE_H
#define CGI_PLAY_GROUND_PRIVATE_H
#include "play/ground/ground.h"

enum { CASES_MOST = 48, CONSTANTS = 64, GROUND_INSTANCES = 4096 };
/* A number: these values, each where its condition holds. */
struct number_case {
    uint32_t when;
    int64_t value;
};
struct cases {
    uint32_t count;
    struct number_case of[];
};
extern const struct cases ground_none; /* no case: what is made once the work is refused */
static inline bool ground_is_known(const struct cases *n) { return n->count == 1 && n->of[0].when == FORMULA_TRUE; }
/* A row that is no board: its cells. */
struct ground_row {
    size_t count;
    const struct cases *const *cells;
};
/* What a local stands for: a number or truth value (0, 1), or a board, cell by cell, or another row. */
struct ground_local {
    const struct cases *number, *const *board;
    struct ground_row row; /* by meaning; `cells` NULL: it is none */
};
/* What was found of an expression about the board as it is (bodies.c), or of grids and connections (rows.c). */
struct ground_found {
    const void *about;
    struct ground_found *next;
    size_t count;
    uint32_t ids[];
};
/* What is known of what falls (falls.c). */
struct ground_falling {
    uint64_t asked;               /* cells of which it is known whether they are roots */
    bool settled;                 /* an instance falls, so what is beside each other stays */
    bool found;                   /* `held` is there, for the roots and cells beside each other so far: */
    uint32_t held[FORMULA_CELLS]; /* of each cell: that it is held, on the board as it is */
};
/* What a move asks of the board as it leaves it: the condition `let`, of `after`, is `root` with what is known of `after`; the other
 * conditions are `rest`. */
struct ground_law {
    const struct expr *let;
    const struct cases *const *after;
    uint32_t root, rest;
};
struct ground_work {
    const struct env *env;
    const struct game *game;
    struct ground *ground;
    struct formulas *formulas;
    struct arena *arena;
    const int64_t *fields[MODEL_MAX_FIELDS]; /* where each starts; of a row or grid its first cell */
    int64_t sizes[MODEL_MAX_FIELDS][2];      /* of a row 1 and its length */
    const struct cases *const *board;        /* as it is */
    struct ground_local *locals;
    VEC(uint32_t) parts;             /* of what is being joined */
    VEC(const struct cases *) cells; /* of rows that are being made */
    struct arena kept;               /* until the board is done: */
    const struct cases *constants[CONSTANTS];
    struct ground_found *bodies, *grids, *joined, *reached; /* by meaning */
    struct ground_law body, law; /* the last condition that was found so; the law of the move */
    struct ground_falling fall;
    struct ground_recall *recall; /* the formulas', and what is being found for it: */
    struct recall_found read;
    uint64_t asked;                 /* how many were found for it so far */
    struct ground_members *members; /* of what is inside */
    bool recalling, edge;           /* the size of the board was asked for, or a cell beyond its end */
    uint32_t greatest;              /* that is written */
    uint64_t steps;
    bool refused, no_memory;
};

static inline bool ground_by_meaning(const struct ground_work *w) { return w->ground->by_meaning; }
static inline bool ground_refuse(struct ground_work *w)
{
    w->refused = true;
    return false;
}
/* All: anything once the work is `refused`. */
uint32_t ground_truth(struct ground_work *w, const struct expr *e);
const struct cases *ground_number(struct ground_work *w, const struct expr *e);
static inline bool ground_is_sum(const struct expr *e)
{
    return e->kind == EXPR_FOLD && (e->index == FOLD_SUM || e->index == FOLD_COUNT);
}
/* `any` and `all`, and as it was found before if it was (recall.c); `sum` and `count`. */
uint32_t ground_any(struct ground_work *w, const struct expr *e);
uint32_t ground_recalled(struct ground_work *w, const struct expr *e);
/* The members of `any` or `all` that may be asked again while what is around it is found (members.c); NULL: they are not, or memory is
 * out. `part`: the condition, or GROUND_NO_PART where the member is left out. */
#define GROUND_NO_PART UINT32_MAX
struct ground_members;
struct ground_member {
    int64_t value;
    uint32_t round, part;
};
struct ground_members *ground_members_of(struct ground_work *w, const struct expr *e);
/* The place for the member with that value: if its part is not known it is to be written before others are asked for. */
struct ground_member *ground_member_at(struct ground_members *m, int64_t value, bool *known);
const struct cases *ground_sum(struct ground_work *w, const struct expr *e);
/* The same where all numbers from `enough` on need not be told apart: they are `enough` then. */
const struct cases *ground_sum_to(struct ground_work *w, const struct expr *e, int64_t enough);
/* By meaning (rows.c): a row of any kind; a grid, row by row; `component`. False: refused. */
enum { GROUND_ROW_MOST = 64 };
bool ground_row(struct ground_work *w, const struct expr *e, struct ground_row *row);
bool ground_grid(struct ground_work *w, const struct expr *e, size_t columns, struct ground_row *row);
bool ground_connected(struct ground_work *w, const struct expr *e, struct ground_row *row);
/* One cell of such a row. */
const struct cases *ground_connected_cell(struct ground_work *w, const struct expr *e, int64_t at);
/* What is asked of connections: when cells are on, and from which of them. */
struct ground_connection {
    const void *about; /* equal for equal grids; NULL: nothing says so */
    const uint32_t *beside, *on;
    size_t count, from;
};
/* Of component(s, g, v) the row s, and what is asked; the cell v is known. *inside: it is one of the row. False: refused. */
bool ground_read_connection(struct ground_work *w, const struct expr *e, struct ground_row *cells,
                            struct ground_connection *c, bool *inside);
/* Between which cells of the board something is joined, for what may fall (falls.c). */
void ground_note_beside(struct ground_work *w, const struct ground_connection *c);
/* By meaning: `any` that asks whether a cell is connected with one of which something holds; false: it is no such one, or is to be
 * evaluated as it stands. */
bool ground_reached(struct ground_work *w, const struct expr *e, uint32_t *made);
/* By meaning (reached.c): */
enum { GROUND_ASKED = 8 };
/* `any(connected and others for k in low..high)`. */
struct ground_reaching {
    const struct expr *asks, *call, *others[GROUND_ASKED]; /* a comparison with a cell of the call's row */
    size_t other_count;
    int slot; /* of k */
    bool more;
};

bool ground_is_reaching(const struct expr *e, struct ground_reaching *r);
/* What is asked of the cells: that they are on, that they have the number that is asked for, and the rest. */
struct ground_reached {
    struct ground_connection c;
    struct ground_row cells;
    uint32_t fits[FORMULA_CELLS], rest[FORMULA_CELLS];
};
uint32_t ground_reach(struct ground_work *w, const struct ground_reached *x);
/* The conditions of cells 0 .. count - 1 under which they are connected with some cell of `from`: the least ones such that a cell of
 * `from` is where it starts, which says that it is `on`, and a cell that is on if one beside it is. */
struct ground_connecting {
    size_t count;
    const uint32_t *beside; /* count x count truth values, symmetric */
    const uint32_t *on;
    uint32_t *with;
    const uint32_t *starts;
};
void ground_connect(struct ground_work *w, const struct ground_connecting *c, uint64_t from);
/* That the cell is not 0. */
uint32_t ground_is_on(struct ground_work *w, const struct cases *cell);
/* By meaning (falls.c): is it one instance, after whose writes what is not held becomes 0? Then it is added. */
bool ground_add_fall(struct ground_work *w, uint32_t when, const struct cases *const *after);
/* Of the board. */
static inline size_t ground_cell_count(const struct ground *g) { return (size_t)g->rows * g->columns; }
/* A row that is neither the board nor a field. */
bool ground_is_made(const struct ground_work *w, const struct expr *e);
/* The levels of the cells of a row beside which a grid says which cells are side by side; else as they are. */
void ground_levels(const struct ground_work *w, uint8_t *level);
/* By meaning (bodies.c): does the expression read known numbers and sizes alone, of what it does not bind itself, and the local `board`?
 * They are its key, with their slots: it says the same wherever its key is the same. */
enum { GROUND_KEY = 16 };
bool ground_reads_known(const struct ground_work *w, const struct expr *e, int board, uint32_t *key, size_t *count);
/* What the list has about that, `all` numbers with a key of `count` in front; NULL. */
const struct ground_found *ground_found_before(const struct ground_found *list, const void *about, const uint32_t *key,
                                               size_t count, size_t all);
/* By meaning (bodies.c): the body of a `let` whose value is the board with known numbers in some cells. *done false: it is to be
 * evaluated as it stands. */
uint32_t ground_body_truth(struct ground_work *w, const struct expr *let, bool *done);
/* A condition of a move, that others hold being `when`: the first that is asked of the board after it is the law. */
uint32_t ground_add_condition(struct ground_work *w, const struct expr *e, uint32_t when);
/* Is the board that the law was asked of the one that the move leaves, whatever the cells hold? */
bool ground_is_law_of(const struct ground_work *w, const struct cases *const *after);
/* A list with no case yet, with room for so many, at most CASES_MOST; NULL: memory is out. */
struct cases *ground_cases(struct ground_work *w, size_t room);
void ground_add_case(struct ground_work *w, struct cases *n, uint32_t when, int64_t value);
/* An operation on every combination. */
const struct cases *ground_combine(struct ground_work *w, enum expr_kind kind, const struct cases *a,
                                   const struct cases *b);
/* A board, cell by cell. */
const struct cases *const *ground_board(struct ground_work *w, const struct expr *e);
bool ground_bind(struct ground_work *w, const struct expr *let);
const struct cases *ground_constant(struct ground_work *w, int64_t value);
/* The same, each under the condition, in one list; they may exclude each other and need not be all. */
const struct cases *ground_choose(struct ground_work *w, uint32_t when, const struct cases *a, const struct cases *b);
void *ground_alloc(struct ground_work *w, size_t size);
/* Calls `body` for each choice of values of the generators. */
struct ground_walk {
    struct ground_work *work;
    const struct gen *gens;
    size_t count;
    bool (*body)(struct ground_walk *walk); /* false to stop */
    const void *context;
    const struct cases *total;      /* of a fold, */
    int64_t enough;                 /* from which on its numbers are one; INT64_MAX: none is */
    bool falls;                     /* a number is negative, so that what is added may be less */
    size_t first;                   /* of `any` and `all`: where its parts begin, */
    struct ground_members *members; /* and what is known of them */
    uint64_t pinned;                /* generators, bits: ranges of which the first number alone is taken */
};
bool ground_each(struct ground_walk *walk, size_t gen);

/* ---- residues ------------------------------------------------------------------------------------------------------ */
enum truth { LEFT_FALSE, LEFT_TRUE, LEFT_OPEN };
/* What was found of a formula in the state at hand (`seen`), and of its residue (`told`). */
struct left {
    uint64_t seen, told;
    uint64_t open; /* cells */
    enum truth truth;
    uint32_t token;
};
struct grounded {
    struct ground ground;
    VEC(struct left) left; /* one a formula */
};
struct instance_left {
    uint32_t instance;
    uint64_t open;
};
/* A tenant of the store. Tokens: what is left of conditions and of instances, each by number. Keys of `classes` are residues;
 * several may have one class, `values` of a key, which counts into `notes`. */
struct residues {
    struct budget none;
    struct position_table tokens, classes;
    VEC(uint32_t) notes;
    VEC(struct grounded *) grounds;
    struct game_residues {
        bool refused;
        uint64_t asked, fresh, missed;
    } * games;
    size_t game_count;
    uint64_t state, telling; /* which state, which numbering of which part; never 0 */
    VEC(struct instance_left) instances;
    VEC(uint32_t) list; /* scratch: a stack */
    struct bytes key;
};
/* The state at hand. */
struct reading {
    struct residues *r;
    struct grounded *g;
    const int64_t *cells;
    uint64_t frozen, holds[1u << FORMULA_VALUES]; /* holds[v]: cells with one of these values */
    unsigned char place[FORMULA_CELLS];           /* of a cell in its part */
    bool no_memory;
};

/* What the formula is in the state, wherever it leads to; LEFT_OPEN: `open` of g->left has the cells that it still reads. */
enum truth left_look(struct reading *s, uint32_t id);
/* The number of what is left of an instance that is not out, in the part whose cells have places. */
uint32_t left_instance(struct reading *s, const struct ground_instance *x);
/* The numbers of r->list from `from` on, ascending and each once: how many. */
size_t left_sort(struct residues *r, size_t from);
/* Room for so many numbers in r->key; it ends at `end`. */
bool left_open_key(struct reading *s, size_t numbers);
void left_close_key(struct reading *s, const unsigned char *end);

#endif
