package dev.reeve.node;

import dev.reeve.engine.PayloadMoves.Head;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings the payloads at the head of queues into memory before they are leased: when half of a head has been leased, the rest and as much
 * behind it is looked at again. Loop only.
 *
 * <p>Invariant: a lease needs no memory for its payload when memory is full. The payload of a leased job stays where it is, so nothing comes
 * back then, and payloads are read for the reply alone.
 */
final class ReadAhead {
    private static final int MOST_QUEUES = 10_000;

    private final PayloadTraffic traffic;
    private final LiveEngine live;
    private final PayloadLimits limits;
    /** How many more jobs are leased from a queue before its head is looked at. */
    private final Map<String, Integer> leasesLeft = new HashMap<>();

    private final Set<String> due = new HashSet<>();
    private final Set<String> reading = new HashSet<>();
    private long leases;

    ReadAhead(PayloadTraffic traffic, LiveEngine live, PayloadLimits limits) {
        this.traffic = traffic;
        this.live = live;
        this.limits = limits;
    }

    /** A job of the queue was leased. Called while an entry is applied. */
    void leased(String queue) {
        if (traffic.mayBeOut()) {
            leases++;
            int left = leasesLeft.getOrDefault(queue, 0) - 1;
            leasesLeft.put(queue, left);
            if (left < 0) {
                due.add(queue);
            }
        }
    }

    /** How many leases there have been since payloads may be on disk. */
    long leases() {
        return leases;
    }

    void endOfTurn() {
        if (due.isEmpty()) {
            return;
        }
        List<String> queues = List.copyOf(due);
        due.clear();
        queues.forEach(this::look);
    }

    private void look(String queue) {
        if (reading.contains(queue)) {
            return;
        }
        Head head = live.engine().payloadMoves().head(queue, limits.headBytes());
        if (head.jobs() == 0) {
            leasesLeft.remove(queue);
            return;
        }
        if (leasesLeft.size() > MOST_QUEUES) {
            leasesLeft.clear();
        }
        leasesLeft.put(queue, head.jobs() / 2);
        if (!head.stored().isEmpty() && live.heapBytes() < limits.mostBytes()) {
            reading.add(queue);
            traffic.bringBack(head.stored(), head.absent(), () -> reading.remove(queue));
        } else if (!head.absent().isEmpty()) {
            // Who leases a job needs its id, also when memory is full.
            reading.add(queue);
            traffic.bringColumns(head.absent(), () -> reading.remove(queue));
        }
    }
}
