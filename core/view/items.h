/* What a view may list: every shape that touches it, written out, and where the others are. Private
 * to core/. */
#pragma once

#include "view/form.h"

#define FAIRY_NO_ITEM G_MAXUINT
#define FAIRY_LABELS  3 /* of a group that is told by its number: words of what is in it */

/* A shape that could be listed. */
typedef struct {
    const FairyViewForm *form; /* it is written in */
    gsize at, len;             /* in FairyItems.text, without its end */
    FairyLabelPlace label;     /* also there */
    SvgBox box;
    guint parent; /* the group it is in; FAIRY_NO_ITEM */
    guint depth;
    guint tokens; /* 0 unless there is a budget */
    double weight;
    guint omitted; /* shapes that aren't listed and for which this group stands */
    guint labels[FAIRY_LABELS], n_labels;
    guint8 group, line, selected;
    guint8 shown;  /* not too small to be told by itself */
    guint8 opened; /* a group that is selected, or something in one */
    guint8 listed;
    guint8 unseen; /* its words are */
} FairyItem;

typedef struct {
    GString *text;
    GArray *items; /* FairyItem: in paint order, and then what is selected elsewhere */
    GArray *far;   /* SvgBox of every shape that doesn't touch the view */
    GArray *loose; /* of those that do, but aren't listed and have no group that stands for them */
    guint *order;  /* choose.c: indices by rank; NULL until asked for */
    SvgBox view;
} FairyItems;

/* `unseen`: see FairyScene. */
FairyItems *fairy_items_new(SvgDocument *doc, FairyCoords *coords, SvgBox view,
                            const FairyViewOptions *options, GHashTable *unseen);
void fairy_items_free(FairyItems *items);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyItems, fairy_items_free)
FairyItem *fairy_item(const FairyItems *items, guint index);

/* Which of them are listed, so that they cost no more than `tokens` (0: whatever they cost); and
 * what stands for the others. Can be asked again. The number that isn't listed, groups apart. */
guint fairy_items_choose(FairyItems *items, gsize tokens);
/* The list of those. The caller's. */
char *fairy_items_print(const FairyItems *items, const FairyViewForm *form);
