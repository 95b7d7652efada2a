/* SPDX-License-Identifier: MIT */
/* All solvers against the obvious reference on random games: for every position of a window, SG values by mex over whole
 * sums (no theorem used), outcomes in both conventions and for both movers, remoteness, and the number of winning moves, all
 * by recursion over options that the tests' own evaluator lists. A failing game is shrunk and written as a file.
 * usage: agree [FIRST_SEED [COUNT]]; prints TAP lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "random_game.h"
#include "reference.h"
#include "runtime_case.h"
#include "play/options/compound.h"
#include "play/cells/sums.h"
#include "trust/gate.h"

enum { KINDS = 8, SUM_MOST = 8, SINGLES = 14, PAIRS_OF = 5 };

/* ---- the reference: whole positions, by recursion ------------------------------------------------------------------------ */
struct node {
    struct component *components; /* sorted */
    size_t count;
    int mover;
    int64_t value; /* mex over options; -1 where the mover matters */
    bool lost[2];  /* [misere] for the player to move */
    int64_t remoteness[2];
    size_t wins[2]; /* winning moves, each component, move and choice of generators apart */
};
struct naive {
    const struct model *model;
    struct reference reference;
    struct arena arena;
    bool movers, failed;
    VEC(struct node *) nodes;
};
static struct node *naive_node(struct naive *n, const struct component *components, size_t count, int mover);

struct expanding {
    struct naive *naive;
    struct node *node;
    size_t component;
    VEC(struct node *) options;
};

static enum status naive_option(void *context, const struct component *components, size_t count,
                                const struct taken *taken)
{
    struct expanding *e = context;
    struct component all[64];
    size_t total = 0;
    (void)taken;
    for (size_t i = 0; i < e->node->count; i++)
        if (i != e->component) all[total++] = e->node->components[i];
    for (size_t i = 0; i < count; i++) all[total++] = components[i];
    struct node *option = naive_node(e->naive, all, total, e->naive->movers ? 3 - e->node->mover : 1);
    if (!option || !vec_push(&e->options, option)) e->naive->failed = true;
    return ST_OK;
}

/* Options of `upto k` of single heaps: every vector of heaps' options that changes 1 to k of them, heaps told apart. */
struct heaps {
    struct expanding *e;
    VEC(struct component) own[16]; /* per heap: what it can become (arena) */
    size_t heap, count;
    bool moved;
};

static enum status heap_option(void *context, const struct component *components, size_t count,
                               const struct taken *taken)
{
    struct heaps *h = context;
    struct component copy;
    (void)taken;
    if (count != 1 || !component_copy(&h->e->naive->arena, components, &copy) || !vec_push(&h->own[h->heap], copy))
        h->e->naive->failed = true;
    return ST_OK;
}

static int by_size(const void *a, const void *b)
{
    const struct component *x = a, *y = b;
    return (x->cells[0] > y->cells[0]) - (x->cells[0] < y->cells[0]);
}

/* A compound of these heaps, its parts sorted as position.h wants them. */
static struct component heap_compound(struct naive *n, int64_t k, const struct component *heaps, size_t count)
{
    struct component sorted[16];
    int64_t *cells = arena_array(&n->arena, 4 + 4 * count, sizeof *cells);
    memcpy(sorted, heaps, count * sizeof *heaps);
    qsort(sorted, count, sizeof *sorted, by_size);
    cells[0] = -1, cells[1] = COMPOUND_UPTO, cells[2] = k, cells[3] = (int64_t)count;
    for (size_t i = 0; i < count; i++) {
        cells[4 + 4 * i] = 1, cells[5 + 4 * i] = sorted[i].game, cells[6 + 4 * i] = 1,
                      cells[7 + 4 * i] = sorted[i].cells[0];
    }
    return (struct component){POSITION_COMPOUND, (uint32_t)(4 + 4 * count), cells};
}

static void choose_heaps(struct heaps *h, int64_t k, struct component *now, size_t at, int64_t moved)
{
    if (at == h->count) {
        if (moved == 0) return;
        struct component result = heap_compound(h->e->naive, k, now, h->count);
        naive_option(h->e, &result, 1, NULL);
        return;
    }
    struct component was = now[at];
    choose_heaps(h, k, now, at + 1, moved);
    for (size_t i = 0; moved < k && i < h->own[at].count; i++) {
        now[at] = h->own[at].data[i];
        choose_heaps(h, k, now, at + 1, moved + 1);
    }
    now[at] = was;
}

static void compound_walk_options(struct expanding *e, const struct component *compound)
{
    struct heaps h = {.e = e};
    struct component now[16];
    struct compound_walk walk = compound_open(compound);
    while (compound_next(&walk, &now[h.count])) h.count++;
    for (h.heap = 0; h.heap < h.count; h.heap++) reference_options(&e->naive->reference, &now[h.heap], heap_option, &h);
    choose_heaps(&h, compound->cells[COMPOUND_K], now, 0, 0);
    for (size_t i = 0; i < h.count; i++) vec_free(&h.own[i]);
}

static void value_node(struct naive *n, struct node *node, struct expanding *e)
{
    bool *seen = calloc(e->options.count + 2, 1);
    for (size_t i = 0; i < e->options.count; i++)
        if (e->options.data[i]->value >= 0 && (size_t)e->options.data[i]->value <= e->options.count)
            seen[e->options.data[i]->value] = true;
    while (seen[node->value]) node->value++;
    free(seen);
    for (int m = 0; m < 2; m++) {
        int64_t least = INT64_MAX, greatest = -1;
        for (size_t i = 0; i < e->options.count; i++) {
            const struct node *o = e->options.data[i];
            node->wins[m] += o->lost[m];
            if (o->lost[m] && o->remoteness[m] < least) least = o->remoteness[m];
            if (o->remoteness[m] > greatest) greatest = o->remoteness[m];
        }
        node->lost[m] = e->options.count ? node->wins[m] == 0 : m == 0;
        node->remoteness[m] = e->options.count == 0 ? 0 : 1 + (node->lost[m] ? greatest : least);
    }
    if (n->movers) node->value = -1;
}

static bool same(const struct node *node, const struct component *components, size_t count, int mover)
{
    if (node->count != count || node->mover != mover) return false;
    for (size_t i = 0; i < count; i++)
        if (component_compare(&node->components[i], &components[i]) != 0) return false;
    return true;
}

static struct node *naive_node(struct naive *n, const struct component *components, size_t count, int mover)
{
    struct component sorted[64];
    if (count) memcpy(sorted, components, count * sizeof *sorted);
    components_sort(sorted, count);
    for (size_t i = 0; i < n->nodes.count; i++)
        if (same(n->nodes.data[i], sorted, count, mover)) return n->nodes.data[i];
    if (n->nodes.count > 6000 || count > SUM_MOST) n->failed = true; /* too large to be obvious */
    if (n->failed) return NULL;
    struct node *node = arena_alloc(&n->arena, sizeof *node);
    node->components = arena_array(&n->arena, count + 1, sizeof *node->components);
    for (size_t i = 0; i < count; i++) component_copy(&n->arena, &sorted[i], &node->components[i]);
    node->count = count;
    node->mover = mover;
    struct expanding e = {.naive = n, .node = node};
    int outer = n->reference.mover; /* of the position whose options are being listed further up */
    for (e.component = 0; e.component < count && !n->failed; e.component++) {
        n->reference.mover = mover;
        if (node->components[e.component].game == POSITION_COMPOUND)
            compound_walk_options(&e, &node->components[e.component]);
        else reference_options(&n->reference, &node->components[e.component], naive_option, &e);
        n->failed |= n->reference.failed;
    }
    n->reference.mover = outer;
    if (!n->failed) value_node(n, node, &e);
    vec_free(&e.options);
    if (n->failed || !vec_push(&n->nodes, node)) return NULL;
    return node;
}

/* ---- one game ------------------------------------------------------------------------------------------------------------- */
struct tally {
    size_t rules, positions, answers, by_solver[64];
};
static char complaint[512];

static bool complain(struct runtime_case *c, const struct node *node, const char *what, int64_t got, int64_t expected)
{
    struct text text = {0};
    struct position p = {node->components, node->count, NULL};
    position_print(c->file.model, &p, &text);
    snprintf(complaint, sizeof complaint, "%s of %s is %lld, expected %lld %s", what, text_c(&text), (long long)got,
             (long long)expected, c->st == ST_OK ? "" : rule_message(&c->file));
    text_free(&text);
    return false;
}

static bool agree_values(struct runtime_case *c, const struct node *node, struct tally *t)
{
    for (size_t s = 0; s < solver_count; s++) {
        int64_t value = case_value_by(c, solvers[s]->name, node->components, node->count);
        if (value < 0 && c->st == ST_UNSUPPORTED) continue;
        t->answers++;
        t->by_solver[s]++;
        if (value != node->value) return complain(c, node, solvers[s]->name, value, node->value);
    }
    return true;
}

static bool agree_outcomes(struct runtime_case *c, const struct node *node, bool movers, struct tally *t)
{
    struct position position = {node->components, node->count, NULL};
    for (int m = 0; m < 2; m++) {
        enum outcome outcome = OUTCOME_UNKNOWN;
        uint64_t remoteness = 0;
        struct ask asked = {
            .play = m ? PLAY_MISERE : PLAY_NORMAL, .mover = movers ? node->mover : 0, .remoteness = true};
        c->st = outcomes_of(c->env, &position, 1, &asked, &outcome, &remoteness, NULL);
        if (c->st != ST_OK || (outcome == OUTCOME_P) != node->lost[m])
            return complain(c, node, m ? "misere outcome" : "outcome", outcome, !node->lost[m]);
        if ((int64_t)remoteness != node->remoteness[m])
            return complain(c, node, m ? "misere remoteness" : "remoteness", (int64_t)remoteness, node->remoteness[m]);
        asked.remoteness = false;
        c->st = outcomes_of(c->env, &position, 1, &asked, &outcome, NULL, NULL);
        if (c->st != ST_OK || (outcome == OUTCOME_P) != node->lost[m])
            return complain(c, node, "outcome alone", outcome, !node->lost[m]);
        struct wanted wanted = {.play = asked.play, .mover = node->mover, .sg = true, .wins = true, .outcome = true};
        c->st = analyze(c->env, &position, &wanted, &c->arena, &c->answer);
        if (c->st != ST_OK || !c->answer.wins_complete || c->answer.win_count != node->wins[m])
            return complain(c, node, "number of winning moves", (int64_t)c->answer.win_count, (int64_t)node->wins[m]);
        t->answers += 4;
    }
    return true;
}

static bool agree_position(struct runtime_case *c, struct naive *n, const struct component *components, size_t count,
                           struct tally *t)
{
    for (int mover = 1; mover <= (n->movers ? 2 : 1); mover++) {
        const struct node *node = naive_node(n, components, count, mover);
        if (!node) {
            n->failed = n->reference.failed = false; /* too large or outside what the reference reads: not compared */
            return true;
        }
        t->positions++;
        if (!n->movers && !agree_values(c, node, t)) return false;
        if (!agree_outcomes(c, node, n->movers, t)) return false;
    }
    return true;
}

/* The positions g(...) with small cells, written as terms so that compounds and bags come out right. */
static void window_term(const struct game *g, unsigned index, char *term, size_t room)
{
    if (g->fields[0].kind == FIELD_ROW || g->fields[0].kind == FIELD_BAG)
        snprintf(term, room, index % 3 ? "g([%u, %u, %u])" : "g([%u, %u])", index % 4, index / 4 % 3, index / 7 % 3);
    else if (g->field_count == 2) snprintf(term, room, "g(%u, %u)", index % 5, index / 3);
    else snprintf(term, room, "g(%u)", index);
}

static bool agree_game(const char *rule, struct tally *t)
{
    struct runtime_case c;
    memset(&c, 0, sizeof c);
    rule_open(&c.file, rule);
    bool fine = true;
    struct env_options options = {
        .gate = &trust_gate, .params = c.file.params, .budget = &c.file.budget, .diags = &c.file.diags};
    if (c.file.st != ST_OK || env_open(c.file.model, c.file.code, &options, &c.env) != ST_OK) {
        snprintf(complaint, sizeof complaint, "not a rule: %s", rule_message(&c.file));
        case_close(&c);
        return true;
    }
    const struct model *model = c.file.model;
    int game = model_find_game(model, "g");
    struct naive n = {.model = model, .reference = {.model = model, .params = c.file.params, .mover = 1}};
    struct component window[SINGLES];
    n.movers = c.env->traits->games[game].mover;
    t->rules++;
    for (unsigned i = 0; fine && i < SINGLES; i++) {
        char term[64];
        window_term(&model->games[game], i, term, sizeof term);
        struct position position = case_position(&c, term);
        window[i] = position.components[0];
        fine = agree_position(&c, &n, position.components, position.count, t);
    }
    for (unsigned i = 1; fine && i < PAIRS_OF; i++)
        for (unsigned j = i; fine && j < PAIRS_OF; j++)
            fine = agree_position(&c, &n, (struct component[]){window[i], window[j]}, 2, t);
    vec_free(&n.nodes);
    arena_free(&n.arena);
    reference_free(&n.reference);
    case_close(&c);
    return fine;
}

/* ---- shrinking --------------------------------------------------------------------------------------------------------------- */
static bool still_fails(const char *rule)
{
    struct tally t = {0};
    return !agree_game(rule, &t);
}

/* The rule without line `line`; false when that line is not there or opens or closes a game. */
static bool without_line(const char *rule, unsigned line, char *out)
{
    unsigned at = 0;
    bool dropped = false;
    for (const char *p = rule; *p; at++) {
        size_t length = strcspn(p, "\n") + 1;
        if (at == line && p[0] == ' ') dropped = true;
        else memcpy(out, p, length), out += length;
        p += length;
    }
    *out = '\0';
    return dropped;
}

static bool smaller_number(const char *rule, unsigned which, char *out)
{
    for (const char *p = rule; *p; p++) {
        if (*p < '1' || *p > '9' || which-- > 0) continue;
        strcpy(out, rule);
        out[p - rule]--;
        return true;
    }
    return false;
}

static void shrink(char *rule)
{
    char smaller[4096];
    for (bool better = true; better;) {
        better = false;
        for (unsigned i = 0; i < 20 && !better; i++) better = without_line(rule, i, smaller) && still_fails(smaller);
        for (unsigned i = 0; i < 40 && !better; i++) better = smaller_number(rule, i, smaller) && still_fails(smaller);
        if (better) strcpy(rule, smaller);
    }
    still_fails(rule); /* for its complaint */
}

static void write_failure(uint64_t seed, const char *rule)
{
    char path[4096];
    const char *folder = getenv("CGI_BUILD");
    snprintf(path, sizeof path, "%s/agree-%llu.game", folder ? folder : ".", (unsigned long long)seed);
    FILE *file = fopen(path, "w");
    if (!file) return;
    fprintf(file, "# %s\n%s", complaint, rule);
    fclose(file);
    printf("# seed %llu: %s; shrunk to %s\n", (unsigned long long)seed, complaint, path);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 80;
    struct tally t = {0};
    uint64_t failures = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct text rule = {0};
        char text[4096];
        random_game(seed, &rule);
        snprintf(text, sizeof text, "%s", text_c(&rule));
        text_free(&rule);
        if (agree_game(text, &t)) continue;
        failures++;
        shrink(text);
        write_failure(seed, text);
    }
    printf("# %zu of %llu games, %zu positions, %zu answers\n", t.rules, (unsigned long long)count, t.positions,
           t.answers);
    for (size_t s = 0; s < solver_count; s++) printf("# %s: %zu values\n", solvers[s]->name, t.by_solver[s]);
    printf("%s 1 - all solvers agree with the reference on random games\n", failures ? "not ok" : "ok");
    printf("%s 2 - nine games of ten are rules\n1..2\n", t.rules * 10 >= count * 9 ? "ok" : "not ok");
    return failures || t.rules * 10 < count * 9;
}
