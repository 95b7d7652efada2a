/* SPDX-License-Identifier: MIT */
/* What the files on parts share.
 *
 *     parts.c       which parts there are; all games
 *     changes.c     what each piece changes, and what it looks at
 *     implied.c     constraints: what follows from others
 *     invariant.c   invariants that are conjunctions over single parts
 *     cell_bounds.c ... over single cells
 *     places.c      cells that are games of their own, each at its place
 *     touched.c     which fields, cells and indices a constraint is about
 *     write.c       the games of the parts, added to the model
 *     windows.c     boards that fall apart during play
 *     repeats.c     moves that look at the same cells
 *     beside.c      numbers beside them
 *     margins.c     what stays of them around a part
 *     mirror.c      which of their images have the same moves
 */
#ifndef CGI_PROOF_PARTS_PRIVATE_H
#define CGI_PROOF_PARTS_PRIVATE_H
#include "base/vec.h"
#include "proof/normal/normal.h"
#include "proof/parts/parts.h"

/* The cell that a piece replaces: in which field, and the variables that are its indices. */
struct cell_place {
    int field; /* -1: none */
    int dims, index[2];
    const struct linear_form
        *also[2]; /* what the index is too: a constant, or the other index but for a constant; or NULL */
};
/* What a piece changes: one cell of a field, or numbers and truth values. */
struct piece_change {
    struct cell_place cell;
    uint32_t fields; /* bits: the numbers that change */
    uint32_t reads;  /* bits: numbers that it looks at, but for those that no piece changes */
    uint32_t fixed;  /* bits: numbers that it looks at, which no piece changes */
    uint32_t beside; /* bits: rows that no piece changes, of which it looks at the cell with the same index */
    bool placed;     /* it says more of the index, or of how many cells there are, than that there is such a cell */
};
/* One conjunct of the invariant, and the numbers that it is about. */
enum { MAX_CLAIMS = 32 };
struct part_claim {
    struct expr *expr;
    uint32_t fields;
};
/* What the invariant says of every cell of a field: low <= cell <= high, 0 <= low. */
struct cell_bounds {
    bool given;
    int64_t low, high; /* INT64_MAX: none */
};
struct search {
    struct model *model;
    int game;
    struct arena scratch;
    struct normal_space space;
    struct normal *normal;
    struct piece_change *changes;       /* per piece */
    uint32_t moving;                    /* bits: numbers that some piece changes */
    uint32_t replaced;                  /* bits: fields with cells that some piece changes */
    uint32_t part_of[MODEL_MAX_FIELDS]; /* of numbers: those of its part, as bits */
    uint32_t reshaped; /* bits: fields of which some piece leaves none or several cells in place of one */
    uint32_t rising;   /* bits: ... puts a number that is not proved to be less */
    struct part_claim claims[MAX_CLAIMS];
    size_t claim_count;
    struct cell_bounds bounds[MODEL_MAX_FIELDS]; /* of fields with cells */
    bool sums;                                   /* find_changes may end where the state is seen to be no sum */
    bool no_memory;
};
/* A part: each cell of a field, or numbers. `fixed`: numbers that its moves look at and that no move changes; `beside` and `placed`:
 * as of its pieces. */
struct part {
    int cell; /* -1: none */
    uint32_t fields, fixed, beside;
    bool placed;
};
static inline const struct game *search_game(const struct search *s) { return &s->model->games[s->game]; }
static inline bool field_has_cells(enum field_kind kind)
{
    return kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID;
}

/* What a constraint is about. */
struct touched {
    uint32_t fields;  /* bits: numbers of the state */
    uint32_t results; /* bits: variables of the result, without the indices */
    bool index;       /* an index of the cell that changes */
    bool cell;        /* the cell that changes */
    bool length;      /* how many cells there are */
    uint32_t beside;  /* bits: fields with cells, of which it is about the one with the same index */
    bool generators;  /* numbers of the move that its result does not determine */
    bool other;       /* anything else: another cell, the row as a whole, the mover */
};
void touched_add(const struct normal_space *space, const struct linear_form *form, const struct cell_place *place,
                 struct touched *touched);

/* ---- implied.c --------------------------------------------------------------------------------------------------- */
/* Constraints that are judged one by one; one that follows from the others, and from what is known of all terms, goes. */
struct rule {
    struct linear_constraint *items;
    size_t count;
};
bool rule_copy(struct search *s, struct linear_conjunction c, struct rule *rule);
/* Is item i needed? If not it is taken away, and the last one stands in its place. */
bool rule_needs(struct search *s, struct rule *rule, size_t i);
bool implied(struct search *s, struct linear_conjunction by, struct linear_constraint what);
/* The same, where also the state's own domain and what is always true of the terms are known. */
bool implied_by_all(struct search *s, struct linear_conjunction by, struct linear_constraint what);
const struct linear_form *variable(struct search *s, enum normal_var_kind kind, int index);
/* a - b + constant */
const struct linear_form *difference(struct search *s, const struct linear_form *a, const struct linear_form *b,
                                     int64_t constant);

/* The cell at the place, as it is before the move, of the argument's row. */
const struct linear_form *cell_at(struct search *s, const struct normal_arg *arg, const struct cell_place *place);

/* Is the piece impossible where all numbers of its part are 0? There are no cells then. */
bool stops_at_zero(struct search *s, const struct normal_piece *p, const struct part *part);

/* ---- changes.c: false if the state is no sum, or memory is out ------------------------------------------------------ */
/* Does it lead to one position of the same game? */
bool piece_stays(const struct search *s, const struct normal_piece *p);
/* Does it, as well, leave the field as it is? */
bool piece_keeps(struct search *s, const struct normal_piece *p, size_t field);
/* The piece's constraints, where the numbers that it leaves as they are, are one variable. */
bool rule_with_kept(struct search *s, const struct normal_piece *p, uint32_t changes, struct linear_conjunction *rule);
/* Fills in what each piece changes; then, when it is known which numbers never change, what each looks at. */
bool find_changes(struct search *s);
bool find_reads(struct search *s);

/* ---- places.c ------------------------------------------------------------------------------------------------------ */
/* Does a move sort or turn what it leads to? */
bool puts_in_order(const struct game *g);
/* Do cells of the field keep their places, so that each may be a game of its own? */
bool cells_keep_places(const struct search *s, int field);
/* Fills in what the indices are too. */
void find_also(struct search *s, const struct normal_piece *p, struct cell_place *place);
/* Are the indices of the piece proved to be those of a cell? */
bool within_cells(struct search *s, const struct normal_piece *p, const struct cell_place *place);
/* Do the constraints, which are about places alone, follow from that? */
bool says_within_cells(struct search *s, const struct normal_piece *p, const struct cell_place *place,
                       struct linear_conjunction says);
/* How each of the part's moves (as many as `moves` says, numbers of the game's) chooses the place; NULL if one is not known. */
struct place_way *ways_of(struct search *s, const struct part *part, const size_t *moves, size_t count);

/* ---- windows.c ------------------------------------------------------------------------------------------------------ */
/* At most: a rule with more has no windows. Each "not" of a condition splits a piece in two, so that a rule of knights has 2^8 of them. */
enum { WINDOW_PIECES = 64, WINDOW_CASES = 64 };
/* A cell that a move reads or writes. */
struct window_place {
    const struct linear_form *at[2];
    const struct linear_form *value; /* what is written; NULL: it is only read */
    int64_t distance[2];             /* from the first place */
    bool asked;                      /* `closed` is known, for the final values */
    uint32_t closed;
};
/* A piece in which all places are at constant distances. */
struct window_case {
    const struct normal_piece *piece;
    struct linear_conjunction rule, known; /* the latter with what is always true of its terms */
    struct window_place places[WINDOW_CELLS];
    size_t count;
    bool narrowed; /* a distance was chosen, which the piece does not say */
};
struct window_find {
    struct search *s;
    int field;                          /* the board */
    uint32_t beside;                    /* bits: numbers that change, beside the board */
    int dims;                           /* 1: a row, 2: a grid */
    const struct linear_form *sizes[2]; /* as the indices: len; or rows, cols */
    VEC(struct window_case) cases;
};
bool window_is_cell(const struct window_find *f, const struct normal_term *t);
/* What the result of the case has in place of the board. */
const struct normal_arg *window_board(const struct window_find *f, const struct window_case *c);
/* The rule, and what is always true of the terms in it and in `about`. */
struct linear_conjunction window_know(struct window_find *f, struct linear_conjunction rule,
                                      struct linear_conjunction about);
struct linear_conjunction window_with_item(struct window_find *f, struct linear_conjunction known,
                                           struct linear_constraint item);
/* Within the board, in direction k: at - 1 >= 0, or size - at >= 0. */
const struct linear_form *window_within(struct window_find *f, const struct linear_form *at, int k, bool high);
/* The values, of the final ones and of cells outside, with which there is no such move; of place number `at`, found once. */
uint32_t window_closing(struct window_find *f, struct window_case *c, size_t at, uint32_t final);
bool window_is_same_cell(const struct window_place *a, const struct window_place *b);
/* Removes the last window if one before it always joins the same cells. */
void window_drop_repeat(struct state_windows *windows);

/* ---- beside.c --------------------------------------------------------------------------------------------------------- */
/* The row or grid that the piece changes, while all else stays. BOARD_NONE: it changes numbers alone, *numbers. */
enum { BOARD_NONE = -1, BOARD_REFUSED = -2 };
int board_of_piece(struct search *s, const struct normal_piece *p, uint32_t *numbers);
/* The numbers that change, as bits; false if their moves are not proved to have nothing to do with a board. */
bool find_beside(struct search *s, uint32_t *numbers);

/* ---- margins.c -------------------------------------------------------------------------------------------------------- */
/* How many rows and columns stay around a part; false: all of the board (windows.h). */
enum { MARGIN_MOST = 16 };
bool find_margins(struct window_find *f, uint32_t final, int64_t filler, int margins[2]);

/* ---- mirror.c --------------------------------------------------------------------------------------------------------- */
/* Bits MIRROR_ROWS, ...: the images of boards that are proved to have the images of the moves. */
uint32_t find_mirrors(struct window_find *f);
/* The same of images that undo themselves, half a turn among them: bits, counted by state_windows.answers. */
uint32_t find_answers(struct window_find *f, uint32_t mirrors);

/* ---- invariant.c -------------------------------------------------------------------------------------------------- */
/* Fills in the conjuncts of the invariant, and the bounds of cells; false if one is about cells in another way. */
bool take_invariant(struct search *s);
/* The same, where they are proved to hold after every move. */
bool find_invariant(struct search *s);
/* The model with this game's invariant left out, for the source; NULL if memory runs out. */
struct model *model_with(struct search *s, struct normal_source *source);
/* What the invariant says of the part; NULL: nothing. */
struct expr *invariant_of(struct search *s, const struct part *part);

/* ---- cell_bounds.c -------------------------------------------------------------------------------------------------- */
/* Is the conjunct one on every cell of a field? Then the field's bounds are narrowed. */
bool take_cell_bounds(struct search *s, const struct expr *e);
/* Is it implied that the value is within the bounds of cells of the field? */
bool within_bounds(struct search *s, int field, struct linear_conjunction known, const struct linear_form *value);
/* That the cell is within them, as constraints; false: memory is out. */
bool bounds_hold(struct search *s, int field, const struct linear_form *cell, struct linear_constraint out[2],
                 size_t *count);

/* ---- write.c --------------------------------------------------------------------------------------------------------- */
void write_parts(struct search *s, const struct part *parts, size_t count);
/* Does piece i change that part? */
bool piece_of(const struct search *s, size_t i, const struct part *part);

#endif
