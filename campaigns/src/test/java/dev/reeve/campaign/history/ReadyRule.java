package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;

import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No acquire comes back empty if a job was surely ready from before its request until after its reply. */
final class ReadyRule {
    private final Map<String, List<Ready>> readyByQueue = new HashMap<>();
    private final Map<String, List<Interval>> straysByQueue;

    /** The time in which a job is surely ready. */
    private record Ready(RecordedCall since, long until) {}

    ReadyRule(Collection<List<RecordedCall>> jobs, Map<String, List<Interval>> straysByQueue) {
        this.straysByQueue = straysByQueue;
        for (List<RecordedCall> job : jobs) {
            for (RecordedCall call : job) {
                if (call.isOk() && (call.kind() == CallKind.ADD || call.kind() == CallKind.RELEASE)) {
                    readyByQueue
                            .computeIfAbsent(call.queue(), queue -> new ArrayList<>())
                            .add(new Ready(call, takenAt(call, job)));
                }
            }
        }
    }

    /** The time from which on it may no longer be ready, because of a call that is not surely over before. */
    private long takenAt(RecordedCall since, List<RecordedCall> job) {
        long first = NEVER;
        for (RecordedCall call : job) {
            if (!call.equals(since) && call.mayHaveChanged() && call.to() >= since.from()) {
                first = Math.min(first, call.from());
            }
        }
        for (Interval stray : straysByQueue.getOrDefault(since.queue(), List.of())) {
            if (stray.to() >= since.from()) {
                first = Math.min(first, stray.from());
            }
        }
        return first;
    }

    void check(List<RecordedCall> calls, List<String> violations) {
        for (RecordedCall call : calls) {
            if (call.reply() != CallReply.EMPTY) {
                continue;
            }
            for (Ready ready : readyByQueue.getOrDefault(call.queue(), List.of())) {
                if (ready.since.interval().isBefore(call.interval()) && call.to() < ready.until) {
                    violations.add("empty: " + call + ", though ready since " + ready.since + " was a job");
                    break;
                }
            }
        }
    }
}
