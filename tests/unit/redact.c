/* What may stand in a recording: headers, addresses, pictures. */
#include "wire/redact.h"

#include <string.h>

static void test_headers(void)
{
    static const char *const refused[] = {"authorization: Bearer sk-1",
                                          "Authorization: Bearer sk-1",
                                          "AUTHORIZATION:x",
                                          "x-api-key: k",
                                          "X-Api-Key: k",
                                          "api-key: k",
                                          "x-goog-api-key: k",
                                          "proxy-authorization: Basic",
                                          "Proxy-Authenticate: Basic",
                                          "cookie: a=b",
                                          "set-cookie: a=b",
                                          "x-amz-security-token: t",
                                          "x-auth-token: t",
                                          "x-openai-key: k",
                                          "ocp-apim-subscription-key: k",
                                          "openai-organization: org-1",
                                          "anthropic-organization-id: 1",
                                          "cf-access-token: x",
                                          "location: https://a/?key=1",
                                          "referer: https://a/?key=1",
                                          "x-something-new: 1",
                                          "x-ratelimit-",
                                          "content-type-key: k",
                                          "content-typ: k",
                                          "",
                                          ": k",
                                          "key-content-type: k"};
    static const char *const kept[] = {"content-type: text/event-stream",
                                       "Content-Type:x",
                                       "retry-after: 3",
                                       "Retry-After-Ms: 3",
                                       "request-id: req_1",
                                       "x-request-id: 1",
                                       "anthropic-version: 2023-06-01",
                                       "anthropic-ratelimit-tokens-remaining: 1",
                                       "x-ratelimit-limit-requests: 1",
                                       "DATE: Sun, 06 Nov 1994 08:49:37 GMT",
                                       "x-should-retry: true"};
    for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_test_message("%s", refused[i]);
        g_assert_false(fairy_header_is_kept(refused[i]));
    }
    for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
        g_test_message("%s", kept[i]);
        g_assert_true(fairy_header_is_kept(kept[i]));
    }
}

static void test_urls(void)
{
    static const char *const cases[][2] = {
        {"https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1/messages"},
        {"https://me:secret@host:8443/v1", "https://host:8443/v1"},
        {"https://host/v1?key=secret&alt=sse", "https://host/v1?alt=sse"},
        {"https://host/a%20b?api-version=2024-10-21&token=secret&alt=sse#secret",
         "https://host/a%20b?api-version=2024-10-21&alt=sse"},
        {"https://host/?secret", "https://host/"},
        {"https://host/?alternative=secret", "https://host/"},
        {"http://[::1]:8080/v1", "http://[::1]:8080/v1"},
        {"no address secret", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *kept = fairy_url_kept(cases[i][0]);
        g_assert_cmpstr(kept, ==, cases[i][1]);
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

#define PNG "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ" /* 33 bytes */

/* As the four wires send them. */
static const char bodies[] =
    "[{\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"" PNG "\"}},"
    "{\"image_url\":{\"url\":\"data:image/png;base64," PNG "\"}},"
    "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"" PNG "\"}},"
    "{\"images\":[\"" PNG "\"]}]";

static char *put(const char *body, gboolean whole, guint *n)
{
    cJSON *json = cJSON_Parse(body);
    g_assert_nonnull(json);
    g_autoptr(GPtrArray) pictures = fairy_pictures_take(json);
    *n = pictures->len;
    fairy_pictures_put(pictures, whole);
    char *printed = cJSON_PrintUnformatted(json);
    char *text = g_strdup(printed);
    cJSON_free(printed);
    cJSON_Delete(json);
    return text;
}

static void test_pictures(void)
{
    guint n;
    g_autofree char *whole = put(bodies, TRUE, &n);
    g_assert_cmpuint(n, ==, 4);
    g_assert_cmpstr(whole, ==, bodies);
    g_autofree char *cut = put(bodies, FALSE, &n);
    g_assert_null(strstr(cut, "iVBOR"));
    /* Of the 33 bytes that the base64 stands for. */
    g_autofree guchar *bytes = g_base64_decode(PNG, &(gsize){0});
    g_autofree char *digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, 33);
    g_autofree char *told = g_strdup_printf("\"data\":\"picture, 33 bytes, sha256 %s\"", digest);
    g_assert_nonnull(strstr(cut, told));
}

/* A person may talk about such things. */
static void test_no_pictures(void)
{
    static const char *const texts[] = {"iVBORw0KGgo is how a PNG begins",
                                        "/9j/ and more",
                                        "data:image/png",
                                        "R0lGOD",
                                        "UklGRg",
                                        "abcdabcdabcdabcd",
                                        ""};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        guint n;
        g_autofree char *body = g_strdup_printf("{\"text\":\"%s\"}", texts[i]);
        g_autofree char *same = put(body, FALSE, &n);
        g_assert_cmpuint(n, ==, 0);
        g_assert_cmpstr(same, ==, body);
    }
}

static void test_digest(void)
{
    g_autofree char *a = fairy_body_digest("{\"text\":\"move\", \"data\":\"" PNG "\"}");
    /* Another picture, other spaces: the same request. */
    g_autofree char *b = fairy_body_digest("{\"text\":\"move\",\"data\":\"iVBORw0KGgo=\"}");
    g_autofree char *c = fairy_body_digest("{\"text\":\"remove\",\"data\":\"" PNG "\"}");
    g_autofree char *d = fairy_body_digest("no JSON");
    g_autofree char *e = fairy_body_digest("no json");
    g_assert_cmpuint(strlen(a), ==, 64);
    g_assert_cmpstr(a, ==, b);
    g_assert_cmpstr(a, !=, c);
    g_assert_cmpstr(d, !=, e);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/redact/headers", test_headers);
    g_test_add_func("/redact/urls", test_urls);
    g_test_add_func("/redact/pictures", test_pictures);
    g_test_add_func("/redact/no-pictures", test_no_pictures);
    g_test_add_func("/redact/digest", test_digest);
    return g_test_run();
}
