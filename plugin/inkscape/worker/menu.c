/* The menu's request, and the document that goes with it. */
#include "menu.h"

#include <fairy/runtime.h>

#include <glib/gstdio.h>

#include <string.h>

/* --- the file's own words --------------------------------------------------------------------- */

/* The root is all that is read. */
static void on_element(G_GNUC_UNUSED GMarkupParseContext *context,
                       G_GNUC_UNUSED const char *element, const char **names, const char **values,
                       gpointer data, GError **error)
{
    Menu *menu = data;
    for (guint i = 0; names[i] != NULL && menu->root == NULL; i++) {
        if (g_str_equal(names[i], "id")) {
            menu->root = g_strdup(values[i]);
        }
    }
    g_set_error_literal(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "read");
}

/* A file in which it isn't found is one all the same. */
static void read_root(Menu *menu)
{
    static const GMarkupParser parser = {.start_element = on_element};
    gsize len = 0;
    const char *text = g_bytes_get_data(menu->bytes, &len);
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&parser, G_MARKUP_PREFIX_ERROR_POSITION, menu, NULL);
    g_markup_parse_context_parse(context, text, (gssize)len, NULL);
}

/* --- the request ------------------------------------------------------------------------------ */

static gboolean fail(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    return FALSE;
}

static char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text != NULL && *text != '\0' ? g_strdup(text) : NULL;
}

static char **texts_of(const cJSON *json, const char *name)
{
    g_autoptr(GStrvBuilder) texts = g_strv_builder_new();
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(json, name))
    {
        if (cJSON_IsString(one)) {
            g_strv_builder_add(texts, one->valuestring);
        }
    }
    return g_strv_builder_end(texts);
}

/* Only what the menu put into the runtime folder is read, as it is deleted afterwards. */
static gboolean take_file(Menu *menu, const char *path, GError **error)
{
    g_autofree char *folder = fairy_runtime_folder(error);
    g_autofree char *name = path != NULL ? g_path_get_basename(path) : NULL;
    g_autofree char *whole =
        folder != NULL && name != NULL ? g_build_filename(folder, name, NULL) : NULL;
    char *text = NULL;
    gsize len = 0;
    if (folder == NULL) {
        return FALSE;
    }
    if (g_strcmp0(whole, path) != 0 || !g_str_has_prefix(name, "menu-")) {
        return fail(error, "\"file\" must be a file menu-… in the runtime folder");
    }
    gboolean read = g_file_get_contents(whole, &text, &len, error);
    g_unlink(whole);
    if (read) {
        menu->bytes = g_bytes_new_take(text, len);
        read_root(menu);
    }
    return read;
}

gboolean menu_read(Menu *menu, const cJSON *request, GError **error)
{
    const cJSON *editor = cJSON_GetObjectItemCaseSensitive(request, "editor");
    const cJSON *pgid = cJSON_GetObjectItemCaseSensitive(editor, "pgid");
    *menu = (Menu){.verb = text_of(request, "verb"),
                   .pgid = cJSON_IsNumber(pgid) ? pgid->valueint : 0,
                   .bus = text_of(editor, "bus"),
                   .display = text_of(editor, "display"),
                   .path = text_of(request, "path"),
                   .selected = texts_of(request, "selected")};
    const char *file = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "file"));
    return menu->verb != NULL ? take_file(menu, file, error)
                              : fail(error, "\"verb\" says what the menu wants, such as \"ask\"");
}

void menu_clear(Menu *menu)
{
    g_free(menu->verb);
    g_free(menu->bus);
    g_free(menu->display);
    g_free(menu->path);
    g_free(menu->root);
    g_clear_pointer(&menu->bytes, g_bytes_unref);
    g_strfreev(menu->selected);
    *menu = (Menu){0};
}
