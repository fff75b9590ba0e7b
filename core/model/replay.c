/* The model "replay:FILE": the answers of a recording, in the order of its requests, read by the
 * same code as when they came. */
#include "model/recording.h"
#include "model/recording_reader.h"
#include "model/row.h"
#include "wire/api_error.h"
#include "wire/dialect.h"
#include "wire/redact.h"

#include <string.h>

typedef struct {
    FairyRecordingReader *recorded;
    FairyCapabilities capabilities;
    FairyModelContext context;
    gboolean strict; /* another request than the recorded one is refused */
    gboolean timed;  /* what came late comes late */
    gboolean warned;
    guint number;    /* of the request that is answered, from 1 */
    guint recording; /* the same in the recording that is made of this */
    gint64 at;       /* of what was told last */
    GSource *source; /* NULL when nothing runs */
    gboolean asked;  /* the request was looked at */
    gboolean waited; /* for the server's time, before it */
    gboolean spent;  /* its answer would cost more than is wanted */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer data;
    FairyAnswer *answer; /* NULL: bytes are the reply. Kept until the next: its usage is lent */
    FairyRecordingEvent event; /* to be told next */
} Replay;

static const FairyUsage nothing = {0};

static void stop(Replay *self)
{
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    fairy_recording_event_clear(&self->event);
}

/* Takes what `fault` has. The caller may free the model in it. */
static void finish(Replay *self, FairyApiError *api_error)
{
    FairyUsage usage = self->answer ? *fairy_answer_usage(self->answer) : nothing;
    stop(self);
    self->funcs.done(api_error, &usage, self->data);
    fairy_api_error_clear(api_error);
}

/* A fault that asking again wouldn't change. */
G_GNUC_PRINTF(2, 3)
static void fail(Replay *self, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    FairyApiError api_error = {.kind = FAIRY_API_ERROR_REQUEST,
                               .wait_ms = -1,
                               .again = -1,
                               .message = g_strdup_vprintf(format, args)};
    va_end(args);
    finish(self, &api_error);
}

static void on_text(const char *text, gsize len, gpointer data)
{
    Replay *self = data;
    if (self->source) {
        self->funcs.text(text, len, self->data);
    }
}

static void on_thinking(gpointer data)
{
    Replay *self = data;
    if (self->source && self->funcs.thinking) {
        self->funcs.thinking(self->data);
    }
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    Replay *self = data;
    self->spent = self->source && self->funcs.spent && !self->funcs.spent(so_far, self->data);
    return !self->spent;
}

static const FairyAnswerFuncs answer_funcs = {
    .text = on_text, .thinking = on_thinking, .spent = on_spent};

/* --- the request ------------------------------------------------------------------------------ */

/* NULL when a model that reads prompts was recorded, and there is none now. */
static FairyDialectRequest *write_request(const Replay *self, const FairyProfile *profile)
{
    if (!profile) {
        FairyDialectRequest *words = g_new0(FairyDialectRequest, 1);
        words->body = fairy_recording_words(self->request);
        return words;
    }
    return self->request->prompt
               ? fairy_dialect_request(profile, self->request->prompt, self->request->max_output)
               : NULL;
}

static void record_request(Replay *self, const FairyRecordingReaderRequest *recorded,
                           const FairyDialectRequest *dialect)
{
    FairyRecordingRequest request = {
        .model = recorded->model,
        .profile = recorded->profile,
        .method = dialect && dialect->url ? "POST" : NULL,
        .url = dialect ? dialect->url : NULL,
        .headers = dialect ? (const char *const *)dialect->headers : NULL,
        .body = dialect ? dialect->body : NULL,
        .time = recorded->time,
        .mark = recorded->mark,
    };
    self->recording = fairy_recording_request(self->context.recording, &request);
}

static void warn(Replay *self, const FairyRecordingReaderRequest *recorded)
{
    if (self->warned || !self->context.warn) {
        return;
    }
    g_autofree char *message = g_strdup_printf(
        "%s:%u: request %u isn't the one that was recorded, so its answer may not fit; the "
        "drawing, the words or the settings are others",
        fairy_recording_reader_name(self->recorded), recorded->line, self->number);
    self->warned = TRUE;
    self->context.warn(message, self->context.data);
}

/* FALSE when it is over: the model may be gone then. */
static gboolean look_at_request(Replay *self)
{
    guint n = fairy_recording_reader_requests(self->recorded);
    const char *name = fairy_recording_reader_name(self->recorded);
    if (self->number == n) {
        fail(self, "%s has the answer%s to %u request%s, and this is another one", name,
             n == 1 ? "" : "s", n, n == 1 ? "" : "s");
        return FALSE;
    }
    const FairyRecordingReaderRequest *recorded =
        fairy_recording_reader_request(self->recorded, ++self->number);
    FairyDialectRequest *dialect = write_request(self, recorded->profile);
    g_autofree char *digest = dialect ? fairy_body_digest(dialect->body) : NULL;
    gboolean same = g_strcmp0(digest, recorded->digest) == 0;
    if (same || !self->strict) {
        record_request(self, recorded, dialect);
    }
    g_clear_pointer(&dialect, fairy_dialect_request_free);
    if (!same && self->strict) {
        fail(self, "%s:%u: request %u isn't the one that was recorded", name, recorded->line,
             self->number);
        return FALSE;
    }
    if (!same) {
        warn(self, recorded);
    }
    self->asked = TRUE;
    self->at = recorded->at;
    g_clear_pointer(&self->answer, fairy_answer_free);
    self->answer =
        recorded->profile ? fairy_answer_new(recorded->profile, &answer_funcs, self) : NULL;
    return TRUE;
}

/* --- the answer ------------------------------------------------------------------------------- */

/* More of the body, or all there is of it: FALSE when no more is wanted. */
static gboolean feed(Replay *self, GBytes *bytes)
{
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    fairy_recording_bytes(self->context.recording, self->recording, text, len);
    if (self->answer) {
        return len == 0 || fairy_answer_feed(self->answer, text, len);
    }
    if (len > 0) {
        on_text(text, len, self);
    }
    return TRUE;
}

/* Whether the request was sent again with less in it, before anybody was told. */
static gboolean was_healed(const Replay *self, const FairyApiError *api_error)
{
    if (api_error->kind != FAIRY_API_ERROR_PARAMETER ||
        self->number == fairy_recording_reader_requests(self->recorded)) {
        return FALSE;
    }
    const FairyRecordingReaderRequest *this =
        fairy_recording_reader_request(self->recorded, self->number);
    const FairyRecordingReaderRequest *next =
        fairy_recording_reader_request(self->recorded, self->number + 1);
    return next->profile && next->profile->dropped != this->profile->dropped;
}

/* Whether the same was asked again when the server's time had come, before anybody was told. */
static gboolean was_made_to_wait(const Replay *self, const FairyApiError *api_error)
{
    if (!fairy_api_error_is_wait(api_error) ||
        self->number == fairy_recording_reader_requests(self->recorded)) {
        return FALSE;
    }
    return g_strcmp0(fairy_recording_reader_request(self->recorded, self->number)->digest,
                     fairy_recording_reader_request(self->recorded, self->number + 1)->digest) == 0;
}

static void tell_wait(const Replay *self, const FairyApiError *api_error)
{
    if (self->funcs.waiting) {
        self->funcs.waiting(api_error, self->timed ? api_error->wait_ms : 0, self->data);
    }
}

/* The body is over. `seen` is what the transport saw. TRUE when another answer comes in its place.
 */
static gboolean end(Replay *self, const FairyApiError *seen)
{
    FairyApiError api_error = *seen;
    fairy_recording_end(self->context.recording, self->recording, self->spent ? NULL : seen);
    if (self->answer) {
        fairy_answer_end_seen(self->answer, seen, &api_error);
    } else {
        api_error.message = g_strdup(seen->message);
    }
    self->waited = was_made_to_wait(self, &api_error);
    if (self->waited || was_healed(self, &api_error)) {
        self->asked = FALSE;
        if (self->waited) {
            tell_wait(self, &api_error);
        }
        fairy_api_error_clear(&api_error);
        return self->source != NULL;
    }
    finish(self, &api_error);
    return FALSE;
}

/* FALSE when it is over: the model may be gone then. */
static gboolean tell(Replay *self, FairyRecordingEvent *event)
{
    const char *name = fairy_recording_reader_name(self->recorded);
    FairyApiError none = {.wait_ms = -1};
    gboolean more = TRUE;
    switch (event->kind) {
    case FAIRY_RECORDED_HEAD:
        fairy_recording_head(self->context.recording, self->recording, event->status,
                             (const char *const *)event->headers);
        if (self->answer) {
            fairy_answer_head(self->answer, event->status, (const char *const *)event->headers);
        }
        return TRUE;
    case FAIRY_RECORDED_BYTES:
        more = feed(self, event->bytes);
        return self->source && (more || end(self, &none));
    case FAIRY_RECORDED_END:
        return end(self, &event->api_error);
    case FAIRY_RECORDED_CANCELLED:
        fairy_recording_end(self->context.recording, self->recording, NULL);
        fail(self, "%s:%u: here the recorded run was stopped", name, event->line);
        break;
    case FAIRY_RECORDED_CUT:
        fail(self, "%s:%u: the recording ends here, in the answer to request %u", name, event->line,
             self->number);
        break;
    }
    return FALSE;
}

/* --- in its time ------------------------------------------------------------------------------ */

static gboolean on_time(gpointer data);

static void wake_in(Replay *self, gint64 ms)
{
    stop(self);
    self->source = ms > 0 ? g_timeout_source_new((guint)MIN(ms, G_MAXUINT)) : g_idle_source_new();
    g_source_set_callback(self->source, on_time, self, NULL);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static void tell_next(Replay *self)
{
    g_autoptr(GError) error = NULL;
    FairyRecordingEvent event;
    if (!fairy_recording_reader_next(self->recorded, self->number, &event, &error)) {
        fail(self, "%s", error->message);
        return;
    }
    wake_in(self, self->timed ? event.at - self->at : 0);
    self->at = MAX(self->at, event.at);
    self->event = event;
}

/* How long after this answer the same was asked again. */
static gint64 until_next(const Replay *self)
{
    return self->timed
               ? fairy_recording_reader_request(self->recorded, self->number + 1)->at - self->at
               : 0;
}

/* FALSE when who is told so has ended it. */
static gboolean end_wait(Replay *self)
{
    if (self->waited && self->funcs.waiting) {
        self->funcs.waiting(NULL, 0, self->data);
    }
    self->waited = FALSE;
    return self->source != NULL;
}

static gboolean on_time(gpointer data)
{
    Replay *self = data;
    g_auto(FairyRecordingEvent) event = self->event;
    self->event = (FairyRecordingEvent){0};
    gboolean more = self->asked ? tell(self, &event) : end_wait(self) && look_at_request(self);
    if (more && self->asked) {
        tell_next(self);
    } else if (more) {
        wake_in(self, until_next(self));
    }
    return G_SOURCE_REMOVE;
}

/* --- the row ---------------------------------------------------------------------------------- */

/* "replay:FILE", "replay+strict:FILE", "replay+timed+strict:FILE". */
static gboolean read_name(const char *name, gboolean *strict, gboolean *timed, const char **path)
{
    const char *colon = strchr(name, ':');
    if (!colon || !colon[1]) {
        return FALSE;
    }
    g_autofree char *words = g_strndup(name, (gsize)(colon - name));
    g_auto(GStrv) parts = g_strsplit(words, "+", -1);
    gboolean known = g_str_equal(parts[0], "replay");
    for (char **part = parts + 1; known && *part; part++) {
        *strict = *strict || g_str_equal(*part, "strict");
        *timed = *timed || g_str_equal(*part, "timed");
        known = g_str_equal(*part, "strict") || g_str_equal(*part, "timed");
    }
    *path = colon + 1;
    return known;
}

static gboolean replay_takes(const char *name)
{
    return g_str_has_prefix(name, "replay") && strchr(":+", name[strlen("replay")]);
}

/* As it was for who asked first: what they were told is what they act by. */
static void read_needs(Replay *self)
{
    const FairyRecordingReaderRequest *first =
        fairy_recording_reader_requests(self->recorded) > 0
            ? fairy_recording_reader_request(self->recorded, 1)
            : NULL;
    if (first && first->profile) {
        self->capabilities = fairy_profile_capabilities(first->profile);
        self->capabilities.instant = !self->timed;
    }
    self->capabilities.recorded = TRUE;
    self->capabilities.seed = fairy_recording_reader_seed(self->recorded);
}

static gpointer replay_open(const char *name, const FairyModelContext *context, GError **error)
{
    gboolean strict = FALSE, timed = FALSE;
    const char *path;
    if (!read_name(name, &strict, &timed, &path)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "\"%s\" names no recording; right would be replay:FILE, replay+strict:FILE "
                    "(other requests than the recorded ones are refused) or replay+timed:FILE "
                    "(as slow as it was)",
                    name);
        return NULL;
    }
    FairyRecordingReader *recorded = fairy_recording_reader_open(path, error);
    if (!recorded) {
        return NULL;
    }
    Replay *self = g_new0(Replay, 1);
    self->recorded = recorded;
    self->context = *context;
    self->strict = strict;
    self->timed = timed;
    read_needs(self);
    return self;
}

/* Asked each time: each request has a time and a mark of its own. */
static const FairyCapabilities *replay_needs(gpointer state)
{
    Replay *self = state;
    gboolean more = self->number < fairy_recording_reader_requests(self->recorded);
    const FairyRecordingReaderRequest *next =
        more ? fairy_recording_reader_request(self->recorded, self->number + 1) : NULL;
    self->capabilities.time = next ? next->time : NULL;
    self->capabilities.mark = next ? next->mark : NULL;
    return &self->capabilities;
}

static void replay_start(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                         gpointer data)
{
    Replay *self = state;
    self->request = request;
    self->funcs = *funcs;
    self->data = data;
    self->asked = FALSE;
    self->waited = FALSE;
    self->spent = FALSE;
    wake_in(self, 0);
    g_clear_pointer(&self->answer, fairy_answer_free);
}

static const FairyUsage *replay_cancel(gpointer state)
{
    Replay *self = state;
    if (!self->source) {
        return NULL;
    }
    if (self->asked) {
        fairy_recording_end(self->context.recording, self->recording, NULL);
    }
    stop(self);
    return self->answer ? fairy_answer_usage(self->answer) : &nothing;
}

static void replay_close(gpointer state)
{
    Replay *self = state;
    stop(self);
    g_clear_pointer(&self->answer, fairy_answer_free);
    fairy_recording_reader_free(self->recorded);
    g_free(self);
}

gboolean fairy_replay_seed(const char *model, guint64 *seed)
{
    gboolean strict = FALSE, timed = FALSE;
    const char *path;
    g_autoptr(FairyRecordingReader) recorded = NULL;
    if (replay_takes(model) && read_name(model, &strict, &timed, &path)) {
        recorded = fairy_recording_reader_open(path, NULL);
    }
    *seed = recorded ? fairy_recording_reader_seed(recorded) : 0;
    return recorded != NULL;
}

const FairyModelRow fairy_model_replay = {
    .info = {"replay:FILE", "the answers of a recording, made by --record"},
    .takes = replay_takes,
    .open = replay_open,
    .capabilities = replay_needs,
    .start = replay_start,
    .cancel = replay_cancel,
    .close = replay_close,
};
