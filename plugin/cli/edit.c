/* Load, change, save: the frame of `ask` and `apply`. */
#include "edit.h"

#include "interrupt.h"
#include "resume.h"
#include "talk.h"

#include <stdlib.h>
#include <string.h>

static const char *const endings[] = {".svg", ".svgz", ".svg.gz", NULL};

char *cli_default_output(const char *file)
{
    if (strcmp(file, "-") == 0) {
        return g_strdup("-");
    }
    gsize len = strlen(file);
    for (const char *const *ending = endings; *ending != NULL; ending++) {
        gsize n = strlen(*ending);
        if (len > n && file[len - n - 1] != '/' &&
            g_ascii_strcasecmp(file + len - n, *ending) == 0) {
            return g_strdup_printf("%.*s.fairy%s", (int)(len - n), file, file + len - n);
        }
    }
    return g_strconcat(file, ".fairy.svg", NULL);
}

const FairyWeb *cli_edit_web(const CliEdit *edit)
{
    static const FairyWeb web = {0};
    return edit->options->no_web ? NULL : &web;
}

static gboolean is_same_file(const char *a, const char *b)
{
    g_autofree char *left = realpath(a, NULL), *right = realpath(b, NULL);
    return left != NULL && right != NULL && strcmp(left, right) == 0;
}

gboolean cli_check_selection(SvgDocument *doc, char *const *ids, GError **error)
{
    for (; ids != NULL && *ids != NULL; ids++) {
        g_autoptr(SvgShape) shape = svg_document_shape(doc, *ids, error);
        if (shape == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

void cli_edit_record(const CliEdit *edit, const FairyOutcome *outcome)
{
    if (edit->record != NULL) {
        fairy_journal_writer_add(edit->record, outcome);
    }
}

void cli_edit_outcome(const FairyOutcome *outcome, gpointer data)
{
    CliEdit *edit = data;
    cli_report_outcome(outcome, &edit->report);
    cli_edit_record(edit, outcome);
}

void cli_edit_fold(CliEdit *edit)
{
    if (edit->record != NULL) {
        fairy_journal_writer_fold(edit->record);
    } else {
        svg_document_fold(edit->doc, 0);
    }
}

static void say(const CliEdit *edit, const char *what, const char *path, gint64 since)
{
    if (!edit->options->verbose) {
        return;
    }
    SvgBox page = svg_document_page(edit->doc);
    cli_print_failure(CLI_EXIT_DONE, "%s %s, page %g x %g, version %u, %.1f ms", what, path, page.w,
                      page.h, svg_document_version(edit->doc),
                      (double)(g_get_monotonic_time() - since) / 1000);
}

static gboolean load(CliEdit *edit, GError **error)
{
    gint64 start = g_get_monotonic_time();
    edit->doc = svg_document_load(edit->file, error);
    if (edit->doc == NULL) {
        return FALSE;
    }
    say(edit, "read", edit->file, start);
    return TRUE;
}

static gboolean commit(gpointer saving, GError **error)
{
    return svg_saving_commit(saving, error);
}

/* The drawing is on its way to the disk while the journal is told. */
static gboolean keep_and_write(CliEdit *edit, GError **error)
{
    g_autoptr(SvgSaving) saving = svg_document_save_begin(
        edit->doc, edit->output, !edit->options->in_place, fairy_claim_state(edit->claim), error);
    if (saving == NULL || edit->record == NULL) {
        return saving != NULL && commit(saving, error);
    }
    g_autofree char *warning = NULL;
    gboolean good = fairy_journal_writer_save(edit->record, edit->output, edit->goes_on, commit,
                                              saving, &warning, error);
    edit->warned = warning != NULL;
    if (edit->warned) {
        cli_print_failure(CLI_EXIT_DONE, "%s", warning);
    }
    return good;
}

static gboolean claim_output(CliEdit *edit, GError **error)
{
    if (edit->claim == NULL) {
        edit->claim = fairy_claim_new(edit->output, error);
    }
    return edit->claim != NULL && fairy_claim_check(edit->claim, error);
}

static gboolean write_drawing(CliEdit *edit, GError **error)
{
    gboolean file = strcmp(edit->output, "-") != 0;
    if (file && !claim_output(edit, error)) {
        return FALSE;
    }
    cli_interrupt_hold();
    gboolean good = file ? keep_and_write(edit, error) : cli_print_drawing(edit->doc, error);
    cli_interrupt_release();
    return good;
}

static gboolean is_changed(const CliEdit *edit)
{
    return edit->redone || svg_document_is_changed(edit->doc);
}

/* The report goes first: when it can't be written, no drawing is. */
static gboolean save(CliEdit *edit, GError **error)
{
    gint64 start = g_get_monotonic_time();
    if (!cli_flush(error)) {
        return FALSE;
    }
    if ((edit->options->in_place || edit->settled) && !is_changed(edit)) {
        return TRUE;
    }
    if (!write_drawing(edit, error)) {
        return FALSE;
    }
    say(edit, "wrote", edit->output, start);
    return TRUE;
}

/* A file that is written back is claimed before it is read. */
static gboolean begin(CliEdit *edit, GError **error)
{
    edit->goes_on = is_same_file(edit->file, edit->output);
    if (edit->goes_on) {
        edit->claim = fairy_claim_new(edit->output, error);
    }
    if ((edit->goes_on && edit->claim == NULL) || !load(edit, error)) {
        return FALSE;
    }
    if (edit->resumed != NULL) {
        cli_resume_apply(edit);
    }
    if (!edit->options->no_session && strcmp(edit->output, "-") != 0) {
        edit->record = fairy_journal_writer_new(edit->doc, edit->info);
    }
    if (edit->redone) {
        fairy_journal_writer_go_on(edit->record, edit->resumed->done);
    }
    return TRUE;
}

/* An interruption writes what was done until then, where there is something. */
static gboolean writes(const CliEdit *edit, int code)
{
    return cli_exit_writes(code) ||
           (code == CLI_EXIT_INTERRUPTED && edit->stops_cleanly && is_changed(edit));
}

static int interrupt(GError **error)
{
    g_clear_error(error);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted; nothing was written");
    return CLI_EXIT_INTERRUPTED;
}

/* What became of what was finished, and how to have the rest. */
static void explain(const CliEdit *edit, int code, GError **error)
{
    if (*error == NULL) {
        return;
    }
    const char *path = edit->written ? edit->output : edit->file;
    gboolean goes_on = edit->kept != 0 && cli_exit_word(code) != NULL;
    g_autofree char *hint =
        goes_on ? g_strdup_printf("; \"fairy ask %s --resume\" goes on", path) : g_strdup("");
    g_autofree char *said = g_steal_pointer(&(*error)->message);
    if (code != CLI_EXIT_INTERRUPTED) {
        (*error)->message = g_strconcat(said, hint, NULL);
    } else if (edit->written) {
        (*error)->message =
            g_strconcat("interrupted; what was finished is in ", edit->output, hint, NULL);
    } else {
        (*error)->message = g_strconcat("interrupted; nothing was written", hint, NULL);
    }
}

static int write_result(CliEdit *edit, int code, GError **error)
{
    g_autoptr(GError) local = NULL;
    edit->written = save(edit, &local);
    if (edit->written) {
        return code;
    }
    g_clear_error(error);
    g_propagate_error(error, g_steal_pointer(&local));
    return CLI_EXIT_INPUT;
}

static int run(CliEdit *edit, CliEditFunc func, GError **error)
{
    if (!begin(edit, error)) {
        return CLI_EXIT_INPUT;
    }
    volatile int *interrupted = cli_interrupt_watch();
    int code = func(edit, error);
    if (*interrupted && !edit->stops_cleanly && cli_exit_writes(code)) {
        code = interrupt(error);
    }
    if (writes(edit, code)) {
        cli_talk_write(edit, code);
        code = write_result(edit, code, error);
    }
    cli_talk_end(edit, code);
    explain(edit, code, error);
    return code;
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

int cli_edit_run(const CliOptions *options, const FairyJournalWriterInfo *info, CliLines lines,
                 const FairyCheckpoint *resumed, CliEditFunc func, gpointer data)
{
    g_autoptr(GError) error = NULL;
    const char *file = options->operands[0];
    if (!check_output(options, file, &error)) {
        return cli_print_error(error);
    }
    CliEdit edit = {
        .options = options, .info = info, .file = file, .resumed = resumed, .data = data};
    edit.output = options->in_place         ? g_strdup(file)
                  : options->output != NULL ? g_strdup(options->output)
                                            : cli_default_output(file);
    edit.told = resumed == NULL &&
                (options->in_place || options->output != NULL || strcmp(edit.output, "-") == 0);
    edit.report = cli_report_new(options, lines, edit.output);
    cli_report_start(&edit.report, info->command, file);
    int code = run(&edit, func, &error);
    cli_report_end(&edit.report, edit.written ? edit.output : NULL, !edit.told, code, error);
    if (error != NULL) {
        cli_print_error(error);
    }
    fairy_session_free(edit.session);
    fairy_checkpoint_free(edit.left);
    fairy_journal_writer_free(edit.record);
    fairy_claim_free(edit.claim);
    svg_document_free(edit.doc);
    g_free(edit.output);
    return code;
}
