/* One colour in place of another. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

static const char *const aliases[] = {"recolour", "replace-color", NULL};
static const char *const from_aliases[] = {"fromColor", "old", "oldColor", NULL};
static const char *const to_aliases[] = {"toColor", "new", "newColor", NULL};

static const FairyField fields[] = {
    {.name = "from",
     .type = FAIRY_COLOR,
     .doc = "the colour that goes: exactly as it is there, or as the list calls it",
     .aliases = from_aliases},
    {.name = "to", .type = FAIRY_COLOR, .doc = "the colour in its place", .aliases = to_aliases},
    {.name = "shapeIds",
     .type = FAIRY_IDS,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "ids of the shapes; the whole drawing when left out",
     .aliases = fairy_shape_ids_aliases},
    {.name = NULL},
};

/* A name may have stood for several colours. */
static void tell(FairyExecutor *executor, const char *from, const SvgRecolored *told)
{
    g_autoptr(GString) said = g_string_new(NULL);
    g_autofree char *quoted = fairy_quote(from);
    g_string_printf(said, "%u %s", told->shapes, told->shapes == 1 ? "shape" : "shapes");
    g_string_append(said, *from != '#' ? "; " : "");
    for (guint i = 0; *from != '#' && i < told->n_meant; i++) {
        g_string_append_printf(said, "%s%s#%06x", i ? ", " : quoted, i ? "" : " was ",
                               told->meant[i]);
    }
    fairy_executor_say(executor, said->str);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgRecolored told;
    const char *from = fairy_args_string(args, "from");
    gboolean some = fairy_args_has(args, "shapeIds");
    g_autofree const char **ids = some ? fairy_args_shapes(executor, args, 1, error) : NULL;
    if ((some && !ids) || !svg_edit_recolor(fairy_executor_edit(executor), ids, from,
                                            fairy_args_string(args, "to"), &told, error)) {
        return FALSE;
    }
    tell(executor, from, &told);
    return TRUE;
}

const FairyAction fairy_action_recolor = {
    .name = "recolor",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Replace one colour by another, everywhere it is",
    .manual = "Every fill, outline, word, gradient and arrowhead that has the colour gets the "
              "other, in the whole drawing or in some shapes and all in them; everything else "
              "stays. from is a colour however it is written there, or a name as the list has it, "
              "which means every colour that is called so where none is exactly that. What is "
              "locked keeps its colour. Says how many shapes it was.",
    .hint = "One colour for another, in all that has it; without shapeIds everywhere",
    .example = "{\"_type\":\"recolor\",\"from\":\"red\",\"to\":\"#1f77b4\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Recolouring",
    .done = "Recoloured",
};
