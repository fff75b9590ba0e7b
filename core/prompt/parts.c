/* The list of parts. */
#include "prompt/part.h"

static const FairyPart *const parts[] = {
#define FAIRY_PART(id) &fairy_part_##id,
#include "prompt/parts.def"
#undef FAIRY_PART
    NULL,
};

const FairyPart *const *fairy_parts(void)
{
    return parts;
}

const FairyPart *fairy_part_find(const char *name)
{
    for (guint i = 0; parts[i]; i++) {
        if (g_str_equal(parts[i]->name, name)) {
            return parts[i];
        }
    }
    return NULL;
}
