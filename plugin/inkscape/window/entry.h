/* Where the person types: Enter sends, Shift+Enter breaks the line, Up and Down bring former words.
 */
#pragma once

#include <gtk/gtk.h>

typedef struct _WinEntry WinEntry;

/* Makes an empty one; `send` is called with what was typed, which isn't blank. Freed with its
 * widget. */
WinEntry *win_entry_new(void (*send)(const char *words, gpointer data), gpointer data);
/* Returns the widget, to be added to a container once. */
GtkWidget *win_entry_widget(WinEntry *entry);
/* Gives it the focus. */
void win_entry_focus(WinEntry *entry);
/* Sends what was typed, as Enter does. */
void win_entry_send(WinEntry *entry);
/* Returns what was typed. Free with g_free(). */
char *win_entry_get(WinEntry *entry);
/* Replaces what was typed; the cursor is at the end. */
void win_entry_set(WinEntry *entry, const char *text);
/* Says which words Up brings: char *, the latest last, borrowed until the next call; NULL = none.
 */
void win_entry_set_former(WinEntry *entry, const GPtrArray *former);
/* Says what the text is for, to a screen reader. */
void win_entry_set_name(WinEntry *entry, const char *name);
