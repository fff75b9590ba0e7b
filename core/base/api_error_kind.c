/* Kinds of API errors: their names, whether they pass, and what a user is told. */
#include "base/api_error_kind.h"

typedef struct {
    const char *name;
    gboolean passes;     /* asking again may help */
    const char *message; /* {…} as in api_error_message.c */
} Kind;

static const Kind kinds[FAIRY_API_ERROR_COUNT] = {
    [FAIRY_API_ERROR_NONE] = {"none", FALSE, ""},
    [FAIRY_API_ERROR_KEY] = {"key", FALSE, "{title} doesn't take the key: {key}"},
    [FAIRY_API_ERROR_DENIED] =
        {"denied", FALSE, "{title} doesn't allow this: see there what the key may be used for"},
    [FAIRY_API_ERROR_MODEL] =
        {"model", FALSE,
         "{title} has no model \"{model}\": \"fairy models --check\" lists what "
         "it has{get}"},
    [FAIRY_API_ERROR_QUOTA] = {"quota", FALSE,
                               "the credit at {title} is used up: add to it there, or take another "
                               "model with --model"},
    [FAIRY_API_ERROR_PARAMETER] =
        {"parameter", FALSE, "{title} doesn't take a part of the request that can be left out"},
    [FAIRY_API_ERROR_REQUEST] = {"request", FALSE, "{title} can't do anything with the request"},
    [FAIRY_API_ERROR_TOO_LARGE] = {"too-large", FALSE,
                                   "the request is too large for \"{model}\": show it less of the "
                                   "drawing with --view"},
    [FAIRY_API_ERROR_RATE_LIMIT] = {"rate", TRUE, "{title} was asked too often: try again {when}"},
    [FAIRY_API_ERROR_OVERLOADED] = {"overloaded", TRUE,
                                    "{title} has too much to do: try again {when}"},
    [FAIRY_API_ERROR_SERVER] = {"server", TRUE,
                                "{title} has a problem of its own: try again {when}"},
    [FAIRY_API_ERROR_UNREACHABLE] = {"unreached", TRUE, "{title} isn't reached at {base}: {reach}"},
    [FAIRY_API_ERROR_UNTRUSTED] =
        {"untrusted", FALSE,
         "what answers at {base} can't prove that it is {title}: is there a "
         "proxy between?"},
    [FAIRY_API_ERROR_TRUNCATED] = {"cut", TRUE, "{title} broke off its answer: try again"},
    [FAIRY_API_ERROR_STALLED] = {"stalled", TRUE, "{title} fell silent: try again"},
    [FAIRY_API_ERROR_NOT_API] =
        {"not-api", FALSE,
         "what answers at {base} doesn't speak as {title} does: see \"fairy "
         "config get {name}.base-url\""},
    [FAIRY_API_ERROR_LARGE] = {"large", FALSE, "the answer of {title} is larger than what we take"},
    [FAIRY_API_ERROR_REFUSED] =
        {"refused", FALSE,
         "\"{model}\" won't do this: say it in another way, or take another "
         "model with --model"},
    [FAIRY_API_ERROR_FILTERED] =
        {"filtered", FALSE,
         "a filter of {title} stopped the answer: say it in another way, or "
         "take another model with --model"},
    [FAIRY_API_ERROR_LENGTH] = {"length", FALSE,
                                "the answer is longer than it may be: ask for less at once, or run "
                                "\"fairy config set {name}.max-output\" with more tokens"},
    [FAIRY_API_ERROR_EMPTY] = {"empty", TRUE, "\"{model}\" answered nothing: try again"},
};

void fairy_api_error_clear(FairyApiError *api_error)
{
    g_clear_pointer(&api_error->message, g_free);
    *api_error = (FairyApiError){.wait_ms = -1};
}

gboolean fairy_api_error_may_pass(const FairyApiError *api_error)
{
    return api_error->again ? api_error->again > 0 : kinds[api_error->kind].passes;
}

gboolean fairy_api_error_is_wait(const FairyApiError *api_error)
{
    gboolean busy = api_error->kind == FAIRY_API_ERROR_RATE_LIMIT ||
                    api_error->kind == FAIRY_API_ERROR_OVERLOADED;
    return busy && api_error->status >= 400 && api_error->wait_ms > 0 &&
           fairy_api_error_may_pass(api_error);
}

const char *fairy_api_error_name(FairyApiErrorKind kind)
{
    return kind < FAIRY_API_ERROR_COUNT ? kinds[kind].name : NULL;
}

const char *fairy_api_error_template(FairyApiErrorKind kind)
{
    return kinds[kind].message;
}
