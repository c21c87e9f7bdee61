package dev.reeve.server.door.goqueue;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** What a command looks like. Its data, if it has any, comes last. */
record Form(String name, List<Field> fields, Reader reader) {
    /** Makes a call of the fields. */
    @FunctionalInterface
    interface Reader {
        Call<?> read(Head head, GoqueueProtocol talk) throws BadFrame;
    }

    /** Whether the next bytes, so many of them, are its name. */
    boolean isNamed(ByteBuf input, int bytes) {
        if (bytes != name.length()) {
            return false;
        }
        for (int i = 0; i < bytes; i++) {
            if (input.getByte(input.readerIndex() + i) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static Form of(String name, Reader reader, Field... fields) {
        return new Form(name, List.of(fields), reader);
    }
}
