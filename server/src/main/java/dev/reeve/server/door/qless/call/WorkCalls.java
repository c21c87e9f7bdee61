package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Advance;
import dev.reeve.engine.command.GiveUp;
import dev.reeve.engine.command.Heartbeat;
import dev.reeve.engine.command.Retry;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.JobId;
import dev.reeve.server.door.qless.CallPlan;
import dev.reeve.server.door.qless.Resp;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls about leased jobs: {@code complete}, {@code fail}, {@code retry}, {@code heartbeat}, {@code timeout}. */
final class WorkCalls {
    private static final String NO_JID = "Job(): no jid provided";

    private WorkCalls() {}

    static CallPlan complete(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String worker = args.text(1, "Complete(): Arg \"worker\" missing");
        String queue = args.text(2, "Complete(): Arg \"queue\" missing");
        byte[] data = args.data(3, "Complete(): Arg \"data\" missing or not JSON: ");
        Map<String, byte @Nullable []> options = args.options(4);
        byte[] next = options.get("next");
        byte[] delay = options.get("delay");
        Double seconds = delay == null ? Double.valueOf(0) : LuaNumber.parse(PutCalls.text(delay));
        if (seconds == null) {
            throw new BadCall("assertion failed!");
        }
        List<String> depends = PutCalls.texts(options.get("depends"), "Complete(): Arg \"depends\" not JSON: ");
        if (delay != null && next == null) {
            throw new BadCall("Complete(): \"delay\" cannot be used without a \"next\".");
        }
        if (depends != null && next == null) {
            throw new BadCall("Complete(): \"depends\" cannot be used without a \"next\".");
        }
        Advance advance = new Advance(
                request.caller(),
                id,
                worker,
                queue,
                data,
                next == null ? null : args.checked(PutCalls.text(next)),
                Arguments.micros(seconds),
                PutCalls.ids(depends));
        return write(request, advance, state -> Resp.bulk(JobJson.state(state)), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Complete(): Job " + id + " does not exist";
            case NOT_RUNNING -> "Complete(): Job " + id + " is not currently running: " + Replies.state(refused);
            case OTHER_QUEUE -> "Complete(): Job " + id + " running in another queue: " + Replies.about(refused);
            default -> "Complete(): Job " + id + " has been handed out to another worker: " + Replies.about(refused);
        });
    }

    static CallPlan fail(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String worker = args.text(1, "Fail(): Arg \"worker\" missing");
        String group = args.text(2, "Fail(): Arg \"group\" missing");
        String message = args.text(3, "Fail(): Arg \"message\" missing");
        byte[] data = rewritten(args.dataOrNull(4));
        GiveUp giveUp = new GiveUp(request.caller(), id, worker, group, message, data);
        return write(request, giveUp, done -> Resp.bulk(id.toString()), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Fail(): Job " + id + "does not exist";
            case NOT_RUNNING -> "Fail(): Job " + id + "not currently running: " + Replies.state(refused);
            default -> "Fail(): Job " + id + " running with another worker: " + Replies.about(refused);
        });
    }

    /** Decodes and encodes the data again, because the original script does so. */
    private static byte @Nullable [] rewritten(byte @Nullable [] data) {
        return data == null ? null : CjsonWriter.of(CjsonReader.read(data));
    }

    static CallPlan retry(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String queue = args.name(1, "Retry(): Arg \"queue\" missing");
        String worker = args.text(2, "Retry(): Arg \"worker\" missing");
        double delay = args.number(3, 0, "Retry(): Arg \"delay\" not a number: ");
        Retry retry =
                new Retry(request.caller(), id, queue, worker, Arguments.micros(delay), args.text(4), args.text(5));
        return write(request, retry, left -> new Resp.Int(left), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Retry(): Job " + id + " does not exist";
            case NOT_RUNNING -> "Retry(): Job " + id + " is not currently running: " + Replies.state(refused);
            default -> "Retry(): Job " + id + " has been given to another worker: " + Replies.about(refused);
        });
    }

    static CallPlan heartbeat(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String worker = args.text(1, "Heatbeat(): Arg \"worker\" missing");
        byte[] data = rewritten(args.dataOrNull(2));
        Heartbeat heartbeat = new Heartbeat(request.caller(), id, worker, data);
        return write(request, heartbeat, end -> new Resp.Int(end / 1_000_000), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Heartbeat(): Job " + id + " does not exist";
            case NOT_RUNNING -> "Heartbeat(): Job " + id + " not currently running: " + Replies.state(refused);
            default -> "Heartbeat(): Job " + id + " given out to another worker: " + Replies.about(refused);
        });
    }

    static CallPlan timeout(CallRequest request) {
        Timeout timeout = new Timeout(request.caller(), request.args().ids(0));
        return write(
                request,
                timeout,
                done -> Resp.nil(),
                refused -> why(refused) == Rejection.JOB_NOT_FOUND
                        ? "Timeout(): Job " + Replies.about(refused) + " does not exist"
                        : "Timeout(): Job " + Replies.about(refused) + " not running");
    }

    private static Rejection why(Outcome<?> refused) {
        Rejection why = refused.rejection();
        return why == null ? Rejection.NOT_RUNNING : why;
    }

    /** On a refusal the current form gets an error text; the older forms get nil. */
    static <R> CallPlan write(
            CallRequest request, Command<R> command, Function<R, Resp> reply, Function<Outcome<R>, String> refusal) {
        return new CallPlan.Write<>(command, outcome -> {
            if (outcome.rejection() == null) {
                return reply.apply(outcome.reply());
            }
            return request.current() ? BadCall.error(refusal.apply(outcome)) : Resp.nil();
        });
    }
}
