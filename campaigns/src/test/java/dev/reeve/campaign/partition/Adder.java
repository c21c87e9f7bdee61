package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client that adds, takes and deletes jobs, so that they do not fill the memory, and knows how long it waited for the replies at most. */
final class Adder extends Thread {
    private static final int REPLIES = 3;
    private static final int REPLIES_BETWEEN = 200;
    private static final int PATIENCE_SECONDS = 60;

    private final WorkqClient client;
    private final AtomicLong replies = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    Adder(InetSocketAddress address) {
        client = new WorkqClient(new TestClient(address, new AtomicLong(), 0));
    }

    @Override
    public void run() {
        try (client) {
            while (!stopped) {
                long sent = System.nanoTime();
                client.add("q", "1");
                Taken job = client.acquire("q");
                if (job != null) {
                    client.delete(job);
                }
                longest.accumulateAndGet(System.nanoTime() - sent, Math::max);
                replies.addAndGet(REPLIES);
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    long longest() {
        return longest.get();
    }

    void forgetPauses() {
        longest.set(0);
    }

    long end() throws InterruptedException {
        stopped = true;
        join();
        assertThat(failure).isNull();
        return longest.get();
    }

    /** Waits until all have got some more replies. */
    static void awaitReplies(List<Adder> adders) {
        long[] before = adders.stream().mapToLong(adder -> adder.replies.get()).toArray();
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            for (int i = 0; i < before.length; i++) {
                assertThat(adders.get(i).failure).isNull();
                if (adders.get(i).replies.get() < before[i] + REPLIES_BETWEEN / adders.size()) {
                    return false;
                }
            }
            return true;
        });
    }
}
