/* The limits of core/. The message of the error that a limit causes quotes it. */
#pragma once

/* Replies. */
#define FAIRY_MAX_REPLY_BYTES      (64u << 20)  /* bytes of one reply */
#define FAIRY_MAX_STRING_BYTES     (1u << 20)   /* bytes of one string in a reply */
#define FAIRY_MAX_REPLY_DEPTH      64           /* levels of nested values in a reply */
#define FAIRY_MAX_PROPERTIES       4096         /* members of one object in a reply */
#define FAIRY_MAX_VALUES           (1u << 20)   /* values (numbers, strings, …) in one action */
#define FAIRY_MAX_ACTIONS          200000       /* actions in one reply */
#define FAIRY_MAX_IDS              10000        /* ids in one list */
#define FAIRY_MAX_POINTS           10000        /* points in one list */
#define FAIRY_MAX_OBJECTS          200          /* objects in one list */
#define FAIRY_MAX_TODOS            100          /* items of a to-do list */
#define FAIRY_MAX_TODO_BYTES       500          /* bytes of an item's id, and of its text */
#define FAIRY_MAX_PICTURES         4            /* in one request, each of an area of its own */
#define FAIRY_MAX_FOLLOW_UPS       64           /* follow-ups that one reply can ask for */
#define FAIRY_MAX_DATA_BYTES       (64u << 10)  /* bytes of the data of one action */
#define FAIRY_MAX_SOURCE_BYTES     (16u << 10)  /* bytes of markup that one action reads */
#define FAIRY_MAX_CONDITIONS       64           /* conditions in one expression of count */
#define FAIRY_MAX_EXPRESSION_BYTES 2000         /* bytes of one expression of count */
#define FAIRY_MAX_COUNT_IDS        50           /* ids that count lists; others are only counted */
#define FAIRY_MAX_WEB_BYTES        (256u << 10) /* bytes of a site's response */
#define FAIRY_MAX_REDIRECTS        3            /* redirects of one look-up, on the same host */
#define FAIRY_WEB_CONNECT_MS       5000         /* ms until a site is connected */
#define FAIRY_WEB_TIMEOUT_MS       10000        /* ms of a whole look-up */

/* Prompts and requests. */
#define FAIRY_VIEW_TOKENS            12000 /* tokens of a prompt that show the drawing */
#define FAIRY_PART_TOKENS            2000  /* tokens of any other list in it; the rest is counted */
#define FAIRY_CHANGES_TOKENS         1000  /* tokens of what others did between two asks */
#define FAIRY_MAX_CONFLICTS_TOLD     20    /* lines about what a merge couldn't keep */
#define FAIRY_DATA_TOKENS            16000 /* tokens of data that was looked up */
#define FAIRY_SHOWN_NAME_BYTES       120   /* bytes of one name in a prompt: a layer, a font, … */
#define FAIRY_SHOWN_DETAIL_BYTES     2000  /* bytes about the outcome of one action */
#define FAIRY_SHOWN_DETAILS_BYTES    8000  /* bytes about a reply's outcomes; the rest is counted */
#define FAIRY_MAX_CLOSER             100   /* shapes that look-closer shows */
#define FAIRY_MAX_RETRIES            3     /* retries in a row, without a finished action between */
#define FAIRY_FIRST_RETRY_MS         500   /* ms before the first at most; then twice as long */
#define FAIRY_MAX_RETRY_WAIT_MS      60000 /* ms that one run waits for retries, in all */
#define FAIRY_MAX_DROPPED_PARAMETERS 3     /* parameters of a request that a server can refuse */
#define FAIRY_MAX_BAD_REPLIES        2     /* unreadable replies of a run: the last one ends it */
#define FAIRY_MAX_IDLE_ANSWERS       3     /* replies in a row that ask on and change nothing */
#define FAIRY_MAX_LINT_ROUNDS        2     /* requests in a row to mend lints of what was made */
#define FAIRY_MAX_CORRECTIONS        2     /* requests in a row because actions were refused */
#define FAIRY_MAX_KEPT_ANSWER        (4u << 10) /* bytes of a reply without actions, shown again */
#define FAIRY_LOCAL_HEAD_MS          600000 /* ms until a local server responds: it may load a model */

/* Responses of models. */
#define FAIRY_MAX_EVENT_BYTES (16u << 20)  /* bytes of one line, and of one event, of a stream */
#define FAIRY_MAX_HTTP_BYTES  (256u << 20) /* bytes of a response's body, decompressed */
#define FAIRY_MAX_HEAD_BYTES  (64u << 10)  /* bytes of a response's headers */
#define FAIRY_MAX_STREAMS     256          /* running requests of one HTTP client; others wait */
#define FAIRY_HTTP_CONNECT_MS 10000        /* ms until a server is connected, TLS included */
#define FAIRY_HTTP_HEAD_MS    120000       /* ms from the request to the response's headers */
#define FAIRY_HTTP_IDLE_MS    300000       /* ms without a byte of the response */

/* The default budget of a run: enough for a conversation about a large drawing, at the price of a
 * coffee at most. */
#define FAIRY_DEFAULT_REQUESTS 25
#define FAIRY_DEFAULT_TOKENS   300000
#define FAIRY_DEFAULT_USD      1   /* US dollars */
#define FAIRY_DEFAULT_TIME_S   900 /* s */
#define FAIRY_DEFAULT_OUTPUT_TOKENS \
    16000 /* output tokens of a request, unless a caller asks for more */
#define FAIRY_USUAL_OUTPUT_TOKENS \
    1500 /* output tokens of an answer, where nobody knows: a dozen actions with their thoughts */
#define FAIRY_MIN_OUTPUT_TOKENS 2000 /* output tokens below which a request isn't worth sending */

/* Discovery of models. */
#define FAIRY_LOCAL_MS         300        /* ms for a server on this machine to answer */
#define FAIRY_MAX_MODELS_BYTES (8u << 20) /* bytes of a provider's list of models */

/* Settings. */
#define FAIRY_MAX_SETTINGS_BYTES (1u << 20) /* bytes of the file */
#define FAIRY_MAX_KEY_BYTES      8192       /* bytes of a key */
#define FAIRY_MIN_SECRET_BYTES   8          /* bytes below which a key isn't looked for in texts */
#define FAIRY_KEY_COMMAND_MS     120000     /* ms until a key-command has printed the key */
#define FAIRY_MAX_COMMAND_BYTES                                      \
    (1u << 20) /* bytes that it may print; the first line is the key \
                */

/* The roster of fairies. */
#define FAIRY_MAX_ROSTER         100  /* fairies on it */
#define FAIRY_MAX_NAME_BYTES     40   /* bytes of a fairy's name */
#define FAIRY_MAX_STANDING_BYTES 2000 /* bytes of its standing words */

/* Recordings. */
#define FAIRY_MAX_RECORDING_LINE  (64u << 20) /* bytes of one line: a request with its pictures */
#define FAIRY_MAX_RECORDING_LINES (8u << 20)  /* lines */

/* Projects of several fairies. */
#define FAIRY_MAX_PROJECTS           8  /* projects at a time: each has a colour of its own */
#define FAIRY_MAX_MEMBERS            64 /* fairies in one project, with its leader */
#define FAIRY_MAX_TASKS              200 /* tasks of all projects and fairies; the oldest ended one goes */
#define FAIRY_MAX_WAITS              200   /* waits of all fairies */
#define FAIRY_MAX_TASK_REFUSALS      3     /* that are told of a task; others are counted */
#define FAIRY_MAX_TASK_REFUSAL_BYTES 200   /* of one */
#define FAIRY_MAX_CLAIMS             10000 /* shapes that are claimed for one task */
#define FAIRY_MAX_TASK_TRIES         2     /* times that a task is begun before it has failed */
#define FAIRY_MAX_WAKES              2 /* times in a row that a leader is told that nobody is at work */
#define FAIRY_MAX_LEADER_FAILURES    2 /* runs in a row of a leader that failed */
#define FAIRY_MAX_TASK_WAIT_MS                                                                 \
    (10 * 60000)                         /* ms that a leader waits for tasks before it is told \
                                          */
#define FAIRY_MAX_TASK_ID    36          /* bytes of a task's id: short enough to show in full */
#define FAIRY_MAX_FAIRY_NAME 60          /* bytes of a name that a fairy is given */
#define FAIRY_MAX_TITLE      200         /* bytes of a project's or task's title */
#define FAIRY_MAX_PLAN_BYTES (16u << 10) /* bytes of a plan, description, text or reason */

/* Pictures of a run. */
#define FAIRY_FRAME_SIDE       800 /* px of their longer side, unless a caller says another */
#define FAIRY_MAX_FRAMES_DRAWN 4   /* pictures that are being drawn; then the run waits for one */

/* Events. */
#define FAIRY_MAX_MADE_TOLD    500 /* shapes of which who comes to watch is told who made them */
#define FAIRY_MAX_GHOST_POINTS 200 /* points of a path that is being written */

/* Memory. */
#define FAIRY_HISTORY_TOKENS    32000 /* tokens of a prompt's history */
#define FAIRY_MAX_SUMMARY_BYTES 4096  /* bytes of a summary of older history */

/* Sessions and checkpoints. */
#define FAIRY_MAX_SESSION_NAME      60           /* bytes of a session's name */
#define FAIRY_MAX_SESSION_BYTES     (16u << 20)  /* bytes of one session; the oldest items go */
#define FAIRY_MAX_SESSIONS_BYTES    (128u << 20) /* bytes of all; the least recently used goes */
#define FAIRY_MAX_FORMER_SHAPES     20000        /* shapes of a drawing: how they were is kept */
#define FAIRY_MAX_FORMER_BYTES      (512u << 10) /* bytes of that, for one session */
#define FAIRY_MAX_CHECKPOINTS       20           /* checkpoints of one drawing; the oldest goes */
#define FAIRY_MAX_CHECKPOINT_BYTES  (4u << 20)   /* bytes of one; of a larger one the words stay */
#define FAIRY_MAX_CHECKPOINTS_BYTES (256u << 20) /* bytes of all; the oldest go */
#define FAIRY_MAX_CHECKPOINT_DAYS   180          /* days after which one goes */

/* The journal. Beyond its limits the oldest turns are dropped, whole turns at a time. */
#define FAIRY_MAX_JOURNAL_BYTES (512u << 20) /* bytes of all drawings */
#define FAIRY_MAX_DRAWING_BYTES (64u << 20)  /* bytes of one drawing */
#define FAIRY_MAX_KEPT_ACTION   (64u << 10)  /* bytes of one action as JSON */
#define FAIRY_MAX_KEPT_WORDS    (64u << 10)  /* bytes of a prompt or a detail */
#define FAIRY_MAX_WAIT_MS       10000        /* ms to wait for another process at the same file */
#define FAIRY_MAX_DATABASE_MS   5000         /* ms to wait for another process at the journal */

/* Runs that are reached from another process. */
#define FAIRY_MAX_TOLD_BYTES     FAIRY_MAX_KEPT_WORDS /* bytes of words that are told at a time */
#define FAIRY_MAX_TOLD           100                  /* words that wait to be read by one fairy */
#define FAIRY_MAX_REQUEST_BYTES  (400u << 10) /* bytes of a request's line: words, escaped */
#define FAIRY_MAX_QUEUE_BYTES    (1u << 20)   /* bytes that wait for who watches too slowly */
#define FAIRY_MAX_CONNECTIONS    16           /* connections of a run */
#define FAIRY_MAX_WATCHERS       12           /* of these, those that watch */
#define FAIRY_MAX_REQUESTS_S     50           /* requests in a second of one connection */
#define FAIRY_MAX_CONNECTIONS_S  100          /* new connections in a second; others wait */
#define FAIRY_CONNECTION_IDLE_MS 5000         /* ms without a request, of who doesn't watch */
#define FAIRY_GREETING_MS        2000         /* ms for a run to greet who connects */
#define FAIRY_ANSWER_MS          10000        /* ms for a run to answer a request */

/* Batches. */
#define FAIRY_MAX_BATCH_FILES 1000000      /* drawings of one batch */
#define FAIRY_MAX_BATCH_LIST  (256u << 20) /* bytes of a list of them */
#define FAIRY_MAX_BATCH_JOBS  256          /* drawings that are worked at at a time */
