/* Four wings and a body, drawn by cairo. */
#include "figure.h"

#include "theme.h"

enum { SIDE = 26 };

/* Curves of the left wings, from (0,0): those of the right are their mirror image. */
static const double wings[][6] = {
    {-3, -13, -15, -14, -13, -6},
    {-12, -2, -6, 0, 0, 0},
    {-9, 1, -12, 6, -8, 9},
    {-4, 11, -1, 5, 0, 0},
};

static void add_wings(cairo_t *cr, double side, double spread)
{
    cairo_move_to(cr, 0, 0);
    for (guint i = 0; i < G_N_ELEMENTS(wings); i++) {
        const double *c = wings[i];
        double x = side * spread;
        cairo_curve_to(cr, c[0] * x, c[1], c[2] * x, c[3], c[4] * x, c[5]);
    }
    cairo_close_path(cr);
}

static void add_body(cairo_t *cr)
{
    cairo_new_sub_path(cr);
    cairo_arc(cr, 0, -4, 3, 0, 2 * G_PI);
    cairo_move_to(cr, 0, -1);
    cairo_line_to(cr, 2, 8);
    cairo_curve_to(cr, 1, 10, -1, 10, -2, 8);
    cairo_close_path(cr);
}

static gboolean on_draw(GtkWidget *figure, cairo_t *cr, G_GNUC_UNUSED gpointer data)
{
    GdkRGBA color;
    const char *name = g_object_get_data(G_OBJECT(figure), "color");
    gboolean at_work = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(figure), "at-work"));
    if (!name || !win_theme_color(figure, name, &color)) {
        return FALSE;
    }
    cairo_translate(cr, gtk_widget_get_allocated_width(figure) / 2.0,
                    gtk_widget_get_allocated_height(figure) / 2.0 + 1);
    cairo_scale(cr, SIDE / 30.0, SIDE / 30.0);
    add_wings(cr, 1, at_work ? 1 : 0.45);
    add_wings(cr, -1, at_work ? 1 : 0.45);
    cairo_set_source_rgba(cr, color.red, color.green, color.blue, 0.4);
    cairo_fill_preserve(cr);
    gdk_cairo_set_source_rgba(cr, &color);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
    add_body(cr);
    cairo_fill(cr);
    return FALSE;
}

GtkWidget *win_figure_new(void)
{
    GtkWidget *figure = gtk_drawing_area_new();
    gtk_widget_set_size_request(figure, SIDE, SIDE);
    g_signal_connect(figure, "draw", G_CALLBACK(on_draw), NULL);
    return figure;
}

void win_figure_set(GtkWidget *figure, const char *color, gboolean at_work)
{
    g_object_set_data_full(G_OBJECT(figure), "color", g_strdup(color), g_free);
    g_object_set_data(G_OBJECT(figure), "at-work", GINT_TO_POINTER(at_work));
    gtk_widget_queue_draw(figure);
}
