/* Secrets are found however they are written and cut, and nothing else is. */
#include "wire/secrets.h"

#include <fairy/limits.h>

#include <string.h>
#include <time.h>

#define KEY "sk-Test/a1+B2_c3=d4.E5"

static FairySecrets *secrets_of(const char *secret)
{
    FairySecrets *secrets = fairy_secrets_new();
    fairy_secrets_add(secrets, secret);
    return secrets;
}

/* Fed in pieces of `piece` bytes; the caller's. */
static char *seen(const char *secret, const char *const *pieces, const char *text, gsize piece)
{
    FairySecrets *secrets = secrets_of(secret);
    FairyRedactor *redactor = fairy_redactor_new(secrets, pieces);
    GString *out = g_string_new(NULL);
    gsize len = strlen(text);
    for (gsize at = 0; at < len; at += piece) {
        fairy_redactor_feed(redactor, text + at, MIN(piece, len - at), out);
        g_assert_cmpuint(out->len, <=, at + piece);
    }
    fairy_redactor_end(redactor, out);
    g_assert_cmpuint(out->len, ==, len);
    fairy_redactor_free(redactor);
    fairy_secrets_free(secrets);
    return g_string_free(out, FALSE);
}

static void check(const char *secret, const char *text, const char *expected)
{
    for (gsize piece = 1; piece <= strlen(text) + 1; piece++) {
        g_autofree char *got = seen(secret, NULL, text, piece);
        g_assert_cmpstr(got, ==, expected);
    }
}

/* All of `written` that is a sign is covered, but for `rest` at most. */
static void check_covered(const char *written, gsize rest)
{
    g_autofree char *text = g_strconcat("The key is ", written, ", isn't it?", NULL);
    for (gsize piece = 1; piece <= strlen(text); piece += 3) {
        g_autofree char *got = seen(KEY, NULL, text, piece);
        gsize left = 0;
        g_assert_true(g_str_has_prefix(got, "The key is "));
        g_assert_true(g_str_has_suffix(got, ", isn't it?"));
        g_assert_true(g_utf8_validate(got, -1, NULL));
        for (gsize i = strlen("The key is "); i < strlen(got) - strlen(", isn't it?"); i++) {
            left += g_ascii_isgraph(got[i]) && got[i] != '*';
        }
        g_assert_cmpuint(left, <=, rest);
    }
}

/* --- what is found ---------------------------------------------------------------------------- */

static void test_plain(void)
{
    check("sk-123456", "key sk-123456.", "key *********.");
    check("sk-123456", "sk-123456sk-123456 sk-12345", "****************** sk-12345");
    check("sk-123456", "sk-sk-sk-123456", "sk-sk-*********");
    check("sk-123456", "", "");
    check("abababac", "abababababac", "abab********");
    check("aaaaaaaa", "aaaaaaaaa b aaaaaaa", "********* b aaaaaaa");
    check("sk-123456", "SK-123456 Sk-123456", "********* *********");
    check("sk-123456",
          "s k\n-\t1\xe2\x80\x8b"
          "2\xc3\xa4"
          "3 456 7",
          "* *\n*\t*\xe2\x80\x8b*\xc3\xa4* *** 7");
}

static void test_words(void)
{
    check("ollama", "ask ollama", "ask ollama");
    check("x", "x-ray", "x-ray");
    check("1234567", "1234567", "1234567");
    check("12345678", "12345678", "********");
    check("", "text", "text");
}

static void test_escapes(void)
{
    check("a/b\"c\\d-e", "a\\/b\\\"c\\\\d-e", "************");
    check("a/b\"c\\d-e", "a/b\\\"c\\\\d-e", "***********");
    check("sk-123456", "\\u0073k\\u002D123456\\n", "*******************\\n");
    check("sk-123456", "\\\\u0073k-123456", "***************");
    check("sk-123456", "%73k%2d123456 100% sk", "************* 100% sk");
    check("sk-123456", "\\u00zzsk-123456", "\\u00zz*********");
    check("sk-123456", "\\nsk-123456\\", "\\n*********\\");
    check("ab%41cdefg", "ab%41cdefg", "**********");
}

static void test_encodings(void)
{
    g_autoptr(GString) hex = g_string_new(NULL), percent = g_string_new(NULL);
    for (const char *c = KEY; *c; c++) {
        g_string_append_printf(hex, "%02X", (guint)*c);
        g_string_append_printf(percent, "%%%02x", (guint)*c);
    }
    g_autofree char *escaped = g_uri_escape_string(KEY, NULL, FALSE);
    check_covered(hex->str, 0);
    check_covered(percent->str, 0);
    check_covered(escaped, 0);
    for (gsize before = 0; before < 7; before++) {
        for (gsize after = 0; after < 4; after++) {
            g_autofree char *text =
                g_strdup_printf("%.*s" KEY "%.*s", (int)before, "Bearer ", (int)after, "\r\n!");
            g_autofree char *base64 = g_base64_encode((const guchar *)text, strlen(text));
            /* What others' bytes are in isn't the key's. */
            gsize others = (before * 8 + 5) / 6 + strlen(base64) - (before + strlen(KEY)) * 8 / 6;
            check_covered(base64, others);
            g_strdelimit(g_strdelimit(base64, "+", '-'), "/", '_');
            check_covered(base64, others);
        }
    }
}

/* --- pieces of texts in JSON ------------------------------------------------------------------ */

static void check_pieces(const char *text, const char *expected)
{
    static const char *const names[] = {"text", "thinking", NULL};
    for (gsize piece = 1; piece <= strlen(text); piece++) {
        g_autofree char *got = seen("sk-123456", names, text, piece);
        g_assert_cmpstr(got, ==, expected);
    }
}

static void test_pieces(void)
{
    check_pieces(
        "data: {\"type\":\"text\",\"text\":\"the sk-1\"}\n\ndata: {\"type\":\"text\",\"text\" : \"23\"}\n\n: ping \"\n\n"
        "data: {\"text\":\"456, yes\"}\n",
        "data: {\"type\":\"text\",\"text\":\"the ****\"}\n\ndata: {\"type\":\"text\",\"text\" : \"**\"}\n\n: ping \"\n\n"
        "data: {\"text\":\"***, yes\"}\n");
    /* Two texts at a time, and names that are values. */
    check_pieces(
        "{\"text\":\"sk-\",\"thinking\":\"sk-12\"}{\"thinking\":\"3456\",\"text\":\"123456\"}",
        "{\"text\":\"***\",\"thinking\":\"*****\"}{\"thinking\":\"****\",\"text\":\"******\"}");
    check_pieces("{\"a\":\"text\",\"b\":\"sk-\"}{\"b\":\"123456\"}",
                 "{\"a\":\"text\",\"b\":\"sk-\"}{\"b\":\"123456\"}");
    check_pieces("{\"text\":\"sk-\"}{\"more text\":\"1\"}{\"text\":\"123456\"}",
                 "{\"text\":\"***\"}{\"more text\":\"1\"}{\"text\":\"******\"}");
    /* Escapes of the reply's own JSON, cut, in the JSON of events. */
    check_pieces("{\"text\":\"\\\\u00\"}{\"text\":\"73k-\\\\\"}{\"text\":\"u00312\\u0033456\\\"\"}",
                 "{\"text\":\"*****\"}{\"text\":\"******\"}{\"text\":\"***************\\\"\"}");
}

/* However long something may be the beginning of one, it is passed on once it isn't. */
static void test_held(void)
{
    static const char *const names[] = {"text", NULL};
    FairySecrets *secrets = secrets_of("sk-123456");
    FairyRedactor *redactor = fairy_redactor_new(secrets, names);
    g_autoptr(GString) out = g_string_new(NULL);
    fairy_redactor_feed(redactor, "{\"text\":\"sk-1\"}\n", 16, out);
    g_assert_cmpstr(out->str, ==, "{\"text\":\"");
    fairy_redactor_feed(redactor, ": ping\n", 7, out);
    g_assert_cmpstr(out->str, ==, "{\"text\":\"");
    fairy_redactor_feed(redactor, "{\"text\":\"1", 10, out);
    g_assert_cmpstr(out->str, ==, "{\"text\":\"sk-1\"}\n: ping\n{\"text\":\"1");
    fairy_redactor_free(redactor);
    fairy_secrets_free(secrets);
}

/* What begins any word doesn't hold up all that comes after it; a secret that comes so slowly is
 * covered but for that. */
static void test_slow(void)
{
    static const char *const names[] = {"text", NULL};
    FairySecrets *secrets = secrets_of("sk-123456");
    FairyRedactor *redactor = fairy_redactor_new(secrets, names);
    g_autoptr(GString) out = g_string_new(NULL);
    fairy_redactor_feed(redactor, "{\"text\":\"boxes\"}", 16, out);
    for (guint i = 0; i < 5000; i++) {
        fairy_redactor_feed(redactor, "{}", 2, out);
    }
    g_assert_cmpuint(out->len, ==, 16 + 10000);
    fairy_redactor_feed(redactor, "{\"text\":\"k-12\"}", 15, out);
    for (guint i = 0; i < 5000; i++) {
        fairy_redactor_feed(redactor, "{}", 2, out);
    }
    fairy_redactor_feed(redactor, "{\"text\":\"3456!\"}", 16, out);
    fairy_redactor_end(redactor, out);
    g_assert_nonnull(strstr(out->str, "{\"text\":\"boxes\"}"));
    g_assert_nonnull(strstr(out->str, "{\"text\":\"****\"}"));
    g_assert_nonnull(strstr(out->str, "{\"text\":\"****!\"}"));
    fairy_redactor_free(redactor);
    fairy_secrets_free(secrets);
}

/* Any bytes come out as they went in, where there is no secret. */
static void test_others(void)
{
    for (guint i = 0; i < 300; i++) {
        char bytes[200], alphabet[] = "sk-1\\u0073%\":{}text\n\xc3\xa4";
        gsize len = (gsize)g_test_rand_int_range(0, sizeof bytes);
        for (gsize k = 0; k < len; k++) {
            bytes[k] = alphabet[g_test_rand_int_range(0, sizeof alphabet)];
        }
        FairySecrets *secrets = secrets_of("a secret of others");
        FairyRedactor *redactor = fairy_redactor_new(secrets, (const char *const[]){"text", NULL});
        g_autoptr(GString) out = g_string_new(NULL);
        for (gsize at = 0, n; at < len; at += n) {
            n = (gsize)g_test_rand_int_range(1, 9);
            n = MIN(n, len - at);
            fairy_redactor_feed(redactor, bytes + at, n, out);
        }
        fairy_redactor_end(redactor, out);
        g_assert_cmpmem(out->str, out->len, bytes, len);
        fairy_redactor_free(redactor);
        fairy_secrets_free(secrets);
    }
}

/* Twice as much takes twice as long: what begins like a key over and over, and is held meanwhile.
 */
static double seconds_for(gsize n)
{
    static const char *const names[] = {"text", NULL};
    FairySecrets *secrets = secrets_of("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    FairyRedactor *redactor = fairy_redactor_new(secrets, names);
    g_autoptr(GString) out = g_string_new(NULL);
    clock_t start = clock();
    for (gsize i = 0; i < n; i++) {
        fairy_redactor_feed(redactor, "{\"text\":\"aaaa\"}\n", 16, out);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fairy_redactor_free(redactor);
    fairy_secrets_free(secrets);
    return seconds;
}

static void test_linear(void)
{
    seconds_for(1000);
    double one = seconds_for(5000), four = seconds_for(20000);
    g_test_message("%.3f s, four times as much: %.3f s", one, four);
    g_assert_cmpfloat(four, <, 12 * MAX(one, 0.005));
}

static void test_cover(void)
{
    FairySecrets *secrets = secrets_of("sk-123456");
    fairy_secrets_add(secrets, "another-one");
    char text[] = "sk-123456 another-one sk-";
    fairy_secrets_cover(secrets, text, strlen(text));
    g_assert_cmpstr(text, ==, "********* *********** sk-");
    fairy_secrets_cover(NULL, text, strlen(text));
    g_assert_cmpstr(text, ==, "********* *********** sk-");
    fairy_secrets_free(secrets);
    fairy_secrets_free(NULL);
    fairy_redactor_free(NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/secrets/plain", test_plain);
    g_test_add_func("/secrets/words", test_words);
    g_test_add_func("/secrets/escapes", test_escapes);
    g_test_add_func("/secrets/encodings", test_encodings);
    g_test_add_func("/secrets/pieces", test_pieces);
    g_test_add_func("/secrets/held", test_held);
    g_test_add_func("/secrets/slow", test_slow);
    g_test_add_func("/secrets/others", test_others);
    g_test_add_func("/secrets/linear", test_linear);
    g_test_add_func("/secrets/cover", test_cover);
    return g_test_run();
}
