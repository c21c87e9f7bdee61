package dev.reeve.access;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualJournal;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.WaitCompletion;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A node with two queues, "own" and "foreign". Each has a ready job, a leased job, a recurring job and a schedule, named after the queue; the
 * leased job has failed before.
 */
final class GuardFixture {
    static final String OWN = "own";
    static final String FOREIGN = "foreign";
    static final String WORKER = "w";

    final ManualClock manualClock = new ManualClock(1_700_000_000_000_000L);
    final ManualLoop loop = new ManualLoop(manualClock);
    final ManualJournal journal;
    final Node node;

    GuardFixture(boolean appliesAtCommit) {
        journal = new ManualJournal(appliesAtCommit);
        node = new Node(
                loop,
                manualClock,
                journal,
                new Engine(),
                new NodeSettings(1 << 23, 1 << 16, new SplittableRandom(7)::nextLong),
                (why, cause) -> {
                    throw new AssertionError(why, cause);
                });
        for (String queue : List.of(OWN, FOREIGN)) {
            submit(QlessCommands.put(clock(), leased(queue), queue, "klass", bytes("secret")));
            submit(new Acquire(List.of(queue), WORKER, 1, 0, clock()));
            submit(QlessCommands.put(clock(), ready(queue), queue, "klass", bytes("secret")));
            submit(new Recur(clock(), recurringJob(queue, queue)));
            submit(schedule(queue, queue));
            submit(new OpenBatch(batch(queue), "", true, List.of(inBatch(queue)), OpenBatch.Templates.NONE));
        }
    }

    static String batch(String queue) {
        return queue + "-batch";
    }

    /** A job of a batch that is due in an hour. */
    private Add inBatch(String queue) {
        long due = manualClock.nowMicros() + 3_600_000_000L;
        AddOptions options = AddOptions.NONE.withTies(JobTies.NONE.withBatch(batch(queue)));
        return new Add(JobId.of(queue + "-in-batch"), queue, bytes("secret"), 0, due, Terms.STANDARD, options);
    }

    static JobId ready(String queue) {
        return JobId.of(queue + "-ready");
    }

    static JobId leased(String queue) {
        return JobId.of(queue + "-leased");
    }

    static JobId recurring(String queue) {
        return JobId.of(queue + "-recurring");
    }

    static RecurringJob recurringJob(String name, String queue) {
        return new RecurringJob(
                recurring(name),
                queue,
                "klass",
                bytes("secret"),
                0,
                List.of(),
                0,
                0,
                0,
                3_600_000_000L,
                Long.MAX_VALUE / 4);
    }

    /** @param queue that of the schedule's jobs */
    static PutSchedule schedule(String name, String queue) {
        Add job = new Add(JobId.of(name), queue, bytes("secret"), 0, Add.NOW, Terms.STANDARD);
        ScheduleSpec spec = new ScheduleSpec(null, "UTC", 1, JobTemplate.of(job), MissedRuns.ONE, Overlap.ALLOW);
        return new PutSchedule(name, spec, Long.MAX_VALUE / 4);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    CallerClock clock() {
        return new CallerClock(manualClock.nowMicros(), QlessDialect.CURRENT);
    }

    /** The node as a role with these patterns reaches it. */
    GuardedRequests as(Role role, String... patterns) {
        Identity identity = new Identity(Identity.Kind.TOKEN, role.word(), role, QueuePatterns.of(List.of(patterns)));
        return as(identity);
    }

    GuardedRequests as(Identity identity) {
        return as(identity, Audit.NONE);
    }

    GuardedRequests as(Identity identity, Audit audit) {
        Caller caller = new Caller(identity, "door", InetAddress.getLoopbackAddress());
        return new GuardedRequests(node, node::current, caller, audit);
    }

    <R> Told<R> submit(Command<R> command) {
        Told<R> told = new Told<>();
        node.submit(command, told);
        settle();
        return told;
    }

    <R> Told<R> submit(GuardedRequests requests, Command<R> command) {
        Told<R> told = new Told<>();
        requests.submit(command, told);
        settle();
        return told;
    }

    void settle() {
        loop.turn();
        while (journal.sync(Integer.MAX_VALUE)) {
            node.journalAdvanced();
            loop.turn();
        }
    }

    /** What a call was told. */
    static final class Told<R> implements WaitCompletion<R> {
        final List<String> words = new ArrayList<>();
        int decided;

        @Nullable
        R value;

        @Override
        public void reply(R reply) {
            value = reply;
            words.add("reply");
        }

        @Override
        public void refused(Rejection why) {
            words.add(why.name());
        }

        @Override
        public void outcomeUnknown() {
            words.add("unknown");
        }

        @Override
        public void timedOut() {
            words.add("timed out");
        }

        @Override
        public void decided() {
            decided++;
        }

        R value() {
            if (value == null) {
                throw new AssertionError("no reply, but " + words);
            }
            return value;
        }
    }
}
