/* What the worker tells the courier, and the courier the worker: files in the runtime folder, as
 * Inkscape, which runs the courier, passes nothing between them. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* Names of files in the folder. */
#define ORDER_FILE  "courier-order.json"
#define ANSWER_FILE "courier-answer.json"
#define WAS_FILE    "courier-was.svg"  /* what Inkscape had when it was read last */
#define BASE_FILE   "courier-base.svg" /* the same, as ours began from it */
#define OURS_FILE   "courier-ours.svg" /* what it is to have */
#define LIVE_FILE   "courier-live.svg" /* what it had when the courier came, if that is asked for */

typedef enum {
    ORDER_PUSH,  /* merge what is new in ours into what is there */
    ORDER_WHOLE, /* put ours into the place of what is there, which agrees with the base */
    ORDER_LOOK,  /* read only */
} OrderKind;

typedef struct {
    OrderKind kind;
    char *id;
    int pgid;       /* Inkscape's process group; 0 = any */
    char *path;     /* of the document's file; NULL = it was never saved */
    gboolean sure;  /* the document's window has the focus: a new name is still the same document */
    gboolean keep;  /* LIVE_FILE is written */
    GStrv selected; /* ids of what was selected when the courier was there last; NULL = unknown */
} Order;

void order_free(Order *order);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Order, order_free)
/* The order in the folder; NULL = there is none that can be read. */
Order *order_read(const char *folder);
gboolean order_write(const Order *order, const char *folder, GError **error);
/* A JSON file of the folder; cJSON_Delete(). NULL = there is none. */
cJSON *order_read_json(const char *folder, const char *name);
gboolean order_write_json(const cJSON *json, const char *folder, const char *name, GError **error);
/* The strings of a JSON array, NULL-terminated; g_strfreev(). NULL = it is none. */
GStrv order_strings(const cJSON *array);
