package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.TagRecurring;
import dev.reeve.engine.qless.command.Unrecur;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls about recurring jobs, except {@code recur.update}: see {@link RecurringUpdate}. */
final class RecurringCalls {
    static final String NO_JID = "Recurring(): no jid provided";

    private RecurringCalls() {}

    static CallPlan recur(CallRequest request) {
        Arguments args = request.args();
        String queue = args.name(0, QueueCalls.NO_QUEUE);
        JobId id = args.newId(1, "RecurringJob On(): Arg \"jid\" missing");
        String klass = args.text(2, "RecurringJob On(): Arg \"klass\" missing");
        String spec = args.text(4, "RecurringJob On(): Arg \"spec\" missing");
        byte[] data = args.data(3, "RecurringJob On(): Arg \"data\" not JSON: ");
        if (!spec.equals("interval")) {
            throw new BadCall("Recur(): schedule type \"" + spec + "\" unknown");
        }
        double interval = args.number(5, "Recur(): Arg \"interval\" not a number: ");
        double offset = args.number(6, "Recur(): Arg \"offset\" not a number: ");
        if (interval <= 0) {
            throw new BadCall("Recur(): Arg \"interval\" must be greater than 0");
        }
        args.requireEven(7);
        Map<String, byte @Nullable []> options = args.options(7);
        List<String> tags = PutCalls.texts(options.get("tags"), "Recur(): Arg \"tags\" must be JSON string array: ");
        Double priority = PutCalls.number(options, "priority", "Recur(): Arg \"priority\" not a number: ");
        Double retries = PutCalls.number(options, "retries", "Recur(): Arg \"retries\" not a number: ");
        Double backlog = PutCalls.number(options, "backlog", "Recur(): Arg \"backlog\" not a number: ");
        RecurringJob job = new RecurringJob(
                id,
                queue,
                klass,
                data,
                priority == null ? 0 : request.priority(priority),
                tags == null
                        ? List.of()
                        : tags.stream().distinct().map(args::checked).toList(),
                retries == null ? 0 : (int) Math.max(0, retries),
                backlog == null ? 0 : backlog.longValue(),
                0,
                Math.max(1, CallerClock.micros(interval)),
                request.caller().after(CallerClock.micros(offset)));
        return WorkCalls.write(
                request, new Recur(request.caller(), job), done -> Resp.bulk(id.toString()), refused -> "");
    }

    static CallPlan unrecur(CallRequest request) {
        JobId id = request.args().id(0, NO_JID);
        return new CallPlan.Write<>(new Unrecur(id), done -> new Resp.Int(1));
    }

    static CallPlan get(CallRequest request) {
        JobId id = request.args().id(0, NO_JID);
        return new CallPlan.Read<>(
                view -> Optional.ofNullable(view.qless().recurring(id)),
                job -> job.map(found -> reply(found, request)).orElseGet(Resp::nil));
    }

    private static Resp reply(RecurringJob job, CallRequest request) {
        CjsonWriter json = new CjsonWriter().open();
        json.field("tags", job.tags());
        json.field("jid", job.id().toString());
        json.field("retries", job.retries());
        json.key("data");
        if (request.current()) {
            json.text(job.payload());
        } else {
            json.value(CjsonReader.read(job.payload()));
        }
        json.field("queue", job.queue());
        json.field("state", "recur");
        json.field("count", job.count());
        json.rawField("interval", LuaNumber.seconds(job.intervalMicros()));
        json.field("klass", job.klass());
        json.field("backlog", job.backlog());
        json.field("priority", request.function() ? -job.priority() : job.priority());
        return json.close().reply();
    }

    static CallPlan tag(CallRequest request) {
        return tag(request, true, "Tag(): Job ");
    }

    static CallPlan untag(CallRequest request) {
        return tag(request, false, "Untag(): Job ");
    }

    private static CallPlan tag(CallRequest request, boolean add, String job) {
        JobId id = request.args().id(0, NO_JID);
        List<String> tags = request.args().texts(1);
        if (add) {
            tags.forEach(request.args()::checked);
        }
        TagRecurring tag = new TagRecurring(id, add, tags);
        return WorkCalls.write(request, tag, Replies::texts, refused -> job + id + " does not exist");
    }
}
