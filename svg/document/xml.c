/* Never closed: what it leaves behind is found again by whoever loads it next. */
#include "document/xml.h"

#include <svg/error.h>

#include <dlfcn.h>

static SvgXml xml;

static gboolean find_functions(void *library)
{
    static const struct {
        const char *name;
        gsize offset;
    } functions[] = {
#define F(name) {#name, offsetof(SvgXml, name)},
        SVG_XML_FUNCTIONS(F)
#undef F
    };
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) {
            return FALSE;
        }
        G_STRUCT_MEMBER(void *, &xml, functions[i].offset) = function;
    }
    return TRUE;
}

/* Whether it is there; once. */
static gboolean load(void)
{
    static gsize state;
    enum { LOADED = 1, MISSING };
    if (g_once_init_enter(&state)) {
        void *library = dlopen(FAIRIES_LIBXML, FAIRIES_LOAD);
        gboolean good = library && find_functions(library);
        if (good) {
            xml.xmlInitParser(); /* before a second thread would */
        }
        g_once_init_leave(&state, good ? LOADED : MISSING);
    }
    return state == LOADED;
}

const SvgXml *svg_xml_load(GError **error)
{
    if (load()) {
        return &xml;
    }
    g_set_error_literal(error, SVG_ERROR, SVG_ERROR_IO,
                        FAIRIES_LIBXML " can't be loaded: install libxml2");
    return NULL;
}

void svg_xml_cleanup(void)
{
    if (xml.xmlCleanupParser) {
        xml.xmlCleanupParser();
    }
}
