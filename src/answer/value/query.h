/* SPDX-License-Identifier: MIT */
/* One question about one position, while it is being answered: what analyze, explain, wins*, line, spread, certify and audit share.
 *
 *     struct query q;
 *     st = query_open(&q, env, position, wanted, arena, answer);   // checks the position, fills in what is plain
 *     st = query_value(&q);                                       // SG value or outcome, and who gave it
 *     st = wins_list(&q);
 *     query_close(&q);
 *
 * Not for other rooms. */
#ifndef CGI_ANSWER_VALUE_QUERY_H
#define CGI_ANSWER_VALUE_QUERY_H
#include "solve/graph/labels.h"
#include "answer/answer.h"
#include "plan/outcomes.h"
#include "plan/misere.h"

#define OPTIONS_ALL 100000u   /* closed forms are compared on all options up to this many, else on a sample */
#define OPTIONS_SECONDS 1.0   /* and while the plugin asks for no more than this for all of them together */
#define OPTIONS_MOST 2000000u /* a search for winning moves gives up beyond */
#define SAMPLE_COUNT 1000u

/* What an answer was compared with. Each comparison is noted by what makes it (confirm.c), and only when it agreed. */
struct compared {
    uint64_t mex;      /* options whose values, of all options of their component, have the component's value as mex */
    uint64_t endless;  /* options without a value in these components: play may go on for ever there */
    uint64_t outcomes; /* options whose outcomes, of all options, make the outcome */
    uint64_t others;   /* of a list that was cut: options that do not have the value of their component */
    bool cut_win, cut_none; /* of a list that was cut: a winning move is among them, or none is */
    uint64_t sampled;       /* drawn options */
    bool plain;             /* the answer and all options listed, with a search without unproved clauses */
};

struct query {
    struct env *env;      /* the caller's, or `view` */
    struct env_view view; /* where the rule reads `mover` and it changes nothing: on these terms; else not open */
    const struct position *position;
    const struct wanted *wanted;
    struct arena *arena;
    struct answer *answer;
    struct ask asked; /* play and mover of the position */
    int lister;       /* whose moves are listed where the rule reads `mover` and it changes nothing; else 0 */
    bool big;         /* some component has a cell beyond 64 bits */
    bool valued;      /* values and sum are set: SG values of all components */
    const struct integer **values; /* one a component */
    const struct integer *sum;     /* their nim-sum */
    bool plugin_alone;             /* the plugin knows the value, but not that of every option */
    bool paired;                   /* pairs and pair are set: misere play, every component is tame */
    struct tame_sum *pairs, pair;  /* one a component (not of those beyond 64 bits); of the whole position */
    bool plugin_value, plugin_outcome, plugin_wins; /* what the plugins of the whole position gave or can give */
    bool plugin_tame;                               /* the outcome is that of a sum of tame games, by plugins */
    bool infinite;                                  /* a draw, or a sum with infinity(K) */
    uint64_t options_most; /* how many options its answer is compared with, all of them or a sample */
    int plugin;            /* -1: no plugin answered for the whole position */
    int *plugins;          /* one a component: whose closed form the answer rests on; -1: none */
    struct used used;
    struct plan *plan; /* of what was asked last of the planner; NULL: nothing */
    bool wrong;        /* certify caught the plugin: ask again without it */
    uint64_t options;  /* how many options were listed */
    bool options_all;  /* all there are */
    struct compared compared;
    struct env
        *plain; /* the probe (audit_env.h), while it finds the same without clauses that are not proved; else NULL */
};
enum status query_open(struct query *q, struct env *env, const struct position *position, const struct wanted *wanted,
                       struct arena *arena, struct answer *answer);
enum status query_value(struct query *q);
void query_close(struct query *q);
/* Has component c a cell beyond 64 bits? */
static inline bool inquiry_is_big(const struct query *q, size_t c) { return q->position->big && q->position->big[c]; }
/* The cells of a component as integers, in the inquiry's arena; NULL when memory is out. */
const struct integer *const *query_cells(const struct query *q, size_t component);
int query_next_mover(const struct query *q);
/* Whose moves are named: the mover, or where it changes nothing the player asked about; 0 for a rule that does not read `mover`. */
int query_lister(const struct query *q);

#endif
