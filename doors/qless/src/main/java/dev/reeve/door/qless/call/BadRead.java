package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;

/** A read of a key that fails, with the error text of Redis. */
final class BadRead extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    static final String SYNTAX = "ERR syntax error";

    BadRead(String error) {
        super(error, null, false, false);
    }

    static BadRead wrongType() {
        return new BadRead("WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    static BadRead tooMany() {
        return new BadRead("ERR that is more than a reply may list; ask for less");
    }

    Resp error() {
        return new Resp.Error(String.valueOf(getMessage()));
    }

    static long integer(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new BadRead(NOT_AN_INTEGER);
        }
    }
}
