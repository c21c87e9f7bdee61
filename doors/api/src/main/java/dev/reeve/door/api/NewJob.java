package dev.reeve.door.api;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a job that a client adds, and the command that adds it. */
final class NewJob {
    private static final int MOST_TAGS = 100;
    private static final int MOST_HEADERS = 50;
    private static final int LONGEST_HEADER = 4096;
    private static final long MAX_DELAY_MICROS = 100 * 31_557_600_000_000L;

    private final AddRequest request;
    private final TermsFields terms = new TermsFields();
    private final EncodedBytes payload = new EncodedBytes("payload");
    private @Nullable String queue;
    private @Nullable String type;
    private @Nullable String id;
    private @Nullable Long runAtMicros;
    private @Nullable Long delayMicros;
    private @Nullable Integer priority;
    private List<String> tags = List.of();
    private Map<String, String> headers = Map.of();
    private @Nullable UniqueKey unique;
    private @Nullable String limitKey;

    NewJob(AddRequest request) {
        this.request = request;
    }

    boolean field(String name, StrictJson value) throws IOException {
        ApiSettings settings = request.settings();
        switch (name) {
            case "queue" -> queue = value.text(settings::isName, settings.expectedQueue());
            case "type" -> type = value.text(settings::isName, settings.expectedName());
            case "id" -> id = value.text(settings::isName, settings.expectedName());
            case "run_at" -> runAtMicros = value.timeMicros();
            case "delay" -> delayMicros = value.durationMicros(0, MAX_DELAY_MICROS);
            case "priority" -> priority = value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "tags" ->
                tags = orEmpty(value.list(MOST_TAGS, tag -> tag.text(settings::isName, settings.expectedName())));
            case "unique" -> unique = UniqueFields.read(value, settings);
            case "limit_key" -> limitKey = value.text(settings::isName, settings.expectedName());
            case "headers" -> headers(value.map(MOST_HEADERS, NewJob::headerValue), value);
            default -> {
                return payload.field(name, value) || terms.field(name, value);
            }
        }
        return true;
    }

    private static List<String> orEmpty(@Nullable List<String> list) {
        return list == null ? List.of() : list.stream().distinct().toList();
    }

    private static @Nullable String headerValue(StrictJson value) throws IOException {
        return value.text(text -> text.length() <= LONGEST_HEADER, "is longer than " + LONGEST_HEADER + " characters");
    }

    private void headers(@Nullable Map<String, String> given, StrictJson value) {
        headers = given == null ? Map.of() : given;
        if (!headers.keySet().stream().allMatch(request.settings()::isName)) {
            value.wrong("names: " + request.settings().expectedName());
        }
    }

    /** What is wrong with the job; null if it can be added. */
    @Nullable
    Problem check(FieldErrors errors, String pointer) {
        if (queue == null) {
            errors.missing(pointer + "/queue");
        }
        if (runAtMicros != null && delayMicros != null) {
            errors.add(pointer + "/delay", "excludes run_at");
        }
        payload.check(errors, pointer);
        if (!errors.isEmpty()) {
            return errors.problem();
        }
        long most = request.settings().mostPayloadBytes();
        return payload.bytes().length > most ? Problems.payloadTooLarge("payload", most) : null;
    }

    String queue() {
        return queue == null ? "" : queue;
    }

    /** Whether the id is from an idempotency key. */
    boolean isOfKey() {
        return id == null && request.key() != null;
    }

    /** @param position that of the job in its request; {@link JobIds#ALONE} if it is the only one */
    Add command(int position) {
        String name = queue();
        AddOptions options = new AddOptions(
                // A name that this door does not create may be that of another door's queue.
                !request.settings().isQueue(name),
                terms.patch(),
                type,
                tags,
                List.of(),
                id == null && request.key() == null ? AddOptions.Existing.REFUSE : AddOptions.Existing.RETURN,
                null,
                false,
                null,
                JobHeaders.of(request.traced(headers)),
                JobTies.ofKeys(unique, limitKey));
        return new Add(
                jobId(position),
                name,
                payload.bytes(),
                priority == null ? Add.QUEUE_PRIORITY : priority,
                startsAtMicros(),
                Terms.STANDARD,
                options);
    }

    private JobId jobId(int position) {
        if (id != null) {
            return JobId.of(id);
        }
        String key = request.key();
        return key == null ? JobIds.next(request.nowMicros()) : JobIds.ofKey(request.sender(), key, position);
    }

    private long startsAtMicros() {
        if (delayMicros != null) {
            return delayMicros == 0 ? Add.NOW : request.nowMicros() + delayMicros;
        }
        return runAtMicros == null ? Add.NOW : runAtMicros;
    }
}
