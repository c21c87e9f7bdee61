package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.Completion;
import dev.reeve.node.ManualClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A batch on a simulated disk that loses power at random times: what was acknowledged is counted, and the callback is added
 * exactly once, also if a worker has taken it and it is gone.
 */
class BatchCutTest {
    private static final int RUNS = Integer.getInteger("reeve.cuts", 100) / 2;
    private static final long FIRST_SEED = Long.getLong("reeve.seed", 1);
    private static final int LIVES = 8;
    private static final int STEPS = 12;
    private static final JobRef CALLBACK = JobRef.of(JobId.of("callback"));

    @Test
    void a_callback_is_added_exactly_once() {
        int called = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            called += new Run(seed).run() ? 1 : 0;
        }
        assertThat(called).as("runs that came to the end of the batch").isGreaterThan(RUNS / 4);
    }

    private static final class Run {
        private final long seed;
        private final SplittableRandom random;
        private final SimDisk disk;
        private final JournalSettings settings =
                JournalSettings.defaults().withSegmentBytes(JournalSettings.SMALLEST_SEGMENT_BYTES);
        private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
        private final TreeSet<Integer> completed = new TreeSet<>();
        private boolean opened;
        private boolean closed;
        private boolean called;

        Run(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            disk = new SimDisk(seed);
        }

        /** Returns whether the callback was acknowledged. */
        boolean run() {
            try {
                for (int life = 0; life < LIVES; life++) {
                    disk.powerOffAfter(1 + random.nextInt(200));
                    SimServer server = openOrNull();
                    if (server != null) {
                        live(server);
                    }
                    disk.powerCut();
                }
                verify(new SimServer(disk, settings, clock, random).engine());
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
            return called;
        }

        private @Nullable SimServer openOrNull() throws IOException {
            try {
                SimServer server = new SimServer(disk, settings, clock, random);
                verify(server.engine());
                return server;
            } catch (IOException e) {
                if (!disk.isOff()) {
                    throw e;
                }
                return null;
            }
        }

        private void live(SimServer server) {
            server.node().start();
            for (int turn = 0; turn < 2_000 && !disk.isOff(); turn++) {
                if (turn % 40 == 0) {
                    step(server);
                }
                server.someTurn(random);
            }
            server.settle();
        }

        private void step(SimServer server) {
            int job = random.nextInt(STEPS);
            switch (opened ? random.nextInt(10) : 0) {
                case 0 -> submit(server, open(), () -> opened = true);
                case 1 -> submit(server, new CloseBatch("b"), () -> closed = true);
                case 2 -> submit(server, new Complete(CALLBACK, Claim.NONE, new byte[0]), () -> called = true);
                default -> submit(server, new Complete(ref(job), Claim.NONE, new byte[0]), () -> completed.add(job));
            }
        }

        private static <R> void submit(SimServer server, Command<R> command, Runnable acknowledged) {
            server.node().submit(command, new Completion<>() {
                @Override
                public void reply(R value) {
                    acknowledged.run();
                }

                @Override
                public void refused(Rejection why) {}

                @Override
                public void outcomeUnknown() {}
            });
        }

        /** A chain of jobs; those that are completed are kept, the callback is not. */
        private static OpenBatch open() {
            List<Add> adds = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                List<JobId> needs = i == 0 ? List.of() : List.of(JobId.of("job" + (i - 1)));
                adds.add(add("job" + i, needs, Terms.FOREVER, "b"));
            }
            Add callback = add("callback", List.of(), 0, null);
            return new OpenBatch("b", "", true, adds, new OpenBatch.Templates(null, callback, null));
        }

        private static Add add(String id, List<JobId> needs, long keepMicros, @Nullable String batch) {
            AddOptions options = AddOptions.NONE
                    .withDependencies(needs)
                    .withTies(JobTies.NONE
                            .withBatch(batch)
                            .withDependencies(needs.isEmpty() ? DependencyRule.NONE : DependencyRule.RUN, null));
            Terms terms =
                    new Terms(10_000_000, 0, Terms.FOREVER, keepMicros, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
            return new Add(JobId.of(id), "q", new byte[0], 0, Add.NOW, terms, options);
        }

        private static JobRef ref(int job) {
            return JobRef.of(JobId.of("job" + job));
        }

        private void verify(Engine engine) {
            EngineInvariants.check(engine);
            BatchView batch = engine.batch("b");
            if (batch == null) {
                assertThat(opened).as("an acknowledged batch is there").isFalse();
                return;
            }
            assertThat(batch.counts().total()).isEqualTo(STEPS);
            assertThat(batch.counts().completed()).isGreaterThanOrEqualTo(completed.size());
            assertThat(batch.open() && closed).as("an acknowledged close").isFalse();
            Callback callback = batch.callbacks().at(Callback.Moment.COMPLETE);
            boolean fired = callback != null && callback.firedAtMicros() > 0;
            assertThat(fired).isEqualTo(!batch.open() && batch.counts().pending() == 0);
            boolean there = engine.job(CALLBACK) != null;
            assertThat(there && (called || !fired))
                    .as("a callback before its time, or once more")
                    .isFalse();
        }
    }
}
