/* Shapes into a layer. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"move-to-layer", NULL};
static const char *const layer_aliases[] = {"layerId", "layerName", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "layer",
     .type = FAIRY_STRING,
     .doc = "the layer's name or id; a new name makes a layer",
     .aliases = layer_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    if (!ids) {
        return FALSE;
    }
    const char *layer = fairy_args_string(args, "layer");
    return svg_edit_to_layer(fairy_executor_edit(executor), ids, layer, error) != NULL;
}

const FairyAction fairy_action_to_layer = {
    .name = "to-layer",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put shapes into a layer",
    .manual = "On top of what is in it, with their labels; they look as they did. The layer is "
              "named by its name or its id, and made, on top of all, when there is none. Locked "
              "and hidden layers take nothing.",
    .words = "layer|ebene|calque|capa|livello",
    .example = "{\"_type\":\"to-layer\",\"shapeIds\":[\"a\",\"b\"],\"layer\":\"Notes\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Moving to a layer",
    .done = "Moved to a layer",
};
