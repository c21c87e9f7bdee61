package dev.reeve.engine.webhook;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a delivery tells, as headers of its job. Whoever sends it puts it into words. */
public final class EventFacts {
    /** The word of a {@link WebhookEvent}, or {@link #TEST}. */
    public static final String EVENT = "event";

    /** The event of a delivery that only shows that deliveries arrive. */
    public static final String TEST = "test";

    /** The number of the event, the same for all who are told of it. */
    public static final String EVENT_ID = "event_id";

    /** The job, or the webhook that is tested. */
    public static final String SUBJECT = "subject";

    /** The time of the event in microseconds since 1970. */
    public static final String AT_MICROS = "at_micros";

    public static final String QUEUE = "queue";
    public static final String TYPE = "type";
    public static final String NUMBER = "number";
    public static final String ATTEMPT = "attempt";
    public static final String ERROR_TYPE = "error_type";
    public static final String ERROR_MESSAGE = "error_message";

    /** The headers of a job that tell which trace it belongs to. A delivery has those of the job that it tells of. */
    public static final List<String> TRACE = List.of("traceparent", "tracestate");

    private EventFacts() {}

    /** Something happened to a job. */
    static List<String> of(long id, WebhookEvent event, Job job, @Nullable JobError error, long atMicros) {
        List<String> facts = facts(id, event.word(), job.id().toString(), atMicros);
        String queue = job.queue().name();
        facts.addAll(List.of(QUEUE, queue, TYPE, job.labels().klassIn(queue)));
        facts.addAll(List.of(NUMBER, Long.toString(job.number()), ATTEMPT, Integer.toString(job.attempts())));
        if (error != null) {
            facts.addAll(List.of(ERROR_TYPE, error.type(), ERROR_MESSAGE, error.message()));
        }
        return facts;
    }

    /** Adds the trace that the job belongs to, if it says so. */
    static void addTrace(Job job, List<String> facts) {
        for (String name : TRACE) {
            String value = job.options().headers().get(name);
            if (value != null) {
                facts.addAll(List.of(name, value));
            }
        }
    }

    /** A webhook is tested. */
    static List<String> test(long id, String webhook, long atMicros) {
        return facts(id, TEST, webhook, atMicros);
    }

    private static List<String> facts(long id, String event, String subject, long atMicros) {
        return new ArrayList<>(List.of(
                EVENT, event, EVENT_ID, Long.toString(id), SUBJECT, subject, AT_MICROS, Long.toString(atMicros)));
    }
}
