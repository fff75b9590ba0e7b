/* The list is read by GLib's markup parser; it is changed as text, so that its comments and its
 * form stay as the person or Inkscape wrote them. */
#include "shortcut.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

#define ACTION "app.org.fairies.ask"
#define OURS   "app.org.fairies."
#define KEYS   "<primary><alt>f" /* free in Inkscape's own list, keys/inkscape.xml of 1.2.2 */
#define BIND   "  <bind gaction=\"" ACTION "\" keys=\"&lt;primary&gt;&lt;alt&gt;f\"/>\n"
#define BEGIN  "<?xml version=\"1.0\"?>\n<keys name=\"User Shortcuts\">\n"
#define END    "</keys>"

typedef struct {
    gboolean is_list;        /* the root is <keys> */
    gboolean ours, has_keys; /* some key is for our action; that key is for some other */
} List;

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean has_keys(const char *list)
{
    g_auto(GStrv) keys = g_strsplit(list, ",", -1);
    for (guint i = 0; keys[i] != NULL; i++) {
        if (g_ascii_strcasecmp(g_strstrip(keys[i]), KEYS) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *value_of(const char **names, const char **values, const char *name)
{
    for (guint i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], name) == 0) {
            return values[i];
        }
    }
    return "";
}

static void on_element(GMarkupParseContext *context, const char *name, const char **names,
                       const char **values, gpointer data, G_GNUC_UNUSED GError **error)
{
    List *list = data;
    if (g_markup_parse_context_get_element_stack(context)->next == NULL) {
        list->is_list = strcmp(name, "keys") == 0;
    }
    if (strcmp(name, "bind") == 0) {
        gboolean ours = strcmp(value_of(names, values, "gaction"), ACTION) == 0;
        list->ours |= ours && *value_of(names, values, "keys") != '\0';
        list->has_keys |= !ours && has_keys(value_of(names, values, "keys"));
    }
}

static gboolean read_list(const char *path, const char *text, List *list, GError **error)
{
    static const GMarkupParser parser = {.start_element = on_element};
    g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&parser, 0, list, NULL);
    g_autoptr(GError) cause = NULL;
    if (!g_markup_parse_context_parse(context, text, -1, &cause) ||
        !g_markup_parse_context_end_parse(context, &cause) || !list->is_list) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "%s is no list of shortcuts, and was left as it is: %s", path,
                    cause != NULL ? cause->message : "its root isn't <keys>");
        return FALSE;
    }
    return TRUE;
}

/* NULL with no error when there is no file. */
static char *load(const char *path, GError **error)
{
    g_autoptr(GError) cause = NULL;
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &cause) &&
        !g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT) &&
        !g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOTDIR)) {
        g_propagate_error(error, g_steal_pointer(&cause));
    }
    return text;
}

/* --- changing --------------------------------------------------------------------------------- */

static char *path_in(const char *profile)
{
    return g_build_filename(profile, "keys", "default.xml", NULL);
}

/* A link stays one: what it leads to is written. */
static gboolean save(const char *path, const char *text, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path), *target = realpath(path, NULL);
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        int why = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why), "%s can't be made: %s",
                    folder, g_strerror(why));
        return FALSE;
    }
    return g_file_set_contents(target != NULL ? target : path, text, -1, error);
}

/* The caller's. */
static char *with_ours(const char *text)
{
    const char *end = g_strrstr(text, END);
    const char *line = end != NULL ? end : text + strlen(text);
    while (line > text && (line[-1] == ' ' || line[-1] == '\t')) {
        line--;
    }
    return g_strdup_printf("%.*s" BIND "%s", (int)(line - text), text, line);
}

gboolean cli_shortcut_set(const char *profile, CliShortcut *found, GError **error)
{
    g_autofree char *path = path_in(profile);
    GError *cause = NULL;
    g_autofree char *text = load(path, &cause);
    List list = {FALSE, FALSE, FALSE};
    if (cause != NULL) {
        g_propagate_error(error, cause);
        return FALSE;
    }
    if (text != NULL && !read_list(path, text, &list, error)) {
        return FALSE;
    }
    g_autofree char *changed = with_ours(text != NULL ? text : BEGIN END "\n");
    gboolean is_set = text != NULL && strstr(text, BIND) != NULL;
    *found = is_set          ? CLI_SHORTCUT_SET
             : list.ours     ? CLI_SHORTCUT_OWN
             : list.has_keys ? CLI_SHORTCUT_TAKEN
                             : CLI_SHORTCUT_SET;
    return is_set || list.ours || list.has_keys ||
           (read_list(path, changed, &list, error) && save(path, changed, error));
}

gboolean cli_shortcut_unset(const char *profile, GError **error)
{
    g_autofree char *path = path_in(profile), *folder = g_path_get_dirname(path);
    GError *cause = NULL;
    g_autofree char *text = load(path, &cause);
    if (text == NULL) {
        if (cause != NULL) {
            g_propagate_error(error, cause);
        }
        return cause == NULL;
    }
    g_autoptr(GRegex) bind = g_regex_new(
        "[ \\t]*<bind\\b[^>]*\\bgaction=[\"']app\\.org\\.fairies\\.[^>]*/>\\n?", 0, 0, NULL);
    g_autofree char *left = g_regex_replace_literal(bind, text, -1, 0, "", 0, NULL);
    if (left == NULL || strcmp(left, text) == 0) {
        return TRUE;
    }
    if (strcmp(left, BEGIN END "\n") != 0) {
        return save(path, left, error);
    }
    g_unlink(path);
    g_rmdir(folder);
    return TRUE;
}
