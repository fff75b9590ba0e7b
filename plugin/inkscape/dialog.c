/* The entry with a dialog: argv in, drawing out. */
#include "dialog.h"

#include "handed.h"
#include "notify.h"
#include "streams.h"

#include <fairy/escape.h>
#include <fairy/job.h>
#include <fairy/runtime.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_MS = 10000 }; /* the editor is frozen for as long */

typedef struct {
    GPtrArray *selection; /* char *, borrowed from argv; ends with NULL */
    char *prompt;
    const char *file;
    int out;        /* where Inkscape reads the drawing */
    GString *words; /* what the person should know */
} Request;

/* Inkscape hands a line break over as the two characters "\n". */
static char *read_prompt(const char *text)
{
    GString *prompt = g_string_new(text);
    g_string_replace(prompt, "\\n", "\n", 0);
    char *valid = g_utf8_make_valid(prompt->str, (gssize)prompt->len);
    g_string_free(prompt, TRUE);
    return g_strstrip(valid);
}

static void read_arguments(Request *request, int argc, char **argv)
{
    request->selection = g_ptr_array_new();
    for (int i = 1; i < argc - 1; i++) {
        if (g_str_has_prefix(argv[i], "--id=")) {
            g_ptr_array_add(request->selection, argv[i] + strlen("--id="));
        } else if (g_str_has_prefix(argv[i], "--prompt=") && request->prompt == NULL) {
            request->prompt = read_prompt(argv[i] + strlen("--prompt="));
        }
    }
    g_ptr_array_add(request->selection, NULL);
    request->file = argc > 1 ? argv[argc - 1] : NULL;
}

/* Of the drawing on the disk, which Inkscape will write or not; NULL: it was never saved. */
static const char *document_path(void)
{
    const char *path = g_getenv("DOCUMENT_PATH");
    return path != NULL && *path != '\0' ? path : NULL;
}

/* The temporary file's name would mean nothing to a reader of the log. */
const char *dialog_document_name(void)
{
    const char *path = document_path();
    return path != NULL ? path : "unsaved drawing";
}

static GBytes *read_file(const Request *request, GError **error)
{
    char *text = NULL;
    gsize len = 0;
    if (request->file == NULL || request->prompt == NULL || *request->prompt == '\0') {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                    "Nothing was asked. Write what should change, e.g. \"align these left\".");
        return NULL;
    }
    return g_file_get_contents(request->file, &text, &len, error) ? g_bytes_new_take(text, len)
                                                                  : NULL;
}

/* For scripts; a file that can't be written is their own fault, and in the log. */
static void note_outcome(cJSON *json)
{
    const char *path = g_getenv("FAIRIES_OUTCOMES");
    g_autofree char *line = path != NULL ? fairy_json_print(json) : NULL;
    FILE *file = path != NULL ? fopen(path, "ae") : NULL;
    if (file != NULL) {
        fprintf(file, "%s\n", line);
    }
    if (path != NULL && (file == NULL || fclose(file) != 0)) {
        streams_log("%s can't be written", path);
    }
    cJSON_Delete(json);
}

static void note_end(const char *end, const GError *error)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "end", end);
    if (error != NULL) {
        cJSON_AddStringToObject(json, "error", error->message);
    }
    note_outcome(json);
}

static void tell(Request *request, const char *line)
{
    g_string_append_printf(request->words, "%s%s", request->words->len > 0 ? "\n" : "", line);
}

static void on_event(const FairyEvent *event, gpointer data)
{
    Request *request = data;
    const FairyOutcome *outcome = event->outcome;
    if (event->kind != FAIRY_EVENT_ACTION) {
        return;
    }
    note_outcome(fairy_outcome_json(outcome));
    g_autofree char *ids = outcome->shape_ids ? g_strjoinv(", ", outcome->shape_ids) : NULL;
    streams_log("%s: %s: %s %s %s", dialog_document_name(), fairy_status_name(outcome->status),
                outcome->type, ids ? ids : "", outcome->detail ? outcome->detail : "");
    gboolean news = outcome->status == FAIRY_REFUSED || outcome->change == NULL;
    if (news && outcome->detail != NULL && request->words->len < 500) {
        tell(request, outcome->detail);
    }
}

static void on_warning(const char *line, gpointer data)
{
    (void)data;
    streams_log("%s: %s", dialog_document_name(), line);
}

/* An unchanged drawing isn't printed: Inkscape would make an undo step of it. */
static gboolean on_drawing(SvgDocument *doc, gpointer data, GError **error)
{
    const Request *request = data;
    if (!svg_document_is_changed(doc)) {
        return TRUE;
    }
    g_autoptr(GBytes) bytes = svg_document_print(doc, error);
    if (bytes == NULL) {
        return FALSE;
    }
    g_autoptr(GBytes) drawing = handed_over(bytes);
    if (!streams_write(request->out, drawing)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
                    "Inkscape took only a part of the answer");
        return FALSE;
    }
    return TRUE;
}

/* --- words that were there already -------------------------------------------------------------
 */

/* Inkscape's dialog keeps the words of the last time, and what is typed is added to them. Whether
 * they are meant once more is asked, and Apply within that time says yes. A script means them. */
enum { SURE_S = 30, FORGET_S = 600 };

/* The caller's; NULL where there is no folder. */
static char *words_file(void)
{
    g_autofree char *folder = fairy_runtime_folder(NULL);
    g_autofree char *name = g_strdup_printf("dialog-%d", (int)getpgid(0));
    return folder != NULL ? g_build_filename(folder, name, NULL) : NULL;
}

static gint64 age_s(const char *path)
{
    GStatBuf info;
    return g_stat(path, &info) == 0 ? g_get_real_time() / G_USEC_PER_SEC - (gint64)info.st_mtime
                                    : G_MAXINT64;
}

/* The first letter of what is kept says whether it was asked about. */
static void keep_words(const char *path, const char *words, gboolean asked)
{
    g_autofree char *text = g_strconcat(asked ? "?" : "!", words, NULL);
    g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

static gboolean is_meant(const char *words, GError **error)
{
    g_autofree char *path = g_getenv("FAIRIES_OUTCOMES") == NULL ? words_file() : NULL;
    g_autofree char *kept = NULL;
    if (path == NULL) {
        return TRUE;
    }
    gint64 age = age_s(path);
    gboolean known = age < FORGET_S && g_file_get_contents(path, &kept, NULL, NULL) &&
                     strlen(kept) > 1 && g_str_has_prefix(words, kept + 1);
    gboolean sure = known && kept[0] == '?' && strcmp(kept + 1, words) == 0 && age < SURE_S;
    keep_words(path, words, known && !sure);
    if (known && !sure) {
        g_set_error(
            error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
            "Nothing was done yet: the words begin with those of last time (\"%.60s\"). To do "
            "them again press Apply once more; else delete them first.",
            kept + 1);
    }
    return !known || sure;
}

/* --- the job ---------------------------------------------------------------------------------- */

static gboolean ask(Request *request, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(request, error);
    if (bytes == NULL || !is_meant(request->prompt, error)) {
        note_end("bad-input", *error);
        return FALSE;
    }
    const FairyJobOptions options = {
        .command = "inkscape",
        .path = document_path(),
        .bytes = bytes,
        .name = dialog_document_name(),
        .to = FAIRY_JOB_HANDED,
        .words = request->prompt,
        .model = "offline",
        .max_requests = -1,
        .max_tokens = -1,
        .max_cost = -1,
        .timeout_ms = TIMEOUT_MS,
        .select = (const char *const *)request->selection->pdata,
        .select_known = TRUE,
        .view = SVG_BOX_EMPTY,
        .funcs = {.event = on_event, .warn = on_warning, .deliver = on_drawing},
        .data = request,
    };
    g_autoptr(FairyJob) job = fairy_job_new(&options, error);
    const FairyJobEnding *ending = job != NULL ? fairy_job_wait(job) : NULL;
    if (ending != NULL && ending->error != NULL) {
        g_propagate_error(error, g_error_copy(ending->error));
    }
    note_end(ending != NULL ? fairy_job_end_name(ending->end) : "usage",
             error != NULL ? *error : NULL);
    return ending != NULL && ending->error == NULL;
}

void dialog_run(int argc, char **argv, int out)
{
    g_autoptr(GString) words = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    Request request = {.out = out, .words = words};
    read_arguments(&request, argc, argv);
    if (!ask(&request, &error)) {
        streams_log("%s: %s", dialog_document_name(), error->message);
        tell(&request, error->message);
    }
    close(request.out);
    if (words->len > 0) {
        notify_show(words->str);
    }
    g_ptr_array_unref(request.selection);
    g_free(request.prompt);
}
