package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.command.Acquire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the steps of long queries on a loop whose time passes only by what is done on it. */
class LongQueriesTest {
    private static final long STEP_MICROS = 20;
    private static final long CALL_MICROS = 7;
    private static final int STEPS = 1_000;

    private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
    private final ManualLoop loop = new ManualLoop(clock);
    private long calls;
    private final LongQueries queries = new LongQueries(loop, clock, () -> calls);
    private int stepsLeft = STEPS;
    private int steps;

    private void step() {
        long began = clock.uptimeMicros();
        pass(STEP_MICROS);
        steps++;
        stepsLeft--;
        queries.stepped(began);
        if (stepsLeft > 0) {
            queries.add(this::step);
        }
    }

    private void pass(long micros) {
        clock.set(clock.nowMicros() + micros);
    }

    private void call() {
        calls++;
        pass(CALL_MICROS);
    }

    private void begin() {
        queries.add(this::step);
    }

    @Test
    void aQueryAloneGoesOnAtEachPoll() {
        long began = clock.nowMicros();
        begin();
        for (int i = 0; i < STEPS; i++) {
            loop.poll();
        }
        assertThat(stepsLeft).isZero();
        assertThat(clock.nowMicros() - began).isEqualTo(STEPS * STEP_MICROS);
    }

    @Test
    void queriesTakeAFifthOfTheTimeBesideOthersHoweverManyTheyAre() {
        begin();
        queries.add(this::step);
        queries.add(this::step);
        loop.poll();
        long began = clock.nowMicros();
        int before = steps;
        while (clock.nowMicros() - began < 10_000) {
            call();
            loop.poll();
        }
        long share = 100L * (steps - before) * STEP_MICROS / (clock.nowMicros() - began);
        assertThat(share).isBetween(15L, 20L);
    }

    @Test
    void aQueryStillCountsOthersWhileAllOfThemWaitForASync() {
        begin();
        call();
        loop.poll();
        int before = steps;
        pass(LongQueries.PRESENT_MICROS - 2 * STEP_MICROS);
        loop.poll();
        loop.poll();
        assertThat(steps - before).isEqualTo(1);
    }

    @Test
    void aQueryIsAloneAgainWhenOthersHaveGone() {
        begin();
        call();
        loop.poll();
        pass(LongQueries.PRESENT_MICROS);
        loop.poll();
        long began = clock.nowMicros();
        int before = steps;
        for (int i = 0; i < 100; i++) {
            loop.poll();
        }
        assertThat(clock.nowMicros() - began).isEqualTo((steps - before) * STEP_MICROS);
        assertThat(steps - before).isEqualTo(100);
    }

    @Test
    void aStepThatTookLongIsFollowedByABoundedPause() {
        begin();
        call();
        queries.stepped(clock.uptimeMicros() - 1_000_000);
        loop.poll();
        assertThat(steps).isEqualTo(1);
        queries.stepped(clock.uptimeMicros() - 1_000_000);
        queries.add(this::step);
        pass(LongQueries.LONGEST_PAUSE_MICROS);
        loop.poll();
        assertThat(steps).isGreaterThan(1);
    }

    @Test
    void aPauseIsOverForAQueryThatComesLater() {
        stepsLeft = 1;
        begin();
        call();
        loop.poll();
        assertThat(steps).isEqualTo(1);
        pass(LongQueries.OTHERS_PARTS * STEP_MICROS);
        stepsLeft = 1;
        queries.add(this::step);
        loop.poll();
        assertThat(steps).isEqualTo(2);
    }

    /** The node tells the list which calls are those of others. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQueryOfTheNodeLeavesOthersTheirPart(boolean appliesAtCommit) {
        NodeFixture it = new NodeFixture(appliesAtCommit);
        it.node.askInSteps(takingTime(it), new Recorder<>());
        List<Runnable> calls = List.of(
                () -> it.add("q", ++steps),
                () -> it.node.ask(EngineView::jobCount, new Recorder<>()),
                () -> it.node.acquire(new Acquire(List.of("none"), "w", 1, 0), 0, new Recorder<>()));
        for (Runnable call : calls) {
            long began = it.clock.nowMicros();
            int before = stepsLeft;
            while (it.clock.nowMicros() - began < 10_000) {
                call.run();
                it.clock.set(it.clock.nowMicros() + CALL_MICROS);
                it.loop.poll();
                it.journal.sync(Integer.MAX_VALUE);
                it.node.journalAdvanced();
                it.loop.oneTurn();
            }
            long share = 100L * (before - stepsLeft) * STEP_MICROS / (it.clock.nowMicros() - began);
            assertThat(share).isBetween(10L, 22L);
        }
    }

    @Test
    void queriesOfTheNodeDoNotPauseForEachOther() {
        NodeFixture it = new NodeFixture(false);
        for (int i = 0; i < 5; i++) {
            it.node.askInSteps(takingTime(it), new Recorder<>());
        }
        long began = it.clock.nowMicros();
        int before = stepsLeft;
        for (int i = 0; i < 100; i++) {
            it.loop.poll();
        }
        assertThat(before - stepsLeft).isEqualTo(100);
        assertThat(it.clock.nowMicros() - began).isEqualTo(100 * STEP_MICROS);
    }

    /** A query with steps of which each takes some time. */
    private LongQuery<Integer> takingTime(NodeFixture it) {
        return engine -> {
            it.clock.set(it.clock.nowMicros() + STEP_MICROS);
            return --stepsLeft > 0 ? null : 0;
        };
    }
}
