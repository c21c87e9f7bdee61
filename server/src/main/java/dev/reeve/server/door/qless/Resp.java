package dev.reeve.server.door.qless;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A reply, before it is known which version of the Redis protocol its reader speaks. */
public sealed interface Resp {
    /** A line such as {@code OK}. */
    record Simple(String text) implements Resp {}

    /** A refusal: the whole text after the minus sign. */
    @SuppressWarnings("JavaLangClash")
    record Error(String text) implements Resp {}

    record Int(long value) implements Resp {}

    @SuppressWarnings("ArrayRecordComponent")
    record Bulk(byte[] bytes) implements Resp {}

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
