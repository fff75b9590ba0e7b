/* Reports of a batch. */
#include "batch_report.h"

#include "live.h"
#include "print.h"

#include <fairy/usage.h>

#include <unistd.h>

enum { SHOW_US = 100000, MINUTE = 60, HOUR = 3600 };
enum { SHORT_WAIT_MS = 10000 }; /* that is told only the first time */

CliBatchReport cli_batch_report_new(const CliOptions *options)
{
    return (CliBatchReport){.format = options->format,
                            .json = options->json,
                            .quiet = options->quiet,
                            .verbose = options->verbose,
                            .dry = options->dry_run,
                            .live = !options->quiet && cli_live_is_able(),
                            .findings = options->check && !options->json && !options->quiet
                                            ? cli_findings_new(options->format, "fairy batch")
                                            : NULL};
}

static void clear(CliBatchReport *report)
{
    if (report->shown) {
        cli_print_rows(NULL, 0);
        report->shown = FALSE;
    }
}

/* --- the line that comes and goes ------------------------------------------------------------- */

static char *duration(double seconds)
{
    return seconds >= HOUR     ? g_strdup_printf("%.1f h", seconds / HOUR)
           : seconds >= MINUTE ? g_strdup_printf("%.0f min", seconds / MINUTE)
                               : g_strdup_printf("%.0f s", seconds);
}

static guint ended(const FairyBatchTotals *totals)
{
    guint n = 0;
    for (guint i = FAIRY_BATCH_WAITING + 1; i < FAIRY_BATCH_STATES; i++) {
        n += totals->states[i];
    }
    return n;
}

static void show(CliBatchReport *report, const FairyBatchTotals *totals)
{
    gint64 now = g_get_monotonic_time();
    guint n = ended(totals), worked = n - totals->n_former;
    double used = (double)(now - totals->begun) / G_USEC_PER_SEC;
    if (!report->live || now < report->next_show || worked == 0 || used <= 0) {
        return;
    }
    g_autofree char *left = duration(used / worked * (totals->n - n));
    g_autofree char *cost = fairy_usd_text(totals->usd);
    g_autofree char *failed =
        totals->states[FAIRY_BATCH_FAILED] > 0
            ? g_strdup_printf(", %u failed", totals->states[FAIRY_BATCH_FAILED])
            : g_strdup("");
    g_autofree char *row =
        g_strdup_printf("%u of %u, %.3g/s, %s left%s%s%s", n, totals->n, worked / used, left,
                        totals->usd > 0 ? ", " : "", totals->usd > 0 ? cost : "", failed);
    cli_print_rows((const char *const[]){row}, 1);
    report->shown = TRUE;
    report->next_show = now + SHOW_US;
}

/* --- a drawing -------------------------------------------------------------------------------- */

static gboolean went_well(const FairyBatchFile *file)
{
    return file->state == FAIRY_BATCH_DONE || file->state == FAIRY_BATCH_UNCHANGED ||
           file->skip == FAIRY_SKIP_DUPLICATE || file->skip == FAIRY_SKIP_NOT_CHOSEN;
}

static gboolean is_told(const CliBatchReport *report, const FairyBatchFile *file)
{
    gboolean terminal = report->live && isatty(STDOUT_FILENO);
    return !report->quiet && (report->json || report->verbose || report->dry ||
                              (!file->former && !(terminal && went_well(file))));
}

static void print_estimate(const FairyBatchFile *file)
{
    g_autofree char *tokens = fairy_count_text(file->prompt_tokens);
    g_autofree char *cost = fairy_usd_text(file->usd);
    cli_print_line(stdout, "%s: about %s tokens to read, %s", file->path, tokens, cost);
}

/* What would be done is among its findings. */
static void print_findings(const CliBatchReport *report, const FairyBatchFile *file)
{
    gboolean failed = file->state == FAIRY_BATCH_FAILED || file->state == FAIRY_BATCH_PARTLY;
    g_autofree char *failure =
        failed ? g_strdup_printf("%s: %s", fairy_batch_state_name(file->state),
                                 file->reason != NULL ? file->reason : "it isn't told why")
               : NULL;
    if (failed && report->format == CLI_FORMAT_TEXT) {
        cli_print_line(stdout, "%s:1:1: %s", file->path, failure);
    }
    cli_findings_add(report->findings, file->path, file->findings, failure);
}

static void print_file(const CliBatchReport *report, const FairyBatchFile *file)
{
    const char *skip = fairy_batch_skip_name(file->skip);
    if (report->json) {
        cli_print_json(stdout, fairy_batch_file_json(file));
    } else if (report->dry && file->state == FAIRY_BATCH_UNCHANGED) {
        print_estimate(file);
    } else {
        cli_print_line(stdout, "%s%s%s %s%s%s", fairy_batch_state_name(file->state),
                       skip != NULL ? "-" : "", skip != NULL ? skip : "", file->path,
                       file->reason != NULL ? ": " : "", file->reason != NULL ? file->reason : "");
    }
}

void cli_batch_report_file(CliBatchReport *report, const FairyBatchFile *file,
                           const FairyBatchTotals *totals)
{
    report->prompt_tokens += file->prompt_tokens;
    if (report->findings == NULL && is_told(report, file)) {
        clear(report);
        print_file(report, file);
        fflush(stdout); /* whoever reads it wants to know now */
    }
    show(report, totals);
}

void cli_batch_report_findings(CliBatchReport *report, const FairyBatch *batch)
{
    clear(report);
    for (guint i = 0; report->findings != NULL && i < fairy_batch_n_files(batch); i++) {
        FairyBatchFile file;
        fairy_batch_file(batch, i, &file);
        print_findings(report, &file);
    }
    if (report->findings != NULL) {
        cli_findings_end(report->findings);
        g_clear_pointer(&report->findings, cli_findings_free);
    }
}

void cli_batch_report_line(CliBatchReport *report, const char *line)
{
    clear(report);
    cli_print_failure(CLI_EXIT_DONE, "%s", line);
}

static void print_wait(const char *why, gint64 ms)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "waiting", (double)ms / 1000);
    cJSON_AddStringToObject(json, "reason", why);
    cli_print_json(stdout, json);
    fflush(stdout);
}

void cli_batch_report_wait(CliBatchReport *report, const char *why, gint64 ms)
{
    if (report->quiet) {
        return;
    }
    if (report->json) {
        print_wait(why, ms);
    } else if (!report->waited || ms >= SHORT_WAIT_MS) {
        g_autofree char *time = duration((double)ms / 1000);
        clear(report);
        cli_print_line(stderr, "all wait for the server, %s: %s", time, why);
    }
    report->waited = TRUE;
}

/* --- the end ---------------------------------------------------------------------------------- */

static char *states_text(const FairyBatchTotals *totals)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < FAIRY_BATCH_STATES; i++) {
        if (totals->states[i] > 0) {
            g_string_append_printf(text, "%s%u %s", text->len > 0 ? ", " : "", totals->states[i],
                                   fairy_batch_state_name((FairyBatchState)i));
        }
    }
    return g_string_free(text, FALSE);
}

static void print_totals(const FairyBatchTotals *totals)
{
    g_autofree char *states = states_text(totals);
    g_autofree char *used = duration((double)totals->used_us / G_USEC_PER_SEC);
    g_autofree char *tokens = fairy_count_text(totals->tokens), *cost = fairy_usd_text(totals->usd);
    cli_print_line(stderr, "%u drawing%s: %s; %s%s%s%s%s", totals->n, totals->n == 1 ? "" : "s",
                   states, used, totals->tokens > 0 ? "; " : "", totals->tokens > 0 ? tokens : "",
                   totals->tokens > 0 ? " tokens, " : "", totals->tokens > 0 ? cost : "");
}

static void print_estimates(const CliBatchReport *report, const FairyBatchTotals *totals)
{
    guint n = MAX(totals->states[FAIRY_BATCH_UNCHANGED], 1);
    g_autofree char *tokens = fairy_count_text(report->prompt_tokens);
    g_autofree char *cost = fairy_usd_text(totals->usd);
    g_autofree char *each = fairy_usd_text(totals->usd / n * 1000);
    cli_print_line(stderr,
                   "%u drawing%s: about %s tokens to read, %s with one answer each; %s for a "
                   "thousand of them",
                   totals->n, totals->n == 1 ? "" : "s", tokens, cost, each);
}

static void print_json_totals(const FairyBatchEnding *ending, const char *run, int code)
{
    const FairyBatchTotals *totals = ending->totals;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "exit", code);
    cJSON_AddNumberToObject(json, "drawings", totals->n);
    for (guint i = 0; i < FAIRY_BATCH_STATES; i++) {
        cJSON_AddNumberToObject(json, fairy_batch_state_name((FairyBatchState)i),
                                totals->states[i]);
    }
    cJSON_AddNumberToObject(json, "tokens", (double)totals->tokens);
    cJSON_AddNumberToObject(json, "usd", totals->usd);
    g_autofree char *name = run != NULL ? g_utf8_make_valid(run, -1) : NULL;
    if (name != NULL) {
        cJSON_AddStringToObject(json, "run", name);
    }
    cli_print_json(stdout, json);
}

void cli_batch_report_end(CliBatchReport *report, const FairyBatchEnding *ending, const char *run,
                          gboolean in_place, int code)
{
    clear(report);
    if (report->quiet) {
        return;
    }
    if (report->json) {
        print_json_totals(ending, run, code);
    } else if (report->dry) {
        print_estimates(report, ending->totals);
    } else {
        print_totals(ending->totals);
    }
    if (!report->json && in_place &&
        ending->totals->states[FAIRY_BATCH_DONE] + ending->totals->states[FAIRY_BATCH_PARTLY] > 0) {
        cli_print_line(stderr, "\"fairy batch undo %s\" takes it back", run);
    }
}
