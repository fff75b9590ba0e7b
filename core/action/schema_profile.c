/* What each dialect knows, and fitting the actions into the limits of those that have some. */
#include "action/schema_profile.h"

#define MAX_OPTIONAL 24 /* optional fields in a schema of a counted dialect */
#define MAX_UNIONS   16 /* fields that are a union: anyOf, or null beside something */
#define OWN_UNIONS   1  /* the list of actions is one */

static const FairySchemaProfileInfo infos[] = {
    [FAIRY_SCHEMA_PLAIN] = {"plain", "draft 2020-12, with every limit",
                            FAIRY_KEYWORD_CONST | FAIRY_KEYWORD_BOUNDS | FAIRY_KEYWORD_MIN_ITEMS |
                                FAIRY_KEYWORD_MAX_ITEMS,
                            FAIRY_FORM_OPEN, FALSE},
    [FAIRY_SCHEMA_ANTHROPIC] = {"anthropic", "for output_config.format",
                                FAIRY_KEYWORD_CONST | FAIRY_KEYWORD_NOT_EMPTY, FAIRY_FORM_OPEN,
                                TRUE},
    [FAIRY_SCHEMA_OPENAI] = {"openai", "for response_format, strict", 0, FAIRY_FORM_STRICT, FALSE},
    [FAIRY_SCHEMA_GEMINI] = {"gemini", "for responseJsonSchema",
                             FAIRY_KEYWORD_MIN_ITEMS | FAIRY_KEYWORD_MAX_ITEMS |
                                 FAIRY_KEYWORD_ORDER,
                             FAIRY_FORM_OPEN, FALSE},
};

const FairySchemaProfileInfo *fairy_schema_profile_info(FairySchemaProfile dialect)
{
    return &infos[dialect];
}

const char *fairy_schema_profile_name(FairySchemaProfile dialect)
{
    return dialect < FAIRY_SCHEMA_COUNT ? infos[dialect].name : NULL;
}

gboolean fairy_schema_profile_find(const char *name, FairySchemaProfile *dialect)
{
    for (guint i = 0; i < FAIRY_SCHEMA_COUNT; i++) {
        if (g_ascii_strcasecmp(infos[i].name, name) == 0) {
            *dialect = (FairySchemaProfile)i;
            return TRUE;
        }
    }
    return FALSE;
}

guint fairy_fields_optional(const FairyField *fields)
{
    guint n = 0;
    for (; fields->name; fields++) {
        n += (fields->flags & FAIRY_FIELD_OPTIONAL) != 0;
    }
    return n;
}

gboolean fairy_fields_are_patch(const FairyField *fields)
{
    guint ids = 0;
    for (; fields->name; fields++) {
        if (!(fields->flags & FAIRY_FIELD_OPTIONAL)) {
            ids++;
            if (fields->type != FAIRY_ID && fields->type != FAIRY_IDS) {
                return FALSE;
            }
        }
    }
    return ids > 0;
}

/* --- what is there ---------------------------------------------------------------------------- */

typedef struct {
    const FairyField *fields;
    gboolean is_patch;
    guint optional; /* fields, in all uses of the table */
    guint unions;   /* that it has in any form */
    FairyForm form;
} Table;

struct _FairyForms {
    FairyForm form;
    GArray *tables; /* of Table; none where one form is for all */
};

static Table *find_table(const GArray *tables, const FairyField *fields)
{
    for (guint i = 0; i < tables->len; i++) {
        Table *table = &g_array_index(tables, Table, i);
        if (table->fields == fields) {
            return table;
        }
    }
    return NULL;
}

/* Recurses over our tables only, which nest once. An inner one is a union when it has variants. */
static void add_table(GArray *tables, const FairyField *fields, gboolean is_inner)
{
    Table new = {
        .fields = fields,
        .is_patch = fairy_fields_are_patch(fields),
        .optional = fairy_fields_optional(fields),
        .unions = is_inner,
    };
    for (const FairyField *field = fields; field->name; field++) {
        gboolean is_optional = (field->flags & FAIRY_FIELD_OPTIONAL) != 0;
        new.optional -= !new.is_patch && field->flags &FAIRY_FIELD_RARE ? 1 : 0;
        new.unions += (field->flags & FAIRY_FIELD_NULLABLE) && (new.is_patch || !is_optional);
        if (field->type == FAIRY_OBJECT) {
            add_table(tables, field->fields, TRUE);
        }
    }
    Table *known = find_table(tables, fields);
    if (known) {
        known->optional += new.optional;
        known->unions += new.unions;
    } else {
        g_array_append_val(tables, new);
    }
}

/* --- what fits -------------------------------------------------------------------------------- */

/* What has to be said in one piece comes first, the largest of it before the others. Of patches,
 * which can be said in several, as many as possible are to fit. */
static gint by_need(gconstpointer a, gconstpointer b)
{
    const Table *left = a, *right = b;
    if (left->is_patch != right->is_patch) {
        return left->is_patch ? 1 : -1;
    }
    gint more = (left->optional > right->optional) - (left->optional < right->optional);
    return left->is_patch ? more : -more;
}

static void fit(GArray *tables)
{
    guint optional = MAX_OPTIONAL, unions = MAX_UNIONS - OWN_UNIONS;
    g_array_sort(tables, by_need);
    for (guint i = 0; i < tables->len; i++) {
        unions -= MIN(unions, g_array_index(tables, Table, i).unions);
    }
    for (guint i = 0; i < tables->len; i++) {
        Table *table = &g_array_index(tables, Table, i);
        if (table->optional <= optional) {
            table->form = FAIRY_FORM_OPEN;
            optional -= table->optional;
        } else if (table->optional <= unions) {
            table->form = FAIRY_FORM_STRICT;
            unions -= table->optional;
        } else {
            table->form = FAIRY_FORM_SINGLE;
        }
    }
}

FairyForms *fairy_forms_new(FairySchemaProfile dialect, const FairyAction *const *actions)
{
    FairyForms *forms = g_new(FairyForms, 1);
    forms->form = infos[dialect].form;
    forms->tables = g_array_new(FALSE, FALSE, sizeof(Table));
    for (guint i = 0; infos[dialect].is_counted && actions[i]; i++) {
        add_table(forms->tables, actions[i]->fields, FALSE);
    }
    fit(forms->tables);
    return forms;
}

void fairy_forms_free(FairyForms *forms)
{
    if (forms) {
        g_array_unref(forms->tables);
        g_free(forms);
    }
}

FairyForm fairy_forms_get(const FairyForms *forms, const FairyField *fields)
{
    const Table *table = find_table(forms->tables, fields);
    return table ? table->form : forms->form;
}
