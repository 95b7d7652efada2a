/* SPDX-License-Identifier: MIT */
/* What a name means where it is used. It is looked up in this order: locals (a generator, an argument), fields,
 * parameters of the game and of its bases, parameters of the file, words of the language. Values and things that
 * are called (games, functions) never compete: `n` is a value, `n(3)` a game. So a game or function hides the
 * language's function of the same name, and a parameter or graph the language's set; this depends on the file's own
 * text and imports, not on the files that import it. */
#include "check/names/foreign.h"
#include <string.h>
#include "base/hash.h"
#include "model/sets.h"

/* ---- name maps: open addressing on the address of an interned name */

static size_t name_slot(const char *const *keys, size_t capacity, const char *name)
{
    size_t i = (size_t)hash_mix((uint64_t)(uintptr_t)name) & (capacity - 1);
    while (keys[i] && keys[i] != name) i = (i + 1) & (capacity - 1);
    return i;
}

int name_map_get(const struct name_map *map, const char *name)
{
    if (map->capacity == 0) return -1;
    size_t i = name_slot(map->keys, map->capacity, name);
    return map->keys[i] ? map->values[i] : -1;
}

static bool name_map_widen(struct name_map *map)
{
    struct name_map wider = {.capacity = map->capacity ? map->capacity * 2 : 32, .count = map->count};
    wider.keys = mem_alloc(wider.capacity * sizeof *wider.keys);
    wider.values = mem_alloc(wider.capacity * sizeof *wider.values);
    if (!wider.keys || !wider.values) {
        name_map_free(&wider);
        return false;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (!map->keys[i]) continue;
        size_t to = name_slot(wider.keys, wider.capacity, map->keys[i]);
        wider.keys[to] = map->keys[i];
        wider.values[to] = map->values[i];
    }
    name_map_free(map);
    *map = wider;
    return true;
}

bool name_map_put(struct name_map *map, const char *name, int value)
{
    if (2 * (map->count + 1) > map->capacity && !name_map_widen(map)) return false;
    size_t i = name_slot(map->keys, map->capacity, name);
    if (!map->keys[i]) map->count++;
    map->keys[i] = name;
    map->values[i] = value;
    return true;
}

void name_map_free(struct name_map *map)
{
    mem_free(map->keys, map->keys ? map->capacity * sizeof *map->keys : 0);
    mem_free(map->values, map->values ? map->capacity * sizeof *map->values : 0);
    *map = (struct name_map){0};
}

/* ---- words of the language */

static const struct outcome_name {
    const char *name;
    enum outcome outcome;
} outcome_names[] = {{"P", OUTCOME_P},    {"N", OUTCOME_N},   {"D", OUTCOME_D},
                     {"loss", OUTCOME_P}, {"win", OUTCOME_N}, {"draw", OUTCOME_D}};
enum { OUTCOME_NAMES = sizeof outcome_names / sizeof *outcome_names };

static bool is_value_word(const char *name)
{
    return strcmp(name, "true") == 0 || strcmp(name, "false") == 0 || strcmp(name, "mover") == 0 ||
           strcmp(name, "end") == 0;
}

const char *call_word_phrase(const char *name)
{
    enum fold fold;
    if (is_set_call(name)) return "set";
    return builtin_find(name) >= 0 || is_fold_name(name, &fold) || strcmp(name, "arrows") == 0 ? "function" : NULL;
}

bool value_name_free(struct checker *ck, const char *name, struct span span, const char *what)
{
    if (!is_value_word(name)) return true;
    diag(ck->diags, D_RESERVED_NAME, span, name, what);
    return false;
}

/* The names of questions cannot be redefined: the checks in every file use them. */
bool call_name_free(struct checker *ck, const char *name, struct span span, const char *what)
{
    if (!is_question_name(name) && strcmp(name, "end") != 0) return true;
    diag(ck->diags, D_RESERVED_NAME, span, name, what);
    return false;
}

/* ---- declarations */

struct decl *decl_find(struct checker *ck, const char *name)
{
    int at = name_map_get(&ck->map, name);
    return at >= 0 ? &ck->decls.data[at] : NULL;
}

struct decl *decl_meant(struct checker *ck, const char *name, struct span span)
{
    struct decl *decl = decl_find(ck, name);
    return decl && file_sees(ck, span.source, decl->span.source) ? decl : NULL;
}

bool call_declared(struct checker *ck, const char *name, struct span span)
{
    const struct model *m = ck->model;
    if (ck->map.count) {
        const struct decl *decl = call_word_phrase(name) ? decl_meant(ck, name, span) : decl_find(ck, name);
        return decl && decl->kind != DECL_PARAM;
    }
    for (size_t i = 0; i < m->hiding_fn_count; i++)
        if (strcmp(m->hiding_fns[i], name) == 0) return true;
    return model_find_game(m, name) >= 0;
}

int game_find(struct checker *ck, const char *name)
{
    if (ck->map.count == 0) return model_find_game(ck->model, name);
    const struct decl *decl = decl_find(ck, name);
    return decl && decl->kind == DECL_GAME ? decl->index : -1;
}

/* ---- scopes */

bool scope_open(struct checker *ck, struct scope *scope, int game, unsigned allow)
{
    *scope = (struct scope){.game = game, .allow = allow};
    ck->scope = scope;
    return true;
}

void scope_close(struct checker *ck, struct scope *scope)
{
    vec_free(&scope->locals);
    ck->scope = NULL;
}

struct local *scope_find(struct checker *ck, const char *name)
{
    struct scope *s = ck->scope;
    for (size_t i = s->locals.count; i-- > s->first_visible;)
        if (s->locals.data[i].name == name) return &s->locals.data[i];
    return NULL;
}

int field_find(const struct checker *ck, const char *name)
{
    const struct scope *s = ck->scope;
    if (s->game < 0 || !(s->allow & ALLOW_FIELDS) || ck->fn_depth) return -1;
    const struct game *g = &ck->model->games[s->game];
    for (size_t i = 0; i < g->field_count; i++)
        if (strcmp(g->fields[i].name, name) == 0) return (int)i;
    return -1;
}

static int param_between(const struct model *m, size_t from, size_t to, int owner, const char *name)
{
    for (size_t i = from; i < to; i++)
        if (m->params[i].owner == owner && strcmp(m->params[i].name, name) == 0) return (int)i;
    return -1;
}

/* The parameter of this owner with this name; -1 if there is none. */
static int param_of(struct checker *ck, int owner, const char *name)
{
    if (ck->map.count == 0) return param_between(ck->model, 0, ck->model->param_count, owner, name);
    if (owner >= 0) {
        const struct game_decl *decl = &ck->games.data[owner];
        return param_between(ck->model, decl->first_param, decl->first_param + decl->param_count, owner, name);
    }
    const struct decl *decl = decl_find(ck, name);
    return decl && decl->kind == DECL_PARAM ? decl->index : -1;
}

int param_find(struct checker *ck, const char *name, struct span span)
{
    const struct scope *s = ck->scope;
    if (!(s->allow & ALLOW_PARAMS)) return -1;
    if (!ck->fn_depth)
        for (int g = s->game; g >= 0; g = ck->games.count ? ck->games.data[g].base : -1) {
            int found = param_of(ck, g, name);
            if (found >= 0) return found;
        }
    int found = param_of(ck, -1, name);
    if (found >= 0 || !(s->allow & ALLOW_ALL_PARAMS)) return found;
    for (size_t i = 0; i < ck->model->param_count; i++) {
        const struct param *p = &ck->model->params[i];
        if (strcmp(p->name, name) != 0) continue;
        if (found >= 0) {
            const struct model *m = ck->model;
            const char *first = m->games[m->params[found].owner].name, *second = m->games[p->owner].name;
            diag(ck->diags, D_AMBIGUOUS_PARAM, span, name, first, second);
            return -2;
        }
        found = (int)i;
    }
    return found;
}

static bool inside(struct span span, struct span of)
{
    return span.source == of.source && span.begin >= of.begin && span.end <= of.end;
}

/* Moves that a variant inherits are checked in the variant, but in the words of its base: the parameters visible are
 * those of the game in whose text the name occurs, and of its bases. */
int param_hiding_set(struct checker *ck, const char *name, struct span span)
{
    int g = ck->scope->game, found = -1;
    if (ck->fn_depth) g = -1;
    while (g >= 0 && ck->games.count && !inside(span, ck->games.data[g].ast->span)) g = ck->games.data[g].base;
    for (; g >= 0 && found < 0; g = ck->games.count ? ck->games.data[g].base : -1) found = param_of(ck, g, name);
    const struct decl *decl = found < 0 ? decl_meant(ck, name, span) : NULL;
    if (found < 0 && ck->map.count == 0) found = param_of(ck, -1, name);
    if (decl && decl->kind == DECL_PARAM) found = decl->index;
    return found >= 0 && !(ck->scope->allow & ALLOW_PARAMS) ? HIDDEN_PARAM : found;
}

/* Locals must not hide what is visible where they are declared. */
static void report_taken(struct checker *ck, const char *name, struct span span)
{
    const struct local *local = scope_find(ck, name);
    if (local) {
        diag(ck->diags, D_SHADOWED_NAME, span, name, "a variable");
        diag_note(ck->diags, local->span, "'%s' is first introduced here", name);
    } else if (field_find(ck, name) >= 0) {
        diag(ck->diags, D_SHADOWED_NAME, span, name, "a field");
    } else if (!(ck->scope->allow & ALLOW_QUESTIONS)) {
        int param = param_find(ck, name, span);
        if (param < 0) return;
        diag(ck->diags, D_SHADOWED_NAME, span, name, "a parameter");
        diag_note(ck->diags, ck->model->params[param].span, "the parameter is declared here");
    }
}

struct local *scope_declare(struct checker *ck, const char *name, struct span span, enum type type)
{
    struct scope *s = ck->scope;
    if (value_name_free(ck, name, span, "variable")) report_taken(ck, name, span);
    struct local local = {.name = name, .span = span, .type = type, .slot = s->slots, .graph = -1};
    if (!vec_push(&s->locals, local)) {
        ck->no_memory = true;
        return NULL;
    }
    s->slots++;
    return &s->locals.data[s->locals.count - 1];
}

/* ---- reading */

struct expr *read_param(struct checker *ck, int param, struct span span)
{
    const struct param *p = &ck->model->params[param];
    if ((size_t)param < ck->params.count) ck->params.data[param].used = true;
    if (p->kind == PARAM_SET) {
        diag(ck->diags, D_SET_MISPLACED, span, p->name);
        return NULL;
    }
    struct expr *e = expr_new(ck, EXPR_PARAM, p->kind == PARAM_BOOL ? TYPE_BOOL : TYPE_INT, span, 0);
    if (e) e->index = param;
    return e;
}

struct expr *read_local(struct checker *ck, struct local *local, struct span span)
{
    if (local->unknown) return NULL;
    if (local->value) {
        struct expr *copy = expr_new(ck, local->value->kind, local->value->type, span, 0);
        if (!copy) return NULL;
        *copy = *local->value;
        return copy;
    }
    struct expr *e = expr_new(ck, EXPR_LOCAL, local->type, span, 0);
    if (!e) return NULL;
    e->index = local->slot;
    e->name = local->name ? keep_name(ck, local->name) : NULL;
    if (local->type == TYPE_NODE || local->type == TYPE_NODES) e->game = local->graph;
    return e;
}

static struct expr *read_word(struct checker *ck, const struct ast *a, bool *known)
{
    *known = true;
    if (strcmp(a->name, "true") == 0 || strcmp(a->name, "false") == 0) return expr_bool(ck, a->span, a->name[0] == 't');
    if (strcmp(a->name, "end") == 0) return expr_new(ck, EXPR_END, TYPE_POSITION, a->span, 0);
    if (strcmp(a->name, "mover") == 0) {
        if (ck->scope->allow & ALLOW_MOVER) return expr_new(ck, EXPR_MOVER, TYPE_INT, a->span, 0);
        diag(ck->diags, D_MOVER_MISPLACED, a->span);
        return NULL;
    }
    for (size_t i = 0; i < OUTCOME_NAMES && (ck->scope->allow & ALLOW_QUESTIONS); i++) {
        if (strcmp(a->name, outcome_names[i].name) != 0) continue;
        struct expr *e = expr_new(ck, EXPR_OUTCOME, TYPE_OUTCOME, a->span, 0);
        if (e) e->value = outcome_names[i].outcome;
        return e;
    }
    *known = false;
    return NULL;
}

static void add_candidate(struct checker *ck, const char **names, size_t *count, size_t limit, const char *name)
{
    (void)ck;
    if (name && *count < limit) names[(*count)++] = name;
}

/* Names that may have been meant, the nearest first. */
static void suggest_values(struct checker *ck, const char *name)
{
    enum { LIMIT = 200 };
    const char *names[LIMIT];
    size_t count = 0;
    const struct scope *s = ck->scope;
    const struct model *m = ck->model;
    for (size_t i = s->locals.count; i-- > s->first_visible;)
        add_candidate(ck, names, &count, LIMIT, s->locals.data[i].name);
    if (s->game >= 0 && (s->allow & ALLOW_FIELDS) && !ck->fn_depth)
        for (size_t i = 0; i < m->games[s->game].field_count; i++)
            add_candidate(ck, names, &count, LIMIT, m->games[s->game].fields[i].name);
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].owner < 0 || m->params[i].owner == s->game)
            add_candidate(ck, names, &count, LIMIT, m->params[i].name);
    static const char *const words[] = {"true", "false", "mover", "end"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) add_candidate(ck, names, &count, LIMIT, words[i]);
    for (enum domain_kind set = DOMAIN_SQUARES; named_set(set); set++)
        if (!set_takes_number(set)) add_candidate(ck, names, &count, LIMIT, named_set(set)->name);
    diag_suggest(ck->diags, name, names, count);
}

static void report_unknown_name(struct checker *ck, const struct ast *a)
{
    const struct scope *s = ck->scope;
    const struct decl *decl = decl_find(ck, a->name);
    int game = game_find(ck, a->name);
    if (game >= 0) {
        diag(ck->diags, D_NOT_CALLED, a->span, a->name, "game", a->name);
        return;
    }
    if (decl && decl->kind == DECL_FN) {
        diag(ck->diags, D_NOT_CALLED, a->span, a->name, "function", a->name);
        return;
    }
    bool hidden = is_set_name(a->name) && param_hiding_set(ck, a->name, a->span) == HIDDEN_PARAM;
    if (hidden || (decl && decl->kind == DECL_PARAM && !(s->allow & ALLOW_PARAMS))) {
        diag(ck->diags, D_NOT_CONSTANT, a->span);
        return;
    }
    if (is_set_name(a->name)) {
        int builtin = builtin_find(a->name);
        diag(ck->diags, D_SET_MISPLACED, a->span, a->name);
        if (builtin >= 0) diag_note(ck->diags, (struct span){0}, "%s", builtin_info((enum builtin)builtin)->doc);
        return;
    }
    if (call_word_phrase(a->name)) {
        diag(ck->diags, D_NOT_CALLED, a->span, a->name, call_word_phrase(a->name), a->name);
        return;
    }
    diag(ck->diags, D_UNKNOWN_NAME, a->span, a->name);
    suggest_values(ck, a->name);
    if (!(s->allow & ALLOW_QUESTIONS) || s->game < 0) return;
    const struct game *g = &ck->model->games[s->game];
    for (size_t i = 0; i < g->field_count; i++)
        if (strcmp(g->fields[i].name, a->name) == 0)
            diag_note(ck->diags, g->fields[i].span,
                      "a field has no value of its own here; write `claim ... for %s in 0..20` to try its values",
                      a->name);
}

struct expr *resolve_name(struct checker *ck, const struct ast *a, int want)
{
    struct local *local = scope_find(ck, a->name);
    if (local) return read_local(ck, local, a->span);
    int field = field_find(ck, a->name);
    if (field >= 0) {
        const struct field *f = &ck->model->games[ck->scope->game].fields[field];
        struct expr *e = expr_new(ck, EXPR_FIELD, field_type(f->kind), a->span, 0);
        if (!e) return NULL;
        e->index = field;
        if (e->type == TYPE_NODES) e->game = f->graph;
        return e;
    }
    bool known;
    int param = is_value_word(a->name) ? -1 : param_find(ck, a->name, a->span);
    if (param >= 0) return read_param(ck, param, a->span);
    if (param == -2) return NULL;
    int graph = graph_named(ck, a->name);
    if (graph >= 0 && want != TYPE_POSITION) return read_graph(ck, graph, a->span);
    struct expr *word = read_word(ck, a, &known);
    if (!known) report_unknown_name(ck, a);
    return word;
}

/* The grammar allows only members of `lua`. */
struct expr *resolve_member(struct checker *ck, const struct ast *a)
{
    diag(ck->diags, D_NOT_CALLED, a->span, a->name, "Lua function", a->name);
    return NULL;
}

/* The longest name of a builtin function that is a prefix of the name: fib for fibonacci. */
static const char *builtin_beginning(const char *name)
{
    const char *best = NULL;
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        const char *spelling = builtin_info((enum builtin)i)->spelling;
        size_t length = strlen(spelling);
        if (strncmp(name, spelling, length) == 0 && (!best || length > strlen(best))) best = spelling;
    }
    return best;
}

void report_unknown_call(struct checker *ck, const struct ast *a)
{
    enum { LIMIT = 300 };
    const char *names[LIMIT];
    size_t count = 0;
    if (scope_find(ck, a->name) || field_find(ck, a->name) >= 0 || is_value_word(a->name)) {
        diag(ck->diags, D_NOT_CALLABLE, a->name_span.source ? a->name_span : a->span, a->name);
        return;
    }
    diag(ck->diags, D_UNKNOWN_NAME, a->name_span.source ? a->name_span : a->span, a->name);
    if (note_foreign(ck, a->name)) return;
    for (size_t i = 0; i < ck->model->game_count; i++)
        add_candidate(ck, names, &count, LIMIT, ck->model->games[i].name);
    for (size_t i = 0; i < ck->fns.count; i++) add_candidate(ck, names, &count, LIMIT, ck->fns.data[i].name);
    for (int i = 0; i < BUILTIN_COUNT; i++)
        add_candidate(ck, names, &count, LIMIT, builtin_info((enum builtin)i)->spelling);
    static const char *const words[] = {"sum", "count", "any", "all", "sg", "outcome", "options", "wins", "remoteness"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) add_candidate(ck, names, &count, LIMIT, words[i]);
    const char *beginning = builtin_beginning(a->name);
    if (!beginning || diag_nearest(a->name, names, count)) diag_suggest(ck->diags, a->name, names, count);
    else diag_note(ck->diags, (struct span){0}, "did you mean '%s'?", beginning);
}
