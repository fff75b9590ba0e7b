/* fairy batch merge. */
#pragma once

#include "options.h"

/* Runs it; returns an exit code. */
int cli_batch_merge(const CliOptions *options);
