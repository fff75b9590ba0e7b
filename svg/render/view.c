/* Makes the copy of a drawing that is rendered for one view.
 *
 * The drawing's own root can't be given the view as its viewBox: width="100%" inside would follow
 * it. So a root of ours, which has the view, goes around it, and the drawing's root is pinned to
 * its own page, where it maps every point to itself. */
#include "render/view.h"

#include "values/values.h"

#include <svg/error.h>

#include <string.h>

#define MAX_PREFIXES     64
#define MAX_PREFIX_BYTES 32

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"
/* With a prefix, so that the drawing's default namespace stays what it was. */
#define FRAME_PREFIX SVG_VIEW_PREFIX
#define FRAME        FRAME_PREFIX ":svg"

/* A style sheet that speaks of "svg" means the drawing's root, not ours. */
#define FRAME_STYLE                                                                           \
    "opacity:1!important;filter:none!important;mask:none!important;clip-path:none!important;" \
    "transform:none!important;display:inline!important;overflow:visible!important;"           \
    "mix-blend-mode:normal!important;font-size:medium!important"

typedef struct {
    const char *at, *end;
} Span;

typedef struct {
    Span name, value, whole; /* `whole` has the white space before it */
} Attribute;

/* The root's start tag. */
typedef struct {
    const char *open; /* its "<" */
    Span name;
    GArray *attributes; /* Attribute */
    const char *rest;   /* from the white space before its ">" or "/>" */
} Root;

static gboolean span_is(Span span, const char *text)
{
    gsize len = strlen(text);
    return (gsize)(span.end - span.at) == len && memcmp(span.at, text, len) == 0;
}

static gboolean starts_with(const char *at, const char *end, const char *text)
{
    gsize len = strlen(text);
    return (gsize)(end - at) >= len && memcmp(at, text, len) == 0;
}

/* Behind the next `text`, or NULL. */
static const char *skip_past(const char *at, const char *end, const char *text)
{
    gsize len = strlen(text);
    const char *found = memmem(at, (gsize)(end - at), text, len);
    return found ? found + len : NULL;
}

static gboolean is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean is_name_char(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '-' || c == '.' || (c & 0x80);
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && is_space(*at)) {
        at++;
    }
    return at;
}

static const char *skip_name(const char *at, const char *end)
{
    while (at < end && (is_name_char(*at) || *at == ':')) {
        at++;
    }
    return at;
}

/* --- finding the root ------------------------------------------------------------------------- */

/* Behind whatever stands at `at`, inside a DOCTYPE; NULL when it isn't closed. */
static const char *skip_doctype_token(const char *at, const char *end)
{
    if (starts_with(at, end, "<!--")) {
        return skip_past(at, end, "-->");
    }
    if (starts_with(at, end, "<?")) {
        return skip_past(at, end, "?>");
    }
    if (*at == '"' || *at == '\'') {
        return skip_past(at + 1, end, *at == '"' ? "\"" : "'");
    }
    return at + 1;
}

static const char *skip_doctype(const char *at, const char *end)
{
    gboolean in_subset = FALSE;
    while (at && at < end) {
        if (*at == '[') {
            in_subset = TRUE;
        } else if (*at == ']') {
            in_subset = FALSE;
        } else if (*at == '>' && !in_subset) {
            return at + 1;
        }
        at = skip_doctype_token(at, end);
    }
    return NULL;
}

/* The "<" of the first start tag, or NULL. */
static const char *find_root(const char *at, const char *end)
{
    while (at && (at = memchr(at, '<', (gsize)(end - at)))) {
        if (starts_with(at, end, "<!--")) {
            at = skip_past(at, end, "-->");
        } else if (starts_with(at, end, "<?")) {
            at = skip_past(at, end, "?>");
        } else if (starts_with(at, end, "<!")) {
            at = skip_doctype(at + 2, end);
        } else {
            return at;
        }
    }
    return NULL;
}

/* One attribute at `at`; behind it, or NULL when there is none. */
static const char *read_attribute(const char *at, const char *end, Attribute *attribute)
{
    attribute->whole.at = at;
    attribute->name.at = skip_space(at, end);
    at = attribute->name.end = skip_name(attribute->name.at, end);
    at = skip_space(at, end);
    if (attribute->name.at == attribute->name.end || at == end || *at != '=') {
        return NULL;
    }
    at = skip_space(at + 1, end);
    if (at == end || (*at != '"' && *at != '\'')) {
        return NULL;
    }
    attribute->value.at = at + 1;
    at = skip_past(at + 1, end, *at == '"' ? "\"" : "'");
    if (!at) {
        return NULL;
    }
    attribute->value.end = at - 1;
    attribute->whole.end = at;
    return at;
}

static Span local_name(Span name)
{
    const char *colon = memchr(name.at, ':', (gsize)(name.end - name.at));
    return colon ? (Span){colon + 1, name.end} : name;
}

/* FALSE when it isn't the start tag of an <svg>. */
static gboolean read_root(Root *root, const char *start, const char *end)
{
    root->open = find_root(start, end);
    if (!root->open) {
        return FALSE;
    }
    root->name = (Span){root->open + 1, skip_name(root->open + 1, end)};
    root->rest = root->name.end;
    Attribute attribute;
    const char *at;
    while ((at = read_attribute(root->rest, end, &attribute))) {
        g_array_append_val(root->attributes, attribute);
        root->rest = at;
    }
    at = skip_space(root->rest, end);
    return span_is(local_name(root->name), "svg") && at < end && (*at == '>' || *at == '/');
}

static char *root_attribute(const Root *root, const char *name)
{
    for (guint i = 0; i < root->attributes->len; i++) {
        const Attribute *attribute = &g_array_index(root->attributes, Attribute, i);
        if (span_is(attribute->name, name)) {
            return g_strndup(attribute->value.at,
                             (gsize)(attribute->value.end - attribute->value.at));
        }
    }
    return NULL;
}

/* --- its page --------------------------------------------------------------------------------- */

static double root_length(const Root *root, const char *name, double otherwise)
{
    const SvgLengthContext context = {otherwise, otherwise, 16, 0};
    g_autofree char *text = root_attribute(root, name);
    double value;
    if (!text || svg_length_is_percent(text) ||
        !svg_length_parse(text, &context, SVG_AXIS_OTHER, &value) || !(value > 0)) {
        return otherwise;
    }
    return value;
}

/* What 100% is inside. */
static SvgUserBox root_page(const Root *root, SvgBox view)
{
    SvgUserBox page;
    g_autofree char *view_box = root_attribute(root, "viewBox");
    if (view_box && svg_view_box_parse(view_box, &page)) {
        return page;
    }
    page = (SvgUserBox){0, 0, root_length(root, "width", -1), root_length(root, "height", -1)};
    return page.w > 0 && page.h > 0 ? page : (SvgUserBox){view.x, view.y, view.w, view.h};
}

/* --- prefixes --------------------------------------------------------------------------------- */

static gboolean is_prefix_char(char c)
{
    return is_name_char(c) && !(c & 0x80);
}

/* The name before the colon at `colon`, where it stands like the prefix of an element or attribute;
 * otherwise an empty span. What is no prefix after all does no harm. */
static Span prefix_before(Span text, const char *colon)
{
    const Span none = {colon, colon};
    const char *at = colon;
    while (at > text.at && is_prefix_char(at[-1])) {
        at--;
    }
    if (at == text.at || at == colon || !(g_ascii_isalpha(*at) || *at == '_')) {
        return none;
    }
    if (at[-1] == '<') {
        return (Span){at, colon};
    }
    if (!is_space(at[-1])) {
        return none;
    }
    const char *behind = colon + 1;
    while (behind < text.end && is_name_char(*behind)) {
        behind++;
    }
    behind = skip_space(behind, text.end);
    return behind < text.end && *behind == '=' ? (Span){at, colon} : none;
}

/* The prefixes used in `text`, as a set of strings. */
static GHashTable *used_prefixes(Span text)
{
    GHashTable *used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *colon = text.at;
    while ((colon = memchr(colon, ':', (gsize)(text.end - colon)))) {
        Span prefix = prefix_before(text, colon);
        gsize len = (gsize)(prefix.end - prefix.at);
        if (len > 0 && len <= MAX_PREFIX_BYTES && g_hash_table_size(used) < MAX_PREFIXES) {
            g_hash_table_add(used, g_strndup(prefix.at, len));
        }
        colon++;
    }
    static const char *const bound[] = {"xml", "xmlns", FRAME_PREFIX};
    for (gsize i = 0; i < G_N_ELEMENTS(bound); i++) {
        g_hash_table_remove(used, bound[i]);
    }
    return used;
}

/* Binds every prefix of the drawing; where it binds one itself, that counts. librsvg refuses a file
 * with an unbound prefix, Inkscape doesn't. */
static void append_namespaces(GString *out, Span drawing)
{
    static const char *const known[][2] = {
        {"xlink", "http://www.w3.org/1999/xlink"},
        {"svg", SVG_NAMESPACE},
    };
    g_autoptr(GHashTable) prefixes = used_prefixes(drawing);
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_hash_table_remove(prefixes, known[i][0])) {
            g_string_append_printf(out, " xmlns:%s='%s'", known[i][0], known[i][1]);
        }
    }
    GHashTableIter iter;
    gpointer prefix;
    guint n = 0;
    g_hash_table_iter_init(&iter, prefixes);
    while (g_hash_table_iter_next(&iter, &prefix, NULL)) {
        g_string_append_printf(out, " xmlns:%s='urn:unbound:%u'", (const char *)prefix, n++);
    }
}

/* --- writing the copy ------------------------------------------------------------------------- */

static void append_span(GString *out, Span span)
{
    g_string_append_len(out, span.at, span.end - span.at);
}

static void append_view_box(GString *out, double x, double y, double w, double h)
{
    const double values[] = {x, y, w, h};
    g_string_append(out, " preserveAspectRatio='none' viewBox='");
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_c(out, ' ');
        g_string_append(out, g_ascii_dtostr(number, sizeof number, values[i]));
    }
    g_string_append_c(out, '\'');
}

static void append_frame(GString *out, SvgBox view, Span drawing)
{
    g_string_append(out, "<" FRAME " xmlns:" FRAME_PREFIX "='" SVG_NAMESPACE "'");
    append_namespaces(out, drawing);
    append_view_box(out, view.x, view.y, view.w, view.h);
    g_string_append(out, " style='" FRAME_STYLE "'>");
}

static gboolean is_replaced(Span name)
{
    static const char *const names[] = {
        "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "overflow", "style"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (span_is(name, names[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Geometry goes into the style too, where it wins over style sheets. */
static void append_pinned(GString *out, const char *name, double value, GString *style)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(number, sizeof number, value);
    g_string_append_printf(out, " %s='%s'", name, number);
    g_string_append_printf(style, "%s:%spx!important;", name, number);
}

static void append_style(GString *out, const Root *root, const GString *pinned)
{
    g_autofree char *own = root_attribute(root, "style");
    const char *quote = own && strchr(own, '\'') ? "\"" : "'";
    g_string_append_printf(out, " style=%s%s%s%s", quote, pinned->str, own ? own : "", quote);
}

static void append_root(GString *out, const Root *root, SvgBox view)
{
    g_string_append_c(out, '<');
    append_span(out, root->name);
    gboolean has_namespace = local_name(root->name).at != root->name.at;
    for (guint i = 0; i < root->attributes->len; i++) {
        const Attribute *attribute = &g_array_index(root->attributes, Attribute, i);
        if (!is_replaced(attribute->name)) {
            append_span(out, attribute->whole);
        }
        has_namespace = has_namespace || span_is(attribute->name, "xmlns");
    }
    if (!has_namespace) {
        g_string_append(out, " xmlns='" SVG_NAMESPACE "'");
    }

    SvgUserBox page = root_page(root, view);
    g_autoptr(GString) style = g_string_new("overflow:visible!important;");
    append_pinned(out, "x", page.x, style);
    append_pinned(out, "y", page.y, style);
    append_pinned(out, "width", page.w, style);
    append_pinned(out, "height", page.h, style);
    append_view_box(out, page.x, page.y, page.w, page.h);
    append_style(out, root, style);
}

/* Behind the byte order mark and the XML declaration, which may name an encoding the bytes no
 * longer have. */
static const char *skip_declaration(const char *at, const char *end)
{
    if (starts_with(at, end, "\xEF\xBB\xBF")) {
        at += 3;
    }
    if (!starts_with(at, end, "<?xml") || end - at < 6 || !is_space(at[5])) {
        return at;
    }
    const char *behind = skip_past(at, end, "?>");
    return behind ? behind : at;
}

gboolean svg_view_copy(GBytes *svg, SvgBox view, const char *over, GString *out, GError **error)
{
    gsize len;
    const char *data = g_bytes_get_data(svg, &len);
    const char *end = data + len;
    const char *start = len > 0 ? skip_declaration(data, end) : data;
    g_autoptr(GArray) attributes = g_array_new(FALSE, FALSE, sizeof(Attribute));
    Root root = {.attributes = attributes};
    if (len == 0 || !read_root(&root, start, end)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "nothing to draw: the root element's start tag isn't a whole <svg …>");
        return FALSE;
    }
    append_span(out, (Span){start, root.open});
    append_frame(out, view, (Span){root.open, end});
    append_root(out, &root, view);
    append_span(out, (Span){root.rest, end});
    g_string_append(out, over);
    g_string_append(out, "</" FRAME ">");
    return TRUE;
}
