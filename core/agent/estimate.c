/* What a prompt costs to read, before anybody has read it. */
#include <fairy/budget.h>
#include <fairy/tokens.h>

#include <math.h>
#include <string.h>

#define PATCH 28.0 /* px; the side of what vision models read as one token */

/* The server makes a larger picture smaller, by its longer side and by its tokens. */
static guint64 picture_tokens(const FairyPiece *piece, const FairyModelNeeds *needs)
{
    double longer = MAX(piece->width, piece->height);
    double scale = needs->image_edge && longer > needs->image_edge ? needs->image_edge / longer : 1;
    double tokens = ceil(piece->width * scale / PATCH) * ceil(piece->height * scale / PATCH);
    return (guint64)(needs->image_tokens ? MIN(tokens, needs->image_tokens) : tokens);
}

static guint64 pieces_tokens(const GPtrArray *pieces, const FairyModelNeeds *needs)
{
    guint64 tokens = 0;
    for (guint i = 0; i < pieces->len; i++) {
        const FairyPiece *piece = pieces->pdata[i];
        if (piece->text) {
            tokens += fairy_tokens(piece->text, strlen(piece->text));
        } else if (needs->images) {
            tokens += picture_tokens(piece, needs);
        }
    }
    return tokens;
}

static guint64 schema_tokens(const FairyAction *const *actions)
{
    cJSON *schema = fairy_reply_schema(actions, FAIRY_DIALECT_ANTHROPIC);
    char *text = cJSON_PrintUnformatted(schema);
    guint64 tokens = fairy_tokens(text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(schema);
    return tokens;
}

guint64 fairy_prompt_tokens(const FairyPrompt *prompt, const FairyModelNeeds *needs)
{
    guint64 tokens = pieces_tokens(prompt->system, needs);
    for (guint i = 0; i < prompt->speeches->len; i++) {
        const FairySpeech *speech = prompt->speeches->pdata[i];
        tokens += pieces_tokens(speech->pieces, needs);
    }
    return tokens + (prompt->actions ? schema_tokens(prompt->actions) : 0);
}
