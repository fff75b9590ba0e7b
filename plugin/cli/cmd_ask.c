/* fairy ask: a model changes a drawing. */
#include "commands.h"
#include "edit.h"

#include <string.h>

static int fail(const char *message)
{
    return cli_print_failure(CLI_EXIT_USAGE, "%s", message);
}

/* What doesn't go together; NULL = nothing. */
static const char *misfit(const CliOptions *options)
{
    if (options->operands[1] == NULL && !options->resume) {
        return "ask takes FILE PROMPT; the prompt is missing; \"fairy ask --help\" tells how";
    }
    if (options->session != NULL && options->no_session) {
        return "--session and --no-session exclude each other; keep one";
    }
    if (options->resume && options->no_session) {
        return "--resume goes on with the session of the run; leave out --no-session";
    }
    if (options->size > 0 && options->frames == NULL) {
        return "--size is for pictures; add --frames DIR";
    }
    return NULL;
}

static int run(const CliOptions *options, const char *words)
{
    FairyJobOptions job;
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_autoptr(FairyRoster) roster = settings != NULL ? fairy_roster_load(&error) : NULL;
    if (roster == NULL || !cli_job_options(&job, options, "ask", &error)) {
        return cli_print_error(error);
    }
    job.words = words;
    job.control = TRUE;
    job.resume = options->resume;
    job.settings = settings;
    job.roster = roster;
    job.model = options->model;
    job.max_requests = options->max_requests;
    job.max_tokens = options->run_tokens;
    job.max_cost = options->max_cost;
    job.timeout_ms = options->timeout_ms;
    job.record = options->record;
    job.record_pictures = options->record_pictures;
    job.frames = options->frames;
    job.frames_side = options->size;
    return cli_job_run(&job, options, CLI_LINES_HUMAN, FALSE);
}

int cli_ask(const CliOptions *options)
{
    const char *prompt = options->operands[1], *why = misfit(options);
    if (why != NULL) {
        return fail(why);
    }
    if (prompt != NULL && !cli_check_words(prompt)) {
        return CLI_EXIT_USAGE;
    }
    g_autofree char *words = prompt != NULL ? g_strstrip(g_strdup(prompt)) : NULL;
    return run(options, words);
}
