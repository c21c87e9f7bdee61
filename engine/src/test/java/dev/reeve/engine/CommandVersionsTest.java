package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Tick;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which version of the engine a command came with. */
class CommandVersionsTest {
    /** Nothing is added to the commands of a version that was released: nodes that have it would stop at the new one. */
    @Test
    void the_first_version_has_these_commands() {
        List<Integer> first = Stream.of(
                        IntStream.rangeClosed(1, 41),
                        IntStream.rangeClosed(46, 49),
                        IntStream.rangeClosed(53, 65),
                        IntStream.rangeClosed(69, 70))
                .flatMap(IntStream::boxed)
                .toList();
        assertThat(Arrays.stream(CommandType.values())
                        .filter(type -> type.sinceVersion() == EngineVersion.FIRST)
                        .map(CommandType::code))
                .containsExactlyInAnyOrderElementsOf(first);
        assertThat(CommandType.values())
                .allSatisfy(
                        type -> assertThat(type.sinceVersion()).isBetween(EngineVersion.FIRST, EngineVersion.CURRENT));
    }

    private record Newer() implements Command<Done> {
        @Override
        public int sinceVersion() {
            return EngineVersion.CURRENT;
        }

        @Override
        public Outcome<Done> apply(EngineState state) {
            return Outcome.done();
        }
    }

    @Test
    void a_group_is_as_new_as_its_newest_command() {
        CommandGroup.Step known = new CommandGroup.Do(new Tick());
        CommandGroup.Step asked = new CommandGroup.Ask(engine -> 1);
        assertThat(new CommandGroup(List.of(known, asked)).sinceVersion()).isEqualTo(EngineVersion.FIRST);
        assertThat(new CommandGroup(List.of(known, new CommandGroup.Do(new Newer()), known)).sinceVersion())
                .isEqualTo(EngineVersion.CURRENT);
    }
}
