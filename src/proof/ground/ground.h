/* SPDX-License-Identifier: MIT */
/* A rule on one board, multiplied out: every move, at every place, as a condition on cells and new contents of cells.
 *
 *     struct ground_from from = {.model = model, .game = game, .params = params, .cells = cells, .count = count};
 *     struct ground g;
 *     st = ground_make(&from, &arena, &g);              // cram on 2 x 2: 4 moves; the one across at the top needs cells 0 and 1
 *     if (st == ST_OK && g.cells) for (size_t i = 0; i < g.move_count; i++) ... (s & care) == want: s -> (s & ~write) | put
 *
 * The board is one row, grid or set of nodes, or all fields that moves change, rows, grids, sets, numbers and truth values,
 * one after the other: its *pieces* (two grids of edges, a row of coins and one of switches, a grid and whether there was a
 * pass). Other fields stay as they are. Cells hold few values: those that they hold at the start and those that some move writes
 * to their piece. Where that is too much, cells of rows and grids are *fixed* that no move changes: the board has only the states in
 * which they hold what they do at the start. (Squares that are out of play; the edges of a graph as a grid, most of which are not there.)
 * All are taken to be fixed at first, and the moves are listed anew without those that some move writes to, until there are none.
 * Theorem. Of every state of that board whose cells hold such values, and that the invariant allows, the options are what the moves that
 * are possible lead to; and the invariant allows them (legal.c).
 * Proof. The rule is evaluated with the cells left open. Where it must know what a cell holds, each value of its piece is tried;
 * so a move is found for each way in which its conditions come out true, with what was asked for as its condition. What was not
 * asked for made no difference. []  Where the rule reads the mover, the list has the moves of both players. Nothing is made of a
 * rule in which something fails on the way, of one that is not understood, or of one that takes more than a bounded number of
 * steps.
 *
 * If nothing is found so, as cells hold too many values, each cell of a row or grid may hold its *own* number, what it holds at the
 * start, or 0 (divisors of which a move takes some away). The theorem above is one about these states too, with these two values to be
 * tried for a cell. A cell whose own number is 0 holds 0 with either code, and is read as code 0.
 *
 * A value of a piece is *final* if no move changes a cell of it that holds it: `values[0]` of a piece is one (0 if possible). If
 * there is none it is GROUND_NO_VALUE, a final value that no cell holds: all that is said of final values holds then too, and a
 * position of which all cells are joined is one part. Cells are numbered row by row, piece after piece, and what a cell holds,
 * as an index into `values` of its piece, is coded by `planes` bits: those of plane p are bits of
 * words[p * span] .. words[p * span + span - 1]; a set of cells has one plane.
 *
 * A set of nodes of an explicit graph is a row with a cell for each node, 1 for those in the set; among the numbers of a component
 * it stands as their count and the nodes, ascending. A board of several pieces is one row of all cells.
 *
 * A number is a set of bits to some rules: they ask bit(x, k) or x / pow(2, k) % 2 of it, and write x + pow(2, k),
 * x - pow(2, k), xor(x, y). If nothing else is found, such numbers are laid out as their *binary digits* (bits.c), a row
 * with a cell for each, the lowest first: as many as the number has at the start, and as any move writes to one of so few,
 * up to 63. Of a row or grid of such numbers the digits of one come after those of the other, as many of each: the lines of a
 * board. The theorem above is one about these cells, and so are the others. Of a number that is asked as a whole, or compared, or of
 * which popcount(x) is compared, only as many digits are asked as decide; if more than six were to be, or twelve to be counted,
 * there is no such board.
 *
 * Numbers may be *merged* where some cell would hold more than two values: of a field all numbers from a bound on are one value, which
 * is that bound. Of such a number the evaluation knows no more than that it is one of these (merged.c): what it cannot decide by that it
 * refuses, and the bound is raised.
 * Theorem. Let two states differ in merged numbers only. Then the moves of one lead to states that differ from those of the other in
 * merged numbers only, and the other way round; so both have the same value, outcomes and remoteness, and play ends from both or
 * neither. Proof. Cells that are asked hold the same value in both, or merged numbers, and each step of the evaluation comes out the
 * same for all of these, or as numbers that are at least the same bound; so the same moves are found. What a move writes to a cell is
 * the same number in both, or in both one that is at least the bound of its field (a number of which less is known refuses), or what a
 * cell held; and other cells stay. The rest is by induction on play. [] No move makes a number larger by more than 2^23, and in a state
 * that is read they are less than GROUND_MERGED_MOST, 2^58: in less than 2^34 moves none, and no sum of nine of them, leaves 64 bits.
 * A number that is no less than the bound, added to what a cell holds, is merged whatever that is, and nothing is asked (merged.c: it is
 * a number of which no more is known than in the proof).
 * A field of which all numbers are merged, from 0 on, is a piece without cells: its numbers are passed over.
 *
 * `slides`, `images`: what is the same game elsewhere on the board, or mirrored (alike.c has the proof). A part of a state is
 * the state with the final value in all cells but some; let it stand for its moves, those of which `need` is among these cells.
 *   slides[0]   a part moved by one row, within the board, has the moves moved by one row, and there are some; slides[1]: column
 *   images      bit k, for k made of MIRROR_ROWS and MIRROR_COLUMNS: the image of a part has the images of its moves; bit
 *               MIRROR_TURN: so has a part in the first min(rows, columns) rows and columns where these are exchanged
 *   exchanges   permutations of codes, the final one staying as it is: what a state becomes by it has the moves of the state, changed
 *               by it (Clobber: white and black). All there are, but for the one that changes nothing
 *   twists      images together with a permutation of codes, where the image alone is none (toads and frogs: the row mirrored, toads and
 *               frogs exchanged). All there are of MIRROR_ROWS, MIRROR_COLUMNS, both, and MIRROR_TURN
 *   orders      permutations of all cells that take moves to moves (orders.c). Found on boards that do not slide; whoever uses
 *               them needs no images: they are there where images are less than half as many
 *
 * A board of *words* (ground_make_words) is made of all fields that moves change too, but what a field or a cell of it holds, one of
 * up to GROUND_WIDE values, is written as a word of `width` cells that hold 0 or 1, no two values the same: where a token
 * stands, how many moves are left, how many pebbles lie on a node. A move asks the whole word of what it asks, and writes the
 * whole word of what it writes; so its moves are those of the rule by the same theorem. Nothing is said of final values there:
 * `need` and `slides` mean nothing. Its orders keep the state that it was made for.
 * Values are few because they are, or because of the *total* of all numbers at the start.
 * Theorem. Let no way to move that asks no more than the total in all raise it, whatever cells hold. Then the states whose numbers
 * are no more than that in all are left by no move, and of these the ways that ask more are never possible. Proof. What a way asks is
 * held by different cells, and no number is negative: it is no more than the total of a state in which it is possible. []
 * So such ways are left out, and the board has the states with no larger total (layout.most). A cell that is written and was not asked
 * counts as if it had held 0.
 */
#ifndef CGI_PROOF_GROUND_GROUND_H
#define CGI_PROOF_GROUND_GROUND_H
#include "base/arena.h"
#include "base/budget.h"
#include "base/status.h"
#include "model/model.h"

#define GROUND_NO_VALUE (-1)
enum {
    GROUND_WORDS = 4,
    GROUND_CELLS = 256,
    GROUND_VALUES = 4,
    GROUND_MOVES = 8192,
    GROUND_EXCHANGES = 5,
    GROUND_TWISTS = 4 * GROUND_EXCHANGES
};
enum { GROUND_PIECES = MODEL_MAX_FIELDS, GROUND_ORDERS = 31 };
enum {
    GROUND_WIDE = 64 /* values of a number on a board of words, */,
    GROUND_WORD_MOVES = 1 << 15 /* and its moves */
};

/* Merged numbers of a state are less. */
#define GROUND_MERGED_MOST ((int64_t)1 << 58)
struct ground_from {
    const struct model *model;
    int game;
    const struct param_value *params;
    const int64_t *cells; /* as in a component */
    size_t count;
    const struct budget *budget; /* its time and Ctrl-C are asked on the way; NULL: none */
    uint64_t steps; /* at most so many of ground_make and of ground_make_choices; 0: as many as boards are worth */
};
#define GROUND_STEP_SECONDS 2e-8 /* about 100 instructions, of sums over cells 160 */
struct ground_mask {
    uint64_t words[GROUND_WORDS];
};
struct ground_move {
    struct ground_mask care, want, write, put; /* of a state */
    struct ground_mask need,
        foot; /* of cells: where it asks for a value that is not final; all that it reads or writes */
};
/* A field of the board: so many numbers of a component come after the piece before, with its dimensions or its count, then its
 * cells, or nodes. */
struct ground_piece {
    size_t gap, first; /* its first cell on the board */
    size_t rows, columns;
    bool set;
    bool bits;     /* its rows are the binary digits of numbers, from the lowest on */
    size_t passed; /* not 0: it has no cells; so many numbers come after the gap, which no move asks */
    bool merges;   /* numbers from `from` on are one value, that one */
    int64_t from;
    bool owns;    /* each cell holds its own number or 0: code 1 is layout.own, of whichever cell it is; */
    size_t width; /* how many cells of the board each of its numbers takes */
    bool by_cell; /* of each value the word is one cell that is 1; else its index in binary */
    int64_t values[GROUND_WIDE]; /* of each code, or word by index */
    size_t value_count;
};
struct ground_layout {
    struct ground_piece pieces[GROUND_PIECES];
    size_t count;
    bool in_words;
    int64_t most; /* of a board of words: all numbers of a state together */
    size_t fixed_count;
    bool fixed[GROUND_CELLS];    /* cells that no move on the board changes */
    int64_t holds[GROUND_CELLS]; /* what these hold in all its states; their code is 0 */
    int64_t own[GROUND_CELLS];   /* of cells of pieces that own */
};
struct ground {
    size_t cells; /* 0: the rule is none of those that are understood */
    bool ran_out; /* or the steps of ground_from were too few */
    bool in_words;
    size_t rows, columns;
    struct ground_layout layout;
    size_t planes, span, words;
    bool bitwise;       /* moves ask and write single bits of cells of two planes, not what these hold (closing.h) */
    size_t first_code;  /* the first code that some cell may have */
    size_t value_count; /* how many codes there are, with those that no cell has */
    struct ground_move *moves;
    size_t move_count;
    /* Beside a counter (closing_counted.h) the last `steps` cells are its bits: the first of them are set, as many as steps are left. Then
     * `moves` are those that take the last bit, then those that take the one before and so on, so many each; 0: there is none. */
    size_t steps, step_moves;
    bool slides[2];
    uint32_t images;
    struct ground_exchange {
        uint8_t to[GROUND_VALUES]; /* of each code */
    } exchanges[GROUND_EXCHANGES];
    size_t exchange_count;
    struct ground_twist {
        uint32_t image; /* MIRROR_ROWS, ... */
        struct ground_exchange by;
    } twists[GROUND_TWISTS];
    size_t twist_count;
    uint8_t (*orders)[GROUND_CELLS]; /* of each order: where each cell goes */
    size_t order_count;
};
/* A way to move that asks each cell for one of some values; it is possible where each holds one that it may. */
enum { GROUND_CHOICES = 2048 };
struct ground_choice {
    struct ground_mask write; /* cells */
    /* Of each code, the number of a value of the cell's piece: the cells that may hold it, and those where it is put. */
    struct ground_mask *allowed, *puts;
};
/* A sum of a number for each cell, by what it holds, that is to be less than `bound`. */
struct ground_limit {
    int64_t *weights; /* of each cell GROUND_WIDE numbers, one for each code; NULL: there is no limit */
    int64_t bound;
};
/* A board of which cells may hold up to GROUND_WIDE values, with all ways to move. The theorem above is one about these, too. */
struct ground_choices {
    /* Cells, rows, columns, layout, span, value_count: what codes there are; it has no list of masks. */
    struct ground board;
    struct ground_choice *ways;
    size_t count;              /* up to GROUND_CHOICES */
    struct ground_limit limit; /* what each way asks besides, of all cells together (ground_make_limited) */
};
/* ST_OK, ST_NO_MEMORY, ST_TIMEOUT or ST_INTERRUPTED. What it points to is in the arena. */
enum status ground_make(const struct ground_from *from, struct arena *arena, struct ground *ground);
/* The same without numbers that are merged. */
enum status ground_make_exact(const struct ground_from *from, struct arena *arena, struct ground *ground);
/* The same with cells fixed that no move changes, if there are any, where ground_make tries first what it can do with all. */
enum status ground_make_fixed(const struct ground_from *from, struct arena *arena, struct ground *ground);
/* The same as ways to move with sets of values. Terms of conditions that ask one cell say which values it may hold; for what several
 * are asked together there is a way for each value of all but one (allowed.c). board.cells 0: that is not understood, or too much. Not
 * where the rule reads the mover. */
enum status ground_make_choices(const struct ground_from *from, struct arena *arena, struct ground_choices *choices);
/* As ground_make; `choices` are those of the same rule on the same board (count 0: there are none). Where they have few values the moves
 * are read off them, and the rule is not gone through again (listed.c). */
enum status ground_make_of(const struct ground_from *from, const struct ground_choices *choices, struct arena *arena,
                           struct ground *ground);
/* The same of a rule all moves of which have one condition in common, that a sum over the cells has a limit ("at most five pieces"),
 * which is linear in what single cells say (limits.c). count 0: it has none, or that is not understood. */
enum status ground_make_limited(const struct ground_from *from, struct arena *arena, struct ground_choices *choices);
enum { GROUND_WORDS_STEPS = 1 << 22 }; /* as many as a board of words is worth */
/* A board of words, with moves that are found in so many steps. */
enum status ground_make_words(const struct ground_from *from, uint64_t steps, struct arena *arena,
                              struct ground *ground);
/* Has the rule numbers that moves change and of which they ask binary digits, as far as it is written so? */
bool ground_has_digits(const struct game *game);
/* The word of value k of the piece. */
static inline uint64_t ground_word(const struct ground_piece *piece, size_t k)
{
    return piece->by_cell ? UINT64_C(1) << k : (uint64_t)k;
}
/* Of a board whose moves ask and write whole cells: leaves out what moves ask that makes no difference (joined.c), so there are fewer.
 * The list is another one then, in the arena, with the same options in each state. False: no memory. A bounded number of steps. */
bool ground_join(struct ground *g, struct arena *arena);
/* Of such a board: leaves out all that moves ask for final values, and moves that others cover, if that can be proved of all of them; else
 * the list stays. Moves may then be possible in one state that do the same. The options of each state are the same. False: no memory. */
bool ground_widen(struct ground *g, struct arena *arena);
/* Does play on the board end, from each of its states? True is a proof (falls.c), false means nothing. Time O(moves * cells) and a
 * bounded number of steps. */
enum status ground_falls(const struct ground *g, bool *falls);

/* layout.c: the codes of the cells of a component, and its other numbers. False: it is no state of that board. `codes` has room for
 * GROUND_CELLS, `others` for `count`. Time O(count + cells). */
bool ground_read(const struct ground_layout *layout, const int64_t *numbers, size_t count, uint8_t *codes,
                 int64_t *others, size_t *other_count);

/* Are some numbers one value? */
static inline bool ground_merges(const struct ground_layout *layout)
{
    bool merges = false;
    for (size_t k = 0; k < layout->count; k++) merges |= layout->pieces[k].merges || layout->pieces[k].passed;
    return merges;
}

/* The first code that a cell may have. */
static inline size_t ground_first(const struct ground *g) { return g->first_code; }

static inline size_t ground_cell(const struct ground *g, size_t row, size_t column)
{
    return row * g->columns + column;
}
static inline bool ground_has(const struct ground_mask *set, size_t cell)
{
    return set->words[cell / 64] >> (cell % 64) & 1;
}
static inline void ground_add(struct ground_mask *set, size_t cell)
{
    set->words[cell / 64] |= UINT64_C(1) << (cell % 64);
}
/* Writes the code of a value to a cell of an empty state. */
static inline void ground_put(const struct ground *g, struct ground_mask *state, size_t cell, size_t code)
{
    for (size_t p = 0; p < g->planes; p++)
        if (code >> p & 1) ground_add(state, p * g->span * 64 + cell);
}
static inline size_t ground_code(const struct ground *g, const struct ground_mask *state, size_t cell)
{
    size_t code = 0;
    for (size_t p = 0; p < g->planes; p++) code |= (size_t)ground_has(state, p * g->span * 64 + cell) << p;
    return code;
}
/* The state with other codes. Two planes: a permutation of the codes 1, 2, 3 is linear in their bits, as 3 is 1 xor 2. */
static inline struct ground_mask ground_exchanged(const struct ground *g, const struct ground_exchange *by,
                                                  const struct ground_mask *state)
{
    struct ground_mask out = {{0}};
    for (size_t p = 0; p < g->planes; p++)
        for (size_t w = 0; w < g->span; w++)
            for (size_t from = 0; from < g->planes; from++)
                if (by->to[(size_t)1 << from] >> p & 1) out.words[p * g->span + w] ^= state->words[from * g->span + w];
    return out;
}

#endif
