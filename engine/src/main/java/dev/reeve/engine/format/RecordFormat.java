package dev.reeve.engine.format;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a record: its components in the order of their declaration. A component marked {@code @Nullable} has
 * a byte before it that says whether it is there. Frequent commands have code of their own instead, which is faster.
 */
public final class RecordFormat<R extends Record> {
    /** How the values of one type are written and read. */
    private record Codec<T>(BiConsumer<ByteSink, T> writer, Function<ByteSource, T> reader) {}

    private record Component(Method accessor, Codec<Object> codec, boolean nullable) {}

    private static final ClassValue<RecordFormat<?>> BY_CLASS = new ClassValue<>() {
        @Override
        protected RecordFormat<?> computeValue(Class<?> type) {
            return new RecordFormat<>(type.asSubclass(Record.class));
        }
    };

    private final List<Component> components;
    private final Constructor<R> constructor;

    private RecordFormat(Class<R> type) {
        RecordComponent[] declared = type.getRecordComponents();
        components = Arrays.stream(declared).map(RecordFormat::component).toList();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has its canonical constructor: " + type, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Component component(RecordComponent declared) {
        boolean nullable = declared.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return new Component(declared.getAccessor(), (Codec<Object>) codec(declared.getGenericType()), nullable);
    }

    @SuppressWarnings("unchecked")
    public static <R extends Record> RecordFormat<R> of(Class<R> type) {
        return (RecordFormat<R>) BY_CLASS.get(type);
    }

    /** Writes the record by the format of its class. */
    public static void write(Record instance, ByteSink out) {
        for (Component component : BY_CLASS.get(instance.getClass()).components) {
            Object value;
            try {
                value = component.accessor.invoke(instance);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a component is not readable: " + component, e);
            }
            if (component.nullable) {
                out.putBoolean(value != null);
            }
            if (value != null) {
                component.codec.writer.accept(out, value);
            } else if (!component.nullable) {
                throw new IllegalArgumentException("expected a value, but got null: " + component.accessor);
            }
        }
    }

    /** Reads a record; an {@link IllegalArgumentException} of its constructor is passed on. */
    public R read(ByteSource in) {
        @Nullable Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            Component component = components.get(i);
            values[i] = component.nullable && !in.getBoolean() ? null : component.codec.reader.apply(in);
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record cannot be created: " + constructor, e);
        }
    }

    private static Codec<?> codec(Type type) {
        if (type == long.class || type == Long.class) {
            return new Codec<>(ByteSink::putSigned, ByteSource::getSigned);
        } else if (type == int.class || type == Integer.class) {
            return new Codec<Integer>(RecordFormat::writeCount, in -> in.getCount(Integer.MAX_VALUE));
        } else if (type == boolean.class) {
            return new Codec<>(ByteSink::putBoolean, ByteSource::getBoolean);
        } else if (type == String.class) {
            return new Codec<>(ByteSink::putString, ByteSource::getString);
        } else if (type == byte[].class) {
            return new Codec<>(ByteSink::putBytes, ByteSource::getBytes);
        } else if (type == JobId.class) {
            return new Codec<>(ByteSink::putJobId, ByteSource::getJobId);
        } else if (type == JobRef.class) {
            return new Codec<JobRef>((out, ref) -> RefFormat.write(ref, out), RefFormat::readRef);
        } else if (type == Claim.class) {
            return new Codec<Claim>((out, claim) -> RefFormat.write(claim, out), RefFormat::readClaim);
        } else if (type == CallerClock.class) {
            return new Codec<CallerClock>((out, clock) -> RefFormat.write(clock, out), RefFormat::requireClock);
        } else if (type == State.class) {
            return new Codec<State>((out, state) -> out.putByte(state.code()), in -> State.ofCode(in.getByte()));
        } else if (type == ChangeIf.Kind.class) {
            return new Codec<ChangeIf.Kind>(
                    (out, kind) -> out.putByte(kind.code()), in -> ChangeIf.Kind.ofCode(in.getByte()));
        } else if (type == Terms.class) {
            return new Codec<Terms>((out, terms) -> TermsFormat.write(terms, out), TermsFormat::read);
        } else if (type == AddOptions.class) {
            return new Codec<AddOptions>((out, value) -> AddOptionsFormat.write(value, out), AddOptionsFormat::read);
        } else if (type == MissedRuns.class) {
            return new Codec<MissedRuns>(
                    (out, rule) -> out.putByte(rule.code()), in -> MissedRuns.ofCode(in.getByte()));
        } else if (type == Overlap.class) {
            return new Codec<Overlap>((out, rule) -> out.putByte(rule.code()), in -> Overlap.ofCode(in.getByte()));
        } else if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return listCodec(codec(list.getActualTypeArguments()[0]));
        } else if (type instanceof Class<?> nested && nested.isRecord()) {
            RecordFormat<?> format = of(nested.asSubclass(Record.class));
            return new Codec<Record>((out, value) -> write(value, out), format::read);
        }
        throw new IllegalStateException("no encoding is known for the type " + type);
    }

    private static void writeCount(ByteSink out, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("expected a number of at least 0, but got " + count);
        }
        out.putVarLong(count);
    }

    private static <T> Codec<List<T>> listCodec(Codec<T> element) {
        return new Codec<>((out, list) -> out.putList(list, element.writer), in -> in.getList(element.reader));
    }
}
