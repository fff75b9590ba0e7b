/* What a reply asks for besides editing. */
#include "action/effects.h"

const char *fairy_follow_up_name(FairyFollowUpKind kind)
{
    static const char *const names[] = {
        [FAIRY_FOLLOW_REVIEW] = "review", [FAIRY_FOLLOW_DETAIL] = "detail",
        [FAIRY_FOLLOW_VIEW] = "view",     [FAIRY_FOLLOW_DATA] = "data",
        [FAIRY_FOLLOW_CLOSER] = "closer",
    };
    return names[kind];
}

FairyFollowUp *fairy_follow_up_new(FairyFollowUpKind kind, SvgBox bounds, char *message,
                                   char *quoted)
{
    FairyFollowUp *follow_up = g_new0(FairyFollowUp, 1);
    follow_up->kind = kind;
    follow_up->bounds = bounds;
    follow_up->message = message;
    follow_up->quoted = quoted;
    return follow_up;
}

void fairy_follow_up_free(FairyFollowUp *follow_up)
{
    if (follow_up) {
        g_free(follow_up->message);
        g_free(follow_up->quoted);
        cJSON_Delete(follow_up->data);
        g_free(follow_up);
    }
}

void fairy_follow_ups_add(GPtrArray *follow_ups, FairyFollowUp *follow_up)
{
    guint place = follow_ups->len;
    while (place > 0 && ((FairyFollowUp *)follow_ups->pdata[place - 1])->index > follow_up->index) {
        place--;
    }
    g_ptr_array_insert(follow_ups, (gint)place, follow_up);
}

SvgBox fairy_follow_ups_view(const GPtrArray *follow_ups)
{
    SvgBox view = SVG_BOX_EMPTY;
    for (guint i = 0; i < follow_ups->len; i++) {
        const FairyFollowUp *follow_up = follow_ups->pdata[i];
        view = follow_up->kind == FAIRY_FOLLOW_VIEW ? follow_up->bounds
                                                    : svg_box_union(view, follow_up->bounds);
    }
    return view;
}
