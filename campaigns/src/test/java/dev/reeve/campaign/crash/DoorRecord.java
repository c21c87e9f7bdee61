package dev.reeve.campaign.crash;

import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.Violation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The record of a client with one request at a time, and the verifier after every crash, for doors that serve first in,
 * first out. The client has its own queue. At most one request has no reply when the server ends; it may have taken
 * effect or not. All other changes must be as acknowledged.
 */
final class DoorRecord {
    private static final int MOST_FINISHED = 20;
    private static final int MOST_LOST = 20;

    private enum Asked {
        NOTHING,
        PUT,
        TAKE,
        FINISH
    }

    private final String queue;
    /** Payloads by id, in the order of the queue. */
    private final Map<String, String> waiting = new LinkedHashMap<>();

    private final Map<String, Taken> taken = new LinkedHashMap<>();
    /** Jobs that were leased, but whose reply never reached the worker. */
    private final Set<String> lost = new LinkedHashSet<>();

    private final Deque<String> finished = new ArrayDeque<>();
    private Asked asked = Asked.NOTHING;
    private String about = "";
    private Asked unanswered = Asked.NOTHING;
    private String unansweredAbout = "";
    private long acknowledged;

    DoorRecord(String queue) {
        this.queue = queue;
    }

    long acknowledged() {
        return acknowledged;
    }

    int waiting() {
        return waiting.size();
    }

    List<Taken> taken() {
        return List.copyOf(taken.values());
    }

    void asksToPut(String payload) {
        asked = Asked.PUT;
        about = payload;
    }

    void put(String id) {
        answered();
        if (waiting.put(id, about) != null || taken.containsKey(id)) {
            throw new Violation("%s gave the id %s twice".formatted(queue, id));
        }
    }

    void asksToTake() {
        asked = Asked.TAKE;
    }

    void took(@Nullable Taken job) {
        answered();
        String first = waiting.keySet().iterator().next();
        if (job == null || !job.id().equals(first) || !job.payload().equals(waiting.remove(first))) {
            throw new Violation("in %s there was %s to be taken, but got %s".formatted(queue, first, job));
        }
        taken.put(job.id(), job);
    }

    void asksToFinish(Taken job) {
        asked = Asked.FINISH;
        about = job.id();
    }

    void finished(Taken job, boolean wasThere) {
        answered();
        if (!wasThere) {
            throw new Violation("in %s there was no %s to be finished".formatted(queue, job));
        }
        finish(job);
    }

    private void finish(Taken job) {
        taken.remove(job.id());
        finished.add(job.id());
        if (finished.size() > MOST_FINISHED) {
            finished.remove();
        }
    }

    private void answered() {
        asked = Asked.NOTHING;
        acknowledged++;
    }

    /** The server ended: a pending request never gets a reply. */
    void lostConnection() {
        if (asked != Asked.NOTHING) {
            unanswered = asked;
            asked = Asked.NOTHING;
            unansweredAbout = about;
        }
    }

    /** After a restart: the job whose completion was requested and never confirmed; null if there is none. */
    @Nullable
    Taken inDoubt() {
        return unanswered == Asked.FINISH ? taken.get(unansweredAbout) : null;
    }

    /** The state found for the unconfirmed job, before it is finished again. */
    void settled(Taken job, Phase seen) {
        if (seen == Phase.WAITING) {
            throw new Violation("%s in %s was taken, but waits again".formatted(job, queue));
        }
        finish(job);
        unanswered = Asked.NOTHING;
    }

    /** After a restart: the next job taken, up to a marker job that was added last. */
    void drained(@Nullable Taken job) {
        String first = waiting.keySet().iterator().next();
        if (unanswered == Asked.TAKE && job != null && !job.id().equals(first)) {
            waiting.remove(first);
            lost.add(first);
            unanswered = Asked.NOTHING;
            drained(job);
        } else if (unanswered == Asked.PUT && job != null && job.payload().equals(unansweredAbout)) {
            if (waiting.size() > 1) {
                throw new Violation("%s has %s before %s".formatted(queue, job, waiting.keySet()));
            }
            taken.put(job.id(), job);
            unanswered = Asked.NOTHING;
        } else {
            took(job);
        }
    }

    /** All jobs were found, so no state is uncertain any more. */
    void drained() {
        unanswered = Asked.NOTHING;
        while (lost.size() > MOST_LOST) {
            lost.remove(lost.iterator().next());
        }
    }

    /** Every job that exists or existed recently, and its expected state. */
    Map<String, Phase> expected() {
        Map<String, Phase> expected = new LinkedHashMap<>();
        waiting.keySet().forEach(id -> expected.put(id, Phase.WAITING));
        taken.keySet().forEach(id -> expected.put(id, Phase.TAKEN));
        lost.forEach(id -> expected.put(id, Phase.TAKEN));
        finished.forEach(id -> expected.put(id, Phase.FINISHED));
        return expected;
    }

    String queue() {
        return queue;
    }
}
