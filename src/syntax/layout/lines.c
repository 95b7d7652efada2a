/* SPDX-License-Identifier: MIT */
/* Lines of code, some with a trailing comment. Comments of neighbouring lines are aligned if all of them fit, so
 * columns are known only when all lines are. */
#include "syntax/layout/private.h"

static bool only_blanks(const struct layout *layout)
{
    for (size_t i = layout->line_begin; i < layout->code.length; i++)
        if (layout->code.data[i] != ' ') return false;
    return true;
}

void lines_end(struct layout *layout)
{
    if (layout->fresh) return;
    if (only_blanks(layout)) { /* a line was begun before a comment */
        layout->code.length = layout->line_begin;
        layout->fresh = true;
        return;
    }
    bool blank = layout->blank && layout->lines.count != layout->opened;
    struct line line = {layout->line_begin, layout->code.length, NULL, blank, false};
    if (!vec_push(&layout->lines, line)) layout->failed = true;
    layout->line_begin = layout->code.length;
    layout->fresh = true;
    layout->blank = false;
}

void lines_put(struct layout *layout, const char *bytes, size_t count, size_t indent)
{
    if (layout->fresh) text_add(&layout->code, "%*s", (int)indent, "");
    layout->fresh = false;
    text_put(&layout->code, bytes, count);
}

void lines_remark(struct layout *layout, const struct remark *remark)
{
    lines_end(layout);
    if (layout->lines.count) layout->lines.data[layout->lines.count - 1].remark = remark;
}

/* Is the comment below one that trails code, or that continues such a comment? */
static bool can_continue(const struct layout *layout)
{
    if (!layout->lines.count || layout->blank) return false;
    const struct line *last = &layout->lines.data[layout->lines.count - 1];
    return last->remark && (last->continues || last->begin < last->end);
}

void lines_own_remark(struct layout *layout, const struct remark *remark, bool inside, size_t indent)
{
    lines_end(layout);
    if (remark->blank_before) layout->blank = true;
    if ((inside || remark->continues) && can_continue(layout)) {
        struct line line = {layout->code.length, layout->code.length, remark, false, true};
        if (!vec_push(&layout->lines, line)) layout->failed = true;
        return;
    }
    lines_put(layout, remark->text, remark->length, indent);
    lines_end(layout);
}

/* A Lua block may contain line ends: only the text after the last of them counts. */
static size_t width_of(const char *text, size_t length)
{
    size_t begin = length;
    while (begin && text[begin - 1] != '\n') begin--;
    return wrap_characters(text + begin, length - begin);
}

size_t lines_column(const struct layout *layout)
{
    size_t length = layout->code.length - layout->line_begin;
    return length ? width_of(layout->code.data + layout->line_begin, length) : 0;
}

static size_t line_width(const struct layout *layout, const struct line *line)
{
    return line->begin < line->end ? width_of(layout->code.data + line->begin, line->end - line->begin) : 0;
}

/* The end of the lines from `first` on that have comments, without an empty line between them. */
static size_t run_end(const struct layout *layout, size_t first)
{
    size_t end = first;
    while (end < layout->lines.count && layout->lines.data[end].remark &&
           (end == first || !layout->lines.data[end].blank_before))
        end++;
    return end;
}

/* The column for the comments of lines [first, end), or 0 if some would be too far right. */
static size_t shared_column(const struct layout *layout, size_t first, size_t end)
{
    size_t column = 0, longest = 0;
    for (size_t i = first; i < end; i++) {
        const struct line *line = &layout->lines.data[i];
        size_t width = line_width(layout, line), length = wrap_characters(line->remark->text, line->remark->length);
        if (width + 2 > column) column = width + 2;
        if (length > longest) longest = length;
    }
    return column + longest <= LAYOUT_WIDTH ? column : 0;
}

static void write_line(const struct layout *layout, const struct line *line, size_t column, struct text *out)
{
    if (line->blank_before) text_putc(out, '\n');
    if (line->begin < line->end) text_put(out, layout->code.data + line->begin, line->end - line->begin);
    if (line->remark) {
        text_add(out, "%*s", (int)(column - line_width(layout, line)), "");
        text_put(out, line->remark->text, line->remark->length);
    }
    text_putc(out, '\n');
}

enum status lines_write(const struct layout *layout, struct text *out)
{
    if (layout->failed || layout->code.failed) return ST_NO_MEMORY;
    for (size_t i = 0; i < layout->lines.count;) {
        size_t end = run_end(layout, i), shared = shared_column(layout, i, end), column = 0;
        if (end == i) write_line(layout, &layout->lines.data[i++], 0, out);
        for (; i < end; i++) {
            const struct line *line = &layout->lines.data[i];
            if (!line->continues) column = shared ? shared : line_width(layout, line) + 2;
            write_line(layout, line, column, out);
        }
    }
    return out->failed ? ST_NO_MEMORY : ST_OK;
}
