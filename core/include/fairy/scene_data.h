/* What a prompt tells of the drawing beside the view (fairy/view.h): values as JSON text. Numbers
 * are those of model space; of a name FAIRY_SHOWN_NAME_BYTES bytes are told. The caller's; never
 * NULL unless it says so. */
#pragma once

#include <fairy/coords.h>
#include <svg/document.h>

/* A string for each page, {"id":…,"name":…,"x":…,"y":…,"w":…,"h":…}; one without id where the
 * drawing has none of its own. */
GPtrArray *fairy_pages_json(SvgDocument *doc, const FairyCoords *coords);

/* A string for each of Inkscape's layers, bottom to top,
 * {"shapeId":…,"name":…,"parent":…,"current":true,"locked":true,"hidden":true}; what is false or
 * missing is left out. */
GPtrArray *fairy_layers_json(SvgDocument *doc);

/* {"colors":[{"css":"#1971c2","color":"blue","count":12},…],"fonts":[{"family":…,"count":…},…]}:
 * what is in use, at most `most` of each, the most used first. "moreColors" and "moreFonts" are the
 * numbers of others, where there are any. */
char *fairy_style_json(SvgDocument *doc, guint most);

/* What `author` (NULL: everybody) did since `version` of the document, and what was undone or
 * redone since by anybody:
 * {"added":[{"shapeId","type"},…],"removed":[…],"updated":[{"shapeId","type","before":{…},
 * "after":{…}},…]}; empty lists are left out. Before and after have the fields of
 * FAIRY_DETAIL_SIMPLE that differ; null stands for one that isn't there. Several changes of a shape
 * are one: from how it was first to how it is last. "incomplete":true where a state between is
 * gone (see svg_document_depth_at()). NULL when there is nothing to tell. */
char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author);
