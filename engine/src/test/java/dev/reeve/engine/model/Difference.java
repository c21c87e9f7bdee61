package dev.reeve.engine.model;

import dev.reeve.engine.Describe;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.RecordedEffects;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.queue.QueueView;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies entries to an engine and to the reference, and says in what they differ. */
final class Difference {
    private static final int INVARIANTS_EVERY = 16;

    private final Engine engine = new Engine();
    private final ReferenceQueue reference;
    private final RecordedEffects effects = new RecordedEffects();
    private final RecordedEffects expectedEffects = new RecordedEffects();
    private int steps;

    Difference(ReferenceQueue reference) {
        this.reference = reference;
    }

    Engine engine() {
        return engine;
    }

    /** What differs after the entry; null if nothing does. */
    @Nullable
    String after(Entry<?> entry) {
        Outcome<?> expected = reference.apply(entry, expectedEffects);
        try {
            String outcome = Describe.outcome(engine.apply(entry, effects));
            if (steps++ % INVARIANTS_EVERY == 0) {
                EngineInvariants.check(engine);
            }
            return first(
                    differ("outcome", outcome, Describe.outcome(expected)),
                    differ("effects", effects.take(), expectedEffects.take()),
                    inJobs(),
                    inQueues(),
                    differ("next deadline", engine.nextDeadlineMicros(), reference.nextTimer()),
                    differ("evicted jobs", engine.evictedJobs(), reference.evicted));
        } catch (RuntimeException | AssertionError e) {
            return e.toString();
        }
    }

    private @Nullable String inJobs() {
        if (engine.jobCount() != reference.jobs.size()) {
            return differ("job count", engine.jobCount(), reference.jobs.size());
        }
        for (ReferenceJob job : reference.jobs) {
            JobView view = engine.job(JobRef.of(job.id));
            if (view == null || !Describe.same(view, job.view())) {
                return differ("job " + job.id, view, job.view());
            }
        }
        return null;
    }

    private @Nullable String inQueues() {
        List<QueueView> views = engine.queues(0, 100);
        List<String> names = views.stream().map(QueueView::name).toList();
        if (!names.equals(List.copyOf(reference.queues))) {
            return differ("queues", names, reference.queues);
        }
        for (QueueView view : views) {
            List<Long> ready = numbers(engine.ready(view.name(), 0, 1000));
            List<Long> scheduled = numbers(engine.scheduled(view.name(), 0, 1000));
            List<Long> expectedReady =
                    reference.ready(view.name()).stream().map(job -> job.number).toList();
            List<Long> expectedScheduled = reference.scheduled(view.name()).stream()
                    .map(job -> job.number)
                    .toList();
            String difference = first(
                    differ("ready jobs of " + view.name(), ready, expectedReady),
                    differ("scheduled jobs of " + view.name(), scheduled, expectedScheduled),
                    differ("ready count", view.ready(), expectedReady.size()),
                    differ("scheduled count", view.scheduled(), expectedScheduled.size()));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static List<Long> numbers(List<JobView> jobs) {
        return jobs.stream().map(JobView::number).toList();
    }

    private static @Nullable String differ(String what, @Nullable Object actual, Object expected) {
        return Objects.equals(actual, expected)
                ? null
                : what + ":\n  engine    " + actual + "\n  reference " + expected;
    }

    private static @Nullable String first(@Nullable String... differences) {
        for (String difference : differences) {
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }
}
