package dev.reeve.campaign.history;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Histories of a machine that does one call at a time, at a moment between request and reply, with clients that call at
 * the same time. Some replies are lost, whether or not the call was executed. At the end every job is looked at.
 */
final class RandomHistory {
    private static final int CLIENTS = 6;
    private static final int MOST_JOBS = 12;
    private static final long FIRST_TOKEN = 1_000;
    private static final long LONGEST = 12;
    private static final long BRIEF = 60;

    private final SplittableRandom random;
    private final List<RecordedCall> calls = new ArrayList<>();
    private final List<Machine> jobs = new ArrayList<>();
    private final long[] freeAt = new long[CLIENTS];
    private long now = LONGEST;
    private long tokens = FIRST_TOKEN;
    private long leases;
    private long endedAt;

    /** A job of the machine. It is held by the last lease while that has not lapsed. */
    private static final class Machine {
        private final String name;
        private String state = "waiting";
        private Grant lease = Grant.NONE;
        private long lapsesAt;

        Machine(String name) {
            this.name = name;
        }
    }

    RandomHistory(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Lets the clients make about this many calls, and returns all of them. */
    List<RecordedCall> of(int count) {
        while (calls.size() < count) {
            int client = random.nextInt(CLIENTS);
            now += random.nextInt(1, 8);
            if (freeAt[client] < now) {
                call(client);
            }
        }
        now += 2 * LONGEST;
        endedAt = now;
        for (Machine job : jobs) {
            now += 3;
            calls.add(new RecordedCall(
                    CallKind.GET, "q", job.name, Grant.NONE, look(job), new Interval(now - 1, now + 1)));
        }
        return calls;
    }

    /** The time since which every job was looked at. */
    long endedAt() {
        return endedAt;
    }

    private void call(int client) {
        for (Machine job : jobs) {
            if (job.state.equals("leased") && job.lapsesAt <= now) {
                job.state = "waiting";
            }
        }
        Interval interval = new Interval(
                Math.max(freeAt[client] + 1, now - random.nextLong(LONGEST)), now + random.nextLong(LONGEST));
        freeAt[client] = interval.to();
        RecordedCall call = execute(interval);
        if (random.nextInt(30) == 0 && call.kind() != CallKind.GET) {
            call = unanswered(call);
        }
        calls.add(call);
    }

    /** Nobody reports on a lease that nobody was told of. */
    private RecordedCall unanswered(RecordedCall call) {
        if (call.kind() != CallKind.ACQUIRE) {
            return call.withReply(CallReply.UNKNOWN);
        }
        jobs.stream().filter(job -> job.lease.equals(call.grant())).forEach(job -> job.lease = Grant.NONE);
        return new RecordedCall(CallKind.ACQUIRE, "q", "", Grant.NONE, CallReply.UNKNOWN, call.interval());
    }

    private RecordedCall execute(Interval interval) {
        int dice = random.nextInt(100);
        if (jobs.size() < MOST_JOBS && (jobs.isEmpty() || dice < 20)) {
            Machine job = new Machine("j" + jobs.size());
            jobs.add(job);
            return call(CallKind.ADD, job, Grant.NONE, CallReply.OK, interval);
        }
        if (dice < 50) {
            return acquire(interval);
        }
        Machine job = jobs.get(random.nextInt(jobs.size()));
        if (dice < 70) {
            return call(CallKind.GET, job, Grant.NONE, look(job), interval);
        }
        if (dice < 74) {
            boolean isDelete = random.nextBoolean();
            boolean isThere = !job.state.equals("gone") && (isDelete || !job.state.equals("ended"));
            if (isThere) {
                job.state = isDelete ? "gone" : "ended";
            }
            return call(isDelete ? CallKind.DELETE : CallKind.CANCEL, job, Grant.NONE, ok(isThere), interval);
        }
        return report(job, dice, interval);
    }

    private RecordedCall acquire(Interval interval) {
        for (Machine job : jobs) {
            if (job.state.equals("waiting")) {
                boolean isBrief = random.nextInt(3) == 0;
                job.state = "leased";
                job.lease = new Grant(++leases, ++tokens, isBrief ? BRIEF : RecordedCall.NEVER);
                job.lapsesAt = isBrief ? now + BRIEF : RecordedCall.NEVER;
                return call(CallKind.ACQUIRE, job, job.lease, CallReply.OK, interval);
            }
        }
        return new RecordedCall(CallKind.ACQUIRE, "q", "", Grant.NONE, CallReply.EMPTY, interval);
    }

    private RecordedCall report(Machine job, int dice, Interval interval) {
        Grant lease = job.lease;
        if (lease.isNone()) {
            return call(CallKind.GET, job, Grant.NONE, look(job), interval);
        }
        boolean isHeld = job.state.equals("leased");
        CallKind kind = dice < 82
                ? CallKind.COMPLETE
                : dice < 88 ? CallKind.RELEASE : dice < 92 ? CallKind.FAIL : CallKind.RENEW;
        if (isHeld) {
            switch (kind) {
                case COMPLETE -> job.state = "ended";
                case RENEW -> job.lapsesAt = lease.nanos() == RecordedCall.NEVER ? RecordedCall.NEVER : now + BRIEF;
                default -> job.state = "waiting";
            }
        }
        return call(kind, job, lease, ok(isHeld), interval);
    }

    private static CallReply ok(boolean isOk) {
        return isOk ? CallReply.OK : CallReply.REFUSED;
    }

    private static CallReply look(Machine job) {
        return switch (job.state) {
            case "waiting" -> CallReply.WAITING;
            case "leased" -> CallReply.TAKEN;
            default -> CallReply.FINISHED;
        };
    }

    private static RecordedCall call(CallKind kind, Machine job, Grant grant, CallReply reply, Interval interval) {
        return new RecordedCall(kind, "q", job.name, grant, reply, interval);
    }
}
