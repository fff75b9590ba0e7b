/* `fairy ask FILE --resume`: the run that is gone on with. */
#pragma once

#include "edit.h"

typedef struct {
    FairyCheckpoint *run;
    CliOptions options; /* as it was asked, where nothing else is given now; what is in it belongs
                           to `run`, to this, or to those */
    char *operands[3];
    char **select;
    char *words; /* all that was asked, for the log */
} CliResume;

/* FALSE with an error when there is nothing to go on with, or somebody is still at it. */
gboolean cli_resume_find(CliResume *resume, const CliOptions *given, GError **error);
void cli_resume_clear(CliResume *resume);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliResume, cli_resume_clear)

/* How it is asked, to be kept; the caller's. */
cJSON *cli_resume_options(const CliOptions *options);
/* What the run had finished is done to the drawing, as it was read. Where something else has
 * changed that, it is asked anew (edit->anew); where all of it is written, nothing is written again
 * (edit->settled). */
void cli_resume_apply(CliEdit *edit);
/* What is to be said: the words of this command, those of the run, or both; NULL: nothing. The
 * caller's. */
char *cli_resume_words(const CliEdit *edit);
