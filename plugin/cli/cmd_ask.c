/* fairy ask: a model changes a drawing. */
#include "commands.h"
#include "context.h"
#include "edit.h"
#include "interrupt.h"
#include "resume.h"
#include "talk.h"

#include <fairy/ask.h>
#include <fairy/recording.h>
#include <svg/shape.h>

/* What a run is made with. */
typedef struct {
    FairySettings *settings;
    FairyBudget *budget;
    FairyRecording *recording; /* NULL = none is kept */
    char *model;
    guint timeout_ms; /* 0 = none */
    gboolean web;
} Means;

static void on_event(const FairyEvent *event, gpointer data)
{
    CliEdit *edit = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        cli_edit_record(edit, event->outcome);
    }
    cli_talk_event(edit, event);
    cli_report_event(&edit->report, event);
    fflush(edit->report.stream); /* whoever reads it wants to know now */
}

static void on_warning(const char *message, gpointer data)
{
    (void)data;
    cli_print_failure(CLI_EXIT_INPUT, "%s", message);
}

/* What is kept of the run says that it wasn't done. */
static void note_end(const CliEdit *edit, int code)
{
    const Means *means = edit->data;
    const char *why = cli_exit_word(code);
    if (edit->record != NULL) {
        fairy_journal_writer_end(edit->record, why);
    }
    fairy_recording_ended(means->recording, why);
}

/* A replay that is recorded has the fairy of the recording. */
static gboolean start_recording(Means *means, const CliOptions *options, guint64 seed,
                                GError **error)
{
    FairyRecordingOptions recording = {.pictures = options->record_pictures, .failed = on_warning};
    if (options->record == NULL) {
        return TRUE;
    }
    recording.seed = fairy_replay_seed(means->model, &recording.seed) ? recording.seed : seed;
    means->recording = fairy_recording_new(options->record, &recording, error);
    return means->recording != NULL;
}

static int ask(CliEdit *edit, GError **error)
{
    const CliOptions *given = edit->options;
    Means *means = edit->data;
    g_autoptr(GArray) context = cli_context_read(edit->doc, given->context, error);
    if (context == NULL || !cli_check_selection(edit->doc, given->select, error)) {
        return CLI_EXIT_INPUT;
    }
    FairyAgentOptions options = {
        .model = means->model,
        .context = {.settings = means->settings},
        .budget = means->budget,
        .selection = (const char *const *)given->select,
        .pointed = (const FairyContextItem *)(gpointer)context->data,
        .n_pointed = context->len,
        .view = given->view,
        .origin = given->origin,
        .timeout_ms = means->timeout_ms,
        .plans = given->mode == FAIRY_MODE_SOLOING,
        .lint_rounds = given->lint_rounds,
        .on_event = on_event,
        .data = edit,
        .interrupted = cli_interrupt_watch(),
        .interrupt_fd = cli_interrupt_fd(),
        .web = means->web ? cli_edit_web(edit) : NULL,
    };
    g_autoptr(GError) local = NULL;
    edit->stops_cleanly = TRUE;
    if (!given->quiet) {
        cli_interrupt_tell();
    }
    cli_talk_begin(edit, means->model, &options);
    if (!start_recording(means, given, options.seed, error)) {
        g_clear_pointer(&edit->session, fairy_session_free);
        return CLI_EXIT_INPUT;
    }
    options.context.recording = means->recording;
    g_autofree char *words = cli_resume_words(edit);
    if (edit->resumed != NULL && edit->resumed->over && !edit->anew && words == NULL) {
        return CLI_EXIT_DONE; /* it only has to be written, or kept */
    }
    g_autoptr(FairyExecutor) executor = fairy_ask(edit->doc, words, &options, &local);
    cli_talk_note(edit, means->model, means->budget);
    cli_report_usage(&edit->report, means->budget);
    int code = cli_exit_code(local);
    note_end(edit, code);
    if (local != NULL) {
        g_propagate_error(error, g_steal_pointer(&local));
    } else if (fairy_executor_has_refusals(executor)) {
        code = CLI_EXIT_REFUSED;
    }
    return code;
}

/* A limit: what the command line says, else the settings. */
static double limit_of(double given, const FairySettings *settings, const char *setting)
{
    double number = CLI_NO_LIMIT;
    if (given != CLI_UNSET) {
        return given;
    }
    return fairy_settings_number(settings, setting, &number) ? number : CLI_NO_LIMIT;
}

static FairyBudget *new_budget(const CliOptions *given, const FairySettings *settings)
{
    FairyBudgetLimits limits = {
        .requests = (gint64)limit_of((double)given->max_requests, settings, "max-requests"),
        .tokens = (gint64)limit_of((double)given->run_tokens, settings, "max-tokens"),
        .usd = limit_of(given->max_cost, settings, "max-cost"),
        .time_ms = -1,
    };
    return fairy_budget_new(&limits, NULL, NULL);
}

static gboolean find_means(Means *means, const CliOptions *options, GError **error)
{
    means->settings = fairy_settings_load(error);
    if (means->settings == NULL) {
        return FALSE;
    }
    means->model = options->model != NULL ? g_strdup(options->model)
                                          : fairy_settings_get(means->settings, "model");
    g_autofree char *web = fairy_settings_get(means->settings, "web");
    means->web = g_strcmp0(web, "off") != 0;
    means->budget = new_budget(options, means->settings);
    double seconds = 0;
    means->timeout_ms = options->timeout_ms;
    if (options->timeout_ms == 0 && fairy_settings_number(means->settings, "timeout", &seconds)) {
        means->timeout_ms = (guint)(seconds * 1000);
    }
    return TRUE;
}

static void clear_means(Means *means)
{
    if (means->recording != NULL) {
        fairy_recording_total(means->recording, fairy_budget_usage(means->budget),
                              fairy_budget_cost(means->budget));
        fairy_recording_close(means->recording, NULL); /* what went wrong was told when it did */
    }
    fairy_budget_free(means->budget);
    fairy_settings_free(means->settings);
    g_free(means->model);
}

static int run(const CliOptions *options, const char *words, const FairyCheckpoint *resumed)
{
    Means means = {0};
    g_autoptr(GError) error = NULL;
    int code;
    if (find_means(&means, options, &error)) {
        const FairyJournalWriterInfo info = {
            .command = "ask", .model = means.model, .words = words};
        code = cli_edit_run(options, &info, CLI_LINES_HUMAN, resumed, ask, &means);
    } else {
        code = cli_print_error(error);
    }
    clear_means(&means);
    return code;
}

static int fail(const char *message)
{
    return cli_print_failure(CLI_EXIT_USAGE, "%s", message);
}

static int check_words(const char *prompt)
{
    g_autofree char *words = g_strstrip(g_strdup(prompt));
    if (!g_utf8_validate(prompt, -1, NULL)) {
        return fail("the prompt isn't UTF-8; write it in UTF-8");
    }
    if (*words == '\0') {
        return fail(
            "the prompt is empty; say what should change, e.g. \"align the red boxes left\"");
    }
    return CLI_EXIT_DONE;
}

static int resume(const CliOptions *options)
{
    g_auto(CliResume) found = {0};
    g_autoptr(GError) error = NULL;
    if (options->in_place || options->output != NULL || options->no_session) {
        return fail("--resume writes where the run would have, and goes on with its session; "
                    "leave out -i, -o and --no-session");
    }
    return cli_resume_find(&found, options, &error) ? run(&found.options, found.words, found.run)
                                                    : cli_print_error(error);
}

int cli_ask(const CliOptions *options)
{
    const char *prompt = options->operands[1];
    g_autoptr(GError) error = NULL;
    if (prompt == NULL && !options->resume) {
        return fail("ask takes FILE PROMPT; the prompt is missing; \"fairy ask --help\" tells how");
    }
    if (options->session != NULL && options->no_session) {
        return fail("--session and --no-session exclude each other; keep one");
    }
    if (prompt != NULL && check_words(prompt) != CLI_EXIT_DONE) {
        return CLI_EXIT_USAGE;
    }
    if (options->session != NULL && !fairy_session_check_name(options->session, &error)) {
        return cli_print_error(error);
    }
    g_autofree char *words = prompt != NULL ? g_strstrip(g_strdup(prompt)) : NULL;
    return options->resume ? resume(options) : run(options, words, NULL);
}
