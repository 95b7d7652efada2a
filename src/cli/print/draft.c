/* SPDX-License-Identifier: MIT */
#include "cli/print/draft.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/print/identification.h"

enum { DATA_WIDTH = 260, REFERENCES = 8 };

static void put_data(const struct identification *found)
{
    int width = printf("%%S ");
    for (uint64_t n = found->from; n < found->heaps && width < DATA_WIDTH; n++)
        width += printf("%s%" PRIu32, n > found->from ? "," : "", found->values[n]);
    putchar('\n');
}

/* Each line of the file, as it was written. */
static void put_rule(const struct engine *engine)
{
    const struct source *source = source_get(&engine->sources, engine->source);
    puts("%C The rule, as a file for the program cgi:");
    for (uint32_t line = 1; source && line <= source->line_count; line++) {
        size_t length;
        const char *text = source_line(source, line, &length);
        if (length) printf("%%C   %.*s\n", (int)length, text);
    }
}

static void put_period(const struct identification *found)
{
    const struct period *p = &found->period;
    if (!p->found) return;
    printf("%%F a(n + %" PRIu64 ") = a(n)", p->period);
    if (p->saltus) printf(" + %" PRId64, p->saltus);
    printf(" for n >= %" PRIu64, p->preperiod > found->from ? p->preperiod : found->from);
    if (p->proved) printf(" (proved: %s).\n", p->theorem ? p->theorem : "by a theorem");
    else printf(" (observed for n <= %" PRIu64 ", not proved).\n", p->to);
}

static void put_references(const struct identification *found)
{
    for (size_t i = 0; i < found->count && i < REFERENCES; i++) {
        struct text text = {0};
        identification_words(&found->items[i], &text);
        printf("%%Y Cf. %s.\n", text_c(&text));
        text_free(&text);
    }
}

static void put_sequences(const struct oeis *oeis)
{
    for (size_t i = 0; oeis && i < oeis->items.count && i < REFERENCES; i++) {
        const struct oeis_item *item = &oeis->items.data[i];
        printf("%%Y Cf. %s (%s; %u terms agree).\n", item->id, item->of, item->terms);
    }
}

/* The number of the first term, and the place of the first one above 1. */
static void put_offset(const struct identification *found)
{
    uint64_t place = 1;
    for (uint64_t n = found->from; n < found->heaps; n++)
        if (found->values[n] > 1) {
            place = n - found->from + 1;
            break;
        }
    printf("%%O %" PRIu64 ",%" PRIu64 "\n", found->from, place);
}

void draft_print(const struct identification *found, const struct engine *engine, const struct oeis *oeis)
{
    puts("%I A000000");
    put_data(found);
    printf("%%N Sprague-Grundy values of a heap of n in the game \"%s\" (normal play).\n",
           engine->model->games[engine->model->main_game].name);
    put_rule(engine);
    if (found->seen) printf("%%C %s (proved); n is the length of the run.\n", found->seen);
    put_period(found);
    put_references(found);
    put_sequences(oeis);
    puts("%K nonn");
    put_offset(found);
}
