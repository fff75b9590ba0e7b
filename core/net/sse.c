/* An event stream, line by line. All that frames it is ASCII, so characters may be cut anywhere:
 * only what is delivered is looked at as text. */
#include "net/sse.h"

#include <fairy/limits.h>

#include <string.h>

#define KEPT_BYTES (16u << 10) /* a buffer that grew larger isn't kept */

struct _FairySse {
    FairySseFunc func;
    gpointer user_data;
    GString *line; /* without its end, which hasn't come */
    GString *type; /* of the event; empty = "message" */
    GString *data; /* its lines, each with a line feed; empty = no such line */
    GString *json; /* lines that are no field, from the first that opens a JSON value on */
    GString *text; /* what is delivered, when bytes had to be replaced */
    gboolean begun, after_cr, failed;
};

FairySse *fairy_sse_new(FairySseFunc func, gpointer user_data)
{
    FairySse *sse = g_new(FairySse, 1);
    *sse = (FairySse){.func = func,
                      .user_data = user_data,
                      .line = g_string_new(NULL),
                      .type = g_string_new(NULL),
                      .data = g_string_new(NULL),
                      .json = g_string_new(NULL),
                      .text = g_string_new(NULL)};
    return sse;
}

void fairy_sse_free(FairySse *sse)
{
    if (!sse) {
        return;
    }
    GString *const buffers[] = {sse->line, sse->type, sse->data, sse->json, sse->text};
    for (guint i = 0; i < G_N_ELEMENTS(buffers); i++) {
        g_string_free(buffers[i], TRUE);
    }
    g_free(sse);
}

static void empty(GString **buffer)
{
    if ((*buffer)->allocated_len > KEPT_BYTES) {
        g_string_free(*buffer, TRUE);
        *buffer = g_string_new(NULL);
    }
    g_string_truncate(*buffer, 0);
}

/* --- text ------------------------------------------------------------------------------------- */

/* How many of the bytes at `bytes`, where no character stands, are replaced as one: the longest
 * beginning of a character (Unicode 15, 3.9, "maximal subparts"), at least one. */
static gsize bad_length(const guchar *bytes, gsize len)
{
    guchar lead = bytes[0];
    gsize need = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    guchar lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    guchar highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    gsize n = 1;
    while (n < MIN(need, len) && bytes[n] >= lowest && bytes[n] <= highest) {
        n++;
        lowest = 0x80;
        highest = 0xBF;
    }
    return n;
}

/* Valid UTF-8, of `bytes` or in `text`. U+0000 is a character like any other. */
static const char *valid(FairySse *sse, const char *bytes, gsize *len)
{
    const char *bad, *end = bytes + *len;
    if (g_utf8_validate_len(bytes, *len, &bad)) {
        return bytes;
    }
    empty(&sse->text);
    while (!g_utf8_validate_len(bytes, (gsize)(end - bytes), &bad)) {
        g_string_append_len(sse->text, bytes, bad - bytes);
        gsize n = *bad ? bad_length((const guchar *)bad, (gsize)(end - bad)) : 1;
        g_string_append_len(sse->text, *bad ? "\xEF\xBF\xBD" : "", *bad ? 3 : 1);
        bytes = bad + n;
    }
    g_string_append_len(sse->text, bytes, end - bytes);
    *len = sse->text->len;
    return sse->text->str;
}

/* --- lines ------------------------------------------------------------------------------------ */

static void dispatch(FairySse *sse)
{
    if (sse->data->len) {
        g_string_truncate(sse->data, sse->data->len - 1);
        gsize len = sse->data->len;
        const char *data = valid(sse, sse->data->str, &len);
        gsize type_len = sse->type->len;
        g_autofree char *type =
            type_len ? g_utf8_make_valid(sse->type->str, (gssize)type_len) : NULL;
        sse->func(type ? type : "message", data, len, sse->user_data);
    }
    empty(&sse->data);
    empty(&sse->type);
}

static void append_line(GString *buffer, const char *text, gsize len)
{
    g_string_append_len(buffer, text, (gssize)len);
    g_string_append_c(buffer, '\n');
}

static void set_event(FairySse *sse, const char *value, gsize len)
{
    g_string_truncate(sse->type, 0);
    g_string_append_len(sse->type, value, (gssize)len);
}

static void add_data(FairySse *sse, const char *value, gsize len)
{
    append_line(sse->data, value, len);
}

/* Not of the standard: some servers say "error: {…}" instead of "event: error" and "data: {…}". */
static void add_error(FairySse *sse, const char *value, gsize len)
{
    set_event(sse, "error", strlen("error"));
    add_data(sse, value, len);
}

/* For connecting again, which nobody does who was half answered. */
static void ignore(FairySse *sse, const char *value, gsize len)
{
    (void)sse;
    (void)value;
    (void)len;
}

static gboolean take_field(FairySse *sse, const char *line, gsize len)
{
    static const struct {
        const char *name;
        void (*take)(FairySse *sse, const char *value, gsize len);
    } fields[] = {{"data", add_data}, {"event", set_event}, {"error", add_error},
                  {"id", ignore},     {"retry", ignore},    {"", ignore}};
    const char *colon = memchr(line, ':', len);
    gsize name_len = colon ? (gsize)(colon - line) : len;
    gsize start = colon ? name_len + 1 : len;
    if (start < len && line[start] == ' ') {
        start++;
    }
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
        if (strlen(fields[i].name) == name_len && memcmp(fields[i].name, line, name_len) == 0) {
            fields[i].take(sse, line + start, len - start);
            return TRUE;
        }
    }
    return FALSE;
}

static void end_line(FairySse *sse)
{
    static const char bom[] = "\xEF\xBB\xBF";
    const char *line = sse->line->str;
    gsize len = sse->line->len;
    if (!sse->begun && g_str_has_prefix(line, bom)) {
        line += strlen(bom);
        len -= strlen(bom);
    }
    sse->begun = TRUE;
    if (len == 0) {
        dispatch(sse);
    } else if (!take_field(sse, line, len) && (sse->json->len || *line == '{' || *line == '[')) {
        append_line(sse->json, line, len);
    }
    empty(&sse->line);
}

/* --- bytes ------------------------------------------------------------------------------------ */

/* Up to the end of a line, or all. Returns how many bytes. */
static gsize take_some(FairySse *sse, const char *bytes, gsize len)
{
    gsize n = 0;
    while (n < len && bytes[n] != '\n' && bytes[n] != '\r') {
        n++;
    }
    gsize kept = sse->line->len + MAX(sse->data->len, sse->json->len);
    if (n > FAIRY_MAX_EVENT_BYTES - MIN(kept, FAIRY_MAX_EVENT_BYTES)) {
        sse->failed = TRUE;
        return 0;
    }
    g_string_append_len(sse->line, bytes, (gssize)n);
    if (n < len) {
        sse->after_cr = bytes[n] == '\r';
        end_line(sse);
        n++;
    }
    return n;
}

gboolean fairy_sse_feed(FairySse *sse, const char *bytes, gsize len, GError **error)
{
    gsize i = 0;
    while (i < len && !sse->failed) {
        if (sse->after_cr && bytes[i] == '\n') {
            i++;
        }
        sse->after_cr = FALSE;
        i += i < len ? take_some(sse, bytes + i, len - i) : 0;
    }
    if (sse->failed) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                    "an event of the answer is larger than %u bytes", FAIRY_MAX_EVENT_BYTES);
    }
    return !sse->failed;
}

gsize fairy_sse_pending(const FairySse *sse)
{
    return sse->line->len + sse->data->len + sse->json->len;
}

const char *fairy_sse_rest(FairySse *sse)
{
    if (sse->line->len && !sse->failed) {
        end_line(sse);
    }
    g_string_append_len(sse->json, sse->data->str, (gssize)sse->data->len);
    empty(&sse->data);
    if (g_str_has_suffix(sse->json->str, "\n")) {
        g_string_truncate(sse->json, sse->json->len - 1);
    }
    gsize len = sse->json->len;
    return len ? valid(sse, sse->json->str, &len) : NULL;
}
