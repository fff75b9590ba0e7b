/* What is said during a run: a line per action, errors, and the end. */
#pragma once

#include "live.h"
#include "options.h"
#include "print.h"

#include <fairy/budget.h>
#include <svg/merge.h>

typedef enum { CLI_LINES_NONE, CLI_LINES_HUMAN, CLI_LINES_JSON, CLI_LINES_EVENTS } CliLines;

typedef struct {
    CliLines lines;
    gboolean json_output; /* the output's path is told as JSON too */
    FILE *stream;         /* of the lines */
    FILE *held;           /* those that wait to be told there; NULL: they are told at once */
    FILE *unkept; /* those that wait until what they tell is kept, in memory; NULL: none do */
    char *unkept_text;
    gsize unkept_len;
    guint counts[3]; /* by FairyStatus */
    CliLive *live;   /* NULL = no line that comes and goes */
} CliReport;

/* `lines` unless the options say other; where they go follows from that and from `output` ("-": not
 * to standard output). */
CliReport cli_report_new(const CliOptions *options, CliLines lines, const char *output);
/* The first event. */
void cli_report_start(const CliReport *report, const char *command, const char *file);
/* From now on lines are held back until they are released: for who tells what is done
 * only when it is. */
void cli_report_hold(CliReport *report);
/* FALSE: what is told from now on would be lost with the process, and waits. TRUE: it is told. */
void cli_report_keep(CliReport *report, gboolean kept);
/* They are told, and all that was. FALSE when it couldn't be. */
gboolean cli_report_release(CliReport *report, GError **error);
/* A line for the person, on standard error. */
void cli_report_line(CliReport *report, const char *line);
/* What is held back still, is never told. */
void cli_report_clear(CliReport *report);
/* Whatever happens while a fairy runs; from the first on there may be a line on the terminal that
 * tells of it, until cli_report_usage() or cli_report_end(). */
void cli_report_event(CliReport *report, const FairyEvent *event);
/* What was done was merged with what another program saved: for programs, as JSON. */
void cli_report_merge(const CliReport *report, const SvgMerge *merge);
/* What the run came to, where it asked a model that costs. */
void cli_report_usage(const CliReport *report, const FairyBudget *budget);
/* The run is over: tells the path of the output (NULL = none was written) where it is to be told,
 * and the last event. `error` may be NULL. */
void cli_report_end(const CliReport *report, const char *output, gboolean tell_output, int code,
                    const GError *error);
