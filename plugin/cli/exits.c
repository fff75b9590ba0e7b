/* Which exit code an end has. */
#include "exits.h"

static const int job_exits[] = {
    [FAIRY_JOB_DONE] = CLI_EXIT_DONE,
    [FAIRY_JOB_REFUSED] = CLI_EXIT_REFUSED,
    [FAIRY_JOB_BAD_INPUT] = CLI_EXIT_INPUT,
    [FAIRY_JOB_USAGE] = CLI_EXIT_USAGE,
    [FAIRY_JOB_MODEL] = CLI_EXIT_MODEL,
    [FAIRY_JOB_BUDGET] = CLI_EXIT_BUDGET,
    [FAIRY_JOB_INTERRUPTED] = CLI_EXIT_INTERRUPTED,
};

int cli_exit_of(FairyJobEnd end)
{
    return job_exits[end];
}

int cli_exit_code(const GError *error)
{
    gboolean option = error != NULL && error->domain == G_OPTION_ERROR;
    return option ? CLI_EXIT_USAGE : cli_exit_of(fairy_job_end_of(error));
}
