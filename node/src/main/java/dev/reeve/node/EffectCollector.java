package dev.reeve.node;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Event;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.tally.QueueTallies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the effects of an entry while it is applied. They are dispatched afterwards, when the engine may be called
 * again.
 */
final class EffectCollector implements Effects {
    private final LeaseWaiters leaseWaiters;
    private final ResultWaiters resultWaiters;
    private final List<Runnable> endings = new ArrayList<>();
    private final List<Publication> publications = new ArrayList<>();
    private final List<String> delayed = new ArrayList<>();
    private @Nullable Subscribers subscribers;
    private QueueTallies tallies = new QueueTallies();
    private @Nullable EventLog eventLog;
    private List<Event> events = new ArrayList<>();
    private boolean wantsEvents;
    private @Nullable ReadAhead readAhead;

    EffectCollector(LeaseWaiters leaseWaiters, ResultWaiters resultWaiters) {
        this.leaseWaiters = leaseWaiters;
        this.resultWaiters = resultWaiters;
    }

    /** The events of one entry, which are told once the entry is durable. */
    private record EventBatch(EventLog to, long position, List<Event> events) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            to.publish(position, events);
        }

        @Override
        public void fail() {}
    }

    /** Sets where events are told. */
    void eventLog(EventLog log) {
        eventLog = log;
    }

    void wantsEvents(boolean wanted) {
        wantsEvents = wanted;
    }

    QueueTallies tallies() {
        return tallies;
    }

    /** An event that is published to the subscribers once its cause is durable. */
    private record Publication(Subscribers to, QlessEvent event) implements PendingReplies.Answer {
        @Override
        public void deliver() {
            to.published(event);
        }

        @Override
        public void fail() {}
    }

    void subscribers(Subscribers listeners) {
        subscribers = listeners;
    }

    /** Sets who reads payloads before they are leased. */
    void readAhead(ReadAhead reader) {
        readAhead = reader;
    }

    void tallies(QueueTallies queues) {
        tallies = queues;
    }

    @Override
    public void jobEvent(String queue, JobEventType type, long micros) {
        if (type == JobEventType.LEASED && readAhead != null) {
            readAhead.leased(queue);
        }
        tallies.jobEvent(queue, type, micros);
    }

    @Override
    public void becameReady(String queue) {
        leaseWaiters.recheck(queue);
    }

    @Override
    public boolean wantsQlessEvents() {
        return subscribers != null && subscribers.any();
    }

    @Override
    public void qlessEvent(QlessEvent event) {
        if (subscribers != null && subscribers.any()) {
            publications.add(new Publication(subscribers, event));
        }
    }

    /** Whether anybody listens to events. */
    boolean wantsEvents() {
        return wantsEvents;
    }

    @Override
    public void happened(Event event) {
        events.add(event);
    }

    @Override
    public void delayed(String queue) {
        if (leaseWaiters.anyParked(queue)) {
            delayed.add(queue);
        }
    }

    @Override
    public boolean awaitsEnds() {
        return resultWaiters.count() > 0;
    }

    @Override
    public boolean awaitsEndOf(long number) {
        return resultWaiters.anyFor(number);
    }

    @Override
    public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {
        if (resultWaiters.anyFor(number)) {
            FinishedJob ended = FinishedJob.of(number, id, FinishedJob.state(how), result, error);
            endings.add(() -> resultWaiters.takeAll(number).forEach(waiter -> waiter.ended(ended, how)));
        }
    }

    /** Passes on the collected events of the entry at this position, which precede the reply to its command. */
    void takePublications(long position, Consumer<PendingReplies.Answer> to) {
        if (!events.isEmpty() && eventLog != null) {
            to.accept(new EventBatch(eventLog, position, events));
            events = new ArrayList<>();
        }
        if (!publications.isEmpty()) {
            publications.forEach(to);
            publications.clear();
        }
    }

    /** Discards the effects of an entry that could not be applied. */
    void discard() {
        publications.clear();
        events.clear();
        endings.clear();
        delayed.clear();
    }

    /** Notifies the result waiters of ended jobs and the lease waiters of queues with ready jobs. */
    void dispatch() {
        if (!endings.isEmpty()) {
            List<Runnable> ready = List.copyOf(endings);
            endings.clear();
            ready.forEach(Runnable::run);
        }
        if (!delayed.isEmpty()) {
            // The delay may follow a client clock that is behind, so the job may be due already.
            delayed.forEach(leaseWaiters::recheck);
            delayed.forEach(leaseWaiters::watch);
            delayed.clear();
        }
        LeaseWaiter waiter;
        while ((waiter = leaseWaiters.next()) != null) {
            waiter.submitAcquire();
        }
    }
}
