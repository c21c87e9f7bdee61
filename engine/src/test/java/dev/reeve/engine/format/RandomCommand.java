package dev.reeve.engine.format;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Keep;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.Rate;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.queue.QueueOrder;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Commands of every type with any content that can be told, sensible or not. */
final class RandomCommand {
    private final SplittableRandom random;

    RandomCommand(SplittableRandom random) {
        this.random = random;
    }

    Entry<?> entry(CommandType type) {
        return new Entry<>(number(), random.nextBoolean() ? 0 : random.nextLong(), command(type));
    }

    private Command<?> command(CommandType type) {
        return switch (type) {
            case SET_VERSION -> new SetVersion(random.nextInt(EngineVersion.CURRENT + 1));
            case SET_MEMORY_LIMIT -> new SetMemoryLimit(random.nextLong() & Long.MAX_VALUE);
            case COMMAND_GROUP -> sequence();
            default -> (Command<?>) instance(type.command());
        };
    }

    /** A record with any values of the types of its components. */
    private Object instance(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            boolean nullable = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            values[i] = nullable && random.nextBoolean() ? null : value(components[i]);
        }
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make a " + type, e);
        }
    }

    private Object value(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == List.class) {
            return list(((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]);
        } else if (type == long.class && component.getName().matches("leaseMicros|maxBytes")) {
            return number();
        }
        return value(type);
    }

    private Object value(Class<?> type) {
        if (type == long.class || type == Long.class) {
            return random.nextInt(4) == 0 ? Add.NOW : random.nextLong();
        } else if (type == int.class || type == Integer.class) {
            return count();
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == String.class) {
            return text();
        } else if (type == byte[].class) {
            return bytes();
        } else if (type == State.class) {
            return State.ofCode(1 + random.nextInt(State.values().length));
        } else if (type == JobId.class) {
            return id();
        } else if (type == JobRef.class) {
            return ref();
        } else if (type == Claim.class) {
            return claim();
        } else if (type == CallerClock.class) {
            return caller();
        } else if (type == Terms.class) {
            return terms();
        } else if (type == AddOptions.class) {
            return options();
        }
        if (type == Rate.class) {
            return new Rate(
                    1 + random.nextInt(1000), 1 + random.nextLong(Rate.MAX_PER_MICROS), 1 + random.nextInt(1000));
        }
        if (type.isEnum()) {
            Object[] values = type.getEnumConstants();
            return values[random.nextInt(values.length)];
        }
        if (type == QueueOrder.class) {
            return order();
        }
        if (type == RetryChoice.class) {
            return new RetryChoice(random.nextInt(3) == 0 ? random.nextInt(3) - 2 : number());
        }
        return type == RecurringJob.class ? recurring() : instance(type);
    }

    private List<Object> list(Type element) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value((Class<?>) element));
        }
        return values;
    }

    private CallerClock caller() {
        long now = random.nextBoolean() ? random.nextLong() : number();
        return new CallerClock(now, QlessDialect.ofCode(1 + random.nextInt(3)));
    }

    private @Nullable CallerClock maybeClock() {
        return random.nextBoolean() ? null : caller();
    }

    private AddOptions options() {
        return random.nextBoolean()
                ? AddOptions.NONE
                : new AddOptions(
                        random.nextBoolean(),
                        random.nextBoolean() ? TermsPatch.NOTHING : patch(),
                        maybeText(),
                        random.nextBoolean() ? null : texts(),
                        ids(),
                        AddOptions.Existing.ofCode(random.nextInt(4)),
                        maybeText(),
                        random.nextBoolean(),
                        maybeClock(),
                        headers(),
                        random.nextBoolean() ? JobTies.NONE : ties());
    }

    private JobTies ties() {
        return new JobTies(
                random.nextBoolean() ? null : uniqueKey(),
                maybeText(),
                maybeText(),
                maybeText(),
                DependencyRule.ofCode(random.nextInt(4)),
                maybeText());
    }

    private UniqueKey uniqueKey() {
        return new UniqueKey(text(), random.nextBoolean(), number(), Duplicate.ofCode(random.nextInt(3)));
    }

    private QueueOrder order() {
        return switch (random.nextInt(3)) {
            case 0 -> QueueOrder.RANDOM;
            case 1 -> QueueOrder.LISTED;
            default -> QueueOrder.weighted(List.of(1 + random.nextInt(1000), Integer.MAX_VALUE));
        };
    }

    private JobHeaders headers() {
        List<String> names = texts();
        return new JobHeaders(names.size() % 2 == 0 ? names : names.subList(1, names.size()));
    }

    private RecurringJob recurring() {
        return new RecurringJob(
                id(),
                text(),
                text(),
                bytes(),
                random.nextLong(),
                texts(),
                count(),
                random.nextLong(),
                number(),
                1 + (number() >>> 1),
                random.nextLong());
    }

    private List<JobId> ids() {
        List<JobId> ids = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            ids.add(id());
        }
        return ids;
    }

    private @Nullable String maybeText() {
        return random.nextBoolean() ? null : text();
    }

    private CommandGroup sequence() {
        List<CommandGroup.Step> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            CommandType[] types = CommandType.values();
            CommandType type = types[random.nextInt(types.length)];
            steps.add(new CommandGroup.Do(command(type == CommandType.COMMAND_GROUP ? CommandType.TICK : type)));
        }
        return new CommandGroup(steps);
    }

    private TermsPatch patch() {
        return new TermsPatch(
                random.nextBoolean(),
                maybeNumber(),
                maybeNumber(),
                maybeNumber(),
                random.nextBoolean() ? null : new TermsPatch.KeepPatch(maybeNumber(), maybeNumber(), maybeNumber()),
                maybeCount(),
                random.nextBoolean() ? null : delays(),
                random.nextBoolean()
                        ? null
                        : new TermsPatch.Tries(maybeCount(), random.nextBoolean() ? null : backoff(), maybeCount()));
    }

    private @Nullable Long maybeNumber() {
        return random.nextBoolean() ? null : number();
    }

    private @Nullable Integer maybeCount() {
        return random.nextBoolean() ? null : count();
    }

    private Backoff backoff() {
        return random.nextBoolean() ? Backoff.NONE : new Backoff(number(), number(), delays());
    }

    private List<Long> delays() {
        List<Long> delays = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            delays.add(number());
        }
        return delays;
    }

    private Terms terms() {
        RetryPolicy.Rule rule = RetryPolicy.Rule.ofCode(1 + random.nextInt(4));
        long wait = random.nextBoolean() ? Terms.BACKGROUND : number();
        RetryPolicy retry = new RetryPolicy(rule, count(), count(), count(), backoff(), count());
        return new Terms(number(), number(), number(), new Keep(number(), number(), number()), wait, retry);
    }

    private JobRef ref() {
        return random.nextBoolean() ? JobRef.of(id()) : JobRef.of(random.nextLong());
    }

    private Claim claim() {
        return switch (random.nextInt(5)) {
            case 0 -> Claim.NONE;
            case 1 -> Claim.ANY_LEASE;
            case 2 -> Claim.ofToken(random.nextLong());
            case 3 -> Claim.ofRepeatable(random.nextLong());
            default -> Claim.ofWorker(text());
        };
    }

    private JobId id() {
        return switch (random.nextInt(3)) {
            case 0 -> JobId.ofUuid(random.nextLong(), random.nextLong());
            case 1 -> JobId.ofDigits(random.nextLong(), random.nextLong());
            default -> JobId.of(text());
        };
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            texts.add(text());
        }
        return texts;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int[] any = {'a', 'Z', '0', '_', '.', '-', ' ', 0, 0x7f, 0xe4, 0x20ac, 0xffff, 0x1f600, 0x10ffff};
            text.appendCodePoint(any[random.nextInt(any.length)]);
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(2000) : random.nextInt(10)];
        random.nextBytes(bytes);
        return bytes;
    }

    private int count() {
        return random.nextBoolean() ? random.nextInt(10) : random.nextInt(Integer.MAX_VALUE);
    }

    /** Of any length in bits, so that all lengths in bytes occur. */
    private long number() {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }
}
