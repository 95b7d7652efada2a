/* SPDX-License-Identifier: MIT */
/* The rows of a table as a stream: CSV, `n value` lines, or numbers as bytes, written while the table is computed.
 *
 *     struct rows rows;
 *     if (!rows_open(&rows, request, engine, axes, count)) ...                 // memory
 *     struct table_sink sink = {rows_take, &rows, NULL};
 *     st = table_pour(env, game, axes, count, &wanted, &arena, &sink, &table); // answer.h
 *     code = rows_close(&rows);           // 0, or the exit code of a mistake that was reported; rows.failed: see below
 *
 * Bytes: one number for each position of the box, in row-major order, the least significant byte first; bits: one bit
 * each, set where the player to move wins, the least significant bit of a byte first, the last byte filled up with
 * zeros. About 3 ns a row of text, and a block that is repeated is turned into bytes once. */
#ifndef CGI_CLI_PRINT_ROWS_H
#define CGI_CLI_PRINT_ROWS_H
#include "cli/request/request.h"

enum rows_form { ROWS_CSV, ROWS_BFILE, ROWS_BYTES, ROWS_BITS };
/* What follows the last field in a row of text, by value. */
struct row_end {
    char text[15];
    unsigned char length;
};
enum { ROW_ENDS = 1024, ROWS_BUFFER = 1 << 16, ROWS_HEAD = 1 << 10, ROWS_SLACK = 12 * ROWS_HEAD };
struct rows {
    struct request *request;
    const struct engine *engine;
    const struct axis *axes;
    size_t axis_count;
    enum rows_form form;
    size_t width; /* ROWS_BYTES: of a number */
    bool begun, header, with_sg;
    int64_t shift; /* ROWS_BFILE: added to the number of each row (--offset) */
    bool far;      /* numbers would be beyond 64 bits */
    const struct table_answer *table;
    struct row_end *ends; /* ROW_ENDS of them; length 0: not made yet */
    char *buffer;         /* ROWS_BUFFER + ROWS_SLACK: ten rows more than it holds */
    size_t used;
    unsigned bits, bit_count; /* ROWS_BITS: those of the byte that is not full */
    struct text params;       /* the swept parameters, at the head of each row */
    char head[ROWS_HEAD];     /* the row up to its last field */
    size_t head_length, number_at;
    int mistake; /* the exit code of a mistake that was reported */
    bool failed; /* standard output takes no more; error is its errno */
    int error;
};
bool rows_open(struct rows *rows, struct request *request, const struct engine *engine, const struct axis *axes,
               size_t axis_count);
/* For each setting of a sweep, before its table. */
void rows_next(struct rows *rows);
enum status rows_take(void *rows, const struct table_answer *table, const struct table_rows *block);
/* ROWS_BITS: outcomes that are bits already (answer.h). */
enum status rows_take_lost(void *rows, const struct table_answer *table, uint64_t from, const uint64_t *lost,
                           size_t count);
int rows_close(struct rows *rows);

#endif
