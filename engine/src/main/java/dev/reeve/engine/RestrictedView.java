package dev.reeve.engine;

import dev.reeve.engine.batch.BatchPage;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.limit.KeySearch;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitCounts;
import dev.reeve.engine.limit.LimitKeyView;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.schedule.ScheduleQueries;
import dev.reeve.engine.search.FailurePage;
import dev.reeve.engine.search.FailureSearch;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.engine.webhook.WebhookQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine as a restricted reader sees it. A read of a queue or job that the reader may not see ends the query with
 * {@link RefusedQueryException}. Lists of queues, and of jobs by tag, leave out what the reader may not see. Numbers about the
 * whole server are not restricted.
 */
public final class RestrictedView implements EngineView {
    private static final int QUEUES_PER_PAGE = 1000;

    private final EngineView view;
    private final ReadRule rule;

    public RestrictedView(EngineView view, ReadRule rule) {
        this.view = view;
        this.rule = rule;
    }

    @Override
    public int version() {
        return view.version();
    }

    @Override
    public long atMicros() {
        return view.atMicros();
    }

    @Override
    public long nextDeadlineMicros() {
        return view.nextDeadlineMicros();
    }

    @Override
    public long nextVisibleDeadlineMicros() {
        return view.nextVisibleDeadlineMicros();
    }

    @Override
    public long lastToken() {
        return view.lastToken();
    }

    @Override
    public long heldBySnapshotBytes() {
        return view.heldBySnapshotBytes();
    }

    @Override
    public long growthBytes(Command<?> command) {
        return view.growthBytes(command);
    }

    @Override
    public long memoryLimitBytes() {
        return view.memoryLimitBytes();
    }

    @Override
    public long liveBytes() {
        return view.liveBytes();
    }

    @Override
    public long heapBytes() {
        return view.heapBytes();
    }

    @Override
    public int jobCount() {
        return view.jobCount();
    }

    @Override
    public int jobCount(State state) {
        return view.jobCount(state);
    }

    @Override
    public Totals totals() {
        return view.totals();
    }

    @Override
    public long[] tagged(String tag) {
        return Arrays.stream(view.tagged(tag)).filter(this::mayRead).toArray();
    }

    private boolean mayRead(long number) {
        String queue = view.queueOf(JobRef.of(number));
        return queue != null && rule.allows(queue);
    }

    /** The number of all jobs with the tag, which tells how long a scan takes. */
    @Override
    public int taggedCount(String tag) {
        return view.taggedCount(tag);
    }

    @Override
    public long scanTagged(String tag, long afterNumber, int limit, LongConsumer visitor) {
        return view.scanTagged(tag, afterNumber, limit, number -> {
            if (mayRead(number)) {
                visitor.accept(number);
            }
        });
    }

    @Override
    public long[] jobs(String queue, Status status) {
        rule.require(queue);
        return view.jobs(queue, status);
    }

    @Override
    public long scanJobs(String queue, long afterNumber, int limit, JobStatusVisitor visitor) {
        rule.require(queue);
        return view.scanJobs(queue, afterNumber, limit, visitor);
    }

    @Override
    public @Nullable JobPage search(JobSearch search, ReadRule ignored) {
        return view.search(search, rule);
    }

    @Override
    public boolean hasReady(String queue) {
        rule.require(queue);
        return view.hasReady(queue);
    }

    @Override
    public int readyCount(String queue) {
        rule.require(queue);
        return view.readyCount(queue);
    }

    @Override
    public int guaranteedReadyCount(String queue) {
        rule.require(queue);
        return view.guaranteedReadyCount(queue);
    }

    @Override
    public long nextPollMicros(String queue) {
        rule.require(queue);
        return view.nextPollMicros(queue);
    }

    @Override
    public long readyAtMicros(String queue, int pendingAcquires) {
        rule.require(queue);
        return view.readyAtMicros(queue, pendingAcquires);
    }

    @Override
    public @Nullable FailurePage failureGroups(FailureSearch search, ReadRule ignored) {
        return view.failureGroups(search, rule);
    }

    @Override
    public @Nullable JobView job(JobRef ref) {
        JobView job = view.job(ref);
        if (job == null) {
            return null;
        }
        rule.require(job.queue());
        return rule.shown(job);
    }

    /** What is in queues that the reader may not see shows as if it were gone. */
    @Override
    public List<Dependency> dependencies(JobRef ref) {
        JobView job = view.job(ref);
        if (job == null) {
            return List.of();
        }
        rule.require(job.queue());
        return rule.allowsAll() && rule.shown(job).result() == job.result()
                ? view.dependencies(ref)
                : view.dependencies(ref).stream().map(this::shown).toList();
    }

    private Dependency shown(Dependency dependency) {
        JobView job = view.job(JobRef.of(dependency.id()));
        if (job == null || !rule.allows(job.queue())) {
            return Dependency.of(dependency.id(), null, 0);
        }
        return rule.shown(job).result() == job.result() ? dependency : dependency.withoutContent();
    }

    /** Leaves out what is in queues that the reader may not see. */
    @Override
    public List<JobId> dependents(JobRef ref) {
        return queueOf(ref) == null || rule.allowsAll()
                ? view.dependents(ref)
                : view.dependents(ref).stream().filter(this::mayRead).toList();
    }

    private boolean mayRead(JobId id) {
        String queue = view.queueOf(JobRef.of(id));
        return queue != null && rule.allows(queue);
    }

    @Override
    public @Nullable BatchView batch(String id) {
        BatchView batch = view.batch(id);
        if (batch != null && batch.manyQueues()) {
            rule.requireAll();
        }
        if (batch != null) {
            batch.queues().forEach(rule::require);
        }
        return batch;
    }

    /** Lists the batches all of whose queues the reader may see. */
    @Override
    public BatchPage batchesAfter(String id, int limit) {
        BatchPage page = view.batchesAfter(id, limit);
        return rule.allowsAll()
                ? page
                : new BatchPage(page.batches().stream().filter(this::maySee).toList(), page.last());
    }

    private boolean maySee(BatchView batch) {
        return !batch.manyQueues() && batch.queues().stream().allMatch(rule::allows);
    }

    @Override
    public int heldBy(String worker) {
        return view.heldBy(worker);
    }

    @Override
    public @Nullable String queueOf(JobRef ref) {
        String queue = view.queueOf(ref);
        if (queue != null) {
            rule.require(queue);
        }
        return queue;
    }

    @Override
    public @Nullable State stateOf(JobRef ref) {
        return queueOf(ref) == null ? null : view.stateOf(ref);
    }

    @Override
    public @Nullable String queueOfRecurring(JobId id) {
        String queue = view.queueOfRecurring(id);
        if (queue != null) {
            rule.require(queue);
        }
        return queue;
    }

    @Override
    public QlessQueries qless() {
        return view.qless().restricted(rule);
    }

    @Override
    public WebhookQueries webhooks() {
        return view.webhooks();
    }

    @Override
    public ScheduleQueries schedules() {
        return view.schedules().restricted(rule);
    }

    @Override
    public @Nullable QueueView queue(String name) {
        rule.require(name);
        return view.queue(name);
    }

    @Override
    public List<QueueView> queues(long offset, int limit) {
        if (rule.allowsAll()) {
            return view.queues(offset, limit);
        }
        List<QueueView> allowed = queuesAfter("", (int) Math.min(Integer.MAX_VALUE, offset + limit));
        return allowed.subList((int) Math.min(offset, allowed.size()), allowed.size());
    }

    @Override
    public List<QueueView> queuesAfter(String name, int limit) {
        if (rule.allowsAll()) {
            return view.queuesAfter(name, limit);
        }
        List<QueueView> allowed = new ArrayList<>();
        String after = name;
        boolean more = limit > 0;
        while (more) {
            List<QueueView> page = view.queuesAfter(after, QUEUES_PER_PAGE);
            for (QueueView queue : page) {
                if (allowed.size() < limit && rule.allows(queue.name())) {
                    allowed.add(queue);
                }
                after = queue.name();
            }
            more = page.size() == QUEUES_PER_PAGE && allowed.size() < limit;
        }
        return allowed;
    }

    @Override
    public long waitingSinceMicros(String queue) {
        rule.require(queue);
        return view.waitingSinceMicros(queue);
    }

    @Override
    public List<LimitTable.Row> limits(String after, int limit) {
        return view.limits(after, limit);
    }

    @Override
    public @Nullable Limit limit(String pattern) {
        return view.limit(pattern);
    }

    @Override
    public LimitCounts limitCounts() {
        rule.requireAll();
        return view.limitCounts();
    }

    @Override
    public @Nullable List<LimitKeyView> busiestKeys(KeySearch search) {
        rule.requireAll();
        return view.busiestKeys(search);
    }

    @Override
    public List<JobView> ready(String queue, long offset, int limit) {
        rule.require(queue);
        return view.ready(queue, offset, limit).stream().map(rule::shown).toList();
    }

    @Override
    public List<JobView> scheduled(String queue, long offset, int limit) {
        rule.require(queue);
        return view.scheduled(queue, offset, limit).stream().map(rule::shown).toList();
    }
}
