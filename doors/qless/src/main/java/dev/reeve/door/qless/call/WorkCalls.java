package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.command.Retry;
import java.nio.charset.StandardCharsets;
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
        request.requireOneOf("Complete(): ", seconds, depends);
        if (delay != null && next == null) {
            throw new BadCall("Complete(): \"delay\" cannot be used without a \"next\".");
        }
        if (depends != null && next == null) {
            throw new BadCall("Complete(): \"depends\" cannot be used without a \"next\".");
        }
        Complete.NextStage stage = next == null
                ? null
                : new Complete.NextStage(
                        args.checked(PutCalls.text(next)), CallerClock.micros(seconds), PutCalls.ids(depends));
        Complete complete = new Complete(JobRef.of(id), Claim.ofWorker(worker), data, queue, stage, request.caller());
        return write(request, complete, state -> Resp.bulk(JobJson.state(state)), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Complete(): Job " + id + " does not exist";
            case NOT_LEASED -> "Complete(): Job " + id + " is not currently running: " + Replies.state(refused);
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
        Fail fail = new Fail(
                JobRef.of(id),
                Claim.ofWorker(worker),
                message.getBytes(StandardCharsets.UTF_8),
                group,
                data,
                request.caller());
        return write(request, fail, done -> Resp.bulk(id.toString()), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Fail(): Job " + id + "does not exist";
            case NOT_LEASED -> "Fail(): Job " + id + "not currently running: " + Replies.state(refused);
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
                new Retry(request.caller(), id, queue, worker, CallerClock.micros(delay), args.text(4), args.text(5));
        return write(request, retry, left -> new Resp.Int(left), refused -> switch (why(refused)) {
            case JOB_NOT_FOUND -> "Retry(): Job " + id + " does not exist";
            case NOT_LEASED -> "Retry(): Job " + id + " is not currently running: " + Replies.state(refused);
            default -> "Retry(): Job " + id + " has been given to another worker: " + Replies.about(refused);
        });
    }

    static CallPlan heartbeat(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String worker = args.text(1, "Heatbeat(): Arg \"worker\" missing");
        byte[] data = rewritten(args.dataOrNull(2));
        Renew renew = new Renew(JobRef.of(id), Claim.ofWorker(worker), 0, data, request.caller(), null);
        return write(
                request,
                renew,
                renewed -> new Resp.Int(expires(renewed.lease(), request) / 1_000_000),
                refused -> switch (why(refused)) {
                    case JOB_NOT_FOUND -> "Heartbeat(): Job " + id + " does not exist";
                    case NOT_LEASED -> "Heartbeat(): Job " + id + " not currently running: " + Replies.state(refused);
                    default -> "Heartbeat(): Job " + id + " given out to another worker: " + Replies.about(refused);
                });
    }

    /** When a renewed lease ends by the caller's clock, which may not be the job's. */
    private static long expires(Lease lease, CallRequest request) {
        return request.caller().after(lease.deadlineMicros() - lease.renewedAtMicros());
    }

    static CallPlan timeout(CallRequest request) {
        Timeout timeout = new Timeout(
                request.args().ids(0).stream().map(JobRef::of).toList(), Claim.ANY_LEASE, null, request.caller());
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
        return why == null ? Rejection.NOT_LEASED : why;
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
