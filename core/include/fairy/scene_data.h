/* What a prompt shows of the drawing beside the view (fairy/view.h), as JSON text. Numbers are in
 * model space; names are cut to FAIRY_SHOWN_NAME_BYTES. All results are freed with g_free(), and
 * are never NULL unless a comment says so. */
#pragma once

#include <fairy/coords.h>
#include <svg/document.h>

/* Returns the pages, each as {"id":…,"name":…,"x":…,"y":…,"w":…,"h":…} (char *). A drawing without
 * pages has one without an id. Free with g_ptr_array_unref(). */
GPtrArray *fairy_pages_json(SvgDocument *doc, const FairyCoords *coords);

/* Returns Inkscape's guides, each as {"x":120} if it is vertical, {"y":40} if it is horizontal,
 * else as {"x":…,"y":…,"angle":30}, a point of it and degrees from horizontal, clockwise as seen;
 * with "name" if it has one (char *). Free with g_ptr_array_unref(). */
GPtrArray *fairy_guides_json(SvgDocument *doc, const FairyCoords *coords);

/* Returns Inkscape's layers, bottom to top, each as {"shapeId":…,"name":…,"parent":…,
 * "current":true,"locked":true,"hidden":true} (char *). Members that are false or empty are left
 * out. Free with g_ptr_array_unref(). */
GPtrArray *fairy_layers_json(SvgDocument *doc);

/* Returns the colours and fonts in use, at most `most` of each, the most used first, each with how
 * often it is: 'blue=#1971c2 12, #fa5252 3; 2 more colours; fonts "Times" 4'. A colour's name is
 * the one by which actions get it in this drawing. A font that isn't there, for which pictures have
 * another, is "(not installed)". Free with g_free(). */
char *fairy_style_text(SvgDocument *doc, guint most);

/* Returns how closed shapes with words on them are mostly made, at most `most` kinds, the most
 * common first, each as
 * {"type":"rectangle","w":120,"h":60,"count":7,"shapeIds":["login","db","api"]} (char *): so many
 * of that kind and size, with the first ids as examples of how they are named. What there is only
 * once isn't told, nor is what was made since the drawing was read, unless there is nothing else.
 * Free with g_ptr_array_unref(). */
GPtrArray *fairy_usual_boxes_json(SvgDocument *doc, const FairyCoords *coords, guint most);

/* Returns what `author` (NULL = anybody) changed since that version of the document, and what
 * anybody undid or redid since: {"added":[{"shapeId","type"},…],"removed":[…],
 * "updated":[{"shapeId","type","before":{…},"after":{…}},…]}. Empty lists are left out. "before"
 * and "after" have the fields of FAIRY_DETAIL_SIMPLE that differ; null stands for a missing one.
 * Several changes of a shape are merged into one, from its first state to its last.
 * "incomplete":true says that a state in between is gone (see svg_document_depth_at()). Returns
 * NULL if nothing changed. */
char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author);
/* Returns the same of what all others than `author` changed, taken together: what one added and
 * another removed is left out. Each shape has its authors, before the rest: {"by":["user"],…}, for
 * what was undone or redone FAIRY_CHANGED_BY_UNDO. */
char *fairy_changes_of_others_json(SvgDocument *doc, FairyCoords *coords, guint version,
                                   const char *author);
#define FAIRY_CHANGED_BY_UNDO "undo"
