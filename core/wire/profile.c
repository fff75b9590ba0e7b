/* What is sent to a model: its row, as far as the provider takes it, and what the user has set. */
#include "wire/profile.h"

#include "provider/base_url.h"
#include "provider/provider_row.h"

#include <fairy/error.h>

#include <string.h>

typedef struct {
    const char *match;        /* a part of the name; "" = any */
    FairyDialectKind dialect; /* its maker's own; of "": that it is asked by */
    FairyJsonMode json;
    guint max_output, image_edge, image_tokens;
    gboolean images, prefill, budget;
    const char *thinking, *effort;
} ModelRow;

static const ModelRow rows[] = {
#define FAIRY_MODELS(...) {__VA_ARGS__},
#include "wire/models.def"
#undef FAIRY_MODELS
};

/* --- the row of a model ----------------------------------------------------------------------- */

/* "anthropic/claude-sonnet-4.5" as "anthropic-claude-sonnet-4-5". */
static char *plain_name(const char *model)
{
    char *name = g_ascii_strdown(model, -1);
    for (char *c = name; *c; c++) {
        if (!g_ascii_isalnum(*c)) {
            *c = '-';
        }
    }
    return name;
}

/* Whether a name goes on with the number of another version; a date isn't one. */
static gboolean is_further(const char *rest)
{
    gsize digits = *rest == '-' ? strspn(rest + 1, "0123456789") : 0;
    const char *after = rest + 1 + digits;
    return digits > 0 && digits < 3 && (*after == '\0' || *after == '-');
}

static gboolean matches(const char *name, const char *match)
{
    if (!*match) {
        return TRUE;
    }
    for (const char *at = strstr(name, match); at; at = strstr(at + 1, match)) {
        const char *rest = at + strlen(match);
        gboolean is_word = (at == name || at[-1] == '-') && (*rest == '\0' || *rest == '-');
        if (is_word && !is_further(rest)) {
            return TRUE;
        }
    }
    return FALSE;
}

static const ModelRow *find_row(const char *model, FairyDialectKind dialect)
{
    g_autofree char *name = plain_name(model);
    const ModelRow *best = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gboolean fits = *rows[i].match || rows[i].dialect == dialect;
        if (fits && matches(name, rows[i].match) &&
            (!best || strlen(rows[i].match) > strlen(best->match))) {
            best = &rows[i];
        }
    }
    return best;
}

static void apply_row(FairyProfile *profile, const FairyProviderRow *provider, const ModelRow *row)
{
    FairyDialectKind dialect = provider->info.dialect;
    gboolean own = row->dialect == dialect;
    profile->max_output = MIN(provider->max_output, row->max_output);
    profile->images = row->images && !(provider->quirks & FAIRY_QUIRK_NO_IMAGES);
    profile->image_edge = row->image_edge;
    profile->image_tokens = row->image_tokens;
    profile->prefill = own && row->prefill;
    profile->cache =
        dialect == FAIRY_DIALECT_ANTHROPIC ||
        ((provider->quirks & FAIRY_QUIRK_CACHE) && row->dialect == FAIRY_DIALECT_ANTHROPIC);
    profile->thinking = own ? g_strdup(row->thinking) : NULL;
    profile->budget = own && row->budget;
    gboolean effort = dialect == FAIRY_DIALECT_ANTHROPIC || (provider->quirks & FAIRY_QUIRK_EFFORT);
    profile->effort = effort ? g_strdup(row->effort) : NULL;
    /* What a foreign model can't take of a schema isn't known. */
    profile->json =
        MAX(MAX(provider->json, row->json), own ? FAIRY_JSON_SCHEMA : FAIRY_JSON_OBJECT);
}

/* --- what the user has set -------------------------------------------------------------------- */

static void set_word(char **word, const FairySettings *settings, const FairyProfile *profile,
                     const char *name)
{
    char *value = fairy_settings_of(settings, profile->provider, name);
    if (value) {
        g_free(*word);
        *word = value;
    }
}

static void apply_settings(FairyProfile *profile, const FairySettings *settings)
{
    static const char *const forms[] = {
        [FAIRY_JSON_SCHEMA] = "schema",
        [FAIRY_JSON_OBJECT] = "object",
        [FAIRY_JSON_PROMPT] = "prompt",
    };
    g_autofree char *tokens = fairy_settings_of(settings, profile->provider, "max-output");
    g_autofree char *json = fairy_settings_of(settings, profile->provider, "json");
    set_word(&profile->thinking, settings, profile, "thinking");
    set_word(&profile->effort, settings, profile, "effort");
    profile->max_output = tokens ? (guint)g_ascii_strtoull(tokens, NULL, 10) : profile->max_output;
    for (guint i = 0; json && i < G_N_ELEMENTS(forms); i++) {
        profile->json = g_str_equal(json, forms[i]) ? (FairyJsonMode)i : profile->json;
    }
}

/* --- a profile -------------------------------------------------------------------------------- */

static void set_unknown(const char *name, GError **error)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    GString *names = g_string_new(NULL);
    for (guint i = 0; fairy_provider_info(i); i++) {
        g_string_append_printf(names, "%s%s", i ? ", " : "", fairy_provider_info(i)->name);
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "there is no provider \"%s\"; a model is \"PROVIDER/NAME\", the provider one of %s",
                valid, names->str);
    g_string_free(names, TRUE);
}

static gboolean check_model(const FairyProvider *provider, const char *model, GError **error)
{
    if (model && *model && g_utf8_validate(model, -1, NULL)) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "\"%s\" needs the name of a model: \"%s/%s\"; \"fairy models --check\" lists them",
                provider->name, provider->name, provider->example ? provider->example : "NAME");
    return FALSE;
}

static void fill(FairyProfile *profile, const FairyProvider *provider, const char *model)
{
    const FairyProviderRow *row = fairy_provider_row(provider);
    profile->provider = provider;
    profile->model = g_strdup(model);
    profile->quirks = row->quirks;
    apply_row(profile, row, find_row(model, provider->dialect));
}

FairyProfile *fairy_profile_new(const char *name, const FairySettings *settings, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(name, "/", 2);
    const FairyProvider *provider = parts[0] ? fairy_provider_find(parts[0]) : NULL;
    if (!provider) {
        set_unknown(parts[0] ? parts[0] : "", error);
        return NULL;
    }
    if (!check_model(provider, parts[1], error)) {
        return NULL;
    }
    g_autofree char *set = fairy_settings_of(settings, provider, "base-url");
    char *base = fairy_base_url(provider, set, error);
    if (!base) {
        return NULL;
    }
    FairyProfile *profile = g_new0(FairyProfile, 1);
    profile->base = base;
    fill(profile, provider, parts[1]);
    apply_settings(profile, settings);
    return profile;
}

void fairy_profile_free(FairyProfile *profile)
{
    if (profile) {
        g_free(profile->model);
        g_free(profile->base);
        g_free(profile->thinking);
        g_free(profile->effort);
        fairy_secrets_free(profile->secrets);
        g_free(profile);
    }
}

/* --- leaving out ------------------------------------------------------------------------------ */

static void drop_format(FairyProfile *profile)
{
    gboolean object = profile->json == FAIRY_JSON_SCHEMA &&
                      profile->provider->dialect != FAIRY_DIALECT_ANTHROPIC &&
                      !(profile->quirks & FAIRY_QUIRK_NO_OBJECT);
    profile->json = object ? FAIRY_JSON_OBJECT : FAIRY_JSON_PROMPT;
}

FairyCapabilities fairy_profile_capabilities(const FairyProfile *profile)
{
    return (FairyCapabilities){.prompt = TRUE,
                               .images = profile->images,
                               .image_edge = profile->image_edge,
                               .image_tokens = profile->image_tokens,
                               .max_output = profile->max_output,
                               .provider = profile->provider->name,
                               .model = profile->model};
}

guint fairy_profile_droppable(const FairyProfile *profile)
{
    gboolean chat = profile->provider->dialect == FAIRY_DIALECT_OPENAI;
    guint sent =
        (profile->thinking ? FAIRY_DROP_THINKING : 0) | (profile->effort ? FAIRY_DROP_EFFORT : 0) |
        (profile->json != FAIRY_JSON_PROMPT ? FAIRY_DROP_FORMAT : 0) |
        (profile->images ? FAIRY_DROP_IMAGES : 0) | (profile->cache ? FAIRY_DROP_CACHE : 0) |
        (chat && (profile->quirks & FAIRY_QUIRK_USAGE) ? FAIRY_DROP_STREAM_OPTIONS : 0) |
        (chat && profile->max_output ? FAIRY_DROP_MAX_TOKENS_NAME : 0);
    return sent & ~(profile->dropped & (FAIRY_DROP_STREAM_OPTIONS | FAIRY_DROP_MAX_TOKENS_NAME));
}

gboolean fairy_profile_drop(FairyProfile *profile, guint drop)
{
    drop &= fairy_profile_droppable(profile);
    if (drop & FAIRY_DROP_FORMAT) {
        drop_format(profile);
    }
    if (drop & FAIRY_DROP_THINKING) {
        g_clear_pointer(&profile->thinking, g_free);
    }
    if (drop & FAIRY_DROP_EFFORT) {
        g_clear_pointer(&profile->effort, g_free);
    }
    profile->images = profile->images && !(drop & FAIRY_DROP_IMAGES);
    profile->cache = profile->cache && !(drop & FAIRY_DROP_CACHE);
    profile->dropped |= drop;
    return drop != 0;
}
