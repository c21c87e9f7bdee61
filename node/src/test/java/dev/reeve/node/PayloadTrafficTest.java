package dev.reeve.node;

import static dev.reeve.node.NodeFixture.SECOND;
import static dev.reeve.node.NodeFixture.WORK;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.NodeFixture.Waiting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Payloads leave memory, and are there again when somebody sees them. */
class PayloadTrafficTest {
    private static final long MEMORY = 1 << 20;
    /** Terms of jobs that are removed when they end. */
    private static final Terms UNKEPT = new Terms(10 * SECOND, 0, Terms.FOREVER, 0, Terms.BACKGROUND, WORK.retry());

    private final ManualPayloads files = new ManualPayloads();
    private final NodeFixture it = fixture(0);

    private NodeFixture fixture(long payloadBytes) {
        NodeFixture made = new NodeFixture(
                false,
                new Engine(),
                new NodeSettings(MEMORY, 1 << 20, new SplittableRandom(7)::nextLong, payloadBytes),
                files);
        made.node.start();
        made.settle();
        return made;
    }

    private static byte[] payload(int number) {
        return ("payload " + number + "x".repeat(1000)).getBytes(StandardCharsets.UTF_8);
    }

    private static void add(NodeFixture to, int number) {
        Recorder<?> added = to.submit(new Add(id(number), "q", payload(number), 0, Add.NOW, WORK));
        to.settle();
        assertThat(added.told).containsExactly("reply");
    }

    /** Runs everything until it is idle. */
    private void settle() {
        it.settle();
        while (files.step()) {
            it.settle();
        }
    }

    private void addOut(int count) {
        for (int i = 1; i <= count; i++) {
            add(it, i);
        }
        settle();
        pass();
        assertThat(it.engine.payloads().count()).isEqualTo(count);
    }

    /** Lets the pause end after which the node looks for payloads again. */
    private void pass() {
        it.advanceMillis(150);
        settle();
    }

    private Recorder<Optional<JobView>> look(int number) {
        Recorder<Optional<JobView>> recorder = new Recorder<>();
        it.node.ask(engine -> Optional.ofNullable(engine.job(JobRef.of(id(number)))), recorder);
        it.settle();
        return recorder;
    }

    @Test
    void a_reply_waits_for_the_payload_and_replies_behind_it_do_not() {
        addOut(3);
        Waiting<List<LeasedJob>> lease = it.lease(0, "q");
        Recorder<Integer> behind = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), behind);
        it.settle();
        assertThat(lease.told()).isEmpty();
        assertThat(behind.value()).isEqualTo(3);
        settle();
        assertThat(lease.value().get(0).payload()).isEqualTo(payload(1));
    }

    @Test
    void the_next_payloads_come_back_before_they_are_leased() {
        NodeFixture small = fixture(200_000);
        int jobs = 0;
        while (!(small.engine.payloads().count() > 50)) {
            add(small, ++jobs);
            while (files.step()) {
                small.advanceMillis(150);
            }
        }
        int misses = 0;
        for (int i = 1; i <= jobs; i++) {
            Waiting<List<LeasedJob>> lease = small.lease(0, "q");
            small.settle();
            misses += lease.told().isEmpty() ? 1 : 0;
            while (files.step()) {
                small.settle();
            }
            assertThat(lease.value().get(0).payload()).isEqualTo(payload(i));
        }
        assertThat(misses).isLessThan(3);
        assertThat(files.reads).isLessThan(jobs / 2);
    }

    @Test
    void others_are_served_while_many_payloads_move() {
        NodeFixture small = fixture(600_000);
        int jobs = 0;
        while (!files.step()) {
            addShort(small, ++jobs);
            small.settle();
        }
        assertThat(mostMovedInATurn(small)).isBetween(50, 64);

        while (jobs < 5_000) {
            addShort(small, ++jobs);
            small.settle();
        }
        letAllLeave(small);
        int out = small.engine.payloads().count();
        int most = 0;
        for (int i = 0; i < 400; i++) {
            small.lease(0, "q");
            small.settle();
            while (files.step()) {
                most = Math.max(most, mostMovedInATurn(small));
            }
        }
        assertThat(most).isBetween(50, 64);
        assertThat(small.engine.payloads().count()).isLessThan(out - 256);
    }

    /** Otherwise memory would become full, or leases would come to jobs whose payloads are on disk. */
    @Test
    void more_payloads_move_in_a_turn_than_clients_add_or_lease() {
        NodeFixture small = fixture(600_000);
        int jobs = 0;
        while (!files.step()) {
            addShort(small, ++jobs);
            small.settle();
        }
        small.loop.poll();
        int before = small.engine.payloads().count();
        for (int i = 0; i < 100; i++) {
            addShort(small, ++jobs);
        }
        small.loop.poll();
        assertThat(small.engine.payloads().count() - before).isBetween(150, 300);

        letAllLeave(small);
        while (files.step()) {
            small.settle();
        }
        while (!files.step()) {
            small.lease(0, "q");
            small.settle();
        }
        small.loop.poll();
        before = small.engine.payloads().count();
        for (int i = 0; i < 100; i++) {
            small.lease(0, "q");
        }
        small.loop.poll();
        assertThat(before - small.engine.payloads().count()).isBetween(150, 300);
    }

    @Test
    void when_memory_gets_short_all_leave_at_once() {
        NodeFixture small = fixture(600_000);
        for (int i = 1; i <= 5_000; i++) {
            addShort(small, i);
            small.settle();
        }
        assertThat(files.step()).isTrue();
        assertThat(mostMovedInATurn(small)).isEqualTo(1_024);
    }

    private static void addShort(NodeFixture to, int number) {
        to.submit(new Add(id(number), "q", new byte[40], 0, Add.NOW, WORK));
    }

    private static int mostMovedInATurn(NodeFixture in) {
        int most = 0;
        int before = in.engine.payloads().count();
        for (int i = 0; i < 20; i++) {
            in.loop.poll();
            int after = in.engine.payloads().count();
            most = Math.max(most, Math.abs(after - before));
            before = after;
        }
        return most;
    }

    /** What is left in memory takes more than it may: that must not cost a search and a write in every turn. */
    @Test
    void a_few_new_payloads_wait_for_others_or_for_some_time() {
        NodeFixture small = fixture(300_000);
        for (int i = 1; i <= 1_400; i++) {
            add(small, i);
            if (i % 100 == 0) {
                letAllLeave(small);
            }
        }
        int out = small.engine.payloads().count();
        assertThat(small.engine.heapBytes()).isGreaterThan(300_000);
        for (int i = 1_401; i <= 1_403; i++) {
            add(small, i);
            assertThat(files.isIdle()).isTrue();
        }
        add(small, 1_404);
        assertThat(files.isIdle()).as("there is enough for a write").isFalse();
        letAllLeave(small);
        assertThat(small.engine.payloads().count()).isEqualTo(out + 4);
        add(small, 1_405);
        assertThat(files.isIdle()).isTrue();
        letAllLeave(small);
        assertThat(small.engine.payloads().count()).as("time has passed").isEqualTo(out + 5);
    }

    /** Adds jobs until one is refused; returns how many were not. */
    private int fill(NodeFixture to, Terms terms) {
        int jobs = 0;
        Recorder<?> added;
        do {
            added = to.submit(new Add(id(++jobs), "q", payload(jobs), 0, Add.NOW, terms));
            to.settle();
            if (jobs % 100 == 0) {
                letAllLeave(to);
            }
        } while (added.told.contains("reply"));
        return jobs - 1;
    }

    private Waiting<List<LeasedJob>> lease(NodeFixture from) {
        Waiting<List<LeasedJob>> lease = from.lease(0, "q");
        drain(from);
        return lease;
    }

    private void drain(NodeFixture from) {
        from.settle();
        while (files.step()) {
            from.settle();
        }
    }

    /** The payloads of leased jobs do not leave memory. */
    @Test
    void a_server_whose_memory_is_full_can_lease_and_finish_all_jobs() {
        NodeFixture small = fixture(300_000);
        int jobs = fill(small, UNKEPT);
        assertThat(jobs).isGreaterThan(5_000);
        assertThat(small.engine.liveBytes()).isGreaterThan(5 * MEMORY);
        for (int i = 1; i <= jobs; i++) {
            LeasedJob job = lease(small).value().get(0);
            assertThat(job.payload()).isEqualTo(payload(i));
            assertThat(small.engine.heapBytes()).isLessThan(MEMORY * 21 / 20);
            small.submit(new Complete(JobRef.of(job.id()), Claim.NONE, new byte[0]));
            small.settle();
        }
        assertThat(small.engine.heapBytes()).isLessThan(MEMORY / 10);
    }

    /** Kept jobs take more when they have ended than while they wait, so the room for that is kept free. */
    @Test
    void a_server_whose_memory_is_full_can_finish_all_jobs_and_keep_them() {
        NodeFixture small = fixture(300_000);
        int jobs = fill(small, WORK);
        assertThat(jobs).isGreaterThan(1_000);
        for (int i = 1; i <= jobs; i++) {
            LeasedJob job = lease(small).value().get(0);
            Recorder<?> completed = small.submit(new Complete(JobRef.of(job.id()), Claim.NONE, new byte[0]));
            small.settle();
            assertThat(completed.told).contains("reply");
        }
        assertThat(small.engine.jobCount()).isEqualTo(jobs);
        assertThat(small.engine.heapBytes()).isLessThanOrEqualTo(MEMORY * 21 / 20);
    }

    /** The room for a lease is not kept free for a job whose payload is on disk, and which goes when it ends. */
    @Test
    void leases_are_refused_when_even_the_reserve_is_used_up_and_go_on_when_jobs_have_gone() {
        NodeFixture small = fixture(300_000);
        int jobs = fill(small, UNKEPT);
        List<LeasedJob> leased = new ArrayList<>();
        Waiting<List<LeasedJob>> last = lease(small);
        while (!last.told().contains("OUT_OF_MEMORY")) {
            leased.addAll(last.value());
            // The ids of the jobs at the head are read also when memory is full.
            assertThat(small.engine.heapBytes()).isLessThanOrEqualTo(MEMORY * 21 / 20 + 16 * 1_552);
            last = lease(small);
        }
        assertThat(leased).hasSizeBetween(200, jobs / 2);
        assertThat(small.engine.heapBytes()).isGreaterThan(MEMORY * 21 / 20 - 200);
        LeasedJob first = leased.get(0);
        JobRef waiting = JobRef.of(id(jobs));
        Recorder<?> cancelled = small.submit(Cancel.keep(JobRef.of(id(jobs - 1)), Claim.NONE, null));
        Recorder<?> renewed = small.submit(new Renew(JobRef.of(first.id()), Claim.NONE, SECOND));
        Recorder<?> released = small.submit(new Release(JobRef.of(first.id()), Claim.NONE, false));
        drain(small);
        assertThat(cancelled.told).as("nothing is kept of it").contains("reply");
        assertThat(renewed.told).contains("reply");
        assertThat(released.told).contains("reply");
        assertThat(lease(small).value().get(0).id()).as("it was leased before").isEqualTo(first.id());
        assertThat(lease(small).told()).containsExactly("OUT_OF_MEMORY");
        Recorder<?> deleted = small.submit(new Delete(waiting));
        Recorder<?> finished = small.submit(new Complete(JobRef.of(first.id()), Claim.NONE, new byte[0]));
        drain(small);
        assertThat(deleted.told).contains("reply");
        assertThat(finished.told).contains("reply");
        leased.subList(0, 3).forEach(job -> small.submit(new Delete(JobRef.of(job.id()))));
        drain(small);
        assertThat(lease(small).value().get(0).number()).isEqualTo(leased.size() + 1L);
    }

    private void letAllLeave(NodeFixture from) {
        for (int i = 0; i < 20; i++) {
            from.advanceMillis(150);
            from.settle();
            while (files.step()) {
                from.settle();
            }
        }
    }

    /** A payload in memory is there once. Each that is read for a reply is another copy, so their number has a limit. */
    @Test
    void payloads_that_are_read_for_many_replies_cause_backpressure() {
        addOut(1);
        List<Recorder<Optional<JobView>>> looks = new ArrayList<>();
        for (int i = 0; i < 5_000 && !it.node.congested(); i++) {
            Recorder<Optional<JobView>> recorder = new Recorder<>();
            it.node.ask(engine -> Optional.ofNullable(engine.job(JobRef.of(id(1)))), recorder);
            it.settle();
            looks.add(recorder);
        }
        assertThat(looks).hasSizeBetween((1 << 20) / 1_100, (1 << 20) / 1_000);
        settle();
        assertThat(it.node.congested()).isFalse();
        assertThat(looks)
                .allSatisfy(
                        look -> assertThat(look.value().orElseThrow().payload()).isEqualTo(payload(1)));
    }

    private static LongQuery<JobPage> search(String text) {
        JobFilter filter =
                new JobFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, text);
        JobSearch search = new JobSearch(filter, JobOrder.OLDEST, null, 10);
        return engine -> engine.search(search);
    }

    @Test
    void payloads_that_a_search_reads_are_let_go_of() {
        addOut(40);
        for (int i = 0; i < 100; i++) {
            Recorder<JobPage> found = new Recorder<>();
            it.node.askInSteps(search("payload 4"), found);
            settle();
            assertThat(found.value().jobs()).hasSize(2);
        }
        assertThat(it.node.congested()).isFalse();
    }

    @Test
    void a_query_is_answered_with_the_payload() {
        addOut(1);
        Recorder<Optional<JobView>> look = look(1);
        assertThat(look.told).isEmpty();
        settle();
        assertThat(look.value().orElseThrow().payload()).isEqualTo(payload(1));
        assertThat(it.engine.payloads().count()).as("it stays on disk").isEqualTo(1);
    }

    @Test
    void a_query_that_looks_into_payloads_is_asked_again() {
        addOut(2);
        Recorder<String> both = new Recorder<>();
        it.node.ask(
                engine -> {
                    StringBuilder text = new StringBuilder();
                    for (int i = 1; i <= 2; i++) {
                        JobView job = Objects.requireNonNull(engine.job(JobRef.of(id(i))));
                        text.append(new String(job.payload(), StandardCharsets.UTF_8), 0, 9);
                    }
                    return text.toString();
                },
                both);
        settle();
        assertThat(both.value()).isEqualTo("payload 1payload 2");
    }

    @Test
    void a_search_by_text_reads_them_step_by_step() {
        addOut(40);
        Recorder<JobPage> found = new Recorder<>();
        it.node.askInSteps(search("payload 3x"), found);
        settle();
        assertThat(found.value().jobs()).extracting(JobView::number).containsExactly(3L);
        assertThat(found.value().jobs().get(0).payload()).isEqualTo(payload(3));
    }

    @Test
    void what_is_shown_is_read_before_its_place_is_released() {
        addOut(2);
        PayloadPlace place = files.stored.keySet().iterator().next();
        Waiting<List<LeasedJob>> lease = it.lease(0, "q");
        it.settle();
        it.submit(new Delete(JobRef.of(id(1))));
        it.settle();
        assertThat(files.stored).containsKey(place);
        settle();
        assertThat(lease.value().get(0).payload()).isEqualTo(payload(1));
        pass();
        assertThat(files.stored).doesNotContainKey(place);
        assertThat(files.payloads()).isEqualTo(it.engine.payloads().count());
    }

    @Test
    void memory_that_payloads_have_left_takes_more_jobs() {
        int jobs = 0;
        while (it.engine.liveBytes() < 2 * MEMORY) {
            add(it, ++jobs);
            settle();
            pass();
        }
        assertThat(it.engine.heapBytes()).isLessThan(MEMORY);
        assertThat(it.engine.memoryLimitBytes()).isGreaterThan(MEMORY + MEMORY / 2);
    }

    @Test
    void payloads_that_cannot_be_written_stay_in_memory_and_are_tried_again() {
        files.failsWrites = true;
        add(it, 1);
        settle();
        assertThat(it.engine.payloads().count()).isZero();
        files.failsWrites = false;
        it.advanceMillis(500);
        settle();
        assertThat(it.engine.payloads().count()).isZero();
        it.advanceMillis(600);
        settle();
        pass();
        assertThat(it.engine.payloads().count()).isEqualTo(1);
    }

    @Test
    void nothing_is_written_while_disk_space_is_low() {
        add(it, 1);
        files.step();
        it.room(WriteAdmission.NO_GROWTH);
        Recorder<?> refused = it.submit(new Add(id(2), "q", payload(2), 0, Add.NOW, WORK));
        settle();
        assertThat(refused.told).containsExactly(Rejection.OUT_OF_DISK.name());
        int written = files.writes;
        Waiting<List<LeasedJob>> lease = it.lease(0, "q");
        settle();
        assertThat(lease.value().get(0).payload()).isEqualTo(payload(1));
        it.advanceMillis(11 * SECOND / 1000);
        settle();
        assertThat(files.writes).isEqualTo(written);
    }

    @Test
    void a_payload_that_is_written_while_its_job_ends_is_released() {
        add(it, 1);
        it.submit(new Complete(JobRef.of(id(1)), Claim.NONE, new byte[0]));
        it.submit(new Delete(JobRef.of(id(1))));
        it.settle();
        settle();
        assertThat(files.stored).isEmpty();
    }

    @Test
    void a_stop_waits_for_replies_whose_payloads_are_read() {
        addOut(1);
        Recorder<Optional<JobView>> look = look(1);
        boolean[] stopped = {false};
        it.node.stop(() -> stopped[0] = true);
        it.settle();
        assertThat(stopped[0]).isFalse();
        settle();
        assertThat(stopped[0]).isTrue();
        assertThat(look.value().orElseThrow().payload()).isEqualTo(payload(1));
    }

    @Test
    void a_copy_of_the_state_has_all_payloads() {
        addOut(100);
        it.node.copyState(new Recorder<>());
        settle();
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();
        String text = snapshot.bytes.toString(StandardCharsets.ISO_8859_1);
        for (int i = 1; i <= 100; i++) {
            assertThat(text).contains(new String(payload(i), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void other_snapshots_refer_to_the_disk() {
        addOut(100);
        it.journal.snapshotDue = true;
        it.node.journalAdvanced();
        settle();
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();
        assertThat(snapshot.bytes.toString(StandardCharsets.ISO_8859_1)).doesNotContain("xxxxxxxx");
    }
}
