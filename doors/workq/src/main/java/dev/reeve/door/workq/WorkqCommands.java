package dev.reeve.door.workq;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table of the commands. */
final class WorkqCommands {
    /** The most frequent first. */
    static final List<CommandSpec> ALL = List.of(
            CommandSpec.atLeast("lease", 2, LeaseCommand::new),
            JobCommand.COMPLETE,
            CommandSpec.withPayloadAndFlags("add", 5, AddCommand::add),
            CommandSpec.withPayloadAndFlags("schedule", 6, AddCommand::schedule),
            CommandSpec.withPayloadAndFlags("run", 5, AddCommand::run),
            CommandSpec.plain("result", 2, ResultCommand::new),
            JobCommand.FAIL,
            JobCommand.DELETE,
            CommandSpec.plain(AuthCommand.NAME, 1, AuthCommand::new));

    private WorkqCommands() {}

    static Set<String> names() {
        Stream<String> inspects =
                InspectCommand.BY_OBJECT.keySet().stream().map(object -> InspectCommand.NAME + " " + object);
        return Stream.concat(ALL.stream().map(CommandSpec::name), inspects).collect(Collectors.toSet());
    }

    static CommandSpec find(RequestLine line) throws BadLine {
        for (CommandSpec form : ALL) {
            if (line.isCommand(form.name())) {
                return form;
            }
        }
        if (!line.isCommand(InspectCommand.NAME)) {
            throw new BadLine(ClientError.UNKNOWN_COMMAND);
        }
        if (line.args() == 0) {
            throw new BadLine(ClientError.INVALID_ARGS);
        }
        CommandSpec inspect = InspectCommand.BY_OBJECT.get(line.text(0));
        if (inspect == null) {
            throw new BadLine(ClientError.UNKNOWN_COMMAND);
        }
        return inspect;
    }
}
