/* Style, colours, icons, names. */
#include "theme.h"

#include "words.h"

#include <string.h>

static const char style[] =
    ".fairies-list row { padding: 3px 8px; }"
    ".fairies-list row.person { padding-top: 10px; }"
    ".fairies-list .who { font-weight: bold; }"
    ".fairies-list .detail, .fairies-dim { opacity: 0.75; font-size: 92%; }"
    ".fairies-list .detail.refused { opacity: 1; }"
    ".fairies-list .note { font-style: italic; opacity: 0.85; }"
    ".fairies-list .rejected { text-decoration-line: line-through; opacity: 0.6; }"
    ".fairies-list .person .text { font-weight: bold; }"
    ".fairies-list .end .text { opacity: 0.75; font-size: 92%; }"
    ".fairies-list row:selected { color: @theme_fg_color;"
    "  background-color: alpha(@theme_selected_bg_color, 0.2); }"
    ".fairies-words { border-radius: 4px; }"
    ".fairies-list button { min-height: 20px; min-width: 20px; padding: 0 4px; }";

void win_theme_install(void)
{
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, style, -1, NULL);
    gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
                                              GTK_STYLE_PROVIDER(provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/* Light words are on a dark ground. */
gboolean win_theme_is_dark(GtkWidget *widget)
{
    GdkRGBA words;
    GtkStyleContext *context = gtk_widget_get_style_context(widget);
    gtk_style_context_get_color(context, gtk_style_context_get_state(context), &words);
    return 0.3 * words.red + 0.59 * words.green + 0.11 * words.blue > 0.5;
}

gboolean win_theme_color(GtkWidget *widget, const char *name, GdkRGBA *color)
{
    g_autofree char *light = win_color_on_dark(name);
    return gdk_rgba_parse(color, win_theme_is_dark(widget) ? light : name);
}

char *win_theme_markup(GtkWidget *widget, const char *color, const char *text)
{
    GdkRGBA shown;
    if (!color || !win_theme_color(widget, color, &shown)) {
        return g_markup_escape_text(text, -1);
    }
    return g_markup_printf_escaped("<span foreground=\"#%02x%02x%02x\">%s</span>",
                                   (guint)(shown.red * 255), (guint)(shown.green * 255),
                                   (guint)(shown.blue * 255), text);
}

static const struct {
    const char *name, *themed;
} icons[] = {
    {"brain", "system-run-symbolic"},         {"comment", "chat-message-new-symbolic"},
    {"cursor", "input-mouse-symbolic"},       {"eye", "view-reveal-symbolic"},
    {"flag", "mail-mark-important-symbolic"}, {"note", "view-list-symbolic"},
    {"pencil", "document-edit-symbolic"},     {"refresh", "view-refresh-symbolic"},
    {"search", "edit-find-symbolic"},         {"target", "find-location-symbolic"},
    {"trash", "user-trash-symbolic"},
};

GtkWidget *win_theme_icon(const char *name)
{
    GtkIconTheme *theme = gtk_icon_theme_get_default();
    for (guint i = 0; name && i < G_N_ELEMENTS(icons); i++) {
        if (strcmp(icons[i].name, name) == 0 && gtk_icon_theme_has_icon(theme, icons[i].themed)) {
            return gtk_image_new_from_icon_name(icons[i].themed, GTK_ICON_SIZE_MENU);
        }
    }
    GtkWidget *none = gtk_image_new();
    gtk_widget_set_size_request(none, 16, 16);
    return none;
}

void win_name(GtkWidget *widget, const char *name)
{
    atk_object_set_name(gtk_widget_get_accessible(widget), name);
}

/* ATK has the signal since 2.46. */
void win_announce(GtkWidget *widget, const char *text)
{
    AtkObject *object = gtk_widget_get_accessible(widget);
    if (g_signal_lookup("announcement", G_OBJECT_TYPE(object))) {
        g_signal_emit_by_name(object, "announcement", text);
    }
}

static gboolean on_mapped(GtkWidget *dialog, G_GNUC_UNUSED GdkEvent *event,
                          G_GNUC_UNUSED gpointer data)
{
    gtk_window_present(GTK_WINDOW(dialog));
    return FALSE;
}

void win_focus_when_shown(GtkWidget *dialog)
{
    g_signal_connect(dialog, "map-event", G_CALLBACK(on_mapped), NULL);
}

GtkWidget *win_label_new(const char *class)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_style_context_add_class(gtk_widget_get_style_context(label), class);
    return label;
}

GtkWidget *win_button_new(const char *mnemonic, const char *tip, GCallback clicked, gpointer data)
{
    GtkWidget *button = gtk_button_new_with_mnemonic(mnemonic);
    gtk_widget_set_tooltip_text(button, tip);
    g_signal_connect_swapped(button, "clicked", clicked, data);
    return button;
}
