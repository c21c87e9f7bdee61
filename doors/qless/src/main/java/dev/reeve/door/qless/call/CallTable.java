package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.qless.CallerClock;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The table of all qless calls. Each call has one parser for all forms, which differ in argument order and reply format. */
public final class CallTable {
    private final Map<String, Function<CallRequest, CallPlan>> calls = new HashMap<>();
    private final QlessSettings limits;

    public CallTable(QlessSettings limits) {
        this.limits = limits;
        addJobs();
        addQueues();
        addOthers();
    }

    private void addJobs() {
        calls.put("put", PutCalls::put);
        calls.put("requeue", PutCalls::requeue);
        calls.put("complete", WorkCalls::complete);
        calls.put("fail", WorkCalls::fail);
        calls.put("retry", WorkCalls::retry);
        calls.put("heartbeat", WorkCalls::heartbeat);
        calls.put("timeout", WorkCalls::timeout);
        calls.put("get", JobCalls::get);
        calls.put("multiget", JobCalls::multiget);
        calls.put("cancel", JobCalls::cancel);
        calls.put("priority", JobCalls::priority);
        calls.put("log", JobCalls::log);
        calls.put("depends", JobCalls::depends);
        calls.put("track", TrackCalls::track);
    }

    private void addQueues() {
        calls.put("pop", QueueCalls::pop);
        calls.put("peek", QueueCalls::peek);
        calls.put("queues", QueueCalls::queues);
        calls.put("length", QueueCalls::length);
        calls.put("jobs", QueueCalls::jobs);
        calls.put("pause", QueueCalls::pause);
        calls.put("unpause", QueueCalls::unpause);
        calls.put("queue.forget", QueueCalls::forget);
        calls.put("stats", QueueCalls::stats);
    }

    private void addOthers() {
        calls.put("failed", ListCalls::failed);
        calls.put("unfail", ListCalls::unfail);
        calls.put("tag", ListCalls::tag);
        calls.put("workers", ListCalls::workers);
        calls.put("worker.deregister", ListCalls::forgetWorkers);
        calls.put("config.get", ConfigCalls::get);
        calls.put("config.set", ConfigCalls::set);
        calls.put("config.unset", ConfigCalls::unset);
        calls.put("recur", RecurringCalls::recur);
        calls.put("unrecur", RecurringCalls::unrecur);
        calls.put("recur.get", RecurringCalls::get);
        calls.put("recur.update", RecurringUpdate::parse);
        calls.put("recur.tag", RecurringCalls::tag);
        calls.put("recur.untag", RecurringCalls::untag);
    }

    /**
     * Parses a call.
     *
     * @param call the call's name; ignored for the current form, where it is the first argument
     * @param keys the keys as sent
     * @param args the arguments after the keys, as sent
     * @param called receives the call's current name if the call exists
     */
    public CallPlan parse(
            CallingConvention form, String call, List<byte[]> keys, List<byte[]> args, Consumer<String> called) {
        try {
            CallPlan parsed = form == CallingConvention.CURRENT
                    ? current(keys, args, called)
                    : older(new LegacyArguments(form, call.toLowerCase(Locale.ROOT), keys, args, limits), called);
            return parsed instanceof CallPlan.Write<?> write ? withCapacityErrors(write) : parsed;
        } catch (BadCall e) {
            return CallPlan.refuse(e.error());
        }
    }

    /** Adds the error replies for lack of memory and disk space, which are the same for all writing calls. */
    private static <R> CallPlan withCapacityErrors(CallPlan.Write<R> write) {
        return new CallPlan.Write<>(
                write.command(),
                outcome -> {
                    Resp outOfCapacity = Replies.ofNoRoom(outcome);
                    return outOfCapacity != null ? outOfCapacity : write.reply().apply(outcome);
                },
                write.encoding());
    }

    private CallPlan current(List<byte[]> keys, List<byte[]> args, Consumer<String> called) {
        if (!keys.isEmpty()) {
            throw new BadCall("No Keys should be provided");
        }
        if (args.isEmpty()) {
            throw new BadCall("Must provide a command");
        }
        String name = text(args.get(0));
        Function<CallRequest, CallPlan> call = find(name, called);
        if (args.size() < 2) {
            throw new BadCall("bad argument #1 to 'tonumber' (value expected)");
        }
        Double now = LuaNumber.parse(text(args.get(1)));
        if (now == null) {
            throw new BadCall("Arg \"now\" missing or not a number: nil");
        }
        CallerClock caller = CallerClock.ofSeconds(now, LegacyArguments.dialect(CallingConvention.CURRENT));
        return call.apply(new CallRequest(
                CallingConvention.CURRENT, caller, new Arguments(args.subList(2, args.size()), limits)));
    }

    private CallPlan older(LegacyArguments forms, Consumer<String> called) {
        if (calls.containsKey(forms.call())) {
            // The conversion to the current form may throw, so the name is reported before it.
            called.accept(forms.call());
        }
        LegacyArguments.Named named = forms.named();
        return find(named.call(), called).apply(named.request());
    }

    private Function<CallRequest, CallPlan> find(String name, Consumer<String> called) {
        Function<CallRequest, CallPlan> call = calls.get(name);
        if (call == null) {
            throw new BadCall("Unknown command " + name);
        }
        called.accept(name);
        return call;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
