/* SPDX-License-Identifier: MIT */
/* A folder of kept values that is there while the claims of a test are tried, and what a search leaves in it.
 *
 *     return cmocka_run_group_tests(claims, make_folder, remove_folder);
 *     struct keep keep = new_keep();                       // keep.wrote = dies_at_last: killed by write number `writes_left`
 *     killed_goes_on(value_of, 5);                         // value_of(question, &keep)
 *     uint64_t written = found_again(value_of, 3, &keep);  // asked twice, from an empty folder: the same
 *     size_t length = words_of_file(words, sizeof words);  // of the file of the last question
 *     size_t count = read_kept(words, length);             // kept_bytes: what stands behind them
 */
#ifndef CGI_TESTS_KEPT_FOLDER_H
#define CGI_TESTS_KEPT_FOLDER_H
#include "claims.h"
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/snapshot.h"
#include "play/options/keep.h"
#include "runtime_case.h"

static char folder[] = "/tmp/cgi-kept-XXXXXX";
static unsigned char kept_bytes[1 << 25];

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static inline void empty_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -f %s/*", folder);
    assert_int_equal(system(command), 0);
}

static inline int remove_folder(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

static inline struct keep new_keep(void) { return (struct keep){.folder = folder, .version = "test"}; }

static uint64_t writes_left; /* 0: any number */
static inline void dies_at_last(void *context, uint64_t values)
{
    (void)context, (void)values;
    if (writes_left && --writes_left == 0) raise(SIGKILL);
}

/* A position of the rule, which is opened with what is kept there; NULL: nothing is. */
static inline struct position kept_case(struct runtime_case *c, const char *rule, const char *term, struct keep *keep)
{
    case_open(c, rule);
    if (keep) keep->wrote = dies_at_last;
    c->env->keep = keep;
    return case_position(c, term);
}

/* The question is asked in a process of its own, which is killed at that write, if it comes so far: was it? */
static inline bool is_killed(int64_t (*answer)(size_t question, struct keep *), size_t i, struct keep *keep,
                             uint64_t writes)
{
    pid_t child = fork();
    if (child == 0) {
        writes_left = writes;
        answer(i, keep);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status);
}

/* What was written the first time; `keep` is made new, and of both. */
static inline uint64_t found_again(int64_t (*answer)(size_t question, struct keep *), size_t i, struct keep *keep)
{
    *keep = new_keep();
    empty_folder();
    int64_t expected = answer(i, keep);
    uint64_t written = keep->written;
    assert_int_equal(answer(i, keep), expected);
    return written;
}

/* `answer` to each question, with what is kept; killed at its first write, or a later one, it goes on to the same from what it found:
 * little after the first write, which is when the next one looks. */
static inline void killed_goes_on(int64_t (*answer)(size_t question, struct keep *), size_t questions)
{
    for (size_t i = 0; i < questions; i++) {
        int64_t expected = answer(i, NULL);
        uint64_t most = 0;
        int killed = 0;
        for (uint64_t writes = 1; writes < 60; writes += 1 + writes / 2) {
            empty_folder();
            struct keep keep = new_keep();
            bool dead = is_killed(answer, i, &keep, writes);
            killed += dead;
            assert_int_equal(answer(i, &keep), expected);
            if (keep.loaded > most) most = keep.loaded;
            if (!dead) break;
        }
        assert_true(killed > 0);
        assert_true(most > 10);
    }
}

static inline size_t words_of_file(char *words, size_t size)
{
    DIR *all = opendir(folder);
    char path[600] = "";
    for (struct dirent *e; (e = readdir(all));)
        if (strstr(e->d_name, ".values")) snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    closedir(all);
    FILE *file = fopen(path, "rb");
    uint64_t length;
    assert_int_equal(fseek(file, 24, SEEK_SET), 0);
    assert_int_equal(fread(&length, 8, 1, file), 1);
    assert_true(length < size);
    assert_int_equal(fread(words, 1, (size_t)length, file), length);
    fclose(file);
    return (size_t)length;
}

static inline size_t read_kept(const char *words, size_t length)
{
    struct snapshot s;
    size_t count = 0;
    assert_true(snapshot_open(&s, folder, words, length));
    while (count < sizeof kept_bytes && snapshot_get(&s, kept_bytes + count, 1)) count++;
    assert_true(snapshot_ended(&s));
    snapshot_close(&s);
    return count;
}

/* The first `count` of kept_bytes, with a right check sum. */
static inline void write_kept(const char *words, size_t length, size_t count)
{
    struct snapshot s;
    assert_true(snapshot_begin(&s, folder, words, length));
    snapshot_put(&s, kept_bytes, count);
    assert_true(snapshot_end(&s));
    snapshot_close(&s);
}

#endif
