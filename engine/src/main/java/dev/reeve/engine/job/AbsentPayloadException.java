package dev.reeve.engine.job;

/** A query has looked at a payload that has to be read first. It is asked again when the payload is there. */
public final class AbsentPayloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AbsentPayloadException() {
        super("the payload is on disk and has not been read", null, false, false);
    }
}
