/* Where there is room for something new. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct {
    SvgEdit *edit;
    SvgBox within;      /* the page, as far as the edit's scope goes */
    SvgBox about;       /* what holds this is no obstacle: frames, backdrops. Empty: what holds most
                           of the page isn't */
    double apart;       /* from what is there, and from the page's edge */
    GHashTable *things; /* SvgNode * → what is known of it; private */
} SvgRoom;

/* On the page that `about` is on, or on the first. */
void svg_room_init(SvgRoom *room, SvgEdit *edit, SvgBox about, double apart);
void svg_room_clear(SvgRoom *room);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgRoom, svg_room_clear)
/* Whether the box is within, and nothing lies there. */
gboolean svg_room_is_free(const SvgRoom *room, SvgBox box);
/* Whether a straight line between them runs through nothing but other lines. */
gboolean svg_room_is_clear(const SvgRoom *room, SvgPoint from, SvgPoint to);
