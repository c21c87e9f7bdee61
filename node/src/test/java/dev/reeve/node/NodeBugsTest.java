package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.node.NodeFixture.Waiting;
import dev.reeve.testkit.LogLines;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bug in the engine, in a query or in a caller does to others. */
class NodeBugsTest {
    private static final List<String> REPLY = List.of("reply");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_the_engine_ends_the_process_after_the_earlier_answers(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<AddedJob> before = it.add("q", 1);
        Recorder<Done> bug = it.submit(new Bug());
        Recorder<AddedJob> after = it.add("q", 2);
        it.settle();
        assertThat(before.told).isEqualTo(REPLY);
        assertThat(bug.told).isEmpty();
        assertThat(after.told).isNotEqualTo(REPLY);
        assertThat(it.halts).hasSize(1);
        if (!atCommit) {
            assertThat(it.journal.entries).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobody_is_told_what_an_entry_did_that_could_not_be_applied(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        Waiting<FinishedJob> result = it.result(1, 1000);
        it.settle();
        it.submit(new CommandGroup(List.of(new CommandGroup.Do(it.complete(1, "r")), new CommandGroup.Do(new Bug()))));
        it.settle();
        assertThat(it.halts).hasSize(1);
        assertThat(result.told()).doesNotContain("reply");
    }

    @Test
    void a_bug_in_the_engine_leaves_nothing_behind_it_in_the_journal() {
        NodeFixture it = new NodeFixture(false);
        it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), new Recorder<>() {
            @Override
            public void resultFixed(AddedJob job) {
                it.submit(new Bug());
                it.add("q", 2);
            }
        });
        it.settle();
        assertThat(it.halts).hasSize(1);
        assertThat(it.journal.entries).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_aquestion_keeps_nobody_else_from_being_answered(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<Integer> bug = new Recorder<>();
        Recorder<Integer> longBug = new Recorder<>();
        Recorder<AddedJob> added;
        try (LogLines log = new LogLines(Node.class)) {
            it.node.ask(
                    engine -> {
                        throw new IllegalStateException("a bug");
                    },
                    bug);
            it.node.askInSteps(
                    engine -> {
                        throw new IllegalStateException("a bug");
                    },
                    longBug);
            added = it.add("q", 1);
            it.settle();
            assertThat(log.told())
                    .hasSize(2)
                    .allSatisfy(line ->
                            assertThat(line).startsWith("query failed\njava.lang.IllegalStateException: a bug"));
        }
        assertThat(added.told).isEqualTo(REPLY);
        assertThat(bug.told).containsExactly("unknown");
        assertThat(longBug.told).containsExactly("unknown");
        assertThat(it.halts).isEmpty();
    }

    @Test
    void a_bug_in_acaller_does_not_keep_its_entry_from_the_disk() {
        NodeFixture it = new NodeFixture(false);
        Recorder<AddedJob> bug = new Recorder<>() {
            @Override
            public void resultFixed(AddedJob job) {
                throw new IllegalStateException("a bug");
            }
        };
        assertThatThrownBy(() -> it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), bug))
                .hasMessage("a bug");
        it.settle();
        assertThat(it.journal.flushedAll()).isTrue();
        Recorder<AddedJob> added = it.add("q", 2);
        it.settle();
        assertThat(added.told).isEqualTo(REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_an_answer_keeps_nobody_else_from_being_answered(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<AddedJob> bug = new Recorder<>() {
            @Override
            public void reply(AddedJob job) {
                throw new IllegalStateException("a bug");
            }
        };
        it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), bug);
        Recorder<AddedJob> added = it.add("q", 2);
        try (LogLines log = new LogLines(PendingReplies.class)) {
            it.settle();
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .startsWith("reply delivery failed\njava.lang.IllegalStateException: a bug");
        }
        assertThat(added.told).isEqualTo(REPLY);
        assertThat(bug.told).containsExactly("unknown");
    }

    private static final class Bug implements Command<Done> {
        @Override
        public CommandType type() {
            return CommandType.TICK;
        }

        @Override
        public Outcome<Done> apply(EngineState store) {
            throw new IllegalStateException("a bug");
        }

        @Override
        public void write(ByteSink out) {}
    }
}
