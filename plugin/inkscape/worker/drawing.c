/* Drawings: which is which, and what windows are shown of them. */
#include "drawing.h"

#include "../alike.h"
#include "../namedview.h"
#include "picture.h"
#include "turn.h"

#include <fairy/checkpoint.h>
#include <fairy/session.h>
#include <fairy/settings.h>

#include <string.h>

enum { MAX_SHOWN = 2000, MAX_CHAT = 200, MAX_CHAT_BYTES = 200 * 1024 };

const char *const scope_names[] = {[SCOPE_SELECTION] = "selection",
                                   [SCOPE_VIEW] = "view",
                                   [SCOPE_PAGE] = "page",
                                   [SCOPE_COUNT] = NULL};

cJSON *new_event(const char *name)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "event", name);
    return event;
}

/* --- from when to when ------------------------------------------------------------------------ */

static char *name_of(const char *path, guint number)
{
    g_autofree char *base = path != NULL ? g_path_get_basename(path) : NULL;
    return base != NULL ? g_utf8_make_valid(base, -1)
                        : g_strdup_printf("unsaved drawing %u", number);
}

static char *default_model(void)
{
    g_autoptr(FairySettings) settings = fairy_settings_load(NULL);
    char *model = settings != NULL ? fairy_settings_get(settings, "model") : NULL;
    return model != NULL ? model : g_strdup("offline");
}

void drawing_set_bytes(Drawing *drawing, GBytes *bytes)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(bytes, &len);
    char *copy = g_malloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    g_clear_pointer(&drawing->bytes, g_bytes_unref);
    drawing->bytes = g_bytes_new_take(copy, len);
}

void drawing_set_seen(Drawing *drawing, const char *const *selected, SvgBox view)
{
    g_strfreev(drawing->selected);
    drawing->selected = g_strdupv((char **)selected);
    drawing->view = view;
}

static SvgBox read_view(const Drawing *drawing)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(drawing->bytes, &len);
    g_autoptr(SvgDocument) doc = svg_document_parse(text, len, drawing->name, NULL);
    return doc != NULL ? namedview_view(text, doc) : SVG_BOX_EMPTY;
}

static void on_vanished(G_GNUC_UNUSED GDBusConnection *bus, G_GNUC_UNUSED const char *name,
                        gpointer data)
{
    Drawing *drawing = data;
    drawing->gone = TRUE;
}

static void set_editor(Drawing *drawing, Origin origin)
{
    g_clear_handle_id(&drawing->watch, g_bus_unwatch_name);
    editor_unref(drawing->editor);
    drawing->editor = origin.editor != NULL ? editor_ref(origin.editor) : NULL;
    drawing->window = origin.window;
    if (origin.editor != NULL) {
        drawing->watch = g_bus_watch_name_on_connection(
            editor_bus(origin.editor), editor_owner(origin.editor), G_BUS_NAME_WATCHER_FLAGS_NONE,
            NULL, on_vanished, drawing, NULL);
    }
}

static gboolean is_cut(const Drawing *drawing)
{
    const char *path = drawing->menu.path;
    g_autoptr(FairyCheckpoint) run = path != NULL && drawing->turn == NULL
                                         ? fairy_checkpoint_find(path, path, drawing->session, NULL)
                                         : NULL;
    return run != NULL && run->alive == 0;
}

void drawing_update(Drawing *drawing, Menu *menu, Origin origin)
{
    menu_clear(&drawing->menu);
    drawing->menu = *menu;
    *menu = (Menu){0};
    set_editor(drawing, origin);
    g_free(drawing->name);
    drawing->name = name_of(drawing->menu.path, drawing->number);
    drawing->read = g_get_monotonic_time();
    drawing_set_bytes(drawing, drawing->menu.bytes);
    drawing_set_seen(drawing, (const char *const *)drawing->menu.selected, read_view(drawing));
    drawing->scope = *drawing->selected != NULL ? SCOPE_SELECTION : SCOPE_VIEW;
    drawing->cut = is_cut(drawing);
}

Drawing *drawing_new(Desk *desk, guint number, Menu *menu, Origin origin)
{
    Drawing *drawing = g_new0(Drawing, 1);
    *drawing = (Drawing){.desk = desk,
                         .number = number,
                         .model = default_model(),
                         .session = g_strdup(FAIRY_SESSION_DEFAULT),
                         .shown = g_ptr_array_new_with_free_func((GDestroyNotify)cJSON_Delete)};
    drawing_update(drawing, menu, origin);
    return drawing;
}

void drawing_free(Drawing *drawing)
{
    turn_free(drawing->turn);
    drawing_remove_pictures(drawing);
    menu_clear(&drawing->menu);
    g_clear_handle_id(&drawing->watch, g_bus_unwatch_name);
    editor_unref(drawing->editor);
    g_strfreev(drawing->selected);
    g_ptr_array_unref(drawing->shown);
    g_bytes_unref(drawing->bytes);
    g_free(drawing->name);
    g_free(drawing->model);
    g_free(drawing->session);
    g_free(drawing);
}

/* --- which is which --------------------------------------------------------------------------- */

static gboolean is_same_editor(const Drawing *drawing, const Menu *menu, Origin origin)
{
    if (drawing->editor != NULL && origin.editor != NULL) {
        return strcmp(editor_owner(drawing->editor), editor_owner(origin.editor)) == 0;
    }
    return drawing->menu.pgid == menu->pgid && g_strcmp0(drawing->menu.bus, menu->bus) == 0;
}

static gboolean knows_window(const Drawing *drawing, Origin origin)
{
    return drawing->window > 0 && origin.window > 0;
}

/* A file that got another name in the same window is still the same drawing. */
static gboolean is_same_place(const Drawing *drawing, const Menu *menu, Origin origin)
{
    return is_same_editor(drawing, menu, origin) &&
           (knows_window(drawing, origin) ? drawing->window == origin.window
                                          : g_strcmp0(drawing->menu.path, menu->path) == 0 &&
                                                g_strcmp0(drawing->menu.root, menu->root) == 0);
}

static gboolean is_later(const Drawing *drawing, const Menu *menu)
{
    return alike_is_same(g_bytes_get_data(drawing->bytes, NULL),
                         g_bytes_get_data(menu->bytes, NULL));
}

gboolean drawing_is_meant(const Drawing *drawing, const Menu *menu, Origin origin)
{
    return is_same_place(drawing, menu, origin) && is_later(drawing, menu);
}

gboolean drawing_is_replaced(const Drawing *drawing, const Menu *menu, Origin origin)
{
    return is_same_place(drawing, menu, origin) && knows_window(drawing, origin) &&
           !is_later(drawing, menu);
}

/* --- what is shown ---------------------------------------------------------------------------- */

void drawing_show(Drawing *drawing, cJSON *event, gboolean kept)
{
    cJSON_AddNumberToObject(event, "drawing", drawing->number);
    if (kept && drawing->shown->len < MAX_SHOWN) {
        g_ptr_array_add(drawing->shown, cJSON_Duplicate(event, TRUE));
    }
    desk_show(drawing->desk, event);
}

void drawing_begin_turn(Drawing *drawing)
{
    g_ptr_array_set_size(drawing->shown, 0);
}

/* Each once: the offline reader, what the person set, and an example of each provider with a key.
 */
static cJSON *models_of(const Drawing *drawing)
{
    cJSON *list = cJSON_CreateArray();
    g_autoptr(FairySettings) settings = fairy_settings_load(NULL);
    const FairyProvider *provider;
    cJSON_AddItemToArray(list, cJSON_CreateString("offline"));
    if (!g_str_equal(drawing->model, "offline")) {
        cJSON_AddItemToArray(list, cJSON_CreateString(drawing->model));
    }
    for (guint i = 0; settings != NULL && (provider = fairy_provider_info(i)) != NULL; i++) {
        g_autofree char *model = g_strconcat(provider->name, "/", provider->example, NULL);
        if (provider->example != NULL && fairy_settings_has_key(settings, provider) &&
            !g_str_equal(model, drawing->model)) {
            cJSON_AddItemToArray(list, cJSON_CreateString(model));
        }
    }
    return list;
}

static const char *state_of(const Drawing *drawing)
{
    return !turn_is_at_work(drawing->turn) ? "ready" : drawing->waits ? "waiting" : "working";
}

static cJSON *state_json(const Drawing *drawing)
{
    cJSON *event = new_event("drawing");
    g_autofree char *path =
        drawing->menu.path != NULL ? g_utf8_make_valid(drawing->menu.path, -1) : NULL;
    cJSON_AddNumberToObject(event, "drawing", drawing->number);
    cJSON_AddStringToObject(event, "name", drawing->name);
    if (path != NULL) {
        cJSON_AddStringToObject(event, "path", path);
    }
    cJSON *selected = cJSON_AddArrayToObject(event, "selected");
    for (char **id = drawing->selected; *id != NULL; id++) {
        cJSON_AddItemToArray(selected, cJSON_CreateString(*id));
    }
    cJSON_AddStringToObject(event, "scope", scope_names[drawing->scope]);
    cJSON_AddStringToObject(event, "model", drawing->model);
    cJSON_AddItemToObject(event, "models", models_of(drawing));
    cJSON_AddStringToObject(event, "state", state_of(drawing));
    cJSON_AddStringToObject(event, "session", drawing->session);
    if (drawing->cut && drawing->turn == NULL) {
        cJSON_AddBoolToObject(event, "unfinished", TRUE);
    }
    return event;
}

static void show(const Drawing *drawing, FairySeat *seat, cJSON *event)
{
    if (seat != NULL) {
        fairy_seat_put(seat, event);
    } else {
        desk_show(drawing->desk, event);
    }
}

void drawing_show_state(const Drawing *drawing, FairySeat *seat)
{
    show(drawing, seat, state_json(drawing));
}

/* --- what was said ---------------------------------------------------------------------------- */

static void add_chat(cJSON *chat, const char *who, const char *words)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "who", who);
    cJSON_AddStringToObject(item, "words", words);
    cJSON_AddItemToArray(chat, item);
}

static const char *answer_of(const FairyMemoryItem *item)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item->action, "text"));
    return g_strcmp0(item->type, "message") == 0 ? text : NULL;
}

static cJSON *chat_of(FairySession *session)
{
    cJSON *chat = cJSON_CreateArray();
    const GPtrArray *items = fairy_memory_items(session->memory);
    g_autofree char *name = g_strdup(fairy_character(session->seed, "fairy", NULL).name);
    gsize bytes = 0;
    for (guint i = items->len > MAX_CHAT ? items->len - MAX_CHAT : 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        gboolean person = item->kind == FAIRY_MEMORY_PROMPT && item->source == FAIRY_SOURCE_USER;
        const char *words = person                              ? item->words
                            : item->kind == FAIRY_MEMORY_ACTION ? answer_of(item)
                                                                : NULL;
        if (words != NULL && (bytes += strlen(words)) < MAX_CHAT_BYTES) {
            add_chat(chat, person ? "person" : name, words);
        }
    }
    return chat;
}

static void show_history(const Drawing *drawing, FairySeat *seat)
{
    const char *path = drawing->menu.path;
    g_autoptr(FairySession) session =
        path != NULL ? fairy_session_read(path, drawing->session, NULL) : NULL;
    cJSON *event = new_event("history");
    cJSON_AddNumberToObject(event, "drawing", drawing->number);
    cJSON_AddItemToObject(event, "chat", session != NULL ? chat_of(session) : cJSON_CreateArray());
    show(drawing, seat, event);
}

void drawing_show_all(const Drawing *drawing, FairySeat *seat)
{
    drawing_show_state(drawing, seat);
    show_history(drawing, seat);
    for (guint i = 0; i < drawing->shown->len; i++) {
        show(drawing, seat, cJSON_Duplicate(drawing->shown->pdata[i], TRUE));
    }
}
