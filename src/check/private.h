/* SPDX-License-Identifier: MIT */
/* The state that the files of the checker share. Not for other rooms.
 *
 *     check.c         the order of the stages                imports.c      files
 *     declare.c       declarations                           names.c        what a name means where it is used
 *     expr.c          operators                              calls.c        builtins, folds, Lua
 *     fn.c            inlined functions                      domains.c      ranges, sets, generators
 *     rows.c          rows, grids, updates                   positions.c    games and sums
 *     game.c          clauses of a game                      params.c       parameters and --set
 *     codes.c         octal codes                            coins.c        coin-turning codes
 *     graphs.c        explicit graphs                        claims.c       expect and claim
 *     evaluate.c      values of constants                    assumptions.c  what follows from a rule
 *     forms.c         expressions as linear forms            bounds.c       empty ranges, dead moves, results
 *     small_states.c  small states, evaluated                measure.c      why play ends
 *     flow.c          which games lead to which              decrease.c     what a move takes away
 *     lints.c         what is never used                     questions.c    sg, outcome, wins, ...
 *     endless.c       moves that can be repeated for ever    idle.c         superfluous parts of a move
 *     cells.c         which computed cells are natural       build.c        building nodes of expressions
 *     codes_ast.c     codes as syntax                        nodes.c        sets of nodes of a graph
 *     subsets.c       which sets are subsets of which        trees.c        trees
 *     sizes.c         which trees are smaller                 stays.c        options that are states
 *     reasons.c       what is proved, in words               contained.c    moves that others contain
 *
 * A function that returns an expression returns NULL if it reported a mistake or memory ran out; a caller that
 * receives NULL reports nothing more, so one mistake gives one message. `no_memory` is checked once, at the end. */
#ifndef CGI_CHECK_PRIVATE_H
#define CGI_CHECK_PRIVATE_H
#include <stdbool.h>
#include "base/vec.h"
#include "check/names/check.h"
#include "model/evaluate.h"
#include "model/expr.h"

enum {
    CHECK_MAX_DEPTH = 600,     /* of one expression, after inlining */
    CHECK_MAX_INLINE = 64,     /* nested calls of functions */
    CHECK_MAX_INLINED = 20000, /* nodes that one call may expand to */
    CHECK_MAX_FILES = 256,
    CHECK_MAX_IMPORTS = 32, /* one after the other */
    CHECK_MAX_GENS = 64,
    NODES_MAX = 65535, /* nodes of a graph of which sets are stored: one position holds them all */
    WANT_ANY = -1
};

/* What a place expects: an enum type; for NODE and NODES also the graph, since names are read as its nodes. */
static inline int want_nodes(enum type type, int graph) { return (int)type | (graph + 1) << 8; }
static inline int want_graph(int want) { return want < 0 ? -1 : (want >> 8) - 1; }
static inline bool wants(int want, enum type type) { return want >= 0 && (want & 255) == (int)type; }

/* ---- name maps: pointer-equal (interned) names to indices */
struct name_map {
    const char **keys;
    int *values;
    size_t count, capacity;
};
/* -1: absent. */
int name_map_get(const struct name_map *map, const char *name);
bool name_map_put(struct name_map *map, const char *name, int value);
void name_map_free(struct name_map *map);

/* ---- declarations */
enum decl_kind { DECL_GAME, DECL_FN, DECL_PARAM };
struct decl {
    enum decl_kind kind;
    const char *name; /* interned */
    struct span span;
    int index; /* among declarations of its kind */
};
struct fn_decl {
    const struct ast *ast;
    const char *name;
    bool own, used, broken, active;
};
struct param_decl {
    const struct ast *ast;
    bool own, used;
};
/* What the checker knows of a game beyond the model. */
struct game_decl {
    const struct ast *ast;
    const struct ast *clauses; /* LIST or NULL */
    const char *name;          /* interned */
    bool own;                  /* declared in the file itself, not in an imported one */
    int base;                  /* of a variant; else -1 */
    bool broken;               /* a mistake was reported in it */
    size_t inherited;          /* the number of its moves that come from its bases */
    size_t first_param, param_count;
    int invariant_slots; /* locals of the invariant; those of the moves are numbered after them */
    uint32_t bounded;    /* bit i: field i is one number that cannot fall for ever */
    uint32_t capped;     /* bit i: ... that cannot rise for ever */
    uint32_t stays; /* bit i: ... that no move of the circle changes; set when the circle's measure is looked for */
    int component;  /* number of its strongly connected component, callees first */
    bool cyclic;    /* it can lead to itself */
};

/* ---- scopes */
struct local {
    const char *name; /* interned or NULL */
    struct span span;
    enum type type;
    int slot;
    int graph;          /* TYPE_NODE, TYPE_NODES: an index into the games */
    struct expr *value; /* the expression it stands for, instead of a slot; may be NULL */
    bool unknown;       /* a mistake was reported in it: uses are not reported */
};
enum allow {
    ALLOW_FIELDS = 1,
    ALLOW_PARAMS = 2,
    ALLOW_MOVER = 4,
    ALLOW_QUESTIONS = 8,  /* expect, claim, the command line: also numbers of any size */
    ALLOW_ALL_PARAMS = 16 /* parameters of every game by name, if only one game has that name */
};
struct scope {
    int game; /* whose fields and parameters are visible; -1: no game's */
    unsigned allow;
    VEC(struct local) locals;
    size_t first_visible; /* locals before it are hidden (inside a function) */
    int slots;
};

struct checker {
    const struct check_input *in;
    struct diags *diags;
    struct arena *scratch;
    struct model *model;
    struct arena *arena; /* where expressions are allocated: the model's, or the caller's for positions */
    struct scope *scope;
    bool no_memory;
    bool big; /* the expression checked next may be a number of any size */
    unsigned depth, fn_depth;
    uint64_t inlined;
    bool grown_said;            /* that a function grows too large was reported for this call */
    int rebind_from, rebind_to; /* inherited moves: calls of the base mean the variant; -1 */

    struct name_map map; /* file-level names to decls */
    VEC(struct decl) decls;
    VEC(struct fn_decl) fns;
    VEC(struct param_decl) params;
    VEC(struct game_decl) games;
    VEC(struct lua_function) lua;
    VEC(struct check) checks;
    /* files already read: where they are, and whether they are still being followed */
    struct file_mark *files;
    size_t file_count, file_capacity;
    VEC(const char *) lua_texts;
    VEC(struct span) lua_spans;
    bool loaded_badly; /* an imported file has mistakes: names may be missing */
    bool many_files;   /* that there are too many is said */
    bool incomplete;   /* something of the model is missing */
};

/* ---- build.c */
struct expr *expr_new(struct checker *ck, enum expr_kind kind, enum type type, struct span span, size_t kids);
struct expr *expr_int(struct checker *ck, struct span span, int64_t value);
struct expr *expr_bool(struct checker *ck, struct span span, bool value);
struct expr *expr_one(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a);
struct expr *expr_two(struct checker *ck, enum expr_kind kind, enum type type, struct span span, struct expr *a,
                      struct expr *b);
/* Memory in the model (or the caller's arena); notes failure. */
void *keep(struct checker *ck, size_t count, size_t size);
const char *keep_name(struct checker *ck, const char *name);
const struct integer *keep_integer(struct checker *ck, const struct integer *number);
/* What a place expects that takes another expression like e: its type and graph. */
int want_like(const struct expr *e);
/* Does e have that type? Then its graph is noted if there is one. */
struct expr *expr_typed_like(struct expr *e, const struct expr *like);
/* "a number", "a position": for messages. */
const char *type_phrase(enum type type);
/* The text of an expression, in the scratch arena; "" if memory runs out. */
const char *expr_text(struct checker *ck, int game, const struct expr *e);

/* ---- imports.c */
/* Reads the imported files, then passes every file, imported ones first, to declare_file. */
void follow_imports(struct checker *ck, const struct ast *file, uint32_t source);
/* A path relative to the folder of the file `source`, resolved; in the scratch arena. NULL: no memory. */
const char *resolve_path(struct checker *ck, uint32_t source, const char *path);
/* Is the file with the source `to` the one with the source `from` or imported by it, perhaps indirectly? True of
 * texts that are not files. */
bool file_sees(const struct checker *ck, uint32_t from, uint32_t to);
void imports_free(struct checker *ck);

/* ---- declare.c */
void declare_file(struct checker *ck, const struct ast *file, bool own);
/* Bases, fields and arrays of the model; called once all files are declared. */
void declare_headers(struct checker *ck);
struct field *declare_fields(struct checker *ck, const struct ast *list, size_t *count);

/* ---- names.c */
bool scope_open(struct checker *ck, struct scope *scope, int game, unsigned allow);
void scope_close(struct checker *ck, struct scope *scope);
/* A new local with a fresh slot (or standing for `value`); reports names that are taken. NULL if memory runs out. */
struct local *scope_declare(struct checker *ck, const char *name, struct span span, enum type type);
struct local *scope_find(struct checker *ck, const char *name);
/* A parameter visible here; -1: none, -2: several games have one (reported). */
int param_find(struct checker *ck, const char *name, struct span span);
int field_find(const struct checker *ck, const char *name);
struct expr *resolve_name(struct checker *ck, const struct ast *a, int want);
struct expr *resolve_member(struct checker *ck, const struct ast *a);
struct expr *read_param(struct checker *ck, int param, struct span span);
struct expr *read_local(struct checker *ck, struct local *local, struct span span);
void report_unknown_call(struct checker *ck, const struct ast *a);
struct decl *decl_find(struct checker *ck, const char *name);
/* Like decl_find, for a name of the language used at `span`: it means a declaration only if that is made in the file
 * of the span or in one that it imports, so a file keeps its meaning whoever imports it. */
struct decl *decl_meant(struct checker *ck, const char *name, struct span span);
/* Is name(...) a game or function declared in the files? Also in typed text, where functions cannot be called. */
bool call_declared(struct checker *ck, const char *name, struct span span);
/* "function" or "set" if name(...) has a meaning in the language that a file may redefine; else NULL. */
const char *call_word_phrase(const char *name);
/* What the name of one of the language's sets means at `span`: a parameter, HIDDEN_PARAM for one that cannot be read
 * here, -1 for the set. */
enum { HIDDEN_PARAM = -2 };
int param_hiding_set(struct checker *ck, const char *name, struct span span);
/* A game by name, also on the command line, where nothing is declared; -1 if there is none. */
int game_find(struct checker *ck, const char *name);
/* Reports names that must not be redefined. Returns true if the name may be used. */
bool value_name_free(struct checker *ck, const char *name, struct span span, const char *what);
bool call_name_free(struct checker *ck, const char *name, struct span span, const char *what);

/* ---- expr.c */
/* `want`: the enum type that the place expects, used where it decides the reading (brackets, Lua results, nodes). */
struct expr *check_expr(struct checker *ck, const struct ast *a, int want);
/* Like check_expr, but the type is required; `what` names the place: "the operand of '-'". */
struct expr *check_typed(struct checker *ck, const struct ast *a, enum type type, const char *what);
struct expr *expect_type(struct checker *ck, struct expr *e, enum type type, const char *what);
/* The conjuncts of a condition, split at `and`. */
bool split_condition(struct checker *ck, struct expr *e, struct expr ***items, size_t *count);

/* ---- calls.c, fn.c */
struct expr *check_call(struct checker *ck, const struct ast *a, int want);
int lua_find(struct checker *ck, const char *name, struct span span, size_t arity, bool generator);
struct expr *inline_fn(struct checker *ck, struct fn_decl *fn, const struct ast *call, int want);
void check_unused_fns(struct checker *ck);
bool is_fold_name(const char *name, enum fold *fold);
int builtin_find(const char *name);

/* ---- domains.c */
enum domain_place { IN_GENERATOR, IN_TEST, IN_PARAM, IN_CLAIM };
/* Reports a tuple in a set, or one that is asked for in it (left, NULL where nothing is; in: or not in), once; false: there is none. */
bool report_tuples(struct checker *ck, const struct ast *left, const struct ast *set, bool in);
/* *element: the type of the elements. */
bool check_domain(struct checker *ck, const struct ast *a, enum domain_place place, struct domain *domain,
                  enum type *element);
/* Declares the generators of a LIST; later ones may use earlier ones. Returns false if one had a mistake (all are
 * declared). */
bool check_gens(struct checker *ck, const struct ast *list, enum domain_place place, struct gen **gens, size_t *count);
/* Caps for the infinite sets among the generators, from the conditions; reports those without a cap. */
bool find_caps(struct checker *ck, struct gen *gens, size_t count, struct expr *const *conditions,
               size_t condition_count);
/* Is condition `which` the only one that bounds an infinite generator, or divisors of what may be 0? */
bool caps_alone(struct checker *ck, struct gen *gens, size_t count, struct expr *const *conditions,
                size_t condition_count, size_t which);
/* Divisors of what may be 0: every number divides 0, so these have no end there. */
bool divides_what_may_be_0(const struct domain *d);
/* A word of the language for a set, alone (squares) or as a call (powers(2)). */
bool is_set_name(const char *name);
bool is_set_call(const char *name);
/* The graph of its nodes or sets of nodes, an index into the games; -1 if it holds numbers or rows. */
int domain_graph(const struct checker *ck, const struct domain *domain);

/* ---- rows.c */
struct expr *check_row(struct checker *ck, const struct ast *a, int want, bool big);
/* arrows(GRAPH): the constant grid of a graph, 1 where an arrow leads from the row's node to the column's. */
struct expr *check_arrows(struct checker *ck, const struct ast *a);
struct expr *check_index(struct checker *ck, const struct ast *a, int want);
struct expr *check_with(struct checker *ck, const struct ast *a, int want);

/* ---- nodes.c */
/* A node of that graph (an index into the games), by its name or through a variable. */
struct expr *check_node(struct checker *ck, const struct ast *a, int graph, const char *what);
/* The graph with this name, if no variable has the name; -1 if none. */
int graph_named(struct checker *ck, const char *name);
struct expr *read_graph(struct checker *ck, int graph, struct span span);
/* The graph of a set of nodes if its place does not determine one: that of something named in it, else that of the
 * state, else the only one in the file; -1 if there is none of these. */
int graph_meant(struct checker *ck, const struct ast *a);
/* Is { ... } here a set of nodes (and not of positions)? */
bool is_nodes_set(struct checker *ck, const struct ast *a, int want);
struct expr *check_nodes_set(struct checker *ck, const struct ast *a, int want);
/* s - t and s + t, with the left side already checked. */
struct expr *check_nodes_between(struct checker *ck, const struct ast *a, struct expr *left);
/* adjacent(v) and component(s, v). */
struct expr *check_nodes_call(struct checker *ck, const struct ast *a, enum builtin builtin, int want);
/* e itself if it is of that graph; NULL after a report. */
struct expr *expect_graph(struct checker *ck, struct expr *e, int graph);
/* Reports states of graphs that are too large; returns false then. */
bool check_nodes_fields(struct checker *ck, int game);

/* ---- trees.c */
/* Is [ ... ] a tree: does it contain one, or nothing but brackets, so that it cannot be anything else? */
bool is_tree(struct checker *ck, const struct ast *a);
/* [ ... ] as a tree; `first`: its first branch, if it has been checked already. */
struct expr *check_tree(struct checker *ck, const struct ast *a, struct expr *first);
/* What the left side of a + b or a - b is expected to be: brackets next to a tree are a tree. */
int tree_want(struct checker *ck, const struct ast *a, int want);
/* t + u, t - u and t - { v, ... }, with the left side already checked. */
struct expr *check_trees_between(struct checker *ck, const struct ast *a, struct expr *left);
/* t[v] and t with { [v] = u }, with the tree already checked. */
struct expr *check_tree_at(struct checker *ck, const struct ast *a, struct expr *tree);
struct expr *check_tree_with(struct checker *ck, const struct ast *a, struct expr *tree);

/* ---- positions.c */
struct expr *check_game_call(struct checker *ck, const struct ast *a, int game);
struct expr *check_compound(struct checker *ck, const struct ast *a);
struct expr *check_positions_set(struct checker *ck, const struct ast *a);
/* Body, generators and condition of a comprehension as kids and gens of a node of that kind. `want` WANT_ANY: the
 * body may have any type. */
struct expr *check_comprehension(struct checker *ck, const struct ast *a, struct span span, int want);
enum type field_type(enum field_kind kind);
/* Can a call with these fields be told from one with those, by the number of its arguments or by what one of them is? */
bool forms_differ(const struct field *a, size_t a_count, const struct field *b, size_t b_count);

/* ---- questions.c */
struct expr *check_question_call(struct checker *ck, const struct ast *a);
bool is_question_name(const char *name);
/* Once all games are known: reports questions that have no answer under this play, mover or rule. */
void check_asked(struct checker *ck, struct expr *e);

/* ---- game.c */
void check_game(struct checker *ck, int game);

/* ---- params.c */
void check_params(struct checker *ck);

/* ---- codes.c, coins.c: the moves of a code as syntax, ready to be checked; NULL after a report */
const struct ast *octal_moves(struct checker *ck, const struct ast *code, const char *name);
const struct ast *turning_moves(struct checker *ck, const struct ast *code, const char *name);

/* ---- graphs.c */
void check_graph(struct checker *ck, int game);
void report_graph_cycles(struct checker *ck);

/* ---- claims.c */
void check_claim(struct checker *ck, const struct ast *a, int game);

/* ---- evaluate.c */
/* Constants: only literals and computation, inside the open scope. */
bool evaluate_constant(struct checker *ck, const struct expr *e, int64_t *value);
/* Reports why evaluate_constant returned false: something in the expression is not a number, or the computation has
 * no result. */
void report_no_value(struct checker *ck, const struct expr *e);

/* ---- analysis of the finished model */
void analyse_flow(struct checker *ck);
void analyse_bounds(struct checker *ck);
void analyse_small_states(struct checker *ck);
void analyse_measures(struct checker *ck);
void analyse_lints(struct checker *ck);
void analyse_contained(struct checker *ck);
void tell_reasons(struct checker *ck);

#endif
