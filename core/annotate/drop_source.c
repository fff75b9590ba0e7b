/* Drawings without the sources that they carry. */
#include "annotate/annotate_priv.h"

#include <svg/survey.h>

gboolean fairy_annotate_drop_source(const FairyAnnotation *annotation,
                                    const FairyAnnotated *drawing, cJSON *actions, GError **error);
char *fairy_check_drop_source(const FairyAnnotation *annotation, const FairyAnnotated *drawing);

gboolean fairy_annotate_drop_source(G_GNUC_UNUSED const FairyAnnotation *annotation,
                                    const FairyAnnotated *drawing, cJSON *actions,
                                    G_GNUC_UNUSED GError **error)
{
    SvgSource source;
    if (svg_document_source(drawing->doc, &source) && source.carried) {
        fairy_annotate_add(actions, "drop-source");
    }
    return TRUE;
}

char *fairy_check_drop_source(G_GNUC_UNUSED const FairyAnnotation *annotation,
                              const FairyAnnotated *drawing)
{
    SvgSource source;
    gboolean carried = svg_document_source(drawing->doc, &source) && source.carried;
    return carried ? g_strdup_printf("the source of %s is %s", source.program, source.carried)
                   : NULL;
}
