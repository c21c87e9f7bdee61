package dev.reeve.engine;

/** A query asks for something that its reader may not see. It ends the query, which changes nothing. */
public final class RefusedQueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Outcome<?> refusal;

    /** @param about the details, see {@link Outcome#about} */
    public RefusedQueryException(Rejection rejection, String... about) {
        super(rejection.name(), null, false, false);
        this.refusal = Outcome.refused(rejection, about);
    }

    /** The outcome of the query. */
    public <R> Outcome<R> outcome() {
        return Outcome.refused(refusal.rejectionOrThrow(), refusal.about().toArray(String[]::new));
    }
}
