/* The profiles of JSON Schema, and which objects need another form to stay within a profile's
 * limits. Private to core/action. */
#pragma once

#include <fairy/action.h>

/* Keywords of a profile beside type, properties, enum and anyOf. */
enum {
    FAIRY_KEYWORD_CONST = 1 << 0,
    FAIRY_KEYWORD_BOUNDS = 1 << 1,    /* exclusiveMinimum, not */
    FAIRY_KEYWORD_NOT_EMPTY = 1 << 2, /* minItems, with no value but 1 */
    FAIRY_KEYWORD_MIN_ITEMS = 1 << 3,
    FAIRY_KEYWORD_MAX_ITEMS = 1 << 4,
    FAIRY_KEYWORD_ORDER = 1 << 5, /* propertyOrdering */
};

/* How the schema describes an object with optional fields. */
typedef enum {
    FAIRY_FORM_OPEN,   /* as an object with optional fields */
    FAIRY_FORM_STRICT, /* every field is required, and null stands for one that is left out */
    FAIRY_FORM_SINGLE, /* variants: the required fields alone, with each optional field and, if
                          these are few, with all */
    FAIRY_FORM_WHOLE,  /* every field is required, and null isn't allowed: that last variant */
} FairyForm;

typedef struct {
    const char *name, *doc;
    guint keywords;
    FairyForm form;
    gboolean is_counted; /* the provider limits the optional fields and unions of a whole schema */
} FairySchemaProfileInfo;

/* Returns the static row of a profile. */
const FairySchemaProfileInfo *fairy_schema_profile_info(FairySchemaProfile dialect);

/* Returns how many fields are optional. */
guint fairy_fields_optional(const FairyField *fields);
/* Returns whether only ids are required: the other fields say what to change, and any of them may
 * come alone. */
gboolean fairy_fields_are_patch(const FairyField *fields);

/* The form of each object in one schema of several actions. */
typedef struct _FairyForms FairyForms;

/* Chooses the forms for a schema of these actions (NULL-terminated). Free with fairy_forms_free().
 */
FairyForms *fairy_forms_new(FairySchemaProfile dialect, const FairyAction *const *actions);
void fairy_forms_free(FairyForms *forms);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyForms, fairy_forms_free)
/* Returns the form of the object with this field table. */
FairyForm fairy_forms_get(const FairyForms *forms, const FairyField *fields);
