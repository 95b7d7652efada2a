/* SPDX-License-Identifier: MIT */
/* Instances that are left are joined; what is left of a part is a key, under one of two numberings of its cells. */
#include "play/ground/residue.h"
#include <string.h>
#include "play/ground/private.h"
#include "play/options/store.h"

enum { GROUNDS_MOST = 64, MISSES_MOST = 8, TRIED = 4096 };

static void forget(void *kept)
{
    struct residues *r = kept;
    for (size_t i = 0; i < r->grounds.count; i++) {
        ground_close(&r->grounds.data[i]->ground);
        vec_free(&r->grounds.data[i]->left);
        mem_free(r->grounds.data[i], sizeof *r->grounds.data[i]);
    }
    vec_free(&r->grounds);
    position_table_free(&r->tokens);
    position_table_free(&r->classes);
    vec_free(&r->notes);
    vec_free(&r->instances);
    vec_free(&r->list);
    bytes_free(&r->key);
    mem_free(r->games, r->game_count * sizeof *r->games);
    r->games = NULL;
}

static const struct tenant residue_tenant = {.name = "residues", .size = sizeof(struct residues), .forget = forget};

static struct residues *residues_of(const struct env *env)
{
    struct residues *r = store_room(env, &residue_tenant);
    if (!r) return NULL;
    r->tokens.budget = r->classes.budget = &r->none;
    if (!r->games) {
        r->game_count = env->model->game_count;
        r->games = mem_alloc(r->game_count * sizeof *r->games);
        if (r->games) memset(r->games, 0, r->game_count * sizeof *r->games);
    }
    return r->games ? r : NULL;
}

bool residue_may_be(const struct env *env, int game)
{
    if (game < 0 || env->terms.whole || env->traits->games[game].has_clause) return false;
    const struct game *g = &env->model->games[game];
    bool board = false;
    for (size_t i = 0; i < g->field_count; i++)
        board |= g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_GRID;
    if (!board || g->windows || g->split || g->uses_mover || g->loopy) return false;
    struct residues *r = residues_of(env);
    return r && !r->games[game].refused;
}

/* ---- parts ------------------------------------------------------------------------------------------------------------ */
static bool begin(struct reading *s)
{
    const struct ground *g = &s->g->ground;
    uint64_t of_value[FORMULA_VALUES] = {0};
    for (uint32_t i = 0; i < g->rows * g->columns; i++) of_value[s->cells[i]] |= UINT64_C(1) << i;
    s->holds[0] = s->frozen = 0;
    for (uint32_t v = 1; v <= g->formulas->values; v++)
        s->holds[v] = s->holds[v & (v - 1)] | of_value[__builtin_ctz(v)];
    s->frozen = s->holds[g->final];
    s->r->state++;
    s->r->instances.count = 0;
    return s->frozen != 0;
}

static uint64_t written_by(const struct reading *s, const struct ground_instance *x)
{
    uint64_t cells = 0;
    for (uint32_t i = 0; i < x->count; i++) cells |= UINT64_C(1) << s->g->ground.writes.data[x->first + i].cell;
    return cells & ~s->frozen;
}

static bool join(struct residue_parts *parts, uint64_t cells)
{
    size_t left = 0;
    for (size_t i = 0; i < parts->items.count; i++) {
        if (parts->items.data[i].cells & cells) cells |= parts->items.data[i].cells;
        else parts->items.data[left++] = parts->items.data[i];
    }
    parts->items.count = left;
    return vec_push(&parts->items, (struct residue_part){.cells = cells});
}

/* False where memory is out; *whole: some instance is not out, though all that it writes is frozen. */
static bool find_parts(struct reading *s, struct residue_parts *parts, bool *whole)
{
    const struct ground *g = &s->g->ground;
    *whole = false;
    for (uint32_t i = 0; i < g->instances.count; i++) {
        const struct ground_instance *x = &g->instances.data[i];
        enum truth truth = left_look(s, x->when);
        if (truth == LEFT_FALSE) continue;
        uint64_t written = written_by(s, x), open = written;
        if (truth == LEFT_OPEN) open |= s->g->left.data[x->when].open;
        *whole |= !written;
        if (!vec_push(&s->r->instances, (struct instance_left){i, open}) || !join(parts, open)) return false;
    }
    return true;
}

/* ---- classes ---------------------------------------------------------------------------------------------------------- */
static void number_places(struct reading *s, uint64_t cells, bool backwards)
{
    unsigned count = (unsigned)__builtin_popcountll(cells), i = 0;
    for (uint64_t left = cells; left; left &= left - 1, i++)
        s->place[__builtin_ctzll(left)] = (unsigned char)(backwards ? count - 1 - i : i);
}

/* Writes the residue of the part as a key. */
static bool write_residue(struct reading *s, uint64_t cells, bool backwards)
{
    struct residues *r = s->r;
    unsigned count = (unsigned)__builtin_popcountll(cells);
    int64_t held[FORMULA_CELLS];
    r->telling++;
    r->list.count = 0;
    number_places(s, cells, backwards);
    for (uint64_t left = cells; left; left &= left - 1)
        held[s->place[__builtin_ctzll(left)]] = s->cells[__builtin_ctzll(left)];
    for (size_t i = 0; i < r->instances.count && !s->no_memory; i++) {
        if (!(r->instances.data[i].open & cells)) continue;
        uint32_t token = left_instance(s, &s->g->ground.instances.data[r->instances.data[i].instance]);
        if (!vec_push(&r->list, token)) s->no_memory = true;
    }
    size_t tokens = s->no_memory ? 0 : left_sort(r, 0);
    if (s->no_memory || !left_open_key(s, count + tokens + 1)) return false;
    unsigned char *at = pack_number(r->key.data, count);
    for (unsigned i = 0; i < count; i++) at = pack_number(at, (uint64_t)held[i]);
    for (size_t i = 0; i < tokens; i++) at = pack_number(at, r->list.data[i]);
    left_close_key(s, at);
    return true;
}

/* Its class, under both numberings. */
static bool find_class(struct reading *s, struct game_residues *game, struct residue_part *part)
{
    struct residues *r = s->r;
    uint32_t first, other;
    bool fresh; /* does not tell: memory may have run out since the key was added */
    if (!write_residue(s, part->cells, false)) return false;
    if (position_table_intern(&r->classes, r->key.data, r->key.count, &first, &fresh) != ST_OK) return false;
    if (r->classes.values[first] != VALUE_UNKNOWN) return part->class = r->classes.values[first], true;
    if (!write_residue(s, part->cells, true)) return false;
    bool found = position_table_find(&r->classes, r->key.data, r->key.count, &other) && other != first &&
                 r->classes.values[other] != VALUE_UNKNOWN;
    part->class = found ? r->classes.values[other] : (uint32_t)r->notes.count;
    if (!found && !vec_push(&r->notes, UINT32_MAX)) return false;
    game->fresh += !found;
    r->classes.values[first] = part->class;
    return true;
}

/* ---- boards ----------------------------------------------------------------------------------------------------------- */
/* Conditions were made for nothing. */
static void count_miss(struct game_residues *game) { game->refused |= ++game->missed == MISSES_MOST; }

static enum status add_ground(struct residues *r, const struct env *env, const struct component *c,
                              struct grounded **found)
{
    struct grounded *g = mem_alloc(sizeof *g);
    *found = NULL;
    if (!g) return ST_NO_MEMORY;
    memset(g, 0, sizeof *g);
    enum status st = ground_open(&g->ground, env, c);
    size_t count = st == ST_OK ? g->ground.formulas->items.count : 0;
    if (st == ST_OK && g->ground.fine && !vec_reserve(&g->left, count)) st = ST_NO_MEMORY;
    if (st == ST_OK && g->left.data) memset(g->left.data, 0, count * sizeof *g->left.data);
    if (st == ST_OK && !vec_push(&r->grounds, g)) st = ST_NO_MEMORY;
    if (st == ST_OK && !g->ground.fine && count) count_miss(&r->games[c->game]);
    if (st == ST_OK) return *found = g, ST_OK;
    ground_close(&g->ground);
    vec_free(&g->left);
    mem_free(g, sizeof *g);
    return st;
}

/* NULL: the board is not grounded. */
static enum status find_ground(struct residues *r, const struct env *env, const struct component *c,
                               struct grounded **found)
{
    for (size_t i = r->grounds.count; i > 0; i--) {
        *found = r->grounds.data[i - 1];
        if (ground_fits(&(*found)->ground, c)) return ST_OK;
    }
    *found = NULL;
    if (r->grounds.count < GROUNDS_MOST) return add_ground(r, env, c, found);
    r->games[c->game].refused = true;
    return ST_OK;
}

/* Of many boards most were unlike. */
static bool pays(struct game_residues *game, size_t parts)
{
    game->asked += parts;
    game->refused |= game->asked >= TRIED && game->fresh > game->asked - game->asked / 4;
    return !game->refused;
}

enum status residue_find(struct env *env, const struct component *component, struct residue_parts *parts)
{
    struct reading s = {.r = residue_may_be(env, component->game) ? residues_of(env) : NULL};
    bool whole = false;
    parts->known = false;
    parts->items.count = 0;
    if (!s.r) return ST_OK;
    enum status st = find_ground(s.r, env, component, &s.g);
    if (st != ST_OK || !s.g || !s.g->ground.fine) return st;
    struct game_residues *game = &s.r->games[component->game];
    s.cells = component->cells + s.g->ground.at;
    if (!begin(&s)) return ST_OK;
    if (!find_parts(&s, parts, &whole)) return ST_NO_MEMORY;
    if (whole) return ST_OK;
    for (size_t i = 0; i < parts->items.count; i++)
        if (!find_class(&s, game, &parts->items.data[i])) return ST_NO_MEMORY;
    parts->known = pays(game, parts->items.count);
    return ST_OK;
}

uint32_t *residue_note(const struct env *env, const struct residue_part *part)
{
    return &residues_of(env)->notes.data[part->class];
}

enum status residue_position(const struct env *env, const struct component *component, const struct residue_part *part,
                             struct arena *arena, struct component *position)
{
    struct grounded *g;
    enum status st = find_ground(residues_of(env), env, component, &g);
    if (st != ST_OK) return st;
    int64_t *cells = arena_array(arena, component->count + 1u, sizeof *cells);
    if (!cells) return ST_NO_MEMORY;
    memcpy(cells, component->cells, component->count * sizeof *cells);
    for (uint32_t i = 0; i < g->ground.rows * g->ground.columns; i++) {
        int64_t *cell = &cells[g->ground.at + i];
        bool frozen = g->ground.final >> *cell & 1;
        if (!frozen && !(part->cells >> i & 1)) *cell = __builtin_ctz(g->ground.final);
    }
    *position = (struct component){component->game, component->count, cells};
    return ST_OK;
}

enum status residue_ground(const struct env *env, const struct component *component, const struct ground **ground)
{
    struct residues *r = residue_may_be(env, component->game) ? residues_of(env) : NULL;
    struct grounded *g = NULL;
    enum status st = r ? find_ground(r, env, component, &g) : ST_OK;
    *ground = st == ST_OK && g ? &g->ground : NULL;
    return st;
}

bool residue_boards(const struct env *env, const struct component *component, double *boards, double *instances)
{
    const struct ground *g;
    if (residue_ground(env, component, &g) != ST_OK || !g || !g->fine) return false;
    *boards = 1;
    *instances = (double)g->instances.count;
    for (uint32_t i = 0; i < g->rows * g->columns; i++)
        if (!(g->final >> component->cells[g->at + i] & 1)) *boards *= g->values;
    return true;
}
