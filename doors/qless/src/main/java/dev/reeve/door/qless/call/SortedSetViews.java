package dev.reeve.door.qless.call;

import dev.reeve.door.qless.call.SortedSetView.Member;
import dev.reeve.engine.qless.JobRow;
import dev.reeve.engine.qless.NameRow;
import dev.reeve.engine.qless.NamedRows;
import dev.reeve.engine.qless.QlessLists;
import dev.reeve.engine.qless.ReadyRow;

/** The engine's lists as sorted sets with the scores that qless gives them: times in seconds, and priorities. */
final class SortedSetViews {
    private static final double SECOND = 1e6;

    /** A priority outweighs any time: this many seconds come to one step of it. */
    private static final double SECONDS_OF_A_PRIORITY = 1e10;

    private final QlessLists lists;

    SortedSetViews(QlessLists lists) {
        this.lists = lists;
    }

    /** Jobs that can be leased, the one to be leased next last. */
    SortedSetView ready(String queue) {
        return SortedSetView.descending(
                lists.ready(queue), row -> new Member(row.id().toString(), readyScore(row)));
    }

    private static double readyScore(ReadyRow row) {
        return row.stalled()
                ? Double.POSITIVE_INFINITY
                : row.priority() - row.dueAtMicros() / SECOND / SECONDS_OF_A_PRIORITY;
    }

    SortedSetView scheduled(String queue) {
        return jobs(lists.scheduled(queue));
    }

    SortedSetView leased(String queue) {
        return jobs(lists.leased(queue));
    }

    SortedSetView depending(String queue) {
        return jobs(lists.depending(queue));
    }

    SortedSetView recurring(String queue) {
        return jobs(lists.recurring(queue));
    }

    SortedSetView queues() {
        return names(lists.queues());
    }

    SortedSetView workers() {
        return names(lists.workers());
    }

    SortedSetView jobsOfWorker(String worker) {
        return jobs(lists.jobsOfWorker(worker));
    }

    SortedSetView tracked() {
        return jobs(lists.tracked());
    }

    SortedSetView completed() {
        return jobs(lists.completed());
    }

    SortedSetView tagged(String tag) {
        return jobs(lists.tagged(tag));
    }

    /** All tags, each with the number of jobs that have it. */
    SortedSetView tags() {
        return SortedSetView.descending(lists.tags(), row -> new Member(row.tag(), row.count()));
    }

    private static SortedSetView jobs(NamedRows<JobRow> rows) {
        return SortedSetView.ascending(rows, row -> new Member(row.id().toString(), row.micros() / SECOND));
    }

    private static SortedSetView names(NamedRows<NameRow> rows) {
        return SortedSetView.ascending(rows, row -> new Member(row.name(), row.micros() / SECOND));
    }
}
