package dev.reeve.door.goqueue;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Frame format of a command. The data, if there is any, is the last field. */
record FrameSpec(String name, List<FrameField> fields, Reader reader) {
    /** Converts the fields into a call. */
    @FunctionalInterface
    interface Reader {
        GoqueueCall<?> read(FrameHeader head, GoqueueProtocol talk) throws BadFrame;
    }

    /** Whether the next bytes, of this length, are the name of this command. */
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
