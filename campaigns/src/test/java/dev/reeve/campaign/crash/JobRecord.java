package dev.reeve.campaign.crash;

import dev.reeve.testkit.Violation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job as known to its client: the requests and the acknowledged changes. */
final class JobRecord {
    /**
     * A lease that began within this time range.
     *
     * @param inDoubt whether a server may have ended before it was confirmed: then it is not counted if it lapses
     */
    private record Lease(long fromMicros, long toMicros, boolean inDoubt) {}

    private final String id;
    private final String queue;
    private final Order order;
    private final Slack slack;
    private Fate fate = Fate.ABSENT;
    private int attempts;
    /**
     * 1 if the lease found after the last restart is in doubt: it may have lapsed since without being counted, and other leases
     * may have been granted then. No earlier lease can be in doubt, because the attempts found include all that were counted.
     */
    private int inDoubt;

    private @Nullable Lease lease;

    /**
     * The requested job.
     *
     * @param startsAtMicros 0 for immediately
     */
    record Order(String payload, long ttrMicros, int maxFails, long startsAtMicros) {}

    /** The largest difference between the client clock and the server clock. */
    record Slack(long micros) {}

    /** The time of a lookup of the job. */
    record Look(long beganAtMicros, long endedAtMicros) {}

    JobRecord(String id, String queue, Order order, Slack slack) {
        this.id = id;
        this.queue = queue;
        this.order = order;
        this.slack = slack;
    }

    String id() {
        return id;
    }

    String queue() {
        return queue;
    }

    Order order() {
        return order;
    }

    int maxFails() {
        return order.maxFails;
    }

    Fate fate() {
        return fate;
    }

    boolean isLeased() {
        return lease != null;
    }

    /** A step about this job got its reply. */
    void answered(CrashStep step, CrashAnswer answer) {
        CrashAnswer.Kind expected = fate.answerTo(step);
        if (answer.kind() != expected) {
            throw new Violation("%s, which is %s, was answered %s".formatted(step.kind(), this, answer));
        }
        if (step.kind() == CrashStep.Kind.RESULT && expected == CrashAnswer.Kind.OK) {
            requireResult(answer);
        }
        become(fate.after(step));
    }

    private void requireResult(CrashAnswer answer) {
        boolean completed = fate.kind() == Fate.Kind.COMPLETED;
        if (!answer.id().equals(id)
                || answer.success() != completed
                || !answer.body().equals(fate.result())) {
            throw new Violation("the result of %s came as %s".formatted(this, answer));
        }
    }

    private void become(Fate next) {
        if (!next.equals(fate)) {
            lease = null;
        }
        if (next.isAbsent()) {
            attempts = 0;
            inDoubt = 0;
        }
        fate = next;
    }

    /** The job was leased. */
    void leased(CrashStep step, CrashAnswer answer, long nowMicros) {
        Lease held = lease;
        boolean stillHeld = held != null && nowMicros < held.fromMicros + order.ttrMicros - slack.micros;
        boolean tooEarly = nowMicros < order.startsAtMicros - slack.micros;
        if (!fate.isLive() || stillHeld || tooEarly || !answer.body().equals(order.payload)) {
            throw new Violation("a lease at %s was given %s with %s".formatted(nowMicros, this, answer));
        }
        attempts++;
        lease = new Lease(step.sentAtMicros(), nowMicros, false);
    }

    /** The server ended. Leases granted since this time may not have been confirmed. */
    void serverEnded(long unconfirmedSinceMicros) {
        Lease held = lease;
        if (held != null && held.toMicros >= unconfirmedSinceMicros) {
            lease = new Lease(held.fromMicros, held.toMicros, true);
        }
    }

    /** Whether a lease request at this time must have found the job. */
    boolean isSurelyReady(long atMicros) {
        Lease held = lease;
        return fate.isLive()
                && atMicros > order.startsAtMicros + slack.micros
                && (held == null || atMicros > held.toMicros + order.ttrMicros + slack.micros);
    }

    /** The possible states when the server ended: each pending step took effect or not, in order. */
    List<Fate> possible(Unanswered unanswered) {
        Set<Fate> possible = new LinkedHashSet<>();
        possible.add(fate);
        Set<Fate> last = Set.of(fate);
        for (CrashStep step : unanswered.steps()) {
            if (step.about() == this) {
                Set<Fate> next = new LinkedHashSet<>(unanswered.mayBeRefused().contains(step) ? last : Set.of());
                last.forEach(before -> next.add(before.after(step)));
                possible.addAll(next);
                last = next;
            }
        }
        return List.copyOf(possible);
    }

    /** Compares the state after a restart with the possible states, and continues from it. */
    void found(Seen seen, Look look, Unanswered unanswered) {
        String complaint = "no such fate";
        for (Fate candidate : possible(unanswered)) {
            if (seen.shows(candidate)) {
                complaint = complaint(candidate, seen, look, unanswered);
                if (complaint.isEmpty()) {
                    goOnFrom(candidate, seen, look, unanswered);
                    return;
                }
            }
        }
        List<CrashStep> own =
                unanswered.steps().stream().filter(step -> step.about() == this).toList();
        throw new Violation("%s: expected %s, or what %s and %s leases made of it, but found %s at %s"
                .formatted(complaint, this, own, unanswered.leases(), seen, look));
    }

    private void goOnFrom(Fate next, Seen seen, Look look, Unanswered unanswered) {
        become(next);
        boolean leasedAgain = seen.attempts() > attempts;
        // The lease found before may have lapsed without being counted, and another one been granted.
        boolean mayBeAnother = inDoubt > 0 && unanswered.leases() > 0;
        Lease held = lease;
        attempts = seen.attempts();
        if (seen.phase() != Seen.Phase.LEASED) {
            lease = null;
        } else if (leasedAgain || held == null) {
            lease = new Lease(unanswered.firstLeaseAtMicros(), look.endedAtMicros, true);
        } else if (mayBeAnother) {
            lease = new Lease(held.fromMicros, look.endedAtMicros, true);
        }
        Lease found = lease;
        inDoubt = found != null && found.inDoubt ? 1 : 0;
    }

    /** The contradiction between the job and this state; empty if there is none. */
    private String complaint(Fate next, Seen seen, Look look, Unanswered unanswered) {
        if (next.isAbsent()) {
            return "";
        }
        if (!seen.queue().equals(queue) || !seen.payload().equals(order.payload)) {
            return "another queue or payload";
        }
        int known = next.life() == fate.life() ? attempts : 0;
        Lease held = next.equals(fate) ? lease : null;
        boolean isLeased = seen.phase() == Seen.Phase.LEASED;
        // The lease found after the last restart, and the one that was granted just before this end and has lapsed
        // since.
        int notCounted = inDoubt + (held != null && held.inDoubt && !isLeased ? 1 : 0);
        if (seen.attempts() < known - notCounted || seen.attempts() > known + unanswered.leases()) {
            return "wrong attempts";
        }
        if (held != null && !isLeased && look.endedAtMicros < held.fromMicros + order.ttrMicros - slack.micros) {
            return "a lease ended early";
        }
        boolean mayBeLeased = unanswered.leases() > 0
                || (held != null && look.beganAtMicros <= held.toMicros + order.ttrMicros + slack.micros);
        return isLeased && !mayBeLeased ? "a lease that should not be" : "";
    }

    @Override
    public String toString() {
        return "%s in %s (%s, %s attempts, lease %s, ttr %s)"
                .formatted(id, queue, fate, attempts, lease, order.ttrMicros);
    }

    /**
     * The pending steps when the server ended.
     *
     * @param leases the number of lease requests
     * @param firstLeaseAtMicros the time of the first lease request
     */
    record Unanswered(List<CrashStep> steps, Set<CrashStep> mayBeRefused, int leases, long firstLeaseAtMicros) {
        static Unanswered of(List<CrashStep> steps, Set<CrashStep> mayBeRefused) {
            List<CrashStep> leases = steps.stream()
                    .filter(step -> step.kind() == CrashStep.Kind.LEASE)
                    .toList();
            return new Unanswered(
                    List.copyOf(steps),
                    mayBeRefused,
                    leases.size(),
                    leases.isEmpty() ? 0 : leases.get(0).sentAtMicros());
        }
    }
}
