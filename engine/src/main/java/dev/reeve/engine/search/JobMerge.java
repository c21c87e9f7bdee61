package dev.reeve.engine.search;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The jobs of several sorted sets in one order, after a position. Valid as long as the sets do not change. */
final class JobMerge {
    private static final int PAGE = 64;

    private final PriorityQueue<Source> sources;

    JobMerge(JobOrder order, List<RankedSet<Job>> sets, @Nullable JobPosition after) {
        Comparator<Job> comparator = order.comparator();
        Job probe = after == null ? null : after.probe();
        sources = new PriorityQueue<>(Math.max(1, sets.size()), (a, b) -> comparator.compare(a.head(), b.head()));
        for (RankedSet<Job> set : sets) {
            Source source = order == JobOrder.NEWEST ? backward(set, probe) : forward(set, probe);
            if (source.load()) {
                sources.add(source);
            }
        }
    }

    private static Source forward(RankedSet<Job> set, @Nullable Job probe) {
        return new Source(set, probe == null ? 0 : set.rankAfter(probe), false);
    }

    private static Source backward(RankedSet<Job> set, @Nullable Job probe) {
        int end = probe == null ? set.size() : set.rankOf(job -> job.number() < probe.number() ? -1 : 0);
        return new Source(set, end, true);
    }

    boolean isEmpty() {
        return sources.isEmpty();
    }

    /** The next job; null if there is none. */
    @Nullable
    Job next() {
        Source source = sources.poll();
        if (source == null) {
            return null;
        }
        Job job = source.head();
        if (source.advance()) {
            sources.add(source);
        }
        return job;
    }

    /** One of the sets, read from a rank on in one direction. */
    private static final class Source {
        private final RankedSet<Job> set;
        private final boolean backward;
        private int rank;
        private List<Job> page = List.of();
        private int at;

        Source(RankedSet<Job> set, int rank, boolean backward) {
            this.set = set;
            this.rank = rank;
            this.backward = backward;
        }

        Job head() {
            return page.get(backward ? page.size() - 1 - at : at);
        }

        boolean advance() {
            return ++at < page.size() || load();
        }

        boolean load() {
            int from = backward ? Math.max(0, rank - PAGE) : rank;
            page = set.page(from, backward ? rank - from : PAGE);
            rank = backward ? from : from + page.size();
            at = 0;
            return !page.isEmpty();
        }
    }
}
