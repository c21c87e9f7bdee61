package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.Totals;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.node.schedule.NaiveCron;
import dev.reeve.node.schedule.ScheduleTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules on a random clock, with restarts, against a naive model that looks at every minute and keeps every job. */
class ScheduleModelTest {
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final List<String> ZONES =
            List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "UTC");
    private static final Terms KEPT =
            new Terms(0, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    /** The clocks of the zones change in the weeks after both. */
    private static final List<Instant> STARTS =
            List.of(Instant.parse("2026-03-01T00:00:00Z"), Instant.parse("2026-09-28T00:00:00Z"));

    private static final int DAYS = Integer.getInteger("reeve.schedule-days", 40);

    /** What should have become of one schedule. */
    private static final class Model {
        final String name;
        final List<Long> times;
        final MissedRuns missed;
        final Overlap overlap;
        final List<String> last = new ArrayList<>();
        long next;
        boolean paused;

        @Nullable
        Long waiting;

        Model(String name, List<Long> times, MissedRuns missed, Overlap overlap) {
            this.name = name;
            this.times = times;
            this.missed = missed;
            this.overlap = overlap;
        }

        long after(long now) {
            return times.stream().filter(time -> time > now).findFirst().orElseThrow();
        }

        void serve(long now, Map<String, Boolean> jobs) {
            if (paused) {
                return;
            }
            Long first = waiting;
            if (first != null && !runs(jobs)) {
                waiting = null;
                run(first, jobs);
            }
            List<Long> due =
                    times.stream().filter(time -> time >= next && time <= now).toList();
            if (due.isEmpty()) {
                return;
            }
            next = after(now);
            long latest = due.get(due.size() - 1);
            List<Long> wanted = switch (missed) {
                case ALL -> due.subList(Math.max(0, due.size() - 100), due.size());
                case ONE -> List.of(latest);
                case SKIP -> now - latest <= MINUTE ? List.of(latest) : List.of();
            };
            wanted.forEach(time -> run(time, jobs));
        }

        private boolean runs(Map<String, Boolean> jobs) {
            return last.stream().anyMatch(id -> Boolean.TRUE.equals(jobs.get(id)));
        }

        private void run(long time, Map<String, Boolean> jobs) {
            if (overlap != Overlap.ALLOW && runs(jobs)) {
                waiting = overlap == Overlap.QUEUE && waiting == null ? (Long) time : waiting;
                return;
            }
            add(time, jobs);
        }

        void add(long time, Map<String, Boolean> jobs) {
            String id = name + "@" + Instant.ofEpochSecond(time / SECOND, 1000 * (time % SECOND));
            jobs.putIfAbsent(id, true);
            last.remove(id);
            last.add(0, id);
            if (last.size() > 10) {
                last.remove(10);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void the_jobs_are_those_of_a_naive_model(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Model> models = new TreeMap<>();
        Map<String, Boolean> jobs = new TreeMap<>();
        Instant start = STARTS.get((int) (seed % STARTS.size()));
        Run run = new Run(random, start);
        for (int i = 0; i < 6; i++) {
            String zone = ZONES.get(random.nextInt(ZONES.size()));
            NaiveCron cron = NaiveCron.random(random);
            List<Long> times = cron.timesAfter(start, Duration.ofDays(DAYS + 30), ZoneId.of(zone));
            Model model =
                    new Model("s" + i, times, MissedRuns.ofCode(random.nextInt(3)), Overlap.ofCode(random.nextInt(3)));
            run.submit(put(model, cron, zone, run.now()));
            model.next = model.after(run.now());
            models.put(model.name, model);
        }
        for (int step = 0; run.now() < (start.getEpochSecond() + DAYS * 86_400L) * SECOND; step++) {
            String what = step(random, run, models, jobs);
            models.values().forEach(model -> model.serve(run.now(), jobs));
            try {
                check(run.engine, models, jobs);
            } catch (AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ", step " + step + ", " + what + " at "
                                + Instant.ofEpochSecond(run.now() / SECOND),
                        e);
            }
        }
        assertThat(jobs).hasSizeGreaterThan(50);
    }

    private static PutSchedule put(Model model, NaiveCron cron, String zone, long now) {
        Add job = new Add(JobId.of(model.name), "q", new byte[0], 0, Add.NOW, KEPT);
        ScheduleSpec spec = new ScheduleSpec(cron.text(), zone, 0, JobTemplate.of(job), model.missed, model.overlap);
        return new PutSchedule(model.name, spec, ScheduleTimes.of(spec).firstMicros(now));
    }

    private static String step(SplittableRandom random, Run run, Map<String, Model> models, Map<String, Boolean> jobs) {
        Model model = Objects.requireNonNull(models.get("s" + random.nextInt(models.size())));
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> {
                List<String> running = jobs.keySet().stream().filter(jobs::get).toList();
                if (running.isEmpty()) {
                    return "nothing";
                }
                String id = running.get(random.nextInt(running.size()));
                JobRef ref = JobRef.of(JobId.of(id));
                run.submit(random.nextInt(4) == 0 ? new Delete(ref) : new Complete(ref, Claim.NONE, new byte[0]));
                jobs.put(id, false);
                return "end of " + id;
            }
            case 4 -> {
                run.submit(new PauseSchedule(model.name, !model.paused, model.after(run.now())));
                model.next = model.paused ? model.after(run.now()) : model.next;
                model.paused = !model.paused;
                model.waiting = null;
                return "pause or resume of " + model.name;
            }
            case 5 -> {
                // Two runs at the same moment are one.
                run.pass(1);
                models.values().forEach(one -> one.serve(run.now(), jobs));
                run.submit(new RunNow(model.name));
                model.add(run.now(), jobs);
                return "run of " + model.name;
            }
            case 6 -> {
                run.restart(random.nextInt(4) == 0 ? random.nextLong(3 * 24 * 60 * MINUTE) : random.nextLong(MINUTE));
                return "restart";
            }
            case 7 -> run.pass(random.nextLong(12 * 60 * MINUTE));
            default -> run.pass(1 + random.nextLong(90 * MINUTE));
        }
        return "time";
    }

    private static void check(Engine engine, Map<String, Model> models, Map<String, Boolean> jobs) {
        Map<String, Boolean> actual = new TreeMap<>();
        for (String id : jobs.keySet()) {
            JobView job = engine.job(JobRef.of(JobId.of(id)));
            actual.put(id, job != null && !job.state().ended());
        }
        assertThat(actual).isEqualTo(jobs);
        assertThat(engine.totals().get(Totals.Count.CREATED)).isEqualTo(jobs.size());
        for (Model model : models.values()) {
            Schedule schedule = engine.schedules().get(model.name);
            assertThat(schedule).isNotNull();
            assertThat(schedule.nextMicros()).as(model.name).isEqualTo(model.next);
            assertThat(schedule.last().stream().map(JobId::toString))
                    .as(model.name)
                    .isEqualTo(model.last);
            assertThat(
                            schedule.waiting() == null
                                    ? null
                                    : (Long) schedule.waiting().forMicros())
                    .as(model.name)
                    .isEqualTo(model.waiting);
        }
    }

    /** A node that is restarted now and then, from its journal or from a snapshot. */
    private static final class Run {
        private final SplittableRandom random;
        private final ManualClock clock;
        private ManualLoop loop;
        private ManualJournal journal = new ManualJournal(false);
        private Engine engine = new Engine();
        private Node node;

        Run(SplittableRandom random, Instant start) {
            this.random = random;
            this.clock = new ManualClock(start.getEpochSecond() * SECOND);
            this.loop = new ManualLoop(clock);
            this.node = node();
        }

        private Node node() {
            NodeSettings settings = new NodeSettings(1 << 28, 1 << 16, random.split()::nextLong);
            return new Node(loop, clock, journal, engine, settings, (why, cause) -> {
                throw new AssertionError(why, cause);
            });
        }

        long now() {
            return clock.nowMicros();
        }

        void submit(Command<?> command) {
            node.submit(command, new Recorder<>());
            settle();
        }

        void pass(long micros) {
            clock.set(clock.nowMicros() + micros);
            settle();
        }

        void restart(long micros) {
            EngineInvariants.check(engine);
            engine = StateHash.restore(StateHash.snapshot(engine));
            clock.set(clock.nowMicros() + micros);
            loop = new ManualLoop(clock);
            journal = new ManualJournal(false);
            node = node();
            node.start();
            settle();
        }

        private void settle() {
            loop.turn();
            while (journal.sync(Integer.MAX_VALUE)) {
                node.journalAdvanced();
                loop.turn();
            }
        }
    }
}
