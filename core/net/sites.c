/* Tables of sites, and reducing an answer to what its table names. */
#include "net/sites.h"

#include <string.h>

#define MAX_TEXT   2000 /* bytes of one text that is kept */
#define MAX_ITEMS  20   /* of one list */
#define MAX_DIGITS 1e15 /* numbers beyond are no facts about countries */

static const FairyStoredEntry country[] = {
    {"name", FAIRY_KEEP_TEXT, "name.common"},
    {"officialName", FAIRY_KEEP_TEXT, "name.official"},
    {"capital", FAIRY_KEEP_TEXTS, "capital"},
    {"region", FAIRY_KEEP_TEXT, "region"},
    {"subregion", FAIRY_KEEP_TEXT, "subregion"},
    {"population", FAIRY_KEEP_NUMBER, "population"},
    {"areaKm2", FAIRY_KEEP_NUMBER, "area"},
    {"languages", FAIRY_KEEP_TEXTS, "languages"},
    {"currencies", FAIRY_KEEP_NAMES, "currencies"},
    {"borders", FAIRY_KEEP_TEXTS, "borders"},
    {NULL, 0, NULL},
};

static const FairyStoredEntry article[] = {
    {"title", FAIRY_KEEP_TEXT, "title"},
    {"description", FAIRY_KEEP_TEXT, "description"},
    {"extract", FAIRY_KEEP_TEXT, "extract"},
    {"url", FAIRY_KEEP_LINK, "content_urls.desktop.page"},
    {NULL, 0, NULL},
};

const FairySite fairy_site_countries = {
    .host = "restcountries.com",
    .path = "/v3.1/alpha/",
    .query = "?fields=name,capital,region,subregion,population,area,languages,currencies,borders",
    .kept = country,
};

const FairySite fairy_site_articles = {
    .host = "en.wikipedia.org",
    .path = "/api/rest_v1/page/random/summary",
    .query = "",
    .kept = article,
};

/* --- values ----------------------------------------------------------------------------------- */

static gboolean is_plain(gunichar c)
{
    GUnicodeType type = g_unichar_type(c);
    return c == ' ' || (type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT &&
                        type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR);
}

/* Valid, in one line, without characters that steer a terminal or turn text round. */
static char *clean(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    const char *p = valid;
    for (; *p && out->len < MAX_TEXT; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        g_string_append_unichar(out, is_plain(c) ? c : ' ');
    }
    g_string_append(out, *p ? "…" : "");
    return g_strstrip(g_string_free(out, FALSE));
}

/* NULL when nothing is left. */
static cJSON *text_of(const cJSON *value)
{
    g_autofree char *text = cJSON_IsString(value) ? clean(value->valuestring) : NULL;
    return text && *text ? cJSON_CreateString(text) : NULL;
}

static cJSON *number_of(const cJSON *value)
{
    gboolean sane = cJSON_IsNumber(value) && value->valuedouble >= -MAX_DIGITS &&
                    value->valuedouble <= MAX_DIGITS;
    return sane ? cJSON_CreateNumber(value->valuedouble) : NULL;
}

static cJSON *texts_of(const cJSON *value, gboolean named)
{
    cJSON *list = cJSON_CreateArray();
    guint n = 0;
    for (const cJSON *item = value->child; item && n < MAX_ITEMS; item = item->next) {
        cJSON *text = text_of(named ? cJSON_GetObjectItemCaseSensitive(item, "name") : item);
        if (text) {
            cJSON_AddItemToArray(list, text);
            n++;
        }
    }
    if (n == 0) {
        g_clear_pointer(&list, cJSON_Delete);
    }
    return list;
}

static cJSON *link_of(const FairySite *site, const cJSON *value)
{
    g_autofree char *start = g_strconcat("https://", site->host, "/", NULL);
    return cJSON_IsString(value) && g_str_has_prefix(value->valuestring, start) ? text_of(value)
                                                                                : NULL;
}

static cJSON *kept_value(const FairySite *site, const FairyStoredEntry *kept, const cJSON *value)
{
    switch (kept->keep) {
    case FAIRY_KEEP_TEXT:
        return text_of(value);
    case FAIRY_KEEP_NUMBER:
        return number_of(value);
    case FAIRY_KEEP_TEXTS:
    case FAIRY_KEEP_NAMES:
        return texts_of(value, kept->keep == FAIRY_KEEP_NAMES);
    case FAIRY_KEEP_LINK:
        return link_of(site, value);
    }
    return NULL;
}

/* --- answers ---------------------------------------------------------------------------------- */

static const cJSON *find(const cJSON *object, const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, ".", -1);
    for (char **name = names; *name && object; name++) {
        object = cJSON_GetObjectItemCaseSensitive(object, *name);
    }
    return object;
}

cJSON *fairy_site_reduce(const FairySite *site, const char *answer, gsize len, GError **error)
{
    cJSON *json = cJSON_ParseWithLength(answer, len);
    const cJSON *object = cJSON_IsArray(json) ? json->child : json;
    if (!cJSON_IsObject(object)) {
        cJSON_Delete(json);
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL, "didn't answer in JSON");
        return NULL;
    }
    cJSON *out = cJSON_CreateObject();
    for (const FairyStoredEntry *kept = site->kept; kept->name; kept++) {
        const cJSON *value = find(object, kept->path);
        cJSON *item = value ? kept_value(site, kept, value) : NULL;
        if (item) {
            cJSON_AddItemToObject(out, kept->name, item);
        }
    }
    cJSON_Delete(json);
    if (!out->child) {
        g_clear_pointer(&out, cJSON_Delete);
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                            "answered, but with nothing that we know");
    }
    return out;
}
