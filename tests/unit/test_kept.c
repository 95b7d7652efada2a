/* SPDX-License-Identifier: MIT */
/* Kept values: a run that was killed after any write goes on to the same values, and what is kept is believed only if it
 * is of this very rule and right. */
#include "claims.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/journal.h"
#include "one_heap.h"
#include "plan/periods/period_find.h"
#include "play/options/keep.h"
#include "solve/heap/periodic.h"
#include "solve/heap/rare.h"
#include "solve/heap/tables.h"

enum { LAST = 3000 };
static char folder[] = "/tmp/cgi-kept-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Calls `act` with the path of each kept file; how many there are. */
static int each_file(void (*act)(const char *path))
{
    int count = 0;
    DIR *all = opendir(folder);
    for (struct dirent *entry; (entry = readdir(all));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.') continue;
        if (act) act(path);
        count++;
    }
    closedir(all);
    return count;
}
static void remove_file(const char *path) { unlink(path); }
static void empty_folder(void) { each_file(remove_file); }

/* A run after which, or in the middle of which, the process ends. */
struct run {
    const char *rule;
    int64_t high[2];
    struct keep keep;
    uint64_t writes_left;
};

static void dies_at_last(void *context, uint64_t values)
{
    struct run *r = context;
    (void)values;
    if (--r->writes_left == 0) raise(SIGKILL);
}

static struct run run_of(const char *rule, int64_t a, int64_t b)
{
    return (struct run){.rule = rule, .high = {a, b}, .keep = {.folder = folder, .version = "test"}};
}

/* Values of the box, or of the sequence if the rule's family has one; the caller frees them. */
static uint32_t *values_of_run(struct run *r, bool kept, uint64_t *count)
{
    struct one_heap h;
    struct periodic *p = NULL;
    r->keep.context = r;
    r->keep.wrote = r->writes_left ? dies_at_last : NULL;
    heap_open(&h, r->rule);
    h.env->keep = kept ? &r->keep : NULL;
    int game = h.file.model->main_game;
    if (!r->high[1]) assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
    const struct game_memory *m = store_game(h.env->store, game);
    struct value_view from;
    if (p && p->family.kind != FAMILY_NONE) {
        assert_int_equal(periodic_reach(h.env, game, p, (uint64_t)r->high[0], UINT64_MAX), ST_OK);
        *count = m->sequence_count;
        from = value_view(&m->sequence);
    } else {
        assert_int_equal(tables_cover(h.env, game, r->high), ST_OK);
        *count = m->filled;
        from = value_view_of(m->table.values);
    }
    uint32_t *values = malloc((size_t)*count * sizeof *values);
    for (uint64_t i = 0; i < *count; i++) values[i] = value_view_at(from, i);
    heap_close(&h);
    return values;
}

static void same_as_without(struct run *r)
{
    uint64_t a, b;
    uint32_t *x = values_of_run(r, true, &a), *y = values_of_run(r, false, &b);
    assert_int_equal(a, b);
    assert_memory_equal(x, y, (size_t)a * sizeof *x);
    free(x);
    free(y);
}

static const struct {
    const char *rule;
    int64_t high[2];
} rules[] = {
    {"game g = octal \"0.6\"", {LAST, 0}},
    {"game g = octal \"0.106\"", {LAST, 0}},
    {"game g = octal \"0.8\"", {200, 0}},
    {"game g(n) { move take(t in {30, 200, 410}) where t <= n -> g(n - t) }", {LAST, 0}},
    {"game g(n) { move take(t in 1..n) where (n + t * t) % 5 < 3 -> g(n - t) }", {LAST, 0}},
    {"game g(n) { move take(t in 1..n / 2) -> g(n - t) }", {LAST, 0}},
    {"game g(n, m) { move a(t in 1..n) where (t + n) % 3 != 1 -> g(n - t, m) move b(t in 1..m) -> g(n, m - t) }",
     {60, 50}},
    {"game g(n, m) where n <= m { move a(t in 1..n) -> g(n - t, m) move b(t in 1..m) where m - t >= n -> g(n, m - t) }",
     {50, 60}},
};
enum { RULES = sizeof rules / sizeof *rules };

CLAIM(a_run_killed_after_any_write_goes_on_to_the_same_values)
{
    for (size_t i = 0; i < RULES; i++) {
        int killed = 0;
        for (uint64_t writes = 1; writes < 100; writes += 1 + writes / 3) {
            struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
            empty_folder();
            pid_t child = fork();
            if (child == 0) {
                uint64_t count;
                r.writes_left = writes;
                free(values_of_run(&r, true, &count));
                _exit(0);
            }
            int status;
            assert_int_equal(waitpid(child, &status, 0), child);
            killed += WIFSIGNALED(status);
            r.writes_left = 0;
            same_as_without(&r);
            assert_true(r.keep.loaded > 0);
            if (!WIFSIGNALED(status)) break;
        }
        assert_true(killed > 0); /* a period may end it soon */
    }
}

CLAIM(what_was_finished_is_not_computed_again)
{
    for (size_t i = 0; i < RULES; i++) {
        struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
        uint64_t count, more;
        empty_folder();
        free(values_of_run(&r, true, &count));
        r.keep.loaded = r.keep.written = 0;
        same_as_without(&r);
        assert_int_equal(r.keep.written, 0);
        assert_true(r.keep.loaded + 250 >= count); /* below a family's threshold the rule itself is asked */
        r.high[0] += r.high[0] / 3;                /* a longer question goes on from there */
        r.keep.loaded = 0;
        same_as_without(&r);
        free(values_of_run(&r, false, &more));
        assert_true(r.keep.loaded > 0 && (r.keep.written > 0 || more == count)); /* a period has ended it */
        r.high[0] /= 2;                                                          /* a shorter one takes what it needs */
        free(values_of_run(&r, true, &more));
    }
}

static void flip_a_byte_at_its_end(const char *path)
{
    struct stat s;
    int file = open(path, O_RDWR);
    unsigned char byte;
    fstat(file, &s);
    assert_int_equal(pread(file, &byte, 1, s.st_size - 3), 1);
    byte ^= 1;
    assert_int_equal(pwrite(file, &byte, 1, s.st_size - 3), 1);
    close(file);
}

CLAIM(damaged_files_are_not_believed)
{
    for (size_t i = 0; i < RULES; i++) {
        struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
        uint64_t count;
        empty_folder();
        free(values_of_run(&r, true, &count));
        each_file(flip_a_byte_at_its_end);
        same_as_without(&r);
    }
}

/* The file of the last run has these values, with right sums. */
static void forge(const uint32_t *values, uint64_t count)
{
    char path[512] = "", words[20000];
    DIR *all = opendir(folder);
    for (struct dirent *e; (e = readdir(all));)
        if (e->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    closedir(all);
    int file = open(path, O_RDONLY);
    uint64_t length;
    assert_int_equal(pread(file, &length, 8, 24), 8);
    assert_true(length < sizeof words && pread(file, words, (size_t)length, 32) == (ssize_t)length);
    close(file);
    empty_folder();
    struct journal j;
    journal_open(&j, folder, words, (size_t)length);
    assert_true(journal_begin(&j) && journal_add(&j, (uint32_t *)values, count, 0));
    journal_close(&j);
}

/* Values with right sums that are those of another game: noticed by those known, or by the sample. */
CLAIM(wrong_values_with_right_sums_are_noticed)
{
    for (size_t i = 0; i < RULES; i++) {
        for (uint64_t first = 0; first < 2; first++) { /* are wrong from there on */
            struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
            uint64_t count;
            empty_folder();
            uint32_t *values = values_of_run(&r, true, &count);
            for (uint64_t n = first ? count - 1 : count / 3; n < count; n++) values[n] ^= 1;
            forge(values, count);
            free(values);
            r.keep.loaded = 0;
            same_as_without(&r);
            r.keep.loaded = 0;
            same_as_without(&r); /* and the file has been put right */
            assert_true(r.keep.loaded > 0);
        }
    }
}

/* Wherever it stands, also beside all samples: what no position can have would take memory, or be no position, where it is used. */
CLAIM(values_that_no_position_can_have_are_noticed)
{
    static const uint32_t wrong[] = {UINT32_MAX, UINT32_MAX - 1, INT32_MAX, 1u << 28};
    for (size_t i = 0; i < RULES; i++)
        for (uint64_t part = 1; part < 9; part++) {
            struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
            uint64_t count;
            empty_folder();
            uint32_t *values = values_of_run(&r, true, &count);
            uint64_t place = count * part / 9 + part;
            while (values[place] == UINT32_MAX) place++; /* a state that is none */
            values[place] = wrong[part % 4];
            forge(values, count);
            free(values);
            r.high[0] += r.high[0] / 9; /* and what is there is used */
            r.keep.loaded = 0;
            same_as_without(&r);
            assert_true(r.keep.loaded <= place);
        }
}

CLAIM(another_rule_parameter_or_version_has_its_own_file)
{
    struct run r = run_of("game g(n) { param k = 2 move take(t in 1..n) where (n + t) % 7 > k -> g(n - t) }", LAST, 0);
    uint64_t count;
    empty_folder();
    free(values_of_run(&r, true, &count));
    assert_int_equal(each_file(NULL), 1);
    r.rule = "game g(n) { # a comment, and other lines\n param k = 2\n move take(t in 1..n)\n"
             " where (n + t) % 7 > k -> g(n - t) expect sg(g(0)) == 0 }";
    same_as_without(&r);
    assert_int_equal(each_file(NULL), 1);
    r.rule = "game g(n) { param k = 3 move take(t in 1..n) where (n + t) % 7 > k -> g(n - t) }";
    same_as_without(&r);
    assert_int_equal(each_file(NULL), 2);
    r.rule = "game g(n) { param k = 3 move take(t in 1..n) where (n + t) % 8 > k -> g(n - t) }";
    same_as_without(&r);
    assert_int_equal(each_file(NULL), 3);
    r.keep.version = "next";
    same_as_without(&r);
    assert_int_equal(each_file(NULL), 4);
    struct run box = run_of(rules[6].rule, 40, 30), wider = run_of(rules[6].rule, 40, 31);
    same_as_without(&box);
    same_as_without(&wider);
    assert_int_equal(each_file(NULL), 6);
}

CLAIM(short_runs_are_not_kept)
{
    struct run r = run_of(rules[1].rule, 500, 0);
    empty_folder();
    keep_usual(&r.keep);
    r.keep.begin = r.keep.look = UINT64_MAX;
    same_as_without(&r);
    assert_int_equal(each_file(NULL), 0);
}

CLAIM(where_nothing_can_be_kept_the_values_are_the_same)
{
    for (size_t i = 0; i < RULES; i++) {
        struct run r = run_of(rules[i].rule, rules[i].high[0], rules[i].high[1]);
        r.keep.folder = "/nonexistent/folder";
        same_as_without(&r);
        assert_int_equal(r.keep.written, 0);
    }
}

/* How far a search without a bound goes is decided by its own work alone. */
CLAIM(searches_within_bounds_keep_nothing)
{
    struct one_heap h;
    struct keep keep = {.folder = folder, .version = "test"};
    empty_folder();
    heap_open(&h, "game g = octal \"0.106\"");
    struct periodic *p;
    h.env->keep = &keep;
    assert_int_equal(periodic_get(h.env, h.file.model->main_game, &p), ST_OK);
    assert_int_equal(periodic_reach(h.env, h.file.model->main_game, p, 500, 1000000), ST_OK);
    assert_int_equal(each_file(NULL), 0);
    heap_close(&h);
}

CLAIM(positions_from_a_file_count_as_positions)
{
    struct run r = run_of(rules[4].rule, LAST, 0);
    uint64_t count;
    empty_folder();
    free(values_of_run(&r, true, &count));
    struct one_heap h;
    heap_open(&h, r.rule);
    h.env->keep = &r.keep;
    h.file.budget.states = 1000;
    assert_int_equal(tables_cover(h.env, h.file.model->main_game, r.high), ST_STATE_BUDGET);
    assert_int_equal(store_game(h.env->store, h.file.model->main_game)->filled, 1000);
    heap_close(&h);
}

/* Against all values, heap by heap. */
CLAIM(rare_values_are_those_of_the_smaller_class)
{
    static const char *const codes[] = {"0.6", "0.106", "0.007", "0.16", "0.37"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char rule[64];
        struct one_heap h;
        struct periodic *p;
        struct rare rare;
        snprintf(rule, sizeof rule, "game g = octal \"%s\"", codes[i]);
        heap_open(&h, rule);
        int game = h.file.model->main_game;
        assert_int_equal(periodic_get(h.env, game, &p), ST_OK);
        assert_int_equal(periodic_reach(h.env, game, p, 20000, UINT64_MAX), ST_OK);
        assert_int_equal(rare_of(h.env, game, &rare), ST_OK);
        const struct game_memory *m = store_game(h.env->store, game);
        struct value_view v = value_view(&m->sequence);
        uint64_t odd = 0, last[2] = {0, 0};
        for (uint64_t n = 0; n < m->sequence_count; n++) {
            unsigned side = (unsigned)__builtin_parity(value_view_at(v, n) & rare.mask) ^ (rare.parity & (unsigned)n);
            odd += side;
            last[side] = n;
        }
        if (rare.mask) {
            unsigned side = rare.count == odd ? 1 : 0;
            assert_int_equal(rare.count, side ? odd : m->sequence_count - odd);
            assert_int_equal(rare.heap, last[side]);
            assert_int_equal(rare.value, value_view_at(v, rare.heap));
        } else {
            assert_true(p->period.found || rare.count == 0);
        }
        heap_close(&h);
    }
}

static bool keeps_and_takes(void)
{
    struct rule_file f;
    struct keep keep = {.folder = folder, .version = "test"};
    struct env *env = NULL;
    int64_t high[] = {400};
    rule_open(&f, rules[4].rule);
    struct env_options options = {.params = f.params, .budget = &f.budget, .diags = &f.diags, .keep = &keep};
    enum status st = f.st == ST_OK ? env_open(f.model, f.code, &options, &env) : f.st;
    if (st == ST_OK) st = tables_cover(env, f.model->main_game, high);
    if (st == ST_OK && keep.written == 0 && keep.loaded == 0)
        st = ST_NO_MEMORY; /* nothing was kept for want of memory */
    env_close(env);
    rule_close(&f);
    return st == ST_OK;
}
CLAIM(it_survives_any_failed_allocation)
{
    empty_folder();
    assert_true(walk_failures(keeps_and_takes) > 10);
    assert_true(walk_failures(keeps_and_takes) > 10);
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(a_run_killed_after_any_write_goes_on_to_the_same_values),
                                        IT(what_was_finished_is_not_computed_again),
                                        IT(damaged_files_are_not_believed),
                                        IT(wrong_values_with_right_sums_are_noticed),
                                        IT(values_that_no_position_can_have_are_noticed),
                                        IT(another_rule_parameter_or_version_has_its_own_file),
                                        IT(short_runs_are_not_kept),
                                        IT(where_nothing_can_be_kept_the_values_are_the_same),
                                        IT(searches_within_bounds_keep_nothing),
                                        IT(positions_from_a_file_count_as_positions),
                                        IT(rare_values_are_those_of_the_smaller_class),
                                        IT(it_survives_any_failed_allocation)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
