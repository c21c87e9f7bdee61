package dev.reeve.campaign.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.reeve.campaign.crash.JobRecord.Look;
import dev.reeve.campaign.crash.JobRecord.Order;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.Node;
import dev.reeve.node.Origin;
import dev.reeve.node.WaitCompletion;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client in place of a door: it submits commands to the node, and sends nothing while a call may block. As a session does, it puts the replies
 * into the order of its commands.
 */
final class SimClient {
    private static final int MOST_JOBS = 30;
    private static final int LARGEST_BYTES = 40_000;
    private static final int ALL = 100_000;

    private final ClientRecord record;
    private final Workload workload;
    private final ArrayDeque<Told<?>> open = new ArrayDeque<>();
    private @Nullable CrashAnswer lastAnswer;
    private boolean blocked;
    private int lives;

    SimClient(String queue, SplittableRandom random) {
        record = new ClientRecord(queue, 0);
        workload = new Workload(random, record, MOST_JOBS, LARGEST_BYTES);
    }

    ClientRecord record() {
        return record;
    }

    void step(SimServer server) {
        if (!blocked) {
            CrashStep step = workload.next(server.clock().nowMicros());
            ask(server, step);
        }
    }

    /** Sends a query, runs the server until it is idle, and returns the reply. */
    CrashAnswer.Kind tell(SimServer server, CrashStep step) {
        lastAnswer = null;
        record.asks(step);
        ask(server, step);
        server.settle();
        CrashAnswer answer = lastAnswer;
        if (answer == null) {
            throw new Violation(step + " was not answered");
        }
        return answer.kind();
    }

    private void ask(SimServer server, CrashStep step) {
        Node node = server.node();
        switch (step.kind()) {
            case ADD -> submit(server, step, add(step.job()));
            case COMPLETE -> submit(server, step, new Complete(ref(step.job()), Claim.NONE, bytes(step.result())));
            case FAIL -> submit(server, step, new Fail(ref(step.job()), Claim.NONE, bytes(step.result())));
            case DELETE -> submit(server, step, new Delete(ref(step.job())));
            case LEASE -> {
                blocked = true;
                Acquire acquire = new Acquire(List.of(record.queue()), null, 1, 0);
                node.acquire(acquire, 0, new Told<>(server, step, SimClient::leased));
            }
            case RESULT -> {
                blocked = true;
                node.awaitEnd(ref(step.job()), 0, new Told<>(server, step, SimClient::result));
            }
        }
    }

    /** A command that the node admits is appended at once, unless it waits for what is on disk, or comes behind one that does. */
    private <R> void submit(SimServer server, CrashStep step, Command<R> command) {
        long before = server.journal().lastAppended();
        boolean waits = open.stream().anyMatch(told -> told.waits)
                || !server.engine().absentFor(command).isEmpty();
        Told<R> told = new Told<>(server, step, reply -> CrashAnswer.of(CrashAnswer.Kind.OK));
        server.node().submit(command, told);
        told.waits = waits;
        told.appended = waits || server.journal().lastAppended() > before;
    }

    private static CrashAnswer leased(List<LeasedJob> jobs) {
        LeasedJob job = jobs.get(0);
        return CrashAnswer.leased(text(job.id()), text(job.payload()));
    }

    private static CrashAnswer result(FinishedJob job) {
        return CrashAnswer.result(text(job.id()), job.completed(), text(job.result()));
    }

    private static Add add(JobRecord job) {
        Order order = job.order();
        RetryPolicy retry = new RetryPolicy(RetryPolicy.Rule.ATTEMPTS, 0, order.maxFails(), 0, List.of());
        Terms terms = new Terms(order.ttrMicros(), 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, retry);
        long startsAt = order.startsAtMicros() == 0 ? Add.NOW : order.startsAtMicros();
        return new Add(id(job), job.queue(), bytes(order.payload()), 0, startsAt, terms);
    }

    /** The server ended. Refusals, too, may have waited for the entries before them to become durable. */
    void lostConnection() {
        lives++;
        open.stream().filter(told -> told.waits).forEach(told -> record.mayBeRefused(told.step));
        open.stream().filter(told -> !told.appended).forEach(told -> record.notCarriedOut(told.step));
        open.clear();
        blocked = false;
        record.lostConnection(0);
    }

    /** Compares the recovered state, before any change, with the acknowledged changes. */
    void verify(SimServer server, long nowMicros) throws IOException {
        Engine engine = server.engine();
        Look look = new Look(engine.atMicros(), nowMicros);
        for (JobRecord job : List.copyOf(record.jobs())) {
            record.found(job, seen(server.job(ref(job))), look);
        }
        for (JobRecord job : record.deleted()) {
            record.foundDeleted(job, seen(server.job(ref(job))));
        }
        List<String> ids = new ArrayList<>();
        engine.ready(record.queue(), 0, ALL).forEach(job -> ids.add(text(job.id())));
        engine.scheduled(record.queue(), 0, ALL).forEach(job -> ids.add(text(job.id())));
        record.listed(ids);
    }

    private static Seen seen(@Nullable JobView job) {
        if (job == null) {
            return Seen.NOTHING;
        }
        byte[] result = job.result();
        return new Seen(
                phase(job.state()),
                job.queue(),
                text(job.payload()),
                job.attempts(),
                job.fails(),
                result == null ? null : text(result));
    }

    private static Seen.Phase phase(State state) {
        return switch (state) {
            case READY, THROTTLED, SCHEDULED, DEPENDS, RETRYING -> Seen.Phase.WAITING;
            case LEASED -> Seen.Phase.LEASED;
            case COMPLETED -> Seen.Phase.COMPLETED;
            case FAILED, TIMED_OUT, CANCELLED -> Seen.Phase.FAILED;
        };
    }

    private static JobId id(JobRecord job) {
        UUID id = UUID.fromString(job.id());
        return JobId.ofUuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static JobRef ref(JobRecord job) {
        return JobRef.of(id(job));
    }

    private static String text(JobId id) {
        return id.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    /** Passes a reply to the record, unless it is from an earlier run. */
    private final class Told<R> implements WaitCompletion<R> {
        private final SimServer server;
        private final CrashStep step;
        private final Function<R, CrashAnswer> answer;
        private final int life = lives;
        private @Nullable CrashAnswer came;
        private boolean outOfRoom;
        /** Whether the journal may have the step. A call that may block is appended later, or never. */
        private boolean appended = true;

        private boolean waits;

        Told(SimServer server, CrashStep step, Function<R, CrashAnswer> answer) {
            this.server = server;
            this.step = step;
            this.answer = answer;
            open.add(this);
        }

        private void tell(CrashAnswer told) {
            if (life == lives) {
                came = told;
                answerInOrder();
            }
        }

        private void answerInOrder() {
            Told<?> first = open.peek();
            while (first != null && first.came != null) {
                open.remove();
                lastAnswer = first.came;
                record.answered(first.came, server.clock().nowMicros());
                first = open.peek();
            }
        }

        @Override
        public Origin origin() {
            return new Origin("client", record.queue(), null);
        }

        @Override
        public void reply(R reply) {
            tell(answer.apply(reply));
        }

        @Override
        public void refused(Rejection why) {
            tell(CrashAnswer.of(
                    switch (why) {
                        case JOB_NOT_FOUND -> CrashAnswer.Kind.NOT_FOUND;
                        case JOB_EXISTS -> CrashAnswer.Kind.JOB_EXISTS;
                        case ALREADY_ENDED -> CrashAnswer.Kind.ALREADY_ENDED;
                        case OUT_OF_DISK, JOURNAL_FAULT -> CrashAnswer.Kind.OUT_OF_DISK;
                        default -> throw new Violation("nobody expects " + why);
                    }));
        }

        /** Without disk space a tick cannot be journalled either, so an expired lease is not released yet. */
        @Override
        public void timedOut() {
            tell(CrashAnswer.of(outOfRoom ? CrashAnswer.Kind.OUT_OF_DISK : CrashAnswer.Kind.TIMEOUT));
        }

        @Override
        public void outcomeUnknown() {
            throw new Violation("an answer is unknown, though the server was not stopped");
        }

        @Override
        public void decided() {
            blocked &= life != lives;
            outOfRoom = server.journal().room() == WriteAdmission.NONE;
        }
    }
}
