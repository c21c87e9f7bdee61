package dev.reeve.engine.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.job.JobRef;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A component of a command that is called queue or queues, at any depth, names queues of that command. */
class CommandQueuesTest {
    private static final int COMMANDS = 200;

    @ParameterizedTest
    @EnumSource
    void a_command_tells_exactly_the_queues_that_its_components_name(CommandType type) throws Exception {
        RandomCommand random = new RandomCommand(new SplittableRandom(type.code()));
        for (int i = 0; i < COMMANDS; i++) {
            Command<?> command = random.entry(type).command();
            Set<Object> named = new LinkedHashSet<>();
            collect(command, named);
            assertThat(new LinkedHashSet<Object>(command.queues()))
                    .as("queues of %s", command)
                    .isEqualTo(named);
        }
    }

    @Test
    void a_group_tells_each_queue_once() {
        CommandGroup group = new CommandGroup(List.of(
                new CommandGroup.Do(new DeleteQueue("b")),
                new CommandGroup.Do(new Delete(JobRef.of(1))),
                new CommandGroup.Do(new Pause(List.of("a", "b"), true, true))));
        assertThat(group.queues()).containsExactly("b", "a");
    }

    private static void collect(Object value, Set<Object> named) throws ReflectiveOperationException {
        if (value instanceof Collection<?> several) {
            for (Object one : several) {
                collect(one, named);
            }
        } else if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                Object held = component.getAccessor().invoke(value);
                if (held == null) {
                    continue;
                }
                switch (component.getName()) {
                    case "queue" -> named.add(held);
                    case "queues" -> named.addAll((Collection<?>) held);
                    default -> collect(held, named);
                }
            }
        }
    }
}
