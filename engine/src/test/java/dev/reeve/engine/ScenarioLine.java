package dev.reeve.engine;

import dev.reeve.engine.command.Tick;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@link Scenario}. Times are {@code 5us}, {@code 5ms}, {@code 5s}, {@code 5m}, {@code 5h}, {@code 5d} or
 * {@code forever}; moments are told as the time since the start, {@code +5s}, and given without the sign.
 *
 * <p>Commands, where IDs, QUEUEs and the like are lists with commas:
 *
 * <pre>
 * add ID QUEUE [prio=N] [at=TIME] [depends=IDs] [klass=TEXT] [tags=TAGs] [headers=NAME,VALUE,…] [data=TEXT]
 *     [iffails=cancel|run|wait] [as=TEXT] [batch=BATCH] [callback=URL]
 *     [existing=refuse|return|move|require] [ttr=TIME] [heartbeat=TIME] [ttl=TIME] [keep=TIME] [wait=TIME]
 *     [rule=attempts|retries|lapses|backoff] [attempts=N] [fails=N] [retries=N] [delays=TIMEs]
 *     [backoff=FIRST,LARGEST] [lapses=N]     (keep: one TIME, or those for completed, failed and cancelled jobs)
 *     [unique=KEY [unleased] [holds=TIME] [else=keep|refuse|replace]] [key=LIMITKEY]
 * addall [ornone] ID QUEUE (options as of add) ; ID QUEUE
 * enqueue ID QUEUE [prio=N] [at=TIME] [ttr=TIME] [ttl=TIME] [completed=TIME] [failed=TIME] [cancelled=TIME] [attempts=N]
 *     [delays=TIMEs] [backoff=FIRST,LARGEST] [lapses=N]     (the rest is the queue's, or standard)
 * create ID QUEUE [ttr=TIME] [heartbeat=TIME] [keep=TIME] [retries=N] [delays=TIMEs] [tags=TAGs]
 * lease QUEUEs [by=WORKER] [for=TIME] [count=N] [seed=N] [order=random|listed|WEIGHTs] [bytes=N]
 * renew ID [token=N] [by=WORKER] [for=TIME] [data=TEXT] [progress=PERCENT:TEXT]
 * complete ID [RESULT] [token=N] [by=WORKER] [in=QUEUE] [next=QUEUE [delay=TIME] [depends=IDs]]
 * fail ID [MESSAGE] [token=N] [by=WORKER] [group=GROUP] [data=TEXT] [error=TYPE:MESSAGE:TRACE] [retry=never|TIME]
 * release ID [token=N] [by=WORKER] [undelivered] [delay=TIME]
 * (lease=N in place of token=N is a token that may repeat its report)
 * timeout IDs [token=N] [by=WORKER] [output=TEXT]     cancel IDs [keep] [token=N] [output=TEXT]
 * status ID STATUS [OUTPUT] [token=N]    output ID OUTPUT [token=N]    requeue ID [token=N] [at=TIME] [anew]
 * ask-cancel ID [force] [reason=TEXT] [asker=NAME]
 * moveto ID QUEUE    edit ID [prio=N] [at=TIME] [tags=TAGs] [attempts=N]    purge QUEUE STATEs    pause|resume QUEUEs [existing]
 * delete ID    discard ID    abandon ID    abandonall    configure QUEUE [prio=N] (options as of add and limit)    deletequeue QUEUE
 * put-schedule NAME QUEUE at=TIME [every=TIME] [data=TEXT] [missed=skip|one|all] [overlap=allow|skip|queue] [unique=KEY]
 * set-next NAME after=TIME due=TIMEs at=TIME [seen=TIME] (seen: when the times were computed, that of the last one if left out)
 * run-now NAME    pause-schedule NAME    resume-schedule NAME at=TIME    drop-schedule NAME
 * open BATCH [more] [request=TEXT] [success] [complete] [failure] [: ID QUEUE (options as of add) ; ID QUEUE]
 *     (the words are callbacks, which are added to queues of these names)
 * close BATCH    cancel-batch BATCH [force] [reason=TEXT] [asker=NAME]    retry-batch BATCH    dead-letter QUEUE [QUEUE]
 * put-webhook NAME EVENTs [queues=PATTERNs]    drop-webhook NAME    test-webhook NAME
 * limit PATTERN [max=N] [rate=N/TIME [burst=N]] [ordered]    droplimit PATTERN
 * tick    clear    version N    group COMMAND ; COMMAND
 * +TIME (time passes, then a tick)    ~TIME (time passes)
 * </pre>
 *
 * <p>With {@code now=TIME [dialect=early|function]} lease, renew, complete, fail, timeout and cancel go by the caller's
 * clock, and refusals say what stood in the way. These commands always do, but for those of the last four lines:
 *
 * <pre>
 * put|move ID QUEUE now=TIME [klass=TEXT] [data=TEXT] [delay=TIME] [prio=N] [retries=N] [tags=TAGs] [depends=IDs]
 *     [by=WORKER] (move refuses to create a job)
 * pop QUEUEs now=TIME [by=WORKER] [count=N] [for=TIME]    peek QUEUE now=TIME [count=N]
 * retry ID QUEUE now=TIME by=WORKER [delay=TIME] [group=GROUP] [message=TEXT]
 * unfail QUEUE GROUP now=TIME [count=N]
 * track|untrack ID now=TIME [existing] [tags=TAGs]
 * recur ID QUEUE now=TIME [first=TIME] [every=TIME] [klass=TEXT] [data=TEXT] [prio=N] [retries=N] [backlog=N]
 *     [tags=TAGs]
 * update-recurring ID now=TIME [queue=QUEUE] [klass=TEXT] [data=TEXT] [prio=N] [retries=N] [every=TIME] [backlog=N]
 * tag-recurring|untag-recurring ID TAGs    unrecur ID
 * tag|untag ID TAGs [now=TIME]    depend|undepend ID IDs|all [now=TIME]    log ID TEXT [now=TIME]
 * priority ID N    set OPTION VALUE    unset OPTION
 * forget-worker WORKERs    forget-queue QUEUEs
 * </pre>
 *
 * <p>Questions:
 *
 * <pre>
 * schedule NAME (next time, what waits, last jobs by the time since the start)
 * obstacle ID (what it waits for)    results ID (of dependencies)    batch BATCH    payload ID
 * states IDs (with spaces)    content ID (payload, priority, due time, unique key)
 * job ID    details ID (what few jobs have)    ready QUEUE    scheduled QUEUE    queue QUEUE    queues    evicted    jobs    next
 * statuses QUEUE    tagged TAG    totals    numbers QUEUE (counts, and since when the oldest job waits)
 * failures [queue=QUEUE] [after=GROUP] [limit=N] (group:count first last sample message)
 * list [queues=QUEUEs] [states=STATEs] [types=TYPEs] [tags=TAGs] [workers=WORKERs] [failures=GROUPs] [prefix=TEXT]
 *     [text=TEXT] [batches=BATCHes] [created=TIME,TIME] [ended=TIME,TIME] [order=newest|oldest|next|due] [limit=N]
 *     (ids, the number of all if known, and ... if there are more)
 * about ID    history ID    tags ID    dependencies ID    dependents ID    failure ID
 * counts|running|stalled QUEUE now=TIME    depending QUEUE    completed    listed now=TIME    paused
 * groups    failed GROUP    with-tag TAG    top-tags [least=N]    tracked    recurring ID    options
 * workers now=TIME (name:running/stalled)    worker NAME now=TIME (running / stalled)
 * stats QUEUE now=TIME (of that day; times as COUNTxMEAN)    days QUEUE
 * </pre>
 */
final class ScenarioLine {
    private final ScenarioWords words;

    ScenarioLine(String[] words) {
        this.words = new ScenarioWords(words);
    }

    long passesMicros() {
        boolean passes = words.first().startsWith("+") || words.first().startsWith("~");
        return passes ? ScenarioWords.micros(words.first().substring(1)) : 0;
    }

    long seed() {
        return words.number("seed", 0);
    }

    /** What the line does; null if it only asks. */
    @Nullable
    Command<?> command() {
        return words.first().startsWith("+") ? new Tick() : ScenarioCommands.read(words);
    }

    String answer(EngineView engine) {
        return words.first().startsWith("~") ? "" : ScenarioQuestions.answer(engine, words);
    }

    String reply(Outcome<?> outcome) {
        return ScenarioReplies.outcome(
                outcome, words.clock() != null || words.option("unique") != null, words.tellsAll());
    }
}
