/* SPDX-License-Identifier: MIT */
/* Snapshots: what was written is read again, and whatever happens, a file is the old one or the new one or not right. */
#include "claims.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/snapshot.h"

enum { COUNT = (5 << 19) + 17, PIECE = 99991 };
static char folder[] = "/tmp/cgi-snapshot-XXXXXX";
static const char words[] = "positions of a rule\n";
static unsigned char bytes[COUNT], other[COUNT];

static int make_folder(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < COUNT; i++) bytes[i] = (unsigned char)(random_next(&seed) >> 40);
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static bool write_it(size_t count, bool end)
{
    struct snapshot s;
    bool fine = snapshot_begin(&s, folder, words, sizeof words - 1);
    for (size_t at = 0; fine && at < count; at += PIECE)
        snapshot_put(&s, bytes + at, count - at < PIECE ? count - at : PIECE);
    if (fine && end) fine = snapshot_end(&s);
    snapshot_close(&s);
    return fine;
}

/* How many bytes are right, in pieces of 1000; whether all of it was read. */
static size_t read_it(bool *ended)
{
    struct snapshot s;
    size_t at = 0;
    if (snapshot_open(&s, folder, words, sizeof words - 1))
        while (at < COUNT && snapshot_get(&s, other + at, COUNT - at < 1000 ? COUNT - at : 1000)) at += 1000;
    if (at > COUNT) at = COUNT;
    unsigned char more;
    *ended = s.file >= 0 && !snapshot_get(&s, &more, 1) && snapshot_ended(&s);
    snapshot_close(&s);
    assert_memory_equal(bytes, other, at);
    return at;
}

static void path_of(char *path, size_t size)
{
    struct snapshot s;
    snapshot_open(&s, folder, words, sizeof words - 1);
    snprintf(path, size, "%s", text_c(&s.path));
    snapshot_close(&s);
}

CLAIM(what_was_written_is_read_again)
{
    bool ended;
    assert_true(write_it(COUNT, true));
    assert_int_equal(read_it(&ended), COUNT);
    assert_true(ended);
    assert_true(write_it(5000, true));
    assert_int_equal(read_it(&ended), 5000);
    assert_true(ended);
    assert_true(write_it(0, true));
    assert_int_equal(read_it(&ended), 0);
    assert_true(ended);
}

CLAIM(a_writer_that_does_not_end_leaves_the_old_one)
{
    bool ended;
    assert_true(write_it(5000, true));
    for (size_t count = 0; count <= COUNT; count += COUNT / 2) {
        pid_t child = fork();
        if (child == 0) {
            write_it(count, false);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(read_it(&ended), 5000);
        assert_true(ended);
    }
    assert_true(write_it(COUNT, true));
    assert_int_equal(read_it(&ended), COUNT);
}

CLAIM(a_damaged_file_is_noticed)
{
    char path[200];
    struct stat s;
    bool ended;
    assert_true(write_it(COUNT, true));
    path_of(path, sizeof path);
    assert_int_equal(stat(path, &s), 0);
    for (off_t at = 0; at < s.st_size; at += at < 200 ? 3 : 200003) {
        int file = open(path, O_RDWR);
        unsigned char byte, wrong;
        assert_int_equal(pread(file, &byte, 1, at), 1);
        wrong = byte ^ 4;
        assert_int_equal(pwrite(file, &wrong, 1, at), 1);
        read_it(&ended); /* and what was read is right */
        assert_false(ended);
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        close(file);
    }
    for (off_t size = s.st_size - 1; size >= 0; size -= size > 200000 ? 300007 : 20011) {
        assert_int_equal(truncate(path, size), 0);
        read_it(&ended);
        assert_false(ended);
    }
}

CLAIM(two_writers_do_not_write_at_a_time)
{
    struct snapshot a, b;
    bool ended;
    assert_true(snapshot_begin(&a, folder, words, sizeof words - 1));
    assert_false(snapshot_begin(&b, folder, words, sizeof words - 1));
    snapshot_put(&a, bytes, 3000);
    assert_true(snapshot_end(&a));
    snapshot_close(&a);
    snapshot_close(&b);
    assert_int_equal(read_it(&ended), 3000);
    assert_true(ended);
}

CLAIM(a_full_disk_leaves_the_old_one)
{
    bool ended;
    struct rlimit old, small;
    assert_true(write_it(5000, true));
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t size = 0; size < COUNT; size += COUNT / 5) {
        small = (struct rlimit){size, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        assert_false(write_it(COUNT, true));
        setrlimit(RLIMIT_FSIZE, &old);
        assert_int_equal(read_it(&ended), 5000);
        assert_true(ended);
    }
    signal(SIGXFSZ, SIG_DFL);
    struct snapshot s;
    assert_false(snapshot_begin(&s, "/nonexistent/folder", words, sizeof words - 1));
    snapshot_close(&s);
}

/* What is removed where room is needed: what was used longest ago, and what no process is writing any more. */
CLAIM(unfinished_files_count_and_go_with_their_writers)
{
    static const char others[] = "positions of another rule\n";
    char path[200], left[200];
    bool ended;
    struct snapshot s;
    assert_true(write_it(5000, true));
    path_of(path, sizeof path);
    snprintf(left, sizeof left, "%s/0123456789abcdef.new", folder);
    int file = open(left, O_RDWR | O_CREAT, 0600);
    assert_true(file >= 0);
    close(file);
    assert_true(snapshot_begin(&s, folder, others, sizeof others - 1));
    for (int i = 0; i < 3; i++) snapshot_put(&s, bytes, COUNT);
    assert_int_equal(access(text_c(&s.fresh), F_OK), 0);
    own_make_room(text_c(&s.path), 100 * (uint64_t)COUNT);
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(access(text_c(&s.fresh), F_OK), 0);
    assert_int_equal(read_it(&ended), 5000);
    own_make_room(text_c(&s.path), COUNT); /* the one that is written has more alone */
    assert_int_equal(access(path, F_OK), -1);
    assert_true(snapshot_end(&s));
    snapshot_close(&s);
    assert_true(snapshot_begin(&s, folder, others, sizeof others - 1));
    snprintf(left, sizeof left, "%s", text_c(&s.fresh));
    snapshot_put(&s, bytes, 3000);
    snapshot_close(&s); /* given up */
    assert_int_equal(access(left, F_OK), -1);
    assert_true(snapshot_open(&s, folder, others, sizeof others - 1));
    snapshot_close(&s);
}

static bool goes_round(void)
{
    bool ended;
    return write_it(5000, true) && read_it(&ended) == 5000;
}
CLAIM(it_survives_any_failed_allocation) { assert_true(walk_failures(goes_round) > 3); }

int main(void)
{
    const struct CMUnitTest claims[] = {IT(what_was_written_is_read_again),
                                        IT(a_writer_that_does_not_end_leaves_the_old_one),
                                        IT(a_damaged_file_is_noticed),
                                        IT(two_writers_do_not_write_at_a_time),
                                        IT(a_full_disk_leaves_the_old_one),
                                        IT(it_survives_any_failed_allocation),
                                        IT(unfinished_files_count_and_go_with_their_writers)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
