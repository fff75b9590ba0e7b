/* Limits on what a style sheet can cost. What goes beyond one is left out of the cascade, as if it
 * weren't written; none is an error. */
#pragma once

#define SVG_CSS_MAX_NESTING   128    /* open brackets in a value or prelude; the rest is skipped */
#define SVG_CSS_MAX_MEDIA     8      /* @media inside @media */
#define SVG_CSS_MAX_SELECTORS 100000 /* in all sheets of a document, counting each in "a, b" */
#define SVG_CSS_MAX_COMPOUNDS 32     /* in one selector: "a b > c" has three */
#define SVG_CSS_MAX_TESTS     32     /* in one compound: "a.b[c]" has three */
#define SVG_CSS_MAX_LISTS     8      /* :not() in :is() in … */
#define SVG_CSS_MAX_STEPS     20000000 /* elements that :has() looks at; then it holds for none */
#define SVG_CSS_MAX_UNFOLDED  65536    /* bytes of a rule's selectors that stands in another rule */
#define SVG_CSS_MAX_NTH       1000000  /* of a and b in an+b */
#define SVG_CSS_MAX_TRIED     2000     /* rules of one class, id or type; the strongest count */
#define SVG_CSS_MAX_CLASSES   256      /* of an element that rules are looked up for */

/* What is remembered of elements that are alike: beyond, all are looked at by themselves. */
#define SVG_STYLE_SHARING_MAX 4096
#define SVG_CSS_MAX_KIN_ATTRS 16 /* that the sheets ask for */

#define SVG_VAR_MAX_DEPTH 16    /* a var() in the value of a var() … */
#define SVG_VAR_MAX_COUNT 64    /* var()s replaced for one value, at all depths */
#define SVG_VAR_MAX_BYTES 65536 /* of the value that comes out */
