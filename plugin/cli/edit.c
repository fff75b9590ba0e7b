/* A job from its beginning to its exit code. */
#include "edit.h"

#include "interrupt.h"

#include <string.h>

gboolean cli_check_words(const char *words)
{
    g_autofree char *bare = g_strstrip(g_strdup(words));
    const char *why =
        !g_utf8_validate(words, -1, NULL) ? "the prompt isn't UTF-8; write it in UTF-8"
        : *bare == '\0'
            ? "the prompt is empty; say what should change, e.g. \"align the red boxes left\""
            : NULL;
    if (why != NULL) {
        cli_print_failure(CLI_EXIT_USAGE, "%s", why);
    }
    return why == NULL;
}

static gboolean check_output(const CliOptions *options, const char *file, GError **error)
{
    const char *why = NULL;
    if (options->in_place && options->output != NULL) {
        why = "-i and -o exclude each other; keep one";
    } else if (options->in_place && strcmp(file, "-") == 0) {
        why = "standard input can't be written back; use -o OUT in place of -i";
    } else if (options->output != NULL && options->output[0] == '\0') {
        why = "-o needs the name of a file";
    }
    if (why != NULL) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s", why);
    }
    return why == NULL;
}

static FairyJobOutput place_of(const CliOptions *options, const char *file)
{
    gboolean standard = strcmp(options->output != NULL ? options->output : file, "-") == 0;
    return options->in_place         ? FAIRY_JOB_IN_PLACE
           : standard                ? FAIRY_JOB_HANDED
           : options->output != NULL ? FAIRY_JOB_NAMED
                                     : FAIRY_JOB_BESIDE;
}

gboolean cli_job_options(FairyJobOptions *job, const CliOptions *options, const char *command,
                         GError **error)
{
    const char *file = options->operands[0];
    if (!check_output(options, file, error)) {
        return FALSE;
    }
    *job = (FairyJobOptions){
        .command = command,
        .path = file,
        .to = place_of(options, file),
        .output = options->output,
        .force = options->force,
        .forgets = options->no_session,
        .session = options->session,
        .no_web = options->no_web,
        .select = (const char *const *)options->select,
        .context = (const char *const *)options->context,
        .mode = options->mode,
        .fairies = options->fairies,
        .areas = (const char *const *)options->area,
        .view = options->view,
        .origin = options->origin,
        .has_origin = options->has_origin,
        .lint_rounds = options->lint_rounds,
    };
    return TRUE;
}

/* --- what is told ----------------------------------------------------------------------------- */

/* Until the drawing is read an interruption ends the program, whatever it waits for. */
static void watch(gpointer report)
{
    (void)report;
    cli_interrupt_watch();
}

static void watch_and_tell(gpointer report)
{
    watch(report);
    cli_interrupt_tell();
}

static void on_event(const FairyEvent *event, gpointer report)
{
    cli_report_event(report, event);
}

static void on_kept(gboolean kept, gpointer report)
{
    cli_report_keep(report, kept);
}

static void on_warning(const char *line, gpointer report)
{
    cli_report_line(report, line);
}

static gboolean on_report(gpointer report, GError **error)
{
    return cli_report_release(report, error);
}

static gboolean on_drawing(SvgDocument *doc, gpointer report, GError **error)
{
    (void)report;
    return cli_print_drawing(doc, error);
}

static void on_merged(const SvgMerge *merge, gpointer report)
{
    cli_report_merge(report, merge);
}

static void on_hold(gboolean writing, gpointer report)
{
    (void)report;
    if (writing) {
        cli_interrupt_hold();
    } else {
        cli_interrupt_release();
    }
}

/* What became of what was finished, and how to have the rest. */
static GError *explain(const FairyJobEnding *ending)
{
    GError *error = ending->error != NULL ? g_error_copy(ending->error) : NULL;
    if (error == NULL) {
        return NULL;
    }
    g_autofree char *hint =
        ending->resume != NULL
            ? g_strdup_printf("; \"fairy ask %s --resume\" goes on", ending->resume)
            : g_strdup("");
    g_autofree char *said = error->message;
    if (ending->end != FAIRY_JOB_INTERRUPTED) {
        error->message = g_strconcat(said, hint, NULL);
    } else if (ending->written) {
        error->message = g_strconcat("interrupted; what was finished is in ",
                                     ending->path != NULL ? ending->path : "-", hint, NULL);
    } else {
        error->message = g_strconcat("interrupted; nothing was written", hint, NULL);
    }
    return error;
}

static int tell_end(CliReport *report, const FairyJobEnding *ending, gboolean tell_output)
{
    g_autoptr(GError) error = explain(ending);
    int code = cli_exit_of(ending->end);
    const char *output = ending->path != NULL ? ending->path : "-";
    if (ending->budget != NULL) {
        cli_report_usage(report, ending->budget);
    }
    cli_report_end(report, ending->written ? output : NULL, tell_output, code, error);
    if (error != NULL) {
        cli_print_error(error);
    }
    return code;
}

int cli_job_run(FairyJobOptions *options, const CliOptions *given, CliLines lines, gboolean held)
{
    g_autoptr(GError) error = NULL;
    CliReport report = {0};
    gboolean tells = !options->has_reply && !given->quiet;
    options->interrupted = cli_interrupt_flag();
    options->interrupt_fd = cli_interrupt_fd();
    options->funcs = (FairyJobFuncs){.begin = tells ? watch_and_tell : watch,
                                     .event = on_event,
                                     .kept = on_kept,
                                     .warn = on_warning,
                                     .hint = given->quiet ? NULL : on_warning,
                                     .note = given->verbose ? on_warning : NULL,
                                     .report = on_report,
                                     .deliver = on_drawing,
                                     .merged = on_merged,
                                     .hold = on_hold};
    options->data = &report;
    g_autoptr(FairyJob) job = fairy_job_new(options, &error);
    if (job == NULL) {
        return cli_print_error(error);
    }
    const char *output = fairy_job_writes(job);
    gboolean named = options->to != FAIRY_JOB_BESIDE && !options->resume;
    report = cli_report_new(given, lines, output != NULL ? output : "-");
    cli_report_start(&report, options->command, fairy_job_reads(job));
    if (held) {
        cli_report_hold(&report);
    }
    int code = tell_end(&report, fairy_job_wait(job), !named);
    cli_report_clear(&report);
    return code;
}
