/* Where Inkscape can't be reached: the person fetches what is finished, by the menu, whose program
 * carries out the same order as the courier. */
#include "../order.h"
#include "turn_priv.h"

#include <fairy/runtime.h>

#include <glib/gstdio.h>

#define WHY \
    "Inkscape can't be reached from here; Extensions > Fairies > Apply pending changes shows it"

void turn_show_pending(Turn *turn, guint n)
{
    cJSON *event = new_event("hold");
    if (n > 0) {
        cJSON_AddStringToObject(event, "why", WHY);
    }
    cJSON_AddNumberToObject(event, "waiting", n);
    turn->n_pending = n;
    turn_show(turn, event, TRUE);
}

static gboolean put(const char *folder, const char *name, GBytes *bytes, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    return g_file_set_contents_full(path, g_bytes_get_data(bytes, NULL),
                                    (gssize)g_bytes_get_size(bytes), G_FILE_SET_CONTENTS_CONSISTENT,
                                    0600, error);
}

/* What was fetched last is what the next order begins from. */
static void look_for_answer(Turn *turn, const char *folder)
{
    cJSON *answer = turn->order != NULL ? order_read_json(folder, ANSWER_FILE) : NULL;
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "id"));
    const char *did = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "did"));
    if (g_strcmp0(id, turn->order) == 0 &&
        (g_strcmp0(did, "pushed") == 0 || g_strcmp0(did, "nothing") == 0)) {
        g_clear_pointer(&turn->fetched, g_bytes_unref);
        turn->fetched = g_steal_pointer(&turn->handed);
    }
    cJSON_Delete(answer);
}

static gboolean write_order(Turn *turn, const char *folder, GError **error)
{
    const Drawing *drawing = turn->drawing;
    g_autofree char *answer = g_build_filename(folder, ANSWER_FILE, NULL);
    g_free(turn->order);
    turn->order = g_strdup_printf("%" G_GINT64_FORMAT, g_get_real_time());
    const Order order = {.kind = ORDER_PUSH,
                         .id = turn->order,
                         .pgid = drawing->menu.pgid,
                         .path = drawing->menu.path};
    g_unlink(answer);
    return put(folder, WAS_FILE, turn->bytes, error) &&
           put(folder, BASE_FILE, turn->fetched != NULL ? turn->fetched : turn->bytes, error) &&
           put(folder, OURS_FILE, turn->handed, error) && order_write(&order, folder, error);
}

void turn_take_order_away(const Turn *turn)
{
    static const char *const files[] = {ORDER_FILE, ANSWER_FILE, WAS_FILE, BASE_FILE, OURS_FILE};
    g_autofree char *folder = turn->order != NULL ? fairy_runtime_folder(NULL) : NULL;
    for (gsize i = 0; folder != NULL && i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        g_unlink(path);
    }
}

gboolean turn_hand(Turn *turn, GError **error)
{
    g_autofree char *folder = fairy_runtime_folder(error);
    const SvgDocument *doc = turn->job != NULL ? fairy_job_document(turn->job) : NULL;
    if (folder == NULL) {
        return FALSE;
    }
    if (turn->n_pending == 0 || doc == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, "nothing is pending");
        return FALSE;
    }
    look_for_answer(turn, folder);
    g_clear_pointer(&turn->handed, g_bytes_unref);
    turn->handed = svg_document_print_utf8(fairy_job_document(turn->job));
    if (!write_order(turn, folder, error)) {
        return FALSE;
    }
    turn_show_pending(turn, 0);
    return TRUE;
}
