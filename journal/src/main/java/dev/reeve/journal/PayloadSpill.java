package dev.reeve.journal;

import java.io.IOException;
import java.util.List;

/** Writes payloads during a recovery, on the opening thread. */
@FunctionalInterface
public interface PayloadSpill {
    /** Returns the places, in the order of the payloads. */
    List<PayloadPlace> write(List<KeyedPayload> payloads) throws IOException;
}
