/* What may look wrong in the view, in short. */
#include "view/lints.h"

#include "view/json.h"

static void add_lint(GString *out, const SvgLint *lint)
{
    g_string_append_c(out, '{');
    fairy_json_add_string(out, "type", svg_lint_name(lint->type));
    fairy_json_name(out, "shapeIds");
    g_string_append_c(out, '[');
    for (char **id = lint->ids; *id; id++) {
        if (id != lint->ids) {
            g_string_append_c(out, ',');
        }
        fairy_json_string(out, *id);
    }
    g_string_append(out, "]}");
}

char *fairy_lints_json(SvgDocument *doc, SvgBox view)
{
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, &view);
    GString *out = g_string_new("[");
    for (guint i = 0; i < lints->len; i++) {
        g_string_append(out, i > 0 ? "," : "");
        add_lint(out, lints->pdata[i]);
    }
    g_string_append_c(out, ']');
    return g_string_free(out, FALSE);
}
