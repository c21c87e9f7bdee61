package dev.reeve.server.door.workq;

import org.jspecify.annotations.Nullable;

/**
 * What a command looks like.
 *
 * @param sizeError what is wrong with a bad payload size, which is the last argument; null if there is no payload
 */
record Form(
        String name,
        int leastArgs,
        int mostArgs,
        boolean flags,
        @Nullable ClientError sizeError,
        Reader reader) {
    /** Makes a call of the arguments. */
    @FunctionalInterface
    interface Reader {
        Call<?> read(Line line, WorkqProtocol talk) throws BadLine;
    }

    static Form plain(String name, int args, Reader reader) {
        return new Form(name, args, args, false, null, reader);
    }

    static Form atLeast(String name, int args, Reader reader) {
        return new Form(name, args, Integer.MAX_VALUE, false, null, reader);
    }

    static Form withPayload(String name, int args, ClientError sizeError, Reader reader) {
        return new Form(name, args, args, false, sizeError, reader);
    }

    static Form withPayloadAndFlags(String name, int args, Reader reader) {
        return new Form(name, args, args, true, ClientError.INVALID_PAYLOAD_SIZE, reader);
    }

    boolean fits(Line line) {
        return line.args() >= leastArgs && line.args() <= mostArgs;
    }

    Call<?> read(Line line, WorkqProtocol talk) throws BadLine {
        if (!fits(line)) {
            throw new BadLine(ClientError.INVALID_ARGS);
        }
        Call<?> call = reader.read(line, talk);
        if (!flags && line.flags() > 0) {
            throw new BadLine(ClientError.INVALID_FLAGS);
        }
        return call;
    }

    /** The announced size of the payload that follows the line, or -1 if that cannot be told. */
    long announcedSize(Line line) {
        return fits(line) ? line.readable(mostArgs - 1) : -1;
    }
}
