/* The models at the end of a wire, "provider/name": joins the profile, the wire's request and
 * answer, and the transport. */
#include "model/recording.h"
#include "model/row.h"
#include "net/network.h"
#include "wire/api_error.h"
#include "wire/dialect.h"
#include "wire/key.h"

#include <fairy/limits.h>

#include <string.h>

typedef struct {
    FairyProfile *profile;
    FairyCapabilities capabilities;
    FairyKey key;
    char *proxy, *ca_file; /* NULL = the usual */
    FairyNetwork *network;
    FairyRecording *recording; /* NULL = none */
    char *name;
    const char *fairy; /* who asks */

    /* Of the answer that is being given. */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer data;
    FairyTicket *ticket; /* for asking */
    FairyDialectRequest *dialect;
    FairyHttpStream *stream;
    FairyAnswer *answer;
    GSource *soon; /* what comes next, when the time has come */
    FairyApiError unsent;
    FairyUsage usage;
    guint recorded;   /* its number in the recording */
    GByteArray *held; /* came, and isn't recorded yet: what may be the beginning of a key */
    guint n_healed;   /* how often a parameter was left out */
    gboolean reading; /* inside the answer, which may tell more of its text */
    gboolean spent;   /* it would cost more than is wanted */
    gboolean waiting; /* and that was told */
    gboolean lined;   /* likewise, that it stands in line */
    gboolean running;
} Wired;

/* What it took counts for the rate. */
static void settle(Wired *self)
{
    if (self->ticket) {
        fairy_ticket_settle(self->ticket, fairy_usage_tokens(&self->usage));
    }
}

/* What was sent and has come so far. */
static void clear_attempt(Wired *self)
{
    g_clear_pointer(&self->stream, fairy_http_stream_free);
    g_clear_pointer(&self->dialect, fairy_dialect_request_free);
    g_byte_array_set_size(self->held, 0);
    if (!self->reading) {
        g_clear_pointer(&self->answer, fairy_answer_free);
    }
    if (self->soon) {
        g_source_destroy(self->soon);
        g_clear_pointer(&self->soon, g_source_unref);
    }
    fairy_api_error_clear(&self->unsent);
}

static void clear_answer(Wired *self)
{
    clear_attempt(self);
    g_clear_pointer(&self->ticket, fairy_ticket_free);
    self->waiting = self->lined = FALSE;
}

static void call_soon(Wired *self, GSourceFunc func)
{
    self->soon = g_idle_source_new();
    g_source_set_callback(self->soon, func, self, NULL);
    g_source_attach(self->soon, g_main_context_get_thread_default());
}

/* The last call: whoever gets it may start another answer, or free the model. */
static void end(Wired *self, FairyApiError *api_error)
{
    FairyModelFuncs funcs = self->funcs;
    gpointer data = self->data;
    FairyUsage usage = self->usage;
    if (self->key.text) {
        fairy_api_error_hide(api_error, self->key.text);
    }
    self->running = FALSE;
    settle(self);
    clear_answer(self);
    funcs.done(api_error, &usage, data);
    fairy_api_error_clear(api_error);
}

/* --- the answer ------------------------------------------------------------------------------- */

static void on_text(const char *text, gsize len, gpointer data)
{
    Wired *self = data;
    if (self->running) {
        self->funcs.text(text, len, self->data);
    }
}

static void on_thinking(gpointer data)
{
    Wired *self = data;
    if (self->running && self->funcs.thinking) {
        self->funcs.thinking(self->data);
    }
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    Wired *self = data;
    self->spent = self->running && self->funcs.spent && !self->funcs.spent(so_far, self->data);
    return !self->spent;
}

static void on_head(int status, const char *const *headers, gpointer data)
{
    Wired *self = data;
    if (fairy_api_error_may_be_wait(status, headers)) {
        fairy_ticket_doubt(self->ticket);
    } else {
        fairy_ticket_pass(self->ticket);
    }
    fairy_recording_head(self->recording, self->recorded, status, headers);
    fairy_answer_head(self->answer, status, headers);
}

static void on_end(const FairyApiError *transport, gpointer data);

/* FALSE when no more of it is wanted. It may be cancelled from inside, by who gets its text: then
 * it doesn't run any more. */
static gboolean feed(Wired *self, const char *bytes, gsize len)
{
    self->reading = TRUE;
    gboolean more = len == 0 || fairy_answer_feed(self->answer, bytes, len);
    self->reading = FALSE;
    if (!self->running) {
        g_clear_pointer(&self->answer, fairy_answer_free);
    }
    return more && self->running;
}

/* What isn't recorded yet isn't read: in a replay it takes effect at the same place. */
static gboolean feed_recorded(Wired *self, const char *bytes, gsize len)
{
    gsize n = fairy_recording_bytes(self->recording, self->recorded, bytes, len);
    if (n >= len && self->held->len == 0) {
        return feed(self, bytes, len);
    }
    g_byte_array_append(self->held, (const guint8 *)bytes, (guint)len);
    n = MIN(n, self->held->len);
    g_autofree char *now = g_memdup2(self->held->data, n);
    g_byte_array_remove_range(self->held, 0, (guint)n);
    return feed(self, now, n);
}

/* One that would cost too much is left at once: what still comes of it would have to be paid. */
static gboolean on_bytes(const char *bytes, gsize len, gpointer data)
{
    Wired *self = data;
    gboolean more = feed_recorded(self, bytes, len);
    if (!self->running) {
        return FALSE;
    }
    if (self->spent) {
        on_end(&(FairyApiError){.wait_ms = -1}, self);
        return FALSE;
    }
    return more;
}

static void begin(Wired *self);

/* --- waiting ---------------------------------------------------------------------------------- */

static void tell_wait(Wired *self, FairyApiError *api_error)
{
    if (self->key.text) {
        fairy_api_error_hide(api_error, self->key.text);
    }
    self->waiting = self->funcs.waiting != NULL;
    if (self->waiting) {
        self->funcs.waiting(api_error, fairy_ticket_wait_ms(self->ticket), self->data);
    }
    fairy_api_error_clear(api_error);
}

/* Others were told to wait. */
static gboolean on_closed(gpointer data)
{
    Wired *self = data;
    FairyApiError api_error = {.kind = FAIRY_API_ERROR_RATE_LIMIT,
                               .wait_ms = fairy_ticket_wait_ms(self->ticket)};
    g_clear_pointer(&self->soon, g_source_unref);
    if (api_error.wait_ms > 0) {
        fairy_api_error_describe(&api_error, self->profile, NULL);
        fairy_recording_moment(self->recording, &(FairyMoment){.kind = FAIRY_MOMENT_WAIT,
                                                               .fairy = self->fairy,
                                                               .api_error = api_error});
        tell_wait(self, &api_error);
    } else if (self->funcs.lined) {
        self->lined = TRUE;
        self->funcs.lined(TRUE, self->data);
    }
    return G_SOURCE_REMOVE;
}

/* Who is told that the wait is over may end it all. */
static void on_turn(gpointer data)
{
    Wired *self = data;
    if (self->lined) {
        self->lined = FALSE;
        self->funcs.lined(FALSE, self->data);
    }
    if (self->waiting) {
        self->waiting = FALSE;
        self->funcs.waiting(NULL, 0, self->data);
    }
    if (self->running) {
        clear_attempt(self);
        begin(self);
    }
}

/* --- its end ---------------------------------------------------------------------------------- */

static void on_end(const FairyApiError *transport, gpointer data)
{
    Wired *self = data;
    FairyApiError api_error = {.wait_ms = -1};
    fairy_recording_end(self->recording, self->recorded, self->spent ? NULL : transport);
    if (!self->spent) {
        g_autofree char *rest = g_memdup2(self->held->data, self->held->len);
        feed(self, rest, self->held->len);
    }
    if (!self->running) {
        return;
    }
    self->reading = TRUE;
    fairy_answer_end_seen(self->answer, transport, &api_error);
    self->reading = FALSE;
    if (!self->running) {
        g_clear_pointer(&self->answer, fairy_answer_free);
        fairy_api_error_clear(&api_error);
        return;
    }
    self->usage = *fairy_answer_usage(self->answer);
    if (api_error.kind == FAIRY_API_ERROR_PARAMETER &&
        self->n_healed++ < FAIRY_MAX_DROPPED_PARAMETERS &&
        fairy_profile_drop(self->profile, api_error.drop)) {
        fairy_api_error_clear(&api_error);
        clear_attempt(self);
        begin(self);
        return;
    }
    if (fairy_api_error_is_wait(&api_error)) {
        fairy_ticket_refuse(self->ticket, api_error.wait_ms);
        clear_attempt(self);
        tell_wait(self, &api_error);
        return;
    }
    end(self, &api_error);
}

/* --- the request ------------------------------------------------------------------------------ */

static gboolean on_unsent(gpointer data)
{
    Wired *self = data;
    FairyApiError api_error = self->unsent;
    self->unsent = (FairyApiError){0};
    fairy_recording_end(self->recording, self->recorded, &api_error);
    end(self, &api_error);
    return G_SOURCE_REMOVE;
}

static void fail_soon(Wired *self, const GError *error)
{
    self->unsent = (FairyApiError){
        .kind = FAIRY_API_ERROR_REQUEST, .wait_ms = -1, .message = g_strdup(error->message)};
    call_soon(self, on_unsent);
}

static void begin(Wired *self)
{
    static const FairyAnswerFuncs answer_funcs = {
        .text = on_text, .thinking = on_thinking, .spent = on_spent};
    static const FairyHttpFuncs http_funcs = {.head = on_head, .bytes = on_bytes, .end = on_end};
    g_autoptr(GError) error = NULL;
    self->dialect =
        fairy_dialect_request(self->profile, self->request->prompt, self->request->max_output);
    self->answer = fairy_answer_new(self->profile, &answer_funcs, self);
    g_autoptr(GPtrArray) headers = g_ptr_array_new();
    for (char **header = self->dialect->headers; *header; header++) {
        g_ptr_array_add(headers, *header);
    }
    if (self->key.header) {
        g_ptr_array_add(headers, self->key.header);
    }
    g_ptr_array_add(headers, NULL);
    FairyRecordingRequest recorded = {.fairy = self->fairy,
                                      .number = self->request->number,
                                      .model = self->name,
                                      .profile = self->profile,
                                      .method = "POST",
                                      .url = self->dialect->url,
                                      .headers = (const char *const *)self->dialect->headers,
                                      .body = self->dialect->body,
                                      .time = self->request->time,
                                      .mark = self->request->mark};
    self->recorded = fairy_recording_request(self->recording, &recorded);
    gsize len = strlen(self->dialect->body);
    g_autoptr(GBytes) body = g_bytes_new_take(g_steal_pointer(&self->dialect->body), len);
    FairyHttpRequest request = {.url = self->dialect->url,
                                .headers = (const char *const *)headers->pdata,
                                .body = body,
                                .plain = TRUE,
                                .only_here = self->key.only_here,
                                .proxy = self->proxy,
                                .ca_file = self->ca_file,
                                .head_ms =
                                    self->profile->provider->local ? FAIRY_LOCAL_HEAD_MS : 0};
    self->stream =
        fairy_http_start(fairy_network_http(self->network), &request, &http_funcs, self, &error);
    if (!self->stream) {
        fail_soon(self, error);
    }
}

/* Who asks the same server with the same key stands in one line. */
static FairyTicket *ticket_of(Wired *self)
{
    const FairyProfile *profile = self->profile;
    char *gate =
        g_strconcat(profile->provider->name, "\n", profile->base, "\n", self->key.header, NULL);
    FairyTicket *ticket = fairy_ticket_new(fairy_network_gates(self->network), gate,
                                           self->request->n_input, on_turn, self);
    fairy_wipe(gate);
    return ticket;
}

static void wired_start(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                        gpointer data)
{
    Wired *self = state;
    clear_answer(self);
    self->request = request;
    self->funcs = *funcs;
    self->data = data;
    self->usage = (FairyUsage){0};
    self->n_healed = 0;
    self->spent = FALSE;
    self->running = TRUE;
    self->ticket = ticket_of(self);
    if (fairy_ticket_may_go(self->ticket)) {
        begin(self);
    } else {
        call_soon(self, on_closed);
    }
}

static const FairyUsage *wired_cancel(gpointer state)
{
    Wired *self = state;
    if (!self->running) {
        return NULL;
    }
    self->running = FALSE;
    if (self->stream || self->unsent.kind != FAIRY_API_ERROR_NONE) {
        fairy_recording_end(self->recording, self->recorded, NULL);
    }
    if (self->answer) {
        self->usage = *fairy_answer_usage(self->answer);
    }
    settle(self);
    clear_answer(self);
    return &self->usage;
}

/* --- the model -------------------------------------------------------------------------------- */

static gboolean wired_takes(const char *name)
{
    const char *stroke = strchr(name, '/');
    g_autofree char *provider = stroke ? g_strndup(name, (gsize)(stroke - name)) : NULL;
    return provider && fairy_provider_find(provider);
}

static void wired_close(gpointer state)
{
    Wired *self = state;
    wired_cancel(self);
    clear_answer(self);
    fairy_network_leave(self->network);
    fairy_profile_free(self->profile);
    fairy_key_clear(&self->key);
    fairy_wipe(self->proxy);
    g_free(self->ca_file);
    g_free(self->name);
    g_byte_array_unref(self->held);
    g_free(self);
}

static gboolean find_key(Wired *self, const FairyModelContext *context, GError **error)
{
    if (!fairy_key_find(&self->key, self->profile, context->settings, context->interrupted,
                        error)) {
        return FALSE;
    }
    if (self->recording && self->key.text) {
        fairy_recording_hide(self->recording, self->key.text);
    }
    if (self->key.warning && context->warn) {
        context->warn(self->key.warning, context->data);
    }
    return TRUE;
}

static gpointer wired_open(const char *name, const FairyModelContext *context, GError **error)
{
    FairyProfile *profile = fairy_profile_new(name, context->settings, error);
    if (!profile) {
        return NULL;
    }
    Wired *self = g_new0(Wired, 1);
    self->profile = profile;
    self->recording = context->recording;
    self->fairy = context->fairy;
    self->held = g_byte_array_new();
    self->name = g_strdup(name);
    self->proxy = fairy_settings_of(context->settings, profile->provider, "proxy");
    self->ca_file = fairy_settings_of(context->settings, profile->provider, "ca-file");
    if (find_key(self, context, error)) {
        self->network = fairy_network_join(context->network, error);
    }
    if (!self->network) {
        wired_close(self);
        return NULL;
    }
    return self;
}

/* Asked each time: what a server has refused counts. */
static const FairyCapabilities *wired_needs(gpointer state)
{
    Wired *self = state;
    self->capabilities = fairy_profile_capabilities(self->profile);
    return &self->capabilities;
}

const FairyModelRow fairy_model_http = {
    .info = {"PROVIDER/NAME", "a provider's model; \"fairy models\" lists them"},
    .takes = wired_takes,
    .open = wired_open,
    .capabilities = wired_needs,
    .start = wired_start,
    .cancel = wired_cancel,
    .close = wired_close,
};
