package dev.reeve.door.api;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.KeyLimits;
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
    private final EncodedBytes payload = EncodedBytes.ofPayload();
    private @Nullable String queue;
    private @Nullable String type;
    private @Nullable String id;
    private @Nullable Long runAtMicros;
    private @Nullable Long delayMicros;
    private @Nullable Integer priority;
    private @Nullable String callback;
    private List<String> tags = List.of();
    private Map<String, String> headers = Map.of();
    private final FlowFields flow;
    private @Nullable JobId known;
    private @Nullable UniqueKey unique;
    private @Nullable String limitKey;

    NewJob(AddRequest request) {
        this.request = request;
        this.flow = new FlowFields(request.settings());
    }

    boolean field(String name, StrictJson value) throws IOException {
        ApiSettings settings = request.settings();
        switch (name) {
            case "queue" -> queue = value.text(settings::isName, settings::expectedQueue);
            case "type" -> type = value.text(settings::isName, settings::expectedName);
            case "id" -> id = value.text(settings::isName, settings::expectedName);
            case "run_at" -> runAtMicros = value.timeMicros();
            case "delay" -> delayMicros = value.durationMicros(0, MAX_DELAY_MICROS);
            case "priority" -> priority = value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "tags" ->
                tags = orEmpty(value.list(MOST_TAGS, tag -> tag.text(settings::isName, settings::expectedName)));
            case "callback" -> callback = value.text(WebhookFields::isUrl, WebhookFields.EXPECTED_URL);
            case "unique" -> unique = UniqueFields.read(value, settings);
            case "limit_key" -> limitKey = value.text(settings::isName, settings::expectedName);
            case "headers" -> headers(value.map(MOST_HEADERS, NewJob::headerValue), value);
            default -> {
                return payload.field(name, value) || terms.field(name, value) || flow.field(name, value);
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

    FlowFields flow() {
        return flow;
    }

    /**
     * The command that adds the job.
     *
     * @param position that of the job in its request; {@link JobIds#ALONE} if it is the only one
     * @param keys the ids of the jobs of the request that have a key
     * @param batch the batch that the request is about; null if it is about none
     */
    Add command(int position, Map<String, JobId> keys, @Nullable String batch) {
        String name = queue();
        AddOptions options = new AddOptions(
                // A name that this door does not create may be that of another door's queue.
                !request.settings().isQueue(name),
                terms.patch(),
                type,
                tags,
                flow.dependencies(keys),
                id == null && request.key() == null ? AddOptions.Existing.REFUSE : AddOptions.Existing.RETURN,
                null,
                false,
                null,
                JobHeaders.of(request.traced(headers)),
                flow.on(JobTies.ofKeys(unique, limitKey).withCallback(callback), batch));
        return new Add(
                jobId(position),
                name,
                payload.bytes(),
                priority == null ? Add.QUEUE_PRIORITY : priority,
                startsAtMicros(),
                Terms.STANDARD,
                options);
    }

    /** The id of the job, which is the same whenever it is asked for. */
    JobId jobId(int position) {
        if (known == null) {
            String key = request.key();
            known = id != null
                    ? JobId.of(id)
                    : key == null ? JobIds.next(request.nowMicros()) : JobIds.ofKey(request.sender(), key, position);
        }
        return known;
    }

    /**
     * Why the job was not added.
     *
     * @param pointer the place of the job in the body
     */
    Problem refusal(Add add, Outcome<?> refused, String pointer) {
        String name = add.options().ties().batch();
        return switch (refused.rejectionOrThrow()) {
            case JOB_EXISTS ->
                isOfKey()
                        ? Problems.idempotencyMismatch(add.id().toString())
                        : Problems.jobExists(add.id().toString());
            case QUEUE_NOT_FOUND ->
                Problem.invalid(pointer + "/queue", request.settings().expectedQueue());
            case EXPIRES_BEFORE_DUE -> Problems.expiresBeforeDue();
            case KEY_TAKEN -> Problems.keyTaken(refused.about());
            case LIMIT_REACHED -> Problems.LIMIT_REACHED.of("There may be up to " + KeyLimits.MAX_KEYS + " limit keys");
            case UNKNOWN_DEPENDENCY -> Problems.unknownDependency();
            case DEPENDENCY_CYCLE -> Problems.dependencyCycle();
            case BATCH_NOT_FOUND, BATCH_CLOSED, BATCH_FULL -> Problems.ofBatch(refused, name == null ? "" : name);
            default -> Problems.of(refused);
        };
    }

    private long startsAtMicros() {
        if (delayMicros != null) {
            return delayMicros == 0 ? Add.NOW : request.nowMicros() + delayMicros;
        }
        return runAtMicros == null ? Add.NOW : runAtMicros;
    }
}
