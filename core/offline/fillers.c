/* What people say around what they mean, and where a phrase is over. */
#include "offline/offline.h"

const char *const fairy_lead_fillers[] = {
    "please",
    "pls",
    "plz",
    "can you",
    "can we",
    "could we",
    "would you mind",
    "maybe",
    "hmm",
    "well",
    "you can",
    "do me a favour and",
    "do me a favor and",
    "could you",
    "would you",
    "will you",
    "i want you to",
    "i want to",
    "i would like you to",
    "i would like to",
    "i'd like you to",
    "i'd like to",
    "let's",
    "lets",
    "let us",
    "now",
    "just",
    "also",
    "next",
    "then",
    "and",
    "first",
    "finally",
    "afterwards",
    "after that",
    "ok",
    "okay",
    "hey",
    "hi",
    "hello",
    "fairy",
    "so",
    "kindly",
    "go ahead and",
    "try to",
    "help me",
    "you should",
    "i need you to",
    "but",
    "we should",
    "simply",
    NULL,
};

const char *const fairy_tail_fillers[] = {
    "please",     "now",        "too",         "also",       "again",    "thanks",  "thank you",
    "for me",     "exactly",    "neatly",      "nicely",     "px",       "pixels",  "units",
    "together",   "as well",    "instead",     "a bit",      "a little", "here",    "there",
    "if you can", "at once",    "all",         "pls",        "plz",      "thx",     "if possible",
    "everywhere", "right away", "for now",     "kindly",     "any more", "anymore", "then",
    "ok",         "okay",       "around here", "altogether", "somehow",  "by hand", NULL,
};

gboolean fairy_plan_ends(FairyPlan *plan, FairyCursor *c)
{
    fairy_cursor_skip(c, fairy_tail_fillers);
    const FairyToken *token = fairy_cursor_peek(c, 0);
    gboolean over = !token || token->type == FAIRY_TOKEN_COMMA ||
                    g_str_equal(fairy_cursor_word(c, 0), "and") ||
                    g_str_equal(fairy_cursor_word(c, 0), "but");
    if (over) {
        return !plan->problem;
    }
    g_autofree char *rest = fairy_cursor_raw(c, c->end);
    plan->lost = TRUE;
    return fairy_plan_fail(plan, "I don't understand \"%s\".", rest);
}
