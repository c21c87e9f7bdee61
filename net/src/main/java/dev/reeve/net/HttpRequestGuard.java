package dev.reeve.net;

import io.netty.buffer.ByteBuf;

/**
 * Refuses HTTP requests at a door of another protocol. A web page can make a browser send a request with any body to any
 * port, so a request that was answered with errors line by line could have commands in its body.
 *
 * <p>A request is recognised by its request line (a method in capital letters, a target, {@code HTTP/1.}), if it is the
 * start of the connection, or by a line {@code Host:} in place of any command. Invariant: what is recognised does not
 * depend on how the bytes are split, provided that the guard sees the bytes before the protocol consumes them.
 */
public final class HttpRequestGuard {
    private static final String VERSION = "HTTP/1.";
    private static final String HOST = "host:";
    private static final int DELETE = 0x7F;

    private final Session session;
    private final int longestBytes;
    private Part part = Part.METHOD;
    private int partBytes;
    private int scannedBytes;

    /** Part of the request line that is expected next. */
    private enum Part {
        METHOD,
        TARGET,
        VERSION,
        /** The connection does not start with a request line. */
        NONE
    }

    /**
     * Creates the guard of one connection.
     *
     * @param longestBytes the number of bytes after which the protocol gives up on an incomplete command, and the guard
     * on an incomplete request line
     */
    public HttpRequestGuard(Session session, int longestBytes) {
        this.session = session;
        this.longestBytes = longestBytes;
    }

    /**
     * Ends the session if the input is an HTTP request. To be called whenever a command is expected. If it returns true
     * the input is released.
     */
    public boolean refuses(ByteBuf input) {
        boolean starts = isRequestLine(input);
        if (!starts && !isHostLine(input)) {
            return false;
        }
        session.refused(RefusalKind.HTTP_REQUEST);
        session.end();
        if (starts) {
            // Nothing was executed, so no reply is pending.
            session.abort();
        }
        return true;
    }

    private boolean isRequestLine(ByteBuf input) {
        int end = Math.min(input.readableBytes(), longestBytes);
        while (part != Part.NONE && scannedBytes < end) {
            int value = input.getUnsignedByte(input.readerIndex() + scannedBytes++);
            if (value == ' ' && partBytes > 0 && part != Part.VERSION) {
                part = part == Part.METHOD ? Part.TARGET : Part.VERSION;
                partBytes = 0;
            } else if (!isOfPart(value)) {
                part = Part.NONE;
            } else if (++partBytes == VERSION.length() && part == Part.VERSION) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfPart(int value) {
        return switch (part) {
            case METHOD -> value >= 'A' && value <= 'Z';
            case TARGET -> value > ' ' && value != DELETE;
            case VERSION -> value == VERSION.charAt(partBytes);
            case NONE -> false;
        };
    }

    private static boolean startsLikeHost(byte first) {
        return first == 'h' || first == 'H';
    }

    private static boolean isHostLine(ByteBuf input) {
        if (input.readableBytes() < HOST.length() || !startsLikeHost(input.getByte(input.readerIndex()))) {
            return false;
        }
        for (int i = 0; i < HOST.length(); i++) {
            char value = (char) (input.getByte(input.readerIndex() + i) & 0xFF);
            if (Character.toLowerCase(value) != HOST.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
