/* Reads recordings. The first pass checks every line and keeps where the lines of each request are;
 * later each is read again, so that no answer has to be in memory. */
#include "model/recording_reader.h"

#include "model/recording_form.h"

#include <fairy/limits.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES (64u << 10)

typedef struct {
    goffset offset;
    guint len, number; /* without the line break; from 1 */
} Line;

typedef struct {
    FairyRecordingReaderRequest is;
    GArray *lines; /* Line, of what came of it */
    guint next;    /* of them */
    gboolean headed, ended;
} Request;

struct _FairyRecordingReader {
    int fd;
    char *name;
    guint64 seed;
    GPtrArray *requests; /* Request */
    guint lines;
    gboolean over; /* the last line was read */
};

static void free_request(gpointer data)
{
    Request *request = data;
    g_free(request->is.model);
    g_free(request->is.digest);
    g_clear_pointer(&request->is.profile, fairy_profile_free);
    g_clear_pointer(&request->is.time, g_date_time_unref);
    g_free(request->is.mark);
    g_array_unref(request->lines);
    g_free(request);
}

G_GNUC_PRINTF(4, 5)
static gboolean damaged(const FairyRecordingReader *recorded, guint line, GError **error,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING, "%s:%u: %s", recorded->name, line, what);
    return FALSE;
}

/* --- members of a line ------------------------------------------------------------------------ */

static const char *text_in(const cJSON *json, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

/* -1 for what is no whole number up to `most`. */
static gint64 number_in(const cJSON *json, const char *name, double most)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, name);
    double number = cJSON_IsNumber(value) ? value->valuedouble : -1;
    return number >= 0 && number <= most && number == (double)(gint64)number ? (gint64)number : -1;
}

static gboolean find_type(const cJSON *json, FairyLineType *type)
{
    const char *name = text_in(json, "type");
    for (guint i = 0; name && i < FAIRY_LINE_COUNT; i++) {
        if (g_str_equal(name, fairy_line_names[i])) {
            *type = (FairyLineType)i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean find_wire(const cJSON *json, FairyDialectKind *dialect)
{
    const char *name = text_in(json, "wire");
    for (guint i = 0; name && i <= FAIRY_DIALECT_COUNT; i++) {
        if (g_str_equal(name, fairy_wire_names[i])) {
            *dialect = (FairyDialectKind)i;
            return TRUE;
        }
    }
    return FALSE;
}

static GBytes *bytes_in(const cJSON *json)
{
    const char *text = text_in(json, "text");
    if (text) {
        return g_bytes_new(text, strlen(text));
    }
    const char *base64 = text_in(json, "base64");
    gsize n = base64 ? strspn(base64, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789+/")
                     : 0;
    gsize rest = base64 ? strlen(base64 + n) : 0;
    if (!base64 || rest > 2 || (n + rest) % 4 != 0 || strspn(base64 + n, "=") != rest) {
        return NULL;
    }
    gsize len;
    guchar *bytes = g_base64_decode(base64, &len);
    return g_bytes_new_take(bytes, len);
}

static char **headers_in(const cJSON *json)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    const cJSON *header;
    cJSON_ArrayForEach(header, cJSON_GetObjectItemCaseSensitive(json, "headers"))
    {
        if (cJSON_IsString(header)) {
            g_strv_builder_add(builder, header->valuestring);
        }
    }
    return g_strv_builder_end(builder);
}

/* FALSE when a member is missing or can't be: `wanted` then says what would be right. */
static gboolean read_event(FairyLineType type, const cJSON *json, FairyRecordingEvent *event,
                           const char **wanted)
{
    event->at = MAX(0, number_in(json, "at", (double)G_MAXINT32 * 1000));
    if (type == FAIRY_LINE_ANSWER) {
        event->kind = FAIRY_RECORDED_HEAD;
        event->status = (int)number_in(json, "status", 999);
        event->headers = headers_in(json);
        *wanted = "\"status\", an HTTP status";
        return event->status >= 0;
    }
    if (type == FAIRY_LINE_BYTES) {
        event->kind = FAIRY_RECORDED_BYTES;
        event->bytes = bytes_in(json);
        *wanted = "\"text\" or \"base64\"";
        return event->bytes != NULL;
    }
    event->kind = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "cancelled"))
                      ? FAIRY_RECORDED_CANCELLED
                      : FAIRY_RECORDED_END;
    *wanted = "a \"fault\" that is known, or none";
    return fairy_api_error_from_json(json, &event->api_error);
}

void fairy_recording_event_clear(FairyRecordingEvent *event)
{
    g_clear_pointer(&event->headers, g_strfreev);
    g_clear_pointer(&event->bytes, g_bytes_unref);
    fairy_api_error_clear(&event->api_error);
}

/* --- the first pass --------------------------------------------------------------------------- */

static gboolean read_head(FairyRecordingReader *recorded, const cJSON *json, FairyLineType type,
                          GError **error)
{
    gint64 version = number_in(json, "version", G_MAXINT32);
    if (type != FAIRY_LINE_RECORDING || version < 0) {
        return damaged(recorded, 1, error, "this isn't a recording of fairies");
    }
    if (version != FAIRY_RECORDING_VERSION) {
        return damaged(recorded, 1, error,
                       "a recording of version %d; this program reads version %d", (int)version,
                       FAIRY_RECORDING_VERSION);
    }
    const char *seed = text_in(json, "seed");
    if (!seed || !g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &recorded->seed, NULL)) {
        return damaged(recorded, 1, error, "\"seed\" must be a number, in quotes");
    }
    return TRUE;
}

static gboolean read_request(FairyRecordingReader *recorded, const cJSON *json, guint line,
                             GError **error)
{
    FairyDialectKind dialect;
    const char *model = text_in(json, "model");
    const char *digest = text_in(json, "digest");
    if (number_in(json, "n", G_MAXUINT32) != recorded->requests->len + 1) {
        return damaged(recorded, line, error, "\"n\" must be %u, as the next request",
                       recorded->requests->len + 1);
    }
    if (!model || !digest || !find_wire(json, &dialect)) {
        return damaged(recorded, line, error,
                       "a request needs \"model\", \"wire\" (one that is known) and \"digest\"");
    }
    FairyProfile *profile = NULL;
    if (dialect != FAIRY_DIALECT_COUNT) {
        profile = fairy_profile_from_json(model, cJSON_GetObjectItemCaseSensitive(json, "profile"));
        if (!profile || profile->provider->dialect != dialect) {
            g_clear_pointer(&profile, fairy_profile_free);
            return damaged(recorded, line, error,
                           "\"model\", \"wire\" and \"profile\" name no model that is known");
        }
    }
    const char *time = text_in(json, "time");
    Request *request = g_new0(Request, 1);
    request->is = (FairyRecordingReaderRequest){
        .line = line,
        .at = MAX(0, number_in(json, "at", 1e12)),
        .model = g_strdup(model),
        .profile = profile,
        .digest = g_strdup(digest),
        .time = time ? g_date_time_new_from_iso8601(time, NULL) : NULL,
        .mark = g_strdup(text_in(json, "mark"))};
    request->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_ptr_array_add(recorded->requests, request);
    return TRUE;
}

static gboolean read_answer(FairyRecordingReader *recorded, const cJSON *json, FairyLineType type,
                            const Line *line, GError **error)
{
    gint64 number = number_in(json, "n", recorded->requests->len);
    if (number < 1) {
        return damaged(recorded, line->number, error, "\"n\" must be the number of a request");
    }
    Request *request = recorded->requests->pdata[number - 1];
    if (request->ended || (type == FAIRY_LINE_ANSWER && request->lines->len > 0) ||
        (type == FAIRY_LINE_BYTES && request->is.profile && !request->headed)) {
        return damaged(recorded, line->number, error,
                       "of a request comes its answer first, then bytes, and its end last");
    }
    const char *wanted;
    g_auto(FairyRecordingEvent) event = {0};
    if (!read_event(type, json, &event, &wanted)) {
        return damaged(recorded, line->number, error, "this line needs %s", wanted);
    }
    request->headed = request->headed || type == FAIRY_LINE_ANSWER;
    request->ended = type == FAIRY_LINE_END;
    g_array_append_val(request->lines, *line);
    return TRUE;
}

static const char *not_a_line(const FairyRecordingReader *recorded, const char *text,
                              const Line *line, const cJSON *json)
{
    return line->number > FAIRY_MAX_RECORDING_LINES ? "there are too many lines"
           : recorded->over                         ? "nothing comes after the end of the run"
           : line->number == 1                      ? NULL
           : strlen(text) != line->len || !g_utf8_validate(text, line->len, NULL)
               ? "this line isn't text in UTF-8"
           : !cJSON_IsObject(json) ? "this line isn't a JSON object"
                                   : NULL;
}

static gboolean read_line(FairyRecordingReader *recorded, const char *text, const Line *line,
                          const cJSON *json, GError **error)
{
    FairyLineType type = FAIRY_LINE_COUNT;
    const char *why = not_a_line(recorded, text, line, json);
    if (!why && !find_type(json, &type) && line->number > 1) {
        why = "\"type\" is none that is known";
    }
    if (why) {
        return damaged(recorded, line->number, error, "%s", why);
    }
    if (line->number == 1) {
        return read_head(recorded, json, type, error);
    }
    switch (type) {
    case FAIRY_LINE_RECORDING:
        return damaged(recorded, line->number, error, "a second recording begins here");
    case FAIRY_LINE_REQUEST:
        return read_request(recorded, json, line->number, error);
    case FAIRY_LINE_RUN:
        recorded->over = TRUE;
        return TRUE;
    default:
        return read_answer(recorded, json, type, line, error);
    }
}

/* `text` is the whole of a line, and is emptied. */
static gboolean take_line(FairyRecordingReader *recorded, GString *text, goffset *offset,
                          GError **error)
{
    Line line = {*offset, (guint)text->len, recorded->lines + 1};
    cJSON *json = cJSON_ParseWithLengthOpts(text->str, text->len + 1, NULL, TRUE);
    gboolean read = read_line(recorded, text->str, &line, json, error);
    cJSON_Delete(json);
    recorded->lines++;
    *offset += (goffset)text->len + 1;
    g_string_truncate(text, 0);
    return read;
}

/* More of the file. `text` is the line so far, `offset` where it begins. */
static gboolean take_bytes(FairyRecordingReader *recorded, const char *bytes, gsize len,
                           GString *text, goffset *offset, GError **error)
{
    while (len > 0) {
        const char *end = memchr(bytes, '\n', len);
        gsize n = end ? (gsize)(end - bytes) : len;
        if (text->len + n > FAIRY_MAX_RECORDING_LINE) {
            return damaged(recorded, recorded->lines + 1, error,
                           "the line is too long; it has at most %u bytes",
                           FAIRY_MAX_RECORDING_LINE);
        }
        g_string_append_len(text, bytes, (gssize)n);
        if (end && !take_line(recorded, text, offset, error)) {
            return FALSE;
        }
        n += end != NULL;
        bytes += n;
        len -= n;
    }
    return TRUE;
}

static gssize read_some(int fd, char *buffer, gsize len, goffset offset)
{
    gssize n;
    do {
        n = pread(fd, buffer, len, offset);
    } while (n < 0 && errno == EINTR);
    return n;
}

static gboolean read_file(FairyRecordingReader *recorded, GError **error)
{
    g_autofree char *buffer = g_malloc(BUFFER_BYTES);
    g_autoptr(GString) text = g_string_new(NULL);
    goffset at = 0, offset = 0;
    for (;;) {
        gssize n = read_some(recorded->fd, buffer, BUFFER_BYTES, at);
        if (n < 0) {
            return damaged(recorded, recorded->lines + 1, error, "%s", g_strerror(errno));
        }
        if (n == 0) {
            break;
        }
        at += n;
        if (!take_bytes(recorded, buffer, (gsize)n, text, &offset, error)) {
            return FALSE;
        }
    }
    if (text->len > 0) {
        return damaged(recorded, recorded->lines + 1, error,
                       "the line is cut off; without it, what comes before can be replayed");
    }
    return recorded->lines > 0 || damaged(recorded, 1, error, "this isn't a recording of fairies");
}

FairyRecordingReader *fairy_recording_reader_new(int fd, const char *name, GError **error)
{
    FairyRecordingReader *recorded = g_new0(FairyRecordingReader, 1);
    recorded->fd = fd;
    recorded->name = g_filename_display_name(name);
    recorded->requests = g_ptr_array_new_with_free_func(free_request);
    if (!read_file(recorded, error)) {
        fairy_recording_reader_free(recorded);
        return NULL;
    }
    return recorded;
}

FairyRecordingReader *fairy_recording_reader_open(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        int code = errno;
        g_autofree char *name = g_filename_display_name(path);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING, "%s: %s", name, g_strerror(code));
        return NULL;
    }
    return fairy_recording_reader_new(fd, path, error);
}

void fairy_recording_reader_free(FairyRecordingReader *recorded)
{
    if (recorded) {
        close(recorded->fd);
        g_free(recorded->name);
        g_ptr_array_unref(recorded->requests);
        g_free(recorded);
    }
}

const char *fairy_recording_reader_name(const FairyRecordingReader *recorded)
{
    return recorded->name;
}

guint64 fairy_recording_reader_seed(const FairyRecordingReader *recorded)
{
    return recorded->seed;
}

guint fairy_recording_reader_requests(const FairyRecordingReader *recorded)
{
    return recorded->requests->len;
}

const FairyRecordingReaderRequest *
fairy_recording_reader_request(const FairyRecordingReader *recorded, guint number)
{
    return &((const Request *)recorded->requests->pdata[number - 1])->is;
}

/* --- walking ---------------------------------------------------------------------------------- */

static cJSON *read_again(const FairyRecordingReader *recorded, const Line *line)
{
    g_autoptr(GString) text = g_string_sized_new(line->len);
    g_string_set_size(text, line->len);
    for (gsize have = 0; have < line->len;) {
        gssize n = read_some(recorded->fd, text->str + have, line->len - have,
                             line->offset + (goffset)have);
        if (n <= 0) {
            return NULL;
        }
        have += (gsize)n;
    }
    return cJSON_ParseWithLengthOpts(text->str, text->len + 1, NULL, TRUE);
}

gboolean fairy_recording_reader_next(FairyRecordingReader *recorded, guint number,
                                     FairyRecordingEvent *event, GError **error)
{
    Request *request = recorded->requests->pdata[number - 1];
    guint n = request->lines->len;
    *event = (FairyRecordingEvent){.kind = FAIRY_RECORDED_CUT, .line = recorded->lines};
    if (request->next >= n && !request->ended) {
        return TRUE;
    }
    const Line *line = &g_array_index(request->lines, Line, MIN(request->next, n - 1));
    FairyLineType type;
    const char *wanted;
    cJSON *json = read_again(recorded, line);
    gboolean read = find_type(json, &type) && type >= FAIRY_LINE_ANSWER && type <= FAIRY_LINE_END &&
                    read_event(type, json, event, &wanted);
    cJSON_Delete(json);
    event->line = line->number;
    request->next++;
    if (!read) {
        fairy_recording_event_clear(event);
        return damaged(recorded, line->number, error, "the file was changed while it was read");
    }
    return TRUE;
}
