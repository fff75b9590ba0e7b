/* Exit codes: a contract that scripts rely on. */
#pragma once

#include <fairy/job.h>

enum {
    CLI_EXIT_DONE = 0,
    CLI_EXIT_INPUT = 1, /* bad input, or reading or writing failed */
    CLI_EXIT_USAGE = 2,
    CLI_EXIT_REFUSED = 3, /* finished, but some actions were refused */
    CLI_EXIT_FOUND = 3,   /* lint found something */
    CLI_EXIT_MODEL = 4,   /* the model or the network failed */
    CLI_EXIT_BUDGET = 5,  /* a budget ran out */
    CLI_EXIT_INTERRUPTED = 130,
};

/* The code that stands for an error; CLI_EXIT_DONE for NULL. */
int cli_exit_code(const GError *error);
/* That of a job. */
int cli_exit_of(FairyJobEnd end);
