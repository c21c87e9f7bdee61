package dev.reeve.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls that wait for a job to end, by job number. */
final class ResultWaiters {
    private final Map<Long, List<ResultWaiter>> byJob = new HashMap<>();
    private int count;

    void park(long number, ResultWaiter waiter) {
        byJob.computeIfAbsent(number, job -> new ArrayList<>(1)).add(waiter);
        count++;
    }

    int count() {
        return count;
    }

    void unpark(long number, ResultWaiter waiter) {
        List<ResultWaiter> waiters = byJob.get(number);
        if (waiters != null && waiters.remove(waiter)) {
            count--;
            if (waiters.isEmpty()) {
                byJob.remove(number);
            }
        }
    }

    boolean anyFor(long number) {
        return count > 0 && byJob.containsKey(number);
    }

    /** Removes and returns all waiters of the job. */
    List<ResultWaiter> takeAll(long number) {
        List<ResultWaiter> waiters = byJob.remove(number);
        if (waiters == null) {
            return List.of();
        }
        count -= waiters.size();
        return waiters;
    }

    List<ResultWaiter> all() {
        List<ResultWaiter> all = new ArrayList<>();
        byJob.values().forEach(all::addAll);
        return all;
    }
}
