package dev.reeve.engine;

/** A query asks for something that its reader may not see. It ends the query, which changes nothing. */
public final class RefusedQueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Rejection rejection;

    public RefusedQueryException(Rejection rejection) {
        super(rejection.name(), null, false, false);
        this.rejection = rejection;
    }

    public Rejection rejection() {
        return rejection;
    }
}
