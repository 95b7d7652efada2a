/* SPDX-License-Identifier: MIT */
/* Journals: what was added is read again, and whatever happens to the file, what is read is a beginning of it. */
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
#include "base/journal.h"

enum { COUNT = 2000, PART = 300 };
static char folder[] = "/tmp/cgi-journal-XXXXXX";
static const char words[] = "version 1\nheaps of a rule\n";
static uint32_t all[COUNT];

static int make_folder(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (uint64_t i = 0; i < COUNT; i++) all[i] = (uint32_t)(random_next(&seed) >> (i < 900 ? 57 : i < 1500 ? 50 : 33));
    all[1700] = UINT32_MAX;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static bool open_it(struct journal *j) { return journal_open(j, folder, words, sizeof words - 1); }

/* Written anew, in parts; its path. */
static void write_all(char *path, size_t size)
{
    struct journal j;
    open_it(&j);
    snprintf(path, size, "%s", text_c(&j.path));
    unlink(path);
    journal_close(&j);
    assert_false(open_it(&j));
    assert_true(journal_begin(&j));
    for (uint64_t to = PART; to < COUNT; to += PART) assert_true(journal_add(&j, all, to, to * 10));
    assert_true(journal_add(&j, all, COUNT, COUNT * 10));
    journal_close(&j);
}

/* How many values are read, all of which must be right. */
static uint64_t read_back(uint64_t have, uint64_t limit)
{
    struct journal j;
    static uint32_t values[COUNT];
    uint64_t loaded = 0;
    bool differs = false;
    memset(values, 0xaa, sizeof values);
    memcpy(values, all, have * sizeof *values);
    if (open_it(&j)) assert_int_equal(journal_load(&j, values, have, limit, &loaded, &differs), ST_OK);
    assert_false(differs);
    assert_memory_equal(values, all, (loaded > have ? loaded : have) * sizeof *values);
    for (uint64_t i = limit; i < COUNT; i++) assert_int_equal(values[i], 0xaaaaaaaau);
    journal_close(&j);
    return loaded;
}

CLAIM(what_was_added_is_read_again)
{
    char path[200];
    write_all(path, sizeof path);
    assert_int_equal(read_back(0, COUNT), COUNT);
    assert_int_equal(read_back(777, COUNT), COUNT);
    assert_int_equal(read_back(0, 1000), 1000);
    assert_int_equal(read_back(500, 1000), 1000);
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    assert_true(s.st_size < COUNT * 4); /* small values take less room */
}

CLAIM(other_words_are_another_file)
{
    char path[200];
    struct journal j;
    write_all(path, sizeof path);
    assert_false(journal_open(&j, folder, "version 2\nheaps of a rule\n", sizeof words - 1));
    journal_close(&j);
}

CLAIM(a_file_under_the_name_of_other_words_is_not_read)
{
    char path[200];
    struct journal j;
    write_all(path, sizeof path);
    int file = open(path, O_RDWR);
    assert_int_equal(pwrite(file, "X", 1, 40), 1); /* within the words */
    close(file);
    assert_false(open_it(&j));
    assert_true(journal_begin(&j)); /* it is replaced */
    assert_true(journal_add(&j, all, 10, 0));
    journal_close(&j);
    assert_int_equal(read_back(0, COUNT), 10);
}

/* Wherever a file ends, its whole blocks are read, and the next writer goes on from there. */
CLAIM(a_file_cut_anywhere_is_a_beginning)
{
    char path[200];
    struct stat s;
    write_all(path, sizeof path);
    assert_int_equal(stat(path, &s), 0);
    uint64_t before = COUNT;
    for (off_t size = s.st_size - 1; size >= 0; size -= size > 200 ? 37 : 1) {
        assert_int_equal(truncate(path, size), 0);
        uint64_t count = read_back(0, COUNT);
        assert_true(count <= before && (count % PART == 0 || count == COUNT));
        before = count;
    }
    assert_int_equal(before, 0);
    for (off_t size = 100; size < s.st_size; size += 500) {
        struct journal j;
        static uint32_t values[COUNT];
        uint64_t loaded;
        bool differs;
        write_all(path, sizeof path);
        assert_int_equal(truncate(path, size), 0);
        assert_true(open_it(&j));
        assert_int_equal(journal_load(&j, values, 0, COUNT, &loaded, &differs), ST_OK);
        assert_true(journal_begin(&j));
        assert_true(journal_add(&j, all, COUNT, 1));
        journal_close(&j);
        assert_int_equal(read_back(0, COUNT), COUNT);
    }
}

CLAIM(a_changed_byte_ends_what_is_read)
{
    char path[200];
    struct stat s;
    write_all(path, sizeof path);
    assert_int_equal(stat(path, &s), 0);
    for (off_t at = 0; at < s.st_size; at += 7) {
        int file = open(path, O_RDWR);
        unsigned char byte, other;
        assert_int_equal(pread(file, &byte, 1, at), 1);
        other = byte ^ (unsigned char)(1 << at % 8);
        assert_int_equal(pwrite(file, &other, 1, at), 1);
        assert_true(read_back(0, COUNT) < COUNT); /* and those read are right */
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        close(file);
    }
    assert_int_equal(read_back(0, COUNT), COUNT);
}

CLAIM(a_damaged_block_is_written_again_and_all_after_it)
{
    char path[200];
    struct journal j;
    static uint32_t values[COUNT];
    uint64_t loaded;
    bool differs;
    write_all(path, sizeof path);
    int file = open(path, O_RDWR);
    assert_int_equal(pwrite(file, "\xff\xfe", 2, 600), 2);
    close(file);
    assert_true(open_it(&j));
    assert_int_equal(journal_load(&j, values, 0, COUNT, &loaded, &differs), ST_OK);
    assert_true(loaded < COUNT);
    assert_true(journal_begin(&j));
    assert_true(journal_add(&j, all, loaded + 1, 1));
    journal_close(&j);
    assert_int_equal(read_back(0, COUNT), loaded + 1);
}

CLAIM(values_that_differ_from_those_known_are_noticed)
{
    char path[200];
    struct journal j;
    static uint32_t values[COUNT];
    uint64_t loaded;
    bool differs;
    write_all(path, sizeof path);
    for (uint64_t wrong = 0; wrong < 1000; wrong += 99) {
        memcpy(values, all, sizeof values);
        values[wrong]++;
        assert_true(open_it(&j));
        assert_int_equal(journal_load(&j, values, 1000, COUNT, &loaded, &differs), ST_OK);
        assert_true(differs);
        journal_close(&j);
    }
    assert_true(open_it(&j));
    journal_forget(&j);
    assert_true(journal_begin(&j));
    assert_true(journal_add(&j, all, 5, 0));
    journal_close(&j);
    assert_int_equal(read_back(0, COUNT), 5);
}

CLAIM(two_writers_do_not_write_the_same_file)
{
    char path[200];
    struct journal a, b;
    write_all(path, sizeof path);
    assert_int_equal(truncate(path, 400), 0);
    assert_true(open_it(&a));
    assert_true(open_it(&b));
    assert_true(journal_begin(&a));
    assert_true(journal_begin(&a));
    assert_false(journal_begin(&b));
    assert_false(journal_add(&b, all, COUNT, 0));
    assert_true(journal_add(&a, all, COUNT - 1, 0));
    journal_close(&a);
    assert_true(journal_begin(&b)); /* the other one has ended */
    assert_int_equal(b.count, COUNT - 1);
    assert_true(journal_add(&b, all, COUNT, 0));
    journal_close(&b);
    assert_int_equal(read_back(0, COUNT), COUNT);
}

/* Files may be removed at any time: what is still known is written anew, to a file that has the name. */
CLAIM(a_removed_file_is_made_again)
{
    char path[200];
    struct journal a, b;
    write_all(path, sizeof path);
    assert_true(open_it(&a));
    assert_int_equal(unlink(path), 0);
    assert_true(journal_begin(&a) && journal_add(&a, all, 700, 0));
    assert_int_equal(read_back(0, COUNT), 700);
    assert_int_equal(unlink(path), 0);
    assert_true(journal_begin(&a));
    assert_false(open_it(&b) && journal_begin(&b)); /* it has the lock of the new one */
    assert_true(journal_add(&a, all, COUNT, 0));
    journal_close(&a);
    journal_close(&b);
    assert_int_equal(read_back(0, COUNT), COUNT);
}

CLAIM(a_writer_sees_what_another_one_has_added_since_it_looked)
{
    char path[200];
    struct journal a, b;
    write_all(path, sizeof path);
    unlink(path);
    assert_false(open_it(&a));
    assert_true(journal_begin(&a));
    assert_true(journal_add(&a, all, 100, 0));
    assert_true(open_it(&b));
    assert_true(journal_add(&a, all, 900, 0));
    journal_close(&a);
    assert_int_equal(b.count, 100);
    assert_true(journal_begin(&b));
    assert_int_equal(b.count, 900);
    assert_true(journal_add(&b, all, 500, 0));
    assert_true(journal_add(&b, all, COUNT, 0));
    journal_close(&b);
    assert_int_equal(read_back(0, COUNT), COUNT);
}

/* A process that is killed leaves no lock and whole blocks. */
CLAIM(a_killed_writer_leaves_a_beginning)
{
    char path[200];
    struct journal j;
    write_all(path, sizeof path);
    for (uint64_t parts = 1; parts < 6; parts++) {
        unlink(path);
        pid_t child = fork();
        if (child == 0) {
            open_it(&j);
            journal_begin(&j);
            for (uint64_t i = 1; i <= parts; i++) journal_add(&j, all, i * PART, i);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(read_back(0, COUNT), parts * PART);
        assert_true(open_it(&j));
        assert_true(journal_begin(&j));
        journal_close(&j);
    }
}

/* A full disk: files may not grow beyond a size. */
CLAIM(a_write_that_fails_leaves_what_was_there)
{
    char path[200];
    struct journal j;
    struct rlimit old, small;
    write_all(path, sizeof path);
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t size = 0; size < 2500; size += 100) {
        unlink(path);
        small = (struct rlimit){size, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        open_it(&j);
        uint64_t added = 0;
        if (journal_begin(&j))
            for (uint64_t to = PART; to <= 1800 && journal_add(&j, all, to, to); to += PART) added = to;
        assert_true(added < 1800);
        assert_false(journal_begin(&j) && journal_add(&j, all, COUNT, 0));
        setrlimit(RLIMIT_FSIZE, &old);
        assert_int_equal(read_back(0, COUNT), added);
        assert_true(journal_begin(&j) && journal_add(&j, all, COUNT, 0)); /* there is room again */
        journal_close(&j);
        assert_int_equal(read_back(0, COUNT), COUNT);
    }
    signal(SIGXFSZ, SIG_DFL);
}

CLAIM(where_nothing_can_be_written_nothing_is)
{
    struct journal j;
    assert_false(journal_open(&j, "/nonexistent/folder", words, sizeof words - 1));
    assert_false(journal_begin(&j));
    assert_false(journal_add(&j, all, 10, 0));
    journal_close(&j);
    char path[200];
    write_all(path, sizeof path);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* not waited for, not written to */
    assert_false(open_it(&j));
    assert_false(journal_begin(&j));
    journal_close(&j);
    unlink(path);
    assert_int_equal(symlink("/tmp/cgi-journal-elsewhere", path), 0);
    assert_false(open_it(&j));
    assert_false(journal_begin(&j));
    journal_close(&j);
    unlink(path);
}

static bool goes_round(void)
{
    struct journal j;
    static uint32_t values[COUNT];
    uint64_t loaded = 0;
    bool differs;
    bool fine = journal_open(&j, folder, words, sizeof words - 1) || !j.stopped;
    fine = fine && journal_begin(&j) && journal_add(&j, all, COUNT, 0);
    journal_close(&j);
    if (!fine || !journal_open(&j, folder, words, sizeof words - 1)) return journal_close(&j), false;
    fine = journal_load(&j, values, 0, COUNT, &loaded, &differs) == ST_OK && loaded == COUNT;
    journal_close(&j);
    return fine;
}
CLAIM(it_survives_any_failed_allocation) { assert_true(walk_failures(goes_round) > 3); }

/* Bits are the same 32 at a time, wherever a run ended. */
CLAIM(a_file_is_read_and_written_in_8_bits_and_as_bits)
{
    static uint8_t bytes[COUNT];
    static uint64_t bits[COUNT / 2 + 1];
    char path[512];
    struct journal j;
    uint64_t loaded, fits = 0;
    bool differs;
    while (fits < COUNT && all[fits] <= UINT8_MAX) fits++;
    write_all(path, sizeof path);
    assert_true(open_it(&j));
    assert_int_equal(journal_load_any(&j, (struct journal_values){.bytes = bytes}, 0, COUNT, &loaded, &differs), ST_OK);
    assert_int_equal(loaded, fits);
    assert_false(differs);
    for (uint64_t i = 0; i < fits; i++) assert_int_equal(bytes[i], all[i]);
    for (uint64_t have = 0; have < 4; have++) {
        bits[0] = have > 1 ? all[0] | (uint64_t)all[1] << 32 : have > 0 ? all[0] : 0;
        bits[1] = have > 2 ? all[2] : 0;
        assert_int_equal(
            journal_load_any(&j, (struct journal_values){.bits = bits}, have, COUNT - 1, &loaded, &differs), ST_OK);
        assert_int_equal(loaded, COUNT - 1);
        assert_false(differs);
        for (uint64_t i = 0; i < COUNT - 1; i++) assert_int_equal((uint32_t)(bits[i / 2] >> i % 2 * 32), all[i]);
        assert_int_equal(bits[(COUNT - 1) / 2] >> (COUNT - 1) % 2 * 32 >> 1, 0); /* what follows stays as it is */
    }
    journal_close(&j);
    assert_int_equal(unlink(path), 0);
    assert_false(open_it(&j));
    assert_true(journal_begin(&j));
    assert_true(journal_add_any(&j, (struct journal_values){.bits = bits}, 7, 0));
    assert_true(journal_add_any(&j, (struct journal_values){.bits = bits}, COUNT - 1, 0));
    journal_close(&j);
    static uint32_t wide[COUNT];
    assert_true(open_it(&j));
    assert_int_equal(journal_load(&j, wide, 0, COUNT - 1, &loaded, &differs), ST_OK);
    assert_int_equal(loaded, COUNT - 1);
    assert_memory_equal(wide, all, (COUNT - 1) * sizeof *wide);
    journal_close(&j);
    unlink(path);
}

CLAIM(a_file_is_read_and_written_in_16_bits_up_to_what_does_not_fit)
{
    char path[512];
    struct journal j;
    static uint16_t narrow[COUNT], again[COUNT];
    const struct journal_values in_narrow = {.narrow = narrow}, in_again = {.narrow = again};
    uint64_t loaded, fits = 0;
    bool differs;
    while (all[fits] <= UINT16_MAX) fits++;
    write_all(path, sizeof path);
    assert_true(open_it(&j));
    assert_int_equal(journal_load_any(&j, in_narrow, 0, COUNT, &loaded, &differs), ST_OK);
    assert_int_equal(loaded, fits);
    assert_false(differs); /* what follows is for whoever goes on in 32 bits */
    for (uint64_t i = 0; i < fits; i++) assert_int_equal(narrow[i], all[i]);
    assert_int_equal(journal_load_any(&j, in_narrow, 100, 500, &loaded, &differs), ST_OK);
    assert_true(loaded == 500 && !differs);
    narrow[99] ^= 1;
    assert_int_equal(journal_load_any(&j, in_narrow, 100, 500, &loaded, &differs), ST_OK);
    assert_true(loaded == 99 && differs);
    narrow[99] ^= 1;
    journal_close(&j);
    unlink(path);
    assert_false(open_it(&j));
    assert_true(journal_begin(&j) && journal_add_any(&j, in_narrow, fits, 0));
    journal_close(&j);
    assert_int_equal(read_back(0, COUNT), fits);
    assert_true(open_it(&j));
    assert_int_equal(journal_load_any(&j, in_again, 0, COUNT, &loaded, &differs), ST_OK);
    assert_true(loaded == fits && memcmp(again, narrow, (size_t)fits * sizeof *again) == 0);
    journal_close(&j);
}

int main(void)
{
    const struct CMUnitTest claims[] = {IT(what_was_added_is_read_again),
                                        IT(other_words_are_another_file),
                                        IT(a_file_under_the_name_of_other_words_is_not_read),
                                        IT(a_file_cut_anywhere_is_a_beginning),
                                        IT(a_changed_byte_ends_what_is_read),
                                        IT(a_damaged_block_is_written_again_and_all_after_it),
                                        IT(values_that_differ_from_those_known_are_noticed),
                                        IT(two_writers_do_not_write_the_same_file),
                                        IT(a_removed_file_is_made_again),
                                        IT(a_writer_sees_what_another_one_has_added_since_it_looked),
                                        IT(a_killed_writer_leaves_a_beginning),
                                        IT(a_write_that_fails_leaves_what_was_there),
                                        IT(where_nothing_can_be_written_nothing_is),
                                        IT(a_file_is_read_and_written_in_16_bits_up_to_what_does_not_fit),
                                        IT(a_file_is_read_and_written_in_8_bits_and_as_bits),
                                        IT(it_survives_any_failed_allocation)};
    return cmocka_run_group_tests(claims, make_folder, remove_folder);
}
