/* The model "replay:FILE": the answers of a recording, in the order of its requests, read by the
 * same code as when they came. Where a course is followed that says what comes when. */
#include "model/replay_priv.h"
#include "model/row.h"
#include "wire/api_error.h"

static const FairyUsage nothing = {0};

static void drop_source(Replay *self)
{
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    fairy_recording_event_clear(&self->event);
}

static void stop(Replay *self)
{
    drop_source(self);
    self->player.running = FALSE;
    self->player.number = 0;
}

/* Takes what `fault` has. The caller may free the model in it. */
static void finish(Replay *self, FairyApiError *api_error)
{
    FairyUsage usage = self->answer ? *fairy_answer_usage(self->answer) : nothing;
    stop(self);
    self->funcs.done(api_error, &usage, self->data);
    fairy_api_error_clear(api_error);
}

void fairy_replay_fail(Replay *self, const char *format, ...)
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
    if (self->player.running) {
        self->funcs.text(text, len, self->data);
    }
}

static void on_thinking(gpointer data)
{
    Replay *self = data;
    if (self->player.running && self->funcs.thinking) {
        self->funcs.thinking(self->data);
    }
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    Replay *self = data;
    self->spent =
        self->player.running && self->funcs.spent && !self->funcs.spent(so_far, self->data);
    return !self->spent;
}

static const FairyAnswerFuncs answer_funcs = {
    .text = on_text, .thinking = on_thinking, .spent = on_spent};

/* FALSE when it is over: the model may be gone then. */
static gboolean take_request(Replay *self, guint number)
{
    if (!fairy_replay_take_request(self, number)) {
        return FALSE;
    }
    const FairyProfile *profile = fairy_replay_request(self, number)->profile;
    g_clear_pointer(&self->answer, fairy_answer_free);
    self->answer = profile ? fairy_answer_new(profile, &answer_funcs, self) : NULL;
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
    const FairyRecordingReaderRequest *this = fairy_replay_request(self, self->number);
    const FairyRecordingReaderRequest *next =
        fairy_replay_request(self, fairy_replay_next(self, self->number));
    return api_error->kind == FAIRY_API_ERROR_PARAMETER && next && next->profile &&
           next->profile->dropped != this->profile->dropped;
}

/* Whether the same was asked again when the server's time had come, before anybody was told. By its
 * course what came next, if anything did, comes by itself. */
static gboolean was_made_to_wait(const Replay *self, const FairyApiError *api_error)
{
    const FairyRecordingReaderRequest *this = fairy_replay_request(self, self->number);
    const FairyRecordingReaderRequest *next =
        fairy_replay_request(self, fairy_replay_next(self, self->number));
    gboolean again = next && g_strcmp0(this->digest, next->digest) == 0;
    return fairy_api_error_is_wait(api_error) &&
           (again || fairy_course_leads(self->context.course));
}

static void tell_wait(const Replay *self, const FairyApiError *api_error)
{
    if (self->funcs.waiting) {
        self->funcs.waiting(api_error, self->name.timed ? api_error->wait_ms : 0, self->data);
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
        self->player.number = 0;
        if (self->waited) {
            tell_wait(self, &api_error);
        }
        fairy_api_error_clear(&api_error);
        return self->player.running;
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
        more = self->enough || feed(self, event->bytes);
        self->enough = self->enough || !more;
        more = more || (fairy_course_leads(self->context.course) && !self->spent);
        return self->player.running && (more || end(self, &none));
    case FAIRY_RECORDED_END:
        return end(self, &event->api_error);
    case FAIRY_RECORDED_CANCELLED:
        fairy_recording_end(self->context.recording, self->recording, NULL);
        fairy_replay_fail(self, "%s:%u: here the recorded run was stopped", name, event->line);
        break;
    case FAIRY_RECORDED_CUT:
        fairy_replay_fail(self, "%s:%u: the recording ends here, in the answer to request %u", name,
                          event->line, self->number);
        break;
    }
    return FALSE;
}

/* --- in its time ------------------------------------------------------------------------------ */

static gboolean on_time(gpointer data);

static void wake_in(Replay *self, gint64 ms)
{
    drop_source(self);
    self->source = ms > 0 ? g_timeout_source_new((guint)MIN(ms, G_MAXUINT)) : g_idle_source_new();
    g_source_set_callback(self->source, on_time, self, NULL);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static void tell_next(Replay *self)
{
    g_autoptr(GError) error = NULL;
    FairyRecordingEvent event;
    if (!fairy_recording_reader_next(self->recorded, self->number, &event, &error)) {
        fairy_replay_fail(self, "%s", error->message);
        return;
    }
    wake_in(self, self->name.timed ? event.at - self->at : 0);
    self->at = MAX(self->at, event.at);
    self->event = event;
}

/* How long after this answer the same was asked again. */
static gint64 until_next(const Replay *self)
{
    const FairyRecordingReaderRequest *next =
        fairy_replay_request(self, fairy_replay_next(self, self->number));
    return self->name.timed && next ? next->at - self->at : 0;
}

/* FALSE when who is told so has ended it. */
static gboolean end_wait(Replay *self)
{
    if (self->waited && self->funcs.waiting) {
        self->funcs.waiting(NULL, 0, self->data);
    }
    self->waited = FALSE;
    return self->player.running;
}

static gboolean look_at_next(Replay *self)
{
    return take_request(self, fairy_replay_next(self, self->number));
}

static gboolean on_time(gpointer data)
{
    Replay *self = data;
    g_auto(FairyRecordingEvent) event = self->event;
    self->event = (FairyRecordingEvent){0};
    gboolean more = self->asked ? tell(self, &event) : end_wait(self) && look_at_next(self);
    if (more && self->asked) {
        tell_next(self);
    } else if (more) {
        wake_in(self, until_next(self));
    }
    return G_SOURCE_REMOVE;
}

/* --- by the course ---------------------------------------------------------------------------- */

static void play_request(gpointer data, guint number)
{
    Replay *self = data;
    if (end_wait(self)) {
        take_request(self, number);
    }
}

static void play_event(gpointer data)
{
    Replay *self = data;
    g_autoptr(GError) error = NULL;
    g_auto(FairyRecordingEvent) event = {0};
    if (fairy_recording_reader_next(self->recorded, self->number, &event, &error)) {
        tell(self, &event);
    } else {
        fairy_replay_fail(self, "%s", error->message);
    }
}

static void play_wait(gpointer data, const FairyApiError *api_error)
{
    Replay *self = data;
    self->waited = TRUE;
    tell_wait(self, api_error);
}

static void play_alone(gpointer data)
{
    Replay *self = data;
    const char *strayed = fairy_course_strayed(self->context.course);
    FairyApiError none = {.wait_ms = -1};
    if (strayed) {
        fairy_replay_fail(self, "%s", strayed);
    } else if (self->enough) {
        end(self, &none);
    } else if (self->asked) {
        tell_next(self);
    } else {
        wake_in(self, 0);
    }
}

/* --- the row ---------------------------------------------------------------------------------- */

/* As it was for who asked first: what they were told is what they act by. Who never asked was told
 * the same as the others. */
static void read_needs(Replay *self)
{
    guint any = fairy_recording_reader_requests(self->recorded) > 0;
    guint own = fairy_replay_next(self, 0);
    const FairyRecordingReaderRequest *first = fairy_replay_request(self, own ? own : any);
    if (first && first->profile) {
        self->capabilities = fairy_profile_capabilities(first->profile);
        self->capabilities.instant = !self->name.timed;
    }
    self->capabilities.prompt |= !first; /* nobody came to ask: a prompt was being composed */
    self->capabilities.recorded = TRUE;
    self->capabilities.seed = fairy_recording_reader_seed(self->recorded);
}

static gpointer replay_open(const char *name, const FairyModelContext *context, GError **error)
{
    FairyRecordingReader *shared = fairy_course_recorded(context->course), *own = NULL;
    FairyReplayName said;
    if (!fairy_replay_read_name(name, &said, error) ||
        (!shared && !(own = fairy_recording_reader_open(said.path, error)))) {
        return NULL;
    }
    Replay *self = g_new0(Replay, 1);
    self->own = own;
    self->recorded = shared ? shared : own;
    self->context = *context;
    self->name = said;
    self->player = (FairyPlayer){.fairy = context->fairy,
                                 .ask = play_request,
                                 .tell = play_event,
                                 .wait = play_wait,
                                 .release = play_alone,
                                 .model = self};
    if (shared) {
        fairy_course_add_player(context->course, &self->player);
    }
    read_needs(self);
    return self;
}

/* Asked each time: each request has a time and a mark of its own. */
static const FairyCapabilities *replay_needs(gpointer state)
{
    Replay *self = state;
    const FairyRecordingReaderRequest *next =
        fairy_replay_request(self, fairy_replay_next(self, self->number));
    const FairyRecordingReaderRequest *last = fairy_replay_request(self, self->number);
    self->capabilities.asked = last ? last->model : next ? next->model : NULL;
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
    self->spent = self->enough = FALSE;
    self->player.running = TRUE;
    self->player.number = 0;
    g_clear_pointer(&self->answer, fairy_answer_free);
    if (fairy_course_leads(self->context.course)) {
        fairy_course_wake(self->context.course);
    } else {
        wake_in(self, 0);
    }
}

static const FairyUsage *replay_cancel(gpointer state)
{
    Replay *self = state;
    if (!self->player.running) {
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
    if (!self->own) {
        fairy_course_remove_player(self->context.course, &self->player);
    }
    fairy_recording_reader_free(self->own);
    g_free(self);
}

const FairyModelRow fairy_model_replay = {
    .info = {"replay:FILE", "the answers of a recording, made by --record"},
    .takes = fairy_is_replay,
    .open = replay_open,
    .capabilities = replay_needs,
    .start = replay_start,
    .cancel = replay_cancel,
    .close = replay_close,
};
