package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shortens the election time-out when the connection has ended by which the leader sends its entries. The time-out is for a leader that
 * is silent, and may be slow; when a process ends, the system closes its connections, and there is nothing to wait for. If the leader
 * does live, those who still hear it refuse to vote.
 *
 * <p>Invariant: the time-out is as it was set soon after there is a leader, and at the latest after twice that time. Thread-safe.
 */
final class LeaderLoss {
    private static final Logger log = LoggerFactory.getLogger(LeaderLoss.class);

    /** Heartbeats come ten times in a time-out, so those of a leader that connects again are heard in this part of it. */
    private static final int HURRY = 5;

    private final int electionMillis;
    private final Executor executor;
    private @Nullable Election election;
    private boolean isHurried;

    /** What is to know and to change of a node. */
    interface Election {
        static Election of(Node node) {
            return new Election() {
                @Override
                public @Nullable PeerId leader() {
                    return node.getLeaderId();
                }

                @Override
                public void timeout(int millis) {
                    node.resetElectionTimeoutMs(millis);
                }
            };
        }

        @Nullable
        PeerId leader();

        void timeout(int millis);
    }

    /** @param executor may wait for the lock of the node, which the caller may not */
    LeaderLoss(int electionMillis, Executor executor) {
        this.electionMillis = electionMillis;
        this.executor = executor;
    }

    /** The node has started. */
    synchronized void watch(Election started) {
        election = started;
    }

    /** The connection has ended by which this member sent entries. */
    void disconnected(String member) {
        run(() -> hurry(member));
    }

    /** There is a leader, this node or another one. */
    void found() {
        run(this::calm);
    }

    private void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            log.debug("this node ends");
        }
    }

    private synchronized void hurry(String member) {
        PeerId leader = election == null ? null : election.leader();
        if (election != null && leader != null && leader.toString().equals(member) && !isHurried) {
            isHurried = true;
            election.timeout(electionMillis / HURRY);
            CompletableFuture.delayedExecutor(2L * electionMillis, TimeUnit.MILLISECONDS, executor)
                    .execute(this::calm);
        }
    }

    private synchronized void calm() {
        if (election != null && isHurried) {
            isHurried = false;
            election.timeout(electionMillis);
        }
    }
}
