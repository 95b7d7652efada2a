/* SPDX-License-Identifier: MIT */
/* One question about one position while it is being answered, shared by analyze, explain, the winning moves, the comparison
 * and the audits.
 *
 *     struct query q;
 *     st = query_open(&q, env, position, wanted, arena, answer);   // checks the position, fills in what is plain
 *     st = query_value(&q);                                       // SG value or outcome, and which solver gave it
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

#define OPTIONS_ALL 100000u   /* closed forms are compared on all options up to this number, else on a sample */
#define OPTIONS_SECONDS 1.0   /* and as long as the plugin asks for no more than this for all of them together */
#define OPTIONS_MOST 2000000u /* a search for winning moves gives up beyond this */
#define SAMPLE_COUNT 1000u

/* What an answer was compared with. Each comparison is noted where it is made (confirm.c), and only if it agreed. */
struct compared {
    uint64_t mex;      /* options whose values, of all options of their component, have the component's value as mex */
    uint64_t endless;  /* options without a value in these components: play may go on for ever there */
    uint64_t outcomes; /* options whose outcomes, of all options, make the outcome */
    uint64_t others;   /* of a list that was cut short: options that do not have the value of their component */
    bool cut_win, cut_none; /* of a list that was cut short: it contains a winning move, or none */
    uint64_t sampled;       /* drawn options */
    bool plain;             /* the answer and all options listed, with a search without unproved clauses */
};

struct query {
    struct env *env;      /* the caller's, or `view` */
    struct env_view view; /* if the rule reads `mover` although it makes no difference: on these terms; else not open */
    const struct position *position;
    const struct position *parts; /* the position with its states that are sums taken apart (split.h); else the same */
    const struct wanted *wanted;
    struct arena *arena;
    struct answer *answer;
    struct ask asked; /* play and mover of the position */
    int lister;       /* whose moves are listed if the rule reads `mover` although it makes no difference; else 0 */
    bool big;         /* some component has a cell beyond 64 bits */
    bool valued;      /* values and sum are set: SG values of all components */
    const struct integer **values; /* one per component */
    const struct integer *sum;     /* their nim-sum */
    bool every;                    /* the values of all options are wanted */
    bool *untold;                  /* one per component: it has a value, but those of its options were not computed */
    bool by_sets;                  /* it has an outcome, but those of its options were not computed */
    uint64_t worth_looks; /* by_sets: how long a search may take before a table is filled instead; 0: to its end */
    bool plugin_alone;    /* the plugin knows the value, but not those of all options */
    bool outcome_alone;   /* SG values need more memory than there is */
    bool by_strategy;     /* the outcome is that of a strategy, which names one winning move */
    bool paired;          /* pairs and pair are set: misère play, every component is tame */
    struct tame_sum *pairs, pair; /* one per component (not for those beyond 64 bits); of the whole position */
    bool plugin_value, plugin_outcome, plugin_wins; /* what the plugins of the whole position gave or can give */
    bool plugin_tame;                               /* the outcome is that of a sum of tame games, by plugins */
    uint64_t options_most; /* the number of options with which its answer is compared, all of them or a sample */
    int plugin;            /* -1: no plugin answered for the whole position */
    size_t usable, errors; /* plugins that may be asked, errors reported: when it was opened */
    int *plugins; /* one a component: whose closed form the answer, or that for one of its parts, rests on; -1: none */
    struct used used;
    struct plan *plan;  /* of the last question put to the planner; NULL: none */
    struct move_plans { /* that listed winning moves: of the whole, or of the first component of each game */
        struct plan **items;
        size_t count;
    } move_plans;
    struct plan *of_remoteness; /* as it was foretold; NULL: not asked yet */
    bool wrong;                 /* a comparison refuted a plugin: nothing more is compared */
    uint64_t options;           /* the number of options listed */
    bool options_all;           /* that is all of them */
    struct compared compared;
    struct env
        *plain; /* the plain environment (audit_env.h), as long as it agrees without unproved clauses; else NULL */
};
enum status query_open(struct query *q, struct env *env, const struct position *position, const struct wanted *wanted,
                       struct arena *arena, struct answer *answer);
enum status query_value(struct query *q);
/* Was a plugin disabled since the query was opened? Then its words may be mixed with others', and the question is to be asked again. */
bool query_again(const struct query *q, enum status st);
/* A plan that has listed winning moves, to be shown, and what they are based on. ST_OK or ST_NO_MEMORY. */
enum status query_listed(struct query *q, struct plan *plan, const struct result *result);
void query_close(struct query *q);
/* Has component c a cell beyond 64 bits? */
static inline bool query_is_big(const struct query *q, size_t c) { return q->position->big && q->position->big[c]; }
/* The cells of a component as integers, in the query's arena; NULL if memory runs out. */
const struct integer *const *query_cells(const struct query *q, size_t component);
/* An ask about the whole position, as it is asked about. */
struct ask query_ask(const struct query *q, enum quantity what);
/* The game for which the plugin of a component answers: its own, or that of one of its parts. */
int query_plugin_game(const struct query *q, size_t component);
int query_next_mover(const struct query *q);
/* The player whose moves are named: the mover, or if that makes no difference the player asked about; 0 for a rule
 * that does not read `mover`. */
int query_lister(const struct query *q);

#endif
