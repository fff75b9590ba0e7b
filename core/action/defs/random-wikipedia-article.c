/* Something to draw about. */
#include "action/action_list.h"
#include "action/executor_priv.h"

static const char *const aliases[] = {"get-inspiration", "random-wikipedia", "random-article",
                                      NULL};

static const FairyField fields[] = {
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    (void)args;
    return fairy_executor_look_up(executor, &fairy_site_articles, "", error);
}

const FairyAction fairy_action_random_wikipedia_article = {
    .name = "random-wikipedia-article",
    .aliases = aliases,
    .family = FAIRY_FAMILY_DATA,
    .summary = "Look up a random article, for inspiration",
    .manual =
        "Asks en.wikipedia.org for the title and the first lines of an article chosen at "
        "random. The next request has the answer as data: end your answer. When that fails, say "
        "so, and don't try again.",
    .words = "wiki|article|random|inspir|surpris|artikel|zufall|überrasch|hasard|azar|artículo",
    .example = "{\"_type\":\"random-wikipedia-article\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_READING,
    .doing = "Looking for inspiration",
    .done = "Looked for inspiration",
};
