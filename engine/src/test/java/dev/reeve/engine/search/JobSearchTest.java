package dev.reeve.engine.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QueueReader;
import dev.reeve.engine.RandomEntries;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.RestrictedView;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of jobs are complete, in order and without repetition, and no step of one looks at very much. */
class JobSearchTest {
    private static final long START = 1_000_000_000;
    private static final ReadRule NO_PAYLOADS_AND_NO_SECRETS = new QueueReader(queue -> !queue.equals("secret"));

    private final Engine engine = new Engine();

    private void apply(Command<?> command) {
        assertThat(engine.apply(new Entry<>(START, 1, command), Effects.NONE).rejection())
                .isNull();
    }

    private void add(int from, int to, String queue, List<String> tags, byte[] payload) {
        AddOptions options = AddOptions.NONE.withTags(tags);
        for (int i = from; i < to; i++) {
            apply(new Add(id(i), queue, payload, 0, Add.NOW, TermsBuilder.plain(), options));
        }
    }

    private static JobId id(int i) {
        return JobId.ofUuid(7, i);
    }

    private JobPage page(JobSearch search) {
        JobPage page = engine.search(search);
        while (page == null) {
            page = engine.search(search);
        }
        return page;
    }

    /** The numbers of the whole list, by pages. */
    private List<Long> all(JobFilter filter, JobOrder order, int limit) {
        List<Long> numbers = new ArrayList<>();
        JobPosition after = null;
        do {
            JobPage page = page(new JobSearch(filter, order, after, limit));
            page.jobs().forEach(job -> numbers.add(job.number()));
            after = kept(page.next());
        } while (after != null);
        return numbers;
    }

    /** The position as a client gives it back. */
    private static @Nullable JobPosition kept(@Nullable JobPosition position) {
        return position == null ? null : JobPosition.of(position.toBytes());
    }

    private static JobFilter tagged(String tag) {
        return new JobFilter(
                List.of(), List.of(), List.of(), List.of(tag), List.of(), List.of(), null, null, null, null);
    }

    private static JobFilter text(String text) {
        return text(text, List.of());
    }

    private static JobFilter text(String text, List<String> queues) {
        return new JobFilter(queues, List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, text);
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> reversed(List<Long> numbers) {
        return numbers.stream().sorted(Comparator.reverseOrder()).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void a_list_has_what_a_naive_one_has(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 200, 4);
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 1; step < 6_000; step++) {
            engine.apply(entries.next(engine), Effects.NONE);
            if (step % 100 == 0) {
                compare(random);
            }
        }
    }

    private void compare(SplittableRandom random) {
        for (JobOrder order : JobOrder.values()) {
            List<String> queues = new ArrayList<>();
            for (int i = random.nextInt(3) + (order.byNumber() ? 0 : 1); i > 0; i--) {
                queues.add("queue" + random.nextInt(4));
            }
            List<State> states = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                states.add(State.ofCode(1 + random.nextInt(State.values().length)));
            }
            List<String> tags = random.nextInt(3) > 0 ? List.of() : List.of("tag" + random.nextInt(3), "tag0");
            JobFilter filter =
                    new JobFilter(queues, states, List.of(), tags, List.of(), List.of(), null, null, null, null);
            List<Long> expected = naive(filter, order);
            assertThat(all(filter, order, 1 + random.nextInt(7)))
                    .as(order + " " + filter)
                    .isEqualTo(expected);
            Long count = page(new JobSearch(filter, order, null, 1)).count();
            assertThat(count == null ? expected.size() : count).isEqualTo(expected.size());
        }
    }

    private List<Long> naive(JobFilter filter, JobOrder order) {
        List<JobView> jobs = new ArrayList<>();
        if (order == JobOrder.NEXT) {
            assertThat(filter.queues()).isNotEmpty();
            List<String> queues = filter.queues().stream().distinct().toList();
            queues.forEach(queue -> jobs.addAll(engine.ready(queue, 0, Integer.MAX_VALUE)));
            jobs.removeIf(job -> job.state() != State.READY || !meets(filter, job));
            List<Long> numbers = jobs.stream().map(JobView::number).toList();
            return queues.size() == 1 ? numbers : inOrderOfTheList(numbers, filter, order);
        }
        int found = 0;
        for (long number = 1; found < engine.jobCount(); number++) {
            JobView job = engine.job(JobRef.of(number));
            found += job == null ? 0 : 1;
            boolean listed = job != null
                    && (order != JobOrder.DUE || job.state() == State.SCHEDULED || job.state() == State.RETRYING);
            if (job != null && listed && meets(filter, job)) {
                jobs.add(job);
            }
        }
        if (order == JobOrder.DUE) {
            jobs.sort(Comparator.comparingLong(JobView::dueAtMicros).thenComparingLong(JobView::number));
        }
        List<Long> numbers = jobs.stream().map(JobView::number).toList();
        return order == JobOrder.NEWEST ? reversed(numbers) : numbers;
    }

    /** For several queues only the jobs are compared, because no query tells their common order. */
    private List<Long> inOrderOfTheList(List<Long> numbers, JobFilter filter, JobOrder order) {
        List<Long> listed = all(filter, order, 3);
        assertThat(listed).containsExactlyInAnyOrderElementsOf(numbers);
        return listed;
    }

    private boolean meets(JobFilter filter, JobView job) {
        boolean inQueue = filter.queues().isEmpty() || (filter.queues().contains(job.queue()) && isOfLiveQueue(job));
        return inQueue
                && (filter.states().isEmpty() || filter.states().contains(job.state()))
                && (filter.tags().isEmpty() || job.labels().tags().stream().anyMatch(filter.tags()::contains));
    }

    private boolean isOfLiveQueue(JobView job) {
        long[] numbers = engine.jobs(job.queue(), job.status());
        return LongStream.of(numbers).anyMatch(number -> number == job.number());
    }

    @Test
    void many_jobs_of_a_tag_are_found_by_a_scan_and_few_by_the_index() {
        add(0, 30_000, "q", List.of("many"), new byte[0]);
        add(30_000, 30_010, "q", List.of("few"), new byte[0]);
        JobPage many = page(new JobSearch(tagged("many"), JobOrder.NEWEST, null, 3));
        assertThat(many.jobs().stream().map(JobView::number)).containsExactly(30_000L, 29_999L, 29_998L);
        assertThat(many.lookedAt()).isEqualTo(13);
        assertThat(many.count()).isEqualTo(30_000);
        JobPage few = page(new JobSearch(tagged("few"), JobOrder.OLDEST, null, 3));
        assertThat(few.lookedAt()).isEqualTo(3);
        assertThat(all(tagged("few"), JobOrder.NEWEST, 3)).isEqualTo(reversed(numbers(30_001, 30_011)));
        assertThat(all(tagged("many"), JobOrder.OLDEST, 500)).isEqualTo(numbers(1, 30_001));
    }

    @Test
    void failed_jobs_of_a_queue_are_found_at_once_among_many_others() {
        add(0, 20_000, "q", List.of(), new byte[0]);
        add(20_000, 20_100, "mail", List.of(), new byte[0]);
        for (int i = 20_000; i < 20_100; i += 10) {
            apply(new Fail(JobRef.of(id(i)), Claim.NONE, null));
        }
        JobFilter failed = JobFilter.of(List.of(), List.of(State.FAILED));
        JobPage page = page(new JobSearch(failed, JobOrder.NEWEST, null, 5));
        assertThat(page.lookedAt()).isEqualTo(5);
        assertThat(page.count()).isEqualTo(10);
        JobFilter waiting = JobFilter.of(List.of("mail"), List.of());
        JobPage both = page(new JobSearch(waiting, JobOrder.OLDEST, null, 100));
        assertThat(both.jobs().stream().map(JobView::number)).isEqualTo(numbers(20_001, 20_101));
        assertThat(both.lookedAt()).isEqualTo(100);
        assertThat(both.next()).isNull();
    }

    @Test
    void a_list_goes_on_where_it_was_although_jobs_come_and_go() {
        add(0, 100, "q", List.of(), new byte[0]);
        JobPage first = page(new JobSearch(JobFilter.ALL, JobOrder.NEWEST, null, 10));
        for (int i = 80; i < 95; i++) {
            apply(new Delete(JobRef.of(id(i))));
        }
        add(100, 120, "q", List.of(), new byte[0]);
        JobPage second = page(new JobSearch(JobFilter.ALL, JobOrder.NEWEST, kept(first.next()), 10));
        assertThat(second.jobs().stream().map(JobView::number)).isEqualTo(reversed(numbers(71, 81)));
    }

    @Test
    void a_step_looks_at_few_jobs_and_a_page_at_two_hundred_thousand() {
        add(0, 210_000, "q", List.of(), new byte[0]);
        JobFilter nothing = text("nowhere");
        JobSearch search = new JobSearch(nothing, JobOrder.OLDEST, null, 10);
        int steps = 1;
        JobPage page = engine.search(search);
        while (page == null) {
            steps++;
            page = engine.search(search);
        }
        assertThat(steps).isEqualTo((JobSearch.LOOKS_PER_PAGE - 1) / JobSearch.LOOKS_PER_STEP + 1);
        assertThat(page.jobs()).isEmpty();
        assertThat(page.lookedAt()).isEqualTo(200_000);
        assertThat(page.next()).isNotNull();
        JobPage rest = page(new JobSearch(nothing, JobOrder.OLDEST, kept(page.next()), 10));
        assertThat(rest.lookedAt()).isEqualTo(10_000);
        assertThat(rest.next()).isNull();
    }

    @Test
    void with_many_queues_a_step_looks_at_more_jobs() {
        for (int i = 0; i < 400; i++) {
            add(i, i + 1, "q" + i, List.of(), new byte[0]);
        }
        add(400, 3_400, "q", List.of(), new byte[0]);
        JobSearch search = new JobSearch(text("nowhere"), JobOrder.OLDEST, null, 10);
        int steps = 1;
        while (engine.search(search) == null) {
            steps++;
        }
        assertThat(steps).isLessThan(10);
    }

    @Test
    void a_step_reads_few_bytes_of_large_payloads() {
        int bytes = 3 * JobSearch.PIECE_BYTES;
        add(0, 20, "q", List.of(), "x".repeat(bytes).getBytes(StandardCharsets.UTF_8));
        assertThat(steps(new JobSearch(text("nowhere"), JobOrder.OLDEST, null, 10)))
                .isBetween(20 * 3, 20 * 3 + 1);
        add(20, 40, "small", List.of(), "x".repeat(8 * JobSearch.BYTES_PER_LOOK).getBytes(StandardCharsets.UTF_8));
        JobFilter small = text("nowhere", List.of("small"));
        assertThat(steps(new JobSearch(small, JobOrder.OLDEST, null, 10))).isBetween(10, 21);
    }

    private int steps(JobSearch search) {
        int steps = 1;
        while (engine.search(search) == null) {
            steps++;
        }
        return steps;
    }

    @Test
    void a_text_across_two_pieces_of_a_payload_is_found() {
        String fill = "x".repeat(JobSearch.PIECE_BYTES - 3);
        add(0, 3, "q", List.of(), (fill + "NeedLe" + fill).getBytes(StandardCharsets.UTF_8));
        for (JobOrder order : List.of(JobOrder.OLDEST, JobOrder.NEWEST)) {
            assertThat(all(text("needle"), order, 2)).containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(all(text("needles"), order, 2)).isEmpty();
        }
        assertThat(seenBy(new QueueReader(queue -> true))).isEmpty();
        assertThat(seenBy(new ReaderOfAllContent())).containsExactly(1L, 2L, 3L);
    }

    private List<Long> seenBy(ReadRule rule) {
        RestrictedView view = new RestrictedView(engine, rule);
        JobSearch search = new JobSearch(text("needle"), JobOrder.OLDEST, null, 10);
        JobPage page = view.search(search);
        while (page == null) {
            page = view.search(search);
        }
        return page.jobs().stream().map(JobView::number).toList();
    }

    /** Sees payloads, but perhaps not of all queues. */
    private static final class ReaderOfAllContent implements ReadRule {
        @Override
        public boolean allows(String queue) {
            return true;
        }

        @Override
        public boolean allowsAll() {
            return false;
        }

        @Override
        public boolean showsPayloads(String queue) {
            return true;
        }

        @Override
        public boolean showsResults(String queue) {
            return true;
        }

        @Override
        public JobView shown(JobView job) {
            return job;
        }
    }

    @Test
    void a_page_does_not_end_within_a_payload() {
        int bytes = (JobSearch.LOOKS_PER_PAGE + 1_000) * JobSearch.BYTES_PER_LOOK;
        byte[] payload = new byte[bytes];
        payload[bytes - 1] = 'z';
        add(0, 1, "q", List.of(), payload);
        assertThat(all(text("z"), JobOrder.OLDEST, 10)).containsExactly(1L);
    }

    @Test
    void a_payload_that_changes_while_it_is_read_is_read_again() {
        byte[] old = "x".repeat(4 * JobSearch.PIECE_BYTES).getBytes(StandardCharsets.UTF_8);
        add(0, 1, "q", List.of(), old);
        JobSearch search = new JobSearch(text("needle"), JobOrder.OLDEST, null, 10);
        assertThat(engine.search(search)).isNull();
        apply(new Delete(JobRef.of(id(0))));
        assertThat(page(search).jobs()).isEmpty();
        JobSearch changed = new JobSearch(text("needle"), JobOrder.OLDEST, null, 10);
        unique("x".repeat(4 * JobSearch.PIECE_BYTES));
        assertThat(engine.search(changed)).isNull();
        unique("needle" + "x".repeat(JobSearch.PIECE_BYTES));
        assertThat(page(changed).jobs()).hasSize(1);
    }

    /** Adds a job, or gives the one that waits another payload. */
    private void unique(String payload) {
        UniqueKey key = new UniqueKey("k", false, 0, Duplicate.REPLACE);
        AddOptions options = AddOptions.NONE.withTies(JobTies.ofKeys(key, null));
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        apply(new Add(JobId.of("u" + payload.length()), "q", bytes, 0, Add.NOW, TermsBuilder.plain(), options));
    }

    @Test
    void jobs_that_went_between_two_steps_are_not_listed() {
        add(0, 5_000, "q", List.of("t"), new byte[0]);
        JobSearch search = new JobSearch(tagged("t"), JobOrder.OLDEST, null, 5_000);
        assertThat(engine.search(search)).isNull();
        apply(new Delete(JobRef.of(id(4_999))));
        assertThat(page(search).jobs()).hasSize(4_999);
        JobSearch cleared = new JobSearch(JobFilter.of(List.of("q"), List.of()), JobOrder.OLDEST, null, 5_000);
        assertThat(engine.search(cleared)).isNull();
        apply(new Clear());
        assertThat(page(cleared).jobs()).hasSize(JobSearch.LOOKS_PER_STEP);
    }

    @Test
    void a_restricted_reader_finds_nothing_by_what_it_may_not_see() {
        add(0, 3, "open", List.of(), "needle".getBytes(StandardCharsets.UTF_8));
        add(3, 6, "secret", List.of("needle"), new byte[0]);
        RestrictedView view = new RestrictedView(engine, NO_PAYLOADS_AND_NO_SECRETS);
        JobPage all = view.search(new JobSearch(JobFilter.ALL, JobOrder.OLDEST, null, 10));
        assertThat(all).isNotNull();
        assertThat(all.jobs().stream().map(JobView::number)).containsExactly(1L, 2L, 3L);
        assertThat(all.jobs().get(0).payload()).isEmpty();
        assertThat(all.count()).isNull();
        JobPage found = view.search(new JobSearch(text("needle"), JobOrder.OLDEST, null, 10));
        assertThat(found).isNotNull();
        assertThat(found.jobs()).isEmpty();
        JobSearch secret = new JobSearch(JobFilter.of(List.of("secret"), List.of()), JobOrder.OLDEST, null, 10);
        assertThatThrownBy(() -> view.search(secret)).isInstanceOf(RefusedQueryException.class);
    }

    @Test
    void what_cannot_be_listed_is_refused() {
        assertThatThrownBy(() -> new JobSearch(JobFilter.ALL, JobOrder.DUE, null, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a queue for the order DUE");
        assertThatThrownBy(() -> new JobSearch(JobFilter.ALL, JobOrder.OLDEST, null, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a limit of at least 1, but got 0");
        for (byte[] bytes : List.of(new byte[0], new byte[] {5, 9}, new byte[] {1, 2, 1, 97, 0, 0, 0, 0, 7})) {
            assertThatThrownBy(() -> JobPosition.of(bytes)).isInstanceOf(FormatException.class);
        }
    }
}
