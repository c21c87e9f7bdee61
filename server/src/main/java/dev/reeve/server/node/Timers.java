package dev.reeve.server.node;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.command.Tick;
import dev.reeve.server.journal.Journal;
import dev.reeve.server.journal.WriteAdmission;
import java.util.List;

/**
 * What the clock brings about: deadlines of the engine, jobs that get ready by their own clock while somebody waits for
 * them, and the time limits of all that waits. The engine's time moves with entries only, so a deadline that has come is
 * dealt with by a {@link Tick}, unless an entry that does so is on its way.
 */
final class Timers {
    private final Clock clock;
    private final Journal journal;
    private final EngineView engine;
    private final ApplyQueue steps;
    private final LeaseWaiters leaseWaiters;
    private final WaitDeadlines waitDeadlines = new WaitDeadlines();
    private final WakeUpTimer wakeUpTimer;
    private boolean off;

    Timers(Loop loop, Clock clock, Journal journal, EngineView engine, ApplyQueue steps, LeaseWaiters leaseWaiters) {
        this.clock = clock;
        this.journal = journal;
        this.engine = engine;
        this.steps = steps;
        this.leaseWaiters = leaseWaiters;
        this.wakeUpTimer = new WakeUpTimer(loop, clock, this::ring);
    }

    WaitDeadlines waitDeadlines() {
        return waitDeadlines;
    }

    /** Sees to it that the next thing to come is not missed. */
    void set() {
        long deadline = tickNeeded() ? engine.nextDeadlineMicros() : WaitDeadlines.NEVER;
        long ripe = journal.room() != WriteAdmission.NONE ? leaseWaiters.ripeAtMicros() : WaitDeadlines.NEVER;
        wakeUpTimer.wakeAt(Math.min(Math.min(deadline, ripe), waitDeadlines.nextMicros()));
    }

    /** The clock brings about nothing more. */
    void off() {
        off = true;
    }

    private void ring() {
        if (off || steps.broken() != null) {
            return;
        }
        long now = clock.nowMicros();
        boolean ripe = leaseWaiters.ripeAtMicros() <= now;
        List<String> queues = ripe ? leaseWaiters.parkedQueues() : List.of();
        // Looked at already when the tick has been applied, so that all who wait are served in one order.
        queues.forEach(leaseWaiters::lookAt);
        tickIfDue(now);
        if (ripe) {
            ripen(queues, now);
        }
        waitDeadlines.fire(clock.nowMicros());
        steps.endTurnSoon();
    }

    /** Lets deadlines that have come take effect before anybody looks. */
    void tickIfDue(long nowMicros) {
        if (engine.nextDeadlineMicros() <= nowMicros && tickNeeded()) {
            steps.append(new Tick(), outcome -> {});
        }
    }

    /** Brings the engine's time up to date if that makes jobs ready which no deadline of the server's clock marks. */
    void tickIfRipe(List<String> queues, long nowMicros) {
        for (String queue : queues) {
            if (engine.nextCallerClockDueMicros(queue) <= nowMicros && journal.room() != WriteAdmission.NONE) {
                steps.append(new Tick(), outcome -> {});
                return;
            }
        }
    }

    /** Has those try whose jobs may be ready by now, and watches for the next. */
    private void ripen(List<String> queues, long nowMicros) {
        leaseWaiters.unwatch();
        tickIfRipe(queues, nowMicros);
        steps.inOrder(() -> queues.forEach(queue -> {
            leaseWaiters.lookAt(queue);
            leaseWaiters.watch(queue);
        }));
    }

    /** Whether the next deadline needs a tick: no entry that deals with it is on its way, and one could be written. */
    private boolean tickNeeded() {
        boolean onItsWay = !steps.isEmpty() && engine.nextDeadlineMicros() <= steps.lastEntryAt();
        return !onItsWay && journal.room() != WriteAdmission.NONE;
    }
}
