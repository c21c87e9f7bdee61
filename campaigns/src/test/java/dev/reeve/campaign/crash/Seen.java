package dev.reeve.campaign.crash;

import org.jspecify.annotations.Nullable;

/**
 * A job as found after a restart.
 *
 * @param result final result; null while the job has not ended
 */
record Seen(
        Phase phase,
        String queue,
        String payload,
        int attempts,
        int fails,
        @Nullable String result) {
    static final Seen NOTHING = new Seen(Phase.ABSENT, "", "", 0, 0, null);

    enum Phase {
        ABSENT,
        WAITING,
        LEASED,
        COMPLETED,
        FAILED
    }

    boolean shows(Fate fate) {
        return switch (phase) {
            case ABSENT -> fate.isAbsent();
            case WAITING, LEASED -> fate.isLive() && fate.fails() == fails;
            case COMPLETED ->
                fate.kind() == Fate.Kind.COMPLETED && fate.result().equals(result);
            case FAILED -> fate.kind() == Fate.Kind.FAILED && fate.result().equals(result) && fate.fails() == fails;
        };
    }
}
