/* SPDX-License-Identifier: MIT */
/* A position of the user's game, turned into one of the plugin's reference game: fields in the reference's order,
 * cells as sign and limbs, parameters at the values that recognition found. Everything is allocated in the caller's
 * arena. */
#include <string.h>
#include "play/options/compound.h"
#include "play/options/store.h"
#include "plugin/private.h"

/* ---- whose position is it? --------------------------------------------------------------------------------------- */
static bool same_params(const struct match *a, const struct match *b)
{
    if (a == b) return true;
    if (a->plugin != b->plugin || a->param_count != b->param_count) return false;
    for (size_t i = 0; i < a->param_count; i++) {
        const struct param_value *p = &a->params[i], *q = &b->params[i];
        if (p->value != q->value || p->set_count != q->set_count) return false;
        if (p->set_count && memcmp(p->set, q->set, p->set_count * sizeof *p->set) != 0) return false;
    }
    return true;
}

struct match *host_match(const struct env *env, const struct component *component)
{
    const struct recognition *found = env->store->recognised;
    int rule = component_rule(component);
    struct match *best = NULL;
    if (!found || rule < 0 || (size_t)rule >= found->count) return NULL;
    for (struct match *m = &found->games[rule]; m && m->plugin >= 0; m = m->next) {
        if (m->refuted || !env->plugins->items.data[m->plugin]->info.usable) continue;
        if (m->plugin + 1 == env->terms.plugin) return m;
        if (!best) best = m;
    }
    return best;
}

struct match *host_match_by(const struct env *env, const struct component *component, int plugin)
{
    const struct recognition *found = env->store->recognised;
    int rule = component_rule(component);
    struct match *match = found && plugin >= 0 && rule >= 0 && (size_t)rule < found->count ? &found->games[rule] : NULL;
    while (match && match->plugin != plugin) match = match->next;
    return match;
}

/* Why nobody is asked: what is wrong with a plugin that would be. */
static const char *problem_at(const struct env *env, const struct component *component)
{
    const struct recognition *found = env->store->recognised;
    int rule = component_rule(component), plugin = -1;
    if (found && rule >= 0 && (size_t)rule < found->count) plugin = found->games[rule].plugin;
    const char *problem = plugin >= 0 ? env->plugins->items.data[plugin]->info.problem : NULL;
    return problem ? problem : "no plugin's reference rule is this rule";
}

const struct match *request_match(const struct env *env, const struct position *position, enum play play,
                                  const char **reason)
{
    const struct match *first = NULL;
    *reason = "no plugin's reference rule is this rule";
    if (!env->plugins || position->count == 0) return NULL;
    *reason = problem_at(env, &position->components[0]);
    if (traits_coins_meet(env->traits, position, play == PLAY_MISERE)) {
        *reason = "heads on one place cancel, which a closed form of sums does not take into account";
        return NULL;
    }
    for (size_t i = 0; i < position->count; i++) {
        const struct match *match = host_match(env, &position->components[i]);
        if (!match) return NULL;
        if (!first) first = match;
        if (!same_params(first, match)) {
            *reason = "the components belong to different closed forms";
            return NULL;
        }
    }
    return first;
}

/* ---- integers ---------------------------------------------------------------------------------------------------- */
/* A small integer; `limb` is where its magnitude goes. */
static cgi_integer from_small(int64_t value, uint64_t *limb)
{
    *limb = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return (cgi_integer){.sign = (value > 0) - (value < 0), .count = value != 0, .limbs = limb};
}

static cgi_integer from_big(const struct integer *value)
{
    return (cgi_integer){.sign = value->sign, .count = value->count, .limbs = value->limbs};
}

/* ---- components -------------------------------------------------------------------------------------------------- */
/* The cells of one component, small or big, read in sequence. */
struct cells {
    const struct component *component;
    const struct integer *const *big; /* NULL: all fit 64 bits */
    size_t next;
    cgi_integer *integers; /* all of them, as the plugin reads them */
};

static bool fill_cells(struct cells *cells, struct arena *arena)
{
    size_t count = cells->component->count;
    uint64_t *limbs = cells->big ? NULL : arena_array(arena, count, sizeof *limbs);
    cells->integers = arena_array(arena, count, sizeof *cells->integers);
    if (!cells->integers || (!cells->big && !limbs)) return false;
    for (size_t i = 0; i < count; i++)
        cells->integers[i] = cells->big ? from_big(cells->big[i]) : from_small(cells->component->cells[i], &limbs[i]);
    return true;
}

/* The next cell as a length; false if it is negative or exceeds the remaining cells. */
static bool next_length(struct cells *cells, uint32_t *length)
{
    if (cells->next >= cells->component->count) return false;
    const cgi_integer *cell = &cells->integers[cells->next++];
    if (cell->sign < 0 || cell->count > 1) return false;
    uint64_t value = cell->count ? cell->limbs[0] : 0;
    *length = (uint32_t)value;
    return value <= POSITION_MAX_CELLS;
}

static const uint32_t abi_kinds[] = {[FIELD_NAT] = CGI_NAT, [FIELD_INT] = CGI_INT, [FIELD_BOOL] = CGI_BOOL,
                                     [FIELD_ROW] = CGI_ROW, [FIELD_BAG] = CGI_BAG, [FIELD_GRID] = CGI_GRID};

static bool take_field(struct cells *cells, enum field_kind kind, enum field_kind reference_kind, cgi_field *field)
{
    uint32_t rows = 1, columns = 1;
    if (reference_kind >= sizeof abi_kinds / sizeof *abi_kinds) return false;
    if (kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_GRID)
        if (!next_length(cells, &rows)) return false;
    if (kind == FIELD_GRID && !next_length(cells, &columns)) return false;
    size_t count = (size_t)rows * columns;
    if (count > cells->component->count - cells->next) return false;
    *field = (cgi_field){
        .kind = abi_kinds[reference_kind], .rows = rows, .columns = columns, .cells = cells->integers + cells->next};
    cells->next += count;
    return true;
}

/* A compound of single cells of one game as the row of these: `upto k of (nim(x) for x in h)` as h. Its parts are in
 * ascending order. */
static bool fold_compound(const struct component *compound, struct arena *arena, struct component *row)
{
    enum { PART = 4 };
    const int64_t *at = compound->cells + COMPOUND_HEAD;
    int64_t count = compound->cells[COMPOUND_M];
    if (compound->count != COMPOUND_HEAD + (uint64_t)count * PART) return false;
    int64_t *cells = arena_array(arena, (size_t)count + 1, sizeof *cells);
    if (!cells) return false;
    cells[0] = count;
    for (int64_t i = 0; i < count; i++, at += PART) {
        if (at[0] != 1 || at[1] < 0 || at[1] != compound->cells[COMPOUND_HEAD + 1] || at[2] != 1) return false;
        cells[i + 1] = at[3];
    }
    *row = (struct component){component_rule(compound), (uint32_t)count + 1, cells};
    return true;
}

enum status host_cells(const struct position *position, size_t index, struct arena *arena, const struct integer ***out,
                       size_t *count)
{
    struct component folded = position->components[index];
    const struct integer *const *big = position->big ? position->big[index] : NULL;
    *out = NULL;
    if (folded.game == POSITION_COMPOUND && !fold_compound(&position->components[index], arena, &folded))
        return ST_UNSUPPORTED;
    *count = folded.count;
    const struct integer **cells = arena_array(arena, *count + 1, sizeof *cells);
    for (size_t i = 0; cells && i < *count; i++)
        if (!(cells[i] = big ? big[i] : integer_from(arena, folded.cells[i]))) return ST_NO_MEMORY;
    *out = cells;
    return cells ? ST_OK : ST_NO_MEMORY;
}

static enum status build_component(const struct env *env, const struct match *match, const struct position *position,
                                   size_t index, struct arena *arena, cgi_component *out)
{
    struct component folded = position->components[index];
    if (folded.game == POSITION_COMPOUND && !fold_compound(&position->components[index], arena, &folded))
        return ST_UNSUPPORTED;
    const struct component *component = &folded;
    const struct game *game = &env->model->games[component->game];
    const struct model *model = env->plugins->items.data[match->plugin]->reference;
    const struct game *reference = &model->games[model->main_game];
    struct cells cells = {.component = component, .big = position->big ? position->big[index] : NULL};
    cgi_field *fields = arena_array(arena, game->field_count, sizeof *fields);
    if (!fields || !fill_cells(&cells, arena)) return ST_NO_MEMORY;
    int place[MODEL_MAX_FIELDS]; /* which field of the reference is field i of the game */
    bool plain = restated_not_at_all(match);
    for (size_t i = 0; i < game->field_count && plain; i++) place[match->permutation[i]] = (int)i;
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        cgi_field *field = plain ? &fields[place[i]] : &fields[i];
        if (!take_field(&cells, kind, plain ? reference->fields[place[i]].kind : kind, field)) return ST_UNSUPPORTED;
    }
    *out = (cgi_component){.field_count = game->field_count, .fields = fields};
    if (cells.next != component->count) return ST_UNSUPPORTED;
    return plain ? ST_OK : restated_position(match, reference, fields, arena, out);
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */
static bool build_param(enum param_kind kind, const struct param_value *value, struct arena *arena, cgi_param *out)
{
    static const uint32_t kinds[] = {
        [PARAM_INT] = CGI_PARAM_INT, [PARAM_BOOL] = CGI_PARAM_BOOL, [PARAM_SET] = CGI_PARAM_SET};
    size_t count = kind == PARAM_SET ? value->set_count : 1;
    const int64_t *from = kind == PARAM_SET ? value->set : &value->value;
    cgi_integer *integers = arena_array(arena, count, sizeof *integers);
    uint64_t *limbs = arena_array(arena, count, sizeof *limbs);
    if (!integers || !limbs) return false;
    for (size_t i = 0; i < count; i++) integers[i] = from_small(from[i], &limbs[i]);
    *out = (cgi_param){.kind = kinds[kind], .count = count, .values = integers};
    return true;
}

enum status request_build(const struct env *env, const struct position *position, size_t first, size_t count,
                          enum play play, int mover, struct arena *arena, cgi_request *request)
{
    const struct match *match = host_match(env, &position->components[first]);
    struct loaded *plugin = env->plugins->items.data[match->plugin];
    const struct game *reference = &plugin->reference->games[plugin->reference->main_game];
    cgi_component *components = arena_array(arena, count, sizeof *components);
    cgi_param *params = arena_array(arena, match->param_count, sizeof *params);
    enum status st = components && params ? ST_OK : ST_NO_MEMORY;
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        const struct match *own = host_match(env, &position->components[first + i]);
        st = build_component(env, own, position, first + i, arena, &components[i]);
    }
    for (size_t i = 0; st == ST_OK && i < match->param_count; i++)
        if (!build_param(plugin->reference->params[i].kind, &match->params[i], arena, &params[i])) st = ST_NO_MEMORY;
    *request = (cgi_request){.struct_size = sizeof *request,
                             .host = &plugin->services,
                             .components = components,
                             .component_count = count,
                             .params = params,
                             .param_count = match->param_count,
                             .play = play == PLAY_MISERE ? CGI_PLAY_MISERE : CGI_PLAY_NORMAL,
                             .mover = reference->uses_mover ? (uint32_t)mover : 0};
    return st;
}
