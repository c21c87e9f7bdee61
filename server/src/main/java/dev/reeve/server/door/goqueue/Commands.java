package dev.reeve.server.door.goqueue;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that there are. */
final class Commands {
    private static final List<Form> ALL = List.of(
            Form.of("ADD", AddCommand::read, Field.QUEUE, Field.PRIORITY, Field.TTP, Field.DATA),
            Form.of("RESERVE", ReserveCommand::read, Field.QUEUE, Field.TIMEOUT),
            Form.of("DELETE", DeleteCommand::read, Field.ID),
            Form.of("CONNECT", ConnectCommand::read));

    private Commands() {}

    /** The command that the next bytes name; null if there is none of that name. */
    static @Nullable Form find(ByteBuf input, int wordBytes) {
        for (int i = 0; i < ALL.size(); i++) {
            if (ALL.get(i).isNamed(input, wordBytes)) {
                return ALL.get(i);
            }
        }
        return null;
    }
}
