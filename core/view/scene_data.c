/* Pages, layers, colours and fonts as JSON. */
#include "base/json.h"
#include "view/ids.h"
#include "view/shape_json.h"

#include <fairy/limits.h>
#include <fairy/scene_data.h>
#include <svg/survey.h>

#include <math.h>

/* Ends the object, which becomes the last of the list. */
static void end_object(GPtrArray *list, GString *out)
{
    g_string_append_c(out, '}');
    g_ptr_array_add(list, g_string_free(out, FALSE));
}

GPtrArray *fairy_pages_json(SvgDocument *doc, const FairyCoords *coords)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(doc);
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        GString *out = g_string_new("{");
        fairy_json_add_id(out, "id", page->id);
        fairy_json_add_text(out, "name", page->name, FAIRY_SHOWN_NAME_BYTES);
        fairy_json_add_plain_box(out, coords, page->box);
        end_object(list, out);
    }
    return list;
}

#define UPRIGHT 0.01 /* degrees: what is no other angle */

static void add_guide(GString *out, const FairyCoords *coords, const SvgGuide *guide)
{
    FairyBox at = fairy_coords_round_box(coords, (SvgBox){guide->at.x, guide->at.y, 0, 0});
    gboolean vertical = fabs(guide->angle - 90) < UPRIGHT, horizontal = guide->angle < UPRIGHT;
    if (!horizontal) {
        fairy_json_add_number(out, "x", at.x);
    }
    if (!vertical) {
        fairy_json_add_number(out, "y", at.y);
    }
    if (!vertical && !horizontal) {
        fairy_json_add_number(out, "angle", round(guide->angle * 10) / 10);
    }
}

GPtrArray *fairy_guides_json(SvgDocument *doc, const FairyCoords *coords)
{
    g_autoptr(GPtrArray) guides = svg_document_guides(doc);
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < guides->len; i++) {
        const SvgGuide *guide = guides->pdata[i];
        GString *out = g_string_new("{");
        fairy_json_add_text(out, "name", guide->name, FAIRY_SHOWN_NAME_BYTES);
        add_guide(out, coords, guide);
        end_object(list, out);
    }
    return list;
}

static void add_flag(GString *out, const char *name, gboolean value)
{
    if (value) {
        fairy_json_name(out, name);
        g_string_append(out, "true");
    }
}

GPtrArray *fairy_layers_json(SvgDocument *doc)
{
    g_autoptr(SvgSurvey) survey = svg_document_survey(doc);
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < survey->layers->len; i++) {
        const SvgLayer *layer = survey->layers->pdata[i];
        GString *out = g_string_new("{");
        fairy_json_add_id(out, "shapeId", layer->id);
        fairy_json_add_text(out, "name", layer->name, FAIRY_SHOWN_NAME_BYTES);
        fairy_json_add_id(out, "parent", layer->parent);
        add_flag(out, "current", layer->current);
        add_flag(out, "locked", layer->locked);
        add_flag(out, "hidden", layer->hidden);
        end_object(list, out);
    }
    return list;
}

static void add_colors(GString *out, SvgDocument *doc, const GPtrArray *colors, guint most)
{
    for (guint i = 0; i < MIN(colors->len, most); i++) {
        const SvgUse *use = colors->pdata[i];
        const char *name = svg_document_color_name(doc, use->value);
        g_string_append_printf(out, "%s%s%s%s %u", i > 0 ? ", " : "", name ? name : "",
                               name ? "=" : "", use->value, use->count);
    }
}

static void add_fonts(GString *out, const GPtrArray *fonts, guint most)
{
    for (guint i = 0; i < MIN(fonts->len, most); i++) {
        const SvgUse *use = fonts->pdata[i];
        g_string_append(out, i > 0 ? ", " : "; fonts ");
        fairy_json_text(out, use->value, FAIRY_SHOWN_NAME_BYTES);
        g_string_append_printf(out, " %u%s", use->count,
                               svg_font_is_installed(use->value) ? "" : " (not installed)");
    }
}

static void add_more(GString *out, const char *what, guint all, guint most)
{
    if (all > most) {
        g_string_append_printf(out, "; %u more %s", all - most, what);
    }
}

char *fairy_style_text(SvgDocument *doc, guint most)
{
    g_autoptr(SvgSurvey) survey = svg_document_survey(doc);
    GString *out = g_string_new(survey->colors->len ? "" : "none");
    add_colors(out, doc, survey->colors, most);
    add_more(out, "colours", survey->colors->len, most);
    add_fonts(out, survey->fonts, most);
    add_more(out, "fonts", survey->fonts->len, most);
    return g_string_free(out, FALSE);
}
