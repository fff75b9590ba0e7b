/* Fields in words, for schemas and manuals. */
#include "action/field.h"

#include <svg/shape.h>

char *fairy_field_doc(const FairyField *field)
{
    if (field->type != FAIRY_COLOR) {
        return g_strdup(field->doc);
    }
    g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
    return g_strconcat(field->doc, "; a CSS colour or one of ", names, NULL);
}
