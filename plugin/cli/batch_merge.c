/* fairy batch merge: runs of shards become one. */
#include "batch_merge.h"

#include "batch_report.h"
#include "print.h"

typedef struct {
    CliBatchReport report;
    gboolean told;
} Merging;

static void on_line(const char *line, gpointer data)
{
    Merging *merging = data;
    merging->told = TRUE;
    cli_batch_report_line(&merging->report, line);
}

static int merge(const CliOptions *options, const char *const *folders, const char *out)
{
    g_autoptr(GError) error = NULL;
    Merging merging = {.report = cli_batch_report_new(options)};
    FairyBatchTotals totals = {0};
    if (!fairy_batch_merge(folders, out, on_line, &merging, &totals, &error)) {
        return cli_print_error(error);
    }
    const guint *states = totals.states;
    gboolean less = merging.told || states[FAIRY_BATCH_PARTLY] > 0 ||
                    states[FAIRY_BATCH_FAILED] > 0 || states[FAIRY_BATCH_WAITING] > 0;
    int code = less ? CLI_EXIT_REFUSED : CLI_EXIT_DONE;
    const FairyBatchEnding ending = {.totals = &totals};
    cli_batch_report_end(&merging.report, &ending, out, FALSE, code);
    return code;
}

int cli_batch_merge(const CliOptions *options)
{
    const char *const *folders = (const char *const *)options->operands + 1;
    if (folders[0] == NULL || (folders[1] != NULL && options->out == NULL)) {
        return cli_print_failure(
            CLI_EXIT_USAGE,
            "batch merge takes DIR... --out DIR: folders that shards were written to, and the one "
            "for the whole; of one DIR it can be left out");
    }
    return merge(options, folders, options->out != NULL ? options->out : folders[0]);
}
