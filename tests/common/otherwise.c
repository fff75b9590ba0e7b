#include "common/otherwise.h"

#include "values/color.h"

#include <libxml/parser.h>

#include <string.h>

/* --- saved ------------------------------------------------------------------------------------ */

/* The first attribute is the last one then. */
static void turn_attributes(xmlNode *node)
{
    xmlAttr *first = node->properties;
    if (first && first->next) {
        xmlAttr *last = first;
        while (last->next) {
            last = last->next;
        }
        node->properties = first->next;
        first->next->prev = NULL;
        last->next = first;
        first->prev = last;
        first->next = NULL;
    }
}

static void name_all(xmlNode *node)
{
    static guint n; /* no drawing gets an id twice: none of ours ends so */
    if (!xmlHasNsProp(node, BAD_CAST "id", NULL)) {
        g_autofree char *id = g_strdup_printf("given%ux", ++n);
        xmlNewProp(node, BAD_CAST "id", BAD_CAST id);
    }
    turn_attributes(node);
    for (xmlNode *child = xmlFirstElementChild(node); child; child = xmlNextElementSibling(child)) {
        name_all(child);
    }
}

GBytes *test_save_otherwise(GBytes *bytes)
{
    xmlDoc *doc = xmlReadMemory(g_bytes_get_data(bytes, NULL), (int)g_bytes_get_size(bytes), NULL,
                                NULL, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NOERROR);
    g_assert_nonnull(doc);
    name_all(xmlDocGetRootElement(doc));
    xmlChar *text;
    int len;
    xmlDocDumpMemoryEnc(doc, &text, &len, "UTF-8");
    GBytes *out = g_bytes_new(text, (gsize)len);
    xmlFree(text);
    xmlFreeDoc(doc);
    return out;
}

/* --- spelt ------------------------------------------------------------------------------------ */

/* Of a label "red" is a word. */
static gboolean is_paint(const char *name)
{
    return g_str_equal(name, "fill") || g_str_equal(name, "stroke") ||
           g_str_has_suffix(name, "color");
}

static char *spell_paint(const char *name, const char *value)
{
    guint32 rgb;
    double alpha;
    gboolean one = is_paint(name) && !strstr(value, "light-dark(");
    if (!one || !svg_color_parse(value, &rgb, &alpha)) {
        return g_strdup(value);
    }
    return alpha == 1 ? g_strdup_printf("#%06x", rgb) : g_strdup_printf("#%06x %.9g", rgb, alpha);
}

static char *spell_declaration(const char *text)
{
    const char *colon = strchr(text, ':');
    if (!colon) {
        return g_strdup(text);
    }
    g_autofree char *name = g_strstrip(g_strndup(text, (gsize)(colon - text)));
    g_autofree char *value = spell_paint(name, colon + 1);
    return g_strconcat(name, ":", value, NULL);
}

char *test_spell_colors(const char *name, const char *value)
{
    if (!g_str_equal(name, "style")) {
        return spell_paint(name, value);
    }
    g_auto(GStrv) parts = g_strsplit(value, ";", -1);
    for (guint i = 0; parts[i]; i++) {
        char *spelt = spell_declaration(parts[i]);
        g_free(parts[i]);
        parts[i] = spelt;
    }
    return g_strjoinv(";", parts);
}
