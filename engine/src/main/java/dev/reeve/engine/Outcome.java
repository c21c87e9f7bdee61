package dev.reeve.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a command: a reply or a rejection. */
public final class Outcome<R> {
    private static final Outcome<Done> DONE = new Outcome<>(Done.DONE, null, List.of());

    private final @Nullable R reply;
    private final @Nullable Rejection rejection;
    private final List<String> about;

    private Outcome(@Nullable R reply, @Nullable Rejection rejection, List<String> about) {
        this.reply = reply;
        this.rejection = rejection;
        this.about = about;
    }

    public static <R> Outcome<R> of(R reply) {
        return new Outcome<>(reply, null, List.of());
    }

    public static Outcome<Done> done() {
        return DONE;
    }

    public static <R> Outcome<R> refused(Rejection rejection) {
        return new Outcome<>(null, rejection, List.of());
    }

    /** A rejection with details: a state, or the names of a worker, queue or job. */
    public static <R> Outcome<R> refused(Rejection rejection, String... about) {
        return new Outcome<>(null, rejection, List.of(about));
    }

    /** The details of the rejection; empty if it has none. */
    public List<String> about() {
        return about;
    }

    /** Null if and only if there is a reply. */
    public @Nullable Rejection rejection() {
        return rejection;
    }

    /** The rejection of a command that is known to have been refused. */
    public Rejection rejectionOrThrow() {
        if (rejection == null) {
            throw new IllegalStateException("not refused: " + reply);
        }
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
