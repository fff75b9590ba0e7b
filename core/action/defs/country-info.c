/* Facts about a country. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

static const char *const code_aliases[] = {"country", "countryCode", NULL};

static const FairyField fields[] = {
    {.name = "code",
     .type = FAIRY_STRING,
     .doc = "the country's two letters (ISO 3166-1), like \"FR\"",
     .aliases = code_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree char *code = g_strstrip(g_ascii_strup(fairy_args_string(args, "code"), -1));
    if (!g_ascii_isalpha(code[0]) || !g_ascii_isalpha(code[1]) || code[2]) {
        g_autofree char *shown = fairy_quote(fairy_args_string(args, "code"));
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: \"code\" must be the two letters of a country, like \"FR\", got %s",
                    fairy_executor_action(executor)->name, shown);
        return FALSE;
    }
    return fairy_executor_look_up(executor, &fairy_site_countries, code, error);
}

const FairyAction fairy_action_country_info = {
    .name = "country-info",
    .family = FAIRY_FAMILY_DATA,
    .summary = "Look up facts about a country",
    .manual = "Asks restcountries.com for name, capital, region, population, area, languages, "
              "currencies and neighbours. The next request has the answer as data: ask for all you "
              "need together, and end your answer. When that fails, say so, and don't try again.",
    .words = "countr|capital|population|nation|länder|staat|hauptstadt|pays|país|paes",
    .example = "{\"_type\":\"country-info\",\"code\":\"FR\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_READING,
    .doing = "Looking up a country",
    .done = "Looked up a country",
};
