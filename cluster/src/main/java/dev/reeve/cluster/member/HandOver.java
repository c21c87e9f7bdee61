package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A leader that stops hands over first: the others need not wait for an election. */
final class HandOver {
    private static final Logger log = LoggerFactory.getLogger(HandOver.class);
    private static final int MOST_MILLIS = 2_000;

    private HandOver() {}

    /** Makes the member the leader that is furthest, of those that have room on their disks, if this node leads and has heard of one. Blocks for two seconds at most. */
    static void run(Member self, Consensus consensus, ClusterStatus status) {
        Optional<Member> next = status.nodes().stream()
                .filter(other -> other.member().number() != self.number() && other.isLinked())
                .max(Comparator.comparing((NodeStatus other) -> told(other).hasRoom())
                        .thenComparing(other -> told(other).position()))
                .map(NodeStatus::member);
        if (next.isEmpty() || !self.equals(consensus.leader())) {
            return;
        }
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        consensus.transfer(next.get(), problem -> begun.complete(problem == null));
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
        boolean waits = begun.completeOnTimeout(false, MOST_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        while (waits && self.equals(consensus.leader()) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        if (self.equals(consensus.leader())) {
            log.warn("{} did not take over: the others elect a leader", next.get());
        } else {
            log.info("handed over to {}", next.get());
        }
    }

    private static NodeStatus.Told told(NodeStatus other) {
        return Objects.requireNonNull(other.report());
    }
}
