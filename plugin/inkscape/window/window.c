/* The window, its model and the worker, put together. */
#include "theme.h"
#include "window_priv.h"
#include "words.h"

#include <gdk/gdkkeysyms.h>
#ifdef GDK_WINDOWING_X11
#include <gdk/gdkx.h>
#endif

#include <string.h>

enum { REFRESH_MS = 30 };
/* Attempts to reach the worker, two in a second, while nobody sees the window; with words in it. */
enum { PATIENCE = 20, PATIENCE_WITH_WORDS = 1200 };

static const char *const scopes[] = {"selection", "view", "page"};

const WinDrawing *win_window_drawing(const WinWindow *window)
{
    return win_model_find(window->model, window->current);
}

/* --- the head --------------------------------------------------------------------------------- */

/* Returns whether a combo has to be filled anew; `what` is all that it shows. One that somebody has
 * opened, or chosen in, is left as it is otherwise. */
static gboolean is_new(GtkWidget *combo, const char *what)
{
    gboolean same = g_strcmp0(g_object_get_data(G_OBJECT(combo), "shown"), what) == 0;
    g_object_set_data_full(G_OBJECT(combo), "shown", g_strdup(what), g_free);
    return !same;
}

static void fill_combo(GtkWidget *combo, const char *const *ids, const char *const *texts,
                       const char *active)
{
    gtk_combo_box_text_remove_all(GTK_COMBO_BOX_TEXT(combo));
    for (guint i = 0; ids[i]; i++) {
        gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(combo), ids[i], texts[i]);
    }
    if (!gtk_combo_box_set_active_id(GTK_COMBO_BOX(combo), active)) {
        gtk_combo_box_set_active(GTK_COMBO_BOX(combo), 0);
    }
}

/* Fills it where something is new. `key` is what a choice of the person's rests on. */
static void show_combo(GtkWidget *combo, const char *key, GPtrArray *ids, GPtrArray *texts,
                       const char *active)
{
    g_ptr_array_add(ids, NULL);
    g_ptr_array_add(texts, NULL);
    g_autofree char *shown = g_strjoinv("\n", (char **)texts->pdata);
    g_autofree char *what = g_strdup_printf("%s\n%s\n%s", key, active, shown);
    if (is_new(combo, what)) {
        fill_combo(combo, (const char *const *)ids->pdata, (const char *const *)texts->pdata,
                   active);
    }
    g_ptr_array_unref(ids);
    g_ptr_array_unref(texts);
}

static void show_drawings(WinWindow *window)
{
    const WinDrawing *drawing;
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *current = g_strdup_printf("%u", window->current);
    for (guint i = 0; (drawing = win_model_at(window->model, i)); i++) {
        const char *state = drawing->closed                 ? " (closed)"
                            : drawing->state == WIN_WORKING ? " (fairies at work)"
                                                            : "";
        const char *name = drawing->path ? drawing->path : drawing->name;
        g_ptr_array_add(ids, g_strdup_printf("%u", drawing->number));
        g_ptr_array_add(texts, g_strconcat(name, state, NULL));
    }
    show_combo(window->drawings, "", ids, texts, current);
    gtk_widget_set_visible(window->drawings, win_model_at(window->model, 1) != NULL);
}

static void show_scope(WinWindow *window, const WinDrawing *drawing)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *key = g_strdup_printf("%u", drawing->number);
    for (guint i = drawing->n_selected ? 0 : 1; i < G_N_ELEMENTS(scopes); i++) {
        g_ptr_array_add(ids, g_strdup(scopes[i]));
        g_ptr_array_add(texts, win_scope_text(drawing, scopes[i]));
    }
    show_combo(window->scope, key, ids, texts, drawing->scope);
}

static void show_models(WinWindow *window, const WinDrawing *drawing)
{
    const char *const *models = (const char *const *)drawing->models;
    GPtrArray *ids = g_ptr_array_new(), *texts = g_ptr_array_new();
    g_autofree char *key = g_strdup_printf("%u", drawing->number);
    if (!g_strv_contains(models, drawing->model)) {
        g_ptr_array_add(ids, drawing->model);
        g_ptr_array_add(texts, drawing->model);
    }
    for (guint i = 0; models[i]; i++) {
        g_ptr_array_add(ids, drawing->models[i]);
        g_ptr_array_add(texts, drawing->models[i]);
    }
    show_combo(window->models, key, ids, texts, drawing->model);
}

void win_window_choose_model(WinWindow *window, const char *model)
{
    GtkComboBox *combo = GTK_COMBO_BOX(window->models);
    if (!gtk_combo_box_set_active_id(combo, model)) {
        gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(combo), model, model);
        gtk_combo_box_set_active_id(combo, model);
    }
}

static void show_status(WinWindow *window, const WinDrawing *drawing)
{
    static const char *const states[] = {"Say what should change", "At work", "Waiting"};
    g_autofree char *cost = win_cost_text(drawing);
    g_autofree char *hold = win_hold_text(drawing);
    gtk_label_set_text(GTK_LABEL(window->status),
                       drawing->closed ? "The document was closed" : states[drawing->state]);
    gtk_label_set_text(GTK_LABEL(window->cost), cost);
    gtk_label_set_text(GTK_LABEL(window->hold_text), hold ? hold : "");
    gtk_widget_set_tooltip_text(window->hold_text, hold);
    gtk_widget_set_visible(window->hold, hold != NULL);
    g_object_set(window->spinner, "active", drawing->state == WIN_WORKING, NULL);
    gtk_widget_set_visible(window->spinner, drawing->state == WIN_WORKING);
}

static void show_buttons(WinWindow *window, const WinDrawing *drawing)
{
    gboolean ready = drawing->state == WIN_READY && !drawing->closed;
    gboolean decide = win_drawing_can_decide(drawing);
    gtk_button_set_label(GTK_BUTTON(window->ask), drawing->state == WIN_READY ? "_Ask" : "_Tell");
    gtk_widget_set_sensitive(window->ask, !drawing->closed);
    gtk_widget_set_visible(window->stop, drawing->state != WIN_READY);
    gtk_widget_set_visible(window->undo, ready && drawing->turn > 0);
    gtk_widget_set_visible(window->go_on, ready && drawing->unfinished);
    gtk_widget_set_visible(window->accept, decide);
    gtk_widget_set_visible(window->reject, decide);
    gtk_widget_set_sensitive(window->fairies, ready);
    gtk_widget_set_sensitive(window->models, ready);
    gtk_widget_set_sensitive(window->scope, ready);
    win_entry_set_name(window->entry, drawing->state == WIN_READY
                                          ? "What should change? Enter sends it"
                                          : "Tell the fairies something. Enter sends it");
}

void win_window_refresh(WinWindow *window)
{
    const WinDrawing *drawing = win_window_drawing(window);
    g_autofree char *title =
        g_strdup_printf("%s – Fairies", drawing ? drawing->name : "No drawing");
    window->filling = TRUE;
    gtk_window_set_title(window->window, title);
    show_drawings(window);
    if (drawing) {
        show_scope(window, drawing);
        show_models(window, drawing);
        show_status(window, drawing);
        show_buttons(window, drawing);
    }
    win_strip_show(window->strip, drawing);
    win_pictures_show(window->pictures, drawing);
    window->filling = FALSE;
}

static gboolean on_refresh(gpointer data)
{
    WinWindow *window = data;
    window->refresh = 0;
    win_window_refresh(window);
    return G_SOURCE_REMOVE;
}

/* Many events come in a moment; they are shown together. */
static void refresh_soon(WinWindow *window)
{
    if (!window->refresh) {
        window->refresh = g_timeout_add(REFRESH_MS, on_refresh, window);
    }
}

/* --- which drawing ---------------------------------------------------------------------------- */

static void keep_draft(WinWindow *window)
{
    if (window->current) {
        g_hash_table_replace(window->drafts, GUINT_TO_POINTER(window->current),
                             win_entry_get(window->entry));
    }
}

void win_window_show_drawing(WinWindow *window, guint number)
{
    const WinDrawing *drawing = win_model_find(window->model, number);
    drawing = drawing ? drawing : win_model_at(window->model, 0);
    guint next = drawing ? drawing->number : 0;
    if (next != window->current) {
        const char *draft = g_hash_table_lookup(window->drafts, GUINT_TO_POINTER(next));
        g_autofree char *text = g_strdup(draft ? draft : "");
        keep_draft(window);
        window->current = next;
        win_entry_set(window->entry, text);
        win_entry_set_former(window->entry, drawing ? drawing->former : NULL);
        win_list_show(window->list, drawing);
    }
    win_window_refresh(window);
}

/* --- from the model --------------------------------------------------------------------------- */

static void on_drawing(const WinDrawing *drawing, gpointer data)
{
    WinWindow *window = data;
    if (!window->current) {
        win_window_show_drawing(window, drawing->number);
    }
    refresh_soon(window);
}

static void on_line(const WinDrawing *drawing, guint index, gpointer data)
{
    WinWindow *window = data;
    if (drawing->number == window->current) {
        win_list_line(window->list, drawing, index);
    }
}

static void on_dropped(const WinDrawing *drawing, guint n, gpointer data)
{
    WinWindow *window = data;
    if (drawing->number == window->current) {
        win_list_dropped(window->list, n);
    }
}

static void on_cut(const WinDrawing *drawing, guint index, gpointer data)
{
    WinWindow *window = data;
    if (drawing->number == window->current) {
        win_list_cut(window->list, index);
    }
}

/* The person asked for it in Inkscape, whose keys and clicks aren't heard here: a window manager
 * would hold the last ones that were for older than those, and keep the window behind. */
static void present(GtkWindow *window)
{
    guint32 now = GDK_CURRENT_TIME;
#ifdef GDK_WINDOWING_X11
    GdkWindow *shown = gtk_widget_get_window(GTK_WIDGET(window));
    if (shown && GDK_IS_X11_WINDOW(shown)) {
        now = gdk_x11_get_server_time(shown);
    }
#endif
    gtk_window_present_with_time(window, now);
}

static void on_present(const WinDrawing *drawing, gpointer data)
{
    WinWindow *window = data;
    window->wanted = TRUE;
    win_window_show_drawing(window, drawing->number);
    present(window->window);
    win_entry_focus(window->entry);
}

static void on_over(const WinDrawing *drawing, const char *text, gpointer data)
{
    WinWindow *window = data;
    if (drawing->number == window->current) {
        win_announce(GTK_WIDGET(window->window), text);
    }
}

static void on_gone(const WinDrawing *drawing, gpointer data)
{
    WinWindow *window = data;
    if (drawing->number == window->current) {
        keep_draft(window);
        window->current = 0;
        win_list_show(window->list, NULL);
        win_entry_set_former(window->entry, NULL);
    }
    refresh_soon(window);
}

static const WinModelFuncs model_funcs = {.drawing = on_drawing,
                                          .line = on_line,
                                          .dropped = on_dropped,
                                          .cut = on_cut,
                                          .present = on_present,
                                          .over = on_over,
                                          .gone = on_gone};

/* --- from the worker -------------------------------------------------------------------------- */

static void on_connected(gpointer data)
{
    WinWindow *window = data;
    gtk_widget_hide(window->trouble);
    win_model_clear(window->model);
}

static void on_event(const cJSON *event, gpointer data)
{
    WinWindow *window = data;
    win_model_take(window->model, event);
}

static gboolean has_words(WinWindow *window)
{
    g_autofree char *typed = g_strstrip(win_entry_get(window->entry));
    return *typed != '\0';
}

/* Without a window that somebody looks at there is nothing to wait for. */
static void on_lost(guint attempts, gpointer data)
{
    WinWindow *window = data;
    if (!window->wanted && attempts >= (has_words(window) ? PATIENCE_WITH_WORDS : PATIENCE)) {
        gtk_widget_destroy(GTK_WIDGET(window->window));
        return;
    }
    gtk_label_set_text(
        GTK_LABEL(window->trouble),
        "The worker of the fairies has ended. Ask from Inkscape's menu, Extensions ▸ "
        "Fairies, to start it again; what was typed here stays.");
    gtk_widget_show(window->trouble);
}

static const WinClientFuncs client_funcs = {
    .connected = on_connected, .event = on_event, .refused = win_window_refused, .lost = on_lost};

/* --- the window ------------------------------------------------------------------------------- */

static gboolean on_key(G_GNUC_UNUSED GtkWidget *widget, GdkEventKey *event, gpointer data)
{
    if (event->keyval == GDK_KEY_Escape) {
        win_window_close(data);
        return TRUE;
    }
    return FALSE;
}

static gboolean on_delete(G_GNUC_UNUSED GtkWidget *widget, G_GNUC_UNUSED GdkEvent *event,
                          gpointer data)
{
    win_window_close(data);
    return TRUE;
}

/* Without a window manager only a window that is shown already can have the focus. */
static gboolean on_mapped(GtkWidget *widget, G_GNUC_UNUSED GdkEvent *event, gpointer data)
{
    WinWindow *window = data;
    if (window->wanted) {
        present(GTK_WINDOW(widget));
    }
    return FALSE;
}

/* Whatever comes from now on has nothing to be shown in. */
static void on_destroyed(G_GNUC_UNUSED GtkWidget *widget, gpointer data)
{
    WinWindow *window = data;
    g_clear_handle_id(&window->refresh, g_source_remove);
    g_clear_pointer(&window->client, win_client_free);
}

WinWindow *win_window_new(GtkApplication *app, const char *socket)
{
    WinWindow *window = g_new0(WinWindow, 1);
    window->app = app;
    window->drafts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    window->model = win_model_new(&model_funcs, window);
    win_window_build(window);
    g_signal_connect(window->window, "key-press-event", G_CALLBACK(on_key), window);
    g_signal_connect(window->window, "delete-event", G_CALLBACK(on_delete), window);
    g_signal_connect(window->window, "map-event", G_CALLBACK(on_mapped), window);
    g_signal_connect(window->window, "destroy", G_CALLBACK(on_destroyed), window);
    window->client = win_client_new(socket, &client_funcs, window);
    return window;
}

void win_window_free(WinWindow *window)
{
    if (!window) {
        return;
    }
    win_model_free(window->model);
    g_hash_table_unref(window->drafts);
    g_free(window->sent);
    g_free(window);
}
