/* An action is known again by a hash of its tree, so that very many of them take little room. */
#include "action/repeats.h"

#include <string.h>

void fairy_repeats_init(FairyRepeats *repeats)
{
    *repeats = (FairyRepeats){.prints = g_array_new(FALSE, FALSE, sizeof(guint64))};
}

void fairy_repeats_clear(FairyRepeats *repeats)
{
    g_clear_pointer(&repeats->prints, g_array_unref);
}

void fairy_repeats_begin(FairyRepeats *repeats, gboolean may)
{
    if (!may) {
        g_array_set_size(repeats->prints, 0);
    }
    repeats->n_again = 0;
}

/* The high half comes back into the low one: in small numbers the bits that differ are high. */
static guint64 mix(guint64 print, guint64 more)
{
    guint64 mixed = (print ^ more) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return mixed ^ mixed >> 32;
}

static guint64 mix_text(guint64 print, const char *text)
{
    for (; text && *text; text++) {
        print = mix(print, (guchar)*text);
    }
    return mix(print, text ? 256 : 257);
}

/* What an action is told by from others: whether it was done before is asked only of those at the
 * beginning of a reply, in order, so that this is enough. Recurses as deep as the reader lets an
 * action be. */
static guint64 print_of(const cJSON *value)
{
    guint64 number, print = mix_text(0, value->string);
    memcpy(&number, &value->valuedouble, sizeof number);
    print = mix(mix(print, (guint64)value->type), cJSON_IsNumber(value) ? number : 0);
    print = mix_text(print, value->valuestring);
    for (const cJSON *child = value->child; child; child = child->next) {
        print = mix(print, print_of(child));
    }
    return print;
}

gboolean fairy_repeats_has(FairyRepeats *repeats, const cJSON *action)
{
    guint64 print = print_of(action);
    if (repeats->n_again < repeats->prints->len &&
        g_array_index(repeats->prints, guint64, repeats->n_again) == print) {
        repeats->n_again++;
        return TRUE;
    }
    repeats->n_again = G_MAXUINT;
    g_array_append_val(repeats->prints, print);
    return FALSE;
}
