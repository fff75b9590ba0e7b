/* libxml2, loaded when the first drawing is read. ICU and the C++ library come with it, and take
 * longer to load than all else that `fairy --version` does. Private to svg/document. */
#pragma once

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <glib.h>

/* The functions of it that we call. */
#define SVG_XML_FUNCTIONS(F)     \
    F(__xmlParserVersion)        \
    F(inputPush)                 \
    F(xmlCleanupParser)          \
    F(xmlCtxtUseOptions)         \
    F(xmlFreeDoc)                \
    F(xmlFreeParserCtxt)         \
    F(xmlInitParser)             \
    F(xmlNewParserCtxt)          \
    F(xmlNewStringInputStream)   \
    F(xmlParseDocument)          \
    F(xmlSAX2EntityDecl)         \
    F(xmlSAX2GetEntity)          \
    F(xmlSAX2GetParameterEntity) \
    F(xmlSAX2HasExternalSubset)  \
    F(xmlSAX2InternalSubset)     \
    F(xmlSAX2StartDocument)      \
    F(xmlStopParser)

typedef struct {
#define F(name) __typeof__(name) *(name);
    SVG_XML_FUNCTIONS(F)
#undef F
} SvgXml;

/* NULL with SVG_ERROR_IO when it can't be loaded. */
const SvgXml *svg_xml_load(GError **error);
/* Frees what the parser keeps for the next drawing. */
void svg_xml_cleanup(void);
