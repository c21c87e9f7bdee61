package dev.reeve.engine.webhook;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Keep;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks, and the deliveries that follow from what happens. A delivery is added in the same entry as what it tells of, so
 * that both survive a crash or neither does. Nobody is told of deliveries.
 *
 * <p>Invariant: an event adds at most {@link #MOST_WEBHOOKS} deliveries and one for a callback. If memory is full, a delivery is
 * left out and counted: it must not keep a job from ending.
 */
public final class Webhooks {
    /** The queue of deliveries. */
    public static final String QUEUE = "reeve.webhooks";

    public static final int MOST_WEBHOOKS = 16;

    /** The header that names the webhook of a delivery. */
    public static final String WEBHOOK = "webhook";

    /** The header with the address of a delivery that no webhook asked for but the job itself. */
    public static final String CALLBACK = "callback";

    /** Deliveries of earlier versions do not tell the trace of their job. */
    private static final int TRACED_SINCE_VERSION = 2;

    private static final byte[] NO_PAYLOAD = new byte[0];
    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3600 * SECOND;
    private static final Terms TERMS = new Terms(
            60 * SECOND,
            0,
            Terms.FOREVER,
            new Keep(HOUR / 6, 7 * 24 * HOUR, 24 * HOUR),
            Terms.BACKGROUND,
            RetryPolicy.backoff(20, new Backoff(10 * SECOND, 6 * HOUR), 0));

    private final EngineState state;
    private final RankedSet<Webhook> ordered = new RankedSet<>(Webhook.BY_NAME);
    private List<Webhook> all = List.of();
    private long lastEvent;
    private long dropped;
    private long bytes;

    public Webhooks(EngineState state) {
        this.state = state;
    }

    /** All webhooks, ordered by name. */
    public List<Webhook> all() {
        return all;
    }

    public @Nullable Webhook get(String name) {
        return all.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
    }

    /** The number of the last event that was told. */
    public long lastEvent() {
        return lastEvent;
    }

    /** How many deliveries were left out because memory was full. */
    public long dropped() {
        return dropped;
    }

    /** Adds a webhook or replaces the one of that name, whose secret stays if there is no other. Returns whether it is new. */
    public Outcome<Boolean> put(Webhook change) {
        Webhook known = get(change.name());
        Webhook webhook = change.orSecretOf(known);
        if (webhook.secret().isEmpty()) {
            return Outcome.refused(Rejection.WEBHOOK_NOT_FOUND);
        }
        if (known == null && all.size() >= MOST_WEBHOOKS) {
            return Outcome.refused(Rejection.LIMIT_REACHED, Integer.toString(MOST_WEBHOOKS));
        }
        restore(webhook);
        return Outcome.of(known == null);
    }

    /** What the change adds at most. */
    public long growthBytes(Webhook change) {
        Webhook known = get(change.name());
        return Math.max(0, change.orSecretOf(known).sizeBytes() - (known == null ? 0 : known.sizeBytes()));
    }

    /** Removes the webhook. Its deliveries fail. Returns whether there was one. */
    public boolean drop(String name) {
        Webhook known = get(name);
        if (known != null) {
            ordered.remove(known);
            bytes -= known.sizeBytes();
            all = ordered.all();
        }
        return known != null;
    }

    /** Adds a delivery that only shows that deliveries arrive. */
    public Outcome<AddedJob> test(String name) {
        if (get(name) == null) {
            return Outcome.refused(Rejection.WEBHOOK_NOT_FOUND);
        }
        List<String> facts = EventFacts.test(++lastEvent, name, state.atMicros());
        return delivery(lastEvent, name, WEBHOOK, name, facts).apply(state);
    }

    /** Something happened to the job: those who want to know are told. */
    public void happened(Job job, @Nullable WebhookEvent event, @Nullable JobError error) {
        String callback = job.options().ties().callback();
        if (event == null || (all.isEmpty() && callback == null)) {
            return;
        }
        String queue = job.queue().name();
        if (queue.equals(QUEUE)) {
            return;
        }
        List<String> facts = null;
        for (Webhook webhook : all) {
            if (webhook.wants(event, queue)) {
                facts = facts == null ? facts(event, job, error) : facts;
                deliver(delivery(lastEvent, webhook.name(), WEBHOOK, webhook.name(), facts));
            }
        }
        if (callback != null && event.isEnd()) {
            facts = facts == null ? facts(event, job, error) : facts;
            // No webhook has such a name.
            deliver(delivery(lastEvent, "@callback", CALLBACK, callback, facts));
        }
    }

    private List<String> facts(WebhookEvent event, Job job, @Nullable JobError error) {
        List<String> facts = EventFacts.of(++lastEvent, event, job, error, state.atMicros());
        if (state.version() >= TRACED_SINCE_VERSION) {
            EventFacts.addTrace(job, facts);
        }
        return facts;
    }

    /** A delivery has no payload: what it tells is in its headers. */
    private static Add delivery(long number, String to, String header, String value, List<String> facts) {
        List<String> headers = new ArrayList<>(List.of(header, value));
        headers.addAll(facts);
        AddOptions options = AddOptions.NONE.with(new JobHeaders(headers));
        return new Add(JobId.of(to + ":" + number), QUEUE, NO_PAYLOAD, 0, Add.NOW, TERMS, options);
    }

    private void deliver(Add add) {
        boolean fits = state.hasMemoryFor(add.growthBytes(state));
        if (!fits || state.find(JobRef.of(add.id())) != null) {
            dropped++;
        } else {
            state.placements().add(add);
        }
    }

    /** The most that a delivery adds which is asked for by a test. */
    public static long testBytes(String name) {
        List<String> facts = EventFacts.test(Long.MAX_VALUE, name, Long.MAX_VALUE);
        return delivery(Long.MAX_VALUE, name, WEBHOOK, name, facts).growthBytes();
    }

    /** Adds a webhook, also from a snapshot. */
    public void restore(Webhook webhook) {
        drop(webhook.name());
        ordered.add(webhook);
        bytes += webhook.sizeBytes();
        all = ordered.all();
    }

    /** Sets the counters from a snapshot. */
    public void restoreCounters(long event, long droppedDeliveries) {
        lastEvent = event;
        dropped = droppedDeliveries;
    }

    public void clear() {
        ordered.clear();
        all = List.of();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes;
    }
}
