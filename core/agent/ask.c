/* One prompt: asks a model, applies its text while it arrives, and decides whether to ask again. */
#include "action/turn_priv.h"
#include "agent/history.h"
#include "agent/retry.h"

#include <fairy/ask.h>
#include <fairy/compose.h>
#include <fairy/limits.h>

#define POLL_MS 20 /* how often `interrupted` is looked at */

typedef struct {
    const FairyAskOptions *options;
    SvgDocument *doc;
    GMainContext *context;
    GMainLoop *loop;
    FairyModel *model;
    FairyTurn *turn;
    FairyHistory *history;
    FairyRequest request;
    FairyPrompt *prompt; /* of this request; NULL = it has to be written */
    FairyPrice price;
    FairyReservation *reserved; /* of the request under way */
    guint64 n_input;            /* tokens of it */
    FairyRetry retry;
    GSource *next;   /* the next request, while it waits */
    gint64 deadline; /* µs, monotonic; 0 = none */
    guint n_requests, n_bad, n_idle;
    gboolean changed; /* the drawing, by this answer */
    FairyFault fault; /* how the answer ended */
    GError *unread;   /* why it can't be read as actions */
    gboolean replied; /* the answer is over */
    gboolean done;
    GError *error;
} Run;

const char *fairy_progress_name(FairyProgressKind kind)
{
    static const char *const names[] = {
        [FAIRY_PROGRESS_REQUEST] = "request",
        [FAIRY_PROGRESS_THINKING] = "thinking",
        [FAIRY_PROGRESS_ANSWERED] = "answered",
        [FAIRY_PROGRESS_WAIT] = "wait",
    };
    return names[kind];
}

static void tell(const Run *run, FairyProgress progress)
{
    progress.request = run->n_requests;
    if (run->options->on_progress) {
        run->options->on_progress(&progress, run->options->data);
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

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

/* What has come of an answer was paid for, whole or not. */
static void settle(Run *run, const FairyUsage *said, const FairyFault *fault)
{
    FairyUsage usage = *said;
    if (usage.estimated) {
        fairy_usage_estimate(&usage, run->n_input, usage.output);
    }
    if (run->reserved) {
        fairy_reservation_settle(g_steal_pointer(&run->reserved), &usage);
    }
    FairyCost cost = fairy_price_cost(&run->price, &usage);
    tell(run, (FairyProgress){
                  .kind = FAIRY_PROGRESS_ANSWERED, .usage = &usage, .cost = cost, .fault = fault});
}

static void cancel(Run *run)
{
    const FairyUsage *usage = fairy_model_cancel(run->model);
    if (usage) {
        settle(run, usage, NULL);
    }
}

/* Whether the run has to end before the answer does. */
static gboolean stopped(Run *run)
{
    GError *why = NULL;
    if (run->done) {
        return TRUE;
    }
    if (run->options->interrupted && *run->options->interrupted) {
        why = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
    } else if (run->deadline && g_get_monotonic_time() >= run->deadline) {
        why = g_error_new(FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                          "the reply took longer than the time allowed (%.3g s)",
                          run->options->timeout_ms / 1000.0);
    }
    if (why) {
        cancel(run);
        finish(run, why);
    }
    return run->done;
}

/* --- one request ------------------------------------------------------------------------------ */

G_GNUC_PRINTF(2, 3)
static void warn(const Run *run, const char *format, ...)
{
    const FairyModelContext *context = &run->options->context;
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    if (context->warn) {
        context->warn(message, context->data);
    }
}

static gboolean write_prompt(Run *run, GError **error)
{
    const FairyModelNeeds *needs = fairy_model_needs(run->model);
    if (!needs->prompt || run->prompt) {
        return TRUE;
    }
    g_autofree char *no_picture = NULL;
    FairyComposeOptions options = {.doc = run->doc,
                                   .coords = fairy_turn_coords(run->turn),
                                   .view = run->request.view,
                                   .selection = run->request.selection,
                                   .todos = fairy_turn_todos(run->turn),
                                   .history = fairy_history_speeches(run->history),
                                   .words = fairy_history_words(run->history),
                                   .needs = needs,
                                   .no_picture = &no_picture};
    run->prompt = fairy_compose(&options, error);
    if (no_picture && run->n_requests == 0) {
        warn(run, "the model is asked without a picture of the drawing: %s", no_picture);
    }
    return run->prompt != NULL;
}

static gboolean reserve(Run *run, GError **error)
{
    const FairyModelNeeds *needs = fairy_model_needs(run->model);
    run->n_input = 0;
    if (!run->prompt) {
        return TRUE;
    }
    run->n_input = fairy_prompt_tokens(run->prompt, needs);
    run->request.max_output = needs->max_output ? MIN(needs->max_output, FAIRY_USUAL_OUTPUT) : 0;
    if (run->options->budget) {
        run->reserved = fairy_budget_reserve(run->options->budget, run->n_input,
                                             &run->request.max_output, &run->price, error);
        return run->reserved != NULL;
    }
    return TRUE;
}

static const FairyModelFuncs model_funcs;

static gboolean on_next(gpointer data)
{
    Run *run = data;
    g_clear_pointer(&run->next, g_source_unref);
    GError *error = NULL;
    if (stopped(run)) {
        return G_SOURCE_REMOVE;
    }
    if (!write_prompt(run, &error) || !reserve(run, &error)) {
        finish(run, error);
        return G_SOURCE_REMOVE;
    }
    run->n_requests++;
    run->changed = FALSE;
    run->replied = FALSE;
    run->request.prompt = run->prompt;
    tell(run, (FairyProgress){.kind = FAIRY_PROGRESS_REQUEST});
    fairy_model_start(run->model, &run->request, &model_funcs, run);
    return G_SOURCE_REMOVE;
}

static void ask_after(Run *run, gint64 wait_ms)
{
    run->next = wait_ms > 0 ? g_timeout_source_new((guint)wait_ms) : g_idle_source_new();
    g_source_set_callback(run->next, on_next, run, NULL);
    g_source_attach(run->next, run->context);
}

/* Another request, with what became of this answer and `why`. */
static void ask_on(Run *run, const char *why, gboolean repeats, gint64 wait_ms)
{
    SvgBox view = fairy_turn_view(run->turn);
    if (!svg_box_is_empty(view)) {
        run->request.view = view;
    }
    fairy_history_next(run->history, why);
    g_clear_pointer(&run->prompt, fairy_prompt_free);
    fairy_turn_next(run->turn, repeats);
    ask_after(run, wait_ms);
}

/* --- after an answer -------------------------------------------------------------------------- */

static GError *fault_error(const Run *run)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s: %s", fairy_model_name(run->model),
                       run->fault.message);
}

static void after_fault(Run *run)
{
    gint64 wait_ms = 0;
    guint n = fairy_history_actions(run->history);
    FairyNext next = fairy_retry_next(&run->retry, &run->fault, n, g_random_double(), &wait_ms);
    wait_ms = fairy_model_needs(run->model)->instant ? 0 : wait_ms;
    if (next == FAIRY_NEXT_STOP) {
        finish(run, fault_error(run));
        return;
    }
    tell(run,
         (FairyProgress){.kind = FAIRY_PROGRESS_WAIT, .fault = &run->fault, .wait_ms = wait_ms});
    if (next == FAIRY_NEXT_AGAIN) {
        fairy_turn_next(run->turn, TRUE);
        ask_after(run, wait_ms);
        return;
    }
    g_autofree char *why = g_strdup_printf(
        "Your answer was cut off after action %u. The actions up to it are done; the drawing below "
        "is as they left it. Go on with what is left, and don't repeat them.",
        n);
    ask_on(run, why, TRUE, wait_ms);
}

/* Taken once as a slip: a model that is told what was wrong mostly does better. */
static void after_unread(Run *run)
{
    const FairyModelNeeds *needs = fairy_model_needs(run->model);
    if (!needs->prompt || ++run->n_bad >= FAIRY_MAX_BAD_REPLIES) {
        finish(run, g_steal_pointer(&run->unread));
        return;
    }
    g_autofree char *why = g_strdup_printf(
        "Your answer can't be read: %s. What came before that is done. Answer with one JSON object, "
        "{\"actions\":[…]}, and nothing around it; go on with what is left.",
        run->unread->message);
    g_clear_error(&run->unread);
    ask_on(run, why, FALSE, 0);
}

static void after_answer(Run *run)
{
    const GPtrArray *asked = fairy_turn_follow_ups(run->turn);
    guint left = fairy_todos_left(fairy_turn_todos(run->turn));
    if ((asked->len == 0 && left == 0) || !fairy_model_needs(run->model)->prompt) {
        finish(run, NULL);
        return;
    }
    run->n_idle = run->changed ? 0 : run->n_idle + 1;
    if (run->n_idle > FAIRY_MAX_IDLE_ANSWERS) {
        warn(run,
             "the model isn't asked again: its last %u answers asked to go on, and changed nothing",
             run->n_idle);
        finish(run, NULL);
        return;
    }
    GString *why = g_string_new(NULL);
    for (guint i = 0; i < asked->len; i++) {
        const FairyFollowUp *one = asked->pdata[i];
        if (one->message) {
            g_string_append_printf(why, "%s\n", one->message);
        }
    }
    if (left > 0) {
        g_string_append_printf(why,
                               "%u of your list of things to do %s open: do it, or take off "
                               "what isn't needed any more.\n",
                               left, left == 1 ? "is" : "are");
    }
    g_string_append(why, "Go on with what the person asked for. When it is done, say so with one "
                         "message and ask for nothing more.");
    g_autofree char *words = g_string_free(why, FALSE);
    ask_on(run, words, FALSE, 0);
}

/* Answers from outside are waited for: they belong to what is told of this answer. */
static void reply_over(Run *run)
{
    if (fairy_turn_awaits(run->turn) > 0 || stopped(run)) {
        return;
    }
    run->replied = FALSE;
    if (run->unread) {
        after_unread(run);
    } else if (run->fault.kind != FAIRY_FAULT_NONE) {
        after_fault(run);
    } else {
        after_answer(run);
    }
}

/* --- what the model says ---------------------------------------------------------------------- */

static void on_text(const char *text, gsize len, gpointer data)
{
    Run *run = data;
    if (stopped(run)) {
        return;
    }
    fairy_history_add_text(run->history, text, len);
    if (!fairy_turn_feed(run->turn, text, len, &run->unread)) {
        cancel(run);
        run->replied = TRUE;
        reply_over(run);
    }
}

static void on_thinking(gpointer data)
{
    tell(data, (FairyProgress){.kind = FAIRY_PROGRESS_THINKING});
}

static void on_done(const FairyFault *fault, const FairyUsage *usage, gpointer data)
{
    Run *run = data;
    gboolean whole = fault->kind == FAIRY_FAULT_NONE;
    settle(run, usage, whole ? NULL : fault);
    if (stopped(run)) {
        return;
    }
    fairy_fault_clear(&run->fault);
    run->fault = *fault;
    run->fault.message = g_strdup(fault->message);
    if (whole) {
        fairy_turn_end(run->turn, &run->unread);
    }
    run->replied = TRUE;
    reply_over(run);
}

static const FairyModelFuncs model_funcs = {
    .text = on_text, .thinking = on_thinking, .done = on_done};

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    Run *run = data;
    fairy_history_add(run->history, outcome);
    run->changed = run->changed || outcome->change;
    if (run->options->on_outcome) {
        run->options->on_outcome(outcome, run->options->data);
    }
}

/* --- the run ---------------------------------------------------------------------------------- */

/* The last answer from outside may come after the model's. */
static gboolean on_poll(gpointer data)
{
    Run *run = data;
    if (!stopped(run) && run->replied) {
        reply_over(run);
    }
    return run->done ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void run_model(Run *run)
{
    run->loop = g_main_loop_new(run->context, FALSE);
    if (!stopped(run)) {
        g_autoptr(GSource) poll = g_timeout_source_new(POLL_MS);
        g_source_set_priority(poll, G_PRIORITY_HIGH);
        g_source_set_callback(poll, on_poll, run, NULL);
        g_source_attach(poll, run->context);
        ask_after(run, 0);
        g_main_loop_run(run->loop);
        cancel(run);
        if (run->next) {
            g_source_destroy(run->next);
        }
        g_clear_pointer(&run->next, g_source_unref);
        g_source_destroy(poll);
    }
    g_clear_pointer(&run->loop, g_main_loop_unref);
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

static FairyTurn *new_turn(Run *run)
{
    FairyTurnOptions options = {.origin = run->request.origin,
                                .step = run->request.step,
                                .on_outcome = on_outcome,
                                .data = run,
                                .todos = run->options->todos,
                                .web = run->options->web};
    return fairy_turn_new(run->doc, &options);
}

/* What a person has set counts more than the list. */
static gboolean find_price(Run *run, GError **error)
{
    const FairyModelNeeds *needs = fairy_model_needs(run->model);
    const FairySettings *settings = run->options->context.settings;
    g_autofree char *name =
        needs->provider ? fairy_price_setting(needs->provider, needs->model) : NULL;
    g_autofree char *set = settings && name ? fairy_settings_get(settings, name) : NULL;
    return fairy_price_find(needs->provider, needs->model, set, &run->price, error);
}

/* Runs it in a main context of its own, which models and look-ups call back from. */
static FairyTurn *run_in(Run *run, const char *prompt, GError **error)
{
    const FairyAskOptions *options = run->options;
    g_autoptr(FairyModel) model =
        fairy_model_new(options->model ? options->model : "offline", &options->context, error);
    run->model = model;
    if (!model || !find_price(run, error)) {
        return NULL;
    }
    g_autoptr(FairyTurn) turn = new_turn(run);
    run->turn = turn;
    run->history = fairy_history_new(prompt);
    run->deadline =
        options->timeout_ms ? g_get_monotonic_time() + (gint64)options->timeout_ms * 1000 : 0;
    run_model(run);
    fairy_history_free(run->history);
    fairy_prompt_free(run->prompt);
    fairy_fault_clear(&run->fault);
    g_clear_error(&run->unread);
    if (run->error) {
        g_propagate_error(error, run->error);
        return NULL;
    }
    return g_steal_pointer(&turn);
}

FairyTurn *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAskOptions *options,
                     GError **error)
{
    static const FairyAskOptions plain = {.view = {0, 0, -1, -1}};
    options = options ? options : &plain;
    if (!check(doc, prompt, options, error)) {
        return NULL;
    }
    SvgBox page = svg_document_page(doc);
    Run run = {.options = options, .doc = doc, .fault = {.wait_ms = -1}};
    run.request = (FairyRequest){.words = prompt,
                                 .doc = doc,
                                 .selection = options->selection,
                                 .origin = options->origin,
                                 .step = fairy_coords_step_for(page),
                                 .view = svg_box_is_empty(options->view) ? page : options->view};
    run.retry.most = options->retries ? (guint)MAX(options->retries, 0) : FAIRY_MAX_RETRIES;
    run.retry.first_ms = options->first_retry_ms ? options->first_retry_ms : FAIRY_FIRST_RETRY_MS;
    g_autoptr(GMainContext) context = g_main_context_new();
    g_main_context_push_thread_default(context);
    run.context = context;
    FairyTurn *turn = run_in(&run, prompt, error);
    g_main_context_pop_thread_default(context);
    return turn;
}
