package dev.reeve.door.qless;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

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

    /** A large reply that is encoded only when it is written. */
    record Deferred(Supplier<Resp> encoder) implements Resp {}

    /** A missing value. RESP2 distinguishes a missing string from a missing array. */
    enum Nil implements Resp {
        NIL,
        NIL_ARRAY
    }

    /** Several values. */
    record Aggregate(Type type, List<Resp> items) implements Resp {
        public Aggregate {
            items = List.copyOf(items);
        }
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
