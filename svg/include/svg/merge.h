/* A three-way merge: what one did to a drawing is done again to what another program has made of it
 * meanwhile.
 *
 * `base` is what both began from, `ours` what we made of it, `theirs` what they did. Elements are
 * matched by their ids, and where there is none (or another program gave one when it saved) by what
 * they are and where they stand. Compared are elements and attributes in any order, values by what
 * they say, not by how it is spelt: where an attribute or a property has numbers, colours, a
 * transform or path data, these with the rounding and in the form that another program gives them;
 * a class as a set of words; style attributes declaration by declaration. A light-dark() is no
 * plain colour. All else is words, letter by letter: "v1.10" isn't "v1.1" in a label, and "Open
 * Sans" no "OpenSans".
 *
 * What we changed (an attribute, a declaration of a style, the text, the place of an element, an
 * element that came or went) is written into theirs, and no other byte of it. Where they changed
 * the same, theirs stays: of one element all of its geometry counts as one thing, and of a <text>
 * that of its lines, too. What is locked in theirs isn't changed, whoever locked it. */
#pragma once

#include <svg/journal.h>

/* What became of one thing that we did. */
typedef enum {
    SVG_MERGE_KEPT,
    SVG_MERGE_THEIRS,   /* they changed the same, to something else, which stays */
    SVG_MERGE_GONE,     /* they deleted the element */
    SVG_MERGE_STAYS,    /* we deleted it; they changed it, or made something that refers to it */
    SVG_MERGE_LOCKED,   /* it, or what depends on it, is locked in theirs */
    SVG_MERGE_RENAMED,  /* kept; what we made has another id, as theirs has that one */
    SVG_MERGE_REHOMED,  /* kept; the group that it was in is gone, so that it is in another */
    SVG_MERGE_DANGLING, /* kept, but it refers to something that they deleted */
} SvgMergeFate;

typedef struct {
    SvgMergeFate fate;
    char *id;   /* of the element, in ours */
    char *what; /* "style" property, attribute, "geometry", "text", "place"; NULL: all of it */
    char *why;  /* RENAMED, REHOMED, DANGLING: the other id; LOCKED: a sentence; else NULL */
} SvgMergeItem;

typedef struct {
    SvgDocument *doc;  /* theirs, with what we did as one commit of it, unless nothing is left; NULL
                          of svg_merge_into() */
    SvgChange *change; /* that commit's record; NULL where there is none of ours */
    GPtrArray *items;  /* SvgMergeItem, one for each thing that we did */
    guint n_kept, n_lost;
} SvgMerge;

/* Merges. The result's document has the name, encoding and packing of `theirs`. When theirs is the
 * base, byte for byte, it is ours, byte for byte; when ours is the base, it is theirs. `author` is
 * that of the commit. None of the three is changed, except that derived ids are given. NULL with an
 * error of svg_document_parse() where the result can't be held; never because of what the drawings
 * are. */
SvgMerge *svg_merge(SvgDocument *base, SvgDocument *ours, SvgDocument *theirs, const char *author,
                    GError **error);
/* The same for a drawing at work: what made `is` of `was` is done again to `doc`, which was `was`
 * once, as one commit of it, or none. `doc` is the caller's, and keeps what was done to it; no edit
 * may be open. `wins`: what was done is what the person has done, so that where `doc` has the same
 * changed it isn't theirs that stays; what `doc` has deleted comes back where they changed it, and
 * locks, which are the person's, don't bind it and are taken over. Neither `was` nor `is` is
 * changed, except that derived ids are given. */
SvgMerge *svg_merge_into(SvgDocument *doc, SvgDocument *was, SvgDocument *is, const char *author,
                         gboolean wins);
/* Whether both are the same drawing as two programs may write it: the same elements with the same
 * attributes, in any order and however they are spelt. Ids that one of them lacks, and what says
 * how a window shows the drawing, aren't looked at. */
gboolean svg_documents_agree(SvgDocument *a, SvgDocument *b);
/* Takes NULL. */
void svg_merge_free(SvgMerge *merge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgMerge, svg_merge_free)

/* Whether what we did isn't there, wholly or partly. */
gboolean svg_merge_is_lost(SvgMergeFate fate);
/* "kept", "theirs", "gone", …; static. */
const char *svg_merge_fate_name(SvgMergeFate fate);
/* One sentence of it for a person: "login: its fill stays as another program set it". The caller's.
 */
char *svg_merge_item_text(const SvgMergeItem *item);
