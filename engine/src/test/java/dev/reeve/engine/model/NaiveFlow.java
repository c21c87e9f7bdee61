package dev.reeve.engine.model;

import dev.reeve.engine.job.DependencyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A naive model of dependencies and batches. It looks at all jobs again and again until nothing changes, and counts by looking
 * at all jobs.
 */
final class NaiveFlow {
    /** How a job stands. */
    enum Phase {
        DEPENDS,
        READY,
        COMPLETED,
        FAILED,
        CANCELLED;

        boolean isPending() {
            return this == DEPENDS || this == READY;
        }

        boolean isFailure() {
            return this == FAILED || this == CANCELLED;
        }
    }

    static final class NaiveJob {
        final List<String> needs;
        final DependencyRule rule;
        final @Nullable String batch;
        final List<String> waits;
        Phase phase = Phase.READY;
        long number;

        @Nullable
        String cancelledBy;

        NaiveJob(List<String> needs, DependencyRule rule, @Nullable String batch) {
            this.needs = needs;
            this.rule = rule;
            this.batch = batch;
            this.waits = new ArrayList<>(needs);
        }
    }

    static final class NaiveBatch {
        boolean open;
        final Map<String, Phase> gone = new TreeMap<>();
        boolean success;
        boolean complete;
        boolean failure;
    }

    final Map<String, NaiveJob> jobs = new TreeMap<>();
    final Map<String, NaiveBatch> batches = new TreeMap<>();
    private long lastNumber;

    /** The dependency, if it is not another job that was added later under the same id. */
    private @Nullable NaiveJob dependency(String id, NaiveJob of) {
        NaiveJob found = jobs.get(id);
        return found == null || found.number > of.number ? null : found;
    }

    private NaiveJob job(String id) {
        return Objects.requireNonNull(jobs.get(id));
    }

    private NaiveBatch batch(String id) {
        return Objects.requireNonNull(batches.get(id));
    }

    void add(String id, NaiveJob job) {
        jobs.put(id, job);
        job.number = ++lastNumber;
        job.phase = Phase.DEPENDS;
    }

    /** The job ends, or is retried, or cancelled by hand. */
    void set(String id, Phase phase) {
        NaiveJob job = job(id);
        job.phase = phase;
        job.waits.clear();
        job.cancelledBy = null;
        NaiveBatch batch = job.batch == null ? null : batches.get(job.batch);
        if (phase == Phase.FAILED && batch != null) {
            batch.failure = true;
        }
    }

    /** The job starts anew; it waits for what has not ended. */
    void retry(String id) {
        NaiveJob job = job(id);
        set(id, Phase.DEPENDS);
        job.needs.stream()
                .filter(need -> {
                    NaiveJob other = dependency(need, job);
                    return other != null && other.phase.isPending();
                })
                .forEach(job.waits::add);
    }

    void remove(String id) {
        NaiveJob job = job(id);
        jobs.remove(id);
        NaiveBatch batch = job.batch == null ? null : batches.get(job.batch);
        if (batch != null) {
            batch.gone.put(id + " " + batch.gone.size(), job.phase.isPending() ? Phase.CANCELLED : job.phase);
        }
    }

    void settle() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (String id : List.copyOf(jobs.keySet())) {
                changed |= settle(id, job(id));
            }
        }
        for (String id : batches.keySet()) {
            NaiveBatch batch = batch(id);
            if (!batch.open && count(id, Phase.DEPENDS) + count(id, Phase.READY) == 0) {
                batch.complete = true;
                batch.success |= count(id, Phase.COMPLETED) == total(id);
            }
        }
    }

    private boolean settle(String id, NaiveJob job) {
        if (job.phase == Phase.DEPENDS) {
            for (String need : List.copyOf(job.waits)) {
                NaiveJob other = dependency(need, job);
                boolean failed = other == null || other.phase.isFailure();
                if (failed
                        && (job.rule == DependencyRule.CANCEL || (job.rule == DependencyRule.WAIT && other == null))) {
                    set(id, Phase.CANCELLED);
                    job.cancelledBy = need;
                    return true;
                }
                boolean completed = other != null && other.phase == Phase.COMPLETED;
                if (failed ? job.rule == DependencyRule.RUN : completed) {
                    job.waits.remove(need);
                }
            }
            if (job.waits.isEmpty()) {
                job.phase = Phase.READY;
                return true;
            }
            return false;
        }
        NaiveJob cause = job.cancelledBy == null ? null : dependency(job.cancelledBy, job);
        if (cause == null || cause.phase.isFailure()) {
            return false;
        }
        for (String need : job.needs) {
            NaiveJob other = dependency(need, job);
            if (other == null || (other.phase.isFailure() && job.rule == DependencyRule.CANCEL)) {
                job.cancelledBy = need;
                return true;
            }
        }
        retry(id);
        return true;
    }

    long count(String batch, Phase phase) {
        return jobs.values().stream()
                        .filter(job -> batch.equals(job.batch) && job.phase == phase)
                        .count()
                + batch(batch).gone.values().stream()
                        .filter(one -> one == phase)
                        .count();
    }

    long total(String batch) {
        return jobs.values().stream().filter(job -> batch.equals(job.batch)).count()
                + batch(batch).gone.size();
    }
}
