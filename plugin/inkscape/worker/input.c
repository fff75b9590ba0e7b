/* X11, and its extension for input. The only file that knows of them. */
#include "input.h"

#ifdef FAIRIES_X11
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>
#include <glib-unix.h>

#include <string.h>

enum {
    MAX_DEPTH = 16,    /* of windows in windows */
    MAX_WORDS = 64,    /* of a text, in 4 bytes */
    MAX_WINDOWS = 1024 /* in a list */
};

struct _Input {
    Display *display;
    char *owner;
    gboolean dead; /* the connection broke */
    int opcode;    /* of the extension */
    guint source;
    Atom active, stack, bus_name, object_path;
    InputFacts facts;
};

/* --- asking windows --------------------------------------------------------------------------- */

/* A window may go at any time, and Xlib ends the process when it is asked about one that has. */
static int on_error(G_GNUC_UNUSED Display *display, G_GNUC_UNUSED XErrorEvent *event)
{
    return 0;
}

static void on_broken(G_GNUC_UNUSED Display *display, void *data)
{
    Input *input = data;
    input->dead = TRUE;
}

/* A property of text; the caller's. NULL = it has none. */
static char *read_text(const Input *input, Window window, Atom name)
{
    Atom type = None;
    int format = 0;
    unsigned long n = 0, left = 0;
    unsigned char *text = NULL;
    if (XGetWindowProperty(input->display, window, name, 0, MAX_WORDS, False, AnyPropertyType,
                           &type, &format, &n, &left, &text) != Success) {
        return NULL;
    }
    char *copy = text != NULL && format == 8 ? g_strndup((char *)text, n) : NULL;
    if (text != NULL) {
        XFree(text);
    }
    return copy;
}

/* A property that is a list of windows; XFree(). NULL = it has none. */
static Window *read_list(const Input *input, Atom name, unsigned long *n)
{
    Atom type = None;
    int format = 0;
    unsigned long left = 0;
    unsigned char *list = NULL;
    *n = 0;
    if (XGetWindowProperty(input->display, DefaultRootWindow(input->display), name, 0, MAX_WINDOWS,
                           False, XA_WINDOW, &type, &format, n, &left, &list) != Success ||
        format != 32) {
        *n = 0;
    }
    return (Window *)(void *)list;
}

/* The window manager's word for who has the focus; None = it says nothing. */
static Window managed_focus(const Input *input)
{
    unsigned long n = 0;
    Window *list = read_list(input, input->active, &n);
    Window window = n > 0 ? list[0] : None;
    if (list != NULL) {
        XFree(list);
    }
    return window;
}

static Window parent_of(const Input *input, Window window)
{
    Window root = None, parent = None, *children = NULL;
    unsigned int n = 0;
    if (!XQueryTree(input->display, window, &root, &parent, &children, &n)) {
        return None;
    }
    if (children != NULL) {
        XFree(children);
    }
    return parent == root ? None : parent;
}

static Window focus_of(const Input *input)
{
    int revert = 0;
    Window window = managed_focus(input);
    if (window == None) {
        XGetInputFocus(input->display, &window, &revert);
    }
    return window == PointerRoot ? None : window;
}

typedef enum { FOCUS_UNKNOWN, FOCUS_OURS, FOCUS_OTHER } Focus;

/* Whether the window is Inkscape's. A window of GTK 3 says which bus name its program has, and
 * which object it is. */
static gboolean look_at_window(Input *input, Window window)
{
    g_autofree char *owner = read_text(input, window, input->bus_name);
    if (g_strcmp0(owner, input->owner) != 0) {
        return FALSE;
    }
    g_autofree char *path = read_text(input, window, input->object_path);
    const char *n = path != NULL ? strstr(path, "/window/") : NULL;
    if (n != NULL) {
        input->facts.window = (guint)g_ascii_strtoull(n + strlen("/window/"), NULL, 10);
    }
    return TRUE;
}

/* While another program has the focus, as our own window: which of Inkscape's is in front. */
static void look_at_stack(Input *input)
{
    unsigned long n = 0;
    Window *list = read_list(input, input->stack, &n);
    while (n > 0 && input->facts.window == 0) {
        look_at_window(input, list[--n]);
    }
    if (list != NULL) {
        XFree(list);
    }
}

/* Whose the focus is; it may be in a window inside of Inkscape's. */
static Focus look_at_focus(Input *input)
{
    Window window = focus_of(input);
    Focus focus = window == None ? FOCUS_UNKNOWN : FOCUS_OTHER;
    for (int i = 0; i < MAX_DEPTH && window != None && !input->dead; i++) {
        if (look_at_window(input, window)) {
            return FOCUS_OURS;
        }
        window = parent_of(input, window);
    }
    if (input->facts.window == 0) {
        look_at_stack(input);
    }
    return focus;
}

/* --- events ----------------------------------------------------------------------------------- */

static const int heard[] = {XI_RawKeyPress, XI_RawKeyRelease, XI_RawButtonPress,
                            XI_RawButtonRelease};

static void take_event(Input *input, XEvent *event)
{
    if (event->type == PropertyNotify) {
        if (event->xproperty.atom == input->active) {
            look_at_focus(input);
        }
    } else if (event->type == GenericEvent && event->xcookie.extension == input->opcode &&
               look_at_focus(input) != FOCUS_OTHER) {
        int kind = event->xcookie.evtype;
        input->facts.last_input = g_get_monotonic_time();
        input->facts.n_pressed += kind == XI_RawKeyPress || kind == XI_RawButtonPress;
    }
}

static void take_events(Input *input)
{
    XEvent event;
    while (!input->dead && XPending(input->display) > 0) {
        XNextEvent(input->display, &event);
        take_event(input, &event);
    }
}

static gboolean on_readable(G_GNUC_UNUSED gint fd, GIOCondition condition, gpointer data)
{
    Input *input = data;
    if ((condition & (G_IO_HUP | G_IO_ERR)) == 0) {
        take_events(input);
    } else {
        input->dead = TRUE;
    }
    if (input->dead) {
        input->source = 0;
        return G_SOURCE_REMOVE;
    }
    return G_SOURCE_CONTINUE;
}

/* Raw events of XInput 2.1 come also while another program has grabbed a device. */
static gboolean hear(Input *input)
{
    int event = 0, error = 0, major = 2, minor = 1;
    unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
    XIEventMask mask = {XIAllMasterDevices, sizeof bits, bits};
    if (!XQueryExtension(input->display, "XInputExtension", &input->opcode, &event, &error) ||
        XIQueryVersion(input->display, &major, &minor) != Success) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(heard); i++) {
        XISetMask(bits, heard[i]);
    }
    XISelectEvents(input->display, DefaultRootWindow(input->display), &mask, 1);
    XSelectInput(input->display, DefaultRootWindow(input->display), PropertyChangeMask);
    return TRUE;
}

/* --- its life --------------------------------------------------------------------------------- */

Input *input_new(const char *display, const char *owner)
{
    Display *open = display != NULL && *display != '\0' ? XOpenDisplay(display) : NULL;
    if (open == NULL) {
        return NULL;
    }
    Input *input = g_new0(Input, 1);
    input->display = open;
    input->owner = g_strdup(owner);
    XSetErrorHandler(on_error);
    XSetIOErrorExitHandler(open, on_broken, input);
    input->active = XInternAtom(open, "_NET_ACTIVE_WINDOW", False);
    input->stack = XInternAtom(open, "_NET_CLIENT_LIST_STACKING", False);
    input->bus_name = XInternAtom(open, "_GTK_UNIQUE_BUS_NAME", False);
    input->object_path = XInternAtom(open, "_GTK_WINDOW_OBJECT_PATH", False);
    if (!input->dead && hear(input)) {
        input->source = g_unix_fd_add(ConnectionNumber(open), G_IO_IN | G_IO_HUP | G_IO_ERR,
                                      on_readable, input);
    }
    return input;
}

void input_free(Input *input)
{
    if (input == NULL) {
        return;
    }
    g_clear_handle_id(&input->source, g_source_remove);
    if (!input->dead) {
        XCloseDisplay(input->display);
    }
    g_free(input->owner);
    g_free(input);
}

static void look_at_pointer(Input *input)
{
    Window root = None, child = None;
    int x = 0, y = 0;
    unsigned int mask = 0;
    const unsigned int buttons = Button1Mask | Button2Mask | Button3Mask;
    XQueryPointer(input->display, DefaultRootWindow(input->display), &root, &child, &x, &y, &x, &y,
                  &mask);
    input->facts.button_down = (mask & buttons) != 0;
}

InputFacts input_read(Input *input)
{
    if (input == NULL || input->dead) {
        return (InputFacts){0};
    }
    take_events(input);
    look_at_focus(input);
    look_at_pointer(input);
    return input->facts;
}

#else

struct _Input {
    char nothing;
};

Input *input_new(G_GNUC_UNUSED const char *display, G_GNUC_UNUSED const char *owner)
{
    return NULL;
}

void input_free(G_GNUC_UNUSED Input *input)
{
}

InputFacts input_read(G_GNUC_UNUSED Input *input)
{
    return (InputFacts){0};
}

#endif

guint input_focus_once(const char *display, const char *owner)
{
    g_autoptr(Input) input = input_new(display, owner);
    return input_read(input).window;
}
