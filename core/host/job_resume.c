/* Goes on with a run that didn't end by itself. */
#include "host/job_priv.h"

#include <fairy/limits.h>

#include <string.h>

/* --- how it was asked ------------------------------------------------------------------------- */

/* `strings` are ended by NULL, or NULL. */
static void add_strings(cJSON *json, const char *name, const char *const *strings)
{
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (; strings && *strings; strings++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(*strings));
    }
}

cJSON *fairy_job_options_json(const FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    cJSON *json = cJSON_CreateObject();
    if (options->mode != FAIRY_MODE_NONE) {
        cJSON_AddStringToObject(json, "mode", fairy_mode(options->mode)->name);
    }
    cJSON_AddNumberToObject(json, "lintRounds", options->lint_rounds);
    cJSON_AddBoolToObject(json, "noWeb", options->no_web);
    if (options->fairies > 1) {
        cJSON_AddNumberToObject(json, "fairies", options->fairies);
    }
    add_strings(json, "areas", options->areas);
    add_strings(json, "select", options->select);
    add_strings(json, "context", options->context);
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

static char **read_strings(const cJSON *list)
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
static void read_options(FairyJob *job, const cJSON *json)
{
    FairyJobOptions *options = &job->options;
    const char *mode = cJSON_GetStringValue(member(json, "mode"));
    const cJSON *rounds = member(json, "lintRounds");
    if (options->mode == FAIRY_MODE_NONE && mode) {
        fairy_mode_find(mode, &options->mode);
    }
    if (options->lint_rounds == 0 && cJSON_IsNumber(rounds)) {
        options->lint_rounds = rounds->valueint;
    }
    if (options->fairies <= 1 && cJSON_IsNumber(member(json, "fairies"))) {
        options->fairies = (guint)CLAMP(member(json, "fairies")->valueint, 1, FAIRY_MAX_MEMBERS);
        job->areas = read_strings(member(json, "areas"));
        options->areas = (const char *const *)job->areas;
    }
    options->no_web = options->no_web || cJSON_IsTrue(member(json, "noWeb"));
    if (!options->select) { /* the run may have deleted some of it */
        job->select = read_strings(member(json, "select"));
        options->select = (const char *const *)job->select;
        options->select_known = TRUE;
    }
    if (!options->context) {
        job->contexts = read_strings(member(json, "context"));
        options->context = (const char *const *)job->contexts;
    }
    options->view =
        svg_box_is_empty(options->view) ? read_view(member(json, "view")) : options->view;
}

/* --- finding it ------------------------------------------------------------------------------- */

static gboolean check(const FairyJob *job, const FairyCheckpoint *run, GError **error)
{
    if (run->alive != 0) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
                    "%s: its last run is still at work (process %" G_GINT64_FORMAT
                    "); wait for it, or end it with Ctrl-C",
                    job->options.path, run->alive);
    }
    return run->alive == 0;
}

/* It writes where the run would have. */
static void read_places(FairyJobOptions *options, const FairyCheckpoint *run)
{
    g_autofree char *beside = fairy_job_beside(run->reads);
    options->path = run->reads;
    options->output = run->writes;
    options->to = strcmp(run->reads, run->writes) == 0 ? FAIRY_JOB_IN_PLACE
                  : strcmp(beside, run->writes) == 0   ? FAIRY_JOB_BESIDE
                                                       : FAIRY_JOB_NAMED;
}

gboolean fairy_job_find_run(FairyJob *job, GError **error)
{
    FairyJobOptions *options = &job->options;
    const char *session = options->session ? options->session : FAIRY_SESSION_DEFAULT;
    gboolean edited = fairy_job_is_edited(options);
    const char *output =
        edited || options->to == FAIRY_JOB_IN_PLACE ? options->path : options->output;
    job->resumed = fairy_checkpoint_find(options->path, output, session, error);
    const FairyCheckpoint *run = job->resumed;
    if (!run || !check(job, run, error)) {
        return FALSE;
    }
    job->words =
        options->words ? g_strconcat(run->words, "\n", options->words, NULL) : g_strdup(run->words);
    options->model = options->model ? options->model : run->model;
    if (!edited) {
        read_places(options, run);
    }
    read_options(job, run->options);
    return TRUE;
}

/* --- going on --------------------------------------------------------------------------------- */

static gboolean is_digest(const cJSON *json, const char *name, const char *digest)
{
    return g_strcmp0(cJSON_GetStringValue(member(json, name)), digest) == 0;
}

static gboolean redo(FairyJob *job, GError **error)
{
    const cJSON *done = job->resumed->done;
    if (cJSON_GetArraySize(member(done, "entries")) == 0) {
        return TRUE;
    }
    SvgDocument *doc = fairy_journal_writer_replay(job->doc, done, error);
    if (!doc) {
        return FALSE;
    }
    job->base = svg_document_as_read(job->doc);
    svg_document_free(job->doc);
    job->doc = doc;
    job->redone = TRUE;
    return TRUE;
}

/* What a run that is over has written already; NULL when it hasn't. */
static SvgDocument *load_written(const FairyJob *job)
{
    const FairyCheckpoint *run = job->resumed;
    g_autoptr(SvgDocument) doc =
        run->over && job->output ? svg_document_load(job->output, NULL) : NULL;
    g_autofree char *digest = doc ? svg_document_digest(doc) : NULL;
    return is_digest(run->done, "after", digest) ? g_steal_pointer(&doc) : NULL;
}

static void begin_anew(FairyJob *job, const char *why)
{
    job->anew = TRUE;
    fairy_job_warn(job, "%s: %s; what was asked is asked anew", job->file, why);
}

static void go_on(FairyJob *job)
{
    const FairyCheckpoint *run = job->resumed;
    g_autofree char *digest = svg_document_digest(job->doc);
    g_autoptr(GError) error = NULL;
    gboolean as_left = g_strcmp0(run->before, digest) == 0;
    if (!run->life) {
        begin_anew(job, "too much was done to keep it");
    } else if (as_left && !redo(job, &error)) {
        begin_anew(job, error->message);
    } else if (!as_left && run->chat && !is_digest(run->done, "after", digest)) {
        begin_anew(job, "something else has changed it since");
    }
    job->as_left = as_left && !job->anew;
}

void fairy_job_take_up(FairyJob *job)
{
    SvgDocument *written = load_written(job);
    if (!written) {
        go_on(job);
        return;
    }
    svg_document_free(job->doc);
    job->doc = written;
    job->settled = job->as_left = TRUE;
}

char *fairy_job_words(const FairyJob *job)
{
    const char *more = job->options.words;
    if (!job->anew) {
        return g_strdup(more);
    }
    return more ? g_strconcat(job->resumed->words, "\n", more, NULL)
                : g_strdup(job->resumed->words);
}
