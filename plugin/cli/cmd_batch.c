/* fairy batch: the same for many drawings. */
#include "batch_job.h"
#include "batch_merge.h"
#include "batch_report.h"
#include "commands.h"
#include "edit.h"
#include "interrupt.h"
#include "print.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>

enum { USUAL_JOBS = 8 };

static int fail(const char *message)
{
    return cli_print_failure(CLI_EXIT_USAGE, "%s", message);
}

/* --- what is asked ---------------------------------------------------------------------------- */

static gboolean is(const CliOptions *options, const char *name)
{
    return options->job == NULL && options->operands[0] != NULL &&
           strcmp(options->operands[0], name) == 0;
}

static gboolean has_prompt(const CliOptions *options)
{
    return options->actions == NULL && options->job == NULL;
}

static const char *misfit(const CliOptions *options)
{
    guint places = (options->out != NULL) + options->in_place + options->check + options->dry_run;
    if (places == 0) {
        return "say where the drawings are written: --out DIR, or -i to change them; --check and "
               "--dry-run write nothing";
    }
    if (places > 1) {
        return "--out, -i, --check and --dry-run exclude each other; keep one";
    }
    if (options->suffix != NULL && (options->out == NULL || strchr(options->suffix, '/') != NULL)) {
        return "--suffix goes with --out, and is a part of a name, as \".de\"";
    }
    if (options->actions != NULL && options->job != NULL) {
        return "--actions and --job exclude each other; keep one";
    }
    if (options->operands[0] == NULL || (has_prompt(options) && options->operands[1] == NULL)) {
        return "batch takes PROMPT FILE...; the drawings are missing; \"fairy batch --help\" tells "
               "how";
    }
    if (options->format != CLI_FORMAT_TEXT && !options->json && !options->check) {
        return "--format tells what --check finds; add that, or leave it out";
    }
    if (options->actions != NULL && options->dry_run) {
        return "--dry-run estimates what a model costs, and --actions asks none; leave one out";
    }
    return NULL;
}

static FairyBatchTo place_of(const CliOptions *options)
{
    return options->out != NULL ? FAIRY_BATCH_OUT
           : options->in_place  ? FAIRY_BATCH_IN_PLACE
                                : FAIRY_BATCH_NOWHERE;
}

/* As many requests at a time as a server takes; what asks none gains nothing by more than it has
 * threads. */
static guint jobs_of(const CliOptions *options, const FairySettings *settings)
{
    g_autofree char *set = fairy_settings_get(settings, "model");
    const char *model = options->model != NULL ? options->model : set;
    gboolean asks = options->actions == NULL && model != NULL && strcmp(model, "offline") != 0 &&
                    !g_str_has_prefix(model, "replay:");
    return options->jobs > 0 ? options->jobs : asks && !options->dry_run ? USUAL_JOBS : 0;
}

static double cost_of(const CliOptions *options, const FairySettings *settings)
{
    double set = -1;
    fairy_settings_number(settings, "max-cost", &set);
    return options->max_cost == (double)CLI_UNSET ? set : options->max_cost;
}

static FairyJobOptions job_of(const CliOptions *options, const FairySettings *settings,
                              const FairyRoster *roster, const char *words)
{
    return (FairyJobOptions){
        .words = words,
        .settings = settings,
        .roster = roster,
        .model = options->model,
        .max_requests = options->max_requests,
        .max_tokens = options->run_tokens,
        .timeout_ms = options->timeout_ms,
        .no_picture = options->no_picture,
        .no_web = options->no_web,
        .lint_rounds = options->lint_rounds,
        .interrupted = cli_interrupt_flag(),
        .interrupt_fd = cli_interrupt_fd(),
    };
}

/* --- what is told ----------------------------------------------------------------------------- */

static void on_ended(const FairyBatchFile *file, const FairyBatchTotals *totals, gpointer data)
{
    cli_batch_report_file(data, file, totals);
}

static void on_warning(const char *line, gpointer data)
{
    cli_batch_report_line(data, line);
}

static void on_wait(const char *why, gint64 ms, gpointer data)
{
    cli_batch_report_wait(data, why, ms);
}

static int run(const CliOptions *options, const FairyBatchOptions *asked)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyLimiter) limiter = fairy_limiter_new(NULL, NULL);
    fairy_limiter_set_rate(limiter, options->rate_requests, options->rate_tokens);
    CliBatchReport report = cli_batch_report_new(options);
    FairyBatchOptions given = *asked;
    given.funcs = (FairyBatchFuncs){.ended = on_ended, .warn = on_warning, .waits = on_wait};
    given.limiter = limiter;
    given.data = &report;
    cli_interrupt_watch();
    g_autoptr(FairyBatch) batch = fairy_batch_new(&given, &error);
    if (batch == NULL) {
        cli_findings_free(report.findings);
        return cli_print_error(error);
    }
    const FairyBatchEnding *ending = fairy_batch_wait(batch);
    int code = cli_exit_of(ending->end);
    cli_batch_report_findings(&report, batch);
    cli_batch_report_end(&report, ending, fairy_batch_run(batch), options->in_place, code);
    return ending->error != NULL ? cli_print_error(ending->error) : code;
}

/* --- the command ------------------------------------------------------------------------------ */

#define KEPT ((int)4 << 20) /* bytes */

/* Memory that a thread has freed is of use to its own arena alone: many drawings leave a third more
 * behind than where two threads share one. And a run is long: what the largest took is given back.
 */
static void share_memory(const CliOptions *options)
{
#ifdef __GLIBC__
    guint threads = options->threads ? options->threads : g_get_num_processors();
    mallopt(M_ARENA_MAX, (int)CLAMP(threads / 2, 1, G_MAXINT));
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT / 8);
#else
    (void)options;
#endif
}

static int ask(const CliOptions *options, GBytes *reply, GBytes *rows, FairyAnnotation *annotation)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_autoptr(FairyRoster) roster = settings != NULL ? fairy_roster_load(&error) : NULL;
    if (roster == NULL) {
        return cli_print_error(error);
    }
    share_memory(options);
    gboolean says = has_prompt(options);
    g_autofree char *words = says ? g_strstrip(g_strdup(options->operands[0])) : NULL;
    const FairyBatchOptions given = {
        .inputs = (const char *const *)options->operands + says,
        .changed_since = options->changed_since,
        .to = place_of(options),
        .out = options->out,
        .suffix = options->suffix,
        .job = job_of(options, settings, roster, words),
        .reply = reply,
        .reply_name = options->actions,
        .rows = rows,
        .rows_name = options->csv,
        .annotation = annotation,
        .max_cost = cost_of(options, settings),
        .jobs = jobs_of(options, settings),
        .threads = options->threads,
        .sample = options->sample,
        .shard = options->shard,
        .shards = options->shards,
        .resume = options->resume,
        .retry_failed = options->retry_failed,
        .dry = options->dry_run,
    };
    return run(options, &given);
}

static void on_undone(const char *path, const char *why, gpointer data)
{
    gboolean *all = data;
    *all = *all && why == NULL;
    cli_print_line(stdout, "%s %s%s%s", why == NULL ? "undone" : "kept", path,
                   why == NULL ? "" : ": ", why == NULL ? "" : why);
}

static int undo(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    gboolean all = TRUE;
    const char *const *operands = (const char *const *)options->operands;
    if (operands[1] == NULL) {
        return fail("batch undo takes RUN [FILE...]; RUN is the folder that was written to, or the "
                    "name that \"fairy batch -i\" told");
    }
    const char *const *files = operands[2] != NULL ? operands + 2 : NULL;
    if (!fairy_batch_undo(operands[1], files, on_undone, &all, &error)) {
        return cli_print_error(error);
    }
    return all ? CLI_EXIT_DONE : CLI_EXIT_REFUSED;
}

static gboolean read_file(const char *path, GBytes **content, GError **error)
{
    char *text = NULL;
    gsize len = 0;
    if (path != NULL && g_file_get_contents(path, &text, &len, error)) {
        *content = g_bytes_new_take(text, len);
    }
    return path == NULL || *content != NULL;
}

int cli_batch(const CliOptions *options)
{
    if (cli_batch_job_is_asked(options)) {
        return cli_batch_job_tell(options);
    }
    if (is(options, "undo") || is(options, "merge")) {
        return is(options, "undo") ? undo(options) : cli_batch_merge(options);
    }
    const char *why = misfit(options);
    if (why != NULL) {
        return fail(why);
    }
    if (has_prompt(options) && !cli_check_words(options->operands[0])) {
        return CLI_EXIT_USAGE;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyAnnotation) annotation = NULL;
    g_autoptr(GBytes) reply = NULL, rows = NULL;
    return cli_batch_job_load(options, &annotation, &error) &&
                   read_file(options->actions, &reply, &error) &&
                   read_file(options->csv, &rows, &error)
               ? ask(options, reply, rows, annotation)
               : cli_print_error(error);
}
