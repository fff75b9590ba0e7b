/* Writes a recording, a line at a time, while it happens. */
#include "model/recording.h"

#include "model/recording_form.h"
#include "wire/dialect_row.h"
#include "wire/redact.h"
#include "wire/secrets.h"

#include <fairy/escape.h>
#include <svg/journal.h>

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct _FairyRecording {
    int fd; /* -1 when it can't be written any more */
    char *path;
    FairyRecordingOptions options;
    gint64 start;
    goffset len; /* of whole lines */
    guint requests;
    FairySecrets *secrets;
    GHashTable *redactors; /* number of a request whose answer runs → FairyRedactor */
    GError *error;
    char *ended; /* why the run did early; NULL = it is done */
};

/* --- lines ------------------------------------------------------------------------------------ */

static cJSON *line_new(const FairyRecording *recording, FairyLineType type, guint number)
{
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, "type", fairy_line_names[type]);
    if (number) {
        cJSON_AddNumberToObject(line, "n", number);
    }
    if (type != FAIRY_LINE_RECORDING) {
        gint64 now = recording->options.clock(recording->options.clock_data);
        gint64 ms = (now - recording->start) / 1000;
        cJSON_AddNumberToObject(line, "at", (double)ms);
    }
    return line;
}

static void add_text(cJSON *line, const char *name, const char *text)
{
    if (text) {
        g_autofree char *valid = g_utf8_make_valid(text, -1);
        cJSON_AddStringToObject(line, name, valid);
    }
}

static gboolean write_all(int fd, const char *bytes, gsize len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return FALSE;
        }
        bytes += n;
        len -= (gsize)n;
    }
    return TRUE;
}

/* What is whole stays readable. */
static void fail(FairyRecording *recording, int code)
{
    g_set_error(&recording->error, FAIRY_ERROR, FAIRY_ERROR_RECORDING,
                "%s: can't be recorded to%s: %s", recording->path,
                recording->len > 0 ? " any more; what is in it is whole" : "", g_strerror(code));
    if (ftruncate(recording->fd, recording->len) != 0) {
        g_debug("%s: %s", recording->path, g_strerror(errno));
    }
    close(recording->fd);
    recording->fd = -1;
    if (recording->options.failed && recording->len > 0) {
        recording->options.failed(recording->error->message, recording->options.data);
    }
}

/* Takes `line`. */
static void put(FairyRecording *recording, cJSON *line)
{
    g_autofree char *text = recording->fd >= 0 ? fairy_json_print(line) : NULL;
    cJSON_Delete(line);
    if (!text) {
        return;
    }
    gsize len = strlen(text);
    fairy_secrets_cover(recording->secrets, text, len);
    text[len] = '\n'; /* in the place of the NUL: one write for a line */
    if (write_all(recording->fd, text, len + 1)) {
        recording->len += (goffset)(len + 1);
    } else {
        fail(recording, errno);
    }
}

static void add_fairies(const FairyRecording *recording, cJSON *line)
{
    const FairyRecordingOptions *options = &recording->options;
    cJSON *list = options->fairies ? cJSON_AddArrayToObject(line, "fairies") : NULL;
    for (guint i = 0; list && i < options->n_fairies; i++) {
        cJSON *fairy = cJSON_CreateObject();
        cJSON_AddStringToObject(fairy, "id", options->fairies[i].id);
        cJSON_AddStringToObject(fairy, "name", options->fairies[i].name);
        cJSON_AddItemToArray(list, fairy);
    }
}

static void put_head(FairyRecording *recording)
{
    cJSON *line = line_new(recording, FAIRY_LINE_RECORDING, 0);
    gint64 time = recording->options.time ? recording->options.time : g_get_real_time();
    g_autoptr(GDateTime) seconds = g_date_time_new_from_unix_utc(time / G_USEC_PER_SEC);
    g_autofree char *day = seconds ? g_date_time_format(seconds, "%Y-%m-%dT%H:%M:%S") : NULL;
    g_autofree char *when =
        g_strdup_printf("%s.%06dZ", day ? day : "", (int)(time % G_USEC_PER_SEC));
    /* As text: not every reader of JSON has whole numbers as large. */
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, recording->options.seed);
    cJSON_AddNumberToObject(line, "version", FAIRY_RECORDING_VERSION);
    cJSON_AddStringToObject(line, "program", "fairies " FAIRIES_VERSION);
    cJSON_AddStringToObject(line, "time", when);
    cJSON_AddStringToObject(line, "seed", seed);
    add_fairies(recording, line);
    put(recording, line);
}

/* --- the file --------------------------------------------------------------------------------- */

/* A recording was paid for, and another file is no recording: neither is written over. */
static int open_file(const char *path)
{
    struct stat is;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) {
        return -1;
    }
    int code = fstat(fd, &is) != 0                            ? errno
               : S_ISREG(is.st_mode) && is.st_size > 0        ? EEXIST
               : S_ISREG(is.st_mode) && fchmod(fd, 0600) != 0 ? errno
                                                              : 0;
    if (code) {
        close(fd);
        errno = code;
        return -1;
    }
    return fd;
}

FairyRecording *fairy_recording_new(const char *path, const FairyRecordingOptions *options,
                                    GError **error)
{
    int fd = open_file(path);
    if (fd < 0) {
        int code = errno;
        g_autofree char *name = g_filename_display_name(path);
        const char *why = code == EEXIST ? "there is something in it already; name a new file, or "
                                           "delete this one"
                                         : g_strerror(code);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_RECORDING, "%s: can't be recorded to: %s", name,
                    why);
        return NULL;
    }
    FairyRecording *recording = g_new0(FairyRecording, 1);
    recording->fd = fd;
    recording->path = g_filename_display_name(path);
    recording->options = options ? *options : (FairyRecordingOptions){0};
    if (!recording->options.clock) {
        recording->options.clock = fairy_clock_monotonic;
    }
    recording->start = recording->options.clock(recording->options.clock_data);
    recording->secrets = fairy_secrets_new();
    recording->redactors =
        g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)fairy_redactor_free);
    put_head(recording);
    recording->options.fairies = NULL; /* borrowed until now */
    if (recording->error) {
        fairy_recording_close(recording, error);
        return NULL;
    }
    return recording;
}

guint64 fairy_recording_seed(const FairyRecording *recording)
{
    return recording->options.seed;
}

void fairy_recording_hide(FairyRecording *recording, const char *secret)
{
    if (recording) {
        fairy_secrets_add(recording->secrets, secret);
    }
}

gboolean fairy_recording_close(FairyRecording *recording, GError **error)
{
    if (!recording) {
        return TRUE;
    }
    if (recording->fd >= 0 && close(recording->fd) != 0) {
        g_set_error(&recording->error, FAIRY_ERROR, FAIRY_ERROR_RECORDING,
                    "%s: the recording may not be whole: %s", recording->path, g_strerror(errno));
    }
    gboolean whole = !recording->error;
    if (!whole) {
        g_propagate_error(error, recording->error);
    }
    g_hash_table_unref(recording->redactors);
    fairy_secrets_free(recording->secrets);
    g_free(recording->path);
    g_free(recording->ended);
    g_free(recording);
    return whole;
}

char *fairy_recording_words(const FairyRequest *request)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *digest = svg_document_digest(request->doc);
    add_text(json, "words", request->words);
    cJSON *selection = cJSON_AddArrayToObject(json, "selection");
    for (const char *const *id = request->selection; id && *id; id++) {
        g_autofree char *valid = g_utf8_make_valid(*id, -1);
        cJSON_AddItemToArray(selection, cJSON_CreateString(valid));
    }
    cJSON_AddStringToObject(json, "drawing", digest);
    char *printed = cJSON_PrintUnformatted(json);
    char *text = g_strdup(printed);
    cJSON_free(printed);
    cJSON_Delete(json);
    return text;
}

/* --- the tap ---------------------------------------------------------------------------------- */

static void add_headers(cJSON *line, const char *const *headers)
{
    cJSON *list = cJSON_AddArrayToObject(line, "headers");
    for (; headers && *headers; headers++) {
        if (fairy_header_is_kept(*headers)) {
            g_autofree char *valid = g_utf8_make_valid(*headers, -1);
            cJSON_AddItemToArray(list, cJSON_CreateString(valid));
        }
    }
}

/* A body that isn't JSON is kept as text. */
static void add_body(const FairyRecording *recording, cJSON *line, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
    cJSON *body = cJSON_Parse(valid);
    if (!body) {
        body = cJSON_CreateString(valid);
    }
    g_autoptr(GPtrArray) pictures = fairy_pictures_take(body);
    g_autofree char *digest = fairy_taken_digest(body);
    cJSON_AddStringToObject(line, "digest", digest);
    if (recording->options.no_bodies) {
        cJSON_Delete(body);
        return;
    }
    fairy_pictures_put(pictures, recording->options.pictures);
    cJSON_AddItemToObject(line, "body", body);
}

guint fairy_recording_request(FairyRecording *recording, const FairyRecordingRequest *request)
{
    if (!recording) {
        return 0;
    }
    guint number = ++recording->requests;
    cJSON *line = line_new(recording, FAIRY_LINE_REQUEST, number);
    const FairyProfile *profile = request->profile;
    g_autofree char *url = request->url ? fairy_url_kept(request->url) : NULL;
    add_text(line, "fairy", request->fairy);
    if (request->number) {
        cJSON_AddNumberToObject(line, "request", request->number);
    }
    add_text(line, "model", request->model);
    cJSON_AddStringToObject(
        line, "wire", fairy_wire_names[profile ? profile->provider->dialect : FAIRY_DIALECT_COUNT]);
    if (profile) {
        cJSON_AddItemToObject(line, "profile", fairy_profile_json(profile));
    }
    add_text(line, "method", request->method);
    add_text(line, "url", url);
    if (request->headers) {
        add_headers(line, request->headers);
    }
    if (request->time) {
        g_autofree char *told = g_date_time_format_iso8601(request->time);
        cJSON_AddStringToObject(line, "time", told);
    }
    add_text(line, "mark", request->mark);
    add_body(recording, line, request->body);
    put(recording, line);
    const char *const *pieces =
        profile ? fairy_dialect(profile->provider->dialect)->text_members : NULL;
    g_hash_table_insert(recording->redactors, GUINT_TO_POINTER(number),
                        fairy_redactor_new(recording->secrets, pieces));
    return number;
}

void fairy_recording_head(FairyRecording *recording, guint number, int status,
                          const char *const *headers)
{
    if (recording) {
        cJSON *line = line_new(recording, FAIRY_LINE_ANSWER, number);
        cJSON_AddNumberToObject(line, "status", status);
        add_headers(line, headers);
        put(recording, line);
    }
}

/* cJSON's strings end at a NUL. Frees `bytes`. */
static void put_bytes(FairyRecording *recording, guint number, GString *bytes)
{
    if (bytes->len > 0) {
        cJSON *line = line_new(recording, FAIRY_LINE_BYTES, number);
        gboolean plain = !memchr(bytes->str, '\0', bytes->len) &&
                         g_utf8_validate(bytes->str, (gssize)bytes->len, NULL);
        g_autofree char *base64 =
            plain ? NULL : g_base64_encode((const guchar *)bytes->str, bytes->len);
        cJSON_AddStringToObject(line, plain ? "text" : "base64", plain ? bytes->str : base64);
        put(recording, line);
    }
    g_string_free(bytes, TRUE);
}

/* What may be the beginning of a secret waits for what comes after it. */
gsize fairy_recording_bytes(FairyRecording *recording, guint number, const char *bytes, gsize len)
{
    FairyRedactor *redactor =
        recording ? g_hash_table_lookup(recording->redactors, GUINT_TO_POINTER(number)) : NULL;
    if (!redactor || recording->fd < 0) {
        return G_MAXSIZE;
    }
    GString *seen = g_string_new(NULL);
    fairy_redactor_feed(redactor, bytes, len, seen);
    gsize n = seen->len;
    put_bytes(recording, number, seen);
    return n;
}

void fairy_recording_end(FairyRecording *recording, guint number, const FairyApiError *api_error)
{
    FairyRedactor *redactor =
        recording ? g_hash_table_lookup(recording->redactors, GUINT_TO_POINTER(number)) : NULL;
    if (!redactor) {
        return;
    }
    GString *rest = g_string_new(NULL);
    fairy_redactor_end(redactor, rest);
    put_bytes(recording, number, rest);
    g_hash_table_remove(recording->redactors, GUINT_TO_POINTER(number));
    cJSON *line = line_new(recording, FAIRY_LINE_END, number);
    if (api_error) {
        fairy_api_error_to_json(api_error, line);
    } else {
        cJSON_AddTrueToObject(line, "cancelled");
    }
    put(recording, line);
}

void fairy_recording_moment(FairyRecording *recording, const FairyMoment *moment)
{
    if (recording) {
        cJSON *line = line_new(recording, FAIRY_LINE_MOMENT, 0);
        fairy_moment_to_json(moment, line);
        put(recording, line);
    }
}

void fairy_recording_ended(FairyRecording *recording, const char *why)
{
    if (recording) {
        g_free(recording->ended);
        recording->ended = g_strdup(why);
    }
}

void fairy_recording_total(FairyRecording *recording, const FairyUsage *usage, FairyCost cost)
{
    if (recording) {
        cJSON *line = line_new(recording, FAIRY_LINE_RUN, 0);
        cJSON_AddNumberToObject(line, "requests", recording->requests);
        cJSON_AddItemToObject(line, "usage", fairy_usage_json(usage));
        cJSON_AddNumberToObject(line, "usd", cost.usd);
        cJSON_AddBoolToObject(line, "priceUnknown", cost.unknown);
        add_text(line, "ended", recording->ended);
        put(recording, line);
    }
}
