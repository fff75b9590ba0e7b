/* Words in another language, from a catalogue. */
#include "annotate/annotate_priv.h"

#include <fairy/error.h>
#include <fairy/po.h>

gboolean fairy_annotate_translate(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                  cJSON *actions, GError **error);

static const char *const fits[] = {
    [FAIRY_FIT_NONE] = "none",
    [FAIRY_FIT_SHRINK] = "shrink",
    [FAIRY_FIT_WRAP] = "wrap",
};

static gboolean read_fit(const FairyAnnotation *annotation, FairyFit *fit, GError **error)
{
    const char *text = fairy_annotation_option(annotation, "fit");
    for (guint i = 0; i < G_N_ELEMENTS(fits); i++) {
        if (!text || g_str_equal(text, fits[i])) {
            *fit = (FairyFit)i;
            return TRUE;
        }
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "\"fit\" is \"%s\"; it is none, shrink or wrap", text);
    return FALSE;
}

/* With switch=true. */
static gboolean read_language(const FairyAnnotation *annotation, const FairyPo *po,
                              const char **language, GError **error)
{
    const char *asked = fairy_annotation_option(annotation, "language");
    *language = NULL;
    if (fairy_annotation_is_on(annotation, "switch")) {
        *language = asked ? asked : fairy_po_language(po);
        if (!*language) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                        "with \"switch\" the language has to be known: say it in the header of the "
                        "PO file, or as \"language\"");
            return FALSE;
        }
    }
    return TRUE;
}

gboolean fairy_annotate_translate(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                  cJSON *actions, GError **error)
{
    const char *path = fairy_annotation_option(annotation, "po"),
               *terms = fairy_annotation_option(annotation, "glossary");
    if (!path) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "without a model translate needs a catalogue: --with po=FILE");
        return FALSE;
    }
    g_autoptr(FairyPo) po = fairy_po_load(path, error);
    g_autoptr(FairyPo) glossary = po && terms ? fairy_po_load(terms, error) : NULL;
    FairyTranslation translation = {.po = po, .glossary = glossary};
    if (!po || (terms && !glossary) || !read_fit(annotation, &translation.fit, error) ||
        !read_language(annotation, po, &translation.language, error)) {
        return FALSE;
    }
    fairy_po_translate(&translation, drawing->doc, actions);
    return TRUE;
}
