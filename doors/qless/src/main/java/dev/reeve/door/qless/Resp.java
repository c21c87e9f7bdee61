package dev.reeve.door.qless;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** A reply, independent of the version of the Redis protocol. */
public sealed interface Resp {
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

    record Array(List<Resp> items) implements Resp {
        public Array {
            items = List.copyOf(items);
        }
    }

    /** A map: keys and values alternate. In RESP2 it is an array. */
    record Pairs(List<Resp> items) implements Resp {
        public Pairs {
            items = List.copyOf(items);
        }
    }

    /** Members and scores, alternating. In RESP3 each pair is a nested array. */
    record Scores(List<Resp> items) implements Resp {
        public Scores {
            items = List.copyOf(items);
        }
    }

    /** A set. In RESP2 it is an array. */
    record Members(List<Resp> items) implements Resp {
        public Members {
            items = List.copyOf(items);
        }
    }

    /** A message that is not the reply to a command. In RESP2 it is an array. */
    record Push(List<Resp> items) implements Resp {
        public Push {
            items = List.copyOf(items);
        }
    }

    static Resp bulk(String text) {
        return new Bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    static Resp nil() {
        return Nil.NIL;
    }
}
