package dev.reeve.server.crash;

import dev.reeve.server.crash.JobRecord.Look;
import dev.reeve.server.crash.JobRecord.Slack;
import dev.reeve.server.crash.JobRecord.Unanswered;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one client asked for and was told: the judge of every crash.
 *
 * <p>A client has a queue of its own, is answered in the order in which it asks, and nobody else touches its jobs. So
 * each answer can be told in advance, but for the choice of a lease. What had no answer when the server went may have
 * been done or not, in order; what was acknowledged must be there, and nothing else may be.
 */
final class ClientRecord {
    private final String queue;
    private final Slack slack;
    private final Map<String, JobRecord> jobs = new LinkedHashMap<>();
    private final Set<JobRecord> deleted = new LinkedHashSet<>();
    private final Deque<CrashStep> asked = new ArrayDeque<>();
    private Unanswered unanswered = Unanswered.of(List.of());
    private long acknowledged;
    private long refusals;

    /** @param slackMicros how far the client's clock and the server's may be apart */
    ClientRecord(String queue, long slackMicros) {
        this.queue = queue;
        this.slack = new Slack(slackMicros);
    }

    String queue() {
        return queue;
    }

    /** Jobs that are there, or may be. */
    Collection<JobRecord> jobs() {
        return jobs.values();
    }

    /** Jobs that are surely gone. */
    Set<JobRecord> deleted() {
        return deleted;
    }

    long acknowledged() {
        return acknowledged;
    }

    /** How often there was no room. */
    long refusals() {
        return refusals;
    }

    JobRecord newJob(String id, JobRecord.Order order) {
        JobRecord job = new JobRecord(id, queue, order, slack);
        jobs.put(id, job);
        return job;
    }

    void asks(CrashStep step) {
        asked.add(step);
    }

    /** The step that is answered next; null if all were. */
    @Nullable
    CrashStep awaiting() {
        return asked.peek();
    }

    /** The oldest step without an answer has got it. */
    void answered(CrashAnswer answer, long nowMicros) {
        CrashStep step = asked.remove();
        acknowledged++;
        if (answer.kind() == CrashAnswer.Kind.OUT_OF_DISK) {
            refusals++;
            return;
        }
        if (step.kind() == CrashStep.Kind.LEASE) {
            leased(step, answer, nowMicros);
            return;
        }
        JobRecord job = step.job();
        boolean wasThere = !job.fate().isAbsent();
        job.answered(step, answer);
        if (!job.fate().isAbsent()) {
            remember(job);
        } else if (wasThere) {
            forget(job);
        }
    }

    private void leased(CrashStep step, CrashAnswer answer, long nowMicros) {
        if (answer.kind() == CrashAnswer.Kind.OK) {
            JobRecord job = jobs.get(answer.id());
            if (job == null) {
                throw new Violation("a lease in %s was given %s, which is not there".formatted(queue, answer));
            }
            job.leased(step, answer, nowMicros);
        } else if (answer.kind() == CrashAnswer.Kind.TIMEOUT) {
            jobs.values().stream()
                    .filter(job -> job.isSurelyReady(step.sentAtMicros()))
                    .findAny()
                    .ifPresent(job -> {
                        throw new Violation("a lease got nothing, though there is " + job);
                    });
        } else {
            throw new Violation("a lease was answered " + answer);
        }
    }

    private void forget(JobRecord job) {
        jobs.remove(job.id());
        deleted.add(job);
    }

    private void remember(JobRecord job) {
        jobs.put(job.id(), job);
        deleted.remove(job);
    }

    boolean knows(JobRecord job) {
        return jobs.containsKey(job.id());
    }

    /** The server went: what has no answer now never gets one. */
    void lostConnection() {
        unanswered = Unanswered.of(List.copyOf(asked));
        asked.stream().filter(step -> step.kind() == CrashStep.Kind.ADD).forEach(step -> remember(step.job()));
        asked.clear();
    }

    /** After a restart, a job that is there or may be was looked for. Each of them has to be, once. */
    void found(JobRecord job, Seen seen, Look look) {
        job.found(seen, look, unanswered);
        if (job.fate().isAbsent()) {
            forget(job);
        }
    }

    /** After a restart, a job that is surely gone was looked for. */
    void foundDeleted(JobRecord job, Seen seen) {
        if (seen.phase() != Seen.Phase.ABSENT) {
            throw new Violation("%s was deleted, but is there: %s".formatted(job, seen));
        }
    }

    /** After a restart and a look at every job, these were all ids to be leased now or later, as listed. */
    void listed(List<String> ids) {
        Map<String, Boolean> expected = new LinkedHashMap<>();
        for (JobRecord job : jobs.values()) {
            if (job.fate().isLive() && !job.isLeased()) {
                expected.put(job.id(), false);
            }
        }
        for (String id : ids) {
            Boolean before = expected.put(id, true);
            if (before == null && !jobs.containsKey(id)) {
                throw new Violation("nobody knows %s in %s".formatted(id, queue));
            }
            if (Boolean.TRUE.equals(before)) {
                throw new Violation("%s is twice in %s".formatted(id, queue));
            }
        }
        expected.forEach((id, listed) -> {
            if (!listed) {
                throw new Violation("%s is not listed in %s".formatted(jobs.get(id), queue));
            }
        });
    }
}
