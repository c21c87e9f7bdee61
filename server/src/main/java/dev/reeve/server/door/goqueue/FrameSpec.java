package dev.reeve.server.door.goqueue;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** What a command looks like. Its data, if it has any, comes last. */
record FrameSpec(String name, List<FrameField> fields, Reader reader) {
    /** Makes a call of the fields. */
    @FunctionalInterface
    interface Reader {
        GoqueueCall<?> read(FrameHeader head, GoqueueProtocol talk) throws BadFrame;
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

    static FrameSpec of(String name, Reader reader, FrameField... fields) {
        return new FrameSpec(name, List.of(fields), reader);
    }
}
