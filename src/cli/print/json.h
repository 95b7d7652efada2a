/* SPDX-License-Identifier: MIT */
/* A JSON writer: keys and values in order; commas and escapes are written automatically.
 *
 *     struct json j = {.out = stdout};
 *     json_object(&j, NULL); json_string(&j, "game", "nim"); json_int(&j, "sg", 3); json_end(&j);
 *
 * A NULL key is for items of arrays and the outermost value. json_end closes the innermost object or array; the
 * outermost one is followed by a line end. At most JSON_DEPTH of them may be open. */
#ifndef CGI_CLI_PRINT_JSON_H
#define CGI_CLI_PRINT_JSON_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 16
struct json {
    FILE *out;
    int depth;
    char close[JSON_DEPTH];
    bool more[JSON_DEPTH];
};
void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);
void json_end(struct json *json);
/* NULL is written as null. */
void json_string(struct json *json, const char *key, const char *value);
void json_int(struct json *json, const char *key, int64_t value);
void json_bool(struct json *json, const char *key, bool value);
/* A decimal integer of any size: a number up to 2^53, beyond that a string; NULL is null. */
void json_decimal(struct json *json, const char *key, const char *decimal);
/* A double, for estimates only. */
void json_estimate(struct json *json, const char *key, double value);

#endif
