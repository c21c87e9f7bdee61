package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job to be added. What is not said is left to the queue. Each method changes the request and returns it. It has an id from the
 * beginning, so that adding it again, after an answer was lost, adds nothing.
 */
public final class JobRequest<P, R> {
    /** Writes the value of a field. */
    private interface Value {
        void write(JsonGenerator out) throws IOException;
    }

    private final JobType<P, R> type;
    private final @Nullable P payload;
    private final Map<String, Value> fields = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> dependencies = new ArrayList<>();
    private String id = UUID.randomUUID().toString();
    private @Nullable String queue;

    JobRequest(JobType<P, R> type, @Nullable P payload) {
        this.type = type;
        this.payload = payload;
        this.queue = type.queueName();
    }

    public JobRequest<P, R> queue(String name) {
        queue = name;
        return this;
    }

    /** An id of the program's own, such as the number of an order: at most one such job exists at a time. */
    public JobRequest<P, R> id(String own) {
        id = own;
        return this;
    }

    /** Not before this time has passed. */
    public JobRequest<P, R> delay(Duration delay) {
        fields.remove("run_at");
        return text("delay", WireText.of(delay));
    }

    /** Not before this time. */
    public JobRequest<P, R> runAt(Instant time) {
        fields.remove("delay");
        return text("run_at", time.toString());
    }

    /** Higher first. */
    public JobRequest<P, R> priority(int priority) {
        return number("priority", priority);
    }

    /** How often the job is tried; 0 for no limit. */
    public JobRequest<P, R> maxAttempts(int attempts) {
        return number("max_attempts", attempts);
    }

    /** How many leases in a row may end without a sign of the worker; 0 for no limit. */
    public JobRequest<P, R> maxLapses(int lapses) {
        return number("max_lapses", lapses);
    }

    /** The first delay before a retry, doubled each time, and the longest one. */
    public JobRequest<P, R> backoff(Duration first, Duration longest) {
        String from = WireText.of(first);
        String to = WireText.of(longest);
        return field("backoff", out -> {
            out.writeStartObject();
            out.writeStringField("first", from);
            out.writeStringField("max", to);
            out.writeEndObject();
        });
    }

    /** How long a worker may keep the job without a renewal, unless the worker says otherwise. */
    public JobRequest<P, R> lease(Duration lease) {
        return text("lease", WireText.of(lease));
    }

    /** The job is deleted after this time, whatever its state. */
    public JobRequest<P, R> ttl(Duration ttl) {
        return text("ttl", WireText.of(ttl));
    }

    public JobRequest<P, R> tags(String... tags) {
        return strings("tags", List.of(tags));
    }

    public JobRequest<P, R> header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** One job of the queue holds the key until it has ended. An add of another one finds it. */
    public JobRequest<P, R> unique(String key) {
        return unique(Uniqueness.by(key));
    }

    public JobRequest<P, R> unique(Uniqueness unique) {
        return field("unique", unique::write);
    }

    /** The limit of this key counts for the job, over all queues. */
    public JobRequest<P, R> limitKey(String key) {
        return text("limit_key", key);
    }

    /** The name under which jobs that come after it get its result; its id otherwise. Unique in a batch. */
    public JobRequest<P, R> key(String name) {
        return text("key", name);
    }

    /** The job waits until these have completed, and finds their results in {@link JobContext#dependency}. */
    public JobRequest<P, R> after(JobRequest<?, ?>... jobs) {
        return afterIds(Arrays.stream(jobs).map(JobRequest::id).toArray(String[]::new));
    }

    /** As {@link #after}, for jobs that were added before. */
    public JobRequest<P, R> afterIds(String... ids) {
        Collections.addAll(dependencies, ids);
        return strings("depends_on", dependencies);
    }

    /** If a job before it fails for good: {@code cancel} (default), {@code run} or {@code wait} until somebody retries that one. */
    public JobRequest<P, R> ifDependencyFails(String word) {
        return text("if_dependency_fails", word);
    }

    /** An address that is told of the job's end. */
    public JobRequest<P, R> callback(URI address) {
        return text("callback", address.toString());
    }

    /** Adds headers that it does not have. */
    JobRequest<P, R> traced(Map<String, String> trace) {
        trace.forEach(headers::putIfAbsent);
        return this;
    }

    private JobRequest<P, R> text(String name, String value) {
        return field(name, out -> out.writeString(value));
    }

    private JobRequest<P, R> strings(String name, List<String> values) {
        return field(name, out -> {
            out.writeStartArray();
            for (String value : values) {
                out.writeString(value);
            }
            out.writeEndArray();
        });
    }

    private JobRequest<P, R> number(String name, int value) {
        return field(name, out -> out.writeNumber(value));
    }

    private JobRequest<P, R> field(String name, Value value) {
        fields.put(name, value);
        return this;
    }

    public JobType<P, R> type() {
        return type;
    }

    public String id() {
        return id;
    }

    /** The queue; null if neither the job nor its type names one. */
    public @Nullable String queueName() {
        return queue;
    }

    public Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** The request in JSON. */
    byte[] json(Codecs codecs) {
        return json(codecs, true);
    }

    /** The request in JSON without an id, as that of a schedule. */
    byte[] templateJson(Codecs codecs) {
        return json(codecs, false);
    }

    private byte[] json(Codecs codecs, boolean withId) {
        String target = queue;
        if (target == null) {
            throw new IllegalArgumentException("a job of type " + type.name() + " needs a queue");
        }
        RawJson value = codecs.write(payload);
        return JsonObject.write(out -> {
            out.writeStringField("queue", target);
            out.writeStringField("type", type.name());
            if (withId) {
                out.writeStringField("id", id);
            }
            value.writeField("payload", out);
            for (Map.Entry<String, Value> field : fields.entrySet()) {
                out.writeFieldName(field.getKey());
                field.getValue().write(out);
            }
            if (!headers.isEmpty()) {
                out.writeObjectFieldStart("headers");
                for (Map.Entry<String, String> header : headers.entrySet()) {
                    out.writeStringField(header.getKey(), header.getValue());
                }
                out.writeEndObject();
            }
        });
    }
}
