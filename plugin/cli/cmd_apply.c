/* fairy apply: the actions of a file, without a model. */
#include "commands.h"
#include "edit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int cli_apply(const CliOptions *options)
{
    const char *path = options->operands[1];
    gboolean standard_input = strcmp(path, "-") == 0;
    FairyJobOptions job;
    g_autoptr(GError) error = NULL;
    if (standard_input && strcmp(options->operands[0], "-") == 0) {
        return cli_print_failure(CLI_EXIT_USAGE, "FILE and ACTIONS can't both be standard input; "
                                                 "name a file for one of them");
    }
    if (!cli_job_options(&job, options, "apply", &error)) {
        return cli_print_error(error);
    }
    job.has_reply = TRUE;
    job.reply = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    job.reply_name = standard_input ? "standard input" : path;
    if (job.reply < 0) {
        return cli_print_failure(CLI_EXIT_INPUT, "can't read the actions in %s: %s", path,
                                 g_strerror(errno));
    }
    int code = cli_job_run(&job, options, CLI_LINES_JSON, TRUE);
    if (!standard_input) {
        close(job.reply);
    }
    return code;
}
