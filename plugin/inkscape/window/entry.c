/* A text view with keys of its own. The input method has each key first: Enter may choose what it
 * offers. */
#include "entry.h"

#include "theme.h"

#include <gdk/gdkkeysyms.h>

enum { LEAST_HEIGHT = 58, MOST_HEIGHT = 150, MARGIN = 6 };

struct _WinEntry {
    GtkWidget *scrolled, *view;
    void (*send)(const char *words, gpointer data);
    gpointer data;
    const GPtrArray *former;
    guint back;  /* how many words back is shown; 0 = what is being typed */
    char *draft; /* what was being typed, while `back` isn't 0 */
};

static GtkTextBuffer *buffer_of(WinEntry *entry)
{
    return gtk_text_view_get_buffer(GTK_TEXT_VIEW(entry->view));
}

char *win_entry_get(WinEntry *entry)
{
    GtkTextIter begin, end;
    gtk_text_buffer_get_bounds(buffer_of(entry), &begin, &end);
    return gtk_text_buffer_get_text(buffer_of(entry), &begin, &end, FALSE);
}

static void set_text(WinEntry *entry, const char *text)
{
    GtkTextIter end;
    gtk_text_buffer_set_text(buffer_of(entry), text, -1);
    gtk_text_buffer_get_end_iter(buffer_of(entry), &end);
    gtk_text_buffer_place_cursor(buffer_of(entry), &end);
    gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(entry->view),
                                       gtk_text_buffer_get_insert(buffer_of(entry)));
}

void win_entry_set(WinEntry *entry, const char *text)
{
    entry->back = 0;
    set_text(entry, text);
}

void win_entry_send(WinEntry *entry)
{
    g_autofree char *words = g_strstrip(win_entry_get(entry));
    if (*words) {
        win_entry_set(entry, "");
        entry->send(words, entry->data);
    }
    win_entry_focus(entry);
}

/* --- former words ----------------------------------------------------------------------------- */

static gboolean go_back(WinEntry *entry, int steps)
{
    guint n = entry->former ? entry->former->len : 0;
    int back = (int)entry->back + steps;
    if (back < 0 || back > (int)n) {
        return FALSE;
    }
    if (entry->back == 0) {
        g_free(entry->draft);
        entry->draft = win_entry_get(entry);
    }
    entry->back = (guint)back;
    set_text(entry, back == 0 ? entry->draft : g_ptr_array_index(entry->former, n - (guint)back));
    return TRUE;
}

/* Whether the cursor is as high as that place: in the same line as it is shown. */
static gboolean is_beside(WinEntry *entry, const GtkTextIter *place)
{
    GtkTextIter at;
    GdkRectangle here, there;
    gtk_text_buffer_get_iter_at_mark(buffer_of(entry), &at,
                                     gtk_text_buffer_get_insert(buffer_of(entry)));
    gtk_text_view_get_iter_location(GTK_TEXT_VIEW(entry->view), &at, &here);
    gtk_text_view_get_iter_location(GTK_TEXT_VIEW(entry->view), place, &there);
    return here.y == there.y;
}

static gboolean on_arrow(WinEntry *entry, int steps)
{
    GtkTextIter begin, end;
    gtk_text_buffer_get_bounds(buffer_of(entry), &begin, &end);
    return is_beside(entry, steps > 0 ? &begin : &end) && go_back(entry, steps);
}

/* --- keys ------------------------------------------------------------------------------------- */

static gboolean is_enter(guint key)
{
    return key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
}

static gboolean on_key(GtkWidget *view, GdkEventKey *event, gpointer data)
{
    WinEntry *entry = data;
    GdkModifierType held = event->state & gtk_accelerator_get_default_mod_mask();
    if (held == 0 && event->keyval == GDK_KEY_Up) {
        return on_arrow(entry, 1);
    }
    if (held == 0 && event->keyval == GDK_KEY_Down) {
        return on_arrow(entry, -1);
    }
    if (!is_enter(event->keyval) || held == GDK_SHIFT_MASK) {
        return FALSE;
    }
    if (gtk_text_view_im_context_filter_keypress(GTK_TEXT_VIEW(view), event)) {
        return TRUE;
    }
    win_entry_send(entry);
    return TRUE;
}

/* --- the widget ------------------------------------------------------------------------------- */

static void free_entry(gpointer data)
{
    WinEntry *entry = data;
    g_free(entry->draft);
    g_free(entry);
}

static void build(WinEntry *entry)
{
    GtkTextView *view = GTK_TEXT_VIEW(entry->view);
    GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW(entry->scrolled);
    gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_accepts_tab(view, FALSE);
    gtk_text_view_set_left_margin(view, MARGIN);
    gtk_text_view_set_right_margin(view, MARGIN);
    gtk_text_view_set_top_margin(view, MARGIN);
    gtk_text_view_set_bottom_margin(view, MARGIN);
    gtk_style_context_add_class(gtk_widget_get_style_context(entry->view), "fairies-words");
    gtk_scrolled_window_set_policy(scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_shadow_type(scrolled, GTK_SHADOW_IN);
    gtk_scrolled_window_set_propagate_natural_height(scrolled, TRUE);
    gtk_scrolled_window_set_min_content_height(scrolled, LEAST_HEIGHT);
    gtk_scrolled_window_set_max_content_height(scrolled, MOST_HEIGHT);
    gtk_container_add(GTK_CONTAINER(scrolled), entry->view);
}

WinEntry *win_entry_new(void (*send)(const char *words, gpointer data), gpointer data)
{
    WinEntry *entry = g_new0(WinEntry, 1);
    entry->send = send;
    entry->data = data;
    entry->view = gtk_text_view_new();
    entry->scrolled = gtk_scrolled_window_new(NULL, NULL);
    build(entry);
    g_signal_connect(entry->view, "key-press-event", G_CALLBACK(on_key), entry);
    g_object_set_data_full(G_OBJECT(entry->scrolled), "entry", entry, free_entry);
    return entry;
}

GtkWidget *win_entry_widget(WinEntry *entry)
{
    return entry->scrolled;
}

void win_entry_focus(WinEntry *entry)
{
    gtk_widget_grab_focus(entry->view);
}

void win_entry_set_former(WinEntry *entry, const GPtrArray *former)
{
    entry->former = former;
    entry->back = 0;
}

void win_entry_set_name(WinEntry *entry, const char *name)
{
    win_name(entry->view, name);
    gtk_widget_set_tooltip_text(entry->view, name);
}
