/* A button for each fairy, kept as long as the fairy is the same: a screen reader and the focus
 * stay where they are. */
#include "strip.h"

#include "figure.h"
#include "theme.h"
#include "words.h"

enum { MOST_HEIGHT = 130 };

struct _WinStrip {
    GtkWidget *scrolled, *box;
    GPtrArray *places; /* Place */
    void (*chosen)(const char *name, gpointer data);
    gpointer data;
};

typedef struct {
    WinStrip *strip;
    GtkWidget *button, *figure, *name, *text;
    char *shown; /* the fairy's name */
} Place;

static void free_place(gpointer data)
{
    Place *place = data;
    g_clear_pointer(&place->button, gtk_widget_destroy);
    g_free(place->shown);
    g_free(place);
}

static void on_clicked(gpointer data)
{
    Place *place = data;
    place->strip->chosen(place->shown, place->strip->data);
}

static GtkWidget *line_label(gboolean dim)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    if (dim) {
        gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
        gtk_style_context_add_class(gtk_widget_get_style_context(label), "fairies-dim");
    }
    return label;
}

static void add_place(WinStrip *strip)
{
    Place *place = g_new0(Place, 1);
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    place->strip = strip;
    place->button = gtk_button_new();
    place->figure = win_figure_new();
    place->name = line_label(FALSE);
    place->text = line_label(TRUE);
    gtk_button_set_relief(GTK_BUTTON(place->button), GTK_RELIEF_NONE);
    gtk_box_pack_start(GTK_BOX(line), place->figure, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), place->name, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), place->text, TRUE, TRUE, 0);
    gtk_container_add(GTK_CONTAINER(place->button), line);
    gtk_box_pack_start(GTK_BOX(strip->box), place->button, FALSE, FALSE, 0);
    g_signal_connect_swapped(place->button, "clicked", G_CALLBACK(on_clicked), place);
    gtk_widget_show_all(place->button);
    g_ptr_array_add(strip->places, place);
}

static void set_place(Place *place, const WinFairy *fairy)
{
    g_autofree char *text = win_fairy_text(fairy);
    g_autofree char *name = g_markup_printf_escaped("<b>%s</b>", fairy->name);
    g_autofree char *called = g_strdup_printf("%s, %s", fairy->name, text);
    g_free(place->shown);
    place->shown = g_strdup(fairy->name);
    win_figure_set(place->figure, fairy->color, fairy->at_work);
    gtk_label_set_markup(GTK_LABEL(place->name), name);
    gtk_label_set_text(GTK_LABEL(place->text), text);
    gtk_widget_set_tooltip_text(place->button, text);
    win_name(place->button, called);
}

void win_strip_show(WinStrip *strip, const WinDrawing *drawing)
{
    guint n = drawing && drawing->state != WIN_READY ? drawing->fairies->len : 0;
    if (strip->places->len > n) {
        g_ptr_array_set_size(strip->places, (int)n);
    }
    while (strip->places->len < n) {
        add_place(strip);
    }
    for (guint i = 0; i < n; i++) {
        set_place(g_ptr_array_index(strip->places, i), g_ptr_array_index(drawing->fairies, i));
    }
    gtk_widget_set_visible(strip->scrolled, n > 0);
}

static void free_strip(G_GNUC_UNUSED GtkWidget *widget, gpointer data)
{
    WinStrip *strip = data;
    g_ptr_array_unref(strip->places);
    g_free(strip);
}

WinStrip *win_strip_new(void (*chosen)(const char *name, gpointer data), gpointer data)
{
    WinStrip *strip = g_new0(WinStrip, 1);
    strip->chosen = chosen;
    strip->data = data;
    strip->places = g_ptr_array_new_with_free_func(free_place);
    strip->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    strip->scrolled = gtk_scrolled_window_new(NULL, NULL);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(strip->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(strip->scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(strip->scrolled), MOST_HEIGHT);
    gtk_container_add(GTK_CONTAINER(strip->scrolled), strip->box);
    gtk_widget_show(strip->box);
    gtk_widget_set_no_show_all(strip->scrolled, TRUE);
    win_name(strip->box, "Fairies at the drawing");
    g_signal_connect(strip->scrolled, "destroy", G_CALLBACK(free_strip), strip);
    return strip;
}

GtkWidget *win_strip_widget(WinStrip *strip)
{
    return strip->scrolled;
}
