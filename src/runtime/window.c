/* Each field has a numbered list of small values; the box of numbers is walked shell by shell. */
#include "runtime/window.h"
#include <string.h>
#include "base/mem.h"
#include "runtime/answer.h"
#include "runtime/store.h"

enum { CANDIDATES_MOST = 20000, PROBE_STATES = 300000, ROW_MOST = 6 };

/* Does the enumeration of bags reach number `index`? Appends length and cells. Bags come by m = max(length, largest
 * cell), then by length, then as numbers in base m + 1 that use the new length or the new cell. */
static bool push_bag(cell_vec *cells, uint64_t index)
{
    for (int64_t m = 0; m <= ROW_MOST; m++)
        for (int64_t length = 0; length <= m; length++) {
            uint64_t all = 1;
            for (int64_t i = 0; i < length; i++) all *= (uint64_t)m + 1;
            for (uint64_t code = 0; code < all; code++) {
                int64_t row[ROW_MOST], largest = 0;
                uint64_t rest = code;
                bool rises = true;
                for (int64_t i = 0; i < length; i++) {
                    row[i] = (int64_t)(rest % (uint64_t)(m + 1));
                    rest /= (uint64_t)(m + 1);
                    if (row[i] > largest) largest = row[i];
                    if (i && row[i] < row[i - 1]) rises = false;
                }
                if ((length < m && largest < m) || !rises || index-- > 0) continue;
                if (!vec_push(cells, length)) return false;
                for (int64_t i = 0; i < length; i++)
                    if (!vec_push(cells, row[i])) return false;
                return true;
            }
        }
    return false;
}

static uint64_t power(uint64_t base, int64_t exponent)
{
    uint64_t p = 1;
    while (exponent-- > 0) p *= base;
    return p;
}

/* The same order, not restricted to ascending rows, without walking there: a row of this length whose largest cell is m,
 * unless it is as long as m. */
static bool push_any_row(cell_vec *cells, uint64_t index)
{
    for (int64_t m = 0; m <= ROW_MOST; m++)
        for (int64_t length = 0; length <= m; length++) {
            uint64_t base = (uint64_t)m + 1, small = length < m ? power((uint64_t)m, length) : 0;
            uint64_t all = power(base, length) - small;
            if (index >= all) {
                index -= all;
                continue;
            }
            int64_t row[ROW_MOST];
            bool reached = length == m; /* a cell of m stands in the row, or need not */
            for (int64_t i = length; i-- > 0;)
                for (row[i] = 0;; row[i]++) {
                    uint64_t rest = power(base, i) - (reached || row[i] == m ? 0 : power((uint64_t)m, i));
                    if (index < rest) {
                        reached |= row[i] == m;
                        break;
                    }
                    index -= rest;
                }
            if (!vec_push(cells, length)) return false;
            for (int64_t i = 0; i < length; i++)
                if (!vec_push(cells, row[i])) return false;
            return true;
        }
    return false;
}

/* Grids up to 3 by 3 with cells 0 and 1, smaller ones first. */
static bool push_grid(cell_vec *cells, uint64_t index)
{
    for (int64_t m = 1; m <= 3; m++)
        for (int64_t r = 1; r <= m; r++)
            for (int64_t c = 1; c <= m; c++) {
                uint64_t all = (uint64_t)1 << (r * c);
                if (r < m && c < m) continue;
                if (index >= all) {
                    index -= all;
                    continue;
                }
                if (!vec_push(cells, r) || !vec_push(cells, c)) return false;
                for (int64_t i = 0; i < r * c; i++)
                    if (!vec_push(cells, (int64_t)(index >> i & 1))) return false;
                return true;
            }
    return false;
}

/* Value number `index` of a field; false when it has no more (or memory is out, which ends the window early). */
static bool push_field(const struct env *env, const struct game *game, size_t field, uint64_t index, cell_vec *cells)
{
    switch (game->fields[field].kind) {
    case FIELD_NAT: return vec_push(cells, (int64_t)index);
    case FIELD_INT: return vec_push(cells, index % 2 ? (int64_t)(index / 2) + 1 : -(int64_t)(index / 2));
    case FIELD_BOOL: return index < 2 && vec_push(cells, (int64_t)index);
    case FIELD_ROW: return push_any_row(cells, index);
    case FIELD_BAG: return push_bag(cells, index);
    case FIELD_GRID: return push_grid(cells, index);
    case FIELD_NODE: return index < env->model->graphs[game->graph].node_count && vec_push(cells, (int64_t)index);
    }
    return false;
}

struct walk {
    const struct env *env;
    const struct game *game;
    int number;
    size_t limit, tried;
    struct sums *out;
    cell_vec cells;
    bool any; /* some position stood in this shell */
};

static enum status try_tuple(struct walk *w, const uint64_t *tuple)
{
    w->cells.count = 0;
    for (size_t f = 0; f < w->game->field_count; f++)
        if (!push_field(w->env, w->game, f, tuple[f], &w->cells)) return ST_OK;
    struct component component = {w->number, (uint32_t)w->cells.count, w->cells.data};
    bool legal;
    w->any = true;
    w->tried++;
    enum status st = vm_legal(w->env->vm, &component, &legal);
    return st == ST_OK && legal && !sums_add(w->out, &component, 1) ? ST_NO_MEMORY : st;
}

/* All tuples with largest coordinate `shell`. */
static enum status walk_shell(struct walk *w, uint64_t shell)
{
    uint64_t tuple[MODEL_MAX_FIELDS] = {0};
    size_t n = w->game->field_count;
    for (uint64_t steps = 0; steps < CANDIDATES_MOST * (uint64_t)8; steps++) {
        uint64_t largest = 0;
        for (size_t f = 0; f < n; f++)
            if (tuple[f] > largest) largest = tuple[f];
        if (largest == shell) {
            enum status st = try_tuple(w, tuple);
            if (st != ST_OK) return st;
            if (w->out->count >= w->limit || w->tried >= CANDIDATES_MOST) return ST_OK;
        }
        size_t f = n;
        while (f > 0 && tuple[f - 1] == shell) tuple[--f] = 0;
        if (f == 0) return ST_OK;
        tuple[f - 1]++;
    }
    return ST_OK;
}

enum status window_list(const struct env *env, int game, size_t limit, struct sums *out)
{
    struct walk w = {.env = env, .game = &env->model->games[game], .number = game, .limit = limit, .out = out};
    enum status st = ST_OK;
    sums_clear(out);
    if (w.game->kind == GAME_COMPOUND || w.game->field_count == 0) return ST_OK;
    for (uint64_t shell = 0; st == ST_OK && out->count < limit && w.tried < CANDIDATES_MOST; shell++) {
        w.any = false;
        st = walk_shell(&w, shell);
        if (!w.any) break;
        if (st == ST_OK) st = budget_check(env->budget);
    }
    vec_free(&w.cells);
    return st;
}

/* ---- the probe -------------------------------------------------------------------------------------------------------- */
struct probe {
    struct env *env;
    struct budget budget;
    struct diags diags;
};

static void renew_budget(struct budget *budget, const struct budget *outer, double seconds)
{
    uint64_t deadline = budget_now_ns() + (uint64_t)(seconds * 1e9);
    *budget = *outer;
    budget->progress = NULL;
    if (!outer->deadline_ns || deadline < outer->deadline_ns) budget->deadline_ns = deadline;
    uint64_t states = budget->states_used + PROBE_STATES;
    if (!outer->states || states < outer->states) budget->states = states;
}

enum status window_probe(struct env *env, double seconds, struct env **out)
{
    struct probe *probe = env->store->probe;
    *out = NULL;
    if (probe) {
        renew_budget(&probe->budget, env->budget, seconds);
        *out = probe->env;
        return ST_OK;
    }
    probe = mem_alloc(sizeof *probe);
    if (!probe) return ST_NO_MEMORY;
    renew_budget(&probe->budget, env->budget, seconds);
    struct env_options options = {.params = env->params, .script = env->script, .budget = &probe->budget, .diags = &probe->diags};
    enum status st = env_open(env->model, env->code, &options, &probe->env);
    if (st != ST_OK) {
        diags_free(&probe->diags);
        mem_free(probe, sizeof *probe);
        return st;
    }
    probe->env->store->plain = true;
    env->store->probe = probe;
    *out = probe->env;
    return ST_OK;
}

void window_probe_close(struct probe *probe)
{
    if (!probe) return;
    env_close(probe->env);
    diags_free(&probe->diags);
    mem_free(probe, sizeof *probe);
}
