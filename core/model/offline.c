/* The model "offline": the plain-command reader behind the interface of every other model. Its
 * reply is a text of actions, sent in pieces, so that nothing after it knows the difference. Each
 * sentence is read when what was sent of those before it is done. */
#include "offline/offline.h"

#include "model/recording.h"
#include "model/row.h"

#include <string.h>

/* About what a network model sends at a time; a long reply goes in larger pieces. */
#define PIECE_BYTES 64
#define MAX_PIECES  512

typedef struct {
    GSource *source; /* NULL when nothing runs */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer data;
    FairyPlan *plan; /* NULL until the reply begins */
    gboolean closed; /* all of it is written */
    char *reply;     /* what is written of it and being sent */
    gsize len, sent;
    FairyRecording *recording;
    const char *fairy; /* who asks */
    guint number;      /* in it */
} Offline;

static const FairyApiError none = {.wait_ms = -1};

static void stop(Offline *self)
{
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    g_clear_pointer(&self->reply, g_free);
    g_clear_pointer(&self->plan, fairy_plan_free);
    self->closed = FALSE;
    self->len = self->sent = 0;
}

static void record_request(Offline *self)
{
    if (self->recording) {
        g_autofree char *body = fairy_recording_words(self->request);
        FairyRecordingRequest request = {.fairy = self->fairy,
                                         .number = self->request->number,
                                         .model = fairy_model_offline.info.name,
                                         .body = body};
        self->number = fairy_recording_request(self->recording, &request);
    }
}

static void begin_reply(Offline *self)
{
    record_request(self);
    const FairyRequest *request = self->request;
    self->plan = fairy_plan_new(svg_document_shapes(request->doc), request->doc,
                                svg_document_page(request->doc), request->origin, request->step,
                                request->selection);
    fairy_plan_begin(self->plan, request->words);
}

/* What is sent next. */
static void write_reply(Offline *self)
{
    FairyPlan *plan = self->plan;
    if (fairy_plan_strayed(plan, self->request->results)) {
        fairy_plan_renew(plan, svg_document_shapes(self->request->doc));
    }
    self->closed = !fairy_plan_next(plan);
    g_free(self->reply);
    self->reply =
        self->closed ? fairy_plan_close(plan, self->request->results) : fairy_plan_write(plan);
    self->len = strlen(self->reply);
    self->sent = 0;
}

static void send_piece(Offline *self)
{
    gsize piece = MIN(MAX(PIECE_BYTES, self->len / MAX_PIECES), self->len - self->sent);
    const char *text = self->reply + self->sent;
    while (piece < self->len - self->sent && ((guchar)text[piece] & 0xc0) == 0x80) {
        piece++; /* not in the middle of a character */
    }
    self->sent += piece;
    fairy_recording_bytes(self->recording, self->number, text, piece);
    self->funcs.text(text, piece, self->data);
}

/* A callback may cancel or start again: nothing is touched after it that it could have freed. */
static gboolean on_idle(gpointer data)
{
    Offline *self = data;
    if (!self->plan) {
        begin_reply(self);
        return G_SOURCE_CONTINUE;
    }
    if (self->sent < self->len) {
        send_piece(self);
        return G_SOURCE_CONTINUE;
    }
    if (!self->closed) {
        write_reply(self);
        return G_SOURCE_CONTINUE;
    }
    static const FairyUsage nothing = {0};
    FairyModelFuncs funcs = self->funcs;
    gpointer user_data = self->data;
    fairy_recording_end(self->recording, self->number, &none);
    stop(self);
    funcs.done(&none, &nothing, user_data);
    return G_SOURCE_REMOVE;
}

static gboolean offline_takes(const char *name)
{
    return g_str_equal(name, fairy_model_offline.info.name);
}

static gpointer offline_open(const char *name, const FairyModelContext *context, GError **error)
{
    (void)name;
    (void)error;
    Offline *self = g_new0(Offline, 1);
    self->recording = context->recording;
    self->fairy = context->fairy;
    return self;
}

static void offline_start(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                          gpointer data)
{
    Offline *self = state;
    stop(self);
    self->request = request;
    self->funcs = *funcs;
    self->data = data;
    self->source = g_idle_source_new();
    g_source_set_callback(self->source, on_idle, self, NULL);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static const FairyUsage *offline_cancel(gpointer state)
{
    Offline *self = state;
    if (self->plan) {
        fairy_recording_end(self->recording, self->number, NULL);
    }
    stop(self);
    return NULL;
}

static void offline_close(gpointer state)
{
    stop(state);
    g_free(state);
}

const FairyModelRow fairy_model_offline = {
    .info = {"offline", "a built-in reader of plain commands; no network, no key"},
    .takes = offline_takes,
    .open = offline_open,
    .start = offline_start,
    .cancel = offline_cancel,
    .close = offline_close,
};
