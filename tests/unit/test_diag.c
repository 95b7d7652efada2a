/* SPDX-License-Identifier: MIT */
/* Diagnostics: messages, notes, the limit, suggestions, failing allocations. */
#include "base/diag.h"
#include <string.h>
#include "claims.h"

static const struct span here = {1, 4, 7};

CLAIM(every_message_has_a_code_of_its_own_and_a_lower_case_sentence)
{
    for (int id = 0; id < D_COUNT; id++) {
        const char *code = diag_code((enum diag_id)id), *format = diag_format((enum diag_id)id);
        assert_int_equal(strlen(code), 5);
        assert_true(code[0] == 'E' || (code[0] == 'W' && diag_severity((enum diag_id)id) != SEVERITY_ERROR));
        bool capital = format[0] >= 'A' && format[0] <= 'Z' && format[1] >= 'a' && format[1] <= 'z';
        assert_true(!capital || strncmp(format, "Lua ", 4) == 0);
        assert_true(format[0] && format[strlen(format) - 1] != '.');
        for (int other = 0; other < id; other++) assert_string_not_equal(code, diag_code((enum diag_id)other));
    }
}

CLAIM(a_report_carries_message_place_and_severity)
{
    struct diags diags = {0};
    assert_int_equal(diag(&diags, D_FILE_MISSING, here, "nim.game"), ST_INVALID);
    assert_int_equal(diags.count, 1);
    assert_int_equal(diags.errors, 1);
    assert_int_equal(diags.items[0].severity, SEVERITY_ERROR);
    assert_int_equal(diags.items[0].span.end, 7);
    assert_non_null(strstr(diags.items[0].message, "'nim.game'"));
    diags_free(&diags);
}

CLAIM(notes_belong_to_the_last_report_in_order)
{
    struct diags diags = {0};
    diag(&diags, D_FILE_MISSING, here, "a");
    diag_note(&diags, here, "first");
    diag_note(&diags, here, "second %d", 2);
    for (int i = 0; i < 30; i++) diag(&diags, D_FILE_MISSING, here, "b");
    diag_note(&diags, here, "third");
    assert_string_equal(diags.items[0].notes->message, "first");
    assert_string_equal(diags.items[0].notes->next->message, "second 2");
    assert_null(diags.items[0].notes->next->next);
    assert_string_equal(diags.items[30].notes->message, "third");
    diags_free(&diags);
}

CLAIM(a_note_without_a_report_is_dropped)
{
    struct diags diags = {0};
    diag_note(&diags, here, "lost");
    assert_int_equal(diags.count, 0);
    assert_false(diags.failed);
    diags_free(&diags);
}

CLAIM(reports_beyond_the_limit_are_counted_with_their_notes_dropped)
{
    struct diags diags = {0};
    for (int i = 0; i < DIAG_LIMIT + 5; i++) {
        diag(&diags, D_FILE_MISSING, here, "x");
        diag_note(&diags, here, "note");
    }
    assert_int_equal(diags.count, DIAG_LIMIT);
    assert_int_equal(diags.errors, DIAG_LIMIT + 5);
    assert_true(diags.muted);
    assert_null(diags.items[DIAG_LIMIT - 1].notes->next);
    diags_free(&diags);
}

static const char *suggested(struct diags *diags, const char *name)
{
    static const char *const names[] = {"heap", "limit", "n", "kayles", "position"};
    diag(diags, D_FILE_MISSING, here, name);
    diag_suggest(diags, name, names, sizeof names / sizeof *names);
    const struct note *note = diags->items[diags->count - 1].notes;
    return note ? note->message : "";
}

CLAIM(near_names_are_suggested)
{
    struct diags diags = {0};
    assert_string_equal(suggested(&diags, "hepa"), "did you mean 'heap'?");
    assert_string_equal(suggested(&diags, "kayle"), "did you mean 'kayles'?");
    assert_string_equal(suggested(&diags, "positoin"), "did you mean 'position'?");
    assert_string_equal(suggested(&diags, "limits"), "did you mean 'limit'?");
    diags_free(&diags);
}

CLAIM(far_short_equal_and_endless_names_are_not)
{
    struct diags diags = {0};
    char endless[200];
    memset(endless, 'n', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_string_equal(suggested(&diags, "wythoff"), "");
    assert_string_equal(suggested(&diags, "m"), "");
    assert_string_equal(suggested(&diags, "heap"), "");
    assert_string_equal(suggested(&diags, ""), "");
    assert_string_equal(suggested(&diags, endless), "");
    diags_free(&diags);
}

CLAIM(what_was_reported_apart_is_added_with_its_notes)
{
    struct diags diags = {0}, apart = {0};
    diag(&diags, D_FILE_MISSING, here, "first");
    diag(&apart, D_FILE_MISSING, here, "second");
    diag_note(&apart, here, "a note with a %% sign: %d %%", 7);
    diags_add(&diags, &apart);
    diags_free(&apart);
    assert_int_equal(diags.count, 2);
    assert_int_equal(diags.errors, 2);
    assert_non_null(strstr(diags.items[1].message, "second"));
    assert_string_equal(diags.items[1].notes->message, "a note with a % sign: 7 %");
    assert_null(diags.items[0].notes);
    for (int i = 0; i < DIAG_LIMIT; i++) diag(&apart, D_FILE_MISSING, here, "x");
    apart.failed = true;
    diags_add(&diags, &apart);
    assert_int_equal(diags.count, DIAG_LIMIT);
    assert_int_equal(diags.errors, DIAG_LIMIT + 2);
    assert_true(diags.failed);
    diags_free(&apart);
    diags_free(&diags);
}

static bool reports_with_notes(void)
{
    struct diags diags = {0};
    for (int i = 0; i < 20; i++) {
        diag(&diags, D_FILE_MISSING, here, "a file with a name of some length");
        diag_note(&diags, here, "a note");
    }
    bool done = !diags.failed;
    diags_free(&diags);
    return done;
}

CLAIM(failed_allocations_are_remembered_and_leak_nothing) { assert_true(walk_failures(reports_with_notes) >= 3); }

CLAIMS(IT(every_message_has_a_code_of_its_own_and_a_lower_case_sentence),
       IT(a_report_carries_message_place_and_severity), IT(notes_belong_to_the_last_report_in_order),
       IT(a_note_without_a_report_is_dropped), IT(reports_beyond_the_limit_are_counted_with_their_notes_dropped),
       IT(near_names_are_suggested), IT(what_was_reported_apart_is_added_with_its_notes),
       IT(far_short_equal_and_endless_names_are_not), IT(failed_allocations_are_remembered_and_leak_nothing))
