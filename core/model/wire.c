/* What is the same for requests of all wires, and the table of them. */
#include "model/address.h"
#include "model/provider_row.h"
#include "model/wire_row.h"

#include <string.h>

const FairyWire *fairy_wire(FairyWireKind kind)
{
    static const FairyWire *const wires[FAIRY_WIRE_COUNT] = {
        [FAIRY_WIRE_ANTHROPIC] = &fairy_wire_anthropic,
        [FAIRY_WIRE_OPENAI] = &fairy_wire_openai,
        [FAIRY_WIRE_GEMINI] = &fairy_wire_gemini,
        [FAIRY_WIRE_OLLAMA] = &fairy_wire_ollama,
    };
    return wires[kind];
}

/* --- what requests are made of ---------------------------------------------------------------- */

/* Of the first `n` that were said: pictures, or texts. */
static void add_kind(GPtrArray *to, const GPtrArray *said, guint from, guint n, gboolean images)
{
    for (guint i = from; i < n; i++) {
        FairyPiece *piece = g_ptr_array_index(said, i);
        if (images == (piece->image != NULL)) {
            g_ptr_array_add(to, piece);
        }
    }
}

static void add_pieces(GPtrArray *to, const GPtrArray *said, gboolean images)
{
    guint stable = 0;
    for (guint i = 0; i < said->len; i++) {
        const FairyPiece *piece = g_ptr_array_index(said, i);
        stable = piece->stable ? i + 1 : stable;
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
    FairySpeech *speech = data;
    g_ptr_array_unref(speech->pieces);
    g_free(speech);
}

GPtrArray *fairy_wire_speeches(const FairyProfile *profile, const FairyPrompt *prompt)
{
    GPtrArray *speeches = g_ptr_array_new_with_free_func(speech_free);
    for (guint i = 0; i < prompt->speeches->len; i++) {
        const FairySpeech *said = g_ptr_array_index(prompt->speeches, i);
        FairySpeech *last = speeches->len ? g_ptr_array_index(speeches, speeches->len - 1) : NULL;
        GPtrArray *pieces = g_ptr_array_new();
        add_pieces(pieces, said->pieces, profile->images);
        if (pieces->len && last && last->role == said->role) {
            g_ptr_array_extend(last->pieces, pieces, NULL, NULL);
        } else if (pieces->len) {
            FairySpeech *speech = g_new0(FairySpeech, 1);
            speech->role = said->role;
            speech->pieces = g_ptr_array_ref(pieces);
            g_ptr_array_add(speeches, speech);
        }
        g_ptr_array_unref(pieces);
    }
    return speeches;
}

gboolean fairy_wire_prefills(const FairyProfile *profile)
{
    return profile->prefill && profile->json != FAIRY_JSON_SCHEMA &&
           (!profile->thinking || g_str_equal(profile->thinking, "disabled"));
}

cJSON *fairy_wire_schema(const FairyProfile *profile, const FairyPrompt *prompt)
{
    return fairy_reply_schema(prompt->actions, fairy_provider_row(profile->provider)->schema);
}

gint64 fairy_wire_budget(const char *thinking)
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

char *fairy_pieces_text(const GPtrArray *pieces)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < pieces->len; i++) {
        const FairyPiece *piece = g_ptr_array_index(pieces, i);
        if (piece->text) {
            g_string_append_printf(text, "%s%s", text->len ? "\n\n" : "", piece->text);
        }
    }
    return g_string_free(text, FALSE);
}

char *fairy_piece_base64(const FairyPiece *piece)
{
    gsize len;
    const guchar *bytes = g_bytes_get_data(piece->image, &len);
    return g_base64_encode(bytes, len);
}

/* --- a request -------------------------------------------------------------------------------- */

static char *url_of(const FairyWire *wire, const FairyProfile *profile)
{
    if (!wire->named) {
        return fairy_address_join(profile->base, wire->path);
    }
    const char *model = profile->model;
    model += g_str_has_prefix(model, "models/") ? strlen("models/") : 0;
    g_autofree char *name = g_uri_escape_string(model, NULL, FALSE);
    g_auto(GStrv) around = g_strsplit(wire->path, "%s", 2);
    g_autofree char *path = g_strconcat(around[0], name, around[1], NULL);
    return fairy_address_join(profile->base, path);
}

static char **headers_of(const FairyWire *wire)
{
    g_autoptr(GStrvBuilder) headers = g_strv_builder_new();
    g_autofree char *accept = g_strconcat("accept: ", wire->accept, NULL);
    g_strv_builder_add(headers, "content-type: application/json");
    g_strv_builder_add(headers, accept);
    if (wire->headers) {
        g_strv_builder_addv(headers, (const char **)wire->headers);
    }
    return g_strv_builder_end(headers);
}

static guint least(guint a, guint b)
{
    return a && b ? MIN(a, b) : a | b;
}

FairyWireRequest *fairy_wire_request(const FairyProfile *profile, const FairyPrompt *prompt,
                                     guint max_output)
{
    const FairyWire *wire = fairy_wire(profile->provider->wire);
    FairyWireRequest *request = g_new0(FairyWireRequest, 1);
    cJSON *body = cJSON_CreateObject();
    wire->write(body, profile, prompt, least(max_output, profile->max_output));
    char *text = cJSON_PrintUnformatted(body);
    request->url = url_of(wire, profile);
    request->headers = headers_of(wire);
    request->body = g_strdup(text);
    cJSON_free(text);
    cJSON_Delete(body);
    return request;
}

void fairy_wire_request_free(FairyWireRequest *request)
{
    if (request) {
        g_free(request->url);
        g_strfreev(request->headers);
        g_free(request->body);
        g_free(request);
    }
}

char *fairy_wire_key_header(const FairyProvider *provider, const char *key)
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
