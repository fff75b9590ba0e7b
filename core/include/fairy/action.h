/* What a fairy can do: the registry of actions, each described once by a field table from which its
 * JSON schema, its checker, its manual and the prompt text are made. */
#pragma once

#include <fairy/error.h>
#include <fairy/info.h>

#include <cjson/cJSON.h>

#include <glib.h>

typedef enum {
    FAIRY_STRING,
    FAIRY_NUMBER,     /* any finite number */
    FAIRY_COORDINATE, /* a position in model space */
    FAIRY_LENGTH,     /* a size or distance in model space */
    FAIRY_BOOLEAN,
    FAIRY_ENUM,   /* one of `choices` */
    FAIRY_COLOR,  /* a palette name or a CSS colour */
    FAIRY_ID,     /* of a shape that exists */
    FAIRY_IDS,    /* one or more ids of shapes */
    FAIRY_NEW_ID, /* of a shape to be made; made unique */
    FAIRY_KEY,    /* of something that is no shape, e.g. a task; a number is read as its digits */
    FAIRY_KEYS,   /* one or more of them */
    FAIRY_OBJECT, /* with `fields` */
    FAIRY_POINTS, /* two or more positions in model space: {"x": …, "y": …} */
} FairyFieldType;

enum {
    FAIRY_FIELD_OPTIONAL = 1 << 0,
    FAIRY_FIELD_NULLABLE = 1 << 1, /* null is a value: "none" */
    FAIRY_FIELD_POSITIVE = 1 << 2, /* > 0 */
    FAIRY_FIELD_NOT_ZERO = 1 << 3,
    FAIRY_FIELD_HINT = 1 << 4, /* a value that isn't one of `choices` is left out, not refused */
};

typedef struct _FairyField FairyField;
struct _FairyField {
    const char *name; /* NULL ends a table */
    FairyFieldType type;
    guint flags;
    const char *doc;            /* a clause: "how far apart" */
    const char *const *choices; /* FAIRY_ENUM: NULL-terminated */
    const FairyField *fields;   /* FAIRY_OBJECT */
    const char *const *aliases; /* other names accepted on input; may be NULL */
};

typedef struct _FairyExecutor FairyExecutor; /* <fairy/executor.h> */

/* What actions are about; lists group by it. */
typedef enum {
    FAIRY_FAMILY_NONE, /* of no action */
    FAIRY_FAMILY_TALK,
    FAIRY_FAMILY_SEE,
    FAIRY_FAMILY_SHAPE,
    FAIRY_FAMILY_MANY,
    FAIRY_FAMILY_DATA,
    FAIRY_FAMILY_PAGE,
    FAIRY_FAMILY_TASK,
    FAIRY_FAMILY_PROJECT,
    FAIRY_FAMILY_INTERNAL, /* understood, but offered to nobody */
    FAIRY_FAMILY_COUNT,
} FairyFamily;

typedef struct {
    const char *name;  /* "talk" */
    const char *title; /* "Talking and planning" */
    const char *needs; /* what has to be there before these can be used, as the rest of a sentence
                          that begins with the action; NULL = a drawing is enough */
} FairyFamilyInfo;

/* Static; NULL for FAIRY_FAMILY_NONE. */
const FairyFamilyInfo *fairy_family_info(FairyFamily family);

typedef struct {
    const char *name;           /* kebab-case */
    const char *const *aliases; /* other spellings accepted on input; may be NULL */
    FairyFamily family;
    const char *summary;      /* one line: "Line shapes up on one edge or centre" */
    const char *manual;       /* a paragraph: when to use it, what it does at the edges */
    const char *example;      /* one action as JSON */
    const FairyField *fields; /* in the order a model should write them */
    /* `args` were checked and coerced against `fields`: required ones are there, with right types.
     * Runs inside an edit; on FALSE it is rolled back and the message is the refusal. */
    gboolean (*apply)(FairyExecutor *executor, const cJSON *args, GError **error);
    /* What a chat shows, as <fairy/info.h> tells. */
    FairyIcon icon;
    FairyPose pose;
    const char *doing, *done;   /* "Aligning", "Aligned" */
    gboolean alone;             /* never shown as one item with its neighbours */
    FairyDescribeFunc describe; /* NULL = from its intent, or its words */
} FairyAction;

/* All of them by name, alphabetical, NULL-terminated; static. */
const FairyAction *const *fairy_actions(void);
/* Those of them that are offered: by fairy_action_is_offered(). Static. */
const FairyAction *const *fairy_actions_offered(void);
/* Whether a fairy that works alone on a drawing can use it: such actions are offered in prompts,
 * schemas of replies and lists; the others are only understood. */
gboolean fairy_action_is_offered(const FairyAction *action);
/* By name or alias; "_", " " and upper case are read as kebab-case. NULL if there is none. */
const FairyAction *fairy_action_find(const char *name);

/* The JSON schemas that providers take. */
typedef enum {
    FAIRY_SCHEMA_PLAIN,     /* draft 2020-12, with every limit the checker has */
    FAIRY_SCHEMA_ANTHROPIC, /* at most 24 optional fields and 16 unions in all */
    FAIRY_SCHEMA_OPENAI,    /* strict: every field is required, and null says it is left out */
    FAIRY_SCHEMA_GEMINI,    /* a subset of keywords; the order of fields is told */
    FAIRY_SCHEMA_COUNT,
} FairySchemaProfile;

/* "plain", "anthropic", "openai", "gemini"; NULL for FAIRY_SCHEMA_COUNT. */
const char *fairy_schema_profile_name(FairySchemaProfile dialect);
/* FALSE if there is none of that name. */
gboolean fairy_schema_profile_find(const char *name, FairySchemaProfile *dialect);
/* The schema of one action. The checker takes all that it allows, but for limits that the dialect
 * can't say, which are in descriptions. Where the dialect can't say which
 * fields may be left out, it allows less: a patch of several fields becomes several patches. The
 * caller's (cJSON_Delete). */
cJSON *fairy_action_schema(const FairyAction *action, FairySchemaProfile dialect);
/* Of a whole reply, {"actions":[…]}, that may hold these; NULL-terminated. */
cJSON *fairy_reply_schema(const FairyAction *const *actions, FairySchemaProfile dialect);
/* The manual of one action as text (for a terminal) or Markdown. The caller's. */
char *fairy_action_manual(const FairyAction *action, gboolean markdown);

/* `args` may be unfinished, unchecked, or NULL. Where the action's row has no function of its own,
 * the description is its intent, or else its words: "Aligning", then "Aligned 3 shapes". */
void fairy_action_info(const FairyAction *action, const cJSON *args, gboolean complete,
                       guint elapsed_ms, FairyInfo *info);

/* Checks `args` (an action object; "_type" is skipped) against the action's fields, coercing in
 * place what can be (a number in a string, "yes" for true, one id for a list of ids). Each thing it
 * repairs is added to `notes` as a clause (char *). FALSE with FAIRY_ERROR_ACTION that names field,
 * value and what is allowed. Ids are normalised here (white space, "#", "shape:"), not looked up.
 */
gboolean fairy_action_check(const FairyAction *action, cJSON *args, GPtrArray *notes,
                            GError **error);
/* The same in few words, for a prompt: a heading, what it is for, a line for each field with "?"
 * where it can be left out, the example. The caller's. */
char *fairy_action_brief(const FairyAction *action);
