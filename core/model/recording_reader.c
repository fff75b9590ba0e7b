/* Reads recordings. The first pass checks every line and keeps where the lines of each request are;
 * later each is read again, so that no answer has to be in memory. */
#include "model/recording_reader.h"

#include "model/recording_event.h"

#include <fairy/limits.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES (64u << 10)

typedef FairyRecordedLine Line;

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
    GHashTable *fairies; /* id → name, which may be NULL; NULL = untold */
    GPtrArray *requests; /* Request */
    GArray *places;      /* FairyRecordedPlace, of all lines but the first and the last */
    gboolean has_moments;
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
    g_free(request->is.fairy);
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

/* --- the first pass --------------------------------------------------------------------------- */

static gboolean find_type(const cJSON *json, FairyLineType *type)
{
    const char *name = fairy_line_text(json, "type");
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
    const char *name = fairy_line_text(json, "wire");
    for (guint i = 0; name && i <= FAIRY_DIALECT_COUNT; i++) {
        if (g_str_equal(name, fairy_wire_names[i])) {
            *dialect = (FairyDialectKind)i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean read_fairies(FairyRecordingReader *recorded, const cJSON *json, GError **error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "fairies"), *fairy;
    if (!list) {
        return TRUE;
    }
    recorded->fairies = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    cJSON_ArrayForEach(fairy, list)
    {
        const char *id = fairy_line_text(fairy, "id");
        if (id) {
            g_hash_table_replace(recorded->fairies, g_strdup(id),
                                 g_strdup(fairy_line_text(fairy, "name")));
        }
    }
    guint n = g_hash_table_size(recorded->fairies);
    return (n > 0 && n <= FAIRY_MAX_MEMBERS && n == (guint)cJSON_GetArraySize(list)) ||
           damaged(recorded, 1, error,
                   "\"fairies\" must be a list of 1 to %d, each with an \"id\" of its own",
                   FAIRY_MAX_MEMBERS);
}

static gboolean read_head(FairyRecordingReader *recorded, const cJSON *json, FairyLineType type,
                          GError **error)
{
    gint64 version = fairy_line_number(json, "version", G_MAXINT32);
    if (type != FAIRY_LINE_RECORDING || version < 0) {
        return damaged(recorded, 1, error, "this isn't a recording of fairies");
    }
    if (version < 1 || version > FAIRY_RECORDING_VERSION) {
        return damaged(recorded, 1, error,
                       "a recording of version %d; this program reads versions 1 to %d",
                       (int)version, FAIRY_RECORDING_VERSION);
    }
    const char *seed = fairy_line_text(json, "seed");
    if (!seed || !g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &recorded->seed, NULL)) {
        return damaged(recorded, 1, error, "\"seed\" must be a number, in quotes");
    }
    return read_fairies(recorded, json, error);
}

/* --- what came, in its order ------------------------------------------------------------------ */

static void add_place(FairyRecordingReader *recorded, const Line *line, const cJSON *json,
                      FairyLineType type, guint number)
{
    FairyRecordedPlace place = {.line = *line,
                                .type = type,
                                .request = number,
                                .at = MAX(0, fairy_line_number(json, "at", 1e12))};
    g_array_append_val(recorded->places, place);
}

/* Where it was said who takes part, nobody else does. */
static gboolean check_fairy(const FairyRecordingReader *recorded, const char *fairy, guint line,
                            GError **error)
{
    return !recorded->fairies || (fairy && g_hash_table_contains(recorded->fairies, fairy)) ||
           damaged(recorded, line, error, "\"fairy\" must be one of those in the first line");
}

static gboolean read_moment(FairyRecordingReader *recorded, const cJSON *json, const Line *line,
                            GError **error)
{
    const char *wanted;
    g_auto(FairyMoment) moment = {0};
    if (!fairy_moment_from_json(json, &moment, &wanted)) {
        return damaged(recorded, line->number, error, "this line needs %s", wanted);
    }
    if (moment.fairy && !check_fairy(recorded, moment.fairy, line->number, error)) {
        return FALSE;
    }
    recorded->has_moments = TRUE;
    add_place(recorded, line, json, FAIRY_LINE_MOMENT, 0);
    return TRUE;
}

static gboolean read_request(FairyRecordingReader *recorded, const cJSON *json, const Line *at,
                             GError **error)
{
    guint line = at->number;
    const char *fairy = fairy_line_text(json, "fairy");
    FairyDialectKind dialect;
    const char *model = fairy_line_text(json, "model");
    const char *digest = fairy_line_text(json, "digest");
    if (fairy_line_number(json, "n", G_MAXUINT32) != recorded->requests->len + 1) {
        return damaged(recorded, line, error, "\"n\" must be %u, as the next request",
                       recorded->requests->len + 1);
    }
    if (!model || !digest || !find_wire(json, &dialect)) {
        return damaged(recorded, line, error,
                       "a request needs \"model\", \"wire\" (one that is known) and \"digest\"");
    }
    if (!check_fairy(recorded, fairy, line, error)) {
        return FALSE;
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
    const char *time = fairy_line_text(json, "time");
    Request *request = g_new0(Request, 1);
    request->is = (FairyRecordingReaderRequest){
        .line = line,
        .at = MAX(0, fairy_line_number(json, "at", 1e12)),
        .fairy = g_strdup(fairy),
        .model = g_strdup(model),
        .profile = profile,
        .digest = g_strdup(digest),
        .time = time ? g_date_time_new_from_iso8601(time, NULL) : NULL,
        .mark = g_strdup(fairy_line_text(json, "mark"))};
    request->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_ptr_array_add(recorded->requests, request);
    add_place(recorded, at, json, FAIRY_LINE_REQUEST, recorded->requests->len);
    return TRUE;
}

static gboolean read_answer(FairyRecordingReader *recorded, const cJSON *json, FairyLineType type,
                            const Line *line, GError **error)
{
    gint64 number = fairy_line_number(json, "n", recorded->requests->len);
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
    if (!fairy_recording_event_read(type, json, &event, &wanted)) {
        return damaged(recorded, line->number, error, "this line needs %s", wanted);
    }
    request->headed = request->headed || type == FAIRY_LINE_ANSWER;
    request->ended = type == FAIRY_LINE_END;
    g_array_append_val(request->lines, *line);
    add_place(recorded, line, json, type, (guint)number);
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
        return read_request(recorded, json, line, error);
    case FAIRY_LINE_MOMENT:
        return read_moment(recorded, json, line, error);
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
    recorded->places = g_array_new(FALSE, FALSE, sizeof(FairyRecordedPlace));
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
        g_array_unref(recorded->places);
        g_clear_pointer(&recorded->fairies, g_hash_table_unref);
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

guint fairy_recording_reader_fairies(const FairyRecordingReader *recorded)
{
    return recorded->fairies ? g_hash_table_size(recorded->fairies) : 1;
}

const char *fairy_recording_reader_called(const FairyRecordingReader *recorded, const char *fairy)
{
    return recorded->fairies ? g_hash_table_lookup(recorded->fairies, fairy) : NULL;
}

const FairyRecordedPlace *fairy_recording_reader_place(const FairyRecordingReader *recorded,
                                                       guint index)
{
    return recorded->has_moments && index < recorded->places->len
               ? &g_array_index(recorded->places, FairyRecordedPlace, index)
               : NULL;
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

guint fairy_recording_reader_next_of(const FairyRecordingReader *recorded, const char *fairy,
                                     guint number)
{
    gboolean several = fairy_recording_reader_fairies(recorded) > 1;
    for (guint i = number; i < recorded->requests->len; i++) {
        const Request *request = recorded->requests->pdata[i];
        if (!several || g_strcmp0(request->is.fairy, fairy) == 0) {
            return i + 1;
        }
    }
    return 0;
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

static gboolean changed(const FairyRecordingReader *recorded, guint line, GError **error)
{
    return damaged(recorded, line, error, "the file was changed while it was read");
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
                    fairy_recording_event_read(type, json, event, &wanted);
    cJSON_Delete(json);
    event->line = line->number;
    request->next++;
    if (!read) {
        fairy_recording_event_clear(event);
        return changed(recorded, line->number, error);
    }
    return TRUE;
}

gboolean fairy_recording_reader_moment(FairyRecordingReader *recorded,
                                       const FairyRecordedPlace *place, FairyMoment *moment,
                                       GError **error)
{
    const char *wanted;
    cJSON *json = read_again(recorded, &place->line);
    gboolean read = fairy_moment_from_json(json, moment, &wanted);
    cJSON_Delete(json);
    return read || changed(recorded, place->line.number, error);
}
