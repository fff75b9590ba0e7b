/* fairies-inkscape: what Inkscape runs for Extensions > Fairies. Each entry has a verb, in a hidden
 * parameter: most tell the worker, which does the rest; the courier writes into the document; the
 * one with a dialog has no verb, and does all here.
 *
 * Inkscape waits, frozen, until this ends. It takes what is on standard output as the new document,
 * anything on standard error as a reason for a modal box, and ignores the exit status; so words go
 * to a log file and a desktop notification, and the document is printed only if it changed. */
#include "courier.h"
#include "notify.h"
#include "poke.h"
#include "streams.h"

#include <fairy/job.h>

#include <gio/gio.h>

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
static const char *document_name(void)
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
    g_autofree char *ids = outcome->shape_ids ? g_strjoinv(", ", outcome->shape_ids) : NULL;
    streams_log("%s: %s: %s %s %s", document_name(), fairy_status_name(outcome->status),
                outcome->type, ids ? ids : "", outcome->detail ? outcome->detail : "");
    gboolean news = outcome->status == FAIRY_REFUSED || outcome->change == NULL;
    if (news && outcome->detail != NULL && request->words->len < 500) {
        tell(request, outcome->detail);
    }
}

static void on_warning(const char *line, gpointer data)
{
    (void)data;
    streams_log("%s: %s", document_name(), line);
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
    if (!streams_write(request->out, bytes)) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
                    "Inkscape took only a part of the answer");
        return FALSE;
    }
    return TRUE;
}

static gboolean ask(Request *request, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(request, error);
    if (bytes == NULL) {
        return FALSE;
    }
    const FairyJobOptions options = {
        .command = "inkscape",
        .path = document_path(),
        .bytes = bytes,
        .name = document_name(),
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
    return ending != NULL && ending->error == NULL;
}

/* --- the entry with a dialog ------------------------------------------------------------------ */

static void run_dialog(int argc, char **argv, int out)
{
    g_autoptr(GString) words = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    Request request = {.out = out, .words = words};
    read_arguments(&request, argc, argv);
    if (!ask(&request, &error)) {
        streams_log("%s: %s", document_name(), error->message);
        tell(&request, error->message);
    }
    close(request.out);
    if (words->len > 0) {
        notify_show(words->str);
    }
    g_ptr_array_unref(request.selection);
    g_free(request.prompt);
}

/* --- the others ------------------------------------------------------------------------------- */

static void run_apply(int argc, char **argv, int out)
{
    if (poke_and_wait("apply", argc, argv, NULL)) {
        courier_run(argc, argv, out);
    }
}

static void run_poke(const char *verb, int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (!poke_worker(verb, argc, argv, &error)) {
        streams_log("%s: %s", document_name(), error->message);
        notify_show(error->message);
    }
}

static const char *find_verb(int argc, char **argv)
{
    for (int i = 1; i < argc - 1; i++) {
        if (g_str_has_prefix(argv[i], "--verb=")) {
            return argv[i] + strlen("--verb=");
        }
    }
    return NULL;
}

static void run(int argc, char **argv, int out)
{
    const char *verb = find_verb(argc, argv);
    if (verb == NULL) {
        run_dialog(argc, argv, out);
    } else if (g_str_equal(verb, "courier")) {
        courier_run(argc, argv, out);
    } else if (g_str_equal(verb, "apply")) {
        run_apply(argc, argv, out);
    } else {
        run_poke(verb, argc, argv);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("fairies-inkscape " FAIRIES_VERSION); /* asked by a person or by "fairy doctor" */
        return 0;
    }
    run(argc, argv, streams_capture());
    svg_cleanup();
    return 0;
}
