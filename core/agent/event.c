/* Events as JSON: each kind has the members that belong to it. */
#include <fairy/event.h>

const char *fairy_event_name(FairyEventKind kind)
{
    static const char *const names[] = {
        [FAIRY_EVENT_FAIRY] = "fairy",     [FAIRY_EVENT_GESTURE] = "gesture",
        [FAIRY_EVENT_REQUEST] = "request", [FAIRY_EVENT_THINKING] = "thinking",
        [FAIRY_EVENT_PARTIAL] = "partial", [FAIRY_EVENT_ACTION] = "action",
        [FAIRY_EVENT_TODOS] = "todos",     [FAIRY_EVENT_ANSWERED] = "answered",
        [FAIRY_EVENT_WAIT] = "wait",       [FAIRY_EVENT_MODE] = "mode",
        [FAIRY_EVENT_POSE] = "pose",       [FAIRY_EVENT_MOVE] = "move",
        [FAIRY_EVENT_WARNING] = "warning", [FAIRY_EVENT_REST] = "rest",
    };
    return names[kind];
}

static void add_string(cJSON *json, const char *name, const char *value)
{
    if (value) {
        cJSON_AddStringToObject(json, name, value);
    }
}

static void add_info(cJSON *json, const FairyInfo *info)
{
    add_string(json, "icon", fairy_icon_name(info->icon));
    add_string(json, "pose", fairy_pose_name(info->pose));
    add_string(json, "description", info->description);
    add_string(json, "summary", info->summary);
}

/* The members of an outcome, as `fairy apply --json` prints them. */
static void add_outcome(cJSON *json, const FairyOutcome *outcome)
{
    cJSON *members = fairy_outcome_json(outcome);
    while (members->child) {
        cJSON *member = cJSON_DetachItemViaPointer(members, members->child);
        cJSON_AddItemToObject(json, member->string, member);
    }
    cJSON_Delete(members);
}

static void add_character(cJSON *json, const FairyEvent *event)
{
    const FairySign *sign = &event->character->sign;
    cJSON_AddStringToObject(json, "name", event->character->name);
    cJSON *signs = cJSON_AddObjectToObject(json, "sign");
    cJSON_AddStringToObject(signs, "sun", sign->sun);
    cJSON_AddStringToObject(signs, "moon", sign->moon);
    cJSON_AddStringToObject(signs, "rising", sign->rising);
    cJSON_AddStringToObject(json, "color", event->character->color);
}

static void add_position(cJSON *json, SvgPoint at)
{
    cJSON_AddNumberToObject(json, "x", at.x);
    cJSON_AddNumberToObject(json, "y", at.y);
}

static void add_ghost(cJSON *json, const FairyGhost *ghost)
{
    cJSON *shape = cJSON_AddObjectToObject(json, "ghost");
    if (ghost->kind == FAIRY_GHOST_PATH) {
        cJSON *path = cJSON_AddArrayToObject(shape, "path");
        for (guint i = 0; i < ghost->points->len; i++) {
            cJSON *point = cJSON_CreateObject();
            add_position(point, g_array_index(ghost->points, SvgPoint, i));
            cJSON_AddItemToArray(path, point);
        }
        return;
    }
    add_position(shape, (SvgPoint){ghost->box.x, ghost->box.y});
    if (ghost->kind == FAIRY_GHOST_BOX) {
        cJSON_AddNumberToObject(shape, "w", ghost->box.w);
        cJSON_AddNumberToObject(shape, "h", ghost->box.h);
    }
}

static void add_fault(cJSON *json, const FairyApiError *api_error)
{
    cJSON_AddStringToObject(json, "fault", fairy_api_error_name(api_error->kind));
    add_string(json, "message", api_error->message);
}

static void add_usage(cJSON *json, const FairyEvent *event)
{
    cJSON_AddItemToObject(json, "usage", fairy_usage_json(event->usage));
    cJSON_AddNumberToObject(json, "cost", event->cost.usd);
    if (event->cost.unknown) {
        cJSON_AddTrueToObject(json, "priceUnknown");
    }
}

cJSON *fairy_event_json(const FairyEvent *event)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "event", fairy_event_name(event->kind));
    add_string(json, "fairy", event->fairy);
    add_string(json, "task", event->task);
    if (event->request) {
        cJSON_AddNumberToObject(json, "request", event->request);
    }
    if (event->kind == FAIRY_EVENT_FAIRY) {
        add_character(json, event);
    } else if (event->kind == FAIRY_EVENT_PARTIAL) {
        cJSON_AddNumberToObject(json, "index", event->index);
        add_string(json, "type", event->type);
    } else if (event->kind == FAIRY_EVENT_WAIT) {
        cJSON_AddNumberToObject(json, "waitMs", (double)event->wait_ms);
    } else if (event->kind == FAIRY_EVENT_MODE) {
        add_string(json, "mode", fairy_mode(event->mode)->name);
    } else if (event->kind == FAIRY_EVENT_POSE) {
        add_string(json, "pose", fairy_pose_name(event->pose));
    } else if (event->kind == FAIRY_EVENT_GESTURE) {
        add_string(json, "gesture", fairy_pose_name(event->pose));
        cJSON_AddNumberToObject(json, "ms", event->ms);
    } else if (event->kind == FAIRY_EVENT_MOVE) {
        add_position(json, event->at);
    }
    if (event->ghost) {
        add_ghost(json, event->ghost);
    }
    if (event->outcome) {
        add_outcome(json, event->outcome);
    }
    if (event->info) {
        add_info(json, event->info);
    }
    if (event->todos) {
        cJSON_AddItemToObject(json, "todos", fairy_todos_json(event->todos));
    }
    if (event->usage) {
        add_usage(json, event);
    }
    if (event->api_error) {
        add_fault(json, event->api_error);
    }
    add_string(json, "message", event->message);
    add_string(json, "error", event->error ? event->error->message : NULL);
    return json;
}
