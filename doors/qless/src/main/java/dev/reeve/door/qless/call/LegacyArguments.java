package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts calls of the 2012 and function forms to the argument order of the current form. In these forms the clock is in the
 * middle of the arguments, or missing, and the queue of {@code put}, {@code pop} and {@code peek} is a key.
 *
 * @param call the name of the call in its original form, in lower case
 */
record LegacyArguments(
        CallingConvention form, String call, List<byte[]> keys, List<byte[]> args, QlessSettings limits) {
    /** A call with its name and arguments in the current form. */
    record Named(String call, CallRequest request) {}

    private static final Set<String> WITH_QUEUE_AS_KEY = Set.of("put", "pop", "peek");

    private static final Set<String> WITHOUT_CLOCK = Set.of("get", "cancel", "priority", "depends", "failed", "stats");

    private static final Set<String> CONFIG_COMMANDS = Set.of("get", "set", "unset");
    private static final Set<String> RECUR_COMMANDS = Set.of("get", "update", "tag", "untag");

    Named named() {
        requireKeys(WITH_QUEUE_AS_KEY.contains(call) ? 1 : 0);
        String command = text(0);
        return switch (call) {
            case "put" -> put();
            case "unfail" -> unfail();
            case "config" -> config(command);
            case "getconfig" -> clockless("config.get", 0);
            case "setconfig" -> clockless(args.size() > 1 ? "config.set" : "config.unset", 0);
            case "recur" -> form == CallingConvention.Y2012 || "on".equals(command) ? recur(command) : timed(0);
            default -> hasClock(command) ? timed(clockIndex()) : clockless(call, 0);
        };
    }

    /** Whether the arguments contain the clock, which depends on the first argument for some calls. */
    private boolean hasClock(@Nullable String command) {
        return switch (call) {
            case "tag" -> !"get".equals(command) && !"top".equals(command);
            case "track" -> command != null;
            case "jobs" -> !"complete".equals(command);
            default -> !WITHOUT_CLOCK.contains(call);
        };
    }

    private int clockIndex() {
        return switch (call) {
            case "peek", "jobs" -> 1;
            case "pop", "heartbeat", "tag", "track" -> 2;
            case "put", "complete", "retry" -> 3;
            case "fail" -> 4;
            default -> 0;
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

    /** The current form has the worker before the queue; these forms have no worker. */
    private Named put() {
        List<byte @Nullable []> current = new ArrayList<>();
        current.add(null);
        current.addAll(keys);
        current.addAll(argsWithout(clockIndex(), 0));
        return timed(clockIndex(), current);
    }

    private Named unfail() {
        List<byte @Nullable []> current = new ArrayList<>();
        current.add(arg(2));
        current.add(arg(1));
        current.addAll(args.subList(Math.min(3, args.size()), args.size()));
        return timed(0, current);
    }

    private Named config(@Nullable String command) {
        if (command == null || !CONFIG_COMMANDS.contains(command)) {
            throw new BadCall("Config(): Unrecognized command " + (command == null ? "nil" : command));
        }
        return clockless("config." + command, 1);
    }

    private Named recur(@Nullable String command) {
        if (command == null || command.isEmpty()) {
            throw new BadCall("Recur(): Missing first argument");
        } else if (command.equals("on")) {
            return timed(5, argsWithout(5, 1));
        } else if (command.equals("off")) {
            return clockless("unrecur", 1);
        } else if (RECUR_COMMANDS.contains(command)) {
            return clockless("recur." + command, 1);
        }
        throw new BadCall("Recur(): First argument must be one of [on, off, get, update, tag, untag]. Got " + command);
    }

    /** The key, if there is one, and all arguments except the clock. */
    private Named timed(int clock) {
        List<byte[]> current = new ArrayList<>(keys);
        current.addAll(argsWithout(clock, 0));
        return timed(clock, current);
    }

    private Named timed(int clock, List<? extends byte @Nullable []> current) {
        double now = Arguments.number(text(clock), title() + "Arg \"now\" missing or not a number: ");
        CallerClock caller = CallerClock.ofSeconds(now, dialect(form));
        return new Named(call, new CallRequest(form, caller, new Arguments(current, limits)));
    }

    private List<byte[]> argsWithout(int clock, int from) {
        List<byte[]> rest = new ArrayList<>(args.subList(Math.min(from, args.size()), args.size()));
        if (clock < args.size()) {
            rest.remove(clock - from);
        }
        return rest;
    }

    /** A call without a clock; its time is 0. */
    private Named clockless(String name, int from) {
        List<byte[]> current = args.subList(Math.min(from, args.size()), args.size());
        return new Named(
                name, new CallRequest(form, new CallerClock(0, dialect(form)), new Arguments(current, limits)));
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
