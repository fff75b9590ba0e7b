/* What Inkscape's menu says: which document in which Inkscape, and what is to be done. */
#pragma once

#include <fairy/error.h>
#include <svg/geometry.h>

#include <cjson/cJSON.h>

/* All of it is owned. */
typedef struct {
    char *verb;      /* "ask", "stop", … */
    int pgid;        /* process group of the Inkscape; 0 = none */
    char *bus;       /* address of its session bus; NULL = none */
    char *display;   /* its X display; NULL = none */
    char *path;      /* of the document; NULL = it was never saved */
    GBytes *bytes;   /* the document as it is now */
    char **selected; /* ids, NULL-terminated */
    char *root;      /* id of the root element; NULL = it has none */
    SvgPoint centre; /* of what the person looks at, px at 96 dpi from the page's corner */
    double zoom;     /* px on the screen per such px; 0 = it isn't known what is looked at */
    SvgPoint window; /* size of the whole window, px on the screen */
} Menu;

/* Reads {"do":"menu",…}, and the file that it names, which is then deleted. Free with menu_clear(),
 * also after a failure. FALSE with FAIRY_ERROR_CONTROL if it isn't such a request, or with an error
 * of the file. */
gboolean menu_read(Menu *menu, const cJSON *request, GError **error);
void menu_clear(Menu *menu);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Menu, menu_clear)
/* The part of the document that the person looks at, in document space, at most; empty if it isn't
 * known. `page` and `px_per_unit` are the document's. */
SvgBox menu_view(const Menu *menu, SvgBox page, double px_per_unit);
