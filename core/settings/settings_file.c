/* The file of settings. It may hold keys: it is its owner's alone, and replaced in one step. */
#include "settings/settings_file.h"

#include "base/claim.h"
#include "settings/setting.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *fairy_settings_path(void)
{
    static char *path;
    if (g_once_init_enter(&path)) {
        g_once_init_leave(&path,
                          g_build_filename(g_get_user_config_dir(), "fairies", "config.ini", NULL));
    }
    return path;
}

G_GNUC_PRINTF(2, 3) static gboolean fail(GError **error, const char *format, ...)
{
    g_autofree char *shown = g_filename_display_name(fairy_settings_path());
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_SETTINGS, "%s%s", shown, why);
    return FALSE;
}

gboolean fairy_settings_refuse_name(const char *name, GError **error)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    g_set_error(
        error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
        "there is no setting \"%s\"; \"fairy config\" lists them, and \"man fairy\" has all",
        valid);
    return FALSE;
}

/* --- judging ---------------------------------------------------------------------------------- */

static gboolean check_size(gsize len, GError **error)
{
    return len <= FAIRY_MAX_SETTINGS_BYTES ||
           fail(error, ": more than %u bytes, which is too much for settings",
                FAIRY_MAX_SETTINGS_BYTES);
}

gboolean fairy_settings_place(const FairyIni *ini, const char *group, const char *name,
                              FairySettingPlace *place)
{
    gboolean known = fairy_setting_place_in(group, name, place);
    place->plain = known && fairy_ini_says(ini, group, "allow-plain", "yes");
    return known;
}

static gboolean check_values(const FairyIni *ini, GError **error)
{
    FairyIniEntry entry;
    for (guint at = 0; fairy_ini_next(ini, &at, &entry);) {
        FairySettingPlace place;
        if (*entry.value && fairy_settings_place(ini, entry.group, entry.name, &place) &&
            !fairy_setting_takes(&place, entry.value)) {
            return fail(error, ":%u: %s takes %s", entry.line, entry.name, place.info->takes);
        }
    }
    return TRUE;
}

FairyIni *fairy_settings_parse(char *text, gboolean values, GError **error)
{
    guint bad_line = 0;
    if (!check_size(strlen(text), error)) {
        fairy_wipe(text);
        return NULL;
    }
    g_autoptr(FairyIni) ini = fairy_ini_parse(text, &bad_line);
    if (!ini) {
        fail(error,
             ":%u: this line is no setting; there are lines of NAME = VALUE, [PROVIDER], and "
             "# comments, in UTF-8",
             bad_line);
        return NULL;
    }
    return !values || check_values(ini, error) ? g_steal_pointer(&ini) : NULL;
}

static gboolean is_secret(const FairySettingInfo *info, const char *value)
{
    return fairy_setting_hides(info, value);
}

static gboolean is_command(const FairySettingInfo *info, G_GNUC_UNUSED const char *value)
{
    return g_str_equal(info->name, "key-command");
}

static gboolean holds(const FairyIni *ini,
                      gboolean (*is_such)(const FairySettingInfo *info, const char *value))
{
    FairyIniEntry entry;
    for (guint at = 0; fairy_ini_next(ini, &at, &entry);) {
        FairySettingPlace place;
        if (*entry.value && fairy_setting_place_in(entry.group, entry.name, &place) &&
            is_such(place.info, entry.value)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_settings_check(const char *text, GError **error)
{
    g_autoptr(FairyIni) ini = fairy_settings_parse(g_strdup(text), TRUE, error);
    return ini != NULL;
}

static gboolean is_foreign(const struct stat *st)
{
    return st->st_uid != geteuid() && st->st_uid != 0 && geteuid() != 0;
}

static gboolean is_writable(const struct stat *st)
{
    return is_foreign(st) || (st->st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/* Whether others could put another file into the folder that `path` is in. */
static gboolean is_open_around(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat st;
    return g_stat(folder, &st) == 0 && is_writable(&st);
}

static gboolean is_replaceable(void)
{
    g_autofree char *path = fairy_canonical_path(fairy_settings_path());
    return is_open_around(fairy_settings_path()) || (path && is_open_around(path));
}

/* A key is nothing for others to read, and a command nothing for them to write. */
static gboolean check_access(const struct stat *st, const char *text, GError **error)
{
    gboolean open = (st->st_mode & (S_IRWXG | S_IRWXO)) != 0, foreign = is_foreign(st);
    gboolean writable = is_writable(st), replaceable = is_replaceable();
    if (!open && !foreign && !replaceable) {
        return TRUE;
    }
    g_autoptr(FairyIni) ini = fairy_settings_parse(g_strdup(text), FALSE, error);
    g_autofree char *quoted = g_shell_quote(fairy_settings_path());
    g_autofree char *around = g_path_get_dirname(fairy_settings_path());
    g_autofree char *folder = g_shell_quote(around);
    if (!ini) {
        return FALSE;
    }
    if (foreign && holds(ini, is_secret)) {
        return fail(error, ": it holds a key and belongs to somebody else; use a file of your own");
    }
    if (open && holds(ini, is_secret)) {
        return fail(error, ": it holds a key, and others can read it; run: chmod 600 %s", quoted);
    }
    if ((writable || replaceable) && holds(ini, is_command)) {
        return fail(error,
                    ": it holds a command, and others can change it; make file and folder your "
                    "own, and run: chmod go-w %s %s",
                    folder, quoted);
    }
    return TRUE;
}

/* A key must not lie in a file that a crash leaves behind, wherever it came from. */
static void leave_no_core_file(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

/* 0, or the number of what went wrong. */
static int read_all(int fd, char *text, gsize size, gsize *len)
{
    *len = 0;
    for (gssize n = 1; n != 0 && *len < size;) {
        n = read(fd, text + *len, size - *len);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        *len += n > 0 ? (gsize)n : 0;
    }
    return 0;
}

static gboolean read_open(int fd, char **text, GError **error)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        return fail(error, ": it isn't a regular file");
    }
    gsize size = (gsize)st.st_size, len;
    if (!check_size(size, error)) {
        return FALSE;
    }
    *text = g_malloc0(size + 1);
    int code = read_all(fd, *text, size, &len);
    if (code != 0) {
        return fail(error, ": can't be read: %s", g_strerror(code));
    }
    if (strlen(*text) < len) {
        return fail(error, ": it holds a zero byte, and isn't text");
    }
    return check_access(&st, *text, error);
}

char *fairy_settings_read(GError **error)
{
    char *text = NULL;
    leave_no_core_file();
    int fd = g_open(fairy_settings_path(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return g_strdup("");
    }
    if (fd < 0) {
        fail(error, ": can't be read: %s", g_strerror(errno));
        return NULL;
    }
    if (!read_open(fd, &text, error)) {
        g_clear_pointer(&text, fairy_wipe);
    }
    close(fd);
    return text;
}

/* --- replacing -------------------------------------------------------------------------------- */

static gboolean write_text(const char *text, GError **error)
{
    g_autofree char *target = fairy_canonical_path(fairy_settings_path());
    g_autoptr(GError) local = NULL;
    if (!target) {
        return fail(error, ": it isn't a regular file");
    }
    if (!g_file_set_contents_full(target, text, (gssize)strlen(text),
                                  G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                  0600, &local)) {
        return fail(error, ": can't be written: %s", local->message);
    }
    return TRUE;
}

/* `values`: not only the lines are judged. */
static gboolean edit(FairySettingsEditFunc func, gpointer data, gboolean values, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(fairy_settings_path());
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return fail(error, ": its folder can't be made: %s", g_strerror(errno));
    }
    g_autoptr(FairyClaim) claim = fairy_claim_new(fairy_settings_path(), error);
    char *text = claim ? fairy_settings_read(error) : NULL;
    if (!text) {
        return FALSE;
    }
    char *next = func(text, data, error);
    gboolean good = next != NULL;
    if (good && strcmp(text, next) != 0) {
        g_autoptr(FairyIni) ini = fairy_settings_parse(g_strdup(next), values, error);
        good = ini && fairy_claim_check(claim, error) && write_text(next, error);
    }
    fairy_wipe(text);
    fairy_wipe(next);
    return good;
}

gboolean fairy_settings_edit(FairySettingsEditFunc func, gpointer data, GError **error)
{
    return edit(func, data, TRUE, error);
}

typedef struct {
    const char *group, *name, *value;
} Change;

/* FALSE with FAIRY_ERROR_USAGE when the setting doesn't take the value. */
static gboolean check_change(const FairySettingPlace *place, const char *value, GError **error)
{
    if (fairy_setting_takes(place, value)) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s%s%s takes %s", place->group,
                *place->group ? "." : "", place->name, place->info->takes);
    return FALSE;
}

static char *change_text(const char *text, gpointer data, GError **error)
{
    const Change *change = data;
    FairyIniEntry entry;
    g_autoptr(FairyIni) ini = fairy_settings_parse(g_strdup(text), FALSE, error);
    if (!ini) {
        return NULL;
    }
    if (!change->value && !fairy_ini_find(ini, change->group, change->name, &entry)) {
        fail(error, ": \"%s%s%s\" isn't set there", change->group, *change->group ? "." : "",
             change->name);
        return NULL;
    }
    FairySettingPlace place;
    gboolean known = fairy_settings_place(ini, change->group, change->name, &place);
    return !change->value || !known || check_change(&place, change->value, error)
               ? fairy_ini_edit(ini, change->group, change->name, change->value)
               : NULL;
}

/* What isn't known can be taken out all the same. */
static gboolean unset(const char *full, GError **error)
{
    const char *dot = strchr(full, '.');
    g_autofree char *group = dot ? g_strndup(full, (gsize)(dot - full)) : g_strdup("");
    Change change = {group, dot ? dot + 1 : full, NULL};
    return edit(change_text, &change, FALSE, error);
}

gboolean fairy_settings_change(const char *name, const char *value, GError **error)
{
    FairySettingPlace place;
    if (!value) {
        return unset(name, error);
    }
    if (!fairy_setting_place(name, &place)) {
        return fairy_settings_refuse_name(name, error);
    }
    place.plain = TRUE; /* the file is asked when it is open */
    if (!check_change(&place, value, error)) {
        return FALSE;
    }
    Change change = {place.group, place.name, value};
    return edit(change_text, &change, FALSE, error);
}
