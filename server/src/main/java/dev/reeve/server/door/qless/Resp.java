package dev.reeve.server.door.qless;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** A reply, before it is known which version of the Redis protocol its reader speaks. */
public sealed interface Resp {
    /** A line such as {@code OK}. */
    record Simple(String text) implements Resp {}

    /** A refusal: the whole text after the minus sign. */
    @SuppressWarnings("JavaLangClash")
    record Error(String text) implements Resp {}

    record Int(long value) implements Resp {}

    /** A number that need not be whole. In version 2 it is a text. */
    record Real(double value) implements Resp {
        /** All digits that count, as Redis writes them. */
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

    /** What is put into words only when it is written, as these are many. */
    record Later(Supplier<Resp> words) implements Resp {}

    /** Nothing. Version 2 tells a missing string from a missing array. */
    enum Nil implements Resp {
        NIL,
        NIL_ARRAY
    }

    record Array(List<Resp> items) implements Resp {
        public Array {
            items = List.copyOf(items);
        }
    }

    /** Keys and values in turn. In version 2 it is an array. */
    record Pairs(List<Resp> items) implements Resp {
        public Pairs {
            items = List.copyOf(items);
        }
    }

    /** Names and numbers in turn. In version 3 each two are an array of their own. */
    record Scores(List<Resp> items) implements Resp {
        public Scores {
            items = List.copyOf(items);
        }
    }

    /** Items without an order. In version 2 it is an array. */
    record Members(List<Resp> items) implements Resp {
        public Members {
            items = List.copyOf(items);
        }
    }

    /** Something that is not the reply to a command. In version 2 it is an array. */
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
