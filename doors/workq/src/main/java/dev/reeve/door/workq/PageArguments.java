package dev.reeve.door.workq;

/** Page of a list: offset and limit. */
record PageArguments(long offset, int limit) {
    private static final int MOST = 100;

    /** Reads {@code <cursor-offset> <limit>}. */
    static PageArguments read(RequestLine line, int arg) throws BadLine {
        long offset = line.number(arg, 0, Long.MAX_VALUE, ClientError.INVALID_OFFSET);
        long limit = line.number(arg + 1, 1, MOST, ClientError.INVALID_LIMIT);
        return new PageArguments(offset, (int) limit);
    }
}
