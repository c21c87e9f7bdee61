package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts calls of the 2012 and function forms to the argument order of the current form. In these forms the clock is in the
 * middle of the arguments, or missing, and the queue of {@code put}, {@code pop} and {@code peek} is a key.
 */
final class LegacyArguments {
    /** A call with its name and arguments in the current form. */
    record Named(String call, CallRequest request) {}

    private final CallingConvention form;
    private final String call;
    private final List<byte[]> keys;
    private final List<byte[]> args;
    private final CallLimits limits;

    LegacyArguments(CallingConvention form, String call, List<byte[]> keys, List<byte[]> args, CallLimits limits) {
        this.form = form;
        this.call = call;
        this.keys = keys;
        this.args = args;
        this.limits = limits;
    }

    /** The name of the call in its original form. */
    String call() {
        return call;
    }

    Named named() {
        requireKeys(call.equals("put") || call.equals("pop") || call.equals("peek") ? 1 : 0);
        return switch (call) {
            case "put" -> put();
            case "pop" -> without("pop", 2);
            case "peek" -> without("peek", 1);
            case "heartbeat" -> without("heartbeat", 2);
            case "complete" -> without("complete", 3);
            case "fail" -> without("fail", 4);
            case "retry" -> without("retry", 3);
            case "unfail" -> unfail();
            case "tag" -> "get".equals(text(0)) || "top".equals(text(0)) ? clockless(call, 0) : without("tag", 2);
            case "track" -> args.isEmpty() ? clockless(call, 0) : without("track", 2);
            case "jobs" -> "complete".equals(text(0)) ? clockless(call, 0) : without("jobs", 1);
            case "get", "cancel", "priority", "depends", "failed", "stats" -> clockless(call, 0);
            case "config" -> config();
            case "getconfig" -> clockless("config.get", 0);
            case "setconfig" -> clockless(args.size() > 1 ? "config.set" : "config.unset", 0);
            case "recur" -> form == CallingConvention.Y2012 || "on".equals(text(0)) ? recur() : without(call, 0);
            default -> without(call, 0);
        };
    }

    private void requireKeys(int count) {
        if (keys.size() != count) {
            throw new BadCall(title() + (count == 1 ? "Expected 1 KEYS argument" : "No Keys should be provided"));
        }
    }

    private String title() {
        return call.substring(0, 1).toUpperCase(Locale.ROOT) + call.substring(1) + "(): ";
    }

    private Named put() {
        List<byte @Nullable []> current = new ArrayList<>();
        current.add(null);
        current.add(keys.get(0));
        for (int i = 0; i < Math.max(3, args.size()); i++) {
            if (i != 3) {
                current.add(arg(i));
            }
        }
        return new Named("put", new CallRequest(form, caller(3), new Arguments(current, limits)));
    }

    private Named unfail() {
        List<byte @Nullable []> current = new ArrayList<>();
        current.add(arg(2));
        current.add(arg(1));
        if (args.size() > 3) {
            current.add(arg(3));
        }
        return new Named("unfail", new CallRequest(form, caller(0), new Arguments(current, limits)));
    }

    private Named config() {
        String command = text(0);
        return switch (command == null ? "" : command) {
            case "get", "set", "unset" -> clockless("config." + command, 1);
            default -> throw new BadCall("Config(): Unrecognized command " + (command == null ? "nil" : command));
        };
    }

    private Named recur() {
        String command = text(0);
        return switch (command == null ? "" : command) {
            case "on" -> {
                List<byte @Nullable []> current = new ArrayList<>();
                for (int i = 1; i < Math.max(5, args.size()); i++) {
                    if (i != 5) {
                        current.add(arg(i));
                    }
                }
                yield new Named("recur", new CallRequest(form, caller(5), new Arguments(current, limits)));
            }
            case "off" -> clockless("unrecur", 1);
            case "get", "update", "tag", "untag" -> clockless("recur." + command, 1);
            case "" -> throw new BadCall("Recur(): Missing first argument");
            default ->
                throw new BadCall(
                        "Recur(): First argument must be one of [on, off, get, update, tag, untag]. Got " + command);
        };
    }

    /** The key, if there is one, and all arguments except the clock. */
    private Named without(String name, int clock) {
        List<byte[]> current = new ArrayList<>(keys);
        for (int i = 0; i < args.size(); i++) {
            if (i != clock) {
                current.add(args.get(i));
            }
        }
        return new Named(name, new CallRequest(form, caller(clock), new Arguments(current, limits)));
    }

    /** A call without a clock; its time is 0. */
    private Named clockless(String name, int from) {
        List<byte[]> current = args.subList(Math.min(from, args.size()), args.size());
        return new Named(
                name, new CallRequest(form, new CallerClock(0, dialect(form)), new Arguments(current, limits)));
    }

    private CallerClock caller(int clock) {
        double now = Arguments.number(text(clock), title() + "Arg \"now\" missing or not a number: ");
        return CallerClock.ofSeconds(now, dialect(form));
    }

    static QlessDialect dialect(CallingConvention form) {
        return switch (form) {
            case CURRENT -> QlessDialect.CURRENT;
            case Y2012 -> QlessDialect.EARLY;
            case FUNCTION -> QlessDialect.FUNCTION;
        };
    }

    private byte @Nullable [] arg(int index) {
        return index < args.size() ? args.get(index) : null;
    }

    private @Nullable String text(int index) {
        byte[] bytes = arg(index);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
