/* That the drawing was made by another program from a source. */
#include "prompt/part.h"

#include <svg/survey.h>

static void write_part(const FairyWriting *writing, GString *out)
{
    SvgSource source;
    if (!svg_document_source(writing->options->doc, &source)) {
        return;
    }
    g_string_append_printf(out, "The drawing was made by %s, ", source.program);
    if (source.carried) {
        g_string_append_printf(out, "and carries its source %s. ", source.carried);
    } else {
        g_string_append(out, "from a source that isn't here. ");
    }
    g_string_append(out, "Edits are lost when it is made again: tell the person so, once.");
}

const FairyPart fairy_part_source = {
    .name = "source",
    .place = FAIRY_PART_STATE,
    .write = write_part,
};
