/* SPDX-License-Identifier: MIT */
/* Command lines, read into requests: what is taken, what is refused and with which words. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "claims.h"
#include "cli/print/diagnostics.h"

/* What request.c asks of the rest of the command line. */
const struct command all_commands[] = {
    {"analyze", "", "", NULL}, {"table", "", "", NULL}, {"period", "", "", NULL}, {"test", "", "", NULL}};
const size_t all_command_count = sizeof all_commands / sizeof *all_commands;
const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < all_command_count; i++)
        if (strcmp(all_commands[i].name, name) == 0) return &all_commands[i];
    return NULL;
}
void usage_json(const char *message) { fail_msg("no --json was given: %s", message); }

static struct request request;
static char complaint[2000];

/* Reads the words between blanks; what is said on standard error ends up in `complaint`. */
static bool parse(const char *line)
{
    static char words[2000];
    char *argv[40] = {(char *)"cgi"}, *state;
    int argc = 1, kept = dup(STDERR_FILENO), pipes[2];
    request_free(&request);
    request = (struct request){0};
    snprintf(words, sizeof words, "%s", line);
    for (char *w = strtok_r(words, " ", &state); w; w = strtok_r(NULL, " ", &state)) argv[argc++] = w;
    assert_int_equal(pipe(pipes), 0);
    fflush(stderr);
    dup2(pipes[1], STDERR_FILENO);
    optind = 0; /* getopt begins anew */
    bool fine = request_parse(&request, argc, argv);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(pipes[1]);
    ssize_t length = read(pipes[0], complaint, sizeof complaint - 1);
    complaint[length > 0 ? length : 0] = '\0';
    close(pipes[0]);
    return fine;
}

static int done(void **state)
{
    (void)state;
    request_free(&request);
    return 0;
}

static void refused(const char *line, const char *words)
{
    if (parse(line)) fail_msg("%s was taken", line);
    if (!strstr(complaint, words)) fail_msg("%s: %s", line, complaint);
    assert_int_equal(strncmp(complaint, "cgi: ", 5), 0);
}

CLAIM(words_and_options_may_mix)
{
    assert_true(parse("--json analyze nim.game --set m=3 5 --max-moves=7 6 --set k=1 --misere"));
    assert_string_equal(request.command->name, "analyze");
    assert_int_equal(request.word_count, 3);
    assert_string_equal(request.words[0], "nim.game");
    assert_string_equal(request.words[1], "5");
    assert_string_equal(request.words[2], "6");
    assert_int_equal(request.set_count, 2);
    assert_string_equal(request.sets[0], "m=3");
    assert_string_equal(request.sets[1], "k=1");
    assert_int_equal(request.max_moves, 7);
    assert_true(request_has(&request, OPT_JSON) && request_has(&request, OPT_MISERE) &&
                !request_has(&request, OPT_CSV));
}

CLAIM(a_file_may_be_called_as_the_command)
{
    assert_true(parse("test test test"));
    assert_int_equal(request.word_count, 2);
    assert_string_equal(request.words[0], "test");
    assert_string_equal(request.words[1], "test");
}

CLAIM(negative_numbers_are_words)
{
    assert_true(parse("analyze walk.game -3 -17 --misere"));
    assert_int_equal(request.word_count, 3);
    assert_string_equal(request.words[1], " -3");
    assert_string_equal(request.words[2], " -17");
}

CLAIM(after_two_dashes_everything_is_a_word)
{
    assert_true(parse("analyze -- --json x"));
    assert_int_equal(request.word_count, 2);
    assert_string_equal(request.words[0], "--json");
    assert_false(request_has(&request, OPT_JSON));
}

CLAIM(nothing_is_asked_for_in_vain)
{
    assert_true(parse("analyze f"));
    assert_true(request.wanted.outcome && request.wanted.sg && request.wanted.wins && !request.wanted.kernel);
    assert_true(parse("analyze f --ask kernel,sg"));
    assert_true(request.wanted.outcome && request.wanted.sg && request.wanted.kernel);
    assert_false(request.wanted.wins || request.wanted.remoteness);
    refused("analyze f --ask sg,winz", "not 'winz'");
    refused("analyze f --ask sg,", "not ''");
    refused("analyze f --ask=", "not ''");
}

CLAIM(sizes_have_units_and_do_not_wrap)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } sizes[] = {{"1", 1},
                 {"512M", 512 << 20},
                 {"2G", (uint64_t)2 << 30},
                 {"3k", 3072},
                 {"3KiB", 3072},
                 {"7mb", 7 << 20},
                 {"1T", (uint64_t)1 << 40},
                 {"17179869183G", (uint64_t)17179869183 << 30},
                 {"16777215TiB", (uint64_t)16777215 << 40},
                 {"18446744073709551615", UINT64_MAX}};
    char line[200];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(line, sizeof line, "analyze f --memory %s", sizes[i].text);
        assert_true(parse(line));
        assert_true(request.budget.memory == sizes[i].bytes);
    }
    static const char *const wrong[] = {
        "0", "0G", "-1", "G", "1.5G", "5P", "5MM", "5Gx", "17179869184G", "16777216T", "18446744073709551616", "1e9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "analyze f --memory=%s", wrong[i]);
        refused(line, "--memory takes a size");
        assert_non_null(strstr(complaint, wrong[i]));
    }
}

CLAIM(seconds_become_a_deadline)
{
    uint64_t now = budget_now_ns();
    assert_true(parse("analyze f --timeout 2.5"));
    assert_true(request.budget.deadline_ns >= now + 2500000000u && request.budget.deadline_ns < now + 4000000000u);
    assert_true(parse("analyze f --timeout 0.0000000019s"));
    assert_true(request.budget.deadline_ns > now);
    assert_true(parse("analyze f --timeout 18446744073")); /* later than the clock can say */
    assert_true(request.budget.deadline_ns == 0);
    refused("analyze f --timeout 18446744074", "--timeout takes seconds");
    refused("analyze f --timeout 99999999999999999999", "--timeout takes seconds");
    refused("analyze f --timeout .5", "--timeout takes seconds");
    refused("analyze f --timeout 5m", "--timeout takes seconds");
    refused("analyze f --timeout=-5", "--timeout takes seconds");
}

CLAIM(counts_are_positive_and_fit)
{
    assert_true(parse("analyze f --max-states 18446744073709551615"));
    assert_true(request.budget.states == UINT64_MAX);
    assert_true(parse("analyze f"));
    assert_int_equal(request.max_moves, 1000);
    assert_int_equal(request.budget.states, 200000000);
    refused("analyze f --max-states 0", "--max-states takes a positive number");
    refused("analyze f --max-states 18446744073709551616", "--max-states");
    refused("analyze f --max-moves 0", "--ask sg");
    refused("analyze f --max-moves 1x", "not '1x'");
    refused("period f --to 0", "--to takes a number from 1 on");
    refused("analyze f --mover 3", "--mover is 1 or 2");
    refused("analyze f --mover 0", "--mover is 1 or 2");
    assert_true(parse("analyze f --mover 2"));
    assert_int_equal(request.mover, 2);
}

CLAIM(threads_are_counted_from_one)
{
    assert_true(parse("analyze f"));
    assert_int_equal(crew_hands(request.budget.crew), crew_usable());
    assert_true(parse("analyze f --threads 3"));
    assert_int_equal(crew_hands(request.budget.crew), 3);
    assert_true(parse("table f --threads 1"));
    assert_int_equal(crew_hands(request.budget.crew), 1);
    refused("analyze f --threads 0", "--threads takes a number from 1 to 16, not '0'");
    refused("analyze f --threads 17", "--threads takes a number");
    refused("analyze f --threads two", "not 'two'");
    refused("analyze f --threads=-1", "--threads takes a number");
    refused("analyze f --threads", "--threads needs an argument");
}

CLAIM(an_option_belongs_to_its_commands)
{
    refused("period f --csv", "--csv does not belong to `cgi period`");
    refused("--to 5 analyze f", "--to does not belong to `cgi analyze`");
    assert_true(parse("--csv table f 0..9"));
}

CLAIM(what_does_not_exist_is_named)
{
    refused("analyse f", "there is no command 'analyse'");
    refused("analyze f --no-such", "there is no option '--no-such'");
    refused("analyze f --set", "--set needs an argument");
    refused("analyze f --json=yes", "--json takes no argument");
    refused("analyze f --color sometimes", "--color is auto, always or never");
    refused("analyze f --plugin-dir /no/such/folder", "there is no such folder");
    refused("analyze f --plugin-dir /dev/null", "it is not a folder");
}

CLAIM(of_two_the_last_counts)
{
    assert_true(parse("analyze f --memory 1M --memory 2M --color=never --color always"));
    assert_int_equal(request.budget.memory, 2 << 20);
    assert_true(request.color && request.color_err);
}

CLAIM(help_is_an_option_of_every_command)
{
    assert_true(parse("period -h"));
    assert_true(request_has(&request, OPT_HELP));
    assert_true(parse("-h"));
    assert_null(request.command);
}

#define LINE(name) cmocka_unit_test_teardown(name, done)
CLAIMS(LINE(words_and_options_may_mix), LINE(a_file_may_be_called_as_the_command), LINE(negative_numbers_are_words),
       LINE(after_two_dashes_everything_is_a_word), LINE(nothing_is_asked_for_in_vain),
       LINE(sizes_have_units_and_do_not_wrap), LINE(seconds_become_a_deadline), LINE(counts_are_positive_and_fit),
       LINE(threads_are_counted_from_one), LINE(an_option_belongs_to_its_commands), LINE(what_does_not_exist_is_named),
       LINE(of_two_the_last_counts), LINE(help_is_an_option_of_every_command))
