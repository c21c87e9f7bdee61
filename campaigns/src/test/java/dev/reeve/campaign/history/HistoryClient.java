package dev.reeve.campaign.history;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.Violation;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of one door that adds jobs, takes whatever its queue has, and reports, at random, one call at a time. It keeps
 * its leases over connections. A call without a reply is never repeated.
 */
final class HistoryClient {
    private static final int MOST_HELD = 6;
    private static final List<CallKind> REPORTS = List.of(
            CallKind.COMPLETE, CallKind.COMPLETE, CallKind.COMPLETE, CallKind.FAIL, CallKind.RELEASE, CallKind.RENEW);

    private final HistoryDoor door;
    private final String name;
    private final String queue;
    private final CallLog log;
    private final SplittableRandom random;
    private final Map<String, String> idsByJob = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private int adds;

    /** A job in the hands of this client. */
    private record Held(String job, Taken taken, Grant grant) {}

    /** The replies of one call. */
    private record Reply(CallReply reply, String job, Grant grant) {}

    HistoryClient(HistoryDoor door, String name, String queue, CallLog log, SplittableRandom random) {
        this.door = door;
        this.name = name;
        this.queue = queue;
        this.log = log;
        this.random = random;
    }

    HistoryDoor door() {
        return door;
    }

    String name() {
        return name;
    }

    String queue() {
        return queue;
    }

    /** The ids, at this door, of the jobs that it has added, by their names. */
    Map<String, String> idsByJob() {
        return idsByJob;
    }

    /** One call. One without a reply, or with an error that the protocol has for trouble, is in the history when this throws. */
    void step(DoorClient client) {
        int dice = random.nextInt(100);
        if (held.size() >= MOST_HELD || (dice < 25 && !held.isEmpty())) {
            report(client, held.get(random.nextInt(held.size())));
        } else if (dice < 54) {
            add(client);
        } else if (dice < 82 || added.isEmpty()) {
            acquire(client);
        } else {
            lookOrEnd(client, added.get(Math.max(0, added.size() - 1 - random.nextInt(12))), dice);
        }
    }

    private void lookOrEnd(DoorClient client, String job, int dice) {
        String id = idsByJob.getOrDefault(job, "");
        if (dice >= 98 && door.can(CallKind.CANCEL)) {
            ask(CallKind.CANCEL, job, Grant.NONE, () -> verdict(client.cancel(id)));
        } else if (dice >= 96 && door.can(CallKind.DELETE) && door != HistoryDoor.GOQUEUE) {
            ask(CallKind.DELETE, job, Grant.NONE, () -> verdict(client.remove(id)));
        } else if (door.can(CallKind.GET)) {
            look(client, job, id);
        } else {
            acquire(client);
        }
    }

    /** Looks at a job by its id at the door of the client. */
    void look(DoorClient client, String job, String id) {
        ask(CallKind.GET, job, Grant.NONE, () -> seen(client.look(id)));
    }

    private static CallReply seen(Phase phase) {
        return switch (phase) {
            case WAITING -> CallReply.WAITING;
            case TAKEN -> CallReply.TAKEN;
            case FINISHED -> CallReply.FINISHED;
            case HIDDEN -> throw new IllegalArgumentException("this door does not show jobs");
        };
    }

    private static CallReply verdict(boolean isOk) {
        return isOk ? CallReply.OK : CallReply.REFUSED;
    }

    private void add(DoorClient client) {
        String job = name + "-" + ++adds;
        ask(CallKind.ADD, job, Grant.NONE, () -> {
            idsByJob.put(job, door.add(client, queue, "\"" + job + "\""));
            added.add(job);
            return CallReply.OK;
        });
    }

    private void acquire(DoorClient client) {
        record(CallKind.ACQUIRE, new Reply(CallReply.UNKNOWN, "", Grant.NONE), () -> taken(client.acquire(queue)));
    }

    private Reply taken(@Nullable Taken taken) {
        if (taken == null) {
            return new Reply(CallReply.EMPTY, "", Grant.NONE);
        }
        String job = taken.payload().replace("\"", "");
        long token = door.showsToken() ? Long.parseLong(taken.proof()) : 0;
        Grant grant = new Grant(log.nextLease(), token, door.leaseNanos());
        held.add(new Held(job, taken, grant));
        return new Reply(CallReply.OK, job, grant);
    }

    private void report(DoorClient client, Held job) {
        CallKind kind = REPORTS.get(random.nextInt(REPORTS.size()));
        kind = door.can(kind) ? kind : door.can(CallKind.COMPLETE) ? CallKind.COMPLETE : CallKind.DELETE;
        if (kind != CallKind.RENEW) {
            held.remove(job);
        }
        Taken taken = job.taken;
        Supplier<Boolean> call = switch (kind) {
            case RENEW -> () -> client.renew(taken);
            case FAIL -> () -> client.fail(taken);
            case RELEASE -> () -> client.release(taken);
            default -> () -> client.complete(taken);
        };
        CallReply reply = ask(kind, job.job, door.namesLease() ? job.grant : Grant.NONE, () -> verdict(call.get()));
        if (reply == CallReply.REFUSED) {
            held.remove(job);
        }
    }

    private CallReply ask(CallKind kind, String job, Grant grant, Supplier<CallReply> call) {
        return record(kind, new Reply(CallReply.UNKNOWN, job, grant), () -> new Reply(call.get(), job, grant));
    }

    private CallReply record(CallKind kind, Reply lost, Supplier<Reply> call) {
        long from = log.now();
        try {
            Reply got = call.get();
            log.answered(recorded(kind, got, from));
            return got.reply;
        } catch (UncheckedIOException | Violation e) {
            log.unanswered(recorded(kind, lost, from));
            throw e;
        }
    }

    private RecordedCall recorded(CallKind kind, Reply reply, long from) {
        return new RecordedCall(kind, queue, reply.job, reply.grant, reply.reply, new Interval(from, log.now()));
    }
}
