/* Catalogues: what is read, what counts, what is written; which words translators see. */
#include <fairy/po.h>

#include <string.h>

static FairyPo *parse(const char *text, GError **error)
{
    return fairy_po_parse(text, strlen(text), "x.po", error);
}

static void test_read(void)
{
    static const char text[] = "# head\n"
                               "msgid \"\"\n"
                               "msgstr \"\"\n"
                               "\"Language: de\\n\"\n"
                               "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                               "\n"
                               "#: a.svg:b\n"
                               "msgid \"Sign in\"\n"
                               "msgstr \"An\"\n"
                               "\"melden\"\n"
                               "\n"
                               "msgctxt \"in a \\\"menu\\\"\"\n"
                               "msgid \"Sign in\"\n"
                               "msgstr \"\\tEin\\x62\\062\\n\"\n"
                               "#, c-format, fuzzy\n"
                               "msgid \"Doubtful\"\n"
                               "msgstr \"Zweifelhaft\"\n"
                               "msgid \"Empty\"\n"
                               "msgstr \"\"\n"
                               "msgid \"One\"\n"
                               "msgid_plural \"Many\"\n"
                               "msgstr[0] \"Eins\"\n"
                               "msgstr[1] \"Viele\"\n"
                               "#~ msgid \"Old\"\n"
                               "#~ msgstr \"Alt\"\n"
                               "#| msgid \"Before\"\n"
                               "msgid \"After\"\n"
                               "msgstr \"Danach\"";
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyPo) po = parse(text, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(fairy_po_language(po), ==, "de");
    g_assert_cmpstr(fairy_po_find(po, NULL, "Sign in"), ==, "Anmelden");
    g_assert_cmpstr(fairy_po_find(po, "in a \"menu\"", "Sign in"), ==, "\tEinb2\n");
    g_assert_cmpstr(fairy_po_find(po, NULL, "One"), ==, "Eins");
    g_assert_cmpstr(fairy_po_find(po, NULL, "After"), ==, "Danach");
    g_assert_null(fairy_po_find(po, NULL, "Doubtful"));
    g_assert_null(fairy_po_find(po, NULL, "Empty"));
    g_assert_null(fairy_po_find(po, NULL, "Old"));
    g_assert_null(fairy_po_find(po, "elsewhere", "Sign in"));
    g_assert_null(fairy_po_find(po, NULL, ""));
}

static void test_charset(void)
{
    static const char text[] =
        "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n"
        "msgid \"size\"\nmsgstr \"Gr\xf6\xdf"
        "e\"\n";
    g_autoptr(FairyPo) po = parse(text, NULL);
    g_assert_cmpstr(fairy_po_find(po, NULL, "size"), ==, "Größe");
}

static void test_errors(void)
{
    static const char *const texts[][2] = {
        {"msgid \"a\"\nmsgstr \"b\"\nmsgid \"a\"\nmsgstr \"c\"\n",
         "x.po:5: the message before this line is there twice: \"a\""},
        {"msgid \"a\"\n\nmsgid \"b\"\n", "x.po:3: the entry before this line has no msgstr"},
        {"msgid \"a\nmsgstr \"b\"\n", "x.po:1: the string doesn't end on its line"},
        {"msgid \"a\\q\"\n", "x.po:1: \"\\q\" is no escape; a backslash is written as \"\\\\\""},
        {"\"a\"\n", "x.po:1: a string stands by itself"},
        {"msgstr \"a\"\n", "x.po:2: an entry before this line has no msgid"},
        {"msgid a\n", "x.po:1: a string in quotes is missing"},
        {"message \"a\"\n",
         "x.po:1: \"message \"a\"\" is no msgid, msgstr, msgctxt, string or comment"},
        {"msgid \"a\"\nmsgstr \"\xff\"\n", "x.po:2: this isn't UTF-8"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(parse(texts[i][0], &error));
        g_assert_cmpstr(error->message, ==, texts[i][1]);
    }
}

static void test_print(void)
{
    g_autoptr(FairyPo) po = fairy_po_new();
    fairy_po_add(po, NULL, "A \"quote\" \\ tab\t", "a.svg:t", "on a box");
    fairy_po_add(po, NULL, "A \"quote\" \\ tab\t", "a b.svg:t", "on a box");
    fairy_po_add(po, "one\ntwo", "one", NULL, NULL);
    g_autofree char *text = fairy_po_print(po);
    const char *entries = strstr(text, "\n\n");
    g_assert_cmpstr(entries, ==,
                    "\n\n#. on a box\n"
                    "#: a.svg:t\n"
                    "#: \u2068a b.svg:t\u2069\n"
                    "msgid \"A \\\"quote\\\" \\\\ tab\\t\"\n"
                    "msgstr \"\"\n"
                    "\n"
                    "msgctxt \"\"\n"
                    "\"one\\n\"\n"
                    "\"two\"\n"
                    "msgid \"one\"\n"
                    "msgstr \"\"\n");
    g_autoptr(FairyPo) again = parse(text, NULL);
    g_assert_cmpuint(fairy_po_n(again), ==, 2);
}

static void test_language(void)
{
    static const char *const yes[] = {"Login", "ok", "2 items", "foo_bar is set", "Größe", "山"};
    static const char *const no[] = {"42",     "x",         "5 m",         "eth0",   "foo_bar",
                                     "main()", "a/b/c.txt", "camelCase",   "a@b.de", "→",
                                     "v2.3",   "std::map",  "example.org", "--",     ""};
    for (guint i = 0; i < G_N_ELEMENTS(yes); i++) {
        g_test_message("%s", yes[i]);
        g_assert_true(fairy_words_are_language(yes[i]));
    }
    for (guint i = 0; i < G_N_ELEMENTS(no); i++) {
        g_test_message("%s", no[i]);
        g_assert_false(fairy_words_are_language(no[i]));
    }
}

static void test_drawing(void)
{
    static const char svg[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>"
        "<rect id='a' x='10' y='10' width='110' height='40' fill='none' stroke='#000'/>"
        "<text id='t' x='20' y='34' font-size='10'>Log in</text>"
        "<text id='u' x='10' y='90'>Say <tspan>hello</tspan></text>"
        "<switch><text systemLanguage='de'>Hallo du</text></switch>"
        "<text id='n' x='150' y='20'>12</text><text id='f' x='150' y='40'>Brand</text></svg>";
    g_autoptr(SvgDocument) doc = svg_document_parse(svg, sizeof svg - 1, "x.svg", NULL);
    g_autoptr(FairyPo) po = fairy_po_new();
    g_autoptr(FairyPo) glossary = parse("msgid \"Brand\"\nmsgstr \"Brand\"\n", NULL);
    fairy_po_add_drawing(po, doc, "x.svg", glossary);
    g_autofree char *text = fairy_po_print(po);
    g_assert_cmpstr(strstr(text, "\n\n"), ==,
                    "\n\n#. words on the rectangle \"a\", with room for some 20 letters in a line\n"
                    "#: x.svg:t\n"
                    "msgid \"Log in\"\n"
                    "msgstr \"\"\n"
                    "\n"
                    "#: x.svg:u\n"
                    "msgctxt \"Say hello\"\n"
                    "msgid \"Say\"\n"
                    "msgstr \"\"\n"
                    "\n"
                    "#: x.svg:u\n"
                    "msgctxt \"Say hello\"\n"
                    "msgid \"hello\"\n"
                    "msgstr \"\"\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/po/read", test_read);
    g_test_add_func("/po/charset", test_charset);
    g_test_add_func("/po/errors", test_errors);
    g_test_add_func("/po/print", test_print);
    g_test_add_func("/po/language", test_language);
    g_test_add_func("/po/drawing", test_drawing);
    int code = g_test_run();
    svg_cleanup();
    return code;
}
