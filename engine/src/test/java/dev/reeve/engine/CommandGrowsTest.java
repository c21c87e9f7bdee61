package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Tick;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A command that makes the live data larger says so, so that it is refused while the memory is full. */
class CommandGrowsTest {
    /** These have to work while the memory is full, because they lead to the end of jobs. They add little. */
    private static final Set<CommandType> ALLOWED_WHEN_FULL = EnumSet.of(
            CommandType.ACQUIRE,
            CommandType.RENEW,
            CommandType.COMPLETE,
            CommandType.FAIL,
            CommandType.RELEASE,
            CommandType.TIMEOUT,
            CommandType.REQUEUE,
            CommandType.CANCEL,
            CommandType.DELETE,
            CommandType.SET_OUTPUT,
            CommandType.TAG,
            CommandType.DEPEND,
            CommandType.UNFAIL,
            CommandType.RETRY,
            CommandType.PAUSE,
            CommandType.PEEK,
            CommandType.LIST_JOBS_OF_WORKER,
            CommandType.TRACK,
            CommandType.COMMAND_GROUP,
            CommandType.CLOSE_BATCH);

    @Test
    void no_other_command_grows_without_saying_so() {
        Set<CommandType> silent = EnumSet.noneOf(CommandType.class);
        for (int seed = 1; seed <= 3; seed++) {
            RandomEntries entries = RandomEntries.ofAllCommands(seed, 24, 3);
            Engine engine = new Engine();
            for (int step = 0; step < 8_000; step++) {
                Entry<?> entry = entries.next(engine);
                // Deadlines that are due also change the size; they are no part of the command.
                engine.apply(new Entry<>(entry.atMicros(), 0, new Tick()), Effects.NONE);
                long before = engine.liveBytes();
                engine.apply(entry, Effects.NONE);
                if (engine.liveBytes() > before && entry.command().growthBytes() == 0) {
                    silent.add(entry.command().type());
                }
            }
        }
        assertThat(silent).contains(CommandType.ACQUIRE).isSubsetOf(ALLOWED_WHEN_FULL);
    }
}
