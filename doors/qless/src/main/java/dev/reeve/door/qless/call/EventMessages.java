package dev.reeve.door.qless.call;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.TrackedEventType;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine's events as qless publishes them: on a channel for each kind of event the ids of tracked jobs, on
 * {@code ql:log} all others, on {@code ql:w:<worker>} those that a worker has to know. A message is the id alone, or JSON,
 * byte for byte what clients expect.
 */
public final class EventMessages {
    private static final String PREFIX = "ql:";
    private static final String LOG = "ql:log";
    private static final String WORKER = "ql:w:";

    private EventMessages() {}

    /** Passes each message of the event on with its channel; a message that nobody would get need not be encoded. */
    public static void publish(QlessEvent event, BiConsumer<String, Supplier<byte[]>> channels) {
        if (event instanceof QlessEvent.TrackedJobEvent tracked) {
            publish(tracked, channels);
            return;
        }
        Supplier<byte[]> message = () -> message(event);
        if (event instanceof QlessEvent.LeaseLost lost) {
            channels.accept(WORKER + lost.worker(), message);
        }
        channels.accept(LOG, message);
        if (event instanceof QlessEvent.JobCanceled canceled) {
            String worker = canceled.worker();
            if (worker != null && !worker.isEmpty()) {
                channels.accept(WORKER + worker, message);
            }
        }
    }

    /** Older clients listen on a channel without the prefix. */
    private static void publish(QlessEvent.TrackedJobEvent event, BiConsumer<String, Supplier<byte[]>> channels) {
        String channel = channel(event.type());
        Supplier<byte[]> id = () -> event.id().toString().getBytes(StandardCharsets.UTF_8);
        channels.accept(PREFIX + channel, id);
        if (event.dialect() != QlessDialect.CURRENT) {
            channels.accept(channel, id);
        }
    }

    private static String channel(TrackedEventType type) {
        return switch (type) {
            case PUT -> "put";
            case POPPED -> "popped";
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            case STALLED -> "stalled";
            case CANCELED -> "canceled";
            case TRACKED -> "track";
            case UNTRACKED -> "untrack";
        };
    }

    private static byte[] message(QlessEvent event) {
        CjsonWriter json = new CjsonWriter().open();
        if (event instanceof QlessEvent.JobPut put) {
            jid(put.id(), json).field("event", "put").field("queue", put.queue());
        } else if (event instanceof QlessEvent.JobCompleted completed) {
            jid(completed.id(), json).field("event", "completed").field("queue", completed.queue());
        } else if (event instanceof QlessEvent.JobAdvanced advanced) {
            jid(advanced.id(), json).field("to", advanced.to()).field("event", "advanced");
            json.field("queue", advanced.from());
        } else if (event instanceof QlessEvent.JobFailed failed) {
            jid(failed.id(), json.field("message", JobJson.message(failed.failure())))
                    .field("group", failed.failure().group());
            json.field("event", "failed").field("worker", failed.worker());
        } else if (event instanceof QlessEvent.LeaseLost lost) {
            jid(lost.id(), json).field("event", "lock_lost").field("worker", lost.worker());
        } else if (event instanceof QlessEvent.JobCanceled canceled) {
            textOrFalse("queue", canceled.queue(), jid(canceled.id(), json)).field("event", "canceled");
            textOrFalse("worker", canceled.worker(), json);
        } else if (event instanceof QlessEvent.OptionSet set) {
            json.field("option", set.option()).field("event", "config_set").field("value", set.value());
        } else {
            QlessEvent.OptionUnset unset = (QlessEvent.OptionUnset) event;
            json.field("event", "config_unset").field("option", unset.option());
        }
        return json.close().bytes();
    }

    private static CjsonWriter jid(JobId id, CjsonWriter json) {
        return json.field("jid", id.toString());
    }

    private static CjsonWriter textOrFalse(String name, @Nullable String text, CjsonWriter json) {
        return text == null ? json.field(name, false) : json.field(name, text);
    }
}
