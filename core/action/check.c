/* Checking an action's arguments against its field table, as <fairy/action.h> promises. */
#include "action/coerce.h"
#include "action/names.h"
#include "base/quote.h"

#include <fairy/executor.h>
#include <fairy/limits.h>

#include <string.h>

#define MAX_FIELDS    64 /* of one table */
#define MAX_STRANGERS 32 /* unknown members looked at for misspellings */

static gboolean is_envelope(const char *name)
{
    return g_str_equal(name, "_type") || g_str_equal(name, "intent");
}

static gboolean has_alias(const FairyField *field, const char *name)
{
    for (guint i = 0; field->aliases && field->aliases[i]; i++) {
        if (fairy_name_same(field->aliases[i], name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* -1 if there is none. */
static int find_field(const FairyField *fields, const char *name)
{
    for (int i = 0; fields[i].name; i++) {
        if (g_str_equal(fields[i].name, name)) {
            return i;
        }
    }
    for (int i = 0; fields[i].name; i++) {
        if (fairy_name_same(fields[i].name, name) || has_alias(&fields[i], name)) {
            return i;
        }
    }
    return -1;
}

/* `name` is a field's: it outlives the member. */
static void rename_member(cJSON *member, const char *name)
{
    if (!(member->type & cJSON_StringIsConst)) {
        cJSON_free(member->string);
    }
    member->string = (char *)name;
    member->type |= cJSON_StringIsConst;
}

/* The object field of `fields` that has a field `name`; -1 if none. */
static int find_inside(const FairyField *fields, const char *name)
{
    for (int i = 0; fields[i].name; i++) {
        if (fields[i].type == FAIRY_OBJECT && find_field(fields[i].fields, name) >= 0) {
            return i;
        }
    }
    return -1;
}

/* Moves a member that belongs into an object field there, unless the object has it. */
static void put_inside(const FairyField *field, cJSON *args, cJSON *member)
{
    cJSON *object = cJSON_GetObjectItemCaseSensitive(args, field->name);
    if (!object) {
        object = cJSON_AddObjectToObject(args, field->name);
    }
    if (!cJSON_IsObject(object)) {
        return;
    }
    const char *name = field->fields[find_field(field->fields, member->string)].name;
    cJSON *moved = cJSON_DetachItemViaPointer(args, member);
    if (cJSON_GetObjectItemCaseSensitive(object, name)) {
        cJSON_Delete(moved);
        return;
    }
    rename_member(moved, name);
    cJSON_AddItemToArray(object, moved);
}

static const char *guess_field(const FairyField *fields, guint64 seen, const char *name)
{
    for (guint i = 0; fields[i].name; i++) {
        if (!(seen >> i & 1) && fairy_name_is_near(fields[i].name, name)) {
            return fields[i].name;
        }
    }
    return NULL;
}

/* What can't be meant is no harm; what the drawing would show isn't there, though it says ok. */
static void note_stranger(const FairyCheck *check, const char *stranger, const char *meant)
{
    const FairyAction *other = check->action->other;
    g_autofree char *name = fairy_quote(stranger);
    if (meant) {
        fairy_check_note(check, "ignored %s: did you mean \"%s%s\"?", name, check->prefix, meant);
    } else if (other && find_field(other->fields, stranger) >= 0) {
        fairy_check_note(check, "ignored %s, which belongs to %s", name, other->name);
    }
}

static void note_strangers(const FairyCheck *check, const FairyField *fields, const cJSON *args,
                           guint64 seen)
{
    guint strangers = 0;
    for (const cJSON *m = args->child; m && strangers < MAX_STRANGERS; m = m->next) {
        if (is_envelope(m->string) || find_field(fields, m->string) >= 0) {
            continue;
        }
        strangers++;
        note_stranger(check, m->string, guess_field(fields, seen, m->string));
    }
}

static guint64 names_given(const FairyField *fields, const cJSON *args)
{
    guint64 seen = 0;
    for (const cJSON *m = args->child; m; m = m->next) {
        int i = find_field(fields, m->string);
        if (i >= 0 && g_str_equal(fields[i].name, m->string)) {
            seen |= G_GUINT64_CONSTANT(1) << i;
        }
    }
    return seen;
}

/* Gives every member its field's own name; a second way to say the same is dropped. */
static void settle_names(const FairyCheck *check, const FairyField *fields, cJSON *args)
{
    gboolean top = *check->prefix == '\0';
    guint64 seen = names_given(fields, args);
    for (cJSON *m = args->child, *next; m; m = next) {
        next = m->next;
        int i = top && is_envelope(m->string) ? -1 : find_field(fields, m->string);
        int outer = i < 0 && top && !is_envelope(m->string) ? find_inside(fields, m->string) : -1;
        if (outer >= 0) {
            put_inside(&fields[outer], args, m);
            seen |= G_GUINT64_CONSTANT(1) << outer;
        } else if (i >= 0 && !g_str_equal(fields[i].name, m->string)) {
            if (seen >> i & 1) {
                cJSON_Delete(cJSON_DetachItemViaPointer(args, m));
            } else {
                rename_member(m, fields[i].name);
                seen |= G_GUINT64_CONSTANT(1) << i;
            }
        }
    }
    note_strangers(check, fields, args, seen);
}

static gboolean check_fields(const FairyCheck *check, const FairyField *fields, cJSON *args,
                             GError **error);

static gboolean check_object(const FairyCheck *check, const FairyField *field, cJSON *item,
                             GError **error)
{
    if (!cJSON_IsObject(item)) {
        g_autofree char *got = fairy_value_show(item);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: \"%s\" must be an object, got %s",
                    check->action->name, field->name, got);
        return FALSE;
    }
    g_autofree char *prefix = g_strconcat(check->prefix, field->name, ".", NULL);
    FairyCheck inner = {.action = check->action, .prefix = prefix, .notes = check->notes};
    return check_fields(&inner, field->fields, item, error);
}

/* One by itself is a list of it. */
static cJSON *list_of(const FairyField *field, cJSON *args, cJSON *item)
{
    if (!cJSON_IsObject(item)) {
        return item;
    }
    cJSON *one = cJSON_DetachItemViaPointer(args, item);
    cJSON *list = cJSON_AddArrayToObject(args, field->name);
    cJSON_AddItemToArray(list, one);
    return list;
}

static gboolean check_objects(const FairyCheck *check, const FairyField *field, cJSON *list,
                              GError **error)
{
    int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (n < 1 || n > FAIRY_MAX_OBJECTS) {
        g_autofree char *got = n                     ? g_strdup_printf("%d", n)
                               : cJSON_IsArray(list) ? g_strdup("none")
                                                     : fairy_value_show(list);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: \"%s\" must be a list of 1 to %d objects, got %s", check->action->name,
                    field->name, FAIRY_MAX_OBJECTS, got);
        return FALSE;
    }
    cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        if (!check_object(check, field, item, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean check_missing(const FairyCheck *check, const FairyField *field, GError **error)
{
    if (field->flags & FAIRY_FIELD_OPTIONAL) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s needs \"%s%s\": %s",
                check->action->name, check->prefix, field->name, field->doc);
    return FALSE;
}

static gboolean check_field(const FairyCheck *check, const FairyField *field, cJSON *args,
                            GError **error)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(args, field->name);
    if (!item) {
        return check_missing(check, field, error);
    }
    if (field->type == FAIRY_OBJECT && !cJSON_IsNull(item)) {
        return check_object(check, field, item, error);
    }
    if (field->type == FAIRY_OBJECTS && !cJSON_IsNull(item)) {
        return check_objects(check, field, list_of(field, args, item), error);
    }
    FairyValue value = fairy_coerce(check, field, item, error);
    if (value == FAIRY_VALUE_NONE) {
        cJSON_Delete(cJSON_DetachItemViaPointer(args, item));
        return check_missing(check, field, error);
    }
    return value == FAIRY_VALUE_GOOD;
}

/* Recurses over our tables only, which nest once. */
static gboolean check_fields(const FairyCheck *check, const FairyField *fields, cJSON *args,
                             GError **error)
{
    settle_names(check, fields, args);
    for (guint i = 0; fields[i].name; i++) {
        g_assert(i < MAX_FIELDS);
        if (!check_field(check, &fields[i], args, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* A prompt names those that are seldom used, and not their fields. */
static void add_usage(const FairyAction *action, GError **error)
{
    if (action->words && error && *error) {
        g_autofree char *usage = fairy_action_usage(action), *told = g_strdup((*error)->message);
        g_free((*error)->message);
        (*error)->message = g_strdup_printf("%s; it is %s", told, usage);
    }
}

gboolean fairy_action_check(const FairyAction *action, cJSON *args, GPtrArray *notes,
                            GError **error)
{
    FairyCheck check = {.action = action, .prefix = "", .notes = notes};
    gboolean fits = check_fields(&check, action->fields, args, error);
    if (!fits) {
        add_usage(action, error);
    }
    return fits;
}

gboolean fairy_guard_allows(const FairyGuard *guard, const FairyAction *action, const cJSON *args,
                            GError **error)
{
    g_autofree char *why = guard ? guard->objects(action, args, guard->data) : NULL;
    if (why) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, why);
    }
    return !why;
}
