package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QueueCounts;
import dev.reeve.engine.qless.command.ForgetQueues;
import dev.reeve.engine.qless.command.Peek;
import java.util.List;

/** Calls about queues: {@code pop}, {@code peek}, {@code queues}, {@code jobs}, {@code length}, {@code pause}. */
final class QueueCalls {
    static final String NO_QUEUE = "Queue(): no queue name provided";

    private static final int MOST_POPPED = 10_000;
    private static final Resp WRONG_NUMBER =
            new Resp.Error("ERR Wrong number of args calling Redis command from script");

    private QueueCalls() {}

    static CallPlan pop(CallRequest request) {
        Arguments args = request.args();
        String queue = args.name(0, NO_QUEUE);
        String worker = args.name(1, "Pop(): Arg \"worker\" missing");
        int count = count(args.number(2, "Pop(): Arg \"count\" missing or not a number: "));
        Acquire acquire = new Acquire(List.of(queue), worker, count, 0, request.caller());
        return new CallPlan.Write<>(acquire, outcome -> Replies.leased(outcome.reply(), request));
    }

    static CallPlan peek(CallRequest request) {
        Arguments args = request.args();
        String queue = args.name(0, NO_QUEUE);
        int count = count(args.number(1, "Peek(): Arg \"count\" missing or not a number: "));
        Peek peek = new Peek(request.caller(), queue, count);
        return new CallPlan.Write<>(peek, outcome -> Replies.jobs(outcome.reply(), request.form()));
    }

    private static int count(double count) {
        return (int) Math.max(0, Math.min(MOST_POPPED, count));
    }

    static CallPlan queues(CallRequest request) {
        String name = request.args().text(0);
        long now = request.nowMicros();
        if (name != null) {
            return new CallPlan.Read<>(view -> view.qless().queue(name, now), queue -> {
                CjsonWriter json = new CjsonWriter();
                write(queue, request, json);
                return json.reply();
            });
        }
        return new CallPlan.Read<>(view -> view.qless().queues(now), queues -> {
            return new CjsonWriter()
                    .list(queues, (queue, json) -> write(queue, request, json))
                    .reply();
        });
    }

    private static void write(QueueCounts queue, CallRequest request, CjsonWriter json) {
        json.open();
        if (request.current()) {
            json.field("paused", queue.paused());
        }
        json.field("running", queue.running());
        json.field("name", queue.name());
        json.field("waiting", queue.waiting());
        json.field("recurring", queue.recurring());
        json.field("depends", queue.depends());
        json.field("stalled", queue.stalled());
        json.field("scheduled", queue.scheduled());
        json.close();
    }

    static CallPlan length(CallRequest request) {
        String queue = request.args().text(0, NO_QUEUE);
        return new CallPlan.Read<>(
                view -> view.qless().queue(queue, request.nowMicros()),
                counts -> new Resp.Int(
                        (long) counts.waiting() + counts.scheduled() + counts.running() + counts.stalled()));
    }

    static CallPlan jobs(CallRequest request) {
        Arguments args = request.args();
        String state = args.text(0, "Jobs(): Arg \"state\" missing");
        double usual = request.current() ? 25 : -1;
        if (state.equals("complete")) {
            long offset = args.offset(1, "Jobs(): Arg \"offset\" not a number: ");
            int count = args.count(2, usual, "Jobs(): Arg \"count\" not a number: ");
            return new CallPlan.Read<>(view -> view.qless().completed(offset, count), Replies::ids);
        }
        String queue = args.text(1, "Jobs(): Arg \"queue\" missing");
        long offset = args.offset(2, "Jobs(): Arg \"offset\" not a number: ");
        int count = args.count(3, usual, "Jobs(): Arg \"count\" not a number: ");
        Listing listing = listing(state);
        return new CallPlan.Read<>(
                view -> listing.page(view.qless(), queue, request.nowMicros(), offset, count), Replies::ids);
    }

    private interface Listing {
        List<JobId> page(QlessQueries directory, String queue, long now, long offset, int count);
    }

    private static Listing listing(String state) {
        return switch (state) {
            case "running" -> QlessQueries::running;
            case "stalled" -> QlessQueries::stalled;
            case "scheduled" -> QlessQueries::scheduled;
            case "depends" -> (directory, queue, now, offset, count) -> directory.depending(queue, offset, count);
            case "recurring" -> (directory, queue, now, offset, count) -> directory.recurring(queue, offset, count);
            default -> throw new BadCall("Jobs(): Unknown type \"" + state + "\"");
        };
    }

    static CallPlan pause(CallRequest request) {
        return pause(request, true);
    }

    static CallPlan unpause(CallRequest request) {
        return pause(request, false);
    }

    private static CallPlan pause(CallRequest request, boolean paused) {
        List<String> queues = names(request.args());
        return queues.isEmpty()
                ? CallPlan.refuse(WRONG_NUMBER)
                : new CallPlan.Write<>(new Pause(queues, paused), done -> Resp.nil());
    }

    static CallPlan forget(CallRequest request) {
        List<String> queues = names(request.args());
        return queues.isEmpty()
                ? CallPlan.refuse(WRONG_NUMBER)
                : new CallPlan.Write<>(new ForgetQueues(queues), done -> Resp.nil());
    }

    static List<String> names(Arguments args) {
        List<String> names = args.texts(0);
        names.forEach(args::checked);
        return names;
    }

    static CallPlan wrongNumber() {
        return CallPlan.refuse(WRONG_NUMBER);
    }

    static CallPlan stats(CallRequest request) {
        String queue = request.args().text(0, NO_QUEUE);
        double date = request.args().number(1, "Stats(): Arg \"date\" missing or not a number: ");
        long day = CallerClock.day(CallerClock.micros(date));
        return new CallPlan.Read<>(
                view -> view.qless().stats(queue, day), stats -> StatsJson.of(stats, request.function()));
    }
}
