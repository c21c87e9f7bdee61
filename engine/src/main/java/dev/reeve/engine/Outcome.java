package dev.reeve.engine;

import org.jspecify.annotations.Nullable;

/** What a command came to: a reply, or the reason why it was refused. */
public final class Outcome<R> {
    private static final Outcome<Done> DONE = new Outcome<>(Done.DONE, null);

    private final @Nullable R reply;
    private final @Nullable Rejection rejection;

    private Outcome(@Nullable R reply, @Nullable Rejection rejection) {
        this.reply = reply;
        this.rejection = rejection;
    }

    public static <R> Outcome<R> of(R reply) {
        return new Outcome<>(reply, null);
    }

    public static Outcome<Done> done() {
        return DONE;
    }

    public static <R> Outcome<R> refused(Rejection rejection) {
        return new Outcome<>(null, rejection);
    }

    /** Null if and only if there is a reply. */
    public @Nullable Rejection rejection() {
        return rejection;
    }

    public R reply() {
        if (reply == null) {
            throw new IllegalStateException("refused: " + rejection);
        }
        return reply;
    }

    @Override
    public String toString() {
        return rejection != null ? rejection.name() : String.valueOf(reply);
    }
}
