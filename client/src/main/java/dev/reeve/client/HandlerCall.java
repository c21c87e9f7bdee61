package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the handler of a job, and makes a report of what it returns or throws. */
final class HandlerCall {
    private static final System.Logger LOG = System.getLogger(HandlerCall.class.getName());
    private static final Duration UNKNOWN_TYPE_DELAY = Duration.ofSeconds(30);
    private static final int MOST_TYPES = 1000;
    private static final Set<String> UNKNOWN = ConcurrentHashMap.newKeySet();

    private HandlerCall() {}

    /** Never throws: an Error ends the attempt and not the worker. */
    static FinishReport of(WorkerBuilder plan, HeldJob job) {
        WorkerBuilder.Handling<?, ?> handling = plan.handlingOf(job.type());
        if (handling == null) {
            return unknown(job);
        }
        JobObserver.Running running = plan.reeve()
                .observers()
                .begin(() -> new JobOperation(JobOperation.Kind.PROCESS, job.queue(), job.id(), 1, job.headers()));
        Throwable failure = null;
        try {
            LogContext.enter(job);
            return new FinishReport.Completed(call(plan.reeve().codecs(), handling, job));
        } catch (SnoozeException e) {
            return new FinishReport.Released(e.delay());
        } catch (Throwable e) {
            failure = e;
            return job.isCancelled() ? new FinishReport.Cancelled() : FinishReport.Failed.of(e);
        } finally {
            LogContext.leave();
            running.end(failure);
        }
    }

    @SuppressWarnings("NullAway") // A payload of JSON null is null.
    private static <P, R> RawJson call(Codecs codecs, WorkerBuilder.Handling<P, R> handling, HeldJob job)
            throws Exception {
        P payload = job.payload(handling.payload());
        return codecs.write(handling.handler().handle(payload, job));
    }

    /** Another worker may know the type; it is never discarded. */
    private static FinishReport unknown(HeldJob job) {
        if (UNKNOWN.size() < MOST_TYPES && UNKNOWN.add(job.type())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no handler for jobs of type {0} in queue {1}: they are given back for {2} s each time",
                    job.type(),
                    job.queue(),
                    UNKNOWN_TYPE_DELAY.toSeconds());
        }
        return new FinishReport.Released(UNKNOWN_TYPE_DELAY);
    }
}
