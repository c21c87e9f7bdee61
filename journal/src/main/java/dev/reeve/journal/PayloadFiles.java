package dev.reeve.journal;

import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payloads that are on disk only. The journal has made each of them durable, and a snapshot that is started keeps what it refers to. Methods are for
 * the loop thread; the callbacks come on threads of the journal and must not block.
 */
public interface PayloadFiles {
    /** Who has payloads written. */
    interface Writing {
        /** Gets the places in the order of the payloads; null if they could not be written, and are to stay in memory. */
        void written(@Nullable List<PayloadPlace> places);
    }

    /** Who reads payloads. */
    interface Reading {
        /** Gets the payloads in the order of the places. */
        void read(List<byte[]> payloads);
    }

    /** Who moves payloads to free disk space. */
    interface Reclaiming {
        /** The payload with this key may be at this place. */
        record Found(long key, PayloadPlace place) {}

        /** Gets the records of a file of which little is in use; none if there is no such file. */
        void found(List<Found> records);
    }

    /** Writes payloads. Somebody refers to each of them from then on. */
    void write(List<KeyedPayload> payloads, Writing done);

    /**
     * Reads payloads, whose places must not be released before that is done. Reads are done in the order of the calls. If one fails, the data is
     * damaged: the journal fails, see {@link JournalListener#failed}.
     */
    void read(List<PayloadPlace> places, Reading done);

    /**
     * Reads a payload at once, for somebody who did not know before that he needs it. If it fails, the journal fails too.
     *
     * @throws UncheckedIOException if it cannot be read, or is damaged
     */
    byte[] readNow(PayloadPlace place);

    /** Nobody refers to the payloads any more. */
    void release(List<PayloadPlace> places);

    /** Looks for a file whose payloads should be moved: read, released, and written again. */
    void reclaim(Reclaiming done);
}
