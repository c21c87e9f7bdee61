package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules of leases: no token twice, tokens only grow, no job in two hands. */
final class LeaseRules {
    private LeaseRules() {}

    /** Tokens are those of the whole server: over all jobs they differ, and a later lease has a higher one. */
    static void tokens(List<RecordedCall> calls, List<String> violations) {
        List<RecordedCall> shown =
                calls.stream().filter(RecordedCall::showsToken).toList();
        Map<Long, RecordedCall> owners = new HashMap<>();
        for (RecordedCall call : shown) {
            RecordedCall owner = owners.putIfAbsent(call.grant().token(), call);
            if (owner != null) {
                violations.add("token given twice: " + owner + " and " + call);
            }
        }
        List<RecordedCall> byReply = shown.stream()
                .sorted(Comparator.comparingLong(RecordedCall::to))
                .toList();
        int answered = 0;
        RecordedCall highest = null;
        for (RecordedCall call : shown) {
            while (byReply.get(answered).interval().isBefore(call.interval())) {
                RecordedCall earlier = byReply.get(answered++);
                if (highest == null || earlier.grant().token() > highest.grant().token()) {
                    highest = earlier;
                }
            }
            if (highest != null && call.grant().token() < highest.grant().token()) {
                violations.add("token went back: " + highest + ", then " + call);
            }
        }
    }

    /** While a worker surely holds a job, nobody else gets it. */
    static void oneAtATime(List<RecordedCall> job, List<String> violations) {
        for (RecordedCall first : job) {
            if (!first.isGrant()) {
                continue;
            }
            long surelyUntil = Math.min(lapsesAt(first, job), mayEndAt(first, job));
            for (RecordedCall second : job) {
                if (second.isGrant() && first.interval().isBefore(second.interval()) && second.to() < surelyUntil) {
                    violations.add("held by two: " + first + " and " + second);
                }
            }
        }
    }

    private static long mayEndAt(RecordedCall lease, List<RecordedCall> job) {
        return job.stream()
                .filter(call -> call.kind().mayEndLease() && call.mayHaveChanged() && call.to() >= lease.from())
                .mapToLong(RecordedCall::from)
                .min()
                .orElse(NEVER);
    }

    private static long lapsesAt(RecordedCall lease, List<RecordedCall> job) {
        long last = lapse(lease);
        for (RecordedCall call : job) {
            if (call.kind() == CallKind.RENEW
                    && call.isOk()
                    && call.grant().number() == lease.grant().number()) {
                last = Math.max(last, lapse(call));
            }
        }
        return last;
    }

    private static long lapse(RecordedCall call) {
        return call.grant().nanos() == NEVER
                ? NEVER
                : call.from() + call.grant().nanos();
    }
}
