/* A model whose answers come in pieces, from the main loop, whenever their turn has come. */
#include "common/fake_model.h"

#include "model/row.h"

#include <string.h>

#define INPUT_TOKENS    10
#define BYTES_PER_TOKEN 4

typedef struct {
    TestAnswerFunc func;
    GRand *rand;
    gpointer data;
} Maker;

typedef struct {
    Maker maker;
    GSource *source; /* NULL: nothing is under way */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer user_data;
    TestAnswer answer;
    gboolean begun;
    gsize sent;
    guint turns; /* until the next piece */
    FairyUsage usage;
} Fake;

static void stop(Fake *self)
{
    if (self->source) {
        g_source_destroy(self->source);
        g_clear_pointer(&self->source, g_source_unref);
    }
    g_clear_pointer(&self->answer.text, g_free);
    self->begun = FALSE;
    self->sent = 0;
}

static void draw_turns(Fake *self)
{
    self->turns = (guint)g_rand_int_range(self->maker.rand, 0, (gint32)self->answer.latency + 1);
}

static void begin(Fake *self)
{
    self->begun = TRUE;
    self->answer = self->maker.func(self->request, self->maker.data);
    self->usage = (FairyUsage){.input = INPUT_TOKENS};
    draw_turns(self);
}

static gboolean finish(Fake *self)
{
    FairyApiError error = {.kind = self->answer.fault,
                           .wait_ms = -1,
                           .message = (char *)(self->answer.fault ? "the test has it so" : NULL)};
    FairyModelFuncs funcs = self->funcs;
    FairyUsage usage = self->usage;
    gpointer data = self->user_data;
    stop(self);
    funcs.done(&error, &usage, data);
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
    self->usage.output = (self->sent + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    FairyUsage usage = self->usage;
    draw_turns(self);
    self->funcs.text(piece, n, self->user_data);
    if (g_source_is_destroyed(mine)) {
        return G_SOURCE_REMOVE;
    }
    return self->funcs.spent && !self->funcs.spent(&usage, self->user_data) ? finish(self)
                                                                            : G_SOURCE_CONTINUE;
}

static gboolean on_turn(gpointer data)
{
    Fake *self = data;
    if (!self->begun) {
        begin(self);
        return G_SOURCE_CONTINUE;
    }
    if (self->turns > 0) {
        self->turns--;
        return G_SOURCE_CONTINUE;
    }
    return self->answer.text[self->sent] ? say_piece(self) : finish(self);
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
    (void)name, (void)error;
    Fake *self = g_new0(Fake, 1);
    self->maker = *(const Maker *)context->data;
    return self;
}

static const FairyCapabilities *capabilities(gpointer state)
{
    static const FairyCapabilities all = {.prompt = TRUE, .instant = TRUE};
    (void)state;
    return &all;
}

static void start(gpointer state, const FairyRequest *request, const FairyModelFuncs *funcs,
                  gpointer data)
{
    Fake *self = state;
    g_assert_null(self->source);
    self->request = request;
    self->funcs = *funcs;
    self->user_data = data;
    self->usage = (FairyUsage){0};
    self->source = g_idle_source_new();
    g_source_set_callback(self->source, on_turn, self, NULL);
    g_source_attach(self->source, g_main_context_get_thread_default());
}

static const FairyUsage *cancel(gpointer state)
{
    Fake *self = state;
    gboolean under_way = self->source != NULL;
    stop(self);
    return under_way ? &self->usage : NULL;
}

static void close_fake(gpointer state)
{
    stop(state);
    g_free(state);
}

FairyModel *test_fake_model_new(TestAnswerFunc func, GRand *rand, gpointer data)
{
    static const FairyModelRow row = {.info = {"fake", "what a test has it say"},
                                      .takes = takes,
                                      .open = open_fake,
                                      .capabilities = capabilities,
                                      .start = start,
                                      .cancel = cancel,
                                      .close = close_fake};
    Maker maker = {func, rand, data};
    return fairy_model_of(&row, "fake", &(FairyModelContext){.data = &maker}, NULL);
}
