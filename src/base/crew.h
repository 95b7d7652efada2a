/* SPDX-License-Identifier: MIT */
/* Hands that work on the parts of one task at the same time: the caller, and threads that wait for him.
 *
 *     struct crew crew;
 *     crew_open(&crew, 4);                                   // the caller and three threads; none is started yet
 *     st = crew_run(&crew, square, numbers, 1000);           // square(numbers, part) for each part below 1000
 *     crew_close(&crew);
 *
 * Parts are begun in ascending order, each once, by whoever is free; the caller works with the others. A part that fails lets no
 * further one begin, and crew_run returns the status of the least part that failed: all parts below it were run, so neither the number of
 * hands nor their pace decides which one that is. What a part has written is seen by the caller after crew_run, and what
 * the caller wrote before by each part.
 *
 * What is counted as work, and each answer, must not depend on hands: give each part its own counter and add them up. A part may
 * allocate and call budget_over; it does not call budget_check or budget_take_states, which are the caller's between runs. A part that
 * calls crew_run does all of that work alone, one part after another.
 *
 * Threads are started by the first run that can use them. Where the system refuses one, the others do its work. They block all
 * signals, so that Ctrl-C comes to the caller. Between runs a thread watches for some microseconds, then it sleeps; a run does not
 * wait for those who sleep too long to find a part left. A run costs about a microsecond, or some more if it has to wake them. */
#ifndef CGI_BASE_CREW_H
#define CGI_BASE_CREW_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "base/status.h"

enum { CREW_MOST = 16 };
/* One part of a task. */
typedef enum status crew_task(void *context, size_t part);
struct crew {
    unsigned hands;   /* with the caller; 1: he works alone */
    unsigned started; /* threads */
    bool tried;       /* to start them */
    pthread_t threads[CREW_MOST - 1];
    pthread_mutex_t
        lock; /* of all below that is not atomic, but `task`, `context` and `parts` do not change during a run */
    pthread_cond_t begin, end;
    atomic_uint round;          /* grows with each run, and when the crew is closed */
    bool open, closing;         /* between crew_run's beginning and end; no more runs */
    bool running;               /* open, and parts may be left: threads may enter */
    atomic_uint inside;         /* threads in this run */
    unsigned asleep;            /* threads waiting for `begin` */
    bool waits;                 /* the caller waits for `end` */
    atomic_size_t next, failed; /* the next part to begin; the least that failed, SIZE_MAX: none */
    enum status status;         /* of that one */
    crew_task *task;
    void *context;
    size_t parts;
};
/* `hands`: 1 to CREW_MOST; others are taken for the nearest of these. Allocates nothing. */
void crew_open(struct crew *crew, unsigned hands);
void crew_close(struct crew *crew);
/* NULL: the caller works alone, as with one hand. Not by two threads at a time, but from within a part. */
enum status crew_run(struct crew *crew, crew_task *task, void *context, size_t parts);
/* A part may wait for another that was begun before it, if that one waits for none after it: for (tries = 0; !ready; tries++)
 * crew_breathe(tries). */
void crew_breathe(unsigned tries);
/* How many parts at least keep all busy; 1 for NULL. */
unsigned crew_hands(const struct crew *crew);
/* The processors that this process may use, at most CREW_MOST; 1 if the system does not say. */
unsigned crew_usable(void);

#endif
