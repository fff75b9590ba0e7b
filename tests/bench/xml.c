/* The least that anything must do that reads SVG with libxml2: `xml parse FILE`, or reads and
 * writes it: `xml move FILE ID OUT` sets the transform of one element. */
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <stdio.h>
#include <string.h>

static xmlNode *next_in_order(xmlNode *node)
{
    if (node->children) {
        return node->children;
    }
    while (node && !node->next) {
        node = node->parent;
    }
    return node ? node->next : NULL;
}

static int has_id(xmlNode *node, const char *id)
{
    xmlChar *value = node->type == XML_ELEMENT_NODE ? xmlGetProp(node, BAD_CAST "id") : NULL;
    int found = value && strcmp((const char *)value, id) == 0;
    xmlFree(value);
    return found;
}

static int move(xmlDoc *doc, const char *id, const char *out)
{
    xmlNode *node = xmlDocGetRootElement(doc);
    while (node && !has_id(node, id)) {
        node = next_in_order(node);
    }
    if (!node) {
        fprintf(stderr, "no element has the id %s\n", id);
        return 1;
    }
    xmlSetProp(node, BAD_CAST "transform", BAD_CAST "translate(7,3)");
    return xmlSaveFile(out, doc) < 0;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 5) {
        fprintf(stderr, "usage: xml parse FILE | xml move FILE ID OUT\n");
        return 2;
    }
    xmlDoc *doc = xmlReadFile(argv[2], NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    if (!doc) {
        return 1;
    }
    int code = argc == 5 ? move(doc, argv[3], argv[4]) : 0;
    xmlFreeDoc(doc);
    return code;
}
