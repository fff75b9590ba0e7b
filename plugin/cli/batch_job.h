/* The options of `batch` about annotation jobs. */
#pragma once

#include "options.h"

#include <fairy/annotation.h>

/* Whether only the jobs are to be listed ("--job list" or "--job help"), or one is to be explained
 * ("--job NAME" without drawings). */
gboolean cli_batch_job_is_asked(const CliOptions *options);
/* Does that. Returns the exit code. */
int cli_batch_job_tell(const CliOptions *options);
/* Reads the job with its options. *annotation stays NULL where none is meant. FALSE with an error.
 */
gboolean cli_batch_job_load(const CliOptions *options, FairyAnnotation **annotation,
                            GError **error);
