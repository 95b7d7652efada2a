/* SPDX-License-Identifier: MIT */
/* A run is open while the caller is in crew_run. A thread that sees a new round enters if the run is still open; the caller closes it
 * once no part is left, and waits for those who entered. */
#include "base/crew.h"
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { WATCHES = 400 }; /* looks before one sleeps: some 20 microseconds */
enum { NAP_NS = 20 * 1000 };

static void breathe(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

void crew_breathe(unsigned tries)
{
    if (tries < WATCHES) breathe();
    else nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}

unsigned crew_usable(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count > CREW_MOST ? CREW_MOST : (unsigned)count;
}

unsigned crew_hands(const struct crew *crew) { return crew ? crew->hands : 1; }

void crew_open(struct crew *crew, unsigned hands)
{
    memset(crew, 0, sizeof *crew);
    crew->hands = hands < 1 ? 1 : hands > CREW_MOST ? CREW_MOST : hands;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->end, NULL);
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */
static void remember_failure(struct crew *crew, size_t part, enum status st)
{
    pthread_mutex_lock(&crew->lock);
    if (part < atomic_load_explicit(&crew->failed, memory_order_relaxed)) {
        atomic_store_explicit(&crew->failed, part, memory_order_relaxed);
        crew->status = st;
    }
    pthread_mutex_unlock(&crew->lock);
}

/* Parts are begun in ascending order, so each one below a part that failed was begun before it. */
static void work(struct crew *crew)
{
    while (atomic_load_explicit(&crew->failed, memory_order_relaxed) == SIZE_MAX) {
        size_t part = atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed);
        if (part >= crew->parts) return;
        enum status st = crew->task(crew->context, part);
        if (st != ST_OK) remember_failure(crew, part, st);
    }
}

static enum status alone(crew_task *task, void *context, size_t parts)
{
    enum status st = ST_OK;
    for (size_t part = 0; part < parts && st == ST_OK; part++) st = task(context, part);
    return st;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */
/* Waits for a round after `seen`; false: the crew is closed. Enters the run if there is one. */
static bool enter(struct crew *crew, unsigned *seen, bool *entered)
{
    for (int i = 0; i < WATCHES && atomic_load_explicit(&crew->round, memory_order_relaxed) == *seen; i++) breathe();
    pthread_mutex_lock(&crew->lock);
    while (atomic_load_explicit(&crew->round, memory_order_relaxed) == *seen) {
        crew->asleep++;
        pthread_cond_wait(&crew->begin, &crew->lock);
        crew->asleep--;
    }
    *seen = atomic_load_explicit(&crew->round, memory_order_relaxed);
    *entered = crew->running;
    if (*entered) atomic_fetch_add_explicit(&crew->inside, 1, memory_order_relaxed);
    bool closing = crew->closing;
    pthread_mutex_unlock(&crew->lock);
    return !closing;
}

static void leave(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    if (atomic_fetch_sub_explicit(&crew->inside, 1, memory_order_release) == 1 && crew->waits)
        pthread_cond_signal(&crew->end);
    pthread_mutex_unlock(&crew->lock);
}

static void *live(void *context)
{
    struct crew *crew = context;
    unsigned seen = 0;
    for (bool entered; enter(crew, &seen, &entered);)
        if (entered) {
            work(crew);
            leave(crew);
        }
    return NULL;
}

static void start(struct crew *crew)
{
    sigset_t all, before;
    crew->tried = true;
    sigfillset(&all);
    if (pthread_sigmask(SIG_BLOCK, &all, &before) != 0) return;
    while (crew->started < crew->hands - 1 && pthread_create(&crew->threads[crew->started], NULL, live, crew) == 0)
        crew->started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Tells all threads that something has changed. The lock is held. */
static void call(struct crew *crew)
{
    atomic_fetch_add_explicit(&crew->round, 1, memory_order_relaxed);
    if (crew->asleep) pthread_cond_broadcast(&crew->begin);
}

void crew_close(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    call(crew);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->started; i++) pthread_join(crew->threads[i], NULL);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->begin);
    pthread_cond_destroy(&crew->end);
    crew->started = 0;
    crew->hands = 1;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */
/* false: a run is open, and this is a call from within one of its parts, perhaps one that the caller of the run waits for. */
static bool open_run(struct crew *crew, crew_task *task, void *context, size_t parts)
{
    pthread_mutex_lock(&crew->lock);
    bool may = !crew->open;
    if (may) {
        crew->open = crew->running = true;
        crew->task = task;
        crew->context = context;
        crew->parts = parts;
        crew->status = ST_OK;
        atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
        atomic_store_explicit(&crew->failed, SIZE_MAX, memory_order_relaxed);
        if (!crew->tried) start(crew);
        call(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    return may;
}

static void close_run(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->running = false;
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < WATCHES && atomic_load_explicit(&crew->inside, memory_order_acquire); i++) breathe();
    pthread_mutex_lock(&crew->lock);
    crew->waits = true;
    while (atomic_load_explicit(&crew->inside, memory_order_acquire)) pthread_cond_wait(&crew->end, &crew->lock);
    crew->open = crew->waits = false;
    pthread_mutex_unlock(&crew->lock);
}

enum status crew_run(struct crew *crew, crew_task *task, void *context, size_t parts)
{
    if (crew_hands(crew) == 1 || parts < 2 || !open_run(crew, task, context, parts)) return alone(task, context, parts);
    work(crew);
    close_run(crew);
    return crew->status;
}
