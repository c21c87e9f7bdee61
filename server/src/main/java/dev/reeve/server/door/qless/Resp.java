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

    enum Nil implements Resp {
        NIL
    }

    record Array(List<Resp> items) implements Resp {
        public Array {
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
