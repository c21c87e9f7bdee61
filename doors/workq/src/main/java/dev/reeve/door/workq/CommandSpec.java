package dev.reeve.door.workq;

import org.jspecify.annotations.Nullable;

/**
 * Syntax of a command.
 *
 * @param sizeError the error for an invalid payload size, which is the last argument; null if the command has no
 * payload
 */
record CommandSpec(
        String name,
        int leastArgs,
        int mostArgs,
        boolean flags,
        @Nullable ClientError sizeError,
        Reader reader) {
    /** Parses the arguments into a call. */
    @FunctionalInterface
    interface Reader {
        WorkqCall<?> read(RequestLine line, WorkqProtocol talk) throws BadLine;
    }

    static CommandSpec plain(String name, int args, Reader reader) {
        return new CommandSpec(name, args, args, false, null, reader);
    }

    static CommandSpec atLeast(String name, int args, Reader reader) {
        return new CommandSpec(name, args, Integer.MAX_VALUE, false, null, reader);
    }

    static CommandSpec withPayload(String name, int args, ClientError sizeError, Reader reader) {
        return new CommandSpec(name, args, args, false, sizeError, reader);
    }

    static CommandSpec withPayloadAndFlags(String name, int args, Reader reader) {
        return new CommandSpec(name, args, args, true, ClientError.INVALID_PAYLOAD_SIZE, reader);
    }

    boolean fits(RequestLine line) {
        return line.args() >= leastArgs && line.args() <= mostArgs;
    }

    WorkqCall<?> read(RequestLine line, WorkqProtocol talk) throws BadLine {
        if (!fits(line)) {
            throw new BadLine(ClientError.INVALID_ARGS);
        }
        WorkqCall<?> call = reader.read(line, talk);
        if (!flags && line.flags() > 0) {
            throw new BadLine(ClientError.INVALID_FLAGS);
        }
        return call;
    }

    /** The announced size of the payload that follows the line, negative if it cannot be determined. */
    long announcedSize(RequestLine line) {
        return fits(line) ? line.readable(mostArgs - 1) : -1;
    }
}
