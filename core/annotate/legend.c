/* Numbers beside shapes, and a legend: what colours, kinds of lines and numbers mean. */
#include "annotate/legend.h"

#include <svg/survey.h>

#include <math.h>
#include <string.h>

#define NUMBER     0.75 /* of the drawing's letters: a number's */
#define BADGE      2.1  /* of a number's letters: a circle around it */
#define BADGE_MORE 0.6  /* and for each digit after the second */
#define ROW        1.9  /* of the letters: from row to row */
#define SWATCH     2.2  /* the width of a patch of colour, or a line */
#define PATCH      1.0  /* the height of a patch */
#define MARGIN     0.8  /* within the frame */
#define LETTER     1.12 /* of an average letter's width: words are measured by their number */
#define CAPITAL    1.3  /* of a letter's width: a capital */
#define GAP        0.25 /* between things */

enum { MOST_ROWS = 40, STEPS = 12, RINGS = 5 };

gboolean fairy_annotate_legend(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                               cJSON *actions, GError **error);

/* --- numbers ---------------------------------------------------------------------------------- */

/* What a person wrote of the shape besides its words, else these. */
static const char *note_of(const FairyNode *node)
{
    const char *name = node->shape->name;
    return name && g_strcmp0(name, node->shape->text) != 0 && *name ? name : node->name;
}

static SvgBox badge_box(const FairyLegend *legend, guint number, double x, double y)
{
    double size = NUMBER * legend->size, h = BADGE * size;
    double w = h + (number > 99 ? BADGE_MORE * size : 0);
    return (SvgBox){x, y, w, h};
}

/* `at` of STEPS places along one of the sides (0: top, 1: left, 2: right, 3: bottom), from a corner
 * to the other, both beyond the side. */
static SvgBox place_beside(SvgBox box, SvgBox size, guint side, guint at, double gap)
{
    double x = box.x - size.w + (box.w + size.w) * at / STEPS;
    double y = box.y - size.h + (box.h + size.h) * at / STEPS;
    const SvgPoint places[] = {{x, box.y - size.h - gap},
                               {box.x - size.w - gap, y},
                               {box.x + box.w + gap, y},
                               {x, box.y + box.h + gap}};
    return (SvgBox){places[side].x, places[side].y, size.w, size.h};
}

/* Around the shape; above it on the left, if that is free. */
static gboolean find_badge(const FairyLegend *legend, SvgBox box, guint number, SvgBox *place)
{
    static const guint8 order[] = {2, 10, 1, 11, 4, 8, 6, 3, 9, 5, 7, 0, 12};
    G_STATIC_ASSERT(G_N_ELEMENTS(order) == STEPS + 1);
    SvgBox size = badge_box(legend, number, 0, 0);
    double gap = legend->layout->gap * 1.01;
    for (guint ring = 1; ring <= RINGS; ring++) {
        for (guint i = 0; i < G_N_ELEMENTS(order) * 4; i++) {
            *place = place_beside(box, size, i % 4, order[i / 4], ring * gap);
            if (fairy_layout_is_free(legend->layout, *place)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static void add_text(cJSON *shape, const char *text, double size)
{
    cJSON_AddStringToObject(shape, "text", text);
    cJSON_AddNumberToObject(shape, "fontSize", size);
}

static cJSON *add_create(FairyLegend *legend, const char *kind, const char *id)
{
    cJSON *shape = cJSON_AddObjectToObject(fairy_annotate_add(legend->actions, "create"), "shape");
    cJSON_AddStringToObject(shape, "_type", kind);
    cJSON_AddStringToObject(shape, "shapeId", id);
    return shape;
}

static double rounded(double value)
{
    return round(value * 100) / 100;
}

static void add_place(cJSON *shape, SvgBox box)
{
    cJSON_AddNumberToObject(shape, "x", rounded(box.x));
    cJSON_AddNumberToObject(shape, "y", rounded(box.y));
    cJSON_AddNumberToObject(shape, "w", rounded(box.w));
    cJSON_AddNumberToObject(shape, "h", rounded(box.h));
}

static void draw_badge(FairyLegend *legend, const char *id, guint number, SvgBox box)
{
    g_autofree char *text = g_strdup_printf("%u", number);
    cJSON *shape = add_create(legend, "ellipse", id);
    add_place(shape, box);
    cJSON_AddStringToObject(shape, "color", "black");
    cJSON_AddStringToObject(shape, "fill", "background");
    add_text(shape, text, rounded(NUMBER * legend->size));
}

static void refuse(FairyLegend *legend, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void refuse(FairyLegend *legend, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    cJSON_AddStringToObject(fairy_annotate_add(legend->actions, "unknown"), "why", why);
}

/* What holds others has its words as a heading; of what has none and no name there is nothing to
 * say. */
static gboolean is_numbered(const FairyLegend *legend, const FairyNode *node)
{
    return !node->is_words && node->n_held == 0 && (node->shape->text || node->shape->name) &&
           !fairy_legend_is_own(legend, node->shape);
}

static void add_number(FairyLegend *legend, const FairyNode *node, guint number, SvgBox place)
{
    g_autofree char *key = g_strdup_printf("%u", number);
    g_autofree char *id = g_strconcat("callout-", key, NULL);
    fairy_legend_add_name(fairy_legend_row(legend, FAIRY_ROW_NUMBER, key), note_of(node));
    fairy_layout_take(legend->layout, place);
    draw_badge(legend, id, number, place);
}

/* Nothing is numbered that has no row. */
static void add_numbers(FairyLegend *legend)
{
    guint number = 0, left = 0, too_many = 0;
    for (guint i = 0; i < legend->graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(legend->graph, (int)i);
        SvgBox place;
        if (!is_numbered(legend, node)) {
            continue;
        }
        if (legend->rows->len >= MOST_ROWS) {
            too_many++;
        } else if (find_badge(legend, node->shape->box, number + 1, &place)) {
            add_number(legend, node, ++number, place);
        } else {
            left++;
        }
    }
    if (left > 0) {
        refuse(legend, "there is no room for a number beside %u of %u shapes", left,
               number + left + too_many);
    }
    if (too_many > 0) {
        refuse(legend,
               "%u of %u shapes have no number, as a legend has at most %u rows; colours, lines or "
               "numbers can be left out",
               too_many, number + left + too_many, MOST_ROWS);
    }
}

/* --- drawn ------------------------------------------------------------------------------------ */

static double text_width(const FairyLegend *legend, const char *text)
{
    double letters = 0;
    for (const char *at = text; *at; at = g_utf8_next_char(at)) {
        gunichar letter = g_utf8_get_char(at);
        letters += g_unichar_iswide(letter) ? 2 : g_unichar_isupper(letter) ? CAPITAL : 1;
    }
    return letters * legend->width * LETTER;
}

static void draw_text(FairyLegend *legend, GPtrArray *ids, double x, double y, const char *text,
                      gboolean bold)
{
    g_autofree char *id = g_strdup_printf("legend-%u", ids->len + 1);
    cJSON *shape = add_create(legend, "text", id);
    cJSON_AddNumberToObject(shape, "x", rounded(x));
    cJSON_AddNumberToObject(shape, "y", rounded(y));
    cJSON_AddStringToObject(shape, "anchor", "center-left");
    cJSON_AddStringToObject(shape, "color", "black");
    add_text(shape, text, rounded(legend->size));
    if (bold) {
        cJSON_AddBoolToObject(shape, "bold", TRUE);
    }
    g_ptr_array_add(ids, g_steal_pointer(&id));
}

static void draw_patch(FairyLegend *legend, const char *id, const FairyLegendRow *row, double x,
                       double y)
{
    double h = PATCH * legend->size;
    cJSON *shape = add_create(legend, "rectangle", id);
    add_place(shape, (SvgBox){x, y - h / 2, SWATCH * legend->size, h});
    cJSON_AddStringToObject(shape, "color", row->color);
    cJSON_AddStringToObject(shape, "fill", "solid");
}

static void draw_line(FairyLegend *legend, const char *id, const FairyLegendRow *row, double x,
                      double y)
{
    cJSON *shape = add_create(legend, "line", id);
    cJSON_AddNumberToObject(shape, "x1", rounded(x));
    cJSON_AddNumberToObject(shape, "y1", rounded(y));
    cJSON_AddNumberToObject(shape, "x2", rounded(x + SWATCH * legend->size));
    cJSON_AddNumberToObject(shape, "y2", rounded(y));
    cJSON_AddStringToObject(shape, "color", row->color);
    if (row->dash != SVG_DASH_SOLID) {
        cJSON *action = fairy_annotate_add(legend->actions, "set-style");
        cJSON_AddItemToArray(cJSON_AddArrayToObject(action, "shapeIds"), cJSON_CreateString(id));
        cJSON_AddStringToObject(action, "dash", fairy_legend_dash_name(row->dash));
    }
}

static void draw_row(FairyLegend *legend, GPtrArray *ids, const FairyLegendRow *row, double x,
                     double y)
{
    g_autofree char *id = g_strdup_printf("legend-%u", ids->len + 1);
    g_autofree char *text = fairy_legend_row_text(legend, row);
    if (row->kind == FAIRY_ROW_NUMBER) {
        guint number = (guint)g_ascii_strtoull(row->key, NULL, 10);
        SvgBox box = badge_box(legend, number, 0, 0);
        box.x = x + (SWATCH * legend->size - box.w) / 2;
        box.y = y - box.h / 2;
        draw_badge(legend, id, number, box);
    } else {
        (row->kind == FAIRY_ROW_COLOR ? draw_patch : draw_line)(legend, id, row, x, y);
    }
    g_ptr_array_add(ids, g_steal_pointer(&id));
    draw_text(legend, ids, x + (SWATCH + MARGIN) * legend->size, y, text ? text : "?", FALSE);
}

static void group_rows(FairyLegend *legend, const GPtrArray *ids, const char *title)
{
    cJSON *action = fairy_annotate_add(legend->actions, "group");
    cJSON *list = cJSON_AddArrayToObject(action, "shapeIds");
    for (guint i = 0; i < ids->len; i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(ids->pdata[i]));
    }
    cJSON_AddStringToObject(action, "shapeId", "legend");
    cJSON_AddStringToObject(action, "label", title);
}

static double rows_width(const FairyLegend *legend, const char *title)
{
    double most = text_width(legend, title);
    for (guint i = 0; i < legend->rows->len; i++) {
        g_autofree char *text =
            fairy_legend_row_text(legend, &g_array_index(legend->rows, FairyLegendRow, i));
        double width = text_width(legend, text ? text : "?");
        most = MAX(most, width + (SWATCH + MARGIN) * legend->size);
    }
    return most;
}

/* Beyond the page, which is made larger. */
static SvgBox extend_page(FairyLegend *legend, double w, double h)
{
    SvgBox page = legend->layout->page;
    double gap = legend->size;
    gboolean beside = page.w < page.h && h <= page.h;
    double right = beside ? w + 2 * gap : MAX(0, w + 2 * gap - page.w);
    cJSON *action = fairy_annotate_add(legend->actions, "resize-page");
    if (right > 0) {
        cJSON_AddNumberToObject(action, "right", rounded(right));
    }
    if (!beside) {
        cJSON_AddNumberToObject(action, "bottom", rounded(h + 2 * gap));
    }
    return (SvgBox){beside ? page.x + page.w + gap : page.x + gap,
                    beside ? page.y + gap : page.y + page.h + gap, w, h};
}

/* Numbers that nothing explains aren't drawn either. */
static gboolean find_place(FairyLegend *legend, double w, double h, SvgBox *place)
{
    gboolean found = fairy_layout_find(legend->layout, w, h, place);
    if (!found && legend->graph->locks) {
        while (cJSON_GetArraySize(legend->actions) > 0) {
            cJSON_DeleteItemFromArray(legend->actions, 0);
        }
        refuse(legend, "the page has no room for the legend, and can't grow where something is "
                       "locked");
    } else if (!found) {
        *place = extend_page(legend, w, h);
    }
    return found || !legend->graph->locks;
}

static void draw(FairyLegend *legend, const char *title)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    double margin = MARGIN * legend->size, step = ROW * legend->size;
    double w = rows_width(legend, title) + 2 * margin;
    double h = (legend->rows->len + 1) * step + 2 * margin;
    SvgBox place;
    if (!find_place(legend, w, h, &place)) {
        return;
    }
    cJSON *frame = add_create(legend, "rectangle", "legend-1");
    add_place(frame, place);
    cJSON_AddStringToObject(frame, "color", "grey");
    cJSON_AddStringToObject(frame, "fill", "background");
    g_ptr_array_add(ids, g_strdup("legend-1"));
    double x = place.x + margin, y = place.y + margin + step / 2;
    draw_text(legend, ids, x, y, title, TRUE);
    for (guint i = 0; i < legend->rows->len; i++) {
        draw_row(legend, ids, &g_array_index(legend->rows, FairyLegendRow, i), x,
                 y + (i + 1) * step);
    }
    group_rows(legend, ids, title);
}

/* --- all of it -------------------------------------------------------------------------------- */

static const char *title_of(const FairyAnnotation *annotation)
{
    const char *title = fairy_annotation_option(annotation, "title");
    return title ? title : "Legend";
}

static gboolean has_legend(const FairyGraph *graph, const char *title)
{
    for (guint i = 0; i < graph->shapes->len; i++) {
        const SvgShape *shape = graph->shapes->pdata[i];
        if (shape->kind == SVG_KIND_GROUP && g_strcmp0(shape->name, title) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static int by_size(gconstpointer a, gconstpointer b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The letters of most shapes. */
static void find_letters(FairyLegend *legend)
{
    g_auto(SvgLetters) letters = {0};
    g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(double));
    svg_document_letters(legend->doc, &letters);
    for (guint i = 0; i < legend->graph->nodes->len; i++) {
        double size = fairy_graph_node(legend->graph, (int)i)->shape->font_size;
        if (size > 0) {
            g_array_append_val(sizes, size);
        }
    }
    g_array_sort(sizes, by_size);
    legend->size = sizes->len > 0 ? g_array_index(sizes, double, sizes->len / 2) : letters.size;
    legend->width =
        letters.size > 0 ? letters.width * legend->size / letters.size : legend->size / 2;
}

static void fill(FairyLegend *legend)
{
    if (fairy_annotation_is_on(legend->annotation, "colours")) {
        fairy_legend_find_colors(legend);
    }
    if (fairy_annotation_is_on(legend->annotation, "lines")) {
        fairy_legend_find_lines(legend);
    }
    if (legend->rows->len > MOST_ROWS) {
        refuse(legend, "a legend of %u rows is too long; at most %u are told, so leave out colours",
               legend->rows->len, MOST_ROWS);
        g_array_set_size(legend->rows, MOST_ROWS);
    }
    if (fairy_annotation_is_on(legend->annotation, "numbers")) {
        add_numbers(legend);
    }
    if (legend->rows->len > 0) {
        draw(legend, legend->title);
    }
}

static void begin(FairyLegend *legend)
{
    find_letters(legend);
    legend->rows = g_array_new(FALSE, TRUE, sizeof(FairyLegendRow));
    g_array_set_clear_func(legend->rows, fairy_legend_clear_row);
    legend->layout = fairy_layout_new(legend->doc, legend->graph, GAP * legend->size);
    legend->own = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; i < G_N_ELEMENTS(legend->explained); i++) {
        legend->explained[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    fairy_legend_find_own(legend);
}

static void end(FairyLegend *legend)
{
    for (guint i = 0; i < G_N_ELEMENTS(legend->explained); i++) {
        g_hash_table_unref(legend->explained[i]);
    }
    g_array_unref(legend->own);
    fairy_layout_free(legend->layout);
    g_array_unref(legend->rows);
}

gboolean fairy_annotate_legend(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                               cJSON *actions, GError **error)
{
    (void)error;
    g_autoptr(FairyGraph) graph = fairy_graph_new(drawing->doc);
    if (graph->nodes->len == 0 || has_legend(graph, title_of(annotation))) {
        return TRUE;
    }
    FairyLegend legend = {.annotation = annotation,
                          .doc = drawing->doc,
                          .graph = graph,
                          .actions = actions,
                          .title = title_of(annotation)};
    begin(&legend);
    fill(&legend);
    end(&legend);
    return TRUE;
}
