package dev.reeve.journal.local;

import dev.reeve.journal.SnapshotCopy;
import dev.reeve.journal.SnapshotReceiver;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who waits for a copy of a snapshot. Each is told once: it gets a copy, or null if there is none. */
final class CopyRequests {
    private static final Logger log = LoggerFactory.getLogger(CopyRequests.class);

    private record CopyRequest(long position, SnapshotReceiver receiver) {}

    private final Queue<CopyRequest> waiting = new ConcurrentLinkedQueue<>();

    /** Any thread. */
    void add(long position, SnapshotReceiver receiver) {
        waiting.add(new CopyRequest(position, receiver));
    }

    /** A snapshot was published. Its file is opened before it can be replaced. Housekeeping thread. */
    void published(Disk disk, SnapshotInfo info) {
        for (CopyRequest request : takeUpTo(info.position())) {
            request.receiver.received(open(disk, info));
        }
    }

    private static @Nullable SnapshotCopy open(Disk disk, SnapshotInfo info) {
        try {
            return new OpenSnapshot(info, disk.open(info.name()));
        } catch (IOException e) {
            log.warn("cannot open {} for a copy: {}", disk.describe(info.name()), e.toString());
            return null;
        }
    }

    /** The snapshot that is being written will not be published. Housekeeping thread. */
    void failed() {
        takeUpTo(Long.MAX_VALUE).forEach(request -> request.receiver.received(null));
    }

    private List<CopyRequest> takeUpTo(long position) {
        List<CopyRequest> taken = new ArrayList<>();
        for (CopyRequest request : waiting) {
            if (request.position <= position) {
                taken.add(request);
            }
        }
        waiting.removeAll(taken);
        return taken;
    }
}
