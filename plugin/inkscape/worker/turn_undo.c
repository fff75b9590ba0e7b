/* Taking back what a turn did. Each action is a commit of the job's drawing: what leads from the
 * state behind it to the one before is done to the drawing as it is now. */
#include "turn_priv.h"

#include <svg/merge.h>

enum { MOST_TOLD = 3 };

/* --- states ----------------------------------------------------------------------------------- */

static SvgDocument *state_at(SvgDocument *doc, guint depth)
{
    g_autoptr(GBytes) now = svg_document_print_utf8(doc);
    g_autoptr(GArray) patch = svg_document_patch(doc, svg_document_undo_depth(doc), depth);
    g_autoptr(GBytes) then = svg_patch_apply(patch, now, NULL);
    return then != NULL ? svg_document_with_text(doc, then, NULL) : NULL;
}

static SvgDocument *parse(const Turn *turn, GBytes *bytes, GError **error)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(bytes, &len);
    return svg_document_parse(text, len, turn->drawing->name, error);
}

/* --- one action ------------------------------------------------------------------------------- */

static void fail(GError **error, const SvgMerge *merge)
{
    g_autoptr(GString) why = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < merge->items->len && n < MOST_TOLD; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        if (svg_merge_is_lost(item->fate)) {
            g_autofree char *text = svg_merge_item_text(item);
            g_string_append_printf(why, "%s%s", n++ > 0 ? "; " : "", text);
        }
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                "it can't be taken back, as later work rests on it: %s", why->str);
}

/* All of it, or nothing: `doc` is then the caller's to throw away. */
static gboolean take_back(const Turn *turn, SvgDocument *doc, guint action, gboolean all,
                          GError **error)
{
    SvgDocument *own = fairy_job_document(turn->job);
    gboolean lost = FALSE;
    guint version = g_array_index(turn->versions, guint, action);
    guint depth = svg_document_depth_at(own, version, &lost);
    g_autoptr(SvgDocument) after = !lost && depth > 0 ? state_at(own, depth) : NULL;
    g_autoptr(SvgDocument) before = after != NULL ? state_at(own, depth - 1) : NULL;
    if (before == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "it can't be taken back by itself any more; Inkscape's own undo can");
        return FALSE;
    }
    g_autoptr(SvgMerge) merge = svg_merge_into(doc, after, before, "person", FALSE);
    if (merge->n_lost > 0 && !all) {
        fail(error, merge);
        return FALSE;
    }
    return TRUE;
}

/* --- which ------------------------------------------------------------------------------------ */

static gboolean did_something(const Turn *turn, int action)
{
    return action >= 0 && (guint)action < turn->versions->len &&
           g_array_index(turn->versions, guint, action) > 0;
}

static gboolean find_actions(Turn *turn, int action, GError **error)
{
    g_array_set_size(turn->rejected, 0);
    for (guint i = turn->versions->len; i-- > 0;) {
        if (did_something(turn, (int)i) && (action < 0 || action == (int)i)) {
            g_array_append_val(turn->rejected, i);
        }
    }
    if (turn->rejected->len == 0) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            action < 0 ? "nothing is left of this turn that could be taken back"
                                       : "this action did nothing, or is taken back already");
    }
    return turn->rejected->len > 0;
}

/* `from` without what is rejected; NULL with an error. */
static GBytes *without(const Turn *turn, GBytes *from, GError **error)
{
    g_autoptr(SvgDocument) doc = parse(turn, from, error);
    for (guint i = 0; doc != NULL && i < turn->rejected->len; i++) {
        if (!take_back(turn, doc, g_array_index(turn->rejected, guint, i), turn->rejected->len > 1,
                       error)) {
            return NULL;
        }
    }
    return doc != NULL ? svg_document_print_utf8(doc) : NULL;
}

static void show_decided(Turn *turn, guint action, const char *as)
{
    cJSON *event = new_event("decided");
    cJSON_AddNumberToObject(event, "action", action);
    cJSON_AddStringToObject(event, "as", as);
    turn_show(turn, event, TRUE);
}

static void tell_rejected(Turn *turn)
{
    for (guint i = 0; i < turn->rejected->len; i++) {
        guint action = g_array_index(turn->rejected, guint, i);
        g_array_index(turn->versions, guint, action) = 0;
        show_decided(turn, action, "rejected");
    }
    g_array_set_size(turn->rejected, 0);
}

/* --- while fairies are at work ---------------------------------------------------------------- */

/* They are told of it as of anything that the person does. */
static gboolean reject_now(Turn *turn, GError **error)
{
    g_autoptr(GBytes) is = svg_document_print_utf8(fairy_job_document(turn->job));
    g_autoptr(GBytes) will = without(turn, is, error);
    g_autoptr(GBytes) taken =
        will != NULL ? fairy_job_take(turn->job, is, will, NULL, error) : NULL;
    if (taken == NULL) {
        return FALSE;
    }
    tell_rejected(turn);
    turn_changed(turn);
    return TRUE;
}

/* --- afterwards ------------------------------------------------------------------------------- */

static void end_reject(Turn *turn, const char *why)
{
    turn->at_work = FALSE;
    turn->drawing->waits = FALSE;
    if (why != NULL) {
        turn_warn(turn, why);
    } else {
        tell_rejected(turn);
    }
    g_clear_pointer(&turn->without, g_bytes_unref);
    drawing_show_state(turn->drawing, NULL);
}

static GBytes *on_snapshot(gpointer data)
{
    const Turn *turn = data;
    return g_bytes_ref(turn->without);
}

static GBytes *on_taken(G_GNUC_UNUSED GBytes *pushed, GBytes *now, const char *const *lost,
                        gpointer data)
{
    Turn *turn = data;
    drawing_set_bytes(turn->drawing, now);
    for (guint i = 0; lost[i] != NULL; i++) {
        turn_warn(turn, lost[i]);
    }
    return NULL;
}

static void on_over(const GError *error, gpointer data)
{
    Turn *turn = data;
    g_clear_pointer(&turn->push, push_free);
    end_reject(turn, error != NULL ? error->message : NULL);
}

static void push_without(Turn *turn)
{
    const PushOptions funcs = {.snapshot = on_snapshot, .taken = on_taken, .over = on_over};
    turn->push = turn_push(turn, turn->drawing->bytes, funcs);
    if (turn->push == NULL) {
        end_reject(turn, "the runtime folder can't be used");
        return;
    }
    push_changed(turn->push);
    push_end(turn->push);
}

static void reject_in(Turn *turn)
{
    g_autoptr(GError) error = NULL;
    turn->without = without(turn, turn->drawing->bytes, &error);
    if (turn->without == NULL) {
        end_reject(turn, error->message);
    } else if (turn->drawing->editor != NULL) {
        push_without(turn);
    } else {
        drawing_set_bytes(turn->drawing, turn->without);
        end_reject(turn, NULL);
    }
}

/* Whether it is possible is seen at once by what is known of the document. */
static gboolean reject_later(Turn *turn, GError **error)
{
    g_autoptr(GBytes) will = without(turn, turn->drawing->bytes, error);
    if (will == NULL) {
        return FALSE;
    }
    turn->at_work = TRUE;
    drawing_show_state(turn->drawing, NULL);
    turn_read(turn, reject_in);
    return TRUE;
}

gboolean turn_reject(Turn *turn, int action, GError **error)
{
    if (!find_actions(turn, action, error)) {
        return FALSE;
    }
    if (!turn->at_work) {
        return reject_later(turn, error);
    }
    if (turn->end != NULL || turn->job == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "what is finished is just being shown; try again in a moment");
        return FALSE;
    }
    return reject_now(turn, error);
}

gboolean turn_accept(Turn *turn, int action, GError **error)
{
    if (action >= 0 && !did_something(turn, action)) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "this action did nothing, or is taken back already");
        return FALSE;
    }
    for (guint i = 0; i < turn->versions->len; i++) {
        if (did_something(turn, (int)i) && (action < 0 || action == (int)i)) {
            show_decided(turn, i, "accepted");
        }
    }
    return TRUE;
}
