/* What `ask` and `apply` share: reading the drawing, running something on it, writing it. */
#pragma once

#include "report.h"

#include <fairy/session.h>
#include <svg/document.h>

typedef struct _CliEdit CliEdit;
struct _CliEdit {
    const CliOptions *options;
    const FairyJournalWriterInfo *info; /* NULL: nothing will be done */
    const char *file;                   /* the first operand */
    char *output;                       /* where the drawing goes */
    gboolean told;                      /* the person named the output themselves */
    CliReport report;
    SvgDocument *doc;
    gboolean goes_on;               /* the output is the file that was read */
    FairyClaim *claim;              /* on the output; NULL = not yet, or it is standard output */
    FairyJournalWriter *record;     /* for the journal; NULL: none is kept */
    gboolean stops_cleanly;         /* when it is interrupted, what was finished is written */
    gboolean written;               /* the drawing is */
    gboolean warned;                /* that nothing can be kept */
    const FairyCheckpoint *resumed; /* the run that this one goes on with; NULL = none */
    gboolean redone;                /* the drawing has what that had done */
    gboolean settled;               /* it was done, and the output has all of it */
    gboolean as_left;               /* nothing else has changed the drawing since */
    gboolean anew;                  /* it can't have: all is asked again */
    FairyCheckpoint *left;          /* what another would go on with; NULL: that can't be */
    gint64 kept;                    /* when that was: µs, monotonic; 0 = never */
    FairySession *session; /* what is said; NULL: it isn't kept, or the command talks to nobody */
    FairyRunCost spent;    /* by the run, for the session */
    gpointer data;         /* the command's own */
};

/* Changes edit->doc. Returns the exit code the run would end with, with `error` set unless that is
 * CLI_EXIT_DONE; CLI_EXIT_REFUSED needs no error. */
typedef int (*CliEditFunc)(CliEdit *edit, GError **error);

/* Keeps it in the journal, where one is kept. */
void cli_edit_record(const CliEdit *edit, const FairyOutcome *outcome);
/* A FairyOutcomeFunc that reports and records; `data` is a CliEdit. */
void cli_edit_outcome(const FairyOutcome *outcome, gpointer data);
/* What was done so far is done as a whole: nobody will undo a part of it in this process. */
void cli_edit_fold(CliEdit *edit);

/* Whether all of these shapes are there; `ids` may be NULL. */
gboolean cli_check_selection(SvgDocument *doc, char *const *ids, GError **error);
/* The whole command, which `info` names; `resumed` is the run that it goes on with (NULL = none).
 * Returns the exit code. */
int cli_edit_run(const CliOptions *options, const FairyJournalWriterInfo *info, CliLines lines,
                 const FairyCheckpoint *resumed, CliEditFunc func, gpointer data);

/* What may be looked up outside; NULL with --no-web. */
const FairyWeb *cli_edit_web(const CliEdit *edit);

/* "flow.svg" → "flow.fairy.svg", "-" → "-". The caller's. */
char *cli_default_output(const char *file);
