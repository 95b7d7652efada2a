/* One question about one position, while it is being answered: what analyze, explain, wins and certify share.
 *
 *     struct inquiry q;
 *     st = inquiry_open(&q, env, position, wanted, arena, answer);   // checks the position, fills in what is plain
 *     st = inquiry_value(&q);                                       // SG value or outcome, and who gave it
 *     st = wins_list(&q);
 *     inquiry_close(&q);
 *
 * Not for other rooms. */
#ifndef CGI_RUNTIME_INQUIRY_H
#define CGI_RUNTIME_INQUIRY_H
#include "runtime/labels.h"
#include "runtime/outcomes.h"
#include "runtime/tame.h"

#define OPTIONS_ALL 100000u       /* closed forms are compared on all options up to this many, else on a sample */
#define OPTIONS_SECONDS 1.0       /* and while the plugin asks for no more than this for all of them together */
#define OPTIONS_MOST 2000000u     /* a search for winning moves gives up beyond */
#define SAMPLE_COUNT 1000u

struct inquiry {
    struct env *env;                 /* the caller's, or `view` */
    struct env_view view;            /* where the rule reads `mover` and it changes nothing: on these terms; else not open */
    const struct position *position;
    const struct wanted *wanted;
    struct arena *arena;
    struct answer *answer;
    struct asked asked;              /* play and mover of the position */
    int lister;                      /* whose moves are listed where the rule reads `mover` and it changes nothing; else 0 */
    bool big;                        /* some component has a cell beyond 64 bits */
    bool valued;                     /* values and sum are set: SG values of all components */
    const struct integer **values;   /* one a component */
    const struct integer *sum;       /* their nim-sum */
    bool plugin_alone;               /* the plugin knows the value, but not that of every option */
    bool paired;                     /* pairs and pair are set: misere play, every component is tame */
    struct tame_sum *pairs, pair;    /* one a component (not of those beyond 64 bits); of the whole position */
    bool plugin_value, plugin_outcome, plugin_wins; /* what the plugin of the whole position gave or can give */
    bool plugin_tame;                /* the outcome is that of a sum of tame games, by plugins */
    bool infinite;                   /* a draw, or a sum with infinity(K) */
    uint64_t options_most;           /* how many options its answer is compared with, all of them or a sample */
    int plugin;                      /* -1: no plugin answered for the whole position */
    struct used used;
    bool wrong;                      /* certify caught the plugin: ask again without it */
    uint64_t options;                /* how many options were compared */
    bool options_all;                /* all there are */
    uint64_t sampled, window;
};
enum status inquiry_open(struct inquiry *q, struct env *env, const struct position *position, const struct wanted *wanted,
                         struct arena *arena, struct answer *answer);
enum status inquiry_value(struct inquiry *q);
void inquiry_close(struct inquiry *q);
/* inquiry_tame.c, of inquiry_value. Where the tame rule answered, the pairs of all components are made ready for the options. */
enum status inquiry_pairs(struct inquiry *q);
/* Misere play of a sum with a component beyond 64 bits, by the tame rule; ST_TOO_LARGE where its premise is not seen. */
enum status inquiry_tame(struct inquiry *q);
/* Has component c a cell beyond 64 bits? */
static inline bool inquiry_is_big(const struct inquiry *q, size_t c) { return q->position->big && q->position->big[c]; }
/* The cells of a component as integers, in the inquiry's arena; NULL when memory is out. */
const struct integer *const *inquiry_cells(const struct inquiry *q, size_t component);
int inquiry_next_mover(const struct inquiry *q);
/* Whose moves are named: the mover, or where it changes nothing the player asked about; 0 for a rule that does not read `mover`. */
int inquiry_lister(const struct inquiry *q);

#endif
