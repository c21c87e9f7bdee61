package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.AddOptions.Existing;
import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.PayloadMoves.Head;
import dev.reeve.engine.PayloadMoves.Stored;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.AbsentPayloadException;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Payloads that are on disk: nothing but the memory that they take depends on it. */
class PayloadMovesTest {
    private static final Terms TERMS =
            new Terms(10_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
    private static final long NO_HEAD = 0;

    private final Engine engine = new Engine();
    private final Map<StoredPayload, byte[]> disk = new HashMap<>();
    private final PayloadBlock.Writer blocks = new PayloadBlock.Writer();
    private long atMicros = 1;

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(++atMicros, 7, command), Effects.NONE);
    }

    private static JobId id(int number) {
        return JobId.ofUuid(1, number);
    }

    private static JobRef ref(int number) {
        return JobRef.of(id(number));
    }

    private static byte[] payload(int number) {
        return ("the payload of the job number " + number + " is quite long").getBytes(StandardCharsets.UTF_8);
    }

    private static Add add(int number) {
        return new Add(id(number), "q", payload(number), 0, Add.NOW, TERMS);
    }

    private void addJobs(int count) {
        for (int i = 1; i <= count; i++) {
            apply(add(i));
        }
    }

    private StoredPayload store(Cold cold) {
        StoredPayload stored = blocks.put(1, disk.size(), cold.payload().length, StoredPayload.sumOf(cold.payload()));
        disk.put(stored, cold.payload());
        return stored;
    }

    private List<Cold> cold(long headBytes) {
        return engine.payloadMoves().cold(Long.MAX_VALUE, headBytes);
    }

    /** Moves all payloads to the disk that may leave memory. */
    private int moveOut() {
        List<Cold> cold = cold(NO_HEAD);
        List<StoredPayload> stored = cold.stream().map(this::store).toList();
        blocks.end();
        for (int i = 0; i < stored.size(); i++) {
            assertThat(engine.payloadMoves().left(cold.get(i), stored.get(i))).isTrue();
        }
        return cold.size();
    }

    private void read(List<ShownPayload> shown) {
        shown.forEach(one -> one.bytes(Objects.requireNonNull(disk.get(one.stored()))));
    }

    private JobView look(int number) {
        return Objects.requireNonNull(engine.job(ref(number)));
    }

    @Test
    void the_newest_leave_first_and_the_head_stays() {
        addJobs(10);
        long bytes = HeapBytes.array(payload(1));
        assertThat(engine.payloadMoves().cold(1, NO_HEAD)).extracting(Cold::job).containsExactly(10L);
        assertThat(cold(6 * bytes)).extracting(Cold::job).containsExactly(9L, 8L, 7L);
        assertThat(cold(6 * bytes)).isEmpty();
        assertThat(cold(6 * bytes)).extracting(Cold::job).containsExactly(10L, 9L, 8L, 7L);
    }

    @Test
    void new_jobs_are_looked_at_before_the_rest() {
        addJobs(3);
        assertThat(cold(NO_HEAD)).hasSize(3);
        apply(add(4));
        assertThat(engine.payloadMoves().cold(1, NO_HEAD)).extracting(Cold::job).containsExactly(4L);
    }

    @Test
    void what_is_leased_or_short_stays() {
        addJobs(2);
        apply(new Add(id(3), "q", new byte[StoredPayload.SHORTEST], 0, Add.NOW, TERMS));
        apply(new Acquire(List.of("q"), null, 1, 0));
        assertThat(cold(NO_HEAD)).extracting(Cold::job).containsExactly(2L);
    }

    @Test
    void a_payload_on_disk_takes_less_memory_and_the_live_data_stays_as_it_is() {
        addJobs(5);
        long live = engine.liveBytes();
        assertThat(engine.heapBytes()).isEqualTo(live);
        assertThat(moveOut()).isEqualTo(5);
        assertThat(engine.liveBytes()).isEqualTo(live);
        assertThat(engine.heapBytes()).isLessThan(live);
        assertThat(engine.payloads().count()).isEqualTo(5);
        for (int i = 1; i <= 5; i++) {
            apply(new Delete(ref(i)));
        }
        assertThat(engine.heapBytes()).isEqualTo(engine.liveBytes());
        assertThat(engine.payloads().any()).isFalse();
        assertThat(engine.payloads().takeReleased()).containsExactlyInAnyOrderElementsOf(disk.keySet());
    }

    @Test
    void a_copy_of_the_job_wants_its_payload_and_has_it_once_it_was_read() {
        addJobs(1);
        moveOut();
        JobView job = look(1);
        assertThat(job.payloadLength()).isEqualTo(payload(1).length);
        assertThatThrownBy(job::payload).isInstanceOf(AbsentPayloadException.class);
        read(engine.payloads().takeShown());
        assertThat(job.payload()).isEqualTo(payload(1));
        assertThat(engine.payloads().anyShown()).isFalse();
    }

    @Test
    void a_lease_shows_the_payload_and_a_renewal_replaces_it() {
        addJobs(1);
        moveOut();
        LeasedJob leased = Objects.requireNonNull(
                        apply(new Acquire(List.of("q"), null, 1, 0)).reply())
                .get(0);
        read(engine.payloads().takeShown());
        assertThat(leased.payload()).isEqualTo(payload(1));
        assertThat(engine.payloads().takeReleased()).isEmpty();
        apply(new Renew(ref(1), Claim.ofToken(leased.lease().token()), 0, payload(2), null, null));
        assertThat(engine.payloads().takeReleased()).containsExactlyElementsOf(disk.keySet());
        assertThat(look(1).payload()).isEqualTo(payload(2));
    }

    @Test
    void an_add_that_is_repeated_decides_alike_wherever_the_payload_is() {
        AddOptions returns = AddOptions.NONE.withExisting(Existing.RETURN);
        apply(new Add(id(1), "q", payload(1), 0, Add.NOW, TERMS, returns));
        for (int round = 0; round < 2; round++) {
            assertThat(apply(new Add(id(1), "q", payload(1), 0, Add.NOW, TERMS, returns))
                            .rejection())
                    .isNull();
            assertThat(apply(new Add(id(1), "q", payload(2), 0, Add.NOW, TERMS, returns))
                            .rejection())
                    .isEqualTo(Rejection.JOB_EXISTS);
            moveOut();
        }
        assertThat(engine.payloads().count()).isEqualTo(1);
    }

    @Test
    void a_payload_that_was_replaced_meanwhile_does_not_leave_or_return() {
        addJobs(3);
        List<Cold> cold = cold(NO_HEAD);
        apply(new Delete(ref(3)));
        apply(new Acquire(List.of("q"), null, 1, 0));
        assertThat(engine.payloadMoves().left(cold.get(0), store(cold.get(0)))).isFalse();
        assertThat(engine.payloadMoves().left(cold.get(2), store(cold.get(2)))).isFalse();
        StoredPayload second = store(cold.get(1));
        assertThat(engine.payloadMoves().left(cold.get(1), second)).isTrue();
        Stored stored = Objects.requireNonNull(engine.payloadMoves().at(2, second.file(), second.offset()));
        assertThat(engine.payloadMoves().at(2, second.file(), second.offset() + 1))
                .isNull();
        assertThat(engine.payloadMoves().returned(stored, payload(2))).isTrue();
        assertThat(engine.payloadMoves().returned(stored, payload(2))).isFalse();
        assertThat(look(2).payload()).isEqualTo(payload(2));
        assertThat(engine.payloads().takeReleased()).containsExactly(second);
    }

    @Test
    void the_head_is_what_is_leased_next() {
        addJobs(10);
        moveOut();
        Head head = engine.payloadMoves().head("q", 3 * HeapBytes.array(payload(1)));
        assertThat(head.jobs()).isEqualTo(3);
        assertThat(head.stored()).extracting(Stored::job).containsExactly(1L, 2L, 3L);
        assertThat(engine.payloadMoves().head("other", 1000).jobs()).isZero();
    }

    private static List<byte[]> chunks(StateWriter writer, PayloadMovesTest reader) {
        List<byte[]> chunks = new ArrayList<>();
        List<ShownPayload> read = List.of();
        while (!writer.step(100, read)) {
            chunks.add(writer.take());
            read = writer.takeWanted();
            reader.read(read);
        }
        chunks.add(writer.take());
        return chunks;
    }

    private static Engine restored(List<byte[]> chunks) {
        StateReader reader = new StateReader();
        chunks.forEach(chunk -> reader.chunk(new ByteSource(chunk, 0, chunk.length)));
        return reader.engine();
    }

    /** The places of all payloads on disk. */
    private static List<Place> places(Engine of) {
        List<Place> places = new ArrayList<>();
        of.payloadMoves().forEachStored((file, offset, length) -> places.add(new Place(file, offset, length)));
        return places;
    }

    private List<Place> diskPlaces() {
        return disk.keySet().stream().map(Place::of).toList();
    }

    private record Place(int file, int offset, int length) {
        static Place of(StoredPayload stored) {
            return new Place(stored.file(), stored.offset(), stored.length());
        }
    }

    @Test
    void all_places_are_found_also_beyond_a_page_and_between_jobs_in_memory() {
        addJobs(1000);
        moveOut();
        for (int i = 1; i <= 1000; i += 3) {
            apply(new Delete(ref(i)));
            apply(add(i));
        }
        assertThat(places(engine)).hasSize(666).doesNotHaveDuplicates().isSubsetOf(diskPlaces());
    }

    /** A place is kept in a block with others, so the last one of them takes what all took. */
    @Test
    void what_the_places_take_is_counted_while_one_of_them_is_used() {
        addJobs(64);
        moveOut();
        long all = engine.liveBytes() - engine.heapBytes();
        for (int i = 1; i < 64; i++) {
            apply(new Delete(ref(i)));
        }
        long payload = HeapBytes.array(payload(1));
        long block = 64 * payload - all;
        assertThat(block).isBetween(64 * 16L, 64 * 17L);
        assertThat(engine.liveBytes() - engine.heapBytes()).isEqualTo(payload - block);
        apply(new Delete(ref(64)));
        assertThat(engine.heapBytes()).isEqualTo(engine.liveBytes());
    }

    @Test
    void a_snapshot_refers_to_what_is_on_disk() {
        addJobs(9);
        moveOut();
        apply(add(10));
        Engine restored = restored(chunks(engine.startSnapshot(), this));
        assertThat(restored.liveBytes()).isEqualTo(engine.liveBytes());
        assertThat(restored.payloads().count()).isEqualTo(9);
        assertThat(places(restored)).containsExactlyInAnyOrderElementsOf(diskPlaces());
    }

    @Test
    void a_whole_snapshot_has_all_payloads_also_of_jobs_that_changed_meanwhile() {
        addJobs(200);
        moveOut();
        StateWriter writer = engine.startSnapshot(true);
        for (int i = 1; i <= 200; i += 2) {
            apply(new Delete(ref(i)));
        }
        Engine restored = restored(chunks(writer, this));
        assertThat(restored.payloads().any()).isFalse();
        for (int i = 1; i <= 200; i++) {
            assertThat(Objects.requireNonNull(restored.job(ref(i))).payload()).isEqualTo(payload(i));
        }
    }

    private static JobFilter withText(String text) {
        return new JobFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, text);
    }

    @Test
    void a_search_by_text_wants_the_payloads_and_goes_on_when_they_are_read() {
        addJobs(50);
        moveOut();
        JobSearch search = new JobSearch(withText("number 4"), JobOrder.OLDEST, null, 100);
        JobPage page = null;
        int reads = 0;
        while (page == null) {
            page = engine.search(search);
            List<ShownPayload> wanted = engine.payloads().takeShown();
            assertThat(page == null || wanted.isEmpty())
                    .as("a page is complete only if it wants no payload")
                    .isTrue();
            reads += wanted.isEmpty() ? 0 : 1;
            read(wanted);
            engine.payloads().atHand(wanted);
        }
        assertThat(page.jobs())
                .extracting(JobView::number)
                .containsExactly(4L, 40L, 41L, 42L, 43L, 44L, 45L, 46L, 47L, 48L, 49L);
        assertThat(page.jobs())
                .allSatisfy(job -> assertThat(job.payload()).asString().contains("number 4"));
        assertThat(reads).isGreaterThan(1);
    }
}
