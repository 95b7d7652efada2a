/* The request is built once; for each position only its cells are written anew. */
#include "runtime/stream.h"
#include <string.h>
#include "runtime/audit.h"
#include "runtime/certify.h"
#include "runtime/host_parts.h"

enum how { BY_NOBODY, BY_OUTCOME, BY_VALUES };

struct stream {
    struct env *env;
    int game;
    struct asked asked;
    struct arena arena;           /* the parameters, as the plugin sees them */
    cgi_request request;
    bool ready;                   /* the parameters stand in the request */
    int place[MODEL_MAX_FIELDS];  /* which field of the reference is field i of the game */
    uint32_t kinds[MODEL_MAX_FIELDS]; /* of the reference, in its order */
    VEC(cgi_component) components;
    VEC(cgi_field) fields;
    VEC(cgi_integer) integers;
    VEC(uint64_t) limbs;
    VEC(uint64_t) remembered;     /* values of heaps, UINT64_MAX: not asked yet */
    VEC(size_t) left;             /* positions that outcomes_of has to answer */
    VEC(struct position) left_positions;
    VEC(enum outcome) left_outcomes;
};

static struct loaded *plugin_of(const struct stream *s)
{
    return s->env->plugins->items.data[s->env->recognised->games[s->game].plugin];
}

/* ---- who answers ---- */

static enum how how_to_ask(const struct stream *s, const struct position *position)
{
    const char *reason;
    struct component any = {.game = s->game};
    if (s->env->model->games[s->game].kind == GAME_COMPOUND) return BY_NOBODY; /* cells of another layout */
    if (position->count == 0 || !s->env->recognised || plan_plugin(s->env, &any) < 0) return BY_NOBODY;
    if (!request_match(s->env, position, &reason)) return BY_NOBODY;
    struct loaded *plugin = plugin_of(s);
    uint64_t can = plugin->plugin.capabilities;
    if (!plan_allows(s->env, plugin->info.name) || ask_missing(plugin, s->asked.play)) return BY_NOBODY;
    if ((can & CGI_OUTCOME) && (position->count == 1 || (can & CGI_SUM))) return BY_OUTCOME;
    return (can & CGI_VALUE) && s->asked.play == PLAY_NORMAL && !s->asked.mover ? BY_VALUES : BY_NOBODY;
}

/* ---- the whole position at once ---- */

static bool is_list(uint32_t kind) { return kind == CGI_ROW || kind == CGI_BAG || kind == CGI_GRID; }

/* Parameters and field kinds, from the first position asked about. */
static enum status prepare(struct stream *s, const struct position *position)
{
    const struct match *match = &s->env->recognised->games[s->game];
    const struct game *game = &s->env->model->games[s->game];
    enum status st = request_build(s->env, position, 0, position->count, s->asked.play, s->asked.mover, &s->arena, &s->request);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < game->field_count; i++) s->place[match->permutation[i]] = (int)i;
    for (size_t i = 0; i < game->field_count; i++) s->kinds[i] = s->request.components[0].fields[i].kind;
    s->ready = true;
    return ST_OK;
}

static enum status make_room(struct stream *s, const struct position *position)
{
    size_t fields = s->env->model->games[s->game].field_count * position->count, cells = 0;
    for (size_t i = 0; i < position->count; i++) cells += position->components[i].count;
    s->components.count = s->fields.count = s->integers.count = s->limbs.count = 0;
    return vec_reserve(&s->components, position->count + 1) && vec_reserve(&s->fields, fields + 1) &&
                   vec_reserve(&s->integers, cells + 1) && vec_reserve(&s->limbs, cells + 1)
               ? ST_OK : ST_NO_MEMORY;
}

/* One component; the shape of its cells was checked where it was read. */
static void put_component(struct stream *s, const struct component *component)
{
    size_t field_count = s->env->model->games[s->game].field_count, first = s->integers.count, at = first;
    cgi_field *fields = vec_from(&s->fields, s->fields.count);
    for (uint32_t i = 0; i < component->count; i++) {
        int64_t cell = component->cells[i];
        uint64_t *limb = &s->limbs.data[s->limbs.count++];
        *limb = cell < 0 ? 0 - (uint64_t)cell : (uint64_t)cell;
        s->integers.data[s->integers.count++] = (cgi_integer){.sign = (cell > 0) - (cell < 0), .count = cell != 0, .limbs = limb};
    }
    for (size_t i = 0; i < field_count; i++) {
        uint32_t kind = s->kinds[s->place[i]], rows = 1, columns = 1;
        if (is_list(kind)) rows = (uint32_t)component->cells[at++ - first];
        if (kind == CGI_GRID) columns = (uint32_t)component->cells[at++ - first];
        fields[s->place[i]] = (cgi_field){.kind = kind, .rows = rows, .columns = columns, .cells = vec_from(&s->integers, at)};
        at += (size_t)rows * columns;
    }
    s->fields.count += field_count;
    s->components.data[s->components.count++] = (cgi_component){.field_count = field_count, .fields = fields};
}

static enum status ask_outcome(struct stream *s, const struct position *position, enum outcome *outcome)
{
    const struct match *match = &s->env->recognised->games[s->game];
    struct loaded *plugin = plugin_of(s);
    uint32_t given = UINT32_MAX;
    enum status st = s->ready ? ST_OK : prepare(s, position);
    if (st == ST_OK) st = make_room(s, position);
    if (st != ST_OK) return st;
    for (size_t i = 0; i < position->count; i++) put_component(s, &position->components[i]);
    s->request.components = s->components.data;
    s->request.component_count = position->count;
    cgi_offer offer = {.struct_size = sizeof offer, .outcome = 1, .value = s->asked.play == PLAY_NORMAL, .moves = 1};
    ask_begin(plugin);
    if (plugin->plugin.offer) {
        st = ask_end(s->env, match, plugin->plugin.offer(plugin->instance, &s->request, &offer), NULL);
        if (st != ST_OK || !offer.outcome) return st == ST_OK ? ST_UNSUPPORTED : st;
    }
    int answer = plugin->plugin.outcome(plugin->instance, &s->request, &given);
    bool known = given == CGI_OUTCOME_P || given == CGI_OUTCOME_N;
    st = ask_end(s->env, match, answer, answer == CGI_OK && !known ? "it gave an outcome that is none" : NULL);
    *outcome = given == CGI_OUTCOME_P ? OUTCOME_P : OUTCOME_N;
    return st;
}

/* ---- component by component ---- */

static enum status ask_value(struct stream *s, const struct position *position, size_t component, uint64_t *value)
{
    struct arena_mark mark = arena_mark(&s->arena);
    const struct integer *given;
    int64_t small = 0;
    enum status st = host_value(s->env, position, component, &s->arena, &given);
    if (st == ST_OK && !integer_fits(given, &small)) st = ST_UNSUPPORTED;
    *value = (uint64_t)small;
    arena_rewind(&s->arena, mark);
    return st;
}

static enum status recall_value(struct stream *s, const struct position *position, size_t component, uint64_t *value)
{
    const struct component *c = &position->components[component];
    bool small = c->count == 1 && c->cells[0] >= 0 && c->cells[0] < STREAM_REMEMBERED;
    if (!small) return ask_value(s, position, component, value);
    size_t heap = (size_t)c->cells[0];
    while (s->remembered.count <= heap)
        if (!vec_push(&s->remembered, UINT64_MAX)) return ST_NO_MEMORY;
    enum status st = ST_OK;
    if (s->remembered.data[heap] == UINT64_MAX) st = ask_value(s, position, component, &s->remembered.data[heap]);
    if (st != ST_OK) s->remembered.data[heap] = UINT64_MAX;
    *value = s->remembered.data[heap];
    return st;
}

static enum status ask_values(struct stream *s, const struct position *position, enum outcome *outcome)
{
    uint64_t sum = 0, value;
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < position->count; i++) {
        st = recall_value(s, position, i, &value);
        sum ^= value;
    }
    *outcome = sum ? OUTCOME_N : OUTCOME_P;
    return st;
}

/* ---- the stream ---- */

enum status stream_open(struct env *env, int game, enum play play, int mover, struct stream **stream)
{
    struct stream *s = *stream = mem_alloc(sizeof *s);
    struct component any = {.game = game};
    if (!s) return ST_NO_MEMORY;
    *s = (struct stream){.env = env, .game = game, .asked = {.play = play, .mover = mover}};
    enum status st = plan_recognise(env);
    if (st == ST_OK) st = audit_rules(env);
    return st == ST_OK && env->model->games[game].kind != GAME_COMPOUND ? certify_window(env, &any, 1, play, mover) : st;
}

static enum status answer_left(struct stream *s, enum outcome *outcomes)
{
    size_t count = s->left.count;
    if (count == 0) return ST_OK;
    s->left_outcomes.count = 0;
    if (!vec_reserve(&s->left_outcomes, count)) return ST_NO_MEMORY;
    enum status st = outcomes_of(s->env, s->left_positions.data, count, &s->asked, s->left_outcomes.data, NULL, NULL);
    for (size_t i = 0; i < count; i++) outcomes[s->left.data[i]] = s->left_outcomes.data[i];
    s->left.count = s->left_positions.count = 0;
    return st;
}

enum status stream_outcomes(struct stream *s, const struct position *positions, size_t count, enum outcome *outcomes)
{
    enum status st = budget_check(s->env->budget);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        enum how how = how_to_ask(s, &positions[i]);
        st = ST_UNSUPPORTED;
        outcomes[i] = OUTCOME_UNKNOWN;
        if (how == BY_OUTCOME) st = ask_outcome(s, &positions[i], &outcomes[i]);
        if (how == BY_VALUES) st = ask_values(s, &positions[i], &outcomes[i]);
        if (st != ST_UNSUPPORTED) continue;
        st = vec_push(&s->left, i) && vec_push(&s->left_positions, positions[i]) ? ST_OK : ST_NO_MEMORY;
        outcomes[i] = OUTCOME_UNKNOWN;
    }
    return st == ST_OK ? answer_left(s, outcomes) : st;
}

void stream_close(struct stream *s)
{
    if (!s) return;
    vec_free(&s->components);
    vec_free(&s->fields);
    vec_free(&s->integers);
    vec_free(&s->limbs);
    vec_free(&s->remembered);
    vec_free(&s->left);
    vec_free(&s->left_positions);
    vec_free(&s->left_outcomes);
    arena_free(&s->arena);
    mem_free(s, sizeof *s);
}
