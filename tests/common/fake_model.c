/* A model whose answers come in pieces, from the main loop, whenever their turn has come. */
#include "common/fake_model.h"

#include "model/recording.h"
#include "model/row.h"
#include "wire/dialect.h"

#include <string.h>

#define NAME "ollama/fake" /* costs nothing */
#define TIME G_GINT64_CONSTANT(1795359600)
#define MARK "0badcafe"

typedef struct {
    TestFakeModel how;
    FairyProfile *profile;
    FairyCapabilities capabilities;
    GDateTime *time;
    GSource *source; /* NULL: nothing is under way */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer user_data;
    TestAnswer answer;
    FairyAnswer *reader; /* of what was said; kept until the next: its usage is lent */
    guint recorded;      /* number of the request; 0 = it hasn't begun */
    gsize sent;
    guint turns; /* until the next piece */
    gboolean spent;
} Fake;

static const FairyUsage nothing = {0};

static void stop(Fake *self)
{
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    g_clear_pointer(&self->answer.text, g_free);
    self->sent = 0;
}

static void draw_turns(Fake *self)
{
    self->turns = (guint)g_rand_int_range(self->how.rand, 0, (gint32)self->answer.latency + 1);
}

/* --- what comes of it ------------------------------------------------------------------------- */

static void on_text(const char *text, gsize len, gpointer data)
{
    Fake *self = data;
    if (self->source) {
        self->funcs.text(text, len, self->user_data);
    }
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    Fake *self = data;
    self->spent = self->source && self->funcs.spent && !self->funcs.spent(so_far, self->user_data);
    return !self->spent;
}

/* --- the answer ------------------------------------------------------------------------------- */

static void record_request(Fake *self)
{
    g_autoptr(FairyDialectRequest) sent =
        fairy_dialect_request(self->profile, self->request->prompt, self->request->max_output);
    self->recorded = fairy_recording_request(
        self->how.recording, &(FairyRecordingRequest){.fairy = self->how.fairy,
                                                      .number = self->request->number,
                                                      .model = NAME,
                                                      .profile = self->profile,
                                                      .body = sent->body,
                                                      .time = self->request->time,
                                                      .mark = self->request->mark});
}

static void begin(Fake *self)
{
    static const FairyAnswerFuncs funcs = {.text = on_text, .spent = on_spent};
    static const char *const headers[] = {"content-type: application/x-ndjson", NULL};
    self->answer = self->how.func(self->request, self->how.data);
    self->reader = fairy_answer_new(self->profile, &funcs, self);
    if (self->how.recording) {
        record_request(self);
    }
    fairy_recording_head(self->how.recording, self->recorded, 200, headers);
    fairy_answer_head(self->reader, 200, headers);
    draw_turns(self);
}

static void feed(Fake *self, const char *event)
{
    gsize len = strlen(event);
    gsize n = fairy_recording_bytes(self->how.recording, self->recorded, event, len);
    g_assert_cmpuint(n, >=, len); /* nothing of it is a secret */
    fairy_answer_feed(self->reader, event, len);
}

static void say(Fake *self, const char *text, gboolean last)
{
    cJSON *event = cJSON_CreateObject();
    cJSON *message = cJSON_AddObjectToObject(event, "message");
    cJSON_AddStringToObject(message, "role", "assistant");
    cJSON_AddStringToObject(message, "content", text);
    cJSON_AddBoolToObject(event, "done", last);
    if (last) {
        cJSON_AddStringToObject(event, "done_reason", "stop");
    }
    char *printed = cJSON_PrintUnformatted(event);
    g_autofree char *line = g_strconcat(printed, "\n", NULL);
    cJSON_free(printed);
    cJSON_Delete(event);
    feed(self, line);
}

/* Whoever hears of it may begin another. */
static gboolean finish(Fake *self)
{
    FairyApiError seen = {.kind = self->spent ? FAIRY_API_ERROR_NONE : self->answer.fault,
                          .wait_ms = -1};
    FairyApiError api_error = {.wait_ms = -1};
    seen.message = seen.kind ? (char *)"the test has it so" : NULL;
    fairy_recording_end(self->how.recording, self->recorded, self->spent ? NULL : &seen);
    fairy_answer_end_seen(self->reader, &seen, &api_error);
    if (self->source) {
        FairyUsage usage = *fairy_answer_usage(self->reader);
        stop(self);
        self->funcs.done(&api_error, &usage, self->user_data);
    }
    fairy_api_error_clear(&api_error);
    return G_SOURCE_REMOVE;
}

/* Whoever hears it may have cancelled it, and begun another. */
static gboolean say_piece(Fake *self)
{
    const char *text = self->answer.text + self->sent;
    gsize n = MIN(self->answer.piece, strlen(text));
    while (((guchar)text[n] & 0xc0) == 0x80) {
        n++;
    }
    GSource *mine = self->source;
    g_autofree char *piece = g_strndup(text, n);
    self->sent += n;
    draw_turns(self);
    say(self, piece, FALSE);
    if (g_source_is_destroyed(mine)) {
        return G_SOURCE_REMOVE;
    }
    return self->spent ? finish(self) : G_SOURCE_CONTINUE;
}

static gboolean say_last(Fake *self)
{
    GSource *mine = self->source;
    if (!self->answer.fault) {
        say(self, "", TRUE);
    }
    return g_source_is_destroyed(mine) ? G_SOURCE_REMOVE : finish(self);
}

static gboolean on_turn(gpointer data)
{
    Fake *self = data;
    if (!self->reader) {
        begin(self);
        return G_SOURCE_CONTINUE;
    }
    if (self->turns > 0) {
        self->turns--;
        return G_SOURCE_CONTINUE;
    }
    GSource *mine = g_source_ref(self->source);
    gboolean more = self->answer.text[self->sent] ? say_piece(self) : say_last(self);
    g_source_unref(mine);
    return more;
}

/* --- the row ---------------------------------------------------------------------------------- */

static gboolean takes(const char *name)
{
    (void)name;
    return FALSE;
}

/* The context's data are what it is made with. */
static gpointer open_fake(const char *name, const FairyModelContext *context, GError **error)
{
    Fake *self = g_new0(Fake, 1);
    self->how = *(const TestFakeModel *)context->data;
    self->profile = fairy_profile_new(name, NULL, error);
    g_assert_no_error(*error);
    self->profile->images = FALSE;
    self->time = g_date_time_new_from_unix_utc(TIME);
    self->capabilities = fairy_profile_capabilities(self->profile);
    self->capabilities.instant = self->capabilities.recorded = TRUE;
    self->capabilities.time = self->time;
    self->capabilities.mark = MARK;
    return self;
}

static const FairyCapabilities *capabilities(gpointer state)
{
    return &((const Fake *)state)->capabilities;
}

static void start(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                  gpointer data)
{
    Fake *self = state;
    g_assert_null(self->source);
    self->request = request;
    self->funcs = *funcs;
    self->user_data = data;
    self->spent = FALSE;
    g_clear_pointer(&self->reader, fairy_answer_free);
    self->source = g_idle_source_new();
    g_source_set_callback(self->source, on_turn, self, NULL);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static const FairyUsage *cancel(gpointer state)
{
    Fake *self = state;
    if (!self->source) {
        return NULL;
    }
    if (self->reader) {
        fairy_recording_end(self->how.recording, self->recorded, NULL);
    }
    stop(self);
    return self->reader ? fairy_answer_usage(self->reader) : &nothing;
}

static void close_fake(gpointer state)
{
    Fake *self = state;
    stop(self);
    g_clear_pointer(&self->reader, fairy_answer_free);
    g_date_time_unref(self->time);
    fairy_profile_free(self->profile);
    g_free(self);
}

FairyModel *test_fake_model_new(const TestFakeModel *how)
{
    static const FairyModelRow row = {.info = {"fake", "what a test has it say"},
                                      .takes = takes,
                                      .open = open_fake,
                                      .capabilities = capabilities,
                                      .start = start,
                                      .cancel = cancel,
                                      .close = close_fake};
    g_autoptr(GError) error = NULL;
    FairyModel *model =
        fairy_model_of(&row, NAME, &(FairyModelContext){.data = (gpointer)how}, &error);
    g_assert_no_error(error);
    return model;
}
