/* Actions: what a fairy can do, as a registry of rows. Each row has a field table, from which the
 * JSON schemas, the checker, the manual and the prompt text of the action are made. */
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
    FAIRY_ENUM,    /* one of `choices` */
    FAIRY_COLOR,   /* a palette name or a CSS colour */
    FAIRY_ID,      /* the id of an existing shape */
    FAIRY_IDS,     /* one or more ids of existing shapes */
    FAIRY_NEW_ID,  /* the id of a shape to be created; made unique */
    FAIRY_KEY,     /* the id of something else, e.g. a task; a number is read as its digits */
    FAIRY_KEYS,    /* one or more such ids */
    FAIRY_OBJECT,  /* an object with `fields` */
    FAIRY_POINTS,  /* two or more positions in model space: {"x": …, "y": …, "corner": true} */
    FAIRY_OBJECTS, /* one or more objects with `fields` */
} FairyFieldType;

enum {
    FAIRY_FIELD_OPTIONAL = 1 << 0,
    FAIRY_FIELD_NULLABLE = 1 << 1, /* null is a value, and means "none" */
    FAIRY_FIELD_POSITIVE = 1 << 2, /* the number is greater than 0 */
    FAIRY_FIELD_NOT_ZERO = 1 << 3,
    FAIRY_FIELD_HINT = 1 << 4,     /* a value that isn't one of `choices` is dropped, not refused */
    FAIRY_FIELD_AS_STYLE = 1 << 5, /* a prompt has its choices at set-style's field of that name */
};

typedef struct _FairyField FairyField;
struct _FairyField {
    const char *name; /* NULL ends a table */
    FairyFieldType type;
    guint flags;                /* FAIRY_FIELD_* */
    const char *doc;            /* a clause: "how far apart" */
    const char *const *choices; /* FAIRY_ENUM: the values, NULL-terminated */
    const FairyField *fields;   /* FAIRY_OBJECT, FAIRY_OBJECTS: its own field table */
    const char *const *aliases; /* other names accepted on input, NULL-terminated; may be NULL */
};

typedef struct _FairyExecutor FairyExecutor; /* <fairy/executor.h> */

/* Groups of actions, for lists and for what a mode allows. */
typedef enum {
    FAIRY_FAMILY_NONE, /* no action has it */
    FAIRY_FAMILY_TALK,
    FAIRY_FAMILY_SEE,
    FAIRY_FAMILY_SHAPE,
    FAIRY_FAMILY_MANY,
    FAIRY_FAMILY_DATA,
    FAIRY_FAMILY_PAGE,
    FAIRY_FAMILY_TASK,
    FAIRY_FAMILY_PROJECT,
    FAIRY_FAMILY_ANNOTATION, /* no mode has them: an annotation job names them */
    FAIRY_FAMILY_INTERNAL,   /* accepted on input, but never offered */
    FAIRY_FAMILY_COUNT,
} FairyFamily;

typedef struct {
    const char *name;  /* "talk" */
    const char *title; /* "Talking and planning" */
    const char *needs; /* the predicate of a sentence whose subject is the action, which says why a
                          fairy alone at a drawing can't use it; NULL = it can */
} FairyFamilyInfo;

/* Returns the static row of the family; NULL for FAIRY_FAMILY_NONE and FAIRY_FAMILY_COUNT. */
const FairyFamilyInfo *fairy_family_info(FairyFamily family);

typedef struct _FairyAction FairyAction;
struct _FairyAction {
    const char *name;           /* kebab-case */
    const char *const *aliases; /* other names accepted on input, NULL-terminated; may be NULL */
    FairyFamily family;
    const char *summary; /* one line: "Line shapes up on one edge or centre" */
    const char *manual;  /* a paragraph: when to use it, how it treats edge cases */
    const char *hint;    /* what stands in every prompt behind the list of its fields, where each
                            token is paid for with every request; NULL = summary and manual */
    const char *words;   /* beginnings of words, "|" between them, of requests that may want it;
                            it is seldom used, and told with its summary alone elsewhere. NULL =
                            it is used often */
    const char *example; /* one action as JSON */
    const FairyField *fields; /* in the order in which a model should write them */
    const FairyAction *other; /* one that has other fields, for which this one is often taken: that
                                 they were ignored is told. May be NULL */
    /* Carries the action out. `args` have passed fairy_action_check(): all required fields are
     * there, with the right types. What it does through the executor's edit is committed if it
     * returns TRUE, and rolled back if it returns FALSE: the action is refused with the message of
     * *error. */
    gboolean (*apply)(FairyExecutor *executor, const cJSON *args, GError **error);
    /* How a chat shows the action, see <fairy/info.h>. */
    FairyIcon icon;
    FairyPose pose;
    const char *doing, *done; /* "Aligning", "Aligned" */
    gboolean alone;           /* a chat never groups it with its neighbours */
    const char *ghost; /* the member with the geometry of the shape that it makes; "" = the action
                          has it itself; NULL = it makes none, or none that is told */
    FairyDescribeFunc describe; /* NULL = as fairy_action_info() does by default */
};

/* Returns all actions, sorted by name, NULL-terminated; static. */
const FairyAction *const *fairy_actions(void);
/* Returns those for which fairy_action_is_offered() is TRUE, likewise; static. */
const FairyAction *const *fairy_actions_offered(void);
/* Returns whether a fairy that works alone on a drawing can use the action. Such actions stand in
 * lists and default schemas; the others are accepted on input all the same. */
gboolean fairy_action_is_offered(const FairyAction *action);
/* Returns whether the action is in the list, NULL-terminated. */
gboolean fairy_actions_have(const FairyAction *const *list, const FairyAction *action);
/* Finds an action by its name or an alias; camelCase, upper case, "_" and " " are read as
 * kebab-case. Returns NULL if there is none, or if `name` is NULL. */
const FairyAction *fairy_action_find(const char *name);

/* Makes the JSON Schema (draft 2020-12) of one action, with all that its table says. What it allows
 * passes fairy_action_check(). Free with cJSON_Delete(). */
cJSON *fairy_action_schema(const FairyAction *action);
/* Makes that of a whole reply, {"actions":[…]}, whose items are any of `actions` (NULL-terminated).
 * Free with cJSON_Delete(). */
cJSON *fairy_reply_schema(const FairyAction *const *actions);
/* Makes the one that providers are sent: an action is one object that may have any field of any of
 * `actions`, so that each field is paid for once. It holds a model to the names of actions and
 * fields, and to the types of values. It has optional fields, which structured outputs of Anthropic
 * (24 of them at most) and OpenAI (none) can't hold: those are sent none. Keywords: type,
 * properties, required, additionalProperties, items, enum, $defs and $ref. Free with
 * cJSON_Delete(). */
cJSON *fairy_reply_schema_compact(const FairyAction *const *actions);
/* Returns the manual of one action, as wrapped text for a terminal or as Markdown. Free with
 * g_free(). */
char *fairy_action_manual(const FairyAction *action, gboolean markdown);

/* Fills `info` with what a chat shows of the action. `args` may be incomplete, unchecked, or NULL;
 * `complete` says that the action is over, `elapsed_ms` how long ago (in ms) it began to arrive.
 * Without a `describe` function in the row, the description is the field "intent" if it is there,
 * else "Aligning" and, once complete, "Aligned 3 shapes". Free with fairy_info_clear(). */
void fairy_action_info(const FairyAction *action, const cJSON *args, gboolean complete,
                       guint elapsed_ms, FairyInfo *info);

/* Checks `args`, the object of an action with or without "_type", against the action's fields, and
 * coerces in place what can be: a number in a string, "yes" for true, one id for a list of ids, an
 * alias of a field. Each repair is added to `notes` as a clause (char *, allocated with g_malloc).
 * Returns FALSE with FAIRY_ERROR_ACTION, which names the field, the value and what is allowed, and
 * the usage of an action that has `words`. Ids
 * are normalised here (white space, "#", "shape:"), not looked up. */
gboolean fairy_action_check(const FairyAction *action, cJSON *args, GPtrArray *notes,
                            GError **error);
/* Returns the action with its fields, "place(shapeId, side: top|bottom, gap?)". Free with g_free().
 */
char *fairy_action_usage(const FairyAction *action);
/* Returns the action as every prompt has it: one line (of create some) with its fields, "?" at
 * those that are optional, and what it does; of one with `words` its name and summary, unless
 * `whole` asks for more. Free with g_free(). */
char *fairy_action_prompt_line(const FairyAction *action, gboolean whole);
/* Returns the manual as a prompt has it where the action is asked for: heading, summary, one line
 * for each field, and the example. Free with g_free(). */
char *fairy_action_prompt_text(const FairyAction *action);
