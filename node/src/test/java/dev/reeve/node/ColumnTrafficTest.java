package dev.reeve.node;

import static dev.reeve.node.NodeFixture.SECOND;
import static dev.reeve.node.NodeFixture.WORK;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ids and sums of packed jobs leave memory, and are there again when somebody needs them. */
class ColumnTrafficTest {
    private static final int JOBS = 640;
    private static final Terms UNKEPT = new Terms(10 * SECOND, 0, Terms.FOREVER, 0, Terms.BACKGROUND, WORK.retry());

    private final ManualPayloads files = new ManualPayloads();
    private NodeFixture it = fixture(0);

    private NodeFixture fixture(long payloadBytes) {
        NodeFixture made = new NodeFixture(
                false,
                new Engine(),
                new NodeSettings(16 << 20, 1 << 20, new SplittableRandom(7)::nextLong, payloadBytes),
                files);
        made.node.start();
        made.settle();
        return made;
    }

    /** A caller with a connection of its own. */
    private static final class Caller<R> extends Recorder<R> {
        private final int connection;

        Caller(int connection) {
            this.connection = connection;
        }

        @Override
        public Origin origin() {
            return new Origin("door", "127.0.0.1:" + connection, null);
        }
    }

    private void drain() {
        it.settle();
        while (files.step()) {
            it.settle();
        }
    }

    private void letAllLeave() {
        for (int i = 0; i < 10; i++) {
            it.advanceMillis(150);
            drain();
        }
    }

    private static Add add(int number) {
        return new Add(id(number), "q", new byte[200], 0, Add.NOW, UNKEPT);
    }

    private void addOut(int from, int to) {
        for (int i = from; i <= to; i++) {
            it.submit(add(i));
            it.settle();
        }
        letAllLeave();
        assertThat(it.engine.jobCount()).isEqualTo(to);
    }

    private JobBlock.Owner blocks() {
        return it.engine.payloads().blocks();
    }

    private <R> Caller<R> submit(int connection, Command<R> command) {
        Caller<R> caller = new Caller<>(connection);
        it.node.submit(command, caller);
        it.settle();
        return caller;
    }

    private <R> Caller<R> ask(int connection, dev.reeve.engine.Query<R> query) {
        Caller<R> caller = new Caller<>(connection);
        it.node.ask(query, caller);
        it.settle();
        return caller;
    }

    @Test
    void columns_leave_after_the_payloads() {
        addOut(1, JOBS);
        assertThat(it.engine.payloads().count()).isEqualTo(JOBS);
        assertThat(blocks().absentBytes()).isBetween(JOBS * 24L, JOBS * 25L);
        assertThat(files.payloads()).isEqualTo(JOBS);
        assertThat(files.stored.size() - JOBS).isBetween(10, 12);
    }

    @Test
    void a_command_waits_for_the_job_that_it_names_and_others_pass() {
        addOut(1, JOBS);
        Caller<?> deleted = submit(1, new Delete(JobRef.of(id(100))));
        Caller<?> behind = submit(1, add(JOBS + 1));
        Caller<Boolean> asked = ask(1, engine -> engine.job(JobRef.of(JOBS + 1L)) == null);
        Waiting<List<LeasedJob>> leased = it.lease(0, "nothing");
        Caller<?> other = submit(2, add(JOBS + 2));
        assertThat(deleted.told).isEmpty();
        assertThat(behind.told).isEmpty();
        assertThat(asked.told).isEmpty();
        assertThat(other.told).containsExactly("reply");
        assertThat(leased.told()).containsExactly("timed out");
        drain();
        assertThat(deleted.told).containsExactly("reply");
        assertThat(behind.told).containsExactly("reply");
        assertThat(asked.value()).isFalse();
        assertThat(files.readsNow).isZero();
        assertThat(it.engine.jobCount()).isEqualTo(JOBS + 1);
    }

    /** Unsynced bytes and what is read may be 1 MiB. */
    @Test
    void what_waits_causes_backpressure() {
        addOut(1, JOBS);
        submit(1, new Delete(JobRef.of(id(100))));
        int commands = 0;
        while (!it.node.congested()) {
            commands++;
            submit(1, new Add(id(1_000 + commands), "q", new byte[100_000], 0, Add.NOW, UNKEPT));
        }
        assertThat(commands).isBetween(9, 11);
        drain();
        assertThat(it.node.congested()).isFalse();
        assertThat(it.engine.jobCount()).isEqualTo(JOBS - 1 + commands);
    }

    /** Calls that wait for jobs and for ends of jobs are calls of their callers too. */
    @Test
    void calls_that_wait_come_behind_earlier_ones_of_their_caller() {
        addOut(1, JOBS);
        Caller<?> deleted = submit(1, new Delete(JobRef.of(id(100))));
        Caller<List<LeasedJob>> leased = new Caller<>(1);
        it.node.acquire(new Acquire(List.of("empty"), null, 1, 0), 0, leased);
        Caller<FinishedJob> end = new Caller<>(1);
        it.node.awaitEnd(JobRef.of(id(100)), SECOND, end);
        it.settle();
        assertThat(leased.told).isEmpty();
        assertThat(end.told).isEmpty();
        drain();
        assertThat(deleted.told).containsExactly("reply");
        assertThat(leased.told).containsExactly("timed out");
        assertThat(end.told).containsExactly("JOB_NOT_FOUND");
    }

    @Test
    void a_command_that_names_no_job_on_disk_does_not_wait() {
        addOut(1, JOBS);
        for (int i = JOBS + 1; i < JOBS + 100; i++) {
            assertThat(submit(1, add(i)).told).containsExactly("reply");
        }
        assertThat(files.readsNow).isZero();
    }

    @Test
    void a_repeated_add_is_found() {
        addOut(1, JOBS);
        Caller<?> same = submit(1, add(7));
        assertThat(same.told).isEmpty();
        drain();
        assertThat(same.told).hasSize(1);
        assertThat(it.engine.jobCount()).isEqualTo(JOBS);
        assertThat(files.readsNow).isZero();
    }

    @Test
    void a_query_is_asked_again_when_the_columns_are_there() {
        addOut(1, JOBS);
        Caller<Optional<JobView>> asked = ask(1, engine -> Optional.ofNullable(engine.job(JobRef.of(id(300)))));
        Caller<Integer> other = ask(2, EngineView::jobCount);
        assertThat(asked.told).isEmpty();
        assertThat(other.value()).isEqualTo(JOBS);
        drain();
        assertThat(asked.value().orElseThrow().id()).isEqualTo(id(300));
        assertThat(files.readsNow).isZero();
    }

    private static LongQuery<JobPage> list(boolean isRepeatable) {
        JobFilter filter =
                new JobFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, null);
        JobSearch search = new JobSearch(filter, JobOrder.OLDEST, null, 500);
        return new LongQuery<>() {
            @Override
            public @Nullable JobPage step(EngineView engine) {
                return engine.search(search);
            }

            @Override
            public boolean isRepeatable() {
                return isRepeatable && search.isRepeatable();
            }
        };
    }

    @Test
    void a_list_has_each_job_once() {
        addOut(1, JOBS);
        Recorder<JobPage> page = new Recorder<>();
        it.node.askInSteps(list(true), page);
        drain();
        assertThat(page.value().jobs()).hasSize(500);
        for (int i = 1; i <= 500; i++) {
            assertThat(page.value().jobs().get(i - 1).id()).isEqualTo(id(i));
        }
        assertThat(page.value().lookedAt()).isEqualTo(500);
        assertThat(files.readsNow).isZero();
    }

    /** A query that cannot be repeated reads them itself. */
    @Test
    void a_list_that_cannot_be_repeated_has_each_job_once_too() {
        addOut(1, JOBS);
        Recorder<JobPage> page = new Recorder<>();
        it.node.askInSteps(list(false), page);
        drain();
        assertThat(page.value().jobs())
                .extracting(JobView::number)
                .doesNotHaveDuplicates()
                .hasSize(500);
        assertThat(files.readsNow).isPositive();
    }

    @Test
    void a_stop_waits_for_who_waits() {
        addOut(1, JOBS);
        Caller<?> deleted = submit(1, new Delete(JobRef.of(id(100))));
        Caller<Optional<JobView>> asked = ask(2, engine -> Optional.ofNullable(engine.job(JobRef.of(id(300)))));
        boolean[] stopped = {false};
        it.node.stop(() -> stopped[0] = true);
        it.settle();
        assertThat(stopped[0]).isFalse();
        drain();
        assertThat(stopped[0]).isTrue();
        assertThat(deleted.told).containsExactly("reply");
        assertThat(asked.value()).isPresent();
    }

    /** The head is leased without waiting, but for the first lease of a queue. */
    @Test
    void columns_at_the_head_come_back_before_they_are_leased() {
        it = fixture(64 << 10);
        addOut(1, 20_000);
        long most = blocks().absentBytes();
        assertThat(most).isGreaterThan(150 * (16 + 24 * 64));
        for (int i = 1; i <= 20_000; i++) {
            Waiting<List<LeasedJob>> lease = it.lease(0, "q");
            drain();
            LeasedJob job = lease.value().get(0);
            assertThat(job.id()).isEqualTo(id(i));
            it.submit(new Complete(JobRef.of(job.number()), Claim.NONE, new byte[0]));
            it.settle();
        }
        assertThat(files.readsNow).isLessThan(3);
        letAllLeave();
        assertThat(blocks().absentBytes()).isZero();
        assertThat(files.stored).isEmpty();
    }

    @Test
    void a_file_is_given_up_by_writing_its_columns_elsewhere() {
        addOut(1, JOBS);
        List<dev.reeve.journal.PayloadPlace> before = List.copyOf(files.stored.keySet());
        // So much has to become free before a file is looked for.
        for (int i = 0; i < 5; i++) {
            Add large = new Add(id(10_000 + i), "large", new byte[1 << 20], 0, Add.NOW, UNKEPT);
            it.submit(large);
            drain();
            letAllLeave();
            submit(1, new Delete(JobRef.of(id(10_000 + i))));
            drain();
        }
        letAllLeave();
        assertThat(files.stored.keySet()).doesNotContainAnyElementsOf(before);
        assertThat(blocks().absentBytes()).isBetween(JOBS * 24L, JOBS * 25L);
        Caller<Optional<JobView>> asked = ask(1, engine -> Optional.ofNullable(engine.job(JobRef.of(id(300)))));
        drain();
        assertThat(asked.value().orElseThrow().id()).isEqualTo(id(300));
    }

    @Test
    void columns_that_cannot_be_written_stay() {
        addOut(1, JOBS);
        files.failsWrites = true;
        it.submit(add(JOBS + 1));
        letAllLeave();
        long before = blocks().absentBytes();
        files.failsWrites = false;
        it.advanceMillis(2_000);
        letAllLeave();
        assertThat(blocks().absentBytes()).isEqualTo(before + 16 + 24);
        Caller<Optional<JobView>> asked = ask(1, engine -> Optional.ofNullable(engine.job(JobRef.of(id(JOBS + 1)))));
        drain();
        assertThat(asked.value()).isPresent();
    }

    /** Nobody has read ahead for the first lease. */
    @Test
    void a_read_that_fails_ends_the_process_before_the_entry_is_durable() {
        addOut(1, JOBS);
        long last = it.journal.lastAppended();
        files.failsReads = true;
        Waiting<List<LeasedJob>> lease = it.lease(0, "q");
        drain();
        assertThat(files.readsNow).isEqualTo(1);
        assertThat(it.halts).hasSize(1);
        assertThat(lease.told()).isNotEqualTo(List.of("reply"));
        assertThat(it.journal.lastAppended()).isEqualTo(last);
    }

    @Test
    void clearing_gives_all_places_back() {
        addOut(1, JOBS);
        submit(1, new Clear());
        drain();
        letAllLeave();
        assertThat(files.stored).isEmpty();
        assertThat(files.readsNow).isZero();
        addOut(1, 10);
    }
}
