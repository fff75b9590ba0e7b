/* The JSON schema dialects, and which objects have to be said in another form to keep their limits.
 */
#pragma once

#include <fairy/action.h>

/* What a dialect knows beside types, properties, enum and anyOf. */
enum {
    FAIRY_KEYWORD_CONST = 1 << 0,
    FAIRY_KEYWORD_BOUNDS = 1 << 1,    /* exclusiveMinimum, not */
    FAIRY_KEYWORD_NOT_EMPTY = 1 << 2, /* minItems, but no other than 1 */
    FAIRY_KEYWORD_MIN_ITEMS = 1 << 3,
    FAIRY_KEYWORD_MAX_ITEMS = 1 << 4,
    FAIRY_KEYWORD_ORDER = 1 << 5, /* propertyOrdering */
};

/* How an object with optional fields is said. */
typedef enum {
    FAIRY_FORM_OPEN,   /* as it is */
    FAIRY_FORM_STRICT, /* every field required; null says that one is left out */
    FAIRY_FORM_SINGLE, /* a variant with the required fields alone, one with each other field, and,
                          where these are few, one with all */
    FAIRY_FORM_WHOLE,  /* every field required, without null: that variant */
} FairyForm;

typedef struct {
    const char *name, *doc;
    guint keywords;
    FairyForm form;
    gboolean is_counted; /* it limits optional fields and unions over a whole schema */
} FairySchemaProfileInfo;

const FairySchemaProfileInfo *fairy_schema_profile_info(FairySchemaProfile dialect);

/* How many fields may be left out. */
guint fairy_fields_optional(const FairyField *fields);
/* Whether nothing but ids is required: the others say what is to change, and any of them may come
 * alone. */
gboolean fairy_fields_are_patch(const FairyField *fields);

/* The form of each object in one schema. */
typedef struct _FairyForms FairyForms;

/* Of a schema for these actions, NULL-terminated. */
FairyForms *fairy_forms_new(FairySchemaProfile dialect, const FairyAction *const *actions);
void fairy_forms_free(FairyForms *forms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyForms, fairy_forms_free)
FairyForm fairy_forms_get(const FairyForms *forms, const FairyField *fields);
