package dev.reeve.server.door.goqueue;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The commands that there are. */
final class Commands {
    private static final Map<String, Form> BY_NAME = Stream.of(
                    Form.of("ADD", AddCommand::read, Field.QUEUE, Field.PRIORITY, Field.TTP, Field.DATA),
                    Form.of("CONNECT", ConnectCommand::read),
                    Form.of("DELETE", DeleteCommand::read, Field.ID),
                    Form.of("RESERVE", ReserveCommand::read, Field.QUEUE, Field.TIMEOUT))
            .collect(Collectors.toUnmodifiableMap(Form::name, Function.identity()));

    private Commands() {}

    static @Nullable Form find(String word) {
        return BY_NAME.get(word);
    }
}
