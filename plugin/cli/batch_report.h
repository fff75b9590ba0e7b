/* What is said during a batch: a line per drawing, a line that comes and goes, the totals. */
#pragma once

#include "findings.h"

#include <fairy/batch.h>

typedef struct {
    CliFindings *findings; /* of --check, but as JSON; NULL = drawings are told by their states */
    CliFormat format;
    gboolean json, quiet, verbose, dry;
    gboolean live;         /* standard error is a terminal that can take back a line */
    gboolean shown;        /* such a line is there */
    gint64 next_show;      /* µs, monotonic: not before */
    guint64 prompt_tokens; /* of a dry run, all */
    gboolean waited;       /* for a server, and it was told */
} CliBatchReport;

CliBatchReport cli_batch_report_new(const CliOptions *options);
/* A drawing has come to its state. */
void cli_batch_report_file(CliBatchReport *report, const FairyBatchFile *file,
                           const FairyBatchTotals *totals);
/* It is over: what --check found, in the order of the drawings, whichever came first. */
void cli_batch_report_findings(CliBatchReport *report, const FairyBatch *batch);
/* A server says to wait so many ms, and why. */
void cli_batch_report_wait(CliBatchReport *report, const char *why, gint64 ms);
/* A line for the person. */
void cli_batch_report_line(CliBatchReport *report, const char *line);
/* It is over; `run` may be NULL. */
void cli_batch_report_end(CliBatchReport *report, const FairyBatchEnding *ending, const char *run,
                          gboolean in_place, int code);
