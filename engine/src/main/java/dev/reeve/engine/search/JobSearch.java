package dev.reeve.engine.search;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.AbsentColumnsException;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of jobs that is being made, in steps between which the engine may change. A job that meets the conditions, and
 * keeps its place in the order, from the first to the last page is listed exactly once.
 *
 * <p>Invariant: a step looks at a bounded number of jobs and bytes, and so does a page. A page that has looked at enough
 * ends, however many jobs were found, and says where to go on.
 */
public final class JobSearch {
    /**
     * What a step looks at: jobs, and as much for so many bytes of text. It takes about a sixtieth of a millisecond, which is
     * much less than the loop has to do for others between two steps when it is busy.
     */
    static final int LOOKS_PER_STEP = 12;

    /** If there are many sets, to find the place in each of them takes longer than so few looks. */
    static final int MOST_LOOKS_PER_STEP = 1_000;

    static final int LOOKS_PER_PAGE = 200_000;
    static final int BYTES_PER_LOOK = 512;

    /** A longer payload is read in pieces, one a step: a MiB at once would take a millisecond. */
    static final int PIECE_BYTES = 64 * 1024;

    /** How many payloads a step wants to be read before it is repeated. */
    private static final int MOST_ABSENT = 16;

    private static final long MOST_ABSENT_BYTES = 1 << 20;

    private static final byte[] NOTHING = new byte[0];

    private final JobFilter filter;
    private final JobOrder order;
    private final int limit;
    private final JobSources sources;
    private final @Nullable TextMatch text;
    private final List<JobView> found = new ArrayList<>();
    private @Nullable JobPosition after;
    private int lookedAt;
    private long looks;
    private @Nullable Begun begun;

    /** A job whose payload was read in part. If it has another payload when the next step comes, the search in it begins anew. */
    private record Begun(long number, Object payload, TextMatch.Scan scan) {
        boolean isOf(Job job) {
            return job.number() == number && job.payload().equals(payload);
        }
    }

    /** What became of a look at a job. */
    private enum Look {
        DONE,
        /** The payload has to be read from disk: the step is repeated from this job on. */
        ABSENT,
        /** The payload has more bytes than a step reads: the next step goes on with them. */
        UNFINISHED
    }

    /**
     * A page of the list.
     *
     * @param after the end of the page before; null for the first page
     * @param limit the most jobs on the page
     */
    public JobSearch(JobFilter filter, JobOrder order, @Nullable JobPosition after, int limit) {
        if (!order.byNumber() && filter.queues().isEmpty()) {
            throw new IllegalArgumentException("expected a queue for the order " + order);
        }
        if (limit < 1) {
            throw new IllegalArgumentException("expected a limit of at least 1, but got " + limit);
        }
        this.filter = filter;
        this.order = order;
        this.after = after;
        this.limit = limit;
        this.sources = new JobSources(filter, order);
        this.text = filter.text() == null ? null : new TextMatch(filter.text());
    }

    /** Whether a step that ends with an exception can be repeated. */
    public boolean isRepeatable() {
        return text == null;
    }

    /** Looks at the next jobs. Returns the page if it is complete, else null. */
    public @Nullable JobPage step(EngineState state, ReadRule rule) {
        int foundBefore = found.size();
        int lookedAtBefore = lookedAt;
        long looksBefore = looks;
        try {
            return lookAtNext(state, rule);
        } catch (AbsentColumnsException e) {
            found.subList(foundBefore, found.size()).clear();
            lookedAt = lookedAtBefore;
            looks = looksBefore;
            throw e;
        }
    }

    private @Nullable JobPage lookAtNext(EngineState state, ReadRule rule) {
        filter.queues().forEach(rule::require);
        List<RankedSet<Job>> sets = sources.sets(state);
        JobMerge jobs = new JobMerge(order, sets, after);
        int most = Math.max(LOOKS_PER_STEP, Math.min(sets.size(), MOST_LOOKS_PER_STEP));
        long end = Math.min(looks + most, LOOKS_PER_PAGE);
        Job last = null;
        int absent = 0;
        long absentBytes = 0;
        int beyond = 0;
        Look look = Look.DONE;
        while (look != Look.UNFINISHED
                && (begun != null || looks + beyond < end)
                && absent < MOST_ABSENT
                && absentBytes < MOST_ABSENT_BYTES
                && found.size() < limit
                && !jobs.isEmpty()) {
            Job job = jobs.next();
            if (job != null && (last == null || job.number() != last.number())) {
                look = look(job, state, rule, absent > 0);
                absent += look == Look.ABSENT ? 1 : 0;
                absentBytes += absent > 0 ? job.payloadLength() : 0;
                beyond += absent > 0 ? 1 : 0;
                last = absent > 0 || look == Look.UNFINISHED ? last : job;
            }
        }
        after = last == null ? after : JobPosition.of(last);
        if (absent > 0 || look == Look.UNFINISHED) {
            return null;
        }
        if (jobs.isEmpty() || found.size() == limit || looks >= LOOKS_PER_PAGE) {
            Long count = rule.allowsAll() || !filter.queues().isEmpty() ? new JobCount(filter, order).in(state) : null;
            return new JobPage(found, jobs.isEmpty() ? null : after, lookedAt, count);
        }
        return null;
    }

    /**
     * Looks at the job.
     *
     * @param onlyWants whether the step is repeated anyway, so that this job need only say which payload it wants
     */
    private Look look(Job job, EngineState state, ReadRule rule, boolean onlyWants) {
        // A job that was gathered in an earlier step may be gone, or packed and unpacked: then its object is another
        // one.
        Job current = sources.mayBeStale() ? state.find(JobRef.of(job.number())) : job;
        if (current != null) {
            return lookAt(current, state, rule, onlyWants);
        }
        begun = null;
        lookedAt += onlyWants ? 0 : 1;
        looks += onlyWants ? 0 : 1;
        return Look.DONE;
    }

    private Look lookAt(Job job, EngineState state, ReadRule rule, boolean onlyWants) {
        boolean listed = filter.matches(job)
                && (rule.allowsAll() || rule.allows(job.queue().name()));
        begun = begun != null && listed && begun.isOf(job) ? begun : null;
        boolean reads = text != null && listed && begun == null;
        byte[] payload = reads ? state.payloads().bytesOrWant(job.payload()) : NOTHING;
        if (payload == null || onlyWants) {
            return payload == null ? Look.ABSENT : Look.DONE;
        }
        if (listed && text != null && !search(job, payload, text, state, rule)) {
            return Look.UNFINISHED;
        }
        lookedAt++;
        looks++;
        if (listed && text == null) {
            found.add(rule.shown(state.view(job)));
        }
        return Look.DONE;
    }

    /** Lists the job if it has the text. Returns false if that is not known yet. */
    private boolean search(Job job, byte[] payload, TextMatch wanted, EngineState state, ReadRule rule) {
        TextMatch.Scan scan = begun == null ? null : begun.scan;
        JobView shown = null;
        boolean matches = false;
        if (scan == null) {
            // Who sees everything needs no view of a job that does not match.
            shown = rule == ReadRule.ALL ? null : rule.shown(state.view(job));
            matches = shown == null ? wanted.inFields(job) : wanted.inFields(shown);
            scan = new TextMatch.Scan(shown == null ? payload : shown.payload());
        }
        boolean known = matches || wanted.scan(scan, PIECE_BYTES);
        looks += wanted.takeReadBytes() / BYTES_PER_LOOK;
        begun = known ? null : new Begun(job.number(), job.payload(), scan);
        if (matches || scan.found()) {
            found.add(shown == null ? rule.shown(state.view(job)) : shown);
        }
        return known;
    }
}
