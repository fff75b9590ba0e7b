/* Reads the areas that a person gives. */
#include "host/areas.h"

#include "base/quote.h"

#include <fairy/limits.h>

#include <math.h>

enum { AREA_NUMBERS = 4 };

static void free_plan(gpointer data)
{
    FairyTaskPlan *plan = data;
    g_free((char *)plan->id);
    g_free((char *)plan->title);
    g_free((char *)plan->text);
    g_free(plan);
}

/* What follows the four numbers and "="; NULL if `text` is something else. */
static const char *read_box(const char *text, SvgBox *box)
{
    double n[AREA_NUMBERS];
    for (guint i = 0; i < AREA_NUMBERS; i++) {
        char *end = NULL;
        n[i] = g_ascii_strtod(text, &end);
        if (end == text || !isfinite(n[i]) || *end != (i + 1 < AREA_NUMBERS ? ',' : '=')) {
            return NULL;
        }
        text = end + 1;
    }
    *box = (SvgBox){n[0], n[1], n[2], n[3]};
    return text;
}

static FairyTaskPlan *read_area(const char *word, guint number, GError **error)
{
    SvgBox box;
    const char *rest = read_box(word, &box);
    g_autofree char *words = rest ? g_strstrip(g_strdup(rest)) : NULL;
    if (!words || !*words || box.w <= 0 || box.h <= 0) {
        g_autofree char *quoted = fairy_quote(word);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "the area %s can't be read; it is X,Y,W,H=WORDS, as in "
                    "\"0,0,400,300=number the boxes\", with a width and a height above 0",
                    quoted);
        return NULL;
    }
    FairyTaskPlan *plan = g_new0(FairyTaskPlan, 1);
    plan->id = g_strdup_printf("area-%u", number);
    plan->title = fairy_text_head(words, FAIRY_MAX_TITLE);
    plan->text = g_steal_pointer(&words);
    plan->box = box;
    return plan;
}

GPtrArray *fairy_areas_read(const char *const *words, GError **error)
{
    g_autoptr(GPtrArray) plans = g_ptr_array_new_with_free_func(free_plan);
    for (guint i = 0; words && words[i]; i++) {
        FairyTaskPlan *plan = read_area(words[i], i + 1, error);
        if (!plan) {
            return NULL;
        }
        g_ptr_array_add(plans, plan);
    }
    return g_steal_pointer(&plans);
}
