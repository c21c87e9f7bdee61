package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.QlessEvent.OptionSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time and the order of published events. */
class SubscribersTest {
    private final List<String> told = new ArrayList<>();
    private boolean anyone = true;

    private final Subscribers subscribers = new Subscribers() {
        @Override
        public boolean any() {
            return anyone;
        }

        @Override
        public void published(QlessEvent event) {
            OptionSet option = (OptionSet) event;
            told.add(option.option() + " " + option.value());
        }
    };

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hear_of_what_is_durable_in_order_and_before_the_answer(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.node.subscribers(subscribers);
        submit(it, "1");
        submit(it, "2");
        it.loop.turn();
        assertThat(told).isEmpty();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.turn();
        assertThat(told).containsExactly("a 1", "b 1", "answer 1");
        it.settle();
        assertThat(told).containsExactly("a 1", "b 1", "answer 1", "a 2", "b 2", "answer 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hear_nothing_of_what_happened_before_they_came(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.node.subscribers(subscribers);
        anyone = false;
        submit(it, "1");
        it.settle();
        anyone = true;
        submit(it, "2");
        it.settle();
        assertThat(told).containsExactly("answer 1", "a 2", "b 2", "answer 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hear_nothing_of_an_entry_that_could_not_be_applied(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.node.subscribers(subscribers);
        submit(it, "1");
        submit(it, "bug");
        it.settle();
        it.loop.turn();
        assertThat(told).containsExactly("a 1", "b 1", "answer 1");
        assertThat(it.halts).hasSize(1);
    }

    private void submit(NodeFixture it, String message) {
        it.node.submit(new Announce(message), new Completion<>() {
            @Override
            public void reply(Done value) {
                told.add("answer " + message);
            }

            @Override
            public void refused(Rejection why) {
                told.add(why.name());
            }

            @Override
            public void outcomeUnknown() {}
        });
    }

    /** Tells of two events. */
    private record Announce(String message) implements Command<Done> {
        @Override
        public CommandType type() {
            return CommandType.TICK;
        }

        @Override
        public Outcome<Done> apply(EngineState store) {
            store.effects().qlessEvent(new OptionSet("a", message));
            if (message.equals("bug")) {
                throw new IllegalStateException("a bug");
            }
            store.effects().qlessEvent(new OptionSet("b", message));
            return Outcome.done();
        }

        @Override
        public void write(ByteSink out) {}
    }
}
