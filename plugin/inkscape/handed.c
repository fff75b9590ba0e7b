/* The root's attribute, in the text. */
#include "handed.h"

#include <string.h>

#define VERSION "inkscape:version=\""
#define NEWER   "1.0"

/* Where the value of the attribute begins; NULL = the root has none. */
static const char *find_version(const char *text, const char *end)
{
    const char *root = g_strstr_len(text, end - text, "<svg");
    const char *close = root != NULL ? memchr(root, '>', (size_t)(end - root)) : NULL;
    const char *name = close != NULL ? g_strstr_len(root, close - root, VERSION) : NULL;
    return name != NULL && g_ascii_isspace(name[-1]) ? name + strlen(VERSION) : NULL;
}

GBytes *handed_over(GBytes *drawing)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(drawing, &len), *end = text + len;
    const char *value = find_version(text, end);
    const char *quote = value != NULL ? memchr(value, '"', (size_t)(end - value)) : NULL;
    if (quote == NULL || !(g_ascii_strtod(value, NULL) < 1)) {
        return g_bytes_ref(drawing);
    }
    GString *newer = g_string_new_len(text, value - text);
    g_string_append(newer, NEWER);
    g_string_append_len(newer, quote, end - quote);
    return g_string_free_to_bytes(newer);
}
