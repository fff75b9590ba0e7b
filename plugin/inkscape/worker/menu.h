/* What Inkscape's menu says: which document in which Inkscape, and what is to be done. */
#pragma once

#include <fairy/error.h>

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
} Menu;

/* Reads {"do":"menu",…}, and the file that it names, which is then deleted. Free with menu_clear(),
 * also after a failure. FALSE with FAIRY_ERROR_CONTROL if it isn't such a request, or with an error
 * of the file. */
gboolean menu_read(Menu *menu, const cJSON *request, GError **error);
void menu_clear(Menu *menu);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Menu, menu_clear)
