/* The two forms of a view: JSON for programs, and lines for prompts at about a third of the tokens.
 * Private to core/view. */
#pragma once

#include "view/shape_json.h"
#include "view/usual.h"

#include <svg/lint.h>

/* A cluster of shapes that aren't listed, in model space. */
typedef struct {
    guint count;
    FairyBox bounds;
    const char *direction;
    double distance; /* < 0 = not written */
} FairyPeripheral;

typedef struct {
    const char *open, *first, *next, *close; /* around a list; before its first and later entries */
    FairyLabelPlace (*shape)(GString *out, SvgDocument *doc, FairyCoords *coords,
                             const SvgShape *shape, FairyDetail detail,
                             gsize max_text); /* appends a shape except its end */
    /* says what of it isn't as usual; NULL: a shape tells all its looks */
    void (*looks)(const FairyUsual *usual, const SvgShape *shape, GString *out);
    void (*unseen)(GString *out, const char *why); /* says that nobody can read its text */
    void (*omitted)(GString *out, guint n);        /* of a group: how many shapes it stands for */
    const char *labels, *labels_end;               /* around texts of these shapes, in quotes */
    const char *shape_end;
    void (*far)(GString *out, const FairyPeripheral *far);
    void (*lint)(GString *out, const SvgLint *lint);
    void (*id)(GString *out, const char *id);
    void (*name)(GString *out, const char *name); /* of the file */
    void (*box)(GString *out, FairyBox box);
    void (*point)(GString *out, SvgPoint p);
    void (*left_out)(GString *out, guint shapes, guint selected);
    gboolean terse; /* leaves out the view if it is the page, and an origin at 0,0; what is in a
                       group is a step to the right of it */
    void (*part)(GString *out, const char *name, const char *value); /* a part of the whole */
    const char *begin, *end;                                         /* around the whole */
} FairyViewForm;

extern const FairyViewForm fairy_form_json, fairy_form_lines;

/* Returns the form that the options ask for; static. */
const FairyViewForm *fairy_form_of(const FairyViewOptions *options);

/* A list that is being written. */
typedef struct {
    const FairyViewForm *form;
    GString *out;
    gboolean begun;
} FairyList;

FairyList fairy_list_new(const FairyViewForm *form);
/* Starts an entry, and returns the string to append it to. */
GString *fairy_list_next(FairyList *list);
/* Ends the list and returns it. Free with g_free(). */
char *fairy_list_end(FairyList *list);
