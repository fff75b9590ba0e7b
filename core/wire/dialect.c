/* What is the same for requests of all dialects. */
#include "provider/base_url.h"
#include "provider/provider_row.h"
#include "wire/dialect_row.h"

#include <string.h>

/* --- what requests are made of ---------------------------------------------------------------- */

/* Of the first `n` that were said: pictures, or texts. */
static void add_kind(GPtrArray *to, const GPtrArray *said, guint from, guint n, gboolean images)
{
    for (guint i = from; i < n; i++) {
        FairyContentPart *part = g_ptr_array_index(said, i);
        if (images == (part->image != NULL)) {
            g_ptr_array_add(to, part);
        }
    }
}

static void add_parts(GPtrArray *to, const GPtrArray *said, gboolean images)
{
    guint stable = 0;
    for (guint i = 0; i < said->len; i++) {
        const FairyContentPart *part = g_ptr_array_index(said, i);
        stable = part->stable ? i + 1 : stable;
    }
    const guint borders[] = {0, stable, said->len};
    for (guint i = 0; i + 1 < G_N_ELEMENTS(borders); i++) {
        if (images) {
            add_kind(to, said, borders[i], borders[i + 1], TRUE);
        }
        add_kind(to, said, borders[i], borders[i + 1], FALSE);
    }
}

static void speech_free(gpointer data)
{
    FairyMessage *message = data;
    g_ptr_array_unref(message->content);
    g_free(message);
}

GPtrArray *fairy_dialect_messages(const FairyProfile *profile, const FairyPrompt *prompt)
{
    GPtrArray *messages = g_ptr_array_new_with_free_func(speech_free);
    for (guint i = 0; i < prompt->messages->len; i++) {
        const FairyMessage *said = g_ptr_array_index(prompt->messages, i);
        FairyMessage *last = messages->len ? g_ptr_array_index(messages, messages->len - 1) : NULL;
        GPtrArray *parts = g_ptr_array_new();
        add_parts(parts, said->content, profile->images);
        if (parts->len && last && last->role == said->role) {
            g_ptr_array_extend(last->content, parts, NULL, NULL);
        } else if (parts->len) {
            FairyMessage *message = g_new0(FairyMessage, 1);
            message->role = said->role;
            message->content = g_ptr_array_ref(parts);
            g_ptr_array_add(messages, message);
        }
        g_ptr_array_unref(parts);
    }
    return messages;
}

gboolean fairy_dialect_prefills(const FairyProfile *profile)
{
    return profile->prefill && profile->json != FAIRY_JSON_SCHEMA &&
           (!profile->thinking || g_str_equal(profile->thinking, "disabled"));
}

gint64 fairy_dialect_thinking_tokens(const char *thinking)
{
    static const struct {
        const char *word;
        gint64 tokens;
    } table[] = {
        {"disabled", 0}, {"minimal", 128}, {"low", 1024}, {"medium", 8192}, {"high", 24576},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        if (g_str_equal(table[i].word, thinking)) {
            return table[i].tokens;
        }
    }
    return -1;
}

char *fairy_content_parts_text(const GPtrArray *parts)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < parts->len; i++) {
        const FairyContentPart *part = g_ptr_array_index(parts, i);
        if (part->text) {
            g_string_append_printf(text, "%s%s", text->len ? "\n\n" : "", part->text);
        }
    }
    return g_string_free(text, FALSE);
}

char *fairy_content_part_base64(const FairyContentPart *part)
{
    gsize len;
    const guchar *bytes = g_bytes_get_data(part->image, &len);
    return g_base64_encode(bytes, len);
}

/* --- a request -------------------------------------------------------------------------------- */

void fairy_dialect_request_free(FairyDialectRequest *request)
{
    if (request) {
        g_free(request->url);
        g_strfreev(request->headers);
        g_free(request->body);
        g_free(request);
    }
}

char *fairy_dialect_key_header(const FairyProvider *provider, const char *key)
{
    static const char *const names[] = {
        [FAIRY_AUTH_BEARER] = "authorization: Bearer ",
        [FAIRY_AUTH_X_API_KEY] = "x-api-key: ",
        [FAIRY_AUTH_API_KEY] = "api-key: ",
        [FAIRY_AUTH_X_GOOG_API_KEY] = "x-goog-api-key: ",
    };
    const char *c = key;
    while (g_ascii_isgraph(*c)) {
        c++;
    }
    gboolean usable = provider->auth != FAIRY_AUTH_NONE && c > key && !*c;
    return usable ? g_strconcat(names[provider->auth], key, NULL) : NULL;
}
