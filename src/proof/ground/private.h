/* SPDX-License-Identifier: MIT */
/* What the files on grounded rules share.
 *
 *     evaluate.c    expressions over a board of which not all cells are known
 *     folds.c       any, all, sum, count, min and max among them
 *     plain.c       those that ask nothing of the board
 *     arrays.c      rows and grids among them
 *     sets.c        sets of nodes among them
 *     bits.c        numbers of which the binary digits are cells
 *     ground.c      every way in which a move can be made; values
 *     results.c     what it leads to
 *     merged.c      numbers from some bound on that are one value
 *     pieces.c      the fields of the board, and what their cells hold
 *     layout.c      cells among the numbers of a component
 *     alike.c       what is the same game elsewhere on the board
 *     orders.c      orders of cells that are images of the board, from its moves alone
 *     joined.c      moves that need not be told apart
 *     falls.c       why play on the board ends
 *     legal.c       moves that keep the invariant
 *     codes.c       codes of values, and moves as masks
 *     words.c       boards of words: totals, and how wide words are
 *     allowed.c     conditions as sets of values of single cells
 *     choices.c     moves that ask so: boards of cells with many values
 *     listed.c      such moves as those that ask single values
 *     limits.c      a limit of a sum that all moves have
 */
#ifndef CGI_PROOF_GROUND_PRIVATE_H
#define CGI_PROOF_GROUND_PRIVATE_H
#include "base/vec.h"
#include "proof/ground/closing.h"

enum { GROUND_ELEMENTS = 4096 }; /* as many as a graph of 64 nodes has as a grid */
/* A number, a truth value, or what a cell of the board holds. */
struct ground_value;
struct ground_number {
    int64_t value;
    int cell;                          /* -1: it is `value`, */
    const struct ground_value *digits; /* if this is NULL; else the number with these binary digits */
    unsigned char merged;              /* not 0: it is some number from `value` on, for numbers of piece merged - 1, */
    unsigned char added;               /* after so many additions, */
    bool several;                      /* of which one was of merged numbers: it may be asked, not written */
    bool unasked;                      /* and of a cell that was not asked what it holds */
};
struct ground_value {
    bool array;
    bool bits; /* an array too: the binary digits of a number, a row of them from the lowest on, each 0 or 1 */
    /* What it is where it is no array, and then no digits; numbers of an array may be digits, unless it is `bits`. */
    struct ground_number number;
    struct ground_number *cells; /* rows, and grids row by row */
    size_t rows, columns;        /* of a row 1 and its length */
};
static inline struct ground_number ground_const(int64_t value)
{
    return (struct ground_number){.value = value, .cell = -1};
}
static inline struct ground_number ground_cell_number(size_t cell) { return (struct ground_number){.cell = (int)cell}; }
static inline struct ground_number ground_in_digits(const struct ground_value *digits)
{
    return (struct ground_number){.cell = -1, .digits = digits};
}
struct ground_local {
    int slot;
    struct ground_value value;
    const struct ground_local *next;
};
/* Which elements a fold takes in, if no cell is asked for that ("where r == i or c == j"), and of these, for which its body is not
 * what changes nothing, whatever cells hold ("any(b[i, j] == 1 and (r == i or c == j) for ..)"): cells are given other values again
 * and again, and that stays as it is for one choice of the elements of a move. */
enum { GROUND_FILTERS = 4, GROUND_FILTERED = 4096 };
struct ground_filter {
    const struct expr *fold;
    uint64_t choice;
    size_t count; /* of its elements, in their order, of which it is known */
    bool open;    /* a cell was asked for whether they are taken in */
    uint64_t taken[GROUND_FILTERED / 64];
};
/* What is asked of expressions again and again, for as many of them as there is room for. */
enum { GROUND_TRAITS = 1024 };
struct ground_traits {
    const struct expr *e; /* NULL: none */
    bool reads;           /* something in it may read a cell */
    bool plain;           /* numbers and truth values, of which no cell is a part, but for names (ground_plain) */
};
struct ground_held {
    int64_t values[GROUND_WIDE];
    size_t count;
    bool owns;    /* 0, and what ground_scope says of the cell */
    int64_t from; /* numbers from here on are merged into this one; INT64_MAX: none */
};
/* A condition that holds so, which is passed over (limits.c); e NULL: none. */
struct ground_passed {
    const struct expr *e;
    bool want;
};
struct ground_scope {
    const struct ground_from *from;
    struct arena *arena; /* for arrays on the way */
    struct ground_value fields[MODEL_MAX_FIELDS];
    const struct ground_local *locals;
    unsigned char piece_of[GROUND_CELLS];   /* of a cell */
    struct ground_held held[GROUND_PIECES]; /* what cells of each piece may hold; */
    int64_t own[GROUND_CELLS];              /* of a cell of a piece that owns: its number 1 */
    signed char chosen[GROUND_CELLS];       /* of a cell: which of these it holds, if it was asked; else -1 */
    uint16_t asked[GROUND_CELLS];           /* the cells that were asked, in this order */
    size_t asked_count;
    bool narrows;                   /* conditions say which values cells may hold, where they can (allowed.c): */
    uint64_t allowed[GROUND_CELLS]; /* of each cell the numbers of those that it may still hold; never none */
    struct ground_passed passed;    /* of the move that is listed */
    int mover;
    uint64_t choice;                          /* of elements: another number for each */
    const struct ground_local *chosen_locals; /* the elements themselves */
    uint64_t reads;                           /* how often a cell was asked for what it holds */
    struct ground_filter filters[GROUND_FILTERS];
    size_t next_filter;
    struct ground_traits traits[GROUND_TRAITS]; /* by the hashes of their addresses */
    uint64_t steps;                             /* expressions still to be visited, and numbers to be laid out */
    uint64_t look;                              /* the budget is asked again when fewer are left (ground_step) */
    enum status over;                           /* what it said; there are no steps then */
    bool in_bits;                               /* some fields are binary digits */
    bool merges;                                /* some numbers may be merged; none is digits then */
    uint32_t unmerged; /* pieces of which some numbers were to be told apart that are merged: it was refused */
    bool asks_all;     /* cells are asked before a number is added that merges them in any case; */
    bool missed;       /* it was refused without that */
    bool closed;       /* nothing may be asked of cells now: an expression that does is refused */
    bool refused, no_memory;
};
static inline bool ground_refuse(struct ground_scope *s)
{
    s->refused = true;
    return false;
}
/* Numbers that are laid out count as steps, or few of these could fill the memory. */
static inline bool ground_spend(struct ground_scope *s, size_t numbers)
{
    if (s->steps < numbers) return ground_refuse(s);
    s->steps -= numbers;
    return true;
}
static inline bool ground_give(struct ground_value *value, int64_t number)
{
    *value = (struct ground_value){.number = ground_const(number)};
    return true;
}
/* What stands in an array. */
static inline void ground_of(struct ground_number n, struct ground_value *value)
{
    if (n.digits) *value = *n.digits;
    else value->array = value->bits = false, value->number = n;
}
/* evaluate.c: of an expression that is visited. False: steps or time have run out. */
bool ground_step(struct ground_scope *s);
/* All false where the scope has refused: the expression fails, or it is not understood. */
bool ground_value_of(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* Asks the cell, if it is one: a cell that is asked for the first time holds the first of the values. */
bool ground_known(struct ground_scope *s, struct ground_number number, int64_t *value);
bool ground_number_of(struct ground_scope *s, const struct expr *e, int64_t *value);
/* May the left side of `and` or `or` be passed over where the right one decides? */
bool ground_may_pass_left(struct ground_scope *s, const struct expr *e);
/* The same of a cell, which may hold merged numbers: their bound. */
bool ground_ask(struct ground_scope *s, size_t cell, int64_t *value);
/* merged.c: a number, or the bound of those that it is one of. */
bool ground_class(struct ground_scope *s, struct ground_number number, struct ground_number *out);
/* Merged numbers of the piece were to be told apart. False. */
bool ground_unmerge(struct ground_scope *s, size_t piece);
/* Is it one of the numbers that the cell's piece merges? Where none are, the largest number is not either. */
bool ground_is_merged(const struct ground_scope *s, size_t cell, int64_t value);
bool ground_operate_merged(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* What stands in an array with that added, or taken away. */
bool ground_change_merged(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x,
                          struct ground_number *n);
/* Is a number that is never below 0, or the truth value, 0? */
bool ground_is_zero(struct ground_scope *s, const struct expr *e, bool *zero);
/* plain.c: the number of an expression that asks nothing of cells, as ground_number_of gives it, and as many steps. False: it is none
 * of those, one of its names stands for a cell or an array, it fails, or steps run out; nothing has changed then. */
bool ground_plain(struct ground_scope *s, const struct expr *e, int64_t *x);
/* Does something in it read a cell, as far as can be seen? */
bool ground_reads(struct ground_scope *s, const struct expr *e);
/* evaluate.c: the ends of a range. */
bool ground_range_of(struct ground_scope *s, const struct domain *d, int64_t *low, int64_t *high);
/* folds.c */
bool ground_fold(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* Has this condition a value whatever is chosen here and whatever cells hold? */
bool ground_cannot_fail(const struct ground_scope *s, const struct expr *e);
/* Does the comparison ask of a sum of natural numbers whether it is 0? Which, and what is said where it is. NULL: it does not. */
const struct expr *ground_asked_zero(const struct expr *e, bool *when);
bool ground_sum_is_zero(struct ground_scope *s, const struct expr *e, bool *zero);
/* The number that a name stands for; false: it stands for a cell or an array, or is not known. */
static inline bool ground_local_number(const struct ground_scope *s, const struct expr *e, int64_t *x)
{
    const struct ground_local *l = s->locals;
    while (l && l->slot != e->index) l = l->next;
    if (!l || l->value.array || l->value.number.cell >= 0 || l->value.number.merged) return false;
    return *x = l->value.number.value, true;
}
/* bits.c: an operation of two numbers, or a call of numbers alone, one of which may be written in digits. */
bool ground_operate(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_call_bits(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* The number in digits; and a number of few open digits, which are asked. */
bool ground_to_bits(struct ground_scope *s, struct ground_value *x);
bool ground_number_of_bits(struct ground_scope *s, const struct ground_value *x, int64_t *value);
/* A number, or digits, as it stands in an array; and what stands there with that added, or taken away. */
bool ground_hold(struct ground_scope *s, const struct ground_value *x, struct ground_number *n);
bool ground_change_bits(struct ground_scope *s, enum expr_kind kind, const struct ground_value *x,
                        struct ground_number *n);
/* arrays.c: cells, rows and grids; `==` of two of these; all in the scope's arena. */
bool ground_array_of(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_row_literal(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_row_made(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_cell_at(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_with(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_same_cells(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* Elements of a range or of a set of numbers, each once, ascending in a range; in the scope's arena. Where `held` is given, also
 * of a set of nodes: element i is a node that is in the set if number (*held)[i] is 1; *held is NULL of other sets. */
bool ground_elements(struct ground_scope *s, const struct domain *d, int64_t **elements,
                     const struct ground_number **held, size_t *count);
/* The elements of a row: what its cells hold, one after the other. */
static inline bool ground_is_of_cells(const struct domain *d)
{
    return d->kind == DOMAIN_ELEMENTS && d->low->type == TYPE_ROW;
}
static inline const struct graph *ground_graph(const struct ground_from *from, int game)
{
    return &from->model->graphs[from->model->games[game].graph];
}
bool ground_members(struct ground_scope *s, const struct expr *set, int64_t **elements,
                    const struct ground_number **held, size_t *count);
/* Sets of nodes: rows of 0 and 1 with a cell for each node of the graph. */
bool ground_set_of(struct ground_scope *s, const struct expr *e, struct ground_value *value);
/* len(e) */
bool ground_size_of(struct ground_scope *s, const struct expr *e, struct ground_value *value);
bool ground_in_set(struct ground_scope *s, const struct expr *node, const struct expr *set, int64_t *in);
/* May a rule of these moves say of every set that it leads to that its play is the sum of play in what the set falls into?
 * Theorem. Let no move add a node, and let the graph join the nodes that a move needs to each other, and each node that it asks
 * for or takes besides to one of them. Then a game on the set has the value of the sum of that game on its components.
 * Proof. Induction on the number of nodes. Let a move be possible in the set. The nodes that it needs are in one component, and so
 * is whatever of the set it asks for or takes. So it is possible in that component, alone, and takes the same nodes there. The other way
 * round, let it be possible in a component: what it asks not to be there is joined with a node that is, so if it were in the set
 * it would be in that component. So the options of the set are those of the sum, but for what a component that was moved in
 * has fallen into; and that has the value of the sum of its components, as it has fewer nodes. [] */
bool ground_sums(const struct ground *g, const struct graph *graph);

/* Of number k of those that the cell may hold, the value. */
static inline int64_t ground_held_value(const struct ground_scope *s, size_t cell, size_t k)
{
    const struct ground_held *held = &s->held[s->piece_of[cell]];
    return held->owns && k ? s->own[cell] : held->values[k];
}
static inline const struct ground_held *ground_held_by(const struct ground_scope *s, size_t cell)
{
    return &s->held[s->piece_of[cell]];
}
enum { GROUND_LIMITS = 32 }; /* moves */
/* ---- a board that is being made ------------------------------------------------------------------------------------------ */
/* A cell, and which of the values it holds, or is given. */
struct raw_cell {
    uint16_t cell, value;
};
/* So many cells are asked, and then so many are written. */
struct raw_move {
    size_t at;
    uint16_t asked, written;
};
struct grounding {
    struct ground_scope s;
    const struct game *game;
    int piece[MODEL_MAX_FIELDS]; /* of each field: which part of the board; -1: none */
    int set;                     /* the field that is a set of nodes and the whole board; -1: none */
    bool falls;                  /* some move leads to the sum over the components of a set */
    struct ground *g;
    VEC(struct raw_cell) cells;
    VEC(struct raw_move)
    moves; /* and then, from number `breaches` on, what the invariant excludes: nothing is written */
    size_t breaches;
    bool fixes; /* cells that no move changes stay as they are */
    bool owns;  /* cells of rows and grids hold what they do at the start, or 0 */
    bool few;   /* it is given up where there are many moves */
    bool opens; /* some cell that was fixed is not */
    bool opened[GROUND_CELLS];
    bool grown; /* a value was found that was not known: the moves are listed anew, */
    bool stops; /* at once, unless there are many values, of which more are found in what is left of the list */
    size_t board_cells;
    bool in_bits;                    /* numbers of which moves ask binary digits are these: */
    size_t digits[MODEL_MAX_FIELDS]; /* of each field how many; 0: it is none of those */
    bool widens;                     /* some need more digits; nothing else is known then */
    int64_t from[MODEL_MAX_FIELDS];  /* of each field whose numbers may be merged: from here on they are */
    bool asks_all;                   /* with these bounds, as it was refused without (ground_scope) */
    bool in_words;
    bool caps;                      /* on a board of words: no number is larger than the total. */
    int64_t total;                  /* Of all numbers at the start. */
    bool capped;                    /* Some way to move was left out for that, */
    bool raises;                    /* and some raises the total, or may; */
    int64_t rise;                   /* that which is looked at by so much */
    struct ground_choices *choices; /* not NULL: moves are listed with sets of values, for this one: */
    VEC(uint64_t) sets;             /* of each move, of each cell the numbers of the values that it may hold */
    bool limited;                   /* a limit is passed over that all moves have, in each of them this one: */
    struct ground_passed passed[GROUND_LIMITS];
    struct ground_limit limit;
};

static inline bool grounding_refuse(struct grounding *d)
{
    d->s.refused = true;
    return false;
}

static inline bool grounding_no_memory(struct grounding *d)
{
    d->s.no_memory = true;
    return grounding_refuse(d);
}

/* bits.c: does a move change the number, and is it asked for digits? */
bool grounding_has_digits(const struct game *game, size_t field);
/* pieces.c: may a move change the field, as far as it is written so? */
bool grounding_changes(const struct game *game, size_t field);
/* pieces.c: how many fields some move changes, as far as it is written so. */
size_t grounding_changed(const struct game *game);
/* The fields that are boards: all that some move changes, or the first of these that has several cells. */
void grounding_choose(struct grounding *d, bool all);
/* The pieces, with what their cells hold at first. False: refused, or memory is out. */
bool grounding_read(struct grounding *d);
/* Cells that are `opened` are fixed no longer. False: refused. */
bool grounding_open(struct grounding *d);
/* The number of a value among those that cells of the piece may hold; one that is new is added. */
bool grounding_number(struct grounding *d, size_t piece, int64_t value, uint16_t *number);
/* The same for one cell, which may have a number of its own. */
bool grounding_number_at(struct grounding *d, size_t cell, int64_t value, uint16_t *number);

/* Every way in which the move can be made, in d->moves; one without a result is a breach of the invariant (legal.c). False: refused, or
 * memory is out. */
bool grounding_walk(struct grounding *d, const struct move *m);
/* results.c: lists the move that leads there with what is asked now. False: refused, or memory is out. */
bool grounding_result(struct grounding *d, const struct expr *e);
/* merged.c: what the cell comes to hold: the number, or the bound of those that it is merged with. */
bool grounding_merged(struct grounding *d, size_t cell, struct ground_number now, int64_t *value);
/* A field of which all numbers are merged is a piece without cells. */
bool grounding_pass_over(struct grounding *d, size_t f, struct ground_value *v, const int64_t *holds, size_t count,
                         size_t gap);
/* May such a field become that? False: refused. */
bool grounding_is_natural(struct grounding *d, size_t f, const struct ground_value *v);
/* Of the pieces that were not to be merged as they were fewer numbers are. */
void grounding_raise(struct grounding *d);
/* allowed.c: narrows what cells may hold to where the condition comes out so, or asks cells; *possible: there is such a value for each
 * of them. False: refused, or memory is out. */
bool ground_narrow(struct ground_scope *s, const struct expr *e, bool want, bool *possible);
/* The next of the values that cells may hold which were asked since there were `before`; false: all were tried, and none is asked. */
bool ground_next_allowed(struct ground_scope *s, size_t before);
/* Is the number known without a cell? */
bool ground_is_known(struct ground_scope *s, const struct expr *e, int64_t *x);
/* No cells are asked but the first `count`. */
void ground_forget(struct ground_scope *s, size_t count);
/* The elements of a fold one after the other, as its locals, as long as `on`. An element of a range of cells, or a node, may be asked for
 * whether it is there. False: refused, or one of them said so. */
typedef bool ground_element(struct ground_scope *s, const struct expr *fold, void *context);
bool ground_each_element(struct ground_scope *s, const struct expr *fold, const bool *on, ground_element *element,
                         void *context);
/* limits.c: the limit of the rule, which its moves are listed without; where none was to be found all is well. False: there is none, or
 * memory is out. */
bool grounding_find_limit(struct grounding *d);
/* May each move have a limit, as they are written? */
bool ground_may_be_limited(const struct ground_from *from);
/* choices.c: nothing is known of cells. */
void grounding_widen_all(struct grounding *d);
/* The sets that cells are narrowed to now, for the move that was listed last. False: no memory. */
bool grounding_list_sets(struct grounding *d);
/* All moves that were listed, with their sets. False: refused, or memory is out. */
bool grounding_write_choices(struct grounding *d, struct arena *arena);
/* legal.c: what is asked now breaches the invariant. */
bool grounding_breach(struct grounding *d);
/* Does no move that was listed lead from a position that the invariant allows to one that it excludes? False: not proved, or memory is
 * out. */
bool grounding_keeps(struct grounding *d);

/* codes.c: codes, masks and images of all moves that were listed. False: refused, or memory is out. */
bool grounding_write(struct grounding *d, struct arena *arena);
/* The same without images. */
bool grounding_write_moves(struct grounding *d, struct arena *arena);
/* listed.c: the same of ways to move with sets of values. g->cells 0: these are too many, or there are too many values. */
enum status grounding_write_listed(const struct ground_from *from, const struct ground_choices *choices,
                                   struct arena *arena, struct ground *g);
/* words.c: where numbers are capped by their total, if that is small. Does what is asked exceed it? A way to move leaves `value` in
 * cell i. */
void grounding_cap(struct grounding *d);
bool grounding_asks_more(struct grounding *d);
void grounding_leave(struct grounding *d, size_t i, int64_t value);
/* How wide words are and where they begin, with the values of each piece ascending; of[k][i] is the word of the value that was number i
 * of piece k. False: refused. */
bool grounding_choose_words(struct grounding *d, uint64_t (*of)[GROUND_WIDE]);

/* ---- boards on which moves only close moves -------------------------------------------------------------------------- */
/* Moves that write the same and differ in what they ask: together they ask each cell for one of some codes. */
struct choice {
    struct ground_choice way;
    struct ground_mask need; /* cells that each of them needs */
    bool joined;             /* with a later one */
};
struct closer {
    const struct ground *g;
    size_t words;                /* of the new board: at most so many */
    const struct budget *budget; /* NULL: none */
    bool in_row;                 /* each move has a cell of its own, in a row */
    struct choice *choices;
    size_t count;
    uint16_t *choice_of;       /* of each move of the old board */
    size_t row;                /* words of a row of bits */
    uint64_t *closes, *closed; /* rows of the choices */
    uint16_t *cell, *bits;     /* of each choice */
};
static inline bool closing_has(const uint64_t *row, size_t i) { return row[i / 64] >> (i % 64) & 1; }
/* closing_board.c: what moves close is known; each gets a bit of a board. False: no memory. None is made (to->cells 0) where a bit cannot
 * be given to each. `in_masks`: the old board has a list of masks. */
bool closing_make_board(struct closer *c, bool in_masks, struct arena *arena, struct arena *scratch, struct ground *to);
/* The same as a row with a cell for each move. */
bool closing_make_row(struct closer *c, struct arena *arena, struct arena *scratch, struct ground *to);
/* closing.c: as closing_find_choices, as such a row. */
enum status closing_find_row(const struct ground_choices *choices, const struct budget *budget, struct arena *arena,
                             struct ground_closing *closing);

/* closing_counted.c: sets the bits of the steps that the limit leaves. */
void closing_add_steps(const struct ground_closing *c, const uint8_t *codes, size_t cells, struct ground_mask *open);

/* ---- images --------------------------------------------------------------------------------------------------------- */
struct ground_alike {
    const struct ground *g;
    const struct ground_mask *start;   /* orders are to keep this state; NULL: any are taken */
    struct ground_move *moved, *there; /* scratch */
};
/* orders.c: of moves that are complete. Is the map, a permutation of all cells, one that takes moves to moves? (alike.c) */
bool ground_is_image(const struct ground_alike *a, const int *to);
/* `around`: only where one of them moves all rows but the last by one, or all columns but the last. */
bool ground_find_orders(struct ground *g, const struct ground_alike *a, bool around, struct arena *arena,
                        struct arena *scratch);

/* How many images of a state there are, with itself. */
size_t ground_image_count(const struct ground *g);
/* Fills in slides, images, and orders, which are in the arena, of moves that are complete. */
bool ground_find_alike(struct ground *g, struct arena *arena, struct arena *scratch);
/* Of a board of words the orders that keep a state. */
bool ground_find_kept(struct ground *g, const struct ground_mask *start, struct arena *arena, struct arena *scratch);

#endif
