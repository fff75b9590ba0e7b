/* fairy apply: the actions of a file, without a model. */
#include "commands.h"
#include "edit.h"
#include "interrupt.h"

#include <fairy/executor.h>
#include <fairy/limits.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK = 64 * 1024,
    FOLD_EVERY = 1000, /* actions */
};

static gboolean fail_to_read(const char *path, int why, GError **error)
{
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                "can't read the actions in %s: %s", path, g_strerror(why));
    return FALSE;
}

static gboolean stop_if_interrupted(volatile const int *interrupted, GError **error)
{
    if (*interrupted) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted; nothing was written");
    }
    return *interrupted;
}

/* Gives all of `fd` to the turn. */
static gboolean feed_all(FairyExecutor *executor, int fd, const char *path, GError **error)
{
    g_autofree char *chunk = g_malloc(CHUNK);
    volatile const int *interrupted = cli_interrupt_watch();
    guint64 total = 0;
    for (;;) {
        gssize n = read(fd, chunk, CHUNK);
        if (stop_if_interrupted(interrupted, error)) {
            return FALSE;
        }
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return fail_to_read(path, errno, error);
        }
        if (n == 0) {
            return fairy_executor_end(executor, error);
        }
        total += (guint64)n;
        if (total > FAIRY_MAX_REPLY_BYTES) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                        "a reply has at most %u bytes; split it", FAIRY_MAX_REPLY_BYTES);
            return FALSE;
        }
        if (!fairy_executor_feed(executor, chunk, (gsize)n, error)) {
            return FALSE;
        }
    }
}

/* Also of a reply that breaks off, what was asked outside is waited for. */
static void wait_for_answers(FairyExecutor *executor, GError **error)
{
    volatile const int *interrupted = cli_interrupt_watch();
    if (!*interrupted && !fairy_executor_wait(executor, interrupted)) {
        g_clear_error(error);
        stop_if_interrupted(interrupted, error);
    }
}

/* A reply that breaks off counts as a refusal when an action of it was read, else as bad input. */
static int code_for(const FairyExecutor *executor, const GError *error)
{
    if (error == NULL) {
        return fairy_executor_has_refusals(executor) ? CLI_EXIT_REFUSED : CLI_EXIT_DONE;
    }
    if (!g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_REPLY)) {
        return cli_exit_code(error);
    }
    return fairy_executor_n_outcomes(executor) > 0 ? CLI_EXIT_REFUSED : CLI_EXIT_INPUT;
}

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    cli_edit_outcome(outcome, data);
    if (outcome->index % FOLD_EVERY == FOLD_EVERY - 1) {
        cli_edit_fold(data);
    }
}

static int apply(CliEdit *edit, GError **error)
{
    const char *path = edit->options->operands[1];
    gboolean standard_input = strcmp(path, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail_to_read(path, errno, error);
        return CLI_EXIT_INPUT;
    }
    FairyExecutorOptions options = {
        .origin = edit->options->origin,
        .on_outcome = on_outcome,
        .data = edit,
        .web = cli_edit_web(edit),
    };
    g_autoptr(FairyExecutor) executor = fairy_executor_new(edit->doc, fairy_actions(), &options);
    g_autoptr(GError) local = NULL;
    feed_all(executor, fd, path, &local);
    wait_for_answers(executor, &local);
    if (!standard_input) {
        close(fd);
    }
    int code = code_for(executor, local);
    if (g_error_matches(local, FAIRY_ERROR, FAIRY_ERROR_REPLY)) {
        g_prefix_error(&local, "%s: ", standard_input ? "standard input" : path);
    }
    if (local != NULL) {
        g_propagate_error(error, g_steal_pointer(&local));
    }
    return code;
}

int cli_apply(const CliOptions *options)
{
    if (strcmp(options->operands[0], "-") == 0 && strcmp(options->operands[1], "-") == 0) {
        return cli_print_failure(CLI_EXIT_USAGE, "FILE and ACTIONS can't both be standard input; "
                                                 "name a file for one of them");
    }
    return cli_edit_run(options, &(FairyJournalWriterInfo){.command = "apply"}, CLI_LINES_JSON,
                        NULL, apply, NULL);
}
