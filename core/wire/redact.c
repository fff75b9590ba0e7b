/* What is left out of a recording. */
#include "wire/redact.h"

#include <string.h>

/* --- headers and addresses -------------------------------------------------------------------- */

/* Small letters; one that ends in "-" begins names. */
static const char *const kept_headers[] = {
    "accept",
    "accept-encoding",
    "anthropic-beta",
    "anthropic-ratelimit-",
    "anthropic-version",
    "content-encoding",
    "content-type",
    "date",
    "openai-processing-ms",
    "request-id",
    "retry-after",
    "retry-after-ms",
    "transfer-encoding",
    "user-agent",
    "x-ratelimit-",
    "x-request-id",
    "x-should-retry",
};

static const char *const kept_queries[] = {"alt", "api-version"};

static gboolean is_name(const char *known, const char *name, gsize len)
{
    gsize n = strlen(known);
    gboolean begins = known[n - 1] == '-';
    return (begins ? len > n : len == n) && g_ascii_strncasecmp(known, name, n) == 0;
}

gboolean fairy_header_is_kept(const char *header)
{
    gsize len = strcspn(header, ":");
    for (gsize i = 0; i < G_N_ELEMENTS(kept_headers); i++) {
        if (is_name(kept_headers[i], header, len)) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *query_kept(const char *query)
{
    GString *kept = g_string_new(NULL);
    g_auto(GStrv) parts = g_strsplit(query, "&", -1);
    for (char **part = parts; *part; part++) {
        for (gsize i = 0; i < G_N_ELEMENTS(kept_queries); i++) {
            if (is_name(kept_queries[i], *part, strcspn(*part, "="))) {
                g_string_append_printf(kept, "%s%s", kept->len ? "&" : "", *part);
            }
        }
    }
    return g_string_free(kept, kept->len == 0);
}

char *fairy_url_kept(const char *url)
{
    g_autoptr(GUri) uri = g_uri_parse(url, G_URI_FLAGS_ENCODED, NULL);
    if (!uri) {
        return g_strdup("");
    }
    g_autofree char *query = g_uri_get_query(uri) ? query_kept(g_uri_get_query(uri)) : NULL;
    g_autoptr(GUri) kept =
        g_uri_build(G_URI_FLAGS_ENCODED, g_uri_get_scheme(uri), NULL, g_uri_get_host(uri),
                    g_uri_get_port(uri), g_uri_get_path(uri), query, NULL);
    return g_uri_to_string(kept);
}

/* --- pictures --------------------------------------------------------------------------------- */

/* How PNG, JPEG, GIF and WebP begin in base64. */
static const char *const beginnings[] = {"iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"};

/* Where the base64 of a picture begins; NULL for another text. */
static const char *picture_in(const char *text)
{
    if (g_str_has_prefix(text, "data:image/")) {
        const char *comma = strchr(text, ',');
        return comma ? comma + 1 : NULL;
    }
    gboolean begins = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(beginnings) && !begins; i++) {
        begins = g_str_has_prefix(text, beginnings[i]);
    }
    gsize n = begins ? strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                    "0123456789+/=")
                     : 0;
    return begins && text[n] == '\0' && n % 4 == 0 ? text : NULL;
}

static void free_picture(gpointer data)
{
    FairyPicture *picture = data;
    g_free(picture->text);
    g_free(picture);
}

/* As deep as cJSON reads. */
static void take_from(cJSON *json, GPtrArray *pictures)
{
    if (cJSON_IsString(json) && picture_in(json->valuestring)) {
        FairyPicture *picture = g_new(FairyPicture, 1);
        *picture = (FairyPicture){json, g_strdup(json->valuestring)};
        g_ptr_array_add(pictures, picture);
        cJSON_SetValuestring(json, "");
    }
    for (cJSON *child = json->child; child; child = child->next) {
        take_from(child, pictures);
    }
}

GPtrArray *fairy_pictures_take(cJSON *body)
{
    GPtrArray *pictures = g_ptr_array_new_with_free_func(free_picture);
    take_from(body, pictures);
    return pictures;
}

static char *picture_told(const char *text)
{
    gsize len;
    g_autofree guchar *bytes = g_base64_decode(picture_in(text), &len);
    g_autofree char *digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, len);
    return g_strdup_printf("picture, %" G_GSIZE_FORMAT " bytes, sha256 %s", len, digest);
}

void fairy_pictures_put(const GPtrArray *pictures, gboolean whole)
{
    for (guint i = 0; i < pictures->len; i++) {
        const FairyPicture *picture = pictures->pdata[i];
        g_autofree char *told = whole ? NULL : picture_told(picture->text);
        cJSON_SetValuestring(picture->item, told ? told : picture->text);
    }
}

char *fairy_taken_digest(const cJSON *body)
{
    char *text = cJSON_PrintUnformatted(body);
    char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    cJSON_free(text);
    return digest;
}

char *fairy_body_digest(const char *body)
{
    cJSON *json = cJSON_Parse(body);
    if (!json) {
        return g_compute_checksum_for_string(G_CHECKSUM_SHA256, body, -1);
    }
    g_ptr_array_unref(fairy_pictures_take(json));
    char *digest = fairy_taken_digest(json);
    cJSON_Delete(json);
    return digest;
}
