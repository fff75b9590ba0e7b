/* What a diagram shows, in plain words: each node and each edge, in reading order. */
#include "annotate/graph.h"

#include <string.h>

#define IMG      "img"
#define DOCUMENT "graphics-document document"

enum {
    TITLE_NAMES = 3,       /* that a title without a heading has */
    LONGEST_TITLE = 100,   /* characters */
    LONGEST_WORDS = 16000, /* bytes: what follows is summed up */
    MANY = 400,            /* nodes and edges: then lists are summed up, too */
    SHORT_LIST = 12,
};

gboolean fairy_annotate_alt_text(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                 cJSON *actions, GError **error);
char *fairy_check_alt_text(const FairyAnnotation *annotation, const FairyAnnotated *drawing);

/* --- lists ------------------------------------------------------------------------------------ */

static char *quoted(const char *name)
{
    return g_strdup_printf("“%s”", name);
}

static GPtrArray *list_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

/* "a", "b" and "c"; of a long one in a large diagram the first, and how many others. */
static char *list_text(const FairyGraph *graph, const GPtrArray *list)
{
    gboolean many = graph->nodes->len + graph->edges->len > MANY && list->len > SHORT_LIST;
    guint shown = many ? SHORT_LIST : list->len;
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < shown; i++) {
        gboolean last = i > 0 && i + 1 == list->len;
        g_string_append_printf(text, "%s%s",
                               i == 0 ? ""
                               : last ? " and "
                                      : ", ",
                               (char *)list->pdata[i]);
    }
    if (many) {
        g_string_append_printf(text, " and %u others", list->len - shown);
    }
    return g_string_free(text, FALSE);
}

/* Each sentence is whole, or left out and counted. */
typedef struct {
    const FairyGraph *graph;
    GString *text;
    guint left_out;
} Telling;

static void tell(Telling *telling, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void tell(Telling *telling, const char *format, ...)
{
    va_list args;
    if (telling->text->len > LONGEST_WORDS) {
        telling->left_out++;
        return;
    }
    g_string_append(telling->text, telling->text->len > 0 ? " " : "");
    va_start(args, format);
    g_string_append_vprintf(telling->text, format, args);
    va_end(args);
}

static void tell_list(Telling *telling, const char *begin, GPtrArray *list)
{
    if (list->len > 0) {
        g_autofree char *names = list_text(telling->graph, list);
        tell(telling, "%s%s.", begin, names);
    }
    g_ptr_array_unref(list);
}

/* --- edges ------------------------------------------------------------------------------------ */

static const char *way_of(const FairyEdge *edge)
{
    return edge->both ? "leads both ways to " : edge->directed ? "leads to " : "is connected with ";
}

static char *end_text(const FairyGraph *graph, const FairyEdge *edge)
{
    const FairyNode *to = fairy_graph_node(graph, edge->to);
    g_autofree char *name = !to                      ? g_strdup("nothing")
                            : edge->to == edge->from ? g_strdup("itself")
                                                     : quoted(to->name);
    return edge->words ? g_strdup_printf("%s (labelled “%s”)", name, edge->words)
                       : g_steal_pointer(&name);
}

/* What leads from one node in one way is one sentence. */
static guint tell_edges(Telling *telling, guint at)
{
    const FairyGraph *graph = telling->graph;
    const FairyEdge *first = fairy_graph_edge(graph, at);
    const FairyNode *from = fairy_graph_node(graph, first->from);
    g_autofree char *name = from ? quoted(from->name) : g_strdup("An arrow from nothing");
    g_autofree char *begin = g_strconcat(name, " ", way_of(first), NULL);
    GPtrArray *ends = list_new();
    guint next = at;
    for (; next < graph->edges->len; next++) {
        const FairyEdge *edge = fairy_graph_edge(graph, next);
        if (edge->from != first->from || way_of(edge) != way_of(first)) {
            break;
        }
        g_ptr_array_add(ends, end_text(graph, edge));
    }
    tell_list(telling, begin, ends);
    return next;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static gboolean is_alone(const FairyNode *node)
{
    return node->n_edges == 0 && node->n_held == 0;
}

static void tell_held(Telling *telling, int holder)
{
    GPtrArray *held = list_new();
    for (guint i = 0; i < telling->graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(telling->graph, (int)i);
        if (node->holder == holder && !fairy_node_is_part(node)) {
            g_ptr_array_add(held, quoted(node->name));
        }
    }
    g_autofree char *begin =
        g_strdup_printf("“%s” holds ", fairy_graph_node(telling->graph, holder)->name);
    tell_list(telling, begin, held);
}

/* What no other sentence names. */
static GPtrArray *alone(const FairyGraph *graph, gboolean words, const FairyNode *heading)
{
    GPtrArray *list = list_new();
    for (guint i = 0; i < graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        if (is_alone(node) && node->is_words == words && node != heading &&
            node->holder == FAIRY_NOWHERE) {
            g_ptr_array_add(list, quoted(node->name));
        }
    }
    return list;
}

/* The largest text by itself, if it is above all else. */
static const FairyNode *find_heading(const FairyGraph *graph)
{
    const FairyNode *found = NULL;
    for (guint i = 0; i < graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        gboolean larger = !found || node->shape->font_size > found->shape->font_size;
        found = larger && node->shape->font_size > 0 ? node : found;
    }
    for (guint i = 0; found && i < graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        gboolean as_large = node != found && node->shape->font_size >= found->shape->font_size;
        gboolean above = node != found && node->holder == FAIRY_NOWHERE &&
                         node->shape->box.y + node->shape->box.h < found->shape->box.y;
        found = as_large || above ? NULL : found;
    }
    return found && found->is_words && graph->nodes->len > 1 ? found : NULL;
}

/* --- the two texts ---------------------------------------------------------------------------- */

static guint count_nodes(const FairyGraph *graph, gboolean words)
{
    guint n = 0;
    for (guint i = 0; i < graph->nodes->len; i++) {
        n += fairy_graph_node(graph, (int)i)->is_words == words;
    }
    return n;
}

static char *title_of(const FairyGraph *graph, const FairyNode *heading)
{
    guint n = 0, all = count_nodes(graph, FALSE);
    gboolean only_words = all == 0;
    if (heading) {
        return fairy_annotate_line(heading->shape->text, LONGEST_TITLE);
    }
    all = only_words ? graph->nodes->len : all;
    GString *title = g_string_new(graph->edges->len > 0 ? "Diagram of " : "Drawing of ");
    for (guint i = 0; i < graph->nodes->len && n < MIN(all, TITLE_NAMES); i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        if (node->is_words == only_words) {
            const char *between = n == 0 ? "" : n + 1 == all ? " and " : ", ";
            g_string_append_printf(title, "%s%s", between, node->name);
            n++;
        }
    }
    if (all > n) {
        g_string_append_printf(title, " and %u more", all - n);
    }
    g_autofree char *whole = g_string_free(title, FALSE);
    return fairy_annotate_line(whole, LONGEST_TITLE);
}

static void tell_counts(Telling *telling)
{
    guint shapes = count_nodes(telling->graph, FALSE), edges = telling->graph->edges->len;
    if (edges > 0) {
        tell(telling, "%u shape%s and %u connection%s.", shapes, shapes == 1 ? "" : "s", edges,
             edges == 1 ? "" : "s");
    } else if (shapes > 0) {
        tell(telling, "%u shape%s.", shapes, shapes == 1 ? "" : "s");
    }
}

static char *words_of(const FairyGraph *graph, const FairyNode *heading)
{
    Telling telling = {.graph = graph, .text = g_string_new(NULL)};
    tell_counts(&telling);
    for (guint i = 0; i < graph->nodes->len; i++) {
        if (fairy_graph_node(graph, (int)i)->n_held > 0) {
            tell_held(&telling, (int)i);
        }
    }
    for (guint at = 0; at < graph->edges->len;) {
        at = tell_edges(&telling, at);
    }
    tell_list(&telling, graph->edges->len > 0 ? "Not connected: " : "They are ",
              alone(graph, FALSE, heading));
    tell_list(&telling, graph->edges->len > 0 ? "Beside that stands " : "It says ",
              alone(graph, TRUE, heading));
    if (telling.left_out > 0) {
        g_string_append_printf(telling.text, " There is more: %u sentences are left out.",
                               telling.left_out);
    }
    return g_string_free(telling.text, FALSE);
}

/* --- actions ---------------------------------------------------------------------------------- */

static void add_words(cJSON *actions, const FairyGraph *graph, const SvgDescription *has,
                      gboolean keeps)
{
    const FairyNode *heading = find_heading(graph);
    g_autofree char *title = title_of(graph, heading), *words = words_of(graph, heading);
    gboolean misplaced = has->title && !has->first;
    if (misplaced) {
        cJSON_AddStringToObject(fairy_annotate_add(actions, "describe"), "title", "");
    }
    cJSON *action = fairy_annotate_add(actions, "describe");
    if (!keeps || !has->title || misplaced) {
        cJSON_AddStringToObject(action, "title", keeps && has->title ? has->title : title);
    }
    if (!keeps || !has->desc) {
        cJSON_AddStringToObject(action, "description", *words ? words : title);
    }
}

/* By itself, as words can be drawn otherwise in another language, and so not where some are locked.
 */
static void add_language(cJSON *actions, const FairyAnnotation *annotation, const FairyGraph *graph)
{
    const char *language = fairy_annotation_option(annotation, "language");
    if (language && !graph->locks) {
        cJSON *action = fairy_annotate_add(actions, "set-accessibility");
        cJSON_AddStringToObject(action, "language", language);
    }
}

/* A drawing that can be followed somewhere is no image, whose parts nobody reaches. */
static void add_access(cJSON *actions, const SvgDescription *has, gboolean keeps)
{
    cJSON *action = fairy_annotate_add(actions, "set-accessibility");
    if (!keeps || !has->role) {
        cJSON_AddStringToObject(action, "role", has->links ? DOCUMENT : IMG);
    }
    cJSON_AddBoolToObject(action, "labelled", TRUE);
}

static void hide_rest(cJSON *actions, const FairyGraph *graph)
{
    for (guint i = 0; i < graph->rest->len; i++) {
        const SvgShape *shape = graph->rest->pdata[i];
        if (!shape->locked && shape->kind != SVG_KIND_IMAGE) {
            cJSON *action = fairy_annotate_add(actions, "set-accessibility");
            cJSON_AddStringToObject(action, "shapeId", shape->id);
            cJSON_AddBoolToObject(action, "hidden", TRUE);
        }
    }
}

gboolean fairy_annotate_alt_text(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                 cJSON *actions, GError **error)
{
    g_auto(SvgDescription) has = {0};
    gboolean keeps = fairy_annotation_is_on(annotation, "only-missing");
    (void)error;
    svg_document_description(drawing->doc, &has);
    g_autofree char *why = keeps ? fairy_check_alt_text(annotation, drawing) : g_strdup("");
    g_autoptr(FairyGraph) graph = why ? fairy_graph_new(drawing->doc) : NULL;
    gboolean said = has.title && has.desc && keeps;
    if (!why || (graph->nodes->len == 0 && !said)) {
        return TRUE; /* it is well, or has no words to be described by: the check tells */
    }
    if (!said || !has.first) {
        add_words(actions, graph, &has, keeps);
    }
    add_access(actions, &has, keeps);
    if (!has.language) { /* what the drawing says of itself stays */
        add_language(actions, annotation, graph);
    }
    if (fairy_annotation_is_on(annotation, "hide-decoration") && !has.links) {
        hide_rest(actions, graph);
    }
    return TRUE;
}

char *fairy_check_alt_text(G_GNUC_UNUSED const FairyAnnotation *annotation,
                           const FairyAnnotated *drawing)
{
    g_auto(SvgDescription) has = {0};
    svg_document_description(drawing->doc, &has);
    return g_strdup(!has.title      ? "the drawing has no title; what has no words in it only a "
                                      "model can describe (--model)"
                    : !has.first    ? "the title isn't the first thing in the drawing"
                    : !has.desc     ? "the drawing has no description"
                    : !has.role     ? "the drawing has no role"
                    : !has.labelled ? "aria-labelledby doesn't name the title and the description"
                                    : NULL);
}
