/* SPDX-License-Identifier: MIT */
/* Source texts: what is taken in, what is refused, places and lines. */
#include "base/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "claims.h"

/* A fresh folder for every test, and a path inside it. */
static char folder[64], path[96];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/cgi-source-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/a.game", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static enum source_problem load_problem(const char *name)
{
    struct sources sources = {0};
    uint32_t id = 0;
    enum source_problem problem = SOURCE_FINE;
    enum status st = sources_load(&sources, name, &id, &problem);
    assert_int_equal(st, problem == SOURCE_FINE ? ST_OK : ST_USAGE);
    assert_int_equal(sources.count, problem == SOURCE_FINE);
    sources_free(&sources);
    return problem;
}

CLAIM(a_file_is_taken_in_whole)
{
    struct sources sources = {0};
    uint32_t id = 0;
    enum source_problem problem;
    write_file("game nim(n)\n", 12);
    assert_int_equal(sources_load(&sources, path, &id, &problem), ST_OK);
    const struct source *source = source_get(&sources, id);
    assert_string_equal(source->text, "game nim(n)\n");
    assert_string_equal(source->path, path);
    assert_int_equal(source->line_count, 2);
    sources_free(&sources);
}

CLAIM(what_is_no_regular_file_is_refused_at_once)
{
    assert_int_equal(load_problem(folder), SOURCE_IS_FOLDER);
    assert_int_equal(load_problem("/dev/null"), SOURCE_UNREADABLE);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(load_problem(path), SOURCE_UNREADABLE);
}

CLAIM(missing_files_are_told_from_unreadable_ones)
{
    char below[128], endless[5000];
    assert_int_equal(load_problem(path), SOURCE_MISSING);
    assert_int_equal(load_problem(""), SOURCE_MISSING);
    write_file("", 0);
    snprintf(below, sizeof below, "%s/b", path);
    assert_int_equal(load_problem(below), SOURCE_MISSING);
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(load_problem(endless), SOURCE_UNREADABLE);
}

CLAIM(files_of_the_largest_size_are_taken_and_larger_ones_refused)
{
    char *bytes = malloc(SOURCE_MAX_BYTES + 1);
    memset(bytes, '#', SOURCE_MAX_BYTES + 1);
    write_file(bytes, SOURCE_MAX_BYTES);
    assert_int_equal(load_problem(path), SOURCE_FINE);
    write_file(bytes, SOURCE_MAX_BYTES + 1);
    assert_int_equal(load_problem(path), SOURCE_TOO_LARGE);
    free(bytes);
}

CLAIM(a_file_that_lies_about_its_size_is_read_to_its_end)
{
    assert_int_equal(load_problem("/proc/self/status"), SOURCE_FINE);
}

CLAIM(nul_bytes_and_bad_utf8_are_not_text)
{
    write_file("a\0b", 3);
    assert_int_equal(load_problem(path), SOURCE_NOT_TEXT);
    write_file("\xff", 1);
    assert_int_equal(load_problem(path), SOURCE_NOT_TEXT);
    write_file("", 0);
    assert_int_equal(load_problem(path), SOURCE_FINE);
}

CLAIM(the_line_that_is_no_text_is_remembered)
{
    struct sources sources = {0};
    enum source_problem problem;
    uint32_t id;
    write_file("one\ntwo\n# caf\xe9\n\xff", 16);
    assert_int_equal(sources_load(&sources, path, &id, &problem), ST_USAGE);
    assert_int_equal(sources.refused_line, 3);
    assert_int_equal(sources_add(&sources, "typed", "\xff", 1, &id), ST_USAGE);
    assert_int_equal(sources.refused_line, 1);
    sources_free(&sources);
}

CLAIM(utf8_is_checked_to_the_letter)
{
    static const char *const good[] = {"\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xe2\x82",
                                      "\xc2",
                                      "\xc2("};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(source_check(good[i], strlen(good[i])), SOURCE_FINE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(source_check(bad[i], strlen(bad[i])), SOURCE_NOT_TEXT);
}

static const struct source *one_source(struct sources *sources, const char *text)
{
    uint32_t id = 0;
    assert_int_equal(sources_add(sources, "<test>", text, strlen(text), &id), ST_OK);
    return source_get(sources, id);
}

static void expect_place(const struct source *source, uint32_t offset, uint32_t line, uint32_t column)
{
    struct place place = source_place(source, offset);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

CLAIM(columns_count_characters_and_lines_count_from_one)
{
    struct sources sources = {0};
    const struct source *source = one_source(&sources, "ab\n\xc3\xa4\xe2\x82\xacx\n");
    expect_place(source, 0, 1, 1);
    expect_place(source, 2, 1, 3);
    expect_place(source, 3, 2, 1);
    expect_place(source, 5, 2, 2);
    expect_place(source, 8, 2, 3);
    expect_place(source, 10, 3, 1);
    expect_place(source, 4000, 3, 1);
    sources_free(&sources);
}

CLAIM(lines_come_without_their_ends)
{
    struct sources sources = {0};
    size_t length = 99;
    const struct source *source = one_source(&sources, "one\r\n\ntwo");
    assert_memory_equal(source_line(source, 1, &length), "one", 3);
    assert_int_equal(length, 3);
    source_line(source, 2, &length);
    assert_int_equal(length, 0);
    assert_memory_equal(source_line(source, 3, &length), "two", 3);
    assert_int_equal(length, 3);
    assert_string_equal(source_line(source, 4, &length), "");
    assert_string_equal(source_line(source, 0, &length), "");
    sources_free(&sources);
}

CLAIM(unknown_ids_have_no_source)
{
    struct sources sources = {0};
    one_source(&sources, "x");
    assert_null(source_get(&sources, 0));
    assert_null(source_get(&sources, 2));
    assert_null(source_get(&sources, 1)->path);
    sources_free(&sources);
}

CLAIM(joined_spans_cover_both)
{
    struct span a = {1, 5, 9}, b = {1, 2, 3}, nowhere = {0};
    assert_int_equal(span_join(a, b).begin, 2);
    assert_int_equal(span_join(a, b).end, 9);
    assert_int_equal(span_join(nowhere, a).begin, 5);
    assert_int_equal(span_join(a, nowhere).end, 9);
    assert_int_equal(span_join(a, (struct span){2, 0, 99}).end, 9);
}

static bool loads_and_adds(void)
{
    struct sources sources = {0};
    uint32_t id = 0;
    enum source_problem problem;
    bool done = sources_load(&sources, path, &id, &problem) == ST_OK;
    for (int i = 0; i < 10 && done; i++) done = sources_add(&sources, "<t>", "a\nb", 3, &id) == ST_OK;
    assert_true(done || sources.count < 11);
    sources_free(&sources);
    return done;
}

CLAIM(failed_allocations_are_reported_and_leak_nothing)
{
    char bytes[40000];
    memset(bytes, '\n', sizeof bytes);
    write_file(bytes, sizeof bytes);
    assert_true(walk_failures(loads_and_adds) > 30);
}

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
CLAIMS(IN_FOLDER(a_file_is_taken_in_whole), IN_FOLDER(what_is_no_regular_file_is_refused_at_once),
       IN_FOLDER(missing_files_are_told_from_unreadable_ones),
       IN_FOLDER(files_of_the_largest_size_are_taken_and_larger_ones_refused),
       IT(a_file_that_lies_about_its_size_is_read_to_its_end), IN_FOLDER(nul_bytes_and_bad_utf8_are_not_text),
       IN_FOLDER(the_line_that_is_no_text_is_remembered), IT(utf8_is_checked_to_the_letter),
       IT(columns_count_characters_and_lines_count_from_one), IT(lines_come_without_their_ends),
       IT(unknown_ids_have_no_source), IT(joined_spans_cover_both),
       IN_FOLDER(failed_allocations_are_reported_and_leak_nothing))
