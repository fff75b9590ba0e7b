/* Annotation jobs: which there are, what one takes, and the one that is meant. */
#include "batch_job.h"

#include "cells.h"
#include "print.h"

#include <string.h>

enum { NAME_CELLS = 14 };

static gboolean is_list(const char *name)
{
    return strcmp(name, "list") == 0 || strcmp(name, "help") == 0;
}

gboolean cli_batch_job_is_asked(const CliOptions *options)
{
    return options->job != NULL && (is_list(options->job) || options->operands[0] == NULL);
}

/* --- told ------------------------------------------------------------------------------------- */

static void print_pair(const char *indent, const char *name, const char *words)
{
    g_autofree char *cells = cli_cells_fit(name, MAX(cli_cells(name), NAME_CELLS), TRUE);
    cli_print_line(stdout, "%s%s  %s", indent, cells, words);
}

static void print_option(const char *option, const char *value, const char *about, gpointer data)
{
    (void)data;
    g_autofree char *named = g_strdup_printf("%s=%s", option, value);
    print_pair("  ", named, about != NULL ? about : "");
}

static int explain(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyAnnotation) job = fairy_annotation_load(name, &error);
    if (job == NULL) {
        return cli_print_error(error);
    }
    cli_print_line(stdout, "%s: %s", fairy_annotation_name(job), fairy_annotation_summary(job));
    cli_print_line(stdout, "  by %s",
                   !fairy_annotation_has_offline(job)     ? "a model (--model)"
                   : fairy_annotation_prompt(job) == NULL ? "itself, without a model"
                                                          : "itself, or by a model (--model)");
    fairy_annotation_each_option(job, print_option, NULL);
    return CLI_EXIT_DONE;
}

/* One that can't be read has its line, too. */
static void print_job(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyAnnotation) job = fairy_annotation_load(path, &error);
    g_autofree char *base = g_path_get_basename(path);
    print_pair("", job != NULL ? fairy_annotation_name(job) : base,
               job != NULL ? fairy_annotation_summary(job) : error->message);
}

int cli_batch_job_tell(const CliOptions *options)
{
    if (!is_list(options->job)) {
        return explain(options->job);
    }
    g_auto(GStrv) files = fairy_annotation_files();
    for (char **file = files; *file != NULL; file++) {
        print_job(*file);
    }
    return CLI_EXIT_DONE;
}

/* --- read ------------------------------------------------------------------------------------- */

static gboolean set(FairyAnnotation *job, const char *pair, GError **error)
{
    const char *sign = strchr(pair, '=');
    if (sign == NULL) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "--with takes NAME=VALUE, not \"%s\"",
                    pair);
        return FALSE;
    }
    g_autofree char *name = g_strndup(pair, (gsize)(sign - pair));
    return fairy_annotation_set(job, name, sign + 1, error);
}

static gboolean set_all(FairyAnnotation *job, const CliOptions *options, GError **error)
{
    for (char **pair = options->with; pair != NULL && *pair != NULL; pair++) {
        if (!set(job, *pair, error)) {
            return FALSE;
        }
    }
    return !options->only_missing || fairy_annotation_set(job, "only-missing", "true", error);
}

gboolean cli_batch_job_load(const CliOptions *options, FairyAnnotation **annotation, GError **error)
{
    if (options->job == NULL && (options->with != NULL || options->only_missing)) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                            "--with and --only-missing are options of a job; name one with --job");
        return FALSE;
    }
    *annotation = options->job != NULL ? fairy_annotation_load(options->job, error) : NULL;
    if (*annotation != NULL && !set_all(*annotation, options, error)) {
        g_clear_pointer(annotation, fairy_annotation_free);
    }
    return options->job == NULL || *annotation != NULL;
}
