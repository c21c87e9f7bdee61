package dev.reeve.door.qless;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A reply, independent of the version of the Redis protocol. */
public sealed interface Resp {
    Resp OK = new Simple("OK");

    /** A line such as {@code OK}. */
    record Simple(String text) implements Resp {}

    /** An error: the whole text after the minus sign. */
    @SuppressWarnings("JavaLangClash")
    record Error(String text) implements Resp {}

    record Int(long value) implements Resp {}

    /** A floating-point number. In RESP2 it is a bulk string. */
    record Real(double value) implements Resp {
        /** The shortest exact decimal text, as Redis formats it. */
        public String text() {
            if (Double.isInfinite(value) || Double.isNaN(value)) {
                return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
            }
            String plain = new BigDecimal(Double.toString(value)).toPlainString();
            return plain.endsWith(".0") ? plain.substring(0, plain.length() - 2) : plain;
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Bulk(byte[] bytes) implements Resp {}

    /** A long string in parts, which must not change any more. */
    record LongBulk(List<byte[]> parts, int bytes) implements Resp {}

    /** A large reply that is encoded only when it is written. */
    record Deferred(Supplier<Resp> encoder) implements Resp {}

    /** A large string that is encoded in parts: the encoder returns null until it has encoded the last one. */
    record Gradual(Supplier<@Nullable Resp> encoder) implements Resp {}

    /** A missing value. RESP2 distinguishes a missing string from a missing array. */
    enum Nil implements Resp {
        NIL,
        NIL_ARRAY
    }

    /** Several values. */
    record Aggregate(Type type, List<Resp> items) implements Resp {
        public Aggregate {
            items = items instanceof LazyItems ? items : List.copyOf(items);
        }
    }

    /** Items that are encoded one by one when they are written. */
    final class LazyItems<T> extends AbstractList<Resp> implements RandomAccess {
        private final List<T> values;
        private final Function<? super T, Resp> encoder;

        /** @param values must not change any more */
        public LazyItems(List<T> values, Function<? super T, Resp> encoder) {
            this.values = values;
            this.encoder = encoder;
        }

        @Override
        public Resp get(int index) {
            return encoder.apply(values.get(index));
        }

        @Override
        public int size() {
            return values.size();
        }
    }

    /** Encodes the next part of the reply. Returns the whole reply, or null if there are more parts. */
    static @Nullable Resp step(Resp reply) {
        return reply instanceof Gradual gradual ? gradual.encoder().get() : reply;
    }

    /** The reply, completely encoded. */
    static Resp whole(Resp reply) {
        Resp given = reply instanceof Deferred deferred ? deferred.encoder().get() : reply;
        Resp whole = step(given);
        while (whole == null) {
            whole = step(given);
        }
        return whole;
    }

    /** The types of several values, each with its type character in RESP3. In RESP2 all are arrays. */
    enum Type {
        ARRAY('*'),
        /** Keys and values, alternating. */
        MAP('%'),
        /** Members and scores, alternating. In RESP3 each pair is a nested array. */
        SCORES('*'),
        SET('~'),
        /** A message that is not the reply to a command. */
        PUSH('>');

        private final char character;

        Type(char character) {
            this.character = character;
        }

        char character() {
            return character;
        }
    }

    static Resp array(List<Resp> items) {
        return new Aggregate(Type.ARRAY, items);
    }

    static Resp bulk(String text) {
        return new Bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    static Resp nil() {
        return Nil.NIL;
    }
}
