/* What a house style says, and what becomes of a value. Private to svg/house. */
#pragma once

#include "edit/edit_priv.h"

#include <svg/house.h>

typedef struct {
    guint32 rgb;
    double lab[3]; /* OKLab */
} SvgHouseColor;

struct _SvgHouse {
    GArray *colors;         /* SvgHouseColor; empty: any */
    char **fonts;           /* empty: any */
    GHashTable *stand_ins;  /* families in lower case → one of `fonts` */
    GArray *widths, *sizes; /* double, px, rising; empty: any */
    double contrast;        /* 0: any */
};

/* --- style.c */

/* Perceptual distance between colours: Ottosson's OKLab. */
void svg_oklab(guint32 rgb, double lab[3]);
/* The allowed colour nearest to it for which `fits` (NULL: any) holds; FALSE when none does. */
gboolean svg_house_nearest(const SvgHouse *house, guint32 rgb,
                           gboolean (*fits)(guint32 rgb, gpointer data), gpointer data,
                           guint32 *out);
/* The nearest of them by ratio; `value` itself where that is near enough, or anything goes. */
double svg_house_snap(const GArray *allowed, double value);
/* Which of its fonts stands for a font-family, as CSS; NULL if its first name is allowed. */
const char *svg_house_font(const SvgHouse *house, const char *families);

/* --- values.c */

/* What a value of the CSS property should be; NULL if it may stay. *type: which departure it is.
 * The caller's. */
char *svg_house_value(const SvgHouse *house, SvgSlice name, SvgSlice value, SvgLintType *type);
/* Called with each value that is replaced. */
typedef void (*SvgHouseTold)(SvgLintType type, SvgSlice name, SvgSlice value, const char *now,
                             gpointer data);
/* Declarations with every value as it should be; NULL if all may stay. The caller's. */
char *svg_house_declarations(const SvgHouse *house, SvgSlice text, SvgHouseTold told,
                             gpointer data);
/* The same of a style sheet. */
char *svg_house_sheet(const SvgHouse *house, const char *text, SvgHouseTold told, gpointer data);
