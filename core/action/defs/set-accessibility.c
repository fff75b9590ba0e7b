/* How those who read a drawing to people take it. */
#include "action/action_list.h"
#include "action/args.h"

#include <fairy/error.h>

static const char *const language_aliases[] = {"lang", NULL};
static const char *const hidden_aliases[] = {"ariaHidden", NULL};
static const char *const labelled_aliases[] = {"labelledBy", "labeled", NULL};

static const FairyField fields[] = {
    {.name = "shapeId",
     .type = FAIRY_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "id of the shape; left out: the whole drawing",
     .aliases = fairy_shape_id_aliases},
    {.name = "role",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "its role in WAI-ARIA: \"img\" for a drawing that is read as one; \"\" removes it"},
    {.name = "labelled",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "its title and description are its name for screen readers",
     .aliases = labelled_aliases},
    {.name = "language",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of its words, as \"en\" or \"pt-BR\"; \"\" removes it",
     .aliases = language_aliases},
    {.name = "hidden",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "true: it is decoration, and screen readers leave it out",
     .aliases = hidden_aliases},
    {.name = NULL},
};

static gboolean is_true(const cJSON *args, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, name));
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    const SvgAccess access = {
        .role = fairy_args_string(args, "role"),
        .language = fairy_args_string(args, "language"),
        .labelled = is_true(args, "labelled"),
        .audible = !fairy_args_has(args, "hidden") ? SVG_AUDIBLE_AS_IS
                   : is_true(args, "hidden")       ? SVG_AUDIBLE_NO
                                                   : SVG_AUDIBLE_YES,
    };
    if (!access.role && !access.language && !access.labelled && !access.audible) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "set-accessibility needs a \"role\", \"labelled\":true, a "
                            "\"language\" or \"hidden\"");
        return FALSE;
    }
    if (id) {
        fairy_executor_touch(executor, id);
    }
    return svg_edit_set_access(fairy_executor_edit(executor), id, &access, error);
}

const FairyAction fairy_action_set_accessibility = {
    .name = "set-accessibility",
    .family = FAIRY_FAMILY_ANNOTATION,
    .summary = "Say how screen readers take the drawing or a shape",
    .manual = "Sets role, language and aria-hidden, and has aria-labelledby name the title and "
              "description, which describe sets. Nothing of it is drawn. What isn't given stays.",
    .example = "{\"_type\":\"set-accessibility\",\"role\":\"img\",\"labelled\":true,"
               "\"language\":\"en\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Describing",
    .done = "Described",
};
