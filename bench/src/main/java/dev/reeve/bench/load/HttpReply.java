package dev.reeve.bench.load;

import static dev.reeve.bench.load.Work.ascii;

/** Decodes the head of an HTTP response: checks the status and reads the content length. */
final class HttpReply {
    private static final byte[] VERSION = ascii("HTTP/1.1 ");
    private static final byte[] LENGTH = ascii("content-length:");

    private int length;

    boolean readHead(Incoming in, int... expected) {
        if (!in.expect(VERSION)) {
            return false;
        }
        long status = in.decimal(' ');
        int line = status < 0 ? -1 : in.lineLength();
        if (line < 0) {
            return false;
        }
        if (!isIn(status, expected)) {
            throw in.unexpected();
        }
        in.skip(line + 2);
        return readHeaders(in);
    }

    /** The length of the body after the decoded head. */
    int length() {
        return length;
    }

    private boolean readHeaders(Incoming in) {
        length = 0;
        int line;
        while ((line = in.lineLength()) > 0) {
            if (isLength(in, line)) {
                length = lengthIn(in, line);
            }
            in.skip(line + 2);
        }
        return line == 0 && in.skip(2);
    }

    private static boolean isIn(long status, int... expected) {
        for (int one : expected) {
            if (status == one) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLength(Incoming in, int line) {
        if (line < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(in.peek(i)) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lengthIn(Incoming in, int line) {
        int length = 0;
        for (int i = LENGTH.length; i < line; i++) {
            int c = in.peek(i);
            if (c >= '0' && c <= '9') {
                length = 10 * length + c - '0';
            } else if (c != ' ') {
                throw in.unexpected();
            }
        }
        return length;
    }
}
