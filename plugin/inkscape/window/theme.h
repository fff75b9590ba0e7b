/* How things look in a light and in a dark theme, how they are called by a screen reader, and small
 * makers of widgets. */
#pragma once

#include <gtk/gtk.h>

/* The colour of what went wrong, for win_theme_color(). */
#define WIN_COLOR_REFUSED "#c01c28"

/* Adds the window's own style to the screen. */
void win_theme_install(void);
/* Returns whether the widget's theme is a dark one. */
gboolean win_theme_is_dark(GtkWidget *widget);
/* Stores a fairy's colour ("#rrggbb"), as it can be read on the widget's ground. Returns FALSE if
 * it isn't a colour. */
gboolean win_theme_color(GtkWidget *widget, const char *name, GdkRGBA *color);
/* Returns Pango markup of a plain text in that colour; NULL = the theme's own. Free with g_free().
 */
char *win_theme_markup(GtkWidget *widget, const char *color, const char *text);
/* Returns a new image for an icon's name of core (fairy_icon_name()); an empty one for NULL. */
GtkWidget *win_theme_icon(const char *name);

/* Gives a widget the name by which a screen reader calls it. */
void win_name(GtkWidget *widget, const char *name);
/* Has a screen reader say a text. */
void win_announce(GtkWidget *widget, const char *text);
/* Gives a dialog the focus once it is shown: without a window manager nobody else does. */
void win_focus_when_shown(GtkWidget *dialog);
/* Makes a label that wraps its text, at the left. */
GtkWidget *win_label_new(const char *class);
/* Makes a button with a mnemonic; `tip` is its tooltip. */
GtkWidget *win_button_new(const char *mnemonic, const char *tip, GCallback clicked, gpointer data);
