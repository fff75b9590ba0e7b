/* Fields in words, for schemas and manuals. */
#include "action/field.h"

#include <svg/shape.h>

char *fairy_field_doc(const FairyField *field)
{
    const char *limit = field->flags & FAIRY_FIELD_POSITIVE   ? "; above 0"
                        : field->flags & FAIRY_FIELD_NOT_ZERO ? "; not 0"
                                                              : "";
    if (field->type != FAIRY_COLOR) {
        return g_strconcat(field->doc, limit, NULL);
    }
    g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
    return g_strconcat(field->doc, "; a CSS colour or one of ", names, NULL);
}
