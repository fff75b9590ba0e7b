/* What `ask` and `apply` share: a job, told line by line. */
#pragma once

#include "report.h"

#include <fairy/job.h>

/* How the command line asks, with the drawing and the place for it that it names; `command` is its
 * name. What is in it is borrowed from `options`. FALSE with G_OPTION_ERROR when they don't go
 * together. */
gboolean cli_job_options(FairyJobOptions *job, const CliOptions *options, const char *command,
                         GError **error);
/* Does it. With `held`, lines are told when the drawing is written, or isn't to be. Returns the
 * exit code. */
int cli_job_run(FairyJobOptions *options, const CliOptions *given, CliLines lines, gboolean held);
/* Whether these can be a person's words; if not, FALSE, and it is said why. */
gboolean cli_check_words(const char *words);
