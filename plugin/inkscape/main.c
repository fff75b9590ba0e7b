/* fairies-inkscape: what Inkscape runs for Extensions > Fairies > Ask a fairy (offline).
 *
 * Inkscape waits, frozen, until this ends. It takes what is on standard output as the new document,
 * anything on standard error as a reason for a modal box, and ignores the exit status; so words go
 * to a log file and a desktop notification, and the document is printed only if it changed. */
#include "notify.h"
#include "streams.h"

#include <fairy/ask.h>

#include <gio/gio.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_MS = 10000 }; /* the editor is frozen for as long */

typedef struct {
    GPtrArray *selection; /* char *, borrowed from argv; ends with NULL */
    char *prompt;
    const char *file;
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

/* The temporary file's name would mean nothing to a reader of the log. */
static const char *document_name(void)
{
    const char *path = g_getenv("DOCUMENT_PATH");
    return path != NULL && *path != '\0' ? path : "unsaved drawing";
}

static SvgDocument *load(const Request *request, GError **error)
{
    g_autofree char *text = NULL;
    gsize len = 0;
    if (request->file == NULL || request->prompt == NULL || *request->prompt == '\0') {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                    "Nothing was asked. Write what should change, e.g. \"align these left\".");
        return NULL;
    }
    if (!g_file_get_contents(request->file, &text, &len, error)) {
        return NULL;
    }
    return svg_document_parse(text, len, document_name(), error);
}

/* Selected things that are no shapes of ours (a guide, a hidden object) are left out. */
static void drop_unknown(SvgDocument *doc, GPtrArray *selection)
{
    for (guint i = selection->len - 1; i-- > 0;) {
        if (!svg_document_has_id(doc, g_ptr_array_index(selection, i))) {
            g_ptr_array_remove_index(selection, i);
        }
    }
}

static void on_event(const FairyEvent *event, gpointer data)
{
    GString *words = data;
    const FairyOutcome *outcome = event->outcome;
    if (event->kind != FAIRY_EVENT_ACTION) {
        return;
    }
    g_autofree char *ids = outcome->shape_ids ? g_strjoinv(", ", outcome->shape_ids) : NULL;
    streams_log("%s: %s: %s %s %s", document_name(), fairy_status_name(outcome->status),
                outcome->type, ids ? ids : "", outcome->detail ? outcome->detail : "");
    gboolean tell = outcome->status == FAIRY_REFUSED || outcome->change == NULL;
    if (tell && outcome->detail != NULL && words->len < 500) {
        g_string_append_printf(words, "%s%s", words->len ? "\n" : "", outcome->detail);
    }
}

/* The changed document, or NULL when nothing is to change. `words` gets what the person should
 * know. */
static GBytes *answer(const Request *request, GString *words, GError **error)
{
    g_autoptr(SvgDocument) doc = load(request, error);
    if (doc == NULL) {
        return NULL;
    }
    drop_unknown(doc, request->selection);
    FairyAgentOptions options = {
        .selection = (const char *const *)request->selection->pdata,
        .view = SVG_BOX_EMPTY,
        .timeout_ms = TIMEOUT_MS,
        .on_event = on_event,
        .data = words,
    };
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, request->prompt, &options, error);
    if (executor == NULL || !svg_document_is_changed(doc)) {
        return NULL;
    }
    return svg_document_print(doc, error);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("fairies-inkscape " FAIRIES_VERSION); /* asked by a person or by "fairy doctor" */
        return 0;
    }
    int out = streams_capture();
    Request request = {0};
    g_autoptr(GString) words = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    read_arguments(&request, argc, argv);
    g_autoptr(GBytes) document = answer(&request, words, &error);
    if (document != NULL && !streams_write(out, document)) {
        streams_log("%s: Inkscape took only a part of the answer", document_name());
    }
    close(out);
    if (error != NULL) {
        streams_log("%s: %s", document_name(), error->message);
        g_string_append_printf(words, "%s%s", words->len ? "\n" : "", error->message);
    }
    if (words->len > 0) {
        notify_show(words->str);
    }
    g_ptr_array_unref(request.selection);
    g_free(request.prompt);
    svg_cleanup();
    return 0;
}
