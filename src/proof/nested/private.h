/* SPDX-License-Identifier: MIT */
/* Pieces of a rule with their results solved for: what pieces.c reads and rays.c proves things of. */
#ifndef CGI_PROOF_NESTED_PRIVATE_H
#define CGI_PROOF_NESTED_PRIVATE_H
#include "proof/nested/nested.h"
#include "proof/normal/normal.h"

/* A form over the state and t. */
struct nested_row {
    struct nested_form form;
    int64_t t;
    bool equality;
};
/* Conditions of a move that are set aside (aside.c). */
struct nested_aside {
    const struct move *move; /* as it is in the rule */
    const struct expr **conditions, **gates;
    size_t count, gate_count; /* of those that read generators, and of those that read none */
    bool *reads;              /* per generator of the move: do they read it? */
};
struct nested_piece {
    struct nested_row *rows; /* what must hold; none of them follows from the others */
    size_t row_count;
    struct nested_remainder *divides; /* and this */
    size_t divide_count;
    struct nested_row *at;            /* the result, one per field */
    bool moves;                       /* t occurs */
    const struct nested_aside *aside; /* NULL: nothing is */
    struct nested_row *gens;          /* then: each generator that is read */
};
/* What may be an option of a piece, once its direction is chosen. */
struct nested_claim {
    const struct nested_piece *piece;
    struct nested_row *rows; /* room for one more for each field */
    size_t count;
    bool less; /* proved to be less than the position */
};
struct nested_finder {
    const struct nested_source *source;
    const struct nested_aside *asides; /* per move; NULL: nothing is set aside */
    struct nested *out;
    struct arena *arena;     /* of the result */
    struct arena scratch;    /* all else */
    struct linear_work work; /* over fields 0, 1, ... and t as number `fields` */
    size_t fields;
    struct nested_row *known; /* of every state */
    size_t known_count;
    struct nested_row *legal; /* what the invariant says, if every move keeps it and it is one conjunction */
    size_t legal_count;
    struct nested_piece *pieces;
    size_t piece_count, piece_room;
    bool turns; /* states with fields `turned` exchanged are the same game (turned.c) */
    size_t turned[2];
    struct nested_claim *claims; /* one per piece */
    size_t claim_count;
    bool no_memory;
};

/* Says why and returns false. */
bool nested_refuse(struct nested_finder *f, const char *reason);
/* pieces.c: false if it refused, or memory ran out. */
bool nested_read(struct nested_finder *f, const struct normal *normal);
/* known.c: f->known and f->legal. */
bool nested_read_known(struct nested_finder *f, const struct normal *n);
/* Drops rows that follow from others: those without t first. */
void nested_prune(struct nested_finder *f, struct nested_piece *p);
/* rows.c: rows for the prover, and what it says. */
struct linear_constraint nested_constraint(struct nested_finder *f, const struct nested_row *row);
/* Does `what` follow from the rows and what is known of every state? */
bool nested_implied(struct nested_finder *f, const struct nested_row *rows, size_t count,
                    const struct nested_row *what);
/* A form over these variables of the prover; false if it has others or large numbers. */
bool nested_row_of(struct nested_finder *f, const struct linear_form *form, const int *vars, struct nested_row *out);
/* aside.c: the rule without the conditions that forms cannot say, or say one way at a time (`several`), and these, per move; *asides
 * NULL: there are none, or memory ran out. */
void nested_set_aside(const struct nested_source *source, bool several, struct arena *arena, struct nested_source *rest,
                      const struct nested_aside **asides);
/* Is what is set aside of the piece's move the same at (x + u, t + shift) as at (x, t), for all x and t? */
bool nested_aside_stays(const struct nested_finder *f, const struct nested_piece *piece, const int64_t *u,
                        int64_t shift);
/* A filter of these conditions, in the result's arena, its values to be filled in. NULL: memory ran out. */
struct nested_filter *nested_filter_of(struct nested_finder *f, const struct nested_aside *aside, bool gate);
/* turned.c: the piece with t counted as a field of the result is, where it can be: pieces with the same results then look the same. */
void nested_by_result(struct nested_finder *f, struct nested_piece *piece);
/* rays.c: the ray of a piece. *found false: it has none. False: it refused, or memory ran out. */
bool nested_ray_of(struct nested_finder *f, const struct nested_piece *piece, bool *found);
/* find.c: has the other piece all options of this one, the same for the same t? */
bool nested_covered(struct nested_finder *f, const struct nested_piece *piece, const struct nested_piece *by);
/* Pieces of which one begins where the other one ends become one. False: memory ran out. */
bool nested_join(struct nested_finder *f);
/* The pieces where the invariant holds. False: it refused, or memory ran out. */
bool nested_legal(struct nested_finder *f);
/* Pieces of a rule of which states with fields i and j exchanged are the same game: those that were read, if that is proved of them,
 * or those that the invariant leaves on one side of x_i = x_j and their images. False: neither, or memory ran out. */
bool nested_turn(struct nested_finder *f, size_t i, size_t j);
/* Where f->turns: the piece that leads to its results with these fields exchanged. NULL: memory ran out. */
const struct nested_piece *nested_turned(struct nested_finder *f, const struct nested_piece *piece);
/* order.c: are all options that these rows allow states? If so it is noted that they must be less than the position. */
bool nested_states(struct nested_finder *f, const struct nested_piece *piece, const struct nested_row *rows,
                   size_t count, bool *are);
/* Is the option never greater in the field, where these rows hold? */
bool nested_never_greater(struct nested_finder *f, const struct nested_piece *piece, size_t field);
/* An order in which they are; everything found is brought into it. */
bool nested_order(struct nested_finder *f);

#endif
