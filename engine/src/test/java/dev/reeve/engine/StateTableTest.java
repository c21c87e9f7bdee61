package dev.reeve.engine;

import static dev.reeve.engine.job.State.CANCELLED;
import static dev.reeve.engine.job.State.COMPLETED;
import static dev.reeve.engine.job.State.DEPENDS;
import static dev.reeve.engine.job.State.FAILED;
import static dev.reeve.engine.job.State.LEASED;
import static dev.reeve.engine.job.State.READY;
import static dev.reeve.engine.job.State.RETRYING;
import static dev.reeve.engine.job.State.SCHEDULED;
import static dev.reeve.engine.job.State.THROTTLED;
import static dev.reeve.engine.job.State.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of {@link State#mayBecome}: commands lead along every pair that it allows, and nothing along any other. */
class StateTableTest {
    /** A change of state. */
    record Pair(State from, State to) implements Comparable<Pair> {
        boolean allowed() {
            return from.mayBecome(to);
        }

        @Override
        public int compareTo(Pair other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return from + " to " + to;
        }
    }

    static Stream<Pair> allowed() {
        return pairs().filter(Pair::allowed);
    }

    static Stream<Pair> disallowed() {
        return pairs().filter(pair -> !pair.allowed());
    }

    private static Stream<Pair> pairs() {
        return Arrays.stream(State.values())
                .flatMap(from -> Arrays.stream(State.values()).map(to -> new Pair(from, to)));
    }

    @Test
    void the_table_is_the_one_in_the_comment() {
        Set<State> waiting = EnumSet.of(READY, SCHEDULED, DEPENDS);
        Set<State> unfinished = EnumSet.of(READY, SCHEDULED, DEPENDS, RETRYING, LEASED, THROTTLED);
        assertThat(from(READY)).isEqualTo(EnumSet.complementOf(EnumSet.of(TIMED_OUT)));
        assertThat(from(SCHEDULED)).isEqualTo(EnumSet.complementOf(EnumSet.of(RETRYING, LEASED, TIMED_OUT, THROTTLED)));
        assertThat(from(DEPENDS)).isEqualTo(from(SCHEDULED));
        assertThat(from(RETRYING)).isEqualTo(EnumSet.complementOf(EnumSet.of(LEASED, THROTTLED)));
        assertThat(from(THROTTLED)).isEqualTo(EnumSet.complementOf(EnumSet.of(LEASED, TIMED_OUT, THROTTLED)));
        assertThat(from(LEASED)).isEqualTo(EnumSet.complementOf(EnumSet.of(THROTTLED)));
        assertThat(from(FAILED)).isEqualTo(EnumSet.of(READY, SCHEDULED, DEPENDS, CANCELLED));
        assertThat(Stream.of(COMPLETED, TIMED_OUT, CANCELLED).map(StateTableTest::from))
                .allMatch(waiting::equals);
        assertThat(Arrays.stream(State.values()).filter(state -> !state.ended()))
                .containsExactlyElementsOf(unfinished);
    }

    private static Set<State> from(State from) {
        Set<State> next = EnumSet.noneOf(State.class);
        pairs().filter(pair -> pair.from() == from && pair.allowed()).forEach(pair -> next.add(pair.to()));
        return next;
    }

    @ParameterizedTest
    @MethodSource("allowed")
    void commands_lead_along_every_allowed_pair(Pair pair) {
        Engine engine = new Engine();
        before(pair).forEach(line -> play(engine, line));
        assertThat(state(engine)).isEqualTo(pair.from());
        String hash = StateHash.of(engine);
        play(engine, change(pair));
        assertThat(state(engine)).isEqualTo(pair.to());
        assertThat(StateHash.of(engine)).isNotEqualTo(hash);
        EngineInvariants.check(engine);
    }

    /** Lines of a scenario that bring the job x into the first state of the pair, so that the second can follow. */
    private static List<String> before(Pair pair) {
        if (pair.equals(new Pair(LEASED, LEASED))) {
            return List.of("set grace-period 0", "put x q now=0s", "pop q now=0s by=joe");
        }
        if (pair.equals(new Pair(RETRYING, TIMED_OUT))) {
            return List.of("add x q rule=retries delays=5s retries=1", "lease q", "timeout x", "deletequeue q");
        }
        if (pair.equals(new Pair(READY, THROTTLED))) {
            return List.of("add y q key=k", "add x q key=k");
        }
        int retries = pair.to() == FAILED || pair.to() == TIMED_OUT ? 0 : 5;
        boolean failsTwice = pair.equals(new Pair(RETRYING, FAILED));
        String add = "add x q rule=retries delays=5s retries=" + (failsTwice ? 1 : retries);
        List<String> lines = new ArrayList<>(List.of("add z other"));
        switch (pair.from()) {
            case READY -> lines.add(add);
            case SCHEDULED -> lines.add(add + " at=50s");
            case DEPENDS -> lines.add(add + " depends=z");
            case RETRYING -> lines.addAll(List.of(add, "fail x"));
            case LEASED -> lines.addAll(List.of(add, "lease q"));
            case COMPLETED -> lines.addAll(List.of(add, "complete x"));
            case FAILED -> lines.addAll(List.of("add x q", "fail x"));
            case TIMED_OUT -> lines.addAll(List.of("add x q rule=retries", "lease q", "timeout x"));
            case CANCELLED -> lines.addAll(List.of(add, "cancel x keep"));
            case THROTTLED ->
                lines.addAll(
                        List.of("limit k max=1", "add y other key=k", "lease other", "lease other", add + " key=k"));
        }
        return lines;
    }

    /** The line that brings the job into the second state. */
    private static String change(Pair pair) {
        if (pair.equals(new Pair(THROTTLED, READY))) {
            return "complete y";
        }
        return switch (pair.to()) {
            case READY -> "put x q now=1s depends=missing";
            case SCHEDULED -> "put x q now=1s depends=missing delay=9s";
            case DEPENDS -> "put x q now=1s depends=z";
            case RETRYING, FAILED -> "fail x";
            case LEASED -> pair.from() == LEASED ? "pop q now=60s by=ann" : "lease q";
            case COMPLETED -> "complete x";
            case TIMED_OUT -> pair.from() == RETRYING ? "tick" : "timeout x";
            case CANCELLED -> "cancel x keep";
            case THROTTLED -> "limit k max=1";
        };
    }

    private static void play(Engine engine, String line) {
        Command<?> command = new ScenarioLine(line.split(" ", -1)).command();
        assertThat(command).isNotNull();
        Outcome<?> outcome = engine.apply(new Entry<>(ScenarioWords.START_MICROS, 0, command), Effects.NONE);
        assertThat(outcome.rejection()).as(line).isNull();
    }

    private static State state(Engine engine) {
        JobView job = engine.job(JobRef.of(JobId.of("x")));
        assertThat(job).isNotNull();
        return job.state();
    }

    @ParameterizedTest
    @MethodSource("allowed")
    void a_job_changes_its_state_along_every_allowed_pair(Pair pair) {
        Job job = job(pair.from());
        job.transition(pair.to());
        assertThat(job.state()).isEqualTo(pair.to());
    }

    @ParameterizedTest
    @MethodSource("disallowed")
    void a_job_refuses_every_other_pair(Pair pair) {
        Job job = job(pair.from());
        assertThatThrownBy(() -> job.transition(pair.to()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("job 7 cannot change from " + pair);
        assertThat(job.state()).isEqualTo(pair.from());
    }

    private static Job job(State state) {
        return Job.of(7, JobId.of("x"), new JobQueue(1, "q"), new byte[0], TermsBuilder.plain(), 0, 0, state);
    }

    /**
     * The deadlines that have come and the steps of a group are applied one by one, so that a job changes its state once at
     * a time. Only an acquisition does two things to a job: the job becomes ready, then it is leased.
     */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void a_random_run_goes_along_allowed_pairs_only(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 24, 3);
        Engine engine = new Engine();
        Set<Pair> seen = new TreeSet<>();
        for (int step = 0; step < 4_000; step++) {
            Entry<?> entry = entries.next(engine);
            for (Command<?> command : singly(entry.command())) {
                Map<Long, State> before = states(engine);
                engine.apply(new Entry<>(entry.atMicros(), entry.seed(), command), Effects.NONE);
                note(before, states(engine), command, seen);
            }
        }
        assertThat(seen).as("seed %d", seed).allMatch(Pair::allowed);
        assertThat(seen)
                .as("seed %d", seed)
                .hasSizeGreaterThan(25)
                .extracting(Pair::to)
                .containsAll(EnumSet.complementOf(EnumSet.of(THROTTLED)));
        assertThat(seen).as("seed %d", seed).extracting(Pair::from).contains(State.values());
    }

    private static List<Command<?>> singly(Command<?> command) {
        List<Command<?>> commands = new ArrayList<>(List.of(new Tick()));
        if (command instanceof CommandGroup group) {
            for (CommandGroup.Step step : group.steps()) {
                if (step instanceof CommandGroup.Do one) {
                    commands.add(one.command());
                }
            }
        } else {
            commands.add(command);
        }
        return commands;
    }

    private static Map<Long, State> states(Engine engine) {
        Map<Long, State> states = new TreeMap<>();
        engine.state().jobs().page(0, Integer.MAX_VALUE).forEach(job -> states.put(job.number(), job.state()));
        return states;
    }

    private static void note(Map<Long, State> before, Map<Long, State> after, Command<?> command, Set<Pair> seen) {
        after.forEach((number, to) -> {
            State from = before.get(number);
            if (from == null || from == to) {
                return;
            }
            boolean inTwoSteps = command instanceof Acquire
                    && to == LEASED
                    && List.of(SCHEDULED, RETRYING, LEASED).contains(from);
            // A job is placed before its key has no slot for it, and has one before it is leased.
            State next = to == THROTTLED || inTwoSteps || (from == THROTTLED && to == LEASED) ? READY : to;
            seen.add(new Pair(from, next == from ? to : next));
        });
    }
}
