/* A drawing in the colours, fonts and strokes of a house. */
#include "action/action_list.h"
#include "action/args.h"

#include <fairy/error.h>
#include <svg/house.h>

#include <string.h>

static const FairyField fields[] = {
    {.name = "style", .type = FAIRY_STRING, .doc = "the style, as its file has it"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *text = fairy_args_string(args, "style");
    g_autoptr(SvgHouse) house = svg_house_parse(text, strlen(text), "the style", error);
    return house && svg_edit_house(fairy_executor_edit(executor), house, error);
}

const FairyAction fairy_action_house_style = {
    .name = "house-style",
    .family = FAIRY_FAMILY_ANNOTATION,
    .summary = "Bring a drawing to a house style",
    .manual = "Every colour, also in gradients and style sheets, becomes the nearest one that is "
              "allowed, and so do fonts, widths of lines and sizes of words; words that stand out "
              "too little get a colour that does. Locked shapes stay as they are. The job "
              "house-style of \"fairy batch\" is made of this.",
    .example = "{\"_type\":\"house-style\",\"style\":\"[style]\\ncolors=#ffffff;#1b1b1b;#0055aa\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Applying the house style",
    .done = "Applied the house style",
};
