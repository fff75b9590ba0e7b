/* fairy watch: what fairies of another process do, as they do it. */
#include "commands.h"
#include "reach.h"
#include "report.h"
#include "watched.h"

#include <glib-unix.h>

#include <string.h>
#include <unistd.h>

typedef struct {
    CliReport report;
    CliWatched watched;
    gboolean ended; /* the run said so */
    guint closed;   /* looks whether anybody reads what is printed; 0 = not any more */
} Watch;

static const char *string_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

/* The code with which that run ends; its own process may say another when it can't print. */
static int code_of(const char *end)
{
    for (guint i = 0; end != NULL && i <= FAIRY_JOB_INTERRUPTED; i++) {
        if (strcmp(fairy_job_end_name((FairyJobEnd)i), end) == 0) {
            return cli_exit_of((FairyJobEnd)i);
        }
    }
    return CLI_EXIT_INPUT;
}

static void tell_end(Watch *watch, const cJSON *json)
{
    const char *why = string_of(json, "error");
    g_autoptr(GError) error =
        why != NULL ? g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CONTROL, why) : NULL;
    for (guint i = 0; i < G_N_ELEMENTS(watch->report.counts); i++) {
        const cJSON *count =
            cJSON_GetObjectItemCaseSensitive(json, fairy_status_name((FairyStatus)i));
        watch->report.counts[i] = (guint)MAX(cJSON_GetNumberValue(count), 0);
    }
    cli_report_end(&watch->report, string_of(json, "output"), TRUE, code_of(string_of(json, "end")),
                   error);
    watch->report.live = NULL;
    if (error != NULL) {
        cli_print_failure(CLI_EXIT_DONE, "the run ended: %s", why);
    }
    watch->ended = TRUE;
}

static void tell_words(const Watch *watch, const cJSON *json)
{
    const char *words = string_of(json, "words");
    if (watch->report.lines == CLI_LINES_HUMAN && words != NULL) {
        cli_live_clear(watch->report.live);
        cli_print_line(stderr, "told: %s", words);
    }
}

/* Somebody joins, leaves, or leads from now on: as the run's own terminal has it. FALSE: it is
 * about something else. */
static gboolean tell_change(Watch *watch, const cJSON *json)
{
    static const char *const changes[] = {"joined", "left", "leads", NULL};
    const char *message = string_of(json, "message");
    if (!g_strv_contains(changes, string_of(json, "event"))) {
        return FALSE;
    }
    if (message != NULL) {
        cli_report_line(&watch->report, message);
    }
    return TRUE;
}

/* Whoever read what is printed may have left. */
static void on_event(const cJSON *json, gpointer data)
{
    Watch *watch = data;
    const char *name = string_of(json, "event");
    if (strcmp(name, "end") == 0) {
        tell_end(watch, json);
    } else if (watch->report.lines == CLI_LINES_EVENTS) {
        cli_print_json(stdout, cJSON_Duplicate(json, TRUE));
    } else if (strcmp(name, "told") == 0) {
        tell_words(watch, json);
    } else if (tell_change(watch, json)) {
        /* that is all */
    } else if (cli_watched_read(&watch->watched, json)) {
        cli_report_event(&watch->report, &watch->watched.event);
    }
    if (fflush(stdout) != 0) {
        watch->ended = TRUE;
        cli_reach_leave();
    }
}

/* Also where nothing is printed for long. */
static gboolean on_closed(int fd, GIOCondition condition, gpointer data)
{
    (void)fd, (void)condition;
    Watch *watch = data;
    watch->closed = 0;
    watch->ended = TRUE;
    cli_reach_leave();
    return G_SOURCE_REMOVE;
}

int cli_watch(const CliOptions *options)
{
    Watch watch = {.report = cli_report_new(options, CLI_LINES_HUMAN, NULL)};
    FairyReachOptions reach = cli_reach_options(options, FAIRY_REACH_WATCH);
    reach.event = on_event;
    reach.data = &watch;
    watch.closed = g_unix_fd_add(STDOUT_FILENO, G_IO_ERR | G_IO_HUP, on_closed, &watch);
    int code = cli_reach(&reach, NULL);
    g_clear_handle_id(&watch.closed, g_source_remove);
    if (code == CLI_EXIT_DONE && !watch.ended) {
        code = cli_print_failure(CLI_EXIT_INPUT,
                                 "%s: the run ended without a word, as if it had been killed",
                                 options->operands[0]);
    }
    cli_live_free(watch.ended ? NULL : watch.report.live);
    cli_watched_clear(&watch.watched);
    return code;
}
