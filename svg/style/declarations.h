/* The declarations of a style="" attribute or of a rule's block: "name: value !important; …". CSS
 * Syntax 3 §5.4.4. Private to style/. */
#pragma once

#include "document/node.h"

/* Slices of the text read. */
typedef struct {
    SvgSlice name;
    SvgSlice value;  /* without outer white space, comments and !important; may be empty */
    const char *end; /* at the ";", or at the end of the text */
    gboolean important;
} SvgDeclaration;

/* The next declaration from *at, which moves behind its ";". Anything that isn't one is skipped.
 * FALSE at the end. */
gboolean svg_declaration_next(const char **at, const char *end, SvgDeclaration *out);
/* Whether it is a custom property: "--name". */
gboolean svg_declaration_is_custom(const SvgDeclaration *declaration);
/* Its SvgProperty; -1 for one we don't read. */
int svg_declaration_property(const SvgDeclaration *declaration);
