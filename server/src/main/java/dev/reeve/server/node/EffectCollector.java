package dev.reeve.server.node;

import dev.reeve.engine.Effects;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.server.tally.QueueTallies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Notes what happens while an entry is applied. It is acted on afterwards, when the engine may be asked again. */
final class EffectCollector implements Effects {
    private final LeaseWaiters leaseWaiters;
    private final ResultWaiters resultWaiters;
    private final List<Runnable> endings = new ArrayList<>();
    private final List<Publication> publications = new ArrayList<>();
    private final List<String> delayed = new ArrayList<>();
    private Subscribers subscribers = Subscribers.NONE;
    private @Nullable QueueTallies tallies;

    EffectCollector(LeaseWaiters leaseWaiters, ResultWaiters resultWaiters) {
        this.leaseWaiters = leaseWaiters;
        this.resultWaiters = resultWaiters;
    }

    /** An event that subscribers hear of when what it tells is durable. */
    private record Publication(Subscribers to, QlessEvent event) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            to.told(event);
        }

        @Override
        public void giveUp() {}
    }

    void subscribers(Subscribers listeners) {
        subscribers = listeners;
    }

    void tallies(QueueTallies queues) {
        tallies = queues;
    }

    @Override
    public void jobEvent(String queue, JobEventType type, long micros) {
        if (tallies != null) {
            tallies.jobEvent(queue, type, micros);
        }
    }

    @Override
    public void becameReady(String queue) {
        leaseWaiters.lookAt(queue);
    }

    @Override
    public boolean wantsQlessEvents() {
        return subscribers.any();
    }

    @Override
    public void qlessEvent(QlessEvent event) {
        if (wantsQlessEvents()) {
            publications.add(new Publication(subscribers, event));
        }
    }

    @Override
    public void delayed(String queue) {
        if (leaseWaiters.anyParked(queue)) {
            delayed.add(queue);
        }
    }

    @Override
    public void ended(long number, JobId id, EndReason how, byte @Nullable [] result) {
        if (resultWaiters.anyFor(number)) {
            FinishedJob ended = ResultWaiter.of(number, id, how, result);
            endings.add(() -> resultWaiters.takeAll(number).forEach(waiter -> waiter.ended(ended, how)));
        }
    }

    /** Hands out the events; they come before the answer to what caused them. */
    void takePublications(Consumer<PendingReplies.Answer> to) {
        if (!publications.isEmpty()) {
            publications.forEach(to);
            publications.clear();
        }
    }

    /** The entry came to nothing. */
    void drop() {
        publications.clear();
        endings.clear();
        delayed.clear();
    }

    /** Tells those who waited for what has happened. */
    void act() {
        if (!endings.isEmpty()) {
            List<Runnable> told = List.copyOf(endings);
            endings.clear();
            told.forEach(Runnable::run);
        }
        if (!delayed.isEmpty()) {
            // What is delayed by a clock that is behind the server's may be due already.
            delayed.forEach(leaseWaiters::lookAt);
            delayed.forEach(leaseWaiters::watch);
            delayed.clear();
        }
        LeaseWaiter waiter;
        while ((waiter = leaseWaiters.next()) != null) {
            waiter.tryNow();
        }
    }
}
