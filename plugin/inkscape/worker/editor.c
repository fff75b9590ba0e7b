/* Calls on a running Inkscape. */
#include "editor_priv.h"

#include <glib/gstdio.h>

#include <string.h>

#define ACTIONS "org.gtk.Actions"
#define INSPECT "org.freedesktop.DBus.Introspectable"

enum { LOOK_MS = 2000, DO_MS = 180000 };

Editor *editor_ref(Editor *editor)
{
    editor->refs++;
    return editor;
}

void editor_unref(Editor *editor)
{
    if (editor != NULL && --editor->refs == 0) {
        g_object_unref(editor->bus);
        g_free(editor->owner);
        g_free(editor->root);
        g_free(editor->display);
        g_free(editor);
    }
}

GDBusConnection *editor_bus(const Editor *editor)
{
    return editor->bus;
}

const char *editor_owner(const Editor *editor)
{
    return editor->owner;
}

int editor_pid(const Editor *editor)
{
    return editor->pid;
}

const char *editor_display(const Editor *editor)
{
    return editor->display;
}

/* --- one call --------------------------------------------------------------------------------- */

/* The path of what `kind` ("window", "document") and `n` say, or of the application. */
static char *object_path(const Editor *editor, const char *kind, guint n)
{
    return n > 0          ? g_strdup_printf("%s/%s/%u", editor->root, kind, n)
           : kind != NULL ? g_strdup_printf("%s/%s", editor->root, kind)
                          : g_strdup(editor->root);
}

static void call(const Editor *editor, const char *path, const char *interface, const char *method,
                 GVariant *arguments, int ms, GAsyncReadyCallback func, gpointer data)
{
    g_dbus_connection_call(editor->bus, editor->owner, path, interface, method, arguments, NULL,
                           G_DBUS_CALL_FLAGS_NO_AUTO_START, ms, NULL, func, data);
}

GVariant *editor_finish(GObject *source, GAsyncResult *result, GError **error)
{
    GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, error);
    if (answer == NULL && error != NULL && *error != NULL) {
        g_dbus_error_strip_remote_error(*error);
    }
    return answer;
}

/* Whether the error says that the program at the other end is no more. */
static gboolean is_gone(const GError *error)
{
    static const int codes[] = {G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER,
                                G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_DISCONNECTED};
    for (guint i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (g_error_matches(error, G_DBUS_ERROR, codes[i])) {
            return TRUE;
        }
    }
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/* --- how things are --------------------------------------------------------------------------- */

/* The numbers of the windows in an answer of Introspect: <node name="3"/>. */
GArray *editor_read_windows(GVariant *answer)
{
    GArray *windows = g_array_new(FALSE, FALSE, sizeof(guint));
    const char *xml = NULL;
    g_variant_get(answer, "(&s)", &xml);
    g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml(xml, NULL);
    for (guint i = 0; node != NULL && node->nodes != NULL && node->nodes[i] != NULL; i++) {
        guint n =
            (guint)g_ascii_strtoull(node->nodes[i]->path ? node->nodes[i]->path : "", NULL, 10);
        if (n > 0) {
            g_array_append_val(windows, n);
        }
    }
    return windows;
}

typedef struct {
    Editor *editor;
    guint window, n_open; /* of calls */
    EditorFacts facts;
    char *tool;
    GError *gone;
    EditorLookFunc func;
    gpointer data;
} Look;

static void look_end(Look *look)
{
    if (--look->n_open > 0) {
        return;
    }
    look->facts.tool = look->tool ? look->tool : "";
    look->func(look->gone == NULL ? &look->facts : NULL, look->gone, look->data);
    g_clear_error(&look->gone);
    g_free(look->tool);
    editor_unref(look->editor);
    g_free(look);
}

static void look_fail(Look *look, GError *error)
{
    if (is_gone(error) && look->gone == NULL) {
        look->gone = error;
        return;
    }
    look->facts.busy |= g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
    g_error_free(error);
}

static void on_look_windows(GObject *source, GAsyncResult *result, gpointer data)
{
    Look *look = data;
    GError *error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    if (answer == NULL) {
        look_fail(look, error);
    } else {
        g_autoptr(GArray) windows = editor_read_windows(answer);
        look->facts.n_windows = windows->len;
        for (guint i = 0; i < windows->len; i++) {
            look->facts.there |= g_array_index(windows, guint, i) == look->window;
        }
    }
    look_end(look);
}

/* The answer is ((enabled, type of the parameter, [state])). */
static gboolean described(Look *look, GObject *source, GAsyncResult *result, char **state)
{
    GError *error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    gboolean enabled = FALSE;
    if (answer == NULL) {
        look_fail(look, error);
        return FALSE;
    }
    g_autoptr(GVariant) states = NULL;
    g_variant_get(answer, "((bg@av))", &enabled, NULL, &states);
    if (state != NULL && g_variant_n_children(states) > 0) {
        g_autoptr(GVariant) boxed = g_variant_get_child_value(states, 0);
        g_autoptr(GVariant) value = g_variant_get_variant(boxed);
        *state = g_variant_is_of_type(value, G_VARIANT_TYPE_STRING)
                     ? g_variant_dup_string(value, NULL)
                     : NULL;
    }
    return enabled;
}

static void on_look_tool(GObject *source, GAsyncResult *result, gpointer data)
{
    Look *look = data;
    described(look, source, result, &look->tool);
    look_end(look);
}

static void on_look_undo(GObject *source, GAsyncResult *result, gpointer data)
{
    Look *look = data;
    look->facts.undo = described(look, source, result, NULL);
    look_end(look);
}

static void on_look_redo(GObject *source, GAsyncResult *result, gpointer data)
{
    Look *look = data;
    look->facts.redo = described(look, source, result, NULL);
    look_end(look);
}

void editor_look(Editor *editor, guint window, EditorLookFunc func, gpointer data)
{
    static const struct {
        const char *kind, *action;
        GAsyncReadyCallback func;
    } asked[] = {{"window", "tool-switch", on_look_tool},
                 {"document", "undo", on_look_undo},
                 {"document", "redo", on_look_redo}};
    Look *look = g_new0(Look, 1);
    *look = (Look){.editor = editor_ref(editor),
                   .window = window,
                   .func = func,
                   .data = data,
                   .n_open = 1 + G_N_ELEMENTS(asked)};
    g_autofree char *windows = object_path(editor, "window", 0);
    call(editor, windows, INSPECT, "Introspect", NULL, LOOK_MS, on_look_windows, look);
    for (guint i = 0; i < G_N_ELEMENTS(asked); i++) {
        g_autofree char *path = object_path(editor, asked[i].kind, window);
        call(editor, path, ACTIONS, "Describe", g_variant_new("(s)", asked[i].action), LOOK_MS,
             asked[i].func, look);
    }
}

/* --- doing something -------------------------------------------------------------------------- */

typedef struct {
    EditorDoneFunc func;
    gpointer data;
} Doing;

static void on_done(GObject *source, GAsyncResult *result, gpointer data)
{
    Doing *doing = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    doing->func(answer != NULL ? NULL : error, doing->data);
    g_free(doing);
}

/* `word` is the action's parameter; NULL = it takes none. */
static void activate(Editor *editor, guint window, const char *action, const char *word,
                     EditorDoneFunc func, gpointer data)
{
    Doing *doing = g_new(Doing, 1);
    *doing = (Doing){func, data};
    GVariantBuilder parameter;
    g_variant_builder_init(&parameter, G_VARIANT_TYPE("av"));
    if (word != NULL) {
        g_variant_builder_add(&parameter, "v", g_variant_new_string(word));
    }
    g_autofree char *path = object_path(editor, window > 0 ? "document" : NULL, window);
    call(editor, path, ACTIONS, "Activate", g_variant_new("(sava{sv})", action, &parameter, NULL),
         DO_MS, on_done, doing);
}

void editor_activate(Editor *editor, guint window, const char *action, EditorDoneFunc func,
                     gpointer data)
{
    activate(editor, window, action, NULL, func, data);
}

void editor_select(Editor *editor, const char *ids, EditorDoneFunc func, gpointer data)
{
    activate(editor, 0, "select-by-id", ids, func, data);
}

/* --- reading it ------------------------------------------------------------------------------- */

typedef struct {
    Editor *editor;
    char *path;
    EditorExportFunc func;
    gpointer data;
} Export;

/* Under way, or waiting: the name that is set is Inkscape's only one, whoever has set it. */
static GQueue exports = G_QUEUE_INIT;

/* The first of those of the same Inkscape is under way; NULL = there is none. */
static Export *first_of(const char *owner)
{
    const GList *at = exports.head;
    while (at != NULL && strcmp(((const Export *)at->data)->editor->owner, owner) != 0) {
        at = at->next;
    }
    return at != NULL ? at->data : NULL;
}

static void export_start(Export *export);

static void start_next(const char *owner)
{
    Export *next = first_of(owner);
    if (next != NULL) {
        export_start(next);
    }
}

static void export_end(Export *export, const GError *error)
{
    g_autoptr(GError) failed = error != NULL ? g_error_copy(error) : NULL;
    char *text = NULL;
    gsize len = 0;
    if (failed == NULL) {
        g_file_get_contents(export->path, &text, &len, &failed);
    }
    g_unlink(export->path);
    g_queue_remove(&exports, export);
    start_next(export->editor->owner);
    g_autoptr(GBytes) bytes = g_bytes_new_take(text, len);
    export->func(failed == NULL ? bytes : NULL, failed, export->data);
    editor_unref(export->editor);
    g_free(export->path);
    g_free(export);
}

static void on_exported(const GError *error, gpointer data)
{
    export_end(data, error);
}

static void on_named(const GError *error, gpointer data)
{
    Export *export = data;
    if (error != NULL) {
        export_end(export, error);
        return;
    }
    activate(export->editor, 0, "export-do", NULL, on_exported, export);
}

/* The name is forgotten after each export. */
static void export_start(Export *export)
{
    g_unlink(export->path);
    activate(export->editor, 0, "export-filename", export->path, on_named, export);
}

void editor_export(Editor *editor, const char *path, EditorExportFunc func, gpointer data)
{
    Export *export = g_new(Export, 1);
    *export = (Export){editor_ref(editor), g_strdup(path), func, data};
    g_queue_push_tail(&exports, export);
    if (first_of(editor->owner) == export) {
        export_start(export);
    }
}
