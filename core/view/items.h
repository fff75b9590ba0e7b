/* The items of a view: every shape that touches it, already written, and where the other shapes
 * are. Private to core/view. */
#pragma once

#include "view/form.h"

#define FAIRY_NO_ITEM G_MAXUINT
#define FAIRY_LABELS  3 /* texts of shapes that a group shows for those that it stands for */

/* A shape that could be listed. */
typedef struct {
    const FairyViewForm *form; /* the form that it is written in */
    gsize at, len;             /* its place in FairyItems.text, without its end */
    FairyLabelPlace label;     /* its label in the same text */
    SvgBox box;
    guint parent; /* index of the group that it is in, or FAIRY_NO_ITEM */
    guint depth;
    guint tokens; /* 0 without a budget */
    double weight;
    guint omitted; /* how many shapes that aren't listed this group stands for */
    guint labels[FAIRY_LABELS], n_labels;
    guint8 group, line, selected;
    guint8 shown;  /* large enough to be listed by itself */
    guint8 opened; /* a selected group, or something inside of one */
    guint8 listed;
    guint8 unseen; /* nobody can read its text */
} FairyItem;

typedef struct {
    GString *text;
    GArray *items; /* FairyItem, in paint order, then selected ones outside of the view */
    GArray *far;   /* SvgBox of every shape that doesn't touch the view */
    GArray *loose; /* SvgBox of those that do, but aren't listed and have no group that stands for
                      them */
    guint *order;  /* choose.c: indices by rank; NULL until asked for */
    SvgBox view;
} FairyItems;

/* Reads the drawing's shapes. `view` is in document space, `unseen` as in FairyScene;
 * `usual` for forms with looks, else NULL. Free with fairy_items_free(). */
FairyItems *fairy_items_new(SvgDocument *doc, FairyCoords *coords, SvgBox view,
                            const FairyViewOptions *options, const FairyUsual *usual,
                            GHashTable *unseen);
void fairy_items_free(FairyItems *items);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyItems, fairy_items_free)
/* Returns the item at an index. Borrowed. */
FairyItem *fairy_item(const FairyItems *items, guint index);

/* Chooses the items to list, so that they take at most `tokens` (0 = no limit), and what stands for
 * the others. It can be called again. Returns how many aren't listed, without groups. */
guint fairy_items_choose(FairyItems *items, gsize tokens);
/* Returns the list of the chosen items. Free with g_free(). */
char *fairy_items_print(const FairyItems *items, const FairyViewForm *form);
