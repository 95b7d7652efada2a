/* SPDX-License-Identifier: MIT */
/* What is proved of the lost positions of all sizes, as a text that another program checks (docs/manual/certificates.md). */
#include <inttypes.h>
#include "base/diag.h"
#include "engine/prove/prove.h"

#define MOST_ASKED INT64_C(100000000000000000) /* numbers of a position, as large as the reader takes them */

static void put_numeration(const struct numeration *in, struct text *out)
{
    if (!in->link) {
        text_add(out, "numeration base %" PRId64 "\n", in->a[0]);
        return;
    }
    text_add(out, "numeration ostrowski below %d quotients", in->below);
    for (int i = 0; i < in->period; i++) text_add(out, " %" PRId64, in->a[i]);
    text_putc(out, '\n');
}

/* Arrows to where nothing is accepted any more are left out, and so is that state. */
static bool dead(const struct automaton *a, uint32_t s)
{
    bool stays = !a->accepts[s];
    for (uint32_t l = 0; stays && l < a->letters; l++) stays = a->next[(size_t)s * a->letters + l] == s;
    return stays && s;
}

static void put_state(const struct automaton *a, uint32_t s, const uint32_t *number, struct text *out)
{
    text_add(out, "state %" PRIu32 "%s\n", number[s], a->accepts[s] ? " accepts" : "");
    for (uint32_t l = 0; l < a->letters; l++) {
        uint32_t to = a->next[(size_t)s * a->letters + l], letter = l;
        if (dead(a, to)) continue;
        text_puts(out, "by");
        for (int i = 0; i < a->tracks; i++, letter /= (uint32_t)a->in->letters)
            text_add(out, " %" PRIu32, letter % (uint32_t)a->in->letters);
        text_add(out, " to %" PRIu32 "\n", number[to]);
    }
}

static enum status put_automaton(const struct automaton *a, struct arena *arena, struct text *out)
{
    uint32_t *number = arena_array(arena, a->states, sizeof *number), count = 0;
    if (!number) return ST_NO_MEMORY;
    for (uint32_t s = 0; s < a->states; s++)
        if (!dead(a, s)) number[s] = count++;
    text_add(out, "automaton %" PRIu32 "\n", count);
    for (uint32_t s = 0; s < a->states; s++)
        if (!dead(a, s)) put_state(a, s, number, out);
    return ST_OK;
}

static const char *put_outcome(const struct certify_ask *ask, const struct automaton *lost, struct text *out)
{
    const struct position *p = ask->position;
    int64_t numbers[AUTOMATON_TRACKS];
    if (!p) return NULL;
    if (p->count != 1) return "the outcomes of the parts do not decide that of a sum";
    const struct component *c = &p->components[0];
    for (size_t i = 0; i < c->count; i++) {
        if ((p->big && p->big[0] && p->big[0][i]) || c->cells[i] > MOST_ASKED)
            return "a number of the position is beyond what is read";
        numbers[i] = c->cells[i];
    }
    text_add(out, "outcome %c of", automaton_holds(lost, numbers) ? 'P' : 'N');
    for (size_t i = 0; i < c->count; i++) text_add(out, " %" PRId64, numbers[i]);
    text_putc(out, '\n');
    return NULL;
}

static enum status put_certificate(const struct engine *engine, const struct certify_ask *ask,
                                   const struct lost_proof *proof, const struct lost_words *words, struct arena *arena,
                                   struct text *out, const char **reason)
{
    const struct game *g = &engine->model->games[engine->model->main_game];
    text_add(out, "cgi-automaton 1\n");
    text_add(out,
             "# the game '%s': that the moves below are its moves is for the reader to compare; the rest is checked\n",
             g->name);
    put_numeration(proof->lost->in, out);
    text_add(out, "play %s\nfields", proof->misere ? "misere" : "normal");
    for (size_t i = 0; i < g->field_count; i++) text_add(out, " %s", g->fields[i].name);
    text_add(out, "\n%s", text_c(&words->rule));
    enum status st = put_automaton(proof->lost, arena, out);
    text_add(out, "%slost exactly\n", text_c(&words->moves));
    if (st == ST_OK) *reason = put_outcome(ask, proof->lost, out);
    text_puts(out, "end\n");
    return st == ST_OK && out->failed ? ST_NO_MEMORY : st;
}

static enum status of_lost(struct engine *engine, const struct certify_ask *ask, struct arena *arena, struct text *out,
                           const char **reason)
{
    struct lost_proof proof;
    struct lost_words words = {.reason = NULL};
    if (ask->game != engine->model->main_game) return *reason = "the position is not one of the main game", ST_OK;
    enum status st = engine_prove_words(engine, ask->misere ? PLAY_MISERE : PLAY_NORMAL, arena, &proof, &words);
    if (st == ST_OK) *reason = proof.found ? words.reason : proof.reason;
    if (st == ST_OK && !*reason) st = put_certificate(engine, ask, &proof, &words, arena, out, reason);
    text_free(&words.rule);
    text_free(&words.moves);
    return st;
}

enum status engine_certify(struct engine *engine, const struct certify_ask *ask, bool lost, struct arena *arena,
                           struct text *out)
{
    const char *reason = NULL, *later = NULL;
    const struct game *g = &engine->model->games[ask->game];
    struct certify_ask quiet = *ask;
    quiet.reason = &reason;
    enum status st = lost ? ST_OK : certify(engine->env, &quiet, arena, out);
    if (st != ST_OK || (!lost && !reason)) return st;
    st = of_lost(engine, ask, arena, out, &later);
    if (st != ST_OK || !later) return st;
    text_clear(out);
    diag(engine->env->diags, D_NO_CERTIFICATE, g->span, g->name, lost ? later : reason);
    return ST_USAGE;
}
