/* SPDX-License-Identifier: MIT */
/* What the files on parts share.
 *
 *     parts.c       which parts there are; all games
 *     changes.c     what each piece changes, and what it looks at
 *     implied.c     constraints: what follows from others
 *     invariant.c   invariants that are conjunctions over single parts
 *     touched.c     which fields, cells and indices a constraint is about
 *     write.c       the games of the parts, added to the model
 */
#ifndef CGI_PROOF_PARTS_PRIVATE_H
#define CGI_PROOF_PARTS_PRIVATE_H
#include "proof/normal/normal.h"
#include "proof/parts/parts.h"

/* The cell that a piece replaces: in which field, and the variables that are its indices. */
struct cell_place {
    int field; /* -1: none */
    int dims, index[2];
};
/* What a piece changes: one cell of a field, or numbers and truth values. */
struct piece_change {
    struct cell_place cell;
    uint32_t fields; /* bits: the numbers that change */
    uint32_t reads;  /* bits: numbers that it looks at, but for those that no piece changes */
    uint32_t fixed;  /* bits: numbers that it looks at, which no piece changes */
};
/* One conjunct of the invariant, and the numbers that it is about. */
enum { MAX_CLAIMS = 32 };
struct part_claim {
    struct expr *expr;
    uint32_t fields;
};
struct search {
    struct model *model;
    int game;
    struct arena scratch;
    struct normal_space space;
    struct normal *normal;
    struct piece_change *changes;       /* per piece */
    uint32_t moving;                    /* bits: numbers that some piece changes */
    uint32_t part_of[MODEL_MAX_FIELDS]; /* of numbers: those of its part, as bits */
    uint32_t reshaped; /* bits: fields of which some piece leaves none or several cells in place of one */
    uint32_t rising;   /* bits: ... puts a number that is not proved to be less */
    struct part_claim claims[MAX_CLAIMS];
    size_t claim_count;
    bool no_memory;
};
/* A part: each cell of a field, or numbers. `fixed`: numbers that its moves look at and that no move changes. */
struct part {
    int cell; /* -1: none */
    uint32_t fields, fixed;
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

/* ---- changes.c: false if the state is no sum, or memory is out ------------------------------------------------------ */
/* Fills in what each piece changes; then, when it is known which numbers never change, what each looks at. */
bool find_changes(struct search *s);
bool find_reads(struct search *s);

/* ---- invariant.c -------------------------------------------------------------------------------------------------- */
/* Fills in the conjuncts of the invariant; false if one is about cells, or is not proved to hold after every move. */
bool find_invariant(struct search *s);
/* The model with this game's invariant left out, for the source; NULL if memory runs out. */
struct model *model_with(struct search *s, struct normal_source *source);
/* What the invariant says of the part; NULL: nothing. */
struct expr *invariant_of(struct search *s, const struct part *part);

/* ---- write.c --------------------------------------------------------------------------------------------------------- */
void write_parts(struct search *s, const struct part *parts, size_t count);
/* Does piece i change that part? */
bool piece_of(const struct search *s, size_t i, const struct part *part);

#endif
