package dev.reeve.campaign.history;

import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks a history. Each rule is sound: whatever a right server answers, in whatever order its calls take effect, is
 * accepted. Names of jobs are used once, so each job has one life.
 */
public final class HistoryChecker {
    private final List<RecordedCall> calls;
    private final Map<String, List<RecordedCall>> byJob = new LinkedHashMap<>();
    private final Map<String, List<Interval>> straysByQueue = new LinkedHashMap<>();
    private final List<String> violations = new ArrayList<>();

    public HistoryChecker(List<RecordedCall> history) {
        calls = history.stream()
                .sorted(Comparator.comparingLong(RecordedCall::from))
                .toList();
        for (RecordedCall call : calls) {
            if (!call.job().isEmpty()) {
                byJob.computeIfAbsent(call.job(), job -> new ArrayList<>()).add(call);
            } else if (call.isUnknown()) {
                straysByQueue
                        .computeIfAbsent(call.queue(), queue -> new ArrayList<>())
                        .add(call.interval());
            }
        }
    }

    /** All that is wrong; nothing if a right server may have answered so. */
    List<String> violations() {
        LeaseRules.tokens(calls, violations);
        byJob.values().forEach(this::checkJob);
        new ReadyRule(byJob.values(), straysByQueue).check(calls, violations);
        return violations;
    }

    /** As {@link #violations}; besides, every job that was added must have been looked at since that time. */
    public List<String> violationsAtEnd(long loadEndedAt) {
        byJob.values().forEach(job -> JobRules.lost(job, loadEndedAt, violations));
        return violations();
    }

    public int jobs() {
        return byJob.size();
    }

    private void checkJob(List<RecordedCall> job) {
        int before = violations.size();
        LeaseRules.oneAtATime(job, violations);
        JobRules.ended(job, violations);
        if (violations.size() == before) {
            switch (new LinearizationSearch(job, straysOf(job)).verdict()) {
                case LINEARIZABLE -> {}
                case NOT_LINEARIZABLE -> violations.add("not linearizable: " + job);
                case UNDECIDED -> violations.add("too many orders to try: " + job);
            }
        }
    }

    /** An acquire without a reply counts for every job of its queue, because nobody knows which one it got. */
    private List<Interval> straysOf(List<RecordedCall> job) {
        long first = job.get(0).from();
        return straysByQueue.getOrDefault(job.get(0).queue(), List.of()).stream()
                .filter(stray -> stray.to() >= first)
                .toList();
    }
}
