/* Widgets of a row. Who said it stands before the words, in the fairy's colour. */
#include "row.h"

#include "theme.h"
#include "words.h"

typedef struct {
    GtkWidget *text, *detail, *outcome, *choices;
} Row;

static const char *const classes[] = {
    [WIN_LINE_PERSON] = "person", [WIN_LINE_ACTION] = "action", [WIN_LINE_ANSWER] = "answer",
    [WIN_LINE_NOTE] = "note",     [WIN_LINE_END] = "end",
};

static const struct {
    const char *icon, *tip;
} outcomes[] = {
    [WIN_OK] = {"emblem-ok-symbolic", "Done"},
    [WIN_ADJUSTED] = {"dialog-warning-symbolic", "Done, but not just as it was asked"},
    [WIN_REFUSED] = {"dialog-error-symbolic", "Refused"},
};

static const struct {
    const char *icon, *tip;
} decisions[] = {
    [WIN_ACCEPTED] = {"object-select-symbolic", "Accepted"},
    [WIN_REJECTED] = {"edit-undo-symbolic", "Rejected"},
};

static void set_class(GtkWidget *widget, const char *class, gboolean has)
{
    GtkStyleContext *context = gtk_widget_get_style_context(widget);
    if (has) {
        gtk_style_context_add_class(context, class);
    } else {
        gtk_style_context_remove_class(context, class);
    }
}

static char *who_markup(GtkWidget *widget, const WinLine *line)
{
    g_autofree char *who = win_theme_markup(widget, line->color, line->who);
    return g_strdup_printf("<b>%s</b>  ", who);
}

static char *words_markup(GtkWidget *widget, const WinLine *line)
{
    if (line->kind == WIN_LINE_ANSWER || line->kind == WIN_LINE_ACTION) {
        return win_markup(line->text);
    }
    return win_theme_markup(widget, line->outcome == WIN_REFUSED ? WIN_COLOR_REFUSED : NULL,
                            line->text);
}

static char *text_markup(GtkWidget *widget, const WinLine *line)
{
    g_autofree char *words = words_markup(widget, line);
    g_autofree char *who = line->who ? who_markup(widget, line) : g_strdup("");
    return g_strconcat(who, words, NULL);
}

static void show_outcome(const Row *row, const WinLine *line)
{
    const char *icon = outcomes[line->outcome].icon, *tip = outcomes[line->outcome].tip;
    if (line->decision != WIN_UNDECIDED) {
        icon = decisions[line->decision].icon;
        tip = decisions[line->decision].tip;
    }
    gtk_image_set_from_icon_name(GTK_IMAGE(row->outcome), icon, GTK_ICON_SIZE_MENU);
    gtk_widget_set_tooltip_text(row->outcome, tip);
    win_name(row->outcome, tip);
    gtk_widget_set_visible(row->outcome, line->kind == WIN_LINE_ACTION);
    set_class(row->text, "rejected", line->decision == WIN_REJECTED);
}

static void show_detail(const Row *row, const WinLine *line)
{
    static const char *const prefixes[] = {
        [WIN_OK] = "", [WIN_ADJUSTED] = "Adjusted: ", [WIN_REFUSED] = "Refused: "};
    const char *detail = line->detail ? line->detail : "";
    g_autofree char *text = g_strconcat(prefixes[line->outcome], detail, NULL);
    g_autofree char *markup = win_theme_markup(
        row->detail, line->outcome == WIN_REFUSED ? WIN_COLOR_REFUSED : NULL, text);
    gtk_label_set_markup(GTK_LABEL(row->detail), markup);
    set_class(row->detail, "refused", line->outcome == WIN_REFUSED);
    gtk_widget_set_visible(row->detail, *detail != '\0');
}

void win_row_set(GtkWidget *widget, const WinLine *line)
{
    Row *row = g_object_get_data(G_OBJECT(widget), "row");
    g_autofree char *name = win_line_text(line);
    g_autofree char *markup = text_markup(widget, line);
    gtk_label_set_markup(GTK_LABEL(row->text), markup);
    show_detail(row, line);
    show_outcome(row, line);
    win_name(widget, name);
}

/* What the row shows of itself when there is something to show. */
static GtkWidget *hidden(GtkWidget *widget)
{
    gtk_widget_set_no_show_all(widget, TRUE);
    gtk_widget_set_valign(widget, GTK_ALIGN_START);
    return widget;
}

static GtkWidget *words_box(Row *row)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    row->text = win_label_new("text");
    row->detail = win_label_new("detail");
    hidden(row->detail);
    gtk_box_pack_start(GTK_BOX(box), row->text, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), row->detail, FALSE, FALSE, 0);
    return box;
}

static GtkWidget *row_box(Row *row, const WinLine *line)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    if (line->kind == WIN_LINE_ACTION) {
        GtkWidget *icon = win_theme_icon(line->icon);
        gtk_widget_set_valign(icon, GTK_ALIGN_START);
        gtk_box_pack_start(GTK_BOX(box), icon, FALSE, FALSE, 0);
    }
    row->outcome = hidden(gtk_image_new());
    row->choices = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
    gtk_widget_set_valign(row->choices, GTK_ALIGN_START);
    gtk_box_pack_start(GTK_BOX(box), words_box(row), TRUE, TRUE, 0);
    gtk_box_pack_end(GTK_BOX(box), row->choices, FALSE, FALSE, 0);
    gtk_box_pack_end(GTK_BOX(box), row->outcome, FALSE, FALSE, 0);
    return box;
}

GtkWidget *win_row_new(const WinLine *line)
{
    Row *row = g_new0(Row, 1);
    GtkWidget *widget = gtk_list_box_row_new();
    g_object_set_data_full(G_OBJECT(widget), "row", row, g_free);
    gtk_container_add(GTK_CONTAINER(widget), row_box(row, line));
    set_class(widget, classes[line->kind], TRUE);
    gtk_widget_show_all(widget);
    return widget;
}

GtkWidget *win_row_choices(GtkWidget *widget)
{
    Row *row = g_object_get_data(G_OBJECT(widget), "row");
    return row->choices;
}
