package dev.reeve.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Replay;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.model.NaiveFlow.NaiveBatch;
import dev.reeve.engine.model.NaiveFlow.NaiveJob;
import dev.reeve.engine.model.NaiveFlow.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Dependencies and batches against a naive model, with random steps and restarts: how each job stands, what each batch counts,
 * and that each callback is added exactly once.
 */
class FlowModelTest {
    private static final int STEPS_A_RUN = 250;
    private static final int IDS = 14;
    private static final int BATCHES = 3;
    private static final byte[] NOTHING = new byte[0];
    private static final Terms TERMS =
            new Terms(10_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    @Test
    void the_engine_does_what_the_model_does() {
        long steps = Long.getLong("reeve.flow-steps", 10_000);
        long firstSeed = Long.getLong("reeve.seed", 1);
        for (long seed = firstSeed; seed < firstSeed + Math.max(1, steps / STEPS_A_RUN); seed++) {
            new Run(seed).play();
        }
        System.out.println("flow: " + steps + " steps from seed " + firstSeed + ", no difference");
    }

    /** One random run. */
    private static final class Run {
        private final long seed;
        private final SplittableRandom random;
        private final NaiveFlow model = new NaiveFlow();
        private final List<byte[]> journal = new ArrayList<>();
        private final List<String> script = new ArrayList<>();
        private Engine engine = new Engine();
        private long at = 1_000_000;

        Run(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void play() {
            try {
                for (int step = 0; step < STEPS_A_RUN; step++) {
                    step();
                    model.settle();
                    compare();
                    if (random.nextInt(10) == 0) {
                        EngineInvariants.check(engine);
                        engine = StateHash.restore(StateHash.snapshot(engine));
                        EngineInvariants.check(engine);
                    }
                }
                assertThat(StateHash.of(Replay.of(journal))).isEqualTo(StateHash.of(engine));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + "\n" + String.join("\n", script), e);
            }
        }

        private <R> Outcome<R> apply(Command<R> command) {
            at += random.nextInt(1000);
            Entry<R> entry = new Entry<>(at, seed, command);
            journal.add(Replay.encode(entry));
            return engine.apply(entry, Effects.NONE);
        }

        private void step() {
            String id = "job" + random.nextInt(IDS);
            NaiveJob job = model.jobs.get(id);
            switch (random.nextInt(12)) {
                case 0 -> openBatch("batch" + random.nextInt(BATCHES));
                case 1 -> closeBatch("batch" + random.nextInt(BATCHES));
                case 2 -> sweepBatch("batch" + random.nextInt(BATCHES), random.nextBoolean());
                default -> {
                    if (job == null) {
                        add(id);
                    } else {
                        change(id, job);
                    }
                }
            }
        }

        private void add(String id) {
            String batch = random.nextInt(3) > 0 ? null : "batch" + random.nextInt(BATCHES);
            NaiveBatch known = batch == null ? null : model.batches.get(batch);
            List<String> needs = new ArrayList<>();
            for (String other : model.jobs.keySet()) {
                if (random.nextInt(4) == 0) {
                    needs.add(other);
                }
            }
            DependencyRule rule = DependencyRule.ofCode(1 + random.nextInt(3));
            script.add("add " + id + " " + needs + " " + rule + " " + batch);
            boolean added = apply(command(id, needs, rule, batch)).rejection() == null;
            assertThat(added).isEqualTo(batch == null || (known != null && known.open));
            if (added) {
                model.add(id, new NaiveJob(needs, rule, batch));
            }
        }

        private static Add command(String id, List<String> needs, DependencyRule rule, @Nullable String batch) {
            AddOptions options = AddOptions.NONE
                    .withDependencies(needs.stream().map(JobId::of).toList())
                    .withTies(JobTies.NONE.withBatch(batch).withDependencies(rule, null));
            return new Add(JobId.of(id), "q", NOTHING, 0, Add.NOW, TERMS, options);
        }

        private void change(String id, NaiveJob job) {
            JobRef ref = JobRef.of(JobId.of(id));
            int kind = random.nextInt(10);
            if (kind == 0) {
                script.add("delete " + id);
                apply(new Delete(ref));
                model.remove(id);
            } else if (job.phase.isFailure() && kind < 6) {
                script.add("retry " + id);
                apply(Requeue.anew(ref, Add.NOW));
                model.retry(id);
            } else if (job.phase.isPending() && kind == 1) {
                script.add("cancel " + id);
                apply(Cancel.request(ref, true, null, null));
                model.set(id, Phase.CANCELLED);
            } else if (job.phase == Phase.READY) {
                boolean fails = kind < 5;
                script.add((fails ? "fail " : "complete ") + id);
                if (fails) {
                    apply(new Fail(ref, Claim.NONE, null, null, null, null, null, RetryChoice.NEVER));
                } else {
                    apply(new Complete(ref, Claim.NONE, NOTHING));
                }
                model.set(id, fails ? Phase.FAILED : Phase.COMPLETED);
            }
        }

        private void openBatch(String id) {
            boolean open = random.nextInt(4) > 0;
            script.add("open " + id + " " + open);
            OpenBatch.Templates callbacks = new OpenBatch.Templates(
                    command(id + "-success", List.of(), DependencyRule.NONE, null),
                    command(id + "-complete", List.of(), DependencyRule.NONE, null),
                    command(id + "-failure", List.of(), DependencyRule.NONE, null));
            apply(new OpenBatch(id, "", open, List.of(), callbacks));
            if (!model.batches.containsKey(id)) {
                NaiveBatch batch = new NaiveBatch();
                batch.open = open;
                model.batches.put(id, batch);
            }
        }

        private void closeBatch(String id) {
            script.add("close " + id);
            apply(new CloseBatch(id));
            if (model.batches.containsKey(id)) {
                model.batches.get(id).open = false;
            }
        }

        private void sweepBatch(String id, boolean retries) {
            script.add((retries ? "retry " : "cancel ") + id);
            apply(retries ? new RetryBatch(id) : new CancelBatch(id, true, null, null));
            NaiveBatch batch = model.batches.get(id);
            if (batch == null) {
                return;
            }
            batch.open &= retries;
            List<String> inOrder = model.jobs.keySet().stream()
                    .sorted(Comparator.comparingLong(one -> Objects.requireNonNull(model.jobs.get(one)).number))
                    .toList();
            for (String one : inOrder) {
                NaiveJob job = Objects.requireNonNull(model.jobs.get(one));
                if (!id.equals(job.batch)) {
                    continue;
                }
                if (!retries && job.phase.isPending()) {
                    model.set(one, Phase.CANCELLED);
                } else if (retries && job.phase.isFailure() && job.cancelledBy == null) {
                    model.retry(one);
                }
                model.settle();
            }
        }

        private void compare() {
            while (engine.nextDeadlineMicros() <= at) {
                apply(new Tick());
            }
            model.jobs.forEach((id, job) -> {
                JobView view = engine.job(JobRef.of(JobId.of(id)));
                assertThat(view == null ? "gone" : view.state().name()).as(id).isEqualTo(job.phase.name());
            });
            model.batches.forEach((id, batch) -> {
                BatchView view = Objects.requireNonNull(engine.batch(id));
                assertThat(view.counts())
                        .as(id)
                        .isEqualTo(new BatchCounts(
                                model.count(id, Phase.DEPENDS) + model.count(id, Phase.READY),
                                model.count(id, Phase.COMPLETED),
                                model.count(id, Phase.FAILED),
                                model.count(id, Phase.CANCELLED)));
                compare(id, view, Callback.Moment.SUCCESS, batch.success);
                compare(id, view, Callback.Moment.COMPLETE, batch.complete);
                compare(id, view, Callback.Moment.FAILURE, batch.failure);
            });
        }

        /** A callback that was added is there: nobody takes these jobs. */
        private void compare(String id, BatchView view, Callback.Moment moment, boolean expected) {
            Callback callback = Objects.requireNonNull(view.callbacks().at(moment));
            assertThat(callback.firedAtMicros() > 0).as(id + " " + moment).isEqualTo(expected);
            assertThat(engine.job(JobRef.of(callback.job())) != null)
                    .as(id + " " + moment)
                    .isEqualTo(expected);
        }
    }
}
