/* Colours, fonts and strokes of a house. */
#include "annotate/annotate_priv.h"

#include <fairy/error.h>
#include <svg/house.h>

gboolean fairy_annotate_house_style(const FairyAnnotation *annotation,
                                    const FairyAnnotated *drawing, cJSON *actions, GError **error);
char *fairy_check_house_style(const FairyAnnotation *annotation, const FairyAnnotated *drawing);

static const char *style_path(const FairyAnnotation *annotation, GError **error)
{
    const char *path = fairy_annotation_option(annotation, "style");
    if (!path) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "house-style needs a style: --with style=FILE");
    }
    return path;
}

static SvgHouse *load(const FairyAnnotation *annotation, GError **error)
{
    const char *path = style_path(annotation, error);
    return path ? svg_house_load(path, error) : NULL;
}

gboolean fairy_needs_house_style(const FairyAnnotation *annotation, G_GNUC_UNUSED gboolean offline,
                                 GError **error)
{
    g_autoptr(SvgHouse) house = load(annotation, error);
    return house != NULL;
}

static GPtrArray *look(const FairyAnnotation *annotation, SvgDocument *doc, GError **error)
{
    g_autoptr(SvgHouse) house = load(annotation, error);
    return house ? svg_document_house_lints(doc, house) : NULL;
}

/* The style itself is in the action: the reply says all that is done. */
gboolean fairy_annotate_house_style(const FairyAnnotation *annotation,
                                    const FairyAnnotated *drawing, cJSON *actions, GError **error)
{
    g_autoptr(GPtrArray) found = look(annotation, drawing->doc, error);
    g_autofree char *text = NULL;
    if (!found ||
        !g_file_get_contents(fairy_annotation_option(annotation, "style"), &text, NULL, error)) {
        return FALSE;
    }
    if (found->len > 0) {
        cJSON *action = fairy_annotate_add(actions, "house-style");
        cJSON_AddStringToObject(action, "style", text);
    }
    return TRUE;
}

char *fairy_check_house_style(const FairyAnnotation *annotation, const FairyAnnotated *drawing)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) found = look(annotation, drawing->doc, &error);
    if (!found || found->len == 0) {
        return found ? NULL : g_strdup(error->message);
    }
    const SvgLint *first = found->pdata[0];
    return g_strdup_printf("%u departure%s, first of \"%s\": %s", found->len,
                           found->len == 1 ? "" : "s", first->ids[0], first->message);
}
