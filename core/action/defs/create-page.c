/* One more page. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

static const char *const aliases[] = {"new-page", "add-page", NULL};
static const char *const name_aliases[] = {"name", "page", NULL};

static const FairyField fields[] = {
    {.name = "pageName",
     .type = FAIRY_STRING,
     .doc = "what to call it, unlike the others",
     .aliases = name_aliases},
    {.name = "switchToPage",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether to look at it next"},
    {.name = NULL},
};

static gboolean look_at(FairyExecutor *executor, const char *name, SvgBox box, GError **error)
{
    g_autofree char *where = fairy_area_words(executor, box);
    char *message =
        g_strdup_printf("The new page is %s. It is what you see now; go on from there.", where);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_VIEW, box, message,
                                        fairy_quote(name), error);
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgBox box;
    const char *name = fairy_args_string(args, "pageName");
    if (!svg_edit_create_page(fairy_executor_edit(executor), name, &box, error)) {
        return FALSE;
    }
    g_autofree char *where = fairy_area_words(executor, box);
    g_autofree char *said = g_strdup_printf("the page is at %s", where);
    fairy_executor_say(executor, said);
    gboolean looks = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "switchToPage"));
    return !looks || look_at(executor, name, box, error);
}

const FairyAction fairy_action_create_page = {
    .name = "create-page",
    .aliases = aliases,
    .family = FAIRY_FAMILY_PAGE,
    .summary = "Add a page to the drawing",
    .manual = "Beside the others, and as large as the last of them; says where it is, so that "
              "shapes can be put there. The present drawing is the first page.",
    .words = "pages|(new|another|other|second|next|each|every|a|add|extra) (page|sheet)|"
             "page \\d|sheets|seiten|"
             "(neue|andere|zweite|nächste|weitere) seite|nouvelle page|páginas|"
             "(nueva|otra|segunda) página|pagine",
    .example = "{\"_type\":\"create-page\",\"pageName\":\"Legend\",\"switchToPage\":true}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Adding a page",
    .done = "Added a page",
};
