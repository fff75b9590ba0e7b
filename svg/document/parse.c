/* Builds the tree from SAX events, and finds each element's bytes.
 *
 * When libxml2 reports a start tag, its read position stands just before the tag's ">" or "/>", and
 * a raw "<" can't be inside a start tag: so the tag starts at the last "<" before that position.
 * When it reports an end tag, the position is just behind it. The input is UTF-8 in memory, so
 * positions are offsets into our own copy.
 *
 * Elements that come out of an &entity; have no bytes of their own: libxml2 parses the entity's
 * text at a depth of its own while the document's position rests behind the reference. */
#include "document/parse.h"

#include "document/ids.h"
#include "document/input.h"
#include "document/names.h"

#include <svg/error.h>
#include <svg/limits.h>

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <string.h>

typedef struct {
    SvgDocument *doc;
    xmlParserCtxt *ctxt;
    SvgNode *parent; /* the open element */
    gsize last;      /* end of the latest tag */
    GString *text;   /* character data since then */
    guint depth, elements;
    gsize entity_bytes;
    guint nested_entities; /* references inside other entities */
    GError *error;         /* the first one */
} Loader;

static gsize position(const Loader *in)
{
    const xmlParserInput *input = in->ctxt->inputTab[0];
    return (gsize)input->consumed + (gsize)(input->cur - input->base);
}

static gboolean in_entity(const Loader *in)
{
    return in->ctxt->depth > 0 || in->ctxt->inputNr > 1;
}

static void fail(Loader *in, SvgError code, const char *what)
{
    if (!in->error) {
        g_set_error(&in->error, SVG_ERROR, code, "%s:%u: %s", in->doc->name,
                    svg_line_at(in->doc->source, MIN(position(in), in->doc->source_len)), what);
    }
    xmlStopParser(in->ctxt);
}

static gboolean is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static void append(SvgNode *parent, SvgNode *node)
{
    node->parent = parent;
    node->prev = parent->last;
    if (parent->last) {
        parent->last->next = node;
    } else {
        parent->first = node;
    }
    parent->last = node;
}

/* White space between elements isn't kept as a node, except where it is text. */
static void flush_text(Loader *in)
{
    if (in->text->len && in->parent &&
        (!is_blank(in->text->str) || (svg_tag_flags(svg_node_tag(in->parent)) & SVG_TAG_IS_TEXT))) {
        SvgNode *node = svg_arena_alloc(in->doc->arena, sizeof *node);
        node->text = svg_document_keep(in->doc, in->text->str, (gssize)in->text->len);
        node->foreign = in_entity(in);
        append(in->parent, node);
    }
    g_string_truncate(in->text, 0);
}

static SvgSlice slice(const Loader *in, gsize from, gsize to)
{
    return (SvgSlice){in->doc->source + from, to - from};
}

static const SvgName *canonical(Loader *in, const xmlChar *local, const xmlChar *prefix,
                                const xmlChar *uri, gboolean element)
{
    const char *known = uri ? svg_namespace_prefix((const char *)uri) : NULL;
    if (!known) {
        known = prefix ? (const char *)prefix : uri && element ? "?" : "";
    }
    if (!*known) {
        return svg_document_name_of(in->doc, (const char *)local);
    }
    g_autofree char *full = g_strconcat(known, ":", (const char *)local, NULL);
    return svg_document_name_of(in->doc, full);
}

static void read_attributes(Loader *in, SvgNode *node, int n_ns, const xmlChar **ns, int n_attr,
                            const xmlChar **attr)
{
    node->n_attrs = (guint)(n_ns + n_attr);
    SvgAttr *to = svg_arena_alloc(in->doc->arena, sizeof *to * MAX(node->n_attrs, 1));
    node->attrs = to;
    for (int i = 0; i < n_ns; i++, ns += 2, to++) {
        g_autofree char *name =
            ns[0] ? g_strconcat("xmlns:", (const char *)ns[0], NULL) : g_strdup("xmlns");
        to->name = svg_document_name_of(in->doc, name);
        to->value = svg_document_keep(in->doc, ns[1] ? (const char *)ns[1] : "", -1);
    }
    for (int i = 0; i < n_attr; i++, attr += 5, to++) {
        to->name = canonical(in, attr[0], attr[1], attr[2], FALSE);
        to->value = svg_document_keep(in->doc, (const char *)attr[3], attr[4] - attr[3]);
    }
}

/* The bytes of a start tag whose ">" or "/>" is at `at`. */
static void find_start_tag(Loader *in, SvgNode *node)
{
    gsize at = position(in);
    const char *start = g_strrstr_len(in->doc->source + in->last, (gssize)(at - in->last), "<");
    const char *end = memchr(in->doc->source + at, '>', in->doc->source_len - at);
    if (!start || !end) {
        fail(in, SVG_ERROR_PARSE, "a start tag that can't be found again");
        return;
    }
    gsize from = (gsize)(start - in->doc->source), to = (gsize)(end + 1 - in->doc->source);
    node->before = slice(in, in->last, from);
    node->open = slice(in, from, to);
    in->last = to;
}

static void check_root(Loader *in, const SvgNode *node)
{
    if (svg_node_tag(node) != SVG_TAG_SVG) {
        g_autofree char *what =
            g_strdup_printf("the root element is <%s>, not <svg>", node->name->str);
        fail(in, SVG_ERROR_NOT_SVG, what);
    }
}

static void on_start(void *data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
                     int n_ns, const xmlChar **ns, int n_attr, int n_defaulted,
                     const xmlChar **attr)
{
    (void)n_defaulted;
    Loader *in = data;
    if (in->error) {
        return;
    }
    flush_text(in);
    SvgNode *node = svg_arena_alloc(in->doc->arena, sizeof *node);
    node->name = canonical(in, local, prefix, uri, TRUE);
    node->line = (guint)MAX(xmlSAX2GetLineNumber(in->ctxt), 0);
    node->foreign = in_entity(in);
    read_attributes(in, node, n_ns, ns, n_attr, attr);
    if (!node->foreign) {
        find_start_tag(in, node);
    }
    if (in->parent) {
        append(in->parent, node);
    } else {
        in->doc->root = node;
        check_root(in, node);
    }
    in->parent = node;
    if (++in->depth > SVG_MAX_DEPTH) {
        fail(in, SVG_ERROR_TOO_LARGE,
             "elements nested more than " G_STRINGIFY(SVG_MAX_DEPTH) " deep, which is the limit");
    } else if (++in->elements > SVG_MAX_ELEMENTS) {
        fail(in, SVG_ERROR_TOO_LARGE,
             "more than " G_STRINGIFY(SVG_MAX_ELEMENTS) " elements, which is the limit");
    }
}

static void on_end(void *data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri)
{
    (void)local, (void)prefix, (void)uri;
    Loader *in = data;
    if (in->error) {
        return;
    }
    flush_text(in);
    SvgNode *node = in->parent;
    in->depth--;
    in->parent = node->parent;
    if (node->foreign || (node->open.len > 1 && node->open.at[node->open.len - 2] == '/')) {
        return;
    }
    gsize to = position(in);
    const char *start = g_strrstr_len(in->doc->source + in->last, (gssize)(to - in->last), "<");
    if (!start) {
        fail(in, SVG_ERROR_PARSE, "an end tag that can't be found again");
        return;
    }
    gsize from = (gsize)(start - in->doc->source);
    node->tail = slice(in, in->last, from);
    node->close = slice(in, from, to);
    in->last = to;
}

static void on_text(void *data, const xmlChar *text, int len)
{
    Loader *in = data;
    if (!in->error) {
        g_string_append_len(in->text, (const char *)text, len);
    }
}

static void on_error(void *data, xmlErrorPtr what)
{
    Loader *in = data;
    if (!in || in->error || what->level < XML_ERR_FATAL) {
        return;
    }
    g_autofree char *message =
        g_strstrip(g_strdup(what->message ? what->message : "not well-formed"));
    g_strdelimit(message, "\r\n", ' ');
    g_set_error(&in->error, SVG_ERROR, SVG_ERROR_PARSE, "%s:%u: %s", in->doc->name,
                svg_line_at(in->doc->source, MIN(position(in), in->doc->source_len)), message);
}

/* Entities declared in the file itself work, up to a limit on what they expand to. Nothing is ever
 * loaded from elsewhere. */
static xmlEntity *on_entity(void *data, const xmlChar *name)
{
    Loader *in = data;
    xmlEntity *entity = xmlSAX2GetEntity(in->ctxt, name);
    if (!entity || entity->etype == XML_INTERNAL_PREDEFINED_ENTITY) {
        return entity;
    }
    if (entity->etype != XML_INTERNAL_GENERAL_ENTITY) {
        return NULL;
    }
    in->entity_bytes += (gsize)MAX(entity->length, 0) + 1;
    in->nested_entities += in_entity(in);
    if (in->entity_bytes > SVG_MAX_ENTITY_BYTES || in->nested_entities > SVG_MAX_NESTED_ENTITIES) {
        fail(
            in, SVG_ERROR_TOO_LARGE,
            "its entities expand to more than the limit of 16 MB or 10000 entities within entities");
        return NULL;
    }
    return entity;
}

static xmlEntity *on_parameter_entity(void *data, const xmlChar *name)
{
    Loader *in = data;
    xmlEntity *entity = xmlSAX2GetParameterEntity(in->ctxt, name);
    return entity && entity->etype == XML_INTERNAL_PARAMETER_ENTITY ? entity : NULL;
}

static void on_start_document(void *data)
{
    xmlSAX2StartDocument(((Loader *)data)->ctxt);
}

static void on_internal_subset(void *data, const xmlChar *name, const xmlChar *external,
                               const xmlChar *system)
{
    xmlSAX2InternalSubset(((Loader *)data)->ctxt, name, external, system);
}

static int on_has_external_subset(void *data)
{
    return xmlSAX2HasExternalSubset(((Loader *)data)->ctxt);
}

static void on_entity_decl(void *data, const xmlChar *name, int type, const xmlChar *public_id,
                           const xmlChar *system_id, xmlChar *content)
{
    xmlSAX2EntityDecl(((Loader *)data)->ctxt, name, type, public_id, system_id, content);
}

static const xmlSAXHandler handler = {
    .initialized = XML_SAX2_MAGIC,
    .startDocument = on_start_document,
    .internalSubset = on_internal_subset,
    .hasExternalSubset = on_has_external_subset,
    .entityDecl = on_entity_decl,
    .getEntity = on_entity,
    .getParameterEntity = on_parameter_entity,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_text,
    .ignorableWhitespace = on_text,
    .cdataBlock = on_text,
    .serror = on_error,
};

static void finish(Loader *in)
{
    SvgDocument *doc = in->doc;
    if (!in->error && (!in->ctxt->wellFormed || !doc->root)) {
        g_set_error(&in->error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: not an XML document", doc->name);
    }
    if (!in->error) {
        doc->epilog = slice(in, in->last, doc->source_len);
        svg_ids_index(doc, doc->root);
    }
}

gboolean svg_parse(SvgDocument *doc, GError **error)
{
    Loader in = {.doc = doc};
    in.ctxt = xmlCreateMemoryParserCtxt(doc->source, (int)doc->source_len);
    if (!in.ctxt) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: not an XML document", doc->name);
        return FALSE;
    }
    in.text = g_string_new(NULL);
    *in.ctxt->sax = handler;
    in.ctxt->userData = &in;
    /* HUGE lifts libxml2's limit of 10 MB on an attribute, which embedded pictures pass; depth,
     * size and entities have limits of our own. */
    xmlCtxtUseOptions(in.ctxt,
                      XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_HUGE);
    xmlParseDocument(in.ctxt);
    finish(&in);
    xmlDoc *declarations = in.ctxt->myDoc;
    xmlFreeParserCtxt(in.ctxt);
    xmlFreeDoc(declarations);
    g_string_free(in.text, TRUE);
    if (in.error) {
        g_propagate_error(error, in.error);
    }
    return !in.error;
}
