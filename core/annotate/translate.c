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

/* It is read for each drawing, so it has to be a file. */
static FairyPo *load_po(const char *path, GError **error)
{
    if (g_str_equal(path, "-")) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "a catalogue can't come from standard input here; name its file");
        return NULL;
    }
    return fairy_po_load(path, error);
}

static FairyPo *load_glossary(const FairyAnnotation *annotation, GError **error)
{
    const char *path = fairy_annotation_option(annotation, "glossary");
    return path ? load_po(path, error) : fairy_po_new();
}

static void translation_clear(FairyTranslation *translation)
{
    fairy_po_free((FairyPo *)translation->po);
    fairy_po_free((FairyPo *)translation->glossary);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyTranslation, translation_clear)

static gboolean load(const FairyAnnotation *annotation, FairyTranslation *translation,
                     GError **error)
{
    const char *path = fairy_annotation_option(annotation, "po");
    if (!path) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "without a model translate needs a catalogue: --with po=FILE");
        return FALSE;
    }
    return (translation->po = load_po(path, error)) &&
           (translation->glossary = load_glossary(annotation, error)) &&
           read_fit(annotation, &translation->fit, error) &&
           read_language(annotation, translation->po, &translation->language, error);
}

static gboolean model_has_needs(const FairyAnnotation *annotation, GError **error)
{
    g_autoptr(FairyPo) glossary = load_glossary(annotation, error);
    if (glossary && !fairy_annotation_option(annotation, "language")) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "a model has to know what it translates to: --with language=TAG, as in "
                    "language=de");
        return FALSE;
    }
    return glossary != NULL;
}

/* --- what a model translates ------------------------------------------------------------------ */

static gpointer load_terms(const FairyAnnotation *annotation)
{
    return load_glossary(annotation, NULL);
}

static void free_terms(gpointer glossary)
{
    fairy_po_free(glossary);
}

static const char *text_of(const cJSON *args, const char *field)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(args, field));
    return text ? text : "";
}

static char *objects(const FairyAction *action, const cJSON *args, gconstpointer glossary)
{
    return g_str_equal(action->name, "replace-words")
               ? fairy_po_objection(glossary, text_of(args, "from"), text_of(args, "to"))
               : NULL;
}

const FairyGuarding fairy_guard_translate = {
    .load = load_terms, .free = free_terms, .objects = objects};

/* --- the offline half ------------------------------------------------------------------------- */

gboolean fairy_needs_translate(const FairyAnnotation *annotation, gboolean offline, GError **error)
{
    g_auto(FairyTranslation) translation = {0};
    return offline ? load(annotation, &translation, error) : model_has_needs(annotation, error);
}

gboolean fairy_annotate_translate(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                  cJSON *actions, GError **error)
{
    g_auto(FairyTranslation) translation = {0};
    if (!load(annotation, &translation, error)) {
        return FALSE;
    }
    fairy_po_translate(&translation, drawing->doc, actions);
    return TRUE;
}
