package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Command;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.DurationStatistics;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QueueCounts;
import dev.reeve.engine.qless.command.ForgetQueues;
import dev.reeve.engine.qless.command.Peek;
import java.util.List;
import java.util.function.Function;

/** Calls about queues: {@code pop}, {@code peek}, {@code queues}, {@code jobs}, {@code length}, {@code pause}. */
final class QueueCalls {
    static final String NO_QUEUE = "Queue(): no queue name provided";

    private static final int MOST_POPPED = 1000;
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
            return new CallPlan.Read<>(
                    view -> view.qless().queue(name, now),
                    queue -> write(queue, request, new CjsonWriter()).reply());
        }
        return new CallPlan.LongRead<>(
                () -> new Lookups<>(
                        view -> view.qless().listedQueues(Slice.MOST + 1),
                        (view, queue) -> view.qless().queue(queue, now)),
                found -> Replies.found(
                        found, queues -> GradualJson.list(queues, (queue, json) -> write(queue, request, json))));
    }

    private static CjsonWriter write(QueueCounts queue, CallRequest request, CjsonWriter json) {
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
        return json.close();
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
            int count = Slice.most(args.count(2, usual, "Jobs(): Arg \"count\" not a number: "));
            return new CallPlan.Read<>(view -> view.qless().completed(offset, count), Replies::ids);
        }
        String queue = args.text(1, "Jobs(): Arg \"queue\" missing");
        long offset = args.offset(2, "Jobs(): Arg \"offset\" not a number: ");
        int count = Slice.most(args.count(3, usual, "Jobs(): Arg \"count\" not a number: "));
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
        return onQueues(request, queues -> new Pause(queues, true, true));
    }

    static CallPlan unpause(CallRequest request) {
        return onQueues(request, queues -> new Pause(queues, false, true));
    }

    static CallPlan forget(CallRequest request) {
        return onQueues(request, ForgetQueues::new);
    }

    private static <R> CallPlan onQueues(CallRequest request, Function<List<String>, Command<R>> command) {
        List<String> queues = request.args().texts(0);
        queues.forEach(request.args()::checked);
        return queues.isEmpty() ? wrongNumber() : new CallPlan.Write<>(command.apply(queues), done -> Resp.nil());
    }

    static CallPlan wrongNumber() {
        return CallPlan.refuse(WRONG_NUMBER);
    }

    static CallPlan stats(CallRequest request) {
        String queue = request.args().text(0, NO_QUEUE);
        double date = request.args().number(1, "Stats(): Arg \"date\" missing or not a number: ");
        long day = CallerClock.day(CallerClock.micros(date));
        return new CallPlan.Read<>(view -> view.qless().stats(queue, day), stats -> reply(stats, request.function()));
    }

    /** @param bothNames whether to add the documented fields total and variance to count and std, which programs use */
    private static Resp reply(DayStats stats, boolean bothNames) {
        CjsonWriter json = new CjsonWriter();
        json.open();
        json.key("run");
        write(stats.runs(), bothNames, json);
        json.field("failures", stats.failures());
        json.field("retries", stats.retries());
        json.field("failed", stats.failed());
        json.key("wait");
        write(stats.waits(), bothNames, json);
        return json.close().reply();
    }

    private static void write(DurationStatistics spread, boolean bothNames, CjsonWriter json) {
        json.open();
        json.rawField("std", LuaNumber.format(Math.sqrt(spread.variance())));
        json.key("histogram").openList(false);
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            json.separate();
            json.raw(Integer.toString(spread.bin(i)));
        }
        json.closeList(false);
        json.rawField("mean", LuaNumber.format(spread.mean()));
        json.field("count", spread.count());
        if (bothNames) {
            json.field("total", spread.count());
            json.rawField("variance", LuaNumber.format(spread.variance()));
        }
        json.close();
    }
}
