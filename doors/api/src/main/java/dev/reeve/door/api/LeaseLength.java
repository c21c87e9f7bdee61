package dev.reeve.door.api;

import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The field {@code for} of a renewal: how long the lease lasts from now on. */
final class LeaseLength {
    private @Nullable Long micros;

    boolean field(String name, StrictJson value) throws IOException {
        if (!name.equals("for")) {
            return false;
        }
        micros = value.durationMicros(1, Renewal.MAX_LEASE_MICROS);
        return true;
    }

    /** 0 leaves the length to the job. */
    long micros() {
        return micros == null ? 0 : micros;
    }
}
