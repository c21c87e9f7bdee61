package dev.reeve.server.cli;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Creates a command of any type with a distinct value for every component of its record, and the values that its dump line
 * must contain.
 */
final class MarkedCommands {
    static final String SECRET = "classified";

    private final StringBuilder shown = new StringBuilder();
    private int last = 1000;

    /** The values that the dump line of the command must contain. */
    String shown() {
        return shown.toString();
    }

    Command<?> command(CommandType type) throws ReflectiveOperationException {
        word(type);
        return type == CommandType.COMMAND_GROUP ? ofAllOthers() : (Command<?>) record(type.command());
    }

    private CommandGroup ofAllOthers() throws ReflectiveOperationException {
        List<CommandGroup.Step> steps = new ArrayList<>();
        mark(" of " + (CommandType.values().length - 1) + ":");
        for (CommandType type : CommandType.values()) {
            if (type != CommandType.COMMAND_GROUP) {
                mark(steps.isEmpty() ? " " : "; ");
                steps.add(new CommandGroup.Do(command(type)));
            }
        }
        return new CommandGroup(steps);
    }

    private Object record(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            String name = components[i].getName();
            mark(shown.charAt(shown.length() - 1) == '{' ? "" : " ");
            mark(name.replaceAll("Micros$", "") + "=");
            values[i] = value(name, components[i].getGenericType());
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    private Object value(String name, Type type) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return list(name, list.getActualTypeArguments()[0]);
        } else if (type == byte[].class) {
            mark(++last + " bytes");
            return Arrays.copyOf(SECRET.getBytes(StandardCharsets.UTF_8), last);
        } else if (type == boolean.class) {
            return Boolean.valueOf(mark("true"));
        } else if (type == String.class && name.equals("secret")) {
            mark("hidden");
            return SECRET;
        } else if (type == String.class) {
            return mark("text" + ++last);
        } else if (type == JobId.class) {
            return JobId.of(mark("job" + ++last));
        } else if (type == JobRef.class) {
            return JobRef.of(JobId.of(mark("job" + ++last)));
        } else if (type == int.class || type == Integer.class) {
            return Integer.valueOf(mark(Integer.toString(name.equals("version") ? EngineVersion.CURRENT : ++last)));
        } else if (type == long.class || type == Long.class) {
            return number(name);
        }
        return compound((Class<?>) type);
    }

    private List<Object> list(String name, Type element) throws ReflectiveOperationException {
        mark("[");
        Object first = value(name, element);
        mark(", ");
        Object second = value(name, element);
        mark("]");
        return List.of(first, second);
    }

    private long number(String name) {
        last++;
        if (!name.endsWith("Micros")) {
            mark(Integer.toString(last));
            return last;
        }
        boolean instant = name.matches(".*AtMicros|nowMicros|nextMicros");
        mark(instant ? Instant.ofEpochSecond(last).toString() : last + "s");
        return last * 1_000_000L;
    }

    private Object compound(Class<?> type) throws ReflectiveOperationException {
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            Enum<?> constant = (Enum<?>) constants[constants.length - 1];
            word(constant);
            return constant;
        }
        if (!type.isRecord()) {
            throw new AssertionError("a dump cannot show a " + type + ": teach it to RecordText, and to this class");
        }
        mark("{");
        if (type == Claim.class) {
            mark("kind=worker token=0 worker=");
            Claim claim = Claim.ofWorker(mark("text" + ++last));
            mark("}");
            return claim;
        }
        Object made = record(type);
        mark("}");
        return made;
    }

    private void word(Enum<?> constant) {
        mark(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private String mark(String text) {
        shown.append(text);
        return text;
    }
}
