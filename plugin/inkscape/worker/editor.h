/* An Inkscape that is running, reached over D-Bus. All calls are asynchronous, in the
 * default main context; Inkscape answers none while an extension runs, and dies of some
 * while it has no document open, so look before each (editor_look()). */
#pragma once

#include <gio/gio.h>

typedef struct _Editor Editor;

Editor *editor_ref(Editor *editor);
/* Takes NULL. */
void editor_unref(Editor *editor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Editor, editor_unref)

/* Called once. `editor` is borrowed, NULL with an error if there is no such Inkscape, or none that
 * can be reached. `window` is the number of its window that has the focus, or is in front of its
 * others; where no display can be asked, of that which was opened last. 0 = it has none. */
typedef void (*EditorFoundFunc)(Editor *editor, guint window, const GError *error, gpointer data);
/* Looks for the Inkscape of the process group `pgid` on the bus of this address. `display` is the
 * name of its X display; NULL = it has none. */
void editor_find(const char *bus, const char *display, int pgid, EditorFoundFunc found,
                 gpointer data);

/* Borrowed. */
GDBusConnection *editor_bus(const Editor *editor);
/* The unique name on the bus, which no other program has had or will have; borrowed. */
const char *editor_owner(const Editor *editor);
int editor_pid(const Editor *editor);
/* The X display's name, borrowed; NULL = it has none. */
const char *editor_display(const Editor *editor);

/* How things are in one window. */
typedef struct {
    gboolean there;   /* the window is open; if not, the others are empty */
    guint n_windows;  /* how many are */
    gboolean busy;    /* it didn't answer in time: an extension or a long command is at work */
    const char *tool; /* name of the tool: "Select", "Text", …; "" = unknown */
    gboolean undo;    /* there is something to undo, something to redo */
    gboolean redo;
} EditorFacts;

/* `facts` is borrowed; NULL with an error if Inkscape is gone. */
typedef void (*EditorLookFunc)(const EditorFacts *facts, const GError *error, gpointer data);
void editor_look(Editor *editor, guint window, EditorLookFunc func, gpointer data);

/* Carries out an action that takes nothing, of the window's document ("undo", "redo") or, with
 * `window` 0, of the application ("org.fairies.courier.noprefs", of the active document). `func` is
 * called when it is done. */
typedef void (*EditorDoneFunc)(const GError *error, gpointer data);
void editor_activate(Editor *editor, guint window, const char *action, EditorDoneFunc func,
                     gpointer data);

/* Adds shapes of the active document to what is selected: ids, with commas between them. `func` as
 * above. */
void editor_select(Editor *editor, const char *ids, EditorDoneFunc func, gpointer data);

/* Reads the active document. It is exported to the file `path` of the caller's, which is taken away
 * again; selection, redo, title and what the person is about stay as they are. Exports of one
 * Inkscape are made one after the other. `bytes` is borrowed; NULL with an error. */
typedef void (*EditorExportFunc)(GBytes *bytes, const GError *error, gpointer data);
void editor_export(Editor *editor, const char *path, EditorExportFunc func, gpointer data);
