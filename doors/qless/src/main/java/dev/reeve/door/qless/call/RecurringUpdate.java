package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringPatch;
import dev.reeve.engine.qless.command.UpdateRecurring;
import org.jspecify.annotations.Nullable;

/**
 * The call {@code recur.update}. Options are applied in order: those before an invalid option take effect. The error for a
 * missing job has precedence over errors in the options.
 */
final class RecurringUpdate {
    private final CallRequest request;
    private @Nullable String queue;
    private @Nullable String klass;
    private byte @Nullable [] payload;
    private @Nullable Long priority;
    private @Nullable Long retries;
    private @Nullable Long intervalMicros;
    private @Nullable Long backlog;

    private RecurringUpdate(CallRequest request) {
        this.request = request;
    }

    static CallPlan parse(CallRequest request) {
        JobId id = request.args().id(0, RecurringCalls.NO_JID);
        RecurringUpdate update = new RecurringUpdate(request);
        String error = update.readAll();
        RecurringPatch patch = new RecurringPatch(
                update.queue,
                update.klass,
                update.payload,
                update.priority,
                update.retries,
                update.intervalMicros,
                update.backlog);
        return WorkCalls.write(
                request,
                new UpdateRecurring(request.caller(), id, patch),
                done -> error == null ? new Resp.Int(1) : BadCall.error(error),
                refused -> "Recur(): No recurring job " + id);
    }

    /** The error of the first invalid option; null if all are valid. */
    private @Nullable String readAll() {
        try {
            for (int i = 1; i < request.args().size(); i += 2) {
                String option = request.args().text(i, "missing");
                read(option, i + 1, request.args().text(i + 1, "No value provided for " + option));
            }
            return null;
        } catch (BadCall e) {
            return e.getMessage();
        }
    }

    private void read(String option, int at, String value) {
        switch (option) {
            case "priority" -> priority = request.priority(number(option, value));
            case "interval" -> intervalMicros = CallerClock.micros(number(option, value));
            case "retries" -> retries = (long) number(option, value);
            case "data" -> payload = request.args().data(at, "Recur(): Arg \"data\" is not JSON-encoded: ");
            case "klass" -> klass = value;
            case "queue" -> queue = request.args().checked(value);
            case "backlog" -> backlog = (long) Arguments.number(value, "Recur(): Arg \"backlog\" not a number: ");
            default -> throw new BadCall("Recur(): Unrecognized option \"" + option + "\"");
        }
    }

    private static double number(String option, String value) {
        return Arguments.number(value, "Recur(): Arg \"" + option + "\" must be a number: ");
    }
}
