/* fairy layout: the action of that name, without a model. */
#include "commands.h"
#include "edit.h"

#include <fairy/action.h>
#include <fairy/escape.h>

#include <cjson/cJSON.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *name, *value;
} Given;

static const FairyField *find_field(const char *name)
{
    const FairyField *field = fairy_action_find("layout")->fields;
    while (field->name && strcmp(field->name, name) != 0) {
        field++;
    }
    return field;
}

/* A word of the field's list, or a number. */
static gboolean add(cJSON *action, const Given *given, GError **error)
{
    const FairyField *field = find_field(given->name);
    if (given->value && field->choices && !g_strv_contains(field->choices, given->value)) {
        g_autofree char *known = g_strjoinv(", ", (char **)field->choices);
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--%s is one of %s, not \"%s\"", given->name, known, given->value);
        return FALSE;
    }
    if (given->value && field->choices) {
        cJSON_AddStringToObject(action, given->name, given->value);
    } else if (given->value) {
        char *end;
        double number = g_ascii_strtod(given->value, &end);
        if (end == given->value || *end || !(number >= 0)) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "--%s is a length of 0 or more in user units, not \"%s\"", given->name,
                        given->value);
            return FALSE;
        }
        cJSON_AddNumberToObject(action, given->name, number);
    }
    return TRUE;
}

/* The reply that a model would give; the caller's. */
static cJSON *reply_of(const CliOptions *options, GError **error)
{
    const Given all[] = {
        {"arrangement", options->arrangement ? options->arrangement : "layered"},
        {"direction", options->direction},
        {"gap", options->gap},
        {"route", options->route},
    };
    cJSON *reply = cJSON_CreateArray(), *action = cJSON_CreateObject();
    cJSON_AddItemToArray(reply, action);
    cJSON_AddStringToObject(action, "_type", "layout");
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        if (!add(action, &all[i], error)) {
            cJSON_Delete(reply);
            return NULL;
        }
    }
    if (options->operands[1]) {
        cJSON_AddItemToObject(action, "shapeIds",
                              cJSON_CreateStringArray((const char *const *)options->operands + 1,
                                                      (int)g_strv_length(options->operands + 1)));
    }
    return reply;
}

/* A file of the text that is gone when it is closed; -1 with an error. */
static int readable(const char *text, GError **error)
{
    g_autofree char *path = NULL;
    int made = g_file_open_tmp("fairy-XXXXXX", &path, error), fd = -1;
    if (made < 0) {
        return -1;
    }
    if (g_file_set_contents(path, text, -1, error)) {
        fd = g_open(path, O_RDONLY | O_CLOEXEC, 0);
        if (fd < 0) {
            g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno),
                        "can't read %s: %s", path, g_strerror(errno));
        }
    }
    g_unlink(path);
    close(made);
    return fd;
}

int cli_layout(const CliOptions *options)
{
    FairyJobOptions job;
    g_autoptr(GError) error = NULL;
    cJSON *reply = reply_of(options, &error);
    g_autofree char *text = reply ? fairy_json_print(reply) : NULL;
    cJSON_Delete(reply);
    if (!text || !cli_job_options(&job, options, "layout", &error)) {
        return cli_print_error(error);
    }
    job.has_reply = TRUE;
    job.reply = readable(text, &error);
    job.reply_name = "layout";
    if (job.reply < 0) {
        return cli_print_error(error);
    }
    int code = cli_job_run(&job, options, CLI_LINES_HUMAN, TRUE);
    close(job.reply);
    return code;
}
