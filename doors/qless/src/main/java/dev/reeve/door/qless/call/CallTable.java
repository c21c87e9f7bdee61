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
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The table of all qless calls. Each call has one parser for all forms, which differ in argument order and reply format. */
public final class CallTable {
    private static final Map<String, Function<CallRequest, CallPlan>> CALLS = new HashMap<>();

    static {
        CALLS.put("put", PutCalls::put);
        CALLS.put("requeue", PutCalls::requeue);
        CALLS.put("complete", WorkCalls::complete);
        CALLS.put("fail", WorkCalls::fail);
        CALLS.put("retry", WorkCalls::retry);
        CALLS.put("heartbeat", WorkCalls::heartbeat);
        CALLS.put("timeout", WorkCalls::timeout);
        CALLS.put("get", JobCalls::get);
        CALLS.put("multiget", JobCalls::multiget);
        CALLS.put("cancel", JobCalls::cancel);
        CALLS.put("priority", JobCalls::priority);
        CALLS.put("log", JobCalls::log);
        CALLS.put("depends", JobCalls::depends);
        CALLS.put("track", TrackCalls::track);

        CALLS.put("pop", QueueCalls::pop);
        CALLS.put("peek", QueueCalls::peek);
        CALLS.put("queues", QueueCalls::queues);
        CALLS.put("length", QueueCalls::length);
        CALLS.put("jobs", QueueCalls::jobs);
        CALLS.put("pause", QueueCalls::pause);
        CALLS.put("unpause", QueueCalls::unpause);
        CALLS.put("queue.forget", QueueCalls::forget);
        CALLS.put("stats", QueueCalls::stats);

        CALLS.put("failed", ListCalls::failed);
        CALLS.put("unfail", ListCalls::unfail);
        CALLS.put("tag", ListCalls::tag);
        CALLS.put("workers", ListCalls::workers);
        CALLS.put("worker.deregister", ListCalls::forgetWorkers);
        CALLS.put("config.get", ConfigCalls::get);
        CALLS.put("config.set", ConfigCalls::set);
        CALLS.put("config.unset", ConfigCalls::unset);
        CALLS.put("recur", RecurringCalls::recur);
        CALLS.put("unrecur", RecurringCalls::unrecur);
        CALLS.put("recur.get", RecurringCalls::get);
        CALLS.put("recur.update", RecurringUpdate::parse);
        CALLS.put("recur.tag", RecurringCalls::tag);
        CALLS.put("recur.untag", RecurringCalls::untag);
    }

    private final QlessSettings limits;

    public CallTable(QlessSettings limits) {
        this.limits = limits;
    }

    /** The names of all calls. */
    public static Set<String> names() {
        return CALLS.keySet();
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
        if (CALLS.containsKey(forms.call())) {
            // The conversion to the current form may throw, so the name is reported before it.
            called.accept(forms.call());
        }
        LegacyArguments.Named named = forms.named();
        return find(named.call(), called).apply(named.request());
    }

    private Function<CallRequest, CallPlan> find(String name, Consumer<String> called) {
        Function<CallRequest, CallPlan> call = CALLS.get(name);
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
