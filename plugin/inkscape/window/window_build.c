/* Widgets of the window, from top to bottom. */
#include "settings.h"
#include "theme.h"
#include "window_priv.h"

enum { WIDTH = 420, HEIGHT = 640, GAP = 6, MOST_FAIRIES = 9 };

static GtkWidget *line_box(GtkWidget *parent)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP);
    gtk_box_pack_start(GTK_BOX(parent), box, FALSE, FALSE, 0);
    return box;
}

/* A long name is cut, and doesn't make the window wider. */
static GtkWidget *combo(GtkWidget *parent, const char *name, gboolean expand)
{
    GtkWidget *combo = gtk_combo_box_text_new();
    g_autoptr(GList) cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));
    g_object_set(cells->data, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", 8, NULL);
    win_name(combo, name);
    gtk_widget_set_tooltip_text(combo, name);
    gtk_box_pack_start(GTK_BOX(parent), combo, expand, TRUE, 0);
    return combo;
}

static void on_drawing_chosen(GtkComboBox *combo, gpointer data)
{
    WinWindow *window = data;
    const char *id = gtk_combo_box_get_active_id(combo);
    if (!window->filling && id) {
        win_window_show_drawing(window, (guint)g_ascii_strtoull(id, NULL, 10));
    }
}

static void on_settings(gpointer data)
{
    WinWindow *window = data;
    g_autofree char *model = win_settings_run(window->window);
    if (model && *model) {
        win_window_choose_model(window, model);
    }
    win_entry_focus(window->entry);
}

static void build_head(WinWindow *window, GtkWidget *parent)
{
    GtkWidget *settings;
    window->drawings = combo(parent, "Which drawing", FALSE);
    g_signal_connect(window->drawings, "changed", G_CALLBACK(on_drawing_chosen), window);
    GtkWidget *line = line_box(parent);
    window->scope = combo(line, "What the fairies look at", TRUE);
    settings =
        win_button_new("S_ettings…", "Model, key and budget", G_CALLBACK(on_settings), window);
    gtk_box_pack_end(GTK_BOX(line), settings, FALSE, FALSE, 0);
    line = line_box(parent);
    window->models = combo(line, "Which model answers", TRUE);
    GtkWidget *label = gtk_label_new_with_mnemonic("_Fairies");
    window->fairies = gtk_spin_button_new_with_range(1, MOST_FAIRIES, 1);
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), window->fairies);
    gtk_entry_set_width_chars(GTK_ENTRY(window->fairies), 2);
    win_name(window->fairies, "How many fairies");
    gtk_box_pack_start(GTK_BOX(line), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), window->fairies, FALSE, FALSE, 0);
}

static void build_hold(WinWindow *window, GtkWidget *parent)
{
    GtkWidget *button = win_button_new("Show _now", "Put what is finished into the drawing now",
                                       G_CALLBACK(win_window_show_now), window);
    window->hold = gtk_info_bar_new();
    window->hold_text = win_label_new("hold");
    gtk_label_set_lines(GTK_LABEL(window->hold_text), 3);
    gtk_label_set_ellipsize(GTK_LABEL(window->hold_text), PANGO_ELLIPSIZE_END);
    gtk_info_bar_set_message_type(GTK_INFO_BAR(window->hold), GTK_MESSAGE_WARNING);
    gtk_container_add(GTK_CONTAINER(gtk_info_bar_get_content_area(GTK_INFO_BAR(window->hold))),
                      window->hold_text);
    gtk_box_pack_end(GTK_BOX(gtk_info_bar_get_action_area(GTK_INFO_BAR(window->hold))), button,
                     FALSE, FALSE, 0);
    gtk_widget_show_all(window->hold);
    gtk_widget_hide(window->hold);
    gtk_widget_set_no_show_all(window->hold, TRUE);
    gtk_box_pack_start(GTK_BOX(parent), window->hold, FALSE, FALSE, 0);
    window->trouble = win_label_new("refused-text");
    gtk_widget_set_no_show_all(window->trouble, TRUE);
    gtk_box_pack_start(GTK_BOX(parent), window->trouble, FALSE, FALSE, 0);
}

static void build_status(WinWindow *window, GtkWidget *parent)
{
    GtkWidget *line = line_box(parent);
    window->spinner = gtk_spinner_new();
    window->status = gtk_label_new(NULL);
    window->cost = gtk_label_new(NULL);
    gtk_label_set_ellipsize(GTK_LABEL(window->status), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(window->status), 0);
    gtk_style_context_add_class(gtk_widget_get_style_context(window->status), "fairies-dim");
    gtk_style_context_add_class(gtk_widget_get_style_context(window->cost), "fairies-dim");
    gtk_box_pack_start(GTK_BOX(line), window->spinner, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), window->status, TRUE, TRUE, 0);
    gtk_box_pack_end(GTK_BOX(line), window->cost, FALSE, FALSE, 0);
}

/* A button that is there only when it can do something. */
static GtkWidget *some_button(WinWindow *window, GtkWidget *line, const char *mnemonic,
                              const char *tip, void (*clicked)(WinWindow *))
{
    GtkWidget *button = win_button_new(mnemonic, tip, G_CALLBACK(clicked), window);
    gtk_widget_set_no_show_all(button, TRUE);
    gtk_box_pack_start(GTK_BOX(line), button, FALSE, FALSE, 0);
    return button;
}

static void on_ask(WinWindow *window)
{
    win_entry_send(window->entry);
}

static void build_buttons(WinWindow *window, GtkWidget *parent)
{
    GtkWidget *line = line_box(parent);
    window->accept = some_button(window, line, "A_ccept all", "Keep all of the latest turn",
                                 win_window_accept_turn);
    window->reject = some_button(window, line, "_Reject all", "Take back all of the latest turn",
                                 win_window_reject_turn);
    line = line_box(parent);
    window->undo =
        some_button(window, line, "_Undo last turn", "Take back the latest turn", win_window_undo);
    window->go_on = some_button(window, line, "C_ontinue", "Go on where the latest turn was cut",
                                win_window_continue);
    window->stop = some_button(window, line, "_Stop", "Stop the fairies; what is finished stays",
                               win_window_stop);
    window->ask = win_button_new("_Ask", "Send what you typed (Enter)", G_CALLBACK(on_ask), window);
    gtk_style_context_add_class(gtk_widget_get_style_context(window->ask), "suggested-action");
    gtk_box_pack_end(GTK_BOX(line), window->ask, FALSE, FALSE, 0);
}

static void build_body(WinWindow *window, GtkWidget *box)
{
    window->strip = win_strip_new(win_window_address, window);
    window->list = win_list_new(win_window_decide, window);
    window->pictures = win_pictures_new();
    window->entry = win_entry_new(win_window_send, window);
    build_head(window, box);
    build_hold(window, box);
    gtk_box_pack_start(GTK_BOX(box), win_strip_widget(window->strip), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), win_list_widget(window->list), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), win_pictures_widget(window->pictures), FALSE, FALSE, 0);
    build_status(window, box);
    gtk_box_pack_start(GTK_BOX(box), win_entry_widget(window->entry), FALSE, FALSE, 0);
    build_buttons(window, box);
}

void win_window_build(WinWindow *window)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, GAP);
    window->window = GTK_WINDOW(gtk_application_window_new(window->app));
    gtk_window_set_default_size(window->window, WIDTH, HEIGHT);
    gtk_window_set_icon_name(window->window, "inkscape");
    gtk_container_set_border_width(GTK_CONTAINER(box), GAP + 2);
    gtk_container_add(GTK_CONTAINER(window->window), box);
    window->filling = TRUE;
    build_body(window, box);
    window->filling = FALSE;
    gtk_widget_show_all(box);
}
