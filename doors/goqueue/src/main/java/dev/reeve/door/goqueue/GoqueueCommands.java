package dev.reeve.door.goqueue;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table of the commands. */
final class GoqueueCommands {
    static final List<FrameSpec> ALL = List.of(
            FrameSpec.of(
                    "ADD",
                    GoqueueAddCommand::new,
                    FrameField.QUEUE,
                    FrameField.PRIORITY,
                    FrameField.TTP,
                    FrameField.DATA),
            FrameSpec.of("RESERVE", ReserveCommand::new, FrameField.QUEUE, FrameField.TIMEOUT),
            FrameSpec.of("DELETE", GoqueueDeleteCommand::new, FrameField.ID),
            FrameSpec.of("CONNECT", ConnectCommand::new),
            FrameSpec.of("AUTH", GoqueueAuthCommand::new, FrameField.TOKEN));

    private GoqueueCommands() {}

    /** The command that the next bytes name; null if it is unknown. */
    static @Nullable FrameSpec find(ByteBuf input, int wordBytes) {
        for (int i = 0; i < ALL.size(); i++) {
            if (ALL.get(i).isNamed(input, wordBytes)) {
                return ALL.get(i);
            }
        }
        return null;
    }
}
