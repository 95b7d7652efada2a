/* SPDX-License-Identifier: MIT */
/* Hands: every part once, the least failure, runs within runs. */
#include "base/crew.h"
#include <signal.h>
#include <string.h>
#include "base/budget.h"
#include "claims.h"

enum { PARTS = 500, MOST = CREW_MOST };
struct job {
    struct crew *crew;
    atomic_uint runs[PARTS];
    uint64_t numbers[PARTS], squares[PARTS];
    size_t fails_at, fails_again;
    pthread_t caller;
    atomic_uint wrong;
};

static enum status square(void *context, size_t part)
{
    struct job *job = context;
    atomic_fetch_add(&job->runs[part], 1);
    job->squares[part] = job->numbers[part] * job->numbers[part];
    if (part == job->fails_at) return ST_NO_MEMORY;
    return part == job->fails_again ? ST_TOO_LARGE : ST_OK;
}

static void prepare(struct job *job, struct crew *crew, uint64_t first)
{
    memset(job, 0, sizeof *job);
    *job = (struct job){.crew = crew, .fails_at = SIZE_MAX, .fails_again = SIZE_MAX, .caller = pthread_self()};
    for (size_t i = 0; i < PARTS; i++) job->numbers[i] = first + i;
}

CLAIM(each_part_is_run_once)
{
    static struct job job;
    for (unsigned hands = 1; hands <= 5; hands++) {
        struct crew crew;
        crew_open(&crew, hands);
        assert_int_equal(crew_hands(&crew), hands);
        for (size_t parts = 0; parts <= PARTS; parts += parts < 8 ? 1 : 41) {
            prepare(&job, &crew, 7 * parts);
            assert_int_equal(crew_run(&crew, square, &job, parts), ST_OK);
            for (size_t i = 0; i < PARTS; i++) {
                assert_int_equal(atomic_load(&job.runs[i]), i < parts);
                assert_int_equal(job.squares[i], i < parts ? (7 * parts + i) * (7 * parts + i) : 0);
            }
        }
        crew_close(&crew);
    }
}

CLAIM(the_least_failure_is_returned_and_all_parts_below_it_were_run)
{
    static struct job job;
    for (unsigned hands = 1; hands <= 4; hands++) {
        struct crew crew;
        crew_open(&crew, hands);
        for (size_t at = 0; at < PARTS - 1; at += 23) {
            prepare(&job, &crew, 0);
            job.fails_at = at;
            job.fails_again = at + 1;
            assert_int_equal(crew_run(&crew, square, &job, PARTS), ST_NO_MEMORY);
            for (size_t i = 0; i < PARTS; i++) assert_in_range(atomic_load(&job.runs[i]), i <= at, 1);
            assert_int_equal(atomic_load(&job.runs[PARTS - 1]), 0);
            prepare(&job, &crew, 0);
            job.fails_at = at + 1;
            job.fails_again = at;
            assert_int_equal(crew_run(&crew, square, &job, PARTS), ST_TOO_LARGE);
        }
        crew_close(&crew);
    }
}

static enum status count(void *context, size_t part)
{
    struct job *job = context;
    atomic_fetch_add(&job->runs[part], 1);
    return part == job->fails_at ? ST_NO_MEMORY : ST_OK;
}

static enum status whole(void *context, size_t part)
{
    struct job *job = context;
    (void)part;
    return crew_run(job->crew, count, job, PARTS / 2);
}

CLAIM(a_run_within_a_part_is_that_hands_alone)
{
    static struct job job;
    struct crew crew;
    crew_open(&crew, 3);
    prepare(&job, &crew, 0);
    assert_int_equal(crew_run(&crew, whole, &job, 20), ST_OK);
    for (size_t i = 0; i < PARTS; i++) assert_int_equal(atomic_load(&job.runs[i]), i < PARTS / 2 ? 20 : 0);
    prepare(&job, &crew, 0);
    job.fails_at = 3;
    assert_int_equal(crew_run(&crew, whole, &job, 20), ST_NO_MEMORY);
    assert_int_equal(atomic_load(&job.runs[4]), 0);
    crew_close(&crew);
}

static bool is_running(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    bool running = crew->running;
    pthread_mutex_unlock(&crew->lock);
    return running;
}

/* The caller of the run does all parts but one, which ends only when it waits for that. */
static enum status last(void *context, size_t part)
{
    struct job *job = context;
    bool caller = pthread_equal(pthread_self(), job->caller);
    if (!caller) atomic_store(&job->wrong, 1);
    for (unsigned tries = 0; caller && !atomic_load(&job->wrong); tries++) crew_breathe(tries);
    for (unsigned tries = 0; !caller && is_running(job->crew); tries++) crew_breathe(tries);
    return caller ? ST_OK : whole(context, part);
}

CLAIM(a_run_within_the_last_part_does_not_wait_for_itself)
{
    static struct job job;
    for (int i = 0; i < 20; i++) {
        struct crew crew;
        crew_open(&crew, 2);
        prepare(&job, &crew, 0);
        assert_int_equal(crew_run(&crew, last, &job, 2), ST_OK);
        assert_int_equal(atomic_load(&job.wrong), 1);
        assert_int_equal(atomic_load(&job.runs[0]), 1);
        crew_close(&crew);
    }
}

static enum status look_at_signals(void *context, size_t part)
{
    struct job *job = context;
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    bool caller = pthread_equal(pthread_self(), job->caller);
    if (sigismember(&blocked, SIGINT) != !caller) atomic_fetch_add(&job->wrong, 1);
    atomic_fetch_add(&job->runs[part], 1);
    return ST_OK;
}

CLAIM(signals_are_the_callers)
{
    static struct job job;
    struct crew crew;
    crew_open(&crew, 4);
    for (int i = 0; i < 50; i++) {
        prepare(&job, &crew, 0);
        assert_int_equal(crew_run(&crew, look_at_signals, &job, PARTS), ST_OK);
        assert_int_equal(atomic_load(&job.wrong), 0);
    }
    crew_close(&crew);
}

CLAIM(no_crew_is_one_hand)
{
    static struct job job;
    prepare(&job, NULL, 0);
    assert_int_equal(crew_hands(NULL), 1);
    assert_int_equal(crew_run(NULL, square, &job, PARTS), ST_OK);
    assert_int_equal(job.squares[PARTS - 1], (PARTS - 1) * (PARTS - 1));
}

CLAIM(hands_are_between_one_and_the_most)
{
    struct crew crew;
    for (unsigned hands = 0; hands < 2 * MOST; hands++) {
        crew_open(&crew, hands);
        assert_int_equal(crew_hands(&crew), hands < 1 ? 1 : hands > MOST ? MOST : hands);
        crew_close(&crew); /* no thread was started */
    }
    assert_in_range(crew_usable(), 1, MOST);
}

CLAIM(a_budget_within_another_has_its_crew)
{
    struct crew crew;
    crew_open(&crew, 2);
    sig_atomic_t pressed = 0;
    struct budget outer = {.crew = &crew, .interrupt = &pressed};
    struct budget inner = budget_within(&outer, 1, 1);
    assert_ptr_equal(budget_crew(&inner), &crew);
    assert_int_equal(budget_over(&inner), ST_OK);
    pressed = 1;
    assert_int_equal(budget_over(&inner), ST_INTERRUPTED);
    pressed = 0;
    outer.deadline_ns = 1;
    assert_int_equal(budget_over(&inner), ST_TIMEOUT);
    assert_int_equal(inner.looks_used, 0);
    crew_close(&crew);
}

CLAIMS(IT(each_part_is_run_once), IT(the_least_failure_is_returned_and_all_parts_below_it_were_run),
       IT(a_run_within_a_part_is_that_hands_alone), IT(a_run_within_the_last_part_does_not_wait_for_itself),
       IT(signals_are_the_callers), IT(no_crew_is_one_hand), IT(hands_are_between_one_and_the_most),
       IT(a_budget_within_another_has_its_crew))
