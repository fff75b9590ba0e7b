/* The transaction around the verbs, and the numbers and names they all check. */
#include "document/ids.h"
#include "document/kept.h"
#include "edit/arrived.h"
#include "edit/caption.h"
#include "edit/edit_priv.h"
#include "edit/effects.h"
#include "edit/mask_gap.h"
#include "edit/touched.h"
#include "journal/change.h"

#include <string.h>

#define MAX_NAME 200u /* bytes */

SvgEdit *svg_edit_begin(SvgDocument *doc, const char *author)
{
    g_return_val_if_fail(!doc->open, NULL);
    svg_ids_derive(doc);
    svg_locks_prepare(doc);
    SvgEdit *edit = g_new0(SvgEdit, 1);
    edit->doc = doc;
    edit->note = g_string_new(NULL);
    edit->known_added = g_hash_table_new(g_str_hash, g_str_equal);
    edit->known_changed = g_hash_table_new(g_str_hash, g_str_equal);
    edit->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    edit->unit = 1;
    edit->added = g_ptr_array_new();
    edit->changed = g_ptr_array_new();
    edit->removed = g_ptr_array_new();
    doc->open = svg_log_new(doc, author ? author : "user");
    return edit;
}

void svg_edit_set_units(SvgEdit *edit, SvgPoint zero, double unit)
{
    edit->zero = zero;
    edit->unit = unit;
}

static void edit_free(SvgEdit *edit)
{
    g_string_free(edit->note, TRUE);
    g_hash_table_unref(edit->known_added);
    g_hash_table_unref(edit->known_changed);
    g_hash_table_unref(edit->kept);
    g_ptr_array_unref(edit->added);
    g_ptr_array_unref(edit->changed);
    g_ptr_array_unref(edit->removed);
    svg_scoping_free(edit->scoping);
    g_clear_pointer(&edit->beside, g_hash_table_unref);
    g_clear_pointer(&edit->gaps, g_hash_table_unref);
    svg_effects_free(edit->effects);
    svg_caption_look_free(edit->caption);
    svg_kept_end_loans(edit->doc);
    g_free(edit);
}

static SvgLog *close_log(SvgEdit *edit)
{
    SvgLog *log = g_steal_pointer(&edit->doc->open);
    svg_log_seal(log, edit->added, edit->changed, edit->removed);
    return log;
}

static void roll_back(SvgEdit *edit, SvgLog *log)
{
    svg_log_swap(edit->doc, log, FALSE);
    svg_log_free(log);
    edit_free(edit);
}

void svg_edit_abort(SvgEdit *edit)
{
    if (edit) {
        roll_back(edit, close_log(edit));
    }
}

/* Keeps what was done, so that it can be undone. */
static void keep(SvgDocument *doc, SvgLog *log)
{
    g_ptr_array_add(doc->done, log);
    g_ptr_array_set_size(doc->undone, 0);
    svg_log_step(doc, TRUE);
}

/* A transaction that changed nothing leaves nothing, and tells of nothing. */
static void take_back(SvgDocument *doc, SvgLog *log)
{
    svg_log_swap(doc, log, FALSE);
    log->n_added = log->n_changed = log->n_removed = 0;
}

SvgChange *svg_edit_commit(SvgEdit *edit, GError **error)
{
    SvgDocument *doc = edit->doc;
    svg_mask_gaps_settle(edit);
    if (!svg_locks_guard(doc, error) || !(edit->free || svg_effects_hold(edit, error))) {
        svg_edit_abort(edit);
        return NULL;
    }
    SvgLog *log = close_log(edit);
    gboolean wrote = !svg_touched_is_nothing(doc, log);
    if (!edit->free && (!svg_reach_guard(doc, log, error) || !svg_scope_guard(edit, log, error))) {
        roll_back(edit, log);
        return NULL;
    }
    gsize n_note = edit->note->len;
    if (wrote && !edit->free) {
        svg_effects_tell(edit, log);
    }
    if (!wrote) {
        take_back(doc, log);
    } else {
        svg_arrived_note(edit);
    }
    log->version = doc->version + wrote;
    SvgChange *change = svg_change_new(log);
    change->note = edit->note->len ? g_strdup(edit->note->str) : NULL;
    change->n_note = n_note;
    wrote ? keep(doc, log) : svg_log_free(log);
    edit_free(edit);
    return change;
}

gboolean svg_edit_check_number(const char *what, double value, GError **error)
{
    if (value >= -SVG_MAX_COORDINATE && value <= SVG_MAX_COORDINATE) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s is %g; it must lie between -%g and %g",
                what, value, SVG_MAX_COORDINATE, SVG_MAX_COORDINATE);
    return FALSE;
}

gboolean svg_edit_check_place(SvgEdit *edit, const char *what, double value, GError **error)
{
    double reach = svg_document_reach(edit->doc);
    if (value >= -reach && value <= reach) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s is %g; in a drawing of this size it must lie between -%g and %g", what, value,
                reach, reach);
    return FALSE;
}

static gboolean has_controls(const char *text)
{
    while (*text && !g_ascii_iscntrl(*text)) {
        text++;
    }
    return *text != '\0';
}

gboolean svg_edit_check_name(const char *what, const char *name, GError **error)
{
    gsize len = strlen(name);
    if (g_utf8_validate(name, -1, NULL) && name[strspn(name, " ")] && len <= MAX_NAME &&
        !has_controls(name)) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s must be one line of 1 to %u bytes that isn't blank", what, MAX_NAME);
    return FALSE;
}
