/* SPDX-License-Identifier: MIT */
/* The JSON writer: what it writes is read back by a small strict reader. */
#include "cli/print/json.h"
#include <stdlib.h>
#include <string.h>
#include "claims.h"

static char *written;
static size_t size;

static struct json begin(void)
{
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    return (struct json){.out = out};
}

static void is(struct json *json, const char *text)
{
    fclose(json->out);
    assert_string_equal(written, text);
    free(written);
}

CLAIM(commas_stand_between_and_nowhere_else)
{
    struct json j = begin();
    json_object(&j, NULL);
    json_string(&j, "a", "x");
    json_array(&j, "b");
    json_end(&j);
    json_array(&j, "c");
    json_int(&j, NULL, 1);
    json_object(&j, NULL);
    json_end(&j);
    json_bool(&j, NULL, false);
    json_end(&j);
    json_bool(&j, "d", true);
    json_end(&j);
    is(&j, "{\"a\": \"x\", \"b\": [], \"c\": [1, {}, false], \"d\": true}\n");
}

CLAIM(only_the_outermost_value_ends_the_line)
{
    struct json j = begin();
    for (int line = 0; line < 2; line++) {
        json_array(&j, NULL);
        json_array(&j, NULL);
        json_end(&j);
        json_end(&j);
    }
    is(&j, "[[]]\n[[]]\n");
}

CLAIM(nesting_goes_as_deep_as_it_says)
{
    struct json j = begin();
    char expected[2 * JSON_DEPTH + 2] = "";
    for (int i = 0; i < JSON_DEPTH; i++) json_array(&j, NULL), expected[i] = '[';
    for (int i = 0; i < JSON_DEPTH; i++) json_end(&j), expected[JSON_DEPTH + i] = ']';
    expected[2 * JSON_DEPTH] = '\n';
    is(&j, expected);
}

/* Undoes the escapes; only those that JSON allows. */
static void unescape(const char *in, char *out)
{
    for (; *in; in++) {
        assert_true((unsigned char)*in >= 0x20 && *in != '"');
        if (*in != '\\') {
            *out++ = *in;
            continue;
        }
        in++;
        const char *letters = "\"\\/bfnrt", *means = "\"\\/\b\f\n\r\t", *at = strchr(letters, *in);
        unsigned code;
        int length = 0;
        if (at && *in) {
            *out++ = means[at - letters];
            continue;
        }
        assert_int_equal(*in, 'u');
        assert_int_equal(sscanf(in + 1, "%4x%n", &code, &length), 1);
        assert_int_equal(length, 4);
        assert_true(code < 128);
        *out++ = (char)code;
        in += 4;
    }
    *out = '\0';
}

CLAIM(every_byte_comes_back_from_a_string)
{
    char all[256], back[2000];
    for (int i = 1; i < 256; i++) all[i - 1] = (char)i;
    all[255] = '\0';
    struct json j = begin();
    json_string(&j, NULL, all);
    fclose(j.out);
    assert_true(size > 2 && written[0] == '"' && written[size - 1] == '"');
    written[size - 1] = '\0';
    unescape(written + 1, back);
    assert_string_equal(back, all);
    free(written);
}

CLAIM(keys_are_escaped_too)
{
    struct json j = begin();
    json_object(&j, NULL);
    json_string(&j, "a\"\n\x01", NULL);
    json_end(&j);
    is(&j, "{\"a\\\"\\n\\u0001\": null}\n");
}

CLAIM(integers_are_exact_or_strings)
{
    static const struct {
        const char *in, *out;
    } cases[] = {{"0", "0"},
                 {"-1", "-1"},
                 {"9007199254740991", "9007199254740991"},
                 {"9007199254740992", "9007199254740992"},
                 {"9007199254740993", "\"9007199254740993\""},
                 {"-9007199254740992", "-9007199254740992"},
                 {"-9007199254740993", "\"-9007199254740993\""},
                 {"9999999999999999", "\"9999999999999999\""},
                 {"10000000000000000", "\"10000000000000000\""},
                 {"123456789012345678901234567890", "\"123456789012345678901234567890\""},
                 {NULL, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json j = begin();
        json_decimal(&j, NULL, cases[i].in);
        is(&j, cases[i].out);
    }
    struct json j = begin();
    json_array(&j, NULL);
    json_int(&j, NULL, INT64_MIN);
    json_int(&j, NULL, INT64_MAX);
    json_end(&j);
    is(&j, "[-9223372036854775808, 9223372036854775807]\n");
}

CLAIM(an_estimate_is_a_number_or_null)
{
    struct json j = begin();
    json_array(&j, NULL);
    json_estimate(&j, NULL, 0);
    json_estimate(&j, NULL, 1234.5);
    json_estimate(&j, NULL, 1e-7);
    json_estimate(&j, NULL, 1e301);
    json_estimate(&j, NULL, -1);
    json_estimate(&j, NULL, strtod("inf", NULL));
    json_estimate(&j, NULL, strtod("nan", NULL));
    json_end(&j);
    is(&j, "[0, 1.23e+03, 1e-07, null, null, null, null]\n");
}

CLAIMS(IT(commas_stand_between_and_nowhere_else), IT(only_the_outermost_value_ends_the_line),
       IT(nesting_goes_as_deep_as_it_says), IT(every_byte_comes_back_from_a_string), IT(keys_are_escaped_too),
       IT(integers_are_exact_or_strings), IT(an_estimate_is_a_number_or_null))
