/* What was changed, where it was and what it follows, as others read a drawing. */
#include "common/beyond.h"

#include <svg/shape.h>

#include <libxml/parser.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEEWAY 0.012 /* of the area's shorter side; a hundredth is allowed */
#define TEXT   6     /* units by which words may be measured otherwise */
#define AT     12    /* units from a shape's edge at which a line's end is still at it */

typedef struct {
    xmlNode *node;
    char *id, *key; /* all that it is, without what has an id of its own */
    guint place;    /* in the document's order */
    gboolean boxed;
    SvgBox box; /* empty: nothing is drawn */
} Element;

typedef struct {
    xmlDoc *doc;
    SvgDocument *measured; /* NULL: not asked for yet */
    const char *bytes;
    GHashTable *by_id;   /* char * → Element */
    GPtrArray *elements; /* in order */
    char *twice;         /* an id that is there twice; NULL: none is */
} Drawing;

/* --- reading ---------------------------------------------------------------------------------- */

static void element_free(gpointer data)
{
    Element *element = data;
    g_free(element->id);
    g_free(element->key);
    g_free(element);
}

static char *attribute(const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    char *copy = value ? g_strdup((const char *)value) : NULL;
    xmlFree(value);
    return copy;
}

static gboolean is_named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && g_str_equal((const char *)node->name, name);
}

/* A line of words is a part of its text. */
static char *id_of(const xmlNode *node)
{
    gboolean alone = node->type == XML_ELEMENT_NODE && !is_named(node, "tspan");
    return alone ? attribute(node, "id") : NULL;
}

static int compare_strings(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_attributes(GString *key, const xmlNode *node)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
    for (xmlAttr *attr = node->properties; attr; attr = attr->next) {
        xmlChar *value = xmlNodeListGetString(node->doc, attr->children, 1);
        if (!g_str_equal((const char *)attr->name, "id")) {
            g_ptr_array_add(all, g_strdup_printf("%s=%s", attr->name, value ? (char *)value : ""));
        }
        xmlFree(value);
    }
    g_ptr_array_sort(all, compare_strings);
    for (guint i = 0; i < all->len; i++) {
        g_string_append_printf(key, " %s", (const char *)all->pdata[i]);
    }
}

static gboolean holds_shapes(const xmlNode *node)
{
    return is_named(node, "svg") || is_named(node, "g") || is_named(node, "a");
}

static void add_content(GString *key, const xmlNode *node)
{
    g_string_append_printf(key, "<%s", node->name);
    add_attributes(key, node);
    for (const xmlNode *child = node->children; child; child = child->next) {
        g_autofree char *id = id_of(child);
        if (child->type == XML_ELEMENT_NODE && !id && !holds_shapes(node)) {
            add_content(key, child);
        } else if (child->type == XML_TEXT_NODE && !xmlIsBlankNode(child)) {
            g_string_append(key, (const char *)child->content);
        }
    }
}

/* Where it is by what is around it, too. */
static char *key_of(const xmlNode *node)
{
    GString *key = g_string_new(NULL);
    add_content(key, node);
    for (const xmlNode *up = node->parent; up && up->type == XML_ELEMENT_NODE; up = up->parent) {
        g_autofree char *transform = attribute(up, "transform");
        g_string_append_printf(key, "|%s", transform && *transform ? transform : "");
    }
    while (key->len && key->str[key->len - 1] == '|') { /* a group that changes nothing */
        g_string_truncate(key, key->len - 1);
    }
    return g_string_free(key, FALSE);
}

static void read_elements(Drawing *drawing, xmlNode *node)
{
    for (; node; node = node->next) {
        g_autofree char *id = id_of(node);
        if (id) {
            Element *element = g_new0(Element, 1);
            *element = (Element){.node = node,
                                 .id = g_strdup(id),
                                 .key = key_of(node),
                                 .place = drawing->elements->len};
            if (g_hash_table_contains(drawing->by_id, id) && !drawing->twice) {
                drawing->twice = g_strdup(id);
            }
            g_ptr_array_add(drawing->elements, element);
            g_hash_table_insert(drawing->by_id, element->id, element);
        }
        if (node->type == XML_ELEMENT_NODE) {
            read_elements(drawing, node->children);
        }
    }
}

static gboolean drawing_read(Drawing *drawing, const char *bytes)
{
    *drawing = (Drawing){.bytes = bytes};
    drawing->doc = xmlReadMemory(bytes, (int)strlen(bytes), NULL, NULL,
                                 XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (!drawing->doc) {
        return FALSE;
    }
    drawing->by_id = g_hash_table_new(g_str_hash, g_str_equal);
    drawing->elements = g_ptr_array_new_with_free_func(element_free);
    read_elements(drawing, xmlDocGetRootElement(drawing->doc));
    return TRUE;
}

static void drawing_clear(Drawing *drawing)
{
    g_clear_pointer(&drawing->by_id, g_hash_table_unref);
    g_clear_pointer(&drawing->elements, g_ptr_array_unref);
    g_clear_pointer(&drawing->measured, svg_document_free);
    g_clear_pointer(&drawing->doc, xmlFreeDoc);
    g_clear_pointer(&drawing->twice, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Drawing, drawing_clear)

/* --- where it is ------------------------------------------------------------------------------ */

/* Of a drawing read anew: librsvg makes the boxes of what is turned too large. */
static SvgBox measure(Drawing *drawing, const char *id)
{
    SvgBox box;
    if (!drawing->measured) {
        drawing->measured =
            svg_document_parse(drawing->bytes, strlen(drawing->bytes), "beyond.svg", NULL);
    }
    return drawing->measured && svg_document_bounds(drawing->measured, id, &box, NULL)
               ? box
               : SVG_BOX_EMPTY;
}

static SvgBox box_of(Drawing *drawing, Element *element)
{
    if (!element->boxed) {
        element->box = measure(drawing, element->id);
        element->boxed = TRUE;
    }
    return element->box;
}

static gboolean is_text(const Element *element)
{
    return is_named(element->node, "text");
}

static gboolean is_line(const Element *element)
{
    g_autofree char *d = attribute(element->node, "d");
    return is_named(element->node, "line") || is_named(element->node, "polyline") ||
           (d && !strpbrk(d, "zZ"));
}

static double leeway(const TestTaskArea *task, const Element *element)
{
    return LEEWAY * MIN(task->area.w, task->area.h) + (is_text(element) ? TEXT : 0.01);
}

static gboolean is_within(SvgBox box, SvgBox around, double leeway)
{
    return svg_box_contains(svg_box_grown(around, leeway, leeway), box);
}

static gboolean is_in_area(Drawing *drawing, Element *element, const TestTaskArea *task)
{
    SvgBox box = box_of(drawing, element);
    return !svg_box_is_empty(box) && is_within(box, task->area, leeway(task, element));
}

static gboolean touches(SvgBox box, SvgBox other, double by)
{
    return !svg_box_is_empty(box) && !svg_box_is_empty(other) &&
           svg_box_touches(svg_box_grown(box, by, by), other);
}

/* --- what was changed ------------------------------------------------------------------------- */

typedef struct {
    Drawing before, after;
    const TestTaskArea *task;
    GPtrArray *changed;  /* Element of `before` */
    GHashTable *allowed; /* set of those that may be */
} Change;

static void change_clear(Change *change)
{
    drawing_clear(&change->before);
    drawing_clear(&change->after);
    g_clear_pointer(&change->changed, g_ptr_array_unref);
    g_clear_pointer(&change->allowed, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Change, change_clear)

static gboolean is_set(GHashTable *set, const char *id)
{
    return set && g_hash_table_contains(set, id);
}

static void find_changed(Change *change)
{
    change->changed = g_ptr_array_new();
    change->allowed = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < change->before.elements->len; i++) {
        Element *element = change->before.elements->pdata[i];
        const Element *now = g_hash_table_lookup(change->after.by_id, element->id);
        if (!now || !g_str_equal(now->key, element->key)) {
            g_ptr_array_add(change->changed, element);
        }
    }
}

/* --- what may be ------------------------------------------------------------------------------ */

static gboolean is_mine(Change *change, Element *element)
{
    const TestTaskArea *task = change->task;
    for (const xmlNode *node = element->node; node && node->type == XML_ELEMENT_NODE;
         node = node->parent) {
        g_autofree char *id = attribute(node, "id");
        if (id && is_set(task->others, id)) {
            return FALSE;
        }
        if (id && is_set(task->own, id)) {
            return TRUE;
        }
    }
    return is_in_area(&change->before, element, task);
}

static gboolean binds(const Element *line, const char *id)
{
    static const char *const names[] = {"connection-start", "connection-end"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *end = attribute(line->node, names[i]);
        if (end && *end == '#' && g_str_equal(end + 1, id)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Lines go where what they are at goes, words and decoration where what they lie on goes, be it on
 * its edge. */
static gboolean follows(Change *change, Element *element, Element *leader)
{
    SvgBox box = box_of(&change->before, element), other = box_of(&change->before, leader);
    g_autofree char *label = g_strconcat(leader->id, "-label", NULL);
    if (is_line(element) && (binds(element, leader->id) || touches(box, other, AT))) {
        return TRUE;
    }
    if (is_text(element)) {
        double beside = is_line(leader) ? MAX(AT, box.h) : 0; /* a line of words away */
        return g_str_equal(element->id, label) || touches(box, other, beside);
    }
    gboolean at_edge = !svg_box_is_empty(box) && svg_box_area(box) < svg_box_area(other) &&
                       svg_box_holds(other, svg_box_center(box));
    return !is_line(leader) && (at_edge || is_within(box, other, 0.5));
}

static gboolean is_line_of_area(Change *change, Element *element)
{
    if (!is_line(element) || is_set(change->task->others, element->id)) {
        return FALSE;
    }
    gboolean found = touches(box_of(&change->before, element), change->task->area, AT);
    for (guint i = 0; !found && i < change->before.elements->len; i++) {
        Element *end = change->before.elements->pdata[i];
        found = binds(element, end->id) && is_mine(change, end);
    }
    return found;
}

/* The words on a shape that may be changed, though it wasn't. */
static gboolean is_label_of_mine(Change *change, Element *element)
{
    for (guint i = 0; is_text(element) && i < change->before.elements->len; i++) {
        Element *base = change->before.elements->pdata[i];
        if (base != element && follows(change, element, base) &&
            (is_mine(change, base) || is_line_of_area(change, base))) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean may_be_changed(Change *change, Element *element)
{
    return is_mine(change, element) || is_line_of_area(change, element) ||
           is_label_of_mine(change, element);
}

static gboolean follows_any(Change *change, Element *element)
{
    GHashTableIter iter;
    gpointer leader;
    g_hash_table_iter_init(&iter, change->allowed);
    while (g_hash_table_iter_next(&iter, &leader, NULL)) {
        if (follows(change, element, leader)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean allow_more(Change *change, gboolean (*may)(Change *, Element *))
{
    guint before = g_hash_table_size(change->allowed);
    for (guint i = 0; i < change->changed->len; i++) {
        Element *element = change->changed->pdata[i];
        if (!g_hash_table_contains(change->allowed, element) && may(change, element)) {
            g_hash_table_add(change->allowed, element);
        }
    }
    return g_hash_table_size(change->allowed) > before;
}

static char *find_forbidden(Change *change)
{
    allow_more(change, may_be_changed);
    while (allow_more(change, follows_any)) {
    }
    for (guint i = 0; i < change->changed->len; i++) {
        Element *element = change->changed->pdata[i];
        if (!g_hash_table_contains(change->allowed, element)) {
            SvgBox box = box_of(&change->before, element);
            return g_strdup_printf("\"%s\" at %g,%g,%g,%g was changed", element->id, box.x, box.y,
                                   box.w, box.h);
        }
    }
    return NULL;
}

/* --- the order -------------------------------------------------------------------------------- */

static gboolean is_inside(const Element *element, const Element *group)
{
    const xmlNode *node = element->node;
    while (node && node != group->node) {
        node = node->parent;
    }
    return node != NULL;
}

/* What is named, and may be changed, is put elsewhere with all that is in it or goes with it. */
static gboolean goes_with_named(Change *change, Element *element)
{
    for (const char *const *id = change->task->named; id && *id; id++) {
        Element *named = g_hash_table_lookup(change->before.by_id, *id);
        if (named && may_be_changed(change, named) &&
            (is_inside(element, named) || follows(change, element, named))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A group goes elsewhere in one piece when all that is in it goes. */
static gboolean is_put(Change *change, Element *element)
{
    gboolean put = goes_with_named(change, element), any = FALSE;
    const xmlNode *child = is_named(element->node, "g") ? element->node->children : NULL;
    for (; !put && child; child = child->next) {
        g_autofree char *id = id_of(child);
        Element *part = id ? g_hash_table_lookup(change->before.by_id, id) : NULL;
        if (child->type == XML_ELEMENT_NODE && (!part || !is_put(change, part))) {
            return FALSE;
        }
        any |= part != NULL;
    }
    return put || any;
}

/* Words beside a line that goes with what is named go with the line. */
static gboolean may_be_put(Change *change, Element *element)
{
    gboolean put = is_put(change, element);
    for (guint i = 0; !put && is_text(element) && i < change->before.elements->len; i++) {
        Element *line = change->before.elements->pdata[i];
        put = is_line(line) && follows(change, element, line) && is_put(change, line);
    }
    return put;
}

static char *find_reordered(Change *change)
{
    guint last = 0;
    const char *before = NULL; /* who is there */
    for (guint i = 0; i < change->before.elements->len; i++) {
        Element *element = change->before.elements->pdata[i];
        const Element *now = g_hash_table_lookup(change->after.by_id, element->id);
        if (!now || g_ptr_array_find(change->changed, element, NULL) ||
            (now->place < last && may_be_put(change, element))) {
            continue;
        }
        if (now->place < last) {
            return g_strdup_printf("\"%s\" was behind \"%s\" in the order, and is before it",
                                   element->id, before);
        }
        if (!may_be_put(change, element)) {
            last = now->place;
            before = element->id;
        }
    }
    return NULL;
}

/* --- where it went ---------------------------------------------------------------------------- */

static gboolean is_drawn_by_itself(const Element *element)
{
    static const char *const names[] = {"rect",    "circle",   "ellipse", "path", "line",
                                        "polygon", "polyline", "image",   "use",  NULL};
    for (const xmlNode *up = element->node->parent; up && up->type == XML_ELEMENT_NODE;
         up = up->parent) {
        if (is_named(up, "defs") || is_named(up, "marker") || is_named(up, "symbol")) {
            return FALSE;
        }
    }
    return g_strv_contains(names, (const char *)element->node->name);
}

/* In the area, no further beyond it than it was, or a line, whose ends may be at shapes. */
static gboolean may_be_there(Change *change, Element *now)
{
    Element *was = g_hash_table_lookup(change->before.by_id, now->id);
    SvgBox box = box_of(&change->after, now);
    if (svg_box_is_empty(box) || is_line(now) || is_in_area(&change->after, now, change->task)) {
        return TRUE;
    }
    SvgBox before = was ? box_of(&change->before, was) : SVG_BOX_EMPTY;
    SvgBox both = svg_box_union(before, change->task->area);
    return was && (is_within(box, both, leeway(change->task, now)) ||
                   !g_hash_table_contains(change->allowed, was) || !is_mine(change, was));
}

static char *find_strayed(Change *change)
{
    for (guint i = 0; i < change->after.elements->len; i++) {
        Element *now = change->after.elements->pdata[i];
        const Element *was = g_hash_table_lookup(change->before.by_id, now->id);
        gboolean same = was && g_str_equal(was->key, now->key);
        if (!same && is_drawn_by_itself(now) && !may_be_there(change, now)) {
            SvgBox box = box_of(&change->after, now);
            return g_strdup_printf("\"%s\" is %s at %g,%g,%g,%g", now->id, was ? "now" : "new, and",
                                   box.x, box.y, box.w, box.h);
        }
    }
    return NULL;
}

char *test_beyond(const char *before, const char *after, const TestTaskArea *task)
{
    g_auto(Change) change = {.task = task};
    if (!drawing_read(&change.before, before) || !drawing_read(&change.after, after)) {
        return g_strdup("it can't be read");
    }
    find_changed(&change);
    char *found = find_forbidden(&change);
    found = found ? found : find_reordered(&change);
    return found ? found : find_strayed(&change);
}

char *test_unreadable(const char *bytes)
{
    g_auto(Drawing) drawing = {0};
    if (!drawing_read(&drawing, bytes)) {
        return g_strdup("it is no XML");
    }
    return drawing.twice ? g_strdup_printf("the id \"%s\" is there twice", drawing.twice) : NULL;
}
