/* Another page to look at. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <svg/survey.h>

static const char *const aliases[] = {"switch-page", "go-to-page", NULL};
static const char *const name_aliases[] = {"name", "page", NULL};

static const FairyField fields[] = {
    {.name = "pageName",
     .type = FAIRY_STRING,
     .doc = "the name of the page, or its id",
     .aliases = name_aliases},
    {.name = NULL},
};

static gboolean refuse_unknown(const GPtrArray *pages, const char *name, GError **error)
{
    g_autofree char *quoted = fairy_quote(name), *names = svg_pages_names(pages);
    if (*names) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "there is no page %s; the pages are %s",
                    quoted, names);
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "there is no page %s: the drawing is one page, which has no name", quoted);
    }
    return FALSE;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *name = fairy_args_string(args, "pageName");
    g_autoptr(GPtrArray) pages = svg_document_pages(fairy_executor_document(executor));
    const SvgPage *page = svg_pages_find(pages, name);
    if (!page) {
        return refuse_unknown(pages, name, error);
    }
    g_autofree char *quoted = fairy_quote(name), *why = fairy_quoted_words(args, "intent"),
                    *where = fairy_area_words(executor, page->box);
    char *message = g_strdup_printf("You asked for a page, which is %s. It is what you see now; go "
                                    "on from there.",
                                    where);
    char *asked = g_strconcat(quoted, why ? ", " : "", why ? why : "", NULL);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_VIEW, page->box, message, asked,
                                        error);
}

const FairyAction fairy_action_change_page = {
    .name = "change-page",
    .aliases = aliases,
    .family = FAIRY_FAMILY_PAGE,
    .summary = "Look at another page of the drawing",
    .manual = "Asks for another request that shows the page: its picture, and the shapes on it. "
              "The actions after it are done all the same.",
    .words = "pages|(new|another|other|second|next|each|every|a|add|extra) (page|sheet)|"
             "page \\d|sheets|seiten|"
             "(neue|andere|zweite|nächste|weitere) seite|nouvelle page|páginas|"
             "(nueva|otra|segunda) página|pagine",
    .example = "{\"_type\":\"change-page\",\"pageName\":\"Details\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TARGET,
    .pose = FAIRY_POSE_ACTIVE,
    .doing = "Turning to a page",
    .done = "Turned to a page",
};
