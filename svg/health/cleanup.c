/* What the process keeps beyond its documents is freed. */
#include "document/xml.h"
#include "geometry/text.h"

void svg_cleanup(void)
{
    svg_text_cleanup();
    svg_xml_cleanup();
}
