/* The live tree of a reply: where values go, and which of them are actions. */
#include "stream/reader_priv.h"

#include <string.h>

#define MANY_MEMBERS 16 /* from here on a hash table beats looking through them */

static FairyFrame *top(FairyReader *reader)
{
    return reader->depth ? &reader->frames[reader->depth - 1] : NULL;
}

gboolean fairy_tree_in_object(const FairyReader *reader)
{
    return reader->depth && reader->frames[reader->depth - 1].object;
}

static cJSON *checked(cJSON *node)
{
    if (!node) {
        g_error("out of memory for a value of a reply");
    }
    return node;
}

/* --- members ---------------------------------------------------------------------------------- */

/* Names that take no memory: lists of points have hardly others than of one letter. */
static const char type_name[] = "_type";
static const char letters[] = "a\0b\0c\0d\0e\0f\0g\0h\0i\0j\0k\0l\0m\0"
                              "n\0o\0p\0q\0r\0s\0t\0u\0v\0w\0x\0y\0z";

static gboolean is_static(const char *key)
{
    return key == type_name || (key >= letters && key < letters + sizeof letters);
}

static void drop_key(FairyReader *reader)
{
    char *key = g_steal_pointer(&reader->key);
    if (!is_static(key)) {
        cJSON_free(key);
    }
}

static char *take_key(FairyText *text)
{
    const GString *name = text->out;
    if (name->len == 1 && g_ascii_islower(*name->str)) {
        return (char *)letters + (gsize)2 * (gsize)(*name->str - 'a');
    }
    return g_str_equal(name->str, type_name) ? (char *)type_name : fairy_text_take(text);
}

static guint64 name_bit(const char *name)
{
    gsize len = strlen(name);
    guint last = len ? (guchar)name[len - 1] : 0;
    return G_GUINT64_CONSTANT(1) << (((guchar)name[0] + 5 * last + 11 * len) % 64);
}

/* `bit` is the name_bit() of `key`. */
static cJSON *find_member(const FairyFrame *frame, const char *key, guint64 bit)
{
    if (!(frame->names & bit)) {
        return NULL;
    }
    if (frame->by_key) {
        return g_hash_table_lookup(frame->by_key, key);
    }
    cJSON *member = frame->node->child;
    while (member && !g_str_equal(member->string, key)) {
        member = member->next;
    }
    return member;
}

static void index_members(FairyFrame *frame)
{
    frame->by_key = g_hash_table_new(g_str_hash, g_str_equal);
    for (cJSON *m = frame->node->child; m; m = m->next) {
        g_hash_table_insert(frame->by_key, m->string, m);
    }
}

static void put_member(FairyReader *reader, FairyFrame *frame, cJSON *node)
{
    node->type |= is_static(reader->key) ? cJSON_StringIsConst : 0;
    node->string = g_steal_pointer(&reader->key);
    guint64 bit = name_bit(node->string);
    cJSON *old = find_member(frame, node->string, bit);
    frame->names |= bit;
    if (frame->by_key) {
        g_hash_table_replace(frame->by_key, node->string, node);
    }
    if (old) {
        cJSON_ReplaceItemViaPointer(frame->node, old, node);
        return;
    }
    cJSON_AddItemToArray(frame->node, node);
    if (++frame->n == MANY_MEMBERS) {
        index_members(frame);
    }
    if (frame->n > FAIRY_MAX_PROPERTIES) {
        fairy_reader_fail(reader, "an object has more than %d members", FAIRY_MAX_PROPERTIES);
    }
}

/* Whether a member of the innermost object, by its name, says what the action is. */
static gboolean is_type(FairyReader *reader, const char *name)
{
    FairyFrame *frame = top(reader);
    return frame && frame->object && frame->node == reader->action && name == type_name;
}

/* `node` becomes the tree's. */
static void attach(FairyReader *reader, cJSON *node)
{
    FairyFrame *frame = top(reader);
    if (++reader->n_values > FAIRY_MAX_VALUES) {
        fairy_reader_fail(reader, "an action holds more than %u values", FAIRY_MAX_VALUES);
    }
    if (!frame) {
        reader->root = node;
    } else if (!frame->node) {
        reader->element = node;
    } else if (!frame->object) {
        cJSON_AddItemToArray(frame->node, node);
    } else {
        reader->typed = reader->typed && !is_type(reader, reader->key);
        put_member(reader, frame, node);
    }
}

/* --- actions ---------------------------------------------------------------------------------- */

static void drop_action(FairyReader *reader)
{
    reader->action = NULL;
    reader->typed = FALSE;
    reader->n_values = 0;
    g_clear_pointer(&reader->flaw, g_free);
}

static void report_invalid(FairyReader *reader, guint index, const char *why)
{
    if (reader->tentative) {
        g_ptr_array_add(reader->early, g_strdup(why));
    } else if (reader->funcs.invalid) {
        reader->funcs.invalid(index, why, reader->data);
    }
}

/* From now on the reply is what it seemed to be. */
static void confirm(FairyReader *reader)
{
    reader->tentative = FALSE;
    for (guint i = 0; i < reader->early->len; i++) {
        report_invalid(reader, i, reader->early->pdata[i]);
    }
    g_ptr_array_set_size(reader->early, 0);
}

/* Hands out a finished element of the list, or the single action. Takes `node`. */
static void deliver(FairyReader *reader, cJSON *node)
{
    guint index = reader->index++;
    g_autofree char *flaw = g_steal_pointer(&reader->flaw);
    gboolean typed = reader->typed, object = cJSON_IsObject(node);
    drop_action(reader);
    if (object && typed && !flaw) {
        reader->funcs.action(index, node, reader->data);
        return;
    }
    cJSON_Delete(node);
    report_invalid(reader, index,
                   flaw     ? flaw
                   : object ? "it has no \"_type\" that names the action"
                            : "an action is an object such as "
                              "{\"_type\":\"message\",\"text\":\"…\"}");
}

static void root_object_done(FairyReader *reader)
{
    if (reader->listed) {
        reader->state = FAIRY_AT_REST;
    } else if (reader->typed) {
        confirm(reader);
        reader->state = FAIRY_AT_REST;
        deliver(reader, g_steal_pointer(&reader->root));
    } else {
        fairy_reader_fail(reader,
                          "the object that ends here has neither \"actions\" nor \"_type\"");
    }
}

static void value_done(FairyReader *reader)
{
    reader->state = FAIRY_AT_COMMA_OR_END;
    FairyFrame *frame = top(reader);
    if (!frame) {
        root_object_done(reader);
    } else if (!frame->node) {
        deliver(reader, g_steal_pointer(&reader->element));
    }
}

static void list_done(FairyReader *reader)
{
    if (reader->depth) {
        reader->state = FAIRY_AT_COMMA_OR_END;
    } else if (reader->tentative) {
        fairy_reader_fail(reader, "the list that ends here holds no action with a \"_type\"");
    } else {
        reader->state = FAIRY_AT_REST;
    }
}

/* --- containers ------------------------------------------------------------------------------- */

/* Whether the array that opens now is the list of actions. */
static gboolean opens_list(FairyReader *reader, gboolean object)
{
    return !object && !reader->listed &&
           (reader->depth == 0 ||
            (reader->depth == 1 && reader->root && g_str_equal(reader->key, "actions")));
}

/* The root's other members are of no use, and neither is a "_type" among them. */
static void open_list(FairyReader *reader, FairyFrame *frame)
{
    reader->listed = TRUE;
    frame->node = NULL;
    drop_action(reader);
    if (reader->depth == 0) {
        return;
    }
    FairyFrame *root = &reader->frames[0];
    cJSON_Delete(reader->root);
    g_clear_pointer(&root->by_key, g_hash_table_unref);
    reader->root = root->node = checked(cJSON_CreateObject());
    root->n = 0;
    root->names = 0;
    confirm(reader);
}

static void check_count(FairyReader *reader)
{
    FairyFrame *frame = top(reader);
    if (frame && !frame->node && reader->index >= FAIRY_MAX_ACTIONS) {
        fairy_reader_fail(reader, "the reply has more than %d actions", FAIRY_MAX_ACTIONS);
    }
}

void fairy_tree_open(FairyReader *reader, gboolean object)
{
    if (reader->depth == FAIRY_MAX_REPLY_DEPTH) {
        fairy_reader_fail(reader, "values are nested more than %d deep", FAIRY_MAX_REPLY_DEPTH);
        return;
    }
    check_count(reader);
    FairyFrame frame = {.object = object};
    FairyFrame *parent = top(reader);
    if (opens_list(reader, object)) {
        open_list(reader, &frame);
    } else {
        frame.node = checked(object ? cJSON_CreateObject() : cJSON_CreateArray());
        attach(reader, frame.node);
        if (object && (!parent || !parent->node)) {
            reader->action = frame.node;
        }
    }
    reader->frames[reader->depth++] = frame;
    reader->state = object ? FAIRY_AT_KEY_OR_END : FAIRY_AT_VALUE_OR_END;
}

void fairy_tree_close(FairyReader *reader)
{
    FairyFrame *frame = &reader->frames[--reader->depth];
    g_clear_pointer(&frame->by_key, g_hash_table_unref);
    if (frame->node) {
        value_done(reader);
    } else {
        list_done(reader);
    }
}

/* --- scalars ---------------------------------------------------------------------------------- */

/* The text is given to the node when it ends, or when somebody looks: it moves while it grows. */
void fairy_tree_open_text(FairyReader *reader)
{
    check_count(reader);
    reader->open_text = checked(cJSON_CreateStringReference(""));
    attach(reader, reader->open_text);
}

void fairy_tree_close_text(FairyReader *reader)
{
    cJSON *node = g_steal_pointer(&reader->open_text);
    node->type &= ~cJSON_IsReference;
    node->valuestring = fairy_text_take(&reader->text);
    if (is_type(reader, node->string)) {
        reader->typed = TRUE;
        if (reader->listed && reader->tentative) {
            confirm(reader);
        }
    }
    value_done(reader);
}

void fairy_tree_close_key(FairyReader *reader)
{
    drop_key(reader);
    reader->key = take_key(&reader->text);
    reader->state = FAIRY_AT_COLON;
}

void fairy_tree_scalar(FairyReader *reader, cJSON *node)
{
    check_count(reader);
    attach(reader, checked(node));
    value_done(reader);
}

void fairy_tree_number(FairyReader *reader)
{
    double value;
    if (fairy_number_value(&reader->number, &value)) {
        fairy_tree_scalar(reader, cJSON_CreateNumber(value));
        return;
    }
    if (!reader->flaw) {
        reader->flaw = g_strdup_printf("one of its numbers is too large, or longer than %d digits",
                                       FAIRY_NUMBER_DIGITS);
    }
    FairyFrame *frame = top(reader);
    if (frame && !frame->node) {
        fairy_tree_scalar(reader, cJSON_CreateNull());
    } else {
        reader->state = FAIRY_AT_COMMA_OR_END;
    }
}

void fairy_tree_reset(FairyReader *reader)
{
    while (reader->depth) {
        g_clear_pointer(&reader->frames[--reader->depth].by_key, g_hash_table_unref);
    }
    g_clear_pointer(&reader->root, cJSON_Delete);
    g_clear_pointer(&reader->element, cJSON_Delete);
    drop_key(reader);
    reader->open_text = NULL;
    reader->listed = FALSE;
    reader->index = 0;
    g_ptr_array_set_size(reader->early, 0);
    drop_action(reader);
}
