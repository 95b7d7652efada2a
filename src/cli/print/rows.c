/* SPDX-License-Identifier: MIT */
/* A row of text is the row before it with the last field counted up in place, and an end that is kept by value. */
#include "cli/print/rows.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cli/print/diagnostics.h"

bool rows_open(struct rows *r, struct request *request, const struct engine *engine, const struct axis *axes,
               size_t axis_count)
{
    const char *binary = request->value[OPT_BINARY];
    *r = (struct rows){.request = request, .engine = engine, .axes = axes, .axis_count = axis_count, .header = true};
    r->form = request_has(request, OPT_BFILE) ? ROWS_BFILE : ROWS_CSV;
    if (binary) r->form = strcmp(binary, "bits") == 0 ? ROWS_BITS : ROWS_BYTES;
    if (r->form == ROWS_BYTES) r->width = (size_t)strtol(binary + 1, NULL, 10) / 8;
    r->ends = mem_alloc(ROW_ENDS * sizeof *r->ends);
    r->buffer = mem_alloc_raw(ROWS_BUFFER + ROWS_SLACK);
    const char *offset = request->value[OPT_OFFSET];
    int64_t last;
    if (offset && axis_count)
        r->far = __builtin_sub_overflow(strtoull(offset, NULL, 10), axes[0].low, &r->shift) ||
                 __builtin_add_overflow(axes[0].high, r->shift, &last);
    return r->ends && r->buffer;
}

static enum status flush(struct rows *r)
{
    size_t used = r->used;
    r->used = 0;
    errno = 0;
    if (fwrite(r->buffer, 1, used, stdout) == used) return ST_OK;
    r->failed = true;
    r->error = errno;
    return ST_INTERRUPTED;
}

int rows_close(struct rows *r)
{
    if (r->form == ROWS_BITS && r->bit_count && !r->failed && !r->mistake) r->buffer[r->used++] = (char)r->bits;
    if (r->buffer && !r->failed) flush(r);
    mem_free(r->ends, r->ends ? ROW_ENDS * sizeof *r->ends : 0);
    mem_free(r->buffer, r->buffer ? ROWS_BUFFER + ROWS_SLACK : 0);
    text_free(&r->params);
    return r->mistake;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */
void rows_next(struct rows *r)
{
    const struct engine *e = r->engine;
    r->begun = false;
    text_free(&r->params);
    r->params = (struct text){0};
    for (size_t i = 0; i < ROW_ENDS; i++) r->ends[i].length = 0;
    for (size_t i = 0; r->form == ROWS_CSV && i < e->setting_count; i++)
        if (e->settings[i].count > 1) text_add(&r->params, "%" PRId64 ",", e->params[e->settings[i].param].value);
}

static void write_header(struct rows *r)
{
    const struct engine *e = r->engine;
    r->header = false;
    r->with_sg = r->table->has_sg;
    for (size_t i = 0; i < e->setting_count; i++)
        if (e->settings[i].count > 1) printf("%s,", e->model->params[e->settings[i].param].name);
    for (size_t c = 0; c < r->table->column_count; c++) printf("%s%s", c ? "," : "", r->table->columns[c]);
    putchar('\n');
}

static int print_end(const struct rows *r, uint64_t value, char *text, size_t room)
{
    if (r->form == ROWS_BFILE) return snprintf(text, room, " %" PRIu64 "\n", value);
    const char *sg = r->with_sg ? "," : "";
    enum outcome outcome = r->table->has_sg ? (value ? OUTCOME_N : OUTCOME_P) : (enum outcome)value;
    const char *word = outcome_word(outcome, r->table->with_mover);
    if (r->with_sg && r->table->has_sg) return snprintf(text, room, ",%" PRIu64 ",%s\n", value, word);
    return snprintf(text, room, "%s,%s\n", sg, word);
}

/* Writes the end of a row and returns where the next one begins. */
static inline char *put_end(struct rows *r, uint64_t value, char *out)
{
    if (value >= ROW_ENDS) return out + print_end(r, value, out, 64);
    struct row_end *end = &r->ends[value];
    if (end->length == 0) end->length = (unsigned char)print_end(r, value, end->text, sizeof end->text);
    memcpy(out, end->text, sizeof end->text);
    return out + end->length;
}

static void cells_at(const struct rows *r, uint64_t index, int64_t *cells)
{
    for (size_t f = r->axis_count; f-- > 0;) {
        uint64_t extent = (uint64_t)(r->axes[f].high - r->axes[f].low) + 1;
        cells[f] = r->axes[f].low + (int64_t)(index % extent);
        index /= extent;
    }
    if (r->form == ROWS_BFILE) cells[0] += r->shift;
}

/* The head of the row of these cells. False: it is too long (there are hundreds of swept parameters). */
static bool set_head(struct rows *r, const int64_t *cells)
{
    size_t at = r->params.length;
    if (r->params.failed || at + 24 * r->axis_count > sizeof r->head) return false;
    memcpy(r->head, text_c(&r->params), at);
    for (size_t f = 0; f < r->axis_count; f++) {
        r->number_at = at;
        at += (size_t)snprintf(r->head + at, sizeof r->head - at, "%" PRId64 "%s", cells[f],
                               f + 1 < r->axis_count ? "," : "");
    }
    r->head_length = at;
    return true;
}

/* The last field of the head, a natural number, plus 1. */
static void count_up(struct rows *r)
{
    char *p = r->head + r->head_length;
    while (p > r->head + r->number_at && p[-1] == '9') *--p = '0';
    if (p > r->head + r->number_at) {
        p[-1]++;
        return;
    }
    *p = '1';
    r->head[r->head_length++] = '0';
}

/* Up to ten rows whose last field differs in its last digit alone: the head is stored for the first one only, since what was
 * just stored is read back slowly. Returns how many. */
static size_t text_decade(struct rows *r, const uint64_t *values, size_t count)
{
    char *digit = r->head + r->head_length - 1, last = *digit, *out = r->buffer + r->used;
    size_t n = (size_t)('9' - last) + 1, length = r->head_length;
    if (n > count) n = count;
    for (size_t i = 0; i < n; i++) {
        if (values[i] == NO_VALUE) continue;
        if (length <= 16) memcpy(out, r->head, 16);
        else memcpy(out, r->head, length);
        out[length - 1] = (char)(last + (char)i);
        out = put_end(r, values[i], out + length);
    }
    r->used = (size_t)(out - r->buffer);
    *digit = (char)(last + (char)(n - 1));
    return n;
}

/* `count` values of one row of the box, from these cells on. */
static enum status text_run(struct rows *r, int64_t *cells, const uint64_t *values, size_t count)
{
    int64_t *last = &cells[r->axis_count - 1];
    if (!set_head(r, cells)) return ST_NO_MEMORY;
    for (size_t i = 0; i < count;) {
        if (r->used >= ROWS_BUFFER && flush(r) != ST_OK) return ST_INTERRUPTED;
        size_t n = text_decade(r, values + i, *last < 0 ? 1 : count - i);
        bool negative = *last < 0;
        i += n;
        if (i >= count) break;
        *last += (int64_t)n;
        if (!negative) count_up(r);
        else if (!set_head(r, cells)) return ST_NO_MEMORY;
    }
    return ST_OK;
}

static enum status take_text(struct rows *r, uint64_t index, const uint64_t *values, size_t count)
{
    enum status st = ST_OK;
    uint64_t extent = (uint64_t)(r->axes[r->axis_count - 1].high - r->axes[r->axis_count - 1].low) + 1;
    for (size_t i = 0; st == ST_OK && i < count;) {
        int64_t cells[MODEL_MAX_FIELDS];
        cells_at(r, index + i, cells);
        uint64_t row = extent - (index + i) % extent; /* how many are left of it */
        size_t run = count - i < row ? count - i : (size_t)row;
        st = text_run(r, cells, values + i, run);
        i += run;
    }
    return st;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */
static enum status refuse(struct rows *r, uint64_t index, uint64_t value)
{
    int64_t cells[MODEL_MAX_FIELDS];
    char place[24 * MODEL_MAX_FIELDS] = "";
    cells_at(r, index, cells);
    for (size_t f = 0, at = 0; f < r->axis_count; f++)
        at += (size_t)snprintf(place + at, sizeof place - at, "%s%" PRId64, f ? ", " : "", cells[f]);
    flush(r);
    progress_clear(r->request);
    if (value == NO_VALUE)
        r->mistake =
            usage_error(r->request, "--binary needs a value at each position, and (%s) is none; use --csv", place);
    else if (!r->table->has_sg)
        r->mistake = usage_error(r->request, "(%s) is a draw, which is no bit; use --binary u8, where it is 2", place);
    else
        r->mistake =
            usage_error(r->request, "the value of (%s) is %" PRIu64 ", too large for --binary %s; use a wider one",
                        place, value, r->request->value[OPT_BINARY]);
    return ST_INTERRUPTED;
}

static uint64_t largest(const struct rows *r)
{
    if (r->form == ROWS_BITS) return 1;
    return r->width == 8 ? NO_VALUE - 1 : ((uint64_t)1 << 8 * r->width) - 1;
}

/* How many values of the block fit before the first that does not. */
static size_t fitting(const struct rows *r, const struct table_rows *block)
{
    uint64_t most = largest(r), any = 0;
    size_t n = 0;
    for (size_t i = 0; i < block->count; i++) any |= block->values[i] > most;
    if (!any) return block->count;
    while (block->values[n] <= most) n++;
    return n;
}

static void put_number(char *out, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) out[i] = (char)(value >> 8 * i & 0xff);
}

/* Repetitions of a short block are put side by side while there is room, then written as often as they are found. */
static enum status take_bytes(struct rows *r, const struct table_rows *block)
{
    size_t each = block->count * r->width;
    uint64_t times = block->times;
    if (r->used && flush(r) != ST_OK) return ST_INTERRUPTED;
    while (times) {
        for (size_t i = 0; i < block->count; i++) {
            if (r->used + r->width > ROWS_BUFFER && flush(r) != ST_OK) return ST_INTERRUPTED;
            put_number(r->buffer + r->used, block->values[i], r->width);
            r->used += r->width;
        }
        times--;
        if (times == 0 || each > ROWS_BUFFER) continue;
        size_t unit = r->used;
        for (; times && r->used + unit <= ROWS_BUFFER; times--, r->used += unit)
            memcpy(r->buffer + r->used, r->buffer, unit);
        size_t whole = r->used;
        for (; times >= whole / unit; times -= whole / unit) {
            r->used = whole;
            if (flush(r) != ST_OK) return ST_INTERRUPTED;
        }
        r->used = whole;
        if (flush(r) != ST_OK) return ST_INTERRUPTED;
    }
    return ST_OK;
}

static enum status add_bits(struct rows *r, const uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool wins = r->table->has_sg ? values[i] != 0 : values[i] == OUTCOME_N;
        r->bits |= (unsigned)wins << r->bit_count;
        if (++r->bit_count < 8) continue;
        r->buffer[r->used++] = (char)r->bits;
        r->bits = r->bit_count = 0;
        if (r->used >= ROWS_BUFFER && flush(r) != ST_OK) return ST_INTERRUPTED;
    }
    return ST_OK;
}

/* Eight repetitions are a whole number of bytes, after which the rest stands as it stood: from the second eight on the bytes
 * recur. */
static enum status take_bits(struct rows *r, const struct table_rows *block)
{
    uint64_t times = block->times;
    for (int i = 0; i < 8 && times; i++, times--)
        if (add_bits(r, block->values, block->count) != ST_OK) return ST_INTERRUPTED;
    if (times >= 16 && block->count < ROWS_BUFFER) {
        if (flush(r) != ST_OK) return ST_INTERRUPTED;
        for (int i = 0; i < 8; i++, times--) add_bits(r, block->values, block->count);
        size_t whole = block->count;
        for (; times >= 8; times -= 8) {
            r->used = whole;
            if (flush(r) != ST_OK) return ST_INTERRUPTED;
        }
        r->used = whole;
        if (flush(r) != ST_OK) return ST_INTERRUPTED;
    }
    for (; times; times--)
        if (add_bits(r, block->values, block->count) != ST_OK) return ST_INTERRUPTED;
    return ST_OK;
}

static enum status take_numbers(struct rows *r, const struct table_rows *block)
{
    size_t fit = fitting(r, block);
    struct table_rows good = {block->from, block->values, fit, fit == block->count ? block->times : 1};
    enum status st = r->form == ROWS_BYTES ? take_bytes(r, &good) : take_bits(r, &good);
    return st != ST_OK || fit == block->count ? st : refuse(r, block->from + fit, block->values[fit]);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */
static enum status begin(struct rows *r, const struct table_answer *table)
{
    r->begun = true;
    r->table = table;
    progress_clear(r->request);
    if (r->form == ROWS_CSV && r->header) write_header(r);
    const char *title = r->form == ROWS_BFILE ? r->request->value[OPT_TITLE] : NULL;
    bool outcomes = r->request->value[OPT_ASK] && !r->request->wanted.sg;
    if (r->form == ROWS_BFILE && (r->axis_count != 1 || !table->has_sg))
        r->mistake = usage_error(r->request, "--bfile needs a game of one field that has SG values");
    if (r->far && !r->mistake)
        r->mistake = usage_error(r->request, "--offset %s numbers lines beyond %" PRId64 "; begin with a lesser number",
                                 r->request->value[OPT_OFFSET], INT64_MAX);
    if (r->form == ROWS_BYTES && !table->has_sg && !outcomes)
        r->mistake = usage_error(r->request,
                                 "there are no SG values here; add --ask outcome for the outcomes in "
                                 "--binary %s",
                                 r->request->value[OPT_BINARY]);
    if (title && !r->mistake) printf("# %s\n", title);
    return r->mistake ? ST_INTERRUPTED : ST_OK;
}

enum status rows_take(void *rows, const struct table_answer *table, const struct table_rows *block)
{
    struct rows *r = rows;
    enum status st = r->begun ? ST_OK : begin(r, table);
    if (st == ST_OK && r->form >= ROWS_BYTES) return take_numbers(r, block);
    for (uint64_t i = 0; st == ST_OK && i < block->times; i++)
        st = take_text(r, block->from + i * block->count, block->values, block->count);
    return st;
}

/* 64 positions a step: what is left of the byte before stands below them. */
enum status rows_take_lost(void *rows, const struct table_answer *table, uint64_t from, const uint64_t *lost,
                           size_t count)
{
    struct rows *r = rows;
    enum status st = r->begun ? ST_OK : begin(r, table);
    (void)from;
    for (size_t at = 0; st == ST_OK && at < count; at += 64) {
        size_t some = count - at < 64 ? count - at : 64, filled = r->bit_count + some;
        uint64_t wins = ~lost[at / 64] & ~(uint64_t)0 >> (64 - some), low = r->bits | wins << r->bit_count;
        if (r->used + 9 > ROWS_BUFFER) st = flush(r);
        for (size_t i = 0; i < 8 && 8 * i + 8 <= filled; i++) r->buffer[r->used++] = (char)(low >> 8 * i);
        uint64_t high = r->bit_count ? wins >> (64 - r->bit_count) : 0; /* beyond 64 bits: less than a byte */
        r->bits = (unsigned)(filled >= 64 ? high : low >> filled / 8 * 8);
        r->bit_count = (unsigned)(filled % 8);
    }
    return st;
}
