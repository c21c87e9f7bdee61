package dev.reeve.campaign.crash;

import dev.reeve.campaign.crash.JobRecord.Look;
import dev.reeve.campaign.crash.JobRecord.Slack;
import dev.reeve.campaign.crash.JobRecord.Unanswered;
import dev.reeve.testkit.Violation;
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
 * The record of the requests and replies of one client, and the verifier after every crash.
 *
 * <p>A client has its own queue, gets its replies in request order, and is the only user of its jobs. So each reply can
 * be predicted, except for the choice of a lease. A request without a reply at the crash may have taken effect or not,
 * in order. Acknowledged changes must survive, and no others may exist.
 */
final class ClientRecord {
    private final String queue;
    private final Slack slack;
    private final Map<String, JobRecord> jobs = new LinkedHashMap<>();
    private final Set<JobRecord> deleted = new LinkedHashSet<>();
    private final Deque<CrashStep> asked = new ArrayDeque<>();
    private Unanswered unanswered = Unanswered.of(List.of(), Set.of());
    /** Steps without a reply that may have been refused, though later ones were not. */
    private final Set<CrashStep> mayBeRefused = new LinkedHashSet<>();

    private long acknowledged;
    private long refusals;

    /** @param slackMicros the largest difference between the client clock and the server clock */
    ClientRecord(String queue, long slackMicros) {
        this.queue = queue;
        this.slack = new Slack(slackMicros);
    }

    String queue() {
        return queue;
    }

    /** Jobs that exist or may exist. */
    Collection<JobRecord> jobs() {
        return jobs.values();
    }

    /** Jobs that certainly no longer exist. */
    Set<JobRecord> deleted() {
        return deleted;
    }

    long acknowledged() {
        return acknowledged;
    }

    /** The number of requests refused for lack of space. */
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

    /** The oldest step without a reply; null if there is none. */
    @Nullable
    CrashStep awaiting() {
        return asked.peek();
    }

    /** The oldest pending step got its reply. */
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

    /** The pending step was certainly refused, though nobody was told: it explains nothing that is found later. */
    @SuppressWarnings("ReferenceEquality") // Another step may ask for the same.
    void notCarriedOut(CrashStep step) {
        asked.removeIf(other -> other == step);
    }

    /** The pending step was carried out later than it was sent, or refused then. */
    void mayBeRefused(CrashStep step) {
        mayBeRefused.add(step);
    }

    /**
     * The server ended: pending steps never get a reply.
     *
     * @param unconfirmedSinceMicros leases granted since then may not have been confirmed (ADR 25)
     */
    void lostConnection(long unconfirmedSinceMicros) {
        jobs.values().forEach(job -> job.serverEnded(unconfirmedSinceMicros));
        unanswered = Unanswered.of(List.copyOf(asked), Set.copyOf(mayBeRefused));
        mayBeRefused.clear();
        asked.stream().filter(step -> step.kind() == CrashStep.Kind.ADD).forEach(step -> remember(step.job()));
        asked.clear();
    }

    /** After a restart: the result of a lookup of a job that exists or may exist. Each one is looked up once. */
    void found(JobRecord job, Seen seen, Look look) {
        job.found(seen, look, unanswered);
        if (job.fate().isAbsent()) {
            forget(job);
        }
    }

    /** After a restart: the result of a lookup of a job that certainly no longer exists. */
    void foundDeleted(JobRecord job, Seen seen) {
        if (seen.phase() != Seen.Phase.ABSENT) {
            throw new Violation("%s was deleted, but is there: %s".formatted(job, seen));
        }
    }

    /** After a restart and a lookup of every job: the listed ids of all jobs that can be leased now or later. */
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
