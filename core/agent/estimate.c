/* What a prompt costs to read, before anybody has read it. */
#include <fairy/budget.h>
#include <fairy/tokens.h>

#include <math.h>
#include <string.h>

#define PATCH 28.0 /* px; the side of what vision models read as one token */

/* The server makes a larger picture smaller, by its longer side and by its tokens. */
static guint64 picture_tokens(const FairyContentPart *part, const FairyCapabilities *capabilities)
{
    double longer = MAX(part->width, part->height);
    double scale = capabilities->image_edge && longer > capabilities->image_edge
                       ? capabilities->image_edge / longer
                       : 1;
    double tokens = ceil(part->width * scale / PATCH) * ceil(part->height * scale / PATCH);
    return (guint64)(capabilities->image_tokens ? MIN(tokens, capabilities->image_tokens) : tokens);
}

static guint64 parts_tokens(const GPtrArray *parts, const FairyCapabilities *capabilities)
{
    guint64 tokens = 0;
    for (guint i = 0; i < parts->len; i++) {
        const FairyContentPart *part = parts->pdata[i];
        if (part->text) {
            tokens += fairy_tokens(part->text, strlen(part->text));
        } else if (capabilities->images) {
            tokens += picture_tokens(part, capabilities);
        }
    }
    return tokens;
}

static guint64 schema_tokens(const FairyAction *const *actions)
{
    cJSON *schema = fairy_reply_schema_compact(actions);
    char *text = cJSON_PrintUnformatted(schema);
    guint64 tokens = fairy_tokens(text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(schema);
    return tokens;
}

guint64 fairy_prompt_tokens(const FairyPrompt *prompt, const FairyCapabilities *capabilities)
{
    guint64 tokens = parts_tokens(prompt->system, capabilities);
    for (guint i = 0; i < prompt->messages->len; i++) {
        const FairyMessage *message = prompt->messages->pdata[i];
        tokens += parts_tokens(message->content, capabilities);
    }
    return tokens + (prompt->actions ? schema_tokens(prompt->actions) : 0);
}
