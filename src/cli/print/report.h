/* SPDX-License-Identifier: MIT */
/* The text and JSON of an answer: shared by analyze and explain. */
#ifndef CGI_CLI_PRINT_REPORT_H
#define CGI_CLI_PRINT_REPORT_H
#include "cli/request/request.h"
#include "cli/print/json.h"

/* "position   nim(3) + nim(5)" with the label in bold, padded to a common width. */
void report_field(const struct request *request, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_answer(const struct request *request, const struct answer *answer, const struct wanted *wanted);
/* The keys of one answer, inside an object that is open. */
void report_answer_json(struct json *json, const struct answer *answer, const struct wanted *wanted);
void report_replies_json(struct json *json, const char *key, const struct reply *replies, size_t count, bool values);
void report_plan(const struct request *request, const struct answer *answer);
void report_plan_json(struct json *json, const struct answer *answer);

#endif
