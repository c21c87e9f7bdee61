package dev.reeve.door.workq;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table of the commands. */
final class WorkqCommands {
    static final Map<String, CommandSpec> BY_NAME = Stream.of(
                    CommandSpec.withPayloadAndFlags("add", 5, AddCommand::add),
                    CommandSpec.withPayloadAndFlags("schedule", 6, AddCommand::schedule),
                    CommandSpec.withPayloadAndFlags("run", 5, AddCommand::run),
                    CommandSpec.plain("result", 2, ResultCommand::new),
                    CommandSpec.atLeast("lease", 2, LeaseCommand::new),
                    JobCommand.COMPLETE,
                    JobCommand.FAIL,
                    JobCommand.DELETE)
            .collect(Collectors.toUnmodifiableMap(CommandSpec::name, Function.identity()));

    private WorkqCommands() {}

    static CommandSpec find(RequestLine line) throws BadLine {
        String name = line.command();
        CommandSpec form = name == null ? null : BY_NAME.get(name);
        if (form == null && InspectCommand.NAME.equals(name)) {
            if (line.args() == 0) {
                throw new BadLine(ClientError.INVALID_ARGS);
            }
            form = InspectCommand.BY_OBJECT.get(line.text(0));
        }
        if (form == null) {
            throw new BadLine(ClientError.UNKNOWN_COMMAND);
        }
        return form;
    }
}
