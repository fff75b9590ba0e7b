/* Two states of an open document, as Inkscape writes them. */
#include "alike.h"

#include <svg/merge.h>

#include <string.h>

enum { SHARE = 2 /* one in so many of the base's ids is there, if it is the same document */ };

/* Inkscape writes an id for every element, with double quotes. */
static GHashTable *ids_of(const char *text)
{
    static const char before[] = "id=\"";
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (const char *at = strstr(text, before); at != NULL; at = strstr(at, before)) {
        const char *value = at + strlen(before), *end = strchr(value, '"');
        if (end == NULL) {
            break;
        }
        if (at > text && g_ascii_isspace(at[-1])) {
            g_hash_table_add(ids, g_strndup(value, (gsize)(end - value)));
        }
        at = end;
    }
    return ids;
}

gboolean alike_is_same(const char *base, const char *live)
{
    g_autoptr(GHashTable) was = ids_of(base), is = ids_of(live);
    GHashTableIter iter;
    gpointer id = NULL;
    guint n_there = 0;
    g_hash_table_iter_init(&iter, was);
    while (g_hash_table_iter_next(&iter, &id, NULL)) {
        n_there += g_hash_table_contains(is, id);
    }
    return n_there * SHARE >= g_hash_table_size(was);
}

/* The start tag of the namedview; `*end` is what comes after. NULL = there is none. */
static const char *find_namedview(const char *text, const char **end)
{
    const char *tag = strstr(text, "<sodipodi:namedview");
    const char *close = tag != NULL ? strchr(tag, '>') : NULL;
    *end = close;
    return close != NULL ? tag : NULL;
}

gboolean alike_is_equal(const char *a, const char *b)
{
    const char *a_end = NULL, *b_end = NULL;
    const char *a_tag = find_namedview(a, &a_end), *b_tag = find_namedview(b, &b_end);
    if (a_tag == NULL || b_tag == NULL) {
        return strcmp(a, b) == 0;
    }
    return a_tag - a == b_tag - b && strncmp(a, b, (size_t)(a_tag - a)) == 0 &&
           strcmp(a_end, b_end) == 0;
}

static SvgDocument *parse(GBytes *bytes)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(bytes, &len);
    return svg_document_parse(text, len, "the open document", NULL);
}

gboolean alike_agree(GBytes *a, GBytes *b)
{
    g_autoptr(SvgDocument) one = parse(a), two = parse(b);
    return one != NULL && two != NULL && svg_documents_agree(one, two);
}
