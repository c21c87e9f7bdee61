package dev.reeve.server.cli;

import dev.reeve.engine.Command;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.server.log.PlainText;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A journal entry as one line of text: time, command and all its arguments. Invariant: the line contains no payload and no
 * raw control characters.
 */
final class EntryLine {
    private EntryLine() {}

    static String of(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        Entry<?> entry = EntryCodec.read(new ByteSource(copy, 0, copy.length));
        return PlainText.of(RecordText.instant(entry.atMicros()) + " " + text(entry.command()));
    }

    private static String text(Command<?> command) {
        String arguments = command instanceof CommandGroup group ? steps(group.steps()) : RecordText.of(command);
        return (RecordText.word(command.type()) + " " + arguments).strip();
    }

    private static String steps(List<CommandGroup.Step> steps) {
        return steps.stream()
                .map(step -> step instanceof CommandGroup.Do one ? text(one.command()) : RecordText.of(step))
                .collect(Collectors.joining("; ", "of " + steps.size() + ": ", ""));
    }
}
