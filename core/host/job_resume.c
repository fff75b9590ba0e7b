/* Goes on with a run that didn't end by itself. */
#include "resume.h"

#include <string.h>

/* --- how it was asked ------------------------------------------------------------------------- */

cJSON *cli_resume_options(const CliOptions *options)
{
    cJSON *json = cJSON_CreateObject();
    if (options->mode != FAIRY_MODE_NONE) {
        cJSON_AddStringToObject(json, "mode", fairy_mode(options->mode)->name);
    }
    cJSON_AddNumberToObject(json, "lintRounds", options->lint_rounds);
    cJSON_AddBoolToObject(json, "noWeb", options->no_web);
    cJSON *select = cJSON_AddArrayToObject(json, "select");
    for (char *const *id = options->select; id != NULL && *id != NULL; id++) {
        cJSON_AddItemToArray(select, cJSON_CreateString(*id));
    }
    if (!svg_box_is_empty(options->view)) {
        const double box[] = {options->view.x, options->view.y, options->view.w, options->view.h};
        cJSON_AddItemToObject(json, "view", cJSON_CreateDoubleArray(box, G_N_ELEMENTS(box)));
    }
    return json;
}

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static char **read_select(const cJSON *list)
{
    g_autoptr(GStrvBuilder) out = g_strv_builder_new();
    const cJSON *id;
    cJSON_ArrayForEach(id, list)
    {
        if (cJSON_IsString(id)) {
            g_strv_builder_add(out, id->valuestring);
        }
    }
    return g_strv_builder_end(out);
}

static SvgBox read_view(const cJSON *list)
{
    double box[4] = {0};
    for (int i = 0; i < (int)G_N_ELEMENTS(box); i++) {
        const cJSON *item = cJSON_GetArrayItem(list, i);
        box[i] = cJSON_IsNumber(item) ? item->valuedouble : 0;
    }
    return box[2] > 0 && box[3] > 0 ? (SvgBox){box[0], box[1], box[2], box[3]} : SVG_BOX_EMPTY;
}

/* What is given now counts. */
static void read_options(CliResume *resume, const cJSON *json)
{
    CliOptions *options = &resume->options;
    const char *mode = cJSON_GetStringValue(member(json, "mode"));
    const cJSON *rounds = member(json, "lintRounds");
    if (options->mode == FAIRY_MODE_NONE && mode != NULL) {
        fairy_mode_find(mode, &options->mode);
    }
    if (options->lint_rounds == 0 && cJSON_IsNumber(rounds)) {
        options->lint_rounds = rounds->valueint;
    }
    options->no_web = options->no_web || cJSON_IsTrue(member(json, "noWeb"));
    resume->select = read_select(member(json, "select"));
    options->select = options->select != NULL ? options->select : resume->select;
    options->view =
        svg_box_is_empty(options->view) ? read_view(member(json, "view")) : options->view;
}

/* --- finding it ------------------------------------------------------------------------------- */

static gboolean check(const CliOptions *given, const FairyCheckpoint *run, GError **error)
{
    if (run->alive != 0) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
                    "%s: its last run is still at work (process %" G_GINT64_FORMAT
                    "); wait for it, or end it with Ctrl-C",
                    given->operands[0], run->alive);
    }
    return run->alive == 0;
}

gboolean cli_resume_find(CliResume *resume, const CliOptions *given, GError **error)
{
    const char *session = given->session != NULL ? given->session : FAIRY_SESSION_DEFAULT;
    *resume = (CliResume){.options = *given};
    resume->run = fairy_checkpoint_find(given->operands[0], session, error);
    FairyCheckpoint *run = resume->run;
    if (run == NULL || !check(given, run, error)) {
        return FALSE;
    }
    const char *more = given->operands[1];
    resume->operands[0] = run->reads;
    resume->operands[1] = given->operands[1];
    resume->words = more != NULL ? g_strconcat(run->words, "\n", more, NULL) : g_strdup(run->words);
    CliOptions *options = &resume->options;
    options->operands = resume->operands;
    options->in_place = strcmp(run->reads, run->writes) == 0;
    options->output = options->in_place ? NULL : run->writes;
    options->model = options->model != NULL ? options->model : run->model;
    read_options(resume, run->options);
    return TRUE;
}

void cli_resume_clear(CliResume *resume)
{
    g_clear_pointer(&resume->run, fairy_checkpoint_free);
    g_clear_pointer(&resume->select, g_strfreev);
    g_clear_pointer(&resume->words, g_free);
}

/* --- going on --------------------------------------------------------------------------------- */

static gboolean is_digest(const cJSON *json, const char *name, const char *digest)
{
    return g_strcmp0(cJSON_GetStringValue(member(json, name)), digest) == 0;
}

static gboolean redo(CliEdit *edit, GError **error)
{
    const cJSON *done = edit->resumed->done;
    if (cJSON_GetArraySize(member(done, "entries")) == 0) {
        return TRUE;
    }
    SvgDocument *doc = fairy_journal_writer_redo(edit->doc, done, error);
    if (doc == NULL) {
        return FALSE;
    }
    svg_document_free(edit->doc);
    edit->doc = doc;
    edit->redone = TRUE;
    return TRUE;
}

/* What a run that is over has written already; NULL when it hasn't. */
static SvgDocument *load_written(const CliEdit *edit)
{
    const FairyCheckpoint *run = edit->resumed;
    g_autoptr(SvgDocument) doc = run->over ? svg_document_load(edit->output, NULL) : NULL;
    g_autofree char *digest = doc != NULL ? svg_document_digest(doc) : NULL;
    return is_digest(run->done, "after", digest) ? g_steal_pointer(&doc) : NULL;
}

static void begin_anew(CliEdit *edit, const char *why)
{
    edit->anew = TRUE;
    cli_print_failure(CLI_EXIT_DONE, "%s: %s; what was asked is asked anew", edit->file, why);
}

static void go_on(CliEdit *edit)
{
    const FairyCheckpoint *run = edit->resumed;
    g_autofree char *digest = svg_document_digest(edit->doc);
    g_autoptr(GError) error = NULL;
    gboolean as_left = g_strcmp0(run->before, digest) == 0;
    if (run->life == NULL) {
        begin_anew(edit, "too much was done to keep it");
    } else if (as_left && !redo(edit, &error)) {
        begin_anew(edit, error->message);
    } else if (!as_left && run->chat != NULL && !is_digest(run->done, "after", digest)) {
        begin_anew(edit, "something else has changed it since");
    }
    edit->as_left = as_left && !edit->anew;
}

void cli_resume_apply(CliEdit *edit)
{
    SvgDocument *written = load_written(edit);
    if (written == NULL) {
        go_on(edit);
        return;
    }
    svg_document_free(edit->doc);
    edit->doc = written;
    edit->settled = edit->as_left = TRUE;
}

char *cli_resume_words(const CliEdit *edit)
{
    const char *more = edit->options->operands[1];
    if (!edit->anew) {
        return g_strdup(more);
    }
    return more != NULL ? g_strconcat(edit->resumed->words, "\n", more, NULL)
                        : g_strdup(edit->resumed->words);
}
