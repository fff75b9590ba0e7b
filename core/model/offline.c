/* The model "offline": the plain-command reader behind the interface of every other model. Its
 * reply is a text of actions, sent in pieces, so that nothing after it knows the difference. Each
 * sentence is read when what was sent of those before it is done. */
#include "model/recording.h"
#include "model/rehearse.h"
#include "model/row.h"
#include "offline/lead.h"
#include "offline/ways.h"

#include <svg/compare.h>

#include <string.h>

/* About what a network model sends at a time; a long reply goes in larger pieces. */
#define PIECE_BYTES 64
#define MAX_PIECES  512
#define MOST_WORSE  16 /* things that a clause makes worse, which are looked at */

typedef struct {
    GSource *source; /* NULL when nothing runs */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer data;
    FairyLead *lead; /* NULL: it leads nobody so far */
    gboolean begun;
    FairyPlan *plan; /* of what it does itself; NULL: it leads */
    gboolean at_task;
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
    self->begun = self->at_task = self->closed = FALSE;
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

static FairyScenery scenery_of(const FairyRequest *request)
{
    return (FairyScenery){request->doc, request->origin, request->step, request->selection};
}

/* By itself, or at a task: then the task's words count, in the task's area. */
static void begin_plan(Offline *self)
{
    const FairyRequest *request = self->request;
    const FairyTask *task =
        request->projects ? fairy_projects_task_of(request->projects, request->fairy) : NULL;
    FairyScenery at = scenery_of(request);
    g_autofree char *words = task ? fairy_lead_task_words(&at, request->projects, task) : NULL;
    self->at_task = task != NULL;
    self->plan =
        fairy_scenery_begin(&at, task ? words : request->words, task ? task->box : SVG_BOX_EMPTY);
}

static void begin_reply(Offline *self)
{
    record_request(self);
    self->begun = TRUE;
    if (!self->request->projects ||
        !fairy_lead_is_due(self->request->projects, self->request->fairy)) {
        begin_plan(self);
    }
}

static char *write_lead(Offline *self)
{
    const FairyLeadFacts facts = {.at = scenery_of(self->request),
                                  .projects = self->request->projects,
                                  .fairy = self->request->fairy,
                                  .names = self->request->names};
    self->closed = TRUE;
    self->lead = self->lead ? self->lead : fairy_lead_new();
    return fairy_lead_reply(self->lead, &facts);
}

/* Why what is planned of the clause makes the drawing worse, tried out; NULL where it doesn't. The
 * caller's. What reaches beyond the page gets a larger one. */
static char *harm_of(Offline *self, gboolean *damage)
{
    FairyPlan *plan = self->plan;
    g_autoptr(GPtrArray) worse = NULL;
    for (gboolean grown = FALSE;; grown = TRUE) {
        g_autofree char *reply = fairy_plan_unwritten(plan);
        g_clear_pointer(&worse, g_ptr_array_unref);
        worse = fairy_rehearse(self->request, reply, MOST_WORSE);
        if (grown || self->at_task || !fairy_plan_grow_page(plan, worse)) {
            break;
        }
    }
    *damage = fairy_plan_is_damaged(plan, worse);
    return fairy_plan_tell_worse(plan, worse);
}

/* Plans the clause in that way. FALSE when there is none. */
static gboolean plan_way(Offline *self, const FairyPlanMark *mark, guint way)
{
    if (self->plan->n_ways > 0) { /* it was planned in another one */
        fairy_plan_return(self->plan, mark, svg_document_shapes(self->request->doc));
    }
    self->plan->way = way;
    self->plan->n_ways = self->plan->meant = 0;
    return fairy_plan_next(self->plan);
}

/* Reads the next clause, in the first of its ways that makes nothing worse; else in the first that
 * does no damage; where all do, it is left out, and why is said. FALSE when there is none left. */
static gboolean read_clause(Offline *self)
{
    FairyPlan *plan = self->plan;
    g_autoptr(FairyPlanMark) mark = fairy_plan_mark(plan);
    g_autofree char *refusal = NULL, *flaw = NULL;
    plan->n_ways = 0;
    guint flawed = 0, pos = 0, n_ways = 1;
    for (guint way = 0; way < n_ways; way++) {
        if (!plan_way(self, mark, way)) {
            return FALSE;
        }
        gboolean damage = FALSE;
        g_autofree char *harm = fairy_plan_may_harm(plan) ? harm_of(self, &damage) : NULL;
        if (!harm) {
            return TRUE;
        }
        pos = plan->pos;
        n_ways = MAX(plan->n_ways, 1);
        if (damage) {
            refusal = refusal ? refusal : g_steal_pointer(&harm);
        } else if (!flaw) {
            flaw = g_steal_pointer(&harm);
            flawed = way;
        }
    }
    if (!flaw) {
        fairy_plan_return(plan, mark, svg_document_shapes(self->request->doc));
        fairy_plan_leave_out(plan, pos, refusal);
        return TRUE;
    }
    if (flawed + 1 < n_ways && plan_way(self, mark, flawed)) {
        gboolean damage = FALSE;
        g_free(harm_of(self, &damage)); /* the page grows again */
    }
    fairy_plan_admit(plan, mark, flaw);
    return TRUE;
}

static char *write_plan(Offline *self)
{
    FairyPlan *plan = self->plan;
    const GPtrArray *results = self->request->results;
    if (fairy_plan_strayed(plan, results)) {
        fairy_plan_renew(plan, svg_document_shapes(self->request->doc));
    }
    if (read_clause(self)) {
        return fairy_plan_write(plan);
    }
    self->closed = TRUE;
    return self->at_task ? fairy_plan_close_task(plan, results) : fairy_plan_close(plan, results);
}

/* What is sent next. */
static void write_reply(Offline *self)
{
    char *reply = self->plan ? write_plan(self) : write_lead(self);
    g_free(self->reply);
    self->reply = reply;
    self->len = strlen(reply);
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
    if (!self->begun) {
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
    if (self->begun) {
        fairy_recording_end(self->recording, self->number, NULL);
    }
    stop(self);
    return NULL;
}

static void offline_close(gpointer state)
{
    Offline *self = state;
    stop(self);
    fairy_lead_free(self->lead);
    g_free(self);
}

const FairyModelRow fairy_model_offline = {
    .info = {"offline", "a built-in reader of plain commands; no network, no key"},
    .takes = offline_takes,
    .open = offline_open,
    .start = offline_start,
    .cancel = offline_cancel,
    .close = offline_close,
};
