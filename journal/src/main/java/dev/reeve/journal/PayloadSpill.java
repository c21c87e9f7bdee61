package dev.reeve.journal;

import java.io.IOException;
import java.util.List;

/** Writes and reads payloads during a recovery, on the opening thread. */
public interface PayloadSpill {
    /** Returns the places, in the order of the payloads. */
    List<PayloadPlace> write(List<KeyedPayload> payloads) throws IOException;

    /** Reads a payload that was written, or that the snapshot refers to. */
    byte[] read(PayloadPlace place) throws IOException;
}
