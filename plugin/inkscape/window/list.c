/* Rows of a list box. The buttons to accept and reject are made for the selected row alone. */
#include "list.h"

#include "row.h"
#include "theme.h"
#include "words.h"

#include <gdk/gdkkeysyms.h>

enum { PLACEHOLDER_MARGIN = 30 };

struct _WinList {
    GtkWidget *scrolled;
    GtkWidget *box;
    WinDecideFunc decide;
    gpointer data;
    gboolean dark;             /* the colours are those of a dark theme */
    guint recolor;             /* source that shows all rows anew; 0 = they are in their colours */
    gboolean at_end;           /* the end is shown, and stays so */
    const WinDrawing *drawing; /* what is shown; NULL = nothing */
};

/* --- the end stays in sight ------------------------------------------------------------------- */

static void on_scrolled(GtkAdjustment *adjustment, gpointer data)
{
    WinList *list = data;
    double end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
    list->at_end = gtk_adjustment_get_value(adjustment) >= end - 2;
}

/* After the layout, when the new height is known. */
static void on_resized(GtkAdjustment *adjustment, gpointer data)
{
    WinList *list = data;
    if (list->at_end) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) -
                                                 gtk_adjustment_get_page_size(adjustment));
    }
}

/* --- what the person does --------------------------------------------------------------------- */

static void on_accept(GtkWidget *widget, gpointer data)
{
    WinList *list = data;
    list->decide(GPOINTER_TO_INT(g_object_get_data(G_OBJECT(widget), "action")), TRUE, list->data);
}

static void on_reject(GtkWidget *widget, gpointer data)
{
    WinList *list = data;
    list->decide(GPOINTER_TO_INT(g_object_get_data(G_OBJECT(widget), "action")), FALSE, list->data);
}

static const struct {
    const char *label, *icon;
    void (*func)(GtkWidget *widget, gpointer data);
} choices[] = {
    {"Accept", "emblem-ok-symbolic", on_accept},
    {"Reject", "edit-undo-symbolic", on_reject},
};

static GtkWidget *choice_button(WinList *list, guint choice, const WinLine *line)
{
    g_autofree char *name = g_strdup_printf("%s: %s", choices[choice].label, line->text);
    GtkWidget *button = gtk_button_new_from_icon_name(choices[choice].icon, GTK_ICON_SIZE_MENU);
    gtk_widget_set_tooltip_text(button, choices[choice].label);
    win_name(button, name);
    g_object_set_data(G_OBJECT(button), "action", GINT_TO_POINTER(line->action));
    g_signal_connect(button, "clicked", G_CALLBACK(choices[choice].func), list);
    return button;
}

static const WinLine *line_of(const WinList *list, GtkListBoxRow *row)
{
    return row && list->drawing
               ? win_drawing_line(list->drawing, (guint)gtk_list_box_row_get_index(row))
               : NULL;
}

static void destroy_one(GtkWidget *widget, G_GNUC_UNUSED gpointer data)
{
    gtk_widget_destroy(widget);
}

/* Only one row has them. */
static void show_choices(WinList *list, GtkListBoxRow *row)
{
    const WinLine *line = line_of(list, row);
    GtkWidget *box = row ? win_row_choices(GTK_WIDGET(row)) : NULL;
    if (!box) {
        return;
    }
    if (gtk_container_get_focus_child(GTK_CONTAINER(box))) {
        gtk_widget_grab_focus(GTK_WIDGET(row)); /* not lost with the button that had it */
    }
    gtk_container_foreach(GTK_CONTAINER(box), destroy_one, NULL);
    if (line && win_line_can_decide(list->drawing, line)) {
        for (guint i = 0; i < G_N_ELEMENTS(choices); i++) {
            gtk_box_pack_start(GTK_BOX(box), choice_button(list, i, line), FALSE, FALSE, 0);
        }
        gtk_widget_show_all(box);
    }
}

static void on_selected(GtkListBox *box, GtkListBoxRow *row, gpointer data)
{
    WinList *list = data;
    GtkListBoxRow *former = g_object_get_data(G_OBJECT(box), "former");
    if (former && former != row) {
        GtkWidget *buttons = win_row_choices(GTK_WIDGET(former));
        gtk_container_foreach(GTK_CONTAINER(buttons), destroy_one, NULL);
    }
    g_object_set_data(G_OBJECT(box), "former", row);
    show_choices(list, row);
}

static void copy_row(const WinLine *line)
{
    g_autofree char *text = win_line_text(line);
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
}

/* Delete rejects, Insert accepts, Ctrl+C copies the selected row. */
static gboolean on_key(GtkWidget *box, GdkEventKey *event, gpointer data)
{
    WinList *list = data;
    const WinLine *line = line_of(list, gtk_list_box_get_selected_row(GTK_LIST_BOX(box)));
    gboolean deletes = event->keyval == GDK_KEY_Delete || event->keyval == GDK_KEY_KP_Delete;
    gboolean inserts = event->keyval == GDK_KEY_Insert || event->keyval == GDK_KEY_KP_Insert;
    if (!line) {
        return FALSE;
    }
    if ((event->state & GDK_CONTROL_MASK) && event->keyval == GDK_KEY_c) {
        copy_row(line);
        return TRUE;
    }
    if ((deletes || inserts) && win_line_can_decide(list->drawing, line)) {
        list->decide(line->action, inserts, list->data);
        return TRUE;
    }
    return FALSE;
}

/* --- the list --------------------------------------------------------------------------------- */

static gboolean on_recolor(gpointer data)
{
    WinList *list = data;
    list->recolor = 0;
    win_list_show(list, list->drawing);
    return G_SOURCE_REMOVE;
}

/* The person has another theme now. */
static void on_restyled(GtkWidget *box, gpointer data)
{
    WinList *list = data;
    if (list->dark != win_theme_is_dark(box) && !list->recolor) {
        list->recolor = g_idle_add(on_recolor, list);
    }
    list->dark = win_theme_is_dark(box);
}

/* Later than its widgets, which tell of their end. */
static void free_list(gpointer data)
{
    WinList *list = data;
    g_clear_handle_id(&list->recolor, g_source_remove);
    g_free(list);
}

/* What somebody sees who has never asked. */
static GtkWidget *placeholder_new(void)
{
    GtkWidget *label = win_label_new("fairies-dim");
    gtk_label_set_text(GTK_LABEL(label),
                       "Say what should change, as to somebody who sees the drawing: “align these "
                       "left”, “connect the boxes in order”, “what is missing here?”");
    gtk_widget_set_margin_start(label, PLACEHOLDER_MARGIN);
    gtk_widget_set_margin_end(label, PLACEHOLDER_MARGIN);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    gtk_label_set_xalign(GTK_LABEL(label), 0.5F);
    gtk_widget_show(label);
    return label;
}

WinList *win_list_new(WinDecideFunc decide, gpointer data)
{
    WinList *list = g_new0(WinList, 1);
    list->decide = decide;
    list->data = data;
    list->at_end = TRUE;
    list->box = gtk_list_box_new();
    list->scrolled = gtk_scrolled_window_new(NULL, NULL);
    gtk_style_context_add_class(gtk_widget_get_style_context(list->box), "fairies-list");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_container_add(GTK_CONTAINER(list->scrolled), list->box);
    gtk_list_box_set_placeholder(GTK_LIST_BOX(list->box), placeholder_new());
    win_name(list->box, "What was said and done");
    GtkAdjustment *adjustment =
        gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(list->scrolled));
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(on_scrolled), list);
    g_signal_connect(adjustment, "changed", G_CALLBACK(on_resized), list);
    g_signal_connect(list->box, "style-updated", G_CALLBACK(on_restyled), list);
    g_signal_connect(list->box, "row-selected", G_CALLBACK(on_selected), list);
    g_signal_connect(list->box, "key-press-event", G_CALLBACK(on_key), list);
    g_object_set_data_full(G_OBJECT(list->scrolled), "list", list, free_list);
    return list;
}

GtkWidget *win_list_widget(WinList *list)
{
    return list->scrolled;
}

static void remove_rows(WinList *list, guint from, guint n)
{
    GtkListBoxRow *row;
    gtk_list_box_unselect_all(GTK_LIST_BOX(list->box));
    while (n-- && (row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list->box), (int)from))) {
        gtk_widget_destroy(GTK_WIDGET(row));
    }
}

void win_list_show(WinList *list, const WinDrawing *drawing)
{
    remove_rows(list, 0, G_MAXUINT);
    list->drawing = drawing;
    list->at_end = TRUE;
    for (guint i = 0; drawing && i < drawing->lines->len; i++) {
        win_list_line(list, drawing, i);
    }
}

void win_list_line(WinList *list, const WinDrawing *drawing, guint index)
{
    const WinLine *line = win_drawing_line(drawing, index);
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list->box), (int)index);
    if (row) {
        win_row_set(GTK_WIDGET(row), line);
        show_choices(list, gtk_list_box_get_selected_row(GTK_LIST_BOX(list->box)));
    } else {
        GtkWidget *added = win_row_new(line);
        gtk_list_box_insert(GTK_LIST_BOX(list->box), added, -1);
        win_row_set(added, line); /* now it has the colours of its theme */
    }
}

void win_list_cut(WinList *list, guint index)
{
    remove_rows(list, index, G_MAXUINT);
}

void win_list_dropped(WinList *list, guint n)
{
    remove_rows(list, 0, n);
}
