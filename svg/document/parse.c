/* Builds the tree from SAX events, and finds each element's bytes.
 *
 * When libxml2 reports a start tag, its read position stands just before the tag's ">" or "/>", and
 * a raw "<" can't be inside a start tag: so the tag starts at the last "<" before that position.
 * When it reports an end tag, the position is just behind it. The input is UTF-8 in memory, so
 * positions are offsets into our own copy.
 *
 * libxml2 reads a second copy, doc->decoded. Values that stand there as they are meant, which is
 * nearly all of them, stay there: they are ended by a NUL over the quote behind them.
 *
 * Elements that come out of an &entity; have no bytes of their own: libxml2 parses the entity's
 * text at a depth of its own while the document's position rests behind the reference. */
#include "document/parse.h"

#include "document/ids.h"
#include "document/input.h"
#include "document/names.h"
#include "document/xml.h"

#include <svg/error.h>
#include <svg/limits.h>

#include <string.h>

/* A name as libxml2 spells it: its dictionary has each string once, so pointers tell them apart. */
typedef struct {
    const xmlChar *local, *prefix, *uri;
    gboolean element;
} Spelling;

#define KNOWN_NAMES 512 /* a power of two */

typedef struct {
    Spelling spelling;
    const SvgName *name; /* NULL: a free place */
} KnownName;

typedef struct {
    SvgDocument *doc;
    const SvgXml *xml;
    xmlParserCtxt *ctxt;
    SvgNode *parent; /* the open element */
    gsize last;      /* end of the latest tag */
    SvgSlice run;    /* character data since then that stands in doc->decoded in one piece … */
    GString *text;   /* … or what doesn't */
    guint depth, elements;
    gsize entity_bytes;
    guint nested_entities; /* references inside other entities */
    GError *error;         /* the first one */
    const SvgName *id;
    KnownName known[KNOWN_NAMES];
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
    in->xml->xmlStopParser(in->ctxt);
}

/* libxml2 reads doc->decoded, and hands out pointers into it where the text needs no decoding. */
static gboolean is_ours(const Loader *in, const xmlChar *from, const xmlChar *to)
{
    guintptr base = (guintptr)in->doc->decoded;
    return (guintptr)from >= base && (guintptr)to < base + in->doc->source_len;
}

/* Ends the string in front of the quote or tag behind it, which was read already. */
static const char *end_ours(const Loader *in, const char *from, gsize len)
{
    in->doc->decoded[(from - in->doc->decoded) + (gssize)len] = '\0';
    return from;
}

static gboolean is_blank(SvgSlice text)
{
    for (gsize i = 0; i < text.len; i++) {
        if (!g_ascii_isspace(text.at[i])) {
            return FALSE;
        }
    }
    return TRUE;
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
    SvgSlice all = in->run.len ? in->run : (SvgSlice){in->text->str, in->text->len};
    if (all.len && in->parent && (!is_blank(all) || svg_node_is(in->parent, SVG_TAG_IS_TEXT))) {
        SvgNode *node = svg_arena_alloc(in->doc->arena, sizeof *node);
        node->text = in->run.len ? end_ours(in, all.at, all.len)
                                 : svg_document_keep(in->doc, all.at, (gssize)all.len);
        node->foreign = in_entity(in);
        append(in->parent, node);
    }
    in->run.len = 0;
    g_string_truncate(in->text, 0);
}

static SvgSlice slice(const Loader *in, gsize from, gsize to)
{
    return (SvgSlice){in->doc->source + from, to - from};
}

static const SvgName *canonical(Loader *in, const Spelling *spelt)
{
    const char *known = spelt->uri ? svg_namespace_prefix((const char *)spelt->uri) : NULL;
    if (!known) {
        known = spelt->prefix                  ? (const char *)spelt->prefix
                : spelt->uri && spelt->element ? "?"
                                               : "";
    }
    if (!*known) {
        return svg_document_name_of(in->doc, (const char *)spelt->local);
    }
    g_autofree char *full = g_strconcat(known, ":", (const char *)spelt->local, NULL);
    return svg_document_name_of(in->doc, full);
}

static const SvgName *make_name(Loader *in, KnownName *known, Spelling spelt)
{
    *known = (KnownName){spelt, canonical(in, &spelt)};
    return known->name;
}

/* What comes out of an entity may have been read with a dictionary of its own. In registers: that
 * is called for every attribute, and would wait for a structure to be written. */
static const SvgName *name_of(Loader *in, const xmlChar *local, const xmlChar *prefix,
                              const xmlChar *uri, gboolean element)
{
    guint64 mixed = ((guint64)(guintptr)local ^ ((guint64)(guintptr)uri >> 3)) *
                    G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    KnownName *known = &in->known[mixed >> 48 & (KNOWN_NAMES - 1)];
    const Spelling *spelt = &known->spelling;
    if (in_entity(in)) {
        KnownName once;
        return make_name(in, &once, (Spelling){local, prefix, uri, element});
    }
    if (known->name && spelt->local == local && spelt->prefix == prefix && spelt->uri == uri &&
        spelt->element == element) {
        return known->name;
    }
    return make_name(in, known, (Spelling){local, prefix, uri, element});
}

static const char *value_of(Loader *in, const xmlChar *from, const xmlChar *to)
{
    gsize len = (gsize)(to - from);
    gboolean quoted = is_ours(in, from, to) && (*to == '"' || *to == '\'');
    return quoted ? end_ours(in, (const char *)from, len)
                  : svg_document_keep(in->doc, (const char *)from, (gssize)len);
}

static void read_namespaces(Loader *in, SvgAttr *to, int n_ns, const xmlChar **ns)
{
    for (int i = 0; i < n_ns; i++, ns += 2, to++) {
        g_autofree char *name =
            ns[0] ? g_strconcat("xmlns:", (const char *)ns[0], NULL) : g_strdup("xmlns");
        to->name = svg_document_name_of(in->doc, name);
        to->value = svg_document_keep(in->doc, ns[1] ? (const char *)ns[1] : "", -1);
    }
}

static void read_attributes(Loader *in, SvgNode *node, SvgAttr *to, int n_attr,
                            const xmlChar **attr)
{
    const char *id = NULL;
    for (int i = 0; i < n_attr; i++, attr += 5, to++) {
        to->name = name_of(in, attr[0], attr[1], attr[2], FALSE);
        to->value = value_of(in, attr[3], attr[4]);
        id = !id && to->name == in->id ? to->value : id;
    }
    if (id) {
        svg_ids_read(in->doc, node, id);
    }
}

/* The bytes of a start tag whose ">" or "/>" is at `at`. */
static void find_start_tag(Loader *in, SvgNode *node)
{
    gsize at = position(in);
    const char *start = memrchr(in->doc->source + in->last, '<', at - in->last);
    const char *end = memchr(in->doc->source + at, '>', in->doc->source_len - at);
    if (!start || !end) {
        fail(in, SVG_ERROR_PARSE, "the file ends inside a tag: it is cut off");
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
    guint n = (guint)(n_ns + n_attr);
    SvgNode *node = svg_arena_alloc(in->doc->arena, sizeof *node + n * sizeof(SvgAttr));
    SvgAttr *attrs = (SvgAttr *)(node + 1);
    node->name = name_of(in, local, prefix, uri, TRUE);
    node->line = (guint)MAX(in->ctxt->input->line, 0);
    node->foreign = in_entity(in);
    node->attrs = attrs;
    node->n_attrs = n;
    svg_document_count(in->doc, node);
    if (svg_node_tag(node) == SVG_TAG_STYLE) {
        g_ptr_array_add(in->doc->styles, node);
    }
    read_namespaces(in, attrs, n_ns, ns);
    read_attributes(in, node, attrs + n_ns, n_attr, attr);
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
    const char *start = memrchr(in->doc->source + in->last, '<', to - in->last);
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
    gboolean ours = len > 0 && !in->text->len && is_ours(in, text, text + len);
    if (in->error) {
        return;
    }
    if (ours && !in->run.len) {
        in->run = (SvgSlice){(const char *)text, (gsize)len};
    } else if (ours && (const char *)text == in->run.at + in->run.len) {
        in->run.len += (gsize)len;
    } else {
        g_string_append_len(in->text, in->run.at, (gssize)in->run.len);
        in->run.len = 0;
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
    xmlEntity *entity = in->xml->xmlSAX2GetEntity(in->ctxt, name);
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
    xmlEntity *entity = in->xml->xmlSAX2GetParameterEntity(in->ctxt, name);
    return entity && entity->etype == XML_INTERNAL_PARAMETER_ENTITY ? entity : NULL;
}

static void on_start_document(void *data)
{
    Loader *in = data;
    in->xml->xmlSAX2StartDocument(in->ctxt);
}

static void on_internal_subset(void *data, const xmlChar *name, const xmlChar *external,
                               const xmlChar *system)
{
    Loader *in = data;
    in->xml->xmlSAX2InternalSubset(in->ctxt, name, external, system);
}

static int on_has_external_subset(void *data)
{
    Loader *in = data;
    return in->xml->xmlSAX2HasExternalSubset(in->ctxt);
}

static void on_entity_decl(void *data, const xmlChar *name, int type, const xmlChar *public_id,
                           const xmlChar *system_id, xmlChar *content)
{
    Loader *in = data;
    in->xml->xmlSAX2EntityDecl(in->ctxt, name, type, public_id, system_id, content);
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
        svg_ids_read_all(doc);
    }
}

/* A parser that reads doc->decoded where it stands: a string isn't copied, as a buffer would be.
 * NULL when memory fails it. */
static xmlParserCtxt *new_parser(const SvgXml *xml, SvgDocument *doc)
{
    xmlParserCtxt *ctxt = xml->xmlNewParserCtxt();
    xmlParserInput *input =
        ctxt ? xml->xmlNewStringInputStream(ctxt, (const xmlChar *)doc->decoded) : NULL;
    if (!input) {
        xml->xmlFreeParserCtxt(ctxt);
        return NULL;
    }
    xml->inputPush(ctxt, input);
    return ctxt;
}

static void run_parser(Loader *in)
{
    *in->ctxt->sax = handler;
    in->ctxt->userData = in;
    /* HUGE lifts libxml2's limit of 10 MB on an attribute, which embedded pictures pass; depth,
     * size and entities have limits of our own. */
    in->xml->xmlCtxtUseOptions(in->ctxt, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_IGNORE_ENC |
                                             XML_PARSE_HUGE);
    in->xml->xmlParseDocument(in->ctxt);
    finish(in);
    xmlDoc *declarations = in->ctxt->myDoc;
    in->xml->xmlFreeParserCtxt(in->ctxt);
    in->xml->xmlFreeDoc(declarations);
}

gboolean svg_parse(SvgDocument *doc, GError **error)
{
    Loader in = {.doc = doc, .xml = svg_xml_load(error)};
    if (!in.xml) {
        return FALSE;
    }
    doc->decoded = svg_memory_new(doc->source_len + 1);
    memcpy(doc->decoded, doc->source, doc->source_len + 1);
    in.id = svg_document_name_of(doc, "id");
    in.ctxt = new_parser(in.xml, doc);
    if (!in.ctxt) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:1: not an XML document", doc->name);
        return FALSE;
    }
    in.text = g_string_new(NULL);
    run_parser(&in);
    g_string_free(in.text, TRUE);
    if (in.error) {
        g_propagate_error(error, in.error);
        return FALSE;
    }
    svg_arena_settle(doc->arena);
    return TRUE;
}
