/* The roster of fairies: read, changed as JSON so that all else in the file stays, written back. */
#include "base/claim.h"

#include <fairy/limits.h>
#include <fairy/roster.h>

#include <cjson/cJSON.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

#define FILE_NAME "fairies.json"

struct _FairyRoster {
    cJSON *json;
    GPtrArray *names; /* of all, borrowed from it; ended by NULL */
};

static char *path_of(void)
{
    return g_build_filename(g_get_user_config_dir(), "fairies", FILE_NAME, NULL);
}

G_GNUC_PRINTF(2, 3) static gboolean fail(GError **error, const char *format, ...)
{
    g_autofree char *path = path_of(), *shown = g_filename_display_name(path);
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_SETTINGS, "%s%s", shown, why);
    return FALSE;
}

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static const char *name_of(const cJSON *entry)
{
    return cJSON_GetStringValue(member(entry, "name"));
}

static const char *words_of(const cJSON *entry)
{
    const char *words = cJSON_GetStringValue(member(entry, "words"));
    return words && *words ? words : NULL;
}

static gboolean is_awake(const cJSON *entry)
{
    return !cJSON_IsFalse(member(entry, "awake"));
}

static const cJSON *list_of(const cJSON *json)
{
    return member(json, "fairies");
}

static cJSON *find(const cJSON *json, const char *name)
{
    cJSON *entry;
    g_autofree char *wanted = g_utf8_casefold(name, -1);
    cJSON_ArrayForEach(entry, list_of(json))
    {
        g_autofree char *known = g_utf8_casefold(name_of(entry), -1);
        if (strcmp(known, wanted) == 0) {
            return entry;
        }
    }
    return NULL;
}

/* --- what may stand there --------------------------------------------------------------------- */

/* Ids of fairies can't be names of others. */
static gboolean is_id(const char *name)
{
    return g_ascii_strcasecmp(name, "fairy") == 0 || g_ascii_strncasecmp(name, "fairy-", 6) == 0;
}

static gboolean is_name(const char *name)
{
    gboolean good = name && *name && g_utf8_validate(name, -1, NULL) &&
                    strlen(name) <= FAIRY_MAX_NAME_BYTES && !is_id(name);
    for (const char *p = name; good && *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        gboolean inside = p != name && p[1];
        good = g_unichar_isalnum(c) || g_unichar_ismark(c) ||
               (inside && (c == ' ' || c == '-' || c == '\'' || c == '.'));
    }
    return good;
}

static const char *misfit(const cJSON *entry)
{
    const cJSON *awake = member(entry, "awake"), *words = member(entry, "words");
    return !cJSON_IsObject(entry)            ? "it is no object"
           : !is_name(name_of(entry))        ? "its \"name\" is missing, or can't be one"
           : awake && !cJSON_IsBool(awake)   ? "its \"awake\" is neither true nor false"
           : words && !cJSON_IsString(words) ? "its \"words\" are no text"
           : words_of(entry) && strlen(words_of(entry)) > FAIRY_MAX_STANDING_BYTES
               ? "its \"words\" are too long"
               : NULL;
}

static gboolean check_list(const cJSON *json, GError **error)
{
    const cJSON *list = list_of(json), *entry;
    guint n = 0;
    if (!cJSON_IsObject(json) || (list && !cJSON_IsArray(list))) {
        return fail(error, ": it is no roster; it holds {\"fairies\":[{\"name\":\"Hazel\"}]}");
    }
    cJSON_ArrayForEach(entry, list)
    {
        const char *why = misfit(entry);
        if (++n > FAIRY_MAX_ROSTER) {
            return fail(error, ": more than %u fairies", FAIRY_MAX_ROSTER);
        }
        if (!why && find(json, name_of(entry)) != entry) {
            why = "another has its name";
        }
        if (why) {
            return fail(error, ": fairy %u of the list: %s", n, why);
        }
    }
    return TRUE;
}

/* --- the file --------------------------------------------------------------------------------- */

static guint line_of(const char *text, const char *at)
{
    guint line = 1;
    for (; at && text < at && *text; text++) {
        line += *text == '\n';
    }
    return line;
}

static cJSON *parse(const char *text, GError **error)
{
    const char *end = NULL;
    cJSON *json = cJSON_ParseWithOpts(text, &end, TRUE);
    if (!json) {
        fail(error, ":%u: this is no JSON", line_of(text, end));
    } else if (!check_list(json, error)) {
        g_clear_pointer(&json, cJSON_Delete);
    }
    return json;
}

static cJSON *read_file(GError **error)
{
    g_autofree char *path = path_of(), *text = NULL;
    g_autoptr(GError) cause = NULL;
    gsize len = 0;
    if (!g_file_get_contents(path, &text, &len, &cause)) {
        if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
            return cJSON_CreateObject();
        }
        fail(error, ": can't be read: %s", cause->message);
        return NULL;
    }
    if (len > FAIRY_MAX_SETTINGS_BYTES || strlen(text) < len ||
        !g_utf8_validate(text, (gssize)len, NULL)) {
        fail(error, ": it isn't text in UTF-8 of at most %u bytes", FAIRY_MAX_SETTINGS_BYTES);
        return NULL;
    }
    return parse(text, error);
}

static gboolean write_file(const char *path, const cJSON *json, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *target = fairy_canonical_path(path);
    char *printed = cJSON_Print(json);
    g_autofree char *text = g_strconcat(printed, "\n", NULL);
    cJSON_free(printed);
    if (!target) {
        return fail(error, ": it isn't a regular file");
    }
    if (!g_file_set_contents_full(target, text, -1,
                                  G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                  0600, &cause)) {
        return fail(error, ": can't be written: %s", cause->message);
    }
    return g_chmod(target, 0600) == 0 || fail(error, ": %s", g_strerror(errno));
}

/* --- for a run -------------------------------------------------------------------------------- */

FairyRoster *fairy_roster_load(GError **error)
{
    cJSON *json = read_file(error), *entry;
    if (!json) {
        return NULL;
    }
    FairyRoster *roster = g_new0(FairyRoster, 1);
    roster->json = json;
    roster->names = g_ptr_array_new();
    cJSON_ArrayForEach(entry, list_of(json))
    {
        g_ptr_array_add(roster->names, (gpointer)name_of(entry));
    }
    return roster;
}

void fairy_roster_free(FairyRoster *roster)
{
    if (roster) {
        g_ptr_array_unref(roster->names);
        cJSON_Delete(roster->json);
        g_free(roster);
    }
}

gboolean fairy_roster_entry(const FairyRoster *roster, guint index, FairyRosterEntry *entry)
{
    const cJSON *json = roster ? cJSON_GetArrayItem(list_of(roster->json), (int)index) : NULL;
    if (json) {
        *entry = (FairyRosterEntry){name_of(json), is_awake(json), words_of(json)};
    }
    return json != NULL;
}

/* The entry in the place of the fairy `id` among those that are awake. */
static gboolean entry_of(const FairyRoster *roster, const char *id, FairyRosterEntry *entry)
{
    guint place = fairy_character_number(id);
    for (guint i = 0; fairy_roster_entry(roster, i, entry); i++) {
        if (entry->awake && --place == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

FairyCharacter fairy_roster_character(const FairyRoster *roster, guint64 seed, const char *id,
                                      const char *const *taken)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    FairyRosterEntry entry;
    for (; taken && *taken; taken++) {
        g_ptr_array_add(all, (gpointer)*taken);
    }
    for (guint i = 0; roster && i < roster->names->len; i++) {
        g_ptr_array_add(all, roster->names->pdata[i]);
    }
    g_ptr_array_add(all, NULL);
    FairyCharacter character = fairy_character(seed, id, (const char *const *)all->pdata);
    if (entry_of(roster, id, &entry)) {
        character.name = entry.name;
    }
    return character;
}

const char *fairy_roster_words(const FairyRoster *roster, const char *id)
{
    FairyRosterEntry entry;
    return entry_of(roster, id, &entry) ? entry.words : NULL;
}

/* --- changes ---------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *other, *words;
    gboolean awake, is_new; /* is_new: any name may come in */
} Change;

typedef gboolean (*ChangeFunc)(cJSON *json, const Change *change, GError **error);

static gboolean refuse_name(const char *name, GError **error)
{
    g_autofree char *shown = g_utf8_make_valid(name, -1);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "\"%s\" can't be a fairy's name; it is letters and digits, at most %u bytes, with "
                "' - . and blanks between, and isn't \"fairy\" or \"fairy-2\"",
                shown, FAIRY_MAX_NAME_BYTES);
    return FALSE;
}

static gboolean refuse_unknown(const char *name, GError **error)
{
    g_autofree char *shown = g_utf8_make_valid(name, -1);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "there is no fairy \"%s\"; \"fairy fairies\" lists them, and \"fairy fairies wake "
                "NAME\" has one come",
                shown);
    return FALSE;
}

/* Where it isn't there yet, it comes in, as the last. */
static cJSON *entry_for(cJSON *json, const Change *change, GError **error)
{
    cJSON *entry = find(json, change->name),
          *list = cJSON_GetObjectItemCaseSensitive(json, "fairies");
    if (entry) {
        return entry;
    }
    if (!change->is_new && !fairy_character_is_name(change->name)) {
        refuse_unknown(change->name, error);
        return NULL;
    }
    list = list ? list : cJSON_AddArrayToObject(json, "fairies");
    entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", change->name);
    cJSON_AddItemToArray(list, entry);
    return entry;
}

static void set_member(cJSON *entry, const char *name, cJSON *value)
{
    if (cJSON_HasObjectItem(entry, name)) {
        cJSON_ReplaceItemInObjectCaseSensitive(entry, name, value);
    } else {
        cJSON_AddItemToObject(entry, name, value);
    }
}

static gboolean change_awake(cJSON *json, const Change *change, GError **error)
{
    cJSON *entry = entry_for(json, change, error);
    if (entry) {
        set_member(entry, "awake", cJSON_CreateBool(change->awake));
    }
    return entry != NULL;
}

static gboolean change_words(cJSON *json, const Change *change, GError **error)
{
    cJSON *entry = entry_for(json, change, error);
    if (entry && *change->words) {
        set_member(entry, "words", cJSON_CreateString(change->words));
    } else if (entry) {
        cJSON_DeleteItemFromObjectCaseSensitive(entry, "words");
    }
    return entry != NULL;
}

static gboolean change_name(cJSON *json, const Change *change, GError **error)
{
    cJSON *entry = find(json, change->name), *other = find(json, change->other);
    if (!entry) {
        return refuse_unknown(change->name, error);
    }
    if (other && other != entry) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "another fairy is called \"%s\" already; take another name", name_of(other));
        return FALSE;
    }
    set_member(entry, "name", cJSON_CreateString(change->other));
    return TRUE;
}

/* What comes of it is looked at before it is written. */
static gboolean edit(ChangeFunc func, const Change *change, GError **error)
{
    g_autofree char *path = path_of(), *folder = g_path_get_dirname(path);
    if (!is_name(change->name) || (change->other && !is_name(change->other))) {
        return refuse_name(is_name(change->name) ? change->other : change->name, error);
    }
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return fail(error, ": its folder can't be made: %s", g_strerror(errno));
    }
    g_autoptr(FairyClaim) claim = fairy_claim_new(path, error);
    cJSON *json = claim ? read_file(error) : NULL;
    gboolean done = json && func(json, change, error) && check_list(json, error) &&
                    fairy_claim_check(claim, error) && write_file(path, json, error);
    cJSON_Delete(json);
    return done;
}

gboolean fairy_roster_rename(const char *name, const char *other, GError **error)
{
    return edit(change_name, &(Change){.name = name, .other = other}, error);
}

gboolean fairy_roster_set_awake(const char *name, gboolean awake, GError **error)
{
    return edit(change_awake, &(Change){.name = name, .awake = awake, .is_new = awake}, error);
}

gboolean fairy_roster_set_words(const char *name, const char *words, GError **error)
{
    if (strlen(words) > FAIRY_MAX_STANDING_BYTES || !g_utf8_validate(words, -1, NULL)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "these words can't stand; they are UTF-8, and at most %u bytes",
                    FAIRY_MAX_STANDING_BYTES);
        return FALSE;
    }
    return edit(change_words, &(Change){.name = name, .words = words}, error);
}
