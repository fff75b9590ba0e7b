/* The two ways a view is written: as JSON, for programs; in lines, for prompts, at about a third of
 * the tokens. Private to core/. */
#pragma once

#include "view/shape_json.h"

#include <svg/lint.h>

/* What isn't listed, as it is told. */
typedef struct {
    guint count;
    FairyBox bounds;
    const char *direction;
    double distance; /* < 0: not told */
} FairyPeripheral;

typedef struct {
    const char *open, *first, *next, *close; /* a list; before its entries */
    FairyLabelPlace (*shape)(GString *out, FairyCoords *coords, const SvgShape *shape,
                             FairyDetail detail, gsize max_text); /* all but its end */
    void (*unseen)(GString *out, const char *why);                /* nobody sees its words */
    void (*omitted)(GString *out, guint n); /* in a group: shapes it stands for */
    const char *labels, *labels_end;        /* around words of theirs, in quotes */
    const char *shape_end;
    void (*far)(GString *out, const FairyPeripheral *far);
    void (*lint)(GString *out, const SvgLint *lint);
    void (*id)(GString *out, const char *id);
    void (*name)(GString *out, const char *name); /* of a file */
    void (*box)(GString *out, FairyBox box);
    void (*point)(GString *out, SvgPoint p);
    void (*left_out)(GString *out, guint shapes, guint selected);
    gboolean terse; /* leaves out the view when it is the page, and the origin at 0,0 */
    void (*part)(GString *out, const char *name, const char *value); /* of the whole */
    const char *begin, *end;                                         /* the whole */
} FairyViewForm;

extern const FairyViewForm fairy_form_json, fairy_form_lines;

/* What is asked for. */
const FairyViewForm *fairy_form_of(const FairyViewOptions *options);

/* A list that is being written. */
typedef struct {
    const FairyViewForm *form;
    GString *out;
    gboolean begun;
} FairyList;

FairyList fairy_list_new(const FairyViewForm *form);
/* Starts an entry, which is to be appended to what is given back. */
GString *fairy_list_next(FairyList *list);
/* The caller's. */
char *fairy_list_end(FairyList *list);
