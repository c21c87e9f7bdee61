package dev.reeve.server.door.qless.call;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.RecurringPatch;
import dev.reeve.engine.qless.command.UpdateRecurring;
import dev.reeve.server.door.qless.CallPlan;
import dev.reeve.server.door.qless.Resp;
import org.jspecify.annotations.Nullable;

/**
 * {@code recur.update}. Its options are taken one after the other: what comes before a wrong one is changed all the same,
 * and a job that does not exist is refused before any of them is looked at.
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
        String wrong = update.readAll();
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
                done -> wrong == null ? new Resp.Int(1) : BadCall.error(wrong),
                refused -> "Recur(): No recurring job " + id);
    }

    /** What is wrong with the first wrong option; null if none is. */
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
            case "interval" -> intervalMicros = Arguments.micros(number(option, value));
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
