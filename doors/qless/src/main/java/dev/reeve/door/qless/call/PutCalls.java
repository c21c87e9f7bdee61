package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessTerms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code put} and {@code requeue}. */
final class PutCalls {
    private static final int MOST_LISTED = 10_000;

    private PutCalls() {}

    static CallPlan put(CallRequest request) {
        return put(request, false);
    }

    /** The error for a missing job has precedence over errors in the arguments. */
    static CallPlan requeue(CallRequest request) {
        JobId id = request.args().id(2, "Job(): no jid provided");
        String missing = "Requeue(): Job " + id + " does not exist";
        try {
            return put(request, true);
        } catch (BadCall e) {
            return new CallPlan.Read<>(
                    view -> view.qless().job(id) != null, exists -> exists ? e.error() : BadCall.error(missing));
        }
    }

    private static CallPlan put(CallRequest request, boolean mustExist) {
        Arguments args = request.args();
        String queue = args.name(1, "Queue(): no queue name provided");
        JobId id = args.newId(2, "Put(): Arg \"jid\" missing");
        String klass = args.text(3, "Put(): Arg \"klass\" missing");
        byte[] data = args.data(4, "Put(): Arg \"data\" missing or not JSON: ");
        double delay = args.number(5, "Put(): Arg \"delay\" not a number: ");
        args.requireEven(6);
        Map<String, byte @Nullable []> options = args.options(6);
        Double retries = number(options, "retries", "Put(): Arg \"retries\" not a number: ");
        List<String> tags = texts(options.get("tags"), "Put(): Arg \"tags\" not JSON");
        Double priority = number(options, "priority", "Put(): Arg \"priority\" not a number");
        List<String> depends = texts(options.get("depends"), "Put(): Arg \"depends\" not JSON: ");
        request.requireOneOf("Put(): ", delay, depends);
        CallerClock clock = request.caller();
        AddOptions how = new AddOptions(
                false,
                retries == null
                        ? TermsPatch.NOTHING
                        : new TermsPatch(null, null, null, (int) Math.max(0, retries), null),
                klass,
                tags == null ? null : distinct(tags, args),
                ids(depends),
                mustExist ? AddOptions.Existing.REQUIRE : AddOptions.Existing.MOVE,
                args.text(0),
                priority == null,
                clock,
                JobHeaders.NONE,
                JobTies.NONE);
        long delayMicros = CallerClock.micros(delay);
        Add put = new Add(
                id,
                queue,
                data,
                priority == null ? 0 : request.priority(priority),
                delayMicros > 0 ? clock.after(delayMicros) : Add.NOW,
                QlessTerms.DEFAULT,
                how);
        return new CallPlan.Write<>(
                put,
                outcome -> outcome.rejection() == Rejection.JOB_NOT_FOUND
                        ? BadCall.error("Requeue(): Job " + id + " does not exist")
                        : Resp.bulk(id.toString()));
    }

    private static List<String> distinct(List<String> tags, Arguments args) {
        return tags.stream().distinct().map(args::checked).toList();
    }

    static List<JobId> ids(@Nullable List<String> texts) {
        return texts == null ? List.of() : texts.stream().map(JobId::of).toList();
    }

    static @Nullable Double number(Map<String, byte @Nullable []> options, String name, String otherwise) {
        byte[] value = options.get(name);
        return value == null ? null : Double.valueOf(Arguments.number(text(value), otherwise));
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the bytes if they are JSON other than false; throws otherwise. */
    static byte[] json(byte @Nullable [] bytes, String otherwise) {
        Object value = CjsonReader.read(bytes);
        if (bytes == null || value.equals(false)) {
            throw new BadCall(otherwise + (bytes == null ? "nil" : text(bytes)));
        }
        return bytes;
    }

    /** The elements of a JSON list as strings; null if the argument is missing. */
    static @Nullable List<String> texts(byte @Nullable [] bytes, String otherwise) {
        if (bytes == null) {
            return null;
        }
        Object value = CjsonReader.read(bytes);
        if (value.equals(false)) {
            throw new BadCall(otherwise + text(bytes));
        }
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            if (list.size() > MOST_LISTED) {
                throw new BadCall("A list of tags or jobs has at most " + MOST_LISTED + " elements");
            }
            list.forEach(element ->
                    texts.add(element instanceof Double number ? LuaNumber.format(number) : String.valueOf(element)));
        } else if (!(value instanceof Map<?, ?>)) {
            throw new BadCall("bad argument #1 to 'ipairs' (table expected, got " + kind(value) + ")");
        }
        return texts;
    }

    private static String kind(Object value) {
        return value instanceof String
                ? "string"
                : value instanceof Double ? "number" : value instanceof Boolean ? "boolean" : "userdata";
    }
}
