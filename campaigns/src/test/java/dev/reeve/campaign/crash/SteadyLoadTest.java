package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.Completion;
import dev.reeve.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many small jobs with little live data, on real files: disk space of finished jobs is reused. More:
 * {@code -Dreeve.jobs=10000000}.
 */
@Timeout(600)
class SteadyLoadTest {
    private static final int JOBS = Integer.getInteger("reeve.jobs", 300_000);
    private static final int BATCH = 500;
    private static final int CHAINS = 4;
    private static final int RESTING_JOBS = 2_000;
    private static final JournalSettings SETTINGS = JournalSettings.defaults().withSegmentBytes(256 << 10);
    private static final Terms TERMS =
            new Terms(60_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final byte[] payload = new byte[50];
    private final CountDownLatch done = new CountDownLatch(CHAINS);
    private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
    private volatile long mostLiveBytes;
    private long numbers;

    @TempDir
    private Path data;

    @Test
    void disk_use_follows_the_live_data() throws Exception {
        long mostUsed = 0;
        try (SimDoor server = new SimDoor(RealDisk.open(data), SETTINGS)) {
            server.node().loop().execute(() -> start(server.node()));
            do {
                mostUsed = Math.max(mostUsed, usedBytes());
            } while (!done.await(1, TimeUnit.MILLISECONDS));
        }
        assertThat(problem.get()).isNull();
        // On a busy machine the journal grows by a few segments while a snapshot is written. All jobs together take
        // over 60 MB.
        long bound = 4 * mostLiveBytes + 16L * SETTINGS.segmentBytes();
        System.out.printf(
                "steady load: %d jobs, at most %d live bytes, %d on disk of %d allowed%n",
                JOBS, mostLiveBytes, mostUsed, bound);
        assertThat(mostUsed).isLessThanOrEqualTo(bound);
        assertThat(usedBytes()).as("after a clean stop").isLessThanOrEqualTo(bound);
    }

    private void start(Node node) {
        for (int i = 0; i < RESTING_JOBS; i++) {
            node.submit(add("resting"), new Told<>(number -> {}));
        }
        for (int chain = 0; chain < CHAINS; chain++) {
            new Chain(node, "chain" + chain).next();
        }
    }

    private Add add(String queue) {
        return new Add(JobId.ofUuid(1, ++numbers), queue, payload, 0, Add.NOW, TERMS);
    }

    private long usedBytes() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.mapToLong(SteadyLoadTest::size).sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException deletedMeanwhile) {
            return 0;
        }
    }

    /** Processes batches in one queue, one after the other. */
    private final class Chain {
        private final Node node;
        private final String queue;
        private int left = JOBS / CHAINS / BATCH;

        Chain(Node node, String queue) {
            this.node = node;
            this.queue = queue;
        }

        void next() {
            node.ask(engine -> engine.liveBytes(), new Told<>(bytes -> mostLiveBytes = Math.max(mostLiveBytes, bytes)));
            if (left-- == 0 || problem.get() != null) {
                done.countDown();
                return;
            }
            for (int i = 0; i < BATCH; i++) {
                node.submit(add(queue), new Told<>(number -> {}));
            }
            node.submit(new Acquire(List.of(queue), null, BATCH, 0), new Told<>(this::finish));
        }

        private void finish(List<LeasedJob> jobs) {
            for (LeasedJob job : jobs) {
                JobRef ref = JobRef.of(job.number());
                submit(new Complete(ref, Claim.ofToken(job.lease().token()), payload));
                submit(new Delete(ref));
            }
            node.ask(engine -> engine.readyCount(queue), new Told<>(ready -> next()));
        }

        private <R> void submit(Command<R> command) {
            node.submit(command, new Told<>(reply -> {}));
        }
    }

    /** Continues with the reply; a rejection ends the test. */
    private final class Told<R> implements Completion<R> {
        private final Consumer<R> then;

        Told(Consumer<R> then) {
            this.then = then;
        }

        @Override
        public void reply(R value) {
            then.accept(value);
        }

        @Override
        public void refused(Rejection why) {
            problem.compareAndSet(null, why.name());
        }

        @Override
        public void outcomeUnknown() {
            problem.compareAndSet(null, "unknown");
        }
    }
}
