/* One prompt, one reply: runs a model and applies its text while it arrives. */
#include <fairy/ask.h>

#define POLL_MS 20 /* how often `interrupted` is looked at */

typedef struct {
    GMainLoop *loop;
    FairyModel *model;
    FairyTurn *turn;
    volatile int *interrupted;
    gint64 deadline; /* µs, monotonic; 0 = none */
    guint timeout_ms;
    FairyOutcomeFunc on_outcome; /* the caller's, with its data */
    gpointer data;
    gboolean replied; /* the reply is over */
    gboolean done;
    GError *error;
} Run;

/* Ends the run; the first error counts. Takes `error`. */
static void finish(Run *run, GError *error)
{
    if (run->done) {
        g_clear_error(&error);
        return;
    }
    run->done = TRUE;
    run->error = error;
    g_main_loop_quit(run->loop);
}

/* Whether the run has to end before the reply does. */
static gboolean stopped(Run *run)
{
    if (run->interrupted && *run->interrupted) {
        fairy_model_cancel(run->model);
        finish(run, g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted"));
    } else if (run->deadline && g_get_monotonic_time() >= run->deadline) {
        fairy_model_cancel(run->model);
        finish(run, g_error_new(FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                                "the reply took longer than the time allowed (%.3g s)",
                                run->timeout_ms / 1000.0));
    }
    return run->done;
}

static gboolean on_poll(gpointer data)
{
    return stopped(data) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void on_text(const char *text, gsize len, gpointer data)
{
    Run *run = data;
    GError *error = NULL;
    if (stopped(run)) {
        return;
    }
    if (!fairy_turn_feed(run->turn, text, len, &error)) {
        fairy_model_cancel(run->model);
        finish(run, error);
    }
}

static GError *fault_error(const FairyFault *fault, const char *model)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s: %s", model, fault->message);
}

static void on_done(const FairyFault *fault, const FairyUsage *usage, gpointer data)
{
    (void)usage;
    Run *run = data;
    GError *error = NULL;
    if (stopped(run)) {
        return;
    }
    if (fault->kind != FAIRY_FAULT_NONE) {
        error = fault_error(fault, fairy_model_name(run->model));
    } else {
        fairy_turn_end(run->turn, &error);
    }
    run->replied = TRUE;
    if (error || fairy_turn_awaits(run->turn) == 0) {
        finish(run, error);
    }
}

/* The last answer from outside ends the run when the reply is over. */
static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    Run *run = data;
    if (run->on_outcome) {
        run->on_outcome(outcome, run->data);
    }
    if (run->replied && fairy_turn_awaits(run->turn) == 0) {
        finish(run, NULL);
    }
}

static void run_model(Run *run, const FairyRequest *request)
{
    g_autoptr(GMainContext) context = g_main_context_new();
    g_main_context_push_thread_default(context);
    run->loop = g_main_loop_new(context, FALSE);
    if (!stopped(run)) {
        g_autoptr(GSource) poll = g_timeout_source_new(POLL_MS);
        g_source_set_priority(poll, G_PRIORITY_HIGH);
        g_source_set_callback(poll, on_poll, run, NULL);
        g_source_attach(poll, context);
        static const FairyModelFuncs funcs = {.text = on_text, .done = on_done};
        fairy_model_start(run->model, request, &funcs, run);
        if (!run->done) {
            g_main_loop_run(run->loop);
        }
        fairy_model_cancel(run->model);
        g_source_destroy(poll);
    }
    g_clear_pointer(&run->loop, g_main_loop_unref);
    g_main_context_pop_thread_default(context);
}

static gboolean check(SvgDocument *doc, const char *prompt, const FairyAskOptions *options,
                      GError **error)
{
    g_autofree char *words = g_strstrip(g_strdup(prompt ? prompt : ""));
    if (!*words) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                            "the prompt is empty; say what to do");
        return FALSE;
    }
    for (guint i = 0; options->selection && options->selection[i]; i++) {
        if (svg_document_has_id(doc, options->selection[i])) {
            continue;
        }
        /* Asked for the message, which names ids that look alike. */
        g_autoptr(GError) unknown = NULL;
        svg_shape_free(svg_document_shape(doc, options->selection[i], &unknown));
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "the selection: %s", unknown->message);
        return FALSE;
    }
    return TRUE;
}

FairyTurn *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAskOptions *options,
                     GError **error)
{
    static const FairyAskOptions plain = {.view = {0, 0, -1, -1}};
    options = options ? options : &plain;
    if (!check(doc, prompt, options, error)) {
        return NULL;
    }
    g_autoptr(FairyModel) model =
        fairy_model_new(options->model ? options->model : "offline", NULL, error);
    if (!model) {
        return NULL;
    }
    SvgBox page = svg_document_page(doc);
    FairyRequest request = {.words = prompt,
                            .doc = doc,
                            .selection = options->selection,
                            .origin = options->origin,
                            .step = fairy_coords_step_for(page),
                            .view = svg_box_is_empty(options->view) ? page : options->view};
    Run run = {.model = model,
               .on_outcome = options->on_outcome,
               .data = options->data,
               .interrupted = options->interrupted,
               .timeout_ms = options->timeout_ms};
    FairyTurnOptions turn_options = {.origin = request.origin,
                                     .step = request.step,
                                     .on_outcome = on_outcome,
                                     .data = &run,
                                     .todos = options->todos,
                                     .web = options->web};
    g_autoptr(FairyTurn) turn = fairy_turn_new(doc, &turn_options);
    run.turn = turn;
    run.deadline =
        options->timeout_ms ? g_get_monotonic_time() + (gint64)options->timeout_ms * 1000 : 0;
    run_model(&run, &request);
    if (run.error) {
        g_propagate_error(error, run.error);
        return NULL;
    }
    return g_steal_pointer(&turn);
}
