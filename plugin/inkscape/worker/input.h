/* What the person's hands are at, on an X11 display: asked, and heard as raw events, which come
 * whichever window has the focus. Which key it was isn't looked at, only that there was one. */
#pragma once

#include <glib.h>

typedef struct _Input Input;

/* `owner` is the unique bus name of the Inkscape that is meant. NULL when there is no such display
 * (`display` may be NULL), or this was built without X11. */
Input *input_new(const char *display, const char *owner);
/* Takes NULL. */
void input_free(Input *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Input, input_free)

typedef struct {
    gboolean button_down; /* a button of the pointer */
    gint64 last_input; /* when a key or a button went down or up last while another program hadn't
                          the focus, as g_get_monotonic_time(); 0 = never */
    guint n_pressed;   /* how many keys and buttons went down so far, of those */
    guint window;      /* the number of Inkscape's window that has the focus, or had it last;
                          0 = unknown */
} InputFacts;

/* How things are now. NULL gives what is known where nothing is. */
InputFacts input_read(Input *input);
/* InputFacts.window, without an Input. */
guint input_focus_once(const char *display, const char *owner);
