/* The table of settings, and what each takes. */
#include "settings/setting.h"

#include "provider/base_url.h"
#include "provider/server_address.h"

#include <fairy/limits.h>

#include <math.h>
#include <string.h>

typedef struct {
    FairySettingInfo info;
    gboolean (*good)(const FairySettingPlace *place, const char *value);
    const char *const *words; /* that are values, too, or alone when `good` is NULL */
    double least, most;
} Row;

/* --- checks ----------------------------------------------------------------------------------- */

static const Row *row_of(const FairySettingPlace *place)
{
    return (const Row *)place->info; /* its first member */
}

static gboolean is_model(G_GNUC_UNUSED const FairySettingPlace *place, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, "/", 2);
    return (g_str_has_prefix(value, "replay:") && value[strlen("replay:")]) ||
           (parts[0] && parts[1] && *parts[1] && fairy_provider_find(parts[0]));
}

static gboolean read_number(const char *text, double *number)
{
    char *end = NULL;
    *number = g_ascii_strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number) &&
           text[strspn(text, "+-0123456789.eE")] == '\0'; /* hexadecimal ones are no amounts */
}

static gboolean is_amount(const FairySettingPlace *place, const char *value)
{
    double number;
    return read_number(value, &number) && number >= row_of(place)->least &&
           number <= row_of(place)->most;
}

static gboolean is_whole(const FairySettingPlace *place, const char *value)
{
    guint64 number;
    return g_ascii_string_to_unsigned(value, 10, (guint64)row_of(place)->least,
                                      (guint64)row_of(place)->most, &number, NULL);
}

/* What a header can carry. */
static gboolean is_key(G_GNUC_UNUSED const FairySettingPlace *place, const char *value)
{
    gsize len = strlen(value);
    for (const char *c = value; *c; c++) {
        if (!g_ascii_isgraph(*c)) {
            return FALSE;
        }
    }
    return len > 0 && len <= FAIRY_MAX_KEY_BYTES;
}

static gboolean has_scheme(const GUri *uri, const char *const *schemes)
{
    const char *host = g_uri_get_host((GUri *)uri);
    return g_strv_contains(schemes, g_uri_get_scheme((GUri *)uri)) && host && *host;
}

/* Keys go over https, and over plain http to this machine; elsewhere only with allow-plain, and
 * who wants no key may be asked without one. */
static gboolean is_address(const FairySettingPlace *place, const char *value)
{
    g_autofree char *whole =
        place->provider->local ? fairy_server_url(value, place->provider->base) : NULL;
    g_autofree char *address = fairy_base_url(place->provider, whole ? whole : value, NULL);
    return address && (g_str_has_prefix(address, "https:") || place->provider->keyless ||
                       place->plain || fairy_url_is_loopback(address));
}

static gboolean is_command(G_GNUC_UNUSED const FairySettingPlace *place, const char *value)
{
    return g_shell_parse_argv(value, NULL, NULL, NULL);
}

static gboolean is_proxy(G_GNUC_UNUSED const FairySettingPlace *place, const char *value)
{
    static const char *const schemes[] = {"https",  "http",    "socks4", "socks4a",
                                          "socks5", "socks5h", NULL};
    g_autoptr(GUri) uri = g_uri_parse(value, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
    return uri && has_scheme(uri, schemes);
}

static gboolean is_path(G_GNUC_UNUSED const FairySettingPlace *place, const char *value)
{
    return g_path_is_absolute(value);
}

static gboolean is_price(const FairySettingPlace *place, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, ",", -1);
    guint n = g_strv_length(parts);
    for (guint i = 0; i < n; i++) {
        double number;
        if (!read_number(g_strstrip(parts[i]), &number) || number < 0 ||
            number > row_of(place)->most) {
            return FALSE;
        }
    }
    return n >= 2 && n <= 4;
}

/* --- the table -------------------------------------------------------------------------------- */

#define NO_LIMIT ", or none for no limit"

static const char *const none[] = {"none", NULL};
static const char *const offline[] = {"offline", NULL};
static const char *const on_off[] = {"on", "off", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const efforts[] = {"none", "minimal", "low", "medium",
                                      "high", "xhigh",   "max", NULL};
static const char *const thoughts[] = {"adaptive", "between_tools", "disabled", "minimal",
                                       "low",      "medium",        "high",     NULL};
static const char *const forms[] = {"schema", "object", "prompt", NULL};

#define PRICE_PREFIX "price."

/* A name that ends in a dot has a model's behind it. */
static const Row rows[] = {
    {{"model", FALSE, FALSE, "FAIRIES_MODEL", "offline",
      "offline, replay:FILE, or PROVIDER/NAME with a provider of \"fairy models\"",
      "who answers when no --model is given"},
     is_model,
     offline,
     0,
     0},
    {{"max-requests", FALSE, FALSE, "FAIRIES_MAX_REQUESTS", G_STRINGIFY(FAIRY_DEFAULT_REQUESTS),
      "a whole number" NO_LIMIT, "requests that one run may make"},
     is_whole,
     none,
     0,
     1e9},
    {{"max-tokens", FALSE, FALSE, "FAIRIES_MAX_TOKENS", G_STRINGIFY(FAIRY_DEFAULT_TOKENS),
      "a whole number" NO_LIMIT, "tokens, read and written, that one run may use"},
     is_whole,
     none,
     0,
     1e15},
    {{"max-cost", FALSE, FALSE, "FAIRIES_MAX_COST", G_STRINGIFY(FAIRY_DEFAULT_USD),
      "dollars, such as 0.5" NO_LIMIT, "dollars that one run may cost"},
     is_amount,
     none,
     0,
     1e9},
    {{"timeout", FALSE, FALSE, "FAIRIES_TIMEOUT", G_STRINGIFY(FAIRY_DEFAULT_TIME_S),
      "seconds, from 0.001 to 86400" NO_LIMIT, "seconds that one run may take"},
     is_amount,
     none,
     0.001,
     86400},
    {{"web", FALSE, FALSE, "FAIRIES_WEB", "on", "on or off",
      "whether actions may look things up outside"},
     NULL,
     on_off,
     0,
     0},
    {{"key", TRUE, TRUE, NULL, NULL, "letters, digits and signs, without blanks",
      "the key to the provider"},
     is_key,
     NULL,
     0,
     0},
    {{"key-command", TRUE, FALSE, NULL, NULL,
      "a command, such as \"pass show anthropic\", whose first line is the key; no shell reads it",
      "what prints the key to the provider, where PROVIDER.key isn't set"},
     is_command,
     NULL,
     0,
     0},
    {{"allow-plain", TRUE, FALSE, NULL, NULL, "yes or no",
      "whether the key may go over plain http to another machine, where others can read it"},
     NULL,
     yes_no,
     0,
     0},
    {{"base-url", TRUE, FALSE, NULL, NULL,
      "an https address without a name or password; http for this machine, for a server that needs "
      "no key, or where allow-plain is yes",
      "where the provider is asked"},
     is_address,
     NULL,
     0,
     0},
    {{"effort", TRUE, FALSE, NULL, NULL, "none, minimal, low, medium, high, xhigh or max",
      "how much the model works on an answer"},
     NULL,
     efforts,
     0,
     0},
    {{"thinking", TRUE, FALSE, NULL, NULL,
      "adaptive, between_tools, disabled, minimal, low, medium or high",
      "how the model thinks before it answers"},
     NULL,
     thoughts,
     0,
     0},
    {{"json", TRUE, FALSE, NULL, NULL, "schema, object or prompt",
      "how the form of an answer is asked for"},
     NULL,
     forms,
     0,
     0},
    {{"max-output", TRUE, FALSE, NULL, NULL, "a whole number from 1 to 1000000",
      "tokens that an answer may have"},
     is_whole,
     NULL,
     1,
     1e6},
    {{"ca-file", TRUE, FALSE, NULL, NULL, "the full path of a .pem file",
      "certificates that are trusted in place of the system's"},
     is_path,
     NULL,
     0,
     0},
    {{"proxy", TRUE, FALSE, NULL, NULL,
      "an address such as http://proxy.example:3128 or socks5h://127.0.0.1:1080",
      "the way to the provider"},
     is_proxy,
     NULL,
     0,
     0},
    {{PRICE_PREFIX, TRUE, FALSE, NULL, NULL,
      "dollars per million tokens: INPUT,OUTPUT[,CACHE_READ[,CACHE_WRITE]]",
      "what a model costs, where it isn't known or has changed"},
     is_price,
     NULL,
     0,
     1e6},
};

const FairySettingInfo *fairy_setting_info(guint index)
{
    return index < G_N_ELEMENTS(rows) ? &rows[index].info : NULL;
}

/* What can stand before the sign of equality. */
static gboolean can_be_named(const char *name)
{
    return g_utf8_validate(name, -1, NULL) && name[strcspn(name, " \t\r\n=")] == '\0';
}

static gboolean fits(const FairySettingInfo *info, const char *name)
{
    gsize len = strlen(info->name);
    return info->name[len - 1] == '.'
               ? g_str_has_prefix(name, info->name) && name[len] && can_be_named(name)
               : g_str_equal(info->name, name);
}

gboolean fairy_setting_place_in(const char *group, const char *name, FairySettingPlace *place)
{
    const FairyProvider *provider = *group ? fairy_provider_find(group) : NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(rows) && (provider || !*group); i++) {
        const FairySettingInfo *info = &rows[i].info;
        if (info->of_provider == (provider != NULL) && fits(info, name)) {
            *place =
                (FairySettingPlace){info, provider, provider ? provider->name : "", name, FALSE};
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_setting_place(const char *full, FairySettingPlace *place)
{
    const char *dot = strchr(full, '.');
    g_autofree char *group = dot ? g_strndup(full, (gsize)(dot - full)) : g_strdup("");
    return fairy_setting_place_in(group, dot ? dot + 1 : full, place);
}

const FairySettingInfo *fairy_setting_find(const char *name)
{
    FairySettingPlace place;
    return fairy_setting_place(name, &place) ? place.info : NULL;
}

/* What can stand in a line of the file. */
static gboolean is_line(const char *value)
{
    gsize len = strlen(value);
    gboolean good = len > 0 && g_utf8_validate(value, -1, NULL) && !g_ascii_isspace(value[0]) &&
                    !g_ascii_isspace(value[len - 1]);
    for (gsize i = 0; good && i < len; i++) {
        good = !g_ascii_iscntrl(value[i]);
    }
    return good;
}

gboolean fairy_setting_takes(const FairySettingPlace *place, const char *value)
{
    const Row *row = row_of(place);
    if (!is_line(value)) {
        return FALSE;
    }
    return (row->words && g_strv_contains(row->words, value)) ||
           (row->good && row->good(place, value));
}

gboolean fairy_setting_hides(const FairySettingInfo *info, const char *value)
{
    g_autoptr(GUri) uri = g_str_equal(info->name, "proxy")
                              ? g_uri_parse(value, G_URI_FLAGS_SCHEME_NORMALIZE, NULL)
                              : NULL;
    return info->secret || (uri && g_uri_get_userinfo(uri));
}
