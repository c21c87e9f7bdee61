package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A client that adds and takes jobs at one node, and knows how long it waited for the replies at most. */
final class Adder extends Thread {
    /** What becomes of the jobs. */
    enum Load {
        /** They are deleted, so that they do not fill the memory. */
        DELETED,
        /** They stay leased, and are leased again when that time is over. There are ever more until the memory is full, which is no failure here. */
        LEASED
    }

    /**
     * The replies to one job, which came in a row.
     *
     * @param words where the time went
     */
    record Wait(long nanos, Instant end, String words) {
        static final Wait NONE = new Wait(0, Instant.EPOCH, "");

        long millis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }

        static Wait longer(Wait one, Wait other) {
            return one.nanos >= other.nanos ? one : other;
        }
    }

    private static final long TTR_MILLIS = 60_000;
    private static final long TTL_MILLIS = 3_600_000;
    private static final String FULL = "-SERVER-ERROR Out of memory";
    private static final int REPLIES_BETWEEN = 200;
    private static final int POLL_MILLIS = 20;
    /** Above the patience of a node, after which it tells an error. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final ClusterUnderTest cluster;
    private final int node;
    private final Load load;
    private final WorkqClient client;
    private final AtomicLong replies = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicReference<Wait> longest = new AtomicReference<>(Wait.NONE);
    private volatile boolean stopped;
    private volatile String doing = "add";
    private volatile long sinceNanos = System.nanoTime();
    private volatile @Nullable Throwable failure;

    /** @param node which has to run */
    Adder(ClusterUnderTest cluster, int node, Load load) {
        this.cluster = cluster;
        this.node = node;
        this.load = load;
        InetSocketAddress address = Objects.requireNonNull(cluster.address(node, "workq"));
        client = new WorkqClient(new TestClient(address, new AtomicLong(), 0));
    }

    @Override
    public void run() {
        try (client) {
            while (!stopped) {
                long sent = begin("add");
                add();
                long added = begin("lease");
                Taken job = client.acquire("q");
                long leased = begin("delete");
                if (job != null && load == Load.DELETED) {
                    client.delete(job);
                }
                replied(sent, added, leased);
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void add() {
        String answer = client.ask(WorkqRequests.add(UUID.randomUUID(), "q", TTR_MILLIS, TTL_MILLIS, "1"));
        if (load == Load.LEASED && answer.startsWith(FULL)) {
            refused.incrementAndGet();
        } else {
            assertThat(answer).isEqualTo("+OK");
        }
    }

    /** How often the memory was full. */
    long refused() {
        return refused.get();
    }

    private long begin(String request) {
        doing = request;
        sinceNanos = System.nanoTime();
        return sinceNanos;
    }

    private void replied(long sent, long added, long leased) {
        long now = System.nanoTime();
        replies.addAndGet(load == Load.DELETED ? 3 : 2);
        if (now - sent > longest.get().nanos) {
            String words = "node %d: add %d ms, lease %d ms, delete %d ms"
                    .formatted(node, millis(added - sent), millis(leased - added), millis(now - leased));
            longest.accumulateAndGet(new Wait(now - sent, Instant.now(), words), Wait::longer);
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    Wait longest() {
        return longest.get();
    }

    void forgetPauses() {
        longest.set(Wait.NONE);
    }

    Wait end() throws InterruptedException {
        stopped = true;
        join();
        assertThat(failure).isNull();
        return longest.get();
    }

    /** Waits until all have got some more replies. If one fails or gets none for long, the state of all nodes is written down. */
    static void awaitReplies(List<Adder> adders) throws IOException, InterruptedException {
        long[] before = adders.stream().mapToLong(adder -> adder.replies.get()).toArray();
        for (int i = 0; i < before.length; i++) {
            adders.get(i).awaitReplies(before[i] + REPLIES_BETWEEN / before.length);
        }
    }

    private void awaitReplies(long count) throws IOException, InterruptedException {
        while (replies.get() < count) {
            Throwable cause = failure;
            if (cause != null) {
                throw new AssertionError(words("failed at " + doing), cause);
            }
            if (System.nanoTime() - sinceNanos > STALL_NANOS) {
                throw new AssertionError(words("gets no reply to " + doing));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private String words(String what) throws IOException, InterruptedException {
        return "%s: a client of node %d %s after %d replies: %s"
                .formatted(Instant.now(), node, what, replies.get(), ClusterDump.of(cluster));
    }
}
