/* Reports for people and for programs. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_IDS_SHOWN = 8, SOON_MS = 100 };

CliReport cli_report_new(const CliOptions *options, CliLines lines, const char *output)
{
    CliReport report = {.lines = lines, .json_output = options->json};
    if (options->json) {
        report.lines = CLI_LINES_JSON;
    }
    if (options->events) {
        report.lines = CLI_LINES_EVENTS;
    }
    if (options->quiet) {
        report.lines = CLI_LINES_NONE;
    }
    gboolean taken = g_strcmp0(output, "-") == 0;
    report.stream = taken || report.lines == CLI_LINES_HUMAN ? stderr : stdout;
    return report;
}

/* Where no file can be made for them, they are told at once. */
void cli_report_hold(CliReport *report)
{
    report->held = report->lines != CLI_LINES_NONE ? tmpfile() : NULL;
}

static FILE *stream_of(const CliReport *report)
{
    return report->held != NULL     ? report->held
           : report->unkept != NULL ? report->unkept
                                    : report->stream;
}

static void tell_kept(CliReport *report)
{
    fclose(report->unkept);
    report->unkept = NULL;
    cli_live_clear(report->live);
    cli_print_again(report->stream, report->unkept_text, report->unkept_len);
    fflush(report->stream);
    free(report->unkept_text);
}

/* Where there is no room to hold them back, they are told at once. */
void cli_report_keep(CliReport *report, gboolean kept)
{
    if (kept && report->unkept != NULL) {
        tell_kept(report);
    } else if (!kept && report->unkept == NULL && report->lines != CLI_LINES_NONE) {
        report->unkept = open_memstream(&report->unkept_text, &report->unkept_len);
    }
}

static void tell_held(CliReport *report)
{
    char chunk[4096];
    gsize n;
    rewind(report->held);
    while ((n = fread(chunk, 1, sizeof chunk, report->held)) > 0) {
        cli_print_again(report->stream, chunk, n);
    }
    cli_report_clear(report);
}

gboolean cli_report_release(CliReport *report, GError **error)
{
    cli_live_clear(report->live);
    if (report->held != NULL) {
        tell_held(report);
    }
    return cli_flush(error);
}

void cli_report_clear(CliReport *report)
{
    if (report->held != NULL) {
        fclose(report->held);
        report->held = NULL;
    }
}

static cJSON *new_event(const char *name)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "event", name);
    return event;
}

void cli_report_start(const CliReport *report, const char *command, const char *file)
{
    if (report->lines != CLI_LINES_EVENTS) {
        return;
    }
    g_autofree char *shown = g_utf8_make_valid(file, -1);
    cJSON *event = new_event("start");
    cJSON_AddStringToObject(event, "command", command);
    cJSON_AddStringToObject(event, "file", shown);
    cli_print_json(report->stream, event);
}

static char *join_ids(char **ids)
{
    guint n = ids != NULL ? g_strv_length(ids) : 0;
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(n, MAX_IDS_SHOWN); i++) {
        g_string_append_printf(out, "%s%s", i > 0 ? ", " : "", ids[i]);
    }
    if (n > MAX_IDS_SHOWN) {
        g_string_append_printf(out, " and %u more", n - MAX_IDS_SHOWN);
    }
    return g_string_free(out, FALSE);
}

static void print_human(FILE *stream, const FairyOutcome *outcome)
{
    g_autofree char *ids = join_ids(outcome->shape_ids);
    const char *detail = outcome->detail != NULL ? outcome->detail : "";
    if (outcome->status == FAIRY_REFUSED) {
        gboolean action = !g_str_equal(outcome->type, "unknown");
        cli_print_line(stream, "refused%s%s: %s", action ? " " : "", action ? outcome->type : "",
                       detail);
    } else if (*ids == '\0') {
        cli_print_words(stream, *detail ? detail : outcome->type);
    } else if (*detail == '\0') {
        cli_print_line(stream, "%s  %s", outcome->type, ids);
    } else {
        cli_print_line(stream, "%s  %s  (%s)", outcome->type, ids, detail);
    }
}

static void report_action(const CliReport *report, const FairyOutcome *outcome)
{
    if (report->lines == CLI_LINES_HUMAN) {
        print_human(stream_of(report), outcome);
    } else if (report->lines == CLI_LINES_JSON) {
        cli_print_json(stream_of(report), fairy_outcome_json(outcome));
    }
}

static void report_wait(const CliReport *report, const FairyEvent *event)
{
    if (report->lines != CLI_LINES_NONE) {
        g_autofree char *when =
            event->wait_ms < SOON_MS
                ? g_strdup("going on")
                : g_strdup_printf("trying again in %.1f s", (double)event->wait_ms / 1000);
        cli_print_line(stderr, "fairy: %s; %s", event->api_error->message, when);
    }
}

static gboolean prints(FairyEventKind kind)
{
    return kind == FAIRY_EVENT_ACTION || kind == FAIRY_EVENT_WAIT || kind == FAIRY_EVENT_WARNING ||
           kind == FAIRY_EVENT_REST;
}

void cli_report_event(CliReport *report, const FairyEvent *event)
{
    if (report->live == NULL && report->lines == CLI_LINES_HUMAN) {
        report->live = cli_live_new();
    }
    if (prints(event->kind)) {
        cli_live_clear(report->live);
    }
    cli_live_event(report->live, event);
    if (event->kind == FAIRY_EVENT_ACTION) {
        report->counts[event->outcome->status]++;
    }
    if (report->lines == CLI_LINES_EVENTS && event->kind != FAIRY_EVENT_REST) {
        cli_print_json(stream_of(report), fairy_event_json(event)); /* "end" tells of the rest */
    } else if (event->kind == FAIRY_EVENT_ACTION) {
        report_action(report, event->outcome);
    } else if (event->kind == FAIRY_EVENT_WAIT) {
        report_wait(report, event);
    } else if (event->kind == FAIRY_EVENT_WARNING) {
        cli_print_failure(CLI_EXIT_INPUT, "%s", event->message);
    }
    if (prints(event->kind)) {
        cli_live_show_again(report->live);
    }
    if (report->held == NULL) {
        fflush(report->stream); /* whoever reads it wants to know now */
    }
}

void cli_report_line(CliReport *report, const char *line)
{
    cli_live_clear(report->live);
    cli_print_failure(CLI_EXIT_DONE, "%s", line);
}

void cli_report_merge(const CliReport *report, const SvgMerge *merge)
{
    cJSON *json = report->lines == CLI_LINES_EVENTS ? new_event("merge") : cJSON_CreateObject();
    cJSON_AddItemToObject(json, "merge", fairy_job_merge_json(merge));
    if (report->lines == CLI_LINES_EVENTS || report->json_output) {
        cli_print_json(report->stream, json);
    } else {
        cJSON_Delete(json);
    }
}

void cli_report_usage(const CliReport *report, const FairyBudget *budget)
{
    const FairyUsage *usage = fairy_budget_usage(budget);
    cli_live_clear(report->live);
    if (report->lines == CLI_LINES_HUMAN && fairy_usage_tokens(usage) > 0) {
        g_autofree char *text = fairy_usage_text(usage, fairy_budget_cost(budget));
        cli_print_line(stderr, "%s", text);
    }
}

static void print_end_event(const CliReport *report, const char *output, int code,
                            const GError *error)
{
    cJSON *event = new_event("end");
    cJSON_AddNumberToObject(event, "exit", code);
    for (guint i = 0; i < G_N_ELEMENTS(report->counts); i++) {
        cJSON_AddNumberToObject(event, fairy_status_name((FairyStatus)i), report->counts[i]);
    }
    if (output != NULL) {
        cJSON_AddStringToObject(event, "output", output);
    }
    if (error != NULL) {
        cJSON_AddStringToObject(event, "error", error->message);
    }
    cli_print_json(report->stream, event);
}

void cli_report_end(const CliReport *report, const char *output, gboolean tell_output, int code,
                    const GError *error)
{
    cli_live_free(report->live);
    g_autofree char *shown = output != NULL ? g_utf8_make_valid(output, -1) : NULL;
    if (report->lines == CLI_LINES_EVENTS) {
        print_end_event(report, shown, code, error);
    } else if (output != NULL && report->json_output) {
        cJSON *line = cJSON_CreateObject();
        cJSON_AddStringToObject(line, "output", shown);
        cli_print_json(report->stream, line);
    } else if (output != NULL && tell_output) {
        cli_print_result(output);
    }
}
