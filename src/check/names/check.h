/* SPDX-License-Identifier: MIT */
/* From syntax to a checked game: names, types, bounds, termination. Every semantic error is raised here.
 *
 *     struct check_input in = {.sources = &sources, .names = &names, .scratch = &scratch, .diags = &diags,
 *                              .source = id};
 *     struct model *model;
 *     enum status st = check_file(&in, file, &model);       // ST_INVALID: the diagnostics say why, *model is NULL
 *     ...
 *     model_free(model);
 *
 * Imports are followed from here: `import "x.game"` is read relative to the folder of the importing file, each file
 * once. An imported file contributes its games, graphs, functions, parameters and Lua blocks, but not its expects,
 * claims or `play misere`.
 *
 * Choices that the notation leaves open:
 *   - A parameter without `in` accepts values like its default: natural numbers if the default is one (with elements
 *     of at least 1 if those of a default set are), so that whatever is proved of a rule holds for every --set. `in`
 *     overrides this.
 *   - A game's parameter or field may hide a parameter of the file; every other hiding of a value is an error.
 *   - A variant shares the parameters of its base. It may add moves, not replace one: a move named like an inherited
 *     one is an error.
 *   - Coins of coin-turning codes are numbered from 0, as in Winning Ways, chapter 14: coin n is the position n. */
#ifndef CGI_CHECK_NAMES_CHECK_H
#define CGI_CHECK_NAMES_CHECK_H
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"
#include "model/model.h"
#include "syntax/parse/ast.h"

/* Why a rule of the file is impartial, why its play ends and why its options stay in its states, in words; what is not proved
 * is said too. */
enum reason_kind { REASON_IMPARTIAL, REASON_ENDS, REASON_STAYS };
struct reason {
    enum reason_kind kind;
    int game;
    const char *move; /* NULL: of the game as a whole */
    bool proved;
    const char *text; /* in the arena of the model */
};
struct reasons {
    VEC(struct reason)
    items; /* game by game, in the order of the kinds, the whole before its moves; freed by the caller */
};

struct linear_answers;
struct check_input {
    struct sources *sources; /* imported files and graphs are added to it */
    struct interns *names;
    struct arena *scratch; /* syntax trees of imported files and working memory; may be freed after the call */
    struct diags *diags;
    uint32_t source;         /* the text being checked */
    struct reasons *reasons; /* NULL, or: filled in if the file has no errors */
    struct diags *later;     /* NULL, or: gets the notes that can wait until an answer is printed (W0907) */
    bool
        unproved; /* whether play ends and stays in its states is not asked: for rules that are only compared with others */
    struct linear_answers
        *answers; /* NULL, or: systems that were solved before, which are kept (proof/linear/answers.h) */
    bool remarks; /* also note what is not a mistake but may surprise: names of the language with another meaning */
};

/* Checks a whole file. ST_OK even if there are warnings or notes. The model does not refer to the scratch arena; its
 * names and expressions are in an arena of its own. */
enum status check_file(const struct check_input *in, const struct ast *file, struct model **model);

/* A position typed on the command line: `nim(3) + nim(5)`, start forms, the bare name of a node when the main game
 * is a graph, a bare number or bracket when the main game has one field or a start of one argument. The result
 * lives in `arena`; numbers may be of any size. `mover`, parameters and questions are refused. */
enum status check_position(const struct check_input *in, const struct model *model, const struct ast *expression,
                           struct arena *arena, struct expr **position, int *slots);
/* A question or computation typed on the command line, of type int, bool, outcome or positions. */
enum status check_question(const struct check_input *in, const struct model *model, const struct ast *expression,
                           struct arena *arena, struct expr **question, int *slots);

#endif
