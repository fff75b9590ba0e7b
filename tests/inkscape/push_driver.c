/* Pushes into a running Inkscape what a script says. Arguments: BUS DISPLAY PGID PATH, the path of
 * the open document ("" = never saved). Commands are lines on standard input:
 *
 *   start FILE    a turn begins with what FILE has (what Inkscape gave an extension)
 *   do JSON       a reply, carried out on our drawing; each action that changed it is one
 *   look FILE     push_look() of what FILE has
 *   now, end      push_now(), push_end()
 *   write FILE    our drawing as it is
 *   call ACTION   has Inkscape carry it out
 *   describe      editor_look()
 *   quit
 *
 * What happens are lines on standard output: "found WINDOW", "held N WHY", "pushed N MS", "missed
 * N", "seen IDS X,Y,W,H", "taken LOST", "over ERROR", "looked BYTES", "called US", "described US".
 */
#include "push.h"

#include <fairy/executor.h>
#include <fairy/runtime.h>
#include <svg/merge.h>

#include <gio/gunixinputstream.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *path;
    char *folder;
    Editor *editor;
    guint window;
    SvgDocument *doc;
    Push *push;
    GMainLoop *loop;
    GDataInputStream *in;
    gint64 asked; /* by call() or describe() */
} Driver;

static void say(const char *format, ...) G_GNUC_PRINTF(1, 2);

static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

/* --- what a job would do ---------------------------------------------------------------------- */

static SvgDocument *parse(GBytes *bytes)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(bytes, &len);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, len, "drawing", &error);
    if (doc == NULL) {
        g_error("%s", error->message);
    }
    return doc;
}

static GBytes *snapshot(gpointer data)
{
    const Driver *driver = data;
    return svg_document_print_utf8(driver->doc);
}

static GBytes *taken(GBytes *pushed, GBytes *now, const char *const *lost, gpointer data)
{
    Driver *driver = data;
    g_autoptr(SvgDocument) base = parse(pushed), theirs = parse(now);
    g_autoptr(SvgMerge) merge = svg_merge(base, driver->doc, theirs, "fairies", NULL);
    g_autofree char *all = g_strjoinv("; ", (char **)lost);
    say("taken %s", all);
    svg_document_free(driver->doc);
    driver->doc = g_steal_pointer(&merge->doc);
    return NULL;
}

static void seen(const char *const *selected, const SvgBox *view, G_GNUC_UNUSED gpointer data)
{
    g_autofree char *ids = g_strjoinv(",", (char **)selected);
    say("seen %s %.2f,%.2f,%.2f,%.2f", *ids != '\0' ? ids : "-", view->x, view->y, view->w,
        view->h);
}

static void held(const char *why, guint waiting, G_GNUC_UNUSED gpointer data)
{
    say("held %u %s", waiting, why != NULL ? why : "-");
}

static void pushed(guint actions, guint ms, G_GNUC_UNUSED gpointer data)
{
    say("pushed %u %u", actions, ms);
}

static void missed(guint n, G_GNUC_UNUSED gpointer data)
{
    say("missed %u", n);
}

static void over(const GError *error, gpointer data)
{
    Driver *driver = data;
    say("over %s", error != NULL ? error->message : "-");
    g_clear_pointer(&driver->push, push_free);
}

/* --- commands --------------------------------------------------------------------------------- */

static GBytes *read_file(const char *file)
{
    char *text = NULL;
    gsize len = 0;
    if (!g_file_get_contents(file, &text, &len, NULL)) {
        g_error("%s can't be read", file);
    }
    return g_bytes_new_take(text, len);
}

static void looked(GBytes *bytes, const char *const *selected, const SvgBox *view,
                   const GError *error, gpointer data)
{
    if (selected != NULL) {
        seen(selected, view, data);
    }
    say("looked %" G_GSIZE_FORMAT " %s", bytes != NULL ? g_bytes_get_size(bytes) : 0,
        error != NULL ? error->message : "-");
}

static void look(Driver *driver, const char *file)
{
    g_autoptr(GBytes) bytes = read_file(file);
    const PushOptions where = {
        .editor = driver->editor,
        .window = driver->window,
        .path = *driver->path != '\0' ? driver->path : NULL,
        .name = "order.svg",
        .folder = driver->folder,
        .start = bytes,
    };
    push_look(&where, looked, driver);
}

static void start(Driver *driver, const char *file)
{
    g_autoptr(GBytes) bytes = read_file(file);
    g_clear_pointer(&driver->doc, svg_document_free);
    driver->doc = parse(bytes);
    const PushOptions options = {
        .editor = driver->editor,
        .window = driver->window,
        .path = *driver->path != '\0' ? driver->path : NULL,
        .name = "order.svg",
        .folder = driver->folder,
        .start = bytes,
        .snapshot = snapshot,
        .taken = taken,
        .seen = seen,
        .held = held,
        .pushed = pushed,
        .missed = missed,
        .over = over,
        .data = driver,
    };
    push_free(driver->push);
    driver->push = push_new(&options);
}

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    const Driver *driver = data;
    if (outcome->wrote && driver->push != NULL) {
        push_changed(driver->push);
    } else {
        say("%s %s", fairy_status_name(outcome->status), outcome->detail ? outcome->detail : "-");
    }
}

static void carry_out(Driver *driver, const char *reply)
{
    const FairyExecutorOptions options = {.on_outcome = on_outcome, .data = driver};
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyExecutor) executor = fairy_executor_new(driver->doc, fairy_actions(), &options);
    if (!fairy_executor_feed(executor, reply, strlen(reply), &error) ||
        !fairy_executor_end(executor, &error)) {
        g_error("%s", error->message);
    }
}

static void now(Driver *driver, G_GNUC_UNUSED const char *rest)
{
    push_now(driver->push);
}

static void end(Driver *driver, G_GNUC_UNUSED const char *rest)
{
    push_end(driver->push);
}

static void write_doc(Driver *driver, const char *file)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(driver->doc);
    svg_file_write(file, bytes, NULL);
    say("written");
}

static void called(const GError *error, gpointer data)
{
    const Driver *driver = data;
    if (error != NULL) {
        g_error("%s", error->message);
    }
    say("called %" G_GINT64_FORMAT, g_get_monotonic_time() - driver->asked);
}

static void call(Driver *driver, const char *action)
{
    driver->asked = g_get_monotonic_time();
    editor_activate(driver->editor, 0, action, called, driver);
}

static void described(G_GNUC_UNUSED const EditorFacts *facts, G_GNUC_UNUSED const GError *error,
                      gpointer data)
{
    const Driver *driver = data;
    say("described %" G_GINT64_FORMAT, g_get_monotonic_time() - driver->asked);
}

static void describe(Driver *driver, G_GNUC_UNUSED const char *rest)
{
    driver->asked = g_get_monotonic_time();
    editor_look(driver->editor, driver->window, described, driver);
}

static void quit(Driver *driver, G_GNUC_UNUSED const char *rest)
{
    g_main_loop_quit(driver->loop);
}

static void obey(Driver *driver, const char *line)
{
    static const struct {
        const char *word;
        void (*func)(Driver *driver, const char *rest);
    } commands[] = {{"start ", start}, {"do ", carry_out},     {"look ", look},
                    {"now", now},      {"end", end},           {"write ", write_doc},
                    {"call ", call},   {"describe", describe}, {"quit", quit}};
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_str_has_prefix(line, commands[i].word)) {
            commands[i].func(driver, line + strlen(commands[i].word));
            return;
        }
    }
    g_error("no such command: %s", line);
}

static void on_line(G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
    Driver *driver = data;
    g_autofree char *line = g_data_input_stream_read_line_finish(driver->in, result, NULL, NULL);
    obey(driver, line != NULL ? line : "quit");
    if (line != NULL && strcmp(line, "quit") != 0) {
        g_data_input_stream_read_line_async(driver->in, 0, NULL, on_line, driver);
    }
}

static void on_found(Editor *editor, guint window, const GError *error, gpointer data)
{
    Driver *driver = data;
    if (editor == NULL) {
        say("not found: %s", error->message);
        g_main_loop_quit(driver->loop);
        return;
    }
    driver->editor = editor_ref(editor);
    driver->window = window;
    say("found %u", window);
    g_data_input_stream_read_line_async(driver->in, 0, NULL, on_line, driver);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: %s BUS DISPLAY PGID PATH\n", argv[0]);
        return 2;
    }
    Driver driver = {.path = argv[4], .loop = g_main_loop_new(NULL, FALSE)};
    driver.folder = fairy_runtime_folder(NULL);
    g_autoptr(GInputStream) in = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    driver.in = g_data_input_stream_new(in);
    editor_find(argv[1], argv[2], atoi(argv[3]), on_found, &driver);
    g_main_loop_run(driver.loop);
    push_free(driver.push);
    svg_document_free(driver.doc);
    editor_unref(driver.editor);
    g_object_unref(driver.in);
    g_main_loop_unref(driver.loop);
    g_free(driver.folder);
    svg_cleanup();
    return 0;
}
