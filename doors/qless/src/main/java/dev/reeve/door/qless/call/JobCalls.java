package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Done;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.job.JobId;
import java.util.List;
import java.util.Optional;

/** Calls about single jobs: {@code get}, {@code multiget}, {@code cancel}, {@code priority}, {@code log}, {@code depends}. */
final class JobCalls {
    private static final String NO_JID = "Job(): no jid provided";

    private JobCalls() {}

    static CallPlan get(CallRequest request) {
        JobId id = request.args().id(0, NO_JID);
        return new CallPlan.LongRead<>(
                () -> new JobWithDependents(id),
                found -> found.job() == null
                        ? Resp.nil()
                        : JobJson.withDependents(found.job(), found.dependents(), request.form()));
    }

    static CallPlan multiget(CallRequest request) {
        List<JobId> ids = request.args().ids(0);
        return new CallPlan.LongRead<>(
                () -> new Lookups<>(view -> ids, (view, id) -> view.qless().job(id)),
                found -> Replies.found(found, jobs -> GradualJson.list(jobs, Replies.writer(request.form()))));
    }

    static CallPlan cancel(CallRequest request) {
        if (!request.current()) {
            request.args().text(0, "Cancel(): Arg \"jid\" missing.");
        }
        List<JobId> ids = request.args().ids(0);
        return new CallPlan.Write<>(cancel(ids, request), outcome -> {
            if (outcome.rejection() != null) {
                return BadCall.error(dependents(request, outcome));
            }
            return request.current() ? Replies.ids(ids) : Resp.nil();
        });
    }

    private static Cancel cancel(List<JobId> ids, CallRequest request) {
        return Cancel.remove(ids, request.caller());
    }

    private static String dependents(CallRequest request, Outcome<Done> refused) {
        List<String> about = refused.about();
        return request.current()
                ? "Cancel(): " + about.get(0) + " is a dependency of " + about.get(1)
                        + " but is not mentioned to be canceled"
                : "Cancel(): " + about.get(0) + " has un-canceled jobs that depend on it";
    }

    static CallPlan priority(CallRequest request) {
        JobId id = request.args().id(0, NO_JID);
        double given = request.args().number(1, "Priority(): Arg \"priority\" missing or not a number: ");
        return new CallPlan.Write<>(new Prioritize(id, request.priority(given)), outcome -> {
            if (outcome.rejection() == null) {
                return new Resp.Int((long) given);
            }
            return switch (request.form()) {
                case CURRENT -> BadCall.error("Priority(): Job " + id + " does not exist");
                case Y2012 -> BadCall.error("attempt to concatenate local 'queue' (a boolean value)");
                case FUNCTION -> Resp.nil();
            };
        });
    }

    static CallPlan log(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, "Log(): Argument 'jid' missing");
        String message = args.text(1, "Log(): Argument 'message' missing");
        byte[] data = args.bytes(2);
        if (data != null) {
            data = PutCalls.json(data, "Log(): Argument 'data' not cjson: ");
        }
        return new CallPlan.Write<>(
                new Log(request.caller(), id, message, data),
                outcome -> outcome.rejection() == null
                        ? Resp.nil()
                        : BadCall.error("Log(): Job " + id + " does not exist"));
    }

    static CallPlan depends(CallRequest request) {
        Arguments args = request.args();
        JobId id = args.id(0, NO_JID);
        String command = args.text(1, "Depends(): Arg \"command\" missing");
        boolean on = command.equals("on");
        if (!on && !command.equals("off")) {
            return unknownCommand(request, id);
        }
        boolean all = !on && "all".equals(args.text(2));
        Depend depend = new Depend(request.caller(), id, on, all ? null : args.ids(2));
        return WorkCalls.write(
                request,
                depend,
                done -> new Resp.Int(1),
                refused -> notDepending(
                        id, refused.rejection() == Rejection.JOB_NOT_FOUND ? "false" : Replies.state(refused)));
    }

    private static String notDepending(JobId id, String state) {
        return "Depends(): Job " + id + " not in the depends state: " + state;
    }

    /** The error for an unknown subcommand. The error for a wrong state of the job has precedence. */
    private static CallPlan unknownCommand(CallRequest request, JobId id) {
        return new CallPlan.Read<>(view -> Optional.ofNullable(view.qless().job(id)), job -> {
            String state = job.map(JobJson::state).orElse("false");
            if (!state.equals("depends")) {
                return request.form() == CallingConvention.CURRENT
                        ? BadCall.error(notDepending(id, state))
                        : Resp.nil();
            }
            return BadCall.error("Depends(): Argument \"command\" must be \"on\" or \"off\"");
        });
    }
}
