/* What is to be added: read and made by create.c, placed by place.c. Private to
 * offline_*.c. */
#pragma once

#include "offline/offline.h"

typedef struct {
    SvgKind kind;
    gboolean even;   /* a square, a circle */
    gboolean attach; /* "to X" says where */
    guint count;
    char *color;
    const char *fill;
    FairyLook look;    /* but for the colour */
    GPtrArray *labels; /* char * */
    double w, h;       /* NAN when not given */
    double gap;
    double scale; /* "a big box" */
    gboolean at;
    SvgPoint place;
    gboolean on_page; /* at a corner or the middle of it: */
    int across, down; /* as fairy_words_page_place() says */
    gboolean related; /* beside `references`, or beside everything when that is NULL */
    FairyRelation relation;
    GPtrArray *references;
} FairyWish;

void fairy_wish_clear(FairyWish *wish);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyWish, fairy_wish_clear)

/* The height of letters here, in document units. */
double fairy_wish_letters(const FairyPlan *plan);
/* How large the shape is; x and y are 0. */
SvgBox fairy_wish_size(const FairyPlan *plan, const FairyWish *wish, const char *label);
/* Where the first one goes. `box` has its size. */
SvgBox fairy_wish_place(const FairyPlan *plan, const FairyWish *wish, SvgBox box);
