/* SPDX-License-Identifier: MIT */
#include "cli/print/identification.h"
#include <inttypes.h>
#include <string.h>
#include "cli/print/report.h"

static const char *verdict_words(const struct identified *item)
{
    static const char *const words[][2] = {
        [IDENTIFIED_RULES] = {"same rules", "same rules"},
        [IDENTIFIED_VALUES] = {"same values", "same losses"},
        [IDENTIFIED_AGREE] = {"values agree", "losses agree"},
    };
    return words[item->verdict][item->outcomes];
}

static bool moved(const struct heap_map *map) { return map->times != 1 || map->over != 1 || map->offset; }

/* "n", "n + 1", "n / 2", "(2n + 1) / 3" */
static void put_map(const struct heap_map *map, struct text *out)
{
    bool sum = map->offset != 0 && map->over != 1;
    if (sum) text_puts(out, "(");
    if (map->times == -1) text_add(out, "%" PRId64 " - n", map->offset);
    else if (map->times == 1) text_puts(out, "n");
    else text_add(out, "%" PRId64 "n", map->times);
    if (map->offset && map->times != -1)
        text_add(out, " %c %" PRId64, map->offset < 0 ? '-' : '+', map->offset < 0 ? -map->offset : map->offset);
    if (sum) text_puts(out, ")");
    if (map->over != 1) text_add(out, " / %" PRId64, map->over);
}

/* What is said of both alike. */
static bool alike(const struct identified *a, const struct identified *b)
{
    bool why = a->why == b->why || (a->why && b->why && strcmp(a->why, b->why) == 0);
    bool map = a->map.times == b->map.times && a->map.offset == b->map.offset && a->map.over == b->map.over;
    return a->verdict == b->verdict && a->outcomes == b->outcomes && a->heaps == b->heaps && (!a->heaps || map) &&
           a->fewer == b->fewer && a->to == b->to && why;
}

/* `count` candidates of which the same is said. */
static void put_items(const struct identified *items, size_t count, struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        text_add(text, "%s%s", i ? ", " : "", items[i].name);
        if (items[i].params) text_add(text, " with %s", items[i].params);
    }
    if (items->heaps && moved(&items->map)) {
        text_puts(text, ", heap n as its heap ");
        put_map(&items->map, text);
    }
    if (items->fewer) text_puts(text, ", on the positions that both have");
    if (items->why) text_add(text, "; proved: %s", items->why);
    if (items->verdict == IDENTIFIED_AGREE)
        text_add(text, "; %s 0 to %" PRIu64 ", no more is known", items->heaps ? "heaps" : "sizes", items->to);
}

void identification_words(const struct identified *item, struct text *out)
{
    text_add(out, "%s: ", verdict_words(item));
    put_items(item, 1, out);
}

static void items_text(const struct request *request, const struct identified *items, size_t count, const char *label)
{
    struct text text = {0};
    put_items(items, count, &text);
    report_field(request, label, "%s", text_c(&text));
    text_free(&text);
}

static void oeis_text(const struct request *request, const struct oeis *oeis)
{
    for (size_t i = 0; i < oeis->items.count; i++) {
        const struct oeis_item *item = &oeis->items.data[i];
        struct text text = {0};
        if (item->ours) text_add(&text, ", without our first %u", item->ours);
        if (item->theirs) text_add(&text, ", without its first %u", item->theirs);
        report_field(request, i ? "" : "OEIS", "%s: %s%s; %u terms agree, no more is known", item->id, item->of,
                     text_c(&text), item->terms);
        text_free(&text);
    }
    if (!oeis->items.count)
        report_field(request, "OEIS", "none of %" PRIu64 " sequences has these values or lost heaps", oeis->lines);
    if (oeis->more) report_field(request, "", "%" PRIu64 " others agree as well", oeis->more);
}

/* What the values of a few sizes show is never more than that. */
static void starts_text(const struct request *request, const struct start_values *s)
{
    struct text text = {0};
    if (!s->count) return;
    for (size_t i = 0; i < s->count; i++) text_add(&text, "%s%" PRIu32, i ? ", " : "", s->values[i]);
    report_field(request, "values", "%s from %" PRId64 " on: %s", s->word, s->from, text_c(&text));
    if (s->period.found)
        report_field(request, "", "period %" PRIu64 "%s from %" PRId64 " on is observed to %" PRId64 ", not proved",
                     s->period.period, s->period.saltus ? " with more in each" : "",
                     s->from + (int64_t)s->period.preperiod, s->from + (int64_t)s->count - 1);
    text_free(&text);
}

static void starts_json(struct json *json, const struct start_values *s)
{
    if (!s->count) return;
    json_object(json, "starts");
    json_string(json, "of", s->word);
    json_int(json, "from", s->from);
    json_array(json, "values");
    for (size_t i = 0; i < s->count; i++) json_int(json, NULL, s->values[i]);
    json_end(json);
    if (s->period.found) json_int(json, "observed_period", (int64_t)s->period.period);
    json_end(json);
}

void identification_print(const struct request *request, const struct identification *found, const struct oeis *oeis,
                          const char *game, const char *label)
{
    const char *last = "";
    if (*label) report_field(request, "set", "%s", label);
    report_field(request, "game", "%s", game);
    if (found->seen) report_field(request, "seen as", "%s, proved", found->seen);
    for (size_t i = 0, next; i < found->count; i = next) {
        const char *words = verdict_words(&found->items[i]);
        for (next = i + 1; next < found->count && alike(&found->items[i], &found->items[next]);) next++;
        items_text(request, &found->items[i], next - i, strcmp(words, last) == 0 ? "" : words);
        last = words;
    }
    if (!found->count) report_field(request, "found", "nothing");
    if (found->more) report_field(request, "more", "%zu others that agree at least on the first heaps", found->more);
    starts_text(request, &found->starts);
    if (oeis) oeis_text(request, oeis);
    struct text text = {0};
    text_add(&text, "%" PRIu64 " documented games, %" PRIu64 " games of the gallery", found->models, found->games);
    if (found->rules)
        text_add(&text, ", %" PRIu64 " codes and sets; heaps 0 to %" PRIu64, found->rules, found->heaps - 1);
    report_field(request, "looked at", "%s", text_c(&text));
    text_free(&text);
    if (found->values_not) report_field(request, "", "no codes and sets of one heap: %s", found->values_not);
}

static void item_json(struct json *json, const struct identified *item)
{
    json_object(json, NULL);
    json_string(json, "model", item->name);
    json_string(json, "params", item->params);
    if (item->heaps) json_int(json, "offset", item->map.offset);
    else json_string(json, "offset", NULL);
    if (item->heaps) json_int(json, "times", item->map.times);
    if (item->heaps) json_int(json, "over", item->map.over);
    json_string(json, "verdict", verdict_words(item));
    if (item->verdict == IDENTIFIED_RULES) json_string(json, "to", NULL);
    else json_int(json, "to", (int64_t)item->to);
    json_bool(json, "proved", item->verdict != IDENTIFIED_AGREE);
    json_bool(json, "fewer", item->fewer);
    json_string(json, "why", item->why);
    json_end(json);
}

static void oeis_json(struct json *json, const struct oeis *oeis)
{
    json_array(json, "oeis");
    for (size_t i = 0; i < oeis->items.count; i++) {
        const struct oeis_item *item = &oeis->items.data[i];
        json_object(json, NULL);
        json_string(json, "id", item->id);
        json_string(json, "values_of", item->of);
        json_int(json, "ours_from", item->ours);
        json_int(json, "its_from", item->theirs);
        json_int(json, "terms", item->terms);
        json_end(json);
    }
    json_end(json);
}

void identification_json(const struct identification *found, const struct oeis *oeis, const char *game,
                         const char *label)
{
    struct json json = {.out = stdout};
    json_object(&json, NULL);
    json_int(&json, "cgi", 1);
    if (*label) json_string(&json, "set", label);
    json_string(&json, "game", game);
    json_string(&json, "seen", found->seen);
    json_array(&json, "candidates");
    for (size_t i = 0; i < found->count; i++) item_json(&json, &found->items[i]);
    json_end(&json);
    json_int(&json, "more", (int64_t)found->more);
    json_object(&json, "looked");
    json_int(&json, "models", (int64_t)found->models);
    json_int(&json, "games", (int64_t)found->games);
    json_int(&json, "rules", (int64_t)found->rules);
    json_int(&json, "heaps", (int64_t)found->heaps);
    json_string(&json, "values_not", found->values_not);
    json_end(&json);
    starts_json(&json, &found->starts);
    if (oeis) oeis_json(&json, oeis);
    json_end(&json);
}
