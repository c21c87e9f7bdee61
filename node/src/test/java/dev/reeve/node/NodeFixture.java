package dev.reeve.node;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.WriteAdmission;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A node on a manual loop, a manual clock and a journal that syncs on request. */
final class NodeFixture {
    static final long START_MICROS = 1_700_000_000_000_000L;
    static final long SECOND = 1_000_000;
    /** Of jobs whose lease never ends. */
    static final Terms ENDLESS =
            new Terms(Terms.FOREVER, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    static final Terms WORK =
            new Terms(10 * SECOND, 0, 3600 * SECOND, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    final ManualClock clock = new ManualClock(START_MICROS);
    final ManualLoop loop = new ManualLoop(clock);
    final ManualJournal journal;
    final Engine engine;
    final Node node;
    final List<String> halts = new ArrayList<>();

    NodeFixture(boolean appliesAtCommit) {
        this(appliesAtCommit, new Engine(), new NodeSettings(1 << 23, 1 << 16, new SplittableRandom(7)::nextLong));
    }

    NodeFixture(boolean appliesAtCommit, Engine engine, NodeSettings settings) {
        this(appliesAtCommit, engine, settings, null);
    }

    /** A node whose journal has files for payloads. */
    NodeFixture(boolean appliesAtCommit, Engine engine, NodeSettings settings, @Nullable PayloadFiles payloads) {
        this.engine = engine;
        journal = new ManualJournal(appliesAtCommit);
        journal.payloads = payloads;
        node = new Node(loop, clock, journal, engine, settings, (why, cause) -> halts.add(why));
    }

    /** Runs the loop and syncs until nothing is due. */
    void settle() {
        settle(Integer.MAX_VALUE);
    }

    /** The same, with at most this many entries per sync. */
    void settle(int bunch) {
        loop.turn();
        while (journal.sync(bunch)) {
            node.journalAdvanced();
            loop.turn();
        }
    }

    /** The journal loses its entries from this position on. A state that contains them is replaced. */
    void lose(long position) {
        boolean applied = node.live.applied() >= position;
        journal.lose(position);
        Engine kept = replayed();
        node.discardFrom(position);
        if (applied) {
            node.replaceEngine(kept, position - 1);
        }
    }

    /** A state arrives from elsewhere: the entries before this position, then others. */
    void install(long position, Command<?>... others) {
        boolean loses = position <= journal.lastAppended();
        if (loses) {
            journal.lose(position);
        }
        List<byte[]> committed = new ArrayList<>();
        for (Command<?> other : others) {
            ByteSink sink = new ByteSink(64);
            EntryCodec.write(new Entry<>(clock.nowMicros(), 7, other), sink);
            committed.add(Arrays.copyOf(sink.array(), sink.size()));
        }
        journal.install(committed);
        Engine arrived = replayed();
        long last = journal.lastAppended();
        if (loses) {
            node.discardFrom(position);
        }
        node.replaceEngine(arrived, last);
    }

    /** The state after all entries of the journal. */
    Engine replayed() {
        EngineRecovery recovery = new EngineRecovery();
        for (int i = 0; i < journal.entries.size(); i++) {
            recovery.entry(i + 1, ByteBuffer.wrap(journal.entries.get(i)));
        }
        return recovery.engine();
    }

    /** The disk space changes, and the journal reports it. */
    void room(WriteAdmission room) {
        journal.room(room);
        node.journalAdvanced();
        loop.turn();
    }

    void advanceMillis(long millis) {
        clock.advanceMillis(millis);
        settle();
    }

    <R> Recorder<R> submit(Command<R> command) {
        Recorder<R> recorder = new Recorder<>();
        node.submit(command, recorder);
        return recorder;
    }

    Recorder<AddedJob> add(String queue, int id) {
        return submit(job(queue, id, WORK));
    }

    static Add job(String queue, int id, Terms terms) {
        return new Add(id(id), queue, bytes("payload " + id), 0, Add.NOW, terms);
    }

    Waiting<List<LeasedJob>> lease(long waitMillis, String... queues) {
        Recorder<List<LeasedJob>> recorder = new Recorder<>();
        WaitHandle waitHandle = node.acquire(new Acquire(List.of(queues), null, 1, 0), waitMillis * 1000, recorder);
        return new Waiting<>(waitHandle, recorder);
    }

    Waiting<FinishedJob> result(int id, long waitMillis) {
        Recorder<FinishedJob> recorder = new Recorder<>();
        return new Waiting<>(node.awaitEnd(JobRef.of(id(id)), waitMillis * 1000, recorder), recorder);
    }

    Waiting<FinishedJob> run(String queue, int id, long waitMillis) {
        Recorder<FinishedJob> recorder = new Recorder<>();
        Terms terms = new Terms(10 * SECOND, 0, Terms.FOREVER, 0, waitMillis * 1000, RetryPolicy.UNTIL_FAILED);
        return new Waiting<>(node.run(job(queue, id, terms), recorder), recorder);
    }

    /** A job whose delay goes by its callers' clock. */
    Add put(String queue, int delaySeconds) {
        CallerClock now = new CallerClock(clock.nowMicros(), QlessDialect.CURRENT);
        Add put = QlessCommands.put(now, JobId.of(queue + "-job"), queue, "klass", bytes("{}"));
        return new Add(
                put.id(),
                queue,
                put.payload(),
                0,
                delaySeconds > 0 ? now.after(delaySeconds * SECOND) : Add.NOW,
                put.terms(),
                put.options());
    }

    Complete complete(int id, String result) {
        return new Complete(JobRef.of(id(id)), Claim.NONE, bytes(result));
    }

    static JobId id(int number) {
        return JobId.ofUuid(0, number);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    record Waiting<R>(WaitHandle waitHandle, Recorder<R> recorder) {
        List<String> told() {
            return recorder.told;
        }

        R value() {
            return recorder.value();
        }
    }
}
