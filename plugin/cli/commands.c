/* The table of commands. */
#include "commands.h"

#include <string.h>

const CliCommand cli_commands[] = {
    {"ask", CLI_ASK, "FILE PROMPT", 1, 2, "let a fairy edit FILE",
     "A fairy reads the drawing, does what PROMPT asks, and writes the changed drawing. What it does "
     "is told on standard error, a line per action; the path of the drawing it wrote is printed. When nothing was done, nothing "
     "is written beside FILE. "
     "Every line of the file that has nothing to do with the change stays as it is, and locked "
     "objects stay as they are. The model \"offline\" needs no key and no network; it knows plain "
     "commands. \"fairy models\" lists the others. They are sent PROMPT, the shapes in view as text, and a "
     "picture of the view (\"fairy see --prompt\"), and asked again where that helps: when something went "
     "wrong that may pass, when an answer broke off, when they ask for another look. What that may "
     "cost is limited, counted while an answer comes, and told at the end; a model whose price nobody knows counts as the dearest of its "
     "provider (\"fairy models\"). Ctrl-C ends a run, and what was finished is written; pressed once more "
     "it stops at once, and nothing is. --resume goes on with a run about FILE that was interrupted, ran out of its limits, failed or "
     "was killed: no words are needed, and nothing is done twice. A run that failed or was killed leaves the drawing as it was; "
     "what it had finished is kept with the session. When another program saves the drawing while a run is at "
     "work, what was done is merged into what it saved; where both changed the same, what it saved stays, a line says so, and the "
     "exit code is 3. When something has changed it before a run is resumed, that stays, and what wasn't written yet is asked anew. Where several runs about FILE write different files, -o or -i says which "
     "(\"fairy sessions unfinished\" lists them). They are also told what was said and done in this drawing before "
     "(\"fairy sessions\"); --session NAME keeps that apart, and --no-session keeps and tells nothing.",
     "fairy ask flow.svg \"align the red boxes left\"\n"
     "fairy ask flow.svg \"connect Login to Database\" -i\n"
     "fairy ask flow.svg \"label every arrow\" --model anthropic/claude-sonnet-5-5 --max-cost 0.20\n"
     "fairy ask flow.svg --resume\n"
     "fairy ask flow.svg \"number the boxes in each column\" --mode team\n"
     "fairy ask flow.svg \"number the steps\" --frames steps --size 600\n"
     "fairy ask - \"delete the note\" <flow.svg >clean.svg",
     cli_ask},
    {"tell", CLI_TELL, "FILE WORDS", 2, 2, "tell something to a fairy that is at work on FILE",
     "The fairy stops what it is writing, reads WORDS, and goes on from there; what it had finished stays. Of several it is the one "
     "who leads; one that is named with --fairy and stands by reads them with its next task, which is said. Ends with 0 when "
     "the fairy has the words, each time once, and with 1 when no run is at work on FILE or it takes no more. FILE is the drawing that "
     "\"fairy ask\" reads, or the one it writes: where several runs read it, name the one that is meant by what it writes. "
     "\"fairy ask\" about a drawing that a run is at work on, for the same output and in the same session, does the same; with --select, "
     "--context, --record, --frames or --no-session it runs by itself. What answers by the last words alone (offline, replay:FILE) can't be told anything.",
     "fairy tell flow.svg \"leave the note where it is\"\n"
     "fairy tell flow.svg --fairy Hazel \"now the arrows\"",
     cli_tell},
    {"stop", CLI_STOP, "FILE", 1, 1, "stop fairies that are at work on FILE",
     "As one Ctrl-C where they run: what was finished is written, and \"fairy ask FILE --resume\" goes on with the rest. "
     "With --fairy one of several is stopped: its task is called off, and the others go on; where it leads, the project ends. "
     "Ends with 0 when the run knows, and with 1 when none is at work on FILE. FILE is what the run reads or writes.",
     "fairy stop flow.svg\n"
     "fairy stop flow.svg --fairy Hazel",
     cli_stop},
    {"watch", CLI_WATCH, "FILE", 1, 1, "see what fairies that are at work on FILE do",
     "Tells what \"fairy ask\" tells, from now to the end of the run, and then the path of the drawing that was written; any number of "
     "times, from other terminals. Ends with 0 when the run has ended, however it did. Who reads too slowly is left behind; the run isn't kept by it.",
     "fairy watch flow.svg\n"
     "fairy watch flow.svg --events",
     cli_watch},
    {"fairies", CLI_FAIRIES, "[wake|sleep|rename|words] [NAME] [NEW|WORDS]", 0, 3,
     "list fairies by name, wake them, send them to sleep, give them standing words",
     "Fairies have names that are drawn, other ones for each drawing, unless you keep some by name: \"wake NAME\" has one come from now on, "
     "\"sleep NAME\" has it stay away. Those that are awake come to \"fairy ask\" in the order of this list, the first one leads; where more "
     "are needed, drawn ones come along. \"words NAME WORDS\" says what you always want of a fairy, which goes into its prompts as words of yours; "
     "with \"\" for WORDS nothing does any more. \"rename NAME NEW\" calls it something else. Without a word all are listed. They are kept in "
     "fairies/fairies.json under $XDG_CONFIG_HOME (default: ~/.config). offline and replay:FILE read no words.",
     "fairy fairies\n"
     "fairy fairies wake Hazel\n"
     "fairy fairies words Hazel \"prefers rounded corners\"\n"
     "fairy fairies rename Hazel Hazelnut\n"
     "fairy fairies sleep Hazelnut",
     cli_fairies},
    {"join", CLI_JOIN, "FILE", 1, 1, "have another fairy join those that are at work on FILE",
     "It stands by until the one who leads gives it a task, and is at work as long as the run is. Who leads is told. There must be "
     "several at work (\"fairy ask --fairies N\"); what the run may cost stays the same.",
     "fairy join flow.svg\n"
     "fairy join flow.svg --fairy Ivy",
     cli_join},
    {"leave", CLI_LEAVE, "FILE", 1, 1, "have a fairy leave those that are at work on FILE",
     "What it had finished stays. The task that it is at is to do again, and its other tasks are for those who stay. Who leads "
     "can't leave before another does (\"fairy lead\"), nor can the last one beside it.",
     "fairy leave flow.svg --fairy Ivy", cli_leave},
    {"lead", CLI_LEAD, "FILE", 1, 1, "have another fairy lead those that are at work on FILE",
     "From then on it plans the work and has it done, and what \"fairy tell\" says without --fairy is said to it; who led before "
     "does tasks. Tasks that either of them is at are to do again.",
     "fairy lead flow.svg --fairy Ivy", cli_lead},
    {"apply", CLI_APPLY, "FILE ACTIONS", 2, 2, "run a reply on FILE, with no model",
     "ACTIONS is a file (or \"-\") that holds {\"actions\":[…]}, or the list alone; \"fairy actions\" "
     "tells what can stand in it. One line of JSON per action is printed: its index, type, outcome "
     "(ok, adjusted or refused), the ids of the shapes it made or changed, and details. After them "
     "comes the path of the drawing, unless -o or -i named it, or nothing was done. Coordinates are those of the "
     "drawing, or counted from --origin.",
     "fairy apply flow.svg reply.json\n"
     "echo '[{\"_type\":\"delete\",\"shapeId\":\"note\"}]' | fairy apply flow.svg - -o clean.svg",
     cli_apply},
    {"layout", CLI_LAYOUT, "FILE [SHAPE...]", 1, G_MAXUINT, "arrange the diagram in FILE anew",
     "Shapes that arrows join are placed so that nothing lies on "
     "another and few arrows cross; frames go around what is in "
     "them, words and icons go along, all arrows are laid anew, "
     "and the page grows where that needs room. What is locked "
     "stays where it is; no model is asked. With SHAPE, an id or "
     "an expression as of \"fairy query --select\", only these are "
     "arranged, and what is in them. \"fairy undo\" takes it back. "
     "It ends with 3 when there is nothing to arrange.",
     "fairy layout flow.svg\n"
     "fairy layout flow.svg --direction right --route orthogonal -o wide.svg\n"
     "fairy layout flow.svg backend --arrangement tidy -i",
     cli_layout},
    {"batch", CLI_BATCH, "PROMPT FILE...", 0, G_MAXUINT, "do the same to many drawings",
     "Each FILE is a drawing, a folder (all .svg and .svgz in it and below), a pattern (\"figures/[a-f]*.svg\", in quotes), @LIST for a "
     "file that lists drawings and folders, a line each or ended by a NUL each, or \"-\" for such a list on standard input. Only regular files are "
     "read; links to folders aren't followed. What can't be read has a line that says why, and the rest goes on. With --out each drawing is "
     "written below DIR, changed or not, at its place below the folder that was named, or below the present one; what is there already is an error. Those "
     "with the same bytes are asked about once. With -i they are written back, and the journal has what was done (\"fairy log\", \"fairy undo\"). "
     "A line for each drawing is printed: done, partly (some actions were refused), unchanged, failed, or skipped (-budget: --max-cost was spent "
     "before; -duplicate; -not-chosen by --sample). DIR/results.jsonl has them all, with the number of actions, attempts, tokens, dollars, and digests (SHA-256) of the file before and after; DIR/report.html is a page to judge them by: each drawing before and after, with what changed outlined; those that are rejected there make a command that takes them back. "
     "A run can be stopped (Ctrl-C) or killed at any time: --resume goes on, and does no drawing twice. DIR/fairy-batch.db has what a run needs for that; "
     "other words, another model or other options are another run, and need another DIR. --max-cost and --rate are for all drawings, the other limits for each. A server that says to wait is waited for by all, however long, and no drawing fails for it. With --actions there is no PROMPT: the reply in that file is carried out on each, or with --csv what a row of a table makes of it: a drawing that has no row fails, and a row that names no drawing is told. "
     "With --job there is none either: the job says what is to do, and looks afterwards whether it is; what isn't as it should be is partly done. \"--job list\" lists jobs, "
     "\"--job NAME\" alone tells what one takes. Your own are files NAME.ini in ~/.config/fairies/jobs/, or anywhere and given by their path. "
     "\"fairy batch undo RUN [FILE...]\" takes a run back, or some of its drawings: RUN is DIR, of which what was written goes unless it was changed since, or the name that is told with -i. "
     "--check writes nothing: each drawing that would change has a line with the place of its first change, and so has what \"fairy lint\" finds in the drawings as they are; "
     "with --format they are told to CI systems. It ends with 3 if there was anything. "
     "--shard has several processes, or machines, do a part each into the same DIR, where each part has files of its own (results-2-of-8.jsonl), or into a DIR each. "
     "\"fairy batch merge DIR... --out DIR\" makes one run of them: results.jsonl and report.html of all, drawings of other folders copied to their places, and what --resume (without --shard) and \"batch undo\" need. "
     "It can be done again when more is there; it ends with 3 and says so where shards are missing, or two have another result of one drawing.",
     "fairy batch \"number the boxes\" figures --out numbered\n"
     "fairy batch \"describe it for people who can't see it\" figures --dry-run --model anthropic/claude-haiku-5-5\n"
     "fairy batch \"label every arrow\" figures --out labelled --sample 10 --max-cost 5\n"
     "fairy batch \"label every arrow\" figures --out labelled --resume --max-cost 5\n"
     "fairy batch --actions reply.json \"docs/*.svg\" -i\n"
     "fairy batch --actions template.json --csv titles.csv figures --out titled\n"
     "fairy batch --job alt-text --only-missing docs -i\n"
     "fairy batch --actions reply.json docs --check --format github\n"
     "find . -name '*.svg' -print0 | fairy batch \"tidy up the diagram\" - --out tidy\n"
     "fairy batch undo labelled figures/flow.svg\n"
     "fairy batch merge part1 part2 part3 --out labelled",
     cli_batch},
    {"po", CLI_PO, "FILE...", 1, G_MAXUINT, "collect the words of drawings for translators",
     "FILE is a drawing, a folder, a pattern or a list, as for \"fairy batch\". Writes a template as GNU gettext has them (POT): all words that are drawn, line by line and word by word as they are styled, and the "
     "titles and descriptions; each once, with the places where it stands (FILE:ID), what it is on, and how much room there is. A part of a "
     "text has the whole text as its context (msgctxt). Left out are numbers, single letters, identifiers, paths and addresses, what "
     "--glossary has, and what is locked. From the template every tool of translators makes a file of translations for a language; \"fairy batch --job translate "
     "--with po=de.po\" puts that into the drawings, and \"msgmerge\" takes what was translated before into a new template. In OUT all bytes are "
     "as they are in the drawings; standard output shows what could steer a terminal as \\u001b.",
     "fairy po docs\n"
     "msginit -i messages.pot -l de -o de.po\n"
     "fairy batch --job translate --with po=de.po docs --out docs-de",
     cli_po},
    {"see", CLI_SEE, "FILE [PROMPT]", 1, 2, "print what a model would see in FILE, as JSON",
     "Shapes that touch the view are listed one by one, with place, size and text; the rest as "
     "clusters, with the direction in which they lie. What is too small for the view, or for "
     "--max-tokens, is counted by the group it is in. --prompt prints all that a model is sent when it is "
     "asked PROMPT, with what was said of the drawing before; which goes "
     "by what the fairy is at: working alone, planning, at a task, leading others (--mode, --projects). --screenshot draws the view as well; --outlines draws frames, "
     "names and connections of what was read over it, to check that it was read right; --overlay draws, in the colours of fairies, "
     "frames around what each of them made or changed last (\"fairy log\"), and while fairies are at work on FILE also the areas of their tasks, and where they are. "
     "FILE itself is written at the end of a run: what isn't in it yet has its frame.",
     "fairy see flow.svg\n"
     "fairy see flow.svg --select login --lines --max-tokens 2000\n"
     "fairy see flow.svg --view 0,0,200,100 --screenshot flow.png --size 800\n"
     "fairy see flow.svg \"make this red\" --prompt --context login\n"
     "fairy see flow.svg --prompt --mode soloing\n"
     "fairy see flow.svg --outlines read.png\n"
     "fairy see flow.svg --overlay fairies.png",
     cli_see},
    {"query", CLI_QUERY, "FILE [ID...]", 1, G_MAXUINT, "print where each element of FILE is",
     "A line \"id,x,y,w,h\" for each element, parents first, or for those named: in px at 96 dpi "
     "from the page's corner, with stroke and markers, after all transforms and clipping. These are the lines of "
     "\"inkscape --query-all\", and with -X, -Y, -W, -H the numbers of \"inkscape --query-id\"; no "
     "display is needed. Hidden elements are listed, too; those that draw nothing are not. An element without an id has the one "
     "that \"fairy see\" gives it.",
     "fairy query flow.svg\n"
     "fairy query flow.svg login db\n"
     "fairy query flow.svg login -W -H\n"
     "fairy query flow.svg --select 'text ~ \"db\" & !locked'",
     cli_query},
    {"lint", CLI_LINT, "FILE...", 1, G_MAXUINT, "tell what may look wrong in FILE",
     "A line for each finding: FILE:LINE:COLUMN of the first shape it is about (in characters; of .svgz in the text that is "
     "packed), what kind of thing it is, what is wrong, what would fix it, and the ids of the shapes. A folder stands for all .svg and .svgz in it and "
     "below; patterns and @LIST are read as by \"fairy batch\", and - is a drawing on standard input. With --format findings are told to CI systems: "
     "as SARIF 2.1.0 (with rules, help and fingerprints that stay when lines move), as JUnit's XML (a suite for each FILE, a failure for "
     "each finding), or as GitHub's workflow commands, which annotate the lines of a pull request. Looked for are texts that stick out of their shape, lie on each "
     "other, line on line too, or off the page; words that a line or an outline runs across, that something covers in part, or that lie at another line "
     "than their own; arrows that end at nothing, before their shape or in it, or run through another one; shapes and arrows off the page; "
     "shapes that overlap a little; neighbours that are nearly in line; what can't be seen; low contrast to what is really behind words; "
     "things that lie there twice; fonts that aren't installed; and what browsers, librsvg and Inkscape draw differently. It is about diagrams: pictures without words and "
     "arrows are left in peace, and so is what is locked or hidden. Ends with 3 when something was "
     "found, with 1 when a FILE couldn't be read. --style looks for colours, fonts, widths of lines, sizes of words and contrasts that a house style doesn't have, wherever they are written; "
     "\"fairy batch --job house-style --with style=FILE\" mends them. Its file says, under [style], which there may be: colors=#ffffff;#1b1b1b, fonts=DejaVu Sans;DejaVu Mono, "
     "stroke-widths=1;2 and text-sizes=10;12 in px, contrast=4.5; and under [fonts] which of these stands for another: Courier New=DejaVu Mono. What isn't said is free.",
     "fairy lint flow.svg\n"
     "fairy lint docs --style house.ini\n"
     "fairy lint docs --ignore near-miss,missing-font\n"
     "fairy lint docs --json\n"
     "fairy lint docs --format sarif >lint.sarif",
     cli_lint},
    {"log", CLI_LOG, "FILE", 1, 1, "tell what fairies did to FILE",
     "Newest first, run by run: when, who, which model, which words; under it a line for each action "
     "that changed something: its number, its name, the shapes. Those that were undone are marked "
     "\"undone\" as long as they can be redone. \"gone\" are those that can't, because something else was done "
     "after they were undone, or the file was written anew. ask and apply keep this, unless they are told --no-session: in "
     "fairies/journal.db under $XDG_STATE_HOME (default: ~/.local/state), a file of yours alone. It holds "
     "what was replaced, and no drawings. A drawing is known by its path.",
     "fairy log flow.svg\n"
     "fairy log flow.svg --json",
     cli_log},
    {"undo", CLI_UNDO, "FILE [N]", 1, 2, "take back what fairies did to FILE",
     "Takes back the latest action, or the latest N, and writes FILE; prints a line for each. It works at any "
     "time and from anywhere. When something else has changed the file since, what "
     "the action wrote is looked for by its surroundings, and other changes stay; where it isn't there "
     "any more, or could be in more than one place, undo refuses and says what is in the way. What is "
     "locked now isn't changed.",
     "fairy undo flow.svg\n"
     "fairy undo flow.svg --turn\n"
     "fairy undo flow.svg --to 3",
     cli_undo},
    {"redo", CLI_REDO, "FILE [N]", 1, 2, "do again what was undone",
     "Does the latest undone action again, or N of them, in their order. Once something new is done to FILE, what was undone stays "
     "undone.",
     "fairy redo flow.svg\n"
     "fairy redo flow.svg --turn",
     cli_redo},
    {"show", CLI_SHOW, "FILE ID", 2, 2, "show one entry of the log",
     "Prints the action that \"fairy log\" lists as ID, what became of it, and the shapes it added, "
     "changed and removed. -o draws the part of the drawing that it changed, before and after side by side.",
     "fairy show flow.svg 3\n"
     "fairy show flow.svg 3 -o changed.png",
     cli_show},
    {"sessions", CLI_SESSIONS, "[list|show|export|delete|unfinished] [FILE]", 0, 2,
     "list, show, export or delete what was said about drawings",
     "What is said with \"fairy ask\" is kept, a session for each drawing, or several that \"--session NAME\" "
     "tells apart: the words, each action and what became of it, the origin, the list of things to do, what it cost. The next "
     "\"fairy ask\" goes on with it: the model is told what was said and done before, the oldest in a summary. Nothing is told to "
     "offline, which reads the last words alone, nor to replay:FILE. A session goes where the drawing goes: \"fairy ask flow.svg\" "
     "that writes flow.fairy.svg is kept with flow.fairy.svg, where the changes are; asking flow.svg again goes on with it, as long as nothing else was said about flow.fairy.svg, "
     "and the model is told that the drawing is another. A run that wrote nothing isn't in it, only what it cost; \"fairy ask --resume\" has it. "
     "\"list\" (or no word) has a line for each session, of FILE or of all drawings; \"show\" prints one, line by line; \"export\" prints all "
     "of it as Markdown; with --json it is JSON. \"delete\" takes it out; the drawing, and what can be undone, stay. \"unfinished\" lists the runs that \"fairy ask --resume\" can go on with: "
     "what each read and would write, how it ended, how many actions aren't written yet, its fairies and tasks. At most 20 are kept of a drawing, 256 MB of all, 180 days. It is in the "
     "journal (\"fairy log\"), which \"--no-session\" keeps out of, too. At most 16 MB are kept of a session, and 128 MB of all; the oldest goes.",
     "fairy sessions\n"
     "fairy sessions show flow.svg\n"
     "fairy sessions export flow.svg --session review >review.md\n"
     "fairy sessions unfinished flow.svg\n"
     "fairy sessions delete flow.svg",
     cli_sessions},
    {"actions", CLI_ACTIONS, "[NAME]", 0, 1, "list what a fairy can do, or explain one action",
     "Without NAME: every action with a line about it. With NAME: its manual, with its fields and "
     "an example. --schema prints a JSON schema in place of that, for who makes a model write "
     "actions; --dialect=compact prints the one that providers are sent (\"fairy models\" says which).",
     "fairy actions\n"
     "fairy actions align\n"
     "fairy actions --schema >reply.schema.json\n"
     "fairy actions --dialect compact >sent.schema.json",
     cli_actions},
    {"config", CLI_CONFIG, "[NAME [VALUE]]", 0, 3, "list, get or set what counts for every run",
     "Lists all settings, prints the one called NAME, or sets it to VALUE. The words list, get, set, unset, edit and path can "
     "stand before NAME: \"get\" and \"set\" do the same, \"unset\" takes NAME out, \"edit\" opens the "
     "file in $VISUAL or $EDITOR and looks at it before it counts, \"path\" tells where it is. What "
     "the environment says goes before the file, and options of a command before both. A key is never shown, and never taken "
     "from the command line, where others could see it: \"fairy config set NAME\" reads the value from standard input, "
     "and doesn't show it on a terminal. PROVIDER.key-command names a command that prints the key, such as that of a keyring; it is "
     "run when a key is needed that isn't set. PROVIDER.price.MODEL is what a model costs, where we don't know it or it has changed: "
     "INPUT,OUTPUT[,CACHE_READ[,CACHE_WRITE]] in dollars per million tokens, and 0,0 for one that costs nothing.",
     "fairy config\n"
     "fairy config set anthropic.key\n"
     "fairy config openai.key-command \"pass show openai\"\n"
     "fairy config model anthropic/claude-sonnet-5-5\n"
     "fairy config custom.price.my-model 0,0\n"
     "fairy config unset max-cost",
     cli_config},
    {"models", CLI_MODELS, "[PROVIDER...]", 0, G_MAXUINT, "tell which models can be asked",
     "Lists who can answer \"fairy ask\": offline, every provider, with its key's variable or what is missing, and "
     "servers that run on this machine (Ollama, llama.cpp, vLLM, LM Studio) with their models. The one that "
     "answers by default is marked with a star. A provider that can't hold a schema whose fields may be left out "
     "is sent none, and the model is told in words what an answer is. What models cost is told with their names, from the lists of their providers and "
     "what you set; one whose price isn't known is counted as the dearest that is. Nothing but this machine is asked, and it is told no key; --check asks "
     "the providers that are set up, or those named, for their models over the network, and tells what is wrong. Then it ends "
     "with 4 when one of them doesn't answer.",
     "fairy models\n"
     "fairy models --check\n"
     "fairy models --check anthropic ollama",
     cli_models},
    {"doctor", CLI_DOCTOR, "", 0, 0, "look whether all that fairies need is there and works",
     "Looks at the libraries and their versions, the fonts, the program that draws pictures (by drawing one), settings and keys, the "
     "journal, Inkscape and the extension in it. A line for each begins with ok, warn or fail; the "
     "last two say what to do. Nothing is asked over a network, nothing is changed, and no key is shown. "
     "Ends with 1 when something fails.",
     "fairy doctor\n"
     "fairy doctor --json",
     cli_doctor},
    {"install-inkscape", CLI_INSTALL_INKSCAPE, "", 0, 0, "put fairies into the menus of Inkscape",
     "Puts the extension into the profile of every Inkscape that is found (of a package, of Flatpak, of Snap, in "
     "$INKSCAPE_PROFILE_DIR), and gives it the key Ctrl+Alt+F where that is free; prints a line for each. What was there of an "
     "earlier version is replaced, your shortcuts stay. Inkscape reads it when it is started next: Extensions > Fairies. "
     "--uninstall takes all of it away again. \"fairy doctor\" looks whether it is there. In the sandboxes of Flatpak and Snap it "
     "hasn't been tried: whether the program runs in there depends on what libraries they have.",
     "fairy install-inkscape\n"
     "fairy install-inkscape --profile ~/.config/inkscape\n"
     "fairy install-inkscape --uninstall",
     cli_install_inkscape},
    {0},
};

const CliCommand *cli_command_find(const char *name)
{
    for (const CliCommand *command = cli_commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}
